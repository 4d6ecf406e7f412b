import java.util.concurrent.locks.LockSupport;

/** Suspending, resuming, stopping and interrupting threads in every state of the state diagram, with the state bits before, meanwhile and afterwards. */
public class ThreadControl {
    static native int state(Thread t);
    static native void inNative(long[] ticks);
    static native void letNativeGo();
    static native long nativeTicks();
    static native String suspend(Thread t);
    static native String resume(Thread t);
    static native String stop(Thread t, Throwable ex);
    static native String interrupt(Thread t);
    static native String list(boolean suspend, Thread... threads);
    static native void suspendSelf();

    static final Object lock = new Object();
    static volatile long turns;
    static volatile boolean leave, passed;

    static class Stop extends RuntimeException {
        Stop(String text) { super(text, null, false, false); }
    }

    /** A state, how to get into it, and what lets a thread leave it. */
    enum In {
        SPIN { void body() { while (!leave) turns++; } void release(Thread t) { leave = true; } },
        NATIVE { void body() { inNative(ticks); } void release(Thread t) { letNativeGo(); } },
        WAIT { void body() throws Exception { synchronized (lock) { lock.wait(); } } void release(Thread t) { synchronized (lock) { lock.notify(); } } },
        TIMED_WAIT {
            void body() throws Exception {
                synchronized (lock) { lock.wait(10000000); }
            }
            void release(Thread t) {
                synchronized (lock) { lock.notify(); }
            }
        },
        PARK { void body() { LockSupport.park(); } void release(Thread t) { LockSupport.unpark(t); } },
        PARK_ON { void body() { LockSupport.park(lock); } void release(Thread t) { LockSupport.unpark(t); } },
        TIMED_PARK { void body() { LockSupport.parkNanos(1000000000000000L); } void release(Thread t) { LockSupport.unpark(t); } },
        SLEEP { void body() throws Exception { Thread.sleep(10000000); } void release(Thread t) { t.interrupt(); } },
        BLOCKED { void body() { synchronized (held) { turns++; } Thread.yield(); } void release(Thread t) { holder.interrupt(); } };
        abstract void body() throws Exception;
        abstract void release(Thread t);
    }
    static final long[] ticks = new long[1];
    static final Object held = new Object();
    static Thread holder;
    static volatile boolean holding;

    static class Subject extends Thread {
        final In in;
        volatile String end = "?";
        Subject(In in) { super(in.name()); this.in = in; setDaemon(true); }
        @Override public void run() {
            passed = false;
            try {
                in.body();
                passed = true;
                end = "returned";
            } catch (Throwable e) {
                end = e.getClass().getSimpleName() + (e instanceof Stop ? " " + e.getMessage() : "");
            }
        }
    }

    static String hex(Thread t) { return Integer.toHexString(state(t)); }

    /** Starts it and waits until it is there. */
    static Subject enter(In in) throws Exception {
        leave = false;
        holding = false;
        if (in == In.BLOCKED) {
            holder = new Thread(() -> { synchronized (held) { holding = true; try { Thread.sleep(10000000); } catch (InterruptedException e) { } } });
            holder.start();
            while (!holding) Thread.onSpinWait();
        }
        long before = turns;
        Subject t = new Subject(in);
        t.start();
        int wanted = switch (in) { case SPIN -> 5; case NATIVE -> 0x400005; case WAIT -> 0x191; case TIMED_WAIT -> 0x1a1; case PARK, PARK_ON -> 0x291;
                                   case TIMED_PARK -> 0x2a1; case SLEEP -> 0xe1; case BLOCKED -> 0x401; };
        while (state(t) != wanted) Thread.onSpinWait();
        if (in == In.SPIN) while (turns == before) Thread.onSpinWait();
        if (in == In.NATIVE) while (ticks[0] == 0) Thread.onSpinWait();
        return t;
    }
    static void finish(Subject t) throws Exception {
        t.join();
        if (holder != null) { holder.interrupt(); holder.join(); holder = null; }
        ticks[0] = 0;
    }

    static void suspendEach() throws Exception {
        for (In in : In.values()) {
            Subject t = enter(in);
            System.out.println(in + " " + hex(t));
            System.out.println("  suspend " + suspend(t) + " " + hex(t) + " again " + suspend(t));
            long before = turns, ticked = nativeTicks();
            if (in == In.NATIVE) while (nativeTicks() == ticked) Thread.onSpinWait(); // native code goes on
            in.release(t);
            if (in == In.BLOCKED) holder.join(); // the monitor is free, but nobody takes it
            t.join(20);
            System.out.println("  released: " + t.isAlive() + " passed " + passed + " turns " + (turns == before));
            if (in == In.BLOCKED) synchronized (held) { System.out.println("  the monitor can be had"); }
            System.out.println("  resume " + resume(t));
            finish(t);
            System.out.println("  " + t.end + " " + hex(t) + " suspend " + suspend(t) + " resume " + resume(t));
        }
        Subject fresh = new Subject(In.SPIN);
        System.out.println("fresh " + hex(fresh) + " suspend " + suspend(fresh) + " resume " + resume(fresh) + " stop "
                + stop(fresh, new Stop("x")) + " interrupt " + interrupt(fresh));
    }

