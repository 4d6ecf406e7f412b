// A thread dump's words for a thread that waits on a monitor, and that waits to have it back.
import java.lang.management.ManagementFactory;
import javax.management.ObjectName;

public class RelockWords {
    static final Object lock = new Object(), other = new Object();
    static volatile boolean in;

    static void waits(long ms) {
        synchronized (other) { synchronized (lock) { again(ms); } } /* one line: HotSpot shows the instruction after a monitorenter */
    }
    static void again(long ms) {
        synchronized (lock) {
            try {
                in = true;
                lock.wait(ms);
            } catch (InterruptedException e) {
                in = false;
            }
        }
    }
    /** Each thread has a name of its own: one that has ended is still in HotSpot's list for a while. */
    static void dump(Thread t, String what) throws Exception {
        String s = (String) ManagementFactory.getPlatformMBeanServer().invoke(new ObjectName("com.sun.management:type=DiagnosticCommand"), "threadPrint",
                new Object[] { null }, new String[] { String[].class.getName() });
        int from = s.indexOf("\"" + t.getName() + "\"");
        String part = s.substring(from, s.indexOf("\n\n", from)).replaceAll("0x[0-9a-f]+", "0x#").replaceAll("@[0-9.]+/", "/");
        System.out.println(what + part.substring(part.indexOf(" nid=0x# ") + 8).replaceAll("RelockWords\\$\\$Lambda\\$\\d+", "RelockWords\\$\\$Lambda"));
    }
    static void until(Thread t, Thread.State s) {
        while (t.getState() != s) Thread.onSpinWait();
    }
    public static void main(String[] args) throws Exception {
        for (String end : new String[] { "time", "notify", "interrupt" }) {
            boolean timed = end.equals("time");
            in = false;
            Thread t = new Thread(() -> waits(timed ? 20 : 0), "waiter, " + end);
            t.start();
            while (!in) Thread.onSpinWait();
            if (!timed) {
                until(t, Thread.State.WAITING);
                dump(t, "waits:");
            }
            synchronized (lock) {
                if (end.equals("notify")) lock.notify();
                if (end.equals("interrupt")) t.interrupt();
                until(t, Thread.State.BLOCKED);
                dump(t, "ended by " + end + ":");
            }
            t.join();
        }
        Thread t;
        synchronized (other) {
            t = new Thread(() -> waits(1), "waiter, enters");
            t.start();
            until(t, Thread.State.BLOCKED);
            dump(t, "enters:");
        }
        t.join();
    }
}
