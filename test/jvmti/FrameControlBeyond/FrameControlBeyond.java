// argus-only: HotSpot has one environment for each of these capabilities, refuses PopFrame on the current thread, loses exception
// events after a forced return, does not
// narrow forced values

/** What the specification allows of frames where HotSpot answers less: each line is compared with what it must be. */
public class FrameControlBeyond {
    static native String suspend(Thread t);
    static native String resume(Thread t);
    static native String pop(Thread t);
    static native String force(Thread t, int value);
    static native String notifyPop(Thread t, int depth, int env);
    static native int entries(Object o);
    static native void plan(String event, String method, String action);
    /** What was told of frames since the last call. */
    static native String told();

    static boolean failed;
    static void expect(String what, Object got, Object wanted) {
        if (String.valueOf(got).equals(String.valueOf(wanted))) return;
        failed = true;
        System.out.println(what + ": " + got + ", wanted " + wanted);
    }

    static volatile boolean go;
    static volatile int calls;
    static volatile long turns;
    static final Object lock = new Object();
    static volatile Object result;

    // ---- out of events ----
    int field;
    static int target(int arg) {
        calls++;
        FrameControlBeyond o = new FrameControlBeyond();
        o.field = arg;
        arg += 10;
        return o.field + arg;
    }
    static int thrower(int arg) {
        calls++;
        if (arg > 0 && calls < 2) throw new IllegalStateException("thrown");
        return 1;
    }
    static int catches(int arg) {
        calls++;
        try {
            if (arg > 0 && calls < 2) throw new IllegalStateException("caught");
            return 1;
        } catch (IllegalStateException e) {
            return 2;
        }
    }
    static synchronized int holds(int arg) {
        synchronized (lock) {
            calls++;
            if (arg > 0 && calls < 2) throw new IllegalStateException("held");
            return 1;
        }
    }
    static int callee(int arg) { calls++; return arg; }

    static void planned(String event, String method, String action, Object wanted, int wantedCalls) {
        calls = 0;
        told();
        plan(event, method, action);
        Object r;
        try {
            r = switch (method) {
                case "target" -> target(4);
                case "thrower" -> thrower(4);
                case "holds" -> holds(4);
                case "callee" -> callee(4);
                default -> catches(4);
            };
        } catch (IllegalStateException e) {
            r = e.getMessage();
        }
        String events = told();
        plan(null, null, null);
        String what = event + " in " + method + " " + action;
        expect(what + " answer", events.contains("NONE"), true);
        expect(what + " result", r, wanted);
        expect(what + " calls", calls, wantedCalls);
        expect(what + " monitors", entries(lock) + entries(FrameControlBeyond.class), 0);
    }

    static void fromEvents() {
        for (String event : new String[] {"Breakpoint", "SingleStep", "FieldAccess", "FieldModification"})
            planned(event, "target", "pop", event.equals("FieldAccess") ? 38 : 18, 2);
        planned("MethodEntry", "target", "pop", 18, 1);
        planned("MethodEntry", "callee", "pop", 4, 1);
        planned("Exception", "thrower", "pop", 1, 2);
        planned("Exception", "catches", "pop", 1, 2);
        planned("ExceptionCatch", "catches", "pop", 1, 2);
        planned("Exception", "holds", "pop", 1, 2);
        planned("Exception", "thrower", "force", 99, 1);
        planned("Exception", "catches", "force", 99, 1);
        planned("Exception", "holds", "force", 99, 1);
        planned("Exception", "catches", "none", 2, 1); // events still come afterwards
    }

    // ---- one place, two environments ----
    static native String breakpoint(boolean set, int env, int location);
    static int recursive(int n) { return n == 0 ? 0 : recursive(n - 1) + 1; }
    static void twoAskers() {
        expect("first asks", breakpoint(true, 0, 0), "NONE");
        expect("second asks", breakpoint(true, 1, 0), "NONE");
        expect("second again", breakpoint(true, 1, 0), "DUPLICATE");
        told();
        recursive(1);
        expect("both hear", told(), "0@0 1@0 0@0 1@0 ");
        expect("first leaves", breakpoint(false, 0, 0), "NONE");
        expect("first left", breakpoint(false, 0, 0), "NOT_FOUND");
        recursive(1);
        expect("second hears", told(), "1@0 1@0 ");
        expect("first elsewhere", breakpoint(true, 0, 4), "NONE");
        recursive(1);
        expect("each its own", told(), "1@0 1@0 0@4 ");
        expect("second leaves", breakpoint(false, 1, 0), "NONE");
        expect("first leaves", breakpoint(false, 0, 4), "NONE");
        recursive(1);
        expect("nobody hears", told(), "");
    }

    // ---- other threads ----
    interface Body { Object run(); }
    static Thread start(Body body) {
        go = false;
        int before = calls;
        Thread t = new Thread(() -> { try { result = body.run(); } catch (Throwable e) { result = e; } });
        t.start();
        while (calls == before) Thread.onSpinWait();
        return t;
    }
    static void inLoop() { long now = turns; while (turns == now) Thread.onSpinWait(); }
    static boolean spinZ() { calls++; while (!go) turns++; return false; }
    static byte spinB() { calls++; while (!go) turns++; return 0; }
    static char spinC() { calls++; while (!go) turns++; return 0; }
    static short spinS() { calls++; while (!go) turns++; return 0; }
    static int outer() { return middle() + 1; }
    static int middle() { calls++; while (!go) turns++; return 5; }
    static int blocked() { calls++; synchronized (lock) { return 5; } }

    static Object forced(Body body, int value) throws Exception {
        Thread t = start(body);
        inLoop();
        suspend(t);
        expect("force", force(t, value), "NONE");
        resume(t);
        t.join();
        return result;
    }

    static void threads() throws Exception {
        expect("boolean 2", forced(() -> spinZ(), 2), false);
        expect("boolean 3", forced(() -> spinZ(), 3), true);
        expect("byte", forced(() -> spinB(), 0x1ff), (byte) -1);
        expect("char", forced(() -> (int) spinC(), 0x1fffe), 0xfffe);
        expect("short", forced(() -> spinS(), 0x18001), (short) 0x8001);
        Thread t = start(() -> outer());
        inLoop();
        suspend(t);
        told();
        expect("first", notifyPop(t, 0, 0), "NONE");
        expect("second", notifyPop(t, 0, 1), "NONE");
        expect("again", notifyPop(t, 0, 1), "NONE");
        expect("outer, second only", notifyPop(t, 1, 1), "NONE");
        resume(t);
        go = true;
        t.join();
        expect("both told", told(), "0:middle 1:middle 1:outer ");
        for (boolean pop : new boolean[] { false, true }) {
            synchronized (lock) {
                t = start(() -> blocked());
                while (t.getState() != Thread.State.BLOCKED) Thread.onSpinWait();
                suspend(t);
                expect("blocked", pop ? pop(t) : force(t, 44), "NONE");
                resume(t);
                for (int i = 0; i < 1000; i++) Thread.onSpinWait();
                expect("blocked still", t.getState(), Thread.State.BLOCKED);
                result = null;
            }
            t.join();
            expect("blocked result", result, pop ? 5 : 44);
            expect("lock is free", entries(lock), 0);
        }
    }

    public static void main(String[] args) throws Exception {
        fromEvents();
        twoAskers();
        threads();
        System.out.println(failed ? "FAIL" : "PASS");
    }
}
