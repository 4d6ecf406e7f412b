// argus-only: HotSpot refuses these redefinitions; the program itself says what is expected
// jvm: -XX:+AllowEnhancedClassRedefinition -XX:ArgusRedefinitionRoom=40 -Xbatch -XX:ArgusStencilThreshold=40 -XX:ArgusProfileEnough=200
// also: -XX:ArgusRedefinitionRoom=0
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.lang.reflect.*;
import java.util.*;
import java.util.concurrent.atomic.*;

/**
 * Fields of instances come, go, change type and modifiers, in old objects and new ones, objects of subclasses, read and
 * written by old code and new code, compiled or not. With room they take it, without they grow.
 */
public class FieldsComeAndGo extends Redefining {
    /** Names of GetClassFields, in order. */
    static native String fields0(Class<?> c);
    /** Remembers the id of an int. */
    static native boolean id0(Class<?> c, String name);
    static native int get0(Object o);
    static native void set0(Object o, int n);
    /** An error of JVM TI. */
    static native int watch0(Class<?> c);
    static native int watched0();
    /** The name of the field of o that FollowReferences finds to lead to leaf. */
    static native String follow0(Object o, Object leaf);
    /** Index and type of each primitive field that a walk reports. */
    static native String values0(Object o);

    static final int SCHEMA_CHANGED = 64;

    /* ---- users, which are compiled against what was there before ---- */
    static int number(Base_0 b) { return b.number; }
    static int ofHeir(Heir_0 h) { return h.number; }
    static void number(Base_0 b, int n) { b.number = n; }
    static String text(Base_0 b) { return b.text; }
    static byte small(Base_0 b) { return b.small; }
    static long fixed(Base_0 b) { return b.fixed; }

