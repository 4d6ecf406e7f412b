// Random sequences from seeds, splittable and other generators, Math against StrictMath (within one ulp where that is allowed, equal
// where it must be), exact results of StrictMath.
import java.util.*;
import java.util.random.*;

public class RandomAndMath {
    static final double[] X = {0, -0.0, 0.5, -0.5, 1, -1, 1.5, 2, 3.7, 10, 100.25, 1e5, 1e10, 1e-5, 1e-300, 1e300, Math.PI, Math.E, -7.25,
        Double.MIN_VALUE, Double.MAX_VALUE, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 709.7, -745.1, 0.999999999,
        22.0};
    interface F { double f(double x); } interface G { double f(double x, double y); }
    static void near(String n, F m, F s) {
        long h = 17; int far = 0;
        for (double x : X) {
            double a = m.f(x), b = s.f(x); h = h * 31 + Double.doubleToLongBits(b);
            if (Double.compare(a, b) != 0 && !(Math.abs(a - b) <= 2 * Math.ulp(b))) {
                far++; System.out.println(n + "(" + x + "): " + a + " " + b);
            }
        }
        System.out.println(n + " " + h + " far " + far);
    }
    static void same(String n, F m) { long h = 17; for (double x : X) h = h * 31 + Double.doubleToLongBits(m.f(x)); System.out.println(n + " " + h); }
    static void same2(String n, G m) {
        long h = 17; for (double x : X) for (double y : X) h = h * 31 + Double.doubleToLongBits(m.f(x, y)); System.out.println(n + " " + h);
    }

    public static void main(String[] args) {
        Random r = new Random(42);
        System.out.println(r.nextInt() + " " + r.nextInt(100) + " " + r.nextLong() + " " + r.nextDouble() + " " + r.nextFloat() + " "
            + r.nextBoolean() + " " + r.nextGaussian() + " " + r.nextInt(64) + " " + r.nextInt(5, 9) + " " + r.nextInt(1 << 30));
        byte[] b = new byte[7]; r.nextBytes(b);
        System.out.println(Arrays.toString(b) + Arrays.toString(r.ints(5, 0, 10).toArray())
            + Arrays.toString(new Random(7).doubles(2).toArray()) + new Random(1).longs(3).sum());
        r.setSeed(42); System.out.println(r.nextInt());
        SplittableRandom s = new SplittableRandom(9);
        System.out.println(s.nextInt() + " " + s.split().nextLong() + " " + s.nextDouble(2, 3) + " "
            + Arrays.toString(s.ints(3, 0, 5).toArray()));
        for (String n : new String[] {"L64X128MixRandom", "Xoshiro256PlusPlus", "Xoroshiro128PlusPlus", "L32X64MixRandom",
            "L128X256MixRandom"}) System.out.println(n + " " + RandomGeneratorFactory.of(n).create(5).nextLong() + " "
            + RandomGeneratorFactory.of(n).create(5).nextGaussian());
        double q = Math.random(); System.out.println(q >= 0 && q < 1);
        System.out.println(new Random().nextInt() != new Random().nextInt() || new Random().nextInt() != new Random().nextInt());
        near("sin", Math::sin, StrictMath::sin); near("cos", Math::cos, StrictMath::cos);
        near("tan", Math::tan, StrictMath::tan); near("exp", Math::exp, StrictMath::exp);
        near("log", Math::log, StrictMath::log); near("log10", Math::log10, StrictMath::log10);
        near("asin", Math::asin, StrictMath::asin); near("acos", Math::acos, StrictMath::acos);
        near("atan", Math::atan, StrictMath::atan); near("sinh", Math::sinh, StrictMath::sinh);
        near("cosh", Math::cosh, StrictMath::cosh); near("tanh", Math::tanh, StrictMath::tanh);
        near("cbrt", Math::cbrt, StrictMath::cbrt); near("expm1", Math::expm1, StrictMath::expm1);
        near("log1p", Math::log1p, StrictMath::log1p);
        same("sqrt", Math::sqrt); same("floor", Math::floor); same("ceil", Math::ceil);
        same("rint", Math::rint); same("abs", Math::abs); same("signum", Math::signum);
        same("ulp", Math::ulp); same("nextUp", Math::nextUp); same("nextDown", Math::nextDown);
        same("toRadians", Math::toRadians); same("toDegrees", Math::toDegrees);
        same("round", x -> Math.round(x)); same("roundf", x -> Math.round((float) x));
        same("getExponent", x -> Math.getExponent(x)); same2("min", Math::min); same2("max", Math::max);
        same2("copySign", Math::copySign); same2("nextAfter", Math::nextAfter); same2("rem", (x, y) -> x % y);
        same2("IEEErem", Math::IEEEremainder); same2("strict pow", StrictMath::pow);
        same2("strict atan2", StrictMath::atan2); same2("strict hypot", StrictMath::hypot);
        same2("fma", (x, y) -> Math.fma(x, y, 1.5)); same2("mul", (x, y) -> x * y);
        same2("div", (x, y) -> x / y); same("float sqrt", x -> (float) Math.sqrt((float) x));
        same2("scalb", (x, y) -> Math.scalb(x, (int) y));
        int far = 0;
        for (double x : X) for (double y : X) {
            double p = Math.pow(x, y), t = StrictMath.pow(x, y), a = Math.atan2(x, y), c = StrictMath.atan2(x, y), h = Math.hypot(x, y),
                k = StrictMath.hypot(x, y);
            if (Double.compare(p, t) != 0 && Math.abs(p - t) > 2 * Math.ulp(t) || Double.compare(a, c) != 0
                && Math.abs(a - c) > 2 * Math.ulp(c) || Double.compare(h, k) != 0 && Math.abs(h - k) > 2 * Math.ulp(k)) far++;
        }
        System.out.println("two-argument functions far " + far);
        System.out.println(Math.floorMod(-7L, 3) + " " + Math.floorDiv(-7, 3L) + " " + Math.multiplyFull(1 << 30, 8) + " "
            + Math.absExact(-5));
        for (Runnable x : new Runnable[] {() -> Math.absExact(Integer.MIN_VALUE), () -> Math.negateExact(Long.MIN_VALUE),
            () -> Math.incrementExact(Integer.MAX_VALUE), () -> Math.subtractExact(Long.MIN_VALUE, 1),
            () -> Math.multiplyExact(1L << 62, 4L), () -> Math.floorMod(1,
            0)}) try { x.run(); System.out.println("?"); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
        double sum = 0; for (int i = 1; i <= 20000; i++) sum += 1.0 / ((double) i * i);
        System.out.println(sum); float fs = 0; for (int i = 1; i <= 20000; i++) fs += 1f / i;
        System.out.println(fs); double x = 0.5; for (int i = 0; i < 1000; i++) x = 3.9 * x * (1 - x);
        System.out.println(x);
    }
}
