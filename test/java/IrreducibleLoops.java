// compile: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// jvm: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// Loops that are entered in their middle, which no compiler of Java writes but those of other languages do, in hot code: one entry is never used until the end.
import jdk.internal.org.objectweb.asm.*;

public class IrreducibleLoops implements Opcodes {
    static class L extends ClassLoader { Class<?> def(byte[] b) { return defineClass(null, b, 0, b.length); } }

    /** int run(int way, int n): way 0 enters at the first part, all others at the second. */
    static byte[] twoEntries() {
        ClassWriter w = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
        w.visit(V17, ACC_PUBLIC, "Two", null, "java/lang/Object", new String[] {"java/util/function/IntBinaryOperator"});
        MethodVisitor c = w.visitMethod(ACC_PUBLIC, "<init>", "()V", null, null);
        c.visitVarInsn(ALOAD, 0); c.visitMethodInsn(INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false); c.visitInsn(RETURN); c.visitMaxs(0, 0);
        MethodVisitor m = w.visitMethod(ACC_PUBLIC, "applyAsInt", "(II)I", null, null);
        Label first = new Label(), second = new Label();
        m.visitInsn(ICONST_0); m.visitVarInsn(ISTORE, 3);
        m.visitVarInsn(ILOAD, 1);
        m.visitJumpInsn(IFNE, second);
        m.visitLabel(first);
        m.visitIincInsn(3, 1000);
        m.visitIincInsn(2, -1);
        m.visitLabel(second);
        m.visitVarInsn(ILOAD, 3); m.visitVarInsn(ILOAD, 2); m.visitInsn(IADD); m.visitVarInsn(ISTORE, 3);
        m.visitVarInsn(ILOAD, 2);
        m.visitJumpInsn(IFGT, first);
        m.visitVarInsn(ILOAD, 3);
        m.visitInsn(IRETURN);
        m.visitMaxs(0, 0);
        w.visitEnd();
        return w.toByteArray();
    }

    static long call(java.util.function.IntBinaryOperator f, int way, int times) {
        long h = 0;
        for (int i = 0; i < times; i++) h = h * 31 + f.applyAsInt(way, i % 7);
        return h;
    }

    public static void main(String[] args) throws Exception {
        var f = (java.util.function.IntBinaryOperator) new L().def(twoEntries()).getDeclaredConstructor().newInstance();
        System.out.println("by the second " + call(f, 1, 30000));
        System.out.println("by the first " + call(f, 0, 30000));
        System.out.println("by both " + call(f, 1, 30000));
    }
}
