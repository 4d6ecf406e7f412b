// Dynamic proxies (all signatures, default methods, exceptions, Object's methods, several interfaces) and generic signatures through reflection.
import java.lang.reflect.*;
import java.util.*;
import java.util.function.*;

public class ProxyAndGenerics {
    interface Big {
        byte b(byte x); short s(short x); char c(char x); int i(int x); long l(long x); float f(float x);
        double d(double x); boolean z(boolean x); Object o(Object x); int[] a(int[] x); void v();
        String many(int a, long b, double c, float d, Object e, byte f, String... g) throws java.io.IOException;
        default String dflt(int x) { return "default " + x + " " + i(x); }
    }
    public interface Pub { int num(); } public interface Pub2 { int num(); String name(); }
    static class G<T extends Number & Comparable<? super T>, U> extends ArrayList<Map<? extends T,
        U[]>> implements Supplier<List<? super U>> {
        T field; U[][] arr; List<?>[] wild; Map.Entry<String, int[]> entry; G<Integer, String>.In<Long> inner;
        class In<V> { V v; U u; }
        public List<? super U> get() { return null; }
        <X extends Exception, Y> Y gm(Class<? extends X> c, List<Y[]> l, T t, int p) throws X { return null; }
    }
    interface Body { Object run() throws Throwable; }
    static void t(Body b) {
        try {
            System.out.println(b.run());
        } catch (Throwable e) {
            System.out.println(e + (e.getCause() == null ? "" : " <- " + e.getCause()));
        }
    }
    static String showType(Type t) { return t.getClass().getInterfaces()[0].getSimpleName() + ":" + t.getTypeName(); }

    public static void main(String[] args) throws Throwable {
        List<String> log = new ArrayList<>();
        InvocationHandler h = (p, m, a) -> {
            log.add(m.getName() + (a == null ? "" : Arrays.deepToString(a)));
            if (m.isDefault()) return InvocationHandler.invokeDefault(p, m, a);
            Class<?> r = m.getReturnType(); if (r == void.class) return null;
            if (a == null) return m.getName().equals("hashCode") ? (Object) 42 : m.getName().equals("toString") ? "proxy!" : null;
            return r == String.class ? "many" + a.length : r == boolean.class ? (a[0] instanceof Boolean b ? !b : false) : a[0];
        };
        Big p = (Big) Proxy.newProxyInstance(ProxyAndGenerics.class.getClassLoader(), new Class<?>[] {Big.class, Runnable.class}, h);
        System.out.println(p.b((byte) 1) + " " + p.s((short) 2) + " " + p.c('c') + " " + p.i(4) + " " + p.l(1L << 40) + " " + p.f(1.5f)
            + " " + p.d(2.5) + " " + p.z(false) + " " + p.o("o") + " " + p.a(new int[] {9})[0] + " "
            + p.many(1, 2, 3, 4, "e", (byte) 6, "g", "h") + " " + p.dflt(8));
        p.v(); ((Runnable) p).run(); System.out.println(p + " " + p.hashCode() + " " + p.equals(p));
        System.out.println(log);
        System.out.println(Proxy.isProxyClass(p.getClass()) + " " + (Proxy.getInvocationHandler(p) == h) + " "
            + Modifier.toString(p.getClass().getModifiers()) + " " + p.getClass().getSuperclass() + " "
            + Arrays.toString(p.getClass().getInterfaces()) + " " + (Proxy.newProxyInstance(ProxyAndGenerics.class.getClassLoader(),
            new Class<?>[] {Big.class, Runnable.class}, h).getClass() == p.getClass()));
        ClassLoader cl = ProxyAndGenerics.class.getClassLoader();
        Pub bad = (Pub) Proxy.newProxyInstance(cl, new Class<?>[] {Pub.class}, (x, m, a) -> "not an int");
        t(() -> bad.num());
        Pub nul = (Pub) Proxy.newProxyInstance(cl, new Class<?>[] {Pub.class}, (x, m, a) -> null);
        t(() -> nul.num());
        Pub thr = (Pub) Proxy.newProxyInstance(cl, new Class<?>[] {Pub.class, Pub2.class}, (x, m, a) -> {
            if (m.getDeclaringClass() == Pub.class) throw new Exception("checked");
            throw new IllegalStateException(m.getDeclaringClass().getSimpleName());
        });
        t(() -> thr.num()); t(() -> ((Pub2) thr).num()); t(() -> ((Pub2) thr).name());
        t(() -> Proxy.newProxyInstance(cl, new Class<?>[] {String.class}, h));
        t(() -> Proxy.newProxyInstance(cl, new Class<?>[] {Pub.class, Pub.class}, h));
        t(() -> Proxy.getInvocationHandler("x"));
        t(() -> Proxy.newProxyInstance(null, new Class<?>[] {Pub.class}, h));
        Big io = (Big) Proxy.newProxyInstance(cl, new Class<?>[] {Big.class}, (x, m, a) -> { throw new java.io.IOException("declared"); });
        t(() -> io.many(1, 2, 3, 4, 5, (byte) 6)); t(() -> io.i(1));
        Class<?> g = G.class;
        System.out.println(g.toGenericString() + " " + g.getGenericSuperclass() + " " + Arrays.toString(g.getGenericInterfaces()));
        for (TypeVariable<?> v : g.getTypeParameters()) System.out.println(v + " " + Arrays.toString(v.getBounds()) + " "
            + v.getGenericDeclaration());
        for (Field f : g.getDeclaredFields()) if (!f.isSynthetic()) System.out.println(f.toGenericString() + " | "
            + showType(f.getGenericType()));
        Method gm = Arrays.stream(g.getDeclaredMethods()).filter(m -> m.getName().equals("gm")).findFirst().get();
        System.out.println(gm.toGenericString()); System.out.println(gm);
        for (Type x : gm.getGenericParameterTypes()) System.out.println("  " + showType(x));
        System.out.println(showType(gm.getGenericReturnType()) + " " + showType(gm.getGenericExceptionTypes()[0]));
        ParameterizedType pt = (ParameterizedType) g.getDeclaredField("inner").getGenericType();
        System.out.println(pt.getOwnerType() + " " + pt.getRawType() + " " + Arrays.toString(pt.getActualTypeArguments()));
        WildcardType w = (WildcardType) ((ParameterizedType) ((ParameterizedType) g.getGenericSuperclass()).getActualTypeArguments()[0])
                                 .getActualTypeArguments()[0];
        System.out.println(w + " " + Arrays.toString(w.getUpperBounds()) + Arrays.toString(w.getLowerBounds()));
        Object anon = new ArrayList<Set<? super Integer>>() { };
        System.out.println(anon.getClass().getGenericSuperclass());
        System.out.println(pt.equals(g.getDeclaredField("inner").getGenericType()) + " " + HashMap.class.getTypeParameters()[1] + " "
            + Collections.class.getMethod("max", Collection.class).toGenericString());
    }
}
