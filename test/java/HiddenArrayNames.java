// Arrays of hidden classes: every name that the program, messages, the histogram and a heap dump give them.
import java.io.*;
import java.lang.invoke.*;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Array;
import java.nio.file.*;
import java.util.*;
import javax.management.ObjectName;

public class HiddenArrayNames {
    static class T { }
    static class Thrower implements Runnable { public void run() { Object[] a = (Object[]) Array.newInstance(getClass(), 1); a[0] = "x"; } }

    interface Body { Object run() throws Throwable; }
    static final List<String> suffixes = new ArrayList<>();

    static String clean(Object o) {
        String s = String.valueOf(o);
        for (String x : suffixes) s = s.replace(x, "0x#");
        return s.replaceAll("@[0-9a-f]+", "@#");
    }
    static void t(String n, Body b) {
        try { System.out.println(n + ": " + clean(b.run())); } catch (Throwable e) { System.out.println(n + ": " + clean(e)); }
    }
    static Class<?> hide(Class<?> c) throws Exception {
        byte[] b = HiddenArrayNames.class.getResourceAsStream(c.getName() + ".class").readAllBytes();
        Class<?> h = MethodHandles.lookup().defineHiddenClass(b, false).lookupClass();
        suffixes.add(h.getName().substring(h.getName().indexOf('/') + 1));
        return h;
    }
    static void names(Class<?> c) {
        System.out.println(clean(c.getName() + " | " + c + " | " + c.getTypeName() + " | " + c.descriptorString() + " | " + c.toGenericString() + " | "
            + c.isHidden() + " | " + c.getPackageName() + " | " + c.describeConstable()));
        t("simple name", c::getSimpleName); /* the enclosing class knows of another T */
        t("canonical name", c::getCanonicalName);
        t("declaring class", c::getDeclaringClass);
        t("enclosing class", c::getEnclosingClass);
        t("modifiers", () -> java.lang.reflect.Modifier.toString(c.getModifiers()));
    }

    /* The names of the classes in a heap dump: the strings that LOAD CLASS records name. */
    static void dumped(Path file) throws IOException {
        Map<Long, String> strings = new HashMap<>();
        TreeSet<String> found = new TreeSet<>();
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            while (in.read() != 0) { }
            in.skipBytes(12);
            for (int tag; (tag = in.read()) >= 0;) {
                in.readInt();
                int n = in.readInt();
                if (tag == 1) {
                    long id = in.readLong();
                    strings.put(id, new String(in.readNBytes(n - 8), "UTF-8"));
                } else if (tag == 2) {
                    in.readInt();
                    in.readLong();
                    in.readInt();
                    String name = strings.get(in.readLong());
                    if (name.contains("HiddenArrayNames$T")) found.add(clean(name));
                } else in.skipNBytes(n);
            }
        }
        System.out.println("heap dump: " + found);
    }

    public static void main(String[] args) throws Throwable {
        Class<?> h = hide(T.class), thrower = hide(Thrower.class);
        Object one = Array.newInstance(h, 1), two = Array.newInstance(h, 1, 1);
        names(h);
        names(one.getClass());
        names(two.getClass());
        t("toString", () -> one.toString());
        t("cast to", () -> one.getClass().cast("x"));
        t("cast from", () -> (String) one);
        t("cast from two", () -> (String) two);
        t("checkcast by handle", () -> MethodHandles.identity(one.getClass()).asType(MethodType.methodType(Object.class, Object.class)).invoke((Object) "x"));
        t("store", () -> { ((Object[]) one)[0] = "x"; return "stored"; });
        t("store of two", () -> { ((Object[]) two)[0] = new Object[0]; return "stored"; });
        t("store by its own code", () -> {
            var k = thrower.getDeclaredConstructor();
            k.setAccessible(true);
            ((Runnable) k.newInstance()).run();
            return "stored";
        });
        t("arraycopy", () -> { System.arraycopy(new Object[] { "x" }, 0, one, 0, 1); return "copied"; });
        t("arraycopy to primitives", () -> { System.arraycopy(one, 0, new int[1], 0, 1); return "copied"; });
        t("bad index", () -> ((Object[]) one)[7]);
        t("forName", () -> Class.forName(one.getClass().getName()));
        t("method type", () -> MethodType.methodType(one.getClass(), two.getClass()));
        t("method type's descriptor", () -> MethodType.methodType(one.getClass(), h).toMethodDescriptorString());
        t("same module", () -> one.getClass().getModule() == h.getModule());
        Object[] keep = { one, two };
        String histogram = (String) ManagementFactory.getPlatformMBeanServer().invoke(new ObjectName("com.sun.management:type=DiagnosticCommand"),
            "gcClassHistogram", new Object[] { new String[0] }, new String[] { String[].class.getName() });
        TreeSet<String> lines = new TreeSet<>();
        for (String line : histogram.split("\n"))
            if (line.contains("HiddenArrayNames$T")) lines.add(clean(line.replaceFirst("^.* (?=\\S*HiddenArrayNames)", "")));
        System.out.println("histogram: " + lines);
        Path dir = Files.createTempDirectory("hidden"), file = dir.resolve("d.hprof");
        ManagementFactory.getPlatformMXBean(com.sun.management.HotSpotDiagnosticMXBean.class).dumpHeap(file.toString(), false);
        dumped(file);
        Files.delete(file);
        Files.delete(dir);
        System.out.println(keep.length);
    }
}
