/* Loops whose counters go on before they are compared: `while (++i < n)`, `while (--n >= 0)`, in ints and longs, that end
 * in the middle, by an exception, or at the ends of the types' ranges. */
public class CountersAhead {
    static int find(byte[] a, byte x) {
        int i = -1;
        while (++i < a.length)
            if (a[i] == x) break;
        return i;
    }
    static int findLast(int[] a, int x) {
        int n = a.length;
        while (--n >= 0)
            if (a[n] == x) return n;
        return ~n;
    }
    static int sumDown(int[] a, int from) {
        int sum = 0;
        while (--from >= 0) sum += a[from] * (from + 1);
        return sum + from;
    }
    static int both(int[] a) {
        int i = -1, before = 0;
        while (true) {
            int old = i;
            if (++i >= a.length) break;
            before += old;
            a[i] += before;
        }
        return i + before;
    }
    static int steps(int[] a, int i, int n) {
        int sum = 0;
        try {
            while ((i += 3) < n) sum += a[i];
        } catch (ArrayIndexOutOfBoundsException e) {
            return sum * 1000 + i;
        }
        return sum + i;
    }
    static int wraps(int i) {
        int turns = 0;
        while (++i > 0) turns++;
        return turns * 31 + i % 1000;
    }
    static long longs(long i, long n) {
        long sum = 0;
        while (++i < n) sum += i ^ 5;
        return sum + i;
    }
    static int unequal(int i, int n) {
        int sum = 0;
        while (++i != n) sum += i;
        return sum;
    }
    static int nested(int[][] a) {
        int sum = 0, i = -1;
        while (++i < a.length) {
            int k = a[i].length;
            while (--k >= 0) sum += a[i][k] * i - k;
        }
        return sum;
    }
    static void fill(byte[] a, int value) {
        int i = -1, n = a.length;
        while (++i < n) a[i] = (byte) (value + i);
    }
    static int constant() {
        int i = -1, sum = 0;
        while (++i < 7) sum = sum * 3 + i;
        return sum;
    }

    public static void main(String[] args) {
        long hash = 0;
        for (int round = 0; round < 3000; round++) {
            int n = round % 70;
            byte[] bytes = new byte[n];
            int[] ints = new int[n];
            fill(bytes, round);
            for (int i = 0; i < n; i++) ints[i] = i * round % 13;
            hash = hash * 31 + find(bytes, (byte) (round + 40));
            hash = hash * 31 + findLast(ints, 5);
            hash = hash * 31 + sumDown(ints, n - n / 7);
            hash = hash * 31 + both(ints);
            hash = hash * 31 + steps(ints, -3, n);
            hash = hash * 31 + steps(ints, -2, n + n % 5);
            hash = hash * 31 + steps(ints, -4, n);
            hash = hash * 31 + wraps(Integer.MAX_VALUE - n);
            hash = hash * 31 + longs(-n, n);
            hash = hash * 31 + longs(Long.MAX_VALUE - 1 - n, Long.MAX_VALUE);
            hash = hash * 31 + unequal(n - 5, n);
            hash = hash * 31 + nested(new int[][] { ints, new int[n / 3], ints });
            hash = hash * 31 + constant();
        }
        System.out.println(hash);
    }
}
