// compile: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED --add-exports java.base/jdk.internal.misc=ALL-UNNAMED
// jvm: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED --add-exports java.base/jdk.internal.misc=ALL-UNNAMED
// The boot and the platform loader may both define classes below java/: loaders that took one name from each must not exchange its objects.
import jdk.internal.misc.Unsafe;
import jdk.internal.org.objectweb.asm.*;

public class DisputedJavaNames implements Opcodes {
    static class L extends ClassLoader {
        final String mine; // asked of the other loader
        final ClassLoader other;
        L(String name, ClassLoader parent, String mine, ClassLoader other) { super(name, parent); this.mine = mine; this.other = other; }
        Class<?> def(byte[] b) { return defineClass(null, b, 0, b.length); }
        @Override protected Class<?> loadClass(String n, boolean resolve) throws ClassNotFoundException {
            return n.equals(mine) ? other.loadClass(n) : super.loadClass(n, resolve);
        }
    }

    static byte[] disputed(String name, int fields) {
        ClassWriter w = new ClassWriter(0);
        w.visit(V1_8, ACC_PUBLIC | ACC_SUPER, name, null, "java/lang/Object", null);
        for (int i = 0; i < fields; i++) w.visitField(ACC_PUBLIC, "f" + i, "J", null, null).visitEnd();
        MethodVisitor m = w.visitMethod(ACC_PUBLIC, "<init>", "()V", null, null);
        m.visitCode();
        m.visitVarInsn(ALOAD, 0);
        m.visitMethodInsn(INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        m.visitInsn(RETURN);
        m.visitMaxs(1, 1);
        m.visitEnd();
        w.visitEnd();
        return w.toByteArray();
    }

    /** `static long take(D)` reads D's last field; `static D field`. */
    static byte[] takes(String d) {
        ClassWriter w = new ClassWriter(0);
        w.visit(V1_8, ACC_PUBLIC | ACC_SUPER, "Takes", null, "java/lang/Object", null);
        w.visitField(ACC_PUBLIC | ACC_STATIC, "field", "L" + d + ";", null, null).visitEnd();
        MethodVisitor m = w.visitMethod(ACC_PUBLIC | ACC_STATIC, "take", "(L" + d + ";)J", null, null);
        m.visitCode();
        m.visitVarInsn(ALOAD, 0);
        m.visitFieldInsn(GETFIELD, d, "f7", "J");
        m.visitInsn(LRETURN);
        m.visitMaxs(2, 1);
        m.visitEnd();
        w.visitEnd();
        return w.toByteArray();
    }

    static byte[] gives(String d) {
        ClassWriter w = new ClassWriter(0);
        w.visit(V1_8, ACC_PUBLIC | ACC_SUPER, "Gives", null, "java/lang/Object", null);
        MethodVisitor m = w.visitMethod(ACC_PUBLIC | ACC_STATIC, "call", "()J", null, null);
        m.visitCode();
        m.visitTypeInsn(NEW, d);
        m.visitInsn(DUP);
        m.visitMethodInsn(INVOKESPECIAL, d, "<init>", "()V", false);
        m.visitMethodInsn(INVOKESTATIC, "Takes", "take", "(L" + d + ";)J", false);
        m.visitInsn(LRETURN);
        m.visitMaxs(2, 0);
        m.visitEnd();
        m = w.visitMethod(ACC_PUBLIC | ACC_STATIC, "read", "()J", null, null);
        m.visitCode();
        m.visitFieldInsn(GETSTATIC, "Takes", "field", "L" + d + ";");
        m.visitInsn(POP);
        m.visitInsn(LCONST_1);
        m.visitInsn(LRETURN);
        m.visitMaxs(2, 0);
        m.visitEnd();
        w.visitEnd();
        return w.toByteArray();
    }

    static void t(String name, boolean two) throws Exception {
        String inner = name.replace('.', '/');
        byte[] large = disputed(inner, 8), small = disputed(inner, two ? 0 : 8);
        Unsafe.getUnsafe().defineClass(null, large, 0, large.length, null, null);
        if (two) Unsafe.getUnsafe().defineClass(null, small, 0, small.length, ClassLoader.getPlatformClassLoader(), null);
        L takes = new L("takes", null, "", null), gives = new L("gives", two ? ClassLoader.getPlatformClassLoader() : null, "Takes", takes);
        takes.def(takes(inner));
        Class<?> g = gives.def(gives(inner));
        System.out.println(name + " means one class: " + (takes.loadClass(name) == gives.loadClass(name)));
        for (String method : new String[] { "call", "read" })
            try {
                System.out.println("  " + method + " " + g.getMethod(method).invoke(null));
            } catch (java.lang.reflect.InvocationTargetException e) {
                System.out.println("  " + method + " " + e.getCause().toString().replaceAll("@[0-9a-f]+", "@#"));
            }
    }

    public static void main(String[] args) throws Exception {
        t("java.sql.Disputed", true); // the platform loader's package
        t("java.lang.Undisputed", false);
        t("java.sql.Undisputed", false);
        t("java.made.up.Disputed", true); // nobody's package
    }
}
