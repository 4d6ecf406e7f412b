/** Loops that do not write all variables that live over them. In optimized code such a variable stays one value, unless
 * control comes into the loop by a second way: frames that enter an inner loop, loops in the middle of which the bytecode jumps. */
public class LoopsLeaveVariables {
    static class Counter {
        int at;
        final int[] a;
        Counter(int[] a) { this.a = a; }
        boolean more(int n) { return at < n; }
        int next() { return a[at++ & 15]; }
    }
    static volatile int seen;

    /** `while` in `while` in `for`: javac lets the inner condition lead back to the middle loop's start, and the middle loop ends before the inner one. */
    static long threeDeep(int[] a, int outer, int n) {
        long sum = 0;
        for (int k = 0; k < outer; k++) {
            Counter w = new Counter(a), x = new Counter(a);
            String text = k % 3 == 0 ? null : "text" + (k & 7);
            double half = k * 0.5;
            long wide = (long) k << 35;
            while (w.more(n)) {
                sum += w.next();
                while (x.more(w.at)) sum ^= x.next() + wide;
            }
            sum += (text == null ? 1 : text.length()) + (long) half + x.at;
        }
        return sum;
    }
    /** Called once: the interpreter's frame enters in the inner loop, again and again by other code. */
    static long calledOnce(int[] a, int outer, int inner) {
        long sum = 0;
        int fixed = a.length;
        Object o = a;
        for (int i = 0; i < outer; i++) {
            Integer box = i;
            int j = 0;
            while (j < inner) {
                sum += a[j & fixed - 1] + (o == a ? 1 : 0);
                int k = 0;
                while (k < 3) {
                    sum ^= box + k;
                    k++;
                }
                j++;
            }
            if (i % 2 == 0) o = i % 4 == 0 ? a : null;
        }
        return sum;
    }
    static int breaks(int[] a, int n) {
        int sum = 0, last = n * 3;
        Counter c = new Counter(a);
        outer:
        while (true) {
            if (!c.more(n)) break;
            int v = c.next();
            for (int k = 0; k < 4; k++) {
                if (v == k + 7) continue outer;
                if (sum > 10_000) break outer;
                sum += v + last;
            }
            try {
                sum += 100 / (v & 3);
            } catch (ArithmeticException e) {
                sum -= last;
            }
        }
        return sum + c.at;
    }
    static int switches(int n) {
        int state = 0, steps = 0, twice = n * 2;
        while (steps < n) {
            switch (state) {
                case 0: state = steps % 5; break;
                case 1: while (steps % 4 != 0) steps++; state = 2; break;
                case 2: do { steps += 3; } while (steps % 2 == 0); state = 0; break;
                default: state = twice % 3;
            }
            steps++;
            seen = twice;
        }
        return steps * 31 + twice;
    }

    public static void main(String[] args) {
        int[] a = new int[16];
        for (int i = 0; i < 16; i++) a[i] = i * 7 + 1;
        System.out.println(calledOnce(a, 5, 300_000));
        System.out.println(calledOnce(a, 300, 3000));
        System.out.println(threeDeep(a, 300, 4000));
        long t = 0;
        for (int i = 0; i < 20_000; i++) {
            t = t * 31 + threeDeep(a, i & 3, i & 31) + calledOnce(a, i & 3, i & 15);
            t = t * 31 + breaks(a, i & 63) + switches(i & 127);
            if (i % 5000 == 4999) System.out.println(t);
        }
    }
}
