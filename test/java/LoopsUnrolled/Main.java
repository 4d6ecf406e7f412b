import java.util.Arrays;

/**
 * Loops of all shapes that the optimizer repeats the bodies of: up and down, by one and by more, with limits at the ends of the ints, left in the
 * middle, with exceptions thrown at every turn, with values that go round. Each is called with many lengths; what comes out is printed as sums.
 */
public class Main {
    static final int[] BOUNDS = {0, 1, 2, 3, 4, 5, 7, 8, 9, 12, 31, 64};

    // ---- counting ----
    static int up(int[] a, int n) {
        int s = 0;
        for (int i = 0; i < n; i++) s = s * 31 + a[i];
        return s;
    }

    static int upTo(int[] a, int last) {
        int s = 0;
        for (int i = 0; i <= last; i++) s = s * 31 + a[i];
        return s;
    }

    static int byThree(int[] a, int n) {
        int s = 0;
        for (int i = 1; i < n; i += 3) s = s * 31 + a[i];
        return s;
    }

    static int down(int[] a, int n) {
        int s = 0;
        for (int i = n - 1; i >= 0; i--) s = s * 31 + a[i];
        return s;
    }

    static int downBySeven(int[] a, int n) {
        int s = 0;
        for (int i = n - 1; i > 2; i -= 7) s = s * 31 + a[i];
        return s;
    }

    static int turnedRound(int[] a, int n) {
        int s = 0, i = 0;
        while (n > i) {
            s = s * 31 + a[i];
            i++;
        }
        return s;
    }

    // ---- ends of the ints ----
    static long ends(int from, int limit, int most) {
        long s = 0;
        int turns = 0;
        for (int i = from; i < limit; i++) {
            s = s * 31 + i;
            if (++turns > most) break;
        }
        return s * 1000 + turns;
    }

    static long endsInclusive(int from, int limit, int most) {
        long s = 0;
        int turns = 0;
        for (int i = from; i <= limit; i++) {
            s = s * 31 + i;
            if (++turns > most) return s;
        }
        return s * 1000 + turns;
    }

    static long endsByMany(int from, int limit, int most) {
        long s = 0;
        int turns = 0;
        for (int i = from; i < limit; i += 50) {
            s = s * 31 + i;
            if (++turns > most) return s;
        }
        return s * 1000 + turns;
    }

    static long endsDown(int from, int limit, int most) {
        long s = 0;
        int turns = 0;
        for (int i = from; i >= limit; i--) {
            s = s * 31 + i;
            if (++turns > most) return s;
        }
        return s * 1000 + turns;
    }

    static long endsDownByMany(int from, int limit, int most) {
        long s = 0;
        int turns = 0;
        for (int i = from; i > limit; i -= 60) {
            s = s * 31 + i;
            if (++turns > most) return s;
        }
        return s * 1000 + turns;
    }

    // ---- left in the middle ----
    static int find(int[] a, int n, int what) {
        for (int i = 0; i < n; i++)
            if (a[i] == what) return i;
        return -1;
    }

    static int behind(int[] a, int n) {
        int i, s = 0;
        for (i = 0; i < n; i++) {
            if (a[i] % 5 == 4) continue;
            s += a[i] * i;
        }
        return s * 100 + i;
    }

    static int throwing(int[] a, int n, int bad) {
        int i = 0, s = 0;
        try {
            for (; i < n; i++) s += 1000 / (a[i] - bad);
        } catch (ArithmeticException e) {
            return s * 100 + i;
        }
        return -s;
    }

    static int outside(int[] a, int n) {
        int s = 0;
        try {
            for (int i = 0; i < n; i++) s += a[i + 3];
        } catch (ArrayIndexOutOfBoundsException e) {
            return s + e.getMessage().length();
        }
        return -s;
    }

    static int nulls(int[][] rows, int column) {
        int s = 0, k = 0;
        try {
            for (k = 0; k < rows.length; k++) s = s * 7 + rows[k][column];
        } catch (NullPointerException e) {
            return s * 10 + k;
        }
        return -s;
    }

    // ---- values that go round ----
    static long fibonacci(int n) {
        long a = 0, b = 1;
        for (int i = 0; i < n; i++) {
            long t = a + b;
            a = b;
            b = t;
        }
        return a;
    }

    static int rotate(int n) {
        int a = 1, b = 2, c = 3;
        for (int i = 0; i < n; i++) {
            int t = a;
            a = b;
            b = c;
            c = t + i;
        }
        return a * 10000 + b * 100 + c;
    }

