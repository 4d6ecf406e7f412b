// compile: -XDstringConcat=inline
// Every primitive conversion bytecode at its extremes: saturation and NaN in d2i, d2l, f2i, f2l; rounding in i2f, l2f, l2d; i2b, i2c, i2s.
public class Conversions {
    public static void main(String[] args) {
        double[] ds = {0.0, -0.0, 0.99, -0.99, 2147483647.0, 2147483648.0, -2147483648.0, -2147483649.0, 9.223372036854775807e18,
            -9.223372036854775808e18,
            1e19, -1e19, 1e300, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MIN_VALUE, 4294967296.5};
        for (double d : ds)
            System.out.println(d + " -> " + (int) d + " " + (long) d + " " + (float) d + " " + (byte) d + " " + (short) d + " " + (int) (char) d);
        float[] fs = {0f, -0f, 0.99f, 2.14748365e9f, -2.14748365e9f, 1e10f, 9.223372e18f, -9.223373e18f, 1e19f, Float.NaN,
            Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, Float.MIN_VALUE};
        for (float f : fs)
            System.out.println(f + " -> " + (int) f + " " + (long) f + " " + (double) f + " " + (byte) f + " " + (short) f + " " + (int) (char) f);
        int[] is = {0, -1, 127, 128, 255, 256, 32767, 32768, 65535, 65536, 16777217, 33554435, Integer.MAX_VALUE, Integer.MIN_VALUE};
        for (int i : is)
            System.out.println(i + " -> " + (byte) i + " " + (short) i + " " + (int) (char) i + " " + (long) i + " " + (float) i + " " + (double) i);
        long[] ls = {0, -1, 1L << 31, 1L << 53, (1L << 53) + 1, (1L << 53) + 3, 1L << 24, (1L << 24) + 1, (1L << 62) + 1, Long.MAX_VALUE,
            Long.MIN_VALUE, 0x7fffff4000000001L};
        for (long l : ls)
            System.out.println(l + " -> " + (int) l + " " + (float) l + " " + (double) l + " " + (byte) l + " " + (short) l + " " + (int) (char) l);
        System.out.println(Math.round(0.49999999999999994) + " " + Math.round(-0.5) + " " + Math.round(1e300) + " " + Math.round(Float.NaN)
            + " " + Math.round(2.5f));
        System.out.println(Math.rint(2.5) + " " + Math.floor(-0.5) + " " + Math.ceil(-0.5) + " " + (int) 'x' + " " + (char) 97.9);
        Object[] boxes = {(byte) 1, (short) 2, 'c', 4, 5L, 6f, 7.0, true};
        for (Object o : boxes) System.out.println(o.getClass().getName() + " " + o);
        System.out.println(Integer.valueOf(127) == Integer.valueOf(127));
        System.out.println(((Number) boxes[6]).intValue() + " " + ((Number) boxes[4]).floatValue());
    }
}
