// Allocated bytes of all threads hold those of threads that have ended; another thread's number is never far from the truth.
import java.lang.management.ManagementFactory;

public class AllocatedTotal {
    static volatile Object sink;

    /** About a million bytes: small objects, and large ones. */
    static void work() {
        for (int i = 0; i < 500; i++) sink = new byte[1000];
        for (int i = 0; i < 5; i++) sink = new byte[100_000];
    }

    static void inThreads(int n) throws InterruptedException {
        for (int i = 0; i < n; i++) {
            Thread t = new Thread(AllocatedTotal::work);
            t.start();
            t.join();
        }
    }

    static String about(long bytes, long wanted) {
        return bytes >= wanted && bytes <= wanted + wanted / 2 ? "right" : bytes + " in place of " + wanted;
    }

    public static void main(String[] args) throws Exception {
        var beans = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = beans.getTotalThreadAllocatedBytes();
        inThreads(20);
        work();
        System.out.println("all threads: " + about(beans.getTotalThreadAllocatedBytes() - before, 21_000_000));
        before = beans.getCurrentThreadAllocatedBytes();
        work();
        System.out.println("this thread: " + about(beans.getCurrentThreadAllocatedBytes() - before, 1_000_000));

        long[] end = new long[1];
        Thread other = new Thread(() -> {
            for (int i = 0; i < 20; i++) work();
            end[0] = beans.getCurrentThreadAllocatedBytes();
        });
        other.start();
        long most = 0, least = 0;
        while (other.isAlive()) {
            long n = beans.getThreadAllocatedBytes(other.getId());
            most = Math.max(most, n);
            if (n != -1) least = Math.min(least, n); // -1: it has ended
        }
        other.join();
        System.out.println("another thread: " + (least >= 0 && most <= end[0] + 1_000_000 ? "right" : least + " to " + most + " of " + end[0]));
    }
}
