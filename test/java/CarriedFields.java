/**
 * Fields and elements that loops load and store in each turn: of every type, on one way only, beside calls that change
 * them, through two names, and where a loop ends by an exception.
 */
public class CarriedFields {
    byte b;
    short s;
    char c;
    boolean z;
    int i;
    long l;
    float f;
    double d;
    CarriedFields next;
    int at;
    int limit;
    byte[] bytes;
    static int count;
    static long total;
    static short narrow;

    long narrowKinds(int n) {
        long sum = 0;
        for (int k = 0; k < n; k++) {
            b += 3;
            s += 1001;
            c += 70;
            z = !z;
            sum += b + s + c + (z ? 1 : 0);
        }
        return sum;
    }

    double wideKinds(int n) {
        double sum = 0;
        for (int k = 0; k < n; k++) {
            i += k;
            l ^= (long) i << 7;
            f += 0.5F;
            d += f;
            sum += d - l % 10;
        }
        return sum;
    }

    static long statics(int n) {
        for (int k = 0; k < n; k++) {
            if ((k & 3) == 0) count++;
            total += count;
            narrow += 777;
            total ^= narrow;
        }
        return total;
    }

    /** Does a turn that stores on one way only know what the other way left? */
    int oneWay(int n) {
        int sum = 0;
        at = 0;
        for (int k = 0; k < n; k++) {
            if (at > 100) at = k & 7;
            else if ((k & 1) == 0) at += 3;
            sum = 31 * sum + at;
        }
        return sum;
    }

    /** The same object by two names: what one stores, the other loads. */
    static int twoNames(CarriedFields x, CarriedFields y, int n) {
        int sum = 0;
        for (int k = 0; k < n; k++) {
            x.at += 1;
            y.at += 2;
            sum += x.at;
        }
        return sum;
    }

    int read() { return at < limit ? bytes[at++] : fill(); }

    /** A call that is seldom reached and changes the fields. */
    int fill() {
        if (limit == 0) return -1;
        StringBuilder text = new StringBuilder();
        for (int k = 0; k < 5; k++) text.append(limit).append(',');
        limit = Math.max(0, limit - 100);
        at = limit == 0 ? 0 : text.length() % limit;
        return text.length();
    }

    int readAll() {
        int sum = 0, x;
        at = 0;
        limit = 1000;
        while ((x = read()) != -1) sum = sum * 17 + x;
        return sum;
    }

    int nested(int n, int m) {
        int sum = 0;
        at = 0;
        for (int k = 0; k < n; k++) {
            for (int j = 0; j < m; j++) {
                at += j;
                if ((at & 15) == 3) sum += at;
            }
            at -= k;
        }
        return sum + at;
    }

    /** The loop ends by an exception: the field is that of the turn in which it came. */
    int endsEarly(int[] a) {
        at = 0;
        try {
            for (;;) {
                total += a[at];
                at += 2;
            }
        } catch (ArrayIndexOutOfBoundsException e) {
            return at;
        }
    }

    static long elements(int n) {
        int[] ints = { 1, 2 };
        long[] longs = { 3 };
        double[] doubles = { 0.5 };
        byte[] bytes = { 1 };
        for (int k = 0; k < n; k++) {
            ints[1] += k;
            longs[0] = longs[0] * 3 + ints[1];
            doubles[0] += ints[1] & 7;
            bytes[0] += 5;
            ints[0] ^= bytes[0];
        }
        return ints[0] + ints[1] + longs[0] + (long) doubles[0] + bytes[0];
    }

    /** The elements of one array by two names. */
    static int twoArrays(int[] x, int[] y, int n) {
        int sum = 0;
        for (int k = 0; k < n; k++) {
            x[0] += 1;
            y[0] += x[0] & 3;
            sum += x[0];
        }
        return sum;
    }

    /** References go round in fields. */
    int references(int n) {
        CarriedFields other = new CarriedFields();
        other.i = 5;
        next = this;
        int sum = 0;
        for (int k = 0; k < n; k++) {
            CarriedFields was = next;
            next = was == this ? other : this;
            sum += was.i & 63;
        }
        return sum;
    }

    /** Seen by a synchronized block in some turns. */
    int beside(int n) {
        int sum = 0;
        for (int k = 0; k < n; k++) {
            at += 1;
            if (k % 1000 == 999)
                synchronized (this) {
                    at = -at / 2;
                }
            sum += at;
        }
        return sum;
    }

    static final IllegalStateException QUICK = new IllegalStateException();

    void change(int k, int depth) {
        if (depth > 0) {
            change(k, depth - 1);
            return;
        }
        at = k;
        if ((k & 32) != 0) throw QUICK;
    }

    /** The call that is seldom reached may throw, and the loop goes on with what it has left. */
    int tries(int n) {
        int sum = 0;
        at = 0;
        for (int k = 0; k < n; k++) {
            try {
                if (k % 20 == 19) change(k, 9);
            } catch (IllegalStateException e) {
                sum += at;
            }
            at += 2;
            sum = 3 * sum + at;
        }
        return sum;
    }

    public static void main(String[] args) {
        CarriedFields x = new CarriedFields();
        x.bytes = new byte[1000];
        for (int k = 0; k < 1000; k++) x.bytes[k] = (byte) (k * 7);
        int[] a = new int[501];
        for (int k = 0; k < a.length; k++) a[k] = k;
        int[] one = { 3 };
        for (int round = 0; round < 60; round++) {
            long h = x.narrowKinds(400 + round);
            h = 31 * h + Double.doubleToLongBits(x.wideKinds(300));
            h = 31 * h + statics(500);
            h = 31 * h + x.oneWay(700);
            h = 31 * h + twoNames(x, x, 300) + twoNames(x, new CarriedFields(), 300);
            h = 31 * h + x.readAll();
            h = 31 * h + x.nested(20, 30);
            h = 31 * h + x.endsEarly(a);
            h = 31 * h + elements(250);
            h = 31 * h + twoArrays(one, one, 100) + twoArrays(one, new int[] { 7 }, 100);
            h = 31 * h + x.references(333);
            h = 31 * h + x.beside(3500) + x.tries(9000);
            h = 31 * h + x.b + x.s + x.c + x.i + x.l + (long) x.f + (long) x.d + x.at + count + total + narrow;
            if (round % 10 == 9) System.out.println(round + " " + Long.toHexString(h));
        }
        System.out.println(x.narrowKinds(3_000_000) + " " + x.nested(3000, 300) + " " + statics(2_000_000));
    }
}
