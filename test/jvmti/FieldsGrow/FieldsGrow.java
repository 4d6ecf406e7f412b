// argus-only: HotSpot refuses these redefinitions; the program itself says what is expected
// jvm: -XX:+AllowEnhancedClassRedefinition -XX:ArgusRedefinitionRoom=0 -Xmx200m -Xbatch -XX:ArgusStencilThreshold=40 -XX:ArgusProfileEnough=200
// also: -XX:-Generational
// also: -XX:+ArgusConcurrentMarking -XX:+GCStressConcurrent -XX:GCStress=3000 -XX:GCStressBackoff=40 -XX:+VerifyHeap
// also: -XX:GCStress=3000 -XX:GCStressBackoff=40 -XX:+GCStressMoving -XX:+VerifyHeap
// also: -Xint
// timeout: 120
import java.lang.invoke.*;
import java.lang.ref.*;
import java.lang.reflect.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

/**
 * Instances without room grow at the redefinition. Those that frames and native code name cannot move and stay short:
 * their fields are right meanwhile, and they grow when they are let go.
 */
public class FieldsGrow extends Redefining {
    /** GetObjectSize. */
    static native long size0(Object o);
    /** Begins and ends a critical section. */
    static native void enter0(int[] array);
    static native void leave0(int[] array);
    static native String report0();
    /** How many the report says are short. */
    static int shorts() { return Integer.parseInt(report0().replaceAll("(?s).*Short instances: (\\d+).*", "$1")); }
    static native int get0(Object o, Class<?> c, String name);
    static native void set0(Object o, Class<?> c, String name, int n);

    static final int NO_MEMORY = 110, SCHEMA_CHANGED = 64;

    static Thing_0[] make(int n) {
        Thing_0[] all = new Thing_0[n];
        for (int i = 0; i < n; i++) {
            Thing_0 t = all[i] = i % 3 == 0 ? new SubThing_0() : new Thing_0();
            t.number = i;
            t.text = "text" + i;
        }
        return all;
    }
    static void old(Thing_0[] all) {
        for (int i = 0; i < all.length; i++) {
            is("number", all[i].number, i);
            is("text", all[i].text, "text" + i);
            if (all[i] instanceof SubThing_0) is("own", ((SubThing_0) all[i]).own + "" + ((SubThing_0) all[i]).ref, "5sub");
        }
    }
    static String wanted(int n) {
        return n + "L name" + n + " " + (byte) n + " " + n / 2.0 + " [" + n + "] " + n + " " + n / 4f + " " + (n % 2 != 0) + " " + (int) (char) -n
            + " " + (short) -n + " link" + n;
    }
    static final String ZERO = "0L null 0 0.0 null 0 0.0 false 0 0 null";

    static void garbage() {
        Object[] kept = new Object[100];
        for (int i = 0; i < 400000; i++) kept[i % 100] = new byte[100];
    }

