import java.util.Arrays;

/**
 * What branches and checks tell of numbers: indexes that need no check behind a comparison, comparisons that are known behind others, and those that only
 * seem to be; boxes whose number is known, and branches that decide nothing.
 */
public class NumbersTold {
    static final int MAX = Integer.MAX_VALUE, MIN = Integer.MIN_VALUE;
    static final int[] NUMBERS = {0, 1, 2, 3, 7, 8, 15, 16, 17, -1, -2, -8, 127, 128, 129, -128, -129, 255, 256, MAX, MAX - 1, MIN, MIN + 1};
    static final int[] A = new int[16], NONE = {};

    static int inBounds(int[] a, int i) { return i >= 0 && i < a.length ? a[i] : -1; }
    static int reversed(int[] a, int i) { return a.length > i && 0 <= i ? a[i] : -1; }
    static int onlyAbove(int[] a, int i) { return i < a.length ? a[i] : -1; }
    static int onlyBelow(int[] a, int i) { return i >= 0 ? a[i] : -1; }
    static int inclusive(int[] a, int i) { return i >= 0 && i <= a.length ? a[i] : -1; }
    static int negative(int[] a, int i) { return i > -2 && i < a.length ? a[i] : -1; }
    static int constantLength(int i) {
        int[] a = {5, 6, 7, 8};
        return i > -1 && i < 4 ? a[i] : i <= 4 && i >= 0 ? a[i - 1] : 9;
    }
    static int sum(int i) {
        byte[] b = new byte[256];
        if (i < -128 || i > 127) return 1;
        b[i + 128] = 3;
        return b[i + 128] + b[127 - i];
    }
    static int sumTooFar(int i) {
        byte[] b = new byte[256];
        if (i < -128 || i > 128) return 1;
        b[i + 128] = 3;
        return b[i + 128];
    }
    static int overflows(int i) { return i > 5 && i + 1 < 6 ? 1 : i >= 5 && i + 1 <= 5 ? 2 : 3; }
    static int again(int x, int y) {
        int r = 0;
        if (x < y) {
            if (x < y) r += 1;
            if (x <= y) r += 2;
            if (x == y) r += 4;
            if (x > y) r += 8;
            if (y > x) r += 16;
            if (y != x) r += 32;
        } else {
            if (x < y) r += 64;
            if (y > x) r += 128;
            if (x == y) r += 256;
            if (x > y) r += 512;
            if (x != y) {
                if (x > y) r += 1024;
                if (x <= y) r += 2048;
            }
        }
        return r;
    }
    static int constants(int x) {
        int r = 0;
        if (x != 0) {
            if (x >= 0 && x < 1) r += 1;
            if (x == 0) r += 2;
            if (x > 7) {
                if (x >= 8) r += 4;
                if (x > 8) r += 8;
                if (x < 8) r += 16;
            } else if (x != 7 && x >= 7) r += 32;
        } else if (x <= 0) r += 64;
        if (x > MAX - 1) r += x == MAX ? 128 : 256;
        if (x < MIN + 1) r += x == MIN ? 512 : 1024;
        return r;
    }
    static int longs(long x, long y) {
        int r = 0;
        if (x > y) {
            if (y < x) r += 1;
            if (x == y) r += 2;
        } else if (x != y && x < y) r += 4;
        if (x > 0xffffffffL) {
            if (x >= 0x100000000L) r += 8;
            if ((int) x == 0) r += 16;
        }
        return r;
    }
    static int floats(double x, double y) {
        int r = 0;
        if (x < y) {
            if (x >= y) r += 1;
            if (x < y) r += 2;
        } else {
            if (x >= y) r += 4;
            if (x < y) r += 8;
        }
        return r;
    }
    static int behindCheck(int[] a, int i) {
        int r = a[i];
        if (i < 0) r += 100;
        if (i >= a.length) r += 200;
        if (a.length == 0) r += 400;
        if (i + 1 < 0) r += 800;
        return r + a[i];
    }
    static int divided(int x, int y) {
        if (y == 0) return -1;
        int q = x / y;
        return y != 0 ? q : q + 1;
    }
    static int loop(int[] a, int from, int to) {
        int s = 0;
        for (int i = from; i < to; i++) {
            if (i < 0) continue;
            if (i >= a.length) break;
            s = s * 31 + a[i];
        }
        return s;
    }
    static int inLoop(int[] a, int k) {
        int s = 0;
        for (int i = 0; i < 8; i++) {
            int at = k + i;
            if (at < 0 || at >= a.length) {
                s--;
                continue;
            }
            s += a[at];
            k ^= i;
        }
        return s;
    }
    static int merged(int[] a, int x, boolean b) {
        int i = b ? x : 3;
        return i >= 0 && i < a.length ? a[i] + (x >= 0 ? 1 : 0) : -1;
    }

