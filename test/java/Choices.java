/* Loops with numbers that a branch chooses: by vectors, by one at a time, at the ends of the types' ranges. */
import java.util.Random;

public class Choices {
    static byte[] replaced(byte[] a, byte from, byte to) {
        byte[] b = new byte[a.length];
        for (int i = 0; i < a.length; i++) {
            byte c = a[i];
            b[i] = c == from ? to : c;
        }
        return b;
    }
    static void lower(char[] a, char limit) {
        for (int i = 0; i < a.length; i++) a[i] = a[i] >= limit ? (char) (a[i] - 32) : a[i];
    }
    static void capped(char[] a, int most) {
        for (int i = 0; i < a.length; i++) a[i] = (char) (a[i] > most ? most : a[i]);
    }
    static void clipped(short[] a, short least, short most) {
        for (int i = 0; i < a.length; i++) {
            short x = a[i];
            if (x < least) x = least;
            if (x > most) x = most;
            a[i] = x;
        }
    }
    static void bytesAbove(byte[] a, int above) {
        for (int i = 0; i < a.length; i++) a[i] = (byte) ((a[i] & 255) > above ? 255 : 0);
    }
    static void wide(byte[] a, int with) {
        for (int i = 0; i < a.length; i++) a[i] = (byte) (a[i] + 100 > with ? 1 : 2);
    }
    static int sumAbove(int[] a, int above) {
        int sum = 0;
        for (int i = 0; i < a.length; i++)
            if (a[i] > above) sum += a[i];
        return sum;
    }
    static int countNot(int[] a, int x) {
        int n = 0;
        for (int i = 0; i < a.length; i++)
            if (a[i] != x) n++;
        return n;
    }
    static long sumOfLongs(long[] a, long least) {
        long sum = 7;
        for (int i = 0; i < a.length; i++) sum -= a[i] <= least ? a[i] : 0;
        return sum;
    }
    static long largest(long[] a) {
        long most = Long.MIN_VALUE;
        for (int i = 0; i < a.length; i++)
            if (a[i] > most) most = a[i];
        return most;
    }
    static int smallest(int[] a) {
        int least = Integer.MAX_VALUE;
        for (int i = 0; i < a.length; i++) least = a[i] <= least ? a[i] : least;
        return least;
    }
    static void magnitude(int[] a) {
        for (int i = 0; i < a.length; i++) a[i] = a[i] < 0 ? -a[i] : a[i];
    }
    static void twice(int[] a, int[] b, int x) {
        for (int i = 0; i < a.length; i++) {
            int v = a[i] == x ? b[i] : a[i] + 1;
            b[i] = v >= x ? v : x;
        }
    }
    static void shapes(int[] a, int[] b, int[] c, int x, int y) {
        for (int i = 0; i < a.length; i++) {
            int p = a[i] < x ? b[i] : c[i], q = a[i] > y ? c[i] : b[i];
            c[i] = (p == q ? p + x : q ^ y) + (p > q ? 1 : 0);
        }
    }
    static int unlike(int[] a, double[] limits) {
        int n = 0;
        for (int i = 0; i < a.length; i++) n += limits[i] > 0.5 ? a[i] : i;
        return n;
    }
    static int firstOf(int[] a, int x) {
        int at = -1;
        for (int i = a.length - 1; i >= 0; i--)
            if (a[i] == x) at = i;
        return at;
    }
    static int steps(int n) {
        int steps = 0;
        for (; n != 1; steps++) n = (n & 1) == 0 ? n >> 1 : 3 * n + 1;
        return steps;
    }

    static long hash;
    static void note(long x) { hash = hash * 31 + x; }
    static void all(Random r, int n) {
        byte[] bytes = new byte[n];
        r.nextBytes(bytes);
        int[] ints = new int[n], more = new int[n], third = new int[n];
        long[] longs = new long[n];
        double[] doubles = new double[n];
        char[] chars = new char[n];
        short[] shorts = new short[n];
        for (int i = 0; i < n; i++) {
            ints[i] = i % 7 == 0 ? r.nextInt() : r.nextInt(5) - 2;
            more[i] = i % 5 == 0 ? Integer.MIN_VALUE : r.nextInt(5) - 2;
            longs[i] = i % 9 == 0 ? Long.MIN_VALUE + r.nextInt(2) : r.nextLong() >> r.nextInt(64);
            doubles[i] = i % 11 == 0 ? Double.NaN : r.nextDouble();
            chars[i] = (char) (i % 3 == 0 ? r.nextInt() : 'a' + r.nextInt(26));
            shorts[i] = (short) r.nextInt();
        }
        byte b = n > 0 ? bytes[n / 2] : 0;
        for (byte x : replaced(bytes, b, (byte) (b + 100))) note(x);
        note(sumAbove(ints, 0));
        note(sumAbove(ints, Integer.MAX_VALUE));
        note(countNot(ints, 1));
        note(sumOfLongs(longs, 0));
        note(sumOfLongs(longs, Long.MIN_VALUE));
        note(largest(longs));
        note(smallest(ints));
        note(firstOf(ints, 2));
        note(unlike(ints, doubles));
        lower(chars, 'm');
        capped(chars, 40000);
        for (char x : chars) note(x);
        clipped(shorts, (short) -20000, (short) 30000);
        for (short x : shorts) note(x);
        wide(bytes, 0);
        for (byte x : bytes) note(x);
        bytesAbove(bytes, 1);
        for (byte x : bytes) note(x);
        twice(ints, more, 1);
        for (int i = 0; i < n; i++) third[i] = ints[i] + i % 3 - 1;
        shapes(ints, more, third, 0, 1);
        magnitude(more);
        for (int x : more) note(x);
        for (int x : third) note(x);
        if (n > 0) note(steps(n));
    }
    public static void main(String[] args) {
        Random r = new Random(17);
        for (int round = 0; round < 40; round++)
            for (int n = 0; n < 90; n++) all(r, n);
        all(r, 10_000);
        System.out.println(hash);
    }
}
