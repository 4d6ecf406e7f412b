// Digests and ciphers that optimized code does in C: many blocks, each kind in pieces of different length.
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Random;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

public class CryptoIntrinsics {
    static final Random random = new Random(5);

    static byte[] bytes(int n) {
        byte[] b = new byte[n];
        random.nextBytes(b);
        return b;
    }

    static void digests() throws Exception {
        for (String name : new String[] {"MD5", "SHA-1", "SHA-224", "SHA-256", "SHA-384", "SHA-512"}) {
            MessageDigest d = MessageDigest.getInstance(name);
            int sum = 0;
            for (int i = 0; i < 150; i++) {
                byte[] data = bytes(random.nextInt(700));
                int at = data.length == 0 ? 0 : random.nextInt(data.length);
                d.update(data, 0, at);
                d.update(data, at, data.length - at);
                sum = sum * 31 + Arrays.hashCode(d.digest());
            }
            System.out.println(name + " " + sum);
        }
    }

    static void ciphers() throws Exception {
        for (String mode : new String[] {"ECB/PKCS5Padding", "CBC/PKCS5Padding", "CTR/NoPadding", "GCM/NoPadding"})
            for (int bits : new int[] {128, 192, 256}) {
                SecretKeySpec key = new SecretKeySpec(bytes(bits / 8), "AES");
                int sum = 0, back = 0;
                for (int i = 0; i < 60; i++) {
                    byte[] iv = bytes(mode.startsWith("GCM") ? 12 : 16), data = bytes(random.nextInt(900));
                    var how = mode.startsWith("GCM") ? new GCMParameterSpec(128, iv) : new IvParameterSpec(iv);
                    Cipher c = Cipher.getInstance("AES/" + mode), d = Cipher.getInstance("AES/" + mode);
                    if (mode.startsWith("ECB")) {
                        c.init(Cipher.ENCRYPT_MODE, key);
                        d.init(Cipher.DECRYPT_MODE, key);
                    } else {
                        c.init(Cipher.ENCRYPT_MODE, key, how);
                        d.init(Cipher.DECRYPT_MODE, key, how);
                    }
                    int at = data.length == 0 ? 0 : random.nextInt(data.length);
                    byte[] first = c.update(data, 0, at), last = c.doFinal(data, at, data.length - at);
                    sum = sum * 31 + (first == null ? 7 : Arrays.hashCode(first)) + Arrays.hashCode(last);
                    byte[] all = new byte[(first == null ? 0 : first.length) + last.length];
                    if (first != null) System.arraycopy(first, 0, all, 0, first.length);
                    System.arraycopy(last, 0, all, all.length - last.length, last.length);
                    if (Arrays.equals(d.doFinal(all), data)) back++;
                }
                System.out.println(mode + " " + bits + " " + sum + " " + back);
            }
    }

    static Cipher of(String name, int mode, SecretKeySpec key, byte[] iv) throws Exception {
        Cipher c = Cipher.getInstance(name);
        if (name.contains("/ECB/"))
            c.init(mode, key);
        else
            c.init(mode, key, new IvParameterSpec(iv));
        return c;
    }
    /** Output into the input, or beside it in the same array; counters that overflow; ciphers that have no such instructions. */
    static void places() throws Exception {
        byte[] large = bytes((1 << 20) + 5000);
        for (String algorithm : new String[] {"AES", "DESede"})
            for (String mode : new String[] {"/ECB/NoPadding", "/CBC/NoPadding", "/CTR/NoPadding"}) {
                SecretKeySpec key = new SecretKeySpec(bytes(algorithm.equals("AES") ? 16 : 24), algorithm);
                byte[] iv = bytes(algorithm.equals("AES") ? 16 : 8);
                for (int i = iv.length / 4; i < iv.length; i++) iv[i] = -1;
                int sum = 0, n = algorithm.equals("AES") ? 480 : 240;
                for (int shift : new int[] {0, 16, -16, 1, -5, 200}) {
                    byte[] data = Arrays.copyOf(large, 1000);
                    sum = sum * 31 + of(algorithm + mode, Cipher.ENCRYPT_MODE, key, iv).doFinal(data, 300, n, data, 300 + shift);
                    sum = sum * 31 + Arrays.hashCode(data);
                    of(algorithm + mode, Cipher.DECRYPT_MODE, key, iv).doFinal(data, 300, n, data, 300 - shift);
                    sum = sum * 31 + Arrays.hashCode(data);
                }
                if (algorithm.equals("AES")) {
                    byte[] coded = of(algorithm + mode, Cipher.ENCRYPT_MODE, key, iv).doFinal(large, 0, large.length / 16 * 16);
                    byte[] back = of(algorithm + mode, Cipher.DECRYPT_MODE, key, iv).doFinal(coded);
                    sum = sum * 31 + Arrays.hashCode(coded) + (Arrays.equals(back, 0, back.length, large, 0, back.length) ? 1 : 2);
                }
                System.out.println(algorithm + mode + " " + sum);
            }
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 3; i++) {
            digests();
            ciphers();
        }
        places();
    }
}
