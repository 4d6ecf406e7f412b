// checkcast and instanceof over classes, interfaces, arrays and null, and the messages of ClassCastException.
import java.io.Serializable;
import java.util.*;

public class CastChecks {
    interface I { } interface J extends I { }
    static class A implements I { } static class B extends A implements J { } static final class C { }
    static class Deep1 extends B { } static class Deep2 extends Deep1 { } static class Deep3 extends Deep2 { } static class Deep4 extends Deep3 { }
    static class Deep5 extends Deep4 { }
    static class Deep6 extends Deep5 { }
    static class Deep7 extends Deep6 { }
    static class Deep8 extends Deep7 { }
    static void t(Runnable r) { try { r.run(); System.out.println("ok"); } catch (ClassCastException e) { System.out.println(e.getMessage()); } }

    public static void main(String[] args) {
        Object[] all = {null, new A(), new B(), new C(), "s", 1, new Object(), new int[0], new A[0], new B[0][0], new Object[0],
            new Deep8(), new ArrayList<>()};
        for (Object o : all)
            System.out.println((o instanceof I) + " " + (o instanceof J) + " " + (o instanceof A) + " " + (o instanceof B) + " "
                    + (o instanceof C) + " " + (o instanceof Object[]) + " " + (o instanceof I[]) + " " + (o instanceof I[][]) + " "
                    + (o instanceof Serializable) + " " + (o instanceof Cloneable[]) + " " + (o instanceof int[]) + " "
                    + (o instanceof Deep4) + " " + (o instanceof Deep8));
        Object a = new A(), s = "s", ia = new int[1], aa = new A[1], n = null, d = new Deep7();
        t(() -> { B b = (B) a; }); t(() -> { J b = (J) a; }); t(() -> { Integer b = (Integer) s; }); t(() -> { String b = (String) a; });
        t(() -> { long[] b = (long[]) ia; }); t(() -> { Object[] b = (Object[]) ia; });
        t(() -> { B[] b = (B[]) aa; }); t(() -> { I[] b = (I[]) aa; });
        t(() -> { Object b = (Object[]) aa; });
        t(() -> { C b = (C) n; }); t(() -> { Deep8 b = (Deep8) d; }); t(() -> { Deep1 b = (Deep1) d; });
        t(() -> { C[][] b = (C[][]) (Object) new C[1]; });
        t(() -> { List<Integer> list = (List) List.of("x"); int i = list.get(0); });
        t(() -> Integer.class.cast("x")); t(() -> int[].class.cast(ia)); t(() -> Comparable.class.cast(new Object()));
        t(() -> { Comparable<Object> c = (Comparable<Object>) (Object) 5; c.compareTo("five"); });
        t(() -> { new TreeSet<Object>(Arrays.asList(1, "a")); });
        System.out.println(A.class.isAssignableFrom(B.class) + " " + B.class.isAssignableFrom(A.class) + " " + I.class.isInstance(new B())
                + " " + int.class.isInstance(1) + " " + Object.class.isAssignableFrom(int[].class) + " "
                + Object[].class.isAssignableFrom(int[][].class) + " " + long.class.isAssignableFrom(int.class) + " "
                + Cloneable.class.isAssignableFrom(int[].class));
        if (a instanceof A x && x.getClass() == A.class) System.out.println("pattern " + x.getClass().getSimpleName());
        if (!(s instanceof String str)) throw new Error();
        System.out.println(str.length());
    }
}
