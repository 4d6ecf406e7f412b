// argus-only: HotSpot refuses these redefinitions; the program itself says what is expected
// jvm: -XX:+AllowEnhancedClassRedefinition -Xbatch -XX:ArgusStencilThreshold=40 -XX:ArgusProfileEnough=200 --add-opens=java.base/java.lang=ALL-UNNAMED --add-opens=java.base/java.util=ALL-UNNAMED
// also: -XX:-Generational
// also: -XX:GCStress=3000 -XX:GCStressBackoff=40 -XX:+GCStressMoving -XX:+VerifyHeap
// also: -Xint
// timeout: 120
import java.io.*;
import java.lang.invoke.*;
import java.lang.reflect.*;
import java.util.*;

/**
 * Members come to classes of the boot loader and go again: methods and statics to all, fields to those whose instances the VM does not lay
 * out itself.
 */
public class BootClassesChange extends Redefining {
    static final int SCHEMA = 64, ACC = Modifier.PUBLIC;

    /** A class file with one more field, or one more method that returns a number. */
    static byte[] with(byte[] file, int access, String name, String type, int answer) throws IOException {
        java.nio.ByteBuffer b = java.nio.ByteBuffer.wrap(file);
        boolean method = type.startsWith("(");
        int n = b.getShort(8) & 0xffff, pool = 10;
        for (int i = 1; i < n; i++) {
            int tag = file[pool];
            if (tag == 1) pool += 3 + (b.getShort(pool + 1) & 0xffff);
            else if (tag == 5 || tag == 6) pool += 9;
            else if (tag == 7 || tag == 8 || tag == 16 || tag == 19 || tag == 20) pool += 3;
            else if (tag == 15) pool += 4;
            else pool += 5;
            if (tag == 5 || tag == 6) i++;
        }
        int fields = pool + 8 + 2 * (b.getShort(pool + 6) & 0xffff), methods = fields + 2;
        for (int i = 0; i < (b.getShort(fields) & 0xffff); i++) {
            int attributes = b.getShort(methods + 6) & 0xffff;
            methods += 8;
            for (int k = 0; k < attributes; k++) methods += 6 + b.getInt(methods + 2);
        }
        int at = method ? methods : fields;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.write(file, 0, 8);
        out.writeShort(n + 3);
        out.write(file, 10, pool - 10);
        for (String s : new String[] { name, type, "Code" }) {
            out.writeByte(1);
            out.writeUTF(s);
        }
        out.write(file, pool, at - pool);
        out.writeShort(b.getShort(at) + 1);
        for (int x : new int[] { access, n, n + 1, method ? 1 : 0 }) out.writeShort(x);
        if (method) {
            out.writeShort(n + 2);
            out.writeInt(12 + 3);
            for (int x : new int[] { 1, 1, 0, 3 }) out.writeShort(x);
            out.write(new byte[] { 16, (byte) answer, (byte) 172, 0, 0, 0, 0 });
        }
        out.write(file, at + 2, file.length - at - 2);
        return bytes.toByteArray();
    }
    static int redefine(Class<?> c, byte[] file) { return redefine0(new Class<?>[] { c }, new byte[][] { file }); }
    static byte[] fileOf(Class<?> c) throws IOException {
        try (InputStream in = c.getResourceAsStream(c.getName().replaceAll(".*\\.", "") + ".class")) { return in.readAllBytes(); }
    }

    static class Mine { int hashed; public int hashCode() { return hashed; } }
    static class Says { public int answers() { return 9; } }
    interface Anything { }
    static final Object[] RECEIVERS = { new Object(), new Mine(), "text", new int[1], new Object[0], new ArrayList<>(), Thread.currentThread(),
        Mine.class, (Runnable) () -> { } };

