// argus-only: HotSpot refuses these redefinitions; the program itself says what is expected
// jvm: -XX:+AllowEnhancedClassRedefinition -Xbatch -XX:ArgusStencilThreshold=40 -XX:ArgusProfileEnough=200
import java.io.InputStream;
import java.lang.annotation.*;
import java.util.*;
import java.util.function.*;

/**
 * Classes get interfaces, attributes and nest mates, several in one call. The version n of a class X_0 is the class file
 * of X_n, in which all names end with _0.
 */
public class TypesChange {
    static native int redefine0(Class<?>[] classes, byte[][] files);

    static byte[] file(String name) {
        try (InputStream in = TypesChange.class.getResourceAsStream(name + ".class")) {
            return new String(in.readAllBytes(), "ISO-8859-1").replaceAll("_[1-9]", "_0").getBytes("ISO-8859-1");
        } catch (java.io.IOException e) {
            throw new IllegalStateException(e);
        }
    }
    /** Each a class and the number of its version. */
    static int put(Object... what) {
        Class<?>[] classes = new Class<?>[what.length / 2];
        byte[][] files = new byte[classes.length][];
        for (int i = 0; i < classes.length; i++) {
            classes[i] = (Class<?>) what[2 * i];
            files[i] = file(classes[i].getName().replace("_0", "_" + what[2 * i + 1]));
        }
        return redefine0(classes, files);
    }
    static int failed;
    static void is(String what, Object got, Object wanted) {
        if (Objects.equals(got, wanted)) return;
        failed++;
        System.out.println(what + ": " + got + ", not " + wanted);
    }
    static Object of(Supplier<?> s) {
        try {
            return s.get();
        } catch (Throwable t) {
            return t.getClass().getSimpleName();
        }
    }
    static void hot(String what, Supplier<?> s, Object wanted) {
        for (int i = 0; i < 500; i++) is(what, of(s), wanted);
    }

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
        is("removed", put(Thing_0.class, 0), 66);
        hot("name", () -> name(heir), "thingMr heir");
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
        attributes();
        System.gc();
        System.out.println(failed == 0 ? "PASS" : "FAIL");
    }
}
