// jvm: -XX:-OmitStackTraceInFastThrow
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.*;
import java.util.concurrent.*;
import java.util.stream.*;

/** Every loaded class of the JDK gets its own class file again, one by one and all at once, while threads run; then everything still works. */
public class RetransformAll {
    /** How many calls failed, by error. `whole`: all classes in one call; otherwise every `step`th class in a call of its own. */
    static native String retransform(boolean whole, int step);

    interface Shape { default String name() { return getClass().getSimpleName(); } }
    record Square(int side) implements Shape { }
    enum Color { RED { String tone() { return "warm"; } }, BLUE { String tone() { return "cold"; } }; abstract String tone(); }

    static String work(int seed) throws Throwable {
        StringBuilder b = new StringBuilder();
        b.append(IntStream.range(0, 50).boxed().filter(i -> i % 3 == seed % 3).map(i -> "n" + i).collect(Collectors.joining(",")).hashCode());
        Map<String, Integer> m = new TreeMap<>();
        for (String s : "the quick brown fox jumps over the lazy dog the end".split(" ")) m.merge(s, 1, Integer::sum);
        b.append(m).append(new Square(seed)).append(new Square(seed).name()).append(Color.valueOf("RED").tone());
        b.append((String) MethodHandles.lookup().findVirtual(String.class, "concat", MethodType.methodType(String.class, String.class)).invokeExact("a", "b"));
        b.append(String.format("%5.2f|%x|%s", 3.14159 * seed, seed, List.of(1, 2)));
        try {
            Object o = new int[seed];
            b.append(((String[]) o).length);
        } catch (ClassCastException e) {
            b.append(e.getStackTrace()[0].getMethodName());
        }
        b.append(RetransformAll.class.getDeclaredMethod("twice", int.class).invoke(null, seed));
        b.append(new ArrayList<>(new ConcurrentHashMap<>(Map.of("k", "v")).entrySet()));
        return b.toString();
    }
    static int twice(int x) { return 2 * x; }

    static volatile boolean stop;
    public static void main(String[] args) throws Throwable {
        String before = work(7);
        System.out.println(before);
        Thread[] ts = new Thread[2];
        CountDownLatch running = new CountDownLatch(ts.length);
        int[] wrong = new int[ts.length], rounds = new int[ts.length];
        for (int i = 0; i < ts.length; i++) {
            int k = i;
            ts[i] = new Thread(() -> {
                try {
                    String expected = work(k);
                    while (!stop) {
                        if (!work(k).equals(expected)) wrong[k]++;
                        rounds[k]++;
                        running.countDown();
                    }
                } catch (Throwable t) {
                    t.printStackTrace(System.out);
                    wrong[k] += 1000;
                }
            });
            ts[i].start();
        }
        running.await();
        System.out.println("one by one: " + retransform(false, 5));
        System.out.println("all at once: " + retransform(true, 1));
        System.out.println("all at once again: " + retransform(true, 1));
        stop = true;
        for (Thread t : ts) t.join();
        System.out.println("wrong " + Arrays.toString(wrong) + " " + (rounds[0] > 0 && rounds[1] > 0));
        System.out.println(work(7).equals(before));
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Future<String>> fs = new ArrayList<>();
        for (int i = 0; i < 6; i++) fs.add(pool.submit(() -> { try { return work(7); } catch (Throwable t) { return t.toString(); } }));
        for (Future<String> f : fs) if (!f.get().equals(before)) System.out.println("differs: " + f.get());
        pool.shutdown();
        System.out.println(Thread.currentThread().getStackTrace()[1].getMethodName() + " " + new Square(4).equals(new Square(4)) + " "
                + Color.BLUE.compareTo(Color.RED));
    }
}
