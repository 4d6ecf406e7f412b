// compile: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// jvm: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import jdk.internal.org.objectweb.asm.ClassWriter;
import jdk.internal.org.objectweb.asm.MethodVisitor;
import jdk.internal.org.objectweb.asm.Opcodes;

/** Names with U+0000, which modified UTF-8 writes as two bytes, and with characters beyond the Basic Multilingual Plane, which it writes as six. */
public class NamesWithNul extends ClassLoader {
    static byte[] bytes(String name, String field, String method) {
        ClassWriter w = new ClassWriter(0);
        w.visit(Opcodes.V1_8, Opcodes.ACC_PUBLIC, name, null, "java/lang/Object", null);
        w.visitField(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, field, "I", null, null).visitEnd();
        MethodVisitor m = w.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, method, "()V", null, null);
        m.visitCode();
        m.visitTypeInsn(Opcodes.NEW, "java/lang/RuntimeException");
        m.visitInsn(Opcodes.DUP);
        m.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/RuntimeException", "<init>", "()V", false);
        m.visitInsn(Opcodes.ATHROW);
        m.visitMaxs(2, 0);
        m.visitEnd();
        w.visitSource("S\0.java", null);
        return w.toByteArray();
    }

    static String shown(Object o) {
        StringBuilder b = new StringBuilder();
        for (char c : String.valueOf(o).toCharArray()) b.append(c > ' ' && c < 127 ? String.valueOf(c) : String.format("\\%04x", (int) c));
        return b.toString();
    }

    interface Body {
        Object run() throws Throwable;
    }

    static void show(String what, Body body) {
        try {
            System.out.println("  " + what + ": " + shown(body.run()));
        } catch (Throwable t) {
            System.out.println("  " + what + ": " + shown(t));
        }
    }

    static Object thrownIn(Class<?> c, String method, boolean named) throws Exception {
        if (named) c.getName();
        try {
            return c.getMethod(method).invoke(null);
        } catch (InvocationTargetException e) {
            return e.getCause().getStackTrace()[0];
        }
    }

    public static void main(String[] args) throws Throwable {
        for (String name : new String[] { "pk/Trusted\0x", "\0", "a\0b/C", "NamesWithNul\0", "p\ud83d\ude00/\ud83d\ude00N\0", "\u00e9\u20ac" }) {
            String field = "fi\0eld\ud83d\ude00", method = "me\0th\ud83d\ude00", binary = name.replace('/', '.');
            byte[] b = bytes(name, field, method);
            NamesWithNul loader = new NamesWithNul();
            Class<?> c = loader.defineClass(null, b, 0, b.length), d = new NamesWithNul().defineClass(null, b, 0, b.length);
            System.out.println(shown(name));
            show("thrown before", () -> thrownIn(d, method, false));
            show("name", () -> c.getName().equals(binary) + " " + c.getName());
            show("simple", c::getSimpleName);
            show("package", c::getPackageName);
            show("text", () -> c + " " + c.getTypeName() + " " + c.descriptorString());
            show("array", () -> Array.newInstance(c, 0).getClass().getName() + " " + Array.newInstance(c, 0, 0).getClass().getName());
            show("members", () -> c.getDeclaredFields()[0].getName() + " " + c.getDeclaredMethods()[0].getName());
            show("field", () -> c.getField(field));
            show("method", () -> c.getMethod(method));
            show("forName", () -> Class.forName(binary, false, loader) == c);
            show("array forName", () -> Class.forName("[L" + binary + ";", false, loader));
            show("thrown", () -> thrownIn(c, method, true));
            show("handle", () -> MethodHandles.lookup().findStatic(c, method, MethodType.methodType(void.class)));
            show("cast", () -> c.cast("text"));
            Class<?> hidden = null;
            if (!name.contains("/")) {
                hidden = MethodHandles.lookup().defineHiddenClass(b, false).lookupClass();
                String n = hidden.getName().replaceAll("/0x.*", "/#");
                show("hidden", () -> n);
            }
        }
    }
}