    /** Methods and a static of java.lang.Object. */
    static void object() throws Throwable {
        byte[] file = fileOf(Object.class);
        Says says = new Says();
        for (int round = 0; round < 3; round++) {
            is("method", redefine(Object.class, with(file, ACC, "answers", "()I", 5 + round)), 0);
            Method m = Object.class.getDeclaredMethod("answers");
            MethodHandle h = MethodHandles.lookup().findVirtual(Object.class, "answers", MethodType.methodType(int.class));
            for (Object o : RECEIVERS) {
                int wanted = 5 + round;
                hot("reflected", () -> m.invoke(o), wanted);
                hot("handle", () -> (int) h.invoke(o), wanted);
            }
            hot("overridden", () -> (int) m.invoke(says) + (int) h.invoke((Object) says) + says.answers(), 27);
            Object proxy = Proxy.newProxyInstance(Mine.class.getClassLoader(), new Class<?>[] { Anything.class }, (p, x, a) -> 77);
            is("interface", of(() -> m.invoke(proxy)), 5 + round);
            is("body", redefine(Object.class, with(file, ACC, "answers", "()I", 50)), 0);
            hot("body", () -> (int) m.invoke("text") + (int) h.invoke((Object) new Mine()), 100);
            is("fixed", redefine(Object.class, with(file, ACC | Modifier.FINAL, "fixed", "()I", 6)), 0);
            Method f = Object.class.getDeclaredMethod("fixed");
            hot("fixed", () -> (int) f.invoke("text") + (int) f.invoke(new int[2]), 12);
            hot("gone", () -> h.invoke((Object) "text"), "NoSuchMethodError");
            is("static", redefine(Object.class, with(file, ACC | Modifier.STATIC, "counts", "()I", 8)), 0);
            hot("static", () -> Object.class.getDeclaredMethod("counts").invoke(null), 8);
            is("static field", redefine(Object.class, with(file, ACC | Modifier.STATIC, "kept", "Ljava/lang/Object;", 0)), 0);
            Field kept = Object.class.getDeclaredField("kept");
            kept.set(null, "kept" + round);
            System.gc();
            is("kept", kept.get(null), "kept" + round);
            is("field", redefine(Object.class, with(file, ACC, "own", "I", 0)), SCHEMA);
            is("back", redefine(Object.class, file), 0);
            hot("hash", () -> new Mine().equals(new int[1]) || new HashMap<>(Map.of("a", 1)).size() != 1, false);
            is("gone", of(() -> kept.get(null)), "NoSuchFieldError");
        }
    }

    /** Fields of instances that exist, in classes which the VM has in its tables for another reason, and in others. */
    static void fields(Class<?> c, Asked make) throws Throwable {
        byte[] file = fileOf(c);
        Object before = make.get(), text = before.toString();
        for (int round = 0; round < 2; round++) {
            is("field " + c, redefine(c, with(file, ACC, "added", "Ljava/lang/Object;", 0)), 0);
            Field f = c.getDeclaredField("added");
            if (!f.trySetAccessible()) throw new IllegalStateException(c.getName());
            Object after = make.get();
            is("zero", f.get(before) == null && f.get(after) == null, true);
            for (int i = 0; i < 300; i++) {
                f.set(before, "before" + i);
                f.set(after, "after" + i);
                Object other = make.get();
                if (i % 100 == 0) System.gc();
                if (!("before" + i).equals(f.get(before)) || !("after" + i).equals(f.get(after)) || f.get(other) != null) is("values " + c, i, null);
            }
            is("text", before.toString(), text);
            is("back " + c, redefine(c, file), 0);
            is("gone", of(() -> f.get(before)), "NoSuchFieldError");
        }
    }

