// argus-only: HotSpot does not report accesses through reflection, method handles, VarHandles and Unsafe
import java.io.*;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.util.concurrent.atomic.*;

/** Watches on every field of Target; each way to reach one must report what it reads and writes, and in the place where it happens. */
public class FieldWatchReach {
    static native void watch(Class<?> c, String name, String sig, boolean isStatic, boolean on);
    /** What was reported since the last call: "r z", "w i=5", … */
    static native String events();
    static native void viaJni(Object o, Class<?> c, boolean write);

    static class Base { boolean z; byte b; short s; char c; int i; long j; float f; double d; Object o; volatile int v; volatile long vl; volatile Object vo; }
    static class Target extends Base {
        static boolean sz;
        static byte sb;
        static short ss;
        static char sc;
        static int si;
        static long sj;
        static float sf;
        static double sd;
        static Object so;
        byte b2, b3;
    }
    static class Later extends Target { int own; }
    static class Other { boolean z; byte b; int i; Object o; static int si; }
    static class Saved implements Serializable { int i = 3; }

    static int failures;
    static void expect(String what, String wanted) {
        String got = events();
        if (got.equals(wanted)) return;
        failures++;
        System.out.println(what + ": wanted [" + wanted + "] got [" + got + "]");
    }
    static final String[] NAMES = { "z", "b", "s", "c", "i", "j", "f", "d", "o" };
    static final Object[] VALUES = { true, (byte) -3, (short) -300, 'q', -70000, 1L << 40, 2.5f, -3.25, "text" };
    static final String[] SHOWN = { "1", "-3", "-300", "113", "-70000", "1099511627776", "2.5", "-3.25", "text" };

    static void all(boolean on) {
        for (Field f : Base.class.getDeclaredFields()) watch(Base.class, f.getName(), f.getType().descriptorString(), false, on);
        for (Field f : Target.class.getDeclaredFields())
            watch(Target.class, f.getName(), f.getType().descriptorString(), (f.getModifiers() & 8) != 0, on);
        watch(Saved.class, "i", "I", false, on);
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup l = MethodHandles.lookup();
        Target t = new Target();
        VarHandle warm = l.findVarHandle(Other.class, "i", int.class); /* what initializes once */
        warm.getAndAdd(new Other(), 1);
        all(true);
        for (int round = 0; round < 3; round++) { /* reflection makes other accessors with time, handles are compiled */
            reflection(t);
            methodHandles(l, t);
            varHandles(l, t);
            compare(l, t);
            updaters(t);
            unsafe(t);
        }
        viaJni(t, Target.class, false);
        expect("JNI get", "r i r so");
        viaJni(t, Target.class, true);
        expect("JNI set", "w i=8 w so=null");
        inheritance(l);
        serialization();
        place(l, t);
        others(l);
        all(false);
        reflectionQuiet(t);
        hot(t);
        System.out.println(failures == 0 ? "PASS" : "FAIL");
    }

    static void reflection(Target t) throws Exception {
        for (int k = 0; k < NAMES.length; k++) {
            Field f = Base.class.getDeclaredField(NAMES[k]), s = Target.class.getDeclaredField("s" + NAMES[k]);
            f.set(t, VALUES[k]);
            expect("Field.set " + NAMES[k], "w " + NAMES[k] + "=" + SHOWN[k]);
            if (!f.get(t).equals(VALUES[k])) failures++;
            expect("Field.get " + NAMES[k], "r " + NAMES[k]);
            s.set(null, VALUES[k]);
            expect("static Field.set " + NAMES[k], "w s" + NAMES[k] + "=" + SHOWN[k]);
            if (!s.get(null).equals(VALUES[k])) failures++;
            expect("static Field.get " + NAMES[k], "r s" + NAMES[k]);
        }
        Field v = Base.class.getDeclaredField("v");
        v.setInt(t, 4);
        expect("volatile setInt", "w v=4");
        v.getInt(t);
        expect("volatile getInt", "r v");
    }

