// Lambdas and method references of every kind, captures, serializable and intersection lambdas, altMetafactory, string concatenation
// of every shape, linkage per call site.
import java.io.*;
import java.util.*;
import java.util.function.*;

public class LambdasAndIndy {
    int field = 5; interface Tri<A, B, C, R> { R go(A a, B b, C c); }
    interface Prim { double go(byte b, short s, char c, int i, long l, float f, double d, boolean z); }
    interface Sized { int size(); default String info() { return "size " + size(); } }
    interface Marker { }
    interface SerFun extends Function<String, Integer>, Serializable { }
    interface Thrower<E extends Exception> { void run() throws E; }
    interface VarA { String go(Object... a); }
    interface Bridge<T> { T id(T t); }
    interface SB extends Bridge<String> { String id(String s); }
    String inst(String s) { return s + field; }
    static int stat(String s) { return s.length(); }
    Supplier<Integer> nested() { return () -> { Supplier<Integer> in = () -> field * 2; return in.get() + this.field; }; }
    static <T> T call(Supplier<T> s) { return s.get(); }
    static String join(Object... o) { return Arrays.toString(o); }
    static long widen(long a) { return a * 2; }
    class In { int v; In(int v) { this.v = v + field; } } static <T extends Comparable<T>> T max(T a, T b) { return a.compareTo(b) > 0 ? a : b; }
    static IntSupplier counter() { int[] n = {0}; return () -> ++n[0]; }
    static Function<Integer, Integer> fact; static Runnable same() { return () -> { }; }
    static Runnable capt(int x) { return () -> System.out.print(x); }

