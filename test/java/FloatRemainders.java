/**
 * `%` of floats and doubles in code that runs often: numbers of every size, both signs of zero, subnormal ones, infinities and NaN by
 * each other; quotients of up to 2098 bits; Math.pow with 2, which is a product.
 */
public class FloatRemainders {
    static final double[] DOUBLES = {
        0.0, -0.0, 1, -1, 0.7, -2.5, 3, 1e-300, -1e300, Double.MIN_VALUE, -3 * Double.MIN_VALUE, Double.MIN_NORMAL, Double.MAX_VALUE,
        0x1p53, 0x1p53 + 2, -0x1p63, 1 / 3.0,
        Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN, 123456789.125, Math.PI, 0x1.fffffffffffffp0
    };
    static final float[] FLOATS = {
        0f, -0f, 1f, -1f, 0.7f, -2.5f, 3f, 1e-38f, -1e38f, Float.MIN_VALUE, -3 * Float.MIN_VALUE, Float.MIN_NORMAL, Float.MAX_VALUE,
        0x1p24f, 0x1p24f + 2, -0x1p31f, 1 / 3f,
        Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, Float.NaN, 12345.125f, (float) Math.PI, 0x1.fffffep0f
    };

    static double of(double x, double y) { return x % y; }
    static float of(float x, float y) { return x % y; }
    /** Without a use, and with a constant. */
    static double parts(double x) {
        double none = x % 3;
        return x % 1 + x % -0.7 * 3;
    }
    static long sum(double[] a, double by, int n) {
        double s = 0;
        for (int i = 0; i < n; i++) s += a[i % a.length] % by + (a[i % a.length] % by > 0 ? 1 : 0);
        return Double.doubleToLongBits(s);
    }
    static double square(double x) { return Math.pow(x, 2) - Math.pow(x, 0.5); }

    static long doubles() {
        long h = 0;
        for (double x : DOUBLES)
            for (double y : DOUBLES) h = h * 31 + Double.doubleToLongBits(of(x, y));
        return h;
    }
    static long floats() {
        long h = 0;
        for (float x : FLOATS)
            for (float y : FLOATS) h = h * 31 + Float.floatToIntBits(of(x, y));
        return h;
    }
    static long random(int n) {
        long h = 0, seed = 42;
        for (int i = 0; i < n; i++) {
            seed = seed * 6364136223846793005L + 1442695040888963407L;
            double x = Double.longBitsToDouble(seed ^ seed >>> 17), y = Double.longBitsToDouble(seed * 77 ^ seed >>> 29);
            h = h * 31 + Double.doubleToLongBits(of(x, y)) + Double.doubleToLongBits(parts(x)) + Double.doubleToLongBits(square(y));
            h = h * 31 + Float.floatToIntBits(of(Float.intBitsToFloat((int) (seed >>> 32)), Float.intBitsToFloat((int) (seed >>> 16))));
        }
        return h;
    }

    public static void main(String[] args) {
        for (int round = 0; round < 20; round++) {
            long d = doubles(), f = floats(), r = random(500);
            if (round % 5 == 0) System.out.println(d + " " + f + " " + r);
        }
        for (double by : DOUBLES) System.out.println(by + " " + sum(DOUBLES, by, 300) + " " + (5.5 % by) + " " + of(by, 0.7));
        for (float by : FLOATS) System.out.println(by + " " + (5.5f % by) + " " + of(by, 0.7f));
    }
}
