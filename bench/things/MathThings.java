import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Random;
import java.util.SplittableRandom;

/** Math, StrictMath's relatives, big numbers, random numbers. */
final class MathThings {
    static void register() {
        double[] d = new double[64];
        for (int i = 0; i < 64; i++) d[i] = (i + 1) * 0.173;
        Things.addUnchecked("math/sin", n -> {
            double s = 0;
            for (int i = 0; i < n; i++) s += Math.sin(d[i & 63]);
            return (long) s;
        });
        Things.addUnchecked("math/tan", n -> {
            double s = 0;
            for (int i = 0; i < n; i++) s += Math.tan(d[i & 63]);
            return (long) s;
        });
        Things.addUnchecked("math/atan2", n -> {
            double s = 0;
            for (int i = 0; i < n; i++) s += Math.atan2(d[i & 63], d[i + 7 & 63]);
            return (long) s;
        });
        Things.addUnchecked("math/exp", n -> {
            double s = 0;
            for (int i = 0; i < n; i++) s += Math.exp(d[i & 63]);
            return (long) s;
        });
        Things.addUnchecked("math/log", n -> {
            double s = 0;
            for (int i = 0; i < n; i++) s += Math.log(d[i & 63]);
            return (long) s;
        });
        Things.addUnchecked("math/log10", n -> {
            double s = 0;
            for (int i = 0; i < n; i++) s += Math.log10(d[i & 63]);
            return (long) s;
        });
        Things.addUnchecked("math/pow", n -> {
            double s = 0;
            for (int i = 0; i < n; i++) s += Math.pow(d[i & 63], 1.7);
            return (long) s;
        });
        Things.addUnchecked("math/pow-square", n -> {
            double s = 0;
            for (int i = 0; i < n; i++) s += Math.pow(d[i & 63], 2);
            return (long) s;
        });
        Things.addUnchecked("math/cbrt", n -> {
            double s = 0;
            for (int i = 0; i < n; i++) s += Math.cbrt(d[i & 63]);
            return (long) s;
        });
        Things.addUnchecked("math/hypot", n -> {
            double s = 0;
            for (int i = 0; i < n; i++) s += Math.hypot(d[i & 63], 1.1);
            return (long) s;
        });
        Things.add("math/sqrt", n -> {
            double s = 0;
            for (int i = 0; i < n; i++) s += Math.sqrt(d[i & 63]);
            return (long) s;
        });
        Things.add("math/fma", n -> {
            double s = 0;
            for (int i = 0; i < n; i++) s = Math.fma(d[i & 63], 0.5, s);
            return (long) s;
        });
        Things.add("math/floor-ceil-rint", n -> {
            double s = 0;
            for (int i = 0; i < n; i++) s += Math.floor(d[i & 63]) + Math.ceil(d[i & 63]) + Math.rint(d[i & 63]);
            return (long) s;
        });
        Things.add("math/round", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += Math.round(d[i & 63]) + Math.round((float) d[i & 63]);
            return s;
        });
        Things.add("math/abs-min-max", n -> {
            double s = 0;
            for (int i = 0; i < n; i++) s += Math.max(Math.abs(d[i & 63]), 3) + Math.min(d[i & 63], 5.5);
            return (long) s;
        });
        Things.add("math/signum-copySign", n -> {
            double s = 0;
            for (int i = 0; i < n; i++) s += Math.signum(d[i & 63] - 5) + Math.copySign(2.5, d[i & 63] - 3);
            return (long) s;
        });
        Things.add("math/addExact", n -> {
            int s = 0;
            for (int i = 0; i < n; i++) s = Math.addExact(s & 0xffff, i & 255);
            return s;
        });
        Things.add("math/multiplyExact-long", n -> {
            long s = 1;
            for (int i = 0; i < n; i++) s = Math.multiplyExact(s & 0xffff, 77L);
            return s;
        });
        Things.add("math/toIntExact", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += Math.toIntExact(s & 0xffffL);
            return s;
        });
        Things.add("math/floorMod", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += Math.floorMod(i - 500, 7) + Math.floorDiv(i - 500, 3);
            return s;
        });
        Things.add("math/multiplyHigh", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += Math.multiplyHigh(i * 0x9e3779b97f4a7c15L, 0x7777777777777777L);
            return s;
        });
        Things.add("math/double-remainder", n -> {
            double s = 0;
            for (int i = 0; i < n; i++) s += d[i & 63] % 0.7;
            return (long) s;
        });
        Things.add("math/double-to-int", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += (int) d[i & 63] + (long) (d[i & 63] * 1e10);
            return s;
        });
        BigInteger big = new BigInteger("123456789012345678901234567890123456789"), prime = BigInteger.valueOf(1_000_000_007).pow(4);
        Things.add("bigInteger/add", n -> {
            BigInteger s = big;
            for (int i = 0; i < n; i++) s = big.add(s).shiftRight(1);
            return s.longValue();
        });
        Things.add("bigInteger/multiply", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += big.multiply(prime).bitLength();
            return s;
        });
        Things.add("bigInteger/mod", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += big.mod(prime).intValue();
            return s;
        });
        Things.add("bigInteger/modPow", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += big.modPow(big, prime).intValue();
            return s;
        });
        Things.add("bigInteger/toString", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += big.toString().length();
            return s;
        });
        BigDecimal price = new BigDecimal("19.99"), rate = new BigDecimal("0.0825");
        Things.add("bigDecimal/add", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += price.add(rate).scale();
            return s;
        });
        Things.add("bigDecimal/multiply-round", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) {
                s += price.multiply(rate).setScale(2, RoundingMode.HALF_UP).unscaledValue().intValue();
            }
            return s;
        });
        Things.add("bigDecimal/divide", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += price.divide(rate, MathContext.DECIMAL64).scale();
            return s;
        });
        Things.add("bigDecimal/compareTo", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += price.compareTo(rate);
            return s;
        });
        Things.add("bigDecimal/parse-print", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += new BigDecimal("12345.678").toString().length();
            return s;
        });
        Things.add("random/nextInt", n -> {
            long s = 0;
            Random r = new Random(42);
            for (int i = 0; i < n; i++) s += r.nextInt(100);
            return s;
        });
        Things.add("random/nextGaussian", n -> {
            double s = 0;
            Random r = new Random(42);
            for (int i = 0; i < n; i++) s += r.nextGaussian();
            return 0;
        });
        Things.add("random/splittable", n -> {
            long s = 0;
            SplittableRandom r = new SplittableRandom(42);
            for (int i = 0; i < n; i++) s += r.nextLong();
            return s;
        });
    }
}
