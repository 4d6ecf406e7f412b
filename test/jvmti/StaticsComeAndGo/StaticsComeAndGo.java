// argus-only: HotSpot refuses these redefinitions; the program itself says what is expected
// jvm: -XX:+AllowEnhancedClassRedefinition -Xbatch -XX:ArgusStencilThreshold=40 -XX:ArgusProfileEnough=200
import java.lang.invoke.*;
import java.lang.reflect.*;
import java.util.*;
import java.util.function.*;

/**
 * Static fields come, go, change type and modifiers, read and written by old code and new code, compiled or not.
 */
public class StaticsComeAndGo extends Redefining {
    static int initialized;

    /** Names of GetClassFields, in order; what is no id: "?". */
    static native String fields0(Class<?> c);
    /** Remembers the id of a static int. */
    static native boolean id0(Class<?> c, String name);
    static native int get0(Class<?> c);
    static native void set0(Class<?> c, int n);
    /** An error of JVM TI. */
    static native int watch0(Class<?> c);
    static native int watched0();
    /** The name of the static of c that FollowReferences finds to lead to o. */
    static native String follow0(Class<?> c, Object o);
    /** How many instances of java.lang.Class heap walks see that are no classes. */
    static native int strangers0();

    /* ---- users, which are compiled against what was there before ---- */
    static int number() { return Base_0.number; }
    static void number(int n) { Base_0.number = n; }
    static String text() { return Base_0.text; }
    static void text(String s) { Base_0.text = s; }
    static long constant() { return Base_0.LONG; }
    static int hidden() { return Heir_0.hidden; }
    static int length() { return ((int[]) Base_0.object).length; }

    static void comeAndGo() {
        int[] kept = (int[]) Base_0.object;
        hot("number", () -> number(), 5);
        hot("text", () -> text(), "text");
        hot("LONG", () -> constant(), 77L);
        hot("hidden", () -> hidden(), 1);
        hot("length", () -> length(), 3);
        hot("put", () -> { number(5); text("text"); return 0; }, 0);
        is("own", (int) Heir_0.own, 9);
        Base_0 before = new Heir_0();
        is("fields", fields0(Base_0.class), "number text object LONG CONSTANT hidden instance");
        is("add", put(Base_0.class, 1, Heir_0.class, 1, Reader_0.class, 1), 0);
        is("fields", fields0(Base_0.class), "added object WORD TEN truth number text instance wide more LONG small hidden CONSTANT");
        hot("all", () -> Reader_0.all(), "0.0 false 0 null 0 0.0 0 1 null null");
        hot("number", () -> number(), 5);
        hot("text", () -> text(), "text");
        hot("LONG", () -> constant(), 77L);
        hot("hidden", () -> hidden(), 0);
        hot("length", () -> length(), 3);
        is("own", (int) Heir_0.own, 9);
        is("instance", before.instance, 4);
        is("object", Base_0.object == kept, true);
        for (int i = 0; i < 500; i++) {
            int n = i;
            Reader_0.put(n);
            if (i % 100 == 50) System.gc();
            is("all", Reader_0.all(), (double) n + " " + (n % 2 == 1) + " " + ((long) n << 40) + " more" + n + " " + -n + " " + (double) n + " " + n * 10
                + " 1 " + n + " null");
        }
        number(8);
        text("eight");
        is("again", put(Base_0.class, 1), 0);
        hot("all", () -> Reader_0.all(), "499.0 true " + (499L << 40) + " more499 -499 499.0 4990 1 499 null");
        is("go", put(Base_0.class, 2, Heir_0.class, 2), 0);
        is("fields", fields0(Base_0.class), "instance number object text CONSTANT");
        hot("number", () -> number(), "NoSuchFieldError");
        hot("put", () -> { number(3); return 0; }, "NoSuchFieldError");
        hot("hidden", () -> hidden(), "NoSuchFieldError");
        hot("all", () -> Reader_0.all(), "NoSuchFieldError");
        hot("LONG", () -> constant(), "NoSuchFieldError");
        hot("text", () -> text(), "eight");
        is("object", Base_0.object == kept, true);
        is("back", put(Base_0.class, 1, Heir_0.class, 1), 0);
        hot("number", () -> number(), 0);
        hot("hidden", () -> hidden(), 0);
        hot("all", () -> Reader_0.all(), "0.0 false 0 null 0 0.0 0 0 499 null");
        hot("LONG", () -> constant(), 78L); // a ConstantValue in this version
        is("back", put(Base_0.class, 0, Heir_0.class, 0), 0);
        hot("LONG", () -> constant(), 78L);
        hot("number", () -> { number(12); return number(); }, 12);
        hot("text", () -> text(), "eight");
    }

