// argus-only: HotSpot 17 crashes in SetThreadLocalStorage for a thread that ends
// jvm: -Xmx64m
// timeout: 300
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Threads end by the hundred while four others change their event modes and local storage, suspend and resume them and look at them. What was
 * stored for a thread shows on that thread alone.
 */
public class EndingThreads {
    static final int WORKERS = 4, RECENT = 16;
    static final Thread[] recent = new Thread[RECENT];
    static final AtomicInteger wrong = new AtomicInteger();
    static volatile boolean over;

    static native void ask(Thread thread, int number, int kind);

    /** The number that was stored for the current thread, 0 if none. */
    static native int stored();

    static void live(int number) {
        int n = stored();
        if (n != 0 && n != number) wrong.incrementAndGet();
    }

    static Thread started(int number) {
        Thread t = new Thread(() -> {
            live(number);
            live(number);
        }, Integer.toString(number));
        t.start();
        return t;
    }

    static void work(int kind) {
        for (int at = 0; !over; at++) {
            Thread t = recent[at % RECENT];
            if (t != null) ask(t, Integer.parseInt(t.getName()), kind);
        }
    }

    public static void main(String[] args) throws Exception {
        int count = Integer.getInteger("threads", 2000);
        Thread[] workers = new Thread[WORKERS];
        for (int k = 0; k < WORKERS; k++) {
            int kind = k;
            workers[k] = new Thread(() -> work(kind), "worker");
            workers[k].start();
        }
        for (int i = 1; i <= count; i++) {
            Thread old = recent[i % RECENT];
            if (old != null) old.join();
            recent[i % RECENT] = started(i);
        }
        over = true;
        for (Thread t : workers) t.join();
        for (Thread t : recent) t.join();
        if (wrong.get() == 0)
            System.out.println("PASS");
        else
            System.out.println(wrong + " threads had what was stored for another one");
    }
}
