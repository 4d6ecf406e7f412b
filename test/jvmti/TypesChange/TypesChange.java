// argus-only: HotSpot refuses these redefinitions; the program itself says what is expected
// jvm: -XX:+AllowEnhancedClassRedefinition -Xbatch -XX:ArgusStencilThreshold=40 -XX:ArgusProfileEnough=200
import java.lang.annotation.*;
import java.util.*;

/** Classes get interfaces, attributes and nest mates, several in one call. */
public class TypesChange extends Redefining {
    static boolean isNamed(Object o) { return o instanceof Named_0; }
    static boolean isNew() { return (Object) new Thing_0() instanceof Named_0; } /* the class is known */
    static String name(Object o) { return ((Named_0) o).name() + ((Named_0) o).title(); }
    static String called(Named_0 n) { return n.called(); }

    static void interfaces() {
        Thing_0 thing = new Thing_0(), heir = new ThingHeir_0();
        Object other = new Other_0();
        hot("instanceof", () -> isNamed(thing), false);
        hot("instanceof", () -> isNew(), false);
        hot("instanceof", () -> isNamed(other), true);
        hot("cast", () -> name(thing), "ClassCastException");
        hot("name", () -> name(other), "otherMr other");
        is("add", put(Thing_0.class, 1), 0);
        hot("instanceof", () -> isNamed(thing), true);
        hot("instanceof", () -> isNew(), true);
        hot("instanceof", () -> isNamed(heir), true);
        hot("name", () -> name(thing), "thingMr thing");
        hot("name", () -> name(heir), "thingMr heir");
        hot("name", () -> name(new ThingLater_0()), "laterMr later");
        is("interfaces", Arrays.toString(Thing_0.class.getInterfaces()), "[interface Named_0, interface java.lang.Comparable]");
        is("assignable", Named_0.class.isAssignableFrom(ThingHeir_0.class), true);
        Thing_0[] sorted = { heir, thing, heir };
        Arrays.sort(sorted);
        Object[] array = new Named_0[1];
        array[0] = heir;
        is("more", put(Named_0.class, 1, Super_0.class, 1), 0);
        hot("called", () -> called((Named_0) (Object) thing), "called thing");
        hot("called", () -> called((Named_0) other), "called other");
        hot("called", () -> called((Named_0) (Object) heir), "called thing");
        is("instanceof", thing instanceof Object && ((Object) heir) instanceof Super_0, true);
        is("circle", put(Super_0.class, 2), 61); /* CIRCULAR_CLASS_DEFINITION */
        is("removed", put(Thing_0.class, 0), 66); // array holds one
        hot("name", () -> name(heir), "thingMr heir");
        array[0] = null;
        held = (Named_0) (Object) thing;
        is("removed", put(Thing_0.class, 0), 66);
        held = null;
        heldArrays = new Named_0[][] { (Named_0[]) (Object[]) new Thing_0[0] };
        is("removed", put(Thing_0.class, 0), 66);
        heldArrays = null;
        is("removed", put(Thing_0.class, 0), 0);
        for (int i = 0; i < 2; i++) {
            hot("instanceof", () -> isNamed(thing), false);
            hot("instanceof", () -> isNew(), false);
            hot("instanceof", () -> isNamed(heir), false);
            hot("instanceof", () -> isNamed(new ThingHeir_0[0]), false);
            hot("instanceof", () -> isNamed(other), true);
            hot("cast", () -> name(thing), "ClassCastException");
            hot("name", () -> name(other), "otherMr other");
            is("interfaces", ThingHeir_0.class.getSuperclass().getInterfaces().length, 0);
            is("assignable", Named_0.class.isAssignableFrom(ThingHeir_0.class), false);
            is("store", of(() -> { Object[] a = new Named_0[1]; a[0] = heir; return 0; }), "ArrayStoreException");
            is("array", of(() -> (Named_0[]) (Object[]) new Thing_0[0]), "ClassCastException");
            is("again", put(Thing_0.class, 1), 0);
            hot("name", () -> name(heir), "thingMr heir");
            hot("instanceof", () -> isNamed(heir), true);
            is("removed", put(Thing_0.class, 0), 0);
        }
        /* a default method goes with its interface */
        Object d = new Defaults_0();
        hot("default", () -> ((Defaults_0) d).word(), "word");
        hot("default", () -> ((Word_0) d).word(), "word");
        is("defaults", put(Defaults_0.class, 1), 0);
        hot("default", () -> ((Word_0) d).word(), "ClassCastException");
        hot("default", () -> ((Defaults_0) d).word(), "NoSuchMethodError");
        is("defaults", put(Defaults_0.class, 0), 0);
        hot("default", () -> ((Defaults_0) d).word() + ((Word_0) d).word(), "wordword");
    }
    static Named_0 held;
    static Named_0[][] heldArrays;

