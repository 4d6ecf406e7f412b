// jvm: -Xmx32m -Xlog:disable
/** The heap, an impossible array, and a thread for whose stack there is no room left. */
public class ResourceExhausted {
    static native int seen();
    static native void ask(boolean on);
    static native void limit(boolean on);
    static Object[] kept;

    static void run(String what, Runnable r) {
        try {
            r.run();
            System.out.println(what + ": no error");
        } catch (OutOfMemoryError e) {
            kept = null;
            System.out.println(what + ": " + e.getMessage());
        }
    }
    static void fill() {
        kept = new Object[1];
        for (;;) kept = new Object[] { kept, new byte[1 << 20] };
    }

    public static void main(String[] args) {
        run("not asked", () -> fill());
        ask(true);
        run("heap", () -> fill());
        run("array", () -> kept = new Object[Integer.MAX_VALUE]);
        Thread t = new Thread(null, () -> { }, "huge", 64 << 20);
        limit(true);
        run("thread", () -> t.start());
        limit(false);
        ask(false);
        run("no longer", () -> fill());
        System.out.println(seen());
    }
}
