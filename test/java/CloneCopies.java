// jvm: -Xbatch
// Object.clone where it is hot: arrays of each kind and many lengths, objects with fields of each kind, subclasses through super.clone, enums'
// values, copies that stay and copies that nobody else sees, what has no clone, null.
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;

public class CloneCopies {
    static class Few implements Cloneable {
        boolean z = true; byte b = -3; char c = 'c'; short s = -300; int i = 70_000; float f = 1.5f; long j = 1L << 40; double d = -2.25;
        Object o = "o"; int[] a = { 1, 2 }; volatile int v = 9;
        @Override protected Few clone() throws CloneNotSupportedException { return (Few) super.clone(); }
        String all() { return z + " " + b + " " + (int) c + " " + s + " " + i + " " + f + " " + j + " " + d + " " + o + " " + a.length + " " + v; }
    }
    static class More extends Few {
        String more = "more";
        @Override String all() { return super.all() + " " + more; }
    }
    static final class Many implements Cloneable {
        long a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17;
        Object last = this;
        @Override public Many clone() {
            try { return (Many) super.clone(); } catch (CloneNotSupportedException e) { throw new AssertionError(e); }
        }
    }
    static final class Empty implements Cloneable {
        @Override public Empty clone() throws CloneNotSupportedException { return (Empty) super.clone(); }
    }
    static class Not {
        Object copy() throws CloneNotSupportedException { return super.clone(); }
    }
    static class NotAlways extends Not implements Cloneable { int x = 5; }
    static class Finalized implements Cloneable {
        int x = 8;
        Finalized copy() throws CloneNotSupportedException { return (Finalized) super.clone(); }
        @Override protected void finalize() { }
    }
    enum Color { RED, GREEN, BLUE }
    enum Letter { A, B, C, D, E, F, G, H, I, J, K, L }

    static Object[] kept = new Object[16];

    static long ints(int[] a, int i) {
        int[] c = a.clone();
        if (c == a || c.length != a.length) return -1;
        long s = 0;
        for (int x : c) s = 31 * s + x;
        if (c.length > 0) c[i % c.length] = -1;
        return s;
    }
    static long bytes(byte[] a) { byte[] c = a.clone(); kept[1] = c; return Arrays.hashCode(c); }
    static long booleans(boolean[] a) { boolean[] c = a.clone(); kept[2] = c; return Arrays.hashCode(c); }
    static long chars(char[] a) { char[] c = a.clone(); kept[3] = c; return Arrays.hashCode(c); }
    static long shorts(short[] a) { short[] c = a.clone(); kept[4] = c; return Arrays.hashCode(c); }
    static long longs(long[] a) { long[] c = a.clone(); kept[5] = c; return Arrays.hashCode(c); }
    static long floats(float[] a) { float[] c = a.clone(); kept[6] = c; return Arrays.hashCode(c); }
    static long doubles(double[] a) { double[] c = a.clone(); kept[7] = c; return Arrays.hashCode(c); }
    static long objects(Object[] a) {
        Object[] c = a.clone();
        kept[8] = c;
        long s = c.getClass() == a.getClass() ? 0 : 1;
        for (Object o : c) s = 31 * s + (o instanceof String t ? t.length() : o instanceof Integer n ? n : 7);
        return s;
    }
    static long rows(int[][] a) { int[][] c = a.clone(); kept[9] = c; return c[0] == a[0] ? c.length : -1; }
    static int three(int i) {
        int[] a = { i, i + 1, i + 2 };
        int[] c = a.clone();
        c[1] = 100;
        return a[1] * 7 + c[1] + c[2] + c.length;
    }
    static int flags(int i) {
        boolean[] a = { i % 2 == 0, i % 3 == 0 };
        boolean[] c = a.clone();
        byte[] b = { (byte) i, 2 }, d = b.clone();
        a[0] = false;
        return (c[0] ? 1 : 0) + (c[1] ? 2 : 0) + d[0];
    }
    static int colors(int i) {
        int s = 0;
        for (Color c : Color.values()) s += c.ordinal() * i;
        Color[] mine = Color.values();
        mine[0] = Color.BLUE;
        return s + mine[0].ordinal() + Color.values()[0].ordinal() + Letter.values().length + Letter.values()[i % 12].ordinal();
    }
    static int unseen(Few f, int i) throws CloneNotSupportedException {
        f.i = i;
        Few c = f.clone();
        c.i++;
        return c.i + f.i + c.a[1];
    }
    static String many(Many m, int i) {
        m.a17 = i;
        Many c = m.clone();
        kept[10] = c;
        return c.a17 + (c.last == m ? "same" : "other");
    }
    static String not(Not n) {
        try {
            return ((NotAlways) n.copy()).x + "";
        } catch (CloneNotSupportedException e) {
            return e.getMessage();
        }
    }
    static String nothing(int[] a) {
        try {
            return a.clone().length + "";
        } catch (NullPointerException e) {
            return "null";
        }
    }
    @SuppressWarnings("unchecked")
    static int collections(ArrayList<String> list, HashMap<String, Integer> map) {
        ArrayList<String> l = (ArrayList<String>) list.clone();
        HashMap<String, Integer> m = (HashMap<String, Integer>) map.clone();
        l.add("z");
        m.put("z", 26);
        return l.size() * 100 + list.size() * 10 + m.size() + map.size();
    }

    public static void main(String[] args) throws Exception {
        long s = 0;
        StringBuilder texts = new StringBuilder();
        Few few = new Few();
        More more = new More();
        Many many = new Many();
        ArrayList<String> list = new ArrayList<>(Arrays.asList("a", "b"));
        HashMap<String, Integer> map = new HashMap<>();
        map.put("a", 1);
        for (int i = 0; i < 20_000; i++) {
            int n = i % 41;
            int[] a = new int[n];
            byte[] b = new byte[n];
            boolean[] z = new boolean[n];
            char[] c = new char[n];
            short[] h = new short[n];
            long[] j = new long[n];
            float[] f = new float[n];
            double[] d = new double[n];
            String[] o = new String[n];
            for (int k = 0; k < n; k++) {
                a[k] = i * k + 1;
                b[k] = (byte) (i + 3 * k + 1);
                z[k] = (i * 7 + k) % 3 == 0;
                c[k] = (char) (i * 5 + k);
                h[k] = (short) (i * 11 - k);
                j[k] = (long) i << k;
                f[k] = i / (k + 1f);
                d[k] = i / (k + 1.0);
                o[k] = "x".repeat(k % 4);
            }
            s = s * 31 + ints(a, i) + bytes(b) + booleans(z) + chars(c) + shorts(h) + longs(j) + floats(f) + doubles(d);
            s += objects(i % 3 == 0 ? o : i % 3 == 1 ? new Integer[] { i, null } : new Object[] { i, "two", new int[0] });
            s += rows(new int[][] { a, null }) + three(i) + flags(i) + colors(i) + unseen(few, i) + collections(list, map);
            s += many(many, i).length() + new Empty().clone().hashCode() * 0;
            Few copy = (i & 1) == 0 ? few.clone() : more.clone();
            kept[i & 15] = copy;
            if (i % 4999 == 0) {
                texts.append(copy.all()).append('\n').append(copy.getClass().getSimpleName()).append('\n');
                texts.append(not(new Not())).append(nothing(null)).append(many(many, i)).append('\n');
            }
            s += not(new NotAlways()).length() + new Finalized().copy().x + nothing(a).length();
        }
        System.out.print(texts);
        System.out.println(s);
    }
}
