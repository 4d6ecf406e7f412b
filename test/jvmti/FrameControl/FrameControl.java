import java.lang.reflect.Method;

/** Frames that must go and frames that are watched: PopFrame, the six ForceEarlyReturn and NotifyFramePop, on threads that stand and out of events. */
public class FrameControl {
    static native String suspend(Thread t);
    static native String resume(Thread t);
    static native String pop(Thread t);
    static native String force(Thread t, char kind, Object object, long bits);
    static native String notifyPop(Thread t, int depth);
    static native int entries(Object o);
    static native int call(String name, int arg);
    /** By JNI's MonitorEnter and MonitorExit. */
    static native int enter(Object o);
    static native int leave(Object o);
    static native void inNative();
    static native void letNativeGo();
    /** In the next event of this kind in the method of this name: what to do to the current thread. */
    static native void plan(String event, String method, String action);
    static native void events(boolean methodEvents);

    static volatile boolean go;
    static volatile int calls, seen;
    static volatile long turns;
    static final Object lock = new Object();
    static volatile String result;

    static void here(int arg) {
        seen = arg;
        calls++;
    }

    // ---- methods to stand in: each calls here() once, then turns until told to go ----
    static void spinVoid(int arg) { here(arg); while (!go) turns++; }
    static boolean spinZ(int arg) { here(arg); while (!go) turns++; return false; }
    static byte spinB(int arg) { here(arg); while (!go) turns++; return 1; }
    static char spinC(int arg) { here(arg); while (!go) turns++; return 'a'; }
    static short spinS(int arg) { here(arg); while (!go) turns++; return 2; }
    static int spinI(int arg) { here(arg); while (!go) turns++; return 3; }
    static long spinJ(int arg) { here(arg); while (!go) turns++; return 4; }
    static float spinF(int arg) { here(arg); while (!go) turns++; return 5; }
    static double spinD(int arg) { here(arg); while (!go) turns++; return 6; }
    static String spinL(int arg) { here(arg); while (!go) turns++; return "seven"; }
    static int[] spinA(int arg) { here(arg); while (!go) turns++; return new int[8]; }
    static Comparable<?> spinCmp(int arg) { here(arg); while (!go) turns++; return 9; }
    static Number[] spinN(int arg) { here(arg); while (!go) turns++; return null; }

    static int changing(int a, long b, String c) {
        a += 10;
        b *= 2;
        c = c + "!";
        here(a);
        while (!go) turns++;
        return a + (int) b + c.length();
    }
    synchronized int locked(int arg) {
        synchronized (lock) {
            synchronized (FrameControl.class) {
                synchronized (lock) {
                    here(arg);
                    while (!go) turns++;
                }
            }
        }
        return 1;
    }
    synchronized int keeps(int arg) {
        enter(FrameControl.class);
        synchronized (lock) {
            here(arg);
            while (!go) turns++;
        }
        return 1;
    }
    static int finallyToo(int arg) {
        try {
            here(arg);
            while (!go) turns++;
            return 1;
        } finally {
            result = "finally ran";
        }
    }
    static class Init {
        static int value = 1;
        static {
            here(77);
            while (!go) turns++;
            value = 2;
        }
    }
    static int touch() { return Init.value; }
    static int viaReflection(int arg) throws Exception { return (Integer) FrameControl.class.getDeclaredMethod("spinI", int.class).invoke(null, arg); }
    static int viaJni(int arg) { return call("spinI", arg); }
    static int asleep() { try { calls++; Thread.sleep(10000000); } catch (InterruptedException e) { return -1; } return 0; }
    static int native1() { calls++; inNative(); return 0; }

    interface Body { Object run() throws Exception; }
    static Thread start(String name, Body body) {
        go = false;
        int before = calls;
        result = null;
        Thread t = new Thread(() -> {
            try {
                Object r = body.run();
                result = (result == null ? "" : result + ", ")
                        + (r instanceof Object[] || r instanceof int[] ? r.getClass().getSimpleName() : String.valueOf(r));
            } catch (Throwable e) {
                result = e.toString();
            }
        }, name);
        t.start();
        while (calls == before) Thread.onSpinWait();
        return t;
    }
    /** Waits until it is in its loop, and calls nothing any more. */
    static Thread startSpin(String name, Body body) {
        int before = calls;
        Thread t = start(name, body);
        again(before);
        return t;
    }
    /** Waits until it has been called again and is in its loop. */
    static void again(int before) {
        while (calls == before) Thread.onSpinWait();
        long now = turns;
        while (turns == now) Thread.onSpinWait();
    }
    static void until(Thread t, Thread.State s) { while (t.getState() != s) Thread.onSpinWait(); }
    static void end(Thread t) throws Exception {
        go = true;
        t.join();
        System.out.println("    result " + result);
    }

