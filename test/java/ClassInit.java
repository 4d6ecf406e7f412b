// compile: -XDstringConcat=inline
// When classes initialize: each trigger and each non-trigger, superclasses first, interfaces with defaults, constants.
public class ClassInit {
    static void log(String s) { System.out.println(s); }
    static class Super { static { log("Super"); } static int sf = 1; static void sm() { } }
    static class Sub extends Super {
        static { log("Sub"); }
        static int own = 2; static final int CONST = 5; static final Integer BOXED = 6;
        static final String STR = "const";
    }
    interface NoDefault { int X = val("NoDefault.X"); void m(); }
    interface WithDefault { int X = val("WithDefault.X"); default void d() { } }
    interface SubDefault extends WithDefault, NoDefault { int Y = val("SubDefault.Y"); }
    static class Impl implements SubDefault { static { log("Impl"); } public void m() { } }
    static class Arr { static { log("Arr"); } }
    static class Lit { static { log("Lit"); } }
    static class Inst { static { log("Inst"); } }
    static class Refl { static { log("Refl"); } public static int f = val("Refl.f"); }
    static class ByName { static { log("ByName"); } }
    static class Late { static { log("Late"); } }
    static class NewInst { static { log("NewInst"); } NewInst() { log("new"); } }
    static class Order {
        static int a = val("a"); static { log("block " + a + " " + b()); }
        static int b = val("b"); static int b() { return b; }
        static final int C = val("C");
    }
    static class Cycle1 { static { log("Cycle1 start"); } static int v = Cycle2.v + 1; static { log("Cycle1 " + v); } }
    static class Cycle2 { static { log("Cycle2 start"); } static int v = Cycle1.v + 10; static { log("Cycle2 " + v); } }
    enum E { A, B; static { log("E " + values().length); } E() { log("E()"); } }
    static class HandleTarget { static { log("HandleTarget"); } static void m() { log("m"); } }
    static int val(String s) { log(s); return s.length(); }

    public static void main(String[] args) throws Exception {
        log("-- constants do not initialize"); log("" + Sub.CONST + Sub.STR);
        log("-- array creation and class literals do not"); Arr[] a = new Arr[2];
        log(Lit.class.getSimpleName()); Object o = null; log("" + (o instanceof Inst)); log("" + a.length);
        log("-- field of super through sub"); log("" + Sub.sf);
        log("-- static method of super through sub"); Sub.sm();
        log("-- boxed constant"); log("" + Sub.BOXED);
        log("-- implementing class: only interfaces with defaults"); new Impl(); 
        log("-- interface field"); log("" + NoDefault.X); log("" + SubDefault.Y); log("" + ((Object) new Impl() instanceof SubDefault));
        log("-- forName"); Class.forName("ClassInit$ByName");
        Class.forName("ClassInit$Late", false, ClassInit.class.getClassLoader()); log("not yet");
        log("-- reflection"); Refl.class.getDeclaredFields(); log("fields listed"); log("" + Refl.class.getDeclaredField("f").getInt(null));
        log("-- newInstance"); NewInst.class.getDeclaredConstructor().newInstance();
        log("-- textual order"); log("" + Order.C);
        log("-- cycle"); log("" + Cycle1.v); log("" + Cycle2.v);
        log("-- enum"); log("" + E.valueOf("B"));
        log("-- method handle");
        var mh = java.lang.invoke.MethodHandles.lookup().findStatic(HandleTarget.class, "m",
            java.lang.invoke.MethodType.methodType(void.class));
        log("found");
        try { mh.invokeExact(); } catch (Throwable t) { throw new Exception(t); }
        log("-- Unsafe-free ensureInitialized"); java.lang.invoke.MethodHandles.lookup().ensureInitialized(Late.class);
        log("-- anonymous and lambda"); Runnable r = () -> log("lambda"); r.run(); new Object() { { log("anonymous"); } };
    }
}
