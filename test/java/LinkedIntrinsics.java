import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Constant method handles of natives and of methods that compilers know, in hot code: with arguments that the short form takes and with
 * ones that it leaves to the method, which throws. Guards that change their answer after a long time, and records, whose equals, hashCode
 * and toString are trees of handles.
 */
public class LinkedIntrinsics {
    static final MethodHandles.Lookup L = MethodHandles.lookup();
    static final MethodHandle IS, ASSIGNABLE, CLASS_OF, HASH, COPY, ROOT, MOST, MODIFIERS, THREAD, HIGH, BITS, IDENTITY, EQUAL;
    static final MethodHandle GUARD, CLASS_GUARD;

    static MethodHandle of(Class<?> c, String name, Class<?> result, Class<?>... args) throws Exception {
        return L.findVirtual(c, name, MethodType.methodType(result, args));
    }

    static MethodHandle ofStatic(Class<?> c, String name, Class<?> result, Class<?>... args) throws Exception {
        return L.findStatic(c, name, MethodType.methodType(result, args));
    }

    static {
        try {
            IS = of(Class.class, "isInstance", boolean.class, Object.class).bindTo(Number.class);
            ASSIGNABLE = of(Class.class, "isAssignableFrom", boolean.class, Class.class);
            CLASS_OF = of(Object.class, "getClass", Class.class);
            HASH = of(Object.class, "hashCode", int.class);
            COPY = ofStatic(System.class, "arraycopy", void.class, Object.class, int.class, Object.class, int.class, int.class);
            ROOT = ofStatic(Math.class, "sqrt", double.class, double.class);
            MOST = ofStatic(Math.class, "max", long.class, long.class, long.class);
            MODIFIERS = of(Class.class, "getModifiers", int.class);
            THREAD = ofStatic(Thread.class, "currentThread", Thread.class);
            HIGH = ofStatic(Math.class, "multiplyHigh", long.class, long.class, long.class);
            BITS = ofStatic(Double.class, "doubleToRawLongBits", long.class, double.class);
            IDENTITY = ofStatic(System.class, "identityHashCode", int.class, Object.class);
            EQUAL = of(String.class, "equals", boolean.class, Object.class);
            GUARD = MethodHandles.guardWithTest(ofStatic(LinkedIntrinsics.class, "small", boolean.class, int.class),
                ofStatic(LinkedIntrinsics.class, "twice", int.class, int.class), ofStatic(LinkedIntrinsics.class, "minus", int.class, int.class));
            CLASS_GUARD = MethodHandles.guardWithTest(IS, ofStatic(LinkedIntrinsics.class, "number", int.class, Object.class),
                ofStatic(LinkedIntrinsics.class, "other", int.class, Object.class));
        } catch (Exception e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static boolean small(int x) { return x < 1_000_000; }

    static int twice(int x) { return x * 2; }

    static int minus(int x) { return -x; }

    static int number(Object o) { return ((Number) o).intValue(); }

    static int other(Object o) { return o == null ? -1 : o.getClass().getName().length(); }

    enum Kind { A, B }

    record Point(int x, long y, double z, String name, Kind kind, Object any, int[] array) { }

    record Empty() { }

    record One(float f) { }

    record Two(String name, int number) { }

    static long ask(Object o, Class<?> c, Object[] from, Object to, int at, int n) throws Throwable {
        long h = (boolean) IS.invokeExact(o) ? 1 : 0;
        Class<?> is = o == null ? Object.class : (Class<?>) CLASS_OF.invokeExact(o);
        h = h * 31 + ((boolean) ASSIGNABLE.invokeExact(c, is) ? 1 : 0);
        h = h * 31 + (int) MODIFIERS.invokeExact(c);
        COPY.invokeExact((Object) from, at, to, 0, n);
        h = h * 31 + (long) ((double) ROOT.invokeExact((double) n) * 100) + (long) MOST.invokeExact((long) n, (long) at);
        h = h * 31 + (long) HIGH.invokeExact(h, 77L << 33) + (long) BITS.invokeExact((double) at);
        if ((Thread) THREAD.invokeExact() != Thread.currentThread()) h++;
        if ((int) IDENTITY.invokeExact(o) != System.identityHashCode(o)) h++;
        return h * 31 + ((boolean) EQUAL.invokeExact("name", o) ? 1 : 0);
    }

    static int hash(Object o) throws Throwable { return (int) HASH.invokeExact(o) == o.hashCode() ? 1 : 0; }

    static Class<?> classOf(Object o) throws Throwable { return (Class<?>) CLASS_OF.invokeExact(o); }

    static int guarded(int x) throws Throwable { return 3 + (int) GUARD.invokeExact(x); }

    static int guardedByClass(Object o) throws Throwable { return 5 + (int) CLASS_GUARD.invokeExact(o); }

    static int compare(Record a, Object b) { return (a.equals(b) ? 1 : 0) + (a instanceof Point ? 0 : a.hashCode() % 7); }

    static int thrown;

    static long tried(Object o, Class<?> c, Object[] from, Object to, int at, int n) throws Throwable {
        try {
            return ask(o, c, from, to, at, n);
        } catch (NullPointerException | IndexOutOfBoundsException | ArrayStoreException e) {
            thrown++;
            return e.getClass().getName().length();
        }
    }

    public static void main(String[] args) throws Throwable {
        Object[] things = { 1, "name", null, 2.5, new int[2], "other", 'c', Kind.A };
        Class<?>[] classes = { Number.class, Object.class, String.class, int.class, Runnable.class, Comparable.class };
        Object[] from = { "a", 1, "c", "d", null, "f" }, to = new Object[6];
        String[] strings = new String[6];
        int[] array = { 1 };
        Record[] records = { new Point(1, 2, 3, "p", Kind.A, "q", array), new Point(1, 2, 3, "p", Kind.A, "q", array),
                             new Point(1, 2, -0.0, "p", Kind.B, null, null),
                             new Point(2, 2, 3, "p", Kind.A, "q", array), new Empty(), new One(Float.NaN), new One(-0f), new Two(null, 7) };
        long h = 0;
        for (int i = 0; i < 40_000; i++) {
            h = h * 31 + tried(things[i & 7], classes[i % 6], from, to, i % 3, i % 4);
            if (i % 50 == 0) h = h * 31 + tried(things[i & 7], i % 100 == 0 ? null : classes[i % 6], from, i % 150 == 0 ? strings : to, i % 7, i % 5);
            h = h * 31 + guarded(i < 39_000 ? i : i * 1000) + guardedByClass(i < 38_000 ? (Object) i : things[i & 7]);
            h += hash("text" + (i & 3)) + classOf(things[i & 7] == null ? "" : things[i & 7]).getName().length();
            for (int k = 0; k < 8; k++) h = h * 31 + compare(records[i & 7], records[k]);
            if (i % 1000 == 0) h += records[i / 1000 & 7].toString().replaceAll("@[0-9a-f]+", "").length();
        }
        for (int i = 0; i < 300; i++) {
            try {
                classOf(null);
                System.out.println("no exception");
            } catch (NullPointerException e) { h++; }
        }
        System.out.println(h + " " + thrown + " " + strings[0]);
    }
}
