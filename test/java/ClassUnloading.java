// jvm: -Xmx64m
// gcstress: 50 (thousands of class definitions)
// timeout: 240
// Class loaders that nothing refers to any more go away with their classes, whatever their classes did meanwhile; those that something refers to stay.
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ClassLoadingMXBean;
import java.lang.management.ManagementFactory;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

public class ClassUnloading {
    /** Defines the classes named P… of this program itself, every other is its parent's. */
    static class Island extends ClassLoader {
        final String[] own;

        Island(ClassLoader parent, String... own) {
            super(parent);
            this.own = own;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> c = findLoadedClass(name);
                if (c != null) return c;
                for (String prefix : own)
                    if (name.startsWith(prefix)) return define(name);
                return super.loadClass(name, resolve);
            }
        }

        Class<?> define(String name) throws ClassNotFoundException {
            try (var in = ClassUnloading.class.getResourceAsStream(name + ".class")) {
                if (in == null || name.equals("PGone")) throw new ClassNotFoundException(name);
                byte[] b = in.readAllBytes();
                return defineClass(name, b, 0, b.length);
            } catch (java.io.IOException e) {
                throw new RuntimeException(e);
            }
        }
    }

    public static volatile boolean go, begun;
    public static volatile long sum;
    public static volatile int finalized;

    // ---- helpers ----

    /** Collects until the reference is cleared; false: it is not after many collections. */
    static boolean gone(WeakReference<?> r) throws InterruptedException {
        for (int i = 0; i < 30 && r.get() != null; i++) {
            System.gc();
            if (i == 1) clearSoft(); // the library remembers much softly: method handles, proxies, annotations, reflection
            if (i > 1) Thread.sleep(10); // finalizers and cleaners run meanwhile
        }
        return r.get() == null;
    }

    static void clearSoft() {
        List<byte[]> all = new ArrayList<>();
        try {
            while (true) all.add(new byte[1 << 20]);
        } catch (OutOfMemoryError e) {
            all = null;
        }
    }

    static Object create(ClassLoader l, String name) throws Exception {
        var constructor = Class.forName(name, true, l).getDeclaredConstructor();
        constructor.setAccessible(true);
        return constructor.newInstance();
    }

    @SuppressWarnings("unchecked")
    static Supplier<String> make(ClassLoader l, String name) throws Exception {
        return (Supplier<String>) create(l, name);
    }

    static WeakReference<ClassLoader> use(String name, boolean print) throws Exception {
        ClassLoader l = new Island(ClassUnloading.class.getClassLoader(), "P");
        String text = make(l, name).get();
        if (print) System.out.println(name + ": " + text);
        return new WeakReference<>(l);
    }

    /** Fresh frames, so that no stale word of an old one keeps anything. */
    static void wipe(int depth) {
        long a = depth, b = a + 1, c = b + 1, d = c + 1;
        if (depth > 0) wipe(depth - 1);
        if (a + b + c + d == -1) System.out.println();
    }

    // ---- tests ----

    static void dropped() throws Exception {
        for (String name : new String[] { "PAll", "PBroken" }) {
            WeakReference<ClassLoader> r = use(name, true);
            wipe(50);
            System.out.println(name + " gone: " + gone(r));
        }
    }

    static WeakReference<ClassLoader> keeper;

    static Object keptBy(String how) throws Exception {
        ClassLoader l = new Island(ClassUnloading.class.getClassLoader(), "P");
        Supplier<String> s = make(l, "PAll");
        s.get();
        keeper = new WeakReference<>(l);
        switch (how) {
            case "loader": return l;
            case "class": return s.getClass();
            case "instance": return s;
            case "array class": return Array.newInstance(s.getClass(), 0).getClass();
            case "array": return Array.newInstance(s.getClass(), 0);
            case "method": return s.getClass().getDeclaredMethod("twice", int.class);
            case "handle": return handleOf(s);
            case "method type": return MethodType.methodType(s.getClass());
            case "module": return l.getUnnamedModule();
            case "record": return Class.forName("PPoint", true, l);
            case "enum": return Class.forName("PColour", true, l).getEnumConstants()[1];
            case "annotation": return s.getClass().getAnnotations()[0];
            case "proxy": return Proxy.newProxyInstance(l, new Class<?>[] { Class.forName("PShape", false, l) }, (p, m, a) -> null);
            case "throwable": try { make(l, "PThrower").get(); } catch (IllegalStateException e) { return e; }
            case "subclass's loader": return new Island(l, "PThrower").loadClass("PThrower");
            default: throw new AssertionError();
        }
    }

    static MethodHandle handleOf(Supplier<String> s) throws Exception {
        Method m = s.getClass().getMethod("get");
        m.setAccessible(true);
        return MethodHandles.lookup().unreflect(m);
    }

    static void kept() throws Exception {
        for (String how : new String[] { "loader", "class", "instance", "array class", "array", "method", "handle", "method type", "module", "record", "enum",
                                         "annotation", "proxy", "throwable", "subclass's loader" }) {
            Object o = keptBy(how);
            wipe(50);
            for (int i = 0; i < 3; i++) System.gc();
            boolean there = keeper.get() != null;
            if (o instanceof Throwable) {
                StackTraceElement e = ((Throwable) o).getStackTrace()[0];
                System.out.println(e.getClassName() + "." + e.getMethodName() + " " + e.getFileName());
            }
            int hash = o.getClass().getName().length();
            o = null;
            wipe(50);
            System.out.println("kept by " + how + ": " + there + ", then gone: " + gone(keeper) + (hash > 0 ? "" : "?"));
        }
    }

    /** The trace of an exception still names classes whose loader nothing else refers to. */
    static void traces() throws Exception {
        Throwable t = null;
        ClassLoader l = new Island(ClassUnloading.class.getClassLoader(), "P");
        try {
            Supplier<String> s = make(l, "PThrower");
            Method m = s.getClass().getMethod("get");
            m.setAccessible(true);
            m.invoke(s);
        } catch (InvocationTargetException e) {
            t = e;
        }
        l = null;
        for (int i = 0; i < 4; i++) System.gc();
        StackTraceElement[] own = t.getCause().getStackTrace();
        System.out.println(t.getCause() + " at " + own[0] + " (" + own[0].getMethodName() + ")");
    }

    static WeakReference<ClassLoader> start(Thread[] thread) throws Exception {
        ClassLoader l = new Island(ClassUnloading.class.getClassLoader(), "P");
        thread[0] = new Thread((Runnable) create(l, "PLoop"));
        go = true;
        thread[0].start();
        return new WeakReference<>(l);
    }

    static void running() throws Exception {
        Thread[] thread = new Thread[1];
        WeakReference<ClassLoader> r = start(thread);
        while (!begun) Thread.onSpinWait();
        for (int i = 0; i < 5; i++) System.gc();
        System.out.println("running: " + (r.get() != null));
        go = false;
        thread[0].join();
        thread[0] = null;
        wipe(50);
        System.out.println("ended, gone: " + gone(r) + " " + (sum > 0));
    }

    /** The loader's reference is cleared when the loader is; phantom references come after finalizers. */
    static void references() throws Exception {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        ClassLoader l = new Island(ClassUnloading.class.getClassLoader(), "P");
        Supplier<String> s = make(l, "PFinal");
        s.get();
        PhantomReference<Object> phantom = new PhantomReference<>(s.getClass(), queue);
        WeakReference<Object> weak = new WeakReference<>(l);
        s = null;
        l = null;
        wipe(50);
        System.out.println("finalizable, gone: " + gone(weak));
        for (int i = 0; i < 100 && (finalized == 0 || queue.poll() != phantom); i++) {
            System.gc();
            Thread.sleep(10);
        }
        System.out.println("finalized " + finalized + ", phantom " + phantom.refersTo(null));
    }

    /** Two loaders whose classes refer to each other, and chains of loaders. */
    static void cycles() throws Exception {
        List<WeakReference<ClassLoader>> all = new ArrayList<>();
        ClassLoader last = ClassUnloading.class.getClassLoader();
        for (int i = 0; i < 200; i++) {
            Island next = new Island(last, i % 2 == 0 ? "PThrower" : "PFinal");
            if (i % 3 == 0) next.loadClass(i % 2 == 0 ? "PThrower" : "PFinal");
            all.add(new WeakReference<>(last = next));
        }
        WeakReference<ClassLoader> first = all.get(0);
        System.gc();
        System.out.println("chain " + (first.get() != null));
        Reference.reachabilityFence(last);
        last = null;
        wipe(50);
        boolean every = true;
        for (WeakReference<ClassLoader> r : all) every &= gone(r);
        System.out.println("chain gone: " + every);
    }

    static void many() throws Exception {
        ClassLoadingMXBean bean = ManagementFactory.getClassLoadingMXBean();
        long before = bean.getUnloadedClassCount(), loadedBefore = bean.getLoadedClassCount();
        for (int i = 0; i < 400; i++) use("PAll", false);
        clearSoft();
        for (int i = 0; i < 3; i++) System.gc();
        long went = bean.getUnloadedClassCount() - before, stay = bean.getLoadedClassCount() - loadedBefore;
        System.out.println("classes of 400 loaders: unloaded " + (went > 400 * 7) + ", left over " + (stay < 100) + ", sum "
                           + (bean.getTotalLoadedClassCount() == bean.getLoadedClassCount() + bean.getUnloadedClassCount()));
    }

    public static void main(String[] args) throws Exception {
        dropped();
        kept();
        traces();
        running();
        references();
        cycles();
        many();
    }
}

