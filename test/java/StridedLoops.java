/**
 * Loops with longer steps, and with variables that grow beside the counter: their results, and what they have done when an index
 * is none.
 */
public class StridedLoops {
    static int quads(int[] a, int from, int n) {
        int s = 0;
        for (int i = from; i < n; i += 4) {
            s = s * 3 + a[i];
            a[i + 3] ^= s;
        }
        return s;
    }

    static int triples(byte[] a) {
        int s = 0;
        for (int i = 0; i < a.length; i += 3) s = s * 5 + a[i] - a[i + 1] * a[i + 2];
        return s;
    }

    static int upTo(int[] a, int n) {
        int s = 0;
        for (int i = 1; i <= n; i += 5) s = s * 7 + a[i - 1] + a[i + 2];
        return s;
    }

    static int back(int[] a, int from, int to) {
        int s = 0;
        for (int i = from; i >= to; i -= 2) s = s * 3 + a[i] - a[i - 1];
        return s;
    }

    static int backBehind(long[] a, int from, int to) {
        int s = 0;
        for (int i = from; i > to; i -= 3) s = s * 3 + (int) a[i - 2];
        return s;
    }

    static int two(byte[] a, int from, char[] b, int to, int n) {
        for (int i = 0; i < n; i++) b[to++] = (char) (a[from++] + 1);
        return from * 31 + to;
    }

    static int against(int[] a, int[] b, int at, int n) {
        for (int i = 0; i < n; i += 2) {
            b[at] += a[i + 1];
            at -= 3;
        }
        return at;
    }

    static int downAndUp(int[] a, int at, int n) {
        int s = 0;
        for (int i = n; i > 0; i--) {
            s = s * 3 + a[at + 1];
            at += 2;
        }
        return s;
    }

    static int nearTheEnd(int[] a, int limit) {
        int s = 0, k = 0;
        for (int i = Integer.MAX_VALUE - 40; i < limit; i += 4) {
            s += a[k];
            k += 3;
            if (k > 60) return -s;
        }
        return s;
    }

    static int leftEarly(int[] a, byte[] to, int n, int x) {
        int k = 0;
        for (int i = 0; i < n; i++) {
            if (a[i] == x) break;
            to[k] = (byte) a[i];
            k += 2;
        }
        return k;
    }

    interface Work {
        int run();
    }

    static int result(Work w) {
        try {
            return w.run();
        } catch (ArrayIndexOutOfBoundsException e) {
            return -7; // hot exceptions have no message
        }
    }

    static int sum(int[] a) {
        int s = 0;
        for (int v : a) s = s * 31 + v;
        return s;
    }

    static int round(int n, int size, int wide) {
        int[] a = new int[size], b = new int[size + wide];
        byte[] c = new byte[size];
        char[] d = new char[size];
        long[] l = new long[size];
        for (int i = 0; i < size; i++) { a[i] = i * 7 + n; c[i] = (byte) (i * n); l[i] = i ^ n; }
        int h = result(() -> quads(a, wide & 3, size));
        h = h * 31 + result(() -> triples(c));
        h = h * 31 + result(() -> upTo(a, size - 3 + (wide & 1)));
        h = h * 31 + result(() -> back(a, size - 1, wide & 1));
        h = h * 31 + result(() -> backBehind(l, size - 1, (wide & 3) - 1));
        h = h * 31 + result(() -> two(c, wide & 1, d, wide & 3, size - (wide & 3)));
        h = h * 31 + result(() -> against(a, b, size + wide - 1, size * 2 / 3));
        h = h * 31 + result(() -> downAndUp(a, wide & 1, size / 2));
        h = h * 31 + result(() -> nearTheEnd(b, Integer.MAX_VALUE - (n & 31)));
        h = h * 31 + result(() -> leftEarly(a, c, size, n + 7 * (size / 2 - (wide & 1))));
        for (int i = 0; i < size; i++) h = h * 31 + d[i] + c[i];
        return h * 31 + sum(a) + sum(b);
    }

    public static void main(String[] args) {
        int h = 0;
        // All is in bounds at first, so that checks leave the loops; then it is not, with the code that was made.
        for (int n = 0; n < 3000; n++) h = h * 31 + round(n, 24, 64);
        System.out.println(h);
        for (int n = 0; n < 3000; n++) {
            h = h * 31 + round(n, n % 29, n % 11);
            if (n % 300 == 0) System.out.println(h);
        }
        System.out.println(h);
    }
}
