import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** Threads with names that wait for each other, through a monitor and through a lock of java.util.concurrent. */
public class Contended {
    static final ReentrantLock LOCK = new ReentrantLock();

    static void busy() {
        for (long end = System.nanoTime() + 200_000; System.nanoTime() < end; ) { }
    }

    static void monitor() {
        synchronized (LOCK) { busy(); }
    }

    static void lock() {
        LOCK.lock();
        try { busy(); } finally { LOCK.unlock(); }
    }

    public static void main(String[] args) throws Exception {
        long end = System.nanoTime() + Long.parseLong(args[0]) * 1_000_000L;
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 3; i++) threads.add(new Thread(() -> { while (System.nanoTime() < end) { monitor(); lock(); } }, "contender-" + i));
        for (Thread t : threads) t.start();
        for (Thread t : threads) t.join();
        System.out.println("done");
    }
}