    public static void main(String[] args) throws Exception {
        LambdasAndIndy o = new LambdasAndIndy(); Function<String, String> bound = o::inst;
        BiFunction<LambdasAndIndy, String, String> unbound = LambdasAndIndy::inst;
        ToIntFunction<String> st = LambdasAndIndy::stat; Supplier<LambdasAndIndy> ctor = LambdasAndIndy::new;
        IntFunction<int[]> arr = int[]::new;
        Function<Integer, In> inner = o.new In(0).v > 0 ? x -> o.new In(x) : null;
        Function<Integer, List<String>[]> garr = List[]::new;
        Tri<Integer, Integer, Integer, String> vr = LambdasAndIndy::join;
        Function<Integer, Long> boxw = LambdasAndIndy::widen; IntToLongFunction primw = LambdasAndIndy::widen;
        BinaryOperator<String> gm = LambdasAndIndy::max; Supplier<String> sup = "bound"::toUpperCase;
        VarA va = LambdasAndIndy::join;
        System.out.println(bound.apply("b") + unbound.apply(o, "u") + st.applyAsInt("four") + ctor.get().field + arr.apply(3).length
            + inner.apply(7).v + garr.apply(2).length + vr.go(1, 2, 3) + boxw.apply(21) + primw.applyAsLong(4) + gm.apply("x", "y")
            + sup.get() + va.go("p", "q") + o.nested().get());
        byte cb = 1; short cs = 2; char cc = '3'; long cl = 5; float cf = 6; double cd = 7; boolean cz = true;
        String cstr = "cap"; int[] ca = {9};
        Supplier<String> allcap = () -> cb + "" + cs + cc + cl + cf + cd + cz + cstr + ca[0] + o.field;
        System.out.println(allcap.get());
        Prim p = (b, s, c, i, l, f, d, z) -> b + s + c + i + l + f + d + (z ? 1 : 0);
        System.out.println(p.go(cb, cs, cc, 4, cl, cf, cd, cz));
        IntSupplier c1 = counter(), c2 = counter();
        System.out.println(c1.getAsInt() + c1.getAsInt() + c1.getAsInt() + " " + c2.getAsInt());
        fact = n -> n <= 1 ? 1 : n * fact.apply(n - 1); System.out.println(fact.apply(10));
        System.out.println((same() == same()) + " " + (capt(1) == capt(1)) + " " + (same().getClass() == same().getClass()) + " "
            + same().getClass().isHidden() + same().getClass().isSynthetic() + " " + same().getClass().getInterfaces()[0] + " "
            + same().getClass().getSimpleName().startsWith("LambdasAndIndy$$Lambda"));
        for (int i = 0; i < 3; i++) capt(i).run(); System.out.println();
        Object x = (Sized & Marker & Serializable) () -> 8;
        System.out.println(((Sized) x).info() + (x instanceof Marker) + (x instanceof Serializable));
        SerFun sf = String::length; ByteArrayOutputStream bo = new ByteArrayOutputStream();
        new ObjectOutputStream(bo).writeObject(sf);
        SerFun back = (SerFun) new ObjectInputStream(new ByteArrayInputStream(bo.toByteArray())).readObject();
        System.out.println(back.apply("serialized")); int base = 100;
        Function<Integer, Integer> sc = (Function<Integer, Integer> & Serializable) q -> q + base; bo.reset();
        new ObjectOutputStream(bo).writeObject(sc);
        System.out.println(((Function<Integer,
            Integer>) new ObjectInputStream(new ByteArrayInputStream(bo.toByteArray())).readObject()).apply(11));
        try {
            new ObjectOutputStream(new ByteArrayOutputStream()).writeObject(same());
        } catch (NotSerializableException e) {
            System.out.println("not serializable");
        }
        try {
            Thrower<IOException> th = () -> { throw new IOException("from lambda"); }; th.run();
        } catch (IOException e) {
            System.out.println(e.getMessage() + " " + e.getStackTrace()[0].getMethodName().startsWith("lambda$main$") + " "
                + e.getStackTrace()[1].getMethodName());
        }
        SB sb = s -> s + "!"; Bridge<String> br = sb; System.out.println(br.id("bridge"));
        try { ((Bridge) sb).id(5); } catch (ClassCastException e) { System.out.println("CCE through bridge"); }
        try {
            Function<Object, Integer> raw = (Function) (Function<String, Integer>) String::length; raw.apply(5);
        } catch (ClassCastException e) {
            System.out.println("CCE in lambda");
        }
        try {
            LambdasAndIndy nul = null; Supplier<In> s = () -> nul.new In(1); s.get();
        } catch (NullPointerException e) {
            System.out.println("NPE late");
        }
        try { String nul = null; Supplier<Integer> s = nul::length; } catch (NullPointerException e) { System.out.println("NPE early"); }
        String nu = null; Object ob = new StringBuilder("sb"); char[] chars = {'c'};
        System.out.println("a" + 1 + 'c' + 2L + 3f + 4.0 + true + null + nu + ob + (byte) 5 + (short) 6 + "\u4e16" + "\1\2" + -0.0
            + Float.NaN + Long.MIN_VALUE);
        String acc = ""; for (int i = 0; i < 5; i++) acc += i + "," ; acc += 'x'; acc += 1.5; acc += nu;
        System.out.println(acc); System.out.println("" + 1 + "" + 'a' + ""); String one = "" + ob;
        System.out.println(one + one); Object oc = "o"; oc += "bj" + 1; System.out.println(oc); int n = 5;
        System.out.println(n + n + "s" + n + n + (n + n) + n * n);
        System.out.println(1 + "" + n++ + ++n + n-- + n);
        String many = "" + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n
            + n + cl + cd + cstr + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n
            + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n
            + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n
            + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n
            + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n
            + n + n + n + n + n + n + n + n + n + n + n + n + n + n;
        System.out.println(many.length() + " " + many.hashCode());
        Object thrower = new Object() { public String toString() { throw new IllegalStateException("toString in concat"); } };
        try { String s = "x" + thrower; } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        System.out.println("null toString " + new Object() { public String toString() { return null; } });
        Function<Function<Integer, Integer>, Function<Integer, Integer>> twice = f -> q -> f.apply(f.apply(q));
        System.out.println(twice.apply(twice.apply(q -> q + 3)).apply(0));
        System.out.println(call(() -> call(() -> call(() -> "deep")))); Callback cbk = LambdasAndIndy::new;
        System.out.println(cbk.make().field); BiFunction<Integer, Integer, Integer> add = Integer::sum;
        System.out.println(add.andThen(v -> v * 2).apply(3, 4));
        Comparator<String> cmp = Comparator.<String>naturalOrder().reversed();
        System.out.println(Collections.max(List.of("a", "c", "b"), cmp));
    }
    interface Callback { LambdasAndIndy make(); }
}
