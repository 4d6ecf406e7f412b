// User class loaders: delegation, same name in two loaders, casts between them, findLoadedClass, getResource, defineClass errors,
// package and protection domain, loader as lock, unloading reachability by reference.
import java.io.*;
import java.util.*;

public class UserLoaders {
    public static class Target {
        public static int count; public int n = ++count; public String toString() { return "Target" + n; }
        public static class Dep { }
        public Object dep() { return new Dep(); }
    }
    public interface Shared { String hi(); }
    public static class Impl implements Shared { public String hi() { return "hi from " + getClass().getClassLoader(); } }
    static byte[] bytes(String name) throws IOException {
        try (InputStream in = UserLoaders.class.getClassLoader().getResourceAsStream(name.replace('.', '/')
            + ".class")) { return in.readAllBytes(); }
    }
    static class Child extends ClassLoader {
        final Set<String> own; final List<String> asked = new ArrayList<>(); final String label;
        Child(String label, ClassLoader parent, String... own) { super(label, parent); this.label = label; this.own = Set.of(own); }
        @Override protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                asked.add(name);
                if (own.contains(name)) {
                    Class<?> c = findLoadedClass(name); if (c != null) return c;
                    try {
                        byte[] b = bytes(name); return defineClass(name, b, 0, b.length);
                    } catch (IOException e) {
                        throw new ClassNotFoundException(name, e);
                    }
                }
                return super.loadClass(name, resolve);
            }
        }
        @Override public String toString() { return label; }
        Class<?> def(String n, byte[] b) { return defineClass(n, b, 0, b.length); }
    }
    interface Body { Object run() throws Throwable; }
    static void t(Body b) {
        try {
            System.out.println(b.run());
        } catch (Throwable e) {
            System.out.println((e + (e.getCause() == null ? "" : " <- " + e.getCause())).replaceAll("@[0-9a-f]+", "@#"));
        }
    }

    public static void main(String[] args) throws Exception {
        ClassLoader app = UserLoaders.class.getClassLoader(); String tn = "UserLoaders$Target", dn = "UserLoaders$Target$Dep";
        System.out.println(app.getName() + " " + app.getParent().getName() + " " + app.getParent().getParent() + " "
            + (ClassLoader.getSystemClassLoader() == app) + " " + String.class.getClassLoader() + " " + int[].class.getClassLoader() + " "
            + UserLoaders[].class.getClassLoader().getName() + " " + Thread.currentThread().getContextClassLoader().getName());
        Child a = new Child("A", app, tn, dn), b = new Child("B", app, tn);
        Class<?> ca = a.loadClass(tn), cb = b.loadClass(tn);
        System.out.println((ca == cb) + " " + (ca == a.loadClass(tn)) + " " + ca.getName().equals(cb.getName()) + " " + ca.getClassLoader()
            + " " + cb.getClassLoader());
        Object oa = ca.getDeclaredConstructor().newInstance(), ob = cb.getDeclaredConstructor().newInstance(), oc = new Target();
        System.out.println(oa + " " + ob + " " + oc + " " + Target.count + " " + ca.isInstance(ob) + " " + (oa instanceof Target));
        t(() -> (Target) oa); t(() -> ca.cast(ob));
        t(() -> ca.getMethod("dep").invoke(oa).getClass().getClassLoader());
        t(() -> cb.getMethod("dep").invoke(ob).getClass().getClassLoader().getName());
        for (Child x : List.of(a, b)) System.out.println(x.asked.stream().filter(n -> n.startsWith("UserLoaders")).toList());
        Child s = new Child("S", app, "UserLoaders$Impl");
        Shared sh = (Shared) s.loadClass("UserLoaders$Impl").getDeclaredConstructor().newInstance();
        System.out.println(sh.hi());
        t(() -> a.def(tn, bytes(tn))); t(() -> a.def("Wrong", bytes(dn)));
        t(() -> a.def("java.evil.X", bytes(dn))); t(() -> a.def(null, new byte[] {1, 2, 3}));
        t(() -> a.def(null, new byte[100])); t(() -> a.def("x", new byte[0]));
        t(() -> a.def("a/b", bytes(tn)));
        t(() -> Class.forName("no.Such", true, a));
        t(() -> Class.forName("[LUserLoaders$Target;", false, a).getClassLoader());
        t(() -> Class.forName("[[I", false, null)); t(() -> Class.forName("int"));
        t(() -> Class.forName("[Lno.Such;")); t(() -> a.loadClass("[I"));
        t(() -> Class.forName("java/lang/String")); t(() -> Class.forName("")); t(() -> Class.forName("["));
        t(() -> Class.forName(null));
        Child evil = new Child("E", app) {
            @Override protected Class<?> loadClass(String n, boolean r) throws ClassNotFoundException {
                if (n.equals("Ghost")) return String.class; if (n.equals("Nul")) return null;
                if (n.equals("Boom")) throw new IllegalStateException("boom"); return super.loadClass(n, r);
            }
        };
        t(() -> Class.forName("Ghost", false, evil)); t(() -> Class.forName("Nul", false, evil)); t(() -> Class.forName("Boom", false, evil));
        System.out.println(a.getDefinedPackages().length + " " + ca.getPackage().getName().isEmpty() + " " + ca.getPackageName().isEmpty()
            + " " + a.getUnnamedModule().isNamed() + " " + (ca.getModule() == a.getUnnamedModule()) + " "
            + ca.getProtectionDomain().getCodeSource());
        Class<?> arr = java.lang.reflect.Array.newInstance(ca, 0).getClass();
        System.out.println(arr.getClassLoader() + " " + arr.getName() + " " + (Class.forName(arr.getName(), false, a) == arr) + " "
            + (Class.forName(arr.getName(), false, b) == arr));
        // a loader dies with its classes
        java.lang.ref.WeakReference<ClassLoader> wl;
        {
            Child tmp = new Child("T", app, tn); tmp.loadClass(tn).getDeclaredConstructor().newInstance();
            wl = new java.lang.ref.WeakReference<>(tmp); tmp = null;
        }
        System.out.println(app.getResource("UserLoaders.class") != null);
        System.out.println(ClassLoader.getSystemResource("java/lang/Object.class").getProtocol());
        System.out.println(app.getResource("nope") == null);
        Child par = new Child("P", null); t(() -> par.loadClass("java.lang.String") == String.class);
        t(() -> par.loadClass("java.sql.Date")); t(() -> par.loadClass(tn));
        t(() -> ClassLoader.getPlatformClassLoader().loadClass("java.sql.Date").getClassLoader().getName());
        a.setDefaultAssertionStatus(true); System.out.println(a.loadClass(dn).desiredAssertionStatus() + " " + Target.class.desiredAssertionStatus());
    }
}
