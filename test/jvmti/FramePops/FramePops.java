/** Frames whose end is awaited: at every depth, with everything a frame can call below it, and every way for it to end. */
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

public class FramePops {
    static native void await(Thread t, int depth);
    static native void chain(boolean on);
    static native int nativeCall(int n);
    static native void suspend(Thread t);
    static native void resume(Thread t);
    static native void popFrame(Thread t);
    static native void forceReturn(Thread t, int value);
    static native void methodEvents(Thread t, boolean on);
    static native void countMethods(Thread t, String what);

    static int deep(int n, int depth) {
        if (n == 0) {
            await(null, depth);
            return 1;
        }
        return deep(n - 1, depth) + n;
    }

    static int all(int n) {
        await(null, 1);
        int r = n == 0 ? 5 : all(n - 1) * 2;
        return r + small(r);
    }
    static int small(int r) { return r & 3; }

    static synchronized long locked(long a, double b) { return a + (long) b; }
    static double wide(int n) { return n == 0 ? 0.5 : wide(n - 1) + n; }
    static String text(int n) { return "<" + n + ">" + wide(3); }
    interface Shape { int area(int k); default int twice(int k) { return area(k) * 2; } }
    static final class Square implements Shape {
        public int area(int k) { return k * k; }
    }
    static final class Lazy {
        static final int VALUE = deep(2, 2);
    }
    public static int reflected(int n) { return n == 0 ? 7 : reflected(n - 1) + 1; }
    static int fails(int n) {
        if (n == 0) throw new IllegalStateException("from fails");
        return fails(n - 1);
    }

    /** The awaited frame calls whatever there is, and goes on right after each. */
    static String everything() throws Exception {
        await(null, 1);
        StringBuilder s = new StringBuilder();
        long l = 0;
        for (int i = 0; i < 3; i++) l = locked(l, i + 0.75);
        s.append(l).append(' ').append(wide(4)).append(' ').append(text(6));
        Shape q = new Square();
        s.append(' ').append(q.area(3)).append(' ').append(q.twice(3));
        IntUnaryOperator f = x -> small(x) + q.area(x);
        s.append(' ').append(f.applyAsInt(5));
        s.append(' ').append(FramePops.class.getMethod("reflected", int.class).invoke(null, 4));
        s.append(' ').append(nativeCall(3)).append(' ').append(Math.max(small(7), 2)).append(' ').append(System.nanoTime() != 0);
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 5; i++) list.add(i * 7 % 5);
        list.sort((a, b) -> b - a);
        s.append(' ').append(list).append(' ').append(list.stream().mapToInt(Integer::intValue).sum());
        for (int i = 0; i < 3; i++)
            try {
                s.append(fails(i));
            } catch (IllegalStateException e) {
                s.append(" caught").append(i);
            }
        s.append(' ').append(Lazy.VALUE);
        int[] a = new int[3];
        try {
            a[3] = 1;
        } catch (ArrayIndexOutOfBoundsException e) {
            s.append(' ').append(small(9));
        }
        synchronized (s) {
            s.append(' ').append(wide(1));
        }
        return s.append(' ').append(deep(3, 2)).toString();
    }

    static int thrower(int n) {
        await(null, 1);
        if (n == 0) throw new IllegalStateException("thrown through");
        return thrower(n - 1);
    }
    static int catcher() {
        await(null, 1);
        try {
            return thrower(2);
        } catch (IllegalStateException e) {
            return small(6) + deep(1, 3);
        }
    }

    /** Called by nativeCall: below it is a native frame, and the frame that called that one is awaited as well. */
    static int back(int n) {
        int r = deep(2, 3) + n;
        await(null, 2);
        return n == 0 ? r : nativeCall(n - 1) + r;
    }

    static volatile boolean inside, go;
    static int rounds;
    static int waits(int n) {
        rounds++;
        inside = true;
        while (!go) ; // no call: this frame stays on top
        return n * 3;
    }
    static int callsWaits() {
        int a = waits(7);
        return a + small(a);
    }

    static int result;
    interface Act { void on(Thread t) throws Exception; }
    static void another(String what, Act act) throws Exception {
        System.out.println("-- " + what);
        inside = go = false;
        rounds = 0;
        Thread t = new Thread(() -> result = callsWaits(), "other");
        t.start();
        while (!inside) Thread.onSpinWait();
        suspend(t);
        await(t, 1);
        act.on(t);
        inside = false;
        go = true;
        resume(t);
        t.join();
        System.out.println("result " + result + ", rounds " + rounds);
    }

    static int busy(int n) { return n < 2 ? n : busy(n - 1) + busy(n - 2); }

    public static void main(String[] args) throws Exception {
        System.out.println("-- depths");
        for (int d = 1; d <= 5; d++) System.out.println("deep " + deep(4, d));
        System.out.println("-- every frame");
        System.out.println("all " + all(4));
        System.out.println("-- everything below");
        System.out.println(everything());
        System.out.println("-- exceptions");
        System.out.println("catcher " + catcher());
        try {
            thrower(3);
        } catch (IllegalStateException e) {
            System.out.println("main caught " + e.getMessage());
        }
        System.out.println("-- native frames between");
        System.out.println("native " + nativeCall(2));
        System.out.println("-- each event asks for the next frame");
        chain(true);
        System.out.println("chained " + deep(4, 1));
        chain(false);
        another("awaited caller of a running frame", t -> { });
        another("PopFrame onto an awaited frame", t -> popFrame(t));
        another("early return to an awaited frame", t -> forceReturn(t, 40));
        System.out.println("-- method events of one thread");
        Thread main = Thread.currentThread();
        Thread[] others = new Thread[2];
        int[] sums = new int[2];
        methodEvents(main, true);
        for (int i = 0; i < 2; i++) {
            int k = i;
            others[i] = new Thread(() -> sums[k] = busy(14), "busy " + k);
            others[i].start();
        }
        int mine = busy(10);
        for (Thread t : others) t.join();
        methodEvents(main, false);
        busy(5);
        System.out.println(mine + " " + sums[0] + " " + sums[1]);
        countMethods(main, "main");
        Thread both = new Thread(() -> {
            methodEvents(Thread.currentThread(), true);
            result = busy(8);
            methodEvents(Thread.currentThread(), false);
            busy(9);
        });
        both.start();
        both.join();
        countMethods(both, "in a thread of its own");
    }
}
