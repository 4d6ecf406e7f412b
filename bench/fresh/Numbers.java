/** Numerical programs over arrays. */
final class Numbers {
    private static int seed;

    private static int next() {
        seed = seed * 1103515245 + 12345;
        return seed >>> 8;
    }

    /** A transform of 4096 complex numbers and back, several times. */
    static long fft() {
        int n = 4096;
        double[] re = new double[n], im = new double[n];
        seed = 1;
        for (int i = 0; i < n; i++) re[i] = next() % 1000;
        for (int round = 0; round < 6; round++) {
            transform(re, im, round % 2 == 0 ? 1 : -1);
            if (round % 2 == 1)
                for (int i = 0; i < n; i++) {
                    re[i] /= n;
                    im[i] /= n;
                }
        }
        double sum = 0;
        for (int i = 0; i < n; i += 7) sum += re[i] * (i % 11) + im[i];
        return Math.round(sum / 1000);
    }

    private static void transform(double[] re, double[] im, int sign) {
        int n = re.length;
        for (int i = 1, j = 0; i < n; i++) {
            int bit = n >> 1;
            for (; (j & bit) != 0; bit >>= 1) j ^= bit;
            j ^= bit;
            if (i >= j) continue;
            double t = re[i];
            re[i] = re[j];
            re[j] = t;
            t = im[i];
            im[i] = im[j];
            im[j] = t;
        }
        for (int size = 2; size <= n; size <<= 1) {
            double angle = sign * 2 * Math.PI / size, wr = Math.cos(angle), wi = Math.sin(angle);
            for (int from = 0; from < n; from += size) {
                double cr = 1, ci = 0;
                for (int k = 0; k < size / 2; k++) {
                    int a = from + k, b = a + size / 2;
                    double xr = re[b] * cr - im[b] * ci, xi = re[b] * ci + im[b] * cr;
                    re[b] = re[a] - xr;
                    im[b] = im[a] - xi;
                    re[a] += xr;
                    im[a] += xi;
                    double c = cr * wr - ci * wi;
                    ci = cr * wi + ci * wr;
                    cr = c;
                }
            }
        }
    }

    /** A dense matrix into two triangles, with pivots. */
    static long lu() {
        int n = 120;
        double[][] a = new double[n][n];
        seed = 7;
        for (double[] row : a)
            for (int j = 0; j < n; j++) row[j] = next() % 2000 / 10.0 - 100;
        int swaps = 0;
        for (int k = 0; k < n; k++) {
            int pivot = k;
            for (int i = k + 1; i < n; i++)
                if (Math.abs(a[i][k]) > Math.abs(a[pivot][k])) pivot = i;
            if (pivot != k) {
                double[] t = a[k];
                a[k] = a[pivot];
                a[pivot] = t;
                swaps++;
            }
            for (int i = k + 1; i < n; i++) {
                double f = a[i][k] /= a[k][k];
                double[] row = a[i], top = a[k];
                for (int j = k + 1; j < n; j++) row[j] -= f * top[j];
            }
        }
        double log = 0;
        for (int k = 0; k < n; k++) log += Math.abs(a[k][k]);
        return swaps * 1000000L + (long) log;
    }

    /** Relaxation of a grid. */
    static long sor() {
        int n = 200;
        double[][] g = new double[n][n];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) g[i][j] = (i * 31 + j * 17) % 101;
        for (int round = 0; round < 30; round++)
            for (int i = 1; i < n - 1; i++) {
                double[] above = g[i - 1], row = g[i], below = g[i + 1];
                for (int j = 1; j < n - 1; j++) row[j] = 0.3125 * (above[j] + below[j] + row[j - 1] + row[j + 1]) - 0.25 * row[j];
            }
        double sum = 0;
        for (double[] row : g)
            for (double v : row) sum += v;
        return (long) (sum * 16);
    }

    private static double element(int i, int j) { return 1.0 / ((i + j) * (i + j + 1) / 2 + i + 1); }

    private static void multiply(double[] v, double[] out, boolean turned) {
        for (int i = 0; i < v.length; i++) {
            double s = 0;
            for (int j = 0; j < v.length; j++) s += (turned ? element(j, i) : element(i, j)) * v[j];
            out[i] = s;
        }
    }

    /** The largest singular value of an infinite matrix, nearly. */
    static long spectral() {
        int n = 140;
        double[] u = new double[n], v = new double[n], t = new double[n];
        java.util.Arrays.fill(u, 1);
        for (int i = 0; i < 10; i++) {
            multiply(u, t, false);
            multiply(t, v, true);
            multiply(v, t, false);
            multiply(t, u, true);
        }
        double uv = 0, vv = 0;
        for (int i = 0; i < n; i++) {
            uv += u[i] * v[i];
            vv += v[i] * v[i];
        }
        return (long) (Math.sqrt(uv / vv) * 1e9);
    }

    /** Points in a circle. */
    static long monteCarlo() {
        int inside = 0;
        long state = 42;
        for (int i = 0; i < 1_000_000; i++) {
            state = state * 6364136223846793005L + 1442695040888963407L;
            double x = (state >>> 40) * 0x1p-24, y = (state >>> 16 & 0xffffff) * 0x1p-24;
            if (x * x + y * y <= 1) inside++;
        }
        return inside;
    }

    /** Digits of pi by a spigot over an array of remainders. */
    static long piDigits() {
        int digits = 400, n = digits * 10 / 3 + 2;
        int[] r = new int[n];
        java.util.Arrays.fill(r, 2);
        long hash = 0;
        for (int d = 0; d < digits; d++) {
            int carry = 0;
            for (int i = n - 1; i > 0; i--) {
                int x = r[i] * 10 + carry * (i + 1);
                r[i] = x % (2 * i + 1);
                carry = x / (2 * i + 1);
            }
            int x = r[0] * 10 + carry;
            r[0] = x % 10;
            hash = hash * 31 + x / 10;
        }
        return hash;
    }
}
