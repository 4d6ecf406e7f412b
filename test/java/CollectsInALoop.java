import java.util.concurrent.atomic.AtomicInteger;

/** A thread that collects again and again leaves the others their time: they work on while it does. */
public class CollectsInALoop {
    static volatile boolean done;

    static long work(int[] a, int turns) {
        long sum = 0;
        for (int t = 0; t < turns; t++)
            for (int i = 0; i < a.length; i++) {
                a[i] = a[i] * 31 + t;
                sum += a[i] >>> 3;
            }
        return sum;
    }

    public static void main(String[] args) throws InterruptedException {
        int[] a = new int[10_000];
        work(a, 200);
        AtomicInteger collections = new AtomicInteger();
        Thread collector = new Thread(() -> {
            while (!done) {
                System.gc();
                collections.incrementAndGet();
            }
        });
        collector.start();
        while (collections.get() == 0) Thread.onSpinWait();
        long sum = work(a, 20_000); // some 100 ms of a processor
        done = true;
        collector.join();
        System.out.println(sum);
        // With microseconds between two collections there were a hundred thousand.
        System.out.println(collections.get() < 10_000 ? "works on" : "hardly works: " + collections.get() + " collections");
    }
}
