import java.lang.instrument.*;
import java.util.*;

/**
 * Measures redefinitions beside many classes and objects. Arguments: classes, millions of live objects of the class
 * that changes, millions of others. An agent of itself. Prints a line for each step: its name, milliseconds of the call.
 */
public class Redefinition extends ClassLoader {
    static Instrumentation instrumentation;
    public static void premain(String options, Instrumentation i) { instrumentation = i; }

    /** The class file of version v for class number n. */
    static byte[] file(int v, int n) throws Exception {
        String text = new String(Redefinition.class.getResourceAsStream("Kind" + v + "_00000.class").readAllBytes(), "ISO-8859-1");
        return text.replace("Kind" + v + "_00000", String.format("Kind0_%05d", n)).getBytes("ISO-8859-1");
    }
    Class<?> define(int n) throws Exception {
        byte[] b = file(0, n);
        return defineClass(String.format("Kind0_%05d", n), b, 0, b.length);
    }
    interface Step { void run() throws Exception; }
    static void time(String what, Step s) throws Exception {
        long t = System.nanoTime();
        s.run();
        System.out.printf("%s %.1f%n", what, (System.nanoTime() - t) / 1e6);
    }
    static Object[] fill(Class<?> c, int millions) throws Exception {
        Object[] all = new Object[millions * 1000000];
        java.util.function.Supplier<?> make = (java.util.function.Supplier<?>) c.getDeclaredConstructor().newInstance();
        for (int i = 0; i < all.length; i++) all[i] = make.get();
        return all;
    }
    static long metadata() {
        long used = 0;
        for (var p : java.lang.management.ManagementFactory.getMemoryPoolMXBeans())
            if (p.getName().equals("Metaspace")) used = p.getUsage().getUsed();
        return used / 1024;
    }

    /** Fields and methods come and go, n times, while threads make objects of the class and call them. Tells memory ten times. */
    static void flips(int n, int threads) throws Exception {
        Class<?> c = new Redefinition().define(0);
        byte[][] files = {file(0, 0), file(4, 0)};
        var stop = new java.util.concurrent.atomic.AtomicBoolean();
        var failed = new java.util.concurrent.atomic.AtomicReference<Throwable>();
        Thread[] all = new Thread[threads];
        for (int i = 0; i < threads; i++)
            (all[i] = new Thread(() -> {
                try {
                    var make = (java.util.function.Supplier<?>) c.getDeclaredConstructor().newInstance();
                    Object[] kept = new Object[64];
                    for (int k = 0; !stop.get(); k++) {
                        Object o = kept[k & 63] = make.get(), old = kept[k * 7 & 63];
                        if (!o.toString().matches("text00[04]") || old != null && old.toString().length() != 7) throw new IllegalStateException(o.toString());
                        if (k % 64 == 0) Thread.sleep(1);
                    }
                } catch (Throwable t) {
                    failed.set(t);
                }
            })).start();
        long began = System.nanoTime();
        for (int i = 1; i <= n; i++) {
            instrumentation.redefineClasses(new ClassDefinition(c, files[i & 1]));
            if (i % Math.max(1, n / 10) != 0) continue;
            System.gc();
            Runtime r = Runtime.getRuntime();
            System.out.printf("flips %d: %.0f s, metadata %d KB, heap %d KB%n", i, (System.nanoTime() - began) / 1e9, metadata(),
                (r.totalMemory() - r.freeMemory()) / 1024);
        }
        stop.set(true);
        for (Thread t : all) t.join();
        if (failed.get() != null) throw new Exception(failed.get());
    }

