// Calls of C in optimized code, with more values around them than there are registers, and arguments that have to change places.
import java.util.Arrays;
import java.util.zip.CRC32;

public class LeavesAmongManyValues {
    static final byte[] LETTERS = "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz0123456789".getBytes();

    /** The same bytes, in one order and in the other, from and to each place of two arrays. */
    static long copies(byte[] a, byte[] b, int i, int k, int n) {
        int p = i * 3, q = k * 5, r = n * 7, s = i ^ k, t = k ^ n, u = i + k + n, v = p - q, w = q - r;
        double x = i * 0.5, y = k * 0.25, z = n * 0.125;
        System.arraycopy(a, i, b, k, n);
        System.arraycopy(b, k, a, i, n);
        System.arraycopy(a, k, a, i, n);
        return p + q * 31L + r * 37L + s * 41L + t * 43L + u * 47L + v * 53L + w * 59L + (long) ((x + y * 3 + z * 5) * 8) + a[i] + b[k] + Arrays.hashCode(b);
    }

    static double floats(double a, double b, double c, float d, float e, float f, Object o) {
        double p = a + b, q = b * c, r = c - a;
        float s = d + e, t = e * f;
        double x = Math.fma(c, a, b) + Math.fma(b, c, a) + Math.pow(b, 2) + Math.pow(p, q * 0.125) + Math.cos(r);
        float y = Math.fma(f, d, e) + Math.fma(e, f, d);
        boolean same = System.identityHashCode(o) == o.hashCode();
        return p + q * 3 + r * 5 + s * 7 + t * 11 + x + y + (same ? 1 : 2);
    }

    static long texts(String a, String b, char c, int from, long big) {
        long p = big * 3, q = big ^ from, r = p - q;
        int s = from + 1, t = from * 3;
        long found = a.indexOf(c, from) + 3L * a.indexOf(b) + 5L * a.compareTo(b) + (a.equals(b) ? 7 : 11) + a.indexOf(b, from) * 13L;
        return p + q * 17 + r * 19 + s * 23 + t * 29 + found + (b.equals(a.substring(0, Math.min(a.length(), b.length()))) ? 31 : 37) + a.length();
    }

    public static void main(String[] args) {
        long sum = 0;
        byte[] b = new byte[LETTERS.length];
        for (int i = 0; i < 20; i++)
            for (int k = 0; k < 20; k++)
                for (int n = 0; n < 40; n++) sum = sum * 31 + copies(LETTERS, b, i, k, n);
        System.out.println("copies " + sum);
        double total = 0;
        Object o = new Object();
        for (int i = 0; i < 3000; i++) total += floats(i * 0.01, 1 + i % 7, i % 11 * 0.5, i % 5, i % 3 * 0.5f, i * 0.25f, o);
        System.out.println("floats " + (float) total);
        sum = 0;
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 70; i++) {
            String a = text.toString();
            for (int k = 0; k <= i; k++) {
                String part = a.substring(k), begin = a.substring(0, k), other = begin + "#" + part;
                sum = sum * 31 + texts(a, part, (char) ('a' + k % 26), k / 2, sum) + texts(a, begin, 'z', k, ~sum) + texts(other, a, '#', k, k);
                sum += new String(a).equals(a) ? 1 : 0;
                for (int m = 0; m < i; m += 5) {
                    char[] changed = a.toCharArray();
                    changed[m]++;
                    sum = sum * 3 + (new String(changed).equals(a) ? 1 : 0) + (a.equals(new String(changed, 0, m)) ? 1 : 0);
                }
            }
            text.append((char) ('a' + i % 26));
        }
        System.out.println("texts " + sum);
        CRC32 crc = new CRC32();
        for (int i = 0; i < 3000; i++) {
            crc.update(i);
            crc.update(LETTERS, i % 9, i % 33);
        }
        System.out.println("sums " + crc.getValue());
    }
}
