import com.sun.management.ThreadMXBean;
import java.lang.management.*;
import java.util.*;
import java.util.concurrent.locks.*;

/** A program that is watched. Lines on standard input say what it tells of itself, or does; each ends with a line "end". */
public class Watched {
    static final Object first = new Object(), second = new Object(), never = new Object();
    static final ReentrantLock lock = new ReentrantLock();
    static volatile boolean stop;
    static int count;
    static Object kept;
    static Node nodes;

    static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
    static void hit(int n) { count += n; }

    static Thread start(String name, Runnable r) {
        Thread t = new Thread(r, name);
        t.setDaemon(true);
        t.start();
        return t;
    }
    static void nap(long ms) {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException e) {
            throw new RuntimeException(e);
        }
    }
    static void waitForever(Object o) {
        synchronized (o) {
            try {
                while (true) o.wait();
            } catch (InterruptedException e) {
                throw new RuntimeException(e);
            }
        }
    }
    static void holdAndPark(String holder) {
        synchronized (holder) {
            lock.lock();
            lock.lock();
        }
    }

    static String json(String s) {
        StringBuilder b = new StringBuilder("\"");
        for (char c : s.toCharArray()) b.append(String.format("\\u%04x", (int) c));
        return b.append('"').toString();
    }

    /** Facts of the bean of threads, a line for each thread. */
    static void threads() {
        ThreadMXBean bean = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        System.out.println("{\"live\":" + bean.getThreadCount() + ",\"daemon\":" + bean.getDaemonThreadCount() + ",\"peak\":" + bean.getPeakThreadCount()
            + ",\"started\":" + bean.getTotalStartedThreadCount() + "}");
        for (long id : bean.getAllThreadIds()) {
            ThreadInfo t = bean.getThreadInfo(id);
            if (t == null) continue;
            System.out.println("{\"id\":" + id + ",\"name\":" + json(t.getThreadName()) + ",\"state\":\"" + t.getThreadState()
                + "\",\"blocked\":" + t.getBlockedCount()
                + ",\"waited\":" + t.getWaitedCount() + ",\"daemon\":" + t.isDaemon() + ",\"priority\":" + t.getPriority() + ",\"lock\":"
                + (t.getLockName() == null ? "null" : json(t.getLockName())) + ",\"owner\":" + (t.getLockOwnerId() < 0 ? "null" : t.getLockOwnerId())
                + ",\"allocated\":" + bean.getThreadAllocatedBytes(id) + ",\"cpu\":" + bean.getThreadCpuTime(id) + "}");
        }
    }

    /** The stacks of the bean of threads: "class.method line", the monitors of a frame behind it. */
    static void stack(long id) {
        ThreadInfo t = ManagementFactory.getThreadMXBean().getThreadInfo(new long[] { id }, true, false)[0];
        for (int i = 0; i < t.getStackTrace().length; i++) {
            StackTraceElement e = t.getStackTrace()[i];
            StringBuilder b = new StringBuilder(e.getClassName() + "." + e.getMethodName() + " " + (e.getLineNumber() > 0 ? e.getLineNumber() : -1));
            for (MonitorInfo m : t.getLockedMonitors())
                if (m.getLockedStackDepth() == i) b.append(" ").append(m.getClassName());
            System.out.println(b);
        }
    }

    static void figures() {
        ClassLoadingMXBean classes = ManagementFactory.getClassLoadingMXBean();
        MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        StringBuilder gc = new StringBuilder();
        for (GarbageCollectorMXBean g : ManagementFactory.getGarbageCollectorMXBeans())
            gc.append(gc.length() > 0 ? "," : "").append("{\"name\":" + json(g.getName()) + ",\"count\":" + g.getCollectionCount()
                + ",\"time\":" + g.getCollectionTime() + "}");
        System.out.println("{\"loaded\":" + classes.getLoadedClassCount() + ",\"unloaded\":" + classes.getUnloadedClassCount() + ",\"heap\":" + heap.getMax()
            + ",\"used\":" + heap.getUsed() + ",\"pid\":" + ProcessHandle.current().pid() + ",\"processors\":" + Runtime.getRuntime().availableProcessors()
            + ",\"start\":" + ManagementFactory.getRuntimeMXBean().getStartTime() + ",\"gc\":[" + gc + "]}");
    }

    /** Fills the heap with large and small objects, and goes on wanting more. */
    static void fill() {
        Object[] last = null;
        int large = 50_000;
        while (true) {
            try {
                while (true) last = large > 0 ? new Object[] { last, new byte[large] } : new Object[] { last };
            } catch (OutOfMemoryError e) {
                large = 0;
            }
        }
    }

    static class Node {
        Node next;
        int[] data;
    }
    /** Keeps n nodes, each with an array of k ints, and n that are dead. */
    static void nodes(int n, int k) {
        for (int i = 0; i < 2 * n; i++) {
            Node node = new Node();
            if (i % 2 == 0) {
                node.data = new int[k];
                node.next = nodes;
                nodes = node;
            }
        }
    }

    /** Threads that want one monitor, n times each, and hold it for a millisecond. */
    static void contend(int n) throws InterruptedException {
        Object wanted = new int[1];
        Thread[] all = new Thread[4];
        synchronized (wanted) {
            for (int i = 0; i < all.length; i++) {
                all[i] = start("contender-" + i, () -> {
                    for (int k = 0; k < n; k++) {
                        synchronized (wanted) { nap(1); }
                    }
                });
            }
            for (Thread t : all) while (t.getState() != Thread.State.BLOCKED) Thread.onSpinWait();
        }
        for (Thread t : all) t.join();
    }

    static void many(int n) {
        for (int i = 0; i < n; i++) start("many-" + i, () -> LockSupport.park(never));
    }

    static void run(String[] words) throws Exception {
        switch (words[0]) {
            case "threads" -> threads();
            case "stack" -> stack(Long.parseLong(words[1]));
            case "figures" -> figures();
            case "gc" -> System.gc();
            case "hits" -> { for (int i = 0; i < Integer.parseInt(words[1]); i++) hit(i); }
            case "throws" -> {
                for (int i = 0; i < Integer.parseInt(words[1]); i++) {
                    try {
                        Integer.parseInt("x");
                    } catch (NumberFormatException e) {
                        count++;
                    }
                }
            }
            case "many" -> many(Integer.parseInt(words[1]));
            case "contend" -> contend(Integer.parseInt(words[1]));
            case "allocate" -> { for (int i = 0; i < 1000 * Integer.parseInt(words[1]); i++) kept = new byte[1000]; }
            case "nodes" -> nodes(Integer.parseInt(words[1]), Integer.parseInt(words[2]));
            case "fill" -> fill();
            case "collect" -> start("collector", () -> { while (!stop) System.gc(); });
            case "work" -> start("worker", () -> { while (!stop) count += fib(15); });
            case "bursts" -> start("bursts", () -> {
                while (!stop) {
                    for (long end = System.nanoTime() + 1_000_000; System.nanoTime() < end; ) count += fib(5);
                    nap(30);
                }
            });
            case "deadlock" -> {
                start("left", () -> { synchronized (first) { nap(100); synchronized (second) { count++; } } });
                start("right", () -> { synchronized (second) { nap(100); synchronized (first) { count++; } } });
            }
            case "exit" -> System.exit(Integer.parseInt(words[1]));
            default -> System.out.println("what is " + words[0] + "?");
        }
    }

    public static void main(String[] args) throws Exception {
        start("sur\ud83drogate \u0000 \"<b>\\ \ud83d\ude00 é", () -> waitForever(never));
        start("owner", () -> { lock.lock(); waitForever(new StringBuilder()); });
        nap(100);
        start("parked", () -> holdAndPark("held"));
        Scanner in = new Scanner(System.in);
        System.out.println("ready");
        while (in.hasNextLine()) {
            run(in.nextLine().split(" "));
            System.out.println("end");
        }
    }
}
