// argus-only: HotSpot refuses these redefinitions; the program itself says what is expected
// jvm: -XX:+AllowEnhancedClassRedefinition -Xbatch -XX:ArgusStencilThreshold=40 -XX:ArgusProfileEnough=200
// also: -XX:ArgusRedefinitionRoom=0
// also: -XX:-Generational
// also: -XX:+ArgusConcurrentMarking -XX:+GCStressConcurrent -XX:GCStress=3000 -XX:GCStressBackoff=40 -XX:+VerifyHeap
// also: -XX:GCStress=3000 -XX:GCStressBackoff=40 -XX:+GCStressMoving -XX:+VerifyHeap
// also: -Xint
// timeout: 120
import java.io.*;
import java.lang.invoke.*;
import java.lang.reflect.*;
import java.util.*;
import java.util.concurrent.atomic.*;

/**
 * Fields move because a superclass brings fields to their places. Objects of the library that have their offsets follow; a commit waits
 * while a thread is in one of their methods. A field whose offset Unsafe gave to a program does not move.
 */
public class KeptOffsets extends Redefining {
    static native String report0();
    static native void stop0(Class<?> c, String method, String desc, boolean on);
    static final int HIERARCHY = 66;
    public interface Under {
        String base();
    }
    public static Runnable between = () -> { };
    static Runnable reached = () -> { };
    static Thread armed;
    static void reached() {
        if (Thread.currentThread() != armed) return;
        armed = null;
        reached.run();
    }

