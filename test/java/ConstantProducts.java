// Products by constants, which are shifts, additions or multiplications, of values that are needed afterwards and of such that are not; ints that become longs,
// with and without a sign.
public class ConstantProducts {
    static int ints(int x) {
        int a = x * 3, b = x * 5, c = x * 7, d = x * 9, e = x * 8, f = x * 10, g = x * -3, h = x * 17;
        return ((a ^ b) * 3 + (c ^ d) * 9) * 33 + ((e ^ f) * 31 ^ (g - h) * 64) + x;
    }
    static long longs(long x) {
        long a = x * 3, b = x * 5, c = x * 7, d = x * 9, e = x * 8, f = x * 10, g = x * -3, h = x * 17;
        return ((a ^ b) * 3 + (c ^ d) * 9) * 33 + ((e ^ f) * 31 ^ (g - h) * 64) + x;
    }
    static long chars(int x) { char c = (char) (x * 3); long l = c; int i = c * 5; return l * 7 + i + (l << 20); }
    static long masked(int x) { int m = x & 0x7fffffff; long l = m, k = x; return l * 3 + k * 5 + (l ^ k); }
    static long lengths(byte[] b, int x) { long n = b.length; return n * 9 + (long) (x >>> 1) * 3 + (long) (x >> 1) * 3 + (b[x & 7] & 255L) * 257; }
    public static void main(String[] args) {
        byte[] b = { 1, -1, 127, -128, 0, 77, -77, 100 };
        long h = 1;
        for (int i = 0; i < 40000; i++) {
            int x = (int) h;
            h = h * 31 + ints(x) + longs(h) + chars(x) + masked(x) + lengths(b, x);
            h ^= h >>> 29;
            if (i % 8000 == 0) System.out.println(h);
        }
        System.out.println(h);
    }
}