    static void modifiers() throws Throwable {
        Mods_0 m = new Mods_0();
        m.one = 5;
        Object fixed = Mods_0.FIXED;
        hot("mods", () -> ModsReader_0.all(), "1 2 true 3");
        hot("sum", () -> ModsReader_0.sum(), 40);
        hot("put", () -> { ModsReader_0.put(3); return 0; }, 0);
        hot("instance", () -> m.sum(), 7);
        is("mods", put(Mods_0.class, 1), 0);
        hot("mods", () -> ModsReader_0.all(), "IllegalAccessError");
        hot("put", () -> { ModsReader_0.put(3); return 0; }, "IllegalAccessError");
        hot("sum", () -> ModsReader_0.sum(), 40);
        Mods_0.class.getDeclaredMethod("set", int.class).invoke(null, 50);
        hot("sum", () -> ModsReader_0.sum(), 50);
        hot("instance", () -> m.sum(), 7);
        is("modifiers", Modifier.toString(Mods_0.class.getDeclaredField("one").getModifiers()), "public volatile");
        is("mods", put(Mods_0.class, 0), 0);
        hot("mods", () -> ModsReader_0.all(), "1 2 false 3");
        hot("sum", () -> ModsReader_0.sum(), 50);
    }

    static void interfaces() throws Throwable {
        hot("face", () -> FaceReader_0.all(), "kept");
        is("face", put(Face_0.class, 1, FaceReader_0.class, 1), 0);
        hot("face", () -> FaceReader_0.all(), "kept");
        is("added", Face_0.class.getField("ADDED").getInt(null), 12);
        is("text", Impl_0.class.getField("TEXT").get(null), "abc");
        is("interned", Impl_0.class.getField("TEXT").get(null) == "abc", true);
        hot("late", () -> FaceReader_0.class.getDeclaredMethod("late").invoke(null), null);
        is("face", put(Face_0.class, 0), 0);
        is("gone", of(() -> Face_0.class.getField("ADDED")), "NoSuchFieldException");
    }

    static void early() throws Throwable {
        Class<?> c = Class.forName("Early_0", false, StaticsComeAndGo.class.getClassLoader());
        is("early", put(c, 1), 0);
        is("initialized", initialized, 0);
        Field third = c.getDeclaredField("third");
        is("third", third.get(null), "name2");
        is("initialized", initialized, 10);
        is("early", put(c, 0), 0);
        is("initialized", initialized, 10);
        is("first", c.getDeclaredField("first").get(null), 0);
        is("third", of(() -> third.get(null)), "NoSuchFieldError");
    }

