import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Random;

/**
 * Functions of Math that may differ from StrictMath's: special values as specified, never further than two ulps from StrictMath, and
 * the same bits however often and by whichever way a function was called, so in every tier.
 */
public class MathFunctions {
    interface Function {
        double of(double x, double y);
    }

    static final String[] NAMES = { "sin", "cos", "tan", "exp", "log", "log10", "pow", "fma", "fma of floats" };
    static final Function[] OWN = {
        (x, y) -> Math.sin(x), (x, y) -> Math.cos(x), (x, y) -> Math.tan(x), (x, y) -> Math.exp(x), (x, y) -> Math.log(x),
        (x, y) -> Math.log10(x), (x, y) -> Math.pow(x, y),
        (x, y) -> Math.fma(x, y, 1.0), (x, y) -> Math.fma((float) x, (float) y, 1.0f)
    };
    static final Function[] STRICT = {
        (x, y) -> StrictMath.sin(x), (x, y) -> StrictMath.cos(x), (x, y) -> StrictMath.tan(x), (x, y) -> StrictMath.exp(x), (x, y) -> StrictMath.log(x),
        (x, y) -> StrictMath.log10(x), (x, y) -> StrictMath.pow(x, y)
    };

    static void special() {
        double[] values = { 0.0, -0.0, 1, -1, 2, -2, 0.5, -0.5, 3, -3, 1e300, -1e300,
            Double.MIN_VALUE, Double.MAX_VALUE, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN };
        for (int f = 0; f < OWN.length; f++) {
            long wrong = 0;
            StringBuilder seen = new StringBuilder();
            for (double x : values)
                for (double y : values) {
                    double r = OWN[f].of(x, y);
                    if (f < 7) {
                        double s = STRICT[f].of(x, y);
                        if (Double.isNaN(s) != Double.isNaN(r) || Double.isInfinite(s) != Double.isInfinite(r) || s == 0 && 1 / s != 1 / r) wrong++;
                    } else {
                        seen.append(Double.toString(r).charAt(0));
                    }
                }
            System.out.println(NAMES[f] + ": " + wrong + " special values differ" + (f < 7 ? "" : ", " + seen.toString().hashCode()));
        }
    }

    static double argument(Random r, int f, int i) {
        double x = i % 3 == 0 ? r.nextDouble() * 20 : i % 3 == 1 ? r.nextGaussian() * 1e3 : r.nextGaussian();
        return f == 3 ? x % 600 : f == 4 || f == 5 || f == 6 ? Math.abs(x) : x;
    }

    static void near() {
        for (int f = 0; f < STRICT.length; f++) {
            Random r = new Random(f);
            int far = 0;
            for (int i = 0; i < 20_000; i++) {
                double x = argument(r, f, i), y = r.nextDouble() * 6 - 3, own = OWN[f].of(x, y), strict = STRICT[f].of(x, y);
                if (Math.abs(own - strict) > 2 * Math.ulp(strict)) far++;
            }
            System.out.println(NAMES[f] + ": " + far + " further than two ulps");
        }
    }

    /** Squares and roots are products and the instruction's roots, as in HotSpot's compilers. */
    static void exact() {
        int squares = 0, roots = 0;
        for (int i = 1; i < 100_000; i++)
            for (double x : new double[] { i, 1.0 / i, i * Math.PI }) {
                if (Math.pow(x, 2) != x * x) squares++;
                if (Math.pow(x, 0.5) != Math.sqrt(x)) roots++;
            }
        System.out.println(squares + " squares and " + roots + " roots are not exact, " + 1 / Math.pow(-0.0, 0.5) + " " + Math.pow(-1, 0.5)
            + " " + Math.pow(Double.POSITIVE_INFINITY, 0.5) + " " + Math.pow(Double.NEGATIVE_INFINITY, 0.5) + " " + Math.pow(Double.NaN, 0.5));
    }

    static long bits(int f, int n) {
        Random r = new Random(99 + f);
        long h = 0;
        for (int i = 0; i < n; i++) h = h * 31 + Double.doubleToLongBits(OWN[f].of(argument(r, f, i), r.nextDouble() * 6 - 3));
        return h;
    }

    static void alike() throws Throwable {
        for (int f = 0; f < OWN.length; f++) {
            long first = bits(f, 50);
            boolean same = true;
            for (int i = 0; i < 400; i++) same &= bits(f, 50) == first;
            System.out.println(NAMES[f] + ": " + (same ? "the same bits each time" : "other bits later"));
        }
        Random r = new Random(5);
        MethodHandle handle = MethodHandles.lookup().findStatic(Math.class, "exp", MethodType.methodType(double.class, double.class));
        java.lang.reflect.Method method = Math.class.getMethod("exp", double.class);
        int other = 0;
        for (int i = 0; i < 3_000; i++) {
            double x = r.nextGaussian() * 10, e = Math.exp(x);
            if ((double) handle.invokeExact(x) != e || (Double) method.invoke(null, x) != e) other++;
        }
        System.out.println("by handle and by reflection: " + other + " other values");
    }

    public static void main(String[] args) throws Throwable {
        special();
        near();
        exact();
        alike();
    }
}
