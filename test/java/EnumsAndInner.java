// Enums with bodies, interfaces and statics; inner, local and anonymous classes and what they capture; initializer order of
// instances; generics erased and bridged; varargs and overloads.
import java.util.*;
import java.util.function.*;

public class EnumsAndInner {
    enum Op implements IntBinaryOperator {
        ADD("+") {
            public int applyAsInt(int a, int b) { return a + b; }
        } , MUL("*") {
            public int applyAsInt(int a, int b) { return a * b; } @Override String show() { return "times"; }
        }; final String sym; static final Map<String, Op> BY = new HashMap<>();
        static { for (Op o : values()) BY.put(o.sym, o); }
        Op(String s) { sym = s; }
        String show() { return sym; }
    }
    enum Planet { A(1), B(2); private final double m; Planet(double m) { this.m = m; } double g() { return m * 2; } }
    enum Empty { }
    enum Nested { X { Nested next() { return Y; } }, Y { Nested next() { return X; } }; abstract Nested next(); }
    private int field = 10;
    class Inner {
        int field = 20;
        class Deeper {
            int field = 30; String all() { return field + " " + this.field + " " + Inner.this.field + " " + EnumsAndInner.this.field; }
        }
    }
    static class Outer2 { int v; Outer2(int v) { this.v = v; } class In { int w = v * 2; } }
    static class Sub extends Outer2.In { Sub(Outer2 o) { o.super(); } }
    static StringBuilder log = new StringBuilder();
    static class Par { int a = say("Par.a"); { say("Par.init"); } Par() { say("Par()"); hook(); } void hook() { say("Par.hook"); } }
    static class Chi extends Par {
        int b = say("Chi.b"); String s = "set"; { say("Chi.init"); }
        Chi() { super(); say("Chi()"); }
        Chi(int x) { this(); say("Chi(int)"); }
        void hook() { say("Chi.hook " + s + b); }
    }
    static int say(String s) { log.append(s).append(';'); return 7; }
    interface Shape<T extends Comparable<T>> { T size(); default boolean bigger(Shape<T> o) { return size().compareTo(o.size()) > 0; } }
    static class Box<T> {
        private T t; Box(T t) { this.t = t; }
        <R> Box<R> map(Function<? super T, ? extends R> f) { return new Box<>(f.apply(t)); }
        T get() { return t; }
        static <A, B extends A> A pick(A a, B b, boolean first) { return first ? a : b; }
    }
    static String v(Object o) { return "Object"; }
    static String v(Object... o) { return "Object..." + (o == null ? "null" : o.length); }
    static String v(int i) { return "int"; }
    static String v(long l) { return "long"; }
    static String v(Integer i) { return "Integer"; }
    static String v(double d) { return "double"; }
    static String v(char c) { return "char"; }
    static String w(int... i) { return "int..." + i.length; }
    static String w(Integer... i) { return "Integer..."; }

