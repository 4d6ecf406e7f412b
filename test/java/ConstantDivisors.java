// Division by constants: what is multiplied instead gives the quotient and the remainder that JVMS 6.5 (idiv, irem, ldiv, lrem) wants.
public class ConstantDivisors {
    static long wrong;

    static void check(int x, int d, int q, int r) {
        boolean whole = (long) q * d + r == x || (x == Integer.MIN_VALUE && d == -1 && q == x && r == 0);
        if (!whole || Math.abs((long) r) >= Math.abs((long) d) || (r != 0 && (r < 0) != (x < 0))) wrong++;
    }

    static void check(long x, long d, long q, long r) {
        boolean whole = q * d + r == x && (d == Long.MIN_VALUE || Math.abs(r) < Math.abs(d));
        boolean small = Math.multiplyHigh(q, d) == (x - r >> 63) || q == 0 || (x == Long.MIN_VALUE && d == -1);
        if (!whole || !small || (r != 0 && (r < 0) != (x < 0))) wrong++;
    }

    static void ints(int x) {
        check(x, 1, x / 1, x % 1);
        check(x, -1, x / -1, x % -1);
        check(x, 2, x / 2, x % 2);
        check(x, -2, x / -2, x % -2);
        check(x, 3, x / 3, x % 3);
        check(x, -3, x / -3, x % -3);
        check(x, 5, x / 5, x % 5);
        check(x, 6, x / 6, x % 6);
        check(x, 7, x / 7, x % 7);
        check(x, -7, x / -7, x % -7);
        check(x, 9, x / 9, x % 9);
        check(x, 10, x / 10, x % 10);
        check(x, -10, x / -10, x % -10);
        check(x, 64, x / 64, x % 64);
        check(x, -64, x / -64, x % -64);
        check(x, 100, x / 100, x % 100);
        check(x, 641, x / 641, x % 641);
        check(x, 1000, x / 1000, x % 1000);
        check(x, 65535, x / 65535, x % 65535);
        check(x, 65537, x / 65537, x % 65537);
        check(x, 1000000007, x / 1000000007, x % 1000000007);
        check(x, 0x40000000, x / 0x40000000, x % 0x40000000);
        check(x, 0x40000001, x / 0x40000001, x % 0x40000001);
        check(x, 0x7fffffff, x / 0x7fffffff, x % 0x7fffffff);
        check(x, 0x7ffffffe, x / 0x7ffffffe, x % 0x7ffffffe);
        check(x, -0x7fffffff, x / -0x7fffffff, x % -0x7fffffff);
        check(x, Integer.MIN_VALUE, x / Integer.MIN_VALUE, x % Integer.MIN_VALUE);
    }

    static void longs(long x) {
        check(x, 1L, x / 1, x % 1);
        check(x, -1L, x / -1, x % -1);
        check(x, 2L, x / 2, x % 2);
        check(x, 3L, x / 3, x % 3);
        check(x, -3L, x / -3, x % -3);
        check(x, 5L, x / 5, x % 5);
        check(x, 7L, x / 7, x % 7);
        check(x, 10L, x / 10, x % 10);
        check(x, -10L, x / -10, x % -10);
        check(x, 1L << 31, x / (1L << 31), x % (1L << 31));
        check(x, -(1L << 40), x / -(1L << 40), x % -(1L << 40));
        check(x, 1L << 62, x / (1L << 62), x % (1L << 62));
        check(x, 1000L, x / 1000, x % 1000);
        check(x, 86400000L, x / 86400000, x % 86400000);
        check(x, 1000000007L, x / 1000000007, x % 1000000007);
        check(x, 0xffffffffL, x / 0xffffffffL, x % 0xffffffffL);
        check(x, 0x100000001L, x / 0x100000001L, x % 0x100000001L);
        check(x, 0x7fffffffffffffffL, x / 0x7fffffffffffffffL, x % 0x7fffffffffffffffL);
        check(x, 0x7ffffffffffffffeL, x / 0x7ffffffffffffffeL, x % 0x7ffffffffffffffeL);
        check(x, 0x4000000000000001L, x / 0x4000000000000001L, x % 0x4000000000000001L);
        check(x, -0x7fffffffffffffffL, x / -0x7fffffffffffffffL, x % -0x7fffffffffffffffL);
        check(x, Long.MIN_VALUE, x / Long.MIN_VALUE, x % Long.MIN_VALUE);
    }

    public static void main(String[] args) {
        long seed = 42, count = 0;
        for (int bit = 0; bit < 64; bit++)
            for (int add = -3; add <= 3; add++) {
                ints((int) (1L << bit) + add);
                longs((1L << bit) + add);
                longs(-(1L << bit) + add);
                count += 3;
            }
        for (int i = 0; i < 20000; i++) {
            seed = seed * 6364136223846793005L + 1442695040888963407L;
            ints((int) (seed >>> 32));
            ints((int) (seed >>> 32) >> (i % 31));
            longs(seed);
            longs(seed >> (i % 63));
            ints((int) (seed >>> 40) * 7);
            longs((seed >> 20) * 1000);
            count += 6;
        }
        System.out.println(count + " numbers, wrong: " + wrong);
    }
}
