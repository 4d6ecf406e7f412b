/** Methods that compilers take in: samples from a signal handler show each call of the chain, CompiledMethodLoad names them by address. */
public class InlinedFrames {
    static native boolean enough(); // samples were taken in the innermost method, and code was reported with all of them in it

    static long inner(long x) {
        x ^= x << 13; x ^= x >>> 7; x ^= x << 17; x += x >> 3; x ^= x << 5; x ^= x >>> 11; x *= 0x9e3779b97f4a7c15L;
        x ^= x << 21; x ^= x >>> 35; x ^= x << 4; x += x >> 9; x ^= x << 6; x ^= x >>> 19; x *= 0xbf58476d1ce4e5b9L;
        return x;
    }
    static long middle(long x) { return inner(x + 1) ^ inner(x + 2); }
    static long outer(long x) { return middle(x) + middle(x ^ 5); }
    static long spin(int n) {
        long x = 1;
        for (int i = 0; i < n; i++) x = outer(x);
        return x;
    }

    public static void main(String[] args) {
        long x = 0, end = System.nanoTime() + 30_000_000_000L;
        while (!enough() && System.nanoTime() < end)
            for (int i = 0; i < 500; i++) x += spin(100);
        System.out.println("done " + (x != 0) + " " + enough());
    }
}
