// What ThreadMXBean says of monitors that a thread waits for, and of threads that have ended.
import java.lang.management.*;
import java.util.*;

public class ThreadInfoLocks {
    static final ThreadMXBean BEAN = ManagementFactory.getThreadMXBean();
    static final class Lock { final String name; Lock(String name) { this.name = name; } }
    static final Lock A = new Lock("A"), B = new Lock("B"), C = new Lock("C");
    interface Body { void run() throws InterruptedException; }

    static void waitInside(Lock l, long ms) throws InterruptedException { synchronized (l) { l.wait(ms); } }
    static synchronized void waitOnClass() throws InterruptedException { ThreadInfoLocks.class.wait(); }

    /** The thread's monitors once it is in `state`. Locks are told by their identity. */
    static void show(String what, Thread.State state, Body body) throws Exception {
        Thread t = new Thread(() -> { try { body.run(); } catch (InterruptedException e) { } }, what);
        t.start();
        while (t.getState() != state) Thread.onSpinWait();
        ThreadInfo i = BEAN.getThreadInfo(new long[] { t.getId() }, true, true)[0];
        StringBuilder s = new StringBuilder(what + ": " + i.getThreadState() + " on " + name(i.getLockInfo()) + ", holds");
        for (MonitorInfo m : i.getLockedMonitors())
            s.append(' ').append(name(m)).append('@').append(m.getLockedStackDepth()).append(m.getLockedStackFrame().getMethodName());
        System.out.println(s.append(", owner ").append(i.getLockOwnerName()));
        t.interrupt();
        if (state != Thread.State.BLOCKED) t.join();
    }

    static String name(LockInfo l) {
        if (l == null) return "nothing";
        for (Lock k : new Lock[] { A, B, C }) if (System.identityHashCode(k) == l.getIdentityHashCode()) return k.name;
        return l.getClassName();
    }

    static void waiting() throws Exception {
        show("wait", Thread.State.WAITING, () -> { synchronized (A) { A.wait(); } });
        show("timed wait", Thread.State.TIMED_WAITING, () -> { synchronized (A) { A.wait(100_000); } });
        show("wait, entered twice", Thread.State.WAITING, () -> { synchronized (A) { synchronized (A) { A.wait(); } } });
        show("wait, entered in two frames", Thread.State.WAITING, () -> { synchronized (A) { waitInside(A, 0); } });
        show("wait with others", Thread.State.WAITING, () -> { synchronized (B) { synchronized (A) { synchronized (C) { A.wait(); } } } });
        show("wait with others outside", Thread.State.WAITING, () -> { synchronized (B) { synchronized (C) { waitInside(A, 0); } } });
        show("wait, again outside of others", Thread.State.WAITING, () -> { synchronized (A) { synchronized (B) { waitInside(A, 0); } } });
        show("wait in a synchronized method", Thread.State.WAITING, ThreadInfoLocks::waitOnClass);
        show("sleep", Thread.State.TIMED_WAITING, () -> { synchronized (A) { synchronized (B) { Thread.sleep(100_000); } } });
        show("park", Thread.State.WAITING, () -> { synchronized (A) { java.util.concurrent.locks.LockSupport.park(B); } });
    }

    static void blocking() throws Exception {
        Thread holder = new Thread(() -> { synchronized (A) { try { Thread.sleep(1_000_000); } catch (InterruptedException e) { } } }, "holder");
        holder.start();
        while (holder.getState() != Thread.State.TIMED_WAITING) Thread.onSpinWait();
        show("blocked", Thread.State.BLOCKED, () -> { synchronized (A) { } });
        show("blocked with others", Thread.State.BLOCKED, () -> { synchronized (B) { synchronized (C) { synchronized (A) { } } } });
        holder.interrupt();
        holder.join();
    }

    /** A thread is in the numbers until join returns, and never after. */
    static void ended() throws Exception {
        int answers = 0, times = 0, listed = 0, counted = 0, before = BEAN.getThreadCount();
        for (int i = 0; i < 300; i++) {
            Thread t = new Thread(() -> { });
            t.start();
            while (t.getState() != Thread.State.TERMINATED) Thread.onSpinWait();
            if (BEAN.getThreadInfo(t.getId()) != null || BEAN.getThreadInfo(new long[] { t.getId() }, true, true)[0] != null) answers++;
            if (BEAN.getThreadCpuTime(t.getId()) != -1 || BEAN.getThreadUserTime(t.getId()) != -1) times++;
            for (long id : BEAN.getAllThreadIds()) if (id == t.getId()) listed++;
            if (Thread.getAllStackTraces().containsKey(t) || t.isAlive()) listed++;
            t.join();
            if (BEAN.getThreadCount() > before) counted++;
        }
        System.out.println("ended: answers " + answers + ", times " + times + ", listed " + listed + ", counted " + counted);
    }

    public static void main(String[] args) throws Exception {
        waiting();
        blocking();
        ended();
    }
}
