// Arguments of every type in every place, by calls of all kinds, also by methods that write their parameters, that are
// synchronized, and by callers that lose their code while their callees run.
public class CallArguments {
    interface Shape { long fold(int a, long b, Object c, float d, double e, byte f, char g, long h, int i); }

    static class Plain implements Shape {
        public long fold(int a, long b, Object c, float d, double e, byte f, char g, long h, int i) {
            return i == 0 ? mix(a, b, c, d, e, f, g, h) : fold(a + i, h, c, (float) e, d, (byte) (f + i), (char) (g + 1), b, i - 1) * 31 + i;
        }
    }
    static class Locked implements Shape {
        public synchronized long fold(int a, long b, Object c, float d, double e, byte f, char g, long h, int i) {
            return i == 0 ? mix(a, b, c, d, e, f, g, h) : fold(a - i, b + i, c, d, e, f, g, h ^ a, i - 1) + 7;
        }
    }
    static class Writing implements Shape {
        public long fold(int a, long b, Object c, float d, double e, byte f, char g, long h, int i) {
            long sum = 0;
            while (i > 0) {
                a += i;
                b ^= a;
                d += 1;
                sum += new Plain().fold(a, b, c, d, e, f, g, h, --i & 3);
                c = i % 2 == 0 ? c : "odd";
                e = d / 2;
            }
            return sum + mix(a, b, c, d, e, f, g, h);
        }
    }

    static long mix(int a, long b, Object c, float d, double e, byte f, char g, long h) {
        return a + 3 * b + 5L * c.hashCode() + Float.floatToIntBits(d) + Double.doubleToLongBits(e) + f + g + 11 * h;
    }
    static int narrow(byte a, short b, char c, boolean d, int n) {
        return n == 0 ? a + b + c + (d ? 1 : 0) : narrow((byte) (a + 100), (short) (b - 20000), (char) (c + 40000), !d, n - 1) ^ n;
    }
    static double floats(float a, double b, float c, double d, double e, int n) {
        return n == 0 ? a - b + c - d + e : floats(c, a, (float) d, e, b, n - 1) + n;
    }
    static void nothing(long[] at, int n, long v) {
        at[n & 7] += v;
        if (n > 0) nothing(at, n - 1, v * 3 + n);
    }
    static long wide(long a, long b, int n) { return n == 0 ? a - b : wide(b, a + n, n - 1); }
    static Object same(Object a, Object b, int n) { return n == 0 ? a : same(b, a, n - 1); }

    // ---- a class that is loaded while calls are open ----
    static class Base { int value(int x) { return x + 1; } }
    static final class Later extends Base { @Override int value(int x) { return x + 1000; } }
    static Base made = new Base();
    static long open(Base b, int depth, int at) {
        if (depth == at) made = at == 0 ? made : new Later();
        long v = depth == 0 ? b.value(1) : open(depth == at - 5 ? made : b, depth - 1, at) * 3;
        return v + b.value(depth);
    }

    public static void main(String[] args) {
        Shape[] shapes = { new Plain(), new Locked(), new Writing() };
        long sum = 0;
        for (int turn = 0; turn < 3000; turn++) {
            Shape s = shapes[turn % 7 % 3];
            sum = sum * 17 + s.fold(turn, turn * 1L << 33, "text" + turn % 5, turn / 3f, turn / 7.0, (byte) turn, (char) turn, ~turn, turn % 12);
            sum = sum * 17 + narrow((byte) turn, (short) turn, (char) turn, turn % 2 == 0, turn % 9);
            sum = sum * 17 + Double.doubleToLongBits(floats(turn, turn * 2.5, -turn, 1.0 / (turn + 1), 3, turn % 10));
            sum = sum * 17 + wide(turn, -turn, turn % 11);
            long[] at = new long[8];
            nothing(at, turn % 20, turn);
            for (long v : at) sum = sum * 3 + v;
            sum += same("a", turn, turn % 5).hashCode();
        }
        System.out.println(sum);
        long before = 0;
        for (int turn = 0; turn < 2000; turn++) before = before * 5 + open(made, 30, 0);
        System.out.println(before + " " + open(made, 40, 20) + " " + open(made, 40, 0));
        try {
            System.out.println(wide(1, 2, -1));
        } catch (StackOverflowError e) {
            System.out.println("too deep");
        }
        System.out.println(wide(1, 2, 999));
    }
}
