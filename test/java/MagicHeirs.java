// compile: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// jvm: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// Heirs of the privileged accessors of core reflection are refused to every loader but those of core reflection: own loaders, Lookup, hidden classes, Proxy.
// Generated accessors themselves still work. A class of the same package name in a loader of one's own is refused as a super class, too.
import java.lang.invoke.MethodHandles;
import java.lang.reflect.*;
import jdk.internal.org.objectweb.asm.*;

public class MagicHeirs implements Opcodes {
    static class L extends ClassLoader {
        L() { super("heirs", MagicHeirs.class.getClassLoader()); }
        Class<?> def(byte[] b) { return defineClass(null, b, 0, b.length); }
    }
    interface Definer { Class<?> def(byte[] b) throws Throwable; }

    /** f reads a private field of String; with `bad` it takes an int for a reference. */
    static byte[] make(String name, String parent, int access, boolean bad) {
        ClassWriter w = new ClassWriter(0);
        w.visit(V17, access, name, null, parent, null);
        MethodVisitor m = w.visitMethod(ACC_PUBLIC | ACC_STATIC, "f", "()I", null, null);
        m.visitCode();
        if (bad) m.visitInsn(ICONST_5);
        else m.visitLdcInsn("hello");
        m.visitFieldInsn(GETFIELD, "java/lang/String", "value", "[B");
        m.visitInsn(ARRAYLENGTH);
        m.visitInsn(IRETURN);
        m.visitMaxs(2, 2);
        m.visitEnd();
        w.visitEnd();
        return w.toByteArray();
    }

    static void t(String what, Definer d, byte[] b) {
        try {
            Class<?> c = d.def(b);
            System.out.println(what + " defined");
            System.out.println("  " + c.getMethod("f").invoke(null));
        } catch (InvocationTargetException e) { System.out.println("  threw " + e.getCause().getClass().getName());
        } catch (Throwable e) { System.out.println(what + " " + e.toString().replaceAll("/0x[0-9a-f]+", "/0x#")); }
    }

    public static class Target { public int x = 3; public int m(int a) { return a + x; } }

    public static void main(String[] args) throws Throwable {
        String[] heirs = {"MagicAccessorImpl", "MethodAccessorImpl", "FieldAccessorImpl", "ConstructorAccessorImpl",
                "SerializationConstructorAccessorImpl", "UnsafeFieldAccessorImpl", "BootstrapConstructorAccessorImpl",
                "DelegatingClassLoader", "Reflection", "ReflectionFactory", "NoSuchClass"};
        int n = 0;
        for (String heir : heirs)
            for (boolean bad : new boolean[] { false, true })
                t(heir + (bad ? " bad" : ""), new L()::def, make("Heir", "jdk/internal/reflect/" + heir, ACC_PUBLIC | ACC_SUPER, bad));
        t("without ACC_SUPER, abstract", new L()::def, make("Heir", "jdk/internal/reflect/MagicAccessorImpl", ACC_PUBLIC | ACC_ABSTRACT, true));
        MethodHandles.Lookup own = MethodHandles.lookup();
        t("Lookup.defineClass", own::defineClass, make("HeirByLookup", "jdk/internal/reflect/MagicAccessorImpl", ACC_PUBLIC | ACC_SUPER, true));
        t("hidden class",
                b
                -> own.defineHiddenClass(b, false).lookupClass(),
                make("HiddenHeir", "jdk/internal/reflect/MagicAccessorImpl", ACC_PUBLIC | ACC_SUPER, true));
        t("hidden nest mate", b -> own.defineHiddenClass(b, true, MethodHandles.Lookup.ClassOption.NESTMATE).lookupClass(),
          make("HiddenMate", "jdk/internal/reflect/MagicAccessorImpl", ACC_PUBLIC | ACC_SUPER, true));
        L l = new L();
        t("same package name", l::def, make("jdk/internal/reflect/Mine", "java/lang/Object", ACC_PUBLIC | ACC_SUPER, true));
        t("heir of a class of that name", l::def, make("Grandchild", "jdk/internal/reflect/Mine", ACC_PUBLIC | ACC_SUPER, false));
        L parent = new L();
        t("heir in that package", parent::def, make("jdk/internal/reflect/MyHeir", "jdk/internal/reflect/MagicAccessorImpl", ACC_PUBLIC | ACC_SUPER, true));

        Method m = Target.class.getMethod("m", int.class);
        Constructor<?> c = Target.class.getConstructor();
        Object o = null;
        int sum = 0;
        for (int i = 0; i < 40; i++) { // past the threshold from which accessors are generated
            o = c.newInstance();
            sum += (Integer) m.invoke(o, i);
        }
        System.out.println("generated accessors " + sum);
    }
}
