// jvm: -XX:+IgnoreUnrecognizedVMOptions -Xbatch -XX:ArgusStencilThreshold=2 -XX:ArgusProfileEnough=2
// also: -XX:+IgnoreUnrecognizedVMOptions -XX:ArgusStencilThreshold=2 -XX:-ArgusOptimizer
/** A constructor that code calls begins single steps: the code does not go on where it returns, and the new object is still there. */
public class StepsInConstructors {
    static native void step(boolean on);

    static final class Made {
        final int number;
        final Object with;
        int mixed;

        Made(int number, Object with, boolean steps) {
            this.number = number;
            this.with = with;
            if (steps) step(true);
            int x = number; // too large to be inlined
            x = x * 31 + (x >>> 1) - (x ^ 1000) % 7;
            x = x * 33 + (x >>> 2) - (x ^ 1001) % 8;
            x = x * 35 + (x >>> 3) - (x ^ 1002) % 9;
            x = x * 37 + (x >>> 4) - (x ^ 1003) % 10;
            x = x * 39 + (x >>> 5) - (x ^ 1004) % 11;
            x = x * 41 + (x >>> 6) - (x ^ 1005) % 12;
            x = x * 43 + (x >>> 7) - (x ^ 1006) % 13;
            x = x * 45 + (x >>> 8) - (x ^ 1007) % 14;
            x = x * 47 + (x >>> 9) - (x ^ 1008) % 15;
            x = x * 49 + (x >>> 10) - (x ^ 1009) % 16;
            x = x * 51 + (x >>> 11) - (x ^ 1010) % 17;
            x = x * 53 + (x >>> 12) - (x ^ 1011) % 18;
            x = x * 55 + (x >>> 13) - (x ^ 1012) % 19;
            x = x * 57 + (x >>> 1) - (x ^ 1013) % 20;
            x = x * 59 + (x >>> 2) - (x ^ 1014) % 21;
            x = x * 61 + (x >>> 3) - (x ^ 1015) % 22;
            mixed = x;
        }
    }

    static Made last;

    static int sum(int n, Object with, int steps) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            Made m = new Made(i, with, i == steps);
            sum += m.number + (m.mixed & 1);
            last = new Made(sum, m, i == steps + 1);
            if (last.with != m || m.with != with) throw new AssertionError(i);
        }
        return sum;
    }

    static Made make(int number, Object with, boolean steps) {
        return new Made(number, with, steps);
    }

    public static void main(String[] args) {
        long sum = 0;
        for (int i = 0; i < 300; i++) {
            sum += sum(100, args, i % 3 == 0 ? i % 97 : -2);
            step(false);
            sum += make(i, args, i % 5 == 0).number;
            step(false);
        }
        System.out.println(sum + " " + last.number);
    }
}
