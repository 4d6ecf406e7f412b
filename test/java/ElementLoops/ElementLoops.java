import java.util.Arrays;

/**
 * Loops that count up by one and compute on elements of arrays one by one, which can be done several at a time, and loops that look like them but
 * cannot: elements that depend on those before, limits beyond an array's end, sums whose order matters. Each loop is a method of its own, called with
 * many lengths, starts and limits, with the same array for several parameters, with arrays that are too short or missing; elements that were stored
 * before an exception count as well. The argument says how often each method is called.
 */
public class ElementLoops {
    static int rounds, seed;

    static int next(int below) {
        seed = seed * 1103515245 + 12345;
        return (seed >>> 8) % below;
    }

    // ---- contents ----
    static final int MASTER = 5000, OFFSETS = 512;
    static final int[] SOME_INTS = {0, 1, -1, 2, -2, 31, 127, -128, 128, 255, 256, 32767, -32768, 65535, 65536, Integer.MAX_VALUE, Integer.MIN_VALUE};
    static final long[] SOME_LONGS = {0, 1, -1, 255, 1L << 31, -(1L << 31), 1L << 32, 0xffffffffL, -(1L << 32) - 1, Long.MAX_VALUE, Long.MIN_VALUE};
    static final float[] SOME_FLOATS = {0, -0f, 1, -1.5f, 0.1f, Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, Float.MIN_VALUE, -1e-40f,
        Float.MIN_NORMAL, Float.MAX_VALUE, 16777217, -7e9f, 2.5e18f};
    static final double[] SOME_DOUBLES = {0, -0d, 1, -2.5, 0.1, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MIN_VALUE, -1e-310,
        Double.MIN_NORMAL, Double.MAX_VALUE, 9007199254740993d, -3e18, 5e9};
    static final int[] FACTORS = {0, 1, 3, -1, 7, -7, 31, 32, 33, 100, 65537, -129, Integer.MAX_VALUE, Integer.MIN_VALUE};
    static final int[] intMaster = new int[MASTER];
    static final long[] longMaster = new long[MASTER];
    static final float[] floatMaster = new float[MASTER];
    static final double[] doubleMaster = new double[MASTER];
    static final byte[] byteMaster = new byte[MASTER];
    static final short[] shortMaster = new short[MASTER];
    static final char[] charMaster = new char[MASTER];
    static final boolean[] booleanMaster = new boolean[MASTER];

    static void fillMasters() {
        seed = 42;
        for (int i = 0; i < MASTER; i++) {
            int way = next(6), x = next(1 << 24) << 8 ^ next(1 << 24);
            long y = (long) x << 32 ^ next(1 << 24) * 1001L;
            intMaster[i] = way == 0 ? SOME_INTS[next(SOME_INTS.length)] : way < 3 ? x >> 24 : x;
            longMaster[i] = way == 0 ? SOME_LONGS[next(SOME_LONGS.length)] : way < 3 ? x >> 24 : y;
            floatMaster[i] = i % 41 == 7 ? SOME_FLOATS[next(SOME_FLOATS.length)] : x * 1e-5f;
            doubleMaster[i] = i % 41 == 7 ? SOME_DOUBLES[next(SOME_DOUBLES.length)] : y * 1e-13;
            byteMaster[i] = (byte) intMaster[i];
            shortMaster[i] = (short) intMaster[i];
            charMaster[i] = (char) intMaster[i];
            booleanMaster[i] = (x & 64) != 0;
        }
    }

    static long mix(boolean x) { return x ? 3 : 5; }
    static long mix(float x) { return Float.floatToIntBits(x); }
    static long mix(double x) { return Double.doubleToLongBits(x); }

    /** Arrays of one type: a copy of a part of the master, and a sum over what an array holds. */
    abstract static class Kind<T> {
        final String name;
        Kind(String name) { this.name = name; }
        abstract T some(int from, int length);
        abstract long mix(T a);
    }

    static final Kind<int[]> INTS = new Kind<>("int") {
        int[] some(int from, int length) { return Arrays.copyOfRange(intMaster, from, from + length); }
        long mix(int[] a) { return ElementLoops.mix(a); }
    };
    static final Kind<long[]> LONGS = new Kind<>("long") {
        long[] some(int from, int length) { return Arrays.copyOfRange(longMaster, from, from + length); }
        long mix(long[] a) { return ElementLoops.mix(a); }
    };
    static final Kind<float[]> FLOATS = new Kind<>("float") {
        float[] some(int from, int length) { return Arrays.copyOfRange(floatMaster, from, from + length); }
        long mix(float[] a) { return ElementLoops.mix(a); }
    };
    static final Kind<double[]> DOUBLES = new Kind<>("double") {
        double[] some(int from, int length) { return Arrays.copyOfRange(doubleMaster, from, from + length); }
        long mix(double[] a) { return ElementLoops.mix(a); }
    };
    static final Kind<byte[]> BYTES = new Kind<>("byte") {
        byte[] some(int from, int length) { return Arrays.copyOfRange(byteMaster, from, from + length); }
        long mix(byte[] a) { return ElementLoops.mix(a); }
    };
    static final Kind<short[]> SHORTS = new Kind<>("short") {
        short[] some(int from, int length) { return Arrays.copyOfRange(shortMaster, from, from + length); }
        long mix(short[] a) { return ElementLoops.mix(a); }
    };
    static final Kind<char[]> CHARS = new Kind<>("char") {
        char[] some(int from, int length) { return Arrays.copyOfRange(charMaster, from, from + length); }
        long mix(char[] a) { return ElementLoops.mix(a); }
    };
    static final Kind<boolean[]> BOOLEANS = new Kind<>("boolean") {
        boolean[] some(int from, int length) { return Arrays.copyOfRange(booleanMaster, from, from + length); }
        long mix(boolean[] a) { return ElementLoops.mix(a); }
    };

    static long mix(int[] a) {
        long h = 1;
        if (a != null) for (int x : a) h = h * 31 + x;
        return h;
    }
    static long mix(long[] a) {
        long h = 1;
        if (a != null) for (long x : a) h = h * 31 + (x ^ x >>> 31);
        return h;
    }
    static long mix(float[] a) {
        long h = 1;
        if (a != null) for (float x : a) h = h * 31 + Float.floatToIntBits(x);
        return h;
    }
    static long mix(double[] a) {
        long h = 1;
        if (a != null) {
            for (double d : a) {
                long x = Double.doubleToLongBits(d);
                h = h * 31 + (x ^ x >>> 31);
            }
        }
        return h;
    }
    static long mix(byte[] a) {
        long h = 1;
        if (a != null) for (byte x : a) h = h * 31 + x;
        return h;
    }
    static long mix(short[] a) {
        long h = 1;
        if (a != null) for (short x : a) h = h * 31 + x;
        return h;
    }
    static long mix(char[] a) {
        long h = 1;
        if (a != null) for (char x : a) h = h * 31 + x;
        return h;
    }
    static long mix(boolean[] a) {
        long h = 1;
        if (a != null) for (boolean x : a) h = h * 31 + (x ? 3 : 5);
        return h;
    }

    // ---- calls ----
    interface Stores<T> { void run(T a, T b, T c, int from, int n, int k); }
    interface Values<T> { long run(T a, T b, T c, int from, int n, int k); }
    interface Case { long run(Arguments m); }

    /** What one call gets: lengths of three arrays (-1: null), start, limit, and a number. */
    static class Arguments {
        int a, b, c, from, n, k;

        /** Indexes from i - before to i + behind are used. The second half of the rounds has wrong ones among them. */
        void choose(int round, int before, int behind) {
            int size = round % 89 == 40 ? round % 2 == 0 ? 1000 : 4099 : round % 71 + before + behind;
            a = b = c = size;
            from = before;
            n = size - behind;
            k = FACTORS[next(FACTORS.length)];
            if (next(3) == 0) {
                from += next(size / 2 + 1);
                n -= next(size / 2 + 1);
            }
            if (round > rounds / 2 && next(5) < 2) spoil(size);
        }

        void spoil(int size) {
            switch (next(18)) {
                case 0, 1, 2 -> a = Math.max(0, a - 1 - next(10));
                case 3, 4 -> b = Math.max(0, b - 1 - next(20));
                case 5, 6, 7 -> c = Math.max(0, c - 1 - next(10));
                case 8, 9 -> n = size + 1 + next(20);
                case 10 -> n = Integer.MAX_VALUE;
                case 11 -> n = Integer.MIN_VALUE;
                case 12 -> from = -1 - next(3);
                case 13 -> from = Integer.MIN_VALUE;
                case 14 -> from = size + next(3);
                case 15 -> a = -1;
                case 16 -> b = -1;
                default -> c = -1;
            }
        }

        <T> T array(Kind<T> kind, int length) {
            return length < 0 ? null : kind.some(next(OFFSETS), length);
        }

        /** Nearer to the usual, for loops that go on after an exception. */
        void tame() {
            from = Math.max(from, -5);
            n = Math.min(n, 5000);
        }
    }

    static void print(String name, long h) {
        System.out.println(name + " " + Integer.toHexString((int) (h ^ h >>> 32)));
    }

    static <T> void stores(Kind<T> kind, String name, int before, int behind, Stores<T> f) {
        values(kind, name, before, behind, (a, b, c, from, n, k) -> {
            f.run(a, b, c, from, n, k);
            return 0;
        });
    }

    static <T> void values(Kind<T> kind, String name, int before, int behind, Values<T> f) {
        seed = name.hashCode();
        long h = 0;
        Arguments m = new Arguments();
        for (int r = 0; r < rounds; r++) {
            m.choose(r, before, behind);
            T a = m.array(kind, m.a), b = m.array(kind, m.b), c = m.array(kind, m.c);
            switch (next(8)) {
                case 4 -> b = a;
                case 5 -> c = a;
                case 6 -> c = b;
                case 7 -> b = c = a;
                default -> { }
            }
            try {
                h = h * 31 + f.run(a, b, c, m.from, m.n, m.k);
            } catch (RuntimeException e) {
                h = h * 31 + e.toString().hashCode();
            }
            h = h * 31 + kind.mix(a);
            if (b != a) h = h * 31 + kind.mix(b);
            if (c != a && c != b) h = h * 31 + kind.mix(c);
        }
        print(kind.name + "." + name, h);
    }

    /** Arrays of all kinds at once, two of some. */
    static final class AllKinds extends Arguments {
        byte[] b, y;
        short[] s;
        char[] c;
        int[] i0, i1;
        long[] l;
        float[] f, g;
        double[] d, e;
        boolean[] z;

        void fill() {
            b = array(BYTES, super.a);
            s = array(SHORTS, super.b);
            c = array(CHARS, super.c);
            i0 = array(INTS, super.a);
            l = array(LONGS, super.b);
            f = array(FLOATS, super.c);
            d = array(DOUBLES, super.a);
            z = array(BOOLEANS, super.b);
            boolean same = next(3) == 0;
            y = same ? b : array(BYTES, super.b);
            i1 = same ? i0 : array(INTS, super.b);
            g = same ? f : array(FLOATS, super.a);
            e = same ? d : array(DOUBLES, super.b);
        }
    }

    static void mixed(String name, int before, int behind, java.util.function.ToLongFunction<AllKinds> f) {
        seed = name.hashCode();
        long h = 0;
        AllKinds m = new AllKinds();
        for (int r = 0; r < rounds; r++) {
            m.choose(r, before, behind);
            m.fill();
            try {
                h = h * 31 + f.applyAsLong(m);
            } catch (RuntimeException e) {
                h = h * 31 + e.toString().hashCode();
            }
            if ((r & 1) == 0) h = h * 31 + mix(m.i0) + mix(m.l) + mix(m.f) + mix(m.d);
            else h = h * 31 + mix(m.b) + mix(m.s) + mix(m.c) + mix(m.z) + mix(m.i0);
        }
        print("mixed." + name, h);
    }

    /** A case that makes what it works on itself. */
    static void other(String name, int before, int behind, Case f) {
        seed = name.hashCode();
        long h = 0;
        Arguments m = new Arguments();
        for (int r = 0; r < rounds; r++) {
            m.choose(r, before, behind);
            m.tame();
            try {
                h = h * 31 + f.run(m);
            } catch (RuntimeException e) {
                h = h * 31 + e.toString().hashCode();
            }
        }
        print("other." + name, h);
    }

