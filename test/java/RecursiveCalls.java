// stderr: compare
// Small methods that call themselves, in one place and in several, also synchronized and over references: results, the lines of
// every frame of a trace, a handler at some depth, the end of the stack.
import java.util.Arrays;

public class RecursiveCalls {
    static int fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }
    static int thrown;
    static int three(int n, int at) {
        if (n == at) { thrown++; throw new IllegalStateException("at " + n); }
        if (n < 0) return 1;
        return three(n - 1, at)
            + three(n - 2, at)
            ^ three(n - 3, at);
    }
    static long mix(long a, double b, int n) {
        if (n == 0) return a;
        return mix(a * 31 + (long) b, b + 0.5, n - 1)
            + mix(a - n, b * 2, n - 1);
    }
    record Tree(Tree left, Tree right, int key) {
        int sum() { return key + (left == null ? 0 : left.sum()) + (right == null ? 0 : right.sum()); }
        synchronized int depth() { return 1 + Math.max(left == null ? 0 : left.depth(), right == null ? 0 : right.depth()); }
        static Tree of(int depth, int key) { return depth == 0 ? null : new Tree(of(depth - 1, 2 * key), of(depth - 1, 2 * key + 1), key); }
    }
    static String name(Object o, int n) { return n == 0 ? o.toString() : name(o, n - 1) + name(n, n - 1).length(); }
    static int caught(int n) {
        try {
            return n == 0 ? Integer.parseInt("x") : caught(n - 1) + 1;
        } catch (NumberFormatException e) {
            if (n % 3 != 2) throw e;
            return n;
        }
    }
    static int deepest;
    static int forever(int n) {
        deepest = n;
        return forever(n + 1) + forever(n - 1);
    }
    static String lines(Throwable t) {
        StringBuilder s = new StringBuilder(t.getMessage());
        for (StackTraceElement e : t.getStackTrace())
            if (e.getClassName().equals("RecursiveCalls")) s.append(' ').append(e.getMethodName()).append(':').append(e.getLineNumber());
        return s.toString();
    }

    public static void main(String[] args) {
        long all = 0;
        String last = "";
        Tree tree = Tree.of(6, 1);
        for (int i = 0; i < 3000; i++) {
            all = all * 17 + fib(i % 15) + mix(i, i / 3.0, i % 6) + tree.sum() + tree.depth() + name(i, i % 4).length();
            if (i % 10 == 0) {
                try {
                    all += three(i % 7, i % 3 - 1);
                } catch (IllegalStateException e) {
                    if (i > 2900) last = lines(e);
                }
                all += caught(2 + i % 5);
            }
        }
        System.out.println(all + " " + thrown + " " + last);
        for (int at = -1; at < 4; at++)
            try {
                System.out.println(three(5, at));
            } catch (IllegalStateException e) {
                System.out.println(lines(e));
            }
        try {
            name(null, 5);
        } catch (NullPointerException e) {
            e.printStackTrace();
        }
        for (int i = 0; i < 3; i++)
            try {
                forever(0);
            } catch (StackOverflowError e) {
                StackTraceElement[] t = e.getStackTrace();
                System.out.println((deepest > 500) + " " + t.length + " " + Arrays.stream(t).allMatch(x -> x.getMethodName().equals("forever")));
            }
    }
}
