import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.lang.invoke.MethodType;
import java.lang.management.ClassLoadingMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Layers, hidden classes and thousands of loaders that come and go, and the switches. */
public class Main {
    static final ClassLoadingMXBean classes = ManagementFactory.getClassLoadingMXBean();

    static boolean gone(WeakReference<?> r) throws InterruptedException {
        for (int i = 0; i < 30 && r.get() != null; i++) {
            System.gc();
            if (i > 1) Thread.sleep(10);
        }
        return r.get() == null;
    }

    static void wipe(int depth) { if (depth > 0) wipe(depth - 1); }

    static byte[] bytes(String name) {
        try (var in = Main.class.getResourceAsStream(name + ".class")) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new RuntimeException(e);
        }
    }

    // ---- layers ----

    static WeakReference<ModuleLayer> layer(boolean many, boolean print) throws Exception {
        ModuleLayer boot = ModuleLayer.boot();
        Configuration conf = boot.configuration().resolve(ModuleFinder.of(Path.of("mods")), ModuleFinder.of(), Set.of("org.gone"));
        ModuleLayer l = many ? boot.defineModulesWithManyLoaders(conf, null) : boot.defineModulesWithOneLoader(conf, Main.class.getClassLoader());
        Module m = l.findModule("org.gone").get();
        Object task = Class.forName(m, "org.gone.Task").getDeclaredConstructor().newInstance();
        if (print) System.out.println(((Supplier<?>) task).get());
        // Modules that stay learn of the one that goes.
        Main.class.getModule().addReads(m);
        Module other = ModuleLayer.boot().findModule("java.logging").get();
        if (print) System.out.println(m.canRead(Main.class.getModule()) + " " + m.isExported("org.gone", other) + " " + m.getLayer().modules().size());
        return new WeakReference<>(l);
    }

    static void layers() throws Exception {
        for (int i = 0; i < 2; i++) {
            WeakReference<ModuleLayer> r = layer(i == 1, true);
            wipe(50);
            System.out.println("layer gone: " + gone(r));
        }
        for (int i = 0; i < 60; i++) layer(i % 2 == 0, false);
        for (int i = 0; i < 3; i++) System.gc();
        System.out.println("unloaded " + (classes.getUnloadedClassCount() >= 50));
        layer(false, true);
    }

    // ---- hidden classes ----

    static MethodHandles.Lookup define(boolean strong) throws Exception {
        return strong ? MethodHandles.lookup().defineHiddenClass(bytes("Simple"), true, ClassOption.STRONG)
                      : MethodHandles.lookup().defineHiddenClass(bytes("Simple"), true);
    }

    static int call(Object o) { return ((Supplier<Integer>) o).get(); }

    static void hidden() throws Throwable {
        List<WeakReference<Class<?>>> weak = new ArrayList<>(), strong = new ArrayList<>();
        List<Object> instances = new ArrayList<>();
        int sum = 0;
        for (int i = 0; i < 300; i++) {
            MethodHandles.Lookup l = define(i % 10 == 9);
            Class<?> c = l.lookupClass();
            (i % 10 == 9 ? strong : weak).add(new WeakReference<>(c));
            var constructor = c.getDeclaredConstructor();
            constructor.setAccessible(true);
            Object o = constructor.newInstance();
            sum += call(o) + (int) l.findVirtual(c, "plus", MethodType.methodType(int.class, int.class)).invoke(o, 1);
            if (i % 50 == 0) instances.add(o);
        }
        System.out.println("sum " + sum);
        wipe(50);
        for (int i = 0; i < 5; i++) System.gc();
        long there = weak.stream().filter(r -> r.get() != null).count(), kept = strong.stream().filter(r -> r.get() != null).count();
        System.out.println("weak " + (there < 20) + ", strong " + kept);
        for (Object o : instances) sum += call(o);
        System.out.println("instances " + instances.size() + " sum " + sum + " " + instances.get(0).getClass().isHidden());
        instances = null;

        // Handles make classes of their own behind the scenes; they must work for as long as anybody has them.
        MethodHandle h = MethodHandles.lookup().findStatic(Main.class, "add", MethodType.methodType(long.class, int.class, long.class));
        long total = 0;
        for (int i = 0; i < 40; i++) {
            MethodHandle k = MethodHandles.insertArguments(h, 0, i);
            for (int d = 0; d < i % 5; d++) k = MethodHandles.filterReturnValue(k, MethodHandles.insertArguments(h, 0, d));
            total += (long) k.invokeExact((long) i);
            if (i % 8 == 0) System.gc();
            total += (long) k.invokeExact(1L);
        }
        System.out.println("handles " + total);
    }

    static long add(int a, long b) { return a + b; }

    // ---- thousands ----

    static class Island extends ClassLoader {
        final byte[] code;

        Island(byte[] code) {
            super(Main.class.getClassLoader());
            this.code = code;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals("Simple")) return super.loadClass(name, resolve);
            synchronized (getClassLoadingLock(name)) {
                Class<?> c = findLoadedClass(name);
                return c != null ? c : defineClass(name, code, 0, code.length);
            }
        }
    }

    static int once(byte[] code) throws Exception {
        var constructor = new Island(code).loadClass("Simple").getDeclaredConstructor();
        constructor.setAccessible(true);
        return call(constructor.newInstance());
    }

    static long metadata() {
        long n = 0;
        for (MemoryPoolMXBean p : ManagementFactory.getMemoryPoolMXBeans())
            if (p.getName().equals("Metaspace")) n = p.getUsage().getUsed();
        return n;
    }

    static long resident() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/status")))
            if (line.startsWith("VmRSS:")) return Long.parseLong(line.replaceAll("[^0-9]", "")) << 10;
        return 0;
    }

    static void flat() throws Exception {
        byte[] code = bytes("Simple");
        int sum = 0, rounds = 5000;
        for (int i = 0; i < 200; i++) sum += once(code);
        System.gc();
        long memory = metadata(), rss = resident(), before = classes.getUnloadedClassCount();
        for (int i = 0; i < rounds; i++) {
            sum += once(code);
            if (i % 500 == 499) System.gc();
        }
        System.gc();
        long went = classes.getUnloadedClassCount() - before;
        System.out.println("sum " + sum + ", unloaded " + (went >= rounds * 9 / 10) + ", there " + (classes.getLoadedClassCount() < 3000));
        System.out.println("metadata flat " + (metadata() < memory + (4 << 20)) + ", memory flat " + (resident() < rss + (80L << 20)));
    }

    // ---- threads that load while others' loaders die ----

    static void threads() throws Exception {
        byte[] code = bytes("Simple");
        AtomicInteger sum = new AtomicInteger();
        Thread[] all = new Thread[4];
        for (int t = 0; t < all.length; t++) {
            int k = t;
            all[t] = new Thread(() -> {
                try {
                    for (int i = 0; i < 300; i++) {
                        sum.addAndGet(once(code));
                        if (k == 0 && i % 20 == 0) System.gc();
                        if (k == 1) call(new Simple());
                        if (k == 2 && i % 10 == 0) {
                            var c = define(false).lookupClass().getDeclaredConstructor();
                            c.setAccessible(true);
                            sum.addAndGet(call(c.newInstance()));
                        }
                    }
                } catch (Exception e) {
                    e.printStackTrace();
                }
            });
            all[t].start();
        }
        for (Thread t : all) t.join();
        System.out.println("sum " + sum);
    }

    // ---- switches ----

    static WeakReference<ClassLoader> drop() throws Exception {
        Island l = new Island(bytes("Simple"));
        l.loadClass("Simple");
        return new WeakReference<>(l);
    }

    public static void main(String[] args) throws Throwable {
        switch (args[0]) {
            case "layers": layers(); break;
            case "hidden": hidden(); break;
            case "flat": flat(); break;
            case "threads": threads(); break;
            default:
                WeakReference<ClassLoader> r = drop();
                wipe(50);
                for (int i = 0; i < 5; i++) System.gc();
                System.out.println(args[0] + ": " + (r.get() == null) + " " + (classes.getUnloadedClassCount() > 0));
        }
    }
}

class Simple implements Supplier<Integer> {
    static int made;
    final int n = ++made;

    @Override
    public Integer get() { return plus(41); }

    int plus(int k) { return n + k; }
}
