import java.util.ArrayList;
import java.util.List;

/** Methods that begin with tests after which they return: such tests are inlined alone. Traces, overflows and exceptions are those of calls. */
public class HeadsOfMethods {
    static final class Tree {
        final Tree left, right;
        final int value;

        Tree(Tree left, Tree right, int value) {
            this.left = left;
            this.right = right;
            this.value = value;
        }
    }

    static Tree build(int depth, int value) { return depth == 0 ? null : new Tree(build(depth - 1, 2 * value), build(depth - 1, 2 * value + 1), value); }

    /** Too large to be inlined; the test comes first. */
    static long sum(Tree t, long weight, double factor) {
        if (t == null) return weight;
        long s = t.value * weight;
        for (int i = 0; i < 3; i++) s ^= s << i + 1 ^ (long) (factor * i);
        s = s * 31 + (s >>> 3);
        s = s * 33 + (s >>> 4);
        s = s * 35 + (s >>> 5);
        s = s * 37 + (s >>> 6);
        s = s * 39 + (s >>> 7);
        s = s * 41 + (s >>> 8);
        s = s * 43 + (s >>> 9);
        s = s * 45 + (s >>> 10);
        s = s * 47 + (s >>> 11);
        s = s * 49 + (s >>> 12);
        s = s * 51 + (s >>> 13);
        return sum(t.left, s, factor + 1) + sum(t.right, s + 1, factor - 1) * 3;
    }

    /** Two tests lead to the call, one returns its argument. */
    static double scale(double x, int n, Object o) {
        if (n <= 0) return x;
        if (o == null || n == 3) return -x;
        for (int i = 0; i < n; i++) x = x * 1.25 + i;
        if (x > 1e9) throw new IllegalStateException("large " + n);
        return scale(x, n - 1, o) + scale(x / 2, n - 2, o);
    }

    /** Leaves by an exception in the depth, with all frames in its trace. */
    static int deep(int n, int[] count) {
        if (n < 0) return 0;
        count[0]++;
        for (int i = 0; i < 2; i++) count[1] += i * n;
        if (n == 0 && count[0] % 997 == 0) throw new ArithmeticException("at " + count[0]);
        return deep(n - 1, count) + deep(n - 2, count) + 1;
    }

    static int endless(int n) {
        if (n == 7) return n;
        for (int i = 0; i < 2; i++) n += i;
        return endless(n + 8) + endless(n + 16);
    }

    static void moveAll(List<Integer>[] from, int a, int b, int n) {
        if (n == 0) return;
        int c = 3 - a - b;
        moveAll(from, a, c, n - 1);
        from[b].add(from[a].remove(from[a].size() - 1));
        moveAll(from, c, b, n - 1);
    }

    static synchronized int locked(int n) {
        if (n == 0) return 1;
        int s = 0;
        for (int i = 0; i < n; i++) s += locked(n - 1) & 3;
        return s + (Thread.holdsLock(HeadsOfMethods.class) ? 1 : 0);
    }

    /** A value that is computed once; the first test is of fields. */
    static final class Lazy {
        int[] parts;
        String text;
        int asked;
        boolean known;
        double value;

        /** Throws where there are no parts. */
        double get(int n) {
            int last = parts.length - 1;
            if (known && last >= n) return value + parts[n];
            asked++;
            if (n > 40) throw new IllegalArgumentException(text + n);
            for (int i = 0; i < 3; i++) value = value * 0.5 + parts[i] + n / (i + 1);
            known = asked % 3 != 0;
            if (asked % 5 == 0) parts = asked % 10 == 0 ? new int[] {asked, 2, 3} : new int[] {1, asked, 3, 4, 5};
            if (asked % 7 == 0) text = "after " + asked + " ";
            value += known ? 1 : get(n + 1) * 0.25 + asked;
            return value + text.length();
        }

        static int kind(Object o, int[] seen) {
            if (o instanceof String) return ((String) o).length() / seen[0];
            if (o == null) return seen[1];
            seen[2]++;
            for (int i = 0; i < 2; i++) seen[3] += seen[2] * i;
            if (seen[2] % 4 == 0) seen[0] = seen[2] % 8 == 0 ? 0 : 3;
            return kind(seen[2] % 3 == 0 ? null : "text " + seen[2], seen) + kind(null, seen);
        }
    }

    static String ofLazy() {
        Lazy l = new Lazy();
        l.parts = new int[] {1, 2, 3};
        l.text = "none ";
        double d = 0;
        int failed = 0, kinds = 0;
        int[] seen = {2, 5, 0, 0};
        for (int i = 0; i < 3000; i++) {
            try {
                d += l.get(i % 3) + (i % 100 == 0 ? l.get(i % 41 + 3) : 0);
            } catch (RuntimeException e) {
                failed += framesOf(e, "get");
                if (i % 500 == 0) System.out.println(e);
            }
            try {
                kinds += Lazy.kind(i % 5 == 0 ? (Object) i : i % 3 == 0 ? null : "number " + i, seen);
            } catch (ArithmeticException e) {
                failed += framesOf(e, "kind");
                seen[0] = 1;
            }
            if (i % 700 == 699) l.parts = null;
            if (i % 700 == 3) l.parts = new int[] {i, 7, 8};
        }
        return d + " " + failed + " " + kinds + " " + seen[3];
    }

    static int framesOf(Throwable t, String method) {
        int n = 0;
        for (StackTraceElement e : t.getStackTrace()) if (e.getMethodName().equals(method)) n++;
        return n;
    }

    @SuppressWarnings("unchecked")
    public static void main(String[] args) {
        Tree t = build(10, 1);
        long s = 0;
        for (int i = 0; i < 40; i++) s = s * 31 + sum(t, i, i * 0.5) + sum(null, i, 0);
        System.out.println(s);
        double d = 0;
        int large = 0;
        for (int i = 0; i < 4000; i++) {
            try {
                d += scale(i, i % 7, i % 5 == 0 ? null : "some") + scale(i % 11 == 0 ? 1e9 : 1, i % 6, "other");
            } catch (IllegalStateException e) {
                large += framesOf(e, "scale");
            }
        }
        System.out.println(d + " " + large);
        int[] count = new int[2];
        int thrown = 0, frames = 0;
        for (int i = 0; i < 600; i++) {
            try {
                s += deep(i % 12, count);
            } catch (ArithmeticException e) {
                thrown++;
                frames += framesOf(e, "deep");
            }
        }
        System.out.println(s + " " + count[0] + " " + count[1] + " " + thrown + " " + frames);
        for (int i = 0; i < 3; i++) {
            try {
                System.out.println(endless(i * 8));
            } catch (StackOverflowError e) {
                System.out.println("overflow " + (framesOf(e, "endless") == e.getStackTrace().length));
            }
        }
        List<Integer>[] pegs = new List[] {new ArrayList<Integer>(), new ArrayList<Integer>(), new ArrayList<Integer>()};
        for (int i = 12; i > 0; i--) pegs[0].add(i);
        for (int i = 0; i < 3; i++) moveAll(pegs, i % 3, (i + 1) % 3, 12);
        System.out.println(pegs[0] + " " + pegs[1] + " " + pegs[2]);
        System.out.println(locked(7));
        System.out.println(ofLazy());
    }
}
