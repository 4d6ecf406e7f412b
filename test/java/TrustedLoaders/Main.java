import java.lang.invoke.MethodHandles;
import java.util.*;
import jdk.internal.access.JavaLangAccess;
import jdk.internal.access.SharedSecrets;
import jdk.internal.misc.Unsafe;
import jdk.internal.org.objectweb.asm.*;

/** Every way to define a class against every kind of fault in it: what is checked, and what is not because the loader is trusted or an option says so. */
public class Main implements Opcodes {
    static class L extends ClassLoader {
        L() { super("own", Main.class.getClassLoader()); }
        Class<?> def(String name, byte[] b) { return defineClass(name, b, 0, b.length); }
    }
    interface Way { Class<?> def(String name, byte[] b) throws Throwable; }
    interface Fault { void add(ClassWriter w, String name); }

    static final Map<String, Way> ways = new LinkedHashMap<>();
    static final Map<String, String> places = new HashMap<>();

    static void way(String what, String place, Way w) { ways.put(what, w); places.put(what, place); }

    static MethodVisitor method(ClassWriter w, int access, String name, String desc) {
        MethodVisitor m = w.visitMethod(access, name, desc, null, null);
        if ((access & ACC_ABSTRACT) == 0) m.visitCode();
        return m;
    }
    static void end(MethodVisitor m) { m.visitMaxs(3, 3); m.visitEnd(); }
    static void empty(ClassWriter w, int access, String name, String desc) { MethodVisitor m = method(w, access, name, desc); m.visitInsn(RETURN); end(m); }
    static void constructor(ClassWriter w, String parent) {
        MethodVisitor m = method(w, ACC_PUBLIC, "<init>", "()V");
        m.visitVarInsn(ALOAD, 0);
        m.visitMethodInsn(INVOKESPECIAL, parent, "<init>", "()V", false);
        m.visitInsn(RETURN);
        end(m);
    }
    static void intAsReference(ClassWriter w) {
        MethodVisitor m = method(w, ACC_PUBLIC | ACC_STATIC, "bad", "(I)Ljava/lang/Object;");
        m.visitVarInsn(ILOAD, 0);
        m.visitInsn(ARETURN);
        end(m);
    }

    static int counter;

    /** Faults that end HotSpot where the class file is not checked. */
    static final Set<String> crashes = Set.of("descriptor of a field", "descriptor names no class");
    static boolean bootChecked, othersChecked;

    static boolean checked(String way) { return way.contains("boot") ? bootChecked : othersChecked; }

    static void t(String fault, int version, int access, String parent, String[] interfaces, Fault f) {
        for (String what : ways.keySet()) {
            if (!checked(what) && crashes.contains(fault)) continue;
            String name = places.get(what) + "Made" + ++counter;
            String answer;
            try {
                ClassWriter w = new ClassWriter(0);
                w.visit(version, access, name, null, parent, interfaces);
                f.add(w, name);
                w.visitEnd();
                Class<?> c = ways.get(what).def(name, w.toByteArray());
                answer = "defined";
                Unsafe.getUnsafe().ensureClassInitialized(c);
                answer = "linked";
                java.lang.reflect.Method run = c.getDeclaredMethod("run");
                try { run.setAccessible(true); } catch (RuntimeException e) { /* java.sql is not open */ }
                Object r = run.invoke(null);
                answer = "ran " + r;
            } catch (java.lang.reflect.InvocationTargetException e) { answer = "threw " + e.getCause().getClass().getName();
            } catch (NoSuchMethodException e) { answer = "linked";
            } catch (Throwable e) { answer = e.getClass().getName(); }
            System.out.println(fault + ", " + what + ": " + answer);
        }
    }
    static void t(String fault, int version, Fault f) { t(fault, version, ACC_PUBLIC | ACC_SUPER, "java/lang/Object", null, f); }

    static class Sub { private static int secret = 7; static int packaged = 8; }
    public static sealed class Closed permits Allowed {}
    public static final class Allowed extends Closed {}
    public static class HasFinal { public final void f() {} }

    static void run(ClassWriter w, String owner, String field, String desc, String name) {
        MethodVisitor m = method(w, ACC_PUBLIC | ACC_STATIC, "run", "()I");
        m.visitFieldInsn(GETSTATIC, owner, field, desc);
        m.visitInsn(IRETURN);
        end(m);
    }