    static void others() throws Throwable {
        fields(ArrayList.class, () -> new ArrayList<>(List.of(1, 2)));
        fields(HashMap.class, () -> new HashMap<>(Map.of(1, 2)));
        fields(LinkedHashMap.class, () -> new LinkedHashMap<>(Map.of(1, 2)));
        fields(NullPointerException.class, () -> new NullPointerException("x"));
        fields(RuntimeException.class, () -> new IllegalStateException("x"));
        fields(OutOfMemoryError.class, () -> new OutOfMemoryError("x"));
        fields(StringBuilder.class, () -> new StringBuilder("x").append(1));
        hot("thrown", () -> ((Object) null).hashCode(), "NullPointerException");
        Class<?>[] known = { Class.class, String.class, Thread.class, Throwable.class, Integer.class, Field.class };
        for (Class<?> c : known)
            is("field " + c, redefine(c, with(fileOf(c), ACC, "added", "I", 0)), SCHEMA);
        is("weak", redefine(java.lang.ref.WeakReference.class, with(fileOf(java.lang.ref.WeakReference.class), ACC, "added", "I", 0)), SCHEMA);
        for (Class<?> c : known) {
            byte[] file = fileOf(c);
            is("method " + c, redefine(c, with(file, ACC | Modifier.FINAL, "answers", "()I", 4)), 0);
            Method m = c.getDeclaredMethod("answers");
            Object o = c == Class.class ? c : c == String.class ? "x" : c == Thread.class ? Thread.currentThread() : c == Integer.class ? 3
                : c == Field.class ? Redefining.class.getField("failed") : new Error();
            hot("answers " + c, () -> m.invoke(o), 4);
            is("back " + c, redefine(c, file), 0);
            is("static " + c, redefine(c, with(file, ACC | Modifier.STATIC, "counter", "J", 0)), 0);
            if (c != Class.class && c != Field.class) { // reflection hides theirs
                Field f = c.getDeclaredField("counter");
                f.setLong(null, 7);
                is("static " + c, f.getLong(null), 7L);
            }
            is("back " + c, redefine(c, file), 0);
        }
    }

    static long metadata() {
        System.gc(); // old versions go
        long used = 0;
        for (var p : java.lang.management.ManagementFactory.getMemoryPoolMXBeans())
            if (p.getName().equals("Metaspace")) used = p.getUsage().getUsed();
        return used;
    }

    /** Megabytes of metadata in use, the boot loader's too. */
    static double all() throws Exception {
        var name = new javax.management.ObjectName("com.sun.management:type=DiagnosticCommand");
        String[] types = { String[].class.getName() };
        String text = (String) java.lang.management.ManagementFactory.getPlatformMBeanServer()
            .invoke(name, "vmMetaspace", new Object[] { new String[0] }, types);
        var m = java.util.regex.Pattern.compile("Both: .*used +([0-9.]+) MB").matcher(text);
        if (!m.find()) throw new IllegalStateException(text);
        return Double.parseDouble(m.group(1));
    }

    /** A method of java.lang.Object comes and goes: the tables of all classes change, and need no new memory each time. */
    static void flips() throws Throwable {
        byte[] file = fileOf(Object.class);
        Says says = new Says();
        long before = 0;
        double allBefore = 0;
        for (int i = 0; i < 60; i++) {
            if (i == 10) allBefore = all();
            if (i == 10) before = metadata();
            is("comes", redefine(Object.class, with(file, ACC, "answers", "()I", i)), 0);
            Method m = Object.class.getDeclaredMethod("answers");
            for (Object o : RECEIVERS) is("flip", m.invoke(o), i);
            is("overridden", m.invoke(says), 9);
            is("goes", redefine(Object.class, file), 0);
        }
        long grown = (metadata() - before) / 1024;
        if (grown > 64) is("flat", grown + " KB", "less");
        double more = all() - allBefore;
        if (more > 8) is("flat", more + " MB in all", "less");
    }

    static class Few { int number; }

    /** The same of a class with few methods, and of one with so many that they have an index; fields too. */
    static void flips(Class<?> c) throws Throwable {
        byte[] file = fileOf(c);
        long before = 0;
        for (int i = 0; i < 420; i++) {
            if (i == 20) before = metadata();
            is("comes " + c, redefine(c, with(file, ACC | Modifier.FINAL, i % 4 == 0 ? "more" : "answers", "()I", i)), 0);
            if (i % 3 == 0) is("field comes " + c, redefine(c, with(file, ACC, "added", "J", 0)), 0);
            if (i % 2 == 0) is("goes " + c, redefine(c, file), 0);
        }
        long grown = (metadata() - before) / 1024;
        if (grown > 40) is("flat " + c, grown + " KB", "less");
        is("goes " + c, redefine(c, file), 0);
    }

    public static void main(String[] args) throws Throwable {
        object();
        flips();
        flips(Few.class);
        flips(Arrays.class);
        others();
        System.gc();
        System.out.println(failed == 0 ? "PASS" : "FAIL");
    }
}
