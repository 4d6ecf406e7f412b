import java.util.Arrays;

/**
 * Loops over arrays whose indexes are asked for before the loop, or in the instruction: one behind, one ahead, by several steps, downwards, with limits
 * at the ends of the ints, with arrays that are too short, the same, or null. Loops of a few turns; counting by conditions; constants that are stored.
 * What a loop has stored when it throws, and where its variables were then, is part of the sums.
 */
public class Main {
    static final int MAX = Integer.MAX_VALUE, MIN = Integer.MIN_VALUE;
    static final int[] STARTS = {0, 1, 2, 3, -1, -2, -5, 7, MAX, MAX - 1, MAX - 3, MIN, MIN + 1, MIN + 6};
    static final int[] LIMITS = {12, 11, 10, 13, 14, 5, 0, -1, 20, 15, MAX, MAX - 1, MAX - 70, MIN, MIN + 1};
    static int at; // the turn that a loop was in

    // ---- up ----
    static void plain(int[] a, int from, int to) {
        for (int i = from; i < to; i++) {
            at = i;
            a[i] += i * 3 + 1;
        }
    }

    static void behind(int[] a, int from, int to) {
        for (int i = from; i < to; i++) a[i - 1] = a[i] + i;
    }

    static void ahead(int[] a, int from, int to) {
        for (int i = from; i < to; i++) a[i + 1] = a[i] * 31 + i;
    }

    static void around(int[] a, int[] b, int from, int to) {
        for (int i = from; i < to; i++) b[i] = a[i - 1] + a[i + 1] - 2 * a[i] + a[i + 2];
    }

    static void inclusive(int[] a, int from, int to) {
        for (int i = from; i <= to; i++) a[i - 2] ^= a[i] + i;
    }

    static void farAhead(int[] a, int from, int to) {
        for (int i = from; i < to; i++) a[i + 5] += a[i + 6] - i;
    }

    static void byTwo(int[] a, int from, int to) {
        for (int i = from; i < to; i += 2) {
            int x = a[i];
            a[i] = a[i + 1] + i;
            a[i + 1] = x;
        }
    }

    static void bySixtyFour(int[] a, int from, int to) {
        for (int i = from; i < to; i += 64) a[i] += i;
    }

    static void byFiveInclusive(long[] a, int from, int to) {
        for (int i = from; i <= to; i += 5) a[i + 2] += i;
    }

    // ---- down ----
    static void down(int[] a, int from, int to) {
        for (int i = from; i >= to; i--) a[i] = a[i] * 7 + i;
    }

    static void downBehind(int[] a, int from, int to) {
        for (int i = from; i > to; i--) a[i] = a[i - 1] + i;
    }

    static void downAhead(char[] a, int from, int to) {
        for (int i = from; i > to; i -= 3) a[i + 1] += (char) (a[i] + i);
    }

    static int wholeDown(int[] a) {
        int s = 0;
        for (int i = a.length - 1; i >= 0; i--) s = s * 31 + a[i];
        for (int i = a.length; i > 0; i--) s = s * 17 + a[i - 1];
        return s;
    }

    static int wholeUp(int[] a) {
        int s = 0;
        for (int i = 1; i < a.length; i++) s = s * 31 + a[i - 1];
        for (int i = 0; i < a.length - 1; i++) s = s * 7 + a[i + 1];
        for (int i = 0; i < a.length - 2; i += 2) s = s * 5 + a[i + 2] - a[i + 1];
        for (int i = 0; i < a.length; i++)
            if (i > 0) s ^= a[i - 1]; // the check is not always there
        for (int i = 0; i <= a.length - 1; i++) s += a[i];
        return s;
    }

    // ---- the variables when it throws ----
    static long state(int[] a, int[] b, int from, int to) {
        int last = from, twice = 0;
        try {
            for (int i = from; i < to; i++) {
                last = i + 3;
                twice = i - 7;
                a[i] = b[i] + last;
            }
        } catch (ArrayIndexOutOfBoundsException e) {
            return last * 1000003L + twice + e.getMessage().hashCode();
        } catch (NullPointerException e) {
            return last * 31L + twice;
        }
        return last * 7L + twice;
    }

    static long rows(int[][] m, int k, int n) {
        long s = 0;
        int i = 0;
        try {
            for (i = 0; i < n; i++) s += m[i][k] * (i + 1);
        } catch (ArrayIndexOutOfBoundsException | NullPointerException e) {
            return s * 31 + i * 1009 + (e instanceof NullPointerException ? 1 : e.getMessage().hashCode());
        }
        return s;
    }

