import java.lang.invoke.MethodHandles;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/** Classes that are unloaded while tools hold their ids, tags, breakpoints, watches and references: events, and what stale ids answer. */
public class ClassUnload {
    static native boolean enabled();
    static native void listen(boolean on);
    static native int events(String name, int least);
    static native void note(Class<?> c);
    static native void setBreakpoint(Class<?> c);
    static native void ask(String what);
    static native void keep(Class<?> c);
    static native void drop();
    static native int breakpoints();
    static native int accesses();
    static native int frees();

    static class Island extends ClassLoader {
        Island() { super(ClassUnload.class.getClassLoader()); }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("Victim")) return super.loadClass(name, resolve);
            Class<?> c = findLoadedClass(name);
            if (c != null) return c;
            byte[] b = bytes(name);
            return defineClass(name, b, 0, b.length);
        }
    }

    static byte[] bytes(String name) {
        try (var in = ClassUnload.class.getResourceAsStream(name + ".class")) {
            return in.readAllBytes();
        } catch (java.io.IOException e) {
            throw new RuntimeException(e);
        }
    }

    static Class<?> load() throws Exception { return Class.forName("Victim", true, new Island()); }

    static Object run(Class<?> c) throws Exception {
        var constructor = c.getDeclaredConstructor();
        constructor.setAccessible(true);
        Runnable r = (Runnable) constructor.newInstance();
        r.run();
        return r;
    }

    static boolean gone(WeakReference<?> r) throws InterruptedException {
        for (int i = 0; i < 50 && r.get() != null; i++) {
            System.gc();
            if (i > 5) Thread.sleep(10);
        }
        return r.get() == null;
    }

    static void wipe(int depth) { if (depth > 0) wipe(depth - 1); }

    static Class<?> prepare(boolean ids) throws Exception {
        Class<?> c = load();
        if (ids) note(c);
        else setBreakpoint(c);
        run(c);
        return c;
    }

    static WeakReference<Class<?>> hidden() throws Exception {
        MethodHandles.Lookup l = MethodHandles.lookup().defineHiddenClass(bytes("Simple"), true);
        run(l.lookupClass());
        return new WeakReference<>(l.lookupClass());
    }

    public static void main(String[] args) throws Exception {
        System.out.println("enabled " + enabled());
        listen(true);
        Class<?> c = prepare(true);
        System.out.println("breakpoints " + breakpoints() + ", accesses " + accesses());
        ask("loaded");
        WeakReference<Class<?>> r = new WeakReference<>(c);
        c = null;
        wipe(50);
        System.out.println("gone " + gone(r));
        System.out.println("events " + events("Victim", 1) + " " + events("Victim$Inner", 1));
        ask("unloaded");
        System.out.println("object free " + frees());
        // The memory is used again: nothing that was asked for in the old class may be seen in the new ones.
        List<Object> all = new ArrayList<>();
        for (int i = 0; i < 20; i++) all.add(run(load()));
        System.out.println("breakpoints " + breakpoints() + ", accesses " + accesses());
        ask("reused");
        all = null;

        c = load();
        keep(c);
        r = new WeakReference<>(c);
        c = null;
        wipe(50);
        for (int i = 0; i < 3; i++) System.gc();
        System.out.println("kept by a global reference " + (r.get() != null));
        drop();
        System.out.println("then gone " + gone(r));

        r = hidden();
        wipe(50);
        System.out.println("hidden gone " + gone(r));
        System.out.println("events " + (events("Victim", 22) >= 22) + " " + events("Simple", 1));
        listen(false);
        r = new WeakReference<>(run(load()).getClass());
        wipe(50);
        System.out.println("without events gone " + gone(r));

        // A class with a breakpoint is kept. The breakpoint is not in a new class of that name.
        r = new WeakReference<>(prepare(false));
        wipe(50);
        for (int i = 0; i < 3; i++) System.gc();
        System.out.println("kept by a breakpoint " + (r.get() != null));
        for (int i = 0; i < 20; i++) run(load());
        System.out.println("breakpoints " + breakpoints() + ", accesses " + accesses());
    }
}

class Simple implements Runnable {
    int field;

    @Override
    public void run() { field++; }
}

class Victim implements Runnable {
    static int shared;
    int field;
    Inner inner = new Inner();

    static class Inner { int x = 1; }

    @Override
    public void run() {
        Runnable r = () -> field += inner.x;
        r.run();
        work(3);
    }

    int work(int n) {
        field += n;
        return shared += field;
    }
}
