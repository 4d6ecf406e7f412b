import java.util.Arrays;

/** Equality and first differences of short arrays of all types. Optimized code compares them in line. */
public class EqualShort {
    static boolean equal(byte[] a, byte[] b) { return Arrays.equals(a, b); }
    static boolean equal(char[] a, char[] b) { return Arrays.equals(a, b); }
    static boolean equal(int[] a, int[] b) { return Arrays.equals(a, b); }
    static boolean equal(long[] a, long[] b) { return Arrays.equals(a, b); }
    static int differ(byte[] a, byte[] b) { return Arrays.mismatch(a, b); }
    static int differ(int[] a, int af, int at, int[] b, int bf, int bt) { return Arrays.mismatch(a, af, at, b, bf, bt); }
    static int differ(double[] a, double[] b) { return Arrays.mismatch(a, b); }

    static long bytes(int n, int at) {
        byte[] a = new byte[n], b = new byte[n];
        char[] c = new char[n], d = new char[n];
        for (int i = 0; i < n; i++) { a[i] = b[i] = (byte) (i * 7); c[i] = d[i] = (char) (i * 77); }
        if (at < n) { b[at]++; d[at]++; }
        return (equal(a, b) ? 1 : 0) + (equal(c, d) ? 2 : 0) + differ(a, b) * 4L;
    }
    static long numbers(int n, int at, int from) {
        int[] a = new int[n + from], b = new int[n];
        long[] c = new long[n], d = new long[n];
        double[] e = new double[n], f = new double[n];
        for (int i = 0; i < n; i++) { a[i + from] = b[i] = i * 7; c[i] = d[i] = i * 77L; e[i] = f[i] = i; }
        if (at < n) { b[at]++; d[at]++; f[at]++; }
        return (equal(a, b) ? 1 : 0) + (equal(c, d) ? 2 : 0) + differ(a, from, from + n, b, 0, n) * 4L + differ(e, f) * 1000L;
    }
    public static void main(String[] args) {
        long all = 0;
        for (int round = 0; round < 12; round++) {
            long sum = 0;
            for (int n = 0; n < 150; n++) {
                for (int at = 0; at <= n; at += n < 40 ? 1 : 7) {
                    sum = sum * 31 + bytes(n, at);
                    sum = sum * 31 + numbers(n, at, round % 3);
                }
                sum = sum * 31 + bytes(n, n) + numbers(n, n, 1);
            }
            all = all * 31 + sum;
        }
        System.out.println(all);
    }
}