    public static void main(String[] args) throws Throwable {
        bootChecked = args[0].contains("b");
        othersChecked = args[0].contains("o");
        Unsafe unsafe = Unsafe.getUnsafe();
        MethodHandles.Lookup own = MethodHandles.lookup(), boot = MethodHandles.privateLookupIn(ArrayList.class, own),
            platform = MethodHandles.privateLookupIn(java.sql.Date.class, own);
        way("own loader", "p/", (n, b) -> new L().def(null, b));
        way("own loader by wrong name", "p/", (n, b) -> new L().def("p.Other", b));
        way("own loader, package java", "java/util/", (n, b) -> new L().def(null, b));
        way("own loader, package of the JDK", "jdk/internal/misc/", (n, b) -> new L().def(null, b));
        way("Lookup, app loader", "", (n, b) -> own.defineClass(b));
        way("Lookup, platform loader", "java/sql/", (n, b) -> platform.defineClass(b));
        way("Lookup, boot loader", "java/util/", (n, b) -> boot.defineClass(b));
        way("hidden, app loader", "", (n, b) -> own.defineHiddenClass(b, false).lookupClass());
        way("hidden nest mate, app loader", "", (n, b) -> own.defineHiddenClass(b, false, MethodHandles.Lookup.ClassOption.NESTMATE).lookupClass());
        // what Lookup does underneath: 1 nest mate, 2 hidden, 4 strong, 8 annotations of the VM
        JavaLangAccess access = SharedSecrets.getJavaLangAccess();
        way("hidden, boot loader", "java/util/", (n, b) -> access.defineClass(null, ArrayList.class, n, b, null, false, 2, null));
        way("hidden nest mate, boot loader", "java/util/", (n, b) -> access.defineClass(null, HashMap.class, n, b, null, false, 1 + 2 + 4 + 8, null));
        way("hidden nest mate, platform loader", "java/sql/",
            (n, b) -> access.defineClass(ClassLoader.getPlatformClassLoader(), java.sql.Date.class, n, b, null, false, 1 + 2, null));
        way("hidden, app loader, annotations", "", (n, b) -> access.defineClass(Main.class.getClassLoader(), Main.class, n, b, null, false, 2 + 8, null));
        way("Unsafe, own loader", "p/", (n, b) -> unsafe.defineClass(null, b, 0, b.length, new L(), null));
        way("Unsafe, app loader", "p/", (n, b) -> unsafe.defineClass(n, b, 0, b.length, Main.class.getClassLoader(), null));
        way("Unsafe, boot loader", "p/", (n, b) -> unsafe.defineClass(n, b, 0, b.length, null, null));
        way("Unsafe, boot loader, java", "java/util/", (n, b) -> unsafe.defineClass(n, b, 0, b.length, null, null));
        way("Unsafe, platform loader, java", "java/util/", (n, b) -> unsafe.defineClass(n, b, 0, b.length, ClassLoader.getPlatformClassLoader(), null));

        t("nothing", V1_8, (w, n) -> {
            MethodVisitor m = method(w, ACC_PUBLIC | ACC_STATIC, "run", "()I");
            m.visitInsn(ICONST_3);
            m.visitInsn(IRETURN);
            end(m);
        });
        for (int version : new int[] {V1_1, V1_4, V1_6, V1_7, V1_8, V17}) t("int as reference " + (version & 0xffff), version, (w, n) -> intAsReference(w));
        t("frame is missing", V1_8, (w, n) -> {
            MethodVisitor m = method(w, ACC_PUBLIC | ACC_STATIC, "run", "()I");
            Label l = new Label();
            m.visitInsn(ICONST_1);
            m.visitJumpInsn(IFEQ, l);
            m.visitInsn(NOP);
            m.visitLabel(l);
            m.visitInsn(ICONST_4);
            m.visitInsn(IRETURN);
            end(m);
        });
        t("final and abstract", V1_8, ACC_PUBLIC | ACC_SUPER | ACC_FINAL | ACC_ABSTRACT, "java/lang/Object", null, (w, n) -> {});
        t("interface that is not abstract", V1_8, ACC_PUBLIC | ACC_INTERFACE, "java/lang/Object", null, (w, n) -> {});
        t("field public and private", V1_8, (w, n) -> w.visitField(ACC_PUBLIC | ACC_PRIVATE, "f", "I", null, null).visitEnd());
        t("field final and volatile", V1_8, (w, n) -> w.visitField(ACC_FINAL | ACC_VOLATILE, "f", "I", null, null).visitEnd());
        t("method public and private", V1_8, (w, n) -> empty(w, ACC_PUBLIC | ACC_PRIVATE, "f", "()V"));
        t("method abstract and final", V1_8, ACC_PUBLIC | ACC_SUPER | ACC_ABSTRACT, "java/lang/Object", null,
                (w, n) -> method(w, ACC_ABSTRACT | ACC_FINAL, "f", "()V").visitEnd());
        t("name of a field", V1_8, (w, n) -> w.visitField(0, "a;b", "I", null, null).visitEnd());
        t("name of a method", V1_8, (w, n) -> empty(w, ACC_STATIC, "a<b", "()V"));
        t("name with an angle", V1_8, (w, n) -> empty(w, ACC_STATIC, "<x>", "()V"));
        t("descriptor of a field", V1_8, (w, n) -> w.visitField(0, "f", "Q", null, null).visitEnd());
        t("descriptor names no class", V1_8, (w, n) -> w.visitField(0, "f", "La//b;", null, null).visitEnd());
        t("constructor that returns", V1_8, (w, n) -> {
            MethodVisitor m = method(w, ACC_PUBLIC, "<init>", "()I");
            m.visitInsn(ICONST_0);
            m.visitInsn(IRETURN);
            end(m);
        });
        t("static constructor", V1_8, (w, n) -> empty(w, ACC_PUBLIC | ACC_STATIC, "<init>", "()V"));
        t("<clinit> with an argument", V1_8, (w, n) -> empty(w, ACC_STATIC, "<clinit>", "(I)V"));
        t("field twice", V1_8, (w, n) -> { for (int i = 0; i < 2; i++) w.visitField(0, "f", "I", null, null).visitEnd(); });
        t("method twice", V1_8, (w, n) -> { for (int i = 0; i < 2; i++) empty(w, ACC_STATIC, "f", "()V"); });
        t("class that is no name", V1_8, (w, n) -> {
            MethodVisitor m = method(w, ACC_STATIC, "f", "()V");
            m.visitTypeInsn(NEW, "a//b");
            m.visitInsn(POP);
            m.visitInsn(RETURN);
            end(m);
        });
        t("call that is no name", V1_8, (w, n) -> {
            MethodVisitor m = method(w, ACC_STATIC, "f", "()V");
            m.visitMethodInsn(INVOKESTATIC, "p/X", "a>b", "()V", false);
            m.visitInsn(RETURN);
            end(m);
        });
        t("private field of another", V1_8, (w, n) -> run(w, "Main$Sub", "secret", "I", n));
        t("private field of another, old", V1_4, (w, n) -> run(w, "Main$Sub", "secret", "I", n));
        t("field of another package", V1_8, (w, n) -> run(w, "Main$Sub", "packaged", "I", n));
        t("private field of java.util", V1_8, (w, n) -> run(w, "java/util/HashMap", "MIN_TREEIFY_CAPACITY", "I", n));
        t("private field of java.lang", V1_8, (w, n) -> run(w, "java/lang/Integer", "serialVersionUID", "J", n));
        t("final super class", V1_8, ACC_PUBLIC | ACC_SUPER, "java/lang/String", null, (w, n) -> {});
        t("sealed super class", V17, ACC_PUBLIC | ACC_SUPER, "Main$Closed", null, (w, n) -> {});
        t("super class of another package", V1_8, ACC_PUBLIC | ACC_SUPER, "java/lang/AbstractStringBuilder", null, (w, n) -> {});
        t("interface that is not exported", V1_8, ACC_PUBLIC | ACC_SUPER, "java/lang/Object",
                new String[] {"jdk/internal/access/JavaLangAccess"}, (w, n) -> {});
        t("interface of another package", V1_8, ACC_PUBLIC | ACC_SUPER, "java/lang/Object", new String[] { "java/util/stream/TerminalOp" }, (w, n) -> {});
        t("overrides a final method", V1_8, ACC_PUBLIC | ACC_SUPER, "java/lang/Throwable", null, (w, n) -> {
            constructor(w, "java/lang/Throwable");
            empty(w, ACC_PUBLIC, "addSuppressed", "(Ljava/lang/Throwable;)V");
        });
        t("privileged accessor", V1_8, ACC_PUBLIC | ACC_SUPER, "jdk/internal/reflect/MagicAccessorImpl", null, (w, n) -> intAsReference(w));
        t("privileged accessor that reads", V1_8, ACC_PUBLIC | ACC_SUPER, "jdk/internal/reflect/MagicAccessorImpl", null,
                (w, n) -> run(w, "Main$Sub", "secret", "I", n));
        t("annotations of the VM", V17, (w, n) -> {
            MethodVisitor m = method(w, ACC_PUBLIC | ACC_STATIC, "run", "()I");
            m.visitAnnotation("Ljdk/internal/reflect/CallerSensitive;", true).visitEnd();
            m.visitMethodInsn(INVOKESTATIC, "jdk/internal/reflect/Reflection", "getCallerClass", "()Ljava/lang/Class;", false);
            m.visitInsn(POP);
            m.visitInsn(ICONST_1);
            m.visitInsn(IRETURN);
            end(m);
        });
        t("nest of a class that does not know it", V17, (w, n) -> { w.visitNestHost("Main$Sub"); run(w, "Main$Sub", "secret", "I", n); });
    }
}
