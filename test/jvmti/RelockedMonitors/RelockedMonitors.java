/** What a thread owns while it waits on a monitor, while it waits to have it back, and in the events of that. */
public class RelockedMonitors {
    /** Of the thread: its state, the monitors that it owns and in which frames, the one that it waits for. */
    static native void look(String what, Thread t);
    /** How often MonitorWaited was sent. */
    static native int waited();

    static final Object lock = new Object() { public String toString() { return "lock"; } };
    static final Object other = new Object() { public String toString() { return "other"; } };
    static volatile boolean in;

    static void waits(long ms, boolean more) {
        synchronized (other) {
            synchronized (lock) {
                if (more) inner(ms);
                else sleep(ms);
            }
        }
    }
    static synchronized void inner(long ms) {
        synchronized (lock) {
            sleep(ms);
        }
    }
    static void sleep(long ms) {
        try {
            in = true;
            lock.wait(ms);
        } catch (InterruptedException e) {
            System.out.println("interrupted");
        }
    }
    static void until(Thread t, Thread.State s) {
        while (t.getState() != s) Thread.onSpinWait();
    }

    public static void main(String[] args) throws Exception {
        for (String end : new String[] { "time", "notify", "notifyAll", "interrupt" }) {
            for (boolean more : new boolean[] { false, true }) {
                in = false;
                boolean timed = end.equals("time");
                Thread t = new Thread(() -> waits(timed ? 20 : 0, more), "waiter");
                t.start();
                while (!in) Thread.onSpinWait();
                if (!timed) {
                    until(t, Thread.State.WAITING);
                    look("waits", t);
                }
                synchronized (lock) {
                    int before = waited();
                    if (end.equals("notify")) lock.notify();
                    if (end.equals("notifyAll")) lock.notifyAll();
                    if (end.equals("interrupt")) t.interrupt();
                    until(t, Thread.State.BLOCKED);
                    look("ended by " + end, t);
                    look("the one that has it", Thread.currentThread());
                }
                t.join();
            }
        }
    }
}
