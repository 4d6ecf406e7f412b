import java.util.ArrayList;
import java.util.List;

/** Loops that are left in the middle: their results, and their changes until then. */
public class SearchLoops {
    static int find(int[] a, int x) {
        for (int i = 0; i < a.length; i++) if (a[i] == x) return i;
        return -1;
    }

    static int findLast(long[] a, long x) {
        for (int i = a.length - 1; i >= 0; i--) if (a[i] == x) return i;
        return -1;
    }

    static boolean startsWith(byte[] a, byte[] with) {
        int k = 0;
        for (byte b : with) if (a[k++] != b) return false;
        return true;
    }

    /** The counter and a sum are used behind both ways. */
    static String until(int[] a, int limit) {
        int i = 0, sum = 0;
        for (; i < a.length; i++) {
            sum += a[i];
            if (sum > limit) break;
        }
        return i + ":" + sum;
    }

    /** Three ways out, each with a value of its own. */
    static int three(int[] a, int x, int y) {
        int s = 1;
        for (int i = 0; i < a.length; i++) {
            int v = a[i];
            if (v == x) return s * 31 + i;
            s += v;
            if (v == y) return s * 37 - i;
            a[i] = v + 1;
        }
        return s;
    }

    static int fixed(int[] a, int x) {
        int r = -1;
        for (int i = 0; i < 6; i++) {
            if (a[i] == x) { r = i * 10 + a[i]; break; }
            if (a[i] == 99) continue;
            a[i]++;
        }
        return r;
    }

    static int nested(int[][] all, int x) {
        int s = 0;
        outer:
        for (int[] a : all) {
            for (int v : a) {
                if (v == x) continue outer;
                s += v;
            }
            s *= 3;
        }
        return s;
    }

    static int withIndex(int[] a, int n, int x) {
        int found = 0;
        try {
            for (int i = 0; i < n; i++) {
                if (a[i] == x) { found = 1000 + i; break; }
                found += i;
            }
        } catch (ArrayIndexOutOfBoundsException e) {
            found = -found;
        }
        return found;
    }

    /** Ways out with branches of their own; what is behind them uses the counter, an element and a sum. */
    static int branchesOut(int[] a, int n, int x, int y) {
        int i = 0, sum = 0;
        search: {
            while (i < n) {
                sum += i;
                if (a[i] == x) {
                    if (sum > 20) break search;
                    if (y == 3) break;
                    if (y == 5) return -sum;
                    sum += 7;
                    break;
                }
                if (a[i] == y && n > 4) {
                    sum -= y;
                    break search;
                }
                i++;
            }
            if (x == 2) return i * 5 + sum;
            sum ^= i;
        }
        for (int k = 0; k < 3; k++) sum += i < n ? a[i] + k : i;
        return sum * 31 + i;
    }

    static int branchesOutOfFour(int[] a, int x, int y) { return branchesOut(a, 4, x, y); }

    static int literals(int n) {
        int h = "  ab ".trim().length() + " c\t".strip().hashCode() + "  \u0416".strip().length();
        return h * 31 + ("   ".isBlank() ? n : -n) + "x,y,z".indexOf(',', n & 3) + "key=value".lastIndexOf('=');
    }

    static boolean equal(char[] a, char[] b) {
        if (a.length != b.length) return false;
        for (int i = 0; i < a.length; i++) if (a[i] != b[i]) return false;
        return true;
    }

    public static void main(String[] args) {
        int h = 0;
        List<String> seen = new ArrayList<>();
        for (int n = 0; n < 4000; n++) {
            int size = n % 23;
            int[] a = new int[size], b = new int[12];
            long[] l = new long[size];
            byte[] bytes = new byte[20], with = new byte[n % 17];
            char[] c = new char[size], d = new char[n % 5 == 0 ? 3 : size];
            for (int i = 0; i < size; i++) { a[i] = (i * 7 + n) % 29; l[i] = a[i] * 3L; c[i] = (char) a[i]; }
            for (int i = 0; i < 20; i++) bytes[i] = (byte) (i * 3);
            for (int i = 0; i < with.length; i++) with[i] = (byte) (i * 3);
            for (int i = 0; i < d.length; i++) d[i] = i < size ? c[i] : 'x';
            for (int i = 0; i < 12; i++) b[i] = (i * 5 + n) % 13;
            if (n % 3 == 0 && with.length > 0) with[n % with.length] ^= 1;
            if (n % 4 == 1 && d.length > 0) d[n % d.length] ^= 1;
            h = h * 31 + find(a, n % 31);
            h = h * 31 + findLast(l, n % 31 * 3L);
            h = h * 31 + (startsWith(bytes, with) ? 1 : 0);
            h = h * 31 + until(a, n % 100).hashCode();
            h = h * 31 + three(a, n % 37, n % 41);
            h = h * 31 + fixed(b, n % 15);
            h = h * 31 + nested(new int[][] { a, b, a }, n % 19);
            h = h * 31 + withIndex(a, n % 27, n % 33);
            h = h * 31 + branchesOut(a, Math.min(size, n % 11), n % 7, n % 6) + branchesOutOfFour(b, n % 13, n % 6);
            h = h * 31 + literals(n);
            h = h * 31 + (equal(c, d) ? 1 : 0);
            if (n % 500 == 0) seen.add(h + "/" + until(a, 40) + "/" + find(b, 7));
        }
        System.out.println(seen + " " + h);
    }
}
