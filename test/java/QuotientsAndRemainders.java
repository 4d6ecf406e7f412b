import java.util.*;
// Quotients and remainders of the same numbers, which the optimizer divides once: ints and longs, either first, by constants, by -1, by 0.
public class QuotientsAndRemainders {
    static long both(int x, int y) { int q = x / y; int r = x % y; return 31L * q + r; }
    static long turned(int x, int y) { int r = x % y; int q = x / y; return 31L * q + r; }
    static long longs(long x, long y) { long r = x % y; long q = x / y; return 31 * q + r; }
    static int digits(int n) { int s = 0; while (n != 0) { s = s * 7 + n % 10; n /= 10; } return s; }
    static long digitsl(long n) { long s = 0; while (n != 0) { s = s * 7 + n % 10; n /= 10; } return s; }
    static int store(int[] a, int x, int y) { a[0] = x % y; a[1] = x / y; return a[0] - a[1] * (x / y * y); }
    static int power(int x) { return x / 8 * 100 + x % 8 + x / -4 + x % -4 + x / -7 * 3 + x % -7; }
    static int known(int k, int y) { return 1000 / y + 1000 % y + k / -1 + k % -1; }
    static int indexed(int[] a, int x) { int i = x % a.length; if (i < 0) i += a.length; return a[i] + x / a.length; }
    public static void main(String[] z) {
        Random r = new Random(3);
        long h = 0;
        int[] special = { 0, 1, -1, 2, -2, 7, Integer.MIN_VALUE, Integer.MAX_VALUE, 10, -10 }, a = new int[13];
        for (int t = 0; t < 60000; t++) {
            int x = t % 3 == 0 ? special[r.nextInt(10)] : r.nextInt() >> r.nextInt(31);
            int y = t % 5 == 0 ? special[r.nextInt(10)] : r.nextInt() >> r.nextInt(31);
            long u = t % 3 == 0 ? Long.MIN_VALUE + r.nextInt(2) : r.nextLong() >> r.nextInt(63);
            long v = t % 7 == 0 ? special[r.nextInt(10)] : r.nextLong() >> r.nextInt(63);
            try {
                h = h * 31 + digits(x) + digitsl(u) + power(x) + indexed(a, x);
                h = h * 31 + longs(u, v);
                h = h * 31 + both(x, y);
                h = h * 31 + turned(x, y);
                h = h * 31 + store(a, x, y);
                h = h * 31 + known(x, y);
            } catch (ArithmeticException e) { h = h * 31 + 1; }
            if (t % 10000 == 0) System.out.println(h);
        }
        System.out.println(h);
    }
}
