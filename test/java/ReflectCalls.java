// Reflective calls: conversions of arguments, wrong arguments, wrapped exceptions, selection of the implementation.
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.concurrent.Callable;

public class ReflectCalls {
    public static String wide(long j, double d, float f, int i, short s) { return j + " " + d + " " + f + " " + i + " " + s; }
    public static String objects(String s, int[] a, Object o) { return s + Arrays.toString(a) + o; }
    public static boolean z(boolean b) { return !b; }
    public static byte b(byte v) { return (byte) (v + 1); }
    public static char c(char v) { return (char) (v + 1); }
    public static void nothing() {}
    public static void fails() throws Exception { throw new java.io.IOException("inside"); }
    public void instance(String s) {}
    public abstract static class Abstract { public abstract void m(); }
    interface Named { default String name() { return "default"; } String other(); }
    static class Impl implements Named { public String name() { return "impl"; } public String other() { return "o"; } }
    static class Plain implements Named { public String other() { return "p"; } }
    static class Thrower { Thrower() { throw new IllegalStateException("ctor"); } }
    static class BadInit { static { if (true) throw new RuntimeException("clinit"); } public static void f() {} }

    static void t(String what, Callable<?> call) {
        try {
            Object r = call.call();
            System.out.println(what + " = " + r + (r == null ? "" : " " + r.getClass().getName()));
        } catch (InvocationTargetException e) {
            System.out.println(what + " target " + e.getTargetException());
        } catch (Throwable e) {
            System.out.println(what + " throws " + e);
        }
    }

    static Method m(String name) {
        for (Method m : ReflectCalls.class.getDeclaredMethods()) if (m.getName().equals(name)) return m;
        throw new AssertionError(name);
    }

    public static void main(String[] args) throws Exception {
        t("exact", () -> m("wide").invoke(null, 1L, 2.0, 3f, 4, (short) 5));
        t("widened", () -> m("wide").invoke(null, 'a', 2L, 3, (byte) 4, (byte) 5));
        t("narrowed", () -> m("wide").invoke(null, 1L, 2.0, 3f, 4L, (short) 5));
        t("char to short", () -> m("wide").invoke(null, 1L, 2.0, 3f, 4, 'x'));
        t("boolean to int", () -> m("wide").invoke(null, 1L, 2.0, 3f, true, (short) 1));
        t("null for primitive", () -> m("wide").invoke(null, null, 2.0, 3f, 4, (short) 5));
        t("object for primitive", () -> m("wide").invoke(null, "s", 2.0, 3f, 4, (short) 5));
        t("too few", () -> m("wide").invoke(null, 1L));
        t("too many", () -> m("nothing").invoke(null, 1));
        t("objects", () -> m("objects").invoke(null, "s", new int[] {1}, null));
        t("wrong array", () -> m("objects").invoke(null, "s", new long[] {1}, null));
        t("z", () -> m("z").invoke(null, true));
        t("b", () -> m("b").invoke(null, (byte) 127));
        t("c", () -> m("c").invoke(null, 'z'));
        t("void", () -> m("nothing").invoke("ignored"));
        t("fails", () -> m("fails").invoke(null));
        t("wrong receiver", () -> m("instance").invoke("x", "s"));
        t("abstract", () -> Abstract.class.getConstructor().newInstance());
        t("thrower", () -> Thrower.class.getDeclaredConstructor().newInstance());
        t("bad init", () -> BadInit.class.getMethod("f").invoke(null));
        t("bad init again", () -> BadInit.class.getMethod("f").invoke(null));
        Method name = Named.class.getDeclaredMethod("name"), other = Named.class.getDeclaredMethod("other");
        t("impl", () -> name.invoke(new Impl()) + " " + other.invoke(new Impl()));
        t("plain", () -> name.invoke(new Plain()) + " " + other.invoke(new Plain()));
        t("object method", () -> Object.class.getMethod("toString").invoke(new ArrayList<>(Arrays.asList(1, 2))));
        t("via comparator", () -> Comparator.class.getMethod("compare", Object.class, Object.class).invoke(Comparator.naturalOrder(), 2, 1));
        t("fresh box", () -> m("b").invoke(null, (byte) 1) == m("b").invoke(null, (byte) 1));
        Method many = m("b"); // beyond the 15 calls after which HotSpot's library makes a bytecode accessor
        int sum = 0;
        for (int i = 0; i < 40; i++) sum += (Byte) many.invoke(null, (byte) i);
        System.out.println("sum " + sum);
        Constructor<String> k = String.class.getConstructor(char[].class);
        for (int i = 0; i < 20; i++) if (!k.newInstance(new char[] {'a', 'b'}).equals("ab")) System.out.println("?");
        t("npe inside", () -> k.newInstance((Object) null));
    }
}
