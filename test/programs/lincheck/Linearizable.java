import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.StressOptions;

/** Right structures hold; of wrong ones the model checker shows an execution that nobody could explain. */
public class Linearizable {
    public static class Map {
        private final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        @Operation public Integer put(int k, int v) { return map.put(k, v); }
        @Operation public Integer get(int k) { return map.get(k); }
        @Operation public Integer remove(int k) { return map.remove(k); }
    }
    public static class Queue {
        private final ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();
        @Operation public boolean add(int v) { return queue.add(v); }
        @Operation public Integer poll() { return queue.poll(); }
    }
    public static class Counter {
        private final AtomicInteger n = new AtomicInteger();
        @Operation public int increment() { return n.incrementAndGet(); }
        @Operation public int get() { return n.get(); }
    }
    public static class Racy {
        private int n;
        @Operation public int increment() { return ++n; }
        @Operation public int get() { return n; }
    }
    public static class TwoSteps {
        private final AtomicInteger n = new AtomicInteger();
        @Operation public int increment() {
            int old = n.get();
            n.set(old + 1);
            return old + 1;
        }
    }

    static void show(String what, Runnable check) {
        try {
            check.run();
            System.out.println(what + ": holds");
        } catch (AssertionError e) {
            System.out.println(what + ": " + e.getClass().getSimpleName() + " " + e.getMessage().lines().filter(l -> l.contains("=")).findFirst());
        } catch (Throwable t) {
            System.out.println(what + ": " + t);
        }
    }

    public static void main(String[] args) {
        for (Class<?> c : new Class<?>[] { Map.class, Queue.class, Counter.class })
            show("stress " + c.getSimpleName(), () -> new StressOptions().iterations(5).invocationsPerIteration(200).threads(2).actorsPerThread(2).check(c));
        for (Class<?> c : new Class<?>[] { Map.class, Queue.class, Counter.class, Racy.class, TwoSteps.class })
            show("model " + c.getSimpleName(),
                () -> new ModelCheckingOptions().iterations(5).invocationsPerIteration(200).threads(2).actorsPerThread(2).check(c));
        System.out.println("done");
    }
}