    static int masked(int[] a, int x, int n) {
        int s = 0;
        try {
            for (int i = 0; i < n; i++) {
                s += a[(x + i & 7) + 2];
                s += a[(x * i & 7) - 3];
            }
        } catch (ArrayIndexOutOfBoundsException e) {
            s = s * 31 + e.getMessage().hashCode();
        }
        return s;
    }

    static int byChars(int[] a, char[] c, int n) {
        int s = 0;
        try {
            for (int i = 0; i < n; i++) s = s * 3 + a[c[i] + 1] + a[c[i] - 1];
        } catch (ArrayIndexOutOfBoundsException e) {
            s = s * 31 + e.getMessage().hashCode();
        }
        return s;
    }

    /** The access ahead comes before the one that would say that the index is not negative. */
    static int aheadFirst(int[] a, int i, int n) {
        int s = 0;
        try {
            for (int k = 0; k < n; k++) {
                s += a[i + 1];
                s += a[i];
            }
        } catch (ArrayIndexOutOfBoundsException e) {
            s = s * 31 + e.getMessage().hashCode();
        }
        return s;
    }

    static int stack(int[] a, int n) {
        int top = 0, s = 0;
        for (int i = 0; i < n; i++) {
            a[top++] = i;
            a[top++] = i * 2;
            if ((i & 3) == 3) s += a[--top] - a[--top];
        }
        return s * 31 + top;
    }