    static void methodHandles(MethodHandles.Lookup l, Target t) throws Throwable {
        for (int k = 0; k < NAMES.length; k++) {
            Class<?> type = Base.class.getDeclaredField(NAMES[k]).getType();
            l.findSetter(Base.class, NAMES[k], type).invoke((Base) t, VALUES[k]);
            expect("setter " + NAMES[k], "w " + NAMES[k] + "=" + SHOWN[k]);
            Object got = l.findGetter(Base.class, NAMES[k], type).invoke((Base) t);
            if (!got.equals(VALUES[k])) failures++;
            expect("getter " + NAMES[k], "r " + NAMES[k]);
            l.findStaticSetter(Target.class, "s" + NAMES[k], type).invoke(VALUES[k]);
            expect("static setter " + NAMES[k], "w s" + NAMES[k] + "=" + SHOWN[k]);
            l.findStaticGetter(Target.class, "s" + NAMES[k], type).invoke();
            expect("static getter " + NAMES[k], "r s" + NAMES[k]);
        }
    }

    static void varHandles(MethodHandles.Lookup l, Target t) throws Throwable {
        for (int k = 0; k < NAMES.length; k++) {
            Class<?> type = Base.class.getDeclaredField(NAMES[k]).getType();
            VarHandle h = l.findVarHandle(Base.class, NAMES[k], type), s = l.findStaticVarHandle(Target.class, "s" + NAMES[k], type);
            for (VarHandle.AccessMode m : VarHandle.AccessMode.values()) {
                if (!h.isAccessModeSupported(m)) continue;
                String set = "w " + NAMES[k] + "=" + SHOWN[k];
                switch (m) {
                    case GET: case GET_VOLATILE: case GET_ACQUIRE: case GET_OPAQUE:
                        call(h, m, t);
                        expect(m + " " + NAMES[k], "r " + NAMES[k]);
                        call(s, m, null);
                        expect("static " + m + " " + NAMES[k], "r s" + NAMES[k]);
                        break;
                    case SET: case SET_VOLATILE: case SET_RELEASE: case SET_OPAQUE:
                        call(h, m, t, VALUES[k]);
                        expect(m + " " + NAMES[k], set);
                        call(s, m, null, VALUES[k]);
                        expect("static " + m + " " + NAMES[k], "w s" + NAMES[k] + "=" + SHOWN[k]);
                        break;
                    case GET_AND_SET: case GET_AND_SET_ACQUIRE: case GET_AND_SET_RELEASE:
                        call(h, m, t, VALUES[k]);
                        has(m + " " + NAMES[k], "r " + NAMES[k], set);
                        call(s, m, null, VALUES[k]);
                        has("static " + m + " " + NAMES[k], "r s" + NAMES[k], "w s" + NAMES[k] + "=" + SHOWN[k]);
                        break;
                    case COMPARE_AND_SET: case COMPARE_AND_EXCHANGE: case COMPARE_AND_EXCHANGE_ACQUIRE: case COMPARE_AND_EXCHANGE_RELEASE:
                    case WEAK_COMPARE_AND_SET: case WEAK_COMPARE_AND_SET_ACQUIRE: case WEAK_COMPARE_AND_SET_PLAIN: case WEAK_COMPARE_AND_SET_RELEASE:
                        call(h, m, t, VALUES[k], VALUES[k]); /* it holds this value */
                        expect(m + " " + NAMES[k], "r " + NAMES[k] + " " + set);
                        call(s, m, null, VALUES[k], VALUES[k]);
                        expect("static " + m + " " + NAMES[k], "r s" + NAMES[k] + " w s" + NAMES[k] + "=" + SHOWN[k]);
                        break;
                    default: /* getAndAdd, getAndBitwise…: numbers and booleans */
                        call(h, m, t, VALUES[k]);
                        has(m + " " + NAMES[k], "r " + NAMES[k], "w " + NAMES[k] + "=");
                        h.set((Base) t, VALUES[k]);
                        events();
                }
            }
        }
    }
    static void has(String what, String first, String last) {
        String got = events();
        int w = got.indexOf("w ");
        boolean ok = got.startsWith(first) && w > 0 && got.substring(w).startsWith(last) && got.indexOf("w ", w + 1) < 0;
        if (!ok) {
            failures++;
            System.out.println(what + ": wanted [" + first + " … " + last + "] got [" + got + "]");
        }
    }
    static void call(VarHandle h, VarHandle.AccessMode m, Object base, Object... rest) throws Throwable {
        Object[] a = new Object[rest.length + (base != null ? 1 : 0)];
        if (base != null) a[0] = base;
        System.arraycopy(rest, 0, a, a.length - rest.length, rest.length);
        h.toMethodHandle(m).invokeWithArguments(a);
    }

