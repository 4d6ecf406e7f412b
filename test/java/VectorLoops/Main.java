// Loops over arrays that the optimizer runs in vectors, and such that it must not: all kinds of elements, the same array as source and target, elements beside
// the counter's, sums, limits behind an array's end (in the second half), starts other than 0, one call that is entered in its loop, loops that stop at polls.
import java.util.*;

public class Main {
    static void rec(int[] a, int[] b, int n) { for (int i = 1; i < n; i++) a[i] = a[i - 1] + b[i]; }
    static void shl(int[] a, int n) { for (int i = 0; i < n; i++) a[i] = a[i + 1]; }
    static void st(int[] a, int[] b, int n) { for (int i = 2; i < n; i++) b[i] = a[i - 1] + a[i - 2] * 5 - a[i]; }
    static long suml(long[] a, long s, int n) { for (int i = 0; i < n; i++) s += a[i]; return s; }
    static int mx(int[] a, int n) { int m = Integer.MIN_VALUE; for (int i = 0; i < n; i++) m = Math.max(m, a[i]); return m; }
    static int two(int[] a, int[] b, int n) { int s = 3, x = 9; for (int i = 0; i < n; i++) { s += a[i] * b[i]; x ^= a[i]; } return s * 31 + x; }
    static int sumAndStore(int[] a, int[] b, int n) { int s = 0; for (int i = 0; i <= n; i++) { s += a[i]; b[i] = a[i] << 3; } return s; }
    static void bytes(byte[] a, byte[] b, int k, int n) { for (int i = 0; i < n; i++) a[i] = (byte) ((b[i] << 1) + k - a[i]); }
    static void bools(boolean[] a, boolean b, int n) { for (int i = 0; i < n; i++) a[i] = b; }
    static void chars(char[] a, char[] b, int n) { for (int i = 0; i < n; i++) a[i] = (char) (-b[i] * 7 << 2); }
    static void shorts(short[] a, short[] b, int n) { for (int i = 0; i < n; i++) a[i] = (short) (a[i] + b[i] >> 1); }
    static void neg(double[] a, float[] f, int n) { for (int i = 0; i < n; i++) a[i] = -a[i] / 3; for (int i = 0; i < n; i++) f[i] = -f[i] * f[i]; }
    static void longs(long[] a, long[] b, int n) { for (int i = 0; i < n; i++) a[i] = (a[i] << 5) - (b[i] >>> 33) ^ ~a[i]; }
    static void sq(double[] a, int n) { for (int i = 0; i < n; i++) a[i] = Math.sqrt(a[i] * a[i] + 1); }
    static void ofs(int[] a, int[] b, int from, int n) { for (int i = from; i < n; i++) a[i] = b[i + 3] - a[i]; }
    static void abs(int[] a, int n) { for (int i = 0; i < n; i++) a[i] = Math.min(Math.abs(a[i]), 1 << 20); }
    static void counter(int[] a, int k, int n) { for (int i = 0; i < n; i++) a[i] = i * 3 + k; }
    static int last(int[] a, int n) { int v = 0; for (int i = 0; i < n; i++) { v = a[i]; a[i] = v + 1; } return v; }
    static void mixed(int[] a, byte[] b, float[] f, int n) { for (int i = 0; i < n; i++) { a[i] = b[i]; f[i] = a[i]; } }
    static double inOrder(double[] d, float[] f, int n) { double s = 0; float t = 0; for (int i = 0; i < n; i++) { s += d[i]; t += f[i]; } return s + t; }
    static int ofBytes(byte[] b, int n) { int s = 0; for (int i = 0; i < n; i++) s += b[i]; return s; }
    static int bits(int[] a, int n) { int s = -1, o = 0; for (int i = 0; i < n; i++) { s &= a[i] | 0xff00ff; o |= a[i] >>> 7; } return s ^ o; }
    static void steps(int[] a, int n) { for (int i = 0; i < n; i += 2) a[i] += 5; for (int i = n - 1; i >= 0; i--) a[i] ^= 3; }
    static void twoStores(int[] a, int[] b, int[] c, int n) { for (int i = 0; i < n; i++) { a[i] = b[i] + c[i]; b[i] = a[i] - 7; } }
    static void rows(int[][] m, int n) { for (int j = 0; j < m.length; j++) for (int i = j; i < n; i++) m[j][i] += m[(j + 1) % m.length][i] * j; }
    static long oneLongCall(Random r) {
        int[] a = r.ints(3_000_000, 0, 1000).toArray();
        long h = 0;
        for (int i = 0; i < a.length; i++) a[i] = a[i] * 7 - 3;
        int s = 0;
        for (int i = 0; i < a.length; i++) s += a[i];
        for (int v : a) h = h * 31 + v;
        return h + s;
    }
    static volatile boolean done;
    // Another thread collects all the time, so the loops stop at their polls, with sums in lanes.
    static long polled(Random r, int times) throws Exception {
        int[] a = r.ints(400_000).toArray(), b = new int[a.length];
        long[] l = r.longs(200_000).toArray();
        double[] d = new double[100_000];
        Thread t = new Thread(() -> { while (!done) System.gc(); });
        t.start();
        long h = 0, first = 0;
        for (int i = 0; i < times; i++) {
            for (int k = 0; k < b.length; k++) b[k] = a[k] ^ 77;
            long now = suml(l, 1, l.length) + 3L * mx(a, a.length) + 5L * two(a, b, a.length) + 7L * bits(b, b.length) + 11L * sumAndStore(a, b, a.length - 1);
            neg(d, new float[0], 0);
            for (int k = 0; k < d.length; k++) d[k] = d[k] + k * 0.5;
            if (i == 0) first = now;
            if (now != first) System.out.println("in turn " + i + ": " + now + " instead of " + first);
            h += now;
        }
        done = true;
        t.join();
        for (double v : d) h = h * 31 + Double.doubleToLongBits(v);
        return h;
    }
    public static void main(String[] x) throws Exception {
        int times = Integer.parseInt(x[0]);
        Random r = new Random(7);
        long h = 1 + oneLongCall(r);
        System.out.println(polled(r, times / 60));
        for (int t = 0; t < times; t++) {
            int n = r.nextInt(t % 4 == 1 ? 300 : 80), m = n + r.nextInt(6) - (t % 9 == 0 && t > times / 2 ? 2 : 0); if (m < 0) m = 0;
            int[] a = r.ints(n + 3).toArray(), b = t % 5 == 0 ? a : r.ints(n + 3).toArray();
            long[] l = r.longs(n).toArray(), k = t % 3 == 0 ? l : r.longs(n).toArray(); double[] d = r.doubles(n).toArray();
            byte[] y = new byte[n], z = t % 4 == 0 ? y : new byte[n];
            r.nextBytes(y);
            r.nextBytes(z);
            boolean[] o = new boolean[n];
            char[] c = new char[n], e = new char[n]; short[] s = new short[n], u = new short[n];
            float[] f = new float[n];
            for (int i = 0; i < n; i++) { e[i] = (char) a[i]; s[i] = (short) b[i]; u[i] = (short) a[i]; f[i] = r.nextFloat() - .5f; }
            for (int q = 0; q < 27; q++) try {
                switch (q) {
                    case 0: rec(a, b, m); break;
                    case 1: shl(a, m); break;
                    case 2: st(a, b, m); break;
                    case 3: h = h * 31 + suml(l, t, m); break;
                    case 4: h = h * 31 + mx(a, m); break;
                    case 5: h = h * 31 + two(a, b, m); break;
                    case 6: h = h * 31 + sumAndStore(a, b, m); break;
                    case 7: bytes(y, z, t, m); break;
                    case 8: bools(o, t % 2 == 0, m); break;
                    case 9: chars(c, e, m); break;
                    case 10: shorts(s, u, m); break;
                    case 11: neg(d, f, m); break;
                    case 12: longs(l, k, m); break;
                    case 13: sq(d, m); break;
                    case 14: ofs(a, b, t % 7, m); break;
                    case 15: rec(b, a, m); break;
                    case 16: st(b, a, m); break;
                    case 17: abs(a, m); break;
                    case 18: counter(b, t, m); break;
                    case 19: h = h * 31 + last(a, m); break;
                    case 20: mixed(a, y, f, m); break;
                    case 21: h = h * 31 + Double.doubleToLongBits(inOrder(d, f, m)); break;
                    case 22: h = h * 31 + ofBytes(z, m); break;
                    case 23: h = h * 31 + bits(b, m); break;
                    case 24: steps(a, m); break;
                    case 25: twoStores(a, b, t % 2 == 0 ? a : b, m); break;
                    case 26: rows(new int[][] {a, b, a, new int[n + 3]}, m); break;
                }
            } catch (RuntimeException ex) { h = h * 31 + ex.getMessage().hashCode(); }
            h = h * 31 + Arrays.hashCode(a) + 3L * Arrays.hashCode(b) + 5L * Arrays.hashCode(l) + 7L * Arrays.hashCode(k) + 11L * Arrays.hashCode(d);
            h = h * 31 + Arrays.hashCode(y) + 3L * Arrays.hashCode(z) + 5L * Arrays.hashCode(c) + 7L * Arrays.hashCode(s) + 11L * Arrays.hashCode(f)
                + 13L * Arrays.hashCode(o);
            if (t % 100 == 0) System.out.println(t + " " + h);
        }
        System.out.println(h);
    }
}