    // ---- a few turns ----
    static int window(boolean[][] m, int y, int x) {
        int n = 0;
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++)
                if ((dx != 0 || dy != 0) && m[y + dy & 7][x + dx & 7]) n++;
        return n;
    }

    static long few(int[] a, int x) {
        long s = 0;
        for (int i = 0; i < 4; i++) {
            int t = a[i];
            for (int k = 3; k > 0; k--) {
                s += (long) t << k * i;
                if (t == x) break;
            }
            for (int k = 0; k < 16; k += 5) s ^= a[k % 4] + k;
            for (int k = 9; k < 9; k++) s += 99;
            for (int k = 0; k < 17; k++) s += k * t;
        }
        return s;
    }

    static int throwing(int[] a, int[] b) {
        int i = 0;
        try {
            for (i = 0; i < 6; i++) {
                b[i] = a[i] / (a[i] - 4);
                b[i + 1]++;
            }
        } catch (ArithmeticException | ArrayIndexOutOfBoundsException e) {
            return i * 31 + e.getMessage().hashCode();
        }
        return i;
    }

    static int swapping(int x, int y) {
        for (int i = 0; i < 5; i++) {
            int t = x;
            x = y;
            y = t + i;
        }
        return x * 31 + y;
    }

    // ---- counting ----
    static int countInts(int[] a, int x) {
        int less = 0, equal = 0, more = 0;
        for (int v : a) {
            if (v < x) less++;
            if (v == x) equal++;
            if (v > x) more--;
            if (v >= 0) less--;
        }
        return less * 10007 + equal * 101 + more;
    }

    static long countDoubles(double[] a, double x) {
        long less = 0, most = 0, least = 0, more = 0, equal = 0, not = 0, no = 0;
        for (double v : a) {
            if (v < x) less++;
            if (v <= x) most++;
            if (v >= x) least++;
            if (v > x) more--;
            if (v == x) equal++;
            if (v != x) not++;
            if (!(v < x)) no++;
        }
        return ((((less * 31 + most) * 31 + least) * 31 + more) * 31 + equal) * 31 + not + no * 7;
    }

    static int countFloats(float[] a, float x) {
        int less = 0, least = 0, not = 0;
        boolean last = false;
        for (float v : a) {
            if (v < x) less++;
            least += v >= x ? 1 : 0;
            last = v <= x;
            if (!last) not++;
        }
        return less * 1009 + least * 31 + not + (last ? 1 : 0);
    }

    static int countObjects(Object[] a, Object x) {
        int same = 0, none = 0;
        for (Object o : a) {
            if (o == x) same++;
            if (o == null) none++;
            if (o instanceof String) none--;
        }
        return same * 31 + none;
    }

    // ---- constants ----
    byte b;
    short s;
    char c;
    int i;
    long l;
    float f;
    double d;
    boolean z;

    void constants(byte[] bytes, short[] shorts, char[] chars, int[] ints, long[] longs, float[] floats, double[] doubles, boolean[] bits) {
        for (int k = 0; k < bytes.length; k++) {
            bytes[k] = -1;
            shorts[k] = (short) 0x8001;
            chars[k] = 0xfffe;
            ints[k] = 0x12345678;
            longs[k] = k % 2 == 0 ? -2 : 0x123456789abcdefL;
            floats[k] = floats[k] * 1.5f - 0.25f;
            doubles[k] = 2.5 * doubles[k] + 0.1 - 3.0 / (doubles[k] + 1e300);
            bits[k] = true;
        }
        for (int k = 1; k < bits.length; k += 2) bits[k] = false;
        b = -128;
        s = -32768;
        c = 65535;
        i = MIN;
        l = -1;
        f = 0.1f;
        d = 1e-300;
        z = !z;
    }

    static int total;
    static long product = 1;
    static Object made;

    static long statics(int n) {
        for (int k = 0; k < n; k++) {
            total += k ^ total << 1;
            product = product * 6364136223846793005L + 1442695040888963407L;
            if ((k & 15) == 5) made = new int[] {total};
        }
        return total + product + (made == null ? 0 : ((int[]) made)[0]);
    }

    static int chains(int x) {
        int y = x - 5 + 3 - MIN + 7 - 7, z = MIN;
        long w = x + Long.MIN_VALUE - 1 - Long.MIN_VALUE + 5;
        for (int k = 0; k < 6; k++) z = z - 1 - 1 + y - MAX - 2;
        return y ^ z ^ (int) (w ^ w >> 32);
    }

    // ---- more fields than there are classes of memory ----
    int f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20, f21, f22, f23, f24, f25, f26, f27, f28, f29, f30, f31,
            f32, f33, f34;

    static int fields(Main p, Main q, int n) {
        int s = 0;
        for (int k = 0; k < n; k++) {
            p.f0 = k; q.f1 = p.f0 + 1; p.f2 = q.f1 + p.f1; q.f3 = p.f2 + q.f2; p.f4 = p.f3 + q.f3; q.f5 = p.f4 * 3; p.f6 = q.f5 + p.f5; q.f7 = p.f6 ^ q.f6;
            p.f8 = q.f7 + p.f7; q.f9 = p.f8 + 1; p.f10 = q.f9 + q.f8; q.f11 = p.f10 + p.f9; p.f12 = q.f11 + 7; q.f13 = p.f12 + q.f12; p.f14 = q.f13 + p.f13;
            q.f15 = p.f14 + q.f14; p.f16 = q.f15 * 5; q.f17 = p.f16 + p.f15; p.f18 = q.f17 + q.f16; q.f19 = p.f18 + p.f17; p.f20 = q.f19 + q.f18;
            q.f21 = p.f20 + p.f19; p.f22 = q.f21 + q.f20; q.f23 = p.f22 + p.f21; p.f24 = q.f23 + q.f22; q.f25 = p.f24 + p.f23; p.f26 = q.f25 + q.f24;
            q.f27 = p.f26 + p.f25; p.f28 = q.f27 + q.f26; q.f29 = p.f28 + p.f27; p.f30 = q.f29 + q.f28; q.f31 = p.f30 + p.f29; p.f32 = q.f31 + q.f30;
            q.f33 = p.f32 + p.f31; p.f34 = q.f33 + q.f32;
            s = s * 31 + p.f34 + q.f34 + p.f33;
        }
        return s;
    }

    // ---- all together ----
    interface Loop {
        void run(int[] a, int from, int to);
    }

    static final Loop[] LOOPS = {Main::plain, Main::behind, Main::ahead, (a, from, to) -> around(a, a, from, to), Main::inclusive, Main::farAhead,
        Main::byTwo, Main::bySixtyFour, Main::down, Main::downBehind};

    /** What the loop leaves in the array, and how it ends. One that would count for long has an array that ends it. */
    static int outcome(Loop l, int[] a, int from, int to) {
        int h = 0;
        try {
            l.run(a, from, to);
        } catch (ArrayIndexOutOfBoundsException e) {
            h = e.getMessage().hashCode();
        } catch (NullPointerException e) {
            h = 77;
        }
        return h * 31 + Arrays.hashCode(a) + at;
    }

    static int[] numbers(int n, int by) {
        int[] a = new int[n];
        for (int k = 0; k < n; k++) a[k] = k * 17 + by & 0xff;
        return a;
    }

    public static void main(String[] args) {
        int rounds = Integer.parseInt(args[0]);
        long[] sums = new long[40];
        boolean[][] board = new boolean[8][8];
        Main p = new Main(), q = new Main();
        for (int round = 0; round < rounds; round++) {
            int from = STARTS[round / 3 % STARTS.length], to = LIMITS[round / 5 % LIMITS.length];
            if (round % 3 != 2) { // what is usual, with sharp ends
                from = round % 4 - round % 28 / 27;
                to = 12 - round % 3 + round % 26 / 24;
            }
            int[] a = round % 97 == 96 ? null : numbers(12 + round % 2, round);
            for (int k = 0; k < LOOPS.length; k++) {
                boolean falls = k >= 8;
                sums[k] = sums[k] * 31 + outcome(LOOPS[k], a, falls ? to - 1 : from, falls ? from : to);
            }
            int[] b = numbers(12, -round);
            try {
                around(b, a, from, to - 2);
            } catch (ArrayIndexOutOfBoundsException | NullPointerException e) {
                sums[10]++;
            }
            long[] longs = new long[16];
            char[] chars = new char[16];
            try {
                byFiveInclusive(longs, from, to);
            } catch (ArrayIndexOutOfBoundsException e) {
                sums[11] += e.getMessage().hashCode();
            }
            try {
                downAhead(chars, to, from);
            } catch (ArrayIndexOutOfBoundsException e) {
                sums[12] += e.getMessage().hashCode();
            }
            sums[11] += Arrays.hashCode(longs);
            sums[12] += Arrays.hashCode(chars) + Arrays.hashCode(b);
            int[] c = numbers(round % 9, round);
            sums[13] += wholeUp(c) * 3L + wholeDown(c);
            sums[14] += state(a, b, from, to) + state(b, round % 11 == 3 ? null : c, 0, 9) * 7;
            int[][] m = {b, c, b, round % 13 == 5 ? null : c, b, b};
            sums[15] += rows(m, round % 10, 6) + rows(m, 0, 7) * 3;
            sums[16] += masked(numbers(round % 4 == 0 ? 9 : 10, 3), round, 5) + masked(b, 11, 1);
            for (int k = 0; k < chars.length; k++) chars[k] = (char) (k * round % 11 + (round % 8 == 7 ? 0 : 1));
            sums[17] += byChars(b, chars, round % 16);
            sums[18] += aheadFirst(b, round % 5 == 4 ? -1 : round % 12, 3);
            sums[19] += stack(new int[40], 12 + round % 3);
            for (int y = 0; y < 8; y++) board[y][round & 7] ^= window(board, y, round * 3 & 7) > 2;
            sums[20] += window(board, round & 7, round >> 3 & 7) * 31 + Arrays.deepHashCode(board);
            sums[21] += few(b, b[round % 4]) + few(b, -1) * 3;
            sums[22] += throwing(new int[] {1, 2, 3, round % 3 + 3, 5, 6}, round % 2 == 0 ? new int[7] : new int[6]);
            sums[23] += swapping(round, 5);
            sums[24] += countInts(b, b[round % 12]) + countInts(c, 0);
            double[] ds = {1, 2, Double.NaN, -0.0, 0.0, round % 3, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY};
            float[] fs = {1, 2, Float.NaN, -0.0f, 0.0f, round % 3, Float.NEGATIVE_INFINITY, Float.POSITIVE_INFINITY};
            for (double x : ds) sums[25] += countDoubles(ds, x);
            for (float x : fs) sums[26] += countFloats(fs, x);
            Object[] os = {"x", null, p, round % 2 == 0 ? "y" : q, null, os(round)};
            sums[27] += countObjects(os, p) + countObjects(os, null) * 5 + countObjects(os, "x") * 7;
            int n = round % 7;
            byte[] bytes = new byte[n];
            short[] shorts = new short[n];
            char[] cs = new char[n];
            int[] is = new int[n];
            long[] ls = new long[n];
            float[] floats = new float[n];
            double[] doubles = new double[n];
            boolean[] bits = new boolean[n];
            for (int k = 0; k < n; k++) doubles[k] = floats[k] = k * 0.5f - 1;
            p.constants(bytes, shorts, cs, is, ls, floats, doubles, bits);
            sums[28] += Arrays.hashCode(bytes) + Arrays.hashCode(shorts) + Arrays.hashCode(cs) + Arrays.hashCode(is) + Arrays.hashCode(ls);
            sums[29] += Arrays.hashCode(floats) * 31L + Arrays.hashCode(doubles) + Arrays.hashCode(bits);
            sums[30] += p.b + p.s + p.c + p.i + p.l + Float.floatToIntBits(p.f) + Double.doubleToLongBits(p.d) + (p.z ? 1 : 0);
            sums[31] += statics(20 + n);
            sums[32] += chains(round * 0x1234567);
            sums[33] += fields(p, round % 2 == 0 ? p : q, 5);
            if (round % (rounds / 4) == 0) System.out.println(Arrays.toString(sums));
        }
        System.out.println(Arrays.toString(sums));
    }

    static Object os(int round) {
        return round % 5 == 0 ? null : round % 5 == 1 ? "z" : (Object) round;
    }
}
