// jvm: --add-opens java.base/java.lang=ALL-UNNAMED
// A loader's own list of its classes (ClassLoader.classes) has those that it defined, in the order of definition;
// hidden classes and those that failed are not in it.
import java.io.InputStream;
import java.lang.invoke.*;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.*;
import java.util.function.Supplier;

public class LoaderLists {
    public interface Face {}
    static class Plain implements Face {
        static MethodHandles.Lookup lookup() { return MethodHandles.lookup(); }
    }
    static class Heir extends Plain {}
    static class Lone { static { if (true) throw new IllegalStateException(); } }

    static class Own extends ClassLoader {
        Own() { super("own", LoaderLists.class.getClassLoader()); }
        byte[] bytes(String name) throws Exception {
            try (InputStream in = LoaderLists.class.getResourceAsStream(name + ".class")) { return in.readAllBytes(); }
        }
        Class<?> define(String name, byte[] b) { return defineClass(name, b, 0, b.length); }
        @Override protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("LoaderLists$") || name.equals("LoaderLists$Face")) return super.loadClass(name, resolve);
            synchronized (getClassLoadingLock(name)) {
                Class<?> c = findLoadedClass(name);
                try {
                    return c != null ? c : define(name, bytes(name));
                } catch (Exception e) {
                    throw new ClassNotFoundException(name, e);
                }
            }
        }
    }

    static VarHandle list;
    @SuppressWarnings("unchecked")
    static List<String> of(ClassLoader l) {
        List<String> names = new ArrayList<>();
        for (Class<?> c : (ArrayList<Class<?>>)list.get(l)) names.add(c.getName());
        return names;
    }
    interface Attempt { Object run() throws Throwable; }
    static void failing(Own l, Attempt a) {
        try {
            System.out.println("no error: " + a.run());
        } catch (Throwable e) {
            System.out.println(e.getClass().getName() + ", then " + of(l));
        }
    }

    public static void main(String[] args) throws Throwable {
        list = MethodHandles.privateLookupIn(ClassLoader.class, MethodHandles.lookup())
                       .findVarHandle(ClassLoader.class, "classes", ArrayList.class);
        Own l = new Own();
        System.out.println(of(l));
        Class.forName("LoaderLists$Heir", false, l);
        System.out.println("heir " + of(l));
        failing(l, () -> l.define("LoaderLists$Heir", l.bytes("LoaderLists$Heir")));
        failing(l, () -> l.define("LoaderLists$Lone", new byte[] { 1, 2, 3 }));
        failing(l, () -> l.define("Other", l.bytes("LoaderLists$Lone")));
        failing(l, () -> { byte[] b = l.bytes("LoaderLists$Lone"); b[7] = 99; return l.define(null, b); });
        failing(l, () -> Class.forName("LoaderLists$Lone", true, l));
        Object[] array = (Object[])java.lang.reflect.Array.newInstance(Class.forName("LoaderLists$Plain", false, l), 1);
        System.out.println("array " + of(l) + " " + array.length);
        Object p = Proxy.newProxyInstance(l, new Class<?>[] { Face.class }, (o, m, a) -> null);
        System.out.println("proxy " + of(l) + " " + p.getClass().getClassLoader().equals(l));
        Method lookup = l.loadClass("LoaderLists$Plain").getDeclaredMethod("lookup");
        lookup.setAccessible(true);
        MethodHandles.Lookup in = (MethodHandles.Lookup)lookup.invoke(null);
        in.defineHiddenClass(l.bytes("LoaderLists$Heir"), false);
        in.defineHiddenClass(l.bytes("LoaderLists$Heir"), true, MethodHandles.Lookup.ClassOption.STRONG, MethodHandles.Lookup.ClassOption.NESTMATE);
        System.out.println("hidden " + of(l));
        Supplier<Object> s = () -> "";
        System.out.println("app " + of(LoaderLists.class.getClassLoader()) + s.get());
        List<String> platform = of(ClassLoader.getPlatformClassLoader());
        Class<?> sql = Class.forName("java.sql.Timestamp");
        List<String> later = of(sql.getClassLoader());
        System.out.println(later.contains(sql.getName()) && !platform.contains(sql.getName()));
        /* Many threads define at once. */
        Own[] many = new Own[50];
        for (int i = 0; i < many.length; i++) {
            Own m = many[i] = new Own();
            Thread[] t = new Thread[4];
            for (int k = 0; k < t.length; k++) {
                t[k] = new Thread(() -> {
                    try {
                        m.loadClass("LoaderLists$Heir");
                    } catch (ClassNotFoundException e) {
                        System.out.println(e);
                    }
                });
                t[k].start();
            }
            for (Thread x : t) x.join();
            if (!of(m).equals(List.of("LoaderLists$Plain", "LoaderLists$Heir"))) System.out.println(of(m));
        }
    }
}
