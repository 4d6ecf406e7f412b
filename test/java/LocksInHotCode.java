import java.util.concurrent.CountDownLatch;

/** Monitors in methods that have run often: who holds what after returns, exceptions, loops that get hot inside a block, contention, waits. */
public class LocksInHotCode {
    private int value;

    synchronized int inc() { return ++value; }
    synchronized int failing(int i) {
        if (i % 7 == 0) throw new IllegalStateException("seven");
        return deeper(i);
    }
    synchronized int deeper(int i) {
        if (i % 11 == 0) return new int[1][i].length;
        if (i % 13 == 0) return new int[0][0].length + ((int[]) null).length;
        return i;
    }
    static synchronized int plus(int a, int b) { return a + b; }
    synchronized int nested(int n) { return n == 0 ? inc() : nested(n - 1) + 1; }
    synchronized long replaced(LocksInHotCode self, int n) { // `this` is what it was, whatever the variables hold
        long sum = 0;
        for (int i = 0; i < n; i++) {
            self = i % 2 == 0 ? this : null;
            if (self != null) sum += self.inc();
        }
        return sum;
    }
    boolean held() { return Thread.holdsLock(this) || Thread.holdsLock(LocksInHotCode.class); }

    static void calls() {
        LocksInHotCode l = new LocksInHotCode();
        long sum = 0;
        for (int i = 0; i < 30_000; i++) {
            sum += l.inc() + plus(i, 1);
            if (i % 50 == 0) sum += l.nested(i % 400) + l.replaced(null, i % 40);
            if (i == 9_000) System.identityHashCode(l);
            if (i == 15_000) System.identityHashCode(LocksInHotCode.class);
        }
        System.out.println("calls " + sum + " " + l.held());
    }

    static void exceptions() {
        LocksInHotCode l = new LocksInHotCode();
        int states = 0, bounds = 0, nulls = 0;
        long sum = 0;
        for (int i = 0; i < 20_000; i++) {
            try {
                sum += l.failing(i);
            } catch (IllegalStateException e) {
                states++;
            } catch (ArrayIndexOutOfBoundsException e) {
                bounds++;
            } catch (NullPointerException e) {
                nulls++;
            } catch (OutOfMemoryError e) {
                throw e;
            }
            if (l.held()) throw new AssertionError("still held at " + i);
        }
        System.out.println("exceptions " + sum + " " + states + " " + bounds + " " + nulls);
    }

    static int block(Object lock, Object other, int i) {
        synchronized (lock) {
            synchronized (other) {
                if (i % 3 == 0) return i;
                if (i % 5 == 0) throw new RuntimeException();
            }
            if (!Thread.holdsLock(lock)) throw new AssertionError("lost");
        }
        return -i;
    }

    static void blocks() {
        Object[] locks = {new Object(), new int[0], "text", String.class, new LocksInHotCode()};
        long sum = 0;
        for (int i = 0; i < 30_000; i++) {
            Object a = locks[i % locks.length], b = locks[i / 3 % locks.length];
            try {
                sum += block(a, i % 1000 == 999 ? null : b, i);
            } catch (NullPointerException e) {
                sum += 3;
            } catch (RuntimeException e) {
                sum += 7;
            }
            if (Thread.holdsLock(a) || Thread.holdsLock(b)) throw new AssertionError("still held at " + i);
        }
        System.out.println("blocks " + sum);
    }

    /** The loop gets hot while the method's monitor, and one of its own, are held. */
    synchronized long loop(Object lock, int n) {
        long sum = 0;
        synchronized (lock) {
            for (int i = 0; i < n; i++) {
                synchronized (this) {
                    sum += i ^ value;
                }
                if (i % 1000 == 0) sum += inc();
            }
            if (!Thread.holdsLock(lock) || !Thread.holdsLock(this)) throw new AssertionError("lost");
        }
        if (lock != this && Thread.holdsLock(lock)) throw new AssertionError("kept");
        return sum;
    }

    static void contended() throws Exception {
        LocksInHotCode l = new LocksInHotCode();
        Thread[] threads = new Thread[4];
        CountDownLatch go = new CountDownLatch(1);
        int[] plain = {0};
        for (int t = 0; t < threads.length; t++) {
            int by = t + 1;
            threads[t] = new Thread(() -> {
                try {
                    go.await();
                } catch (InterruptedException e) {
                    return;
                }
                for (int i = 0; i < 20_000; i++) {
                    l.inc();
                    synchronized (plain) {
                        plain[0] += by;
                    }
                    if (i % 64 == 0) Thread.yield();
                }
            });
            threads[t].start();
        }
        go.countDown();
        for (Thread t : threads) t.join();
        System.out.println("contended " + l.value + " " + plain[0]);
    }

    private int turn;

    synchronized void step(int who, int of) throws InterruptedException {
        while (turn % of != who) wait();
        turn++;
        notifyAll();
    }

    static void waits() throws Exception {
        LocksInHotCode l = new LocksInHotCode();
        Thread[] threads = new Thread[3];
        for (int t = 0; t < threads.length; t++) {
            int who = t;
            threads[t] = new Thread(() -> {
                try {
                    for (int i = 0; i < 1_500; i++) l.step(who, threads.length);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            threads[t].start();
        }
        for (Thread t : threads) t.join();
        System.out.println("waits " + l.turn);
    }

    public static void main(String[] args) throws Exception {
        calls();
        exceptions();
        blocks();
        LocksInHotCode l = new LocksInHotCode();
        System.out.println("loop " + l.loop(new Object(), 200_000) + " " + l.loop(l, 100_000) + " " + l.held());
        contended();
        waits();
    }
}
