import java.util.HashMap;
import java.util.Map;

/** Boxes as counters, sums, keys and results: without a question about their identity they are numbers in optimized code. Where
 * somebody asks, after a call, at an exit of the code, in an exception's handler, they are the objects that the
 * interpreter would have: those of the caches, and for other numbers one object in all places that name it. */
public class BoxesAsValues {
    static Object kept;
    static int answers;

    static void check(boolean b, String what) {
        answers = answers * 31 + (b ? 1 : 2);
        if (!b) System.out.println("wrong: " + what);
    }

    /** A counter and a sum that are boxes; the loop asks for neither's identity. */
    static long counts(int n) {
        Integer i = 0;
        Long sum = 0L;
        while (i < n) {
            sum += i * 3L;
            i++;
        }
        return sum + i;
    }
    static int small(int n) {
        Byte b = 0;
        Short s = 0;
        Character c = 'a';
        for (int k = 0; k < n; k++) {
            b = (byte) (b + 3);
            s = (short) (s + 1000);
            c = (char) (c + 1);
        }
        return b + s + c;
    }
    static Integer larger(Integer a, Integer b) { return a > b ? a : b; }
    static int merges(int x, int y, int z) { return larger(larger(x, y), z); }

    /** Leaves in the middle, with boxes alive: a division, an index, a cast. */
    static int leaves(int[] a, int n, int by) {
        Integer best = -1, at = 5;
        try {
            for (int i = 0; i < n; i++) {
                Integer now = a[i] / by;
                if (now > best) {
                    best = now;
                    at = i;
                }
            }
        } catch (ArithmeticException | ArrayIndexOutOfBoundsException e) {
            check(at == Integer.valueOf(at.intValue()), "the cache's box at an exit");
            return best * 100 + at;
        }
        return best * 10 + at;
    }
    /** Two names of one box stay one object where the code is left. */
    static boolean twoNames(int x, int[] a, int at) {
        Integer one = x, other = one;
        for (int i = 0; i < 3; i++) other = i == 7 ? Integer.valueOf(i) : other;
        try {
            kept = a[at];
        } catch (ArrayIndexOutOfBoundsException e) {
            return one == other;
        }
        return one == other;
    }
    /** Two boxes of one number are one object if the cache has it. */
    static int same(int x, int y) {
        Integer a = x, b = y;
        Long c = (long) x, d = (long) y;
        Character e = (char) x, f = (char) y;
        return (a == b ? 1 : 0) + (c == d ? 2 : 0) + (e == f ? 4 : 0) + (a.equals(b) ? 8 : 0);
    }
    static Object seldom;
    /** Kept on a way that is hardly ever gone. */
    static int keptSeldom(int i) {
        Integer box = i * 5;
        if ((i & 4095) == 4095) {
            seldom = box;
            check(seldom == (Object) box, "the box that was kept");
        }
        return box + 1;
    }
    static final Map<Integer, Long> MAP = new HashMap<>();
    static long counted(int i) {
        Integer key = i & 63;
        Long old = MAP.get(key);
        Long now = old == null ? 1L : old + 1;
        MAP.put(key, now);
        return now;
    }
    static int withNull(int i) {
        Integer v = (i & 7) == 0 ? null : Integer.valueOf(i);
        return v == null ? -1 : v;
    }
    @SuppressWarnings("synchronization")
    static int locked(int i) {
        Integer box = i + 100_000;
        synchronized (box) {
            return box - 1;
        }
    }
    static Object field(int i) {
        Object o = i;
        return o instanceof Integer ? (Integer) o + 1 : o;
    }
    static class Pair<A, B> {
        final A a;
        final B b;
        Pair(A a, B b) {
            this.a = a;
            this.b = b;
        }
    }
    /** Boxes in an object that is not made either. */
    static int pairs(int i, int[] a) {
        Pair<Integer, Character> p = new Pair<>(i, (char) (i & 0xff));
        int sum = 0;
        for (int k = 0; k < 4; k++) sum += p.a * a[k & 3] + p.b;
        return sum;
    }
    static long wide(long x) {
        Long box = x;
        return box == 127L ? box.hashCode() : box;
    }
    /** The constructor's objects are never those of the cache. */
    @SuppressWarnings("removal")
    static boolean made(int i, int[] a) {
        Integer mine = new Integer(i & 15), its = i & 15;
        try {
            kept = a[i & 4];
        } catch (ArrayIndexOutOfBoundsException e) {
            return mine == its || its != Integer.valueOf(i & 15);
        }
        return mine == its;
    }

    public static void main(String[] args) {
        int[] a = { 9, 1, 300, 7 };
        long t = 0;
        for (int i = 0; i < 40_000; i++) {
            t = t * 31 + counts(i & 255) + small(i & 127);
            t = t * 31 + merges(i % 700, i % 300 - 100, i % 77);
            t = t * 31 + leaves(a, i % 500 == 499 ? 6 : 4, i % 300 == 299 ? 0 : 1 + (i & 3));
            t = t * 31 + (twoNames(i, a, i % 400 == 399 ? 4 : i & 3) ? 1 : 0);
            t = t * 31 + same(i % 200 - 100, i % 100 - 50) + same(i & 0xff, i & 0xff);
            t = t * 31 + keptSeldom(i) + counted(i) + withNull(i) + locked(i);
            t = t * 31 + (Integer) field(i) + pairs(i, a) + wide(i % 200);
            t = t * 31 + (made(i, i % 600 == 599 ? new int[0] : new int[8]) ? 1 : 0);
            if (i % 8000 == 7999) System.out.println(t + " " + answers);
        }
        check(same(127, 127) == 15 && same(-128, -128) >= 11, "of the caches");
        check(same(128, 128) == 8, "not of the caches");
        System.out.println(seldom + " " + MAP.get(5) + " " + answers);
    }
}
