import java.util.ArrayList;
import java.util.List;

/** Loops with a call that few of their turns reach: values of all kinds live over it, and objects move meanwhile. */
public class SeldomCalls {
    static final class Box {
        int value;
        Box next;

        Box(int value, Box next) {
            this.value = value;
            this.next = next;
        }
    }

    static int calls;
    static Object[] kept = new Object[64];

    /** Too large to be inlined. */
    static long seldom(int n, long l, double d, Object o) {
        calls++;
        for (int i = 0; i < 40; i++) kept[i + n & 63] = new int[i + 1];
        if (calls % 50 == 0) System.gc();
        if (calls % 97 == 0) throw new IllegalStateException("call " + calls);
        long s = l ^ Double.doubleToLongBits(d) ^ n;
        s = s * 31 + (s >>> 3);
        s = s * 33 + (s >>> 4);
        s = s * 35 + (s >>> 5);
        s = s * 37 + (s >>> 6);
        s = s * 39 + (s >>> 7);
        s = s * 41 + (s >>> 8);
        s = s * 43 + (s >>> 9);
        s = s * 45 + (s >>> 10);
        s = s * 47 + (s >>> 11);
        return s + (o instanceof Box b ? b.value : 1);
    }

    static String mixed(int[] a, int n) {
        int i1 = n, i2 = -n;
        long l1 = n * 3L, l2 = 1L << 40;
        float f = 0.5f;
        double d1 = n, d2 = 1;
        Box first = new Box(n, null), last = first;
        String text = "t" + n;
        for (int i = 0; i < a.length; i++) {
            i1 += a[i] ^ i2;
            i2 = i2 * 31 + i;
            l1 += i1;
            l2 ^= l1 << (i & 7);
            f += a[i] * 0.25f;
            d1 = d1 * 0.75 + i;
            d2 += f;
            if ((i & 15) == 7) last = last.next = new Box(i, null);
            if (a[i] == 77) {
                l2 += seldom(i, l1, d1, last);
                last.value++;
            }
        }
        long sum = 0;
        for (Box b = first; b != null; b = b.next) sum = sum * 31 + b.value;
        return text + " " + i1 + " " + i2 + " " + l1 + " " + l2 + " " + f + " " + d1 + " " + d2 + " " + sum;
    }

    /** The call's exception is caught in the loop. */
    static long caught(int[] a, Object o) {
        long s = 0;
        int failed = 0;
        double d = 0.25;
        for (int i = 0; i < a.length; i++) {
            s += a[i] * (long) i;
            d += s * 0.5;
            try {
                if (a[i] == 77) s ^= seldom(i, s, d, o);
            } catch (IllegalStateException e) {
                failed++;
                s += e.getMessage().length();
            }
        }
        return s + failed * 1000003L + (long) d;
    }

    /** More values than there are registers. */
    static long many(int[] a, int x, List<String> names) {
        int b = x + 1, c = x ^ 2, d = x * 3, e = x + 4, f = x ^ 5, g = x * 6, h = x + 7, j = x ^ 8, k = x * 9, l = x + 10;
        for (int i = 0; i < a.length; i++) {
            int v = a[i];
            b += v; c ^= b; d += c; e ^= d; f += e; g ^= f; h += g; j ^= h; k += j; l ^= k;
            if (v == 77) names.add("n" + (seldom(v, b, c, names.isEmpty() ? null : names.get(0)) & 1023));
            if (v == 78) names.set(0, names.get(names.size() - 1));
        }
        return b + 3L * c + 5L * d + 7L * e + 11L * f + 13L * g + 17L * h + 19L * j + 23L * k + 29L * l;
    }

    /** Objects change places in each turn, and others are made: what the last call stored is old then. */
    static long swapped(int[] a, Box p, Box q, Box r) {
        long s = 0;
        for (int i = 0; i < a.length; i++) {
            Box t = p;
            p = q;
            q = r;
            r = t;
            if (a[i] == 77) s += seldom(i, s, 1, p);
            kept[i & 63] = p = new Box(p.value + q.value, null);
            kept[i + 7 & 63] = r = new Box(r.value ^ i, null);
            s += p.value + 3L * q.value + 5L * r.value;
        }
        return s;
    }

    public static void main(String[] args) {
        int[] a = new int[400];
        for (int i = 0; i < a.length; i++) a[i] = i % 40 == 39 ? 77 : i % 23;
        long s = 0;
        for (int n = 0; n < 60; n++) {
            try {
                String m = mixed(a, n);
                s = s * 31 + m.length();
                if (n % 10 == 0) System.out.println(m);
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage() + " " + e.getStackTrace()[1].getMethodName());
            }
            s = s * 31 + caught(a, n);
            try {
                s = s * 31 + swapped(a, new Box(n, null), new Box(2, null), new Box(3, null));
            } catch (IllegalStateException e) {
                s += 7;
            }
            List<String> names = new ArrayList<>();
            try {
                s = s * 31 + many(a, n, names);
            } catch (IllegalStateException e) {
                s += names.size();
            }
            if (n % 10 == 1) System.out.println(names + " " + s);
        }
        System.out.println(s + " " + calls);
    }
}
