import java.lang.management.ManagementFactory;
import java.lang.management.MonitorInfo;
import java.lang.management.ThreadInfo;
import java.util.StringJoiner;

/** Monitors of objects that nobody else knows: compiled code need not enter them, but code that is left while one is held shows it. */
public class LocalMonitors {
    static final class Cell {
        int n;
        volatile static boolean go = true;

        synchronized int add(int i) {
            n += i;
            if (i == 77_777) notifyAll(); /* throws if the monitor is not held */
            return n;
        }
        synchronized int twice(int i) { return add(i) + add(i + 1); }
        int block(int i, int[] a) {
            synchronized (this) {
                n += a[i & 7];
                if (i == 77_777) notify();
            }
            return n;
        }
        synchronized int divide(int i) { return 1000 / i; }
        synchronized long waits(int turns) {
            long s = 0;
            for (int i = 0; i < turns || !go; i++) s += i & 3;
            if (turns < 0) notify();
            return s;
        }
        synchronized int around(Cell inner, int i) {
            synchronized (inner) {
                if (i == 77_777) {
                    inner.notify();
                    notify();
                }
                return inner.n++ + n;
            }
        }
    }

    static int methods(int i) {
        Cell c = new Cell();
        return c.add(i) + c.twice(i);
    }
    static int blocks(int i, int[] a) {
        Cell c = new Cell();
        int s = c.block(i, a);
        synchronized (c) {
            s += c.block(i + 1, a);
        }
        return s;
    }
    static int own(int i) {
        Cell c = new Cell();
        synchronized (c) {
            c.n += i;
            if (i == 77_776) c.notifyAll();
        }
        return c.n;
    }
    static int nested(int i) {
        Cell c = new Cell(), d = new Cell();
        return c.around(d, i) + d.around(c, i + 1);
    }
    static int throwing(int i) {
        Cell c = new Cell();
        try {
            return c.divide(i % 50);
        } catch (ArithmeticException e) {
            return c.add(i) + (Thread.holdsLock(c) ? 1_000_000 : 0);
        }
    }
    static int loops(int n) {
        Cell c = new Cell();
        int s = 0;
        for (int i = 0; i < n; i++) s += c.add(i);
        return s;
    }
    static long waits(int turns) { return new Cell().waits(turns); }
    /** Its monitor is left in the loop's other half, with a check in between. */
    static int halves(int n, int[] a) {
        StringBuffer b = new StringBuffer();
        for (int i = 0; i < n; i++) b.append((char) ('a' + a[i & 7]));
        return b.length() + b.charAt(0);
    }

    static String held(Thread t) {
        ThreadInfo info = ManagementFactory.getThreadMXBean().getThreadInfo(new long[] { t.getId() }, true, true)[0];
        StringJoiner s = new StringJoiner(", ");
        for (MonitorInfo m : info.getLockedMonitors()) s.add(m.getClassName() + " in " + m.getLockedStackFrame().getMethodName());
        return s.toString();
    }

    public static void main(String[] args) throws Exception {
        int[] a = { 1, 2, 3, 4, 5, 6, 7, 8 };
        long s = 0;
        for (int i = 1; i < 30_000; i++)
            s += methods(i) + blocks(i, a) + own(i) + nested(i) + throwing(i) + loops(i % 20) + waits(i % 10) + halves(1 + i % 5, a);
        System.out.println(s);
        s = 0;
        for (int k = 0; k < 3; k++)
            for (int i = 77_775; i < 77_779; i++) s += methods(i) + blocks(i, a) + own(i) + nested(i) + loops(i % 9) + throwing(i);
        System.out.println(s + " " + loops(77_779));
        try {
            blocks(3, new int[2]);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        Cell.go = false;
        Thread t = new Thread(() -> waits(-1));
        t.start();
        while (held(t).isEmpty()) Thread.sleep(1);
        for (int i = 0; i < 3; i++) System.out.println(held(t));
        Cell.go = true;
        t.join();
        System.out.println(held(Thread.currentThread()));
    }
}
