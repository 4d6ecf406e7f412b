/** Monitors and the objects that they belong to, for 66-graphs.py as Hot.java. */
public class Monitors {
    /** Sources of bytes: one is read by a method that is inlined, one by a call. */
    abstract static class Source {
        abstract int read();
    }
    static final class OfArray extends Source {
        final byte[] all;
        int at;
        OfArray(byte[] all) { this.all = all; }
        synchronized int read() { return at < all.length ? all[at++] & 0xff : -1; }
    }
    static final class OfNumber extends Source {
        int n;
        OfNumber(int n) { this.n = n; }
        int read() { return n < 2 ? n++ : new OfNumber(n >> 1).read() + new OfNumber(n >> 2).read(); }
    }
    /** As java.io.FilterInputStream: its field is not final, and of other classes elsewhere. */
    static class Reader {
        protected volatile Source in;
        Reader(Source in) { this.in = in; }
        int readTwo() { return in.read() << 8 | in.read(); }
    }
    static int readsOwn(byte[] b) { return new Reader(new OfArray(b)).readTwo(); }
    static int readsOther(Source in) { return new Reader(in).readTwo(); }
    /** What the constructor wrote is not there any more: the guess is given up. */
    static int readsChanged(byte[] b, int i) {
        Reader r = new Reader(new OfArray(b));
        change(r, i, 2);
        return r.in.read();
    }
    static void change(Reader r, int i, int deep) {
        if (deep == 0) r.in = new OfNumber(i & 7);
        else for (int k = 0; k < 2; k++) change(r, i, deep - 1);
    }

    static final RuntimeException ONE = new RuntimeException(null, null, false, false) { };
    static synchronized int locked(int i) {
        if ((i & 1) == 0) throw ONE;
        return i;
    }
    /** The exception leaves the callee's monitor; checks on the way are no reason to record it. */
    static int throwsOutOf(int i) {
        try {
            return locked(i);
        } catch (RuntimeException e) {
            return -i;
        }
    }
    /** A call shows the frames, so both monitors have records; after it one more has none. */
    int held(int i) {
        int s = 0;
        synchronized (ONE) {
            synchronized (this) {
                s += new OfNumber(i & 15).read();
            }
            synchronized (this) {
                s += 7 / (i | 1);
            }
        }
        return s;
    }

    public static void main(String[] args) {
        int s = 0;
        byte[] bytes = { 1, 2, 3 };
        Monitors m = new Monitors();
        for (int i = 0; i < 20_000; i++) s += readsOwn(bytes) + readsOther(new OfNumber(i & 31)) + readsChanged(bytes, i) + throwsOutOf(i) + m.held(i);
        System.out.println(s);
    }
}