    static final VarHandle KEPT = variable("kept", int.class), GONE = variable("gone", int.class);
    static final MethodHandle GET_GONE = getter("gone"), GET_KEPT = getter("kept");
    static VarHandle variable(String name, Class<?> type) {
        try {
            return MethodHandles.lookup().findStaticVarHandle(Seen_0.class, name, type);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
    static MethodHandle getter(String name) {
        try {
            return MethodHandles.lookup().findStaticGetter(Seen_0.class, name, int.class);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
    static void library() throws Throwable {
        MethodHandles.Lookup l = MethodHandles.lookup();
        Class<?> c = Seen_0.class;
        MethodHandle kept = l.findStaticGetter(c, "kept", int.class), gone = l.findStaticSetter(c, "gone", int.class);
        Field keptR = c.getField("kept"), goneR = c.getField("gone");
        MethodHandle asLong = getter("gone").asType(MethodType.methodType(long.class));
        hot("handles", () -> (int) kept.invokeExact(), 1);
        hot("handles", () -> (int) GET_KEPT.invokeExact() + (int) GET_GONE.invokeExact(), 3);
        hot("handles", () -> (long) asLong.invokeExact(), 2L);
        hot("handles", () -> { gone.invokeExact(2); return 0; }, 0);
        hot("variables", () -> (int) KEPT.get() + (int) GONE.getVolatile(), 3);
        hot("reflected", () -> keptR.getInt(null) + (Integer) goneR.get(null), 3);
        is("id", id0(c, "gone"), true);
        is("jni", get0(c), 2);
        is("watch", watch0(c), 0);
        is("jni", get0(c), 2);
        is("watched", watched0(), 1);
        is("seen", put(c, 1), 0);
        is("fields", fields0(c), "word added other kept");
        is("declared", names(c), "[word, added, other, kept]");
        hot("handles", () -> (int) kept.invokeExact(), 1);
        hot("handles", () -> (int) GET_KEPT.invokeExact(), 1);
        hot("variables", () -> (int) KEPT.getAndAdd(0), 1);
        hot("handle", () -> { gone.invokeExact(2); return 0; }, "NullPointerException");
        hot("handle", () -> (int) GET_GONE.invokeExact(), "NullPointerException");
        hot("handle", () -> (long) asLong.invokeExact(), "NullPointerException");
        hot("variable", () -> (int) GONE.get(), "NullPointerException");
        hot("variable", () -> GONE.compareAndSet(2, 3), "NullPointerException");
        hot("reflected", () -> keptR.getInt(null), 1);
        is("reflected", of(() -> goneR.get(null)), "NoSuchFieldError");
        is("unreflected", of(() -> l.unreflectGetter(goneR)), "NoSuchFieldError");
        is("jni", of(() -> get0(c)), "NoSuchFieldError");
        is("jni", of(() -> { set0(c, 4); return 0; }), "NoSuchFieldError");
        is("watch", watch0(c), 25);
        is("no id", of(() -> id0(c, "gone")), "NoSuchFieldError");
        /* those that came */
        Field added = c.getField("added"), other = c.getField("other");
        is("added", added.getInt(null), 0);
        added.setInt(null, 21);
        other.set(null, "other");
        is("added", added.get(null), 21);
        VarHandle v = l.findStaticVarHandle(c, "added", int.class), w = l.unreflectVarHandle(other);
        MethodHandle g = l.unreflectGetter(added), s = l.findStaticSetter(c, "other", String.class);
        hot("added", () -> (int) v.get() + (int) g.invokeExact(), 42);
        hot("other", () -> { s.invokeExact((String) "set"); return w.getAndSet("next"); }, "set");
        hot("other", () -> w.compareAndSet("next", "next"), true);
        is("text", g.toString(), "MethodHandle()int");
        is("revealed", l.revealDirect(g).toString(), "getStatic Seen_0.added:()int");
        is("id", id0(c, "added"), true);
        is("jni", get0(c), 21);
        is("watch", watch0(c), 0);
        set0(c, 22);
        is("jni", get0(c), 22);
        is("watched", watched0(), 2);
        is("handle", (int) g.invokeExact(), 22);
        is("variable", (int) v.get(), 22);
        is("reflected", added.getInt(null), 22);
        is("watched", watched0(), 5);
        Object leaf = new Object[1];
        Base_0.text = null;
        is("base", put(Base_0.class, 1, Heir_0.class, 1), 0);
        Field more = Heir_0.class.getDeclaredField("own2");
        more.set(null, leaf);
        System.gc();
        is("leaf", more.get(null) == leaf, true);
        is("follow", follow0(Heir_0.class, leaf), "own2");
        is("strangers", strangers0(), 0);
        is("dump", dumped("Heir_0"), "hidden:10 own2:2 own:8 array:2");
        is("dump", dumped("Seen_0"), "word:2 added:10 other:2 kept:10");
        /* and back */
        is("seen", put(c, 0), 0);
        is("gone", goneR.getInt(null), 0);
        goneR.setInt(null, 9);
        is("gone", l.findStaticVarHandle(c, "gone", int.class).get(), 9);
        is("variable", of(() -> (int) GONE.get()), "NullPointerException");
        is("id", id0(c, "gone"), true);
        is("jni", get0(c), 9);
        is("watched", watched0(), 5);
        is("base", put(Base_0.class, 0, Heir_0.class, 0), 0);
    }
    static String names(Class<?> c) {
        List<String> l = new ArrayList<>();
        for (Field f : c.getDeclaredFields()) l.add(f.getName());
        return l.toString();
    }

    /** The statics of a class with their types, as a heap dump has them. */
    static String dumped(String wanted) throws Exception {
        java.nio.file.Path file = java.nio.file.Files.createTempFile("statics", ".hprof");
        java.nio.file.Files.delete(file);
        java.lang.management.ManagementFactory.getPlatformMXBean(com.sun.management.HotSpotDiagnosticMXBean.class).dumpHeap(file.toString(), true);
        java.nio.ByteBuffer b = java.nio.ByteBuffer.wrap(java.nio.file.Files.readAllBytes(file));
        java.nio.file.Files.delete(file);
        while (b.get() != 0) { }
        b.position(b.position() + 12);
        Map<Long, String> names = new HashMap<>(), classes = new HashMap<>();
        int[] size = { 0, 0, 8, 0, 1, 2, 4, 8, 1, 2, 4, 8 };
        while (b.hasRemaining()) {
            int tag = b.get();
            b.getInt();
            int end = b.getInt() + b.position();
            if (tag == 1) names.put(b.getLong(), new String(b.array(), b.position(), end - b.position()));
            if (tag == 2) {
                b.getInt();
                long id = b.getLong();
                b.getInt();
                classes.put(id, names.get(b.getLong()));
            }
            while ((tag == 12 || tag == 28) && b.position() < end) {
                int kind = b.get() & 0xff;
                long id = b.getLong();
                switch (kind) {
                    case 0x20:
                        b.position(b.position() + 4 + 6 * 8 + 4);
                        for (int n = b.getShort(); n > 0; n--) {
                            b.getShort();
                            b.position(b.position() + size[b.get()]);
                        }
                        StringJoiner statics = new StringJoiner(" ");
                        for (int n = b.getShort(); n > 0; n--) {
                            String name = names.get(b.getLong());
                            int type = b.get();
                            statics.add(name + ":" + type);
                            b.position(b.position() + size[type]);
                        }
                        if (wanted.equals(classes.get(id))) return statics.toString();
                        b.position(b.position() + 2 + 9 * b.getShort());
                        break;
                    case 0x21: b.position(b.position() + 12); b.position(b.position() + 4 + b.getInt()); break;
                    case 0x22: b.getInt(); b.position(b.position() + 12 + 8 * b.getInt()); break;
                    case 0x23:
                        b.getInt();
                        int length = b.getInt();
                        b.position(b.position() + length * size[b.get()]);
                        break;
                    case 0x01: b.getLong(); break;
                    case 0x02: case 0x03: case 0x08: b.getLong(); break;
                    case 0x04: case 0x06: b.getInt(); break;
                    case 0x05: case 0x07: case 0xff: break;
                    default: return "unknown " + kind;
                }
            }
            b.position(end);
        }
        return "none";
    }

    static void enums() throws Throwable {
        Color_0 red = Color_0.RED;
        is("color", put(Color_0.class, 1), 0);
        is("values", Arrays.toString(Color_0.values()), "[RED, BLUE, GREEN]"); // initializers of enums run once more
        is("red", Color_0.RED == red, true);
        is("blue", Color_0.class.getField("BLUE").get(null), Color_0.valueOf("BLUE"));
    }

    static volatile boolean ended;
    static void threads() throws Throwable {
        ended = false;
        List<Throwable> bad = Collections.synchronizedList(new ArrayList<>());
        Thread[] all = new Thread[2];
        for (int i = 0; i < all.length; i++) {
            all[i] = new Thread(() -> {
                while (!ended) {
                    try {
                        Flip_0.use();
                        Flip_0.b = new int[10];
                        int a = Flip_0.a;
                        if (a != 1 && a != 0) throw new IllegalStateException("" + a);
                    } catch (NoSuchFieldError e) {
                    } catch (Throwable t) {
                        bad.add(t);
                        return;
                    }
                }
            });
            all[i].start();
        }
        for (int i = 0; i < 40; i++) {
            is("flip", put(Flip_0.class, 1), 0);
            is("zero", Flip_0.class.getDeclaredField("a").get(null), null);
            Flip_0.class.getDeclaredMethod("put").invoke(null);
            is("flip", put(Flip_0.class, 0), 0);
            if (i % 20 == 0) System.gc();
        }
        ended = true;
        for (Thread t : all) t.join();
        is("bad", bad.toString(), "[]");
    }

    /** The class file with one more static field. */
    static byte[] withStatic(byte[] file, String name, String type) throws Exception {
        java.nio.ByteBuffer b = java.nio.ByteBuffer.wrap(file);
        int n = b.getShort(8) & 0xffff;
        b.position(10);
        for (int i = 1; i < n; i++) {
            int tag = b.get(), at = b.position();
            int size = tag == 1 ? 2 + (b.getShort(at) & 0xffff) : tag == 5 || tag == 6 ? 8 : tag == 7 || tag == 8 || tag == 16 ? 2 : tag == 15 ? 3 : 4;
            if (tag == 5 || tag == 6) i++;
            b.position(at + size);
        }
        int pool = b.position(), fields = pool + 8 + 2 * b.getShort(pool + 6);
        java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
        java.io.DataOutputStream out = new java.io.DataOutputStream(bytes);
        out.write(file, 0, 8);
        out.writeShort(n + 2);
        out.write(file, 10, pool - 10);
        out.writeByte(1);
        out.writeUTF(name);
        out.writeByte(1);
        out.writeUTF(type);
        out.write(file, pool, fields - pool);
        out.writeShort(b.getShort(fields) + 1);
        for (int x : new int[] { Modifier.PUBLIC | Modifier.STATIC, n, n + 1, 0 }) out.writeShort(x);
        out.write(file, fields + 2, file.length - fields - 2);
        return bytes.toByteArray();
    }
    static int redefine(Class<?> c, byte[] file) { return redefine0(new Class<?>[] { c }, new byte[][] { file }); }

    /** A class that the VM knows, whose heirs are all others. */
    static void object() throws Throwable {
        byte[] file = Object.class.getResourceAsStream("Object.class").readAllBytes();
        is("object", redefine(Object.class, withStatic(file, "added", "Ljava/lang/Object;")), 0);
        Field f = Object.class.getDeclaredField("added");
        hot("added", () -> { f.set(null, "set"); return f.get(null); }, "set");
        hot("hash", () -> new Base_0().equals(new int[1]), false);
        is("object", redefine(Object.class, file), 0);
        is("gone", of(() -> f.get(null)), "NoSuchFieldError");
        is("twice", redefine(Seen_0.class, withStatic(file("Seen_0"), "kept", "I")), 60);
    }

    /** Programs that go by base and offset. */
    static void unsafe() throws Throwable {
        Field u = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
        u.setAccessible(true);
        sun.misc.Unsafe unsafe = (sun.misc.Unsafe) u.get(null);
        is("seen", put(Seen_0.class, 1), 0);
        Field added = Seen_0.class.getField("added"), other = Seen_0.class.getField("other");
        Object base = unsafe.staticFieldBase(added);
        long offset = unsafe.staticFieldOffset(added), otherOffset = unsafe.staticFieldOffset(other);
        is("base", base == unsafe.staticFieldBase(other), true);
        added.setInt(null, 17);
        hot("get", () -> unsafe.getInt(base, offset), 17);
        hot("put", () -> { unsafe.putObject(base, otherOffset, new String("x")); System.identityHashCode(base); return other.get(null); }, "x");
        System.gc();
        is("put", other.get(null), "x");
        is("text", String.valueOf(base) != null && base.getClass() == Class.class, true);
        for (Method m : Class.class.getMethods()) { // no class, but the VM survives it
            Object[] none = new Object[m.getParameterCount()];
            if (m.getDeclaringClass() == Class.class && !Modifier.isStatic(m.getModifiers())) of(() -> m.invoke(base, none));
        }
        of(() -> Array.newInstance((Class<?>) base, 1));
        is("seen", put(Seen_0.class, 0), 0);
        hot("put", () -> { unsafe.putObject(base, otherOffset, "y"); unsafe.putInt(base, offset, 5); return 0; }, 0); // harms nobody
        is("seen", put(Seen_0.class, 1), 0);
        is("anew", added.getInt(null) + " " + other.get(null), "0 null");
        is("seen", put(Seen_0.class, 0), 0);
    }

    /** Classes with added statics can be unloaded. */
    static java.lang.ref.WeakReference<?> loaded() throws Throwable {
        Class<?> c = new ClassLoader(null) {
            protected Class<?> findClass(String name) throws ClassNotFoundException {
                byte[] b = file(name);
                return defineClass(name, b, 0, b.length);
            }
        }.loadClass("Flip_0");
        is("flip", put(c, 1), 0);
        Field b = c.getDeclaredField("a"), d = c.getDeclaredField("b");
        d.setAccessible(true);
        d.set(null, c);
        is("b", d.get(null), c);
        return new java.lang.ref.WeakReference<>(c);
    }

    public static void main(String[] args) throws Throwable {
        comeAndGo();
        modifiers();
        interfaces();
        early();
        is("active", Active_0.run(() -> is("put", put(Active_0.class, 1), 0)), "1 2 2 gone");
        is("active", Active_0.run(null), "new");
        library();
        unsafe();
        enums();
        threads();
        object();
        java.lang.ref.WeakReference<?> r = loaded();
        for (int i = 0; i < 20 && r.get() != null; i++) System.gc();
        is("unloaded", r.get(), null);
        System.out.println(failed == 0 ? "PASS" : "FAIL");
    }
}
