// argus-only: HotSpot refuses these redefinitions; the program itself says what is expected
// jvm: -XX:+AllowEnhancedClassRedefinition -Xbatch -XX:ArgusStencilThreshold=40 -XX:ArgusProfileEnough=200
import java.lang.invoke.*;
import java.lang.reflect.*;
import java.util.*;
import java.util.function.*;

/**
 * Methods of all kinds come, go and change their modifiers, called by old code and new code, compiled or not.
 */
public class MembersComeAndGo extends Redefining {
    /* ---- callers, which are compiled against what was there before ---- */
    static String text(Base_0 b) { return b.text(); }
    static String inherited(Heir_0 h) { return h.inherited(); }
    static String face(Face_0 f) { return f.face(); }
    static String staticText() { return Base_0.staticText(); }

    static void addAndOverride() {
        Base_0 base = new Base_0(), heir = new Heir_0(), last = new Last_0();
        hot("text", () -> text(base), "base");
        hot("text", () -> text(heir), "base");
        hot("text", () -> text(last), "last");
        hot("inherited", () -> inherited((Heir_0) heir), "inherited of base");
        hot("static", () -> staticText(), "static of base");
        is("add", put(Base_0.class, 1, Heir_0.class, 1, Caller_0.class, 1), 0);
        hot("text", () -> text(base), "base 1 added base");
        hot("text", () -> text(heir), "heir 1");
        hot("text", () -> text(last), "last");
        hot("inherited", () -> inherited((Heir_0) heir), "inherited of heir 1");
        hot("static", () -> staticText(), "static of base 1 more");
        hot("caller", () -> Caller_0.all(base), "added base|hook base|private");
        hot("caller", () -> Caller_0.all(heir), "added heir|hook heir|private");
        hot("caller", () -> Caller_0.all(last), "added heir|hook last|private");
        hot("new", () -> Caller_0.all(new Last_0()), "added heir|hook last|private");
        Base_0 later = new Later_0(); // loaded now
        hot("later", () -> Caller_0.all(later), "added later|hook heir|private");
        hot("later", () -> text(later), "later");
        is("delete", put(Base_0.class, 2, Heir_0.class, 2), 0);
        hot("gone", () -> Caller_0.all(base), "NoSuchMethodError");
        hot("gone", () -> Caller_0.all(last), "NoSuchMethodError");
        hot("text", () -> text(base), "base 2");
        hot("text", () -> text(heir), "base 2");
        hot("text", () -> text(later), "later");
        hot("inherited", () -> inherited((Heir_0) heir), "inherited of base");
        hot("static", () -> staticText(), "NoSuchMethodError");
        is("back", put(Base_0.class, 1, Heir_0.class, 1), 0);
        hot("caller", () -> Caller_0.all(base), "added base|hook base|private");
        hot("caller", () -> Caller_0.all(later), "added later|hook heir|private");
        hot("static", () -> staticText(), "static of base 1 more");
    }

    static void calledBefore() {
        is("early", put(Early_0.class, 1), 0);
        hot("early", () -> Early_0.call(), "NoSuchMethodError");
        hot("early", () -> Early_0.handle().get(), "NoSuchMethodError");
        is("come", put(Come_0.class, 1), 0);
        hot("come", () -> Early_0.call(), "come static");
        hot("come", () -> Early_0.handle().get(), "static");
    }

    static void interfaces() {
        Face_0 plain = new Plain_0(), own = new Own_0(), lambda = () -> "lambda";
        hot("face", () -> face(plain), "plain");
        hot("face", () -> face(lambda), "lambda");
        is("interface", put(Face_0.class, 1, FaceCaller_0.class, 1), 0);
        hot("face", () -> face(plain), "plain");
        hot("default", () -> FaceCaller_0.call(plain), "default of plain|static of face");
        hot("default", () -> FaceCaller_0.call(own), "own added|static of face");
        hot("default", () -> FaceCaller_0.call(lambda), "default of lambda|static of face");
        hot("by class", () -> FaceCaller_0.byClass(new Plain_0()), "default of plain");
        hot("abstract", () -> FaceCaller_0.needed(plain), "AbstractMethodError");
        hot("abstract", () -> FaceCaller_0.needed(own), "own needed");
        is("implement", put(Plain_0.class, 1), 0);
        hot("implemented", () -> FaceCaller_0.needed(plain), "plain needed");
        hot("by class", () -> FaceCaller_0.byClass(new Plain_0()), "plain 1 added");
        is("interface", put(Face_0.class, 2), 0);
        hot("gone", () -> FaceCaller_0.call(own), "NoSuchMethodError");
        hot("face", () -> face(own), "own");
        is("interface", put(Face_0.class, 1), 0);
        hot("back", () -> FaceCaller_0.call(own), "own added|static of face");
        hot("back", () -> FaceCaller_0.call(lambda), "default of lambda|static of face");
    }

