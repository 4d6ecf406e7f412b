/**
 * The program of bench/jvmti: measures the row that -Dprobe.row names and prints `row cpu wall`, both in nanoseconds for one operation.
 *
 *     java -agentpath:LIB=ROW -Dprobe.lib=LIB -Dprobe.row=ROW -Dprobe.ms=50 -Dprobe.reps=5 Probe
 *
 * An operation is what costs.py says about the row. A repetition does batches of operations for `ms` milliseconds, after five times
 * as long for warming up; the best
 * repetition counts, as noise only adds.
 */
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

public final class Probe {
    static native long events();
    static native void begin();
    static native void end();
    static native long cpu();
    static native long wall();
    static native void reset();
    static native void mode(int event, boolean on, Thread thread);
    static native long stackTrace(Thread thread, int frames, int n);
    static native long allStacks(int threads, int frames, int n);
    static native long localInt(Thread thread, int depth, int slot, int expected, int n);
    static native void suspend(Thread thread);
    static native void resume(Thread thread);
    static native void notifyPop();
    static native long tags(Object[] objects, int what);
    static native long count();
    static native long tagAll(boolean timed);
    static native long untagAll();
    static native long follow();
    static native long numberAll();
    static native long find();
    static native long retransform(Class<?> c, int n);
    static native void breakpoint(Class<?> c, String method, String desc);
    static native int breakpoints(Class<?> c);
    static native long setAndClear(Class<?> c, int n);
    static native void watch(Class<?> c, String field, boolean modification);
    static native void tagEach(Object[] objects);
    static native long bind(Class<?> c, int n);

    static final int THREAD_START = 52, THREAD_END = 53, CLASS_FILE_LOAD_HOOK = 54, CLASS_LOAD = 55, CLASS_PREPARE = 56, EXCEPTION_CATCH = 59,
        NATIVE_METHOD_BIND = 67, MONITOR_WAIT = 73, MONITOR_WAITED = 74, MONITOR_CONTENDED_ENTER = 75, MONITOR_CONTENDED_ENTERED = 76,
        GARBAGE_COLLECTION_START = 81, GARBAGE_COLLECTION_FINISH = 82, OBJECT_FREE = 83, VM_OBJECT_ALLOC = 84, SAMPLED_OBJECT_ALLOC = 86;
    static final int EXCEPTION = 58, SINGLE_STEP = 60, FRAME_POP = 61, BREAKPOINT = 62, FIELD_ACCESS = 63, FIELD_MODIFICATION = 64,
        METHOD_ENTRY = 65, METHOD_EXIT = 66;

    /** Does operations between begin() and end(); returns how many. */
    interface Batch { long run(); }

    static final String ROW = System.getProperty("probe.row");
    static final long MS = Long.getLong("probe.ms", 50);
    static final int REPS = Integer.getInteger("probe.reps", 5), HEAP = Integer.getInteger("probe.objects", 1_000_000);

    static void measure(Batch b) {
        double cpu = Double.MAX_VALUE, wall = Double.MAX_VALUE;
        for (int rep = -1; rep < REPS; rep++) {
            long until = System.nanoTime() + (rep < 0 ? 5 : 1) * MS * 1_000_000, operations = 0;
            reset();
            do operations += b.run(); while (System.nanoTime() < until);
            if (rep < 0) continue;
            cpu = Math.min(cpu, (double) cpu() / operations);
            wall = Math.min(wall, (double) wall() / operations);
        }
        System.out.println(ROW + " " + cpu + " " + wall);
    }

    /** As measure, with an event on in this thread; each operation must send at least `each` of them. */
    static void measureEvents(int each, Batch b, int... events) {
        Thread me = Thread.currentThread();
        for (int e : events) mode(e, true, me);
        measure(() -> {
            long before = events(), n = b.run(), sent = events() - before;
            if (sent < n * each) throw new IllegalStateException(sent + " events for " + n + " operations");
            return n;
        });
        for (int e : events) mode(e, false, me);
    }

    // ---- threads with deep stacks ----

    static long down(int frames, Batch b) {
        return frames == 0 ? b.run() : down(frames - 1, b) + 0;
    }

    static long nothing() { return 0; }

    static void warmDown() {
        for (int i = 0; i < 30_000; i++) down(64, Probe::nothing);
    }