    // ---- boxes ----
    static boolean boxesEqual(int x, int y) { return ((Integer) x).equals((Integer) y); }
    static boolean boxesSame(int x, int y) { return (Object) Integer.valueOf(x) == (Object) Integer.valueOf(y); }
    static int hashes(int x, long y, char c, short s, byte b, boolean z) {
        return ((Integer) x).hashCode() + ((Long) y).hashCode() * 3 + ((Character) c).hashCode() * 5 + ((Short) s).hashCode() * 7
            + ((Byte) b).hashCode() * 11 + ((Boolean) z).hashCode() * 13;
    }
    static Object kept;
    static int keeps(int x) {
        Integer box = x;
        kept = box;
        return box + ((Integer) kept).intValue();
    }
    static int compares(int x, long y) {
        Comparable<Integer> c = x;
        Object o = y;
        return c.compareTo(x + 1) + (o instanceof Long l ? (int) (l >> 3) : 7) + (o instanceof Integer ? 1000 : 0);
    }
    static int overLoop(int n) {
        Integer sum = 0;
        for (Integer i = 0; i < n; i++) sum += i;
        return sum;
    }
    static boolean nothing(int x) {
        Integer box = x > 5 ? (Integer) x : (Integer) (x + 1);
        return box != null;
    }

    interface Asked {
        long ask() throws Exception;
    }
    static String told(Asked a) {
        try {
            return Long.toString(a.ask());
        } catch (Exception e) {
            return e.getClass().getName();
        }
    }
    static long round() {
        long h = 0;
        for (int x : NUMBERS) {
            String s = told(() -> inBounds(A, x)) + told(() -> reversed(A, x)) + told(() -> onlyAbove(A, x)) + told(() -> onlyBelow(A, x))
                + told(() -> inclusive(A, x)) + told(() -> negative(A, x)) + told(() -> inBounds(NONE, x)) + told(() -> inclusive(NONE, x))
                + told(() -> constantLength(x)) + told(() -> sum(x)) + told(() -> sumTooFar(x)) + overflows(x) + constants(x)
                + told(() -> behindCheck(A, x)) + told(() -> loop(A, Math.max(x, -40), 20)) + told(() -> inLoop(A, x)) + merged(A, x, (x & 1) == 0)
                + keeps(x) + compares(x, x * 3L) + overLoop(x & 255) + nothing(x)
                + hashes(x, x * 5000000007L, (char) x, (short) x, (byte) x, x > 3);
            h = h * 31 + s.hashCode();
            for (int y : NUMBERS) {
                h = h * 31 + again(x, y) + longs(x, y) * 3 + longs(x * 0x40000000L, y * 0x40000001L) * 5 + divided(x, y);
                h = h * 31 + floats(x, y) + floats(x, Double.NaN) * 3 + floats(Double.NaN, y) * 5;
                h = h * 31 + (boxesEqual(x, y) ? 1 : 0) + (boxesSame(x & 127, y & 127) ? 2 : 0) + (boxesSame(x & 127, x & 127) ? 4 : 0);
            }
        }
        return h;
    }

    public static void main(String[] args) {
        Arrays.setAll(A, i -> i * i + 1);
        for (int i = 0; i < 150; i++) System.out.println(i + " " + round());
    }
}