    static final class Ints {
        static void add(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i] + b[i]; }
        static void sub(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i] - b[i]; }
        static void mul(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i] * b[i]; }
        static void bits(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i] & b[i] | (c[i] ^ a[i]); }
        static void andNot(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i] & ~b[i]; }
        static void negate(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = -a[i]; }
        static void not(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = ~a[i]; }
        static void addInvariant(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i] + k; }
        static void fromInvariant(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = k - a[i]; }
        static void mulInvariant(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i] * k ^ k; }
        static void constants(int[] a, int[] b, int[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (a[i] * 7 + 3 - b[i] * 8) & 0x7fff7ffe;
        }
        static void mixed(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (a[i] + b[i]) * (a[i] - k) ^ (c[i] + 1); }
        static void shiftBy0(int[] a, int[] b, int[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (a[i] << 0) + (b[i] >> 0) + (a[i] >>> 0);
        }
        static void shiftBy1(int[] a, int[] b, int[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (a[i] << 1) ^ (b[i] >> 1) + (a[i] >>> 1);
        }
        static void shiftBy31(int[] a, int[] b, int[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (a[i] << 31) ^ (b[i] >> 31) + (a[i] >>> 31);
        }
        static void shiftBy32(int[] a, int[] b, int[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (a[i] << 32) ^ (b[i] >> 32) + (a[i] >>> 32);
        }
        static void shiftBy33(int[] a, int[] b, int[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (a[i] << 33) ^ (b[i] >> 33) + (a[i] >>> 33);
        }
        static void shiftBy63(int[] a, int[] b, int[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (a[i] << 63) ^ (b[i] >> 63) + (a[i] >>> -1);
        }
        static void shiftByInvariant(int[] a, int[] b, int[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (a[i] << k) ^ (b[i] >> k) + (a[i] >>> k);
        }
        static void shiftByElement(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i] >> b[i]; }
        static void shiftOfInvariant(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = k << a[i]; }
        static void min(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = Math.min(a[i], b[i]); }
        static void max(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = Math.max(a[i], k); }
        static void abs(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = Math.abs(a[i]); }
        static void clamp(int[] a, int[] b, int[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = Math.max(-100, Math.min(a[i] + b[i], 100));
        }
        static void byCondition(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i] > b[i] ? a[i] : k; }
        static void storeByCondition(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = from; i < n; i++) if (a[i] > 0) c[i] = b[i]; }
        static void divide(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i] / k; }
        static void divideByConstant(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i] / 10 + b[i] % 8; }
        static void narrowed(int[] a, int[] b, int[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (byte) a[i] + (short) b[i] - (char) a[i];
        }
        static void increase(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = from; i < n; i++) a[i] += b[i]; }
        static void count(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = from; i < n; i++) a[i]++; }
        static void square(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = from; i < n; i++) a[i] *= a[i]; }
        static void copy(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i]; }
        static void fill(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = k; }
        static void fillZero(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = 0; }
        static void fillOnes(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = -1; }
        static void counter(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = i; }
        static void counterTimes(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = i * 3 + k; }
        static void addCounter(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i] + i; }
        static void previous(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = from; i < n; i++) a[i] = a[i - 1] + b[i]; }
        static void previousOther(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i - 1] + b[i]; }
        static void previousTwo(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i - 2] - b[i - 1]; }
        static void previousFour(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = from; i < n; i++) a[i] = a[i - 4] + b[i - 3]; }
        static void previousEight(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = from; i < n; i++) a[i] = a[i - 8] ^ b[i]; }
        static void next(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = from; i < n; i++) a[i] = a[i + 1]; }
        static void nextOther(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i + 2] ^ b[i + 1]; }
        static void around(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i - 1] + a[i] * 2 + a[i + 1]; }
        static void storeNext(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i + 1] = a[i] + k; }
        static void storePrevious(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i - 1] = a[i] - b[i]; }
        static void byInvariantOffset(int[] a, int[] b, int[] c, int from, int n, int k) {
            k &= 3;
            for (int i = from; i < n; i++) c[i] = a[i + k];
        }
        static void byAnyOffset(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i + k]; }
        static void hugeOffset(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i + 2147483647]; }
        static void twoStores(int[] a, int[] b, int[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) {
                a[i] = b[i] + 1;
                c[i] = b[i] - 1;
            }
        }
        static void storedTwice(int[] a, int[] b, int[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) {
                c[i] = a[i];
                c[i] += b[i];
            }
        }
        static void overwritten(int[] a, int[] b, int[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) {
                c[i] = a[i];
                c[i + 1] = b[i];
            }
        }
        static void swap(int[] a, int[] b, int[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) {
                int t = a[i];
                a[i] = b[i];
                b[i] = t;
            }
        }
        static void loadBehindStore(int[] a, int[] b, int[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) {
                c[i] = a[i] + 1;
                b[i] = c[i] * 2;
            }
        }
        static int last(int[] a, int[] b, int[] c, int from, int n, int k) {
            int t = 5;
            for (int i = from; i < n; i++) {
                t = a[i];
                c[i] = t * 3;
            }
            return t;
        }
        static int lastComputed(int[] a, int[] b, int[] c, int from, int n, int k) {
            int t = 5;
            for (int i = from; i < n; i++) {
                t = a[i] + b[i];
                c[i] = t;
            }
            return t * 2;
        }
        static int lastTwo(int[] a, int[] b, int[] c, int from, int n, int k) {
            int t = 5, u = 6;
            for (int i = from; i < n; i++) {
                u = t;
                t = a[i];
                c[i] = t ^ 1;
            }
            return t * 31 + u;
        }
        static int counterBehind(int[] a, int[] b, int[] c, int from, int n, int k) { int i = from; for (; i < n; i++) c[i] = a[i] * 2; return i; }
        static void inclusive(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = from; i <= n; i++) c[i] = a[i] - b[i]; }
        static void byLength(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = from; i < a.length; i++) c[i] = a[i] ^ b[i]; }
        static void allByLength(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = 0; i < c.length; i++) c[i] = a[i] + b[i]; }
        static void byLengthBut(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = 1; i < a.length - 1; i++) c[i] = a[i - 1] + a[i + 1]; }
        static void byBoth(int[] a, int[] b, int[] c, int from, int n, int k) {
            n = Math.min(n, Math.min(a.length, c.length));
            for (int i = from; i < n; i++) c[i] = a[i] + 1;
        }
        static void noRoom(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = from; i != n && i < n; i++) c[i] = a[i] + b[i]; }
        static void whileLoop(int[] a, int[] b, int[] c, int from, int n, int k) {
            int i = from;
            while (i < n) {
                c[i] = a[i] + b[i];
                i++;
            }
        }
        static void doLoop(int[] a, int[] b, int[] c, int from, int n, int k) {
            int i = from;
            do {
                c[i] = a[i] - b[i];
                i++;
            } while (i < n);
        }
        static void limitFirst(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = from; n > i; ++i) c[i] = a[i] - b[i]; }
        static void byTwo(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = from; i < n; i += 2) c[i] = a[i + 1] + b[i]; }
        static void byTwoBoth(int[] a, int[] b, int[] c, int from, int n, int k) {
            for (int i = from; i < n; i += 2) {
                c[i] = a[i];
                c[i + 1] = b[i];
            }
        }
        static void down(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = n - 1; i >= from; i--) c[i] = a[i] + b[i]; }
        static void downPrevious(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = n - 1; i >= from; i--) a[i] = a[i - 1] + b[i]; }
        static void longCounter(int[] a, int[] b, int[] c, int from, int n, int k) { for (long i = from; i < n; i++) c[(int) i] = a[(int) i] + b[(int) i]; }
        static void twoCounters(int[] a, int[] b, int[] c, int from, int n, int k) { for (int i = from, j = n - 1; i < n; i++, j--) c[i] = a[j]; }
        static int leave(int[] a, int[] b, int[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) {
                if (a[i] == 0) return i;
                c[i] = a[i];
            }
            return -1;
        }
        static void twoLoops(int[] a, int[] b, int[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = a[i] + b[i];
            for (int i = from; i < n; i++) a[i] = c[i] - 1;
        }
        static int sum(int[] a, int[] b, int[] c, int from, int n, int k) { int s = 0; for (int i = from; i < n; i++) s += a[i]; return s; }
        static int sumFromInvariant(int[] a, int[] b, int[] c, int from, int n, int k) { int s = k; for (int i = from; i < n; i++) s += a[i]; return s; }
        static int sumDown(int[] a, int[] b, int[] c, int from, int n, int k) { int s = k; for (int i = from; i < n; i++) s -= a[i]; return s; }
        static int sumNegated(int[] a, int[] b, int[] c, int from, int n, int k) { int s = k; for (int i = from; i < n; i++) s = a[i] - s; return s; }
        static int xor(int[] a, int[] b, int[] c, int from, int n, int k) { int s = k; for (int i = from; i < n; i++) s ^= a[i]; return s; }
        static int or(int[] a, int[] b, int[] c, int from, int n, int k) { int s = k & 3; for (int i = from; i < n; i++) s |= a[i] & 0x10f0; return s; }
        static int and(int[] a, int[] b, int[] c, int from, int n, int k) { int s = -1; for (int i = from; i < n; i++) s &= a[i] | 0xff; return s; }
        static int product(int[] a, int[] b, int[] c, int from, int n, int k) { int s = 3; for (int i = from; i < n; i++) s *= a[i] | 1; return s; }
        static int least(int[] a, int[] b, int[] c, int from, int n, int k) { int s = 1000; for (int i = from; i < n; i++) s = Math.min(s, a[i]); return s; }
        static int most(int[] a, int[] b, int[] c, int from, int n, int k) { int s = k; for (int i = from; i < n; i++) s = Math.max(s, a[i]); return s; }
        static int mostByCondition(int[] a, int[] b, int[] c, int from, int n, int k) {
            int s = k;
            for (int i = from; i < n; i++) if (a[i] > s) s = a[i];
            return s;
        }
        static int twoSums(int[] a, int[] b, int[] c, int from, int n, int k) {
            int s = 0, t = k;
            for (int i = from; i < n; i++) {
                s += a[i];
                t ^= b[i];
            }
            return s * 31 + t;
        }
        static int crossedSums(int[] a, int[] b, int[] c, int from, int n, int k) {
            int s = 0, t = k;
            for (int i = from; i < n; i++) {
                s += a[i];
                t += s;
            }
            return s * 31 + t;
        }
        static int dot(int[] a, int[] b, int[] c, int from, int n, int k) { int s = 0; for (int i = from; i < n; i++) s += a[i] * b[i]; return s; }
        static int differences(int[] a, int[] b, int[] c, int from, int n, int k) {
            int s = 0;
            for (int i = from; i < n; i++) s += Math.abs(a[i + 1] - a[i]);
            return s;
        }
        static int sumAndStore(int[] a, int[] b, int[] c, int from, int n, int k) {
            int s = k;
            for (int i = from; i < n; i++) {
                s += a[i];
                c[i] = a[i] + b[i];
            }
            return s;
        }
        static int sumOfStored(int[] a, int[] b, int[] c, int from, int n, int k) {
            int s = k;
            for (int i = from; i < n; i++) {
                c[i] = a[i] * 3;
                s += c[i];
            }
            return s;
        }
        static int sumStored(int[] a, int[] b, int[] c, int from, int n, int k) {
            int s = k;
            for (int i = from; i < n; i++) {
                s += a[i];
                c[i] = s;
            }
            return s;
        }
        static int sumOfNext(int[] a, int[] b, int[] c, int from, int n, int k) {
            int s = k;
            for (int i = from; i < n; i++) {
                s += a[i + 1];
                c[i] = b[i];
            }
            return s;
        }
        static int sumOfCounters(int[] a, int[] b, int[] c, int from, int n, int k) { int s = 0; for (int i = from; i < n; i++) s += a[i] * i; return s; }
        static int hash(int[] a, int[] b, int[] c, int from, int n, int k) { int s = 1; for (int i = from; i < n; i++) s = s * 31 + a[i]; return s; }
        static int sumTwice(int[] a, int[] b, int[] c, int from, int n, int k) {
            int s = 0;
            for (int i = from; i < n; i++) s += a[i];
            for (int i = from; i < n; i++) s += b[i];
            return s;
        }
        static int sumByLongCounter(int[] a, int[] b, int[] c, int from, int n, int k) { int s = 0; for (long i = from; i < n; i++) s += a[(int) i]; return s; }
        static int sumDownwards(int[] a, int[] b, int[] c, int from, int n, int k) { int s = k; for (int i = n - 1; i >= from; i--) s += a[i]; return s; }
        static int countWhere(int[] a, int[] b, int[] c, int from, int n, int k) { int s = 0; for (int i = from; i < n; i++) if (a[i] < b[i]) s++; return s; }

        static void all() {
            stores(INTS, "add", 0, 0, Ints::add);
            stores(INTS, "sub", 0, 0, Ints::sub);
            stores(INTS, "mul", 0, 0, Ints::mul);
            stores(INTS, "bits", 0, 0, Ints::bits);
            stores(INTS, "andNot", 0, 0, Ints::andNot);
            stores(INTS, "negate", 0, 0, Ints::negate);
            stores(INTS, "not", 0, 0, Ints::not);
            stores(INTS, "addInvariant", 0, 0, Ints::addInvariant);
            stores(INTS, "fromInvariant", 0, 0, Ints::fromInvariant);
            stores(INTS, "mulInvariant", 0, 0, Ints::mulInvariant);
            stores(INTS, "constants", 0, 0, Ints::constants);
            stores(INTS, "mixed", 0, 0, Ints::mixed);
            stores(INTS, "shiftBy0", 0, 0, Ints::shiftBy0);
            stores(INTS, "shiftBy1", 0, 0, Ints::shiftBy1);
            stores(INTS, "shiftBy31", 0, 0, Ints::shiftBy31);
            stores(INTS, "shiftBy32", 0, 0, Ints::shiftBy32);
            stores(INTS, "shiftBy33", 0, 0, Ints::shiftBy33);
            stores(INTS, "shiftBy63", 0, 0, Ints::shiftBy63);
            stores(INTS, "shiftByInvariant", 0, 0, Ints::shiftByInvariant);
            stores(INTS, "shiftByElement", 0, 0, Ints::shiftByElement);
            stores(INTS, "shiftOfInvariant", 0, 0, Ints::shiftOfInvariant);
            stores(INTS, "min", 0, 0, Ints::min);
            stores(INTS, "max", 0, 0, Ints::max);
            stores(INTS, "abs", 0, 0, Ints::abs);
            stores(INTS, "clamp", 0, 0, Ints::clamp);
            stores(INTS, "byCondition", 0, 0, Ints::byCondition);
            stores(INTS, "storeByCondition", 0, 0, Ints::storeByCondition);
            stores(INTS, "divide", 0, 0, Ints::divide);
            stores(INTS, "divideByConstant", 0, 0, Ints::divideByConstant);
            stores(INTS, "narrowed", 0, 0, Ints::narrowed);
            stores(INTS, "increase", 0, 0, Ints::increase);
            stores(INTS, "count", 0, 0, Ints::count);
            stores(INTS, "square", 0, 0, Ints::square);
            stores(INTS, "copy", 0, 0, Ints::copy);
            stores(INTS, "fill", 0, 0, Ints::fill);
            stores(INTS, "fillZero", 0, 0, Ints::fillZero);
            stores(INTS, "fillOnes", 0, 0, Ints::fillOnes);
            stores(INTS, "counter", 0, 0, Ints::counter);
            stores(INTS, "counterTimes", 0, 0, Ints::counterTimes);
            stores(INTS, "addCounter", 0, 0, Ints::addCounter);
            stores(INTS, "previous", 1, 0, Ints::previous);
            stores(INTS, "previousOther", 1, 0, Ints::previousOther);
            stores(INTS, "previousTwo", 2, 0, Ints::previousTwo);
            stores(INTS, "previousFour", 4, 0, Ints::previousFour);
            stores(INTS, "previousEight", 8, 0, Ints::previousEight);
            stores(INTS, "next", 0, 1, Ints::next);
            stores(INTS, "nextOther", 0, 2, Ints::nextOther);
            stores(INTS, "around", 1, 1, Ints::around);
            stores(INTS, "storeNext", 0, 1, Ints::storeNext);
            stores(INTS, "storePrevious", 1, 0, Ints::storePrevious);
            stores(INTS, "byInvariantOffset", 0, 3, Ints::byInvariantOffset);
            stores(INTS, "byAnyOffset", 0, 0, Ints::byAnyOffset);
            stores(INTS, "hugeOffset", 0, 0, Ints::hugeOffset);
            stores(INTS, "twoStores", 0, 0, Ints::twoStores);
            stores(INTS, "storedTwice", 0, 0, Ints::storedTwice);
            stores(INTS, "overwritten", 0, 1, Ints::overwritten);
            stores(INTS, "swap", 0, 0, Ints::swap);
            stores(INTS, "loadBehindStore", 0, 0, Ints::loadBehindStore);
            values(INTS, "last", 0, 0, Ints::last);
            values(INTS, "lastComputed", 0, 0, Ints::lastComputed);
            values(INTS, "lastTwo", 0, 0, Ints::lastTwo);
            values(INTS, "counterBehind", 0, 0, Ints::counterBehind);
            stores(INTS, "inclusive", 0, 1, Ints::inclusive);
            stores(INTS, "byLength", 0, 0, Ints::byLength);
            stores(INTS, "allByLength", 0, 0, Ints::allByLength);
            stores(INTS, "byLengthBut", 1, 1, Ints::byLengthBut);
            stores(INTS, "byBoth", 0, 0, Ints::byBoth);
            stores(INTS, "noRoom", 0, 0, Ints::noRoom);
            stores(INTS, "whileLoop", 0, 0, Ints::whileLoop);
            stores(INTS, "doLoop", 0, 0, Ints::doLoop);
            stores(INTS, "limitFirst", 0, 0, Ints::limitFirst);
            stores(INTS, "byTwo", 0, 1, Ints::byTwo);
            stores(INTS, "byTwoBoth", 0, 1, Ints::byTwoBoth);
            stores(INTS, "down", 0, 0, Ints::down);
            stores(INTS, "downPrevious", 1, 0, Ints::downPrevious);
            stores(INTS, "longCounter", 0, 0, Ints::longCounter);
            stores(INTS, "twoCounters", 0, 0, Ints::twoCounters);
            values(INTS, "leave", 0, 0, Ints::leave);
            stores(INTS, "twoLoops", 0, 0, Ints::twoLoops);
            values(INTS, "sum", 0, 0, Ints::sum);
            values(INTS, "sumFromInvariant", 0, 0, Ints::sumFromInvariant);
            values(INTS, "sumDown", 0, 0, Ints::sumDown);
            values(INTS, "sumNegated", 0, 0, Ints::sumNegated);
            values(INTS, "xor", 0, 0, Ints::xor);
            values(INTS, "or", 0, 0, Ints::or);
            values(INTS, "and", 0, 0, Ints::and);
            values(INTS, "product", 0, 0, Ints::product);
            values(INTS, "least", 0, 0, Ints::least);
            values(INTS, "most", 0, 0, Ints::most);
            values(INTS, "mostByCondition", 0, 0, Ints::mostByCondition);
            values(INTS, "twoSums", 0, 0, Ints::twoSums);
            values(INTS, "crossedSums", 0, 0, Ints::crossedSums);
            values(INTS, "dot", 0, 0, Ints::dot);
            values(INTS, "differences", 0, 1, Ints::differences);
            values(INTS, "sumAndStore", 0, 0, Ints::sumAndStore);
            values(INTS, "sumOfStored", 0, 0, Ints::sumOfStored);
            values(INTS, "sumStored", 0, 0, Ints::sumStored);
            values(INTS, "sumOfNext", 0, 1, Ints::sumOfNext);
            values(INTS, "sumOfCounters", 0, 0, Ints::sumOfCounters);
            values(INTS, "hash", 0, 0, Ints::hash);
            values(INTS, "sumTwice", 0, 0, Ints::sumTwice);
            values(INTS, "sumByLongCounter", 0, 0, Ints::sumByLongCounter);
            values(INTS, "sumDownwards", 0, 0, Ints::sumDownwards);
            values(INTS, "countWhere", 0, 0, Ints::countWhere);
        }
    }

    static final class Longs {
        static void add(long[] a, long[] b, long[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i] + b[i]; }
        static void sub(long[] a, long[] b, long[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i] - b[i]; }
        static void mul(long[] a, long[] b, long[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i] * b[i]; }
        static void bits(long[] a, long[] b, long[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i] & b[i] | (c[i] ^ a[i]); }
        static void andNot(long[] a, long[] b, long[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i] & ~b[i]; }
        static void negate(long[] a, long[] b, long[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = -a[i]; }
        static void not(long[] a, long[] b, long[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = ~a[i]; }
        static void addInvariant(long[] a, long[] b, long[] c, int from, int n, int k) {
            long w = k * 0x100000003L;
            for (int i = from; i < n; i++) c[i] = a[i] + w;
        }
        static void fromInvariant(long[] a, long[] b, long[] c, int from, int n, int k) {
            long w = k * 0x100000003L;
            for (int i = from; i < n; i++) c[i] = w - a[i];
        }
        static void mulInvariant(long[] a, long[] b, long[] c, int from, int n, int k) {
            long w = k * 0x100000003L;
            for (int i = from; i < n; i++) c[i] = a[i] * w ^ w;
        }
        static void constants(long[] a, long[] b, long[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (a[i] * 7 + 3 - b[i] * 8) & 0x7fff7ffe;
        }
        static void mixed(long[] a, long[] b, long[] c, int from, int n, int k) {
            long w = k * 0x100000003L;
            for (int i = from; i < n; i++) c[i] = (a[i] + b[i]) * (a[i] - w) ^ (c[i] + 1);
        }
        static void shiftBy0(long[] a, long[] b, long[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (a[i] << 0) + (b[i] >> 0) + (a[i] >>> 0);
        }
        static void shiftBy1(long[] a, long[] b, long[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (a[i] << 1) ^ (b[i] >> 1) + (a[i] >>> 1);
        }
        static void shiftBy31(long[] a, long[] b, long[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (a[i] << 31) ^ (b[i] >> 31) + (a[i] >>> 31);
        }
        static void shiftBy32(long[] a, long[] b, long[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (a[i] << 32) ^ (b[i] >> 32) + (a[i] >>> 32);
        }
        static void shiftBy33(long[] a, long[] b, long[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (a[i] << 33) ^ (b[i] >> 33) + (a[i] >>> 33);
        }
        static void shiftBy63(long[] a, long[] b, long[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (a[i] << 63) ^ (b[i] >> 63) + (a[i] >>> -1);
        }
        static void shiftByInvariant(long[] a, long[] b, long[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (a[i] << k) ^ (b[i] >> k) + (a[i] >>> k);
        }
        static void shiftByElement(long[] a, long[] b, long[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i] >> b[i]; }
        static void shiftOfInvariant(long[] a, long[] b, long[] c, int from, int n, int k) {
            long w = k * 0x100000003L;
            for (int i = from; i < n; i++) c[i] = w << a[i];
        }
        static void min(long[] a, long[] b, long[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = Math.min(a[i], b[i]); }
        static void max(long[] a, long[] b, long[] c, int from, int n, int k) {
            long w = k * 0x100000003L;
            for (int i = from; i < n; i++) c[i] = Math.max(a[i], w);
        }
        static void abs(long[] a, long[] b, long[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = Math.abs(a[i]); }
        static void clamp(long[] a, long[] b, long[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = Math.max(-100, Math.min(a[i] + b[i], 100));
        }
        static void byCondition(long[] a, long[] b, long[] c, int from, int n, int k) {
            long w = k * 0x100000003L;
            for (int i = from; i < n; i++) c[i] = a[i] > b[i] ? a[i] : w;
        }
        static void storeByCondition(long[] a, long[] b, long[] c, int from, int n, int k) { for (int i = from; i < n; i++) if (a[i] > 0) c[i] = b[i]; }
        static void divide(long[] a, long[] b, long[] c, int from, int n, int k) {
            long w = k * 0x100000003L;
            for (int i = from; i < n; i++) c[i] = a[i] / w;
        }
        static void divideByConstant(long[] a, long[] b, long[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i] / 10 + b[i] % 8; }
        static void narrowed(long[] a, long[] b, long[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (byte) a[i] + (short) b[i] - (char) a[i];
        }
        static void increase(long[] a, long[] b, long[] c, int from, int n, int k) { for (int i = from; i < n; i++) a[i] += b[i]; }
        static void count(long[] a, long[] b, long[] c, int from, int n, int k) { for (int i = from; i < n; i++) a[i]++; }
        static void square(long[] a, long[] b, long[] c, int from, int n, int k) { for (int i = from; i < n; i++) a[i] *= a[i]; }
        static void copy(long[] a, long[] b, long[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i]; }
        static void fill(long[] a, long[] b, long[] c, int from, int n, int k) {
            long w = k * 0x100000003L;
            for (int i = from; i < n; i++) c[i] = w;
        }
        static void fillZero(long[] a, long[] b, long[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = 0; }
        static void fillOnes(long[] a, long[] b, long[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = -1; }
        static void counter(long[] a, long[] b, long[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = i; }
        static void counterTimes(long[] a, long[] b, long[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = i * 3 + k; }
        static void addCounter(long[] a, long[] b, long[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i] + i; }
        static void previous(long[] a, long[] b, long[] c, int from, int n, int k) { for (int i = from; i < n; i++) a[i] = a[i - 1] + b[i]; }
        static void previousOther(long[] a, long[] b, long[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i - 1] + b[i]; }
        static void previousTwo(long[] a, long[] b, long[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i - 2] - b[i - 1]; }
        static void previousFour(long[] a, long[] b, long[] c, int from, int n, int k) { for (int i = from; i < n; i++) a[i] = a[i - 4] + b[i - 3]; }
        static void previousEight(long[] a, long[] b, long[] c, int from, int n, int k) { for (int i = from; i < n; i++) a[i] = a[i - 8] ^ b[i]; }
        static void next(long[] a, long[] b, long[] c, int from, int n, int k) { for (int i = from; i < n; i++) a[i] = a[i + 1]; }
        static void nextOther(long[] a, long[] b, long[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i + 2] ^ b[i + 1]; }
        static void around(long[] a, long[] b, long[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i - 1] + a[i] * 2 + a[i + 1]; }
        static void storeNext(long[] a, long[] b, long[] c, int from, int n, int k) {
            long w = k * 0x100000003L;
            for (int i = from; i < n; i++) c[i + 1] = a[i] + w;
        }
        static void storePrevious(long[] a, long[] b, long[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i - 1] = a[i] - b[i]; }
        static void byInvariantOffset(long[] a, long[] b, long[] c, int from, int n, int k) {
            k &= 3;
            for (int i = from; i < n; i++) c[i] = a[i + k];
        }
        static void byAnyOffset(long[] a, long[] b, long[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i + k]; }
        static void hugeOffset(long[] a, long[] b, long[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i + 2147483647]; }
        static void twoStores(long[] a, long[] b, long[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) {
                a[i] = b[i] + 1;
                c[i] = b[i] - 1;
            }
        }
        static void storedTwice(long[] a, long[] b, long[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) {
                c[i] = a[i];
                c[i] += b[i];
            }
        }
        static void overwritten(long[] a, long[] b, long[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) {
                c[i] = a[i];
                c[i + 1] = b[i];
            }
        }
        static void swap(long[] a, long[] b, long[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) {
                long t = a[i];
                a[i] = b[i];
                b[i] = t;
            }
        }
        static void loadBehindStore(long[] a, long[] b, long[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) {
                c[i] = a[i] + 1;
                b[i] = c[i] * 2;
            }
        }
        static long last(long[] a, long[] b, long[] c, int from, int n, int k) {
            long t = 5;
            for (int i = from; i < n; i++) {
                t = a[i];
                c[i] = t * 3;
            }
            return t;
        }
        static long lastComputed(long[] a, long[] b, long[] c, int from, int n, int k) {
            long t = 5;
            for (int i = from; i < n; i++) {
                t = a[i] + b[i];
                c[i] = t;
            }
            return t * 2;
        }
        static long lastTwo(long[] a, long[] b, long[] c, int from, int n, int k) {
            long t = 5, u = 6;
            for (int i = from; i < n; i++) {
                u = t;
                t = a[i];
                c[i] = t ^ 1;
            }
            return t * 31 + u;
        }
        static int counterBehind(long[] a, long[] b, long[] c, int from, int n, int k) { int i = from; for (; i < n; i++) c[i] = a[i] * 2; return i; }
        static void inclusive(long[] a, long[] b, long[] c, int from, int n, int k) { for (int i = from; i <= n; i++) c[i] = a[i] - b[i]; }
        static void byLength(long[] a, long[] b, long[] c, int from, int n, int k) { for (int i = from; i < a.length; i++) c[i] = a[i] ^ b[i]; }
        static void allByLength(long[] a, long[] b, long[] c, int from, int n, int k) { for (int i = 0; i < c.length; i++) c[i] = a[i] + b[i]; }
        static void byLengthBut(long[] a, long[] b, long[] c, int from, int n, int k) { for (int i = 1; i < a.length - 1; i++) c[i] = a[i - 1] + a[i + 1]; }
        static void byBoth(long[] a, long[] b, long[] c, int from, int n, int k) {
            n = Math.min(n, Math.min(a.length, c.length));
            for (int i = from; i < n; i++) c[i] = a[i] + 1;
        }
        static void noRoom(long[] a, long[] b, long[] c, int from, int n, int k) { for (int i = from; i != n && i < n; i++) c[i] = a[i] + b[i]; }
        static void whileLoop(long[] a, long[] b, long[] c, int from, int n, int k) {
            long w = k * 0x100000003L;
            int i = from;
            while (i < n) {
                c[i] = a[i] + b[i];
                i++;
            }
        }
        static void doLoop(long[] a, long[] b, long[] c, int from, int n, int k) {
            long w = k * 0x100000003L;
            int i = from;
            do {
                c[i] = a[i] - b[i];
                i++;
            } while (i < n);
        }
        static void limitFirst(long[] a, long[] b, long[] c, int from, int n, int k) { for (int i = from; n > i; ++i) c[i] = a[i] - b[i]; }
        static void byTwo(long[] a, long[] b, long[] c, int from, int n, int k) { for (int i = from; i < n; i += 2) c[i] = a[i + 1] + b[i]; }
        static void byTwoBoth(long[] a, long[] b, long[] c, int from, int n, int k) {
            for (int i = from; i < n; i += 2) {
                c[i] = a[i];
                c[i + 1] = b[i];
            }
        }
        static void down(long[] a, long[] b, long[] c, int from, int n, int k) { for (int i = n - 1; i >= from; i--) c[i] = a[i] + b[i]; }
        static void downPrevious(long[] a, long[] b, long[] c, int from, int n, int k) { for (int i = n - 1; i >= from; i--) a[i] = a[i - 1] + b[i]; }
        static void longCounter(long[] a, long[] b, long[] c, int from, int n, int k) { for (long i = from; i < n; i++) c[(int) i] = a[(int) i] + b[(int) i]; }
        static void twoCounters(long[] a, long[] b, long[] c, int from, int n, int k) { for (int i = from, j = n - 1; i < n; i++, j--) c[i] = a[j]; }
        static int leave(long[] a, long[] b, long[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) {
                if (a[i] == 0) return i;
                c[i] = a[i];
            }
            return -1;
        }
        static void twoLoops(long[] a, long[] b, long[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = a[i] + b[i];
            for (int i = from; i < n; i++) a[i] = c[i] - 1;
        }
        static long sum(long[] a, long[] b, long[] c, int from, int n, int k) { long s = 0; for (int i = from; i < n; i++) s += a[i]; return s; }
        static long sumFromInvariant(long[] a, long[] b, long[] c, int from, int n, int k) {
            long w = k * 0x100000003L;
            long s = w;
            for (int i = from; i < n; i++) s += a[i];
            return s;
        }
        static long sumDown(long[] a, long[] b, long[] c, int from, int n, int k) {
            long w = k * 0x100000003L;
            long s = w;
            for (int i = from; i < n; i++) s -= a[i];
            return s;
        }
        static long sumNegated(long[] a, long[] b, long[] c, int from, int n, int k) {
            long w = k * 0x100000003L;
            long s = w;
            for (int i = from; i < n; i++) s = a[i] - s;
            return s;
        }
        static long xor(long[] a, long[] b, long[] c, int from, int n, int k) {
            long w = k * 0x100000003L;
            long s = w;
            for (int i = from; i < n; i++) s ^= a[i];
            return s;
        }
        static long or(long[] a, long[] b, long[] c, int from, int n, int k) { long s = k & 3; for (int i = from; i < n; i++) s |= a[i] & 0x10f0; return s; }
        static long and(long[] a, long[] b, long[] c, int from, int n, int k) { long s = -1; for (int i = from; i < n; i++) s &= a[i] | 0xff; return s; }
        static long product(long[] a, long[] b, long[] c, int from, int n, int k) { long s = 3; for (int i = from; i < n; i++) s *= a[i] | 1; return s; }
        static long least(long[] a, long[] b, long[] c, int from, int n, int k) {
            long s = 1000;
            for (int i = from; i < n; i++) s = Math.min(s, a[i]);
            return s;
        }
        static long most(long[] a, long[] b, long[] c, int from, int n, int k) {
            long w = k * 0x100000003L;
            long s = w;
            for (int i = from; i < n; i++) s = Math.max(s, a[i]);
            return s;
        }
        static long mostByCondition(long[] a, long[] b, long[] c, int from, int n, int k) {
            long w = k * 0x100000003L;
            long s = w;
            for (int i = from; i < n; i++) if (a[i] > s) s = a[i];
            return s;
        }
        static long twoSums(long[] a, long[] b, long[] c, int from, int n, int k) {
            long w = k * 0x100000003L;
            long s = 0, t = w;
            for (int i = from; i < n; i++) {
                s += a[i];
                t ^= b[i];
            }
            return s * 31 + t;
        }
        static long crossedSums(long[] a, long[] b, long[] c, int from, int n, int k) {
            long w = k * 0x100000003L;
            long s = 0, t = w;
            for (int i = from; i < n; i++) {
                s += a[i];
                t += s;
            }
            return s * 31 + t;
        }
        static long dot(long[] a, long[] b, long[] c, int from, int n, int k) { long s = 0; for (int i = from; i < n; i++) s += a[i] * b[i]; return s; }
        static long differences(long[] a, long[] b, long[] c, int from, int n, int k) {
            long s = 0;
            for (int i = from; i < n; i++) s += Math.abs(a[i + 1] - a[i]);
            return s;
        }
        static long sumAndStore(long[] a, long[] b, long[] c, int from, int n, int k) {
            long w = k * 0x100000003L;
            long s = w;
            for (int i = from; i < n; i++) {
                s += a[i];
                c[i] = a[i] + b[i];
            }
            return s;
        }
        static long sumOfStored(long[] a, long[] b, long[] c, int from, int n, int k) {
            long w = k * 0x100000003L;
            long s = w;
            for (int i = from; i < n; i++) {
                c[i] = a[i] * 3;
                s += c[i];
            }
            return s;
        }
        static long sumStored(long[] a, long[] b, long[] c, int from, int n, int k) {
            long w = k * 0x100000003L;
            long s = w;
            for (int i = from; i < n; i++) {
                s += a[i];
                c[i] = s;
            }
            return s;
        }
        static long sumOfNext(long[] a, long[] b, long[] c, int from, int n, int k) {
            long w = k * 0x100000003L;
            long s = w;
            for (int i = from; i < n; i++) {
                s += a[i + 1];
                c[i] = b[i];
            }
            return s;
        }
        static long sumOfCounters(long[] a, long[] b, long[] c, int from, int n, int k) { long s = 0; for (int i = from; i < n; i++) s += a[i] * i; return s; }
        static long hash(long[] a, long[] b, long[] c, int from, int n, int k) { long s = 1; for (int i = from; i < n; i++) s = s * 31 + a[i]; return s; }
        static long sumTwice(long[] a, long[] b, long[] c, int from, int n, int k) {
            long s = 0;
            for (int i = from; i < n; i++) s += a[i];
            for (int i = from; i < n; i++) s += b[i];
            return s;
        }
        static long sumByLongCounter(long[] a, long[] b, long[] c, int from, int n, int k) {
            long s = 0;
            for (long i = from; i < n; i++) s += a[(int) i];
            return s;
        }
        static long sumDownwards(long[] a, long[] b, long[] c, int from, int n, int k) {
            long w = k * 0x100000003L;
            long s = w;
            for (int i = n - 1; i >= from; i--) s += a[i];
            return s;
        }
        static long countWhere(long[] a, long[] b, long[] c, int from, int n, int k) {
            long s = 0;
            for (int i = from; i < n; i++) if (a[i] < b[i]) s++;
            return s;
        }

        static void all() {
            stores(LONGS, "add", 0, 0, Longs::add);
            stores(LONGS, "sub", 0, 0, Longs::sub);
            stores(LONGS, "mul", 0, 0, Longs::mul);
            stores(LONGS, "bits", 0, 0, Longs::bits);
            stores(LONGS, "andNot", 0, 0, Longs::andNot);
            stores(LONGS, "negate", 0, 0, Longs::negate);
            stores(LONGS, "not", 0, 0, Longs::not);
            stores(LONGS, "addInvariant", 0, 0, Longs::addInvariant);
            stores(LONGS, "fromInvariant", 0, 0, Longs::fromInvariant);
            stores(LONGS, "mulInvariant", 0, 0, Longs::mulInvariant);
            stores(LONGS, "constants", 0, 0, Longs::constants);
            stores(LONGS, "mixed", 0, 0, Longs::mixed);
            stores(LONGS, "shiftBy0", 0, 0, Longs::shiftBy0);
            stores(LONGS, "shiftBy1", 0, 0, Longs::shiftBy1);
            stores(LONGS, "shiftBy31", 0, 0, Longs::shiftBy31);
            stores(LONGS, "shiftBy32", 0, 0, Longs::shiftBy32);
            stores(LONGS, "shiftBy33", 0, 0, Longs::shiftBy33);
            stores(LONGS, "shiftBy63", 0, 0, Longs::shiftBy63);
            stores(LONGS, "shiftByInvariant", 0, 0, Longs::shiftByInvariant);
            stores(LONGS, "shiftByElement", 0, 0, Longs::shiftByElement);
            stores(LONGS, "shiftOfInvariant", 0, 0, Longs::shiftOfInvariant);
            stores(LONGS, "min", 0, 0, Longs::min);
            stores(LONGS, "max", 0, 0, Longs::max);
            stores(LONGS, "abs", 0, 0, Longs::abs);
            stores(LONGS, "clamp", 0, 0, Longs::clamp);
            stores(LONGS, "byCondition", 0, 0, Longs::byCondition);
            stores(LONGS, "storeByCondition", 0, 0, Longs::storeByCondition);
            stores(LONGS, "divide", 0, 0, Longs::divide);
            stores(LONGS, "divideByConstant", 0, 0, Longs::divideByConstant);
            stores(LONGS, "narrowed", 0, 0, Longs::narrowed);
            stores(LONGS, "increase", 0, 0, Longs::increase);
            stores(LONGS, "count", 0, 0, Longs::count);
            stores(LONGS, "square", 0, 0, Longs::square);
            stores(LONGS, "copy", 0, 0, Longs::copy);
            stores(LONGS, "fill", 0, 0, Longs::fill);
            stores(LONGS, "fillZero", 0, 0, Longs::fillZero);
            stores(LONGS, "fillOnes", 0, 0, Longs::fillOnes);
            stores(LONGS, "counter", 0, 0, Longs::counter);
            stores(LONGS, "counterTimes", 0, 0, Longs::counterTimes);
            stores(LONGS, "addCounter", 0, 0, Longs::addCounter);
            stores(LONGS, "previous", 1, 0, Longs::previous);
            stores(LONGS, "previousOther", 1, 0, Longs::previousOther);
            stores(LONGS, "previousTwo", 2, 0, Longs::previousTwo);
            stores(LONGS, "previousFour", 4, 0, Longs::previousFour);
            stores(LONGS, "previousEight", 8, 0, Longs::previousEight);
            stores(LONGS, "next", 0, 1, Longs::next);
            stores(LONGS, "nextOther", 0, 2, Longs::nextOther);
            stores(LONGS, "around", 1, 1, Longs::around);
            stores(LONGS, "storeNext", 0, 1, Longs::storeNext);
            stores(LONGS, "storePrevious", 1, 0, Longs::storePrevious);
            stores(LONGS, "byInvariantOffset", 0, 3, Longs::byInvariantOffset);
            stores(LONGS, "byAnyOffset", 0, 0, Longs::byAnyOffset);
            stores(LONGS, "hugeOffset", 0, 0, Longs::hugeOffset);
            stores(LONGS, "twoStores", 0, 0, Longs::twoStores);
            stores(LONGS, "storedTwice", 0, 0, Longs::storedTwice);
            stores(LONGS, "overwritten", 0, 1, Longs::overwritten);
            stores(LONGS, "swap", 0, 0, Longs::swap);
            stores(LONGS, "loadBehindStore", 0, 0, Longs::loadBehindStore);
            values(LONGS, "last", 0, 0, Longs::last);
            values(LONGS, "lastComputed", 0, 0, Longs::lastComputed);
            values(LONGS, "lastTwo", 0, 0, Longs::lastTwo);
            values(LONGS, "counterBehind", 0, 0, Longs::counterBehind);
            stores(LONGS, "inclusive", 0, 1, Longs::inclusive);
            stores(LONGS, "byLength", 0, 0, Longs::byLength);
            stores(LONGS, "allByLength", 0, 0, Longs::allByLength);
            stores(LONGS, "byLengthBut", 1, 1, Longs::byLengthBut);
            stores(LONGS, "byBoth", 0, 0, Longs::byBoth);
            stores(LONGS, "noRoom", 0, 0, Longs::noRoom);
            stores(LONGS, "whileLoop", 0, 0, Longs::whileLoop);
            stores(LONGS, "doLoop", 0, 0, Longs::doLoop);
            stores(LONGS, "limitFirst", 0, 0, Longs::limitFirst);
            stores(LONGS, "byTwo", 0, 1, Longs::byTwo);
            stores(LONGS, "byTwoBoth", 0, 1, Longs::byTwoBoth);
            stores(LONGS, "down", 0, 0, Longs::down);
            stores(LONGS, "downPrevious", 1, 0, Longs::downPrevious);
            stores(LONGS, "longCounter", 0, 0, Longs::longCounter);
            stores(LONGS, "twoCounters", 0, 0, Longs::twoCounters);
            values(LONGS, "leave", 0, 0, Longs::leave);
            stores(LONGS, "twoLoops", 0, 0, Longs::twoLoops);
            values(LONGS, "sum", 0, 0, Longs::sum);
            values(LONGS, "sumFromInvariant", 0, 0, Longs::sumFromInvariant);
            values(LONGS, "sumDown", 0, 0, Longs::sumDown);
            values(LONGS, "sumNegated", 0, 0, Longs::sumNegated);
            values(LONGS, "xor", 0, 0, Longs::xor);
            values(LONGS, "or", 0, 0, Longs::or);
            values(LONGS, "and", 0, 0, Longs::and);
            values(LONGS, "product", 0, 0, Longs::product);
            values(LONGS, "least", 0, 0, Longs::least);
            values(LONGS, "most", 0, 0, Longs::most);
            values(LONGS, "mostByCondition", 0, 0, Longs::mostByCondition);
            values(LONGS, "twoSums", 0, 0, Longs::twoSums);
            values(LONGS, "crossedSums", 0, 0, Longs::crossedSums);
            values(LONGS, "dot", 0, 0, Longs::dot);
            values(LONGS, "differences", 0, 1, Longs::differences);
            values(LONGS, "sumAndStore", 0, 0, Longs::sumAndStore);
            values(LONGS, "sumOfStored", 0, 0, Longs::sumOfStored);
            values(LONGS, "sumStored", 0, 0, Longs::sumStored);
            values(LONGS, "sumOfNext", 0, 1, Longs::sumOfNext);
            values(LONGS, "sumOfCounters", 0, 0, Longs::sumOfCounters);
            values(LONGS, "hash", 0, 0, Longs::hash);
            values(LONGS, "sumTwice", 0, 0, Longs::sumTwice);
            values(LONGS, "sumByLongCounter", 0, 0, Longs::sumByLongCounter);
            values(LONGS, "sumDownwards", 0, 0, Longs::sumDownwards);
            values(LONGS, "countWhere", 0, 0, Longs::countWhere);
        }
    }

    static final class Floats {
        static void add(float[] a, float[] b, float[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i] + b[i]; }
        static void sub(float[] a, float[] b, float[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i] - b[i]; }
        static void mul(float[] a, float[] b, float[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i] * b[i]; }
        static void div(float[] a, float[] b, float[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i] / b[i]; }
        static void rem(float[] a, float[] b, float[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i] % b[i]; }
        static void negate(float[] a, float[] b, float[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = -a[i]; }
        static void zeroMinus(float[] a, float[] b, float[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = 0 - a[i]; }
        static void plusZero(float[] a, float[] b, float[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i] + 0; }
        static void plusMinusZero(float[] a, float[] b, float[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i] + -0.0f; }
        static void timesZero(float[] a, float[] b, float[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i] * 0; }
        static void timesTwo(float[] a, float[] b, float[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i] * 2 + b[i] / 4; }
        static void root(float[] a, float[] b, float[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (float) Math.sqrt(a[i]); }
        static void length(float[] a, float[] b, float[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (float) Math.sqrt(a[i] * a[i] + b[i] * b[i]);
        }
        static void abs(float[] a, float[] b, float[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = Math.abs(a[i]); }
        static void min(float[] a, float[] b, float[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = Math.min(a[i], b[i]); }
        static void max(float[] a, float[] b, float[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = Math.max(a[i], b[i]); }
        static void byCondition(float[] a, float[] b, float[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i] > b[i] ? a[i] : b[i]; }
        static void axpy(float[] a, float[] b, float[] c, int from, int n, int k) {
            float w = k * 0.37f;
            for (int i = from; i < n; i++) c[i] += w * a[i];
        }
        static void constants(float[] a, float[] b, float[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i] * 0.1f - 3.5f; }
        static void oneOver(float[] a, float[] b, float[] c, int from, int n, int k) {
            float w = k * 0.37f;
            for (int i = from; i < n; i++) c[i] = w / a[i];
        }
        static void overInvariant(float[] a, float[] b, float[] c, int from, int n, int k) {
            float w = k * 0.37f;
            for (int i = from; i < n; i++) c[i] = a[i] / w;
        }
        static void inOrder(float[] a, float[] b, float[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i] + b[i] + c[i] - a[i]; }
        static void copy(float[] a, float[] b, float[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i]; }
        static void fill(float[] a, float[] b, float[] c, int from, int n, int k) {
            float w = k * 0.37f;
            for (int i = from; i < n; i++) c[i] = w;
        }
        static void fillMinusZero(float[] a, float[] b, float[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = -0.0f; }
        static void counter(float[] a, float[] b, float[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = i; }
        static void counterTimes(float[] a, float[] b, float[] c, int from, int n, int k) {
            float w = k * 0.37f;
            for (int i = from; i < n; i++) c[i] = i * w;
        }
        static void previous(float[] a, float[] b, float[] c, int from, int n, int k) { for (int i = from; i < n; i++) a[i] = a[i - 1] + b[i]; }
        static void previousOther(float[] a, float[] b, float[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i - 1] * b[i]; }
        static void previousFour(float[] a, float[] b, float[] c, int from, int n, int k) { for (int i = from; i < n; i++) a[i] = a[i - 4] * b[i - 3]; }
        static void next(float[] a, float[] b, float[] c, int from, int n, int k) { for (int i = from; i < n; i++) a[i] = a[i + 1]; }
        static void around(float[] a, float[] b, float[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (a[i - 1] + a[i] + a[i + 1]) / 3; }
        static void storeNext(float[] a, float[] b, float[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i + 1] = a[i] * 0.5f; }
        static void twoStores(float[] a, float[] b, float[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) {
                a[i] = b[i] + 1;
                c[i] = b[i] - 1;
            }
        }
        static void swap(float[] a, float[] b, float[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) {
                float t = a[i];
                a[i] = b[i];
                b[i] = t;
            }
        }
        static void loadBehindStore(float[] a, float[] b, float[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) {
                c[i] = a[i] + 1;
                b[i] = c[i] * 2;
            }
        }
        static float last(float[] a, float[] b, float[] c, int from, int n, int k) {
            float t = 5;
            for (int i = from; i < n; i++) {
                t = a[i];
                c[i] = t * 3;
            }
            return t;
        }
        static void inclusive(float[] a, float[] b, float[] c, int from, int n, int k) { for (int i = from; i <= n; i++) c[i] = a[i] - b[i]; }
        static void byLength(float[] a, float[] b, float[] c, int from, int n, int k) { for (int i = from; i < a.length; i++) c[i] = a[i] * b[i]; }
        static void byTwo(float[] a, float[] b, float[] c, int from, int n, int k) { for (int i = from; i < n; i += 2) c[i] = a[i + 1] + b[i]; }
        static void down(float[] a, float[] b, float[] c, int from, int n, int k) { for (int i = n - 1; i >= from; i--) c[i] = a[i] + b[i]; }
        static float sum(float[] a, float[] b, float[] c, int from, int n, int k) { float s = 0; for (int i = from; i < n; i++) s += a[i]; return s; }
        static float sumOfSmall(float[] a, float[] b, float[] c, int from, int n, int k) {
            float s = 0;
            for (int i = from; i < n; i++) s += i * 0.1f + (a[i] > 0 ? 1 : -1e-3f);
            return s;
        }
        static float sumFromMinusZero(float[] a, float[] b, float[] c, int from, int n, int k) {
            float s = -0.0f;
            for (int i = from; i < n; i++) s += a[i];
            return s;
        }
        static float dot(float[] a, float[] b, float[] c, int from, int n, int k) { float s = 1; for (int i = from; i < n; i++) s += a[i] * b[i]; return s; }
        static float product(float[] a, float[] b, float[] c, int from, int n, int k) { float s = 1; for (int i = from; i < n; i++) s *= a[i]; return s; }
        static float most(float[] a, float[] b, float[] c, int from, int n, int k) {
            float s = -3;
            for (int i = from; i < n; i++) s = Math.max(s, a[i]);
            return s;
        }
        static float mostByCondition(float[] a, float[] b, float[] c, int from, int n, int k) {
            float s = -3;
            for (int i = from; i < n; i++) if (a[i] > s) s = a[i];
            return s;
        }
        static float sumAndStore(float[] a, float[] b, float[] c, int from, int n, int k) {
            float s = 0;
            for (int i = from; i < n; i++) {
                s += a[i];
                c[i] = a[i] - b[i];
            }
            return s;
        }
        static float storeSum(float[] a, float[] b, float[] c, int from, int n, int k) {
            float s = 0;
            for (int i = from; i < n; i++) {
                s += a[i];
                c[i] = s;
            }
            return s;
        }

        static void all() {
            stores(FLOATS, "add", 0, 0, Floats::add);
            stores(FLOATS, "sub", 0, 0, Floats::sub);
            stores(FLOATS, "mul", 0, 0, Floats::mul);
            stores(FLOATS, "div", 0, 0, Floats::div);
            stores(FLOATS, "rem", 0, 0, Floats::rem);
            stores(FLOATS, "negate", 0, 0, Floats::negate);
            stores(FLOATS, "zeroMinus", 0, 0, Floats::zeroMinus);
            stores(FLOATS, "plusZero", 0, 0, Floats::plusZero);
            stores(FLOATS, "plusMinusZero", 0, 0, Floats::plusMinusZero);
            stores(FLOATS, "timesZero", 0, 0, Floats::timesZero);
            stores(FLOATS, "timesTwo", 0, 0, Floats::timesTwo);
            stores(FLOATS, "root", 0, 0, Floats::root);
            stores(FLOATS, "length", 0, 0, Floats::length);
            stores(FLOATS, "abs", 0, 0, Floats::abs);
            stores(FLOATS, "min", 0, 0, Floats::min);
            stores(FLOATS, "max", 0, 0, Floats::max);
            stores(FLOATS, "byCondition", 0, 0, Floats::byCondition);
            stores(FLOATS, "axpy", 0, 0, Floats::axpy);
            stores(FLOATS, "constants", 0, 0, Floats::constants);
            stores(FLOATS, "oneOver", 0, 0, Floats::oneOver);
            stores(FLOATS, "overInvariant", 0, 0, Floats::overInvariant);
            stores(FLOATS, "inOrder", 0, 0, Floats::inOrder);
            stores(FLOATS, "copy", 0, 0, Floats::copy);
            stores(FLOATS, "fill", 0, 0, Floats::fill);
            stores(FLOATS, "fillMinusZero", 0, 0, Floats::fillMinusZero);
            stores(FLOATS, "counter", 0, 0, Floats::counter);
            stores(FLOATS, "counterTimes", 0, 0, Floats::counterTimes);
            stores(FLOATS, "previous", 1, 0, Floats::previous);
            stores(FLOATS, "previousOther", 1, 0, Floats::previousOther);
            stores(FLOATS, "previousFour", 4, 0, Floats::previousFour);
            stores(FLOATS, "next", 0, 1, Floats::next);
            stores(FLOATS, "around", 1, 1, Floats::around);
            stores(FLOATS, "storeNext", 0, 1, Floats::storeNext);
            stores(FLOATS, "twoStores", 0, 0, Floats::twoStores);
            stores(FLOATS, "swap", 0, 0, Floats::swap);
            stores(FLOATS, "loadBehindStore", 0, 0, Floats::loadBehindStore);
            values(FLOATS, "last", 0, 0, (a, b, c, from, n, k) -> mix(last(a, b, c, from, n, k)));
            stores(FLOATS, "inclusive", 0, 1, Floats::inclusive);
            stores(FLOATS, "byLength", 0, 0, Floats::byLength);
            stores(FLOATS, "byTwo", 0, 1, Floats::byTwo);
            stores(FLOATS, "down", 0, 0, Floats::down);
            values(FLOATS, "sum", 0, 0, (a, b, c, from, n, k) -> mix(sum(a, b, c, from, n, k)));
            values(FLOATS, "sumOfSmall", 0, 0, (a, b, c, from, n, k) -> mix(sumOfSmall(a, b, c, from, n, k)));
            values(FLOATS, "sumFromMinusZero", 0, 0, (a, b, c, from, n, k) -> mix(sumFromMinusZero(a, b, c, from, n, k)));
            values(FLOATS, "dot", 0, 0, (a, b, c, from, n, k) -> mix(dot(a, b, c, from, n, k)));
            values(FLOATS, "product", 0, 0, (a, b, c, from, n, k) -> mix(product(a, b, c, from, n, k)));
            values(FLOATS, "most", 0, 0, (a, b, c, from, n, k) -> mix(most(a, b, c, from, n, k)));
            values(FLOATS, "mostByCondition", 0, 0, (a, b, c, from, n, k) -> mix(mostByCondition(a, b, c, from, n, k)));
            values(FLOATS, "sumAndStore", 0, 0, (a, b, c, from, n, k) -> mix(sumAndStore(a, b, c, from, n, k)));
            values(FLOATS, "storeSum", 0, 0, (a, b, c, from, n, k) -> mix(storeSum(a, b, c, from, n, k)));
        }
    }

    static final class Doubles {
        static void add(double[] a, double[] b, double[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i] + b[i]; }
        static void sub(double[] a, double[] b, double[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i] - b[i]; }
        static void mul(double[] a, double[] b, double[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i] * b[i]; }
        static void div(double[] a, double[] b, double[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i] / b[i]; }
        static void rem(double[] a, double[] b, double[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i] % b[i]; }
        static void negate(double[] a, double[] b, double[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = -a[i]; }
        static void zeroMinus(double[] a, double[] b, double[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = 0 - a[i]; }
        static void plusZero(double[] a, double[] b, double[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i] + 0; }
        static void plusMinusZero(double[] a, double[] b, double[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i] + -0.0; }
        static void timesZero(double[] a, double[] b, double[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i] * 0; }
        static void timesTwo(double[] a, double[] b, double[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i] * 2 + b[i] / 4; }
        static void root(double[] a, double[] b, double[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = Math.sqrt(a[i]); }
        static void length(double[] a, double[] b, double[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = Math.sqrt(a[i] * a[i] + b[i] * b[i]);
        }
        static void abs(double[] a, double[] b, double[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = Math.abs(a[i]); }
        static void min(double[] a, double[] b, double[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = Math.min(a[i], b[i]); }
        static void max(double[] a, double[] b, double[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = Math.max(a[i], b[i]); }
        static void byCondition(double[] a, double[] b, double[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i] > b[i] ? a[i] : b[i]; }
        static void axpy(double[] a, double[] b, double[] c, int from, int n, int k) {
            double w = k * 0.37;
            for (int i = from; i < n; i++) c[i] += w * a[i];
        }
        static void constants(double[] a, double[] b, double[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i] * 0.1 - 3.5; }
        static void oneOver(double[] a, double[] b, double[] c, int from, int n, int k) {
            double w = k * 0.37;
            for (int i = from; i < n; i++) c[i] = w / a[i];
        }
        static void overInvariant(double[] a, double[] b, double[] c, int from, int n, int k) {
            double w = k * 0.37;
            for (int i = from; i < n; i++) c[i] = a[i] / w;
        }
        static void inOrder(double[] a, double[] b, double[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i] + b[i] + c[i] - a[i]; }
        static void copy(double[] a, double[] b, double[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i]; }
        static void fill(double[] a, double[] b, double[] c, int from, int n, int k) {
            double w = k * 0.37;
            for (int i = from; i < n; i++) c[i] = w;
        }
        static void fillMinusZero(double[] a, double[] b, double[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = -0.0; }
        static void counter(double[] a, double[] b, double[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = i; }
        static void counterTimes(double[] a, double[] b, double[] c, int from, int n, int k) {
            double w = k * 0.37;
            for (int i = from; i < n; i++) c[i] = i * w;
        }
        static void previous(double[] a, double[] b, double[] c, int from, int n, int k) { for (int i = from; i < n; i++) a[i] = a[i - 1] + b[i]; }
        static void previousOther(double[] a, double[] b, double[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i - 1] * b[i]; }
        static void previousFour(double[] a, double[] b, double[] c, int from, int n, int k) { for (int i = from; i < n; i++) a[i] = a[i - 4] * b[i - 3]; }
        static void next(double[] a, double[] b, double[] c, int from, int n, int k) { for (int i = from; i < n; i++) a[i] = a[i + 1]; }
        static void around(double[] a, double[] b, double[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
        }
        static void storeNext(double[] a, double[] b, double[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i + 1] = a[i] * 0.5; }
        static void twoStores(double[] a, double[] b, double[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) {
                a[i] = b[i] + 1;
                c[i] = b[i] - 1;
            }
        }
        static void swap(double[] a, double[] b, double[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) {
                double t = a[i];
                a[i] = b[i];
                b[i] = t;
            }
        }
        static void loadBehindStore(double[] a, double[] b, double[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) {
                c[i] = a[i] + 1;
                b[i] = c[i] * 2;
            }
        }
        static double last(double[] a, double[] b, double[] c, int from, int n, int k) {
            double t = 5;
            for (int i = from; i < n; i++) {
                t = a[i];
                c[i] = t * 3;
            }
            return t;
        }
        static void inclusive(double[] a, double[] b, double[] c, int from, int n, int k) { for (int i = from; i <= n; i++) c[i] = a[i] - b[i]; }
        static void byLength(double[] a, double[] b, double[] c, int from, int n, int k) { for (int i = from; i < a.length; i++) c[i] = a[i] * b[i]; }
        static void byTwo(double[] a, double[] b, double[] c, int from, int n, int k) { for (int i = from; i < n; i += 2) c[i] = a[i + 1] + b[i]; }
        static void down(double[] a, double[] b, double[] c, int from, int n, int k) { for (int i = n - 1; i >= from; i--) c[i] = a[i] + b[i]; }
        static double sum(double[] a, double[] b, double[] c, int from, int n, int k) { double s = 0; for (int i = from; i < n; i++) s += a[i]; return s; }
        static double sumOfSmall(double[] a, double[] b, double[] c, int from, int n, int k) {
            double s = 0;
            for (int i = from; i < n; i++) s += i * 0.1 + (a[i] > 0 ? 1 : -1e-3);
            return s;
        }
        static double sumFromMinusZero(double[] a, double[] b, double[] c, int from, int n, int k) {
            double s = -0.0;
            for (int i = from; i < n; i++) s += a[i];
            return s;
        }
        static double dot(double[] a, double[] b, double[] c, int from, int n, int k) {
            double s = 1;
            for (int i = from; i < n; i++) s += a[i] * b[i];
            return s;
        }
        static double product(double[] a, double[] b, double[] c, int from, int n, int k) { double s = 1; for (int i = from; i < n; i++) s *= a[i]; return s; }
        static double most(double[] a, double[] b, double[] c, int from, int n, int k) {
            double s = -3;
            for (int i = from; i < n; i++) s = Math.max(s, a[i]);
            return s;
        }
        static double mostByCondition(double[] a, double[] b, double[] c, int from, int n, int k) {
            double s = -3;
            for (int i = from; i < n; i++) if (a[i] > s) s = a[i];
            return s;
        }
        static double sumAndStore(double[] a, double[] b, double[] c, int from, int n, int k) {
            double s = 0;
            for (int i = from; i < n; i++) {
                s += a[i];
                c[i] = a[i] - b[i];
            }
            return s;
        }
        static double storeSum(double[] a, double[] b, double[] c, int from, int n, int k) {
            double s = 0;
            for (int i = from; i < n; i++) {
                s += a[i];
                c[i] = s;
            }
            return s;
        }

        static void all() {
            stores(DOUBLES, "add", 0, 0, Doubles::add);
            stores(DOUBLES, "sub", 0, 0, Doubles::sub);
            stores(DOUBLES, "mul", 0, 0, Doubles::mul);
            stores(DOUBLES, "div", 0, 0, Doubles::div);
            stores(DOUBLES, "rem", 0, 0, Doubles::rem);
            stores(DOUBLES, "negate", 0, 0, Doubles::negate);
            stores(DOUBLES, "zeroMinus", 0, 0, Doubles::zeroMinus);
            stores(DOUBLES, "plusZero", 0, 0, Doubles::plusZero);
            stores(DOUBLES, "plusMinusZero", 0, 0, Doubles::plusMinusZero);
            stores(DOUBLES, "timesZero", 0, 0, Doubles::timesZero);
            stores(DOUBLES, "timesTwo", 0, 0, Doubles::timesTwo);
            stores(DOUBLES, "root", 0, 0, Doubles::root);
            stores(DOUBLES, "length", 0, 0, Doubles::length);
            stores(DOUBLES, "abs", 0, 0, Doubles::abs);
            stores(DOUBLES, "min", 0, 0, Doubles::min);
            stores(DOUBLES, "max", 0, 0, Doubles::max);
            stores(DOUBLES, "byCondition", 0, 0, Doubles::byCondition);
            stores(DOUBLES, "axpy", 0, 0, Doubles::axpy);
            stores(DOUBLES, "constants", 0, 0, Doubles::constants);
            stores(DOUBLES, "oneOver", 0, 0, Doubles::oneOver);
            stores(DOUBLES, "overInvariant", 0, 0, Doubles::overInvariant);
            stores(DOUBLES, "inOrder", 0, 0, Doubles::inOrder);
            stores(DOUBLES, "copy", 0, 0, Doubles::copy);
            stores(DOUBLES, "fill", 0, 0, Doubles::fill);
            stores(DOUBLES, "fillMinusZero", 0, 0, Doubles::fillMinusZero);
            stores(DOUBLES, "counter", 0, 0, Doubles::counter);
            stores(DOUBLES, "counterTimes", 0, 0, Doubles::counterTimes);
            stores(DOUBLES, "previous", 1, 0, Doubles::previous);
            stores(DOUBLES, "previousOther", 1, 0, Doubles::previousOther);
            stores(DOUBLES, "previousFour", 4, 0, Doubles::previousFour);
            stores(DOUBLES, "next", 0, 1, Doubles::next);
            stores(DOUBLES, "around", 1, 1, Doubles::around);
            stores(DOUBLES, "storeNext", 0, 1, Doubles::storeNext);
            stores(DOUBLES, "twoStores", 0, 0, Doubles::twoStores);
            stores(DOUBLES, "swap", 0, 0, Doubles::swap);
            stores(DOUBLES, "loadBehindStore", 0, 0, Doubles::loadBehindStore);
            values(DOUBLES, "last", 0, 0, (a, b, c, from, n, k) -> mix(last(a, b, c, from, n, k)));
            stores(DOUBLES, "inclusive", 0, 1, Doubles::inclusive);
            stores(DOUBLES, "byLength", 0, 0, Doubles::byLength);
            stores(DOUBLES, "byTwo", 0, 1, Doubles::byTwo);
            stores(DOUBLES, "down", 0, 0, Doubles::down);
            values(DOUBLES, "sum", 0, 0, (a, b, c, from, n, k) -> mix(sum(a, b, c, from, n, k)));
            values(DOUBLES, "sumOfSmall", 0, 0, (a, b, c, from, n, k) -> mix(sumOfSmall(a, b, c, from, n, k)));
            values(DOUBLES, "sumFromMinusZero", 0, 0, (a, b, c, from, n, k) -> mix(sumFromMinusZero(a, b, c, from, n, k)));
            values(DOUBLES, "dot", 0, 0, (a, b, c, from, n, k) -> mix(dot(a, b, c, from, n, k)));
            values(DOUBLES, "product", 0, 0, (a, b, c, from, n, k) -> mix(product(a, b, c, from, n, k)));
            values(DOUBLES, "most", 0, 0, (a, b, c, from, n, k) -> mix(most(a, b, c, from, n, k)));
            values(DOUBLES, "mostByCondition", 0, 0, (a, b, c, from, n, k) -> mix(mostByCondition(a, b, c, from, n, k)));
            values(DOUBLES, "sumAndStore", 0, 0, (a, b, c, from, n, k) -> mix(sumAndStore(a, b, c, from, n, k)));
            values(DOUBLES, "storeSum", 0, 0, (a, b, c, from, n, k) -> mix(storeSum(a, b, c, from, n, k)));
        }
    }

    static final class Bytes {
        static void add(byte[] a, byte[] b, byte[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (byte) (a[i] + b[i]); }
        static void sub(byte[] a, byte[] b, byte[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (byte) (a[i] - b[i]); }
        static void mul(byte[] a, byte[] b, byte[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (byte) (a[i] * b[i]); }
        static void bits(byte[] a, byte[] b, byte[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (byte) (a[i] & b[i] | (c[i] ^ a[i])); }
        static void negate(byte[] a, byte[] b, byte[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (byte) -a[i]; }
        static void not(byte[] a, byte[] b, byte[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (byte) ~a[i]; }
        static void addInvariant(byte[] a, byte[] b, byte[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (byte) (a[i] + k); }
        static void mulInvariant(byte[] a, byte[] b, byte[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (byte) (a[i] * k - 300); }
        static void xorInvariant(byte[] a, byte[] b, byte[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] ^= k; }
        static void left(byte[] a, byte[] b, byte[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (byte) (a[i] << 1); }
        static void leftFar(byte[] a, byte[] b, byte[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (byte) ((a[i] << 9) + (b[i] << 15)); }
        static void leftThenRight(byte[] a, byte[] b, byte[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (byte) (a[i] << 4 >> 4); }
        static void right(byte[] a, byte[] b, byte[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (byte) (a[i] >> 1); }
        static void rightFar(byte[] a, byte[] b, byte[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (byte) ((a[i] >> 9) ^ (b[i] >> 20));
        }
        static void rightUnsigned(byte[] a, byte[] b, byte[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (byte) (a[i] >>> 1); }
        static void rightUnsignedFar(byte[] a, byte[] b, byte[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (byte) ((a[i] >>> 12) ^ (b[i] >>> 25));
        }
        static void rightBy31(byte[] a, byte[] b, byte[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (byte) ((a[i] >> 31) + (b[i] >>> 32));
        }
        static void rightByInvariant(byte[] a, byte[] b, byte[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (byte) (a[i] >> k); }
        static void leftByInvariant(byte[] a, byte[] b, byte[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (byte) (a[i] << k); }
        static void average(byte[] a, byte[] b, byte[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (byte) (a[i] + b[i] >> 1); }
        static void averageUp(byte[] a, byte[] b, byte[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (byte) (a[i] + b[i] + 1 >>> 1); }
        static void partOfProduct(byte[] a, byte[] b, byte[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (byte) (a[i] * b[i] >> 4); }
        static void highOfProduct(byte[] a, byte[] b, byte[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (byte) (a[i] * b[i] >> 8); }
        static void highestOfProduct(byte[] a, byte[] b, byte[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (byte) (a[i] * b[i] >>> 16);
        }
        static void min(byte[] a, byte[] b, byte[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (byte) Math.min(a[i], b[i]); }
        static void max(byte[] a, byte[] b, byte[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (byte) Math.max(a[i], b[i]); }
        static void maxInvariant(byte[] a, byte[] b, byte[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (byte) Math.max(a[i], k); }
        static void saturated(byte[] a, byte[] b, byte[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (byte) Math.min(a[i] + b[i], 100); }
        static void clamp(byte[] a, byte[] b, byte[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (byte) Math.max(0, Math.min(255, a[i] * 2 - b[i]));
        }
        static void abs(byte[] a, byte[] b, byte[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (byte) Math.abs(a[i]); }
        static void absOfDifference(byte[] a, byte[] b, byte[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (byte) Math.abs(a[i] - b[i]);
        }
        static void divide(byte[] a, byte[] b, byte[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (byte) (a[i] / 10 + b[i] % 7); }
        static void compare(byte[] a, byte[] b, byte[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i] + b[i] > 100 ? a[i] : b[i]; }
        static void throughByte(byte[] a, byte[] b, byte[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (byte) ((byte) (a[i] + b[i]) + 1);
        }
        static void throughByteShifted(byte[] a, byte[] b, byte[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (byte) ((byte) (a[i] + b[i]) >> 1);
        }
        static void throughChar(byte[] a, byte[] b, byte[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (byte) ((char) (a[i] - b[i]) >> 3);
        }
        static void throughShort(byte[] a, byte[] b, byte[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (byte) ((short) (a[i] * 3) >>> 2);
        }
        static void unsigned(byte[] a, byte[] b, byte[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (byte) ((a[i] & 0xff) + (b[i] & 0xff) >> 1);
        }
        static void increase(byte[] a, byte[] b, byte[] c, int from, int n, int k) { for (int i = from; i < n; i++) a[i] += b[i]; }
        static void count(byte[] a, byte[] b, byte[] c, int from, int n, int k) { for (int i = from; i < n; i++) a[i]++; }
        static void copy(byte[] a, byte[] b, byte[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i]; }
        static void fill(byte[] a, byte[] b, byte[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (byte) k; }
        static void fillConstant(byte[] a, byte[] b, byte[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = 42; }
        static void counter(byte[] a, byte[] b, byte[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (byte) i; }
        static void counterTimes(byte[] a, byte[] b, byte[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (byte) (i * 3 + k); }
        static void counterShifted(byte[] a, byte[] b, byte[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (byte) (a[i] + (i >> 2)); }
        static void previous(byte[] a, byte[] b, byte[] c, int from, int n, int k) { for (int i = from; i < n; i++) a[i] = (byte) (a[i - 1] + b[i]); }
        static void previousOther(byte[] a, byte[] b, byte[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (byte) (a[i - 1] + b[i]); }
        static void previousEight(byte[] a, byte[] b, byte[] c, int from, int n, int k) { for (int i = from; i < n; i++) a[i] = (byte) (a[i - 8] + b[i]); }
        static void previousFifteen(byte[] a, byte[] b, byte[] c, int from, int n, int k) { for (int i = from; i < n; i++) a[i] = (byte) (a[i - 15] ^ b[i]); }
        static void next(byte[] a, byte[] b, byte[] c, int from, int n, int k) { for (int i = from; i < n; i++) a[i] = a[i + 1]; }
        static void around(byte[] a, byte[] b, byte[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (byte) (a[i - 1] + a[i] * 2 + a[i + 1]);
        }
        static void storeNext(byte[] a, byte[] b, byte[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i + 1] = (byte) (a[i] + k); }
        static void twoStores(byte[] a, byte[] b, byte[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) {
                a[i] = (byte) (b[i] + 1);
                c[i] = (byte) (b[i] - 1);
            }
        }
        static void loadBehindStore(byte[] a, byte[] b, byte[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) {
                c[i] = (byte) (a[i] + 1);
                b[i] = (byte) (c[i] >> 1);
            }
        }
        static int valueBehindStore(byte[] a, byte[] b, byte[] c, int from, int n, int k) {
            int t = 1;
            for (int i = from; i < n; i++) {
                t = a[i] + b[i];
                c[i] = (byte) t;
            }
            return t;
        }
        static int last(byte[] a, byte[] b, byte[] c, int from, int n, int k) {
            int t = 5;
            for (int i = from; i < n; i++) {
                t = a[i];
                c[i] = (byte) (t * 3);
            }
            return t;
        }
        static void inclusive(byte[] a, byte[] b, byte[] c, int from, int n, int k) { for (int i = from; i <= n; i++) c[i] = (byte) (a[i] - b[i]); }
        static void byLength(byte[] a, byte[] b, byte[] c, int from, int n, int k) { for (int i = from; i < a.length; i++) c[i] = (byte) (a[i] * b[i]); }
        static void byTwo(byte[] a, byte[] b, byte[] c, int from, int n, int k) { for (int i = from; i < n; i += 2) c[i] = (byte) (a[i + 1] + b[i]); }
        static void down(byte[] a, byte[] b, byte[] c, int from, int n, int k) { for (int i = n - 1; i >= from; i--) c[i] = (byte) (a[i] + b[i]); }
        static int sum(byte[] a, byte[] b, byte[] c, int from, int n, int k) { int s = k; for (int i = from; i < n; i++) s += a[i]; return s; }
        static long sumToLong(byte[] a, byte[] b, byte[] c, int from, int n, int k) { long s = k; for (int i = from; i < n; i++) s += a[i]; return s; }
        static byte sumNarrow(byte[] a, byte[] b, byte[] c, int from, int n, int k) { byte s = (byte) k; for (int i = from; i < n; i++) s += a[i]; return s; }
        static int sumUnsigned(byte[] a, byte[] b, byte[] c, int from, int n, int k) { int s = 0; for (int i = from; i < n; i++) s += a[i] & 0xff; return s; }
        static int xor(byte[] a, byte[] b, byte[] c, int from, int n, int k) { int s = k; for (int i = from; i < n; i++) s ^= a[i]; return s; }
        static int or(byte[] a, byte[] b, byte[] c, int from, int n, int k) { int s = 0; for (int i = from; i < n; i++) s |= a[i]; return s; }
        static int and(byte[] a, byte[] b, byte[] c, int from, int n, int k) { int s = -1; for (int i = from; i < n; i++) s &= a[i] | 3; return s; }
        static int most(byte[] a, byte[] b, byte[] c, int from, int n, int k) {
            int s = -70000;
            for (int i = from; i < n; i++) s = Math.max(s, a[i]);
            return s;
        }
        static int least(byte[] a, byte[] b, byte[] c, int from, int n, int k) { int s = k; for (int i = from; i < n; i++) s = Math.min(s, a[i]); return s; }
        static int dot(byte[] a, byte[] b, byte[] c, int from, int n, int k) { int s = 0; for (int i = from; i < n; i++) s += a[i] * b[i]; return s; }
        static int sumAndStore(byte[] a, byte[] b, byte[] c, int from, int n, int k) {
            int s = 0;
            for (int i = from; i < n; i++) {
                s += a[i];
                c[i] = b[i];
            }
            return s;
        }

        static void all() {
            stores(BYTES, "add", 0, 0, Bytes::add);
            stores(BYTES, "sub", 0, 0, Bytes::sub);
            stores(BYTES, "mul", 0, 0, Bytes::mul);
            stores(BYTES, "bits", 0, 0, Bytes::bits);
            stores(BYTES, "negate", 0, 0, Bytes::negate);
            stores(BYTES, "not", 0, 0, Bytes::not);
            stores(BYTES, "addInvariant", 0, 0, Bytes::addInvariant);
            stores(BYTES, "mulInvariant", 0, 0, Bytes::mulInvariant);
            stores(BYTES, "xorInvariant", 0, 0, Bytes::xorInvariant);
            stores(BYTES, "left", 0, 0, Bytes::left);
            stores(BYTES, "leftFar", 0, 0, Bytes::leftFar);
            stores(BYTES, "leftThenRight", 0, 0, Bytes::leftThenRight);
            stores(BYTES, "right", 0, 0, Bytes::right);
            stores(BYTES, "rightFar", 0, 0, Bytes::rightFar);
            stores(BYTES, "rightUnsigned", 0, 0, Bytes::rightUnsigned);
            stores(BYTES, "rightUnsignedFar", 0, 0, Bytes::rightUnsignedFar);
            stores(BYTES, "rightBy31", 0, 0, Bytes::rightBy31);
            stores(BYTES, "rightByInvariant", 0, 0, Bytes::rightByInvariant);
            stores(BYTES, "leftByInvariant", 0, 0, Bytes::leftByInvariant);
            stores(BYTES, "average", 0, 0, Bytes::average);
            stores(BYTES, "averageUp", 0, 0, Bytes::averageUp);
            stores(BYTES, "partOfProduct", 0, 0, Bytes::partOfProduct);
            stores(BYTES, "highOfProduct", 0, 0, Bytes::highOfProduct);
            stores(BYTES, "highestOfProduct", 0, 0, Bytes::highestOfProduct);
            stores(BYTES, "min", 0, 0, Bytes::min);
            stores(BYTES, "max", 0, 0, Bytes::max);
            stores(BYTES, "maxInvariant", 0, 0, Bytes::maxInvariant);
            stores(BYTES, "saturated", 0, 0, Bytes::saturated);
            stores(BYTES, "clamp", 0, 0, Bytes::clamp);
            stores(BYTES, "abs", 0, 0, Bytes::abs);
            stores(BYTES, "absOfDifference", 0, 0, Bytes::absOfDifference);
            stores(BYTES, "divide", 0, 0, Bytes::divide);
            stores(BYTES, "compare", 0, 0, Bytes::compare);
            stores(BYTES, "throughByte", 0, 0, Bytes::throughByte);
            stores(BYTES, "throughByteShifted", 0, 0, Bytes::throughByteShifted);
            stores(BYTES, "throughChar", 0, 0, Bytes::throughChar);
            stores(BYTES, "throughShort", 0, 0, Bytes::throughShort);
            stores(BYTES, "unsigned", 0, 0, Bytes::unsigned);
            stores(BYTES, "increase", 0, 0, Bytes::increase);
            stores(BYTES, "count", 0, 0, Bytes::count);
            stores(BYTES, "copy", 0, 0, Bytes::copy);
            stores(BYTES, "fill", 0, 0, Bytes::fill);
            stores(BYTES, "fillConstant", 0, 0, Bytes::fillConstant);
            stores(BYTES, "counter", 0, 0, Bytes::counter);
            stores(BYTES, "counterTimes", 0, 0, Bytes::counterTimes);
            stores(BYTES, "counterShifted", 0, 0, Bytes::counterShifted);
            stores(BYTES, "previous", 1, 0, Bytes::previous);
            stores(BYTES, "previousOther", 1, 0, Bytes::previousOther);
            stores(BYTES, "previousEight", 8, 0, Bytes::previousEight);
            stores(BYTES, "previousFifteen", 15, 0, Bytes::previousFifteen);
            stores(BYTES, "next", 0, 1, Bytes::next);
            stores(BYTES, "around", 1, 1, Bytes::around);
            stores(BYTES, "storeNext", 0, 1, Bytes::storeNext);
            stores(BYTES, "twoStores", 0, 0, Bytes::twoStores);
            stores(BYTES, "loadBehindStore", 0, 0, Bytes::loadBehindStore);
            values(BYTES, "valueBehindStore", 0, 0, Bytes::valueBehindStore);
            values(BYTES, "last", 0, 0, Bytes::last);
            stores(BYTES, "inclusive", 0, 1, Bytes::inclusive);
            stores(BYTES, "byLength", 0, 0, Bytes::byLength);
            stores(BYTES, "byTwo", 0, 1, Bytes::byTwo);
            stores(BYTES, "down", 0, 0, Bytes::down);
            values(BYTES, "sum", 0, 0, Bytes::sum);
            values(BYTES, "sumToLong", 0, 0, Bytes::sumToLong);
            values(BYTES, "sumNarrow", 0, 0, Bytes::sumNarrow);
            values(BYTES, "sumUnsigned", 0, 0, Bytes::sumUnsigned);
            values(BYTES, "xor", 0, 0, Bytes::xor);
            values(BYTES, "or", 0, 0, Bytes::or);
            values(BYTES, "and", 0, 0, Bytes::and);
            values(BYTES, "most", 0, 0, Bytes::most);
            values(BYTES, "least", 0, 0, Bytes::least);
            values(BYTES, "dot", 0, 0, Bytes::dot);
            values(BYTES, "sumAndStore", 0, 0, Bytes::sumAndStore);
        }
    }

    static final class Shorts {
        static void add(short[] a, short[] b, short[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (short) (a[i] + b[i]); }
        static void sub(short[] a, short[] b, short[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (short) (a[i] - b[i]); }
        static void mul(short[] a, short[] b, short[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (short) (a[i] * b[i]); }
        static void bits(short[] a, short[] b, short[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (short) (a[i] & b[i] | (c[i] ^ a[i]));
        }
        static void negate(short[] a, short[] b, short[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (short) -a[i]; }
        static void not(short[] a, short[] b, short[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (short) ~a[i]; }
        static void addInvariant(short[] a, short[] b, short[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (short) (a[i] + k); }
        static void mulInvariant(short[] a, short[] b, short[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (short) (a[i] * k - 300); }
        static void xorInvariant(short[] a, short[] b, short[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] ^= k; }
        static void left(short[] a, short[] b, short[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (short) (a[i] << 1); }
        static void leftFar(short[] a, short[] b, short[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (short) ((a[i] << 9) + (b[i] << 15));
        }
        static void leftThenRight(short[] a, short[] b, short[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (short) (a[i] << 4 >> 4); }
        static void right(short[] a, short[] b, short[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (short) (a[i] >> 1); }
        static void rightFar(short[] a, short[] b, short[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (short) ((a[i] >> 9) ^ (b[i] >> 20));
        }
        static void rightUnsigned(short[] a, short[] b, short[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (short) (a[i] >>> 1); }
        static void rightUnsignedFar(short[] a, short[] b, short[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (short) ((a[i] >>> 12) ^ (b[i] >>> 25));
        }
        static void rightBy31(short[] a, short[] b, short[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (short) ((a[i] >> 31) + (b[i] >>> 32));
        }
        static void rightByInvariant(short[] a, short[] b, short[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (short) (a[i] >> k); }
        static void leftByInvariant(short[] a, short[] b, short[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (short) (a[i] << k); }
        static void average(short[] a, short[] b, short[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (short) (a[i] + b[i] >> 1); }
        static void averageUp(short[] a, short[] b, short[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (short) (a[i] + b[i] + 1 >>> 1);
        }
        static void partOfProduct(short[] a, short[] b, short[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (short) (a[i] * b[i] >> 4); }
        static void highOfProduct(short[] a, short[] b, short[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (short) (a[i] * b[i] >> 8); }
        static void highestOfProduct(short[] a, short[] b, short[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (short) (a[i] * b[i] >>> 16);
        }
        static void min(short[] a, short[] b, short[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (short) Math.min(a[i], b[i]); }
        static void max(short[] a, short[] b, short[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (short) Math.max(a[i], b[i]); }
        static void maxInvariant(short[] a, short[] b, short[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (short) Math.max(a[i], k); }
        static void saturated(short[] a, short[] b, short[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (short) Math.min(a[i] + b[i], 100);
        }
        static void clamp(short[] a, short[] b, short[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (short) Math.max(0, Math.min(255, a[i] * 2 - b[i]));
        }
        static void abs(short[] a, short[] b, short[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (short) Math.abs(a[i]); }
        static void absOfDifference(short[] a, short[] b, short[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (short) Math.abs(a[i] - b[i]);
        }
        static void divide(short[] a, short[] b, short[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (short) (a[i] / 10 + b[i] % 7); }
        static void compare(short[] a, short[] b, short[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i] + b[i] > 100 ? a[i] : b[i]; }
        static void throughByte(short[] a, short[] b, short[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (short) ((byte) (a[i] + b[i]) + 1);
        }
        static void throughByteShifted(short[] a, short[] b, short[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (short) ((byte) (a[i] + b[i]) >> 1);
        }
        static void throughChar(short[] a, short[] b, short[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (short) ((char) (a[i] - b[i]) >> 3);
        }
        static void throughShort(short[] a, short[] b, short[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (short) ((short) (a[i] * 3) >>> 2);
        }
        static void unsigned(short[] a, short[] b, short[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (short) ((a[i] & 0xff) + (b[i] & 0xff) >> 1);
        }
        static void increase(short[] a, short[] b, short[] c, int from, int n, int k) { for (int i = from; i < n; i++) a[i] += b[i]; }
        static void count(short[] a, short[] b, short[] c, int from, int n, int k) { for (int i = from; i < n; i++) a[i]++; }
        static void copy(short[] a, short[] b, short[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i]; }
        static void fill(short[] a, short[] b, short[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (short) k; }
        static void fillConstant(short[] a, short[] b, short[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = 42; }
        static void counter(short[] a, short[] b, short[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (short) i; }
        static void counterTimes(short[] a, short[] b, short[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (short) (i * 3 + k); }
        static void counterShifted(short[] a, short[] b, short[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (short) (a[i] + (i >> 2)); }
        static void previous(short[] a, short[] b, short[] c, int from, int n, int k) { for (int i = from; i < n; i++) a[i] = (short) (a[i - 1] + b[i]); }
        static void previousOther(short[] a, short[] b, short[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (short) (a[i - 1] + b[i]); }
        static void previousEight(short[] a, short[] b, short[] c, int from, int n, int k) { for (int i = from; i < n; i++) a[i] = (short) (a[i - 8] + b[i]); }
        static void previousFifteen(short[] a, short[] b, short[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) a[i] = (short) (a[i - 15] ^ b[i]);
        }
        static void next(short[] a, short[] b, short[] c, int from, int n, int k) { for (int i = from; i < n; i++) a[i] = a[i + 1]; }
        static void around(short[] a, short[] b, short[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (short) (a[i - 1] + a[i] * 2 + a[i + 1]);
        }
        static void storeNext(short[] a, short[] b, short[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i + 1] = (short) (a[i] + k); }
        static void twoStores(short[] a, short[] b, short[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) {
                a[i] = (short) (b[i] + 1);
                c[i] = (short) (b[i] - 1);
            }
        }
        static void loadBehindStore(short[] a, short[] b, short[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) {
                c[i] = (short) (a[i] + 1);
                b[i] = (short) (c[i] >> 1);
            }
        }
        static int valueBehindStore(short[] a, short[] b, short[] c, int from, int n, int k) {
            int t = 1;
            for (int i = from; i < n; i++) {
                t = a[i] + b[i];
                c[i] = (short) t;
            }
            return t;
        }
        static int last(short[] a, short[] b, short[] c, int from, int n, int k) {
            int t = 5;
            for (int i = from; i < n; i++) {
                t = a[i];
                c[i] = (short) (t * 3);
            }
            return t;
        }
        static void inclusive(short[] a, short[] b, short[] c, int from, int n, int k) { for (int i = from; i <= n; i++) c[i] = (short) (a[i] - b[i]); }
        static void byLength(short[] a, short[] b, short[] c, int from, int n, int k) { for (int i = from; i < a.length; i++) c[i] = (short) (a[i] * b[i]); }
        static void byTwo(short[] a, short[] b, short[] c, int from, int n, int k) { for (int i = from; i < n; i += 2) c[i] = (short) (a[i + 1] + b[i]); }
        static void down(short[] a, short[] b, short[] c, int from, int n, int k) { for (int i = n - 1; i >= from; i--) c[i] = (short) (a[i] + b[i]); }
        static int sum(short[] a, short[] b, short[] c, int from, int n, int k) { int s = k; for (int i = from; i < n; i++) s += a[i]; return s; }
        static long sumToLong(short[] a, short[] b, short[] c, int from, int n, int k) { long s = k; for (int i = from; i < n; i++) s += a[i]; return s; }
        static short sumNarrow(short[] a, short[] b, short[] c, int from, int n, int k) {
            short s = (short) k;
            for (int i = from; i < n; i++) s += a[i];
            return s;
        }
        static int sumUnsigned(short[] a, short[] b, short[] c, int from, int n, int k) {
            int s = 0;
            for (int i = from; i < n; i++) s += a[i] & 0xff;
            return s;
        }
        static int xor(short[] a, short[] b, short[] c, int from, int n, int k) { int s = k; for (int i = from; i < n; i++) s ^= a[i]; return s; }
        static int or(short[] a, short[] b, short[] c, int from, int n, int k) { int s = 0; for (int i = from; i < n; i++) s |= a[i]; return s; }
        static int and(short[] a, short[] b, short[] c, int from, int n, int k) { int s = -1; for (int i = from; i < n; i++) s &= a[i] | 3; return s; }
        static int most(short[] a, short[] b, short[] c, int from, int n, int k) {
            int s = -70000;
            for (int i = from; i < n; i++) s = Math.max(s, a[i]);
            return s;
        }
        static int least(short[] a, short[] b, short[] c, int from, int n, int k) { int s = k; for (int i = from; i < n; i++) s = Math.min(s, a[i]); return s; }
        static int dot(short[] a, short[] b, short[] c, int from, int n, int k) { int s = 0; for (int i = from; i < n; i++) s += a[i] * b[i]; return s; }
        static int sumAndStore(short[] a, short[] b, short[] c, int from, int n, int k) {
            int s = 0;
            for (int i = from; i < n; i++) {
                s += a[i];
                c[i] = b[i];
            }
            return s;
        }

        static void all() {
            stores(SHORTS, "add", 0, 0, Shorts::add);
            stores(SHORTS, "sub", 0, 0, Shorts::sub);
            stores(SHORTS, "mul", 0, 0, Shorts::mul);
            stores(SHORTS, "bits", 0, 0, Shorts::bits);
            stores(SHORTS, "negate", 0, 0, Shorts::negate);
            stores(SHORTS, "not", 0, 0, Shorts::not);
            stores(SHORTS, "addInvariant", 0, 0, Shorts::addInvariant);
            stores(SHORTS, "mulInvariant", 0, 0, Shorts::mulInvariant);
            stores(SHORTS, "xorInvariant", 0, 0, Shorts::xorInvariant);
            stores(SHORTS, "left", 0, 0, Shorts::left);
            stores(SHORTS, "leftFar", 0, 0, Shorts::leftFar);
            stores(SHORTS, "leftThenRight", 0, 0, Shorts::leftThenRight);
            stores(SHORTS, "right", 0, 0, Shorts::right);
            stores(SHORTS, "rightFar", 0, 0, Shorts::rightFar);
            stores(SHORTS, "rightUnsigned", 0, 0, Shorts::rightUnsigned);
            stores(SHORTS, "rightUnsignedFar", 0, 0, Shorts::rightUnsignedFar);
            stores(SHORTS, "rightBy31", 0, 0, Shorts::rightBy31);
            stores(SHORTS, "rightByInvariant", 0, 0, Shorts::rightByInvariant);
            stores(SHORTS, "leftByInvariant", 0, 0, Shorts::leftByInvariant);
            stores(SHORTS, "average", 0, 0, Shorts::average);
            stores(SHORTS, "averageUp", 0, 0, Shorts::averageUp);
            stores(SHORTS, "partOfProduct", 0, 0, Shorts::partOfProduct);
            stores(SHORTS, "highOfProduct", 0, 0, Shorts::highOfProduct);
            stores(SHORTS, "highestOfProduct", 0, 0, Shorts::highestOfProduct);
            stores(SHORTS, "min", 0, 0, Shorts::min);
            stores(SHORTS, "max", 0, 0, Shorts::max);
            stores(SHORTS, "maxInvariant", 0, 0, Shorts::maxInvariant);
            stores(SHORTS, "saturated", 0, 0, Shorts::saturated);
            stores(SHORTS, "clamp", 0, 0, Shorts::clamp);
            stores(SHORTS, "abs", 0, 0, Shorts::abs);
            stores(SHORTS, "absOfDifference", 0, 0, Shorts::absOfDifference);
            stores(SHORTS, "divide", 0, 0, Shorts::divide);
            stores(SHORTS, "compare", 0, 0, Shorts::compare);
            stores(SHORTS, "throughByte", 0, 0, Shorts::throughByte);
            stores(SHORTS, "throughByteShifted", 0, 0, Shorts::throughByteShifted);
            stores(SHORTS, "throughChar", 0, 0, Shorts::throughChar);
            stores(SHORTS, "throughShort", 0, 0, Shorts::throughShort);
            stores(SHORTS, "unsigned", 0, 0, Shorts::unsigned);
            stores(SHORTS, "increase", 0, 0, Shorts::increase);
            stores(SHORTS, "count", 0, 0, Shorts::count);
            stores(SHORTS, "copy", 0, 0, Shorts::copy);
            stores(SHORTS, "fill", 0, 0, Shorts::fill);
            stores(SHORTS, "fillConstant", 0, 0, Shorts::fillConstant);
            stores(SHORTS, "counter", 0, 0, Shorts::counter);
            stores(SHORTS, "counterTimes", 0, 0, Shorts::counterTimes);
            stores(SHORTS, "counterShifted", 0, 0, Shorts::counterShifted);
            stores(SHORTS, "previous", 1, 0, Shorts::previous);
            stores(SHORTS, "previousOther", 1, 0, Shorts::previousOther);
            stores(SHORTS, "previousEight", 8, 0, Shorts::previousEight);
            stores(SHORTS, "previousFifteen", 15, 0, Shorts::previousFifteen);
            stores(SHORTS, "next", 0, 1, Shorts::next);
            stores(SHORTS, "around", 1, 1, Shorts::around);
            stores(SHORTS, "storeNext", 0, 1, Shorts::storeNext);
            stores(SHORTS, "twoStores", 0, 0, Shorts::twoStores);
            stores(SHORTS, "loadBehindStore", 0, 0, Shorts::loadBehindStore);
            values(SHORTS, "valueBehindStore", 0, 0, Shorts::valueBehindStore);
            values(SHORTS, "last", 0, 0, Shorts::last);
            stores(SHORTS, "inclusive", 0, 1, Shorts::inclusive);
            stores(SHORTS, "byLength", 0, 0, Shorts::byLength);
            stores(SHORTS, "byTwo", 0, 1, Shorts::byTwo);
            stores(SHORTS, "down", 0, 0, Shorts::down);
            values(SHORTS, "sum", 0, 0, Shorts::sum);
            values(SHORTS, "sumToLong", 0, 0, Shorts::sumToLong);
            values(SHORTS, "sumNarrow", 0, 0, Shorts::sumNarrow);
            values(SHORTS, "sumUnsigned", 0, 0, Shorts::sumUnsigned);
            values(SHORTS, "xor", 0, 0, Shorts::xor);
            values(SHORTS, "or", 0, 0, Shorts::or);
            values(SHORTS, "and", 0, 0, Shorts::and);
            values(SHORTS, "most", 0, 0, Shorts::most);
            values(SHORTS, "least", 0, 0, Shorts::least);
            values(SHORTS, "dot", 0, 0, Shorts::dot);
            values(SHORTS, "sumAndStore", 0, 0, Shorts::sumAndStore);
        }
    }

    static final class Chars {
        static void add(char[] a, char[] b, char[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (char) (a[i] + b[i]); }
        static void sub(char[] a, char[] b, char[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (char) (a[i] - b[i]); }
        static void mul(char[] a, char[] b, char[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (char) (a[i] * b[i]); }
        static void bits(char[] a, char[] b, char[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (char) (a[i] & b[i] | (c[i] ^ a[i])); }
        static void negate(char[] a, char[] b, char[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (char) -a[i]; }
        static void not(char[] a, char[] b, char[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (char) ~a[i]; }
        static void addInvariant(char[] a, char[] b, char[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (char) (a[i] + k); }
        static void mulInvariant(char[] a, char[] b, char[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (char) (a[i] * k - 300); }
        static void xorInvariant(char[] a, char[] b, char[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] ^= k; }
        static void left(char[] a, char[] b, char[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (char) (a[i] << 1); }
        static void leftFar(char[] a, char[] b, char[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (char) ((a[i] << 9) + (b[i] << 15)); }
        static void leftThenRight(char[] a, char[] b, char[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (char) (a[i] << 4 >> 4); }
        static void right(char[] a, char[] b, char[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (char) (a[i] >> 1); }
        static void rightFar(char[] a, char[] b, char[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (char) ((a[i] >> 9) ^ (b[i] >> 20));
        }
        static void rightUnsigned(char[] a, char[] b, char[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (char) (a[i] >>> 1); }
        static void rightUnsignedFar(char[] a, char[] b, char[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (char) ((a[i] >>> 12) ^ (b[i] >>> 25));
        }
        static void rightBy31(char[] a, char[] b, char[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (char) ((a[i] >> 31) + (b[i] >>> 32));
        }
        static void rightByInvariant(char[] a, char[] b, char[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (char) (a[i] >> k); }
        static void leftByInvariant(char[] a, char[] b, char[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (char) (a[i] << k); }
        static void average(char[] a, char[] b, char[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (char) (a[i] + b[i] >> 1); }
        static void averageUp(char[] a, char[] b, char[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (char) (a[i] + b[i] + 1 >>> 1); }
        static void partOfProduct(char[] a, char[] b, char[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (char) (a[i] * b[i] >> 4); }
        static void highOfProduct(char[] a, char[] b, char[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (char) (a[i] * b[i] >> 8); }
        static void highestOfProduct(char[] a, char[] b, char[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (char) (a[i] * b[i] >>> 16);
        }
        static void min(char[] a, char[] b, char[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (char) Math.min(a[i], b[i]); }
        static void max(char[] a, char[] b, char[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (char) Math.max(a[i], b[i]); }
        static void maxInvariant(char[] a, char[] b, char[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (char) Math.max(a[i], k); }
        static void saturated(char[] a, char[] b, char[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (char) Math.min(a[i] + b[i], 100); }
        static void clamp(char[] a, char[] b, char[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (char) Math.max(0, Math.min(255, a[i] * 2 - b[i]));
        }
        static void abs(char[] a, char[] b, char[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (char) Math.abs(a[i]); }
        static void absOfDifference(char[] a, char[] b, char[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (char) Math.abs(a[i] - b[i]);
        }
        static void divide(char[] a, char[] b, char[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (char) (a[i] / 10 + b[i] % 7); }
        static void compare(char[] a, char[] b, char[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i] + b[i] > 100 ? a[i] : b[i]; }
        static void throughByte(char[] a, char[] b, char[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (char) ((byte) (a[i] + b[i]) + 1);
        }
        static void throughByteShifted(char[] a, char[] b, char[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (char) ((byte) (a[i] + b[i]) >> 1);
        }
        static void throughChar(char[] a, char[] b, char[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (char) ((char) (a[i] - b[i]) >> 3);
        }
        static void throughShort(char[] a, char[] b, char[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (char) ((short) (a[i] * 3) >>> 2);
        }
        static void unsigned(char[] a, char[] b, char[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (char) ((a[i] & 0xff) + (b[i] & 0xff) >> 1);
        }
        static void increase(char[] a, char[] b, char[] c, int from, int n, int k) { for (int i = from; i < n; i++) a[i] += b[i]; }
        static void count(char[] a, char[] b, char[] c, int from, int n, int k) { for (int i = from; i < n; i++) a[i]++; }
        static void copy(char[] a, char[] b, char[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i]; }
        static void fill(char[] a, char[] b, char[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (char) k; }
        static void fillConstant(char[] a, char[] b, char[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = 42; }
        static void counter(char[] a, char[] b, char[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (char) i; }
        static void counterTimes(char[] a, char[] b, char[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (char) (i * 3 + k); }
        static void counterShifted(char[] a, char[] b, char[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (char) (a[i] + (i >> 2)); }
        static void previous(char[] a, char[] b, char[] c, int from, int n, int k) { for (int i = from; i < n; i++) a[i] = (char) (a[i - 1] + b[i]); }
        static void previousOther(char[] a, char[] b, char[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (char) (a[i - 1] + b[i]); }
        static void previousEight(char[] a, char[] b, char[] c, int from, int n, int k) { for (int i = from; i < n; i++) a[i] = (char) (a[i - 8] + b[i]); }
        static void previousFifteen(char[] a, char[] b, char[] c, int from, int n, int k) { for (int i = from; i < n; i++) a[i] = (char) (a[i - 15] ^ b[i]); }
        static void next(char[] a, char[] b, char[] c, int from, int n, int k) { for (int i = from; i < n; i++) a[i] = a[i + 1]; }
        static void around(char[] a, char[] b, char[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) c[i] = (char) (a[i - 1] + a[i] * 2 + a[i + 1]);
        }
        static void storeNext(char[] a, char[] b, char[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i + 1] = (char) (a[i] + k); }
        static void twoStores(char[] a, char[] b, char[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) {
                a[i] = (char) (b[i] + 1);
                c[i] = (char) (b[i] - 1);
            }
        }
        static void loadBehindStore(char[] a, char[] b, char[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) {
                c[i] = (char) (a[i] + 1);
                b[i] = (char) (c[i] >> 1);
            }
        }
        static int valueBehindStore(char[] a, char[] b, char[] c, int from, int n, int k) {
            int t = 1;
            for (int i = from; i < n; i++) {
                t = a[i] + b[i];
                c[i] = (char) t;
            }
            return t;
        }
        static int last(char[] a, char[] b, char[] c, int from, int n, int k) {
            int t = 5;
            for (int i = from; i < n; i++) {
                t = a[i];
                c[i] = (char) (t * 3);
            }
            return t;
        }
        static void inclusive(char[] a, char[] b, char[] c, int from, int n, int k) { for (int i = from; i <= n; i++) c[i] = (char) (a[i] - b[i]); }
        static void byLength(char[] a, char[] b, char[] c, int from, int n, int k) { for (int i = from; i < a.length; i++) c[i] = (char) (a[i] * b[i]); }
        static void byTwo(char[] a, char[] b, char[] c, int from, int n, int k) { for (int i = from; i < n; i += 2) c[i] = (char) (a[i + 1] + b[i]); }
        static void down(char[] a, char[] b, char[] c, int from, int n, int k) { for (int i = n - 1; i >= from; i--) c[i] = (char) (a[i] + b[i]); }
        static int sum(char[] a, char[] b, char[] c, int from, int n, int k) { int s = k; for (int i = from; i < n; i++) s += a[i]; return s; }
        static long sumToLong(char[] a, char[] b, char[] c, int from, int n, int k) { long s = k; for (int i = from; i < n; i++) s += a[i]; return s; }
        static char sumNarrow(char[] a, char[] b, char[] c, int from, int n, int k) { char s = (char) k; for (int i = from; i < n; i++) s += a[i]; return s; }
        static int sumUnsigned(char[] a, char[] b, char[] c, int from, int n, int k) { int s = 0; for (int i = from; i < n; i++) s += a[i] & 0xff; return s; }
        static int xor(char[] a, char[] b, char[] c, int from, int n, int k) { int s = k; for (int i = from; i < n; i++) s ^= a[i]; return s; }
        static int or(char[] a, char[] b, char[] c, int from, int n, int k) { int s = 0; for (int i = from; i < n; i++) s |= a[i]; return s; }
        static int and(char[] a, char[] b, char[] c, int from, int n, int k) { int s = -1; for (int i = from; i < n; i++) s &= a[i] | 3; return s; }
        static int most(char[] a, char[] b, char[] c, int from, int n, int k) {
            int s = -70000;
            for (int i = from; i < n; i++) s = Math.max(s, a[i]);
            return s;
        }
        static int least(char[] a, char[] b, char[] c, int from, int n, int k) { int s = k; for (int i = from; i < n; i++) s = Math.min(s, a[i]); return s; }
        static int dot(char[] a, char[] b, char[] c, int from, int n, int k) { int s = 0; for (int i = from; i < n; i++) s += a[i] * b[i]; return s; }
        static int sumAndStore(char[] a, char[] b, char[] c, int from, int n, int k) {
            int s = 0;
            for (int i = from; i < n; i++) {
                s += a[i];
                c[i] = b[i];
            }
            return s;
        }

        static void all() {
            stores(CHARS, "add", 0, 0, Chars::add);
            stores(CHARS, "sub", 0, 0, Chars::sub);
            stores(CHARS, "mul", 0, 0, Chars::mul);
            stores(CHARS, "bits", 0, 0, Chars::bits);
            stores(CHARS, "negate", 0, 0, Chars::negate);
            stores(CHARS, "not", 0, 0, Chars::not);
            stores(CHARS, "addInvariant", 0, 0, Chars::addInvariant);
            stores(CHARS, "mulInvariant", 0, 0, Chars::mulInvariant);
            stores(CHARS, "xorInvariant", 0, 0, Chars::xorInvariant);
            stores(CHARS, "left", 0, 0, Chars::left);
            stores(CHARS, "leftFar", 0, 0, Chars::leftFar);
            stores(CHARS, "leftThenRight", 0, 0, Chars::leftThenRight);
            stores(CHARS, "right", 0, 0, Chars::right);
            stores(CHARS, "rightFar", 0, 0, Chars::rightFar);
            stores(CHARS, "rightUnsigned", 0, 0, Chars::rightUnsigned);
            stores(CHARS, "rightUnsignedFar", 0, 0, Chars::rightUnsignedFar);
            stores(CHARS, "rightBy31", 0, 0, Chars::rightBy31);
            stores(CHARS, "rightByInvariant", 0, 0, Chars::rightByInvariant);
            stores(CHARS, "leftByInvariant", 0, 0, Chars::leftByInvariant);
            stores(CHARS, "average", 0, 0, Chars::average);
            stores(CHARS, "averageUp", 0, 0, Chars::averageUp);
            stores(CHARS, "partOfProduct", 0, 0, Chars::partOfProduct);
            stores(CHARS, "highOfProduct", 0, 0, Chars::highOfProduct);
            stores(CHARS, "highestOfProduct", 0, 0, Chars::highestOfProduct);
            stores(CHARS, "min", 0, 0, Chars::min);
            stores(CHARS, "max", 0, 0, Chars::max);
            stores(CHARS, "maxInvariant", 0, 0, Chars::maxInvariant);
            stores(CHARS, "saturated", 0, 0, Chars::saturated);
            stores(CHARS, "clamp", 0, 0, Chars::clamp);
            stores(CHARS, "abs", 0, 0, Chars::abs);
            stores(CHARS, "absOfDifference", 0, 0, Chars::absOfDifference);
            stores(CHARS, "divide", 0, 0, Chars::divide);
            stores(CHARS, "compare", 0, 0, Chars::compare);
            stores(CHARS, "throughByte", 0, 0, Chars::throughByte);
            stores(CHARS, "throughByteShifted", 0, 0, Chars::throughByteShifted);
            stores(CHARS, "throughChar", 0, 0, Chars::throughChar);
            stores(CHARS, "throughShort", 0, 0, Chars::throughShort);
            stores(CHARS, "unsigned", 0, 0, Chars::unsigned);
            stores(CHARS, "increase", 0, 0, Chars::increase);
            stores(CHARS, "count", 0, 0, Chars::count);
            stores(CHARS, "copy", 0, 0, Chars::copy);
            stores(CHARS, "fill", 0, 0, Chars::fill);
            stores(CHARS, "fillConstant", 0, 0, Chars::fillConstant);
            stores(CHARS, "counter", 0, 0, Chars::counter);
            stores(CHARS, "counterTimes", 0, 0, Chars::counterTimes);
            stores(CHARS, "counterShifted", 0, 0, Chars::counterShifted);
            stores(CHARS, "previous", 1, 0, Chars::previous);
            stores(CHARS, "previousOther", 1, 0, Chars::previousOther);
            stores(CHARS, "previousEight", 8, 0, Chars::previousEight);
            stores(CHARS, "previousFifteen", 15, 0, Chars::previousFifteen);
            stores(CHARS, "next", 0, 1, Chars::next);
            stores(CHARS, "around", 1, 1, Chars::around);
            stores(CHARS, "storeNext", 0, 1, Chars::storeNext);
            stores(CHARS, "twoStores", 0, 0, Chars::twoStores);
            stores(CHARS, "loadBehindStore", 0, 0, Chars::loadBehindStore);
            values(CHARS, "valueBehindStore", 0, 0, Chars::valueBehindStore);
            values(CHARS, "last", 0, 0, Chars::last);
            stores(CHARS, "inclusive", 0, 1, Chars::inclusive);
            stores(CHARS, "byLength", 0, 0, Chars::byLength);
            stores(CHARS, "byTwo", 0, 1, Chars::byTwo);
            stores(CHARS, "down", 0, 0, Chars::down);
            values(CHARS, "sum", 0, 0, Chars::sum);
            values(CHARS, "sumToLong", 0, 0, Chars::sumToLong);
            values(CHARS, "sumNarrow", 0, 0, Chars::sumNarrow);
            values(CHARS, "sumUnsigned", 0, 0, Chars::sumUnsigned);
            values(CHARS, "xor", 0, 0, Chars::xor);
            values(CHARS, "or", 0, 0, Chars::or);
            values(CHARS, "and", 0, 0, Chars::and);
            values(CHARS, "most", 0, 0, Chars::most);
            values(CHARS, "least", 0, 0, Chars::least);
            values(CHARS, "dot", 0, 0, Chars::dot);
            values(CHARS, "sumAndStore", 0, 0, Chars::sumAndStore);
        }
    }

    static final class Booleans {
        static void and(boolean[] a, boolean[] b, boolean[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i] & b[i]; }
        static void or(boolean[] a, boolean[] b, boolean[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i] | b[i]; }
        static void xor(boolean[] a, boolean[] b, boolean[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i] ^ b[i]; }
        static void not(boolean[] a, boolean[] b, boolean[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = !a[i]; }
        static void shortcut(boolean[] a, boolean[] b, boolean[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i] && b[i]; }
        static void copy(boolean[] a, boolean[] b, boolean[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = a[i]; }
        static void fill(boolean[] a, boolean[] b, boolean[] c, int from, int n, int k) {
            boolean w = k > 0;
            for (int i = from; i < n; i++) c[i] = w;
        }
        static void fillTrue(boolean[] a, boolean[] b, boolean[] c, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = true; }
        static void previous(boolean[] a, boolean[] b, boolean[] c, int from, int n, int k) { for (int i = from; i < n; i++) a[i] = a[i - 1] ^ b[i]; }
        static void next(boolean[] a, boolean[] b, boolean[] c, int from, int n, int k) { for (int i = from; i < n; i++) a[i] = a[i + 1]; }
        static boolean any(boolean[] a, boolean[] b, boolean[] c, int from, int n, int k) {
            boolean s = false;
            for (int i = from; i < n; i++) s |= a[i];
            return s;
        }
        static boolean all(boolean[] a, boolean[] b, boolean[] c, int from, int n, int k) {
            boolean s = true;
            for (int i = from; i < n; i++) s &= a[i];
            return s;
        }
        static boolean parity(boolean[] a, boolean[] b, boolean[] c, int from, int n, int k) {
            boolean s = false;
            for (int i = from; i < n; i++) s ^= a[i];
            return s;
        }
        static int count(boolean[] a, boolean[] b, boolean[] c, int from, int n, int k) {
            int s = 0;
            for (int i = from; i < n; i++) s += a[i] ? 1 : 0;
            return s;
        }

        static void all() {
            stores(BOOLEANS, "and", 0, 0, Booleans::and);
            stores(BOOLEANS, "or", 0, 0, Booleans::or);
            stores(BOOLEANS, "xor", 0, 0, Booleans::xor);
            stores(BOOLEANS, "not", 0, 0, Booleans::not);
            stores(BOOLEANS, "shortcut", 0, 0, Booleans::shortcut);
            stores(BOOLEANS, "copy", 0, 0, Booleans::copy);
            stores(BOOLEANS, "fill", 0, 0, Booleans::fill);
            stores(BOOLEANS, "fillTrue", 0, 0, Booleans::fillTrue);
            stores(BOOLEANS, "previous", 1, 0, Booleans::previous);
            stores(BOOLEANS, "next", 0, 1, Booleans::next);
            values(BOOLEANS, "any", 0, 0, (a, b, c, from, n, k) -> mix(any(a, b, c, from, n, k)));
            values(BOOLEANS, "all", 0, 0, (a, b, c, from, n, k) -> mix(all(a, b, c, from, n, k)));
            values(BOOLEANS, "parity", 0, 0, (a, b, c, from, n, k) -> mix(parity(a, b, c, from, n, k)));
            values(BOOLEANS, "count", 0, 0, Booleans::count);
        }
    }

    /** Loops over arrays of several kinds. */
    static final class Mixed {
        static void intFromByte(int[] i0, byte[] b, int from, int n, int k) { for (int i = from; i < n; i++) i0[i] = b[i]; }
        static void intFromUnsigned(int[] i0, byte[] b, int from, int n, int k) { for (int i = from; i < n; i++) i0[i] = b[i] & 0xff; }
        static void intFromShort(int[] i0, short[] s, int from, int n, int k) { for (int i = from; i < n; i++) i0[i] = s[i] * 5; }
        static void intFromChar(int[] i0, char[] c, int from, int n, int k) { for (int i = from; i < n; i++) i0[i] = c[i] + k; }
        static void intFromAll(int[] i0, byte[] b, short[] s, char[] c, int from, int n, int k) {
            for (int i = from; i < n; i++) i0[i] = b[i] + s[i + 1] * c[i];
        }
        static void longFromInt(long[] l, int[] i0, int from, int n, int k) { for (int i = from; i < n; i++) l[i] = i0[i]; }
        static void longFromUnsigned(long[] l, int[] i0, int from, int n, int k) { for (int i = from; i < n; i++) l[i] = i0[i] & 0xffffffffL; }
        static void longFromProduct(long[] l, int[] i0, int[] i1, int from, int n, int k) { for (int i = from; i < n; i++) l[i] = (long) i0[i] * i1[i]; }
        static void longFromByte(long[] l, byte[] b, int from, int n, int k) { for (int i = from; i < n; i++) l[i] = b[i] + 1; }
        static void intFromLong(int[] i0, long[] l, int from, int n, int k) { for (int i = from; i < n; i++) i0[i] = (int) l[i]; }
        static void intFromHigh(int[] i0, long[] l, int from, int n, int k) { for (int i = from; i < n; i++) i0[i] = (int) (l[i] >> 32); }
        static void floatFromInt(float[] f, int[] i0, int from, int n, int k) { for (int i = from; i < n; i++) f[i] = i0[i]; }
        static void floatFromByte(float[] f, byte[] b, int from, int n, int k) { for (int i = from; i < n; i++) f[i] = b[i] * 0.5f; }
        static void floatFromLong(float[] f, long[] l, int from, int n, int k) { for (int i = from; i < n; i++) f[i] = l[i]; }
        static void floatFromDouble(float[] f, double[] d, int from, int n, int k) { for (int i = from; i < n; i++) f[i] = (float) d[i]; }
        static void floatByDouble(float[] f, float[] g, int from, int n, int k) { for (int i = from; i < n; i++) f[i] = (float) (f[i] * 0.1 + g[i]); }
        static void doubleFromFloat(double[] d, float[] f, int from, int n, int k) { for (int i = from; i < n; i++) d[i] = f[i]; }
        static void doubleFromInt(double[] d, int[] i0, int from, int n, int k) { for (int i = from; i < n; i++) d[i] = i0[i] / 3.0; }
        static void doubleFromLong(double[] d, long[] l, int from, int n, int k) { for (int i = from; i < n; i++) d[i] = l[i]; }
        static void intFromFloat(int[] i0, float[] f, int from, int n, int k) { for (int i = from; i < n; i++) i0[i] = (int) f[i]; }
        static void intFromDouble(int[] i0, double[] d, int from, int n, int k) { for (int i = from; i < n; i++) i0[i] = (int) d[i]; }
        static void longFromDouble(long[] l, double[] d, int from, int n, int k) { for (int i = from; i < n; i++) l[i] = (long) d[i]; }
        static void longFromFloat(long[] l, float[] f, int from, int n, int k) { for (int i = from; i < n; i++) l[i] = (long) f[i]; }
        static void byteFromInt(byte[] b, int[] i0, int from, int n, int k) { for (int i = from; i < n; i++) b[i] = (byte) i0[i]; }
        static void byteFromHigh(byte[] b, int[] i0, int from, int n, int k) { for (int i = from; i < n; i++) b[i] = (byte) (i0[i] >> 8); }
        static void byteFromFloat(byte[] b, float[] f, int from, int n, int k) { for (int i = from; i < n; i++) b[i] = (byte) f[i]; }
        static void shortFromInt(short[] s, int[] i0, int from, int n, int k) { for (int i = from; i < n; i++) s[i] = (short) (i0[i] + k); }
        static void charFromInt(char[] c, int[] i0, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (char) (i0[i] * 3); }
        static void charFromByte(char[] c, byte[] b, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (char) (b[i] & 0xff); }
        static void charFromSigned(char[] c, byte[] b, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (char) b[i]; }
        static void byteFromChar(byte[] b, char[] c, int from, int n, int k) { for (int i = from; i < n; i++) b[i] = (byte) c[i]; }
        static void shortFromByte(short[] s, byte[] b, int from, int n, int k) { for (int i = from; i < n; i++) s[i] = b[i]; }
        static void charFromShort(char[] c, short[] s, int from, int n, int k) { for (int i = from; i < n; i++) c[i] = (char) s[i]; }
        static void shortAndChar(short[] s, char[] c, int from, int n, int k) { for (int i = from; i < n; i++) s[i] = (short) (s[i] + c[i] >> 1); }
        static void byteFromLong(byte[] b, long[] l, int from, int n, int k) { for (int i = from; i < n; i++) b[i] = (byte) (l[i] >>> 56); }
        static void intAndDouble(int[] i0, int[] i1, double[] d, double[] e, int from, int n, int k) {
            for (int i = from; i < n; i++) {
                i0[i] = i1[i] + 1;
                d[i] = e[i] * 2;
            }
        }
        static void byteAndLong(byte[] b, byte[] y, long[] l, int from, int n, int k) {
            for (int i = from; i < n; i++) {
                b[i] = (byte) (y[i] + 1);
                l[i] = l[i] ^ k;
            }
        }
        static void booleanToByte(byte[] b, boolean[] z, int from, int n, int k) { for (int i = from; i < n; i++) b[i] = (byte) (z[i] ? 1 : 0); }
        static void byteToBoolean(byte[] b, boolean[] z, int from, int n, int k) { for (int i = from; i < n; i++) z[i] = (b[i] & 1) != 0; }
        static long sumOfIntsToLong(int[] i0, int from, int n, int k) { long t = 0; for (int i = from; i < n; i++) t += i0[i]; return t; }
        static long sumOfProductsToLong(int[] i0, int[] i1, int from, int n, int k) {
            long t = k;
            for (int i = from; i < n; i++) t += (long) i0[i] * i1[i];
            return t;
        }
        static long sumOfWrappedToLong(int[] i0, int[] i1, int from, int n, int k) { long t = k; for (int i = from; i < n; i++) t += i0[i] * i1[i]; return t; }
        static long sumOfLongsToInt(long[] l, int from, int n, int k) { int t = k; for (int i = from; i < n; i++) t += l[i]; return t; }
        static double sumOfIntsToDouble(int[] i0, int from, int n, int k) { double t = 0; for (int i = from; i < n; i++) t += i0[i]; return t; }
        static double sumOfFloatsToDouble(float[] f, int from, int n, int k) { double t = 0; for (int i = from; i < n; i++) t += f[i]; return t; }
        static long sumOfThree(byte[] b, short[] s, char[] c, int from, int n, int k) {
            int t = k;
            for (int i = from; i < n; i++) t += b[i] * s[i] + c[i];
            return t;
        }
        static long sumsOfTwoKinds(int[] i0, long[] l, int from, int n, int k) {
            int t = k;
            long u = 3;
            for (int i = from; i < n; i++) {
                t += i0[i];
                u ^= l[i];
            }
            return t * 31 + u;
        }
        static long sumBesideFloats(int[] i0, float[] f, float[] g, int from, int n, int k) {
            int t = k;
            for (int i = from; i < n; i++) {
                t += i0[i];
                f[i] = g[i] * 0.5f;
            }
            return t;
        }
        static void table(byte[] b, int[] i0, int[] i1, int from, int n, int k) { for (int i = from; i < n; i++) i0[i] = i1[b[i] & 7]; }

        static void all() {
            mixed("intFromByte", 0, 0, m -> { intFromByte(m.i0, m.b, m.from, m.n, m.k); return 0; });
            mixed("intFromUnsigned", 0, 0, m -> { intFromUnsigned(m.i0, m.b, m.from, m.n, m.k); return 0; });
            mixed("intFromShort", 0, 0, m -> { intFromShort(m.i0, m.s, m.from, m.n, m.k); return 0; });
            mixed("intFromChar", 0, 0, m -> { intFromChar(m.i0, m.c, m.from, m.n, m.k); return 0; });
            mixed("intFromAll", 0, 1, m -> { intFromAll(m.i0, m.b, m.s, m.c, m.from, m.n, m.k); return 0; });
            mixed("longFromInt", 0, 0, m -> { longFromInt(m.l, m.i0, m.from, m.n, m.k); return 0; });
            mixed("longFromUnsigned", 0, 0, m -> { longFromUnsigned(m.l, m.i0, m.from, m.n, m.k); return 0; });
            mixed("longFromProduct", 0, 0, m -> { longFromProduct(m.l, m.i0, m.i1, m.from, m.n, m.k); return 0; });
            mixed("longFromByte", 0, 0, m -> { longFromByte(m.l, m.b, m.from, m.n, m.k); return 0; });
            mixed("intFromLong", 0, 0, m -> { intFromLong(m.i0, m.l, m.from, m.n, m.k); return 0; });
            mixed("intFromHigh", 0, 0, m -> { intFromHigh(m.i0, m.l, m.from, m.n, m.k); return 0; });
            mixed("floatFromInt", 0, 0, m -> { floatFromInt(m.f, m.i0, m.from, m.n, m.k); return 0; });
            mixed("floatFromByte", 0, 0, m -> { floatFromByte(m.f, m.b, m.from, m.n, m.k); return 0; });
            mixed("floatFromLong", 0, 0, m -> { floatFromLong(m.f, m.l, m.from, m.n, m.k); return 0; });
            mixed("floatFromDouble", 0, 0, m -> { floatFromDouble(m.f, m.d, m.from, m.n, m.k); return 0; });
            mixed("floatByDouble", 0, 0, m -> { floatByDouble(m.f, m.g, m.from, m.n, m.k); return 0; });
            mixed("doubleFromFloat", 0, 0, m -> { doubleFromFloat(m.d, m.f, m.from, m.n, m.k); return 0; });
            mixed("doubleFromInt", 0, 0, m -> { doubleFromInt(m.d, m.i0, m.from, m.n, m.k); return 0; });
            mixed("doubleFromLong", 0, 0, m -> { doubleFromLong(m.d, m.l, m.from, m.n, m.k); return 0; });
            mixed("intFromFloat", 0, 0, m -> { intFromFloat(m.i0, m.f, m.from, m.n, m.k); return 0; });
            mixed("intFromDouble", 0, 0, m -> { intFromDouble(m.i0, m.d, m.from, m.n, m.k); return 0; });
            mixed("longFromDouble", 0, 0, m -> { longFromDouble(m.l, m.d, m.from, m.n, m.k); return 0; });
            mixed("longFromFloat", 0, 0, m -> { longFromFloat(m.l, m.f, m.from, m.n, m.k); return 0; });
            mixed("byteFromInt", 0, 0, m -> { byteFromInt(m.b, m.i0, m.from, m.n, m.k); return 0; });
            mixed("byteFromHigh", 0, 0, m -> { byteFromHigh(m.b, m.i0, m.from, m.n, m.k); return 0; });
            mixed("byteFromFloat", 0, 0, m -> { byteFromFloat(m.b, m.f, m.from, m.n, m.k); return 0; });
            mixed("shortFromInt", 0, 0, m -> { shortFromInt(m.s, m.i0, m.from, m.n, m.k); return 0; });
            mixed("charFromInt", 0, 0, m -> { charFromInt(m.c, m.i0, m.from, m.n, m.k); return 0; });
            mixed("charFromByte", 0, 0, m -> { charFromByte(m.c, m.b, m.from, m.n, m.k); return 0; });
            mixed("charFromSigned", 0, 0, m -> { charFromSigned(m.c, m.b, m.from, m.n, m.k); return 0; });
            mixed("byteFromChar", 0, 0, m -> { byteFromChar(m.b, m.c, m.from, m.n, m.k); return 0; });
            mixed("shortFromByte", 0, 0, m -> { shortFromByte(m.s, m.b, m.from, m.n, m.k); return 0; });
            mixed("charFromShort", 0, 0, m -> { charFromShort(m.c, m.s, m.from, m.n, m.k); return 0; });
            mixed("shortAndChar", 0, 0, m -> { shortAndChar(m.s, m.c, m.from, m.n, m.k); return 0; });
            mixed("byteFromLong", 0, 0, m -> { byteFromLong(m.b, m.l, m.from, m.n, m.k); return 0; });
            mixed("intAndDouble", 0, 0, m -> { intAndDouble(m.i0, m.i1, m.d, m.e, m.from, m.n, m.k); return 0; });
            mixed("byteAndLong", 0, 0, m -> { byteAndLong(m.b, m.y, m.l, m.from, m.n, m.k); return 0; });
            mixed("booleanToByte", 0, 0, m -> { booleanToByte(m.b, m.z, m.from, m.n, m.k); return 0; });
            mixed("byteToBoolean", 0, 0, m -> { byteToBoolean(m.b, m.z, m.from, m.n, m.k); return 0; });
            mixed("sumOfIntsToLong", 0, 0, m -> sumOfIntsToLong(m.i0, m.from, m.n, m.k));
            mixed("sumOfProductsToLong", 0, 0, m -> sumOfProductsToLong(m.i0, m.i1, m.from, m.n, m.k));
            mixed("sumOfWrappedToLong", 0, 0, m -> sumOfWrappedToLong(m.i0, m.i1, m.from, m.n, m.k));
            mixed("sumOfLongsToInt", 0, 0, m -> sumOfLongsToInt(m.l, m.from, m.n, m.k));
            mixed("sumOfIntsToDouble", 0, 0, m -> mix(sumOfIntsToDouble(m.i0, m.from, m.n, m.k)));
            mixed("sumOfFloatsToDouble", 0, 0, m -> mix(sumOfFloatsToDouble(m.f, m.from, m.n, m.k)));
            mixed("sumOfThree", 0, 0, m -> sumOfThree(m.b, m.s, m.c, m.from, m.n, m.k));
            mixed("sumsOfTwoKinds", 0, 0, m -> sumsOfTwoKinds(m.i0, m.l, m.from, m.n, m.k));
            mixed("sumBesideFloats", 0, 0, m -> sumBesideFloats(m.i0, m.f, m.g, m.from, m.n, m.k));
            mixed("table", 0, 0, m -> { table(m.b, m.i0, m.i1, m.from, m.n, m.k); return 0; });
        }
    }

    /** Rows of arrays: inner loops whose limits and arrays change with the outer. */
    static final class Rows {
        static void addRows(int[][] m, int n) {
            for (int j = 1; j < m.length; j++) {
                for (int i = 0; i < n; i++) m[j][i] += m[j - 1][i];
            }
        }
        static void addInRow(int[][] m, int n) {
            for (int j = 0; j < m.length; j++) {
                for (int i = 1; i < n; i++) m[j][i] += m[j][i - 1];
            }
        }
        static void triangle(int[][] m, int n) {
            for (int j = 0; j < m.length; j++) {
                for (int i = 0; i <= j; i++) m[j][i] = m[m.length - 1][i] * 3 + j;
            }
        }
        static void otherTriangle(int[][] m, int n) {
            for (int j = 0; j < m.length; j++) {
                for (int i = j; i < n; i++) m[j][i] ^= m[0][i];
            }
        }
        static int sums(int[][] m, int n) {
            int s = 0;
            for (int j = 0; j < m.length; j++) {
                int t = j;
                for (int i = 0; i < m[j].length; i++) t += m[j][i];
                s = s * 31 + t;
            }
            return s;
        }
        static int oneSum(int[][] m, int n) {
            int s = 0;
            for (int[] row : m) {
                for (int i = 0; i < n; i++) s += row[i];
            }
            return s;
        }
        static int column(int[][] m, int n) {
            int s = 0;
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < m.length; j++) s = s * 3 + m[j][i];
            }
            return s;
        }
        static void transpose(int[][] m, int n) {
            for (int j = 0; j < m.length; j++) {
                for (int i = 0; i < j; i++) {
                    int t = m[j][i];
                    m[j][i] = m[i][j];
                    m[i][j] = t;
                }
            }
        }
        static void addTo(int[] to, int[] from, int factor, int first) {
            for (int i = first; i < to.length; i++) to[i] += factor * from[i];
        }
        static void eliminate(int[][] m, int n) {
            for (int j = 0; j < m.length; j++) {
                for (int k = 0; k < m.length; k++) addTo(m[k], m[j], m[k][0] & 3, j);
            }
        }
        static void multiply(double[][] a, double[][] b, double[][] c) {
            for (int i = 0; i < a.length; i++) {
                for (int k = 0; k < b.length; k++) {
                    double x = a[i][k];
                    for (int j = 0; j < c[i].length; j++) c[i][j] += x * b[k][j];
                }
            }
        }
        static void smooth(float[][] a, float[][] b) {
            for (int j = 1; j < a.length - 1; j++) {
                for (int i = 1; i < a[j].length - 1; i++) b[j][i] = (a[j][i - 1] + a[j][i + 1] + a[j - 1][i] + a[j + 1][i]) * 0.25f;
            }
        }
        static void flat(int[] a, int[] b, int width, int height) {
            for (int j = 0; j < height; j++) {
                int row = j * width;
                for (int i = 0; i < width; i++) a[row + i] = b[row + i] + j;
            }
        }
        static void repeated(byte[] a, byte[] b, int times, int n) {
            for (int j = 0; j < times; j++) {
                for (int i = 0; i < n; i++) a[i] += b[i];
            }
        }

        interface OnMatrix { long run(int[][] m, int n); }

        static void matrix(String name, OnMatrix f) {
            other(name, 0, 0, m -> {
                int high = next(6) + 1;
                int[][] rows = new int[high][];
                for (int j = 0; j < high; j++) rows[j] = m.array(INTS, Math.max(m.n, high) % 200 + (m.a == m.b ? 0 : next(3)));
                if (next(4) == 0) rows[high - 1] = rows[0];
                if (m.c < 0) rows[high / 2] = null;
                long h = 0;
                try {
                    h = f.run(rows, Math.max(m.n, 0) % 200);
                } catch (RuntimeException e) {
                    h = e.toString().hashCode();
                }
                for (int[] row : rows) h = h * 31 + mix(row);
                return h;
            });
        }

        static void all() {
            matrix("addRows", (m, n) -> { addRows(m, n); return 0; });
            matrix("addInRow", (m, n) -> { addInRow(m, n); return 0; });
            matrix("triangle", (m, n) -> { triangle(m, n); return 0; });
            matrix("otherTriangle", (m, n) -> { otherTriangle(m, n); return 0; });
            matrix("sums", Rows::sums);
            matrix("oneSum", Rows::oneSum);
            matrix("column", Rows::column);
            matrix("transpose", (m, n) -> { transpose(m, n); return 0; });
            matrix("eliminate", (m, n) -> { eliminate(m, n); return 0; });
            other("multiply", 0, 0, m -> {
                int x = next(5) + 1, y = next(5) + 1, z = Math.max(0, m.n % 30);
                double[][] a = new double[x][], b = new double[y][], c = new double[x][];
                for (int i = 0; i < x; i++) a[i] = m.array(DOUBLES, y);
                for (int i = 0; i < y; i++) b[i] = m.array(DOUBLES, z);
                for (int i = 0; i < x; i++) c[i] = next(6) == 0 && i < y ? b[i] : new double[z];
                multiply(a, b, c);
                long h = 0;
                for (double[] row : c) h = h * 31 + mix(row);
                return h;
            });
            other("smooth", 1, 1, m -> {
                int x = next(5) + 2;
                float[][] a = new float[x][], b = new float[x][];
                for (int i = 0; i < x; i++) {
                    a[i] = m.array(FLOATS, m.a % 100);
                    b[i] = next(4) == 0 ? a[i] : m.array(FLOATS, m.a % 100);
                }
                smooth(a, b);
                long h = 0;
                for (float[] row : b) h = h * 31 + mix(row);
                return h;
            });
            other("flat", 0, 0, m -> {
                int w = next(40), h = next(6);
                int[] a = m.array(INTS, w * h), b = next(3) == 0 ? a : m.array(INTS, w * h + (m.b < 0 ? -1 : 0));
                try {
                    flat(a, b, w, h);
                } catch (RuntimeException e) {
                    return e.toString().hashCode() + mix(a);
                }
                return mix(a);
            });
            other("repeated", 0, 0, m -> {
                byte[] a = m.array(BYTES, m.a), b = next(3) == 0 ? a : m.array(BYTES, m.b);
                try {
                    repeated(a, b, 3, m.n);
                } catch (RuntimeException e) {
                    return e.toString().hashCode() + mix(a);
                }
                return mix(a);
            });
        }
    }

    /** Arrays and limits in fields, which are read again at every turn. */
    static final class Fields {
        int[] a, b;
        byte[] bytes;
        long[] longs;
        double[] doubles;
        int n, sum;
        volatile int[] v;
        static int[] sa, sb;
        static long ssum;

        Fields(Arguments m) {
            a = m.array(INTS, m.a);
            b = next(3) == 0 ? a : m.array(INTS, m.b);
            bytes = m.array(BYTES, m.c);
            longs = m.array(LONGS, m.a);
            doubles = m.array(DOUBLES, m.b);
            n = m.n;
            sum = m.k;
            v = a;
            sa = a;
            sb = b;
            ssum = m.k;
        }
        void increase(int from, int to) {
            for (int i = from; i < to; i++) this.a[i] += this.b[i];
        }
        void toLimitInField(int from) {
            for (int i = from; i < n; i++) a[i] = b[i] - 1;
        }
        void toLength(int from) {
            for (int i = from; i < a.length; i++) a[i] = b[i] ^ sum;
        }
        void intoField(int from, int to) {
            for (int i = from; i < to; i++) sum += a[i];
        }
        void intoStatic(int from, int to) {
            for (int i = from; i < to; i++) ssum += sa[i] * 3L;
        }
        void statics(int from, int to) {
            for (int i = from; i < to; i++) sa[i] = sb[i] + 7;
        }
        void ofVolatile(int from, int to) {
            for (int i = from; i < to; i++) v[i] = b[i] + v[i];
        }
        void changed(int from, int to) {
            for (int i = from; i < to; i++) {
                a[i] += 3;
                if (i == 20) a = b;
            }
        }
        void limitChanged(int from) {
            for (int i = from; i < n; i++) {
                a[i] ^= b[i];
                n--;
            }
        }
        void kinds(int from, int to) {
            for (int i = from; i < to; i++) {
                bytes[i] += 5;
                longs[i] -= 9;
            }
        }
        double product(int from, int to) {
            double s = 0;
            for (int i = from; i < to; i++) s += doubles[i] * doubles[i];
            return s;
        }
        synchronized int locked(int from, int to) {
            int s = 0;
            for (int i = from; i < to; i++) {
                a[i] += b[i];
                s += b[i];
            }
            return s;
        }
        int lockedInside(int from, int to) {
            int s = 0;
            synchronized (this) {
                for (int i = from; i < to; i++) s += a[i];
            }
            return s;
        }
        long mixAll() { return mix(a) + 3 * mix(b) + 5 * mix(bytes) + 7 * mix(longs) + 11 * mix(doubles) + sum * 13L + ssum * 17 + n; }

        interface OnFields { long run(Fields f, int from, int to); }

        static void fields(String name, OnFields f) {
            other(name, 0, 0, m -> {
                Fields x = new Fields(m);
                long h;
                try {
                    h = f.run(x, m.from, m.n);
                } catch (RuntimeException e) {
                    h = e.toString().hashCode();
                }
                return h * 31 + x.mixAll() + (Thread.holdsLock(x) ? 1 : 0);
            });
        }

        static void all() {
            fields("increase", (f, from, to) -> { f.increase(from, to); return 0; });
            fields("toLimitInField", (f, from, to) -> { f.toLimitInField(from); return 0; });
            fields("toLength", (f, from, to) -> { f.toLength(from); return 0; });
            fields("intoField", (f, from, to) -> { f.intoField(from, to); return 0; });
            fields("intoStatic", (f, from, to) -> { f.intoStatic(from, to); return 0; });
            fields("statics", (f, from, to) -> { f.statics(from, to); return 0; });
            fields("ofVolatile", (f, from, to) -> { f.ofVolatile(from, to); return 0; });
            fields("changed", (f, from, to) -> { f.changed(from, to); return 0; });
            fields("limitChanged", (f, from, to) -> { f.limitChanged(from); return 0; });
            fields("kinds", (f, from, to) -> { f.kinds(from, to); return 0; });
            fields("product", (f, from, to) -> mix(f.product(from, to)));
            fields("locked", Fields::locked);
            fields("lockedInside", Fields::lockedInside);
        }
    }

    /** Loops in handlers, around handlers, with locals that a handler reads. */
    static final class Handlers {
        static int around(int[] a, int[] b, int[] c, int from, int n) {
            int i = from;
            try {
                for (; i < n; i++) c[i] = a[i] + b[i];
            } catch (ArrayIndexOutOfBoundsException e) {
                return i * 31 + e.getMessage().hashCode();
            } catch (NullPointerException e) {
                return i;
            }
            return -i;
        }
        static int sum(int[] a, int[] b, int[] c, int from, int n) {
            int s = 3, last = 4;
            try {
                for (int i = from; i < n; i++) {
                    last = a[i];
                    s += last;
                    c[i] = b[i];
                }
            } catch (RuntimeException e) {
                return s * 31 + last;
            }
            return s * 37 + last;
        }
        static int withFinally(int[] a, int[] b, int[] c, int from, int n) {
            int s = 0;
            try {
                for (int i = from; i < n; i++) s ^= a[i] * 5;
            } finally {
                if (c != null && c.length > 0) c[0] = s;
            }
            return s;
        }
        static int inside(int[] a, int[] b, int[] c, int from, int n) {
            int s = 0;
            for (int i = from; i < n; i++) {
                try {
                    c[i] = a[i] - b[i];
                } catch (RuntimeException e) {
                    s += i;
                }
            }
            return s;
        }
        static int insideCaught(int[] a, int[] b, int[] c, int from, int n) {
            try {
                throw new IllegalStateException();
            } catch (IllegalStateException e) {
                int s = 0;
                for (int i = from; i < n; i++) s += a[i] & b[i];
                return s;
            }
        }
        static int again(int[] a, int[] b, int[] c, int from, int n) {
            int s = 0;
            for (int turn = 0; turn < 3; turn++) {
                try {
                    for (int i = from; i < n; i++) c[i] += a[i] ^ turn;
                } catch (RuntimeException e) {
                    s = s * 31 + e.toString().length();
                    n--;
                }
            }
            return s;
        }
        static synchronized int locked(int[] a, int[] b, int[] c, int from, int n) {
            int s = 0;
            for (int i = from; i < n; i++) {
                s = Math.max(s, a[i]);
                c[i] = b[i] << 2;
            }
            return s;
        }

        interface OnThree { int run(int[] a, int[] b, int[] c, int from, int n); }

        static void three(String name, OnThree f) {
            other(name, 0, 0, m -> {
                int[] a = m.array(INTS, m.a), b = next(4) == 0 ? a : m.array(INTS, m.b), c = next(4) == 0 ? a : m.array(INTS, m.c);
                long h;
                try {
                    h = f.run(a, b, c, m.from, m.n);
                } catch (RuntimeException e) {
                    h = e.toString().hashCode();
                }
                return h * 31 + mix(a) + 3 * mix(b) + 5 * mix(c);
            });
        }

        static void all() {
            three("around", Handlers::around);
            three("sum", Handlers::sum);
            three("withFinally", Handlers::withFinally);
            three("inside", Handlers::inside);
            three("insideCaught", Handlers::insideCaught);
            three("again", Handlers::again);
            three("lockedStatic", Handlers::locked);
        }
    }

    /** Counters near the ends of the ints, which offsets bring back into the arrays; arrays of objects. */
    static final class Ends {
        static int sumShifted(int[] a, int from, int n, int k) {
            int s = 1;
            for (int i = from; i < n; i++) s += a[i + k];
            return s;
        }
        static int sumShiftedInclusive(int[] a, int from, int n, int k) {
            int s = 1;
            for (int i = from; i <= n; i++) s ^= a[i + k];
            return s;
        }
        static void storeShifted(int[] a, int[] b, int from, int n, int k) {
            for (int i = from; i < n; i++) a[i + k] = b[i + k] + 1;
        }
        static void storeShiftedBack(byte[] a, byte[] b, int from, int n, int k) {
            for (int i = from; i < n; i++) a[i - k] = (byte) (b[i - k] + b[i - k]);
        }
        static void farAbove(int[] a, int[] b, int from, int n) {
            for (int i = from; i < n; i++) a[i - 2147483600] = b[i - 2147483600] + 1;
        }
        static void farBelow(int[] a, int[] b, int from, int n) {
            for (int i = from; i < n; i++) a[i + 2147483647] = b[i + 2147483646] + 1;
        }
        static void twoShifts(int[] a, int[] b, int from, int n, int k, int l) {
            for (int i = from; i < n; i++) a[i + k] = b[i + l] * 3;
        }
        static void counterShifted(long[] a, int from, int n, int k) {
            for (int i = from; i < n; i++) a[i + k] = i;
        }
        static void toLimit(int[] a, int from) {
            for (int i = from; i < Integer.MAX_VALUE; i++) a[i - 2147483600] += 5;
        }
        static void references(Object[] a, Object[] b, int from, int n) {
            for (int i = from; i < n; i++) a[i] = b[i];
        }
        static void fillReferences(Object[] a, Object x, int from, int n) {
            for (int i = from; i < n; i++) a[i] = x;
        }
        static int sameReferences(Object[] a, Object[] b, int from, int n) {
            int s = 0;
            for (int i = from; i < n; i++) s += a[i] == b[i] ? 1 : 0;
            return s;
        }
        static long mix(Object[] a) {
            long h = 1;
            if (a != null) for (Object x : a) h = h * 31 + (x == null ? 3 : x.hashCode());
            return h;
        }
        static Object[] texts(int length, boolean strings) {
            if (length < 0) return null;
            Object[] a = strings ? new String[length] : new Object[length];
            for (int i = 0; i < length; i++) a[i] = next(5) == 0 ? null : "t" + next(30);
            return a;
        }

        interface OnTwo { long run(int[] a, int[] b, int from, int n, int k); }

        /** The loop runs from base + m.from to base + m.n. */
        static void two(String name, int base, OnTwo f) {
            other(name, 0, 0, m -> {
                int to = base == 0 ? 0 : base > 0 && (long) base + m.n > Integer.MAX_VALUE ? Integer.MAX_VALUE : base + m.n;
                int[] a = m.array(INTS, m.a), b = next(3) == 0 ? a : m.array(INTS, m.b);
                long h;
                try {
                    h = f.run(a, b, base + m.from, to, -base);
                } catch (RuntimeException e) {
                    h = e.toString().hashCode();
                }
                return h * 31 + ElementLoops.mix(a) + 3 * ElementLoops.mix(b);
            });
        }

        static void all() {
            for (int base : new int[] {2147483600, 2147483640, -2147483647, -2147483600, -3, 1000}) {
                two("sumShifted" + base, base, (a, b, from, n, k) -> sumShifted(a, from, n, k));
                if (base < 2147483600) two("sumShiftedInclusive" + base, base, (a, b, from, n, k) -> sumShiftedInclusive(a, from, n, k));
                two("storeShifted" + base, base, (a, b, from, n, k) -> { storeShifted(a, b, from, n, k); return 0; });
                two("twoShifts" + base, base, (a, b, from, n, k) -> { twoShifts(a, b, from, n, k, k + next(3) - 1); return 0; });
                other("storeShiftedBack" + base, 0, 0, m -> {
                    byte[] a = m.array(BYTES, m.a), b = m.array(BYTES, m.b);
                    int to = base + m.n < base ? Integer.MAX_VALUE : base + m.n;
                    try {
                        storeShiftedBack(a, b, base + m.from, to, base);
                    } catch (RuntimeException e) {
                        return e.toString().hashCode() + ElementLoops.mix(a);
                    }
                    return ElementLoops.mix(a);
                });
                other("counterShifted" + base, 0, 0, m -> {
                    long[] a = m.array(LONGS, m.a);
                    int to = base + m.n < base ? Integer.MAX_VALUE : base + m.n;
                    try {
                        counterShifted(a, base + m.from, to, -base);
                    } catch (RuntimeException e) {
                        return e.toString().hashCode() + ElementLoops.mix(a);
                    }
                    return ElementLoops.mix(a);
                });
            }
            two("farAbove", 2147483600, (a, b, from, n, k) -> { farAbove(a, b, from, n); return 0; });
            two("farBelow", -2147483646, (a, b, from, n, k) -> { farBelow(a, b, from, n); return 0; });
            two("toLimit", 2147483600, (a, b, from, n, k) -> { toLimit(a, from); return 0; });
            other("references", 0, 0, m -> {
                Object[] a = texts(m.a, next(2) == 0), b = next(4) == 0 ? a : texts(m.b, next(2) == 0);
                if (b != null && b.length > 0 && b.getClass() == Object[].class && next(3) == 0) b[next(b.length)] = 7;
                long h = 0;
                try {
                    references(a, b, m.from, m.n);
                    h = sameReferences(a, b, m.from, m.n);
                    fillReferences(a, next(6) == 0 ? (Object) 3 : "u", m.from, m.n / 2);
                } catch (RuntimeException e) {
                    h = e.toString().hashCode();
                }
                return h * 31 + mix(a);
            });
        }
    }

    /** Methods that are called once and entered by compiled code in the middle of a loop. */
    static final class Once {
        static int bytes(byte[] a, byte[] b, int n) {
            int s = 0;
            for (int i = 0; i < n; i++) {
                a[i] += b[i];
                s += b[i];
            }
            return s;
        }
        static long sum(short[] a, int n) {
            long s = 1;
            for (int i = 0; i < n; i++) s += a[i];
            return s;
        }
        static int outOfBounds(short[] a, char[] b, int n) {
            int i = 0;
            try {
                for (; i < n; i++) a[i] = (short) (b[i] * 3);
            } catch (ArrayIndexOutOfBoundsException e) {
                return i + e.getMessage().hashCode();
            }
            return i;
        }

        static void all(int turns) {
            byte[] a = new byte[turns], b = new byte[turns];
            for (int i = 0; i < turns; i++) {
                a[i] = (byte) (i * 7 >> 2);
                b[i] = (byte) (i ^ i >> 9);
            }
            print("once.bytes", bytes(a, b, turns) * 31L + Arrays.hashCode(a));
            short[] c = new short[turns / 4];
            for (int i = 0; i < c.length; i++) c[i] = (short) (i * 13);
            print("once.sum", sum(c, c.length));
            print("once.outOfBounds", outOfBounds(c, new char[turns / 5], c.length) * 31L + Arrays.hashCode(c));
        }
    }

    public static void main(String[] args) {
        rounds = Integer.parseInt(args[0]);
        fillMasters();
        Ints.all();
        Longs.all();
        Floats.all();
        Doubles.all();
        Bytes.all();
        Shorts.all();
        Chars.all();
        Booleans.all();
        Mixed.all();
        Rows.all();
        Fields.all();
        Handlers.all();
        Ends.all();
        Once.all(Integer.parseInt(args[1]));
    }
}