    static Thread parked(int frames) {
        Thread t = new Thread(() -> down(frames, () -> { for (;;) LockSupport.park(); }));
        t.setDaemon(true);
        t.start();
        while (t.getState() != Thread.State.WAITING) Thread.onSpinWait();
        return t;
    }

    // ---- a thread whose variables are read: hold() is the top frame, outer() has depth 3 and its argument in slot 0 ----

    static volatile boolean spinning;
    static volatile int sink;

    static int outer(int value) { int r = middle(value + 1); return r + value; }
    static int middle(int value) { int r = inner(value + 1); return r + value; }
    static int inner(int value) { int r = hold(value + 1); return r + value; }
    static int hold(int value) {
        int n = value;
        for (;;) {
            spinning = true;
            n++;
        }
    }

    static Thread spinner() {
        Thread t = new Thread(() -> sink = outer(12345));
        t.setDaemon(true);
        t.start();
        while (!spinning) Thread.onSpinWait();
        return t;
    }

    // ---- what events are measured on ----

    static final class Cell { int f; }
    static final class Elsewhere { int f; static void never() { sink++; } }
    static final class Light extends RuntimeException {
        Light() { super(null, null, false, false); }
    }
    static final Light LIGHT = new Light();
    static final Cell CELL = new Cell();

    static void empty(int i) { }
    static int popped(int i) {
        notifyPop();
        return i;
    }

    static long calls(int n) {
        begin();
        for (int i = 0; i < n; i++) empty(i);
        end();
        return n;
    }

    static long pops(int n) {
        begin();
        for (int i = 0; i < n; i++) popped(i);
        end();
        return n;
    }

    static long reads(Cell c, int n) {
        int sum = 0;
        begin();
        for (int i = 0; i < n; i++) sum += c.f;
        end();
        sink = sum;
        return n;
    }

    static long writes(Cell c, int n) {
        begin();
        for (int i = 0; i < n; i++) c.f = i;
        end();
        return n;
    }

    static long throwing(int n) {
        int caught = 0;
        begin();
        for (int i = 0; i < n; i++)
            try {
                throw LIGHT;
            } catch (Light e) {
                caught++;
            }
        end();
        return caught;
    }

    static long stepping(int n) {
        long before = events();
        begin();
        int sum = 0;
        for (int i = 0; i < n; i++) sum += i * 3;
        end();
        sink = sum;
        return events() - before;
    }

    // ---- rarer events: each operation is measured with its events, and (row "plain-…") without an agent ----

    /** What a row "event-…" does, and its events. `thread` null: the events cannot be asked for of one thread. */
    static void measureEvent(String name) throws Exception {
        boolean on = ROW.startsWith("event-");
        Thread me = Thread.currentThread();
        switch (name) {
            case "thread" -> eventRow(on, null, 2, () -> threads(20), THREAD_START, THREAD_END);
            case "class" -> {
                byte[] file;
                try (var in = Probe.class.getResourceAsStream("Probe$Tiny.class")) { file = in.readAllBytes(); }
                eventRow(on, null, 3, () -> defines(file, 20), CLASS_FILE_LOAD_HOOK, CLASS_LOAD, CLASS_PREPARE);
            }
            case "monitor" -> eventRow(on, me, 2, () -> contends(50), MONITOR_CONTENDED_ENTER, MONITOR_CONTENDED_ENTERED);
            case "wait" -> eventRow(on, me, 2, () -> waits(5), MONITOR_WAIT, MONITOR_WAITED);
            case "catch" -> eventRow(on, me, 2, () -> throwing(5_000), EXCEPTION, EXCEPTION_CATCH);
            case "bind" -> eventRow(on, null, 1, () -> bind(Bound.class, 1000), NATIVE_METHOD_BIND);
            case "collection" -> eventRow(on, null, 2, () -> collects(3), GARBAGE_COLLECTION_START, GARBAGE_COLLECTION_FINISH);
            case "free" -> eventRow(on, null, 0, () -> dies(20_000), OBJECT_FREE); // HotSpot may send them a little later
            case "array" -> eventRow(on, null, 1, () -> arrays(5_000), VM_OBJECT_ALLOC);
            case "sample" -> eventRow(on, me, 0, () -> allocates(20_000), SAMPLED_OBJECT_ALLOC); // HotSpot leaves some out
            default -> throw new IllegalArgumentException("no row " + ROW);
        }
        if (on && events() == 0) throw new IllegalStateException("no event");
    }

