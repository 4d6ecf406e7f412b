import java.lang.management.ManagementFactory;
import java.lang.management.MonitorInfo;
import java.lang.management.ThreadInfo;

/**
 * A native method enters a monitor and keeps it, while its callers hold monitors of their own. Callers leave theirs when they return, when they
 * throw, and when they say so; the native one stays until native code leaves it.
 */
public class KeptMonitors {
    static native int enter(Object o);
    static native int leave(Object o);

    static class First { }
    static class Second { }
    static class Third { }
    final Object first = new First(), second = new Second(), third = new Third();

    interface Body { void run(); }

    synchronized void returns() { enter(first); }
    synchronized int blockReturns(int n) {
        synchronized (second) {
            enter(first);
            synchronized (third) {
                return n + held().length();
            }
        }
    }
    synchronized void fails() {
        enter(first);
        throw new IllegalStateException("thrown");
    }
    synchronized void blockFails() {
        synchronized (second) {
            enter(first);
            throw new IllegalStateException("thrown in a block");
        }
    }
    synchronized void enteredTwice() {
        enter(this);
        enter(first);
    }
    synchronized void enteredAndLeft() {
        enter(this);
        leave(this);
    }
    void blockEnteredAndLeft() {
        synchronized (first) {
            enter(first);
            synchronized (second) {
                leave(first);
            }
        }
    }
    void leftInAnotherOrder() {
        synchronized (second) {
            enter(first);
            enter(second);
            synchronized (first) {
                leave(first);
            }
            leave(second);
            enter(first);
        }
    }
    void deeper() {
        synchronized (second) {
            returns();
        }
    }
    void caught() {
        synchronized (second) {
            try {
                fails();
            } catch (IllegalStateException e) {
                System.out.println("caught, " + held());
            }
        }
    }
    synchronized void told() {
        synchronized (second) {
            enter(first);
            ThreadInfo info = ManagementFactory.getThreadMXBean().getThreadInfo(new long[] { Thread.currentThread().getId() }, true, false)[0];
            for (MonitorInfo m : info.getLockedMonitors())
                System.out.println("locked " + m.getClassName() + " by "
                        + (m.getLockedStackDepth() < 0 ? "native code" : m.getLockedStackFrame().getMethodName()));
        }
    }

    String held() {
        return (Thread.holdsLock(this) ? "this " : "") + (Thread.holdsLock(first) ? "first " : "") + (Thread.holdsLock(second) ? "second " : "")
                + (Thread.holdsLock(third) ? "third " : "");
    }
    static void t(String name, KeptMonitors k, Body body) {
        String end = "returns";
        try {
            body.run();
        } catch (IllegalStateException | IllegalMonitorStateException e) {
            end = e.toString();
        }
        System.out.println(name + " " + end + "; held: " + k.held());
        for (Object o : new Object[] { k, k.first, k.second, k.third })
            while (Thread.holdsLock(o)) System.out.println("  left: " + (leave(o) == 0));
    }

    static int often(KeptMonitors k, int turns) {
        int wrong = 0;
        for (int i = 0; i < turns; i++) {
            k.blockReturns(i);
            try {
                k.blockFails();
            } catch (IllegalStateException e) {
                wrong += k.held().equals("first ") ? 0 : 1;
            }
            wrong += leave(k.first) + leave(k.first) + (k.held().isEmpty() ? 0 : 1);
        }
        return wrong;
    }

    public static void main(String[] args) {
        System.load(args[0]);
        KeptMonitors k = new KeptMonitors();
        t("returns", k, k::returns);
        t("blockReturns", k, () -> k.blockReturns(1));
        t("fails", k, k::fails);
        t("blockFails", k, k::blockFails);
        t("enteredTwice", k, k::enteredTwice);
        t("enteredAndLeft", k, k::enteredAndLeft);
        t("blockEnteredAndLeft", k, k::blockEnteredAndLeft);
        t("leftInAnotherOrder", k, k::leftInAnotherOrder);
        t("deeper", k, k::deeper);
        t("caught", k, k::caught);
        t("told", k, k::told);
        System.out.println("often: " + often(k, 20000) + " wrong");
    }
}