    static void modifiers() throws Throwable {
        Mods_0 m = new Mods_0(), h = new ModsHeir_0();
        hot("mods", () -> m.all(), "private|public|static");
        hot("mods", () -> h.all(), "private|heir public|static");
        is("mods", put(Mods_0.class, 1), 0);
        hot("mods", () -> m.all(), "private 1|public 1|instance 1|abstract no more");
        hot("mods", () -> h.all(), "heir secret|heir public|instance 1|abstract no more");
        is("final", put(Mods_0.class, 2), 62);
        hot("mods", () -> m.all(), "private 1|public 1|instance 1|abstract no more");
        is("mods", put(Mods_0.class, 0), 0);
        hot("mods", () -> m.all(), "private|public|static");
        hot("mods", () -> h.all(), "private|heir public|static");
    }

    static void handlesAndReflection() throws Throwable {
        Seen_0 s = new Seen_0();
        MethodHandles.Lookup l = MethodHandles.lookup();
        MethodType t = MethodType.methodType(String.class);
        MethodHandle kept = l.findVirtual(Seen_0.class, "kept", t), gone = l.findVirtual(Seen_0.class, "gone", t),
                     name = l.findVirtual(Object.class, "toString", t);
        Method keptR = Seen_0.class.getMethod("kept"), goneR = Seen_0.class.getMethod("gone");
        is("methods", Seen_0.class.getDeclaredMethods().length, 2);
        is("seen", put(Seen_0.class, 1), 0);
        is("kept", (String) kept.invokeExact(s), "kept 1");
        is("toString", (String) name.invokeExact((Object) s), "seen 1");
        is("toString", s.toString(), "seen 1");
        is("string", "" + s, "seen 1");
        is("hash", new HashMap<>(Map.of(s, 1)).get(new Seen_0()), 1);
        is("kept", keptR.invoke(s), "kept 1");
        try {
            is("gone", (String) gone.invokeExact(s), "an error");
        } catch (NoSuchMethodError e) { }
        try {
            is("gone", goneR.invoke(s), "an error");
        } catch (NoSuchMethodError | InvocationTargetException e) { }
        Set<String> names = new TreeSet<>();
        for (Method m : Seen_0.class.getDeclaredMethods()) names.add(m.getName());
        is("declared", names.toString(), "[added, equals, hashCode, kept, toString]");
        is("reflected", Seen_0.class.getMethod("added", int.class).invoke(s, 3), "added 3");
        is("handle", (String) l.findVirtual(Seen_0.class, "added", MethodType.methodType(String.class, int.class)).invokeExact(s, 4), "added 4");
        is("no such", of(() -> { try { return Seen_0.class.getMethod("gone"); } catch (Exception e) { return "none"; } }), "none");
        is("seen", put(Seen_0.class, 0), 0);
        is("kept", (String) kept.invokeExact(s), "kept");
        is("gone", (String) gone.invokeExact(s), "gone");
        is("gone", goneR.invoke(s), "gone");
        is("toString", s.toString().startsWith("Seen_0@"), true);
    }

    static void lambdas() {
        Supplier<String> old = Lambdas_0.make(), ref = Lambdas_0.reference();
        is("lambda", old.get() + ref.get(), "lambda 0referred 0");
        is("lambdas", put(Lambdas_0.class, 1), 0);
        is("lambda", old.get() + "/" + ref.get(), "lambda 1/referred 1");
        is("new", Lambdas_0.make().get() + "/" + Lambdas_0.reference().get() + "/" + Lambdas_0.more(7), "lambda 1/referred 1/14 another 7");
        is("lambdas", put(Lambdas_0.class, 2), 0);
        is("gone", of(old::get) + "/" + of(ref::get), "NoSuchMethodError/NoSuchMethodError");
        is("new", Lambdas_0.make().get(), "no lambda");
        is("lambdas", put(Lambdas_0.class, 0), 0);
        is("lambda", old.get() + ref.get(), "lambda 0referred 0");
    }

    static void active() {
        is("active", Active_0.run(() -> is("put", put(Active_0.class, 1), 0)), "before, NoSuchMethodError, new, old frame");
        is("active", Active_0.fresh(), "fresh");
    }

    static void objects() {
        Object o = new Object(), array = new int[3];
        is("late", put(Last_0.class, 3), 0);
        hot("hash", () -> new Last_0().hashCode(), 77);
        hot("list", () -> List.of(new Last_0()).hashCode(), 31 + 77);
        hot("equals", () -> new Last_0().equals(o), true);
        hot("array", () -> array.equals(o), false);
    }

    public static void main(String[] args) throws Throwable {
        addAndOverride();
        calledBefore();
        interfaces();
        modifiers();
        handlesAndReflection();
        lambdas();
        active();
        objects();
        System.gc();
        is("again", put(Base_0.class, 2, Heir_0.class, 2), 0);
        for (int i = 0; i < 60; i++) is("flip", put(Base_0.class, 1 + i % 2, Heir_0.class, 1 + i % 2), 0);
        System.gc();
        is("text", text(new Heir_0()), "base 2");
        System.out.println(failed == 0 ? "PASS" : "FAIL");
    }
}
