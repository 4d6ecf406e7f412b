import java.nio.file.Path;
import java.util.*;
import jdk.jfr.*;
import jdk.jfr.consumer.*;

/** Objects that still live: what keeps them, since when, by which stack and thread, also of those whose thread or class is gone. args: the file */
public class Old {
    static class Item {
        Item next;
        int[] payload;
    }

    static class Local {
        Object held;
    }

    static List<Object> list = new ArrayList<>();
    static final ThreadLocal<Object> local = new ThreadLocal<>();
    static volatile Item chain;
    static Object circle, keeper;
    public static Object byLoader;

    static void fillList() {
        for (int i = 0; i < 20_000; i++) list.add(new long[20]);
    }

    static void fillChain(int length) {
        for (int i = 0; i < length; i++) {
            Item n = new Item();
            n.next = chain;
            chain = n;
        }
        chain.payload = new int[1];
        for (Item n = chain; n != null; n = n.next)
            if (n.next == null) n.payload = new int[3_000_000];
    }

    static void fillLocal() {
        short[][] all = new short[20_000][];
        for (int i = 0; i < all.length; i++) all[i] = new short[60];
        local.set(all);
    }

    static void fillCircle() {
        Object[] a = new Object[2], b = new Object[2];
        a[1] = b;
        b[1] = a;
        a[0] = new char[1_000_000];
        circle = a;
    }

    /** Its classes are unloaded while what it made lives. */
    public static class Maker implements Runnable {
        public void run() {
            byLoader = new byte[2_000_000];
        }
    }

    /** Nothing but its instance keeps its class. */
    public static class Keeper {
        static byte[][] held = new byte[600_000][];
    }