    /** `a` and `b` are named by this frame. */
    static void held(Thing_0[] all, Thing_0 a, SubThing_0 b) throws Throwable {
        int hash = a.hashCode();
        is("put", put(Thing_0.class, 1, Reader_0.class, 1), 0);
        long grown = size0(all[4]), grownSub = size0(all[6]);
        is("grown", grown > 24, true);
        is("shorts", shorts() >= 2, true);
        is("short", size0(a) < grown, true);
        is("short", size0(b) <= grownSub, true);
        is("new", size0(new Thing_0()), grown);
        is("hash", a.hashCode(), hash);
        old(all);
        for (Thing_0 t : all) is("zero", Reader_0.all(t), ZERO);
        Thing_0[] some = { a, b, all[4], all[6], new Thing_0() };
        for (int i = 0; i < 600; i++) {
            for (int k = 0; k < some.length; k++) Reader_0.put(some[k], i + k);
            if (i % 200 == 100) System.gc();
            for (int k = 0; k < some.length; k++) is("all", Reader_0.all(some[k]), wanted(i + k));
        }
        garbage();
        for (int k = 0; k < some.length; k++) is("all", Reader_0.all(some[k]), wanted(599 + k));
        Thing_0 copy = a.copy();
        is("copy", Reader_0.all(copy) + copy.text, wanted(599) + "text1");
        is("copy", size0(copy), grown);
        hot("copy", () -> Reader_0.all(a.copy()), wanted(599));
        library(a, 599);
        library(b, 600);
        /* more, while they are short */
        is("more", put(Thing_0.class, 2, Reader_0.class, 2), 0);
        is("grown", size0(all[4]) > grown, true);
        is("short", size0(a) < grown, true);
        for (int k = 0; k < some.length; k++) {
            Thing_0 t = some[k];
            int n = k;
            hot("more", () -> Reader_0.all(t), "0 null " + (599 + n) + "L name" + (599 + n));
            Reader_0.put(t, n);
            System.gc();
            hot("more", () -> Reader_0.all(t), n + " more" + n + " " + (599 + n) + "L name" + (599 + n));
        }
        is("back", put(Thing_0.class, 0), 0);
        is("gone", of(() -> Reader_0.all(a)), "NoSuchFieldError");
        is("again", put(Thing_0.class, 1, Reader_0.class, 1), 0);
        for (Thing_0 t : some) is("zero", Reader_0.all(t), ZERO);
        for (Thing_0 t : all) {
            is("zero", Reader_0.all(t), ZERO);
            Reader_0.put(t, t.number);
        }
        old(all);
    }

    /** Other ways to the fields. */
    static void library(Thing_0 t, int n) throws Throwable {
        Class<?> c = Thing_0.class;
        MethodHandles.Lookup l = MethodHandles.lookup();
        VarHandle wide = l.findVarHandle(c, "wide", long.class), name = l.findVarHandle(c, "name", String.class);
        VarHandle small = l.findVarHandle(c, "small", byte.class), count = l.findVarHandle(c, "count", int.class);
        MethodHandle real = l.findGetter(c, "real", double.class);
        Field array = c.getDeclaredField("array"), countR = c.getDeclaredField("count");
        var counts = AtomicIntegerFieldUpdater.newUpdater(Thing_0.class, "count");
        for (int i = 0; i < 300; i++) {
            is("wide", wide.getAndAdd(t, 1L), (long) n + i);
            is("name", (String) name.get(t), "name" + n);
            is("name", name.compareAndSet(t, (String) name.getVolatile(t), "name" + n), true);
            is("small", small.compareAndExchange(t, (byte) n, (byte) n), (byte) n);
            is("count", (int) count.getVolatile(t) + counts.getAndIncrement(t), 2 * (n + i));
            is("real", (double) real.invokeExact(t), n / 2.0);
            is("array", ((int[]) array.get(t))[0], n);
            array.set(t, new int[] { n });
            is("count", countR.getInt(t) + get0(t, c, "count"), 2 * (n + i + 1));
        }
        set0(t, c, "count", n);
        wide.set(t, (long) n);
        is("all", Reader_0.all(t), wanted(n));
    }

    static void letGo(Thing_0[] all) {
        for (int i = 0; i < 20 && (size0(all[1]) != size0(all[4]) || size0(all[3]) != size0(all[6])); i++) System.gc();
        is("shorts", shorts(), 0);
        is("grown", size0(all[1]), size0(all[4]));
        is("grown", size0(all[3]), size0(all[6]));
        for (Thing_0 t : all) is("all", Reader_0.all(t), wanted(t.number));
        hot("all", () -> Reader_0.all(all[1]) + Reader_0.all(all[3]), wanted(1) + wanted(3));
        old(all);
    }

    /** Threads that wait for monitors of instances, and native code in a critical section. */
    static void waiting() throws Throwable {
        Waited_0[] all = new Waited_0[20];
        Thread[] threads = new Thread[all.length];
        CountDownLatch ready = new CountDownLatch(all.length);
        for (int i = 0; i < all.length; i++) {
            Waited_0 w = all[i] = new Waited_0();
            w.number = i;
            (threads[i] = new Thread(() -> w.await(ready))).start();
        }
        ready.await();
        int[] array = new int[10];
        enter0(array);
        is("waited", put(Waited_0.class, 1), 0);
        leave0(array);
        for (int i = 0; i < all.length; i++) {
            is("number", all[i].number + all[i].added(), i);
            all[i].add(i);
        }
        garbage();
        for (int i = 0; i < all.length; i++) {
            synchronized (all[i]) {
                all[i].go = true;
                all[i].notifyAll();
            }
            threads[i].join();
            is("number", all[i].number + all[i].added(), 2 * i);
        }
    }

