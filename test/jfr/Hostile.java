import static jdk.internal.org.objectweb.asm.Opcodes.*;

import java.lang.invoke.MethodHandles;
import java.nio.file.*;
import java.util.*;
import java.util.function.Consumer;
import jdk.internal.org.objectweb.asm.*;
import jdk.jfr.*;
import jdk.jfr.consumer.*;

/** Event classes that no compiler of Java writes, or that behave badly when they are initialized. args: the recording, and whether
 * there are classes with more fields than a method has arguments (on HotSpot the VM may end) */
public class Hostile {
    @Name("Good")
    static class Good extends jdk.jfr.Event {
        int number;
    }
    @Name("Thrower")
    static class Thrower extends jdk.jfr.Event {
        static final int N = Integer.parseInt("no number");
        int number;
    }
    /** Two classes whose initialization needs the other, and which record at once. */
    @Name("First")
    static class First extends jdk.jfr.Event {
        static {
            new Second().commit();
            new First().commit();
        }
    }
    @Name("Second")
    static class Second extends jdk.jfr.Event {
        static {
            new First().commit();
            new Second().commit();
            Recording r = new Recording(); // the chunk changes meanwhile
            r.start();
            r.close();
        }
    }
    static class Loader extends ClassLoader {
        Class<?> define(byte[] b) { return defineClass(null, b, 0, b.length); }
    }

    static byte[] file(String name, Consumer<ClassWriter> members) {
        ClassWriter w = new ClassWriter(0);
        w.visit(V11, ACC_PUBLIC | ACC_SUPER, name, null, "jdk/jfr/Event", null);
        AnnotationVisitor a = w.visitAnnotation("Ljdk/jfr/Name;", true);
        a.visit("value", name);
        a.visitEnd();
        MethodVisitor m = w.visitMethod(ACC_PUBLIC, "<init>", "()V", null, null);
        m.visitCode();
        m.visitVarInsn(ALOAD, 0);
        m.visitMethodInsn(INVOKESPECIAL, "jdk/jfr/Event", "<init>", "()V", false);
        m.visitInsn(RETURN);
        m.visitMaxs(1, 1);
        members.accept(w);
        w.visitEnd();
        return w.toByteArray();
    }

    static void method(ClassWriter w, int access, String name, String desc) {
        MethodVisitor m = w.visitMethod(access, name, desc, null, null);
        m.visitCode();
        if (desc.endsWith("Z")) m.visitInsn(ICONST_1);
        m.visitInsn(desc.endsWith("Z") ? IRETURN : RETURN);
        m.visitMaxs(1, 3);
    }

    static void fields(ClassWriter w, int n) {
        String[] types = ("I J Z B S C F D Ljava/lang/String; Ljava/lang/Class; Ljava/lang/Thread; Ljava/lang/Object; [I").split(" ");
        for (int i = 0; i < n; i++) w.visitField(ACC_PUBLIC, "f" + i, types[i % types.length], null, null);
    }

    interface Act {
        void run() throws Throwable;
    }
    static void attempt(String what, Act act) {
        String came = "fine";
        try {
            act.run();
        } catch (Throwable t) {
            came = t.getClass().getName();
            if (t.getCause() != null) came += " of " + t.getCause().getClass().getName();
        }
        System.out.println(what + ": " + came);
    }
    static void use(Class<?> c) throws Throwable {
        for (int i = 0; i < 3; i++) ((jdk.jfr.Event)c.getDeclaredConstructor().newInstance()).commit();
        new Good().commit();
    }
    static void defined(String name, Consumer<ClassWriter> members) {
        attempt(name, () -> use(new Loader().define(file(name, members))));
    }

    public static void main(String[] args) throws Exception {
        Recording r = new Recording();
        for (String s : List.of("Good", "Thrower", "First", "Second")) r.enable(s).withoutStackTrace();
        r.start();
        attempt("thrower", () -> new Thrower().commit());
        attempt("thrower again", () -> new Thrower().commit());
        attempt("one in the other", () -> new First().commit());
        defined("Plain", w -> fields(w, 5));
        defined("OwnCommit", w -> method(w, ACC_PUBLIC, "commit", "()V"));
        defined("OwnStaticCommit", w -> method(w, ACC_PUBLIC | ACC_STATIC, "commit", "()V"));
        defined("OwnEnabled", w -> method(w, ACC_PUBLIC, "isEnabled", "()Z"));
        defined("OtherCommit", w -> method(w, ACC_PUBLIC, "commit", "(J)V"));
        defined("OwnDuration", w -> w.visitField(ACC_PUBLIC, "duration", "J", null, null));
        defined("OwnHandler", w -> w.visitField(ACC_PUBLIC | ACC_STATIC, "eventHandler", "Ljava/lang/Object;", null, null));
        defined("OwnStart", w -> w.visitField(ACC_PUBLIC, "startTime", "I", null, null));
        defined("Names", w -> {
            for (String s : List.of("a b", "\u00e4\u4e2d\ud83d\ude00", "-", "#", "duration ")) w.visitField(ACC_PUBLIC, s, "I", null, null);
        });
        for (int n : new int[] { 100, 180 }) defined("Fields" + n, w -> fields(w, n));
        for (int n : args.length > 1 ? new int[] { 250, 300, 5000, 65400 } : new int[0]) defined("Fields" + n, w -> fields(w, n));
        attempt("hidden", () -> use(MethodHandles.lookup().defineHiddenClass(file("HiddenEvent", w -> fields(w, 5)), true).lookupClass()));
        r.stop();
        r.dump(Path.of(args[0]));
        Map<String, Integer> counts = new TreeMap<>();
        for (RecordedEvent e : RecordingFile.readAllEvents(Path.of(args[0])))
            if (!e.getEventType().getName().startsWith("jdk.")) counts.merge(e.getEventType().getName(), 1, Integer::sum);
        if (args.length == 1) counts.keySet().removeAll(List.of("HiddenEvent", "OwnHandler")); // HotSpot records none of these
        System.out.println(counts);
    }
}
