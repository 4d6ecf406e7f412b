import java.util.concurrent.atomic.AtomicInteger;

/**
 * Two threads enter the same object at the same moment, many times, so that both make a monitor for it and one of these is given back. Collections
 * come in between. Every object must keep its identity hash: its monitor has it while there is one.
 */
public class MonitorsRacedFor {
    static volatile Object sink;

    static void waste(int megabytes) {
        for (int i = 0; i < megabytes * 1000; i++) sink = new byte[1000];
    }

    static final int COUNT = 2000;
    static final Object[] objects = new Object[COUNT];
    static final int[] hashes = new int[COUNT];
    static final AtomicInteger ready = new AtomicInteger();

    static void enterAll() {
        for (int i = 0; i < COUNT; i++) {
            ready.incrementAndGet();
            for (int spins = 0; ready.get() < 2 * (i + 1); spins++) {
                if (spins < 200) Thread.onSpinWait();
                else Thread.yield(); // the other thread has no processor
            }
            synchronized (objects[i]) {
                sink = objects[i];
            }
        }
    }

    public static void main(String[] args) throws Exception {
        int wrong = 0;
        for (int round = 0; round < 4; round++) {
            for (int i = 0; i < COUNT; i++) {
                objects[i] = new Object();
                hashes[i] = System.identityHashCode(objects[i]);
            }
            ready.set(0);
            Thread other = new Thread(MonitorsRacedFor::enterAll);
            other.start();
            enterAll();
            other.join();
            waste(60); // the objects become old
            System.gc(); // all monitors are swept
            for (int i = 0; i < COUNT; i++) {
                Object another = new Object(); // gets a monitor that was free
                int hash = System.identityHashCode(another);
                synchronized (another) {
                    if (System.identityHashCode(another) != hash) wrong++;
                }
            }
            for (int i = 0; i < COUNT; i++) if (System.identityHashCode(objects[i]) != hashes[i]) wrong++;
        }
        System.out.println(wrong + " wrong hashes");
    }
}
