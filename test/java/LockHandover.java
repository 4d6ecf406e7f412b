import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** Threads that hand monitors to each other while these get hashes, waiters, recursion and collections: every count must come out. */
public class LockHandover {
    static final int LOCKS = 12, THREADS = 5, TURNS = 20_000;
    static Object[] locks = new Object[LOCKS];
    static int[] counts = new int[LOCKS];
    static final AtomicIntegerArray hashes = new AtomicIntegerArray(LOCKS);
    static Object garbage;

    private int value;

    synchronized int inc() { return ++value; }
    synchronized int add(int n) { return n == 0 ? inc() : add(n - 1); }
    static synchronized int plus(int a, int b) { return a + b; }

    static void fresh() {
        for (int i = 0; i < LOCKS; i++) {
            locks[i] = i % 3 == 0 ? new int[i] : i % 3 == 1 ? new LockHandover() : new String("lock " + i);
            hashes.set(i, 0);
        }
    }

    /** Whoever asks, whoever holds it: always the same. */
    static void hash(int k) {
        int h = System.identityHashCode(locks[k]);
        if (!hashes.compareAndSet(k, 0, h) && hashes.get(k) != h) throw new AssertionError("two hashes");
    }

    static void count(int k) {
        synchronized (locks[k]) {
            counts[k]++;
        }
    }

    static void countTwo(int k, int other) {
        synchronized (locks[Math.min(k, other)]) {
            synchronized (locks[Math.max(k, other)]) {
                counts[k]++;
                if (k == other) return;
                counts[other]++;
            }
        }
    }

    static int deep(int k, int n) {
        synchronized (locks[k]) {
            counts[k]++;
            return n == 0 ? 0 : deep(k, n - 1) + 1;
        }
    }

    static final class Own {
        int value;
    }

    static final class Common {
        int value, seen;

        synchronized void add(int n) { value += n; }
    }

    /** Nothing in these can be stopped, but at the inner monitor. */
    static void both(Own a, Common b) {
        b.seen = 1;
        synchronized (a) {
            a.value++;
            b.add(1);
        }
    }

    static void twice(Own a, Own same, Common b) {
        b.seen = same.value;
        synchronized (a) {
            synchronized (same) {
                same.value += 2;
                b.add(3);
            }
        }
    }

    static void pairs(int who, Common[] common, Own mine) {
        for (int i = 0; i < TURNS; i++) {
            Common c = common[i / 50 % common.length];
            if (who == 0) { // the others find it taken
                synchronized (c) {
                    c.value++;
                    if (i % 50 == 0) Thread.yield();
                }
            } else if (i % 3 == 0)
                twice(mine, mine, c);
            else
                both(mine, c);
            if (i % 100 == 0 && (Thread.holdsLock(mine) || Thread.holdsLock(c))) throw new AssertionError("kept");
        }
    }

    interface Work {
        void run(int who) throws Exception;
    }

    static void all(String what, Work work) throws Exception {
        fresh();
        CountDownLatch go = new CountDownLatch(1);
        Throwable[] failed = {null};
        Thread[] threads = new Thread[THREADS];
        for (int t = 0; t < THREADS; t++) {
            int who = t;
            threads[t] = new Thread(() -> {
                try {
                    go.await();
                    work.run(who);
                } catch (Throwable e) {
                    failed[0] = e;
                }
            });
            threads[t].start();
        }
        go.countDown();
        for (Thread t : threads) t.join();
        long sum = 0;
        for (int k = 0; k < LOCKS; k++) {
            sum += counts[k];
            counts[k] = 0;
            if (Thread.holdsLock(locks[k])) throw new AssertionError("held");
        }
        System.out.println(what + " " + sum + (failed[0] == null ? "" : " " + failed[0]));
    }

    /** As many ends of short threads, so that numbers of threads come again. */
    static void shortThreads(int who) throws Exception {
        for (int i = 0; i < 60; i++) {
            int k = (who + i) % LOCKS;
            Thread t = new Thread(() -> {
                for (int n = 0; n < 50; n++) count(k);
                hash(k);
            });
            t.start();
            for (int n = 0; n < 50; n++) count(k);
            t.join();
        }
    }

    private int turn;

    synchronized void step(int who) throws InterruptedException {
        while (turn % THREADS != who) wait();
        turn++;
        notifyAll();
    }

    public static void main(String[] args) throws Exception {
        all("one", who -> {
            for (int i = 0; i < TURNS; i++) count(0);
        });
        all("many", who -> {
            for (int i = 0; i < TURNS; i++) count((i * 7 + who) % LOCKS);
        });
        all("two", who -> {
            for (int i = 0; i < TURNS; i++) countTwo((i * 5 + who) % LOCKS, i % LOCKS);
        });
        all("hashes", who -> {
            for (int i = 0; i < TURNS; i++) {
                int k = (i / 50 + who) % LOCKS;
                count(k);
                if (i % 101 == who) hash(k);
                if (i % 103 == who) {
                    synchronized (locks[k]) {
                        hash((k + 1) % LOCKS); // perhaps of one that its owner holds, who asks for this one
                        counts[k]++;
                    }
                }
            }
        });
        all("collections", who -> {
            for (int i = 0; i < TURNS; i++) {
                count((i + who) % LOCKS);
                if (i % 8 == 0) garbage = new byte[2_000];
                if (i % 4_000 == 0 && who == 0) System.gc();
            }
        });
        all("recursion", who -> {
            for (int i = 0; i < 60; i++) {
                deep((who + i) % LOCKS, 40 * (i % 8));
                count((who + i + 1) % LOCKS);
            }
        });
        all("short", LockHandover::shortThreads);
        all("handed", who -> {
            for (int round = 0; round < 40; round++) {
                int k = (who + round) % LOCKS;
                for (int i = 0; i < 500; i++) count(k); // long enough to be one's own
                if (round % 16 == who) hash(k);
            }
        });
        Common[] common = new Common[300];
        Own[] own = new Own[THREADS];
        for (int i = 0; i < common.length; i++) common[i] = new Common();
        for (int i = 0; i < THREADS; i++) own[i] = new Own();
        all("pairs", who -> pairs(who, common, own[who]));
        long sum = 0;
        for (Common c : common) {
            synchronized (c) {
                sum += c.value;
            }
        }
        System.out.println("pairs " + sum + " " + own[0].value + " " + own[1].value + " " + own[2].value);
        LockHandover l = new LockHandover();
        int[] sums = new int[THREADS];
        all("methods", who -> {
            for (int i = 0; i < TURNS; i++) {
                l.inc();
                if (i % 64 == 0) l.add(i % 5);
                sums[who] = plus(sums[who], 1);
            }
        });
        System.out.println("value " + l.value + " " + sums[0] + " " + sums[THREADS - 1]);
        all("waits", who -> {
            for (int i = 0; i < 400; i++) {
                l.step(who);
                count(i % 2);
                l.inc();
            }
        });
        System.out.println("turn " + l.turn + " value " + l.value);
    }
}
