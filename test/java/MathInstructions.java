import java.util.*;

/** Methods of java.lang that the optimizer makes instructions of, over values at their edges. */
public class MathInstructions {
    static final double[] DOUBLES = {
        0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -1.5, -2.5, 1e18, -1e18, 4503599627370497.5, 1e-310, -1e-310, Double.MAX_VALUE, Double.MIN_VALUE,
        Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 2, 3, 4, -4, 0.49999999999999994, -0.49999999999999994};
    static final long[] LONGS = {
        0, 1, -1, 2, 3, 0x80000000L, 0xffffffffL, 0x7fffffffL, 1L << 32, 1L << 62, Long.MIN_VALUE, Long.MAX_VALUE, 0x0123456789abcdefL};

    static long doubles(double d) {
        long h = Double.doubleToRawLongBits(Math.sqrt(d));
        h = h * 31 + Double.doubleToRawLongBits(Math.floor(d));
        h = h * 31 + Double.doubleToRawLongBits(Math.ceil(d));
        h = h * 31 + Double.doubleToRawLongBits(Math.rint(d));
        h = h * 31 + Double.doubleToRawLongBits(Math.abs(d)) + Math.round(d);
        h = h * 31 + Float.floatToRawIntBits(Float.intBitsToFloat((int) h & 0x7f7fffff));
        return h * 31 + Double.doubleToLongBits(Double.longBitsToDouble(h & 0x7fefffffffffffffL));
    }

    static long bits(long l) {
        int i = (int) l;
        long h = Long.bitCount(l) + 100L * Integer.bitCount(i);
        h = h * 31 + Long.numberOfLeadingZeros(l) + 100L * Integer.numberOfLeadingZeros(i);
        h = h * 31 + Long.numberOfTrailingZeros(l) + 100L * Integer.numberOfTrailingZeros(i);
        h = h * 31 + Long.reverseBytes(l);
        h = h * 31 + Math.min(l, h) + 3 * Math.max(l, ~h) + 5L * Math.min(i, (int) h) + 7L * Math.max((int) h, i) + Math.min(i, 5) + Math.max(-7, i);
        return h * 31 + Integer.reverseBytes(i) + Integer.highestOneBit(i) + Long.lowestOneBit(l);
    }

    /** The same among many values that are alive, so that results and arguments are in memory too. */
    static long pressed(long a, long b, double x, double y) {
        long c = a ^ b, d = a + b, e = a - b, f = a * b, g = a | b, h = a & b, i = a << 3, j = b >>> 5;
        double u = x + y, v = x - y, w = x * y, z = Math.sqrt(u * u + v * v);
        int k = Long.numberOfLeadingZeros(c) + Long.bitCount(d) * Long.numberOfTrailingZeros(e);
        double s = Math.floor(w) + Math.ceil(z) + Math.sqrt(Math.abs(u));
        return c + 3 * d + 5 * e + 7 * f + 11 * g + 13 * h + 17 * i + 19 * j + k + (long) (u + v + w + z + s) + Long.reverseBytes(f);
    }

    static int copies(int[] from, Object[] refs, int n) {
        int[] to = new int[from.length];
        System.arraycopy(from, 0, to, 1, n);
        Object[] copy = new Object[refs.length];
        System.arraycopy(refs, 0, copy, 0, refs.length);
        int h = System.identityHashCode(null) + (copy[n % copy.length].getClass() == refs[n % refs.length].getClass() ? 1 : 0);
        for (int v : to) h = h * 31 + v;
        return h + refs.clone().length + from.clone().length;
    }

    static String thrown(Object from, int at, Object to, int n) {
        try {
            System.arraycopy(from, at, to, 0, n);
            return "copied";
        } catch (RuntimeException e) {
            return e.getClass().getSimpleName();
        }
    }

    static String nameOf(Object o) {
        try {
            return o.getClass().getName();
        } catch (NullPointerException e) {
            return "null";
        }
    }

    public static void main(String[] args) {
        for (int round = 0; round < 40; round++) {
            long h = 0;
            for (double d : DOUBLES) h = h * 31 + doubles(d);
            for (long l : LONGS) h = h * 31 + bits(l);
            for (long l : LONGS)
                for (double d : DOUBLES) h = h * 31 + pressed(l, h, d, l);
            Object[] refs = {"a", 1, 2L, new int[1]};
            for (int n = 0; n < 9; n++) h = h * 31 + copies(new int[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, refs, n);
            StringBuilder s = new StringBuilder();
            for (Object from : new Object[] {new int[3], new long[3], new Object[3], null, "x"})
                for (Object to : new Object[] {new int[2], new Object[4], null}) s.append(thrown(from, round & 1, to, 2)).append(' ');
            for (Object o : refs) s.append(nameOf(o)).append(nameOf(null));
            if (round % 10 == 0) System.out.println(h + " " + s);
        }
    }
}
