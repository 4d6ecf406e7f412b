package model;

import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.*;

/** Monitors, identity hash codes, threads. */
public class Monitors {
    @JCStressTest @State @Outcome(id = "4", expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class Counted {
        int n;
        synchronized void add() { n++; }
        @Actor public void one() { synchronized (this) { n++; } add(); }
        @Actor public void two() { add(); synchronized (this) { n++; } }
        @Arbiter public void sum(I_Result r) { r.r1 = n; }
    }

    @JCStressTest @State @Outcome(id = "6", expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class Nested {
        final Object inner = new Object(); int n;
        @Actor public void one() { synchronized (this) { n++; synchronized (inner) { n++; synchronized (this) { n++; } } } }
        @Actor public void two() { synchronized (this) { synchronized (this) { n++; } synchronized (inner) { n++; } n++; } }
        @Arbiter public void sum(I_Result r) { r.r1 = n; }
    }

    /** The lock is free again when an exception has left it. */
    @JCStressTest @State @Outcome(id = "2", expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class Thrown {
        int n; int[] none;
        synchronized int add() { n++; return none[0]; }
        @Actor public void one() { try { add(); } catch (NullPointerException e) { } }
        @Actor public void two() { try { add(); } catch (NullPointerException e) { } }
        @Arbiter public void sum(I_Result r) { r.r1 = n; }
    }

    /** Two locked reads are not turned round, and a locked write is whole. */
    @JCStressTest @State @Outcome(id = {"0, 0", "0, 2", "2, 2"}, expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class Reads {
        int x, y;
        @Actor public void writer() { synchronized (this) { x = 1; y = 1; } }
        @Actor public void reader(II_Result r) { synchronized (this) { r.r1 = x + y; } synchronized (this) { r.r2 = x + y; } }
    }

    @JCStressTest @State @Outcome(id = {"0, 1", "1, 0", "1, 1"}, expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class Buffering {
        int x, y;
        @Actor public void one(II_Result r) { synchronized (this) { x = 1; } synchronized (this) { r.r1 = y; } }
        @Actor public void two(II_Result r) { synchronized (this) { y = 1; } synchronized (this) { r.r2 = x; } }
    }

    /** A new lock that nobody else can see orders nothing, but volatile accesses in it do. */
    @JCStressTest @State @Outcome(id = {"0, 1", "1, 0", "1, 1"}, expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class OwnLock {
        volatile int x, y;
        @Actor public void one(II_Result r) { Object o = new Object(); synchronized (o) { x = 1; } synchronized (o) { r.r1 = y; } }
        @Actor public void two(II_Result r) { Object o = new Object(); synchronized (o) { y = 1; r.r2 = x; } }
    }

    @JCStressTest @State @Outcome(id = "1", expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class Hashes {
        final Object o = new Object(); int h1, h2;
        @Actor public void one() { h1 = System.identityHashCode(o); }
        @Actor public void two() { h2 = o.hashCode(); }
        @Arbiter public void same(I_Result r) { r.r1 = h1 == h2 && h1 == o.hashCode() ? 1 : 0; }
    }

    /** Hash codes of what is being locked and waited for. */
    @JCStressTest @State @Outcome(id = "3", expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class HashesOfLocks {
        final Object o = new Object(); int h1, h2, n;
        @Actor public void one() { synchronized (o) { n++; h1 = o.hashCode(); } }
        @Actor public void two() { h2 = o.hashCode(); synchronized (o) { n++; } }
        @Arbiter public void same(I_Result r) { r.r1 = (h1 == h2 && h1 == o.hashCode() ? 1 : 0) + n; }
    }

    @JCStressTest @State @Outcome(id = "1", expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class Waits {
        int x; boolean ready;
        @Actor public synchronized void waiter(I_Result r) { try { while (!ready) wait(); r.r1 = x; } catch (InterruptedException e) { r.r1 = -1; } }
        @Actor public synchronized void notifier() { x = 1; ready = true; notify(); }
    }

    @JCStressTest @State @Outcome(id = "11", expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class PingPong {
        int n;
        void turns(int odd) {
            try {
                for (int i = 0; i < 5; i++) synchronized (this) { while (n % 2 != odd) wait(); n++; notifyAll(); }
            } catch (InterruptedException e) { n = -100; }
        }
        @Actor public void one() { turns(0); }
        @Actor public void two() { turns(1); }
        @Arbiter public void sum(I_Result r) { r.r1 = n + 1; }
    }

    /** What was written before start is seen by the thread, what it wrote is seen after join, and no longer alive. */
    @JCStressTest @State @Outcome(id = "12, 12", expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class StartAndJoin {
        static int run() {
            int[] a = {1, 0};
            Thread t = new Thread(() -> a[1] = a[0] + 1); t.start();
            try { t.join(); } catch (InterruptedException e) { return -1; }
            return a[0] * 10 + a[1];
        }
        @Actor public void one(II_Result r) { r.r1 = run(); }
        @Actor public void two(II_Result r) { r.r2 = run(); }
    }

    @JCStressTest @State @Outcome(id = {"0", "2"}, expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class NotAlive {
        volatile Thread t; int x;
        @Actor public void starter() { Thread n = new Thread(() -> x = 1); n.start(); t = n; try { n.join(); } catch (InterruptedException e) { x = -1; } }
        @Actor public void watcher(I_Result r) { Thread n = t; r.r1 = n == null || n.isAlive() ? 0 : x == 1 ? 2 : 1; }
    }
}
