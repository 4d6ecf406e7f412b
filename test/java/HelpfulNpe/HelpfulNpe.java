// Helpful NullPointerException messages: every access kind and every source of the null. Compiled with -g locals have their names, without they are "<local4>".
public class HelpfulNpe {
    int[] ints; Object obj; HelpfulNpe next; static HelpfulNpe stat; static int[][] grid = new int[2][];
    String[] strs = new String[3]; long lng; double dbl;
    static class Gen<T> { T val; T get() { return val; } Gen<Gen<T>> deep() { return null; } static Gen<String>[] arr() { return null; } }
    interface Itf { String call(int a, long[] b, String c); } Itf itf;
    HelpfulNpe self() { return next; }
    static HelpfulNpe none(int a, String[][] b) { return null; }
    private void priv() { }
    static int idx() { return 1; }
    interface Body { Object run() throws Throwable; }
    static void t(Body b) {
        try { System.out.println("no exception: "
            + b.run()); } catch (NullPointerException e) { System.out.println(e.getMessage()); } catch (Throwable e) { System.out.println("other "
            + e); }
    }

    static Object viaParam(HelpfulNpe p, int[] a, long w, Object o) { t(() -> null); int k = a.length; return k; }
    static Object param2(HelpfulNpe p, long w, String s) { return s.length(); }
    // Written behind where it is null, from where control comes back, or in front of a handler.
    static Object writtenLater(HelpfulNpe p, int n) { for (int k = 0; k < n; k++) { if (p.next == null) return k; p = p.next; } return p; }
    static Object writtenBefore(HelpfulNpe p, int n) {
        try {
            p = null;
            return n / 0;
        } catch (ArithmeticException e) {
            return p.next;
        }
    }
    static Object counted(int[][] a, int i) { i++; return a[i][i]; }
    static Object local(int kind) throws Exception {
        HelpfulNpe h = null; int[] a = null; Object[] oa = null; long[][] la = new long[2][];
        byte[] ba = null; boolean[] za = null; char[] ca = null; short[] sa = null; float[] fa = null;
        double[] da = null; RuntimeException ex = null;
        switch (kind) {
            case 0: return h.obj; case 1: h.lng = 5; return 0; case 2: return a[1]; case 3: a[idx()] = 3;
            return 0; case 4: return oa[0]; case 5: oa[1] = h; return 0; case 6: return la[1][0];
            case 7: la[kind - 7][1] = 1; return 0;
            case 8: return ba[2]; case 9: ba[2] = 1; return 0; case 10: return za[2]; case 11: return ca[0];
            case 12: ca[0]++; return 0; case 13: return sa[0]; case 14: return fa[kind];
            case 15: da[kind * 2] = 1; return 0; case 16: return oa.length;
            case 17: throw ex; case 18: synchronized (h) { return 0; }
            case 19: return h.self(); case 20: h.priv(); return 0; case 21: return h.next.next.obj;
            case 22: return la[0].length; case 23: return h.toString(); case 24: return fa[0];
            case 25: sa[1] = 1; return 0; case 26: return da[0];
        }
        return null;
    }
    Object inst(int k) {
        switch (k) {
            case 0: return ints[0]; case 1: return next.obj; case 2: return next.next.next;
            case 3: return this.next.ints[2]; case 4: return stat.next; case 5: return stat.ints[1];
            case 6: return grid[1][0]; case 7: return strs[2].length();
            case 8: return self().obj; case 9: return self().self().obj; case 10: return none(1, null).ints;
            case 11: return itf.call(1, null, "x"); case 12: return strs[idx()].trim();
            case 13: return next.strs[0]; case 14: next.dbl = 1; return 0; case 15: return grid[idx()].length;
            case 16: return obj.hashCode(); case 17: synchronized (obj) { return 1; }
            case 18: return HelpfulNpe.stat.self(); case 19: return new HelpfulNpe().next.lng;
            case 20: { int[][][] q = new int[3][][]; return q[2][1]; }
            case 21: return ((Gen<String>) obj).val; case 22: next.lng++; return 0;
            case 23: return ints.clone(); case 24: return new Gen<String>().get().length();
            case 25: return new Gen<String>().deep().val; case 26: return Gen.arr()[0];
            case 27: return strs[0].concat("a").length(); case 28: stat.ints[idx() + 2] = 7; return 0;
        }
        return null;
    }

    public static void main(String[] args) throws Throwable {
        for (int i = 0; i <= 26; i++) { int k = i; System.out.print("local " + i + ": "); t(() -> local(k)); }
        HelpfulNpe h = new HelpfulNpe();
        for (int i = 0; i <= 28; i++) { int k = i; System.out.print("inst " + i + ": "); t(() -> h.inst(k)); }
        t(() -> viaParam(null, null, 1, null)); t(() -> param2(null, 1, null));
        t(() -> { Integer i = null; int j = i; return j; });
        t(() -> { String s = null; switch (s) { case "a": } return 0; });
        t(() -> { for (Object o : (Iterable<?>) null) ; return 0; });
        t(() -> { throw new NullPointerException(); }); t(() -> { throw new NullPointerException("own message"); }); t(() -> { throw null; });
        t(() -> java.util.Objects.requireNonNull(null));
        t(() -> java.util.Objects.requireNonNull(null, "required"));
        t(() -> { Runnable r = null; r.run(); return 0; });
        t(() -> { Body b = null; Body c = b::run; return c; }); t(() -> "x".concat(null));
        t(() -> HelpfulNpe.class.getDeclaredMethod("self").invoke(null));
        t(() -> { long[][][] m = new long[2][2][]; int i = 1; return m[i][i - 1][i * 2]; });
        t(() -> { boolean b = args.length == 0; return (b ? null : h).lng; });
        t(() -> { String[] s = {null}; return s[s.length - 1].length(); });
        t(() -> { Object o = null; return ((String) o).length(); });
        t(() -> { long i = 0; int[] n = null; return n[(int) i]; });
        t(() -> { int[] n = null; int i = 1; i++; return n[i << 2 | 3]; });
        t(() -> { h.next.next = h; return 0; }); t(() -> h.strs[0].length());
        t(() -> writtenLater(null, 2)); t(() -> writtenBefore(h, 2)); t(() -> counted(new int[2][], 0));
        NullPointerException e = new NullPointerException(); System.out.println(e.getMessage());
        try { throw e; } catch (NullPointerException x) { System.out.println(x.getMessage()); }
        try {
            h.next.obj = 1;
        } catch (NullPointerException x) {
            System.out.println((x.getMessage() == x.getMessage()) + " " + x.toString()); x.fillInStackTrace();
            System.out.println(x.getMessage());
        }
    }
}
