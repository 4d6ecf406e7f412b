// jvm: -Xbatch
// Arrays of a few elements that nobody else sees: their elements are values in optimized code, and they are made where it is left. All types
// of elements, arguments of variable number, arrays in objects and in arrays, exceptions with one alive, elements that are chosen.
import java.lang.reflect.Method;
import java.util.Arrays;

public class SmallArrays {
    static final class Pair {
        final Object[] parts;
        Pair(Object a, Object b) { parts = new Object[] { a, b }; }
        Object get(int i) { return parts[i]; }
    }
    static int sum(int... v) { int s = 0; for (int x : v) s += x; return s; }
    static String words(Object... v) { return v.length == 0 ? "none" : v[v.length - 1] + "/" + v[0]; }
    static int ints(int i) { return sum() + sum(i) + sum(i, 2) + sum(i, i + 1, i + 2, i ^ 3); }

    static long kinds(int i) {
        boolean[] z = new boolean[2];
        byte[] b = { (byte) i, 2 };
        short[] s = { 1, (short) i, 3 };
        char[] c = { (char) -i, 'b' };
        long[] j = { i, (long) i << 33 };
        float[] f = { i / 3f };
        double[] d = { i / 7.0, 1, 2 };
        String[] a = { "x", null };
        z[1] = (i & 1) != 0;
        b[1] += i;
        c[1] *= i;
        j[0] += j[1];
        d[2] = d[0] + f[0];
        a[1] = z[1] ? "odd" : "even";
        long n = (z[1] ? 1 : 0) + b[0] + b[1] + s[1] + s[2] + c[0] + c[1] + j[0];
        n += Float.floatToIntBits(f[0]) + (long) d[2] + a[0].length() + a[1].length();
        return n + (z[0] ? 1000 : 0) + z.length + d.length;
    }
    /* The code is left, by an exception or a way that was never gone, with arrays in variables and on the stack. */
    static String left(int i) {
        int[] a = { i, 2, i + 3 };
        Object[] o = { "first", null, a };
        byte[] b = { 1, (byte) i };
        long[] j = { i * 5L };
        boolean[] z = { i > 3, false };
        try {
            a[1] = 100 / (i % 5000);
            if (i == 19_001) return Arrays.toString(a) + Arrays.toString(b) + Arrays.toString(j) + Arrays.toString(z) + o.length + ((int[]) o[2])[0];
        } catch (ArithmeticException e) {
            a[0]++;
            return Arrays.toString(a) + Arrays.toString(b) + Arrays.toString(j) + Arrays.toString(z) + (o[2] == a) + o[0] + o[1];
        }
        return "" + (a[0] + a[1] + a[2] + b[1] + j[0]);
    }
    static int chosen(int i) {
        int[] a = { 1, 2, 3, 4 };
        a[i & 3] = i;
        return a[0] * 2 + a[3];
    }
    static int outside(int i) {
        int[] a = { 1, 2 };
        try {
            return a[i % 1000 == 0 ? 2 : 1];
        } catch (ArrayIndexOutOfBoundsException e) {
            return 10 + a.length;
        }
    }
    static int stores(Object o, int i) {
        String[] a = new String[2];
        try {
            Object[] any = a;
            any[1] = o;
            return a[1] == null ? 1 : a[1].length();
        } catch (ArrayStoreException e) {
            return 20 + (a[1] == null ? 100 : 0);
        }
    }
    static int sizes(int i) {
        int n = 0;
        try {
            n += new int[i % 1000 == 0 ? -1 : 3].length;
        } catch (NegativeArraySizeException e) {
            n += 30;
        }
        return n + new int[0].length + new Object[3].length;
    }
    static Object[] kept;
    static Object keeps(int i) {
        Object[] a = { i, "k" };
        if (i % 4096 == 0) kept = a;
        return a[1];
    }
    static Object merged(int i) {
        Object[] a = (i & 1) == 0 ? new Object[] { "a", i } : new Object[] { "b" };
        return a.length == 2 ? a[1] : a[0];
    }
    static int loops(int i) {
        int s = 0;
        for (int k = 0; k < 5; k++) {
            int[] a = { k, i };
            int[] next = { a[1], a[0] };
            for (int x : next) s = s * 3 + x;
        }
        return s;
    }
    static int locks(int i) {
        int[] lock = new int[1];
        synchronized (lock) {
            lock[0] = i;
            return lock[0] + (Thread.holdsLock(lock) ? 1 : 0);
        }
    }
    static int clones(int i) {
        int[] a = { i, 2 }, c = a.clone();
        c[1] = 5;
        return a[1] + c[0] + c[1] + a.hashCode() % 1;
    }
    public int twice(Integer x) { return x * 2; }

    public static void main(String[] args) throws Exception {
        Method twice = SmallArrays.class.getMethod("twice", Integer.class);
        SmallArrays me = new SmallArrays();
        long s = 0;
        for (int i = 0; i < 20_000; i++) {
            s = s * 31 + ints(i) + kinds(i);
            String l = left(i);
            if (i % 5000 == 0 || i == 19_001) System.out.println(l);
            s = s * 31 + l.hashCode() + chosen(i) + outside(i) + sizes(i) + loops(i) + locks(i) + clones(i);
            s = s * 31 + stores(i % 777 == 0 ? (Object) i : i % 5 == 0 ? null : "text", i);
            Pair p = new Pair(i, "p" + i);
            s = s * 31 + p.get(0).hashCode() + p.get(1).hashCode() + keeps(i).hashCode() + merged(i).hashCode();
            s = s * 31 + words().hashCode() + words(i).hashCode() + words("a", i).hashCode() + String.format("%d", i & 7).hashCode();
            s += (Integer) twice.invoke(me, i);
        }
        System.out.println(s + " " + Arrays.toString(kept));
    }
}