    /** Objects that the VM treats in its own way. */
    static void kinds() throws Throwable {
        String kept = new String("kept");
        OwnLoader_0 loader = new OwnLoader_0();
        OwnReference_0 reference = new OwnReference_0(kept);
        OwnError_0 error = new OwnError_0();
        OwnThread_0 thread = new OwnThread_0();
        OwnMap_0 map = new OwnMap_0();
        Object[] all = { loader, reference, error, thread, map };
        map.put("key", "value");
        thread.start();
        is("kinds", put(OwnLoader_0.class, 1, OwnReference_0.class, 1, OwnError_0.class, 1, OwnThread_0.class, 1, OwnMap_0.class, 1), 0);
        for (int i = 0; i < 3; i++) {
            for (Object o : all) {
                Field f = o.getClass().getDeclaredField("added");
                is("added", f.getInt(o), i);
                f.setInt(o, i + 1);
                synchronized (o) {
                    is("holds", Thread.holdsLock(o), true);
                }
            }
            is("loaded", loader.loadClass("FieldsGrow") == FieldsGrow.class, true);
            is("kept", reference.get() == kept, true);
            is("trace", error.getStackTrace()[0].getMethodName(), "kinds");
            is("value", map.get("key"), "value");
            System.gc();
        }
        thread.done = true;
        thread.join();
    }

    static void tooMuch() throws Throwable {
        Heavy_0[] all = new Heavy_0[3000000];
        for (int i = 0; i < all.length; i++) (all[i] = new Heavy_0()).number = i;
        is("no memory", put(Heavy_0.class, 1), NO_MEMORY);
        for (int i = 0; i < all.length; i++)
            if (all[i].number != i) is("number", all[i].number, i);
        is("fields", Heavy_0.class.getDeclaredFields().length, 1);
        is("refused", report0().contains("Heavy_0: no memory for instances of 1 classes to grow"), true);
        for (int i = 0; i < all.length; i++)
            if (i % 15 != 0) all[i] = null;
        is("memory", put(Heavy_0.class, 1), 0);
        for (int i = 0; i < all.length; i += 15)
            if (all[i].number != i || all[i].sum() != i) is("number", all[i].sum(), i);
    }

    /** Threads make, copy and use objects while these grow again and again. */
    static volatile boolean ended;
    static void threads() throws Throwable {
        Thread[] threads = new Thread[3];
        ConcurrentLinkedQueue<String> bad = new ConcurrentLinkedQueue<>();
        for (int k = 0; k < threads.length; k++) {
            int start = k;
            (threads[k] = new Thread(() -> {
                Busy_0[] mine = new Busy_0[200];
                for (int i = start; !ended; i++) {
                    Busy_0 b = mine[i % 200];
                    if (b != null && (b.number != b.twice / 2 || !b.text.equals("" + b.number))) bad.add(b.number + " " + b.twice + b.text);
                    b = new Busy_0();
                    b.number = i;
                    b.twice = 2 * i;
                    b.text = "" + i;
                    mine[i % 200] = i % 2 == 0 ? b : b.copy();
                }
            })).start();
        }
        for (int i = 1; i <= 9; i++) is("busy", put(Busy_0.class, i), 0); // each has one more
        for (int i = 8; i >= 0; i--) is("busy", put(Busy_0.class, i), 0);
        ended = true;
        for (Thread t : threads) t.join();
        is("bad", bad.peek(), null);
    }

    public static void main(String[] args) throws Throwable {
        Thing_0[] all = make(3000);
        System.gc();
        held(all, all[1], (SubThing_0) all[3]);
        letGo(all);
        waiting();
        kinds();
        threads();
        tooMuch();
        System.out.println(failed == 0 ? "PASS" : "FAIL");
    }
}