    static class Loader extends ClassLoader {
        Object make(String name) throws Exception {
            byte[] b = Old.class.getResourceAsStream(name + ".class").readAllBytes();
            return defineClass(name, b, 0, b.length).getConstructor().newInstance();
        }

        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            return super.loadClass(name, resolve);
        }
    }

    static void check(String what, boolean good, Object seen) {
        System.out.println(what + (good ? ": as expected" : ": " + seen));
    }

    /** "[3] < elementData < list | Stack Variable": by what each refers to the one before. */
    static String path(RecordedEvent e) {
        StringBuilder s = new StringBuilder();
        RecordedObject o = e.getValue("object");
        for (RecordedObject r = o.getValue("referrer"); r != null; r = o.getValue("referrer")) {
            RecordedObject array = r.getValue("array"), field = r.getValue("field");
            s.append(array != null ? "[] " : field != null ? field.getString("name") + " " : "");
            if (r.getInt("skip") > 0) s.append("skip ").append(r.getInt("skip")).append(' ');
            o = r.getValue("object");
        }
        RecordedObject root = e.getValue("root");
        return s + (root == null ? "none" : root.getString("type"));
    }

    static List<RecordedEvent> events(Recording r, String file) throws Exception {
        r.dump(Path.of(file));
        List<RecordedEvent> l = RecordingFile.readAllEvents(Path.of(file));
        l.removeIf(e -> !e.getEventType().getName().equals("jdk.OldObjectSample"));
        return l;
    }

    static List<RecordedEvent> of(List<RecordedEvent> l, String type) {
        List<RecordedEvent> some = new ArrayList<>(l);
        some.removeIf(e -> !((RecordedClass) e.getValue("object.type")).getName().equals(type));
        return some;
    }

    static boolean stackHas(RecordedEvent e, String method) {
        return e.getStackTrace() != null && e.getStackTrace().getFrames().stream().anyMatch(f -> (f.getMethod().getType().getName() + "."
            + f.getMethod().getName()).equals(method));
    }

    public static void main(String[] args) throws Exception {
        Path.of(args[0]);
        try (Recording r = new Recording()) {
            r.enable("jdk.OldObjectSample").withStackTrace().with("cutoff", "infinity");
            r.start();
            long before = System.nanoTime();
            java.time.Instant from = java.time.Instant.now();
            fillList();
            java.time.Instant to = java.time.Instant.now();
            fillLocal();
            fillCircle();
            Thread t = new Thread(() -> circle = new Object[] { circle, new double[500_000] }, "gone");
            t.start();
            t.join();
            ((Runnable) new Loader().make("Old$Maker")).run();
            keeper = new Loader().make("Old$Keeper");
            Object dead = new float[3_000_000];
            dead = null;
            System.gc();
            Object young = new boolean[3_000_000];
            r.stop();
            List<RecordedEvent> l = events(r, args[0]);
            java.lang.ref.Reference.reachabilityFence(young);

            List<RecordedEvent> some = of(l, "[J");
            some.removeIf(e -> !stackHas(e, "Old.fillList"));
            check("list", some.size() > 5 && some.stream().allMatch(e -> path(e).startsWith("[] elementData list ")), some.size() + " "
                + (some.isEmpty() ? l : path(some.get(0))));
            check("length", some.stream().allMatch(e -> e.getInt("arrayElements") == 20), some.get(0));
            check("time", some.stream().allMatch(e -> !e.getInstant("allocationTime").isBefore(from.minusMillis(1))
                && !e.getInstant("allocationTime").isAfter(to.plusMillis(1))), some.get(0));
            check("thread", some.stream().allMatch(e -> e.getThread().getJavaName().equals("main")), some.get(0));
            RecordedObject holder = some.get(0).getValue("object.referrer.object.referrer.object");
            check("size", holder.getString("description").equals("Size: 20000"), holder);
            RecordedObject classObject = holder.getValue("referrer.object");
            check("class", classObject.getString("description").equals("Class Name: Old"), classObject);
            check("modifiers", (holder.getValue("referrer.field.modifiers") instanceof Short s && java.lang.reflect.Modifier.isStatic(s)), holder);

            some = of(l, "[S");
            check("local", some.size() > 5 && some.stream().allMatch(e -> path(e).startsWith("[] value [] table threadLocals ")),
                some.isEmpty() ? l : path(some.get(0)));
            some = of(l, "[C");
            some.removeIf(e -> !stackHas(e, "Old.fillCircle"));
            check("circle", some.size() == 1 && path(some.get(0)).startsWith("[] [] circle "), some.isEmpty() ? l : path(some.get(0)));
            some = of(l, "[D");
            check("ended", some.size() == 1 && some.get(0).getThread() != null && some.get(0).getThread().getJavaName().equals("gone")
                && stackHas(some.get(0), "java.lang.Thread.run"), some);
            some = of(l, "[B");
            some.removeIf(e -> !stackHas(e, "Old$Maker.run"));
            check("unloaded", some.size() == 1 && path(some.get(0)).startsWith("byLoader "), some.size() + "");
            some = of(l, "[[B");
            check("by its class", some.size() == 1 && path(some.get(0)).startsWith("held <class> keeper "), some.isEmpty() ? l : path(some.get(0)));
            check("dead", of(l, "[F").isEmpty(), of(l, "[F"));
            check("young", of(l, "[Z").isEmpty(), of(l, "[Z"));
        }
        list = null;
        local.remove();
        try (Recording r = new Recording()) {
            r.enable("jdk.OldObjectSample").withoutStackTrace().with("cutoff", "infinity");
            r.start();
            fillChain(1_000_000);
            System.gc();
            r.stop();
            List<RecordedEvent> l = of(events(r, args[0]), "[I");
            l.removeIf(e -> e.getInt("arrayElements") != 3_000_000);
            String path = l.isEmpty() ? "" : path(l.get(0));
            check("deep", l.size() == 1 && path.startsWith("payload next next ") && path.contains(" skip 999802 ") && path.contains("next chain "), path);
        }
        try (Recording r = new Recording()) {
            r.enable("jdk.OldObjectSample").withoutStackTrace().with("cutoff", "1 ns");
            r.start();
            fillChain(1_000_000);
            System.gc();
            long from = System.nanoTime();
            r.stop();
            long took = System.nanoTime() - from;
            List<RecordedEvent> l = events(r, args[0]);
            l.removeIf(e -> ((RecordedClass) e.getValue("object.type")).getName().equals("Old$Item") && path(e).length() > 1000);
            check("cutoff", of(l, "[I").stream().anyMatch(e -> path(e).equals("none")), of(l, "[I"));
            check("stopped", took < 2_000_000_000L, took);
        }
        try (Recording r = new Recording()) {
            r.enable("jdk.OldObjectSample").withoutStackTrace().with("cutoff", "0 ns");
            r.start();
            fillCircle();
            System.gc();
            r.stop();
            List<RecordedEvent> l = events(r, args[0]);
            check("no paths", !l.isEmpty() && l.stream().allMatch(e -> path(e).equals("none") && e.getStackTrace() == null), l);
        }
    }
}
