// jvm: -Xlog:all=warning:stdout:level,tags
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Answers about which the specification says less than HotSpot does: programs were written against HotSpot's. */
public class SilentCorners {
    static native void watch(Class<?> c);
    static native int touch(Touched o, int value);
    static native void raise(String text);
    static native void usage(String what, Object o);
    static native void methods(Class<?> c);
    static native void tags(Object a, Object b);
    static native void fields(Class<?> c);
    static native void references(Throwable t);
    static native void classFile(Class<?> c);
    static native void capabilities();
    static native String stop(Thread t, Throwable x);
    static native void breakpoints(Class<?> c, String name);
    static native void runAgent(Thread t);
    static native void redefine(Class<?> c, byte[] bytes);

    static native void verbose(Class<?> c, boolean on);
    static class Linked {
        static native void linked();
        static native void registered();
    }

    static class Touched { int field; }
    static abstract class Methods {
        abstract double none(long a, String b);
        double code(long a, String b) { return a; }
        static native void inC(int a);
    }
    interface Shape { int area(int a, int b); default void nothing() { } }
    static class Fails { static { if (true) throw new IllegalStateException("no"); } }

    static void until(Thread t, Thread.State s) { while (t.getState() != s) Thread.onSpinWait(); }

    static void usages() throws Exception {
        Object o = new Object();
        usage("nobody", o);
        synchronized (o) { synchronized (o) { usage("owned twice", o); } }
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Thread t = new Thread(() -> { synchronized (o) { try { o.wait(); } catch (InterruptedException e) { } } }, "waits " + i);
            t.start();
            until(t, Thread.State.WAITING);
            threads.add(t);
            usage("waiters " + (i + 1), o);
        }
        Thread enters = new Thread(() -> { synchronized (o) { } }, "enters");
        synchronized (o) {
            usage("owned, waiters", o);
            enters.start();
            until(enters, Thread.State.BLOCKED);
            threads.add(enters);
            usage("owned, waiters, one enters", o);
            o.notifyAll();
        }
        for (Thread t : threads) t.join();
        usage("nobody again", o);
    }

    static volatile boolean spins;
    static void spin() { while (true) spins = true; }
    static void sleep(Object o) throws InterruptedException { Thread.sleep(1_000_000); }
    static void await(Object o) throws InterruptedException { synchronized (o) { o.wait(); } }
    static void park(Object o) { while (true) LockSupport.park(o); }
    interface Body { void run() throws Throwable; }

    /** The interrupt status after an exception was sent to a thread, from C and from Java. */
    static void stopped(String what, Thread.State state, Body body) throws Exception {
        for (boolean java : new boolean[] {false, true}) {
            spins = false;
            Thread t = new Thread(() -> {
                try {
                    body.run();
                } catch (Throwable e) {
                    System.out.println(what + " stopped by " + e + ", interrupted " + Thread.interrupted());
                }
            });
            t.start();
            if (state == Thread.State.RUNNABLE) while (!spins) Thread.onSpinWait();
            else until(t, state);
            String said = "Thread.stop";
            if (java) t.stop();
            else said = "StopThread " + stop(t, new ThreadDeath());
            t.join();
            System.out.println(said);
        }
    }
    static void stopsItself() {
        try {
            System.out.println("itself: " + stop(Thread.currentThread(), new ThreadDeath()));
        } catch (ThreadDeath e) {
            System.out.println("itself, interrupted " + Thread.interrupted());
        }
        try {
            Thread.currentThread().stop();
        } catch (ThreadDeath e) {
            System.out.println("itself by Java, interrupted " + Thread.interrupted());
        }
    }

    public static void main(String[] args) throws Exception {
        watch(Touched.class);
        Touched touched = new Touched();
        System.out.println("touched " + touch(touched, 3));
        try { raise("thrown in C"); } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        watch(null);
        usages();
        java.lang.invoke.MethodHandles.lookup().ensureInitialized(Methods.class);
        java.lang.invoke.MethodHandles.lookup().ensureInitialized(Shape.class);
        methods(Methods.class);
        methods(Shape.class);
        tags(new Object(), new Object());
        fields(Throwable.class);
        fields(Exception.class);
        references(new Throwable());
        try { new Fails(); } catch (ExceptionInInitializerError e) { System.out.println(e.getCause().getMessage()); }
        classFile(Fails.class);
        capabilities();
        breakpoints(Methods.class, "code");
        breakpoints(Shape.class, "area");
        verbose(Linked.class, true);
        Linked.linked();
        Linked.registered();
        verbose(Linked.class, false);
        Object o = new Object();
        stopped("spins", Thread.State.RUNNABLE, () -> spin());
        stopped("waits", Thread.State.WAITING, () -> await(o));
        stopped("sleeps", Thread.State.TIMED_WAITING, () -> sleep(o));
        stopped("is parked", Thread.State.WAITING, () -> park(o));
        stopsItself();
    }
}
