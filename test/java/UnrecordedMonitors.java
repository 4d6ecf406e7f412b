import java.lang.management.ManagementFactory;
import java.lang.management.MonitorInfo;
import java.lang.management.ThreadInfo;
import java.util.StringJoiner;

/** Hot code that is left in the middle of synchronized methods and blocks: tools then see the monitors that it holds, each by its frame. */
public class UnrecordedMonitors {
    static final class Quick extends RuntimeException {
        Quick() { super(null, null, false, false); }
    }
    static final Quick QUICK = new Quick();
    static final Object OUTER = new Object();
    static volatile boolean go = true;

    int n;
    final UnrecordedMonitors next;
    UnrecordedMonitors(UnrecordedMonitors next) { this.next = next; }

    /** Seldom called, so that hot code is left before it. */
    static int look(String what, Object a, Object b) {
        ThreadInfo info = ManagementFactory.getThreadMXBean().getThreadInfo(new long[] { Thread.currentThread().getId() }, true, true)[0];
        StringJoiner s = new StringJoiner(", ");
        for (MonitorInfo m : info.getLockedMonitors())
            s.add(m.getClassName() + " in " + m.getLockedStackFrame().getMethodName() + "@" + m.getLockedStackDepth());
        System.out.println(what + ": " + s + " " + Thread.holdsLock(a) + " " + Thread.holdsLock(b));
        a.notifyAll();
        b.notify();
        return 1;
    }

    static synchronized int branches(int i) {
        if ((i & 1) == 0) throw QUICK;
        if (i > 70_000) return look("branches", UnrecordedMonitors.class, UnrecordedMonitors.class);
        return i;
    }
    synchronized int inner(int i) {
        if (i > 70_000) return look("inner", this, OUTER) + n;
        n += i;
        return n & 7;
    }
    int nested(int[] a, int i) {
        int s = 0;
        synchronized (OUTER) {
            if ((i & 3) == 0) s++;
            synchronized (next) {
                s += a[i & 7] + next.inner(i);
                if (i == 66_666) s += look("nested", OUTER, next);
            }
            s += a[i + 1 & 7];
        }
        return s;
    }
    /** The same monitor three times. */
    synchronized int again(int i) {
        synchronized (this) {
            if ((i & 1) == 0) n++;
            synchronized (this) {
                if (i == 66_666) return look("again", this, this);
                n += i & 1;
            }
            if (i == 66_667) return look("again, once less", this, this);
        }
        return n & 3;
    }
    static synchronized long loop(int turns) {
        long s = 0;
        for (int i = 0; i < turns || !go; i++) s += i & 3;
        return s;
    }
    static int divides(Object lock, int i, int by) {
        try {
            synchronized (lock) {
                return i / by;
            }
        } catch (ArithmeticException e) {
            return Thread.holdsLock(lock) ? 1_000_000 : 1;
        }
    }

    static int caught(int i) {
        try {
            return branches(i);
        } catch (Quick e) {
            return 3;
        }
    }
    static String held(Thread t) {
        ThreadInfo info = ManagementFactory.getThreadMXBean().getThreadInfo(new long[] { t.getId() }, true, true)[0];
        StringJoiner s = new StringJoiner(", ");
        for (MonitorInfo m : info.getLockedMonitors()) s.add(m.getClassName() + " in " + m.getLockedStackFrame().getMethodName());
        return s.toString();
    }
    /** Another thread wants what the loop of this one holds. */
    static void wanted() throws InterruptedException {
        go = false;
        long[] result = new long[1];
        Thread t = new Thread(() -> result[0] = loop(1000));
        t.start();
        while (held(t).isEmpty()) Thread.onSpinWait();
        System.out.println(held(t));
        Thread other = new Thread(() -> result[0] += caught(5));
        other.start();
        while (other.getState() != Thread.State.BLOCKED) Thread.onSpinWait();
        System.out.println(held(t) + "; " + held(other) + "; " + other.getState());
        go = true;
        t.join();
        other.join();
        System.out.println(held(Thread.currentThread()) + Thread.holdsLock(UnrecordedMonitors.class));
    }

    public static void main(String[] args) throws Exception {
        int[] a = { 1, 2, 3, 4, 5, 6, 7, 8 };
        UnrecordedMonitors x = new UnrecordedMonitors(new UnrecordedMonitors(null));
        long s = 0;
        for (int i = 0; i < 30_000; i++) s += caught(i) + x.nested(a, i) + x.again(i) + loop(i & 15) + divides(OUTER, i, 1 + (i & 3));
        System.out.println(s);
        for (int k = 0; k < 2; k++) {
            s += caught(70_001) + x.nested(a, 66_666) + x.again(66_666) + x.again(66_667) + x.nested(a, 70_002);
            s += divides(OUTER, k, 0) + divides(x, k, 0);
            try {
                x.nested(new int[2], 3);
            } catch (ArrayIndexOutOfBoundsException e) {
                System.out.println(e.getMessage() + Thread.holdsLock(OUTER) + Thread.holdsLock(x.next));
            }
        }
        System.out.println(s + " " + held(Thread.currentThread()));
        for (int i = 0; i < 3; i++) wanted();
    }
}
