// Threads: names, ids, priorities, states as observed, join with and without time, daemon flag, interrupt in every blocking call,
// exceptions of misuse, yield, many threads.
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.LockSupport;

public class ThreadsBasic {
    interface Body { Object run() throws Throwable; }
    static void t(String n, Body b) {
        try { System.out.println(n + ": " + b.run()); } catch (Throwable e) { System.out.println(n + ": " + e); }
    }
    static void until(Thread t, Thread.State s) { while (t.getState() != s) Thread.onSpinWait(); }
    static String interrupted(Runnable block, Thread.State at) throws Exception {
        String[] r = {"?"};
        Thread t = new Thread(() -> { try { block.run(); r[0] = "returned, flag "
            + Thread.currentThread().isInterrupted(); } catch (Throwable e) { r[0] = (e.getCause() != null ? e.getCause() : e) + ", flag "
            + Thread.currentThread().isInterrupted(); } });
        t.start(); until(t, at); t.interrupt(); t.join();
        return r[0];
    }
    interface Blocking { void go() throws Exception; }
    static Runnable wrap(Blocking b) { return () -> { try { b.go(); } catch (Exception e) { throw new RuntimeException(e); } }; }

    public static void main(String[] args) throws Exception {
        Thread main = Thread.currentThread();
        System.out.println(main + " " + main.getId() + " " + main.isDaemon() + " " + main.getPriority() + " " + main.getState() + " "
            + main.isAlive() + " " + main.getThreadGroup().getName());
        Thread a = new Thread(() -> System.out.println("a runs as " + Thread.currentThread().getName()), "worker-a");
        System.out.println(a.getState() + " " + a.isAlive() + " " + a.getName());
        a.start(); a.join();
        System.out.println(a.getState() + " " + a.isAlive() + " " + a.getThreadGroup());
        t("start twice", () -> { a.start(); return 0; });
        t("bad priority", () -> { a.setPriority(11); return 0; });
        t("null name", () -> { new Thread((String) null); return 0; });
        t("negative sleep", () -> { Thread.sleep(-1); return 0; });
        t("negative join", () -> { a.join(-5); return 0; });
        t("daemon after start", () -> { main.setDaemon(true); return 0; });
        t("sleep 0", () -> { Thread.sleep(0); Thread.sleep(0, 500); return "slept"; });
        t("sleep when interrupted", () -> { main.interrupt(); try { Thread.sleep(10000); return "?"; } finally { System.out.println("flag "
            + Thread.interrupted() + Thread.interrupted()); } });
        t("join when interrupted", () -> { main.interrupt(); new Thread().join(); main.join(1); return "?"; });
        t("wait when interrupted", () -> { main.interrupt(); synchronized (a) { a.wait(); } return "?"; });
        Object lock = new Object(); CountDownLatch never = new CountDownLatch(1);
        System.out.println("sleep: " + interrupted(wrap(() -> Thread.sleep(100000)), Thread.State.TIMED_WAITING));
        System.out.println("wait: " + interrupted(wrap(() -> { synchronized (lock) { lock.wait(); } }), Thread.State.WAITING));
        System.out.println("timed wait: " + interrupted(wrap(() -> { synchronized (lock) { lock.wait(100000); } }), Thread.State.TIMED_WAITING));
        System.out.println("join: " + interrupted(wrap(() -> main.join()), Thread.State.WAITING));
        System.out.println("park: " + interrupted(LockSupport::park, Thread.State.WAITING));
        System.out.println("parkNanos: " + interrupted(() -> LockSupport.parkNanos(100_000_000_000L), Thread.State.TIMED_WAITING));
        System.out.println("await: " + interrupted(wrap(() -> never.await()), Thread.State.WAITING));
        System.out.println("queue: " + interrupted(wrap(() -> new LinkedBlockingQueue<>().take()), Thread.State.WAITING));
        Thread blocked = new Thread(() -> { synchronized (lock) { System.out.println("got the lock, flag " + Thread.interrupted()); } });
        synchronized (lock) {
            blocked.start(); until(blocked, Thread.State.BLOCKED); blocked.interrupt();
            System.out.println("blocked stays " + blocked.getState());
        }
        blocked.join();
        Thread unstarted = new Thread(() -> System.out.println("interrupted before start: " + Thread.currentThread().isInterrupted()));
        unstarted.interrupt(); unstarted.start(); unstarted.join();
        Thread sleeper = new Thread(() -> { try { Thread.sleep(100000); } catch (InterruptedException e) { } });
        sleeper.setDaemon(true); sleeper.start(); sleeper.join(20);
        System.out.println("timed join leaves it alive: " + sleeper.isAlive()); sleeper.interrupt(); sleeper.join();
        AtomicInteger n = new AtomicInteger(); List<Thread> many = new ArrayList<>();
        for (int i = 0; i < 60; i++) { Thread t = new Thread(n::incrementAndGet); many.add(t); t.start(); }
        for (Thread t : many) t.join();
        System.out.println(n + " threads ran");
        Thread child = new Thread(() -> { });
        System.out.println(child.getPriority() + " " + child.isDaemon() + " "
            + (child.getContextClassLoader() == main.getContextClassLoader()));
        main.setPriority(7); main.setName("renamed"); System.out.println(main + " " + new Thread().getPriority());
        Thread d = new Thread(() -> System.out.println("child of daemon is daemon: " + new Thread().isDaemon()));
        d.setDaemon(true); d.start(); d.join();
        class Sub extends Thread { int x; public void run() { x = 7; } }
        Sub s = new Sub(); s.start(); s.join(); System.out.println(s.x + " " + Thread.holdsLock(lock));
        long before = System.nanoTime(); Thread.sleep(30);
        System.out.println("slept at least: " + (System.nanoTime() - before >= 29_000_000));
        System.out.println(System.currentTimeMillis() > 1600000000000L);
        sleepForeverDaemon();
    }
    static void sleepForeverDaemon() {
        Thread t = new Thread(() -> { try { Thread.sleep(1000000); } catch (InterruptedException e) { } System.out.println("never"); });
        t.setDaemon(true); t.start();
    }
}