    static void comeAndGo() throws Throwable {
        Base_0 base = new Base_0();
        Heir_0 heir = new Heir_0();
        hot("own", () -> base.own(), "5 text 3 77");
        hot("number", () -> number(base) + number(heir) + ofHeir(heir), 15);
        hot("text", () -> text(heir), "text");
        hot("put", () -> { number(base, 5); number(heir, 5); return 0; }, 0);
        hot("fixed", () -> fixed(base) + small(heir), 80L);
        is("sum", Base_0.sum(2000), 1999 * 1000 + 6000);
        hot("unmade", () -> Base_0.unmade(null, false), "11 12 text 80");
        is("fields", fields0(Base_0.class), "number text small fixed");
        is("values", values0(base), " 0I 2B 3J");
        String unmade = Base_0.unmade(() -> is("add", put(Base_0.class, 1, Heir_0.class, 1, Reader_0.class, 1), 0), true);
        is("unmade", unmade, "11 12 text 80");
        is("fields", fields0(Base_0.class), "added number truth text more small little wide fixed real letter array");
        is("values", values0(base), " 0D 1I 2Z 5B 6S 7J 8J 9F 10C");
        String zero = "0.0 false null 0 0 0.0 0 none";
        hot("all", () -> Reader_0.all(base), zero);
        hot("all", () -> Reader_0.all(heir), zero);
        hot("heirs", () -> Reader_0.heirs(heir), "0 null h ref");
        hot("own", () -> base.own(), "5 text 3 77 false 0 null");
        hot("number", () -> number(base) + number(heir) + ofHeir(heir), 10); // the last one means the heir's own now
        hot("all", () -> Reader_0.all(new Base_0()), "1.0 true more 5 6 7.0 120 1");
        hot("heirs", () -> Reader_0.heirs(new Heir_0()), "9 second i ref");
        is("sum", Base_0.sum(2000), 1999 * 1000 + 2000 * 14);
        Late_0 late = new Late_0();
        Base_0[] all = { base, heir, late, new Base_0(), new Heir_0(), base.copy(), heir.copy(), late.copy() };
        is("late", late.late + " " + late.later + " " + late.latest + " " + Reader_0.heirs(late) + " " + Reader_0.all(late),
            "1 2 latest 9 second i ref 1.0 true more 5 6 7.0 120 1");
        for (int i = 0; i < 300; i++) {
            for (int k = 0; k < all.length; k++) Reader_0.put(all[k], i + k);
            if (i % 60 == 30) System.gc();
            for (int k = 0; k < all.length; k++) {
                int n = i + k;
                String wanted = (double) n + " " + (n % 2 == 1) + " more" + n + " " + n + " " + ((long) n << 40) + " " + (float) -n;
                is("all", Reader_0.all(all[k]), wanted + " " + n + " " + n);
            }
        }
        for (Base_0 b : all) {
            is("copy", Reader_0.all(b.copy()), Reader_0.all(b));
            is("small", b.small == small(b) && (b.small == 3 || b.small == 4), true);
            is("text", b.text, fixed(b) == 77 ? "text" : "other");
        }
        is("late", late.late + " " + late.later + " " + late.latest, "1 2 latest");
        is("again", put(Base_0.class, 1), 0);
        is("all", Reader_0.all(late), "301.0 true more301 301 " + (301L << 40) + " -301.0 301 301");
        /* some go */
        is("go", put(Base_0.class, 2, Heir_0.class, 2, Reader_0.class, 2), 0);
        is("fields", fields0(Base_0.class), "small number text fixed late");
        hot("number", () -> number(base), "NoSuchFieldError");
        hot("number", () -> ofHeir(heir), "NoSuchFieldError");
        hot("put", () -> { number(base, 1); return 0; }, "NoSuchFieldError");
        hot("small", () -> small(base), "IncompatibleClassChangeError");
        for (Base_0 b : all) {
            hot("text", () -> text(b), fixed(b) == 77 ? "text" : "other");
            hot("all", () -> Reader_0.all(b), "0 0");
            Reader_0.put(b, 17);
            hot("all", () -> Reader_0.all(b), "17 17");
        }
        hot("heirs", () -> Reader_0.heirs(heir), "17 ref");
        hot("own", () -> new Heir_0().own(), "7 two 0 1"); // initializers of statics do not run
        is("char", of(() -> heir.own), "NoSuchFieldError");
        System.gc();
        /* and come back: they begin anew in all objects */
        is("back", put(Base_0.class, 1, Heir_0.class, 1, Reader_0.class, 1), 0);
        for (Base_0 b : all) {
            is("zero", Reader_0.all(b), zero);
            is("number", number(b) + " " + small(b), "0 0");
        }
        for (Heir_0 h : new Heir_0[] { heir, late, (Heir_0) all[4] }) is("heirs", Reader_0.heirs(h), "0 null \0 ref");
        Reader_0.put(heir, 9);
        hot("all", () -> Reader_0.all(heir), "9.0 true more9 9 " + (9L << 40) + " -9.0 9 9");
        is("late", late.late + " " + late.later + " " + late.latest, "1 2 latest");
        for (int i = 0; i < 30; i++) {
            is("flip", put(Base_0.class, i % 3, Heir_0.class, i % 3, Reader_0.class, i % 3), 0);
            if (i % 3 == 1) {
                is("zero", Reader_0.all(late), zero);
                for (Base_0 b : all) Reader_0.put(b, i);
            }
            if (i % 10 == 9) System.gc();
        }
        is("back", put(Base_0.class, 0, Heir_0.class, 0), 0);
        hot("own", () -> new Base_0().own(), "5 text 3 77");
        hot("own", () -> base.own(), "0 text 0 77");
        is("heir", heir.ref + " " + (int) heir.own, "ref 0");
        is("sum", Base_0.sum(2000), 1999 * 1000 + 6000);
    }

    static void active() {
        Active_0 a = new Active_0();
        is("active", a.run(() -> is("put", put(Active_0.class, 1), 0)), "1 2 2 put gone");
        is("active", a.run(null), "new");
        is("back", put(Active_0.class, 0), 0);
        is("gone", a.gone, 0);
    }