    /** Defines copies of the classes, so that they can begin anew. */
    static class Copies extends ClassLoader {
        Copies() { super(KeptOffsets.class.getClassLoader()); }
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.endsWith("_0")) return super.loadClass(name, resolve);
            Class<?> c = findLoadedClass(name);
            if (c != null) return c;
            byte[] bytes = file(name);
            return defineClass(name, bytes, 0, bytes.length);
        }
    }
    static Object fresh(Class<?> c) throws ReflectiveOperationException {
        Constructor<?> n = c.getDeclaredConstructor();
        n.setAccessible(true);
        return n.newInstance();
    }

    /** A way to a field that keeps its offset. */
    interface Way {
        Object get(Object o) throws Throwable;
        void set(Object o, Object v) throws Throwable;
    }
    static Way way(VarHandle v) {
        return new Way() {
            public Object get(Object o) { return v.getVolatile(o); }
            public void set(Object o, Object x) { v.setVolatile(o, x); }
        };
    }
    static Way way(MethodHandle get, MethodHandle set) {
        return new Way() {
            public Object get(Object o) throws Throwable { return get.invoke(o); }
            public void set(Object o, Object x) throws Throwable { set.invoke(o, x); }
        };
    }
    static Way way(Field f) {
        f.setAccessible(true);
        return new Way() {
            public Object get(Object o) throws Throwable { return f.get(o); }
            public void set(Object o, Object x) throws Throwable { f.set(o, x); }
        };
    }
    @SuppressWarnings("unchecked")
    static Way way(Object updater) {
        return new Way() {
            public Object get(Object o) {
                if (updater instanceof AtomicIntegerFieldUpdater<?> u) return ((AtomicIntegerFieldUpdater<Object>) u).get(o);
                if (updater instanceof AtomicLongFieldUpdater<?> u) return ((AtomicLongFieldUpdater<Object>) u).get(o);
                return ((AtomicReferenceFieldUpdater<Object, Object>) updater).get(o);
            }
            public void set(Object o, Object x) {
                if (updater instanceof AtomicIntegerFieldUpdater<?> u) ((AtomicIntegerFieldUpdater<Object>) u).getAndSet(o, (int) x);
                else if (updater instanceof AtomicLongFieldUpdater<?> u) ((AtomicLongFieldUpdater<Object>) u).getAndSet(o, (long) x);
                else ((AtomicReferenceFieldUpdater<Object, Object>) updater).getAndSet(o, x);
            }
        };
    }

    static final String[] NAMES = { "a", "b", "c", "n", "l", "r", "s", "z" };
    static Object value(Class<?> type, int k) {
        return type == int.class ? (Object) k : type == long.class ? (Object) (k * 10_000_000_000L) : type == short.class ? (Object) (short) k
            : type == boolean.class ? (Object) (k % 2 == 0) : "text " + k;
    }

    static void ways() throws Throwable {
        Class<?> kept = new Copies().loadClass("Kept_0"), heir = Class.forName("KeptHeir_0", true, kept.getClassLoader());
        MethodHandles.Lookup l = MethodHandles.privateLookupIn(kept, MethodHandles.lookup());
        Map<String, List<Way>> all = new TreeMap<>();
        Map<String, Class<?>> types = new TreeMap<>();
        for (String name : NAMES) {
            Field f = kept.getDeclaredField(name);
            Class<?> t = f.getType();
            types.put(name, t);
            MethodHandle getter = l.findGetter(kept, name, t), setter = l.findSetter(kept, name, t);
            all.put(name, new ArrayList<>(List.of(way(l.findVarHandle(kept, name, t)), way(l.findVarHandle(heir, name, t)), way(getter, setter),
                way(l.unreflectGetter(f), l.unreflectSetter(f)), way(f), way(l.unreflectVarHandle(f)))));
        }
        Method updaters = kept.getDeclaredMethod("updaters");
        updaters.setAccessible(true);
        Object[] u = (Object[]) updaters.invoke(null);
        all.get("n").add(way(u[0]));
        all.get("l").add(way(u[1]));
        all.get("r").add(way(u[2]));
        Object o = fresh(heir), p = fresh(heir);
        for (int version = 0; version < 4; version++) {
            if (version > 0) {
                String before = o.toString(), other = p.toString();
                is("put " + version, put(kept, version), 0);
                is("values", o.toString(), before);
                is("values", p.toString(), other);
            }
            for (int k = 0; k < 60; k++)
                for (String name : NAMES)
                    for (Way w : all.get(name)) {
                        Object v = value(types.get(name), ++counted);
                        w.set(o, v);
                        for (Way again : all.get(name)) if (!v.equals(again.get(o))) is(name + " " + version, again.get(o), v);
                    }
            Field own = heir.getDeclaredField("own"), other = heir.getDeclaredField("other");
            own.setAccessible(true);
            other.setAccessible(true);
            own.set(o, version);
            other.set(o, "other " + version);
            String text = "";
            for (String name : NAMES) text += all.get(name).get(0).get(o) + " ";
            is("all", o.toString(), text + version + " other " + version);
            is("untouched", p.toString(), "0 0 null 0 0 null 0 false 0 null");
            if (version > 0) is("base", ((Under) o).base(), List.of("", "0 null", "null null null null null 0", "0 null null").get(version));
        }
    }
    static int counted;

    /* ---- threads in the middle of it ---- */

    interface Step { void run() throws Throwable; }
    static Thread often(AtomicBoolean end, Step s) {
        Thread t = new Thread(() -> {
            try {
                while (!end.get()) for (int i = 0; i < 50; i++) s.run();
            } catch (Throwable e) {
                synchronized (KeptOffsets.class) { is("thread", e.toString(), null); }
            }
        });
        t.start();
        return t;
    }
    @SuppressWarnings("unchecked")
    static void threads(int rounds) throws Throwable {
        for (int round = 0; round < rounds; round++) {
            Class<?> kept = new Copies().loadClass("Kept_0");
            MethodHandles.Lookup l = MethodHandles.privateLookupIn(kept, MethodHandles.lookup());
            VarHandle n = l.findVarHandle(kept, "n", int.class), r = l.findVarHandle(kept, "r", Object.class);
            Field b = kept.getDeclaredField("b"), c = kept.getDeclaredField("c");
            b.setAccessible(true);
            c.setAccessible(true);
            Method updaters = kept.getDeclaredMethod("updaters");
            updaters.setAccessible(true);
            var longs = (AtomicLongFieldUpdater<Object>) ((Object[]) updaters.invoke(null))[1];
            MethodHandle get = l.findGetter(kept, "a", int.class).asType(MethodType.methodType(int.class, Object.class));
            MethodHandle set = l.findSetter(kept, "a", int.class).asType(MethodType.methodType(void.class, Object.class, int.class));
            Object o = fresh(kept);
            AtomicBoolean end = new AtomicBoolean();
            int[] count = new int[5];
            List<Thread> all = List.of(
                often(end, () -> { int x = (int) n.getAndAdd(o, 1); count[0]++; }),
                often(end, () -> { longs.getAndIncrement(o); count[1]++; }),
                often(end, () -> { set.invokeExact(o, (int) get.invokeExact(o) + 1); count[2]++; }),
                often(end, () -> { b.setLong(o, b.getLong(o) + 1); count[3]++; }),
                often(end, () -> { r.setVolatile(o, count[4]); c.set(o, r.getVolatile(o)); count[4]++; }));
            for (int version = 1; version < 4; version++) {
                Thread.sleep(2);
                int answer = put(kept, version);
                if (answer != 0) is("put " + version + report0(), answer, 0);
            }
            end.set(true);
            for (Thread t : all) t.join();
            is("counts", o.toString(),
                count[2] + " " + count[3] + " " + (count[4] == 0 ? null : count[4] - 1) + " " + count[0] + " " + count[1] + " "
                    + (count[4] == 0 ? null : count[4] - 1) + " 0 false");
            is("base", ((Under) o).base(), "0 null null");
        }
    }

    static void stopped() throws Throwable {
        Class<?> unsafe = Class.forName("jdk.internal.misc.Unsafe"), kept = new Copies().loadClass("Kept_0");
        MethodHandles.Lookup l = MethodHandles.privateLookupIn(kept, MethodHandles.lookup());
        VarHandle n = l.findVarHandle(kept, "n", int.class);
        Object o = fresh(kept);
        n.getAndAdd(o, 1); // links it
        String where = "getAndAddInt", desc = "(Ljava/lang/Object;JI)I";
        /* the thread itself */
        int[] answer = new int[1];
        reached = () -> answer[0] = put(kept, 1);
        stop0(unsafe, where, desc, true);
        armed = Thread.currentThread();
        is("before", (int) n.getAndAdd(o, 1), 1);
        is("inside", answer[0], HIERARCHY);
        is("why", report0().contains("a thread stands in jdk/internal/misc/Unsafe.getAndAddInt"), true);
        is("after", (int) n.get(o), 2);
        /* another one, which does not go on; then it does */
        for (boolean goes : new boolean[] { false, true }) {
            AtomicBoolean stands = new AtomicBoolean(), go = new AtomicBoolean();
            reached = () -> {
                stands.set(true);
                while (!go.get()) Thread.yield();
            };
            Thread t = new Thread(() -> { n.getAndAdd(o, 1); });
            armed = t;
            t.start();
            while (!stands.get()) Thread.yield();
            Thread helper = new Thread(() -> {
                try {
                    Thread.sleep(20);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                go.set(true);
            });
            if (goes) helper.start();
            is("other " + goes, put(kept, 1), goes ? 0 : HIERARCHY);
            go.set(true);
            t.join();
            helper.join();
        }
        stop0(unsafe, where, desc, false);
        is("count", (int) n.get(o), 4);
        is("base", ((Under) o).base(), "0 null");
    }

    /* ---- streams ---- */

    static byte[] sent(Object... all) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            for (Object o : all) out.writeObject(o);
        }
        return bytes.toByteArray();
    }
    static ObjectInputStream receives(byte[] bytes, ClassLoader loader) throws IOException {
        return new ObjectInputStream(new ByteArrayInputStream(bytes)) {
            protected Class<?> resolveClass(ObjectStreamClass c) throws IOException, ClassNotFoundException {
                return c.getName().endsWith("_0") ? loader.loadClass(c.getName()) : super.resolveClass(c);
            }
        };
    }
    /** The class changes between the moment when a stream has its fields and the one when it uses them. */
    static void streams() throws Throwable {
        for (boolean writes : new boolean[] { true, false }) {
            Class<?> kept = new Copies().loadClass("Kept_0");
            Object[] all = new Object[4];
            for (int i = 0; i < all.length; i++) {
                all[i] = fresh(kept);
                for (String name : NAMES) {
                    Field f = kept.getDeclaredField(name);
                    f.setAccessible(true);
                    f.set(all[i], value(f.getType(), i + 1));
                }
            }
            String[] texts = new String[all.length];
            for (int i = 0; i < all.length; i++) texts[i] = all[i].toString();
            int[] version = { 0 };
            Runnable next = () -> {
                if (version[0] < 3) is("put", put(kept, ++version[0]), 0);
            };
            between = writes ? next : () -> { };
            byte[] bytes = sent(all);
            between = writes ? () -> { } : next;
            try (ObjectInputStream in = receives(bytes, kept.getClassLoader())) {
                for (String text : texts) is("stream " + writes, in.readObject().toString(), text);
            }
            between = () -> { };
            is("versions", version[0], 3);
        }
    }

    /* ---- deleted fields ---- */

    static void deleted() throws Throwable {
        for (int last = 2; last <= 3; last++) {
            Class<?> going = new Copies().loadClass("Going_0");
            MethodHandles.Lookup l = MethodHandles.privateLookupIn(going, MethodHandles.lookup());
            VarHandle handle = l.findVarHandle(going, "gone", Object.class);
            Object o = fresh(going);
            handle.set(o, "something" + last);
            byte[] bytes = sent(o);
            int version = last;
            between = () -> {
                is("delete", put(going, 1), 0);
                is("superclass", put(going, version), 0);
            };
            Object read;
            try (ObjectInputStream in = receives(bytes, going.getClassLoader())) {
                read = in.readObject(); // has the deleted field's offset
            }
            between = () -> { };
            System.gc();
            is("read", read.toString().replace("something3", "null"), last == 2 ? "0 0" : "0 null 0");
            is("old", o.toString(), last == 2 ? "0 0" : "0 null 0");
            is("handle", of(() -> handle.get(o)), "NullPointerException");
        }
        /* it comes back in the call that brings a number to its place: the collector knows its new one */
        Class<?> going = new Copies().loadClass("Going_0");
        Object[] all = new Object[100];
        for (int i = 0; i < all.length; i++) all[i] = fresh(going);
        is("delete", put(going, 1), 0);
        is("back", put(going, 3), 0);
        Field gone = going.getDeclaredField("gone");
        gone.setAccessible(true);
        for (int i = 0; i < all.length; i++) gone.set(all[i], "value " + i);
        for (int i = 0; i < 3; i++) {
            System.gc();
            Object[] others = new Object[10_000];
            for (int k = 0; k < others.length; k++) others[k] = "other " + k;
        }
        for (int i = 0; i < all.length; i++) is("back", all[i].toString(), "0 value " + i + " 0");
    }

    /* ---- outside ---- */

    @SuppressWarnings("deprecation")
    static void outside() throws Throwable {
        Field u = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
        u.setAccessible(true);
        sun.misc.Unsafe unsafe = (sun.misc.Unsafe) u.get(null);
        Class<?> c = new Copies().loadClass("Outside_0");
        long at = unsafe.objectFieldOffset(c.getDeclaredField("given"));
        Object o = fresh(c);
        unsafe.putInt(o, at, 5);
        is("outside", put(c, 1), HIERARCHY);
        is("why", report0().contains("field given lies where a superclass has one, and code outside the library has its offset"), true);
        is("value", unsafe.getInt(o, at), 5);
        /* the library had it before */
        c = new Copies().loadClass("Outside_0");
        Field given = c.getDeclaredField("given"), more = c.getDeclaredField("more");
        given.setAccessible(true);
        given.set(o = fresh(c), 6);
        more.setAccessible(true);
        more.set(o, 7);
        unsafe.objectFieldOffset(given);
        is("both", put(c, 1), HIERARCHY);
        is("values", given.get(o) + " " + more.get(o), "6 7");
        /* a deleted one: the program may still write a reference there */
        c = new Copies().loadClass("OutsideGone_0");
        unsafe.objectFieldOffset(c.getDeclaredField("given"));
        is("delete", put(c, 1), 0);
        is("deleted", put(c, 2), HIERARCHY);
    }

    public static void main(String[] args) throws Throwable {
        ways();
        threads(5);
        stopped();
        streams();
        deleted();
        outside();
        System.out.println(failed == 0 ? "PASS" : "FAIL");
    }
}
