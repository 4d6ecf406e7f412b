import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.lang.reflect.*;
import java.util.*;
import java.util.concurrent.atomic.*;
import java.util.function.*;

/**
 * Every way to store a reference into an object that has seen a collection, of something that has not. Afterwards a young and a full collection
 * run, and what was stored has to be there. With -XX:+VerifyHeap Argus ends if a store was not told to the heap.
 */
public class StoreBarrier {
    static native void setField(Object holder, Object value);
    static native void setVolatileField(Object holder, Object value);
    static native void setStatic(Class<?> holder, Object value);
    static native void setElement(Object[] holder, int index, Object value);

    static class Holder implements Cloneable {
        Object at;
        volatile Object volatileAt;
        Object clone2() throws CloneNotSupportedException { return clone(); }
    }
    static class Finalized extends Holder {
        @SuppressWarnings("deprecation") @Override protected void finalize() { }
    }
    static final class Kept implements Serializable {
        final Object at;
        Kept(Object at) { this.at = at; }
    }
    static class S1 { static Object at; }
    static class S2 { static Object at; }
    static class S3 { static Object at; }
    static class S4 { static volatile Object at; }
    static class S5 { static Object at; }

    interface Store { void store(Object value) throws Throwable; }
    record Case(String name, Store store, Supplier<Object> load) { }
    static final List<Case> cases = new ArrayList<>();

    static void field(String name, BiConsumerT<Holder, Object> how) {
        Holder h = new Holder();
        cases.add(new Case(name, v -> how.accept(h, v), () -> h.at != null ? h.at : h.volatileAt));
    }
    static void element(String name, int length, int index, BiConsumerT<Object[], Object> how) {
        Object[] a = new Object[length];
        cases.add(new Case(name + " of " + length, v -> how.accept(a, v), () -> a[index]));
    }
    interface BiConsumerT<A, B> { void accept(A a, B b) throws Throwable; }

    static sun.misc.Unsafe unsafe() throws Exception {
        Field f = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
        f.setAccessible(true);
        return (sun.misc.Unsafe) f.get(null);
    }

    @SuppressWarnings({ "removal", "deprecation" })
    static void fields() throws Exception {
        MethodHandles.Lookup l = MethodHandles.lookup();
        sun.misc.Unsafe u = unsafe();
        Field at = Holder.class.getDeclaredField("at"), vol = Holder.class.getDeclaredField("volatileAt");
        long off = u.objectFieldOffset(at), voff = u.objectFieldOffset(vol);
        VarHandle vh = l.findVarHandle(Holder.class, "at", Object.class), vvh = l.findVarHandle(Holder.class, "volatileAt", Object.class);
        MethodHandle setter = l.findSetter(Holder.class, "at", Object.class);
        AtomicReferenceFieldUpdater<Holder, Object> updater = AtomicReferenceFieldUpdater.newUpdater(Holder.class, Object.class, "volatileAt");
        field("putfield", (h, v) -> h.at = v);
        field("putfield volatile", (h, v) -> h.volatileAt = v);
        field("Field.set", at::set);
        field("Field.set volatile", vol::set);
        field("Unsafe.putObject", (h, v) -> u.putObject(h, off, v));
        field("Unsafe.putObjectVolatile", (h, v) -> u.putObjectVolatile(h, voff, v));
        field("Unsafe.putOrderedObject", (h, v) -> u.putOrderedObject(h, off, v));
        field("Unsafe.compareAndSwapObject", (h, v) -> u.compareAndSwapObject(h, off, null, v));
        field("Unsafe.getAndSetObject", (h, v) -> u.getAndSetObject(h, off, v));
        field("VarHandle.set", (h, v) -> vh.set(h, v));
        field("VarHandle.setOpaque", (h, v) -> vh.setOpaque(h, v));
        field("VarHandle.setRelease", (h, v) -> vh.setRelease(h, v));
        field("VarHandle.setVolatile", (h, v) -> vvh.setVolatile(h, v));
        field("VarHandle.compareAndSet", (h, v) -> vh.compareAndSet(h, (Object) null, v));
        field("VarHandle.compareAndExchange", (h, v) -> vh.compareAndExchange(h, (Object) null, v));
        field("VarHandle.weakCompareAndSet", (h, v) -> { while (!vh.weakCompareAndSet(h, h.at, v)); });
        field("VarHandle.getAndSet", (h, v) -> vh.getAndSet(h, v));
        field("setter", (h, v) -> setter.invoke(h, v));
        field("AtomicReferenceFieldUpdater", updater::set);
        field("AtomicReferenceFieldUpdater.lazySet", updater::lazySet);
        field("AtomicReferenceFieldUpdater.compareAndSet", (h, v) -> updater.compareAndSet(h, null, v));
        field("JNI SetObjectField", StoreBarrier::setField);
        field("JNI SetObjectField volatile", StoreBarrier::setVolatileField);
    }

