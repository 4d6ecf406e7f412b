// compile: -XDstringConcat=inline
// Float and double bytecodes: NaN in every comparison form, signed zero, infinities, remainder, denormals, rounding.
public class FloatDoubleArith {
    static final double[] D = {0.0, -0.0, 1, -1, 0.1, 1e300, -1e300, 1e-320, Double.MIN_VALUE, Double.MAX_VALUE, 3.5, -2.25,
        Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 4503599627370497.5, 9007199254740993.0};
    static final float[] F = {0f, -0f, 1f, -1f, 0.1f, 3e38f, 1e-40f, Float.MIN_VALUE, Float.MAX_VALUE, 5.5f, -2.25f,
        Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, 16777217f};
    static long h;
    static void mix(double x) { h = h * 31 + Double.doubleToLongBits(x); }
    static void mix(float x) { h = h * 31 + Float.floatToIntBits(x); }
    static void mix(boolean b) { h = h * 31 + (b ? 1 : 2); }

    public static void main(String[] args) {
        for (double a : D) {
            h = 0;
            for (double b : D) {
                mix(a + b); mix(a - b); mix(a * b); mix(a / b); mix(a % b);
                mix(a < b); mix(a <= b); mix(a > b); mix(a >= b); mix(a == b); mix(a != b); mix(!(a < b)); mix(!(a > b));
                mix(Math.min(a, b)); mix(Math.max(a, b)); mix((double) Double.compare(a, b));
            }
            mix(-a); mix((float) a);
            System.out.println(a + " " + h);
        }
        for (float a : F) {
            h = 0;
            for (float b : F) {
                mix(a + b); mix(a - b); mix(a * b); mix(a / b); mix(a % b);
                mix(a < b); mix(a <= b); mix(a > b); mix(a >= b); mix(a == b); mix(a != b); mix(!(a < b)); mix(!(a > b));
                mix(Math.min(a, b)); mix(Math.max(a, b));
            }
            mix(-a); mix((double) a);
            System.out.println(a + " " + h);
        }
        double z = 0, nan = Double.NaN;
        System.out.println(1 / z + " " + -1 / z + " " + z / z + " " + (nan == nan) + " " + (nan != nan) + " " + 1 / -z);
        System.out.println(5.5 % 2 + " " + -5.5 % 2 + " " + 5.5 % -2 + " " + 5.5 % z + " " + 5.5 % (1 / z) + " " + (1 / z) % 2 + " "
            + -0.0 % 3 + " " + 1e308 % 1e-308);
        System.out.println(5.5f % 2f + " " + -5.5f % 2f + " " + 1e38f % 1e-38f);
        System.out.println(0.1 + 0.2 + " " + (0.1f + 0.2f) + " " + (float) 1e40 + " " + (float) 1e-46 + " " + (double) 0.1f);
        System.out.println(Double.doubleToRawLongBits(-0.0) + " " + Float.floatToRawIntBits(-0f) + " "
            + Double.longBitsToDouble(0x7ff8000000000001L));
        System.out.println(Long.toHexString(Double.doubleToLongBits(Double.longBitsToDouble(0xfff8000000000123L))) + " "
            + Long.toHexString(Double.doubleToRawLongBits(Double.longBitsToDouble(0xfff8000000000123L))));
        float acc = 0; for (int i = 0; i < 10; i++) acc += 0.1f; System.out.println(acc);
        double dacc = 0; for (int i = 0; i < 10; i++) dacc += 0.1; System.out.println(dacc);
        System.out.println(Math.fma(0.1, 10, -1) + " " + Math.fma(0.1f, 10f, -1f) + " " + Math.ulp(1.0) + " " + Math.nextUp(1f) + " "
            + Math.scalb(1.0, -1074));
        System.out.println(0f + " " + 1f + " " + 2f + " " + 0.0 + " " + 1.0 + " " + 3f); // fconst, dconst, ldc
        float f = 1; f++; f += 1e10; f -= 0.5; System.out.println(f);
        double d = 1; d--; d -= 1e-3; d *= 3; System.out.println(d);
    }
}
