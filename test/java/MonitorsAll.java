// Monitors: recursion, contention, inflation and after, hash and lock on one object, synchronized methods of every kind, wait and
// notify order of effects, timeouts, misuse, nested wait, producer and consumer, class locks.
import java.util.*;
import java.util.concurrent.*;

public class MonitorsAll {
    interface Body { Object run() throws Throwable; }
    static void t(String n, Body b) { try { System.out.println(n + ": " + b.run()); } catch (Throwable e) { System.out.println(n + ": " + e); } }
    static void until(Thread t, Thread.State s) { while (t.getState() != s) Thread.onSpinWait(); }
    int count; static int scount;
    synchronized void inc() { count++; } static synchronized void sinc() { scount++; } void blk() { synchronized (this) { count++; } }
    synchronized int rec(int n) { return n == 0 ? 0 : 1 + rec(n - 1); }
    static class Box {
        Object v;
        synchronized void put(Object o) throws InterruptedException { while (v != null) wait(); v = o; notifyAll(); }
        synchronized Object take() throws InterruptedException { while (v == null) wait(); Object o = v; v = null; notifyAll(); return o; }
    }

    static void race(String name, Runnable r, int threads, int times) throws Exception {
        CyclicBarrier gate = new CyclicBarrier(threads); Thread[] ts = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            ts[i] = new Thread(() -> { try { gate.await(); } catch (Exception e) { throw new Error(e); } for (int k = 0; k < times; k++) r.run(); });
            ts[i].start();
        }
        for (Thread t : ts) t.join();
    }

    public static void main(String[] args) throws Exception {
        MonitorsAll m = new MonitorsAll(); Object o = new Object();
        race("inc", m::inc, 4, 2000); race("blk", m::blk, 4, 2000);
        race("static", MonitorsAll::sinc, 4, 2000); System.out.println(m.count + " " + scount);
        System.out.println(m.rec(300) + " " + Thread.holdsLock(m));
        int h = System.identityHashCode(o);
        synchronized (o) { System.out.println("hash kept under lock " + (h == o.hashCode()) + " " + Thread.holdsLock(o)); }
        Object p = new Object(); int hp;
        synchronized (p) { hp = p.hashCode(); synchronized (p) { System.out.println("hash made under lock " + (hp == p.hashCode())); } }
        System.out.println(hp == p.hashCode());
        t("notify unowned", () -> { o.notify(); return 0; });
        t("notifyAll unowned", () -> { o.notifyAll(); return 0; });
        t("wait unowned", () -> { o.wait(); return 0; });
        t("timed wait unowned", () -> { o.wait(1); return 0; });
        t("negative wait", () -> { synchronized (o) { o.wait(-1); } return 0; });
        t("bad nanos", () -> { synchronized (o) { o.wait(0, 1000000); } return 0; });
        t("null lock", () -> { Object n = null; synchronized (n) { return 0; } });
        t("wait times out", () -> { long b = System.nanoTime(); synchronized (o) { o.wait(20); } return System.nanoTime() - b >= 19_000_000L; });
        t("notify nobody", () -> { synchronized (o) { o.notify(); o.notifyAll(); } return "fine"; });
        // wait releases every recursive hold and takes them back
        Object q = new Object(); boolean[] entered = new boolean[1];
        Thread helper = new Thread(() -> { synchronized (q) { entered[0] = true; q.notify(); } });
        synchronized (q) {
            synchronized (q) {
                synchronized (q) { helper.start(); while (!entered[0]) q.wait(); } System.out.println("held again " + Thread.holdsLock(q));
            }
        }
        System.out.println("released " + !Thread.holdsLock(q)); helper.join();
        // notify wakes one, notifyAll wakes all
        Object w = new Object(); int[] woken = new int[1], waiting = new int[1]; int[] tickets = new int[1]; List<Thread> ws = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Thread t = new Thread(() -> { synchronized (w) { waiting[0]++; while (tickets[0] == 0) try {
        w.wait(); } catch (InterruptedException e) { } tickets[0]--; woken[0]++;
        }
        });
            ws.add(t); t.start();
        }
        for (Thread t : ws) until(t, Thread.State.WAITING);
        synchronized (w) {
            System.out.println("waiting " + waiting[0]); tickets[0] = 1; w.notify();
        }
        while (true) {
            synchronized (w) { if (woken[0] == 1) break; } Thread.yield();
        }
        System.out.println("still waiting " + ws.stream().filter(Thread::isAlive).count());
        synchronized (w) { tickets[0] = 4; w.notifyAll(); }
        for (Thread t : ws) t.join(); System.out.println("woken " + woken[0]);
        Box box = new Box(); int[] sum = new int[1];
        Thread prod = new Thread(() -> { try { for (int i = 1; i <= 500; i++) box.put(i); } catch (InterruptedException e) { } }),
            cons = new Thread(() -> { try { for (int i = 1; i <= 500; i++) sum[0] += (Integer) box.take(); } catch (InterruptedException e) { } });
        prod.start(); cons.start(); prod.join(); cons.join(); System.out.println("handed over " + sum[0]);
        // a thread that ends its wait by interrupt must hold the lock when the exception flies
        Object r = new Object(); boolean[] held = new boolean[1];
        Thread in = new Thread(() -> { synchronized (r) { try { r.wait(); } catch (InterruptedException e) { held[0] = Thread.holdsLock(r); } } });
        in.start(); until(in, Thread.State.WAITING);
        synchronized (r) {
            in.interrupt(); until(in, Thread.State.BLOCKED); System.out.println("interrupted waiter blocks " + in.getState());
        }
        in.join(); System.out.println("held at catch " + held[0]);
        // uncaught exception in a synchronized method releases
        Thread bad = new Thread(() -> { synchronized (r) { throw new RuntimeException("x"); } });
        bad.setUncaughtExceptionHandler((th, e) -> System.out.println("handler " + e.getMessage() + " holds " + Thread.holdsLock(r)));
        bad.start(); bad.join(); synchronized (r) { System.out.println("free again"); }
        Object[] many = new Object[3000];
        for (int i = 0; i < many.length; i++) { many[i] = new Object(); synchronized (many[i]) { if (i % 3 == 0) many[i].hashCode(); } }
        int locked = 0; for (Object x : many) synchronized (x) { locked++; }
        System.out.println(locked);
        List<Object> deep = new ArrayList<>(); System.out.println(nest(many, 0));
        synchronized (MonitorsAll.class) {
            synchronized (int[].class) {
                synchronized ("literal") { synchronized (args) { System.out.println("classes, strings and arrays lock"); } }
            }
        }
        Thread[] phil = new Thread[5]; Object[] forks = new Object[5]; int[] meals = new int[5];
        for (int i = 0; i < 5; i++) forks[i] = new Object();
        for (int i = 0; i < 5; i++) {
            int a = Math.min(i, (i + 1) % 5), b = Math.max(i, (i + 1) % 5), me = i;
            phil[i] = new Thread(() -> { for (int k = 0; k < 200; k++) synchronized (forks[a]) { synchronized (forks[b]) { meals[me]++; } } });
            phil[i].start();
        }
        for (Thread t : phil) t.join(); System.out.println(Arrays.toString(meals));
    }
    static int nest(Object[] a, int i) { if (i == 100) return 0; synchronized (a[i]) { return 1 + nest(a, i + 1); } }
}
