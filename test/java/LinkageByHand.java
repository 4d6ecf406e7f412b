// compile: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// jvm: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// Class files no compiler writes: abstract methods not implemented, illegal access, circular supers, wrong kinds of super, bad
// formats, unsupported versions, duplicate members.
import java.util.*;
import jdk.internal.org.objectweb.asm.*;

public class LinkageByHand implements Opcodes {
    public interface Itf { int m(); default int d() { return 5; } }
    public static abstract class Abs { public abstract int a(); }
    static class Hidden { public static int x; public static void m() { } }
    public static class Open { private static int p = 1; private static void pm() { } static void pkg() { } protected void prot() { } }
    static class L extends ClassLoader { L() { super(LinkageByHand.class.getClassLoader()); } final Map<String, byte[]> pending = new HashMap<>();
        Class<?> def(byte[] b) { return defineClass(null, b, 0, b.length); }
        protected Class<?> findClass(String n) throws ClassNotFoundException {
            byte[] b = pending.remove(n); if (b == null) throw new ClassNotFoundException(n); return defineClass(n, b, 0, b.length);
        }
        }
    interface Gen { void go(ClassWriter w); } interface Code { void go(MethodVisitor m); }
    static byte[] cls(String name, String sup, Gen g, String... itfs) {
        ClassWriter w = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        w.visit(V17, ACC_PUBLIC | ACC_SUPER, name, null, sup, itfs); if (g != null) g.go(w); w.visitEnd();
        return w.toByteArray();
    }
    static void ctor(ClassWriter w, String sup) {
        MethodVisitor m = w.visitMethod(ACC_PUBLIC, "<init>", "()V", null, null); m.visitCode();
        m.visitVarInsn(ALOAD, 0); m.visitMethodInsn(INVOKESPECIAL, sup, "<init>", "()V", false);
        m.visitInsn(RETURN); m.visitMaxs(0, 0); m.visitEnd();
    }
    static void run(ClassWriter w, String desc, Code c) {
        MethodVisitor m = w.visitMethod(ACC_PUBLIC | ACC_STATIC, "run", desc, null, null); m.visitCode();
        c.go(m); m.visitMaxs(0, 0); m.visitEnd();
    }
    interface Body { Object run() throws Throwable; }
    static void t(String what, Body b) {
        try {
            System.out.println(what + ": " + b.run());
        } catch (Throwable e) {
            if (e instanceof java.lang.reflect.InvocationTargetException) e = e.getCause();
            System.out.println(what + ": " + (e + "").replaceAll("@[0-9a-fx]+", "@#").split("\n")[0]);
        }
    }
    static int n; static String fresh() { return "Gen" + ++n; }
    static Object call(Code c, String desc) throws Throwable {
        return new L().def(cls(fresh(), "java/lang/Object", w -> run(w, desc, c))).getMethod("run").invoke(null);
    }
    static byte[] patch(byte[] b, int at, int v) { b = b.clone(); b[at] = (byte) v; return b; }

