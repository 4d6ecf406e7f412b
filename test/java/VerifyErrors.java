// compile: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// jvm: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// The verifier refuses ill-typed code, in new class files (stack maps) and old ones (inference); only the kind of error is compared.
// Well-typed odd code passes.
import jdk.internal.org.objectweb.asm.*;

public class VerifyErrors implements Opcodes {
    static class L extends ClassLoader { Class<?> def(byte[] b) { return defineClass(null, b, 0, b.length); } }
    interface Code { void go(MethodVisitor m); }
    static int n;
    static void t(String what, String desc, int stack, int locals, Code c) {
        System.out.print(what + ":");
        for (int version : new int[] {V17, V1_4}) {
            ClassWriter w = new ClassWriter(0);
            w.visit(version, ACC_PUBLIC | ACC_SUPER, "V" + ++n, null, "java/lang/Object", null);
            w.visitField(ACC_STATIC, "f", "I", null, null).visitEnd();
            MethodVisitor m = w.visitMethod(ACC_PUBLIC | ACC_STATIC, "run", desc, null, null); m.visitCode();
            c.go(m); m.visitMaxs(stack, locals); m.visitEnd(); w.visitEnd();
            try { Object r = new L().def(w.toByteArray()).getMethods()[0].invoke(null); System.out.print(" ok " + r); }
            catch (java.lang.reflect.InvocationTargetException e) { System.out.print(" threw " + e.getCause()); }
            catch (Throwable e) { System.out.print(" " + e.getClass().getSimpleName()); }
        }
        System.out.println();
    }
    public static void main(String[] args) {
        t("fine", "()I", 2, 0, m -> { m.visitInsn(ICONST_2); m.visitInsn(ICONST_3); m.visitInsn(IADD); m.visitInsn(IRETURN); });
        t("stack underflow", "()I", 2, 0, m -> { m.visitInsn(ICONST_2); m.visitInsn(IADD); m.visitInsn(IRETURN); });
        t("stack overflow", "()V", 1, 0, m -> { m.visitInsn(ICONST_2); m.visitInsn(ICONST_2); m.visitInsn(POP2); m.visitInsn(RETURN); });
        t("int as reference", "()Ljava/lang/Object;", 1, 0, m -> { m.visitInsn(ICONST_2); m.visitInsn(ARETURN); });
        t("float as int", "()I", 2, 0, m -> { m.visitInsn(FCONST_1); m.visitInsn(ICONST_1); m.visitInsn(IADD); m.visitInsn(IRETURN); });
        t("half a long", "()I", 3, 0, m -> { m.visitInsn(LCONST_1); m.visitInsn(POP); m.visitInsn(IRETURN); });
        t("wrong return", "()J", 2, 0, m -> { m.visitInsn(ICONST_1); m.visitInsn(IRETURN); });
        t("void returns int", "()V", 1, 0, m -> { m.visitInsn(ICONST_1); m.visitInsn(IRETURN); });
        t("fall off the end", "()V", 1, 0, m -> { m.visitInsn(NOP); });
        t("uninitialized local", "()I", 1, 2, m -> { m.visitVarInsn(ILOAD, 1); m.visitInsn(IRETURN); });
        t("local out of range", "()I", 1, 1, m -> { m.visitInsn(ICONST_1); m.visitVarInsn(ISTORE, 3); m.visitInsn(ICONST_1); m.visitInsn(IRETURN); });
        t("uninitialized object", "()Ljava/lang/Object;", 1, 0, m -> { m.visitTypeInsn(NEW, "java/lang/Object"); m.visitInsn(ARETURN); });
        t("constructor twice", "()V", 3, 0, m -> { m.visitTypeInsn(NEW,
            "java/lang/Object"); m.visitInsn(DUP); m.visitInsn(DUP); m.visitMethodInsn(INVOKESPECIAL, "java/lang/Object", "<init>", "()V",
            false); m.visitMethodInsn(INVOKESPECIAL, "java/lang/Object", "<init>", "()V",
            false); m.visitInsn(POP); m.visitInsn(RETURN); });
        t("wrong argument", "()I", 2, 0, m -> { m.visitInsn(ICONST_1); m.visitMethodInsn(INVOKESTATIC, "java/lang/Integer", "parseInt",
            "(Ljava/lang/String;)I", false); m.visitInsn(IRETURN); });
        t("object as string", "()I", 2, 0, m -> { m.visitTypeInsn(NEW,
            "java/lang/Object"); m.visitInsn(DUP); m.visitMethodInsn(INVOKESPECIAL, "java/lang/Object", "<init>", "()V",
            false); m.visitMethodInsn(INVOKEVIRTUAL, "java/lang/String", "length", "()I", false); m.visitInsn(IRETURN); });
        t("string as interface passes", "()I", 2, 0, m -> { m.visitLdcInsn("abc"); m.visitMethodInsn(INVOKEINTERFACE,
            "java/lang/CharSequence", "length", "()I", true); m.visitInsn(IRETURN); });
        t("any object as interface", "()V", 2, 0, m -> { m.visitLdcInsn("abc"); m.visitMethodInsn(INVOKEINTERFACE, "java/lang/Runnable",
            "run", "()V", true); m.visitInsn(RETURN); });
        t("iaload of long[]", "()I", 2, 0, m -> { m.visitInsn(ICONST_1); m.visitIntInsn(NEWARRAY,
            T_LONG); m.visitInsn(ICONST_0); m.visitInsn(IALOAD); m.visitInsn(IRETURN); });
        t("baload of boolean[] passes", "()I", 2, 0, m -> { m.visitInsn(ICONST_1); m.visitIntInsn(NEWARRAY,
            T_BOOLEAN); m.visitInsn(ICONST_0); m.visitInsn(BALOAD); m.visitInsn(IRETURN); });
        t("arraylength of string", "()I", 1, 0, m -> { m.visitLdcInsn("s"); m.visitInsn(ARRAYLENGTH); m.visitInsn(IRETURN); });
        t("throw of non-throwable", "()V", 1, 0, m -> { m.visitLdcInsn("s"); m.visitInsn(ATHROW); });
        t("throw of null passes", "()V", 1, 0, m -> { m.visitInsn(ACONST_NULL); m.visitInsn(ATHROW); });
        t("wrong static field type", "()V", 2, 0, m -> { m.visitInsn(FCONST_0); m.visitFieldInsn(PUTSTATIC, "V" + n, "f",
            "I"); m.visitInsn(RETURN); });
        t("monitor on int", "()V", 1, 0, m -> { m.visitInsn(ICONST_0); m.visitInsn(MONITORENTER); m.visitInsn(RETURN); });
        t("unbalanced exit", "()V", 1, 0, m -> { m.visitLdcInsn("never locked"); m.visitInsn(MONITOREXIT); m.visitInsn(RETURN); });
        t("branch without frame", "()I", 2, 0, m -> { Label l = new Label(); m.visitInsn(ICONST_1); m.visitJumpInsn(IFEQ,
            l); m.visitInsn(ICONST_5); m.visitInsn(IRETURN); m.visitLabel(l); m.visitInsn(ICONST_4); m.visitInsn(IRETURN); });
        t("merge of int and object", "()V", 2, 1, m -> { Label a = new Label(),
            b = new Label(); m.visitInsn(ICONST_1); m.visitJumpInsn(IFEQ, a); m.visitInsn(ICONST_5); m.visitVarInsn(ISTORE,
            0); m.visitJumpInsn(GOTO, b); m.visitLabel(a); m.visitInsn(ACONST_NULL); m.visitVarInsn(ASTORE,
            0); m.visitLabel(b); m.visitVarInsn(ILOAD, 0); m.visitInsn(POP); m.visitInsn(RETURN); });
        t("stack depths differ", "()V", 2, 1, m -> { Label a = new Label(),
            b = new Label(); m.visitInsn(ICONST_1); m.visitJumpInsn(IFEQ,
            a); m.visitInsn(ICONST_5); m.visitLabel(a); m.visitInsn(RETURN); });
        t("new in a loop of dead code", "()I", 2, 0, m -> { m.visitInsn(ICONST_5); m.visitInsn(IRETURN); });
        t("swap of long", "()V", 3, 0,
            m -> { m.visitInsn(LCONST_0); m.visitInsn(ICONST_0); m.visitInsn(SWAP); m.visitInsn(POP2); m.visitInsn(POP); m.visitInsn(RETURN); });
        t("dup2 across long", "()V", 6, 0,
            m -> { m.visitInsn(ICONST_0); m.visitInsn(LCONST_0); m.visitInsn(ICONST_0); m.visitInsn(DUP2); m.visitInsn(POP2); m.visitInsn(RETURN); });
        t("call of <clinit>", "()V", 1, 0, m -> { m.visitMethodInsn(INVOKESTATIC, "V1", "<clinit>", "()V", false); m.visitInsn(RETURN); });
        t("ldc of long by ldc2_w passes", "()J", 2, 0, m -> { m.visitLdcInsn(5L); m.visitInsn(LRETURN); });
        t("null as any array passes", "()V", 2, 0,
            m -> { m.visitInsn(ACONST_NULL); m.visitInsn(ICONST_0); m.visitInsn(AALOAD); m.visitInsn(POP); m.visitInsn(RETURN); });
    }
}
