/** Java and native code call each other until the stack ends: StackOverflowError each time, in several threads, and everything works afterwards. */
public class DeepNative {
    DeepNative() { }
    DeepNative(int n) { make(n); }

    native int down(int n);
    int up(int n) { return down(n); }
    static native int downStatic(int n);
    static int upStatic(int n) { return downStatic(n); }
    static native Object make(int n);
    static native void catching(int n);
    static void upCatching(int n) { catching(n); }

    /* Synchronized: it has no code of its own, and is called as natives are that have not been called often. */
    static synchronized native int touch(Object a, Object b);
    static int touched() { return touch("a", "b"); }
    /* Calls touched with so many local references. */
    static native int withReferences(int n);

    static void t(String name, Runnable r) {
        for (int i = 0; i < 2; i++) {
            try {
                r.run();
                System.out.println(name + " returned");
            } catch (StackOverflowError e) {
                System.out.println(name + " overflow " + (e.getStackTrace().length > 50));
            }
        }
    }

    static void all(String where) {
        t(where + " instance", () -> new DeepNative().down(0));
        t(where + " static", () -> downStatic(0));
        t(where + " constructor", () -> make(0));
        t(where + " catching", () -> catching(0));
    }

    public static void main(String[] args) throws Exception {
        System.load(args[0]);
        all("main");
        int same = 0; // memory for references is taken in steps of a power of two
        int most = Boolean.getBoolean("checked") ? 1 << 10 : 1 << 17; // HotSpot's -Xcheck:jni takes most of a minute for more
        for (int step = 512; step <= most; step *= 2)
            for (int n = step - 16; n < step + 4; n++) same += withReferences(n) == 2 ? 1 : 0;
        System.out.println("with many references " + same);
        Thread[] threads = new Thread[8];
        java.util.concurrent.atomic.AtomicInteger good = new java.util.concurrent.atomic.AtomicInteger();
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(null, () -> {
                try {
                    downStatic(0);
                } catch (StackOverflowError e) {
                    good.incrementAndGet();
                }
            }, "t" + i, 512 << 10);
            threads[i].start();
        }
        for (Thread t : threads) t.join();
        System.out.println("threads " + good);
        Thread t = new Thread(() -> all("thread"));
        t.start();
        t.join();
    }
}
