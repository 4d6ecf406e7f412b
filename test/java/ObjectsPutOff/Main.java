import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.List;

/**
 * Objects that only hot code sees need not be made (docs/optimizer-passes.md, "Objects that are not made"). Here that code is left while they are alive: by
 * checks that fail, by branches that had never been taken, by classes that had never been seen, inside loops. From then on they must be what they would have
 * been: the same one wherever it is named, with all fields, unlocked.
 */
public class Main {
    static int rounds;

    static class Base { byte b; short s; char c; boolean z; volatile int v; }
    static class All extends Base {
        int i; long j; float f; double d; Object o; All next; int[] a;

        All(int x) {
            b = (byte) x; s = (short) x; c = (char) x; z = (x & 1) == 1; v = x;
            i = x; j = x * 5_000_000_000L; f = x * 0.5f; d = x / 3.0; o = "o"; a = new int[] { x };
        }
        public String toString() {
            return b + " " + s + " " + (int) c + " " + z + " " + v + " " + i + " " + j + " " + f + " " + d + " " + o + " " + (next == this) + " " + a[0];
        }
    }
    static final class Pair {
        Object left, right;

        Pair(Object left, Object right) { this.left = left; this.right = right; }
        boolean twins() { return left == right; }
    }
    static final class Point {
        final int x, y;

        Point(int x, int y) { this.x = x; this.y = y; }
        Point plus(Point p) { return new Point(x + p.x, y + p.y); }
        Point turned() { return new Point(-y, x); }
    }
    static final class Counter {
        private int n;

        synchronized int inc() { return ++n; }
        synchronized int at(int[] a, int i) { n++; return a[i]; }
        int get() { return n; }
    }
    interface Shape { int area(Point p); }
    static class Square implements Shape { public int area(Point p) { return p.x * p.x; } }
    static class Oblong implements Shape { public int area(Point p) { kept = p; return p.x * p.y; } }

    static Object kept;
    static final int[] EIGHT = { 1, 2, 3, 4, 5, 6, 7, 8 };

    static void say(String what, Object value) { System.out.println(what + ": " + value); }

