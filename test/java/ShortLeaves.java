import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.Random;
import sun.misc.Unsafe;

/**
 * Calls whose short cases are in line in optimized code: copies of memory of every length over themselves and between an array and
 * memory without an object, comparisons and compressions of strings of every length, questions of classes; and comparisons of objects
 * that are known, of masks that were shifted, of numbers as bits.
 */
public class ShortLeaves {
    static final Unsafe U = unsafe();
    static final long BYTES = Unsafe.ARRAY_BYTE_BASE_OFFSET;
    static long hash;

    static Unsafe unsafe() {
        try {
            Field f = Unsafe.class.getDeclaredField("theUnsafe");
            f.setAccessible(true);
            return (Unsafe) f.get(null);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    static void add(long x) { hash = hash * 31 + x; }
    static void say(String what) {
        System.out.println(what + ": " + hash);
        hash = 0;
    }

    // ---- copies ----
    static void copy(Object from, long at, Object to, long toAt, long n) { U.copyMemory(from, at, to, toAt, n); }
    static void copy32(long from, long to) { U.copyMemory(from, to, 32); }
    static void copy5(long from, long to) { U.copyMemory(from, to, 5); }
    static void copy1(long from, long to) { U.copyMemory(from, to, 1); }
    static void copy64(byte[] from, long to) { U.copyMemory(from, BYTES, null, to, 64); }
    static void copyNothing(long from, long to) { U.copyMemory(from, to, 0); }
    static void fill(byte[] b, long memory, int seed) {
        for (int i = 0; i < b.length; i++) {
            b[i] = (byte) (seed + i * 7);
            U.putByte(memory + i, (byte) (seed - i * 5));
        }
    }
    static void look(byte[] b, long memory) {
        for (int i = 0; i < b.length; i++) add(b[i] * 257L + U.getByte(memory + i));
    }
    static void copies() {
        byte[] b = new byte[256], other = new byte[256];
        long m = U.allocateMemory(512);
        for (int n = 0; n <= 80; n++)
            for (int by = -70; by <= 70; by += n < 20 ? 1 : 7) {
                fill(b, m, n + by);
                int from = 80, to = 80 + by;
                copy(b, BYTES + from, b, BYTES + to, n);
                copy(null, m + from, null, m + to, n);
                copy(b, BYTES + from, other, BYTES + to, n);
                copy(other, BYTES + to, null, m + from, n);
                copy(null, m + to, other, BYTES + from, n);
                look(b, m);
                add(Arrays.hashCode(other));
            }
        for (int i = 0; i < 3000; i++) {
            fill(b, m, i);
            copy32(m + 3, m + 5);
            copy5(m + 101, m + 100);
            copy1(m + 90, m + i % 90);
            copy64(b, m + 150);
            copyNothing(m, m + 1);
            if (i % 10 == 0) look(b, m);
        }
        for (long n : new long[] { -1, Long.MIN_VALUE }) {
            try {
                copy(b, BYTES, b, BYTES + 1, n);
                add(1);
            } catch (RuntimeException e) {
                add(e.getClass().getName().hashCode());
            }
        }
        U.freeMemory(m);
        say("copies");
    }

    // ---- strings ----
    static int compare(String a, String b) { return a.compareTo(b); }
    static void comparisons() {
        Random r = new Random(3);
        String[] texts = new String[400];
        for (int i = 0; i < texts.length; i++) {
            int n = i % 40;
            StringBuilder s = new StringBuilder();
            for (int k = 0; k < n; k++) s.append((char) (r.nextInt(20) == 0 ? 'a' + r.nextInt(150) : 'a' + k % 3));
            if (i % 50 == 49) s.append('\u20ac');
            texts[i] = s.toString();
        }
        for (int round = 0; round < 3; round++)
            for (String a : texts)
                for (String b : texts) add(compare(a, b));
        try {
            compare("a", null);
            add(1);
        } catch (NullPointerException e) {
            add(2);
        }
        say("comparisons");
    }

    static String make(char[] c, int from, int n) { return new String(c, from, n); }
    static void compressions() {
        Random r = new Random(5);
        char[] c = new char[60];
        for (int i = 0; i < 20_000; i++) {
            int n = i % 30, from = r.nextInt(30);
            for (int k = 0; k < c.length; k++) c[k] = (char) r.nextInt(i % 3 == 0 ? 255 : i % 3 == 1 ? 257 : 60_000);
            if (n > 0) c[from + r.nextInt(n)] = (char) (i % 7 == 0 ? 256 : 255);
            add(make(c, from, n).hashCode());
        }
        for (int[] range : new int[][] { { -1, 3 }, { 58, 3 }, { 60, 0 }, { 61, 0 }, { 3, -1 }, { Integer.MAX_VALUE, 5 } }) {
            try {
                add(make(c, range[0], range[1]).length());
            } catch (RuntimeException e) {
                add(e.getClass().getName().hashCode());
            }
        }
        say("compressions");
    }

    // ---- classes ----
    static boolean is(Class<?> c, Object o) { return c.isInstance(o); }
    static boolean takes(Class<?> to, Class<?> from) { return to.isAssignableFrom(from); }
    static boolean isArray(Class<?> c) { return c.isArray() ? c.getComponentType() != null : c.getComponentType() != null; }
    static void classes() {
        Class<?>[] all = { Object.class, int.class, void.class, Integer.class, Number.class, Comparable.class, Runnable.class, int[].class,
            int[][].class, Object[].class, Object[][].class, Integer[].class, Comparable[].class, Cloneable.class, java.io.Serializable.class, String.class,
            Thread.class, Enum.class };
        Object[] some = { null, "a", 3, 3L, new int[1], new int[1][1], new Integer[1], new String[1][1], new Object[0],
            Thread.currentThread(), new Object(), Thread.State.NEW };
        for (int round = 0; round < 100; round++)
            for (Class<?> c : all) {
                for (Object o : some) add(is(c, o) ? 1 : 0);
                for (Class<?> d : all) add(takes(c, d) ? 1 : 0);
                add(isArray(c) ? 1 : 0);
            }
        try {
            is(null, "a");
            add(1);
        } catch (NullPointerException e) {
            add(2);
        }
        say("classes");
    }

    // ---- known objects ----
    static String text(int i) {
        return switch (i & 7) { case 0 -> "zero"; case 1 -> "one"; case 2 -> "two"; case 3 -> null; case 4 -> "two"; default -> "many"; };
    }
    static int two(int i) { return text(i) == "two" ? 1 : 0; }
    static int notTwo(int i) { return text(i) != "two" ? i : -i; }
    static int isNull(int i) { return text(i) == null ? 3 : 1; }
    static int other(int i, String s) { return text(i) == s ? 3 : 1; }
    static int kept(int i) {
        String s = text(i), two = "two";
        return s == two ? two.length() : s == null ? 7 : s.length() + two.charAt(0);
    }
    static Object mixed(int i, Object own) { return (i & 3) == 0 ? "zero" : (i & 3) == 1 ? own : Integer.class; }
    static int ofMixed(int i, Object own) { return mixed(i, own) == "zero" ? 1 : mixed(i, own) == Integer.class ? 2 : 3; }
    static void known() {
        String fresh = new String("two");
        for (int i = 0; i < 20_000; i++) {
            add(two(i) + notTwo(i) * 3 + isNull(i) * 5 + other(i, fresh) * 7 + other(i, "many") * 11 + kept(i) * 13);
            add(ofMixed(i, i % 5 == 0 ? "zero" : fresh));
        }
        say("known");
    }

    // ---- masks and bits ----
    static int shifted(int x, long y) {
        int r = 0;
        if (((x & 0xff00) >> 8) != 0) r |= 1;
        if (((x & 0xff00) >>> 9) == 0) r |= 2;
        if (((x & 0x80000000) >> 31) != 0) r |= 4;
        if (((x & 0x80000000) >>> 31) == 0) r |= 8;
        if (((y & 0x7f0000000000L) >> 40) != 0) r |= 16;
        if (((y & 0x7f8000000000L) >>> 40) == 0) r |= 32;
        if (((y & 0xff00000000000000L) >> 56) > 0) r |= 64;
        if (((x & 0xf0) >> 36) != 0) r |= 128;
        return r;
    }
    static long bits(double d, float f, long l, int i) {
        return Double.doubleToRawLongBits(Double.longBitsToDouble(l)) + Float.floatToRawIntBits(Float.intBitsToFloat(i)) * 3L
            + (Double.longBitsToDouble(Double.doubleToRawLongBits(d)) > 1 ? 5 : 7) + (Float.intBitsToFloat(Float.floatToRawIntBits(f)) > 1 ? 11 : 13)
            + Double.doubleToRawLongBits(-0.0) + Float.floatToRawIntBits(-1f)
            + (long) Double.longBitsToDouble(0x4000000000000000L) + (long) Float.intBitsToFloat(0x40400000);
    }
    static void numbers() {
        Random r = new Random(11);
        for (int i = 0; i < 50_000; i++) {
            int x = r.nextInt() & r.nextInt() & r.nextInt();
            long y = r.nextLong() & r.nextLong() & r.nextLong();
            add(shifted(x, y) + shifted(x & 0x100, y & 0x8000000000L));
            add(bits(r.nextGaussian(), r.nextFloat() * 2, r.nextLong(), r.nextInt()));
        }
        add(bits(Double.NaN, Float.NaN, 0x7ff0000000000001L, 0x7f800001));
        say("numbers");
    }

    static volatile int v;
    static int writes(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            v = i;
            s += i;
        }
        return s + v;
    }
    static void volatiles() {
        for (int i = 0; i < 2000; i++) add(writes(i & 63));
        say("volatiles");
    }

    static void roots() {
        Random r = new Random(13);
        double[] special = { 0.0, -0.0, 1, -1, 8, -27, Double.MIN_VALUE, -Double.MIN_VALUE, Double.MIN_NORMAL, Double.MAX_VALUE, Double.NaN,
            Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.longBitsToDouble(0x000fffffffffffffL) };
        for (int i = 0; i < 3000; i++)
            for (double x : special) add(Double.doubleToRawLongBits(Math.cbrt(x)));
        for (int i = 0; i < 100_000; i++) {
            add(Double.doubleToLongBits(StrictMath.cbrt(Double.longBitsToDouble(r.nextLong()))));
            add(Double.doubleToLongBits(Math.cbrt(Double.longBitsToDouble(r.nextLong() & 0x801fffffffffffffL))));
            add(Double.doubleToLongBits(Math.cbrt(r.nextGaussian() * 100)));
        }
        say("roots");
    }

    public static void main(String[] args) {
        copies();
        comparisons();
        compressions();
        classes();
        known();
        numbers();
        volatiles();
        roots();
    }
}