    static final VarHandle KEPT = variable("kept", int.class), GONE = variable("gone", int.class);
    static final MethodHandle GET_GONE = getter("gone"), GET_KEPT = getter("kept");
    static final AtomicIntegerFieldUpdater<Seen_0> INT = AtomicIntegerFieldUpdater.newUpdater(Seen_0.class, "gone");
    static VarHandle variable(String name, Class<?> type) {
        try {
            return MethodHandles.lookup().findVarHandle(Seen_0.class, name, type);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
    static MethodHandle getter(String name) {
        try {
            return MethodHandles.lookup().findGetter(Seen_0.class, name, int.class);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
    static void library() throws Throwable {
        MethodHandles.Lookup l = MethodHandles.lookup();
        Class<?> c = Seen_0.class;
        Seen_0 o = new Seen_0();
        SubSeen_0 sub = new SubSeen_0();
        MethodHandle kept = l.findGetter(c, "kept", int.class), gone = l.findSetter(c, "gone", int.class);
        VarHandle ofSub = l.findVarHandle(SubSeen_0.class, "gone", int.class), word = l.findVarHandle(c, "word", String.class);
        Field keptR = c.getField("kept"), goneR = c.getField("gone");
        MethodHandle asLong = getter("gone").asType(MethodType.methodType(long.class, Seen_0.class)), bound = getter("gone").bindTo(o);
        var words = AtomicReferenceFieldUpdater.newUpdater(Seen_0.class, String.class, "word");
        var longs = AtomicLongFieldUpdater.newUpdater(Seen_0.class, "wide");
        hot("handles", () -> (int) kept.invokeExact(o), 1);
        hot("handles", () -> (int) GET_KEPT.invokeExact(o) + (int) GET_GONE.invokeExact((Seen_0) sub), 3);
        hot("handles", () -> (long) asLong.invokeExact(o) + (int) bound.invokeExact(), 4L);
        hot("handles", () -> { gone.invokeExact(o, 2); return 0; }, 0);
        hot("variables", () -> (int) KEPT.get(o) + (int) GONE.getVolatile(sub) + (int) ofSub.get(sub), 5);
        hot("updaters", () -> INT.get(o) + words.get(sub) + longs.get(o), "2word3");
        hot("updaters", () -> INT.getAndAdd(o, 0) + longs.getAndAdd(sub, 0), 5L);
        hot("reflected", () -> keptR.getInt(o) + (Integer) goneR.get(sub), 3);
        is("id", id0(c, "gone"), true);
        is("jni", get0(o), 2);
        is("watch", watch0(c), 0);
        is("jni", get0(sub), 2);
        is("watched", watched0(), 1);
        is("seen", put(c, 1), 0);
        is("fields", fields0(c), "other added kept");
        hot("handles", () -> (int) kept.invokeExact(o), 1);
        hot("handles", () -> (int) GET_KEPT.invokeExact((Seen_0) sub), 1);
        hot("variables", () -> (int) KEPT.getAndAdd(o, 0), 1);
        hot("handle", () -> { gone.invokeExact(o, 2); return 0; }, "NullPointerException");
        hot("handle", () -> (int) GET_GONE.invokeExact(o), "NullPointerException");
        hot("handle", () -> (long) asLong.invokeExact(o), "NullPointerException");
        hot("handle", () -> (int) bound.invokeExact(), "NullPointerException");
        hot("variable", () -> (int) GONE.get(o), "NullPointerException");
        hot("variable", () -> GONE.compareAndSet(o, 2, 3), "NullPointerException");
        hot("variable", () -> (int) ofSub.get(sub), "NullPointerException");
        hot("variable", () -> (String) word.get(o), "NullPointerException");
        hot("updater", () -> INT.incrementAndGet(o), "NullPointerException");
        hot("updater", () -> words.getAndSet(o, "x"), "NullPointerException");
        hot("updater", () -> longs.get(sub), "NullPointerException");
        hot("reflected", () -> keptR.getInt(o), 1);
        is("reflected", of(() -> goneR.get(o)), "NoSuchFieldError");
        is("unreflected", of(() -> l.unreflectGetter(goneR)), "NoSuchFieldError");
        is("jni", of(() -> get0(o)), "NoSuchFieldError");
        is("jni", of(() -> { set0(o, 4); return 0; }), "NoSuchFieldError");
        is("watch", watch0(c), 25);
        is("no id", of(() -> id0(c, "gone")), "NoSuchFieldError");
        /* those that came */
        Field added = c.getField("added"), other = c.getField("other");
        is("added", added.getInt(o), 0);
        added.setInt(o, 21);
        other.set(o, "other");
        is("added", added.get(o), 21);
        VarHandle v = l.findVarHandle(c, "added", int.class), w = l.unreflectVarHandle(other);
        MethodHandle g = l.unreflectGetter(added), s = l.findSetter(c, "other", String.class);
        hot("added", () -> (int) v.get(o) + (int) g.invoke(o), 42);
        hot("other", () -> { s.invoke(o, (String) "set"); return w.getAndSet(o, "next"); }, "set");
        hot("other", () -> w.compareAndSet(o, "next", "next"), true);
        var others = AtomicReferenceFieldUpdater.newUpdater(Seen_0.class, String.class, "other");
        hot("other", () -> others.get(o) + others.get(sub), "nextnull");
        is("revealed", l.revealDirect(g).toString(), "getField Seen_0.added:()int");
        is("id", id0(c, "added"), true);
        is("jni", get0(o), 21);
        is("watch", watch0(c), 0);
        set0(o, 22);
        is("jni", get0(o), 22);
        is("watched", watched0(), 2);
        is("handle", (int) g.invoke(o), 22);
        is("variable", (int) v.get(o), 22);
        is("reflected", added.getInt(o), 22);
        is("watched", watched0(), 5);
        Object leaf = new String("leaf");
        other.set(sub, leaf);
        System.gc();
        is("leaf", other.get(sub) == leaf, true);
        is("follow", follow0(sub, leaf), "other");
        is("values", values0(sub), " 1I 2I");
        is("dump", dumped("Seen_0"), "other:2 added:10 kept:10");
        /* and back */
        is("seen", put(c, 0), 0);
        is("gone", goneR.getInt(o) + goneR.getInt(sub), 0);
        goneR.setInt(o, 9);
        is("gone", l.findVarHandle(c, "gone", int.class).get(o), 9);
        is("variable", of(() -> (int) GONE.get(o)), "NullPointerException");
        is("updater", of(() -> INT.get(o)), "NullPointerException");
        is("updater", AtomicIntegerFieldUpdater.newUpdater(Seen_0.class, "gone").get(o), 9);
        is("id", id0(c, "gone"), true);
        is("jni", get0(o), 9);
        is("watched", watched0(), 5);
    }

    /** The instance fields of a class with their types, as a heap dump has them. */
    static String dumped(String wanted) throws Exception {
        java.nio.file.Path file = java.nio.file.Files.createTempFile("fields", ".hprof");
        java.nio.file.Files.delete(file);
        java.lang.management.ManagementFactory.getPlatformMXBean(com.sun.management.HotSpotDiagnosticMXBean.class).dumpHeap(file.toString(), true);
        java.nio.ByteBuffer b = java.nio.ByteBuffer.wrap(java.nio.file.Files.readAllBytes(file));
        java.nio.file.Files.delete(file);
        while (b.get() != 0) { }
        b.position(b.position() + 12);
        Map<Long, String> names = new HashMap<>(), classes = new HashMap<>();
        Map<Long, Integer> sizes = new HashMap<>();
        int[] size = { 0, 0, 8, 0, 1, 2, 4, 8, 1, 2, 4, 8 };
        String fields = "none";
        long found = 0;
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
                        if (b.getShort() != 0) return "constants";
                        for (int n = b.getShort(); n > 0; n--) {
                            b.getLong();
                            int type = b.get();
                            b.position(b.position() + size[type]);
                        }
                        StringJoiner all = new StringJoiner(" ");
                        for (int n = b.getShort(), bytes = 0; n > 0; n--) {
                            String name = names.get(b.getLong());
                            int type = b.get();
                            bytes += size[type];
                            sizes.put(id, bytes);
                            all.add(name + ":" + type);
                        }
                        if (wanted.equals(classes.get(id))) {
                            fields = all.toString();
                            found = id;
                        }
                        break;
                    case 0x21:
                        b.getInt();
                        long c = b.getLong();
                        int bytes = b.getInt();
                        if (c == found && found != 0 && bytes != sizes.get(c)) return "an instance has " + bytes + " bytes";
                        b.position(b.position() + bytes);
                        break;
                    case 0x22: b.getInt(); b.position(b.position() + 12 + 8 * b.getInt()); break;
                    case 0x23:
                        b.getInt();
                        int length = b.getInt();
                        int type = b.get();
                        b.position(b.position() + length * size[type]);
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
        return fields;
    }

    static byte[] sent(Object o) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(o);
        }
        return bytes.toByteArray();
    }
    static Object received(byte[] bytes) throws Exception {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return in.readObject();
        }
    }
    static String fields(Object o) throws Exception {
        StringJoiner s = new StringJoiner(" ");
        for (Class<?> c = o.getClass(); c != Object.class; c = c.getSuperclass())
            for (Field f : c.getDeclaredFields()) {
                f.setAccessible(true);
                if (!Modifier.isStatic(f.getModifiers())) s.add(f.getName() + "=" + f.get(o));
            }
        return s.toString();
    }
    static void streams() throws Throwable {
        Sent_0 s = new Sent_0(), sub = new SubSent_0();
        byte[] old = sent(s), oldSub = sent(sub);
        is("received", fields(received(old)) + " " + fields(received(oldSub)), "one=1 gone=gone three=3 one=1 gone=gone");
        is("sent", put(Sent_0.class, 1), 0);
        is("old", fields(s), "two=null one=1");
        is("received", fields(received(old)) + " " + fields(received(oldSub)), "two=null one=1 three=3 two=null one=1");
        Sent_0.class.getDeclaredField("two").set(s, "set");
        Sent_0.class.getDeclaredField("two").set(sub, "set too");
        is("received", fields(received(sent(s))) + " " + fields(received(sent(sub))), "two=set one=1 three=3 two=set too one=1");
        is("new", fields(received(sent(new SubSent_0()))), "three=3 two=two one=1");
        is("sent", put(Sent_0.class, 0), 0);
        is("received", fields(received(sent(s))) + " " + fields(received(old)), "one=1 gone=null one=1 gone=gone");
    }

    static void make() { for (int i = 0; i < 10; i++) new Ended_0(); }
    static void finalizers() throws Throwable {
        make();
        is("ended", put(Ended_0.class, 1), 0);
        make();
        for (int i = 0; i < 100 && Ended_0.seen < 20050; i++) {
            System.gc();
            System.runFinalization();
        }
        // what was collected before the change is counted by the old body
        is("seen", Ended_0.seen >= 10050 && Ended_0.seen <= 20050, true);
    }

    static void records() throws Throwable {
        Point_0 p = new Point_0(4, "four");
        hot("text", () -> p.toString() + p.hashCode() + p.equals(new Point_0(4, "four")), "Point_0[x=4, name=four]" + p.hashCode() + "true");
        is("point", put(Point_0.class, 1), 0);
        hot("text", () -> p.toString() + p.equals(p), "Point_0[x=4, y=0, name=four]true");
        is("components", Arrays.toString(Point_0.class.getRecordComponents()), "[int x, long y, java.lang.String name]");
        Object q = Point_0.class.getDeclaredConstructors()[0].newInstance(4, 8L, "four");
        hot("text", () -> q.toString() + p.equals(q), "Point_0[x=4, y=8, name=four]false");
        is("constructor", of(() -> new Point_0(1, "one")), "NoSuchMethodError");
        is("point", put(Point_0.class, 0), 0);
        hot("text", () -> q.toString() + p.equals(q), "Point_0[x=4, name=four]true");
        is("color", Color_0.RED.text(), "RED1");
        is("color", put(Color_0.class, 1), 0);
        is("color", Color_0.RED.text() + Color_0.RED.text() + Color_0.GREEN.text(), "RED1 1RED1 2GREEN2 1");
    }

    static void grow() throws Throwable {
        Full_0[] all = new Full_0[2000];
        for (int i = 0; i < all.length; i++) (all[i] = new Full_0()).a = i;
        Full_0 f = all[7];
        is("full", put(Full_0.class, 1), 0); // larger than any room
        is("fields", fields0(Full_0.class), "a b c d e f g");
        is("full", put(Full_0.class, 2), 0);
        is("full", put(Full_0.class, 3), 0);
        for (int i = 0; i < all.length; i += 7) is("fields", fields(all[i]), "a=" + i + " b=0 c=0 d=0 e=0 f=0");
        is("fields", fields(f), "a=7 b=0 c=0 d=0 e=0 f=0");
        SubGap_0 s = new SubGap_0();
        is("gap", put(Gap_0.class, 1), 0);
        is("fields", fields(s), "two=2 three=3 one=0 four=0 five=0 six=0 seven=false");
        is("many", put(Full_0.class, 0, Gap_0.class, 0, Flip_0.class, 0), 0);
        is("thread", redefine0(new Class<?>[] { Thread.class }, new byte[][] { withField(Thread.class) }), SCHEMA_CHANGED);
        is("object", redefine0(new Class<?>[] { Object.class }, new byte[][] { withField(Object.class) }), SCHEMA_CHANGED);
        is("twice", put(Full_0.class, 2, Full_0.class, 2), 21);
        BitSet before = new BitSet(), b;
        before.set(70);
        is("bits", redefine0(new Class<?>[] { BitSet.class }, new byte[][] { withField(BitSet.class) }), 0);
        (b = new BitSet()).set(70);
        is("bits", b.toString() + before.equals(b), "{70}true");
    }
    /** The class file with one more field. */
    static byte[] withField(Class<?> c) throws Exception {
        byte[] file = c.getResourceAsStream(c.getSimpleName() + ".class").readAllBytes();
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
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.write(file, 0, 8);
        out.writeShort(n + 2);
        out.write(file, 10, pool - 10);
        out.writeByte(1);
        out.writeUTF("added");
        out.writeByte(1);
        out.writeUTF("I");
        out.write(file, pool, fields - pool);
        out.writeShort(b.getShort(fields) + 1);
        for (int x : new int[] { Modifier.PUBLIC, n, n + 1, 0 }) out.writeShort(x);
        out.write(file, fields + 2, file.length - fields - 2);
        return bytes.toByteArray();
    }

    /** Programs that go by offset. */
    static void unsafe() throws Throwable {
        Field u = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
        u.setAccessible(true);
        sun.misc.Unsafe unsafe = (sun.misc.Unsafe) u.get(null);
        Seen_0 o = new Seen_0();
        is("seen", put(Seen_0.class, 1), 0);
        Field added = Seen_0.class.getField("added"), other = Seen_0.class.getField("other");
        long offset = unsafe.objectFieldOffset(added), otherOffset = unsafe.objectFieldOffset(other);
        added.setInt(o, 17);
        hot("get", () -> unsafe.getInt(o, offset), 17);
        hot("put", () -> { unsafe.putObject(o, otherOffset, new String("x")); return other.get(o); }, "x");
        System.gc();
        is("put", other.get(o), "x");
        is("seen", put(Seen_0.class, 0), 0);
        hot("put", () -> { unsafe.putObject(o, otherOffset, "y"); unsafe.putInt(o, offset, 5); return 0; }, 0); // harms nobody
        System.gc();
        is("seen", put(Seen_0.class, 1), 0);
        is("anew", added.getInt(o) + " " + other.get(o), "0 null");
        is("seen", put(Seen_0.class, 0), 0);
    }

    static volatile boolean ended;
    static void threads() throws Throwable {
        ended = false;
        List<Throwable> bad = Collections.synchronizedList(new ArrayList<>());
        Thread[] all = new Thread[2];
        Flip_0 shared = new SubFlip_0();
        for (int i = 0; i < all.length; i++) {
            all[i] = new Thread(() -> {
                Flip_0 own = new Flip_0();
                while (!ended) {
                    try {
                        own.b = new int[10];
                        shared.b = own;
                        own.use();
                        int a = own.a;
                        if (a != 1 && a != 0) throw new IllegalStateException("" + a);
                        own = new SubFlip_0();
                        own.use();
                        int[] b = (int[]) own.b;
                        if (((SubFlip_0) own).d == null || b != null) throw new IllegalStateException("own");
                    } catch (NoSuchFieldError e) {
                    } catch (Throwable t) {
                        bad.add(t);
                        return;
                    }
                }
            });
            all[i].start();
        }
        for (int i = 0; i < 16; i++) {
            is("flip", put(Flip_0.class, 1), 0);
            is("zero", fields(shared).endsWith(" a=null c=0"), true);
            Flip_0.class.getDeclaredField("a").set(shared, "text");
            is("flip", put(Flip_0.class, 0), 0);
            if (i % 8 == 0) System.gc();
        }
        ended = true;
        for (Thread t : all) t.join();
        is("bad", bad.toString(), "[]");
    }

    /** Classes with added fields can be unloaded. */
    static WeakReference<?> loaded() throws Throwable {
        Class<?> c = new ClassLoader(null) {
            protected Class<?> findClass(String name) throws ClassNotFoundException {
                byte[] b = file(name);
                return defineClass(name, b, 0, b.length);
            }
        }.loadClass("Flip_0");
        Constructor<?> make = c.getDeclaredConstructor();
        make.setAccessible(true);
        Object o = make.newInstance();
        is("flip", put(c, 1), 0);
        Field b = c.getDeclaredField("a");
        b.setAccessible(true);
        b.set(o, "text");
        is("b", b.get(o), "text");
        return new WeakReference<>(c);
    }

    public static void main(String[] args) throws Throwable {
        comeAndGo();
        active();
        library();
        unsafe();
        streams();
        finalizers();
        records();
        grow();
        threads();
        WeakReference<?> r = loaded();
        for (int i = 0; i < 20 && r.get() != null; i++) System.gc();
        is("unloaded", r.get(), null);
        System.out.println(failed == 0 ? "PASS" : "FAIL");
    }
}