    /** A comparison that fails writes nothing; neighbours in the same word stay quiet. */
    static void compare(MethodHandles.Lookup l, Target t) throws Throwable {
        VarHandle i = l.findVarHandle(Base.class, "i", int.class), b2 = l.findVarHandle(Target.class, "b2", byte.class);
        VarHandle o = l.findVarHandle(Base.class, "o", Object.class), j = l.findVarHandle(Base.class, "j", long.class);
        i.compareAndSet((Base) t, 12345, 1);
        expect("failing compareAndSet", "r i");
        j.compareAndSet((Base) t, 12345L, 1L);
        expect("failing compareAndSet of a long", "r j");
        o.compareAndSet((Base) t, (Object) "other", (Object) "new");
        expect("failing compareAndSet of a reference", "r o");
        b2.compareAndSet(t, (byte) 9, (byte) 1);
        expect("failing compareAndSet of a byte", "r b2");
        byte had = t.b2;
        events();
        b2.compareAndSet(t, had, (byte) 7);
        expect("compareAndSet of a byte", "r b2 w b2=7");
        b2.compareAndSet(t, (byte) 7, (byte) 7);
        expect("compareAndSet of a byte to the same", "r b2 w b2=7");
        t.b2 = 0;
        expect("putfield", "w b2=0");
    }

    static final AtomicIntegerFieldUpdater<Base> V = AtomicIntegerFieldUpdater.newUpdater(Base.class, "v");
    static final AtomicLongFieldUpdater<Base> VL = AtomicLongFieldUpdater.newUpdater(Base.class, "vl");
    static final AtomicReferenceFieldUpdater<Base, Object> VO = AtomicReferenceFieldUpdater.newUpdater(Base.class, Object.class, "vo");
    static void updaters(Target t) {
        V.set(t, 6);
        expect("updater set", "w v=6");
        V.get(t);
        expect("updater get", "r v");
        V.incrementAndGet(t);
        has("updater increment", "r v", "w v=7");
        VL.compareAndSet(t, VL.get(t), 99);
        has("updater compareAndSet", "r vl", "w vl=99");
        VO.set(t, "x");
        expect("reference updater", "w vo=x");
        VO.getAndSet(t, "y");
        has("reference updater getAndSet", "r vo", "w vo=y");
    }

    @SuppressWarnings("removal") static void unsafe(Target t) throws Exception {
        Field uf = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
        uf.setAccessible(true);
        sun.misc.Unsafe u = (sun.misc.Unsafe) uf.get(null);
        Field fi = Base.class.getDeclaredField("i"), fs = Target.class.getDeclaredField("so");
        long at = u.objectFieldOffset(fi);
        u.putInt(t, at, 77);
        expect("Unsafe.putInt", "w i=77");
        u.getInt(t, at);
        expect("Unsafe.getInt", "r i");
        u.putByte(t, at, (byte) 78);
        expect("Unsafe.putByte into an int", "w i=78");
        u.getAndAddInt(t, at, 1);
        has("Unsafe.getAndAddInt", "r i", "w i=79");
        u.putOrderedInt(t, at, 80);
        expect("Unsafe.putOrderedInt", "w i=80");
        u.putObject(u.staticFieldBase(fs), u.staticFieldOffset(fs), "static");
        expect("Unsafe.putObject, static", "w so=static");
        u.getObjectVolatile(u.staticFieldBase(fs), u.staticFieldOffset(fs));
        expect("Unsafe.getObjectVolatile, static", "r so");
        long raw = u.allocateMemory(8);
        u.putLong(raw, 5);
        u.getLong(raw);
        u.freeMemory(raw);
        u.putInt(new int[4], (long) u.arrayBaseOffset(int[].class), 3);
        expect("memory that is no field", "");
    }

