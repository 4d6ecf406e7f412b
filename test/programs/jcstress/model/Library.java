package model;

import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.*;

/** java.util.concurrent, which stands on compare-and-set, fences and parking. */
public class Library {
    /** Actors of jcstress declare no exceptions. */
    static <T> T quietly(Callable<T> c) { try { return c.call(); } catch (Exception e) { throw new Error(e); } }

    @JCStressTest @State @Outcome(id = "33333", expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class Adders {
        static final AtomicIntegerFieldUpdater<Adders> N = AtomicIntegerFieldUpdater.newUpdater(Adders.class, "n");
        static final AtomicLongFieldUpdater<Adders> M = AtomicLongFieldUpdater.newUpdater(Adders.class, "m");
        volatile int n; volatile long m;
        final AtomicInteger a = new AtomicInteger(); final AtomicLongArray l = new AtomicLongArray(3); final LongAdder adder = new LongAdder();
        void add(int v) {
            N.addAndGet(this, v); M.getAndUpdate(this, x -> x + v); a.accumulateAndGet(v, Integer::sum); l.getAndAdd(1, v); adder.add(v);
        }
        @Actor public void one() { add(1); }
        @Actor public void two() { add(2); }
        @Arbiter public void sum(L_Result r) { r.r1 = "" + n + m + a.get() + l.get(1) + adder.sum(); }
    }

    @JCStressTest @State @Outcome(id = "2", expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class Reentrant {
        final ReentrantLock lock = new ReentrantLock(); int n;
        void add() { lock.lock(); try { n++; } finally { lock.unlock(); } }
        @Actor public void one() { add(); }
        @Actor public void two() { add(); }
        @Arbiter public void sum(I_Result r) { r.r1 = n; }
    }

    @JCStressTest @State @Outcome(id = "2", expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class Permits {
        final Semaphore one = new Semaphore(1); int n;
        void add() { one.acquireUninterruptibly(); n++; one.release(); }
        @Actor public void one() { add(); }
        @Actor public void two() { add(); }
        @Arbiter public void sum(I_Result r) { r.r1 = n; }
    }

    /** A read that was not disturbed sees both values or none. */
    @JCStressTest @State @Outcome(id = {"0", "2", "-1"}, expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class Optimistic {
        final StampedLock lock = new StampedLock(); int x, y;
        @Actor public void writer() { long s = lock.writeLock(); x = 1; y = 1; lock.unlockWrite(s); }
        @Actor public void reader(I_Result r) { long s = lock.tryOptimisticRead(); int n = x + y; r.r1 = lock.validate(s) ? n : -1; }
    }

    @JCStressTest @State @Outcome(id = {"0", "2"}, expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class ReadAndWrite {
        final ReentrantReadWriteLock lock = new ReentrantReadWriteLock(); int x, y;
        @Actor public void writer() { lock.writeLock().lock(); x = 1; y = 1; lock.writeLock().unlock(); }
        @Actor public void reader(I_Result r) { lock.readLock().lock(); r.r1 = x + y; lock.readLock().unlock(); }
    }

    @JCStressTest @State @Outcome(id = "1", expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class Latch {
        final CountDownLatch latch = new CountDownLatch(1); int x;
        @Actor public void one() { x = 1; latch.countDown(); }
        @Actor public void two(I_Result r) { r.r1 = quietly(() -> { latch.await(); return x; }); }
    }

    @JCStressTest @State @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class Handed {
        final SynchronousQueue<int[]> there = new SynchronousQueue<>(); final LinkedTransferQueue<int[]> back = new LinkedTransferQueue<>();
        @Actor public void one(II_Result r) { r.r1 = quietly(() -> { there.put(new int[] {1}); return back.take()[0]; }); }
        @Actor public void two(II_Result r) { r.r2 = quietly(() -> { int[] a = there.take(); back.transfer(new int[] {1}); return a[0]; }); }
    }

    /** Two elements, and each thread takes what there is: nothing is lost or taken twice, and each is whole. */
    @JCStressTest @State @Outcome(id = {"3, 0", "0, 3", "1, 2", "2, 1"}, expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class Taken {
        final ConcurrentLinkedQueue<int[]> queue = new ConcurrentLinkedQueue<>(List.of(new int[] {1}, new int[] {2}));
        int take() { int sum = 0; for (int[] e; (e = queue.poll()) != null;) sum += e[0]; return sum; }
        @Actor public void one(II_Result r) { r.r1 = take(); }
        @Actor public void two(II_Result r) { r.r2 = take(); }
    }

    @JCStressTest @State @Outcome(id = "2", expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class Computed {
        final ConcurrentHashMap<String, Object> map = new ConcurrentHashMap<>(); final AtomicInteger calls = new AtomicInteger(); Object a, b;
        Object get() { return map.computeIfAbsent("key", k -> { calls.incrementAndGet(); return new Object(); }); }
        @Actor public void one() { a = get(); }
        @Actor public void two() { b = get(); }
        @Arbiter public void same(I_Result r) { r.r1 = calls.get() + (a == b && a == map.get("key") ? 1 : 0); }
    }

    @JCStressTest @State @Outcome(id = {"1", "2"}, expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class Completed {
        final CompletableFuture<int[]> f = new CompletableFuture<>(); boolean first, second;
        @Actor public void one() { first = f.complete(new int[] {1}); }
        @Actor public void two() { second = f.complete(new int[] {2}); }
        @Arbiter public void winner(I_Result r) { r.r1 = first == second ? -1 : f.join()[0] == (first ? 1 : 2) ? f.join()[0] : -2; }
    }

    @JCStressTest @State @Outcome(id = "1", expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class RunOnce {
        int n; final FutureTask<Integer> task = new FutureTask<>(() -> ++n);
        @Actor public void one() { task.run(); }
        @Actor public void two() { task.run(); }
        @Arbiter public void sum(I_Result r) { r.r1 = quietly(task::get) == 1 ? n : -1; }
    }

    @JCStressTest @State @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class Exchanged {
        final Exchanger<Integer> exchanger = new Exchanger<>();
        @Actor public void one(II_Result r) { r.r1 = quietly(() -> exchanger.exchange(1)); }
        @Actor public void two(II_Result r) { r.r2 = quietly(() -> exchanger.exchange(0)); }
    }

    @JCStressTest @State @Outcome(id = "11, 22", expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class Barrier {
        final CyclicBarrier barrier = new CyclicBarrier(2); int x, y;
        @Actor public void one(II_Result r) { x = 10; quietly(barrier::await); r.r1 = x + (y == 20 ? 1 : 0); }
        @Actor public void two(II_Result r) { y = 20; quietly(barrier::await); r.r2 = y + (x == 10 ? 2 : 0); }
    }
}
