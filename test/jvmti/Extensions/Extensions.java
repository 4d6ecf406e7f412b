// argus-only: the extensions are ours; agents find them by their ids, as tools do
import java.nio.file.*;
import java.util.*;

/** Finds each extension through GetExtensionFunctions and GetExtensionEvents, and calls it. */
public class Extensions {
    static native boolean listed();
    static native long osThreadId(Thread t);
    static native int osThreadIdError(Thread t);
    static native String dumpHeap(String path, boolean live, boolean overwrite);
    static native void prepareAsync();
    static native int asyncDepth();          // frames of the handler that are named, -1: something is wrong with one
    static native int asyncFind(String name); // index of a method of that name in the last trace
    static native int filter(Class<?>[] classes, String[] methods); // methods of Extensions; null both: clear
    static native void methodEvents(boolean on);
    static native int entries(String name);
    static native int exits(String name);
    static native int allEvents();
    static native void reset();
    static native int tagFilter(int event, int which);
    static native void tag(Object o, long tag);
    static native void events(boolean on);
    static native int count(int event);
    static native boolean arguments();
    static native void redefine(Class<?> c, byte[] bytes);

    static boolean failed;
    static void check(boolean ok, String what) {
        if (!ok) { System.out.println("FAIL " + what); failed = true; }
    }

    static int chosen(int n) { return n <= 0 ? 1 : n + 1; }
    static long wide(int n) { return n; }
    static synchronized int locked(int n) { if (n > 5) throw new IllegalStateException(); return n; }
    static int other(int n) { return chosen(n) + (int) wide(n); }
    static int recursive(int n) { return n == 0 ? 0 : 1 + recursive(n - 1); }
    int virtual(int n) { return n * 2; }
    static class Inner { int a(int n) { return b(n) + 1; } private int b(int n) { return n; } Inner() { } }
    int field;

    static void methodFilters() throws Exception {
        for (int i = 0; i < 3; i++) other(i);
        methodEvents(true);
        check(filter(new Class<?>[0], new String[] {"chosen", "locked"}) == 0, "filter");
        reset();
        for (int i = 0; i < 10; i++) other(i);
        check(entries("chosen") == 10 && exits("chosen") == 10, "chosen: " + entries("chosen") + " " + exits("chosen"));
        check(allEvents() == 20, "only the chosen method: " + allEvents());
        for (int i = 0; i < 8; i++) try { locked(i); } catch (IllegalStateException e) { }
        check(entries("locked") == 8 && exits("locked") == 8 && allEvents() == 36, "locked: " + entries("locked") + " " + exits("locked") + " " + allEvents());
        check(filter(new Class<?>[] {Inner.class, Math.class}, new String[] {"recursive", "virtual", "wide"}) == 0, "filter again");
        reset();
        Inner in = new Inner();
        for (int i = 0; i < 5; i++) in.a(i);
        check(entries("a") == 5 && exits("b") == 5 && entries("<init>") == 1 && allEvents() == 22, "class: " + allEvents());
        recursive(20);
        check(entries("recursive") == 21 && exits("recursive") == 21, "recursive");
        new Extensions().virtual(1);
        check(entries("virtual") == 1 && exits("virtual") == 1 && entries("chosen") == 0, "virtual");
        check(wide(77) == 77 && other(1) == 3 && exits("wide") == 2, "wide " + exits("wide"));
        reset();
        double d = Math.abs(-2.5) + Math.sqrt(4);
        check(d == 4.5 && entries("abs") == 1 && entries("sqrt") == 1 && exits("sqrt") >= 1, "Math: " + entries("abs") + " " + entries("sqrt"));
        reset();
        check((int) Extensions.class.getDeclaredMethod("recursive", int.class).invoke(null, 3) == 3, "reflection");
        check(entries("recursive") == 4, "by reflection " + entries("recursive"));
        check(filter(new Class<?>[] {System.class, Object.class}, new String[0]) == 0, "natives");
        reset();
        System.nanoTime(); System.identityHashCode("x"); new Object().hashCode(); new Extensions();
        check(entries("nanoTime") == 1 && exits("nanoTime") == 1 && entries("hashCode") == 1 && entries("<init>") == 2 && exits("<init>") == 2,
              "natives: " + entries("nanoTime") + " " + entries("hashCode") + " " + entries("<init>") + " " + exits("<init>"));
        check(filter(null, null) == 0, "clear");
        reset();
        other(1);
        check(entries("other") == 1 && entries("chosen") == 1 && exits("wide") == 1, "all again");
        methodEvents(false);
        reset();
        other(1);
        check(allEvents() == 0, "none");
        // set while the events are off, then on
        check(filter(new Class<?>[0], new String[] {"wide"}) == 0, "filter");
        other(1);
        check(allEvents() == 0, "off");
        methodEvents(true);
        other(1);
        check(allEvents() == 2 && exits("wide") == 1, "on: " + allEvents());
        check(filter(null, null) == 0, "clear");
        methodEvents(false);
    }