    public static void main(String[] args) throws Throwable {
        t("abstract interface method", () -> ((Itf) new L().def(cls("NoImpl", "java/lang/Object", w -> ctor(w, "java/lang/Object"),
            "LinkageByHand$Itf")).getConstructor().newInstance()).m());
        t("its default works", () -> ((Itf) new L().def(cls("NoImpl2", "java/lang/Object", w -> ctor(w, "java/lang/Object"),
            "LinkageByHand$Itf")).getConstructor().newInstance()).d());
        t("abstract class method", () -> ((Abs) new L().def(cls("NoImpl3", "LinkageByHand$Abs",
            w -> ctor(w, "LinkageByHand$Abs"))).getConstructor().newInstance()).a());
        t("private implementation", () -> ((Itf) new L().def(cls("PrivImpl", "java/lang/Object",
            w -> { ctor(w, "java/lang/Object"); MethodVisitor m = w.visitMethod(ACC_PRIVATE, "m", "()I", null,
            null); m.visitCode(); m.visitInsn(ICONST_1); m.visitInsn(IRETURN); m.visitMaxs(0, 0); m.visitEnd(); },
            "LinkageByHand$Itf")).getConstructor().newInstance()).m());
        t("package-private implementation", () -> ((Itf) new L().def(cls("PkgImpl", "java/lang/Object",
            w -> { ctor(w, "java/lang/Object"); MethodVisitor m = w.visitMethod(0, "m", "()I", null,
            null); m.visitCode(); m.visitInsn(ICONST_2); m.visitInsn(IRETURN); m.visitMaxs(0, 0); m.visitEnd(); },
            "LinkageByHand$Itf")).getConstructor().newInstance()).m());
        t("not implementing at all", () -> call(m -> { m.visitTypeInsn(NEW,
            "java/lang/Object"); m.visitInsn(DUP); m.visitMethodInsn(INVOKESPECIAL, "java/lang/Object", "<init>", "()V",
            false); m.visitMethodInsn(INVOKEINTERFACE, "LinkageByHand$Itf", "m", "()I", true); m.visitInsn(IRETURN); }, "()I"));
        t("virtual call on interface", () -> call(m -> { m.visitInsn(ACONST_NULL); m.visitTypeInsn(CHECKCAST,
            "LinkageByHand$Abs"); m.visitMethodInsn(INVOKEINTERFACE, "LinkageByHand$Abs", "a", "()I", true); m.visitInsn(IRETURN); },
            "()I"));
        t("static call of instance method", () -> call(m -> { m.visitMethodInsn(INVOKESTATIC, "java/lang/Object", "hashCode", "()I",
            false); m.visitInsn(IRETURN); }, "()I"));
        t("virtual call of static method", () -> call(m -> { m.visitLdcInsn("x"); m.visitMethodInsn(INVOKEVIRTUAL, "java/lang/String",
            "valueOf", "()Ljava/lang/String;", false); m.visitInsn(ARETURN); }, "()Ljava/lang/String;"));
        t("package-private class", () -> call(m -> { m.visitFieldInsn(GETSTATIC, "LinkageByHand$Hidden", "x", "I"); m.visitInsn(IRETURN); }, "()I"));
        t("private field", () -> call(m -> { m.visitFieldInsn(GETSTATIC, "LinkageByHand$Open", "p", "I"); m.visitInsn(IRETURN); }, "()I"));
        t("private method", () -> call(m -> { m.visitMethodInsn(INVOKESTATIC, "LinkageByHand$Open", "pm", "()V",
            false); m.visitInsn(RETURN); }, "()V"));
        t("package-private method of other loader", () -> call(m -> { m.visitMethodInsn(INVOKESTATIC, "LinkageByHand$Open", "pkg", "()V",
            false); m.visitInsn(RETURN); }, "()V"));
        t("protected method from a stranger", () -> call(m -> { m.visitTypeInsn(NEW,
            "LinkageByHand$Open"); m.visitInsn(DUP); m.visitMethodInsn(INVOKESPECIAL, "LinkageByHand$Open", "<init>", "()V",
            false); m.visitMethodInsn(INVOKEVIRTUAL, "LinkageByHand$Open", "prot", "()V", false); m.visitInsn(RETURN); }, "()V"));
        t("new of abstract", () -> call(m -> { m.visitTypeInsn(NEW, "LinkageByHand$Abs"); m.visitInsn(POP); m.visitInsn(RETURN); }, "()V"));
        t("new of interface", () -> call(m -> { m.visitTypeInsn(NEW, "java/lang/Runnable"); m.visitInsn(POP); m.visitInsn(RETURN); }, "()V"));
        t("unexported package", () -> call(m -> { m.visitFieldInsn(GETSTATIC, "jdk/internal/misc/VM", "x", "I"); m.visitInsn(IRETURN); }, "()I"));
        t("no such field", () -> call(m -> { m.visitFieldInsn(GETSTATIC, "java/lang/String", "nope", "I"); m.visitInsn(IRETURN); }, "()I"));
        t("no such method", () -> call(m -> { m.visitMethodInsn(INVOKESTATIC, "java/lang/String", "nope", "()[[J",
            false); m.visitInsn(POP); m.visitInsn(RETURN); }, "()V"));
        t("no such class", () -> call(m -> { m.visitMethodInsn(INVOKESTATIC, "no/Where", "nope", "()V", false); m.visitInsn(RETURN); }, "()V"));
        t("interface method missing", () -> call(m -> { m.visitInsn(ACONST_NULL); m.visitMethodInsn(INVOKEINTERFACE, "java/lang/Runnable",
            "walk", "()V", true); m.visitInsn(RETURN); }, "()V"));
        L circ = new L(); circ.pending.put("C1", cls("C1", "C2", null));
        circ.pending.put("C2", cls("C2", "C1", null)); t("circular supers", () -> circ.loadClass("C1"));
        L ci = new L(); ci.pending.put("S1", cls("S1", "S1", null)); t("own super", () -> ci.loadClass("S1"));
        t("super is interface", () -> new L().def(cls("SI", "java/lang/Runnable", null)));
        t("interface is class", () -> new L().def(cls("IC", "java/lang/Object", null, "java/util/ArrayList")));
        t("super is final", () -> new L().def(cls("SF", "java/lang/String", null)));
        t("super is missing", () -> new L().def(cls("SM", "no/Super", null)));
        t("interface is missing", () -> new L().def(cls("IM", "java/lang/Object", null, "no/Itf")));
        t("super is package-private", () -> new L().def(cls("SP", "LinkageByHand$Hidden", null)));
        t("same interface twice", () -> new L().def(cls("TW", "java/lang/Object", null, "java/lang/Runnable", "java/lang/Runnable")));
        t("duplicate field", () -> new L().def(cls("DF", "java/lang/Object",
            w -> { w.visitField(0, "f", "I", null, null).visitEnd(); w.visitField(0, "f", "I", null, null).visitEnd(); })));
        t("field of two types", () -> new L().def(cls("D2", "java/lang/Object",
            w -> { w.visitField(0, "f", "I", null, null).visitEnd(); w.visitField(0, "f", "J", null,
            null).visitEnd(); })).getDeclaredFields().length);
        t("duplicate method", () -> new L().def(cls("DM", "java/lang/Object",
            w -> { w.visitMethod(ACC_ABSTRACT, "f", "()V", null, null).visitEnd(); w.visitMethod(ACC_ABSTRACT, "f", "()V", null,
            null).visitEnd(); })));
        t("bad descriptor", () -> new L().def(cls("BD", "java/lang/Object", w -> w.visitField(0, "f", "Q", null, null).visitEnd())));
        t("bad method descriptor", () -> new L().def(cls("BM", "java/lang/Object",
            w -> w.visitMethod(ACC_NATIVE, "f", "(V)V", null, null).visitEnd())));
        t("bad name", () -> new L().def(cls("BN", "java/lang/Object", w -> w.visitField(0, "a;b", "I", null, null).visitEnd())));
        t("bad class name", () -> new L().def(cls("b;n", "java/lang/Object", null)));
        t("no code", () -> new L().def(cls("NC", "java/lang/Object", w -> w.visitMethod(0, "f", "()V", null, null).visitEnd())));
        t("bad flags", () -> new L().def(cls("BF", "java/lang/Object",
            w -> w.visitField(ACC_PUBLIC | ACC_PRIVATE, "f", "I", null, null).visitEnd())));
        byte[] ok = cls("Ok", "java/lang/Object", w -> ctor(w, "java/lang/Object"));
        t("version 62", () -> new L().def(patch(ok, 7, 62)));
        t("version 61.1", () -> new L().def(patch(ok, 5, 1)));
        t("version 44", () -> new L().def(patch(ok, 7, 44)));
        t("magic", () -> new L().def(patch(ok, 0, 0xCB)));
        t("truncated", () -> new L().def(Arrays.copyOf(ok, ok.length - 5)));
        t("extra bytes", () -> new L().def(Arrays.copyOf(ok, ok.length + 3)));
        t("bad tag", () -> new L().def(patch(ok, 10, 99)));
        t("old version runs", () -> { ClassWriter w = new ClassWriter(ClassWriter.COMPUTE_MAXS); w.visit(V1_1, ACC_PUBLIC | ACC_SUPER,
            "Old", null, "java/lang/Object", null); run(w, "()I", m -> { m.visitIntInsn(BIPUSH,
            41); m.visitInsn(IRETURN); }); w.visitEnd(); return new L().def(w.toByteArray()).getMethod("run").invoke(null); });
        t("native without library", () -> new L().def(cls("Nat", "java/lang/Object",
            w -> w.visitMethod(ACC_PUBLIC | ACC_STATIC | ACC_NATIVE, "run", "()V", null, null).visitEnd())).getMethod("run").invoke(null));
    }
}
