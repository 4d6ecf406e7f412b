// Litmus tests of the memory model: two to four threads run through the same objects side by side, and outcomes that the Java language and
// VarHandle forbid are counted. Each test has its own loops, so they are compiled for it; the second thread runs from the end, so the two meet
// in each round. Without -Dlitmus.seconds=n (for each test) it is short and prints only what is forbidden; with it also how often outcomes came
// that are allowed, but show that accesses of this machine are seen in another order.
import java.lang.invoke.*;
import java.util.concurrent.atomic.*;

public class MemoryModel {
    static final VarHandle X, Y, DATA, ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);
    static {
        try {
            MethodHandles.Lookup l = MethodHandles.lookup();
            X = l.findVarHandle(S.class, "x", int.class); Y = l.findVarHandle(S.class, "y", int.class); DATA = l.findVarHandle(S.class, "box", Box.class);
        } catch (ReflectiveOperationException e) { throw new Error(e); }
    }
    static final AtomicIntegerFieldUpdater<S> VX = AtomicIntegerFieldUpdater.newUpdater(S.class, "vx");

    static final class Box { final int a; final int[] b; int plain; Box(int v) { a = v; b = new int[] {v, v}; plain = v; } }
    /** What the threads share, once for each try, and what they read. */
    static final class S {
        int x, y; volatile int vx, vy; volatile long vj; Box box; final int[] e = new int[2]; final byte[] bytes = new byte[2];
        int r1, r2, r3, r4; long rj;
        void clear() { x = y = 0; vx = vy = 0; vj = 0; box = null; e[0] = e[1] = 0; bytes[0] = bytes[1] = 0; r1 = r2 = r3 = r4 = 0; rj = 0; }
    }
    abstract static class Test {
        final String name; final boolean forbidden; final int threads;
        Test(String name, boolean forbidden) { this(name, forbidden, 2); }
        Test(String name, boolean forbidden, int threads) { this.name = name; this.forbidden = forbidden; this.threads = threads; }
        abstract void one(S[] all); abstract void two(S[] all); void three(S[] all) {} void four(S[] all) {}
        abstract boolean counts(S s);
        void part(int n, S[] all) { if (n == 0) one(all); else if (n == 1) two(all); else if (n == 2) three(all); else four(all); }
    }

    // Store buffering: both read what was there before. Only a full order forbids it.
    static class BufferingPlain extends Test {
        BufferingPlain() { super("store buffering, plain", false); }
        void one(S[] all) { for (S s : all) { s.x = 1; s.r1 = s.y; } }
        void two(S[] all) { for (int i = all.length; --i >= 0;) { S s = all[i]; s.y = 1; s.r2 = s.x; } }
        boolean counts(S s) { return s.r1 == 0 && s.r2 == 0; }
    }
    static class BufferingReleased extends Test {
        BufferingReleased() { super("store buffering, release and acquire", false); }
        void one(S[] all) { for (S s : all) { X.setRelease(s, 1); s.r1 = (int) Y.getAcquire(s); } }
        void two(S[] all) { for (int i = all.length; --i >= 0;) { S s = all[i]; Y.setRelease(s, 1); s.r2 = (int) X.getAcquire(s); } }
        boolean counts(S s) { return s.r1 == 0 && s.r2 == 0; }
    }
    static class BufferingVolatile extends Test {
        BufferingVolatile() { super("store buffering, volatile", true); }
        void one(S[] all) { for (S s : all) { s.vx = 1; s.r1 = s.vy; } }
        void two(S[] all) { for (int i = all.length; --i >= 0;) { S s = all[i]; s.vy = 1; s.r2 = s.vx; } }
        boolean counts(S s) { return s.r1 == 0 && s.r2 == 0; }
    }
    static class BufferingHandles extends Test {
        BufferingHandles() { super("store buffering, setVolatile and getVolatile", true); }
        void one(S[] all) { for (S s : all) { X.setVolatile(s, 1); s.r1 = (int) Y.getVolatile(s); } }
        void two(S[] all) { for (int i = all.length; --i >= 0;) { S s = all[i]; Y.setVolatile(s, 1); s.r2 = (int) X.getVolatile(s); } }
        boolean counts(S s) { return s.r1 == 0 && s.r2 == 0; }
    }
    static class BufferingFences extends Test {
        BufferingFences() { super("store buffering, plain with full fences", true); }
        void one(S[] all) { for (S s : all) { s.x = 1; VarHandle.fullFence(); s.r1 = s.y; } }
        void two(S[] all) { for (int i = all.length; --i >= 0;) { S s = all[i]; s.y = 1; VarHandle.fullFence(); s.r2 = s.x; } }
        boolean counts(S s) { return s.r1 == 0 && s.r2 == 0; }
    }
    static class BufferingElements extends Test {
        BufferingElements() { super("store buffering, elements of an array", true); }
        void one(S[] all) { for (S s : all) { ELEMENT.setVolatile(s.e, 0, 1); s.r1 = (int) ELEMENT.getVolatile(s.e, 1); } }
        void two(S[] all) { for (int i = all.length; --i >= 0;) { S s = all[i]; ELEMENT.setVolatile(s.e, 1, 1); s.r2 = (int) ELEMENT.getVolatile(s.e, 0); } }
        boolean counts(S s) { return s.r1 == 0 && s.r2 == 0; }
    }
    static class BufferingExchanges extends Test {
        BufferingExchanges() { super("store buffering, getAndAdd and compareAndSet", true); }
        void one(S[] all) { for (S s : all) { X.getAndAdd(s, 1); s.r1 = (int) Y.getVolatile(s); } }
        void two(S[] all) { for (int i = all.length; --i >= 0;) { S s = all[i]; VX.get(s); Y.compareAndSet(s, 0, 1); s.r2 = (int) X.getVolatile(s); } }
        boolean counts(S s) { return s.r1 == 0 && s.r2 == 0; }
    }
    static class BufferingLocks extends Test {
        BufferingLocks() { super("store buffering, under one lock", true); }
        void one(S[] all) { for (S s : all) { synchronized (s) { s.x = 1; } synchronized (s) { s.r1 = s.y; } } }
        void two(S[] all) { for (int i = all.length; --i >= 0;) { S s = all[i]; synchronized (s) { s.y = 1; } synchronized (s) { s.r2 = s.x; } } }
        boolean counts(S s) { return s.r1 == 0 && s.r2 == 0; }
    }

    // Message passing: the flag is seen, the data is not.
    static class PassingVolatile extends Test {
        PassingVolatile() { super("message passing, volatile flag", true); }
        void one(S[] all) { for (S s : all) { s.x = 1; s.vx = 1; } }
        void two(S[] all) { for (int i = all.length; --i >= 0;) { S s = all[i]; s.r1 = s.vx; s.r2 = s.x; } }
        boolean counts(S s) { return s.r1 == 1 && s.r2 == 0; }
    }
    static class PassingReleased extends Test {
        PassingReleased() { super("message passing, release and acquire", true); }
        void one(S[] all) { for (S s : all) { s.x = 1; Y.setRelease(s, 1); } }
        void two(S[] all) { for (int i = all.length; --i >= 0;) { S s = all[i]; s.r1 = (int) Y.getAcquire(s); s.r2 = s.x; } }
        boolean counts(S s) { return s.r1 == 1 && s.r2 == 0; }
    }
    static class PassingLazily extends Test {
        PassingLazily() { super("message passing, lazySet", true); }
        void one(S[] all) { for (S s : all) { s.x = 1; VX.lazySet(s, 1); } }
        void two(S[] all) { for (int i = all.length; --i >= 0;) { S s = all[i]; s.r1 = VX.get(s); s.r2 = s.x; } }
        boolean counts(S s) { return s.r1 == 1 && s.r2 == 0; }
    }
    static class PassingFences extends Test {
        PassingFences() { super("message passing, opaque flag with fences", true); }
        void one(S[] all) { for (S s : all) { s.x = 1; VarHandle.releaseFence(); Y.setOpaque(s, 1); } }
        void two(S[] all) { for (int i = all.length; --i >= 0;) { S s = all[i]; s.r1 = (int) Y.getOpaque(s); VarHandle.acquireFence(); s.r2 = s.x; } }
        boolean counts(S s) { return s.r1 == 1 && s.r2 == 0; }
    }
    static class PassingLocks extends Test {
        PassingLocks() { super("message passing, both under one lock", true); }
        void one(S[] all) { for (S s : all) synchronized (s) { s.x = 1; s.y = 1; } }
        void two(S[] all) { for (int i = all.length; --i >= 0;) { S s = all[i]; synchronized (s) { s.r1 = s.y; s.r2 = s.x; } } }
        boolean counts(S s) { return s.r1 != s.r2; }
    }
    static class PassingTwice extends Test { // what was read before the flag may not be used again
        PassingTwice() { super("message passing, data read before the flag too", true); }
        void one(S[] all) { for (S s : all) { s.x = 1; s.vx = 1; } }
        void two(S[] all) { for (int i = all.length; --i >= 0;) { S s = all[i]; s.r3 = s.x; s.r1 = s.vx; s.r2 = s.x; } }
        boolean counts(S s) { return s.r1 == 1 && s.r2 == 0; }
    }

    // Load buffering: each reads what the other writes later.
    static class LoadsVolatile extends Test {
        LoadsVolatile() { super("load buffering, volatile", true); }
        void one(S[] all) { for (S s : all) { s.r1 = s.vx; s.vy = 1; } }
        void two(S[] all) { for (int i = all.length; --i >= 0;) { S s = all[i]; s.r2 = s.vy; s.vx = 1; } }
        boolean counts(S s) { return s.r1 == 1 && s.r2 == 1; }
    }
    static class LoadsReleased extends Test {
        LoadsReleased() { super("load buffering, acquire and release", true); }
        void one(S[] all) { for (S s : all) { s.r1 = (int) X.getAcquire(s); Y.setRelease(s, 1); } }
        void two(S[] all) { for (int i = all.length; --i >= 0;) { S s = all[i]; s.r2 = (int) Y.getAcquire(s); X.setRelease(s, 1); } }
        boolean counts(S s) { return s.r1 == 1 && s.r2 == 1; }
    }

    // Coherence: of one variable nobody sees an older value after a newer one.
    static class CoherenceOpaque extends Test {
        CoherenceOpaque() { super("coherence, opaque", true); }
        void one(S[] all) { for (S s : all) { X.setOpaque(s, 1); X.setOpaque(s, 2); } }
        void two(S[] all) { for (int i = all.length; --i >= 0;) { S s = all[i]; s.r1 = (int) X.getOpaque(s); s.r2 = (int) X.getOpaque(s);
            s.r3 = (int) X.getOpaque(s); } }
        boolean counts(S s) { return s.r1 > s.r2 || s.r2 > s.r3; }
    }
    static class CoherenceVolatile extends Test {
        CoherenceVolatile() { super("coherence, volatile", true); }
        void one(S[] all) { for (S s : all) { s.vx = 1; s.vx = 2; } }
        void two(S[] all) { for (int i = all.length; --i >= 0;) { S s = all[i]; s.r1 = s.vx; s.r2 = s.vx; s.r3 = s.vx; } }
        boolean counts(S s) { return s.r1 > s.r2 || s.r2 > s.r3; }
    }
    static class CoherenceWrites extends Test { // the last of a thread's own writes, or the other's, never its first
        CoherenceWrites() { super("coherence, own writes", true); }
        void one(S[] all) { for (S s : all) { s.vx = 1; s.vx = 2; s.r1 = s.vx; } }
        void two(S[] all) { for (int i = all.length; --i >= 0;) { S s = all[i]; s.vx = 3; s.r2 = s.vx; s.r3 = s.vx; } }
        boolean counts(S s) { return s.r1 == 1 || (s.r2 != 3 && s.r3 == 3) || s.r1 == 0; }
    }

    // Two readers see two writes in two orders.
    static class IndependentVolatile extends Test {
        IndependentVolatile() { super("independent reads, volatile", true, 4); }
        void one(S[] all) { for (S s : all) s.vx = 1; }
        void two(S[] all) { for (int i = all.length; --i >= 0;) all[i].vy = 1; }
        void three(S[] all) { for (S s : all) { s.r1 = s.vx; s.r2 = s.vy; } }
        void four(S[] all) { for (S s : all) { s.r3 = s.vy; s.r4 = s.vx; } }
        boolean counts(S s) { return s.r1 == 1 && s.r2 == 0 && s.r3 == 1 && s.r4 == 0; }
    }

    // An object that is published by a race has its final fields, and what they name.
    static class FinalFields extends Test {
        FinalFields() { super("final fields, published by a race", true); }
        void one(S[] all) { for (S s : all) s.box = new Box(7); }
        void two(S[] all) { for (int i = all.length; --i >= 0;) { S s = all[i]; Box b = s.box; s.r1 = b == null ? 7 : b.a;
            s.r2 = b == null ? 7 : b.b[0] + b.b[1] - 7; } }
        boolean counts(S s) { return s.r1 != 7 || s.r2 != 7; }
    }
    static class PlainPublished extends Test {
        PlainPublished() { super("plain fields, published by release", true); }
        void one(S[] all) { for (S s : all) DATA.setRelease(s, new Box(7)); }
        void two(S[] all) { for (int i = all.length; --i >= 0;) { S s = all[i]; Box b = (Box) DATA.getAcquire(s); s.r1 = b == null ? 7 : b.plain; } }
        boolean counts(S s) { return s.r1 != 7; }
    }

    // Writes are whole, and touch nothing beside them.
    static class Neighbours extends Test {
        Neighbours() { super("bytes side by side", true); }
        void one(S[] all) { for (S s : all) { s.bytes[0] = 1; s.r1 = s.bytes[0]; } }
        void two(S[] all) { for (int i = all.length; --i >= 0;) { S s = all[i]; s.bytes[1] = 2; s.r2 = s.bytes[1]; } }
        boolean counts(S s) { return s.r1 != 1 || s.r2 != 2 || s.bytes[0] != 1 || s.bytes[1] != 2; }
    }
    static class WholeLongs extends Test {
        WholeLongs() { super("volatile long", true); }
        void one(S[] all) { for (S s : all) { s.vj = -1; s.vj = 0x123456789abcdefL; } }
        void two(S[] all) { for (int i = all.length; --i >= 0;) all[i].rj = all[i].vj; }
        boolean counts(S s) { return s.rj != 0 && s.rj != -1 && s.rj != 0x123456789abcdefL; }
    }
    static class Counting extends Test {
        Counting() { super("getAndAdd, compareAndSet and a lock count", true); }
        void one(S[] all) { for (S s : all) { X.getAndAdd(s, 1); VX.incrementAndGet(s); synchronized (s) { s.y++; } } }
        void two(S[] all) { for (int i = all.length; --i >= 0;) { S s = all[i]; X.getAndAdd(s, 1); VX.incrementAndGet(s); synchronized (s) { s.y++; } } }
        boolean counts(S s) { return s.x != 2 || s.vx != 2 || s.y != 2; }
    }
    static class Spinning extends Test { // an opaque read is not moved out of its loop
        Spinning() { super("waiting for an opaque write", true); }
        void one(S[] all) { X.setOpaque(all[0], 1); }
        void two(S[] all) { while ((int) X.getOpaque(all[0]) == 0) Thread.onSpinWait(); all[0].r1 = (int) X.getOpaque(all[0]); }
        boolean counts(S s) { return s.r1 > 1; }
    }

    static final Test[] TESTS = {new BufferingPlain(), new BufferingReleased(), new BufferingVolatile(), new BufferingHandles(),
        new BufferingFences(), new BufferingElements(), new BufferingExchanges(), new BufferingLocks(), new PassingVolatile(), new PassingReleased(),
        new PassingLazily(), new PassingFences(), new PassingLocks(), new PassingTwice(), new LoadsVolatile(), new LoadsReleased(),
        new CoherenceOpaque(), new CoherenceVolatile(), new CoherenceWrites(), new IndependentVolatile(), new FinalFields(), new PlainPublished(),
        new Neighbours(), new WholeLongs(), new Counting(), new Spinning()};

    /** Threads that come to `meet` go on when all are there. */
    static final class Meeting {
        final int parties; final AtomicInteger there = new AtomicInteger(); volatile int round;
        Meeting(int parties) { this.parties = parties; }
        void meet() {
            int r = round;
            if (there.incrementAndGet() == parties) { there.set(0); round = r + 1; return; }
            for (int n = 0; round == r; n++) if (n > 200) Thread.yield(); else Thread.onSpinWait();
        }
    }
    static final int TRIES = 256;
    static volatile boolean over;

    static void work(Test t, int n, S[] all, Meeting m, long[] counts, long end) {
        for (;;) {
            m.meet();
            if (over) return;
            t.part(n, all);
            m.meet();
            if (n != 0) continue;
            for (S s : all) { if (t.counts(s)) counts[0]++; s.clear(); }
            counts[1] += all.length;
            over = System.nanoTime() > end;
        }
    }
    static long[] run(Test t, long nanos) throws InterruptedException {
        S[] all = new S[TRIES];
        for (int i = 0; i < TRIES; i++) all[i] = new S();
        Meeting m = new Meeting(t.threads);
        long[] counts = new long[2];
        Thread[] threads = new Thread[t.threads];
        over = false;
        long end = System.nanoTime() + nanos;
        for (int n = 0; n < t.threads; n++) { int k = n; threads[n] = new Thread(() -> work(t, k, all, m, counts, end)); threads[n].start(); }
        for (Thread x : threads) x.join();
        return counts;
    }
    public static void main(String[] args) throws InterruptedException {
        int seconds = Integer.getInteger("litmus.seconds", 0);
        for (Test t : TESTS) {
            long[] c = run(t, seconds == 0 ? 50_000_000 : seconds * 1_000_000_000L);
            // On a busy machine the threads may run on one processor for a while.
            for (int n = 0; n < 4 && seconds != 0 && !t.forbidden && c[0] == 0; n++) c = run(t, seconds * 1_000_000_000L);
            if (t.forbidden) System.out.println(t.name + ": forbidden outcomes " + c[0] + (seconds == 0 ? "" : " of " + c[1]));
            else if (seconds != 0) System.out.println(t.name + ": allowed outcomes " + c[0] + " of " + c[1]);
        }
    }
}
