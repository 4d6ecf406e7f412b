// Class files that lead the VM deep: chains of superclasses and interfaces by the thousand, failures half way up, ways that branch at each
// step, a dynamic constant that is an argument of its own bootstrap method. On a large stack all of it works; on a small one it is a StackOverflowError.
import java.io.*;
import java.nio.file.*;
import java.util.*;
import jdk.internal.org.objectweb.asm.*;

public class Main implements Opcodes {
    static class L extends ClassLoader {
        L() { super(Main.class.getClassLoader()); }
        Class<?> def(byte[] b) { return defineClass(null, b, 0, b.length); }
    }
    public static final List<String> inits = new ArrayList<>();
    public static void init(String name) { inits.add(name); }
    public static int zero() { return 0; }
    static String ends(List<String> l) { return l.size() + " " + l.subList(0, Math.min(3, l.size())) + " " + l.subList(Math.max(0, l.size() - 3), l.size()); }

    interface Gen { void go(ClassWriter w); }
    static byte[] cls(String name, String sup, int access, Gen g, String... itfs) {
        ClassWriter w = new ClassWriter(0);
        w.visit(V17, access, name, null, sup, itfs);
        if (g != null) g.go(w);
        w.visitEnd();
        return w.toByteArray();
    }
    static final int CLASS = ACC_PUBLIC | ACC_SUPER, ITF = ACC_PUBLIC | ACC_INTERFACE | ACC_ABSTRACT;

    static void clinit(ClassWriter w, String name, boolean fails) {
        MethodVisitor m = w.visitMethod(ACC_STATIC, "<clinit>", "()V", null, null);
        m.visitLdcInsn(name);
        m.visitMethodInsn(INVOKESTATIC, "Main", "init", "(Ljava/lang/String;)V", false);
        if (fails) {
            m.visitInsn(ICONST_1);
            m.visitMethodInsn(INVOKESTATIC, "Main", "zero", "()I", false);
            m.visitInsn(IDIV);
            m.visitInsn(POP);
        }
        m.visitInsn(RETURN);
        m.visitMaxs(2, 0);
    }
    static void method(ClassWriter w, int access, String name, int answer) {
        MethodVisitor m = w.visitMethod(access, name, "()I", null, null);
        m.visitIntInsn(SIPUSH, answer);
        m.visitInsn(IRETURN);
        m.visitMaxs(1, 1);
    }
    static void ctor(ClassWriter w, String sup) {
        MethodVisitor m = w.visitMethod(ACC_PUBLIC, "<init>", "()V", null, null);
        m.visitVarInsn(ALOAD, 0);
        m.visitMethodInsn(INVOKESPECIAL, sup, "<init>", "()V", false);
        m.visitInsn(RETURN);
        m.visitMaxs(1, 1);
    }
    static void constant(ClassWriter w, String name, int value) { w.visitField(ACC_PUBLIC | ACC_STATIC | ACC_FINAL, name, "I", null, value); }

    interface Body { Object run() throws Throwable; }
    static void t(String what, Body b) {
        try {
            System.out.println(what + ": " + b.run());
        } catch (Throwable e) {
            if (e instanceof java.lang.reflect.InvocationTargetException) e = e.getCause();
            System.out.println(what + ": " + e + (e.getCause() == null ? "" : " <- " + e.getCause()));
        }
    }

    // ---- superclasses ----

    static Class<?> chain(L l, String prefix, int n, int failing) {
        String sup = "java/lang/Object";
        Class<?> c = null;
        for (int i = 0; i < n; i++) {
            String s = sup, name = prefix + i;
            boolean top = i == 0, fails = i == failing;
            c = l.def(cls(name, sup, CLASS, w -> {
                clinit(w, name, fails);
                ctor(w, s);
                if (top) {
                    method(w, ACC_PUBLIC, "answer", 42);
                    constant(w, "AT_THE_TOP", 7);
                }
            }));
            sup = name;
        }
        return c;
    }

