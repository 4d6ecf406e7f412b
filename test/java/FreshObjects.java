/**
 * Objects and arrays of all small sizes, made by code that runs often, between others that die filled with ones: each must be zero when
 * it is made. Some live, so that later ones lie in holes between them.
 */
public class FreshObjects {
    static final class Large {
        long a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p;

        boolean use() {
            long was = a | b | c | d | e | f | g | h | i | j | k | l | m | n | o | p;
            a = b = c = d = e = f = g = h = i = j = k = l = m = n = o = p = -1;
            return was == 0;
        }
    }

    static boolean bytes(int n) {
        byte[] x = new byte[n];
        byte was = 0;
        for (int i = 0; i < n; i++) {
            was |= x[i];
            x[i] = -1;
        }
        keep(n, x);
        return was == 0;
    }
    static boolean longs(int n) {
        long[] x = new long[n];
        long was = 0;
        for (int i = 0; i < n; i++) {
            was |= x[i];
            x[i] = -1;
        }
        keep(n, x);
        return was == 0;
    }
    static boolean objects(int n) {
        Object[] x = new Object[n];
        boolean none = true;
        for (int i = 0; i < n; i++) {
            none &= x[i] == null;
            x[i] = x;
        }
        keep(n, x);
        return none;
    }
    static final Object[] KEPT = new Object[500];
    static int made, wrong;

    static void keep(int n, Object x) {
        if (made++ % 41 == 0) KEPT[(made + n) % KEPT.length] = x;
    }
    static void check(boolean fresh) {
        if (!fresh) wrong++;
    }

    public static void main(String[] args) {
        for (int round = 0; round < 60; round++)
            for (int n = 0; n < 2300; n += 1 + round % 9) {
                check(bytes(n));
                check(longs(n % 300));
                check(objects(n % 600));
                Large large = new Large();
                check(large.use());
                keep(n, large);
                if (n % 97 == 0) check(bytes(3 * n + 800) && longs(n));
            }
        System.out.println(made + " made, " + wrong + " wrong");
    }
}