    /** Filters follow a class through redefinitions, and forget it when it is unloaded. */
    static void changingClasses() throws Exception {
        byte[] bytes = Extensions.class.getResourceAsStream("Extensions$Inner.class").readAllBytes();
        methodEvents(true);
        check(filter(new Class<?>[] {Inner.class}, new String[] {"chosen"}) == 0, "filter");
        Inner in = new Inner();
        for (int i = 0; i < 3; i++) {
            redefine(Inner.class, bytes);
            reset();
            in.a(1);
            check(entries("a") == 1 && exits("b") == 1 && allEvents() == 4, "redefined " + allEvents());
        }
        java.lang.ref.WeakReference<Class<?>> gone = filterOther(bytes);
        for (int i = 0; i < 20 && gone.get() != null; i++) { wipe(50); System.gc(); }
        check(gone.get() == null, "unloaded");
        reset();
        chosen(1);
        in.a(1);
        check(entries("chosen") == 0 && allEvents() == 0, "only the class that is gone " + allEvents());
        check(filter(new Class<?>[] {Inner.class}, new String[0]) == 0, "another filter");
        in.a(1);
        check(allEvents() == 4, "another filter " + allEvents());
        check(filter(null, null) == 0, "clear");
        methodEvents(false);
    }
    static int wipe(int n) { Object a = null, b = null, c = null, d = null; return n == 0 ? 0 : 1 + wipe(n - 1); }
    static java.lang.ref.WeakReference<Class<?>> filterOther(byte[] bytes) throws Exception {
        class Loader extends ClassLoader { Class<?> define() { return defineClass("Extensions$Inner", bytes, 0, bytes.length); } }
        Class<?> c = new Loader().define();
        check(filter(new Class<?>[] {c}, new String[0]) == 0, "filter of a class that will go");
        java.lang.reflect.Constructor<?> k = c.getDeclaredConstructor();
        k.setAccessible(true);
        k.newInstance();
        check(entries("<init>") > 0, "events of it");
        return new java.lang.ref.WeakReference<>(c);
    }

    static final int FIELD_MODIFICATION = 64, EXCEPTION = 58, MONITOR_WAIT = 73, METHOD_ENTRY = 65, VM_OBJECT_ALLOC = 84;

    static void throwing(RuntimeException e) { try { throw e; } catch (RuntimeException x) { } }

