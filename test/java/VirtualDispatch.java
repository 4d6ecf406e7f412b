// compile: -XDstringConcat=inline
// vtables: overriding with package-private, private, static, covariant and bridge methods; super calls; calls from constructors.
import java.util.*;

public class VirtualDispatch {
    static class A {
        A() { init(); }
        void init() { System.out.println("A.init"); }
        String name() { return "A"; } private String priv() { return "A.priv"; } String callPriv() { return priv(); }
        static String stat() { return "A.stat"; } Object cov() { return "A.cov"; } final String fin() { return "A.fin:" + name(); }
        String over(Object o) { return "A.obj"; }
        String over(String s) { return "A.str"; }
        String over(int i) { return "A.int"; }
        String over(long l) { return "A.long"; }
        String over(Integer i) { return "A.Integer"; }
        String over(int... i) { return "A.var"; }
    }
    static class B extends A {
        int x = 5; void init() { System.out.println("B.init x=" + x); }
        String name() { return "B>" + super.name(); }
        String priv() { return "B.priv"; }
        static String stat() { return "B.stat"; }
        String cov() { return "B.cov"; }
        String over(Object o) { return "B.obj"; }
    }
    static class C extends B {
        String name() { return "C>" + super.name(); }
        public String toString() { return "C!"; }
        public boolean equals(Object o) { return o instanceof C; }
        public int hashCode() { return 3; }
    }
    static abstract class Abs { abstract int f(int n); int twice(int n) { return f(f(n)); } }
    static class Inc extends Abs { int f(int n) { return n + 1; } }
    static class Dbl extends Abs { int f(int n) { return 2 * n; } }
    static class Gen<T extends Comparable<T>> { T v; Gen(T v) { this.v = v; } int cmp(T o) { return v.compareTo(o); } T get() { return v; } }
    static class GenS extends Gen<String> {
        GenS(String s) { super(s); }
        @Override int cmp(String o) { return -super.cmp(o); }
        @Override String get() { return "<" + super.get() + ">"; }
    }
    static class Many {
        int m0() { return 0; }
        int m1() { return 1; }
        int m2() { return 2; }
        int m3() { return 3; }
        int m4() { return 4; }
        int m5() { return 5; }
        int m6() { return 6; }
        int m7() { return 7; }
    }
    static class Odd extends Many { int m1() { return -1; } int m3() { return -3; } int m5() { return -5; } int m7() { return -7; } }

    static int mega(Abs[] all, int n) { int s = 0; for (Abs a : all) s += a.twice(n); return s; }

    public static void main(String[] args) {
        A a = new A(), b = new B(), c = new C();
        for (A x : new A[] {a, b, c}) System.out.println(x.name() + " " + x.callPriv() + " " + x.cov() + " " + x.fin() + " "
            + x.over((Object) "s") + " " + x.over("s") + " " + x.over(1) + " " + x.over(1L) + " " + x.over((Integer) 1) + " " + x.over()
            + " " + x.over((byte) 1));
        System.out.println(A.stat() + " " + B.stat() + " " + C.stat() + " " + ((B) c).priv());
        System.out.println(c + " " + c.equals(new C()) + " " + c.equals(b) + " " + c.hashCode() + " "
            + new HashSet<>(Arrays.asList(c, new C())).size());
        Abs[] all = {new Inc(), new Dbl(), new Abs() { int f(int n) { return n * n; } }, new Inc(), new Abs() { int f(int n) { return -n; } }};
        System.out.println(mega(all, 3) + " " + mega(all, -4));
        Gen<String> g = new GenS("m"); System.out.println(g.cmp("a") + " " + g.get() + " " + new Gen<>("m").cmp("a"));
        try { ((Gen) g).cmp(5); } catch (ClassCastException e) { System.out.println("bridge casts"); }
        Many m = new Odd(); System.out.println(m.m0() + m.m1() * 10 + m.m2() * 100 + m.m3() * 1000 + m.m4() + m.m5() + m.m6() + m.m7());
        int sum = 0; Many[] two = {new Many(), new Odd()}; for (int i = 0; i < 1000; i++) sum += two[i & 1].m7() * i; System.out.println(sum);
        Object[] objs = {"str", 1, 'c', 2.5, new int[0].getClass(), List.of(1), Optional.of(2), new StringBuilder("sb")};
        for (Object o : objs) System.out.print(o.toString() + ";"); System.out.println();
        Object arr = new int[] {1};
        System.out.println(arr.equals(arr) + " " + ((int[]) arr).clone().equals(arr) + " "
            + (arr.hashCode() == System.identityHashCode(arr)));
    }
}