    static void statics() throws Exception {
        Field s2 = S2.class.getDeclaredField("at");
        VarHandle s3 = MethodHandles.lookup().findStaticVarHandle(S3.class, "at", Object.class);
        MethodHandle s5 = MethodHandles.lookup().findStaticSetter(S5.class, "at", Object.class);
        Class<?> jni = S4.class;
        cases.add(new Case("putstatic", v -> S1.at = v, () -> S1.at));
        cases.add(new Case("Field.set static", v -> s2.set(null, v), () -> S2.at));
        cases.add(new Case("VarHandle.set static", v -> s3.set(v), () -> S3.at));
        cases.add(new Case("JNI SetStaticObjectField", v -> setStatic(jni, v), () -> S4.at));
        cases.add(new Case("static setter", v -> s5.invoke(v), () -> S5.at));
    }

    static void elements(int n) throws Exception {
        VarHandle vh = MethodHandles.arrayElementVarHandle(Object[].class);
        MethodHandle setter = MethodHandles.arrayElementSetter(Object[].class);
        sun.misc.Unsafe u = unsafe();
        long base = u.arrayBaseOffset(Object[].class), scale = u.arrayIndexScale(Object[].class);
        int k = n / 2;
        element("aastore", n, k, (a, v) -> a[k] = v);
        element("aastore first", n, 0, (a, v) -> a[0] = v);
        element("aastore last", n, n - 1, (a, v) -> a[n - 1] = v);
        element("Array.set", n, k, (a, v) -> Array.set(a, k, v));
        element("Unsafe.putObject", n, k, (a, v) -> u.putObject(a, base + k * scale, v));
        element("VarHandle.set", n, k, (a, v) -> vh.set(a, k, v));
        element("VarHandle.compareAndSet", n, k, (a, v) -> vh.compareAndSet(a, k, (Object) null, v));
        element("VarHandle.getAndSet", n, k, (a, v) -> vh.getAndSet(a, k, v));
        element("array setter", n, k, (a, v) -> setter.invoke(a, k, v));
        element("Arrays.fill", n, k, (a, v) -> Arrays.fill(a, v));
        element("arraycopy", n, k, (a, v) -> System.arraycopy(new Object[] { v }, 0, a, k, 1));
        element("arraycopy to the end", n, n - 1, (a, v) -> System.arraycopy(new Object[] { null, v }, 0, a, n - 2, 2));
        element("arraycopy of a checked array", n, k, (a, v) -> System.arraycopy(new Integer[] { (Integer) v }, 0, a, k, 1));
        element("arraycopy within", n, k, (a, v) -> { a[0] = v; System.arraycopy(a, 0, a, k, 1); });
        element("JNI SetObjectArrayElement", n, k, (a, v) -> setElement(a, k, v));
        Integer[] typed = new Integer[n];
        cases.add(new Case("arraycopy that checks of " + n, v -> System.arraycopy(new Object[] { v }, 0, typed, k, 1), () -> typed[k]));
        AtomicReferenceArray<Object> atomic = new AtomicReferenceArray<>(n);
        cases.add(new Case("AtomicReferenceArray of " + n, v -> atomic.set(k, v), () -> atomic.get(k)));
        Object[] emptied = new Object[n];
        emptied[k] = "to go";
        cases.add(new Case("NULL of " + n, v -> emptied[k] = null, () -> emptied[k] == null ? 4711 : "still there"));
    }

