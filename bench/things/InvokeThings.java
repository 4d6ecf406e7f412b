import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.ByteOrder;
import java.util.function.ToIntFunction;

/** Method handles, VarHandles, reflection, proxies, dynamic constants. */
final class InvokeThings {
    interface Adder {
        int add(int x);
    }

    public static final class Target implements Adder {
        public int value = 3;
        public static int total = 5;
        volatile int plain;
        volatile long wide;
        volatile Object reference = "a";

        public Target() { }

        public Target(int v) { value = v; }

        public int add(int x) { return value + x; }

        public static int twice(int x) { return x * 2; }

        public Object box(Object o, int i) { return i > 0 ? o : this; }
    }

    static final MethodHandle ADD, TWICE, NEW, GETTER, SETTER, GUARD, FILTERED, BOUND;
    static final VarHandle PLAIN, WIDE, REFERENCE, INTS, BYTES_AS_LONGS, STATIC;
    static final MutableCallSite SITE;
    static final MethodHandle DYNAMIC;

    static {
        try {
            MethodHandles.Lookup l = MethodHandles.lookup();
            ADD = l.findVirtual(Target.class, "add", MethodType.methodType(int.class, int.class));
            TWICE = l.findStatic(Target.class, "twice", MethodType.methodType(int.class, int.class));
            NEW = l.findConstructor(Target.class, MethodType.methodType(void.class, int.class));
            GETTER = l.findGetter(Target.class, "value", int.class);
            SETTER = l.findSetter(Target.class, "value", int.class);
            MethodHandle test = l.findStatic(InvokeThings.class, "odd", MethodType.methodType(boolean.class, int.class));
            GUARD = MethodHandles.guardWithTest(test, TWICE, MethodHandles.identity(int.class));
            FILTERED = MethodHandles.filterReturnValue(MethodHandles.filterArguments(TWICE, 0, TWICE), TWICE);
            BOUND = ADD.bindTo(new Target(7));
            PLAIN = l.findVarHandle(Target.class, "plain", int.class);
            WIDE = l.findVarHandle(Target.class, "wide", long.class);
            REFERENCE = l.findVarHandle(Target.class, "reference", Object.class);
            STATIC = l.findStaticVarHandle(Target.class, "total", int.class);
            INTS = MethodHandles.arrayElementVarHandle(int[].class);
            BYTES_AS_LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
            SITE = new MutableCallSite(TWICE);
            DYNAMIC = SITE.dynamicInvoker();
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static MethodHandle CONDY;

    /** Its handle is a constant, since this class is initialized after the handle is there. */
    static final class Condy {
        static final MethodHandle GET = CONDY;

        static long run(int n) throws Throwable {
            long s = 0;
            for (int i = 0; i < n; i++) s += (int) GET.invokeExact();
            return s;
        }
    }

    static boolean odd(int x) { return (x & 1) != 0; }

    /** Bootstrap of the dynamic constant below, which makes an array once, as coverage tools do for their counters. */
    public static boolean[] probes(MethodHandles.Lookup l, String name, Class<?> type) { return new boolean[4]; }

    /** A hidden class with `static int get()` { return (the dynamic constant).length; }, written by hand: JVMS 4. */
    static MethodHandle dynamicConstant() throws Throwable {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream o = new DataOutputStream(bytes);
        o.writeInt(0xcafebabe);
        o.writeInt(55);
        o.writeShort(20);
        utf(o, "CondyUser");                                       // 1
        ref(o, 7, 1);                                              // 2 class
        utf(o, "java/lang/Object");                                // 3
        ref(o, 7, 3);                                              // 4 class
        utf(o, "get");                                             // 5
        utf(o, "()I");                                             // 6
        utf(o, "Code");                                            // 7
        utf(o, "BootstrapMethods");                                // 8
        utf(o, "InvokeThings");                                    // 9
        ref(o, 7, 9);                                              // 10 class
        utf(o, "probes");                                          // 11
        utf(o, "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;)[Z"); // 12
        ref(o, 12, 11, 12);                                        // 13 name and type
        ref(o, 10, 10, 13);                                        // 14 method
        o.writeByte(15); o.writeByte(6); o.writeShort(14);         // 15 method handle, invokeStatic
        utf(o, "$data");                                           // 16
        utf(o, "[Z");                                              // 17
        ref(o, 12, 16, 17);                                        // 18 name and type
        ref(o, 17, 0, 18);                                         // 19 dynamic
        o.writeShort(0x31);
        o.writeShort(2);
        o.writeShort(4);
        o.writeShort(0);
        o.writeShort(0);
        o.writeShort(1);
        o.writeShort(9); o.writeShort(5); o.writeShort(6); o.writeShort(1);
        o.writeShort(7); o.writeInt(12 + 4);
        o.writeShort(1); o.writeShort(0); o.writeInt(4);
        o.writeByte(0x12); o.writeByte(19); o.writeByte(0xbe); o.writeByte(0xac);
        o.writeShort(0); o.writeShort(0);
        o.writeShort(1);
        o.writeShort(8); o.writeInt(6); o.writeShort(1); o.writeShort(15); o.writeShort(0);
        MethodHandles.Lookup l = MethodHandles.lookup().defineHiddenClass(bytes.toByteArray(), true);
        return l.findStatic(l.lookupClass(), "get", MethodType.methodType(int.class));
    }

    private static void utf(DataOutputStream o, String s) throws java.io.IOException {
        o.writeByte(1);
        o.writeUTF(s);
    }

    private static void ref(DataOutputStream o, int tag, int... indices) throws java.io.IOException {
        o.writeByte(tag);
        for (int i : indices) o.writeShort(i);
    }

    static void register() throws Throwable {
        Target t = new Target();
        Things.add("handle/static-exact", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += (int) TWICE.invokeExact(i);
            return s;
        });
        Things.add("handle/virtual-exact", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += (int) ADD.invokeExact(t, i);
            return s;
        });
        Things.add("handle/constructor", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += ((Target) NEW.invokeExact(i)).value;
            return s;
        });
        Things.add("handle/getter-setter", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) { SETTER.invokeExact(t, i); s += (int) GETTER.invokeExact(t); }
            t.value = 3;
            return s;
        });
        Things.add("handle/guard", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += (int) GUARD.invokeExact(i);
            return s;
        });
        Things.add("handle/filtered", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += (int) FILTERED.invokeExact(i);
            return s;
        });
        Things.add("handle/bound", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += (int) BOUND.invokeExact(i);
            return s;
        });
        Things.add("handle/mutable-site", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += (int) DYNAMIC.invokeExact(i);
            return s;
        });
        Things.add("handle/generic-invoke", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += (Integer) TWICE.invoke((Integer) i);
            return s;
        });
        MethodHandle[] variable = { TWICE, MethodHandles.identity(int.class), FILTERED, BOUND };
        Things.add("handle/in-variable", n -> {
            long s = 0;
            MethodHandle h = variable[0];
            for (int i = 0; i < n; i++) s += (int) h.invokeExact(i);
            return s;
        });
        Things.add("handle/four-in-variable", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += (int) variable[i & 3].invokeExact(i);
            return s;
        });
        Things.add("handle/as-spreader", new Things.Thing() {
            final MethodHandle spread = TWICE.asSpreader(Object[].class, 1);

            public long run(int n) throws Throwable {
                long s = 0;
                Object[] a = { 3 };
                for (int i = 0; i < n; i++) s += (int) spread.invoke(a);
                return s;
            }
        });
        Things.add("varHandle/get", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += (int) PLAIN.get(t);
            return s;
        });
        Things.add("varHandle/getVolatile", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += (int) PLAIN.getVolatile(t);
            return s;
        });
        Things.add("varHandle/getAcquire", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += (long) WIDE.getAcquire(t);
            return s;
        });
        Things.add("varHandle/setRelease", n -> {
            for (int i = 0; i < n; i++) PLAIN.setRelease(t, i);
            PLAIN.set(t, 0);
            return t.plain;
        });
        Things.add("varHandle/setVolatile", n -> {
            for (int i = 0; i < n; i++) WIDE.setVolatile(t, (long) i);
            WIDE.set(t, 0L);
            return t.wide;
        });
        Things.add("varHandle/compareAndSet", n -> {
            long s = 0;
            PLAIN.set(t, 0);
            for (int i = 0; i < n; i++) if (PLAIN.compareAndSet(t, i, i + 1)) s++;
            PLAIN.set(t, 0);
            return s;
        });
        Things.add("varHandle/compareAndSet-reference", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) { Object o = REFERENCE.get(t); if (REFERENCE.compareAndSet(t, o, o)) s++; }
            return s;
        });
        Things.add("varHandle/getAndAdd", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += (int) PLAIN.getAndAdd(t, 1);
            PLAIN.set(t, 0);
            return s;
        });
        Things.add("varHandle/getAndSet-reference", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) if (REFERENCE.getAndSet(t, "b") != null) s++;
            return s;
        });
        Things.add("varHandle/static-get", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += (int) STATIC.getOpaque();
            return s;
        });
        int[] ints = new int[64];
        Things.add("varHandle/array-get-set", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) { INTS.set(ints, i & 63, i); s += (int) INTS.get(ints, i + 1 & 63); }
            return s - s;
        });
        Things.add("varHandle/array-getAcquire", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += (int) INTS.getAcquire(ints, i & 63);
            return s - s;
        });
        byte[] bytes = new byte[64];
        Things.add("varHandle/bytes-as-longs", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) {
                BYTES_AS_LONGS.set(bytes, i & 31, (long) i);
                s += (long) BYTES_AS_LONGS.get(bytes, i & 31);
            }
            return s;
        });
        Things.add("varHandle/fences", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) { VarHandle.acquireFence(); VarHandle.releaseFence(); s += i; }
            return s;
        });
        Things.add("varHandle/full-fence", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) { VarHandle.fullFence(); s += i; }
            return s;
        });
        Method add = Target.class.getMethod("add", int.class), twice = Target.class.getMethod("twice", int.class);
        Method box = Target.class.getMethod("box", Object.class, int.class);
        Field value = Target.class.getField("value"), total = Target.class.getField("total");
        Constructor<Target> make = Target.class.getConstructor();
        Things.add("reflect/invoke-virtual", n -> {
            long s = 0;
            Integer five = 5;
            for (int i = 0; i < n; i++) s += (Integer) add.invoke(t, five);
            return s;
        });
        Things.add("reflect/invoke-static", n -> {
            long s = 0;
            Integer five = 5;
            for (int i = 0; i < n; i++) s += (Integer) twice.invoke(null, five);
            return s;
        });
        Things.add("reflect/invoke-boxing", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) if (box.invoke(t, "a", i) == t) s++;
            return s;
        });
        Things.add("reflect/field-get", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += value.getInt(t);
            return s;
        });
        Things.add("reflect/field-set", n -> {
            for (int i = 0; i < n; i++) value.setInt(t, i);
            t.value = 3;
            return 3;
        });
        Things.add("reflect/field-static", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += (Integer) total.get(null);
            return s;
        });
        Things.add("reflect/newInstance", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += make.newInstance().value;
            return s;
        });
        Things.add("reflect/getMethod", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += Target.class.getMethod("twice", int.class).getParameterCount();
            return s;
        });
        Things.add("reflect/annotation-present", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) if (Target.class.isAnnotationPresent(Deprecated.class)) s++;
            return s;
        });
        Adder proxy = (Adder) Proxy.newProxyInstance(InvokeThings.class.getClassLoader(), new Class<?>[] { Adder.class }, (p, m, a) -> (Integer) a[0] + 1);
        Things.add("proxy/call", n -> { long s = 0; for (int i = 0; i < n; i++) s += proxy.add(i & 63); return s; });
        MethodHandle condy = dynamicConstant();
        CONDY = condy;
        Things.add("condy/ldc", n -> Condy.run(n));
        ToIntFunction<Target> reference = InvokeThings::valueOf;
        Things.add("lambda/method-reference", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += reference.applyAsInt(t);
            return s;
        });
        Things.add("type/methodType-make", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += MethodType.methodType(int.class, String.class).parameterCount();
            return s;
        });
    }

    static int valueOf(Target t) { return t.value; }
}
