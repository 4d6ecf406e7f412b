// LockSupport permits, blockers, ReentrantLock, conditions, read-write and stamped locks, semaphores, barriers, phasers, exchangers, atomics under contention.
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class ParkAndLocks {
    static void until(Thread t, Thread.State s) { while (t.getState() != s) Thread.onSpinWait(); }
    static void run(int n, Runnable r) throws Exception {
        Thread[] ts = new Thread[n]; for (int i = 0; i < n; i++) { ts[i] = new Thread(r); ts[i].start(); } for (Thread t : ts) t.join();
    }
    volatile int vol;
    static final AtomicIntegerFieldUpdater<ParkAndLocks> UP = AtomicIntegerFieldUpdater.newUpdater(ParkAndLocks.class, "vol");
    static int plain;

    public static void main(String[] args) throws Exception {
        LockSupport.unpark(Thread.currentThread()); LockSupport.unpark(Thread.currentThread());
        LockSupport.park(); System.out.println("permit taken");
        long b = System.nanoTime(); LockSupport.parkNanos(20_000_000);
        LockSupport.parkUntil(System.currentTimeMillis() + 5); System.out.println("timed parks return");
        LockSupport.parkNanos(0); LockSupport.parkNanos(-1);
        Thread p = new Thread(() -> { LockSupport.park("blocker"); System.out.println("unparked, flag " + Thread.interrupted()); });
        p.start(); until(p, Thread.State.WAITING); System.out.println(LockSupport.getBlocker(p));
        LockSupport.unpark(p); p.join(); LockSupport.unpark(null); LockSupport.unpark(p);
        Thread early = new Thread(() -> {
            while (plain == 0 && !Thread.currentThread().isInterrupted()) Thread.onSpinWait();
            LockSupport.park();
            LockSupport.park();
            System.out.println("park returns at once when interrupted");
        });
        early.start(); early.interrupt(); early.join();
        ReentrantLock l = new ReentrantLock(true); int[] n = new int[1];
        run(4, () -> { for (int i = 0; i < 1000; i++) { l.lock(); try { l.lock(); n[0]++; } finally { l.unlock(); l.unlock(); } } });
        System.out.println(n[0] + " " + l.isLocked() + " " + l.getHoldCount());
        try { l.unlock(); } catch (IllegalMonitorStateException e) { System.out.println("unlock unowned"); }
        l.lock();
        Thread tl = new Thread(() -> { try { System.out.println(l.tryLock() + " "
            + l.tryLock(10,
            TimeUnit.MILLISECONDS)); l.lockInterruptibly(); } catch (InterruptedException e) { System.out.println("interrupted while locking"); } });
        tl.start(); while (!l.hasQueuedThread(tl)) Thread.onSpinWait();
        while (tl.getState() != Thread.State.WAITING) Thread.onSpinWait(); tl.interrupt(); tl.join();
        l.unlock();
        Condition c = l.newCondition(); boolean[] go = new boolean[1];
        Thread cw = new Thread(() -> {
            l.lock();
            try {
                while (!go[0]) c.await();
                System.out.println("condition met");
            } catch (InterruptedException e) {
            } finally { l.unlock(); }
        });
        cw.start(); until(cw, Thread.State.WAITING); l.lock(); go[0] = true; c.signal(); l.unlock();
        cw.join(); l.lock(); System.out.println("await times out " + !c.await(5, TimeUnit.MILLISECONDS));
        l.unlock();
        try { c.signal(); } catch (IllegalMonitorStateException e) { System.out.println("signal unowned"); }
        ReentrantReadWriteLock rw = new ReentrantReadWriteLock(); Map<Integer, Integer> map = new HashMap<>();
        run(4, () -> { for (int i = 0; i < 300; i++) { rw.writeLock().lock(); map.merge(i % 10, 1,
            Integer::sum); rw.writeLock().unlock(); rw.readLock().lock(); if (map.get(i % 10) < 1) System.out.println("bad"); rw.readLock().unlock(); } });
        System.out.println(map);
        StampedLock sl = new StampedLock(); long[] xy = new long[2];
        run(3, () -> {
            for (int i = 0; i < 500; i++) {
                long s = sl.writeLock();
                xy[0]++;
                xy[1]++;
                sl.unlockWrite(s);
                long r = sl.tryOptimisticRead();
                long x = xy[0], y = xy[1];
                if (!sl.validate(r)) {
                    r = sl.readLock();
                    x = xy[0];
                    y = xy[1];
                    sl.unlockRead(r);
                }
                if (x != y) System.out.println("torn");
            }
        });
        System.out.println(xy[0] + " " + xy[1]);
        Semaphore sem = new Semaphore(2); AtomicInteger in = new AtomicInteger(), max = new AtomicInteger();
        run(5, () -> { for (int i = 0; i < 100; i++) { sem.acquireUninterruptibly(); max.accumulateAndGet(in.incrementAndGet(),
            Math::max); in.decrementAndGet(); sem.release(); } });
        System.out.println("at most two: " + (max.get() <= 2) + " " + sem.availablePermits());
        CyclicBarrier bar = new CyclicBarrier(3, () -> plain++);
        run(3, () -> { try { for (int i = 0; i < 20; i++) bar.await(); } catch (Exception e) { throw new Error(e); } });
        System.out.println("barrier actions " + plain); Phaser ph = new Phaser(3);
        run(3, () -> { for (int i = 0; i < 10; i++) ph.arriveAndAwaitAdvance(); });
        System.out.println("phase " + ph.getPhase()); Exchanger<String> ex = new Exchanger<>();
        String[] got = new String[1];
        Thread et = new Thread(() -> { try { got[0] = ex.exchange("from thread"); } catch (InterruptedException e) { } });
        et.start(); System.out.println(ex.exchange("from main")); et.join(); System.out.println(got[0]);
        CountDownLatch cd = new CountDownLatch(4); run(4, cd::countDown); cd.await(); System.out.println(cd.getCount());
        AtomicLong al = new AtomicLong(); LongAdder la = new LongAdder();
        AtomicReference<String> ar = new AtomicReference<>("");
        AtomicIntegerArray aa = new AtomicIntegerArray(4);
        AtomicStampedReference<String> as = new AtomicStampedReference<>("a", 0);
        ParkAndLocks self = new ParkAndLocks(); AtomicBoolean once = new AtomicBoolean();
        AtomicInteger winners = new AtomicInteger();
        run(4, () -> {
            for (int i = 0; i < 500; i++) {
                al.incrementAndGet();
                la.increment();
                aa.getAndIncrement(i & 3);
                UP.incrementAndGet(self);
                ar.updateAndGet(s -> s.length() > 20 ? "" : s + "x");
            }
            if (once.compareAndSet(false, true)) winners.incrementAndGet();
        });
        System.out.println(al + " " + la + " " + aa + " " + self.vol + " " + winners + " " + as.compareAndSet("a", "b", 0, 1)
            + as.getStamp());
    }
}
