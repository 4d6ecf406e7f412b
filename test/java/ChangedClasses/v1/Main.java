import java.util.*;

public class Main {
    static class AB implements A, B { }
    static class ImplGrow implements Grow { public String one() { return "one"; } }
    static class UseToClass implements ToClass { public void m() { } }
    static class SubFinal extends WillBeFinal { }
    static class SubToItf extends ToItf { }
    static class SubOver extends Over { public String f() { return "SubOver"; } }
    static class SubFin extends Lib { public void toFinal() { } }
    static class Bottom extends Mid { public String who() { return "Bottom>" + super.who(); } }
    static class PrvImpl implements Prv { }
    interface Body { Object run() throws Throwable; }
    static void t(String what, Body b) {
        for (int i = 0; i < 2; i++) try { System.out.println(what + ": " + b.run()); }
        catch (Throwable e) { System.out.println(what + ": " + e + (e.getCause() == null ? "" : " <- " + e.getCause())); }
    }
    public static void main(String[] args) {
        Lib l = new Lib();
        t("field gone", () -> l.field); t("put field gone", () -> l.field = 3);
        t("static field gone", () -> Lib.sfield); t("field became static", () -> l.becomesStatic);
        t("put became static", () -> l.becomesStatic = 1); t("field became instance", () -> Lib.becomesInst);
        t("put became instance", () -> Lib.becomesInst = 2);
        t("field retyped", () -> l.retyped); t("field private", () -> l.narrowed);
        t("inlined constant", () -> Lib.INLINED); t("instance constant", () -> l.CONST);
        t("put final", () -> l.fin = 4); t("put static final", () -> Lib.sfin = 4);
        t("field moved", () -> l.moved);
        t("method gone", () -> { l.gone(); return 0; });
        t("static method gone", () -> { Lib.sgone(); return 0; });
        t("became static", () -> { l.toStatic(); return 0; });
        t("became instance", () -> { Lib.toInst(); return 0; }); t("return type", () -> l.reret());
        t("private now", () -> { l.hidden(); return 0; });
        t("constructor private", () -> new Lib("x")); t("inner gone", () -> new Lib.Inner());
        t("class gone", () -> GoneClass.x); t("class gone in array", () -> new GoneClass[1].length);
        t("class gone in arrays of arrays", () -> new GoneClass[1][1].length);
        t("class gone in a cast to arrays", () -> ((GoneClass[][][]) (Object) args).length);
        t("class gone in a literal of arrays", () -> GoneClass[][].class);
        t("class gone in instanceof", () -> (Object) args instanceof GoneClass);
        t("class gone in literal", () -> GoneClass.class);
        t("super method gone", () -> new Bottom().who());
        t("class became interface: new", () -> new ToItf());
        t("class became interface: static call", () -> { ToItf.s(); return 0; });
        t("class became interface: super", () -> new SubToItf());
        t("interface became class: implement", () -> new UseToClass());
        t("interface became class: static call", () -> { ToClass.s(); return 0; });
        // HotSpot: its subclass AbstractMethodError; JVMS 6.5 invokeinterface: the error itself t("conflict by reflection", () ->
        // AB.class.getMethod("m").getDeclaringClass().getName());
        t("abstract now", () -> new ToAbstract()); t("default conflict", () -> new AB().m());
        t("default conflict by interface",
            () -> { try { return ((A) new AB()).m(); } catch (IncompatibleClassChangeError e) { return "refused"; } });
        t("abstract method", () -> ((Grow) new ImplGrow()).one());
        t("final class extended", () -> new SubFinal()); t("final method overridden", () -> new SubOver());
        t("final method overridden void", () -> new SubFin());
        t("default gone", () -> new PrvImpl().p()); t("enum constant gone", () -> Col.GREEN);
        t("switch on changed enum",
            () -> { int r = 0; for (Col c : Col.values()) switch (c) { case RED: r += 1; break; case GREEN: r += 10; break; default: r += 100; } return r; });
        t("handle to gone", () -> java.lang.invoke.MethodHandles.lookup().findVirtual(Lib.class, "gone",
            java.lang.invoke.MethodType.methodType(void.class)));
        t("method reference to gone", () -> { Runnable r = l::gone; r.run(); return 0; });
        t("caught type gone", () -> { try { throw new Exception("e"); } catch (Exception e) { return e.getMessage(); } });
    }
}
