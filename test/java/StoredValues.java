// What a load finds right behind a store: of every kind, narrowed, through another name of the same object or index, over calls and volatile accesses.
public class StoredValues {
    boolean z; byte b; char c; short s; int i; long l; float f; double d; Object o; volatile int v;
    static int shared;
    StoredValues other;

    /** The lower bits of an int, as each kind keeps them. */
    long narrow(int x) {
        b = (byte) x; c = (char) x; s = (short) x; z = (x & 1) != 0;
        long sum = b * 31L + c * 37L + s * 41L + (z ? 43 : 47);
        b += x; c += x; s -= x; z = !z;
        return sum * 3 + b + c + s + (z ? 1 : 0);
    }
    long wide(int x) {
        i = x; l = (long) x << 33 | x; f = x * 0.1f; d = x / 3.0;
        return i + l + (long) (f * 10) + (long) (d * 100) + Float.floatToRawIntBits(f) + Double.doubleToRawLongBits(d);
    }
    /** `p` may be `q`. */
    static int alias(StoredValues p, StoredValues q, int x) {
        p.i = x; q.i = x + 1;
        int first = p.i;
        q.i += 2; p.b = (byte) x; q.b++;
        return first * 7 + p.i * 3 + q.i + p.b;
    }
    void change() { i ^= 0x55; shared += 3; if (other != null) other.i--; }
    static int calls(StoredValues p, int x) {
        p.i = x; shared = x;
        if ((x & 7) == 0) p.change();
        int seen = p.i + shared;
        p.i = x + 1; p.v = x; shared = p.i;
        return seen * 5 + p.i + p.v + shared;
    }
    static long elements(int[] a, int[] same, char[] cs, short[] ss, byte[] bs, boolean[] zs, long[] ls, double[] ds, int k, int n, int x) {
        a[k] = x; same[n] = x + 1; cs[k] = (char) x; ss[k] = (short) x; bs[k] = (byte) x; zs[k] = (x & 2) != 0; ls[k] = x * 5L; ds[k] = x * 0.5;
        long sum = a[k] * 3L + same[n] + cs[k] + ss[k] + bs[k] + (zs[k] ? 11 : 13) + ls[k] + (long) ds[k];
        bs[n] = (byte) (x + 9); cs[n]--; ss[n]++;
        return sum + bs[k] + cs[k] + ss[k] + bs[n];
    }
    static String references(StoredValues p, StoredValues q, Object[] a, int k, int n, Object x) {
        p.o = x; q.o = "q"; a[k] = x; a[n] = "n";
        return p.o + " " + q.o + " " + a[k] + " " + a[n];
    }
    /** An exception between store and load. */
    static int thrown(StoredValues p, int[] a, int k, int x) {
        p.i = x;
        try {
            a[k] = x; p.i = x + 1;
            return p.i + a[k];
        } catch (ArrayIndexOutOfBoundsException e) {
            p.i += 10;
            return -p.i;
        }
    }
    /** A field of the object that a loop goes to next. */
    static long loop(StoredValues first, int n) {
        long sum = 0;
        StoredValues p = first;
        for (int x = 0; x < n; x++) {
            p.i += x; p.l ^= p.i; p.b++; p.s = (short) (p.b * 3); p.c = (char) p.s; p.z = !p.z;
            if (p.z) shared++;
            sum += p.c; p.d += p.b;
            p = p.other;
        }
        return sum + p.i + p.l + (long) p.d + shared;
    }

    public static void main(String[] args) {
        StoredValues p = new StoredValues(), q = new StoredValues();
        p.other = q; q.other = p;
        int[] a = new int[4], other = new int[4];
        long sum = 0;
        for (int x = -20_000; x < 20_000; x += 3) {
            sum = sum * 31 + p.narrow(x * 0x10101) + p.wide(x);
            sum = sum * 31 + alias(p, q, x) + alias(p, p, x) * 3 + calls(p, x) + calls(q, -x);
            int[] same = (x & 1) == 0 ? a : other;
            sum = sum * 31 + elements(a, same, new char[4], new short[4], new byte[4], new boolean[4], new long[4], new double[4], x & 3, x >> 2 & 3, x);
            sum = sum * 31 + thrown(p, a, x & 7, x);
            if (x % 1000 == 0) System.out.println(x + " " + sum + " " + references(p, (x & 1) == 0 ? p : q, new Object[3], 0, x & 1, x));
        }
        for (int n = 0; n < 30; n++) sum = sum * 31 + loop(p, 2000 + n);
        for (int x = 0; x < 5000; x++) sum += references(p, (x & 1) == 0 ? p : q, new Object[3], 0, x & 1, x).hashCode();
        System.out.println(sum);
    }
}
