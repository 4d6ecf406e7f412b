// What an instruction worked on when it ran for the first time is garbage for the next System.gc() after its method has
// returned: the thread collects, or another one while it sleeps, waits or is parked. So is what an initializer of a class
// stored in an array, once the array is dropped; the main class' initializer has run in the launcher's call.
// gcstress: off the program collects thousands of times itself
import java.lang.ref.WeakReference;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

public class Main {
    static class Box {
        int i;
        Object o;
        void call() {}
    }
    interface Face {
        default void face() {}
    }
    static class Faced extends Box implements Face {}
    static class Other extends Box {}

    static WeakReference<Object> ref;
    static Object sink;

    /* Runs often before, so that compilers have the method; `first` lets it execute what it never did. */
    interface Step {
        void run(boolean first);
    }
    static Object track(Object o) {
        ref = new WeakReference<>(o);
        return o;
    }
    static void instanceOf(boolean first) {
        Object o = track(new Object());
        if (first && o instanceof Main) System.out.println();
    }
    static void checkCast(boolean first) {
        Object o = track(new Faced());
        if (first && ((Box)o).i > 0) System.out.println();
    }
    static void castFails(boolean first) {
        Object o = track(new Object());
        if (!first) return;
        try {
            System.out.println((Main)o);
        } catch (ClassCastException e) {
        }
    }
    static void field(boolean first) {
        Faced o = new Faced();
        track(o);
        if (first) o.i = 1;
    }
    static void reference(boolean first) {
        Other o = new Other(), p = new Other();
        track(p);
        if (first) o.o = p;
    }
    static void virtual(boolean first) {
        Box o = new Other();
        track(o);
        if (first) o.call();
    }
    static void iface(boolean first) {
        Faced o = new Faced();
        track(o);
        if (first) ((Face)o).face();
    }
    static void monitor(boolean first) {
        Object o = track(new Object());
        if (first) synchronized (o) {
            sink = null;
        }
    }
    static void store(boolean first) {
        Object o = track(new Object());
        Object[] a = new Object[1];
        if (first) a[0] = o;
    }
    static void storeFails(boolean first) {
        Object o = track(new Object());
        Object[] a = new Box[1];
        if (!first) return;
        try {
            a[0] = o;
        } catch (ArrayStoreException e) {
        }
    }
    static void askedSlowly(boolean first) {
        Object o = track(new Object()), p = track(new Faced());
        if (first && o instanceof Face == p instanceof Face) System.out.println();
    }
    static void castSlowly(boolean first) {
        Object o = track(new Faced());
        if (first) ((Face)o).face();
    }
    static void castFailsSlowly(boolean first) {
        Object o = track(new Object());
        if (!first) return;
        try {
            ((Face)o).face();
        } catch (ClassCastException e) {
        }
    }
    static void storeSlowly(boolean first) {
        Object o = track(new Faced());
        Object[] a = new Face[1];
        if (first) a[0] = o;
    }
    static void monitorTwice(boolean first) {
        Object o = track(new Object());
        if (first) synchronized (o) {
            synchronized (o) {
                sink = null;
            }
        }
    }
    static void array(boolean first) {
        if (first) track(new Box[3]);
        else track(new Object());
    }
    static void arrays(boolean first) {
        if (first) track(new Box[3][3]);
        else track(new Object());
    }
    static void made(boolean first) {
        if (first) track(new StringBuilder());
        else track(new Object());
    }
    static void captured(boolean first) {
        Object o = track(new Object());
        if (first) ((Runnable)() -> sink = o == null ? "" : null).run();
    }
    static void concatenated(boolean first) {
        String s = new String("a");
        track(s);
        if (first && (s + ref.hashCode()).isEmpty()) System.out.println();
    }
    static void hashed(boolean first) {
        Object o = track(new Object());
        if (first && o.hashCode() + o.getClass().hashCode() == 0) System.out.println();
    }
    static void copied(boolean first) {
        Object[] a = { new Box() };
        track(a);
        if (first) a = a.clone();
    }
    static void reflected(boolean first) {
        Object o = track(new Box());
        if (!first) return;
        try {
            Box.class.getDeclaredMethod("call").invoke(o);
        } catch (ReflectiveOperationException e) {
        }
    }
    static final Step[] STEPS = { Main::instanceOf, Main::checkCast, Main::castFails, Main::field,
                                  Main::reference, Main::virtual, Main::iface, Main::monitor,
                                  Main::store, Main::storeFails, Main::askedSlowly, Main::castSlowly,
                                  Main::castFailsSlowly, Main::storeSlowly, Main::monitorTwice, Main::array,
                                  Main::arrays, Main::made, Main::captured, Main::concatenated,
                                  Main::hashed, Main::copied, Main::reflected };

    static Object[] madeByMain = { new Object(), new Object() };
    static class InArray {
        static Object[] made = { new Object() };
    }
    static class ByCall {
        static Object[] made;
        static { make(); }
        static void make() {
            made = new Object[] { new Object() };
        }
    }
    static class GoesOn {
        static Object[] made = { new Object() };
        static int after = 1;
        static { for (int i = 0; i < 3; i++) after += i; }
    }
    static final Step[] INITIALIZERS = { first -> { track(madeByMain[1]); madeByMain = null; }, first -> { track(InArray.made[0]); InArray.made = null; },
                                         first -> { track(ByCall.made[0]); ByCall.made = null; }, first -> { track(GoesOn.made[0]); GoesOn.made = null; } };

    interface Wait {
        void run() throws InterruptedException;
    }
    static final Object lock = new Object();
    static volatile boolean done;
    static final Wait[] WAITS = { () -> Thread.sleep(100000), () -> { synchronized (lock) { lock.wait(); } },
                                  () -> { while (!done) LockSupport.park(); }, () -> new CountDownLatch(1).await() };
    static final Thread.State[] STATES = { Thread.State.TIMED_WAITING, Thread.State.WAITING, Thread.State.WAITING, Thread.State.WAITING };

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < INITIALIZERS.length; i++) {
            INITIALIZERS[i].run(true);
            System.gc();
            if (ref.get() != null) System.out.println("initializer " + i + ": still there");
        }
        for (Step s : STEPS)
            for (int i = 0; i < 400; i++) s.run(false);
        for (int i = 0; i < STEPS.length; i++) {
            if (args.length == 0) {
                Step s = STEPS[i];
                for (int turn = 0; turn < 250; turn++) {
                    s.run(turn == 200);
                    System.gc();
                    if (ref.get() != null) System.out.println("step " + i + ", turn " + turn + ": still there");
                }
            } else {
                Step s = STEPS[i];
                int w = Integer.parseInt(args[0]);
                done = false;
                Thread t = new Thread(() -> {
                    s.run(true);
                    try {
                        WAITS[w].run();
                    } catch (InterruptedException e) {
                    }
                });
                t.start();
                while (t.getState() != STATES[w]) Thread.onSpinWait();
                System.gc();
                done = true;
                t.interrupt();
                t.join();
            }
            if (ref.get() != null) System.out.println("step " + i + ": still there");
        }
        System.out.println("done");
    }
}
