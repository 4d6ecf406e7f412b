// jvm: -XX:+AllowRedefinitionToAddDeleteMethods --add-opens java.base/java.lang=ALL-UNNAMED
import java.io.InputStream;
import java.lang.invoke.*;
import java.lang.reflect.*;
import java.util.*;

/** With the flag, private methods that are static or final come and go with a redefinition; others may not. */
public class RedefineAddDelete {
    static native int redefine(Class<?> c, byte[] file);
    static native boolean obsoleteAt(int depth);
    /** What a jmethodID of the method answers. */
    static native void remember(Class<?> c, String name, String sig, boolean isStatic);
    static native void ask(Class<?> c, Object o);
    static native String methods(Class<?> c);

    static byte[] file(String name, String as) throws Exception {
        try (InputStream in = RedefineAddDelete.class.getResourceAsStream(name + ".class")) {
            return new String(in.readAllBytes(), "ISO-8859-1").replace(name, as).getBytes("ISO-8859-1");
        }
    }
    static int put(String name) {
        try {
            return redefine(Subj0.class, file(name, "Subj0"));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    interface Body { Object run() throws Throwable; }
    static void t(String what, Body b) {
        Object r;
        try {
            r = b.run();
        } catch (InvocationTargetException e) {
            r = "target: " + e.getCause();
        } catch (Throwable e) {
            r = e;
        }
        System.out.println(what + ": " + r);
    }
    static String declared(Class<?> c) {
        TreeSet<String> s = new TreeSet<>();
        for (Method m : c.getDeclaredMethods())
            s.add((m.isSynthetic() ? "synthetic " : "") + Modifier.toString(m.getModifiers()) + " " + m.getName()
                    + Arrays.toString(m.getParameterTypes()));
        for (Constructor<?> m : c.getDeclaredConstructors()) s.add(m.toString());
        return s.toString();
    }

    public static void main(String[] args) throws Throwable {
        Subj0 s = new Subj0();
        System.out.println(s.text() + " " + Subj0.Nested.call());
        MethodHandles.Lookup l = MethodHandles.privateLookupIn(Subj0.class, MethodHandles.lookup());
        MethodHandle gone = l.findStatic(Subj0.class, "gone", MethodType.methodType(String.class, int.class)),
                     goneFinal = l.findSpecial(Subj0.class, "goneFinal", MethodType.methodType(String.class), Subj0.class),
                     kept = l.findStatic(Subj0.class, "kept", MethodType.methodType(String.class));
        Method mGone = Subj0.class.getDeclaredMethod("gone", int.class), mKept = Subj0.class.getDeclaredMethod("kept"),
               mText = Subj0.class.getDeclaredMethod("text");
        for (Method m : new Method[] { mGone, mKept, mText }) m.setAccessible(true);
        remember(Subj0.class, "gone", "(I)Ljava/lang/String;", true);
        remember(Subj0.class, "goneFinal", "()Ljava/lang/String;", false);
        remember(Subj0.class, "kept", "()Ljava/lang/String;", true);
        System.out.println(declared(Subj0.class));
        System.out.println(methods(Subj0.class));

        System.out.println(Subj0.viaOld(() -> System.out.println("put: " + put("Subj1"))));
        t("text", s::text);
        t("nested", Subj0.Nested::call);
        System.out.println(declared(Subj0.class));
        System.out.println(methods(Subj0.class));
        ask(Subj0.class, s);
        t("handle kept", () -> (String) kept.invokeExact());
        t("handle gone", () -> (String) gone.invokeExact(9));
        t("handle goneFinal", () -> (String) goneFinal.invokeExact(s));
        t("reflected kept", () -> mKept.invoke(null));
        t("reflected text", () -> mText.invoke(s));
        t("reflected gone", () -> mGone.invoke(null, 1));
        t("find gone", () -> l.findStatic(Subj0.class, "gone", MethodType.methodType(String.class, int.class)));
        t("find added", () -> (String) l.findStatic(Subj0.class, "added", MethodType.methodType(String.class, int.class)).invokeExact(4));
        Method added = Subj0.class.getDeclaredMethod("added", int.class);
        added.setAccessible(true);
        t("reflect added", () -> added.invoke(null, 5));
        for (int i = 0; i < 30; i++) if (!added.invoke(null, i).equals("added" + i)) System.out.println("wrong at " + i); /* a generated accessor, in time */

        Throwable thrown = null;
        try {
            added.invoke(null, 77);
        } catch (InvocationTargetException e) {
            thrown = e.getCause();
        }

        t("back", () -> put("Subj0"));
        t("text", s::text);
        t("nested", Subj0.Nested::call);
        System.out.println(methods(Subj0.class));
        t("reflected added", () -> added.invoke(null, 5));
        t("reflected gone", () -> mGone.invoke(null, 1));
        t("handle gone", () -> (String) gone.invokeExact(9));
        t("running", () -> Subj0.running(() -> System.out.println("put: " + put("Subj1"))));
        t("text", s::text);
        for (int i = 0; i < 20; i++) {
            if (put("Subj0") + put("Subj1") != 0) System.out.println("no");
            if (i % 5 == 0) System.gc();
        }
        t("text", s::text);
        System.out.println(methods(Subj0.class));
        System.out.println(thrown.getStackTrace()[0].getClassName() + "." + thrown.getStackTrace()[0].getMethodName());
        for (int i = 2; i <= 8; i++) {
            int n = i;
            t("Subj" + n, () -> put("Subj" + n) + " " + s.text());
        }
        t("Subj0", () -> put("Subj0") + " " + s.text());
        System.out.println(methods(Subj0.class));

        Impl impl = new Impl();
        t("interface", () -> impl.d() + Face0.q());
        t("interface", () -> redefine(Face0.class, file("Face1", "Face0")) + impl.d() + Face0.q());
        t("interface", () -> redefine(Face0.class, file("Face0", "Face0")) + impl.d() + Face0.q());
        System.gc();
        t("interface", () -> impl.d() + Face0.q());
    }
}