    /* ---- checks ---- */
    static String fields(int x, int[] a, int at) {
        All o = new All(x);
        o.next = o; // escapes into itself
        All p = new All(x + 1);
        int sum = 0;
        try {
            sum = a[at] + p.i;
        } catch (ArrayIndexOutOfBoundsException e) {
            return o + " / " + p + " / " + e.getMessage();
        }
        return sum > 0 ? null : "never";
    }
    static String identity(int x, int[] a, int at) {
        Object o = new All(x);
        Pair p = new Pair(o, o), q = new Pair(p, o);
        Object again = o;
        int n = 0;
        try {
            n = a[at];
        } catch (RuntimeException e) {
            kept = q;
            Pair inner = (Pair) q.left;
            return (again == o) + " " + p.twins() + " " + (inner == p) + " " + (inner.right == q.right) + " " + (kept == q) + " " + q.twins() + " " + o;
        }
        return q.left == p && p.left == o && n > 0 ? null : "never";
    }
    static String nulls(Point other, int x) {
        Point p = new Point(x, x + 1);
        try {
            Point sum = p.plus(other).turned();
            return sum.x + sum.y == 12345678 ? "never" : null;
        } catch (NullPointerException e) {
            return p.x + " " + p.y;
        }
    }
    static String casts(Object o, int x) {
        Pair p = new Pair(new Point(x, 1), o);
        try {
            String s = (String) p.right;
            return s.length() == 77 ? "never" : null;
        } catch (ClassCastException e) {
            return ((Point) p.left).x + " " + (p.right == o);
        }
    }
    static String divides(int by, int x) {
        Point p = new Point(x, 100);
        try {
            return p.y / by == 12345 ? "never" : null;
        } catch (ArithmeticException e) {
            return p.x + "/" + by;
        }
    }
    static String sizes(int n, int x) {
        Point p = new Point(x, n);
        try {
            int[] a = new int[p.y];
            return a.length + p.x == -1 ? "never" : null;
        } catch (NegativeArraySizeException e) {
            return p.x + " " + p.y;
        }
    }
    static String guards(Shape s, int x) {
        Point p = new Point(x, 3), q = new Point(1, x);
        int a = s.area(p);
        return a == x * 3 ? (kept == p) + " " + q.y + " " + p.x : null;
    }
    /* ---- branches ---- */
    static Object rare(int x, boolean leave) {
        Point p = new Point(x, x), q = p.turned();
        if (leave) {
            kept = q;
            return p;
        }
        return q.x + p.y == 0 ? null : "never";
    }
    static Object thrown(int x, int limit) {
        Pair p = new Pair("left", "right");
        try {
            check(p, x, limit);
            return null;
        } catch (IllegalStateException e) {
            return p.left + " " + p.right + " " + e.getMessage() + " " + (kept == p);
        }
    }
    static void check(Pair p, int x, int limit) {
        if (x < limit) return;
        kept = p;
        p.right = "changed";
        throw new IllegalStateException("at " + x);
    }
    static Object merged(int x, boolean one, boolean leave) {
        All o = new All(7);
        o.a = null;
        if (one) {
            o.i = x;
            o.o = "one";
        } else
            o.j = x;
        o.d += o.i;
        if (leave) {
            o.a = EIGHT;
            return o.toString();
        }
        return o.i + o.j == 1 ? "never" : null;
    }
    static Object compared(Object other, int x, boolean leave) {
        Pair p = new Pair(null, null), q = new Pair(p, other);
        int n = 0;
        if (p == other) n += 1;
        if (q.left == p) n += 2;
        if (p != null) n += 4;
        if (q.left instanceof Pair) n += 8;
        if (p.getClass() == Pair.class) n += 16;
        if (q.left == q.right) n += 32;
        return leave ? n + " " + (q.left == p) : n == 30 ? null : "never";
    }
    /* ---- loops ---- */
    static Object loop(int n, int[] a) {
        Counted c = new Counted();
        try {
            for (int i = 0; i < n; i++) {
                Point p = new Point(i, c.sum);
                c.sum += a[p.x] + p.y % 3;
                c.turns++;
            }
        } catch (ArrayIndexOutOfBoundsException e) {
            return c.turns + " " + c.sum;
        }
        return c.sum < 0 ? "never" : null;
    }
    static final class Counted { int turns, sum; }
    static Object inner(int n, int[] a, int bad) {
        long all = 0;
        for (int k = 0; k < n; k++) {
            Counted c = new Counted();
            for (int i = 0; i < 8; i++) {
                if (k + i == bad) {
                    kept = c;
                    c.turns += 1000;
                }
                c.sum += a[i];
                c.turns++;
            }
            all = all * 31 + c.sum * c.turns;
        }
        return kept instanceof Counted c ? all + " " + c.turns + " " + c.sum : all == 1 ? "never" : null;
    }
    static long list(List<Integer> list) { // the iterator
        long sum = 0;
        for (int x : list) {
            sum += x;
            if (x == 77) list.add(1);
        }
        return sum;
    }
    static Object iterates(List<Integer> list) {
        try {
            return list(list) == -1 ? "never" : null;
        } catch (ConcurrentModificationException e) {
            return "modified " + list.size();
        }
    }
    static Object swapped(int n, int[] a) { // values change places on the way round
        Pair p = new Pair("a", "b");
        try {
            for (int i = 0; i < n; i++) {
                Object t = p.left;
                p.left = p.right;
                p.right = t;
                if (a[i] < 0) return "never";
            }
        } catch (ArrayIndexOutOfBoundsException e) {
            return p.left + " " + p.right;
        }
        return null;
    }
    static Object arrays(int n, int x) { // what is really made is made while others are not
        Object[] all = new Object[n];
        Point p = new Point(x, n);
        for (int i = 0; i < n; i++) {
            Point q = new Point(p.y, i);
            all[i] = i % 2 == 0 ? new int[q.y + 1] : (Object) new long[q.x + p.x];
        }
        long sum = 0;
        for (Object o : all) sum = sum * 31 + (o instanceof int[] a ? a.length : ((long[]) o).length + p.x);
        return sum;
    }
    /* ---- locks ---- */
    static Object locks(int[] a, int at) {
        Counter c = new Counter();
        Object o = new Pair(c, null);
        try {
            synchronized (o) {
                synchronized (c) {
                    c.inc();
                }
            }
            c.inc();
            c.at(a, 0);
            return a[at] + c.get() == -1 ? "never" : null;
        } catch (ArrayIndexOutOfBoundsException e) {
            return c.get() + " " + Thread.holdsLock(c) + Thread.holdsLock(o) + enters(c);
        }
    }
    static Object inLock(int[] a, int at) {
        Counter c = new Counter();
        try {
            synchronized (c) {
                c.n += 5;
                c.n += a[at];
            }
            return c.get() == -1 ? "never" : null;
        } catch (ArrayIndexOutOfBoundsException e) {
            return c.get() + " " + Thread.holdsLock(c) + enters(c);
        }
    }
    static Object inMethod(int[] a, int at) {
        Counter c = new Counter();
        try {
            c.inc();
            return c.at(a, at) + c.inc() == -1 ? "never" : null;
        } catch (ArrayIndexOutOfBoundsException e) {
            return c.get() + " " + Thread.holdsLock(c) + enters(c);
        }
    }
    static Object rareInLock(int x, boolean leave) {
        Counter c = new Counter();
        synchronized (c) {
            c.n = x;
            if (leave) kept = Thread.holdsLock(c) + " " + c.inc();
        }
        return leave ? kept + " " + Thread.holdsLock(c) + enters(c) : c.get() == x ? null : "never";
    }
    static Object lockedInLoop(int n, int[] a) {
        Counter c = new Counter();
        int i = 0;
        try {
            for (; i < n; i++) {
                synchronized (c) {
                    c.n += i;
                }
                c.n += a[i];
            }
        } catch (ArrayIndexOutOfBoundsException e) {
            return i + " " + c.get() + Thread.holdsLock(c) + enters(c);
        }
        return c.n == -1 ? "never" : null;
    }
    static String enters(Counter c) { // can another thread?
        int before = c.get();
        Thread t = new Thread(c::inc);
        t.start();
        try {
            t.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        return " " + (c.get() - before);
    }
    static Object hashes(int[] a, int at) {
        Object o = new Pair(null, null);
        try {
            return a[at] == 99 ? "never" : null;
        } catch (ArrayIndexOutOfBoundsException e) {
            int h = System.identityHashCode(o);
            System.gc();
            return h == o.hashCode() && h == System.identityHashCode(o);
        }
    }

    interface Try { Object at(int i); }

    /** Most of the time it is nothing; now and then, often enough for all later code too, it leaves. */
    static void run(String what, Try usual, Try leaving) {
        for (int turn = 0; turn < 3; turn++) {
            for (int i = 0; i < rounds; i++) {
                Object o = usual.at(i);
                if (o != null) throw new AssertionError(what + " " + i + ": " + o);
            }
            kept = null;
            say(what, leaving.at(turn));
            kept = null;
        }
    }
    /** What the least of thirty times 20,000 calls, each with three points, takes of the heap. */
    static void measure() {
        var threads = (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
        long id = Thread.currentThread().getId(), least = Long.MAX_VALUE;
        Point other = new Point(1, 2);
        for (int turn = 0; turn < 30; turn++) {
            long before = threads.getThreadAllocatedBytes(id);
            for (int i = 0; i < 20_000; i++)
                if (nulls(other, i) != null) throw new AssertionError();
            least = Math.min(least, threads.getThreadAllocatedBytes(id) - before);
        }
        say("three points take", least < 20_000 * 8 ? "nothing" : least >= 20_000 * 3 * 16 ? "room" : "room for some: " + least);
    }
    public static void main(String[] args) {
        if (args[0].equals("measure")) {
            measure();
            return;
        }
        rounds = Integer.parseInt(args[0]);
        List<Integer> ten = new ArrayList<>(List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
        run("fields", i -> fields(i, EIGHT, i & 7), i -> fields(-70000 - i, EIGHT, 8 + i));
        run("identity", i -> identity(i, EIGHT, i & 7), i -> identity(i, i == 2 ? null : EIGHT, -1));
        Point one = new Point(1, 2);
        run("nulls", i -> nulls(one, i), i -> nulls(null, i));
        run("casts", i -> casts("s", i), i -> casts(one, i));
        run("divides", i -> divides(i + 1, i), i -> divides(0, i));
        run("sizes", i -> sizes(i & 15, i), i -> sizes(-1 - i, i));
        Shape square = new Square(), oblong = new Oblong();
        run("guards", i -> guards(square, i + 4), i -> guards(oblong, i + 4));
        run("rare", i -> rare(i, false), i -> ((Point) rare(i, true)).x + " " + ((Point) kept).x);
        run("thrown", i -> thrown(i, i + 1), i -> thrown(i, 0));
        run("merged", i -> merged(i, (i & 1) == 0, false), i -> merged(i, i == 1, true));
        run("compared", i -> compared(one, i, false), i -> compared(i == 0 ? null : one, i, true));
        run("loop", i -> loop(i & 7, EIGHT), i -> loop(9 + i, EIGHT));
        run("inner", i -> inner(i & 3, EIGHT, -1), i -> inner(4, EIGHT, 2 + i));
        run("iterates", i -> iterates(ten), i -> iterates(new ArrayList<>(List.of(i, 77, 3, 4))));
        run("swapped", i -> swapped(i & 7, EIGHT), i -> swapped(9 + i, i == 1 ? new int[2] : EIGHT));
        run("arrays", i -> ((Long) arrays(i & 7, i & 3)) == Long.MIN_VALUE ? "never" : null, i -> arrays(20 + i, i));
        run("locks", i -> locks(EIGHT, i & 7), i -> locks(EIGHT, -1));
        run("in lock", i -> inLock(EIGHT, i & 7), i -> inLock(EIGHT, 9));
        run("in method", i -> inMethod(EIGHT, i & 7), i -> inMethod(EIGHT, 9));
        run("rare in lock", i -> rareInLock(i, false), i -> rareInLock(i, true));
        run("locked in loop", i -> lockedInLoop(i & 7, EIGHT), i -> lockedInLoop(9, EIGHT));
        run("hashes", i -> hashes(EIGHT, i & 7), i -> hashes(EIGHT, 8));
    }
}
