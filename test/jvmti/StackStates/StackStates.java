import java.util.concurrent.locks.LockSupport;

/**
 * Stack queries from both ends on threads that run, wait, sleep, are blocked, are in native code and are suspended; owned monitors
 * with the depth at which they were
 * entered, the monitor waited for, and agent threads of every priority.
 */
public class StackStates {
    static native void trace(Thread t, int start, int max);
    static native int count(Thread t);
    static native int state(Thread t);
    static native void monitors(Thread t);
    static native void suspend(Thread t, boolean on);
    static native void inNative();
    static native void letNativeGo();
    static native void jniMonitor(Object o, Runnable inside);
    static native String agent(Thread t, int priority);
    static native void together(Thread[] threads, int max);

    static class A { synchronized void nested(int n, Runnable then) { if (n == 0) then.run(); else synchronized (b) { nested(n - 1, then); } } }
    static class B { }
    static class C { static synchronized void isStatic(Runnable then) { then.run(); } }
    static final A a = new A();
    static final B b = new B();
    static final Object lock = new Object[0];
    static volatile boolean stop;
    static volatile long turns;

    static void deep(int n, Runnable then) { if (n == 0) then.run(); else deep(n - 1, then); }
    static void spin() { while (!stop) turns++; }
    static void doWait() { synchronized (lock) { try { lock.wait(); } catch (InterruptedException e) { } } }
    static void waitNested() { synchronized (a) { synchronized (lock) { synchronized (b) { synchronized (lock) { doWait(); } } } } }
    static void sleep() { try { Thread.sleep(10000000); } catch (InterruptedException e) { } }
    static void park() { LockSupport.park(); }
    static void enter() { synchronized (b) { turns++; } }

    static Thread start(int depth, int wanted, Runnable r) {
        Thread t = new Thread(() -> deep(depth, r));
        t.start();
        while (state(t) != wanted) Thread.onSpinWait();
        if (wanted == 5) { long now = turns; while (turns == now) Thread.onSpinWait(); }
        return t;
    }
    static void ask(String what, Thread t) {
        int n = count(t);
        System.out.println(what + " " + n + " frames");
        trace(t, 0, 3);
        trace(t, -3, 2);
        trace(t, -n, 1);
        trace(t, -n - 1, 1);
        trace(t, n - 1, 5);
        trace(t, n, 1);
        trace(t, 2, 0);
        trace(t, -2, 0);
        monitors(t);
    }
    static void both(String what, Thread t) {
        ask(what, t);
        suspend(t, true);
        ask(what + ", suspended", t);
        suspend(t, false);
    }

    public static void main(String[] args) throws Exception {
        Thread t = start(5, 5, StackStates::spin);
        both("runs", t);
        stop = true;
        t.join();
        t = start(3, 0x191, StackStates::waitNested);
        both("waits", t);
        t.interrupt();
        t.join();
        t = start(3, 0xe1, StackStates::sleep);
        both("sleeps", t);
        t.interrupt();
        t.join();
        t = start(2, 0x291, StackStates::park);
        both("parked", t);
        LockSupport.unpark(t);
        t.join();
        t = start(2, 0x400005, StackStates::inNative);
        both("in native code", t);
        letNativeGo();
        t.join();
        synchronized (b) {
            t = start(2, 0x401, StackStates::enter);
            suspend(t, true);
            monitors(t);
            suspend(t, false);
        }
        t.join();

        Thread me = Thread.currentThread();
        System.out.println("nested");
        a.nested(2, () -> monitors(null));
        System.out.println("static");
        synchronized (b) { C.isStatic(() -> { synchronized (lock) { monitors(me); } }); }
        System.out.println("jni");
        synchronized (a) { jniMonitor(b, () -> { synchronized (lock) { monitors(null); } }); }
        System.out.println("nothing");
        monitors(null);

        for (int p : new int[] { 1, 5, 10 }) System.out.println("agent " + agent(new Thread("agent " + p), p));
        System.out.println("running " + agent(me, 5));
        Thread[] many = new Thread[6];
        for (int i = 0; i < many.length; i++) many[i] = start(i, 0x291, StackStates::park);
        together(many, 3);
        together(many, 100);
        for (Thread x : many) { LockSupport.unpark(x); x.join(); }
    }
}
