import java.util.concurrent.locks.LockSupport;

/** Threads in every state, their groups, monitors and storage; suspension and interruption. */
public class ThreadQueries {
    static native void info(Thread t);
    static native int state(Thread t);
    static native void group(ThreadGroup g);
    static native boolean listed(Thread t);
    static native boolean current(Thread t);
    static native void monitors(Thread t);
    static native void usage(Object o);
    static native long storage(Thread t, long set);
    static native void suspend(Thread t);
    static native void resume(Thread t);
    static native void suspendList(Thread[] t, boolean suspend);
    static native void interrupt(Thread t);
    static native void runAgent(Thread t);
    static native boolean cpuTime(Thread t);

    static class A { }
    static class B { }
    static final Object a = new A(), b = new B(), c = new Object();
    static volatile boolean stop;
    static volatile long turns;

    static void until(Thread t, Thread.State s) { while (t.getState() != s) Thread.onSpinWait(); }
    static Thread start(ThreadGroup g, String name, Thread.State s, Runnable r) {
        Thread t = new Thread(g, r, name);
        t.start();
        until(t, s);
        return t;
    }
    static String hex(Thread t) { return Integer.toHexString(state(t) & ~0x400000); }

    static void holdBoth() {
        synchronized (a) {
            synchronized (b) {
                synchronized (a) {
                    park();
                }
            }
        }
    }
    static void park() { LockSupport.park(); }
    static void quietWait(Object o, long ms) {
        synchronized (o) {
            try {
                o.wait(ms);
            } catch (InterruptedException e) { System.out.println("interrupted in wait"); }
        }
    }
    static void quietSleep() { try { Thread.sleep(1000000); } catch (InterruptedException e) { System.out.println("interrupted in sleep"); } }

    public static void main(String[] args) throws Exception {
        Thread main = Thread.currentThread();
        info(null);
        info(main);
        System.out.println(hex(null) + " " + listed(main) + " " + current(main));
        ThreadGroup g = new ThreadGroup("mine"), inner = new ThreadGroup(g, "inner");
        inner.setMaxPriority(4);
        inner.setDaemon(true);
        Thread fresh = new Thread(g, () -> { }, "fresh");
        fresh.setDaemon(true);
        fresh.setPriority(9);
        fresh.setContextClassLoader(null);
        info(fresh);
        System.out.println(hex(fresh) + " " + listed(fresh));
        Thread parked = start(g, "parked", Thread.State.WAITING, ThreadQueries::holdBoth);
        Thread timed = start(g, "timed", Thread.State.TIMED_WAITING, () -> LockSupport.parkNanos(1000000000000L));
        Thread waits = start(g, "waits", Thread.State.WAITING, () -> quietWait(c, 0));
        Thread waitsTimed = start(inner, "waitsTimed", Thread.State.TIMED_WAITING, () -> quietWait(c, 1000000));
        Thread sleeps = start(inner, "sleeps", Thread.State.TIMED_WAITING, ThreadQueries::quietSleep);
        Thread blocked = start(inner, "blocked", Thread.State.BLOCKED, () -> { synchronized (b) { } });
        Thread runs = start(g, "runs", Thread.State.RUNNABLE, () -> { while (!stop) turns++; });
        for (Thread t : new Thread[] { parked, timed, waits, waitsTimed, sleeps, blocked, runs }) {
            info(t);
            System.out.println("  state " + hex(t) + " " + listed(t) + " " + current(t));
            monitors(t);
        }
        group(g);
        group(inner);
        for (Object o : new Object[] { a, b, c, g }) usage(o);
        synchronized (c) { usage(c); monitors(null); }

        System.out.println("storage " + storage(null, 0) + " " + storage(null, 17) + " " + storage(main, 0) + " " + storage(runs, 0) + " "
                + storage(runs, 18) + " " + storage(null, 0));
        System.out.println("cpu " + cpuTime(runs));

        System.out.println("suspend");
        suspend(runs);
        long before = turns;
        for (int i = 0; i < 1000; i++) Thread.onSpinWait();
        System.out.println("  stands still " + (turns == before) + " state " + hex(runs));
        suspend(runs);
        resume(runs);
        resume(runs);
        while (turns == before) Thread.onSpinWait();
        suspendList(new Thread[] { runs, parked, fresh, runs }, true);
        System.out.println("  state " + hex(runs) + " " + hex(parked));
        suspendList(new Thread[] { runs, parked, fresh, timed }, false);

        System.out.println("interrupt");
        interrupt(sleeps);
        sleeps.join();
        interrupt(waits);
        waits.join();
        interrupt(fresh);
        LockSupport.unpark(parked);
        parked.join();
        blocked.join();
        stop = true;
        runs.join();
        info(runs);
        System.out.println("  ended: " + hex(runs) + " " + listed(runs));
        interrupt(runs);

        System.out.println("agent");
        Thread agent = new Thread(g, null, "agent");
        runAgent(agent);
        agent.join();
        System.out.println("  " + hex(agent));
        waitsTimed.interrupt();
        waitsTimed.join();
        timed.interrupt();
        timed.join();
    }
}
