// compile: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// jvm: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// Hidden classes: name form, not findable, nestmate option, class data, several from the same bytes, in stack traces, no self name,
// weak by default; lookup.defineClass for contrast.
import java.io.InputStream;
import java.lang.invoke.*;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.*;
import jdk.internal.org.objectweb.asm.*;

public class HiddenClasses {
    private static int secret = 42; public interface Hi { String hi(); } interface Body { Object run() throws Throwable; }
    static void t(String n, Body b) {
        try { System.out.println(n + ": " + clean(b.run())); } catch (Throwable e) { System.out.println(n + ": " + clean(e)); }
    }
    static String clean(Object o) { return String.valueOf(o).replaceAll("(/|\\.|\\+)?0x[0-9a-f]+", "/#"); }
    static byte[] own(String n) throws Exception {
        try (InputStream in = HiddenClasses.class.getResourceAsStream(n + ".class")) { return in.readAllBytes(); }
    }
    static byte[] reader(String name, String owner) {
        ClassWriter w = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        w.visit(Opcodes.V17, Opcodes.ACC_SUPER, name, null, "java/lang/Object", new String[] {"java/util/function/IntSupplier"});
        MethodVisitor m = w.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null); m.visitCode();
        m.visitVarInsn(Opcodes.ALOAD, 0);
        m.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        m.visitInsn(Opcodes.RETURN); m.visitMaxs(0, 0);
        m = w.visitMethod(Opcodes.ACC_PUBLIC, "getAsInt", "()I", null, null); m.visitCode();
        m.visitFieldInsn(Opcodes.GETSTATIC, owner, "secret", "I"); m.visitInsn(Opcodes.IRETURN);
        m.visitMaxs(0, 0); w.visitEnd(); return w.toByteArray();
    }

    public static void main(String[] args) throws Throwable {
        Lookup l = MethodHandles.lookup(); byte[] tmpl = own("HiddenTmpl");
        Lookup h1 = l.defineHiddenClass(tmpl, true), h2 = l.defineHiddenClass(tmpl, false);
        Class<?> c = h1.lookupClass(), d = h2.lookupClass();
        System.out.println(clean(c.getName()) + " " + c.isHidden() + " " + (c == d) + " " + clean(c.getSimpleName()) + " "
            + c.getCanonicalName() + " " + clean(c.getTypeName()) + " " + clean(c.descriptorString()) + " "
            + (c.getClassLoader() == HiddenClasses.class.getClassLoader()) + " " + c.getPackageName().isEmpty() + " "
            + (c.getModule() == HiddenClasses.class.getModule()) + " " + clean(c.arrayType().getName()) + " " + clean(c) + " "
            + c.arrayType().isHidden());
        Hi a = (Hi) c.getDeclaredConstructor().newInstance(), b = (Hi) c.getDeclaredConstructor().newInstance(),
            e = (Hi) d.getDeclaredConstructor().newInstance();
        System.out.println(a.hi() + " | " + b.hi() + " | " + e.hi() + " | " + new HiddenTmpl().hi());
        t("forName", () -> Class.forName(c.getName()));
        t("loadClass", () -> c.getClassLoader().loadClass(c.getName()));
        t("findClass", () -> h1.findClass(c.getName())); t("name twice", () -> l.defineClass(tmpl));
        t("stack trace", () -> {
            try {
                h1.findStatic(c, "boom", MethodType.methodType(String.class)).invoke();
                return 0;
            } catch (IllegalStateException x) {
                return Arrays.stream(x.getStackTrace()).map(f -> f.getMethodName()).filter(n -> n.equals("boom")).count();
            }
        });
        System.out.println(c.getNestHost() == c);
        Lookup nest = l.defineHiddenClass(reader("HiddenRd", "HiddenClasses"), true, Lookup.ClassOption.NESTMATE);
        System.out.println(((java.util.function.IntSupplier) nest.lookupClass().getDeclaredConstructor().newInstance()).getAsInt() + " "
            + (nest.lookupClass().getNestHost() == HiddenClasses.class) + " " + nest.lookupClass().isNestmateOf(HiddenClasses.class) + " "
            + HiddenClasses.class.getNestMembers().length);
        t("not a nestmate", () -> ((java.util.function.IntSupplier) l.defineHiddenClass(reader("HiddenRd2", "HiddenClasses"),
            true).lookupClass().getDeclaredConstructor().newInstance()).getAsInt());
        Lookup cd = l.defineHiddenClassWithClassData(tmpl, List.of("data", 7), true);
        System.out.println(MethodHandles.classData(cd, "_", List.class) + " " + MethodHandles.classDataAt(cd, "_", int.class, 1) + " "
            + MethodHandles.classData(h1, "_", Object.class));
        t("strong", () -> l.defineHiddenClass(tmpl, false, Lookup.ClassOption.STRONG).lookupClass().isHidden());
        t("other package", () -> l.defineHiddenClass(reader("other/Pkg", "HiddenClasses"), false));
        t("not a class", () -> l.defineHiddenClass(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, false));
        t("public lookup", () -> MethodHandles.publicLookup().defineHiddenClass(tmpl, false));
        Class<?> vis = l.defineClass(reader("Visible", "HiddenClasses"));
        System.out.println(vis.getName() + " " + vis.isHidden() + " " + (Class.forName("Visible") == vis));
        t("defined again", () -> l.defineClass(reader("Visible", "HiddenClasses")).getName().length());
        Object arr = java.lang.reflect.Array.newInstance(c, 2); System.out.println(arr instanceof Hi[]);
        Runnable lam = () -> { };
        System.out.println(lam.getClass().isHidden() + " " + (lam.getClass().getNestHost() == HiddenClasses.class) + " "
            + clean(lam.getClass().getName()).replaceAll("Lambda\\$\\d+", "Lambda\\$n"));
        System.out.println(c.isAssignableFrom(d) + " " + Hi.class.isAssignableFrom(d) + " " + c.isInstance(a) + c.isInstance(e));
        for (int i = 0; i < 30; i++) {
            Hi x = (Hi) l.defineHiddenClass(tmpl, true).lookupClass().getDeclaredConstructor().newInstance();
            if (!x.hi().equals("tmpl 1 true")) System.out.println(x.hi());
        }
        System.gc(); System.out.println(a.hi());
    }
}
class HiddenTmpl implements HiddenClasses.Hi {
    static int count; public HiddenTmpl() { count++; }
    public String hi() { return "tmpl " + count + " " + (getClass() == HiddenTmpl.class); }
    static String boom() { throw new IllegalStateException("boom"); }
}