    static void eventRow(boolean on, Thread thread, int each, Batch b, int... events) {
        if (on) for (int e : events) mode(e, true, thread);
        measure(() -> {
            long before = events(), n = b.run(), sent = events() - before;
            if (on && sent < n * each) throw new IllegalStateException(sent + " events for " + n + " operations");
            return n;
        });
    }

    static final class Tiny { static int f = 1; }
    static final class Bound { static native long nothing(); }
    static final class Loader extends ClassLoader {
        Class<?> define(byte[] file) { return defineClass("Probe$Tiny", file, 0, file.length); }
    }

    static long threads(int n) {
        begin();
        try {
            for (int i = 0; i < n; i++) {
                Thread t = new Thread(() -> { });
                t.start();
                t.join();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        end();
        return n;
    }

    static long defines(byte[] file, int n) {
        begin();
        try {
            for (int i = 0; i < n; i++) Class.forName("Probe$Tiny", true, new Loader().define(file).getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
        end();
        return n;
    }

    static final Object LOCK = new Object();
    static volatile boolean wanted, taken;
    static Thread taker;

    /** Enters a monitor that the taker leaves when this thread is blocked. */
    static long contends(int n) {
        if (taker == null) {
            Thread me = Thread.currentThread();
            taker = new Thread(() -> {
                for (;;) {
                    while (!wanted) Thread.onSpinWait();
                    synchronized (LOCK) {
                        wanted = false;
                        taken = true;
                        while (me.getState() != Thread.State.BLOCKED) Thread.onSpinWait();
                        taken = false;
                    }
                }
            });
            taker.setDaemon(true);
            taker.start();
        }
        begin();
        for (int i = 0; i < n; i++) {
            wanted = true;
            while (!taken) Thread.onSpinWait();
            synchronized (LOCK) { sink++; }
        }
        end();
        return n;
    }

    static long waits(int n) {
        begin();
        try {
            for (int i = 0; i < n; i++) synchronized (CELL) { CELL.wait(1); }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        end();
        return n;
    }

    static long collects(int n) {
        begin();
        for (int i = 0; i < n; i++) System.gc();
        end();
        return n;
    }

    static long dies(int n) {
        Object[] o = new Object[n];
        for (int i = 0; i < n; i++) o[i] = new Cell();
        tagEach(o);
        o = null;
        begin();
        System.gc();
        end();
        return n;
    }

    static volatile Object allocated;

    static long arrays(int n) {
        begin();
        for (int i = 0; i < n; i++) allocated = java.lang.reflect.Array.newInstance(int.class, 2, 2);
        end();
        return n;
    }

    static long allocates(int n) {
        begin();
        for (int i = 0; i < n; i++) allocated = new Cell();
        end();
        return n;
    }

    // ---- code that no tool asked anything of ----

    static final class Node { Node next; int value; Node(Node next, int value) { this.next = next; this.value = value; } }
    static Node list;

    static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

    /** Calls, fields, arrays and allocation, about as much of each. */
    static int work() {
        int sum = fib(16);
        for (Node n = list; n != null; n = n.next) sum += n.value++;
        int[] a = new int[2000];
        for (int i = 0; i < a.length; i++) a[i] = i ^ sum;
        for (int i = 1; i < a.length; i++) sum += a[i] - a[i - 1];
        return sum;
    }

    static long works(int n) {
        if (list == null) for (int i = 0; i < 1000; i++) list = new Node(list, i);
        int sum = 0;
        begin();
        for (int i = 0; i < n; i++) sum += work();
        end();
        sink = sum;
        return n;
    }

    /** The same below a frame of which somebody waits to hear that it is gone. */
    static long worksAwaited(int n) {
        notifyPop();
        return works(n);
    }

    // ---- switching events in a running program ----

    static volatile boolean running;
    static volatile long done;

    /**
     * A worker works, and this thread switches MethodEntry on and off for all threads, once in a millisecond. An operation is one switching on and off
     * (the median of their wall times: the worker uses the processor as well), or, with `theWork`, a unit of the work.
     */
    static void switching(boolean theWork) throws InterruptedException {
        running = true;
        Thread worker = new Thread(() -> {
            long n = 0;
            works(1);
            while (running) {
                sink = work();
                done = ++n;
            }
        });
        worker.start();
        while (done < 200) Thread.onSpinWait();
        if (theWork)
            measure(() -> {
                long before = done;
                begin();
                for (int i = 0; i < 20; i++) {
                    switchOnce();
                    pause();
                }
                end();
                return done - before;
            });
        else {
            long[] pairs = new long[(int) (REPS * MS)];
            for (int i = 0; i < pairs.length; i++) {
                long at = System.nanoTime();
                switchOnce();
                pairs[i] = System.nanoTime() - at;
                pause();
            }
            Arrays.sort(pairs); // now and then this thread loses the processor in between: the median does not see it
            System.out.println(ROW + " " + pairs[pairs.length / 2] + " " + pairs[pairs.length / 2]);
        }
        running = false;
        worker.join();
    }

    static void switchOnce() {
        mode(METHOD_ENTRY, true, null);
        mode(METHOD_ENTRY, false, null);
    }

    static void pause() {
        try {
            Thread.sleep(1);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** As many loaded classes as a program of some size has. */
    static List<Class<?>> loadClasses(boolean initialize, String... folders) throws Exception {
        List<Class<?>> loaded = new ArrayList<>();
        Path base = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules/java.base");
        for (String dir : folders)
            try (var paths = Files.walk(base.resolve(dir))) {
                for (Path p : (Iterable<Path>) paths::iterator) {
                    String name = base.relativize(p).toString();
                    if (name.endsWith(".class")) loaded.add(Class.forName(name.substring(0, name.length() - 6).replace('/', '.'), initialize, null));
                }
            }
        return loaded;
    }

    static Object[] heap;

    /** A long list; each element is an array and a node, with four references. */
    static void fillHeap() {
        heap = new Object[HEAP / 2];
        Object previous = null;
        for (int i = 0; i < heap.length; i++) heap[i] = previous = new Object[] { previous, new Node(null, i), "x" };
    }

    public static void main(String[] args) throws Exception {
        System.load(System.getProperty("probe.lib"));
        switch (ROW) {
            case "stack-own" -> {
                warmDown();
                down(70, () -> { measure(() -> stackTrace(null, 64, 1000)); return 0; });
            }
            case "stack-other" -> {
                warmDown();
                Thread t = parked(70);
                measure(() -> stackTrace(t, 64, 1000));
            }
            case "stack-all" -> {
                warmDown();
                for (int i = 0; i < 40; i++) parked(50);
                measure(() -> allStacks(40, 50, 20));
            }
            case "locals-suspended" -> {
                Thread t = spinner();
                Thread.sleep(100);
                suspend(t);
                measure(() -> localInt(t, 3, 0, 12345, 200));
            }
            case "locals-bare" -> {
                Thread t = new Thread(() -> sink = Bare.outer(12345));
                t.setDaemon(true);
                t.start();
                while (!Bare.spinning) Thread.onSpinWait();
                Thread.sleep(100);
                suspend(t);
                measure(() -> localInt(t, 3, 0, 12345, 200));
            }
            case "locals-running" -> {
                Thread t = spinner();
                Thread.sleep(100);
                measure(() -> localInt(t, 3, 0, 12345, 50));
            }
            case "framepop" -> measureEvents(1, () -> pops(2000), FRAME_POP);
            case "framepop-below" -> {
                mode(FRAME_POP, true, null);
                measure(() -> worksAwaited(200));
            }
            case "tags-set" -> { Object[] o = objects(); measure(() -> tags(o, 0)); }
            case "tags-get" -> { Object[] o = objects(); measure(() -> tags(o, 1)); }
            case "heap-count" -> { fillHeap(); measure(Probe::count); }
            case "heap-count-tagged" -> { fillHeap(); tagAll(false); measure(Probe::count); }
            case "heap-tag" -> {
                fillHeap();
                measure(() -> {
                    untagAll();
                    return tagAll(true);
                });
            }
            case "heap-follow" -> { fillHeap(); measure(Probe::follow); }
            case "heap-follow-tagged" -> { fillHeap(); tagAll(false); measure(Probe::follow); }
            case "heap-find" -> { fillHeap(); numberAll(); measure(Probe::find); }
            case "retransform" -> {
                List<Class<?>> keep = loadClasses(false, "java/lang", "java/util", "java/io", "java/nio", "java/time");
                mode(CLASS_FILE_LOAD_HOOK, true, null);
                measure(() -> retransform(Elsewhere.class, 5));
                if (keep.size() < 1000) throw new IllegalStateException("classes: " + keep.size());
            }
            case "methods-switch" -> switching(false);
            case "methods-switching" -> switching(true);
            case "methods-events" -> measureEvents(2, () -> calls(20_000), METHOD_ENTRY, METHOD_EXIT);
            case "breakpoint" -> {
                breakpoint(Probe.class, "empty", "(I)V");
                measureEvents(1, () -> calls(20_000), BREAKPOINT);
            }
            case "breakpoint-many" -> {
                int set = 0;
                breakpoint(Probe.class, "empty", "(I)V");
                for (Class<?> c : loadClasses(true, "java/time")) set += breakpoints(c);
                if (set < 1000) throw new IllegalStateException(set + " breakpoints");
                measureEvents(1, () -> calls(20_000), BREAKPOINT);
            }
            case "breakpoint-set" -> {
                Elsewhere.never();
                measure(() -> setAndClear(Elsewhere.class, 20));
            }
            case "access" -> { watch(Cell.class, "f", false); measureEvents(1, () -> reads(CELL, 20_000), FIELD_ACCESS); }
            case "modification" -> { watch(Cell.class, "f", true); measureEvents(1, () -> writes(CELL, 20_000), FIELD_MODIFICATION); }
            case "step" -> measureEvents(1, () -> stepping(5_000), SINGLE_STEP);
            case "exception" -> measureEvents(1, () -> throwing(5_000), EXCEPTION);
            case "plain" -> measure(() -> works(200));
            case "plain-throw" -> measure(() -> throwing(20_000));
            case "breakpoint-elsewhere" -> {
                breakpoint(Elsewhere.class, "never", "()V");
                mode(BREAKPOINT, true, null);
                measure(() -> works(200));
            }
            case "access-elsewhere" -> {
                watch(Elsewhere.class, "f", false);
                mode(FIELD_ACCESS, true, null);
                measure(() -> works(200));
            }
            case "modification-elsewhere" -> {
                watch(Elsewhere.class, "f", true);
                mode(FIELD_MODIFICATION, true, null);
                measure(() -> works(200));
            }
            case "methods-after" -> {
                for (int i = 0; i < 10; i++) {
                    mode(METHOD_ENTRY, true, null);
                    works(1);
                    mode(METHOD_ENTRY, false, null);
                }
                measure(() -> works(200));
            }
            case "methods-elsewhere", "step-elsewhere" -> {
                Thread t = spinner();
                if (ROW.startsWith("step")) mode(SINGLE_STEP, true, t);
                else mode(METHOD_ENTRY, true, t);
                if (!ROW.startsWith("step")) mode(METHOD_EXIT, true, t);
                suspend(t);
                measure(() -> works(200));
            }
            case "retransform-after" -> {
                mode(CLASS_FILE_LOAD_HOOK, true, null);
                works(2000);
                double cpu = Double.MAX_VALUE, wall = Double.MAX_VALUE;
                for (int rep = 0; rep < REPS; rep++) {
                    retransform(Probe.class, 1);
                    reset();
                    long until = System.nanoTime() + 3 * MS * 1_000_000, units = 0;
                    do units += works(20); while (System.nanoTime() < until);
                    cpu = Math.min(cpu, (double) cpu() / units);
                    wall = Math.min(wall, (double) wall() / units);
                }
                System.out.println(ROW + " " + cpu + " " + wall);
            }
            case "exception-held" -> measure(() -> throwing(20_000));
            default -> measureEvent(ROW.replaceFirst("^(plain-)?event-", ""));
        }
        System.exit(0);
    }

    static Object[] objects() {
        Object[] o = new Object[50_000];
        for (int i = 0; i < o.length; i++) o[i] = new Node(null, i);
        return o;
    }
}
