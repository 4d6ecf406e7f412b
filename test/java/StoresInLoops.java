/** Stores to places that a loop does not change: what is there behind the loop, at a way out, and after an exception. */
public class StoresInLoops {
    int i;
    long l;
    byte b;
    short s;
    float f;
    Object o;
    volatile int v;
    static int counted;
    static long sum;

    void inField(int n) {
        for (int k = 0; k < n; k++) i = k;
    }
    void narrow(int n) {
        for (int k = 0; k < n; k++) {
            b = (byte) k;
            s = (short) (k + 1);
        }
    }
    void wide(long n) {
        for (long k = 3; k <= n; k += 5) {
            l = k;
            i = (int) k;
        }
    }
    void down(int n) {
        for (int k = n; k > -3; k -= 2) l = k;
    }
    void inNext(int n) {
        int x = 5;
        for (int k = 0; k < n; k++) {
            i = x;
            x += 9;
            l = x;
        }
        f = x;
    }
    void behind(int n) {
        int k = 0;
        do {
            i = k;
            k++;
        } while (k < n);
    }
    void sameTwice(int n) {
        for (int k = 0; k < n; k++) {
            i = 7;
            i = k;
            v = 3;
        }
    }
    void nested(int n) {
        for (int j = 0; j < n; j++) {
            for (int k = j; k < n; k++) i = k;
            l = j;
        }
    }
    void reference(int n, Object x) {
        for (int k = 0; k < n; k++) o = x;
    }
    static void element(int[] a, int n, int at) {
        for (int k = 0; k < n; k++) a[at] = k;
    }
    /** The two may be one object. */
    static void aliases(StoresInLoops x, StoresInLoops y, int n) {
        for (int k = 0; k < n; k++) {
            x.i = k;
            y.i = k + 100;
        }
    }
    static void inStatic(int n) {
        for (int k = 0; k < n; k++) counted = k;
    }
    static void ofNull(StoresInLoops x, int n) {
        for (int k = 0; k < n; k++) {
            counted = k;
            x.i = k;
        }
    }
    /** Adds in memory. */
    void adds(int[] a) {
        for (int k = 0; k < a.length; k++) l += a[k];
    }
    int readsBack(int n) {
        int r = 0;
        for (int k = 0; k < n; k++) {
            r += i;
            i = k;
        }
        return r;
    }

    String all() { return i + " " + l + " " + b + " " + s + " " + f + " " + o + " " + v; }
    static void add(String text) { sum = sum * 31 + text.hashCode(); }

    public static void main(String[] args) {
        int[] numbers = { 3, 1, 4, 1, 5, 9, 2, 6 };
        for (int n = 0; n < 6_000; n++) {
            int turns = n % 11 - 1;
            StoresInLoops x = new StoresInLoops(), y = n % 3 == 0 ? x : new StoresInLoops();
            x.i = x.s = x.b = -9;
            x.inField(turns);
            add(x.all());
            x.narrow(turns * 100);
            add(x.all());
            x.wide(turns * 7L);
            add(x.all());
            x.down(turns);
            add(x.all());
            x.inNext(turns);
            add(x.all());
            x.behind(turns);
            add(x.all());
            x.sameTwice(turns);
            add(x.all());
            x.nested(turns);
            add(x.all());
            x.reference(turns, "one");
            aliases(x, y, turns);
            add(x.all() + y.all());
            inStatic(turns);
            add("" + counted);
            numbers[7] = -1;
            try {
                element(numbers, turns, n % 9);
            } catch (ArrayIndexOutOfBoundsException e) {
                add("index");
            }
            add(java.util.Arrays.toString(numbers));
            try {
                counted = -1;
                ofNull(n % 5 == 0 ? null : y, turns);
            } catch (NullPointerException e) {
                add("null");
            }
            add(counted + y.all());
            x.adds(numbers);
            add(x.all() + x.readsBack(turns) + x.all());
            if (n % 1_500 == 0) System.out.println(sum + " " + x.all() + " " + y.all());
        }
        System.out.println(sum);
    }
}
