// compile: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// jvm: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import jdk.internal.org.objectweb.asm.ClassWriter;
import jdk.internal.org.objectweb.asm.MethodVisitor;
import jdk.internal.org.objectweb.asm.Opcodes;

/**
 * invokespecial in interfaces, as Scala compiles calls of traits: its receiver must implement the interface, which only the instruction checks. And
 * invokespecial of a method that a class in between overrides.
 */
public class SpecialInInterfaces implements Opcodes {
    static class Loader extends ClassLoader {
        Class<?> define(ClassWriter w) {
            byte[] b = w.toByteArray();
            return defineClass(null, b, 0, b.length);
        }
    }
    static ClassWriter begin(int access, String name, String of, String... interfaces) {
        ClassWriter w = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        w.visit(V1_8, ACC_PUBLIC | access, name, null, of, interfaces);
        if ((access & ACC_INTERFACE) != 0) return w;
        MethodVisitor m = w.visitMethod(ACC_PUBLIC, "<init>", "()V", null, null);
        m.visitVarInsn(ALOAD, 0);
        m.visitMethodInsn(INVOKESPECIAL, of, "<init>", "()V", false);
        m.visitInsn(RETURN);
        m.visitMaxs(0, 0);
        return w;
    }
    /* int name(int x) { return x * times; } */
    static void multiplies(ClassWriter w, String name, int times) {
        MethodVisitor m = w.visitMethod(ACC_PUBLIC, name, "(I)I", null, null);
        m.visitVarInsn(ILOAD, 1);
        m.visitIntInsn(BIPUSH, times);
        m.visitInsn(IMUL);
        m.visitInsn(IRETURN);
        m.visitMaxs(0, 0);
    }
    /* static int forward(Trait o, int x) { return o.<special> owner.name(x); } */
    static void forwards(ClassWriter w, int access, String desc, String owner, String name, boolean ofInterface) {
        MethodVisitor m = w.visitMethod(ACC_PUBLIC | access, "forward", desc, null, null);
        m.visitVarInsn(ALOAD, 0);
        m.visitVarInsn(ILOAD, 1);
        m.visitMethodInsn(INVOKESPECIAL, owner, name, "(I)I", ofInterface);
        m.visitInsn(IRETURN);
        m.visitMaxs(0, 0);
    }
    static String called(MethodHandle h, Object o, int x) {
        try {
            return "" + (int) h.invoke(o, x);
        } catch (Throwable t) {
            return t.getClass().getName() + ": " + (t instanceof NullPointerException ? "" : t.getMessage());
        }
    }
    static long hot(MethodHandle h, Object a, Object b) throws Throwable {
        long sum = 0;
        for (int i = 0; i < 40_000; i++) sum = sum * 31 + (int) h.invoke(i % 3 == 0 ? a : b, i);
        return sum;
    }

    public static void main(String[] args) throws Throwable {
        Loader l = new Loader();
        ClassWriter w = begin(ACC_INTERFACE | ACC_ABSTRACT, "Trait", "java/lang/Object");
        multiplies(w, "times", 3);
        forwards(w, ACC_STATIC, "(LTrait;I)I", "Trait", "times", true);
        Class<?> trait = l.define(w);
        w = begin(0, "Plain", "java/lang/Object", "Trait");
        Object plain = l.define(w).getConstructor().newInstance();
        w = begin(0, "Overrides", "java/lang/Object", "Trait");
        multiplies(w, "times", 5);
        Object overrides = l.define(w).getConstructor().newInstance();

        MethodHandle h = MethodHandles.lookup().findStatic(trait, "forward", MethodType.methodType(int.class, trait, int.class));
        /* without a cast: the handle's type is one of Object, the verifier takes the interface for Object */
        MethodHandle any = MethodHandles.explicitCastArguments(h, MethodType.methodType(int.class, Object.class, int.class));
        for (int round = 0; round < 3; round++) {
            System.out.println("sum " + hot(any, plain, overrides));
            System.out.println("plain " + called(any, plain, 7) + ", overrides " + called(any, overrides, 7) + ", null " + called(any, null, 7));
            System.out.println("no trait: " + called(any, "text", 7));
            System.out.println("array: " + called(any, new Object[1], 7));
        }

        /* resolved in Top, selected in Middle, which is nearer */
        w = begin(0, "Top", "java/lang/Object");
        multiplies(w, "size", 7);
        l.define(w);
        w = begin(0, "Middle", "Top");
        multiplies(w, "size", 11);
        l.define(w);
        w = begin(ACC_SUPER, "Bottom", "Middle");
        multiplies(w, "size", 13);
        forwards(w, 0, "(I)I", "Top", "size", false);
        Class<?> bottom = l.define(w);
        h = MethodHandles.lookup().findVirtual(bottom, "forward", MethodType.methodType(int.class, int.class));
        Object b = bottom.getConstructor().newInstance();
        for (int round = 0; round < 3; round++) System.out.println("nearer " + hot(h, b, b) + ", " + called(h, b, 3));
    }
}
