// compile: -XDstringConcat=inline
// itables: many interfaces on one class, diamonds, default methods and their conflicts resolved, static and private interface
// methods, Object's methods through an interface.
import java.util.*;
import java.util.function.*;

public class InterfaceDispatch {
    interface I1 { int a(); default String d() { return "I1.d"; } }
    interface I2 { int b(); default String d() { return "I2.d"; } static String s() { return "I2.s"; } }
    interface I3 extends I1 { default String d() { return "I3>" + I1.super.d(); } default int a() { return 33; } }
    interface I4 extends I1 { int extra(int x); }
    static class X implements I1, I2 {
        public int a() { return 1; } public int b() { return 2; } public String d() { return I1.super.d() + I2.super.d(); }
    }
    static class Y implements I3, I4 { public int extra(int x) { return x * 2; } }            // I3.d wins over I1.d through the diamond
    // class wins
    static class Base { public String d() { return "Base.d"; } }
    static class Z extends Base implements I1, I2 { public int a() { return 5; } public int b() { return 6; } }
    static abstract class Partial implements I1, Comparable<Partial> {
        abstract int key(); public int compareTo(Partial o) { return Integer.compare(key(), o.key()); }
    }
    static class Full extends Partial { int k; Full(int k) { this.k = k; } int key() { return k; } public int a() { return k * k; } }
    interface P { private int secret() { return 9; } private static int ssecret() { return 4; } default int open() { return secret() + ssecret(); } }
    interface Obj { String toString(); boolean equals(Object o); int hashCode(); }
    interface G<T> { T id(T t); default T twice(T t) { return id(id(t)); } }
    static class GS implements G<String> { public String id(String s) { return s + "!"; } }
    static class Wide implements I1, I2, P, Runnable, Supplier<String>, Comparable<Wide>, CharSequence, Iterable<Integer> {
        public int a() { return 10; }
        public int b() { return 20; }
        public String d() { return "w"; }
        public void run() { System.out.println("run"); }
        public String get() { return "get"; }
        public int compareTo(Wide w) { return 0; }
        public int length() { return 3; }
        public char charAt(int i) { return (char) ('x' + i); }
        public CharSequence subSequence(int a, int b) { return "sub" + a + b; }
        public Iterator<Integer> iterator() { return List.of(4, 5).iterator(); } public String toString() { return "wide"; }
    }
    static String use(I1 i) { return i.a() + i.d(); }
    static String use2(I2 i) { return i.b() + i.d(); }

    public static void main(String[] args) {
        X x = new X(); Y y = new Y(); Z z = new Z(); Wide w = new Wide();
        for (I1 i : new I1[] {x, y, z, new Full(7), w, () -> 99}) System.out.println(use(i));
        for (I2 i : new I2[] {x, z, w, () -> -1}) System.out.println(use2(i));
        System.out.println(I2.s() + " " + ((I4) y).extra(21) + " " + ((I3) y).a() + " " + ((P) w).open() + " " + new P() { }.open());
        ((Runnable) w).run(); CharSequence cs = w;
        System.out.println(cs.length() + " " + cs.charAt(1) + " " + cs.subSequence(1, 2) + " " + cs.chars().sum() + " "
            + CharSequence.compare(cs, "xyz"));
        for (int i : w) System.out.print(i + " "); w.forEach(v -> System.out.print(v + ";")); System.out.println(w.get());
        Obj o = new Obj() { public String toString() { return "obj"; } };
        System.out.println(o + " " + o.equals(o) + " " + o.equals(x) + " " + (o.hashCode() == System.identityHashCode(o)));
        I1 itf = x; System.out.println(itf.equals(x) + " " + itf.getClass().getSimpleName());
        List<Partial> l = new ArrayList<>(List.of(new Full(3), new Full(1), new Full(2)));
        Collections.sort(l); for (Partial p : l) System.out.print(p.a() + " "); System.out.println();
        G<String> g = new GS(); System.out.println(g.twice("a")); try { ((G) g).id(1); } catch (ClassCastException e) { System.out.println("CCE"); }
        int sum = 0; I1[] many = {x, y, z, w, new Full(2)}; for (int i = 0; i < 2000; i++) sum += many[i % 5].a(); System.out.println(sum);
        IntUnaryOperator f = v -> v + 1; System.out.println(f.andThen(v -> v * 10).compose(v -> v - 3).applyAsInt(5));
        Comparator<String> c = Comparator.comparing(String::length).reversed().thenComparing(Comparator.naturalOrder());
        List<String> s = new ArrayList<>(List.of("bb", "a", "ccc", "aa")); s.sort(c); System.out.println(s);
    }
}
