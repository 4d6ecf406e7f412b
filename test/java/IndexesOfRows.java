// Indexes that a loop makes of its counter and of values that do not change in it: rows of a matrix in one array, offsets up and down, sums that overflow,
// loops without a turn, ends of arrays, exceptions in the middle of a loop with effects that the program sees.
import java.util.*;

public class IndexesOfRows {
    static int row(int[] a, int r, int n) { int s = 0; for (int i = 0; i < n; i++) s = s * 3 + a[r * n + i]; return s; }
    static void put(int[] a, int from, int n) { for (int i = 0; i < n; i++) a[from + i] = i; }
    static int down(int[] a, int from, int n) { int s = 0; for (int i = n; i > 0; i--) s = s * 3 + a[i + from - 1]; return s; }
    static void turn(double[] x, double[] y, int from, int half) {
        for (int k = 0; k < half; k++) {
            int p = from + k, q = p + half;
            double t = x[q] * 2 - y[q];
            x[q] = x[p] - t;
            y[q] = y[p] + t;
            x[p] += t;
        }
    }
    static int steps(int[] a, int from, int n, int by) {
        int s = 0;
        for (int i = 0, j = from; i < n; i += 3, j -= 2) s += a[j + by] + a[from + i + by];
        return s;
    }
    static int inclusive(int[] a, int from, int n) { int s = 0; for (int i = 1; i <= n; i++) s ^= a[from + i] + i; return s; }
    static int search(byte[] a, int from, int n, int what) { for (int i = 0; i < n; i++) if (a[from + i] == what) return i; return -1; }
    static void multiply(int[] a, int[] b, int[] c, int n) {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) { int s = 0; for (int k = 0; k < n; k++) s += a[i * n + k] * b[k * n + j]; c[i * n + j] = s; }
    }
    static long h;
    static void add(long v) { h = h * 31 + v; }
    interface Call { long go(); }
    static void call(Call c) {
        try { add(c.go()); } catch (IndexOutOfBoundsException e) { add(77); }
    }
    public static void main(String[] args) {
        Random r = new Random(5);
        int times = args.length > 0 ? Integer.parseInt(args[0]) : 9000;
        int[] far = { Integer.MAX_VALUE, Integer.MIN_VALUE, Integer.MAX_VALUE - 3, -1, -5, Integer.MIN_VALUE + 4, 1 << 30 };
        for (int t = 0; t < times; t++) {
            boolean wild = t > times / 2 && t % 7 == 0;
            int n = r.nextInt(12), w = r.nextInt(30), from = wild ? far[r.nextInt(7)] + r.nextInt(9) - 4 : r.nextInt(8), over = wild ? r.nextInt(6) : 0;
            int[] a = r.ints(n * n + 40, 0, 1000).toArray(), b = r.ints(n * n + 1).toArray(), c = new int[n * n + 1];
            double[] x = r.doubles(60).toArray(), y = r.doubles(60).toArray();
            byte[] z = new byte[50];
            r.nextBytes(z);
            int by = wild ? r.nextInt() : r.nextInt(4), what = r.nextInt(256) - 128, rows = wild ? from : n == 0 ? 0 : r.nextInt(n);
            call(() -> row(a, rows, n));
            call(() -> { put(a, from, w + over); return 1; });
            call(() -> down(a, from, w));
            call(() -> { turn(x, y, from, w / 2 + over); return 2; });
            call(() -> steps(a, from + 20, w / 2, by));
            call(() -> inclusive(a, from, w + over));
            call(() -> search(z, from, w + over * 5, what));
            call(() -> { multiply(a, b, c, n); return 3; });
            add(Arrays.hashCode(a) + 3L * Arrays.hashCode(c) + 7L * Arrays.hashCode(x) + 11L * Arrays.hashCode(y));
            if (t % 1000 == 0) System.out.println(t + " " + h);
        }
        System.out.println(h);
    }
}
