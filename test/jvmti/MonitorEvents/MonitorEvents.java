/** Waiting to the end of the time, to a notification, to an interrupt; blocking in a block, in a synchronized method, in JNI. */
public class MonitorEvents {
    static native void start(Class<?> kind);
    static native void enter(Object o);
    static native void only(Thread t, boolean on);
    static native void show();

    static class Lock {
        synchronized void method() { }
        static synchronized void classMethod() { }
    }
    interface Body { void run() throws Exception; }

    static Thread thread(String name, Body b) {
        return new Thread(() -> {
            try {
                b.run();
            } catch (Throwable e) {
                System.out.println(name + " ended by " + e.getClass().getName());
            }
        }, name);
    }
    static void until(Thread t, Thread.State s) { while (t.getState() != s) Thread.onSpinWait(); }

    static void blocked(String name, Object lock, Body b, boolean filter) throws Exception {
        Thread t = thread(name, b);
        if (filter) {
            t = thread(name, () -> { only(Thread.currentThread(), true); b.run(); only(Thread.currentThread(), false); });
        }
        synchronized (lock) {
            t.start();
            until(t, Thread.State.BLOCKED);
        }
        t.join();
    }
    static void waits(Lock l, long ms) throws InterruptedException { synchronized (l) { l.wait(ms); } }

    public static void main(String[] args) throws Exception {
        start(Lock.class);
        Lock l = new Lock();
        blocked("block", l, () -> { synchronized (l) { } }, false);
        blocked("block again", l, () -> { synchronized (l) { } }, true);
        blocked("method", l, () -> l.method(), false);
        blocked("native", l, () -> enter(l), false);
        blocked("class", Lock.class, () -> Lock.classMethod(), false);

        Thread t = thread("time over", () -> waits(l, 1));
        t.start();
        t.join();

        t = thread("notified", () -> waits(l, 0));
        t.start();
        until(t, Thread.State.WAITING);
        synchronized (l) { l.notify(); }
        t.join();

        t = thread("notified early", () -> waits(l, 1000000));
        t.start();
        until(t, Thread.State.TIMED_WAITING);
        synchronized (l) { l.notifyAll(); }
        t.join();

        t = thread("interrupted", () -> waits(l, 0));
        t.start();
        until(t, Thread.State.WAITING);
        synchronized (l) { } /* it has let go: now it waits */
        t.interrupt();
        t.join();

        t = thread("interrupted before", () -> { Thread.currentThread().interrupt(); waits(l, 0); });
        t.start();
        t.join();

        t = thread("twice deep", () -> { synchronized (l) { waits(l, 1); } });
        t.start();
        t.join();

        t = thread("nanoseconds", () -> { synchronized (l) { l.wait(0, 5); } });
        t.start();
        t.join();
        show();
    }
}
