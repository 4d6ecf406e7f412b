// Many threads load, link and initialize classes at once: one Class object per loader, parallel-capable and plain loaders, loaders
// that wait for each other, loader constraints.
import java.io.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

public class ParallelLoading {
    public static class A { public static final AtomicInteger INITS = new AtomicInteger(); }
    public static class T0 extends Base { static { A.INITS.incrementAndGet(); } }
    public static class T1 extends Base { static { A.INITS.incrementAndGet(); } }
    public static class T2 extends T1 { static { A.INITS.incrementAndGet(); } }
    public static class T3 implements Runnable { static { A.INITS.incrementAndGet(); } public void run() { } }
    public static class Base { static { A.INITS.incrementAndGet(); } }
    public static class Uses {
        public static Object make() { return new Shared(); }
        public static String take(Shared s) { return "took " + s.id(); }
        public static Shared give() { return new Shared(); }
    }
    public static class Shared { public String id() { return String.valueOf(getClass().getClassLoader()); } }
    public static class Caller {
        public static String call() { return Uses.take(new Shared()); } public static String get() { return Uses.give().id(); }
    }
    static byte[] bytes(String name) throws IOException {
        try (InputStream in = ParallelLoading.class.getResourceAsStream("/" + name.replace('.', '/')
            + ".class")) { return in.readAllBytes(); }
    }
    static class Own extends ClassLoader {
        static { registerAsParallelCapable(); }
        final Set<String> own; final AtomicInteger defined = new AtomicInteger();
        final Map<String, ClassLoader> other = new HashMap<>(); final String n;
        Own(String n, String... own) { super(ParallelLoading.class.getClassLoader()); this.own = Set.of(own); this.n = n; }
        protected Class<?> loadClass(String name, boolean r) throws ClassNotFoundException {
            if (other.containsKey(name)) return other.get(name).loadClass(name);
            if (!own.contains(name)) return super.loadClass(name, r);
            synchronized (getClassLoadingLock(name)) {
                Class<?> c = findLoadedClass(name);
                if (c == null) try {
                    byte[] b = bytes(name); c = defineClass(name, b, 0, b.length); defined.incrementAndGet();
                } catch (IOException e) {
                    throw new ClassNotFoundException(name, e);
                }
                return c;
            }
        }
        public String toString() { return n; }
    }
    static class Plain extends Own { Plain(String n, String... own) { super(n, own); } }
    static class Racing extends ClassLoader {
        static { registerAsParallelCapable(); }
        final AtomicInteger won = new AtomicInteger(), lost = new AtomicInteger(); final CyclicBarrier gate;
        Racing(int n) { super(ParallelLoading.class.getClassLoader()); gate = new CyclicBarrier(n); }
        Class<?> define(String name) throws Exception {
            byte[] b = bytes(name); gate.await();
            try {
                Class<?> c = defineClass(name, b, 0, b.length); won.incrementAndGet(); return c;
            } catch (LinkageError e) {
                lost.incrementAndGet(); return findLoadedClass(name);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        String[] names = new String[5]; for (int i = 0; i < 4; i++) names[i] = "ParallelLoading$T" + i;
        names[4] = "ParallelLoading$Base"; List<String> all = new ArrayList<>(List.of(names));
        all.add("ParallelLoading$A"); int n = 8; ExecutorService ex = Executors.newFixedThreadPool(n);
        for (int round = 0; round < 5; round++) {
            Own l = round % 2 == 0 ? new Own("own" + round, all.toArray(new String[0])) : new Plain("plain" + round,
                all.toArray(new String[0]));
            CyclicBarrier gate = new CyclicBarrier(n); List<Future<List<Class<?>>>> fs = new ArrayList<>();
            for (int i = 0; i < n; i++) {
                int id = i;
                fs.add(ex.submit(() -> { gate.await(); List<Class<?>> r = new ArrayList<>(); for (int k = 0; k < 4; k++) r.add(Class.forName(names[(k
                    + id) % 4], true, l)); r.sort(Comparator.comparing(Class::getName)); return r; }));
            }
            Set<List<Class<?>>> distinct = new HashSet<>();
            for (Future<List<Class<?>>> f : fs) distinct.add(f.get());
            System.out.println(distinct.size() + " " + l.defined + " " + l.loadClass("ParallelLoading$A").getField("INITS").get(null));
        }
        for (int round = 0; round < 5; round++) {
            Racing r = new Racing(4); List<Future<Class<?>>> fs = new ArrayList<>();
            for (int i = 0; i < 4; i++) fs.add(ex.submit(() -> r.define("ParallelLoading$Base")));
            Set<Class<?>> cs = new HashSet<>(); for (Future<Class<?>> f : fs) cs.add(f.get());
            System.out.println("won " + r.won + " lost " + r.lost + " classes " + cs.size());
        }
        // two loaders that delegate to each other, loaded from both ends at once
        for (int round = 0; round < 5; round++) {
            Own x = new Own("x", "ParallelLoading$T2", "ParallelLoading$Base"), y = new Own("y", "ParallelLoading$T1");
            x.other.put("ParallelLoading$T1", y); y.other.put("ParallelLoading$Base", x);
            Future<Class<?>> fx = ex.submit(() -> x.loadClass("ParallelLoading$T2")),
                fy = ex.submit(() -> y.loadClass("ParallelLoading$T1"));
            System.out.println(fx.get().getSuperclass() == fy.get() && fy.get().getSuperclass().getClassLoader() == x);
        }
        ex.shutdown();
        // loader constraints: Caller and Uses see different classes named Shared
        Own u = new Own("u", "ParallelLoading$Uses", "ParallelLoading$Shared"),
            c = new Own("c", "ParallelLoading$Caller", "ParallelLoading$Shared");
        c.other.put("ParallelLoading$Uses", u); Class<?> caller = c.loadClass("ParallelLoading$Caller");
        for (String m : new String[] {"call", "get", "call"}) try {
            System.out.println(caller.getMethod(m).invoke(null));
        } catch (java.lang.reflect.InvocationTargetException e) {
            System.out.println(e.getCause().getClass().getSimpleName() + " " + e.getCause().getMessage().split(":")[0]);
        }
        Own good = new Own("good", "ParallelLoading$Caller", "ParallelLoading$Uses", "ParallelLoading$Shared");
        System.out.println(good.loadClass("ParallelLoading$Caller").getMethod("call").invoke(null));
    }
}
