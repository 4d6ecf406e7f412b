// Finalizers run once and can resurrect, phantom comes after finalization, Cleaner actions run once at collection or by hand, order
// with weak references, exceptions ignored.
import java.lang.ref.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

public class FinalizersAndCleaners {
    static final AtomicInteger finalized = new AtomicInteger(); static volatile Fin saved; static volatile CountDownLatch latch;
    static class Fin {
        final boolean resurrect; Fin(boolean r) { resurrect = r; }
        @Override protected void finalize() { finalized.incrementAndGet(); if (resurrect) saved = this; latch.countDown(); }
    }
    static class Thrower {
        @Override protected void finalize() { finalized.incrementAndGet(); latch.countDown(); throw new RuntimeException("ignored"); }
    }
    static class Half {
        Half(boolean fail) { if (fail) throw new IllegalArgumentException("not built"); }
        @Override protected void finalize() { finalized.incrementAndGet(); latch.countDown(); }
    }
    static void spread(int depth, Runnable r) { if (depth == 0) r.run(); else spread(depth - 1, r); }
    static void gcUntil(CountDownLatch l) throws InterruptedException {
        while (!l.await(10, TimeUnit.MILLISECONDS)) { System.gc(); System.runFinalization(); }
    }

    public static void main(String[] args) throws Exception {
        latch = new CountDownLatch(10); spread(5, () -> { for (int i = 0; i < 10; i++) new Fin(false); });
        gcUntil(latch); System.out.println("finalized " + finalized);
        finalized.set(0); latch = new CountDownLatch(1); spread(5, () -> new Fin(true)); gcUntil(latch);
        while (saved == null) Thread.onSpinWait(); System.out.println("resurrected " + saved.resurrect);
        WeakReference<?>[] w = new WeakReference<?>[1];
        spread(5, () -> { w[0] = new WeakReference<>(saved); saved = null; });
        while (w[0].get() != null) System.gc(); System.gc(); System.runFinalization();
        System.out.println("only once " + finalized);
        finalized.set(0); latch = new CountDownLatch(2); spread(5, () -> { new Thrower(); new Thrower(); });
        gcUntil(latch); System.out.println("after exception " + finalized);
        finalized.set(0); latch = new CountDownLatch(1);
        spread(5, () -> { try { new Half(true); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); } });
        gcUntil(latch); System.out.println("half built " + finalized);
        // weak references are cleared before finalization, phantom ones come after it
        ReferenceQueue<Object> q = new ReferenceQueue<>(); Reference<?>[] r = new Reference<?>[2];
        latch = new CountDownLatch(1); finalized.set(0);
        spread(5, () -> { Fin f = new Fin(false); r[0] = new WeakReference<>(f, q); r[1] = new PhantomReference<>(f, q); });
        while (!r[0].refersTo(null)) System.gc(); System.out.println("weak first " + (q.remove() == r[0]));
        gcUntil(latch); Reference<?> ph;
        while ((ph = q.remove(5)) == null) { System.gc(); System.runFinalization(); }
        System.out.println("phantom after finalizer " + (ph == r[1]) + " " + finalized);
        Cleaner c = Cleaner.create(); AtomicInteger cleaned = new AtomicInteger();
        CountDownLatch cl = new CountDownLatch(5);
        spread(5, () -> { for (int i = 0; i < 5; i++) c.register(new Object(), () -> { cleaned.incrementAndGet(); cl.countDown(); }); });
        gcUntil(cl); System.out.println("cleaned " + cleaned);
        Object held = new Object(); Cleaner.Cleanable by = c.register(held, cleaned::incrementAndGet);
        by.clean(); by.clean(); System.out.println("by hand once " + cleaned);
        CountDownLatch bad = new CountDownLatch(2);
        spread(5, () -> { c.register(new Object(),
            () -> { bad.countDown(); throw new RuntimeException("ignored"); }); c.register(new Object(), bad::countDown); });
        gcUntil(bad); System.out.println("cleaner survives exceptions"); Reference.reachabilityFence(held);
        try (AutoCloseable ac = () -> System.out.println("closed")) { }
        java.nio.ByteBuffer b = java.nio.ByteBuffer.allocateDirect(1 << 20);
        for (int i = 0; i < 60; i++) b = java.nio.ByteBuffer.allocateDirect(1 << 20);
        System.out.println(b.capacity()); c.register(new Object(), () -> { });
        try { c.register(null, () -> { }); } catch (NullPointerException e) { System.out.println("null refused"); }
    }
}
