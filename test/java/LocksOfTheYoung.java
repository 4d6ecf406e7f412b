// args: 300
import java.util.*;

/**
 * Locks of objects that die young: one thread holds the lock, another asks for it, and a third one has the heap collected in between. Objects that are made
 * where such objects lay keep their identity hash.
 */
public class LocksOfTheYoung {
    static volatile Object offered;
    static volatile boolean taken, end;
    static volatile Object sink;

    public static void main(String[] args) throws Exception {
        int rounds = Integer.parseInt(args[0]);
        Thread other = new Thread(() -> {
            while (!end) {
                Object o = offered;
                if (o == null) { Thread.onSpinWait(); continue; }
                taken = true;
                synchronized (o) {
                    offered = null;
                }
            }
        });
        Thread waste = new Thread(() -> {
            while (!end) sink = new byte[1000];
        });
        other.start();
        waste.start();
        Map<Object, Integer> hashes = new IdentityHashMap<>();
        for (int round = 0; round < rounds; round++) {
            Object o = new Object[4];
            taken = false;
            synchronized (o) {
                offered = o;
                while (!taken) Thread.onSpinWait();
                for (int i = 0; i < 10; i++) sink = new Object[round % 7];
            }
            while (offered != null) Thread.onSpinWait();
            Object kept = new Object[4];
            hashes.put(kept, System.identityHashCode(kept));
            if (round % 100 == 99) {
                System.gc();
                hashes.forEach((k, v) -> {
                    if (System.identityHashCode(k) != v) throw new AssertionError("hash");
                });
                hashes.clear();
            }
        }
        end = true;
        other.join();
        waste.join();
        System.out.println("done");
    }
}