    static void superclasses() {
        L l = new L();
        int n = 4000;
        t("chain", () -> chain(l, "D", n, -1).getName());
        t("initialized", () -> { Class.forName("D" + (n - 1), true, l); return ends(inits); });
        t("inherited method", () -> { Class<?> c = l.loadClass("D" + (n - 1)); return c.getMethod("answer").invoke(c.getConstructor().newInstance()); });
        t("inherited field", () -> l.loadClass("D" + (n - 1)).getField("AT_THE_TOP").get(null));
        t("subtypes", () -> {
            Class<?> top = l.loadClass("D0"), low = l.loadClass("D" + (n - 1)), mid = l.loadClass("D" + n / 2);
            return Object.class.isAssignableFrom(low) + " " + top.isAssignableFrom(low) + " " + mid.isAssignableFrom(low) + " "
                    + low.isAssignableFrom(mid) + " " + low.isAssignableFrom(top);
        });
        t("collected", () -> { System.gc(); return "yes"; });

        L f = new L();
        inits.clear();
        chain(f, "E", 1000, 500);
        t("fails half way", () -> Class.forName("E999", true, f));
        System.out.println(ends(inits));
        t("above it", () -> Class.forName("E499", true, f).getName());
        t("at it", () -> Class.forName("E500", true, f));
        t("below it", () -> Class.forName("E750", true, f));
        System.out.println(ends(inits));
    }

    // ---- interfaces ----

    static void interfaces() {
        L l = new L();
        int n = 1500;
        inits.clear();
        String above = "java/lang/Runnable";
        for (int i = 0; i < n; i++) {
            String name = "I" + i, up = above;
            int k = i;
            l.def(cls(name, "java/lang/Object", ITF, w -> {
                clinit(w, name, false);
                if (k % 100 == 99) method(w, ACC_PUBLIC, "m" + k, k);
                constant(w, "F" + k, k);
                if (k % 500 == 0) constant(w, "SHARED", k);
            }, up));
            above = name;
        }
        String last = above;
        t("interfaces", () -> {
            Class<?> c = l.def(cls("Impl", "java/lang/Object", CLASS, w -> {
                ctor(w, "java/lang/Object");
                MethodVisitor m = w.visitMethod(ACC_PUBLIC, "run", "()V", null, null);
                m.visitInsn(RETURN);
                m.visitMaxs(0, 1);
            }, last));
            Object o = c.getConstructor().newInstance();
            ((Runnable) o).run();
            return Runnable.class.isInstance(o) + " " + ends(inits);
        });
        t("defaults", () -> {
            Class<?> c = l.loadClass("Impl");
            return l.loadClass("I199").getMethod("m199").invoke(c.getConstructor().newInstance()) + " "
                    + l.loadClass("I1499").getMethod("m1499").invoke(c.getConstructor().newInstance());
        });
        // Fields by the class file's way of finding them.
        t("fields", () -> {
            Class<?> c = l.def(cls("Reader", "Impl", CLASS, w -> {
                for (String f : new String[] { "F0", "F777", "F1499", "SHARED", "NOWHERE" }) {
                    MethodVisitor m = w.visitMethod(ACC_PUBLIC | ACC_STATIC, "get" + f, "()I", null, null);
                    m.visitFieldInsn(GETSTATIC, "Impl", f, "I");
                    m.visitInsn(IRETURN);
                    m.visitMaxs(1, 0);
                }
            }));
            return c.getMethod("getF0").invoke(null) + " " + c.getMethod("getF777").invoke(null) + " "
                    + c.getMethod("getF1499").invoke(null) + " " + c.getMethod("getSHARED").invoke(null);
        });
        t("missing field", () -> l.loadClass("Reader").getMethod("getNOWHERE").invoke(null));
    }

