/** The program of the table of functions: makes what functions.c asks about. `Functions MS REPS`, -Dprobe.lib names the agent. */
import java.util.concurrent.locks.LockSupport;

public final class Functions {
    static native void measure(Object[] about, int ms, int reps);

    static int field;
    static final Object lock = new Object();
    static volatile boolean there;

    static int probed(int x) { return x + field; }

    /** Has variables of each kind: slots 0, 1, 3, 4, 6. */
    static long held(int i, long l, float f, double d, Object o) {
        synchronized (lock) {
            there = true;
            for (;;) {
                LockSupport.park();
                if (i + l + f + d == 0 && o == null) return l; // they live to the end
            }
        }
    }

    /** A frame with `this` that calls held. */
    long holds() { return held(1, 2, 3, 4, "five"); }

    static Thread daemon(Runnable r) {
        Thread t = new Thread(r);
        t.setDaemon(true);
        t.start();
        while (t.getState() != Thread.State.WAITING) Thread.onSpinWait();
        return t;
    }

    public static void main(String[] args) {
        System.load(System.getProperty("probe.lib"));
        for (int i = 0; i < 20_000; i++) field = probed(i) & 1;
        Thread parked = daemon(() -> { for (;;) LockSupport.park(); }), held = daemon(new Functions()::holds);
        Object[] about = { parked, held, new Object(), lock, Object.class.getModule(), Functions.class.getModule() };
        measure(about, Integer.parseInt(args[0]), Integer.parseInt(args[1]));
        System.exit(0);
    }
}
