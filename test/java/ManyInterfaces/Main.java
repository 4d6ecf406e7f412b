// A class with more unrelated superinterfaces that declare a method than any list of a fixed length holds: the one default method
// among abstract ones is selected, two are a conflict (JVMS §5.4.3.3, §5.4.6).
import static jdk.internal.org.objectweb.asm.Opcodes.*;

import java.lang.reflect.InvocationTargetException;
import java.util.HashMap;
import java.util.Map;
import jdk.internal.org.objectweb.asm.ClassWriter;
import jdk.internal.org.objectweb.asm.MethodVisitor;

public class Main {
    static final Map<String, byte[]> FILES = new HashMap<>();

    static class Loader extends ClassLoader {
        @Override protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] b = FILES.get(name);
            if (b == null) throw new ClassNotFoundException(name);
            return defineClass(name, b, 0, b.length);
        }
    }

    static void body(MethodVisitor v, String answer) {
        v.visitCode();
        v.visitLdcInsn(answer);
        v.visitInsn(ARETURN);
        v.visitMaxs(1, 1);
        v.visitEnd();
    }

    static void iface(String name, boolean concrete) {
        ClassWriter w = new ClassWriter(0);
        w.visit(V17, ACC_PUBLIC | ACC_INTERFACE | ACC_ABSTRACT, name, null, "java/lang/Object", null);
        MethodVisitor v = w.visitMethod(ACC_PUBLIC | (concrete ? 0 : ACC_ABSTRACT), "m", "()Ljava/lang/String;", null, null);
        if (concrete) body(v, name);
        w.visitEnd();
        FILES.put(name, w.toByteArray());
    }

    /** A class of that name with these interfaces and a static `call` that calls m through the interface `through`. */
    static void type(String name, String[] interfaces, String through) {
        ClassWriter w = new ClassWriter(0);
        w.visit(V17, ACC_PUBLIC | ACC_SUPER, name, null, "java/lang/Object", interfaces);
        MethodVisitor v = w.visitMethod(ACC_PUBLIC, "<init>", "()V", null, null);
        v.visitVarInsn(ALOAD, 0);
        v.visitMethodInsn(INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        v.visitInsn(RETURN);
        v.visitMaxs(1, 1);
        for (boolean virtual : new boolean[] {false, true}) {
            v = w.visitMethod(ACC_PUBLIC | ACC_STATIC, virtual ? "virtually" : "call", "()Ljava/lang/String;", null, null);
            v.visitTypeInsn(NEW, name);
            v.visitInsn(DUP);
            v.visitMethodInsn(INVOKESPECIAL, name, "<init>", "()V", false);
            v.visitMethodInsn(virtual ? INVOKEVIRTUAL : INVOKEINTERFACE, virtual ? name : through, "m", "()Ljava/lang/String;", !virtual);
            v.visitInsn(ARETURN);
            v.visitMaxs(2, 0);
        }
        w.visitEnd();
        FILES.put(name, w.toByteArray());
    }

    static void tell(String what, Class<?> c, String method) throws Exception {
        try {
            System.out.println(what + " " + method + ": " + c.getMethod(method).invoke(null));
        } catch (InvocationTargetException e) {
            // HotSpot says AbstractMethodError when an abstract one is about, the specification does not
            System.out.println(what + " " + method + ": no single one " + (e.getCause() instanceof IncompatibleClassChangeError));
        }
    }

    public static void main(String[] args) throws Exception {
        for (int count : new int[] {1, 2, 31, 32, 33, 34, 65, 200}) {
            for (int at : new int[] {0, count / 2, count - 1}) {
                String[] names = new String[count];
                for (int i = 0; i < count; i++) iface(names[i] = "I" + count + "_" + at + "_" + i, i == at);
                String name = "C" + count + "_" + at;
                type(name, names, names[0]);
                Class<?> c = new Loader().loadClass(name);
                tell(name, c, "call");
                tell(name, c, "virtually");
            }
            String[] two = new String[count + 2];
            for (int i = 0; i < two.length; i++) iface(two[i] = "T" + count + "_" + i, i == 0 || i == two.length - 1);
            type("T" + count, two, two[0]);
            tell("two in " + two.length, new Loader().loadClass("T" + count), "call");
        }
    }
}