    static void tagFilters() throws Exception {
        events(true);
        Extensions a = new Extensions(), b = new Extensions();
        reset();
        a.field = 1; b.field = 2;
        check(count(FIELD_MODIFICATION) == 2, "without a condition " + count(FIELD_MODIFICATION));
        tag(a, 7);
        check(tagFilter(FIELD_MODIFICATION, 1) == 0, "field condition");
        reset();
        a.field = 1; b.field = 2; b.field = 3;
        check(count(FIELD_MODIFICATION) == 1, "one object " + count(FIELD_MODIFICATION));
        check(tagFilter(FIELD_MODIFICATION, 2) == 0, "class condition");
        reset();
        a.field = 1;
        check(count(FIELD_MODIFICATION) == 0, "class has no tag");
        tag(Extensions.class, 8);
        a.field = 1; b.field = 2;
        check(count(FIELD_MODIFICATION) == 2, "class has a tag " + count(FIELD_MODIFICATION));
        check(tagFilter(FIELD_MODIFICATION, 0) == 0, "none");
        // exceptions
        RuntimeException one = new RuntimeException("one"), two = new IllegalArgumentException("two");
        tag(one, 9);
        check(tagFilter(EXCEPTION, 1) == 0, "exception condition");
        reset();
        throwing(one); throwing(two);
        check(count(EXCEPTION) == 1, "exceptions " + count(EXCEPTION));
        tag(IllegalArgumentException.class, 1);
        check(tagFilter(EXCEPTION, 3) == 0, "either");
        reset();
        throwing(one); throwing(two); throwing(new IllegalStateException());
        check(count(EXCEPTION) == 2, "either " + count(EXCEPTION));
        // monitors
        check(tagFilter(MONITOR_WAIT, 1) == 0, "monitor condition");
        reset();
        synchronized (a) { a.wait(1); }
        synchronized (b) { b.wait(1); }
        check(count(MONITOR_WAIT) == 1, "waits " + count(MONITOR_WAIT));
        // `this`
        check(tagFilter(METHOD_ENTRY, 1) == 0, "method entry condition");
        methodEvents(true);
        reset();
        a.virtual(1); b.virtual(1); b.virtual(2);
        check(entries("virtual") == 1, "virtual " + entries("virtual"));
        tag(Extensions.class, 0);
        chosen(1);
        check(entries("chosen") == 0, "static, class has no tag");
        tag(Extensions.class, 1);
        chosen(1);
        check(entries("chosen") == 1, "static, class has a tag");
        check(tagFilter(METHOD_ENTRY, 0) == 0, "off");
        methodEvents(false);
        // allocation by the VM
        tag(Extensions.class, 5);
        check(tagFilter(VM_OBJECT_ALLOC, 2) == 0, "allocation condition");
        reset();
        reflective();
        int made = count(VM_OBJECT_ALLOC);
        int[] array = new int[3].clone();
        check(made == 1 && count(VM_OBJECT_ALLOC) == 1, "made " + made + " " + count(VM_OBJECT_ALLOC));
        events(false);
    }
    static void reflective() throws Exception { Extensions.class.getDeclaredConstructor().newInstance(); }

    public static void main(String[] args) throws Exception {
        check(listed(), "listed");
        check(arguments(), "arguments");
        long self = Long.parseLong(Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName().toString());
        check(osThreadId(null) == self && osThreadId(Thread.currentThread()) == self, "thread id");
        Thread t = new Thread(() -> { });
        check(osThreadIdError(t) == 15, "not started");
        t.start(); t.join();
        check(osThreadIdError(t) == 15, "ended");

        Path dump = Path.of("extensions-" + ProcessHandle.current().pid() + ".hprof");
        check(dumpHeap(dump.toString(), true, false).equals("" + Files.size(dump)), "heap dump");
        check(dumpHeap(dump.toString(), true, false).equals("File exists"), "heap dump over a file");
        check(Long.parseLong(dumpHeap(dump.toString(), false, true)) > 100000, "heap dump of all objects");
        check(new String(Files.readAllBytes(dump), 0, 18, "ISO-8859-1").equals("JAVA PROFILE 1.0.2"), "format");
        Files.delete(dump);
        check(dumpHeap("/nowhere/x", false, false).startsWith("No such file"), "heap dump nowhere");

        prepareAsync();
        check(asyncDepth() == 2 && asyncFind("asyncDepth") == 0 && asyncFind("main") == 1, "asynchronous trace");

        methodFilters();
        changingClasses();
        tagFilters();
        System.out.println(failed ? "FAIL" : "PASS");
    }
}
