import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;

/** A class file hook asks for the class that is being loaded or linked around it, and retransforms it. */
public class RetransformInside {
    static native void watch(String internalName);
    static native void unwatch();
    static native String retransform(Class<?> c);
    static native String retransformLoaded(String signaturePrefix);
    static native String redefine(Class<?> c, byte[] bytes);

    public static class Plain { public static String m() { return "ran"; } }
    public static class Super { }
    public static class Heir extends Super { public static String m() { return "ran"; } }
    interface Face { default String d() { return "d"; } }
    public static class Implementor implements Face { public static String m() { return "ran"; } }
    /** To be verified it needs to know whether an Assigned is a Target. */
    public static class Verified {
        static final int CONSTANT = 7;
        static Object o = "x";
        static Target t(boolean b) { return b ? new Assigned() : null; }
        static void f(Assigned a) { g(a); }
        static void g(Target t) { }
        public static String m() { return "ran " + CONSTANT + o; }
    }
    public static class Target { }
    public static class Assigned extends Target { }
    public static class Initializing {
        static { System.out.println("  " + retransform(Initializing.class)); }
        public static String m() { return "ran"; }
    }
    public static class InitFails {
        static { if (true) throw new IllegalStateException(); }
        public static String m() { return "ran"; }
    }
    public static class Bad { public static int m() { return 1; } }

    static class Loader extends ClassLoader {
        final Throwable missing; /* what asking for Target ends in */
        Loader(Throwable missing) {
            super(RetransformInside.class.getClassLoader());
            this.missing = missing;
        }
        @Override protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("RetransformInside$")) return super.loadClass(name, resolve);
            Class<?> c = findLoadedClass(name);
            if (c != null) return c;
            if (missing != null && name.endsWith("$Target")) throw RetransformInside.<RuntimeException>sneaky(missing);
            byte[] b = bytes(name);
            if (name.endsWith("$Bad")) /* iconst_1; ireturn becomes iconst_1; areturn */
                for (int i = 0; i + 1 < b.length; i++) if (b[i] == 4 && b[i + 1] == (byte) 0xac) b[i + 1] = (byte) 0xb0;
            return defineClass(name, b, 0, b.length);
        }
        @Override public String toString() { return getClass().getSimpleName(); }
    }
    static class ParallelLoader extends ClassLoader {
        static { registerAsParallelCapable(); }
        ParallelLoader() { super(null); }
        @Override protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (!name.startsWith("RetransformInside$")) return RetransformInside.class.getClassLoader().loadClass(name);
            byte[] b = bytes(name);
            return defineClass(name, b, 0, b.length);
        }
        @Override public String toString() { return getClass().getSimpleName(); }
    }
    @SuppressWarnings("unchecked") static <T extends Throwable> T sneaky(Throwable t) throws T { throw (T) t; }
    static byte[] bytes(String name) {
        try {
            return RetransformInside.class.getResourceAsStream(name + ".class").readAllBytes();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    interface Body { Object run() throws Throwable; }
    static void t(String what, Body b) {
        System.out.println(what);
        Object r;
        try {
            r = b.run();
        } catch (java.lang.reflect.InvocationTargetException e) {
            r = e.getCause().getClass();
        } catch (Throwable e) {
            r = e.toString().replaceAll("@[0-9a-f]+", "@#");
        }
        System.out.println(what + ": " + r);
        unwatch();
    }

    static Runnable action;
    static void inside() { action.run(); }
    /** What the hook does: finds the class by name and retransforms it. */
    static Runnable finds(String name, boolean initialize, ClassLoader l) {
        return () -> {
            try {
                Class<?> c = Class.forName(name, initialize, l);
                System.out.println("  found " + c.getName() + ": " + retransform(c));
            } catch (Throwable e) {
                System.out.println("  not found: " + e);
            }
        };
    }
    static void through(ClassLoader l, String load, String hooked, String asked, boolean initialize) {
        String p = "RetransformInside$";
        action = finds(p + asked, initialize, l);
        watch(p + hooked);
        t(l + " loads " + load + ", the hook of " + hooked + " asks for " + asked + (initialize ? ", initialized" : ""),
            () -> Class.forName(p + load, true, l).getMethod("m").invoke(null));
    }

    public static void main(String[] args) throws Throwable {
        List<Supplier<ClassLoader>> loaders = List.of(() -> new Loader(null), ParallelLoader::new);
        for (Supplier<ClassLoader> l : loaders)
            for (int i = 0; i < 2; i++) {
                boolean init = i == 1;
                through(l.get(), "Plain", "Plain", "Plain", init);
                through(l.get(), "Heir", "Super", "Heir", init);
                through(l.get(), "Implementor", "Face", "Implementor", init);
                through(l.get(), "Verified", "Assigned", "Verified", init);
                through(l.get(), "Verified", "Target", "Verified", init);
                through(l.get(), "Verified", "Assigned", "Plain", init);
            }
        for (Supplier<ClassLoader> l : loaders) {
            ClassLoader x = l.get();
            action = finds("RetransformInside$Plain", false, x);
            watch("RetransformInside$Plain");
            t(x + " is asked by its method", () -> x.loadClass("RetransformInside$Plain").getMethod("m").invoke(null));
            for (String hooked : new String[] { "Verified", "Target", "Assigned" }) {
                ClassLoader y = l.get();
                action = () -> System.out.println("  " + retransformLoaded("LRetransformInside$" + (hooked.equals("Verified") ? "Plain" : "Verified")));
                watch("RetransformInside$" + hooked);
                t(y + " loads, the hook of " + hooked + " retransforms all",
                        () -> Class.forName("RetransformInside$Verified", true, y).getMethod("m").invoke(null));
            }
        }
        t("from an initializer", () -> Initializing.m());
        action = () -> System.out.println("  " + retransform(Plain.class));
        t("while it is retransformed", () -> {
            Plain.m();
            watch("RetransformInside$Plain");
            return retransform(Plain.class) + " " + Plain.m();
        });
        for (String s : new String[] { "java/util/SimpleTimeZone", "java/util/zip/Adler32" }) {
            action = finds(s.replace('/', '.'), false, null);
            watch(s);
            t("boot loader, " + s, () -> Class.forName(s.replace('/', '.')));
        }

        for (Throwable e : new Throwable[] {null, new ClassNotFoundException("none"), new OutOfMemoryError("mine"),
                     new IllegalStateException("mine"), new StackOverflowError("mine"), new NoClassDefFoundError("mine")}) {
            Class<?> c = new Loader(e).loadClass("RetransformInside$Verified");
            t("does not link, " + e,
                    ()
                            -> retransform(c) + " " + redefine(c, bytes(c.getName())) + " "
                            + Class.forName(c.getName(), true, c.getClassLoader()).getMethod("m").invoke(null));
            t("once more", () -> retransform(c) + " " + redefine(c, bytes(c.getName())));
        }
        Class<?> bad = new Loader(null).loadClass("RetransformInside$Bad");
        t("is not verified", () -> retransform(bad) + " " + redefine(bad, bytes(bad.getName())) + " " + retransform(bad));
        t("fails to initialize", () -> {
            String before = retransform(InitFails.class);
            try {
                InitFails.m();
            } catch (ExceptionInInitializerError e) {
                before += " " + e.getCause();
            }
            return before + " " + retransform(InitFails.class) + " " + redefine(InitFails.class, bytes(InitFails.class.getName()));
        });
    }
}
