import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.lang.reflect.Method;
import java.util.function.IntUnaryOperator;

/** PopFrame of methods that were called through method handles, call sites, VarHandle's kin and reflection: the call is made again, with its arguments. */
public class PopHandles {
    /** At the next entry of a method of this name the agent's thread suspends the one that entered, does `what` and pops its frame. */
    static native void plan(Class<?> c, String method, String what);
    static native String outcome();
    static native void redefine(Class<?> c, byte[] file);

    interface Shape { int area(int k); }
    static class Square implements Shape {
        int side = 3;
        Square() { entered++; }
        public int area(int k) { entered++; return side * side * k; }
        int own(int k, long j) { entered++; return (int) (side + k + j); }
        private int secret(double d) { entered++; return (int) (side + d); }
        @Override public String toString() { entered++; return "square " + side; }
    }
    static class Big extends Square {
        Big() { side = 10; }
        @Override int own(int k, long j) { entered++; return 2 * super.own(k, j); }
    }

    static int entered;
    static int none() { entered++; return 7; }
    static void nothing(String s) { entered++; System.out.println("    " + s); }
    static int pair(Object o, int i) { entered++; return o.hashCode() + i; }
    static double wide(long a, double b, int c, long d, float e, double f) { entered++; return a + b + c + d + e + f; }
    static long many(byte a, short b, char c, boolean d, long e, Object f, String g, int[] h, double i, float j) {
        entered++;
        return a + b + c + (d ? 1 : 0) + e + f.hashCode() + g.length() + h[0] + (long) i + (long) j;
    }
    static int counted(int n) { int before = n; n += 100; entered++; return before; }
    static synchronized int locked(Object o) { entered++; return Thread.holdsLock(PopHandles.class) ? 1 : 0; }
    static int magic(Object o) { entered++; return 0x12345678; }

    static void show(String what, Object result) {
        System.out.println(what + ": " + result + ", entered " + entered + ", " + outcome());
        entered = 0;
    }

    static final MethodHandles.Lookup l = MethodHandles.lookup();
    static MethodHandle find(String name, Class<?> result, Class<?>... args) throws Exception {
        return l.findStatic(PopHandles.class, name, MethodType.methodType(result, args));
    }
    static void plan(String method) { plan(PopHandles.class, method, "pop"); }

    static void statics() throws Throwable {
        MethodHandle none = find("none", int.class), nothing = find("nothing", void.class, String.class);
        MethodHandle pair = find("pair", int.class, Object.class, int.class);
        MethodHandle wide = find("wide", double.class, long.class, double.class, int.class, long.class, float.class, double.class);
        MethodHandle many = find("many", long.class, byte.class, short.class, char.class, boolean.class, long.class, Object.class,
                String.class, int[].class, double.class, float.class);
        plan("none"); show("no arguments", (int) none.invokeExact());
        plan("nothing"); nothing.invokeExact("said"); show("void", null);
        plan("pair"); show("two", (int) pair.invokeExact((Object) "x", 41));
        plan("wide"); show("wide", (double) wide.invokeExact(1L << 40, 2.5, 3, 4L, 5.5f, 6.25));
        plan("many"); show("many", (long) many.invokeExact((byte) -1, (short) 2, 'c', true, 1L << 33, (Object) 5, "six", new int[] { 7 }, 8.5, 9.5f));
        plan("pair"); show("generic", (Object) pair.invoke("y", (short) 2));
        plan("pair"); show("with arguments", pair.invokeWithArguments("z", 3));
        plan("pair"); show("bound", (int) MethodHandles.insertArguments(pair, 0, "b").invokeExact(4));
        plan("pair"); show("spread", (int) pair.asSpreader(Object[].class, 2).invokeExact(new Object[] { "s", 5 }));
        plan("wide");
        show("as type",
                (Object) wide.asType(MethodType.genericMethodType(6))
                        .invokeExact((Object) 1L, (Object) 2.0, (Object) 3, (Object) 4L, (Object) 5f, (Object) 6.0));
        plan("counted"); show("changed argument", (int) find("counted", int.class, int.class).invokeExact(1));
        plan("locked"); show("synchronized", (int) find("locked", int.class, Object.class).invokeExact((Object) null));
        System.out.println("held after it: " + Thread.holdsLock(PopHandles.class));
        MutableCallSite site = new MutableCallSite(pair);
        plan("pair"); show("call site", (int) site.dynamicInvoker().invokeExact((Object) "c", 6));
    }

