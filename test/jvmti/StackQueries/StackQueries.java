import java.util.concurrent.CountDownLatch;

/** Stacks of threads in every situation, asked for one by one, as a list and all together. */
public class StackQueries {
    static native void trace(Thread t, int start, int max);
    static native int depth(Thread t);
    static native void locations(Thread t, int upto);
    static native void all(int max);
    static native void some(Thread[] threads, int max);

    static void recurse(int n, Runnable then) {
        if (n == 0) then.run();
        else recurse(n - 1, then);
    }

    static class Ask implements Runnable {
        public void run() {
            System.out.println("depth " + depth(null));
            trace(null, 0, 64);
            trace(null, 2, 3);
            trace(null, -2, 64);
            trace(null, -1, 64);
            trace(null, 0, 0);
            trace(null, 7, 1);
            trace(null, 1000, 1);
            trace(null, -1000, 1);
            locations(null, 9);
        }
    }

    static final Object waitOn = new Object(), blockOn = new Lock();
    static volatile boolean stop;
    static int spins;

    static void waiter() { synchronized (waitOn) { try { waitOn.wait(); } catch (InterruptedException e) { } } }
    static class Lock { synchronized void enter() { spins++; } }
    static void blocker() { ((Lock) blockOn).enter(); }
    static void sleeper() { try { Thread.sleep(1000000); } catch (InterruptedException e) { } }

    static void until(Thread t, Thread.State s) { while (t.getState() != s) Thread.onSpinWait(); }

    public static void main(String[] args) throws Exception {
        recurse(3, new Ask());

        Thread[] threads = { new Thread(StackQueries::waiter), new Thread(StackQueries::blocker), new Thread(StackQueries::sleeper) };
        Thread fresh = new Thread(() -> { }, "test-8"), ended = new Thread(() -> { }, "test-9");
        ended.start();
        ended.join();
        Thread.State[] states = { Thread.State.WAITING, Thread.State.BLOCKED, Thread.State.TIMED_WAITING };
        synchronized (blockOn) {
            for (int i = 0; i < threads.length; i++) {
                threads[i].setName("test-" + i);
                threads[i].start();
                until(threads[i], states[i]);
            }
            System.out.println("blocked");
            locations(threads[1], 1);
            trace(threads[1], 0, 10);
            System.out.println("list");
            some(new Thread[] { threads[1], fresh, ended }, 5);
            some(new Thread[] { threads[1] }, 0);
            some(new Thread[0], 5);
            System.out.println("all");
            all(3);
        }
        threads[1].join();
        threads[0].interrupt();
        threads[2].interrupt();
        threads[0].join();
        threads[2].join();
        System.out.println("done " + spins);
    }
}
