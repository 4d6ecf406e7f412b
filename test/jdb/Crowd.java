/** Threads in different states, and a place to stop at. */
public class Crowd {
    static final Object LOCK = new Object();
    static volatile int ready;

    static void together() { System.out.println("together"); }

    static void sleep(long ms) {
        try { Thread.sleep(ms); } catch (InterruptedException e) { }
    }

    public static void main(String[] args) throws Exception {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
        Object own = new Object();
        Thread[] crowd = {
            new Thread(() -> { synchronized (LOCK) { ready++; sleep(100_000); } }, "crowd-sleeps"),
            new Thread(() -> { while (ready < 1) Thread.onSpinWait(); synchronized (LOCK) { } }, "crowd-blocked"),
            new Thread(() -> { synchronized (own) { try { own.wait(); } catch (InterruptedException e) { } } }, "crowd-waits"),
            new Thread(() -> { while (ready < 2) Thread.onSpinWait(); }, "crowd-spins"),
        };
        for (Thread t : crowd) { t.setDaemon(true); t.start(); }
        Thread.State[] wanted = {Thread.State.TIMED_WAITING, Thread.State.BLOCKED, Thread.State.WAITING};
        for (int i = 0; i < wanted.length; i++)
            while (crowd[i].getState() != wanted[i]) sleep(1);
        together();
        System.exit(3);
    }
}
