// jvm: -Xbatch
// Math.fma in all tiers, by the instruction: what rounds once and not twice, zeros, infinities, what is no number; operands in registers and in
// memory, constants, what does not change in a loop, two that differ in the last operand only. And so often that BigDecimal would be noticed.
import java.math.BigDecimal;

public class FusedMultiplyAdd {
    static final double[] SOME = { 0.0, -0.0, 1.0, -1.0, 1.0 + Math.ulp(1.0), 1.0 - Math.ulp(1.0) / 2, 3.0, 1e300, -1e300, 1e-300, Double.MIN_VALUE,
        -Double.MIN_VALUE, Double.MIN_NORMAL, Double.MAX_VALUE, -Double.MAX_VALUE, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN,
        0.1, 1 / 3.0, 134217729.0 };

    static double exact(double a, double b, double c) {
        return new BigDecimal(a).multiply(new BigDecimal(b)).add(new BigDecimal(c)).doubleValue();
    }
    static boolean finite(double a, double b, double c) { return Double.isFinite(a) && Double.isFinite(b) && Double.isFinite(c); }

    static double plain(double a, double b, double c) { return Math.fma(a, b, c); }
    static float plain(float a, float b, float c) { return Math.fma(a, b, c); }
    static double constants(double a) {
        return Math.fma(a, 0.1, 0.3) + Math.fma(0.7, a, 0.3) + Math.fma(0.1, 0.2, a) + Math.fma(0.1, 0.2, 0.3) + Math.fma(a, a, a);
    }
    static double horner(double[] p, double x) {
        double s = 0;
        for (double c : p) s = Math.fma(s, x, c);
        return s;
    }
    /* of the same product, and what stays in the loop */
    static double loop(double a, double b, double[] c) {
        double s = 0;
        for (int i = 0; i < c.length; i++) s += Math.fma(a, b, c[i]) - Math.fma(a, b, 1.5) + Math.fma(a, b, s) * 0.25;
        return s;
    }
    static double id(double x) { return x * 0.5; }
    /* more values than registers, over calls */
    static double many(double a, double b, double c, double d) {
        double e = id(a) + b, f = a * b, g = b * c, h = c * d, i = a + c, j = b + d, k = a - d, l = b - c;
        double m = a * d, n = c - a, o = d - b, p = a + d, q = b + c, r = f + g;
        double s = Math.fma(e, f, g) + Math.fma(h, i, j) + Math.fma(k, l, m) + Math.fma(n, o, p) + Math.fma(q, r, a) + Math.fma(b, c, d);
        return s + id(e) + f + g + h + i + j + k + l + m + n + o + p + q + r + Math.fma(id(f), id(g), id(h)) + Math.fma(e, q, o);
    }
    static float floats(float a, float b, float c) {
        float s = 0;
        for (int i = 0; i < 5; i++) s = Math.fma(a, s, Math.fma(b, c, i));
        return s;
    }

    public static void main(String[] args) {
        long sum = 0;
        int wrong = 0, count = 0;
        for (int round = 0; round < 3; round++)
            for (double a : SOME)
                for (double b : SOME)
                    for (double c : SOME) {
                        double x = plain(a, b, c);
                        if (++count % 17 == 0 && finite(a, b, c) && x != 0 && x != exact(a, b, c)) wrong++;
                        sum = sum * 31 + Double.doubleToLongBits(x);
                        sum = sum * 31 + Float.floatToIntBits(plain((float) a, (float) b, (float) c));
                    }
        System.out.println(wrong + " " + sum);
        double[] p = { 0.1, 0.2, 0.3, -0.4, 0.5 };
        for (int i = 0; i < 20_000; i++) {
            double x = i * 0.001 + 0.1;
            sum = sum * 31 + Double.doubleToLongBits(constants(x)) + Double.doubleToLongBits(horner(p, x));
            sum = sum * 31 + Double.doubleToLongBits(loop(x, 0.1, p)) + Double.doubleToLongBits(many(x, x + 0.1, x * 0.3, -x));
            sum = sum * 31 + Float.floatToIntBits(floats((float) x, 0.1f, 0.7f));
        }
        System.out.println(sum);
        double s = 0;
        for (int i = 0; i < 3_000_000; i++) s = Math.fma(s, 0.999, i * 0.1);
        System.out.println(s);
    }
}
