// Loader constraints (JVMS §5.3.4): two loaders that name different classes alike must not exchange them through a method,
// a field, an override or an interface.
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public class LoaderConstraints {
    public static class Shared { }
    public static class Uses {
        public static Shared field;
        public static String take(Shared s) { return "took"; }
        public static Shared[] give() { return null; }
        public Shared made() { return null; }
    }
    public static class Calls {
        public static Object take() { return Uses.take(null); }
        public static Object give() { return Uses.give(); }
        public static Object field() { return Uses.field; }
        public static Object own() { return new Shared().getClass() != null; }
        public static Object made() { return new Uses().made(); }
        public static Object handle() throws Throwable {
            return (String) MethodHandles.lookup().findStatic(Uses.class, "take", MethodType.methodType(String.class,
                    Shared.class)).invoke((Shared) null);
        }
        public static Object reference() { java.util.function.Function<Shared, String> f = Uses::take; return f.apply(null); }
    }
    public static class Sub extends Uses { @Override public Shared made() { return null; } }
    public interface Maker { Shared make(); }
    public static class MakerImpl implements Maker { public Shared make() { return null; } }

    static class L extends ClassLoader {
        final List<String> own;
        final Map<String, ClassLoader> to = new HashMap<>();
        L(String name, String... own) { super(name, LoaderConstraints.class.getClassLoader()); this.own = List.of(own); }
        @Override protected Class<?> loadClass(String n, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(n)) {
                Class<?> c = findLoadedClass(n);
                if (c != null) return c;
                String s = n.substring(n.indexOf('$') + 1);
                if (to.containsKey(s)) return to.get(s).loadClass(n);
                if (!own.contains(s)) return super.loadClass(n, resolve);
                try (InputStream in = getParent().getResourceAsStream(n + ".class")) {
                    byte[] b = in.readAllBytes();
                    return defineClass(n, b, 0, b.length);
                } catch (java.io.IOException e) { throw new ClassNotFoundException(n, e); }
            }
        }
        Object run(String cls, String m) throws Throwable {
            try {
                return loadClass("LoaderConstraints$" + cls).getMethod(m).invoke(null);
            } catch (java.lang.reflect.InvocationTargetException e) { throw e.getCause(); }
        }
    }
    interface Body { Object run() throws Throwable; }
    static void t(String what, Body b) {
        try {
            System.out.println(what + ": " + b.run());
        } catch (Throwable e) {
            System.out.println(what + ": " + e.toString().replaceAll("@[0-9a-f]+", "@#"));
        }
    }
    static L pair(String sharedFirst) throws Exception {
        L a = new L("a", "Uses", "Shared", "Maker"), b = new L("b", "Calls", "Shared", "Sub", "MakerImpl");
        b.to.put("Uses", a);
        b.to.put("Maker", a);
        if (sharedFirst.contains("a")) a.loadClass("LoaderConstraints$Shared");
        if (sharedFirst.contains("b")) b.loadClass("LoaderConstraints$Shared");
        return b;
    }

    public static void main(String[] args) throws Throwable {
        for (String first : new String[] {"ab", "", "a", "b"}) {
            System.out.println("-- loaded before: " + first);
            for (String m : new String[] {"take", "give", "field", "handle", "reference", "made"}) {
                L b = pair(first);
                t(m, () -> b.run("Calls", m));
                t(m + " again", () -> b.run("Calls", m));
                t("then own", () -> b.run("Calls", "own"));
                t("then the other's", () -> b.to.get("Uses").loadClass("LoaderConstraints$Shared").getClassLoader() != b);
            }
            L b = pair(first);
            t("override", () -> b.loadClass("LoaderConstraints$Sub").getConstructor().newInstance().getClass().getName());
            t("override then", () -> b.loadClass("LoaderConstraints$Shared") != null && b.to.get("Uses").loadClass("LoaderConstraints$Shared") != null);
            L c = pair(first);
            t("interface", () -> c.loadClass("LoaderConstraints$MakerImpl").getConstructor().newInstance().getClass().getName());
            t("interface then", () -> c.loadClass("LoaderConstraints$Shared") != null && c.to.get("Uses").loadClass("LoaderConstraints$Shared") != null);
        }
        L good = new L("good", "Uses", "Calls", "Shared", "Maker", "MakerImpl", "Sub");
        t("one loader", () -> good.run("Calls", "take"));
        t("one loader", () -> good.loadClass("LoaderConstraints$MakerImpl").getConstructor().newInstance() != null);
    }
}
