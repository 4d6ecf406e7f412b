import java.util.function.IntSupplier;

/** Stores that are overwritten before anybody can read them, stores of what is there, and those that only seem so. */
public class StoresOverwritten {
    static int open;
    int x, y;
    long wide;
    byte narrow;
    boolean flag;
    Object ref;
    volatile int published;
    int[] ints = new int[8];

    static class Zeros {
        int a = 0, b = 7;
        long l = 0;
        double d = 0.0, negative = -0.0;
        Object o = null;
        boolean z = false;
        Zeros next;

        Zeros(Zeros next) { this.next = next; }
    }

    static final class Resource implements AutoCloseable {
        Resource() { open++; }

        @Override
        public void close() { open--; }
    }

    int twice(int v) {
        x = v;
        x = v + 1;
        return x;
    }

    /** The first store is seen if o is null. */
    int around(StoresOverwritten o, int v) {
        x = v;
        int r = o.y;
        x = v + 1;
        return r;
    }

    int throughAnother(StoresOverwritten o, int v) {
        x = v;
        int r = o.x;
        x = v + 1;
        return r;
    }

    int aliased(StoresOverwritten o, int v) {
        x = v;
        o.x = v + 5;
        x = v + 1;
        return o.x + x;
    }

    int onWays(int v) {
        x = v;
        if ((v & 1) == 0) x = 3;
        else if ((v & 2) == 0) y = 4;
        else x = 5;
        return x;
    }

    /** A check that moves before the loop must find the store before it. */
    int loop(int[] a, int v) {
        x = v;
        int s = 0;
        for (int i = 0; i < 4; i++) {
            x = i;
            s += a[i];
        }
        return s + x;
    }

    int elements(int[] a, int i, int v) {
        a[i] = v;
        a[i] = v + 1;
        a[i + 1] = v;
        return a[i];
    }

    int sameElement(int[] a, int i, int j, int v) {
        a[i] = v;
        a[j] = v + 1;
        a[i] = v + 2;
        return a[j];
    }

    int narrowed(int v) {
        narrow = (byte) v;
        int seen = narrow;
        narrow = (byte) seen;
        narrow = (byte) (v + 256);
        flag = (v & 1) == 0;
        flag = flag;
        return narrow + (flag ? 1 : 0);
    }

    long back(long v) {
        long was = wide;
        wide = v;
        wide = was;
        return wide;
    }

    Object refs(Object v) {
        Object was = ref;
        ref = v;
        ref = was;
        ref = v;
        return ref;
    }

    int published(int v) {
        x = v;
        published = v;
        x = v + 1;
        published = v;
        return x + published;
    }

    static long resources(int n) {
        long s = 0;
        for (int i = 0; i < n; i++) try (Resource r = new Resource()) { s += open; }
        return s;
    }

    static String zeros(int i) {
        Zeros z = new Zeros(null), other = new Zeros(z);
        z.a = i;
        z.a = 0;
        other.next = i % 3 == 0 ? other : z;
        other.next.b = 0;
        other.next.b = i;
        return z.a + " " + z.b + " " + other.b + " " + z.l + " " + z.d + " " + 1 / z.negative + " " + z.o + z.z + (other.next == z);
    }

    static int[] array(int n, int v) {
        int[] a = new int[n];
        a[0] = 0;
        a[1] = v;
        a[1] = 0;
        a[2] = a[1] + a[3];
        return a;
    }

    /** Runs the body, which may throw, and gives what is seen then. */
    int seen(IntSupplier body) {
        int r;
        try {
            r = body.getAsInt();
        } catch (RuntimeException e) {
            r = e instanceof NullPointerException ? -1 : -2;
        }
        return r * 31 + x;
    }

    int all(int i) {
        int[] few = i % 7 == 3 ? new int[2] : new int[6];
        StoresOverwritten o = i % 5 == 4 ? null : i % 5 == 3 ? this : new StoresOverwritten();
        int h = twice(i);
        h = h * 31 + seen(() -> around(o, i));
        h = h * 31 + seen(() -> throughAnother(o, i));
        h = h * 31 + seen(() -> aliased(o, i));
        h = h * 31 + onWays(i);
        h = h * 31 + seen(() -> loop(i % 11 == 0 ? null : few, i));
        h = h * 31 + seen(() -> elements(few, i & 3, i));
        h = h * 31 + seen(() -> sameElement(ints, i & 3, i >> 2 & 3, i));
        h = h * 31 + narrowed(i);
        h = h * 31 + (int) back(i);
        h = h * 31 + (refs(o) == o ? 1 : 0);
        h = h * 31 + published(i);
        h = h * 31 + (int) resources(i & 15);
        h = h * 31 + zeros(i).hashCode();
        for (int v : array(4 + (i & 3), i)) h = h * 31 + v;
        return h;
    }

    public static void main(String[] args) {
        StoresOverwritten s = new StoresOverwritten();
        int h = 0;
        for (int i = 0; i < 3000; i++) {
            h = h * 31 + s.all(i);
            if (i % 500 == 0) System.out.println(i + " " + h + " " + zeros(i));
        }
        open = 5;
        System.out.println(h + " " + resources(100000) + " " + open);
    }
}