    static void others() throws Exception {
        AtomicReference<Object> atomic = new AtomicReference<>();
        cases.add(new Case("AtomicReference", atomic::set, atomic::get));
        Holder[] clones = new Holder[2];
        cases.add(new Case("clone", v -> { Holder h = new Holder(); h.at = v; clones[0] = (Holder) h.clone2(); }, () -> clones[0].at));
        cases.add(new Case("clone of a finalizable", v -> { Finalized h = new Finalized(); h.at = v; clones[1] = (Holder) h.clone2(); }, () -> clones[1].at));
        Object[][] copies = new Object[1][];
        cases.add(new Case("clone of an array", v -> copies[0] = new Object[] { v }.clone(), () -> copies[0][0]));
        Object[] read = new Object[1];
        cases.add(new Case("deserialization", v -> read[0] = serialized(new Kept(v)), () -> ((Kept) read[0]).at));
        MutableCallSite mutable = new MutableCallSite(MethodType.methodType(Object.class));
        cases.add(new Case("MutableCallSite", v -> mutable.setTarget(MethodHandles.constant(Object.class, v)), () -> call(mutable)));
        VolatileCallSite volatileSite = new VolatileCallSite(MethodType.methodType(Object.class));
        cases.add(new Case("VolatileCallSite", v -> volatileSite.setTarget(MethodHandles.constant(Object.class, v)), () -> call(volatileSite)));
        Throwable thrown = new Throwable();
        cases.add(new Case("Throwable.initCause", v -> thrown.initCause(new Throwable(v.toString())), () -> Integer.valueOf(thrown.getCause().getMessage())));
        Throwable traced = new Throwable();
        cases.add(new Case("fillInStackTrace", v -> refill(traced), () -> traced.getStackTrace()[0].getMethodName().equals("refill") ? 4711 : "other"));
        Class<?>[] late = { Late.class };
        cases.add(new Case("class initialization", v -> Late.touch(), () -> Late.made.equals("late") && late[0].getName().endsWith("Late") ? 4711 : "other"));
        WeakReference<Object> weak = new WeakReference<>(read);
        cases.add(new Case("Reference.clear", v -> weak.clear(), () -> weak.get() == null ? 4711 : "not cleared"));
        ThreadLocal<Object> local = new ThreadLocal<>();
        cases.add(new Case("ThreadLocal", local::set, local::get));
        Map<String, Object> map = new HashMap<>();
        cases.add(new Case("HashMap", v -> map.put("x", v), () -> map.get("x")));
        Runnable[] lambda = new Runnable[1];
        Object[] out = new Object[1];
        cases.add(new Case("lambda", v -> lambda[0] = () -> out[0] = v, () -> { lambda[0].run(); return out[0]; }));
    }
    static class Late {
        static final String made;
        static Object at;
        static { made = new StringBuilder("la").append("te").toString(); }
        static void touch() { at = Late.class.getMethods(); }
    }
    static void refill(Throwable t) { t.fillInStackTrace(); }
    static Object call(CallSite s) {
        try {
            return (Object) s.getTarget().invokeExact();
        } catch (Throwable t) {
            return t;
        }
    }
    static Object serialized(Object o) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(o);
        }
        return new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    }

    static byte[] rubbish;
    static void young() {
        for (int i = 0; i < 100; i++) rubbish = new byte[1 << 20];
        for (int i = 0; i < 20000; i++) rubbish = new byte[100];
    }

    static void check(String when) {
        int wrong = 0;
        for (Case c : cases) {
            Object found = c.load.get();
            if (found instanceof Integer n && n == 4711) continue;
            System.out.println(c.name + " " + when + ": " + found);
            wrong++;
        }
        System.out.println(when + ": " + (cases.size() - wrong) + " of " + cases.size() + " right");
    }

    public static void main(String[] args) throws Throwable {
        System.load(args[0]);
        fields();
        statics();
        for (int n : new int[] { 10, 3000, 100_000 }) elements(n);
        others();
        System.gc();
        for (Case c : cases) c.store.store(Integer.valueOf(Integer.parseInt("4711")));
        young();
        check("after a young collection");
        System.gc();
        check("after a full collection");
        System.gc();
        for (Case c : cases)
            if (!c.name.startsWith("Throwable")) c.store.store(Integer.valueOf(Integer.parseInt("4711")));
        System.gc();
        check("after being stored again");
    }
}
