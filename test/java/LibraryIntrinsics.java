// Methods of the class library that optimized code does in C: strings of both kinds, coding, arrays, large numbers; with what is out of bounds.
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;

public class LibraryIntrinsics {
    static final Random random = new Random(17);
    static long sum;

    static void add(long v) { sum = sum * 31 + v; }

    /** `kinds` characters from `first` on, so that equal ones are frequent. */
    static String text(int length, char first, int kinds) {
        char[] c = new char[length];
        for (int i = 0; i < length; i++) c[i] = (char) (first + random.nextInt(kinds));
        return new String(c);
    }

    static void strings() {
        char[] firsts = {'a', 'é', 'ю', '\ud83d'};
        for (int i = 0; i < 1500; i++) {
            int n = random.nextInt(40);
            char first = firsts[i % 4];
            String a = text(n, first, 3), b = (i & 8) == 0 ? text(n, first, 3) : new String(a.toCharArray()), c = a + "x" + b;
            add(a.equals(b) ? 1 : 2);
            add(Integer.signum(a.compareTo(b)) + (long) a.compareTo(c) * 7);
            add(c.indexOf(b) * 3 + c.indexOf(b, n / 2) * 5 + c.lastIndexOf(b));
            add(c.indexOf('x') * 3 + c.indexOf(first, n / 3) + c.indexOf("") + c.indexOf("", 100));
            add(c.indexOf("zzz") + c.indexOf(text(2, first, 3)) + c.indexOf('\u0661') + c.indexOf(0x1f600));
            add(c.hashCode() + c.replace('x', 'y').hashCode() + (a.regionMatches(1, b, 1, n / 2) ? 1 : 0));
        }
        System.out.println("strings " + sum);
    }

    /** What is found far behind the start, and not beyond the end; copies of parts. */
    static void longStrings() {
        for (int n = 0; n < 120; n++) {
            char[] c = text(n + 1, 'ю', 3).toCharArray();
            c[n] = '\u0661';
            String s = new String(c), all = new String(c, n / 3, n + 1 - n / 3), without = new String(c, 0, n);
            add(s.indexOf('\u0661') * 3 + s.indexOf('\u0661', n / 2) * 5 + without.indexOf('\u0661') + all.indexOf('\u0661'));
            add(s.indexOf(0x10661) + s.indexOf(-1) + s.indexOf('\u0661', n + 1));
            char[] to = new char[n + 3];
            s.getChars(n / 4, n, to, 2);
            add(Arrays.hashCode(to) + Arrays.hashCode(s.toCharArray()) + all.hashCode());
        }
        System.out.println("long strings " + sum);
    }

    static void coding() {
        for (int i = 0; i < 1200; i++) {
            int n = random.nextInt(70);
            String s = text(n, i % 3 == 0 ? ' ' : i % 3 == 1 ? 'p' : '\u00e0', 1 + random.nextInt(i % 5 == 0 ? 400 : 30));
            for (var charset : Arrays.asList(StandardCharsets.UTF_8, StandardCharsets.ISO_8859_1, StandardCharsets.US_ASCII, StandardCharsets.UTF_16BE)) {
                byte[] bytes = s.getBytes(charset);
                add(Arrays.hashCode(bytes));
                add(new String(bytes, charset).hashCode());
                add(charset.encode(s).remaining() * 31L + charset.decode(java.nio.ByteBuffer.wrap(bytes)).toString().hashCode());
            }
            StringBuilder b = new StringBuilder(s).append('\u0416').append(s);
            b.setLength(s.length());
            char[] chars = new char[n + 3];
            s.getChars(0, n, chars, 2);
            add(b.toString().hashCode() + (long) Arrays.hashCode(chars) + String.valueOf(chars, 2, n).hashCode());
            add(b.indexOf(s) + b.compareTo(new StringBuilder(s)));
        }
        System.out.println("coding " + sum);
    }

    static void arrays() {
        for (int i = 0; i < 1500; i++) {
            int n = random.nextInt(50), at = n == 0 ? 0 : random.nextInt(n);
            byte[] a = new byte[n], b;
            random.nextBytes(a);
            b = a.clone();
            int[] x = random.ints(n).toArray(), y = x.clone();
            long[] l = random.longs(n).toArray(), m = l.clone();
            if (n > 0 && (i & 1) == 0) {
                b[at]++;
                y[at]++;
                m[at]++;
            }
            add(Arrays.mismatch(a, b) + 3 * Arrays.mismatch(x, y) + 5 * Arrays.mismatch(l, m));
            add((Arrays.equals(a, b) ? 1 : 0) + (Arrays.equals(x, y) ? 2 : 0) + (Arrays.equals(l, m) ? 4 : 0) + Integer.signum(Arrays.compare(a, b)));
            add(java.nio.ByteBuffer.wrap(a).mismatch(java.nio.ByteBuffer.wrap(b)));
            System.arraycopy(a, at, b, 0, n - at);
            System.arraycopy(b, 0, b, n - at, at);
            System.arraycopy(x, 0, x, at, n - at);
            System.arraycopy(l, at, m, 0, n - at);
            add(Arrays.hashCode(b) + Arrays.hashCode(x) + Arrays.hashCode(m));
        }
        System.out.println("arrays " + sum);
    }

    static void numbers() {
        for (int i = 0; i < 100; i++) {
            BigInteger a = new BigInteger(1 + random.nextInt(3000), random), b = new BigInteger(1 + random.nextInt(1500), random);
            BigInteger m = new BigInteger(200, random).setBit(0);
            add(a.multiply(b).hashCode() + a.multiply(a).hashCode() + a.negate().multiply(b).add(m).hashCode());
            add(b.modPow(a.shiftRight(2800), m.add(BigInteger.TWO)).hashCode() + a.divide(b.add(BigInteger.ONE)).hashCode());
            add(a.multiply(b).mod(a.add(BigInteger.ONE)).subtract(b.negate().mod(a.add(BigInteger.ONE))).signum());
        }
        System.out.println("numbers " + sum);
    }

    static void bounds() {
        int failed = 0;
        byte[] bytes = new byte[20];
        for (int i = 0; i < 1200; i++) {
            int at = i % 30 - 5, n = i % 23 - 1;
            try {
                System.arraycopy(bytes, at, bytes, n, n);
            } catch (IndexOutOfBoundsException e) {
                failed++;
                add(e.getMessage().hashCode());
            }
            try {
                add(new String(bytes, at, n, StandardCharsets.ISO_8859_1).length());
            } catch (IndexOutOfBoundsException e) {
                failed++;
                add(e.getMessage().hashCode());
            }
            try {
                add("some text".indexOf((String) (i % 100 == 0 ? null : "t"), at));
            } catch (NullPointerException e) {
                failed++;
            }
            try {
                System.arraycopy(i % 3 == 0 ? new int[5] : bytes, 0, i % 7 == 0 ? new long[5] : bytes, 0, 5);
            } catch (ArrayStoreException e) {
                failed++;
            }
        }
        System.out.println("bounds " + sum + " " + failed);
    }

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            strings();
            longStrings();
            coding();
            arrays();
            numbers();
            bounds();
        }
    }
}