    static void popping() throws Exception {
        System.out.println("-- pop");
        Thread t = startSpin("changing", () -> changing(1, 2, "x"));
        System.out.println("running: " + pop(t));
        for (int i = 0; i < 2; i++) {
            suspend(t);
            int before = calls;
            System.out.println("suspended: seen " + seen + " " + pop(t) + " " + resume(t));
            again(before);
        }
        end(t);
        System.out.println("ended: " + pop(t));
        FrameControl o = new FrameControl();
        t = startSpin("locked", () -> o.locked(1));
        suspend(t);
        System.out.println("entries " + entries(o) + " " + entries(lock) + " " + entries(FrameControl.class));
        int before = calls;
        System.out.println("pop " + pop(t));
        resume(t);
        again(before);
        suspend(t);
        System.out.println("entries " + entries(o) + " " + entries(lock) + " " + entries(FrameControl.class));
        resume(t);
        end(t);
        System.out.println("entries " + entries(o) + " " + entries(lock) + " " + entries(FrameControl.class));
        t = startSpin("finally", () -> finallyToo(1));
        suspend(t);
        before = calls;
        System.out.println("finally " + pop(t) + " " + resume(t));
        again(before);
        System.out.println("    " + result);
        end(t);
    }

    static void opaque() throws Exception {
        System.out.println("-- opaque");
        Thread t = start("asleep", FrameControl::asleep);
        until(t, Thread.State.TIMED_WAITING);
        suspend(t);
        System.out.println("asleep " + pop(t) + " " + force(t, 'V', null, 0) + " " + notifyPop(t, 0) + " " + notifyPop(t, 1));
        resume(t);
        t.interrupt();
        end(t);
        t = start("native", FrameControl::native1);
        while ((state(t) & 0x400000) == 0) Thread.onSpinWait();
        suspend(t);
        System.out.println("native " + pop(t) + " " + force(t, 'V', null, 0) + " " + force(t, 'I', null, 1));
        resume(t);
        letNativeGo();
        end(t);
        t = startSpin("reflection", () -> viaReflection(3));
        suspend(t);
        System.out.println("reflection " + pop(t) + " " + resume(t));
        suspend(t);
        System.out.println("    early " + force(t, 'I', null, 33) + " " + resume(t));
        end(t);
        t = startSpin("jni", () -> viaJni(3));
        suspend(t);
        System.out.println("jni " + pop(t) + " " + force(t, 'I', null, 34) + " " + resume(t));
        end(t);
        t = startSpin("clinit", () -> touch());
        suspend(t);
        System.out.println("clinit " + pop(t) + " " + force(t, 'V', null, 0) + " " + resume(t));
        end(t);
        go = false;
        int before = calls;
        t = new Thread("run") { @Override public void run() { here(1); while (!go) turns++; result = "went through"; } };
        result = null;
        t.start();
        again(before);
        suspend(t);
        System.out.println("run " + pop(t) + " " + notifyPop(t, 1) + " " + force(t, 'V', null, 0) + " " + resume(t));
        t.join();
        System.out.println("    result " + result);
        Thread fresh = new Thread(() -> { });
        System.out.println("fresh " + pop(fresh) + " " + force(fresh, 'I', null, 1) + " " + notifyPop(fresh, 0));
    }
    static native int state(Thread t);

    static void force(String name, Body body, char kind, Object object, long bits) throws Exception {
        Thread t = startSpin(name, body);
        suspend(t);
        System.out.print(name + ": ");
        for (char other : "VIJFDL".toCharArray()) if (other != kind) System.out.print(other + " " + force(t, other, null, 0) + " ");
        System.out.println(kind + " " + force(t, kind, object, bits) + " " + resume(t));
        end(t);
    }
    static void forcing() throws Exception {
        System.out.println("-- force");
        force("void", () -> { spinVoid(1); return "void"; }, 'V', null, 0);
        force("boolean", () -> spinZ(1), 'I', null, 1);
        force("byte", () -> spinB(1), 'I', null, 0x7f);
        force("char", () -> (int) spinC(1), 'I', null, 0xffff);
        force("short", () -> spinS(1), 'I', null, -0x8000);
        force("int", () -> spinI(1), 'I', null, -5);
        force("long", () -> spinJ(1), 'J', null, 1L << 40);
        force("float", () -> spinF(1), 'F', null, Float.floatToIntBits(1.5f));
        force("double", () -> spinD(1), 'D', null, Double.doubleToLongBits(2.5));
        force("object", () -> spinL(1), 'L', "forced", 0);
        force("null", () -> spinL(1), 'L', null, 0);
        force("array", () -> spinA(1), 'L', new int[3], 0);
        force("interface", () -> spinCmp(1), 'L', "comparable", 0);
        force("array of numbers", () -> spinN(1), 'L', new Integer[0], 0);
        Thread t = startSpin("wrong", () -> spinL(1));
        suspend(t);
        System.out.println("wrong class " + force(t, 'L', 5, 0) + " " + force(t, 'L', new String[0], 0) + " " + force(t, 'L', "right", 0) + " " + resume(t));
        end(t);
        t = startSpin("wrong", () -> spinA(1));
        suspend(t);
        System.out.println("wrong array " + force(t, 'L', new long[0], 0) + " " + force(t, 'L', "x", 0) + " "
                + force(t, 'L', new Integer[0], 0) + " " + resume(t));
        end(t);
        t = startSpin("wrong", () -> spinN(1));
        suspend(t);
        System.out.println("wrong array " + force(t, 'L', new Object[0], 0) + " " + force(t, 'L', new String[0], 0) + " "
                + force(t, 'L', new Double[1], 0) + " " + resume(t));
        end(t);
        t = startSpin("wrong", () -> spinCmp(1));
        suspend(t);
        System.out.println("wrong interface " + force(t, 'L', new Object(), 0) + " " + resume(t));
        System.out.println("running " + force(t, 'L', "x", 0));
        end(t);
        System.out.println("ended " + force(t, 'L', "x", 0));
        FrameControl o = new FrameControl();
        t = startSpin("locked", () -> o.locked(1));
        suspend(t);
        System.out.println("locked " + force(t, 'I', null, 66) + " " + resume(t));
        end(t);
        System.out.println("    entries " + entries(o) + " " + entries(lock) + " " + entries(FrameControl.class));
        t = startSpin("keeps", () -> o.keeps(1) + ", holds " + Thread.holdsLock(o) + ", leaves " + leave(FrameControl.class));
        suspend(t);
        System.out.println("keeps " + force(t, 'I', null, 68) + " " + resume(t));
        end(t);
        System.out.println("    entries " + entries(o) + " " + entries(lock) + " " + entries(FrameControl.class));
        t = startSpin("finally", () -> finallyToo(1));
        suspend(t);
        System.out.println("finally " + force(t, 'I', null, 67) + " " + resume(t));
        end(t);
    }