    public static void main(String[] args) throws Exception {
        for (Op o : Op.values()) System.out.print(o + " " + o.sym + " " + o.applyAsInt(6, 7) + " " + o.show() + " " + o.getClass().getName()
            + " " + o.getDeclaringClass().getSimpleName() + " " + o.ordinal() + " | ");
        System.out.println(Op.BY.get("*") + " " + Op.valueOf("ADD").compareTo(Op.MUL) + " " + Planet.B.g() + " " + Empty.values().length
            + " " + Nested.X.next().next() + " " + (Op.ADD.getClass() == Op.class) + " " + Enum.valueOf(Planet.class, "A"));
        try { Op.valueOf("DIV"); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        try {
            Planet.class.getDeclaredConstructors()[0].newInstance("Z", 2, 1.0);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        EnumMap<Planet, Integer> em = new EnumMap<>(Map.of(Planet.B, 1));
        System.out.println(em + " " + Planet.valueOf("A").hashCode() % 1 + " " + Op.class.isEnum() + Op.ADD.getClass().isEnum());
        EnumsAndInner e = new EnumsAndInner();
        System.out.println(e.new Inner().new Deeper().all() + " " + new Sub(new Outer2(21)).w); int cap = 5;
        String sc = "s"; class Local { int f = cap * 2; String g() { return sc + f + e.field; } }
        Object anon = new Object() { int n = cap; { n += 100; } public String toString() { return "anon" + n + new Local().g(); } };
        System.out.println(anon + " " + new Local().g()); List<Supplier<Integer>> sups = new ArrayList<>();
        for (int i = 0; i < 3; i++) { int j = i; sups.add(() -> j * j); }
        for (int x : new int[] {7, 8}) sups.add(() -> x);
        for (Supplier<Integer> s : sups) System.out.print(s.get() + " "); System.out.println();
        try { ((EnumsAndInner) null).new Inner(); } catch (NullPointerException x) { System.out.println("NPE outer"); }
        new Chi(3);
        System.out.println(log);
        Box<String> b = new Box<>(5).map(x -> "n" + x);
        System.out.println(b.get() + " " + Box.pick("a", "b", false) + Box.<Object, Integer>pick("a", 5, false));
        Box raw = new Box<>("str");
        try {
            Integer i = ((Box<Integer>) raw).get();
        } catch (ClassCastException x) { System.out.println("heap pollution"); }
        Shape<Integer> s1 = () -> 5, s2 = () -> 3;
        System.out.println(s1.bigger(s2));
        System.out.println(v((byte) 1) + v('c') + v(1) + v(1L) + v(1f) + v((Integer) 1) + v((Object) 1) + v() + v(1, 2) + v((Object[]) null)
                + v("s") + v((short) 2) + v(new Object[3]) + w(new int[] {1, 2}) + v((Object) new int[2]));
        byte bb = (byte) 200;
        bb += 5.7;
        short ss = 1;
        ss += 70000;
        char cc = 'a';
        cc *= 2;
        int ii = 5;
        ii *= 1.5;
        ii /= 0.4f;
        long ll = 5;
        ll -= 0.9;
        System.out.println(bb + " " + ss + " " + (int) cc + " " + ii + " " + ll);
        int x = 5;
        x = x++ + ++x;
        int y = x-- - --x;
        System.out.println(x + " " + y + " " + (x = 3) * x + " " + (true ? 1 : 2.0) + " " + (Object) (true ? 1 : 'a') + " "
                + (char) (true ? 'b' : 0) + " " + (true ? null : 0));
    outer:
        for (int i = 0; i < 5; i++) {
            for (int j = 0;; j++) {
                if (j == 3) continue outer;
                if (i == 3) break outer;
                if (i * j == 2) System.out.print("(" + i + j + ")");
            }
        }
        System.out.println();
        do {
            x--;
            if (x == 1) continue;
        } while (x > 0);
        System.out.println(x);
        var list = new ArrayList<Map<String, ? extends Number>>();
        list.add(Map.of("k", 1));
        for (var m : list) System.out.println(m.get("k").intValue());
        Iterable<Integer> it = () -> List.of(4, 5).iterator();
        for (int q : it) System.out.print(q);
        System.out.println();
        final int[] arr = {1, 2, 3};
        for (int q : arr) arr[2] = q * 10;
        System.out.println(Arrays.toString(arr));
        if (((Object) "pat") instanceof String p && p.length() == 3 || x > 5) System.out.println("pattern");
        String tb = """
            a\
            b "quoted" \u0041
              c""" + 1;
        System.out.println(tb);
        System.out.println(ack(2, 3) + " " + Integer.toBinaryString(gray(10)) + " " + Long.toString(collatz(27), 36));
        strictCheck();
    }
    static int ack(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)); }
    static int gray(int n) { return n ^ n >> 1; }
    static long collatz(long n) { long s = 0; while (n != 1) { n = (n & 1) == 0 ? n / 2 : 3 * n + 1; s += n; } return s; }
    static strictfp void strictCheck() { System.out.println(1e308 * 10 / 10 + " " + Double.MIN_VALUE / 2 + " " + 1e-320 * 1e10); }
}
