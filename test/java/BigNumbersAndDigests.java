// BigInteger and BigDecimal arithmetic, message digests, MACs, ciphers, signatures made deterministic, secure random shape, UUIDs of names.
import java.math.*;
import java.security.*;
import java.util.*;
import javax.crypto.*;
import javax.crypto.spec.*;

public class BigNumbersAndDigests {
    static String hex(byte[] b) { return HexFormat.of().formatHex(b); }
    interface Body { Object run() throws Throwable; }
    static void t(String n, Body b) {
        try {
            System.out.println(n + ": " + b.run());
        } catch (Throwable e) {
            System.out.println(n + ": " + e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }

    public static void main(String[] args) throws Exception {
        BigInteger f = BigInteger.ONE; for (int i = 2; i <= 200; i++) f = f.multiply(BigInteger.valueOf(i));
        System.out.println(f + " " + f.bitLength() + " " + f.hashCode());
        BigInteger a = new BigInteger("123456789012345678901234567890"), b = new BigInteger("-987654321098765432109876543210");
        System.out.println(a.add(b) + " " + a.subtract(b) + " " + a.multiply(b) + " " + b.divide(a) + " " + b.mod(a) + " " + b.remainder(a)
            + " " + a.gcd(b) + " " + a.pow(7) + " " + a.modPow(b.negate(), BigInteger.valueOf(1_000_000_007)) + " "
            + BigInteger.valueOf(3).modInverse(BigInteger.valueOf(11)));
        System.out.println(a.and(b) + " " + a.or(b) + " " + a.xor(b) + " " + a.not() + " " + a.shiftLeft(77) + " " + b.shiftRight(13) + " "
            + a.testBit(5) + a.setBit(200).bitCount() + " " + a.sqrt() + " " + a.toString(36) + " " + hex(b.toByteArray()) + " "
            + b.longValue() + " " + b.doubleValue() + " " + a.compareTo(b) + " " + b.signum() + " " + new BigInteger("ff", 16) + " "
            + BigInteger.valueOf(97).isProbablePrime(20) + " " + BigInteger.valueOf(100).nextProbablePrime());
        BigInteger x = BigInteger.ONE.shiftLeft(9000).subtract(BigInteger.ONE), y = x.multiply(x).add(x);
        System.out.println(y.divide(x).equals(x.add(BigInteger.ONE)) + " " + y.mod(x).signum() + " " + y.bitLength() + " "
            + y.toString().length() + " " + new BigInteger(y.toString()).equals(y) + " " + x.pow(3).sqrt().bitLength());
        t("divide by zero", () -> a.divide(BigInteger.ZERO)); t("bad number", () -> new BigInteger("12x"));
        t("exact", () -> a.longValueExact());
        BigDecimal d = new BigDecimal("123.4500"), e = new BigDecimal("-0.0067");
        System.out.println(d.add(e) + " " + d.multiply(e) + " " + d.divide(e, 10, RoundingMode.HALF_EVEN) + " "
            + d.setScale(1, RoundingMode.HALF_UP) + " " + d.stripTrailingZeros() + " " + d.scale() + d.precision() + " "
            + e.toPlainString() + " " + new BigDecimal("1E+5").toPlainString() + " " + new BigDecimal("1E+5").toEngineeringString() + " "
            + d.remainder(new BigDecimal("7")) + " " + d.pow(5) + " " + new BigDecimal(0.1) + " " + BigDecimal.valueOf(0.1) + " "
            + d.equals(new BigDecimal("123.45")) + d.compareTo(new BigDecimal("123.45")) + " "
            + BigDecimal.TEN.divide(new BigDecimal(3), MathContext.DECIMAL128) + " " + new BigDecimal(2).sqrt(new MathContext(50)));
        for (RoundingMode r : RoundingMode.values()) if (r != RoundingMode.UNNECESSARY) System.out.print(new BigDecimal("2.5").setScale(0,
            r) + "," + new BigDecimal("-2.5").setScale(0, r) + " ");
        System.out.println(); t("no exact quotient", () -> BigDecimal.ONE.divide(new BigDecimal(3)));
        t("unnecessary", () -> d.setScale(0, RoundingMode.UNNECESSARY)); BigDecimal pi = BigDecimal.ZERO;
        MathContext mc = new MathContext(60);
        for (int k = 0; k < 45; k++) {
            BigDecimal t = BigDecimal.ONE.divide(BigDecimal.valueOf(16).pow(k), mc); int q = 8 * k;
            pi = pi.add(t.multiply(new BigDecimal(4).divide(new BigDecimal(q + 1),
                mc).subtract(new BigDecimal(2).divide(new BigDecimal(q + 4), mc)).subtract(BigDecimal.ONE.divide(new BigDecimal(q + 5),
                mc)).subtract(BigDecimal.ONE.divide(new BigDecimal(q + 6), mc))));
        }
        System.out.println(pi.round(new MathContext(50)));
        byte[] data = new byte[3000]; for (int i = 0; i < data.length; i++) data[i] = (byte) (i * 7);
        for (String al : new String[] {"MD5", "SHA-1", "SHA-224", "SHA-256", "SHA-384", "SHA-512", "SHA-512/256", "SHA3-256"}) {
            MessageDigest md = MessageDigest.getInstance(al); md.update(data, 0, 1000); md.update(data[1000]);
            MessageDigest c = (MessageDigest) md.clone(); md.update(data, 1001, 1999);
            System.out.println(al + " " + hex(md.digest()) + " " + hex(c.digest()).substring(0, 8) + " "
                + hex(md.digest()).substring(0, 8));
        }
        t("no digest", () -> MessageDigest.getInstance("NOPE"));
        SecretKeySpec k = new SecretKeySpec("0123456789abcdef".getBytes(), "AES");
        Mac mac = Mac.getInstance("HmacSHA256"); mac.init(k); System.out.println(hex(mac.doFinal(data)));
        for (String tr : new String[] {"AES/CBC/PKCS5Padding", "AES/CTR/NoPadding", "AES/GCM/NoPadding", "AES/ECB/PKCS5Padding"}) {
            Cipher ci = Cipher.getInstance(tr);
            java.security.spec.AlgorithmParameterSpec ps = tr.contains("GCM") ? new GCMParameterSpec(128,
                new byte[12]) : tr.contains("ECB") ? null : new IvParameterSpec(new byte[16]);
            ci.init(Cipher.ENCRYPT_MODE, k, ps); byte[] enc = ci.doFinal(data);
            ci.init(Cipher.DECRYPT_MODE, k, ps);
            System.out.println(tr + " " + enc.length + " " + Arrays.hashCode(enc) + " " + Arrays.equals(data, ci.doFinal(enc)));
        }
        SecretKeyFactory skf = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256");
        System.out.println(hex(skf.generateSecret(new PBEKeySpec("pw".toCharArray(), "salt".getBytes(), 50, 128)).getEncoded()));
        KeyPairGenerator kg = KeyPairGenerator.getInstance("EC"); kg.initialize(256);
        KeyPair kp = kg.generateKeyPair(); Signature s = Signature.getInstance("SHA256withECDSA");
        s.initSign(kp.getPrivate()); s.update(data); byte[] sig = s.sign(); s.initVerify(kp.getPublic());
        s.update(data); boolean ok = s.verify(sig); s.initVerify(kp.getPublic()); s.update(data, 1, 100);
        System.out.println(ok + " " + s.verify(sig)); SecureRandom sr = new SecureRandom();
        byte[] r1 = new byte[16], r2 = new byte[16]; sr.nextBytes(r1); sr.nextBytes(r2);
        System.out.println(!Arrays.equals(r1, r2) + " " + UUID.nameUUIDFromBytes("n".getBytes()) + " " + UUID.randomUUID().version() + " "
            + new UUID(1, 2));
        System.out.println(Arrays.stream(Security.getProviders()).map(Provider::getName).anyMatch("SUN"::equals));
    }
}
