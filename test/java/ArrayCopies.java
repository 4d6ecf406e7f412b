import java.util.Arrays;

/** System.arraycopy of primitive arrays: where the classes are known, in bounds and out of them, over itself, of few and many elements. */
public class ArrayCopies {
    byte[] bytes = new byte[200];
    boolean[] booleans = new boolean[200];
    char[] chars = new char[200];
    short[] shorts = new short[200];
    int[] ints = new int[200];
    long[] longs = new long[200];
    float[] floats = new float[200];
    double[] doubles = new double[200];
    Object any = ints;

    void fill(int seed) {
        for (int i = 0; i < 200; i++) {
            int v = i * 7 + seed;
            bytes[i] = (byte) v;
            booleans[i] = (v & 3) == 0;
            chars[i] = (char) v;
            shorts[i] = (short) v;
            ints[i] = v;
            longs[i] = (long) v << 30;
            floats[i] = v;
            doubles[i] = v / 3.0;
        }
    }

    int within(int from, int to, int n) {
        System.arraycopy(bytes, from, bytes, to, n);
        System.arraycopy(booleans, from, booleans, to, n);
        System.arraycopy(chars, from, chars, to, n);
        System.arraycopy(shorts, from, shorts, to, n);
        System.arraycopy(ints, from, ints, to, n);
        System.arraycopy(longs, from, longs, to, n);
        System.arraycopy(floats, from, floats, to, n);
        System.arraycopy(doubles, from, doubles, to, n);
        return sum();
    }

    int sum() {
        int h = Arrays.hashCode(bytes) * 31 + Arrays.hashCode(booleans);
        h = h * 31 + Arrays.hashCode(chars) + Arrays.hashCode(shorts) * 7;
        h = h * 31 + Arrays.hashCode(ints) + Arrays.hashCode(longs) * 7;
        return h * 31 + Arrays.hashCode(floats) + Arrays.hashCode(doubles) * 7;
    }

    /** Counts that are known when the code is made. */
    static int fixed(int[] a, long[] l, byte[] b, short[] s, int at) {
        System.arraycopy(a, at, a, 0, 8);
        System.arraycopy(a, 0, a, at, 1);
        System.arraycopy(a, 1, a, 2, 5);
        System.arraycopy(l, at, l, 1, 3);
        System.arraycopy(l, at, l, 4, 4);
        System.arraycopy(l, 0, l, 1, 40);
        System.arraycopy(b, at, b, 1, 1);
        System.arraycopy(b, at, b, 2, 2);
        System.arraycopy(b, at, b, 3, 3);
        System.arraycopy(b, at, b, 4, 7);
        System.arraycopy(b, at, b, 5, 15);
        System.arraycopy(b, at, b, 6, 31);
        System.arraycopy(b, at, b, 7, 33);
        System.arraycopy(s, at, s, 7, 3);
        System.arraycopy(s, at, s, 7, 0);
        return Arrays.hashCode(a) + Arrays.hashCode(l) * 3 + Arrays.hashCode(b) * 5 + Arrays.hashCode(s) * 7;
    }

    static int parts(byte[] b, char[] c, long[] l, int from, int to) {
        int h = Arrays.hashCode(Arrays.copyOfRange(b, from, to));
        h = h * 31 + Arrays.hashCode(Arrays.copyOf(c, to));
        h = h * 31 + Arrays.hashCode(Arrays.copyOfRange(l, from, to + 3));
        return h * 31 + new String(b, 0, from, to - from).hashCode();
    }

    String attempt(Object a, int from, int[] b, int to, int n) {
        try {
            System.arraycopy(a, from, b, to, n);
            return "" + Arrays.hashCode(b);
        } catch (RuntimeException e) {
            return e.getClass().getSimpleName() + " " + e.getMessage();
        }
    }

    /** Memory read before and after the copy, of this class and of another. */
    int around(int[] a, int[] b, long[] l, int i) {
        int before = b[i] + a[i];
        long w = l[i];
        System.arraycopy(a, 0, b, i, 4);
        return before * 31 + b[i] + a[i] + (int) (w - l[i]);
    }

    public static void main(String[] args) {
        ArrayCopies c = new ArrayCopies();
        int h = 0;
        String last = "";
        for (int i = 0; i < 2000; i++) {
            c.fill(i);
            h = h * 31 + c.within(i % 50, i * 7 % 60, i % 71);
            h = h * 31 + fixed(c.ints, c.longs, c.bytes, c.shorts, i % 20);
            h = h * 31 + parts(c.bytes, c.chars, c.longs, i % 30, i % 30 + i % 67);
            h = h * 31 + c.around(c.ints, i % 3 == 0 ? c.ints : new int[100], c.longs, i % 90);
            int[] own = c.ints.clone();
            h = h * 31 + c.attempt(c.ints, i % 20, own, i % 30, i % 40).hashCode();
            if (i % 10 == 0) {
                Object[] from = { null, c.ints, c.longs, "text", new Object[3], new int[5] };
                int[] at = { -1, 0, 3, 199, 200, Integer.MAX_VALUE, Integer.MIN_VALUE };
                for (Object f : from)
                    for (int x : at)
                        for (int n : at) {
                            String s = c.attempt(f, x, own, 1, n) + c.attempt(c.any, 1, n == 3 ? null : own, x, n);
                            h = h * 31 + s.hashCode();
                            last = s;
                        }
            }
            if (i % 400 == 0) System.out.println(i + " " + h + " " + last);
        }
        System.out.println(h);
    }
}
