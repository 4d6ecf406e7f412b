package model;

import java.lang.invoke.*;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jcstress.annotations.*;

/** Loops that end when another thread says so. */
public class Ends {
    @JCStressTest(Mode.Termination) @State @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class Volatile {
        volatile boolean end;
        @Actor public void loop() { while (!end) { } }
        @Signal public void signal() { end = true; }
    }

    @JCStressTest(Mode.Termination) @State @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class Opaque {
        static final VarHandle END;
        static {
            try { END = MethodHandles.lookup().findVarHandle(Opaque.class, "end", boolean.class); }
            catch (ReflectiveOperationException e) { throw new Error(e); }
        }
        boolean end;
        @Actor public void loop() { while (!(boolean) END.getOpaque(this)) { } }
        @Signal public void signal() { END.setOpaque(this, true); }
    }

    @JCStressTest(Mode.Termination) @State @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class Element {
        static final VarHandle END = MethodHandles.arrayElementVarHandle(long[].class);
        final long[] end = new long[4];
        @Actor public void loop() { int n = 0; while ((long) END.getAcquire(end, n & 3) == 0) n++; }
        @Signal public void signal() { for (int i = 0; i < 4; i++) END.setRelease(end, i, 1L); }
    }

    @JCStressTest(Mode.Termination) @State @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class Locked {
        boolean end;
        synchronized boolean ended() { return end; }
        @Actor public void loop() { while (!ended()) { } }
        @Signal public synchronized void signal() { end = true; }
    }

    @JCStressTest(Mode.Termination) @State @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class Exchanged {
        final AtomicBoolean end = new AtomicBoolean();
        @Actor public void loop() { while (!end.compareAndSet(true, false)) Thread.onSpinWait(); }
        @Signal public void signal() { end.lazySet(true); }
    }

    @JCStressTest(Mode.Termination) @State @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class Interrupted {
        volatile Thread t;
        @Actor public void loop() { t = Thread.currentThread(); while (!Thread.currentThread().isInterrupted()) { } }
        @Signal public void signal() { while (t == null) { } t.interrupt(); }
    }

    @JCStressTest(Mode.Termination) @State @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class Parked {
        volatile Thread t; volatile boolean end;
        @Actor public void loop() { t = Thread.currentThread(); while (!end) LockSupport.park(this); }
        @Signal public void signal() { while (t == null) { } end = true; LockSupport.unpark(t); }
    }
}
