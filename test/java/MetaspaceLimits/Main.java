// The memory of classes has limits: who leaks loaders gets OutOfMemoryError: Metaspace (or Compressed class space), goes on with the
// classes that are there, and with new ones
// once the loaders are gone. Who does not leak never notices. Definitions that fail leave nothing behind.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.lang.management.*;
import java.util.*;
import jdk.internal.org.objectweb.asm.*;
import static jdk.internal.org.objectweb.asm.Opcodes.*;

public class Main {
    static class L extends ClassLoader {
        L() { super(Main.class.getClassLoader()); }
        Class<?> def(byte[] b) { return defineClass(null, b, 0, b.length); }
        boolean has(String name) { return findLoadedClass(name) != null; }
    }

    /** A class with so many static methods m0, m1, … that answer their number. */
    static byte[] cls(String name, int methods) {
        ClassWriter w = new ClassWriter(0);
        w.visit(V17, ACC_PUBLIC | ACC_SUPER, name, null, "java/lang/Object", null);
        for (int i = 0; i < methods; i++) {
            MethodVisitor m = w.visitMethod(ACC_PUBLIC | ACC_STATIC, "m" + i, "()I", null, null);
            m.visitIntInsn(SIPUSH, i % 30000);
            m.visitInsn(IRETURN);
            m.visitMaxs(1, 0);
        }
        w.visitEnd();
        return w.toByteArray();
    }

    static final Class<?> LOADED_EARLY = java.lang.reflect.InvocationTargetException.class;
    // Of memory that is full HotSpot's profiles have taken more or less: whether it has room for a class of an array then, depends on them.
    static final Object MADE_EARLY = new int[1][1][1][];
    interface Body { void run(int n) throws Throwable; }
    /** Runs body until it fails; what happened, without numbers. */
    static String until(int most, int least, Body body) {
        for (int n = 0; n < most; n++)
            try {
                body.run(n);
            } catch (Throwable t) {
                if (t instanceof java.lang.reflect.InvocationTargetException) t = t.getCause();
                return t + (n < least ? ", too early: " + n : "");
            }
        return "no end";
    }
    static void t(String what, Object answer) { System.out.println(what + ": " + answer); }

    /* What is called while memory is full is made before: a lambda is a class. */

    static void leak() throws Throwable {
        byte[] b = cls("C", 8), large = cls("D", 3000);
        List<Class<?>> keep = new ArrayList<>();
        L one = new L();
        Body add = n -> keep.add(new L().def(b)), addLarge = n -> keep.add(new L().def(large)), addHere = n -> one.def(cls("C" + n, 8));
        for (int round = 0; round < 3; round++) {
            t("leak", until(100000, 500, add));
            // Never called before: what runs a class needs no definition.
            int sum = 0;
            for (int i = 0; i < keep.size(); i += 50) sum += (Integer) keep.get(i).getMethod("m7").invoke(null) - 7;
            t("calls", sum);
            t("still full", until(1, 0, addLarge));
            keep.clear();
            t("after", new L().def(b).getMethod("m3").invoke(null));
        }
        t("one loader", until(100000, 500, addHere));
        t("its classes", one.loadClass("C123").getMethod("m5").invoke(null));
    }

    static void classes() throws Throwable {
        byte[] b = cls("C", 1);
        List<Class<?>> keep = new ArrayList<>();
        Class<?>[] last = { null };
        Body add = n -> keep.add(new L().def(b)), array = n -> last[0] = last[0].arrayType();
        for (int round = 0; round < 2; round++) {
            t("leak", until(100000, 300, add));
            last[0] = keep.get(keep.size() - 1);
            t("array", until(255, 0, array));
            last[0] = null;
            keep.clear();
            t("after", new L().def(b).arrayType().getSimpleName());
        }
    }

    static void churn() throws Throwable {
        byte[] b = cls("C", 20);
        int sum = 0;
        for (int n = 0; n < 15000; n++) {
            Class<?> c = new L().def(b);
            if (n % 100 == 0) sum += (Integer) c.getMethod("m" + n % 20).invoke(null);
        }
        t("churn", sum);
        for (int n = 0; n < 20000; n++)
            if (new L().has("nothing")) t("loaded", n);
        t("loaders without classes", "done");
        byte[] h = cls("Main$H", 20);
        for (int n = 0; n < 10000; n++) MethodHandles.lookup().defineHiddenClass(h, false);
        t("hidden", "done");
        byte[] simple = cls("D", 1);
        for (int n = 0; n < 2000; n++) {
            Class<?> c = new L().def(simple);
            for (int i = 0; i < 10; i++) c = c.arrayType();
        }
        t("arrays", "done");
    }