    // ---- being told ----
    static int third(int arg) { here(arg); while (!go) turns++; if (arg < 0) throw new IllegalStateException("third"); return arg + 1; }
    static int second(int arg) { return third(arg) + 1; }
    static int first(int arg) { try { return second(arg) + 1; } catch (IllegalStateException e) { return -1; } }
    static int viaJniTwice(int arg) { return call("second", arg); }

    static void told() throws Exception {
        System.out.println("-- told");
        Thread t = startSpin("told", () -> first(1));
        System.out.println("running " + notifyPop(t, 0));
        suspend(t);
        for (int depth : new int[] { 0, 2, 2 }) System.out.println("depth " + depth + " " + notifyPop(t, depth));
        System.out.println("too deep " + notifyPop(t, 20));
        resume(t);
        end(t);
        System.out.println("ended " + notifyPop(t, 0));
        t = startSpin("by exception", () -> first(-1));
        suspend(t);
        for (int depth = 0; depth < 3; depth++) System.out.println("depth " + depth + " " + notifyPop(t, depth));
        resume(t);
        end(t);
        t = startSpin("popped", () -> first(2));
        suspend(t);
        int before = calls;
        System.out.println("popped frame " + notifyPop(t, 0) + " " + notifyPop(t, 1) + " " + pop(t));
        resume(t);
        again(before);
        end(t);
        t = startSpin("forced", () -> first(2));
        suspend(t);
        System.out.println("forced frame " + notifyPop(t, 0) + " " + notifyPop(t, 1) + " " + force(t, 'I', null, 50));
        resume(t);
        end(t);
        t = startSpin("jni", () -> viaJniTwice(2));
        suspend(t);
        System.out.println("below C " + notifyPop(t, 1) + " native " + notifyPop(t, 2) + " its caller " + notifyPop(t, 3));
        resume(t);
        end(t);
    }

    // ---- out of events, on the current thread ----
    int field;
    static int target(int arg) {
        calls++;
        FrameControl o = new FrameControl();
        o.field = arg;
        int sum = o.field + 1;
        return sum;
    }
    static int thrower(int arg) {
        calls++;
        if (arg > 0) throw new IllegalStateException("thrown");
        return 1;
    }
    static int catches(int arg) {
        calls++;
        try {
            if (arg > 0) throw new IllegalStateException("caught");
            return 1;
        } catch (IllegalStateException e) {
            return 2;
        }
    }
    static void planned(String event, String method, String action, int arg) throws Exception {
        calls = 0;
        System.out.println(event + " in " + method + ": " + action);
        plan(event, method, action);
        String r;
        try {
            Method m = FrameControl.class.getDeclaredMethod(method, int.class);
            r = switch (method) { case "target" -> "" + target(arg); case "thrower" -> "" + thrower(arg); default -> "" + catches(arg); };
        } catch (IllegalStateException e) {
            r = e.getMessage();
        }
        plan(null, null, null);
        System.out.println("    result " + r + " calls " + calls);
    }

    static void fromEvents() throws Exception {
        System.out.println("-- events");
        for (String event : new String[] { "Breakpoint", "SingleStep", "MethodEntry", "FieldAccess", "FieldModification" })
            for (String action : new String[] { "force", "notify" }) planned(event, "target", action, 4);
        planned("ExceptionCatch", "catches", "force", 1);
        planned("ExceptionCatch", "catches", "notify", 1);
        planned("Exception", "thrower", "notify", 1);
        planned("Exception", "catches", "notify", 1);
    }

    public static void main(String[] args) throws Exception {
        popping();
        opaque();
        forcing();
        told();
        events(true);
        fromEvents();
        System.out.println("done");
    }
}
