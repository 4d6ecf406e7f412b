import java.lang.management.ManagementFactory;

/** SuspendThread and Thread.suspend are one state; a suspended thread does not end, and one that ends is not suspended. */
@SuppressWarnings({ "deprecation", "removal" })
public class Suspension {
    static native String suspend(Thread t);
    static native String resume(Thread t);
    static native String suspendAll(Thread... t);
    static native String resumeAll(Thread... t);
    static native String state(Thread t);
    /** Suspends and resumes until that fails; 1: it said that it had suspended a thread that then was gone. */
    static native int hammer(Thread t);

    static volatile boolean go;
    static volatile long turns;

    static Thread spinner(String name) {
        Thread t = new Thread(() -> { while (!go) turns++; }, name);
        t.setDaemon(true);
        t.start();
        while (turns == 0) Thread.onSpinWait();
        return t;
    }
    static boolean reported(Thread t) { return ManagementFactory.getThreadMXBean().getThreadInfo(t.getId()).isSuspended(); }
    static void show(String what, Thread t) { System.out.println(what + ": " + state(t) + (t.isAlive() ? " suspended: " + reported(t) : "")); }

    static void oneState() throws Exception {
        Thread t = spinner("one");
        show("running", t);
        t.suspend();
        show("Thread.suspend", t);
        System.out.println("SuspendThread then: " + suspend(t));
        System.out.println("ResumeThread: " + resume(t));
        show("after it", t);
        System.out.println("ResumeThread again: " + resume(t));
        System.out.println("SuspendThread: " + suspend(t) + ", again " + suspend(t));
        t.suspend();
        t.resume();
        show("Thread.resume", t);
        t.suspend();
        t.suspend();
        t.resume();
        show("twice Thread.suspend, once Thread.resume", t);
        Thread u = spinner("two");
        System.out.println("list: " + suspendAll(t, u, t));
        show("t", t);
        show("u", u);
        System.out.println("list: " + resumeAll(u, t, u));
        go = true;
        t.join();
        u.join();
        show("ended", t);
        System.out.println("SuspendThread: " + suspend(t) + ", ResumeThread: " + resume(t) + ", lists: " + suspendAll(t) + resumeAll(t));
        Thread unborn = new Thread("three");
        show("new", unborn);
        System.out.println("SuspendThread: " + suspend(unborn) + ", ResumeThread: " + resume(unborn));
        unborn.suspend();
        unborn.start();
        unborn.join();
    }

    /** At its very end a thread enters the monitor of its Thread object. */
    static void ending() throws Exception {
        Thread t = new Thread(() -> { }, "four");
        synchronized (t) {
            t.start();
            while (t.getState() != Thread.State.BLOCKED) Thread.onSpinWait();
            System.out.println("SuspendThread of a thread that ends: " + suspend(t));
            System.out.println("ResumeThread: " + resume(t));
            t.suspend();
        }
        t.join();
    }

    static void race() throws Exception {
        int gone = 0;
        for (int i = 0; i < 200; i++) {
            Thread t = new Thread(() -> { for (int k = 0; k < 2000; k++) Math.sin(k); });
            t.start();
            gone += hammer(t);
            t.join();
        }
        System.out.println("suspended, and gone: " + gone);
    }

    public static void main(String[] args) throws Exception {
        oneState();
        ending();
        race();
    }
}