    static void arrays() throws Throwable {
        List<Class<?>> keep = new ArrayList<>();
        byte[] first = cls("C", 1), b = cls("C", 0);
        Class<?>[] last = { null };
        int[] dims = new int[200];
        Body fill = n -> {
            Class<?> c = new L().def(first);
            keep.add(c);
            for (int i = 0; i < 20; i++) keep.add(c = c.arrayType());
        }, add = n -> keep.add(new L().def(b)), array = n -> last[0] = last[0].arrayType(),
            name = n -> Class.forName("[".repeat(255) + "LC;", false, keep.get(0).getClassLoader()),
            make = n -> java.lang.reflect.Array.newInstance(keep.get(0), dims);
        t("fill", until(100000, 100, fill));
        t("to the last", until(100000, 0, add));
        last[0] = keep.get(keep.size() - 1);
        t("arrayType", until(255, 0, array));
        t("forName", until(1, 0, name));
        t("newInstance", until(1, 0, make));
        t("old ones", java.lang.reflect.Array.newInstance(keep.get(0), 3).getClass() == keep.get(1));
        int[][][][] own = new int[2][3][4][];
        t("of primitives", own.getClass().getName());
        last[0] = null;
        keep.clear();
        Class<?> c = new L().def(b);
        for (int i = 0; i < 255; i++) c = c.arrayType();
        t("after", c.getName().length());
    }

    static void hidden() throws Throwable {
        byte[] b = cls("Main$H", 8), other = cls("C", 500);
        List<Object> keep = new ArrayList<>();
        Body weak = n -> keep.add(MethodHandles.lookup().defineHiddenClass(b, false)),
            strong = n -> MethodHandles.lookup().defineHiddenClass(b, false, ClassOption.STRONG),
            usual = n -> new L().def(other);
        t("weak", until(100000, 500, weak));
        keep.clear();
        t("after weak", MethodHandles.lookup().defineHiddenClass(b, true).lookupClass().getMethod("m1").invoke(null));
        t("strong", until(100000, 500, strong));
        t("full", until(1, 0, usual));
    }

    /** Definitions that fail, each of which would take a part of what there is, by one loader that stays. */
    static void failures() throws Throwable {
        L one = new L();
        byte[] big = cls("Big", 65000), good = cls("Good", 60), last = cls("Last", 100);
        ClassWriter w = new ClassWriter(0);
        w.visit(V17, ACC_PUBLIC | ACC_SUPER, "OfFinal", null, "java/lang/String", null);
        for (int i = 0; i < 50; i++) w.visitField(ACC_PUBLIC, "f" + i, "I", null, null);
        w.visitEnd();
        byte[] ofFinal = w.toByteArray();
        Body tooBig = n -> one.def(big);
        for (int i = 0; i < 3; i++) t("too big", until(1, 0, tooBig));
        int[] count = { 0 };
        t("beside it", one.def(good).getMethod("m9").invoke(null));
        for (int i = 0; i < 200; i++)
            try { one.def(ofFinal); } catch (IncompatibleClassChangeError e) { count[0]++; }
        t("of a final class", count[0]);
        for (int i = 0; i < 6000; i++)
            try { one.def(good); } catch (LinkageError e) { count[0]++; }
        t("twice", count[0]);
        byte[] broken = good.clone();
        broken[broken.length - 1] = 7; // attributes of the class
        for (int i = 0; i < 1500; i++)
            try { one.def(broken); } catch (ClassFormatError e) { count[0]++; }
        t("broken", count[0]);
        t("after", one.def(last).getMethod("m99").invoke(null));
    }

    static void pools() {
        for (MemoryPoolMXBean p : ManagementFactory.getMemoryPoolMXBeans()) {
            if (!p.getName().equals("Metaspace") && !p.getName().equals("Compressed Class Space")) continue;
            MemoryUsage u = p.getUsage();
            t(p.getName(), p.getType() + " " + Arrays.toString(p.getMemoryManagerNames()) + " max " + u.getMax()
                + " " + (u.getUsed() > 0) + " " + (u.getUsed() <= u.getCommitted())
                + " " + (p.getPeakUsage().getUsed() >= u.getUsed()));
        }
        for (MemoryManagerMXBean m : ManagementFactory.getMemoryManagerMXBeans())
            if (m.getName().startsWith("Metaspace")) t(m.getName(), Arrays.toString(m.getMemoryPoolNames()));
    }

    public static void main(String[] args) throws Throwable {
        switch (args[0]) {
            case "leak": leak(); break;
            case "classes": classes(); break;
            case "churn": churn(); break;
            case "arrays": arrays(); break;
            case "hidden": hidden(); break;
            case "failures": failures(); break;
            case "pools": pools(); break;
            default: t("nothing", args.length);
        }
    }
}
