import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/**
 * Booleans that methods return, that are kept, negated, combined and branched on, of comparisons of all kinds; questions for instances of classes that
 * are final, that have heirs, interfaces and arrays; stores into arrays of bytes that are known as such and of booleans that are not.
 */
public class Main {
    static final class Leaf { int v = 3; }
    static class Base { int v = 5; }
    static class Heir extends Base { int w = 7; }
    interface Marked { }
    static final class MarkedLeaf extends Base implements Marked { }

    static final Object[] THINGS = {new Leaf(), new Base(), new Heir(), new MarkedLeaf(), "text", null, new int[2], new String[] {"x"}, 12, new Object[1]};

    static boolean less(int a, int b) { return a < b; }
    static boolean notLess(long a, long b) { return !(a < b); }
    static boolean between(int a, int x, int b) { return a <= x && x <= b; }
    static boolean either(int a, int b, int c) { return a == b || b == c || c == a; }
    static boolean nothing(Object o) { return o == null; }
    static boolean same(Object a, Object b) { return a == b; }
    static boolean lessThanNumber(double a, double b) { return a < b; }
    static boolean odd(int x) { return (x & 1) != 0; }
    static boolean not(boolean b) { return !b; }
    static boolean leaf(Object o) { return o instanceof Leaf; }
    static boolean base(Object o) { return o instanceof Base; }
    static boolean marked(Object o) { return o instanceof Marked; }
    static boolean ofObjects(Object o) { return o instanceof Object[]; }
    static boolean exactly(Object o) { return o != null && o.getClass() == Base.class; }
    static boolean deep(Object o, int x) { return base(o) ? less(x, 4) && not(odd(x)) : marked(o) || leaf(o) && odd(x); }

    static int weigh(Object o, int x) {
        int s = 0;
        if (leaf(o)) s += ((Leaf) o).v;
        if (base(o) && between(1, x, 6)) s += ((Base) o).v * 10;
        if (o instanceof Heir h && odd(x)) s += h.w * 100;
        if (marked(o)) s += 1000;
        if (ofObjects(o)) s += ((Object[]) o).length * 10_000;
        if (exactly(o)) s += 100_000;
        boolean d = deep(o, x);
        if (!d) s ^= 0x55;
        return d ? s : -s;
    }

    static int kept(int a, int b, int c) {
        boolean x = less(a, b), y = either(a, b, c), z = x ^ y;
        int s = (x ? 1 : 0) + (y ? 2 : 0) + (z ? 4 : 0);
        boolean w = !x;
        if (w == y) s += 8;
        if (x & !z | w) s += 16;
        while (x) {
            a++;
            x = less(a, b);
            s += 32;
        }
        return s;
    }

    static int numbers(double a, double b) {
        int s = 0;
        if (lessThanNumber(a, b)) s |= 1;
        if (!lessThanNumber(a, b)) s |= 2;
        if (lessThanNumber(b, a) || a == b) s |= 4;
        if (a != a) s |= 8;
        return s;
    }

    static final class Flags {
        boolean on, seen;
        boolean[] all = new boolean[4];
        int turn(int i) {
            on = !on;
            seen |= less(i, 3);
            all[i & 3] = on && odd(i);
            return (on ? 1 : 0) + (seen ? 2 : 0) + (all[i + 1 & 3] ? 4 : 0);
        }
    }

    static final class Chain implements Iterable<Integer> {
        final int value;
        final Chain next;
        Chain(int value, Chain next) { this.value = value; this.next = next; }
        public Iterator<Integer> iterator() {
            return new Iterator<>() {
                Chain at = Chain.this;
                public boolean hasNext() { return at != null; }
                public Integer next() {
                    int v = at.value;
                    at = at.next;
                    return v;
                }
            };
        }
    }

    static int along(Chain c) {
        int s = 0;
        for (int v : c) s = s * 31 + v;
        return s;
    }

    static boolean find(List<Object> all, Object what) {
        for (Object o : all)
            if (same(o, what) || !nothing(o) && o.equals(what)) return true;
        return false;
    }

    static int made(int x) {
        Base b = odd(x) ? new Heir() : new Base();
        Leaf l = new Leaf();
        l.v = x;
        return (base(b) ? 1 : 0) + (b instanceof Heir ? 2 : 0) + (leaf(l) && !nothing(l) ? l.v : -1) + (same(l, b) ? 1000 : 0);
    }

    // ---- arrays of bytes and of booleans ----
    static byte[] bytes = new byte[16];

    static int intoField(int x) {
        for (int i = 0; i < bytes.length; i++) bytes[i] = (byte) (x + i * 3);
        return bytes[x & 15] + bytes[3];
    }

    static int intoNew(int x) {
        byte[] b = new byte[6];
        for (int i = 0; i < b.length; i++) {
            b[i] = (byte) (x * i);
            b[5 - i] += b[i];
        }
        return Arrays.hashCode(b);
    }

    static int intoEither(Object o, int x) {
        if (o instanceof byte[] b) {
            b[x & 3] = (byte) x;
            return b[x & 3];
        }
        boolean[] z = (boolean[]) o;
        z[x & 3] = odd(x);
        return z[x & 3] ? 1000 : 2000;
    }

    public static void main(String[] args) {
        int rounds = Integer.parseInt(args[0]);
        long[] sums = new long[10];
        double[] numbers = {0, -0.0, 1.5, Double.NaN, Double.NEGATIVE_INFINITY, 3};
        Flags f = new Flags();
        for (int i = 0; i < rounds; i++) {
            for (Object o : THINGS) sums[0] = sums[0] * 3 + weigh(o, i % 9);
            sums[1] = sums[1] * 5 + kept(i % 4, i % 7, i % 3);
            sums[2] = sums[2] * 7 + numbers(numbers[i % 6], numbers[i / 6 % 6]);
            sums[3] = sums[3] * 3 + f.turn(i % 11);
            Chain c = null;
            for (int k = 0; k < i % 5 + 1; k++) c = new Chain(k + i, c);
            sums[4] = sums[4] * 3 + along(c);
            sums[5] += find(Arrays.asList(THINGS), i % 3 == 0 ? "text" : i) ? i : -i;
            sums[6] += made(i);
            sums[7] = sums[7] * 3 + intoField(i) + intoNew(i);
            sums[8] = sums[8] * 3 + intoEither(i % 2 == 0 ? new byte[4] : (Object) new boolean[4], i);
            sums[9] += notLess(i, 77) ? 1 : 3;
            if (i % (rounds / 4) == 0) System.out.println(Arrays.toString(sums));
        }
        System.out.println(Arrays.toString(sums) + f.on + f.seen + Arrays.toString(f.all));
    }
}