    static void notified() throws Exception {
        Subject t = enter(In.WAIT);
        suspend(t);
        synchronized (lock) {
            lock.notify();
            System.out.println("notified, the monitor held " + hex(t));
        }
        resume(t);
        finish(t);
        System.out.println("  " + t.end);
        t = enter(In.WAIT);
        synchronized (lock) {
            lock.notify();
            System.out.println("notified, not suspended " + hex(t));
        }
        finish(t);
        System.out.println("  " + t.end);
        t = enter(In.WAIT);
        suspend(t);
        System.out.println("interrupt " + interrupt(t) + " " + hex(t));
        resume(t);
        finish(t);
        System.out.println("  " + t.end);
    }

    static void stopEach() throws Exception {
        for (In in : In.values()) {
            Subject t = enter(in);
            System.out.println("stop in " + in + " " + stop(t, new Stop("now")));
            if (in == In.NATIVE) letNativeGo();
            if (in == In.BLOCKED) { holder.interrupt(); holder.join(); }
            finish(t);
            System.out.println("  " + t.end + " " + hex(t) + " stop " + stop(t, new Stop("late")));
        }
        for (In in : In.values()) {
            Subject t = enter(in);
            System.out.println("stop while suspended in " + in + " " + suspend(t) + " " + stop(t, new Stop("suspended")));
            t.join(5);
            System.out.println("  alive " + t.isAlive() + " resume " + resume(t));
            if (in == In.NATIVE) letNativeGo();
            if (in == In.BLOCKED) { holder.interrupt(); holder.join(); }
            finish(t);
            System.out.println("  " + t.end);
        }
        Subject t = enter(In.SPIN);
        System.out.println("two exceptions: " + suspend(t) + " " + stop(t, new Stop("first")) + " " + stop(t, new ThreadDeath()) + " " + resume(t));
        finish(t);
        System.out.println("  one of them " + (t.end.equals("Stop first") || t.end.equals("ThreadDeath")));
        try {
            System.out.println("stop self " + stop(Thread.currentThread(), new Stop("self")));
        } catch (Stop e) {
            System.out.println("  caught " + e.getMessage());
        }
        Thread.interrupted(); // HotSpot interrupts threads that it stops
    }

    static void interruptEach() throws Exception {
        for (In in : In.values()) {
            if (in == In.SLEEP) continue; // its release is an interrupt
            Subject t = enter(in);
            System.out.println("interrupt in " + in + " " + interrupt(t));
            boolean ends = switch (in) { case SPIN, NATIVE, BLOCKED -> false; default -> true; };
            if (!ends) {
                System.out.println("  " + hex(t) + " " + t.isInterrupted());
                in.release(t);
            }
            finish(t);
            System.out.println("  " + t.end);
        }
        Subject t = enter(In.SLEEP);
        suspend(t);
        System.out.println("interrupt while suspended in SLEEP " + interrupt(t));
        t.join(5);
        System.out.println("  alive " + t.isAlive() + " " + resume(t));
        finish(t);
        System.out.println("  " + t.end);
    }

    static volatile boolean went;
    static void self() throws Exception {
        Thread t = new Thread(() -> { suspendSelf(); went = true; }, "self");
        t.start();
        while ((state(t) & 0x100000) == 0) Thread.onSpinWait();
        System.out.println("suspended itself " + hex(t) + " " + went + " " + resume(t));
        t.join();
        System.out.println("  " + went + " " + resume(t));
        went = false;
        Thread[] all = new Thread[2];
        Subject other = enter(In.PARK);
        Thread me = new Thread(() -> {
            all[0] = Thread.currentThread();
            all[1] = other;
            list(true, all);
            went = true;
            while (!leave) Thread.onSpinWait();
        }, "lister");
        me.start();
        while ((state(me) & 0x100000) == 0) Thread.onSpinWait();
        System.out.println("suspended itself in a list " + (state(other) & 0x100000) + " " + went);
        System.out.println("  " + list(false, me, other, null, me, new Thread()));
        leave = true;
        me.join();
        LockSupport.unpark(other);
        finish(other);
    }

    public static void main(String[] args) throws Exception {
        suspendEach();
        notified();
        stopEach();
        interruptEach();
        self();
    }
}
