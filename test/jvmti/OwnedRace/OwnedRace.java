// jvm: -Xmx48m -XX:+IgnoreUnrecognizedVMOptions -XX:+GCStressMoving
import java.util.concurrent.atomic.AtomicInteger;

/** Threads are asked for the monitors that they own while they run, drop the objects, and everything is collected and moves. args: seconds. */
public class OwnedRace {
    /** How many of the monitors that the threads own are no Lock. */
    static native int strangers(Thread[] threads, Class<?> lock);

    static final class Lock {
        long a = 1;
    }
    static final class Other {
        Object next;
        long x;
    }
    static volatile boolean stop, enough;
    static volatile Object last;
    static final AtomicInteger found = new AtomicInteger();

    static long hold(Lock lock) {
        synchronized (lock) {
            long sum = 0;
            for (int i = 0; i < 300; i++) sum += i * lock.a;
            return sum;
        }
    }
    static void run() {
        long sum = 0;
        for (int n = 0; !stop; n++) {
            sum += hold(new Lock());
            for (int i = 0; i < 20; i++) {
                Other o = new Other();
                o.next = n % 3 == 0 ? last : null;
                if (i == 7) last = o;
            }
            if (n % 100 == 0) last = new byte[(int) (sum & 31)];
        }
    }

    public static void main(String[] args) throws Exception {
        hold(new Lock());
        last = new Other(); // both are loaded: no owner has a loader's lock
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(OwnedRace::run, "owner");
            threads[i].start();
        }
        Thread collector = new Thread(() -> {
            while (!stop) System.gc();
        }, "collector");
        collector.start();
        Thread[] askers = new Thread[2];
        for (int i = 0; i < askers.length; i++) {
            askers[i] = new Thread(() -> {
                while (!enough) found.addAndGet(strangers(threads, Lock.class));
            }, "asker");
            askers[i].start();
        }
        Thread.sleep(1000 * (args.length > 0 ? Long.parseLong(args[0]) : 6));
        enough = true; // while the owners live
        for (Thread t : askers) t.join();
        stop = true;
        for (Thread t : threads) t.join();
        collector.join();
        System.out.println(found + " monitors that are no locks");
    }
}