    static int movingLimit(int[] a, int n) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            s += a[i];
            if (s % 11 == 3) n--;
        }
        return s;
    }

    static int movingStep(int[] a, int n) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            s = s * 3 + a[i];
            if (s % 7 == 2) i++;
        }
        return s;
    }

    static int shifting(int[] a, int n) {
        for (int i = 1; i < n; i++) a[i] = a[i - 1] + i;
        return a[n > 0 ? n - 1 : 0];
    }

    static int mean(byte[] a, char[] b, short[] c, boolean[] d, int n) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            a[i] += 3;
            b[i] = (char) (a[i] * 300);
            c[i] = (short) (b[i] + c[i]);
            d[i] = !d[i];
            s += a[i] + b[i] + c[i] + (d[i] ? 1 : 0);
        }
        return s;
    }

    static double dot(double[] x, double[] y, int n) {
        double s = 0;
        for (int i = 0; i < n; i++) s += x[i] * y[i];
        return s;
    }

    static void scale(float[] x, float f, int n) {
        for (int i = 0; i < n; i++) x[i] = x[i] * f + 1;
    }

    // ---- objects ----
    record Point(int x, int y) {
        Point plus(int d) { return new Point(x + d, y - d); }
    }

    static int points(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            Point p = new Point(i, s).plus(i & 3);
            s = p.x * 31 + p.y;
        }
        return s;
    }

    static Point kept(int n) {
        Point p = new Point(1, 2);
        for (int i = 0; i < n; i++)
            if ((i & 15) == 9) p = p.plus(i);
        return p;
    }

    static final class Chain {
        Chain next;
        int value;
        Chain(int value, Chain next) { this.value = value; this.next = next; }
    }

    static int along(Chain c, int n) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            s = s * 5 + c.value;
            c = c.next;
        }
        return s;
    }

    static int store(Object[] to, Object what, int n) {
        int i = 0;
        try {
            for (; i < n; i++) to[i] = what;
        } catch (ArrayStoreException | ArrayIndexOutOfBoundsException e) {
            return -i;
        }
        return i;
    }

    static int nested(int[][] a, int n) {
        int s = 0;
        for (int i = 0; i < n; i++)
            for (int j = 0; j <= i; j++)
                for (int k = j; k < n; k++) s += a[i][j] * a[j][k] ^ k;
        return s;
    }

    static int two(int[] a, int n) {
        int s = 0;
        for (int i = 0; i < n; i++) s += a[i];
        for (int i = n; i-- > 0;) s = s * 3 ^ a[i];
        for (int i = 0, j = n - 1; i < j; i++, j--) {
            int t = a[i];
            a[i] = a[j];
            a[j] = t;
        }
        return s;
    }

    static int text(String s, int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) sum = sum * 31 + (s.charAt(i) == 'x' ? 7 : s.charAt(i));
        return sum;
    }

    public static void main(String[] args) {
        int rounds = Integer.parseInt(args[0]);
        long[] sums = new long[32];
        int[][] square = new int[12][12], holes = new int[9][];
        for (int i = 0; i < 12; i++)
            for (int j = 0; j < 12; j++) square[i][j] = i * 13 ^ j * 7;
        String text = "the quick brown fox jumps over the lazy dog and the next one too; xxxxxx";
        for (int round = 0; round < rounds; round++) {
            int n = BOUNDS[round % BOUNDS.length];
            int[] a = new int[n + (round / 12 % 3 == 0 ? 3 : 8)];
            for (int i = 0; i < a.length; i++) a[i] = i * 17 + round & 0xff;
            sums[0] += up(a, n);
            sums[1] += upTo(a, n - 1);
            sums[2] += byThree(a, n);
            sums[3] += down(a, n);
            sums[4] += downBySeven(a, n);
            sums[5] += turnedRound(a, n);
            int near = Integer.MAX_VALUE - n, low = Integer.MIN_VALUE + n;
            sums[6] += ends(near, Integer.MAX_VALUE, 100) + ends(Integer.MIN_VALUE, low, 100) + ends(5, Integer.MIN_VALUE + 1, 100);
            sums[7] += endsInclusive(near, Integer.MAX_VALUE, 80) + endsInclusive(Integer.MIN_VALUE, low, 80)
                    + endsInclusive(Integer.MIN_VALUE, Integer.MIN_VALUE, 9);
            sums[8] += endsByMany(near - 300, Integer.MAX_VALUE - 3, 20) + endsByMany(Integer.MIN_VALUE, low + 200, 20)
                    + endsByMany(0, Integer.MIN_VALUE + 20, 9);
            sums[9] += endsDown(low, Integer.MIN_VALUE, 80) + endsDown(Integer.MAX_VALUE, near, 80) + endsDown(Integer.MAX_VALUE, Integer.MAX_VALUE, 5);
            sums[10] += endsDownByMany(low + 400, Integer.MIN_VALUE + 9, 20) + endsDownByMany(Integer.MAX_VALUE, near - 500, 20)
                    + endsDownByMany(0, Integer.MAX_VALUE - 1, 9);
            sums[11] += find(a, n, round & 0xff) + find(a, n, -1) * 3 + find(a, n, a[n / 2]);
            sums[12] += behind(a, n);
            sums[13] += throwing(a, n, a[n / 3]) + throwing(a, n, -1) * 7;
            sums[14] += outside(a, n);
            for (int k = 0; k < holes.length; k++) holes[k] = k == round % 11 ? null : square[k];
            sums[15] += nulls(holes, n % 12);
            sums[16] += fibonacci(n);
            sums[17] += rotate(n);
            sums[18] += movingLimit(a, n);
            sums[19] += movingStep(a, n);
            sums[20] += shifting(a.clone(), n);
            sums[21] += mean(new byte[n], new char[n], new short[n], new boolean[n], n);
            double[] x = new double[n], y = new double[n];
            float[] f = new float[n];
            for (int i = 0; i < n; i++) {
                x[i] = i * 0.5;
                y[i] = 3 - i;
                f[i] = i;
            }
            sums[22] += (long) dot(x, y, n);
            scale(f, 1.5f, n);
            sums[23] += Arrays.hashCode(f);
            sums[24] += points(n);
            sums[25] += kept(n).hashCode();
            Chain c = null;
            for (int i = 0; i <= n; i++) c = new Chain(i, c);
            sums[26] += along(c, n);
            try {
                sums[26] += along(c, n + 2 + round % 3);
            } catch (NullPointerException e) {
                sums[26]++;
            }
            Object[] to = round % 2 == 0 ? new Integer[n] : new Object[n + 1];
            sums[27] += store(to, "text", n) + store(to, 5, n + 2) * 3;
            sums[28] += nested(square, n % 12);
            sums[29] += two(a, n);
            sums[30] += text(text, Math.min(n, text.length()));
            sums[31] += a[n / 2];
            if (round % (rounds / 4) == 0) System.out.println(Arrays.toString(sums));
        }
        System.out.println(Arrays.toString(sums));
    }
}