    static Object thrown(Call c) {
        try {
            return c.make();
        } catch (Throwable t) {
            return t.getClass().getName();
        }
    }
    interface Call { Object make() throws Throwable; }

    static void receivers() throws Throwable {
        Square s = new Square(), b = new Big();
        entered = 0;
        MethodHandle own = l.findVirtual(Square.class, "own", MethodType.methodType(int.class, int.class, long.class));
        MethodHandle area = l.findVirtual(Shape.class, "area", MethodType.methodType(int.class, int.class));
        MethodHandle secret = l.findVirtual(Square.class, "secret", MethodType.methodType(int.class, double.class));
        MethodHandle above = MethodHandles.privateLookupIn(Big.class, l)
                                     .findSpecial(Square.class, "own", MethodType.methodType(int.class, int.class, long.class), Big.class);
        MethodHandle make = l.findConstructor(Square.class, MethodType.methodType(void.class));
        MethodHandle text = l.findVirtual(Object.class, "toString", MethodType.methodType(String.class));
        plan(Square.class, "own", "pop"); show("virtual", (int) own.invokeExact(s, 1, 2L));
        plan(Big.class, "own", "pop"); show("overridden", (int) own.invokeExact(b, 1, 2L));
        plan(Square.class, "area", "pop"); show("interface", (int) area.invokeExact((Shape) s, 2));
        plan(Square.class, "secret", "pop"); show("private", (int) secret.invokeExact(s, 1.5));
        plan(Square.class, "own", "pop"); show("super", (int) above.invokeExact((Big) b, 1, 2L));
        plan(Square.class, "<init>", "pop"); show("constructor", (Square) make.invokeExact());
        entered = 0;
        plan(Square.class, "toString", "pop"); show("Object's", (String) text.invokeExact((Object) s));
        plan(Square.class, "own", "null"); show("virtual, receiver null then", thrown(() -> (int) own.invokeExact(s, 1, 2L)));
        plan(Square.class, "area", "null"); show("interface, receiver null then", thrown(() -> (int) area.invokeExact((Shape) s, 2)));
        plan(Square.class, "secret", "null"); show("private, receiver null then", thrown(() -> (int) secret.invokeExact(s, 1.5)));
        plan(Square.class, "own", "null"); show("plain, receiver null then", thrown(() -> s.own(1, 2)));
    }

    static void others() throws Throwable {
        IntUnaryOperator f = n -> { entered++; return n + 1; }, g = PopHandles::counted;
        plan(lambda()); show("lambda", f.applyAsInt(1));
        plan("counted"); show("method reference", g.applyAsInt(1));
        Method m = PopHandles.class.getDeclaredMethod("pair", Object.class, int.class);
        plan("pair"); show("reflection, native accessor", m.invoke(null, "r", 1));
        for (int i = 0; i < 20; i++) m.invoke(null, "r", 1);
        entered = 0;
        plan("pair"); show("reflection, generated accessor", m.invoke(null, "r", 1));
    }
    static String lambda() {
        for (Method m : PopHandles.class.getDeclaredMethods())
            if (m.getName().startsWith("lambda$others")) return m.getName();
        return null;
    }

    static byte[] changed() throws Exception {
        byte[] b = PopHandles.class.getResourceAsStream("PopHandles.class").readAllBytes();
        for (int k = 0; k < b.length - 3; k++)
            if (b[k] == 0x12 && b[k + 1] == 0x34 && b[k + 2] == 0x56 && b[k + 3] == 0x78) b[k + 3] = 0x79;
        return b;
    }

    static void redefined() throws Throwable {
        MethodHandle magic = find("magic", int.class, Object.class);
        redefine(PopHandles.class, changed());
        plan(PopHandles.class, "magic", "redefine");
        show("redefined", Integer.toHexString((int) magic.invokeExact((Object) "m")));
        plan("magic"); show("and again", Integer.toHexString((int) magic.invokeExact((Object) "m")));
    }

    public static void main(String[] args) throws Throwable {
        statics();
        receivers();
        others();
        redefined();
    }
}
