/** Variables of loops that stay what they are before the loop, as far as one way or another is never taken. */
public class StaysTheSame {
    static long alwaysZero(int n) {
        long s = 0;
        for (int i = 0; i < n; i++) s += Math.toIntExact(s & 0xffffL);
        return s;
    }
    /** The branch is taken in the last turn only. */
    static int changesLate(int n, int at) {
        int mode = 0, s = 0;
        for (int i = 0; i < n; i++) {
            if (mode != 0) s += 100;
            if (i == at) mode = 1;
            s++;
        }
        return s;
    }
    /** Nothing makes the flag true unless it is true. */
    static int neverChanges(int n) {
        boolean grown = false;
        int s = 0;
        for (int i = 0; i < n; i++) {
            if (grown) { s += 1000; grown = i > 3; }
            s += i;
        }
        return s;
    }
    static int array(int n, int wanted) {
        byte[] all = new byte[27];
        int sum = 0;
        for (int i = 0; i < n; i++) {
            if (wanted > all.length) all = java.util.Arrays.copyOf(all, wanted);
            all[i % 20]++;
            sum += all.length;
        }
        return sum + all[3];
    }
    static int inner(int n) {
        int zero = 0, one = 1, s = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < 3; j++) {
                s += zero * j + one;
                zero = zero * s;
                one |= zero;
            }
            if (one != 1) return -1;
        }
        return s;
    }
    /** The two exchange their values, so neither stays. */
    static int exchanged(int n) {
        int a = 0, b = 1;
        for (int i = 0; i < n; i++) { int t = a; a = b; b = t; }
        return a * 2 + b;
    }
    static Object first(Object x, int n) {
        Object a = x, b = x;
        for (int i = 0; i < n; i++) { Object t = a; a = b; b = t; }
        return a == b ? a : null;
    }
    static int builder(int n) {
        StringBuilder b = new StringBuilder("hello world");
        int s = 0;
        for (int i = 0; i < n; i++) {
            b.insert(5, "abc");
            b.delete(5, 8);
            s += b.length() + b.charAt(i % 11);
        }
        return s + b.toString().hashCode();
    }
    public static void main(String[] args) {
        long all = 0;
        for (int i = 0; i < 30_000; i++) {
            int n = i % 40;
            all += alwaysZero(n) + changesLate(n, 50) + neverChanges(n) + array(n, 14) + inner(n) + exchanged(n) + builder(n);
            if (first("x", n) != "x") all++;
        }
        System.out.println(all);
        System.out.println(changesLate(40, 20) + " " + array(40, 30) + " " + array(40, 100) + " " + exchanged(3));
    }
}