// ---- what is loaded over and over; the program itself uses only interfaces of the class library ----

@Retention(RetentionPolicy.RUNTIME)
@interface PMark {
    String value();
    PColour colour() default PColour.RED;
}

enum PColour { RED, GREEN { @Override int weight() { return 2; } };
    int weight() { return 1; }
}

record PPoint(int x, Object o) {}

interface PShape { default int area() { return side() * side(); } int side(); }

@PMark("all")
class PAll implements Supplier<String> {
    static final PAll[] self = { new PAll() };
    static PAll other = self[0];
    final StringBuilder out = new StringBuilder();

    @Override
    public String get() {
        int k = 7;
        IntSupplier lambda = () -> k + out.length();
        Function<Integer, PPoint> make = x -> new PPoint(x, this);
        PShape shape = () -> 3;
        out.append(lambda.getAsInt()).append(' ').append(make.apply(4).x()).append(' ').append(shape.area()).append(' ');
        // (equals, hashCode and toString of a record would be kept by the class library for ever)
        out.append(new PPoint(1, "r").o()).append(' ');
        for (PColour c : PColour.values())
            switch (c) {
                case RED: out.append("red").append(c.weight()); break;
                default: out.append("green").append(c.weight());
            }
        PMark mark = PAll.class.getAnnotation(PMark.class);
        out.append(' ').append(mark.value()).append(mark.colour());
        try {
            MethodHandle h = MethodHandles.lookup().findVirtual(PAll.class, "twice", MethodType.methodType(int.class, int.class));
            out.append(' ').append((int) h.invokeExact(this, 21));
            out.append(' ').append(MethodHandles.filterReturnValue(h.bindTo(this), MethodHandles.identity(int.class)).invoke(4));
            Method m = PAll.class.getDeclaredMethod("twice", int.class);
            for (int i = 0; i < 20; i++) out.append(i < 19 ? "" : m.invoke(this, i)); // the library makes an accessor class
            PShape p = (PShape) Proxy.newProxyInstance(PAll.class.getClassLoader(), new Class<?>[] { PShape.class },
                                                       (proxy, method, args) -> 11);
            out.append(' ').append(p.side());
            Object a = Array.newInstance(PAll.class, 2, 2);
            out.append(' ').append(a.getClass().getSimpleName());
            Class.forName("PMissing", true, PAll.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            out.append(" missing");
        } catch (Throwable t) {
            out.append(t);
        }
        synchronized (PAll.class) {
            out.append(PAll.class.hashCode() == System.identityHashCode(PAll.class));
        }
        return out.toString();
    }

    int twice(int x) { return 2 * x; }
}

/** Its constants name a class that cannot be found: the error is remembered, with a trace through this class. */
class PBroken implements Supplier<String> {
    @Override
    public String get() {
        StringBuilder s = new StringBuilder();
        for (int i = 0; i < 2; i++)
            try {
                touch();
            } catch (NoClassDefFoundError e) {
                s.append(e.getMessage()).append(e.getCause() == null ? " none;" : " cause;");
            }
        return s.toString();
    }

    void touch() { PGone.hello(); }
}

class PGone { static void hello() {} }

class PThrower implements Supplier<String> {
    @Override
    public String get() { throw new IllegalStateException("from an island"); }
}

class PFinal implements Supplier<String> {
    static final List<Object> sink = new ArrayList<>();

    @Override
    public String get() { return "made"; }

    @Override
    protected void finalize() { ClassUnloading.finalized++; }
}

class PLoop implements Runnable {
    final CountDownLatch started = new CountDownLatch(1);

    @Override
    public void run() {
        long sum = 0;
        while (ClassUnloading.go) {
            sum += step((int) sum & 3);
            ClassUnloading.begun = true;
        }
        ClassUnloading.sum = sum;
    }

    int step(int i) {
        Supplier<Integer> s = () -> i + 1;
        return s.get();
    }
}
