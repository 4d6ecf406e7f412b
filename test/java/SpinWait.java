import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** A loop that waits with onSpinWait sees what another thread writes, though the field, the static and the element are not volatile. */
public class SpinWait {
    static int sharedStatic;
    int field;
    final int[] elements = new int[1];

    /** Warm where nothing is to be waited for, so that the loops are compiled by their calls as well as in their midst. */
    static int waitStatic(int wanted) {
        int turns = 0;
        while (sharedStatic < wanted) {
            Thread.onSpinWait();
            turns |= 1;
        }
        return turns;
    }

    static int waitField(SpinWait s, int wanted) {
        int turns = 0;
        while (s.field < wanted) {
            Thread.onSpinWait();
            turns |= 1;
        }
        return turns;
    }

    static int waitElement(int[] a, int wanted) {
        int turns = 0;
        while (a[0] < wanted) {
            Thread.onSpinWait();
            turns |= 1;
        }
        return turns;
    }

    static volatile int answered;

    /** Its loop gets hot while it waits. */
    static void letSpin(Thread t) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long until = threads.getThreadCpuTime(t.getId()) + 10_000_000;
        while (threads.getThreadCpuTime(t.getId()) < until) Thread.yield();
    }

    public static void main(String[] args) throws Exception {
        SpinWait s = new SpinWait();
        for (int i = 0; i < 20000; i++) {
            waitStatic(0);
            waitField(s, 0);
            waitElement(s.elements, 0);
        }
        Thread other = new Thread(() -> {
            for (int i = 1; i <= 300; i++) {
                waitStatic(i);
                waitField(s, i);
                waitElement(s.elements, i);
                answered = i;
            }
        });
        other.start();
        for (int i = 1; i <= 300; i++) {
            if (i % 50 == 0) letSpin(other);
            sharedStatic = i;
            if (i % 50 == 0) letSpin(other);
            s.field = i;
            if (i % 50 == 0) letSpin(other);
            s.elements[0] = i;
            while (answered < i) Thread.yield();
        }
        other.join();
        System.out.println("answered " + answered);
    }
}