    // Two interfaces at each step, each of which extends both of the step before: as many ways up as 2 to the power of steps.
    static void diamonds() {
        L l = new L();
        inits.clear();
        int n = 10;
        for (int i = 0; i < n; i++) {
            int k = i;
            for (String side : new String[] { "A", "B" }) {
                String name = side + i;
                String[] up = i == 0       ? new String[0]
                        : side.equals("A") ? new String[] {"A" + (i - 1), "B" + (i - 1)}
                                           : new String[] {"B" + (i - 1), "A" + (i - 1)};
                l.def(cls(name, "java/lang/Object", ITF, w -> {
                    clinit(w, name, false);
                    if (k % 3 == 0) method(w, ACC_PUBLIC, "d" + name, k);
                    if (k == 0) constant(w, "WHO", side.charAt(0));
                    if (k == 4 && side.equals("B")) constant(w, "FOUR", 4);
                }, up));
            }
        }
        t("diamond", () -> {
            l.def(cls("Above", "java/lang/Object", CLASS, w -> { clinit(w, "Above", false); constant(w, "FOUR", 99); ctor(w, "java/lang/Object"); }, "B3"));
            Class<?> c = l.def(cls("Below", "Above", CLASS, w -> {
                clinit(w, "Below", false);
                ctor(w, "Above");
                for (String f : new String[] { "WHO", "FOUR" }) {
                    MethodVisitor m = w.visitMethod(ACC_PUBLIC | ACC_STATIC, "get" + f, "()I", null, null);
                    m.visitFieldInsn(GETSTATIC, "Below", f, "I");
                    m.visitInsn(IRETURN);
                    m.visitMaxs(1, 0);
                }
            }, "B9", "A9"));
            Object o = c.getConstructor().newInstance();
            return (char) (int) (Integer) c.getMethod("getWHO").invoke(null) + " " + c.getMethod("getFOUR").invoke(null) + " " + inits;
        });
    }

    // ---- the boot loader ----

    /** Classes that the boot loader finds one above the other; on a large stack, then on a small one. */
    static void boot(Path dir) throws Exception {
        String sup = "java/lang/Object";
        for (int i = 0; i < 1500; i++) {
            String name = "deep/B" + i;
            Path p = dir.resolve(name + ".class");
            Files.createDirectories(p.getParent());
            Path fresh = Files.createTempFile(dir, "class", null);
            Files.write(fresh, cls(name, sup, CLASS, null));
            Files.move(fresh, p, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            sup = name;
        }
        t("from the boot path", () -> Class.forName("deep.B1499", true, null));
    }

    // ---- dynamic constants ----

    /** ldc of a dynamic constant whose bootstrap method has that constant as its argument; by two of them when `two`. */
    static Class<?> circle(L l, boolean two) {
        Handle bsm = new Handle(H_INVOKESTATIC, "java/lang/invoke/ConstantBootstraps", "explicitCast",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;Ljava/lang/Object;)Ljava/lang/Object;", false);
        String name = two ? "Two" : "One";
        byte[] b = cls(name, "java/lang/Object", CLASS, w -> {
            Object k = new ConstantDynamic("first", "Ljava/lang/Object;", bsm, "leaf");
            if (two) k = new ConstantDynamic("second", "Ljava/lang/Object;", bsm, k);
            MethodVisitor m = w.visitMethod(ACC_PUBLIC | ACC_STATIC, "f", "()Ljava/lang/Object;", null, null);
            m.visitLdcInsn(k);
            m.visitInsn(ARETURN);
            m.visitMaxs(1, 0);
        });
        // The string that the innermost takes becomes the outermost constant.
        ClassReader r = new ClassReader(b);
        int dynamic = 0, string = 0;
        for (int i = 1; i < r.getItemCount(); i++) {
            int at = r.getItem(i);
            if (at > 0 && b[at - 1] == 17) dynamic = i;
            if (at > 0 && b[at - 1] == 8) string = i;
        }
        for (int i = b.length - 2; i > 0; i--)
            if (((b[i] & 255) << 8 | b[i + 1] & 255) == string && ((b[i - 2] & 255) << 8 | b[i - 1] & 255) == 1) {
                b[i] = (byte) (dynamic >> 8);
                b[i + 1] = (byte) dynamic;
                break;
            }
        return l.def(b);
    }

    static void constants() {
        L l = new L();
        for (boolean two : new boolean[] { false, true }) {
            t("circle", () -> circle(l, two).getMethod("f").invoke(null));
            t("again", () -> l.loadClass(two ? "Two" : "One").getMethod("f").invoke(null));
        }
        t("goes on", () -> new L().def(cls("After", "java/lang/Object", CLASS, null)).getName());
    }

    static void on(long stack, Runnable r) throws Exception {
        Thread t = new Thread(null, r, "deep", stack);
        t.start();
        t.join();
    }

    public static void main(String[] args) throws Exception {
        on(900L << 20, () -> { superclasses(); interfaces(); diamonds(); });
        on(900L << 20, () -> { try { boot(Path.of(args[0])); } catch (Exception e) { System.out.println(e); } });
        on(300L << 10, Main::constants);
        constants();
    }
}
