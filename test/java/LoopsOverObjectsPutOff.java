/** Loops over objects that are not made, behind conditions which are settled only when other objects are not made
 * either: the block that such an object comes from becomes part of another one, and checks move in front of the loop. */
public class LoopsOverObjectsPutOff {
    static class Box {
        int v;
        Box(int v) { this.v = v; }
    }
    static class Walk {
        final int[] a;
        int at;
        Walk(int[] a) { this.a = a; }
        boolean more(int n) { return at < n; }
        int next() { return a[at++ & 15]; }
    }
    static class Pair {
        final Walk walk;
        final Box count;
        Pair(Walk walk, Box count) { this.walk = walk; this.count = count; }
        int next() {
            count.v++;
            return walk.next();
        }
    }
    static volatile int seen;

    static int one(int[] a, int n) {
        Box b = new Box(1);
        seen = n; /* the field is read again */
        int sum = 0;
        if (b.v == 1) {
            Walk w = new Walk(a);
            while (w.more(n)) sum += w.next();
        }
        return sum;
    }

    static int nested(int[] a, int n) {
        Box b = new Box(n & 1), c = new Box(0);
        seen = n;
        int sum = 0;
        if (c.v == 0) {
            Walk w = new Walk(a);
            if (c.v >= 0) {
                Pair p = new Pair(w, b);
                seen = sum;
                if (c.v < 1)
                    while (p.walk.more(n)) sum += p.next() + p.count.v;
            } else
                return -1;
        }
        return sum + b.v;
    }

    /** What the loop leaves by needs the object; so does the check in front of it when there is no array. */
    static int leaves(int[] a, int n, int last) {
        Box b = new Box(7);
        seen = n;
        int sum = 0;
        if (b.v > 6) {
            Walk w = new Walk(a);
            try {
                while (w.more(n)) {
                    sum += w.next();
                    if (sum == last) return w.at;
                }
            } catch (NullPointerException e) {
                return -w.at;
            }
        }
        return sum;
    }

    static int twice(int[] a, int[] b, int n) {
        int sum = 0;
        for (int k = 0; k < 3; k++) {
            Box c = new Box(k);
            seen = n;
            if (c.v == k) {
                Walk w = new Walk(a), x = new Walk(b);
                while (w.more(n)) {
                    sum += w.next();
                    while (x.more(w.at)) sum ^= x.next();
                }
            }
        }
        return sum;
    }

    public static void main(String[] args) {
        int[] a = new int[16], b = new int[16];
        for (int i = 0; i < 16; i++) {
            a[i] = i * 7 + 1;
            b[i] = 100 - i;
        }
        long t = 0;
        for (int i = 0; i < 30000; i++) {
            t = t * 31 + one(a, i & 31);
            t = t * 31 + nested(a, i & 31);
            t = t * 31 + leaves(i % 1000 == 999 ? null : a, i & 31, i & 255);
            t = t * 31 + twice(a, b, i & 31);
            if (i % 5000 == 4999) System.out.println(t);
        }
    }
}
