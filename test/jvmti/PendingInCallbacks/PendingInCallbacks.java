// jvm: -Xint

/** An exception that an event's callback leaves pending is thrown in the program, as on HotSpot. */
public class PendingInCallbacks {
    /** From now on the callback of `event` in or about `method` throws, once. NULL: no more; answers how often the callback was called. */
    static native int arm(String event, Class<?> c, String method);
    static native void inC();
    static native int readInC(PendingInCallbacks o);
    static native void bound();

    int field = 3;
    static int target(int n) {
        int twice = n * 2;
        return twice + 1;
    }
    static int thrower(int n) {
        if (n > 0) throw new UnsupportedOperationException("thrown");
        return n;
    }
    static int catches(int n) {
        try {
            return thrower(n);
        } catch (UnsupportedOperationException e) {
            return 7;
        }
    }
    static int reads(PendingInCallbacks o) { return o.field + 1; }
    static int writes(PendingInCallbacks o) { o.field = 9; return 10; }
    static Object allocates() { return new byte[10_000]; }
    static Object allocatesMuch() {
        Object last = null;
        for (int i = 0; i < 10_000; i++) last = allocates(); // until the interval is taken into account
        return last;
    }
    static class Loaded { static int value = 5; static int get() { return value; } }
    static class Prepared { static int value = 6; static int get() { return value; } }
    static class Hooked { static int value = 7; static int get() { return value; } }
    static final Object lock = new Object();
    static int waits() throws InterruptedException {
        synchronized (lock) { lock.wait(1); }
        return 8;
    }
    static int thread() throws InterruptedException {
        Thread t = new Thread(() -> System.out.println("  the thread runs"));
        t.setUncaughtExceptionHandler((who, e) -> System.out.println("  uncaught " + e));
        t.start();
        t.join();
        return 9;
    }
    static int contends() throws InterruptedException {
        Thread t;
        String[] said = new String[1];
        synchronized (lock) {
            t = new Thread(() -> {
                try {
                    synchronized (lock) { said[0] = "entered"; }
                } catch (Throwable e) {
                    said[0] = e.toString();
                }
            }, "contender");
            t.start();
            while (t.getState() != Thread.State.BLOCKED) Thread.onSpinWait();
        }
        t.join();
        System.out.println("  " + said[0]);
        synchronized (lock) { }
        return 11;
    }

    interface Body { Object run() throws Throwable; }
    static void event(String event, Class<?> c, String method, Body body) {
        arm(event, c, method);
        String said;
        try {
            said = "" + body.run();
        } catch (Throwable e) {
            said = e.toString() + (e.getCause() != null ? " because of " + e.getCause() : "");
        }
        int calls = arm(null, null, null);
        System.out.println(event + " in " + method + ": " + said + (calls > 0 ? "" : ", no calls"));
    }

    public static void main(String[] args) throws Throwable {
        PendingInCallbacks o = new PendingInCallbacks();
        Class<?> me = PendingInCallbacks.class;
        target(1); catches(1); catches(0); reads(o); writes(o); inC(); allocates(); waits(); // everything is resolved
        event("nothing", me, "target", () -> target(1));
        event("MethodEntry", me, "target", () -> target(1));
        event("MethodEntry", me, "inC", () -> { inC(); return "after"; });
        event("MethodExit", me, "target", () -> target(1));
        event("MethodExit", me, "inC", () -> { inC(); return "after"; });
        event("MethodExit", me, "thrower", () -> thrower(1));
        event("MethodExit", me, "thrower", () -> catches(1));
        event("Breakpoint", me, "target", () -> target(1));
        event("Breakpoint", me, "thrower", () -> catches(0));
        event("SingleStep", me, "target", () -> target(1));
        event("FramePop", me, "target", () -> target(1));
        event("FramePop", me, "thrower", () -> catches(1));
        event("ExceptionCatch", me, "catches", () -> catches(1));
        event("FieldAccess", me, "reads", () -> reads(o));
        event("FieldModification", me, "writes", () -> writes(o));
        event("FieldAccess", me, "readInC", () -> readInC(o));
        event("ClassLoad", me, "Loaded", () -> Loaded.get());
        event("ClassPrepare", me, "Prepared", () -> Prepared.get());
        event("ClassFileLoadHook", me, "Hooked", () -> Hooked.get());
        event("NativeMethodBind", me, "bound", () -> { bound(); return "after"; });
        event("SampledObjectAlloc", me, "allocates", () -> allocatesMuch() != null);
        event("VMObjectAlloc", me, "clone", () -> new int[1].clone().length);
        event("MonitorWait", me, "waits", () -> waits());
        event("MonitorWaited", me, "waits", () -> waits());
        event("MonitorContendedEnter", me, "contends", () -> contends());
        event("MonitorContendedEntered", me, "contends", () -> contends());
        event("ThreadStart", me, "thread", () -> thread());
        event("ThreadEnd", me, "thread", () -> thread());
    }
}