    /** Work of many methods, of which a redefinition changes those of one class. */
    static long work(java.util.function.Supplier<?> make, int turn) {
        Map<Integer, String> map = new TreeMap<>();
        for (int i = 0; i < 50; i++) map.merge(turn * i % 31, make.get().toString(), (a, b) -> a.length() < 40 ? a + b : b);
        List<String> all = new ArrayList<>(map.values());
        all.sort(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
        return all.stream().mapToLong(x -> x.chars().filter(c -> c != 'e').sum()).sum();
    }

    static final String[] CHANGES = { "", "", "members", "field", "growth" };
    static long cpu() { return java.lang.management.ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime(); }

    /** The work in each tenth of a second, by its thread's processor time, ten seconds before a commit and ten from it, for each kind of change. */
    static void speed() throws Exception {
        Redefinition loader = new Redefinition();
        for (int v = 2; v < 5; v++) {
            Class<?> c = loader.define(v);
            var make = (java.util.function.Supplier<?>) c.getDeclaredConstructor().newInstance();
            double[] turns = new double[300];
            long began = System.nanoTime(), used = cpu();
            for (int tenth = 0; tenth < turns.length; tenth++) {
                if (tenth == 200) {
                    byte[] b = file(v, v);
                    time("commit " + CHANGES[v], () -> instrumentation.redefineClasses(new ClassDefinition(c, b)));
                }
                int n = 0;
                while (System.nanoTime() - began < (tenth + 1) * 100_000_000L) work(make, n++);
                turns[tenth] = n / ((cpu() - used) / 1e8);
                used = cpu();
            }
            double[] before = Arrays.copyOfRange(turns, 100, 200);
            Arrays.sort(before);
            double usual = before[50];
            System.out.printf("speed %s: %.0f turns a tenth of a second; of that the first tenth %.2f, ", CHANGES[v], usual, turns[200] / usual);
            System.out.printf("the first second %.2f, the second %.2f, the tenth %.2f%n", mean(turns, 200, 210) / usual, mean(turns, 210, 220) / usual,
                mean(turns, 290, 300) / usual);
        }
    }
    static double mean(double[] all, int from, int to) { return Arrays.stream(all, from, to).average().orElse(0); }

    /** The least nanoseconds of one turn of the work, by the thread's processor time. */
    static double turn(java.util.function.LongUnaryOperator work) {
        final int N = 200_000;
        double least = 1e9;
        for (int i = 0; i < 40; i++) {
            long began = cpu();
            work.applyAsLong(N);
            least = Math.min(least, (double) (cpu() - began) / N);
        }
        return least;
    }
    static void turns(String when, Class<?> c, java.util.function.LongBinaryOperator one, boolean added) throws Exception {
        System.out.printf("%s: a field read and written %.1f ns", when, turn(n -> one.applyAsLong(0, n)));
        if (added) {
            var handle = java.lang.invoke.MethodHandles.privateLookupIn(c, java.lang.invoke.MethodHandles.lookup()).findVarHandle(c, "b", int.class)
                .withInvokeBehavior();
            Object o = one;
            System.out.printf(", a reference %.1f ns", turn(n -> one.applyAsLong(1, n)));
            System.out.printf(", by a VarHandle %.1f ns", turn(n -> { for (int i = 0; i < n; i++) handle.set(o, (int) handle.get(o) + i); return 0; }));
        }
        System.out.println();
    }

    /** The frames of this method name an instance, as those of the threads do. */
    static void held(Class<?> c, java.util.function.LongBinaryOperator one) throws Exception {
        turns("before", c, one, false);
        instrumentation.redefineClasses(new ClassDefinition(c, file(9, 8)));
        turns("short", c, one, true);
        System.gc();
        turns("still short", c, one, true);
    }

    /** Threads hold instances that a redefinition makes short, and let them go. */
    static void shorts() throws Exception {
        byte[] first = file(8, 8);
        Class<?> c = new Redefinition().defineClass(null, first, 0, first.length);
        Object[] all = new Object[8];
        Thread[] threads = new Thread[all.length];
        var ready = new java.util.concurrent.CountDownLatch(all.length);
        for (int i = 0; i < all.length; i++) {
            Object o = all[i] = c.getDeclaredConstructor().newInstance();
            (threads[i] = new Thread(() -> {
                synchronized (o) {
                    ready.countDown();
                    try {
                        o.wait();
                    } catch (InterruptedException e) { }
                }
            })).start();
        }
        ready.await();
        held(c, (java.util.function.LongBinaryOperator) all[0]);
        for (Thread t : threads) {
            t.interrupt();
            t.join();
        }
        System.gc();
        turns("grown", c, (java.util.function.LongBinaryOperator) all[0], true);
    }

    public static void main(String[] args) throws Exception {
        if (args[0].equals("speed")) {
            speed();
            return;
        }
        if (args[0].equals("short")) {
            shorts();
            return;
        }
        if (args[0].equals("flips")) {
            flips(Integer.parseInt(args[1]), Integer.parseInt(args[2]));
            return;
        }
        Redefinition loader = new Redefinition();
        Class<?>[] classes = new Class<?>[Integer.parseInt(args[0])];
        for (int i = 0; i < classes.length; i++) (classes[i] = loader.define(i)).getDeclaredConstructor().newInstance().toString();
        Object[] mine = fill(classes[0], Integer.parseInt(args[1])), others = fill(classes[1], Integer.parseInt(args[2]));
        for (int i = 0; i < 3; i++) time("gc", System::gc);
        String[] names = { "", "body", "members", "field", "growth", "inserted", "replaced", "removed" };
        boolean enhanced = args.length > 3;
        for (int v = 1; v < (enhanced ? 8 : 2); v++) {
            byte[] b = file(v, 0);
            time(names[v], () -> instrumentation.redefineClasses(new ClassDefinition(classes[0], b)));
        }
        time("gc", System::gc);
        if (mine.length + others.length < 0) System.out.println();
    }
}
