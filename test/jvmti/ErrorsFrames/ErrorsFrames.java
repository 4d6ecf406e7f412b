import java.util.function.Supplier;

/** Frames that may not be popped or made to return: running, native, none, the last one, of another type. */
public class ErrorsFrames {
    static native void all(Thread t, Object o);
    static native void suspend(Thread t);
    static native void resume(Thread t);
    static native void pop(Thread t);
    static native void force(Thread t, char type, Object o);
    static native void mismatch(Thread t, char type, Object o);
    static native void noFrames(Object o);

    static volatile boolean inside, go;
    static Object spinL() { inside = true; while (!go) { } return "own"; }
    static int spinI() { inside = true; while (!go) { } return 1; }
    static long spinJ() { inside = true; while (!go) { } return 1; }
    static float spinF() { inside = true; while (!go) { } return 1; }
    static double spinD() { inside = true; while (!go) { } return 1; }
    static void spinV() { inside = true; while (!go) { } }

    static class Direct extends Thread {
        @Override public void run() { inside = true; while (!go) { } }
    }

    static Thread start(Thread t) {
        inside = go = false;
        t.start();
        while (!inside) Thread.onSpinWait();
        return t;
    }
    static void end(Thread t) throws Exception { go = true; t.join(); }

    static void type(char type, Supplier<Object> spin) throws Exception {
        Object[] result = new Object[1];
        Thread t = start(new Thread(() -> result[0] = spin.get()));
        suspend(t);
        mismatch(t, type, "other");
        force(t, type, "forced");
        resume(t);
        t.join();
        System.out.println("  gave " + result[0]);
    }

    public static void main(String[] args) throws Exception {
        System.out.println("current thread, in a native method");
        all(null, "");

        System.out.println("running");
        Thread t = start(new Thread(() -> spinV()));
        all(t, "");
        end(t);

        System.out.println("suspended in wait");
        Object lock = new Object();
        boolean[] woken = new boolean[1];
        Thread waiting = new Thread(() -> {
            synchronized (lock) {
                while (!woken[0]) try { lock.wait(); } catch (InterruptedException e) { }
            }
        });
        waiting.start();
        while (waiting.getState() != Thread.State.WAITING) Thread.onSpinWait();
        suspend(waiting);
        all(waiting, "");
        resume(waiting);
        synchronized (lock) { woken[0] = true; lock.notify(); }
        waiting.join();

        System.out.println("no frame");
        noFrames("");

        System.out.println("one frame");
        t = start(new Direct());
        suspend(t);
        pop(t);
        resume(t);
        end(t);

        System.out.println("types");
        type('L', () -> spinL());
        type('I', () -> spinI());
        type('J', () -> spinJ());
        type('F', () -> spinF());
        type('D', () -> spinD());
        type('V', () -> { spinV(); return "after void"; });
    }
}