    static int made() { return new Plain_0().number(); }
    static int called(Plain_0 p) { return p.number(); }
    static void modifiers() throws Throwable {
        Plain_0 p = new Plain_0();
        hot("made", () -> made(), 1);
        hot("called", () -> called(p), 1);
        is("modifiers", java.lang.reflect.Modifier.toString(Plain_0.class.getModifiers()), "final");
        is("open", put(Plain_0.class, 1), 0);
        is("modifiers", Plain_0.class.getModifiers(), 0);
        is("array", Plain_0[].class.getModifiers(), java.lang.reflect.Modifier.FINAL | java.lang.reflect.Modifier.ABSTRACT);
        hot("made", () -> made(), 2);
        Plain_0 sub = (Plain_0) java.lang.invoke.MethodHandles.lookup().defineClass(file("PlainSub_1")).getDeclaredConstructor().newInstance();
        hot("called", () -> called(sub) + called(p), 32);
        is("final", put(Plain_0.class, 0), 66);
        is("abstract", put(Plain_0.class, 2), 0);
        hot("made", () -> made(), "InstantiationError");
        hot("called", () -> called(sub) + called(p), 33);
        is("modifiers", java.lang.reflect.Modifier.toString(Plain_0.class.getModifiers()), "abstract");
        is("made", of(() -> Plain_0.class.getDeclaredConstructor().newInstance()), "InstantiationException");
        is("open", put(Plain_0.class, 1), 0);
        hot("made", () -> made(), 2);
        is("interface", put(Plain_0.class, 3), 66);
    }

    static void nests() throws Exception {
        is("nest", Outer_0.make().get(), "outer");
        java.lang.invoke.MethodHandles.lookup().defineClass(file("Outer_1$1"));
        is("anonymous", put(Outer_0.class, 1), 0);
        is("anonymous", Outer_0.make().get(), "inner secret");
        is("host", Outer_0.make().getClass().getNestHost(), Outer_0.class);
        is("members", Outer_0.class.getNestMembers().length, 3);
        is("anonymous", put(Outer_0.class, 0), 0);
        is("nest", Outer_0.make().get(), "outer");
    }

    static void attributes() throws Exception {
        is("annotation", Noted_0.class.getAnnotation(Note.class).value(), "first");
        is("parameters", Noted_0.class.getTypeParameters().length, 0);
        is("attributes", put(Noted_0.class, 1), 0);
        is("annotation", Noted_0.class.getAnnotation(Note.class).value(), "second");
        is("parameters", Noted_0.class.getTypeParameters().length, 1);
        is("annotation", Noted_0.class.getMethod("added").getAnnotation(Note.class).value(), "of a method");
        is("annotation", Before_0.class.getAnnotation(Ann_0.class).toString(), "@Ann_0(a=1)");
        is("annotation", put(Ann_0.class, 1), 0);
        is("annotation", After_0.class.getAnnotation(Ann_0.class).toString(), "@Ann_0(a=1, b=2)");
        is("made", Made_0.class.newInstance().getClass(), Made_0.class);
        is("made", put(Made_0.class, 1), 0);
        try {
            is("made", Made_0.class.newInstance(), "an error");
        } catch (InstantiationException e) {
            is("made", e.getCause().getClass(), NoSuchMethodException.class);
        }
        is("heirs", new Sealed_0() != (Object) new Free_0(), true);
        is("sealed", Seal_0.class.isSealed(), false);
        is("sealed", put(Seal_0.class, 1), 66); /* Sealed_0 and Free_0 extend it, one is permitted */
        is("sealed", put(Seal_0.class, 2), 0);
        is("sealed", Seal_0.class.isSealed(), true);
    }

    public static void main(String[] args) throws Throwable {
        interfaces();
        nests();
        modifiers();
        attributes();
        System.gc();
        System.out.println(failed == 0 ? "PASS" : "FAIL");
    }
}