    /** A class that is loaded while its superclass is watched. */
    static void inheritance(MethodHandles.Lookup l) throws Throwable {
        Later x = new Later();
        events();
        l.findVarHandle(Later.class, "i", int.class).set(x, 1);
        expect("class loaded later", "w i=1");
        l.findVarHandle(Later.class, "own", int.class).set(x, 1);
        expect("its own field", "");
    }

    static void serialization() throws Exception {
        Saved s = new Saved();
        events();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new ObjectOutputStream(out).writeObject(s);
        expect("writeObject", "r i");
        new ObjectInputStream(new ByteArrayInputStream(out.toByteArray())).readObject();
        expect("readObject", "w i=3");
    }

    static native String lastPlace();
    /** The frame on top is the place: the native method below which nothing else runs, with the stack of the program below it. */
    static void place(MethodHandles.Lookup l, Target t) throws Throwable {
        VarHandle h = l.findVarHandle(Base.class, "i", int.class);
        h.set((Base) t, 5);
        events();
        String p = lastPlace();
        if (!p.equals("jdk.internal.misc.Unsafe.putInt 0 agrees, called below place")) {
            failures++;
            System.out.println("place: " + p);
        }
        t.i = 6;
        events();
        p = lastPlace();
        if (!p.startsWith("FieldWatchReach.place ") || !p.endsWith(" agrees, called below place")) {
            failures++;
            System.out.println("place: " + p);
        }
    }

    static void others(MethodHandles.Lookup l) throws Throwable {
        Other o = new Other();
        l.findVarHandle(Other.class, "i", int.class).set(o, 1);
        l.findVarHandle(Other.class, "o", Object.class).set(o, (Object) "x");
        l.findStaticVarHandle(Other.class, "si", int.class).set(1);
        Other.class.getDeclaredField("z").setBoolean(o, true);
        expect("classes without watches", "");
    }
    static final VarHandle I;
    static final sun.misc.Unsafe U;
    static final long AT;
    static {
        try {
            I = MethodHandles.lookup().findVarHandle(Base.class, "i", int.class);
            Field f = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
            f.setAccessible(true);
            U = (sun.misc.Unsafe) f.get(null);
            AT = U.objectFieldOffset(Base.class.getDeclaredField("i"));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
    /** Accesses by offset that a compiler may make accesses of the field, in loops that it may take them out of. */
    static int handle(Base b, int n) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum += (int) I.get(b);
        for (int k = 0; k < n; k++) I.setRelease(b, k);
        return sum;
    }
    @SuppressWarnings("removal") static int address(Base b, int n) {
        int sum = 0;
        for (int k = 0; k < n; k++) sum += U.getInt(b, AT);
        for (int k = 0; k < n; k++) U.putInt(b, AT, k);
        return sum;
    }
    static void hot(Target t) {
        String reads = "r i r i r i", writes = " w i=0 w i=1 w i=2";
        for (int round = 0; round < 3; round++) {
            for (int k = 0; k < 20_000; k++) handle(t, 3);
            for (int k = 0; k < 20_000; k++) address(t, 3);
            expect("hot and not watched", "");
            watch(Base.class, "i", "I", false, true);
            handle(t, 3);
            expect("hot handle", reads + writes);
            address(t, 3);
            expect("hot Unsafe", reads + writes);
            watch(Base.class, "i", "I", false, false);
        }
    }
    static void reflectionQuiet(Target t) throws Exception {
        Base.class.getDeclaredField("i").setInt(t, 3);
        Target.class.getDeclaredField("si").setInt(null, 3);
        V.incrementAndGet(t);
        expect("after the watches were cleared", "");
    }
}
