// argus-only: HotSpot refuses these redefinitions; the program itself says what is expected
// jvm: -XX:+AllowEnhancedClassRedefinition -XX:ArgusRedefinitionRoom=16 -XX:ArgusStencilThreshold=20 -XX:ArgusProfileEnough=100
// also: -XX:ArgusRedefinitionRoom=0
// also: -XX:-Generational
// also: -XX:ArgusRedefinitionRoom=0 -XX:GCStress=2000 -XX:GCStressBackoff=100 -XX:+GCStressMoving
import java.io.*;
import java.lang.reflect.*;
import java.util.*;
import java.util.concurrent.Semaphore;

/**
 * Random histories: families of classes whose fields and methods come, go, change their type and place, and whose superclasses and
 * interfaces change, beside a model that knows what every field of every object holds and every call answers. Class files are written
 * here. A class Reader has methods for every field that ever was; they are older or newer than the fields. Arguments: the first seed,
 * the number of histories, `seeds` to print each seed before its history.
 */
public class FieldHistories extends Redefining {

    /* ---- class files ---- */

    static class Pool {
        final Map<String, Integer> known = new HashMap<>();
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        final DataOutputStream out = new DataOutputStream(bytes);
        int count = 1;

        interface Writer { void write(DataOutputStream out) throws IOException; }
        int add(String key, Writer w) throws IOException {
            Integer at = known.get(key);
            if (at != null) return at;
            ByteArrayOutputStream one = new ByteArrayOutputStream();
            w.write(new DataOutputStream(one)); // adds what it names first
            out.write(one.toByteArray());
            known.put(key, count);
            return count++;
        }
        int text(String s) throws IOException {
            return add("u" + s, o -> { o.writeByte(1); o.writeUTF(s); });
        }
        int type(String s) throws IOException {
            int n = text(s);
            return add("c" + s, o -> { o.writeByte(7); o.writeShort(n); });
        }
        int member(int tag, String type, String name, String desc) throws IOException {
            int t = type(type), n = text(name), d = text(desc);
            int pair = add("n" + name + " " + desc, o -> { o.writeByte(12); o.writeShort(n); o.writeShort(d); });
            return add(tag + type + " " + name + " " + desc, o -> { o.writeByte(tag); o.writeShort(t); o.writeShort(pair); });
        }
    }
    static class File {
        final Pool pool = new Pool();
        final ByteArrayOutputStream methods = new ByteArrayOutputStream();
        final DataOutputStream out = new DataOutputStream(methods);
        int count;

        void method(int access, String name, String desc, int locals, byte[] code) throws IOException {
            int[] head = { access, pool.text(name), pool.text(desc), 1, pool.text("Code") };
            for (int x : head) out.writeShort(x);
            out.writeInt(12 + code.length);
            out.writeShort(8);
            out.writeShort(locals);
            out.writeInt(code.length);
            out.write(code);
            out.writeInt(0);
            count++;
        }
        byte[] write(int access, String name, String above, List<String> interfaces, List<Field> fields) throws IOException {
            int me = pool.type(name), over = pool.type(above);
            List<Integer> as = new ArrayList<>();
            for (String in : interfaces) as.add(pool.type(in));
            for (Field f : fields) {
                pool.text(f.name);
                pool.text(f.desc);
            }
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            DataOutputStream o = new DataOutputStream(all);
            o.writeInt(0xcafebabe);
            o.writeInt(52);
            o.writeShort(pool.count);
            o.write(pool.bytes.toByteArray());
            for (int x : new int[] { access, me, over, as.size() }) o.writeShort(x);
            for (int x : as) o.writeShort(x);
            o.writeShort(fields.size());
            for (Field f : fields)
                for (int x : new int[] { f.access(), pool.text(f.name), pool.text(f.desc), 0 }) o.writeShort(x);
            o.writeShort(count);
            o.write(methods.toByteArray());
            o.writeShort(0);
            return all.toByteArray();
        }
    }
    static class Code {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Code op(int... all) {
            for (int b : all) bytes.write(b);
            return this;
        }
        Code with(int op, int index) { return op(op, index >> 8, index & 0xff); }
        byte[] get() { return bytes.toByteArray(); }
    }

    /* ---- fields ---- */

    static final String[] TYPES = { "I", "J", "B", "S", "C", "Z", "F", "D", "Ljava/lang/Object;", "Ljava/lang/String;", "[I" };
    static class Field {
        final String name, desc;
        final boolean isStatic, isVolatile;
        Field(String name, String desc, boolean isStatic, boolean isVolatile) {
            this.name = name;
            this.desc = desc;
            this.isStatic = isStatic;
            this.isVolatile = isVolatile;
        }
        int access() { return Modifier.PUBLIC | (isStatic ? Modifier.STATIC : 0) | (isVolatile ? Modifier.VOLATILE : 0); }
        String key() { return name + " " + desc; }
        public String toString() { return (isStatic ? "static " : "") + desc + " " + name; }
    }
    static Object zero(String desc) {
        switch (desc.charAt(0)) {
            case 'I': return 0;
            case 'J': return 0L;
            case 'B': return (byte) 0;
            case 'S': return (short) 0;
            case 'C': return (char) 0;
            case 'Z': return false;
            case 'F': return 0f;
            case 'D': return 0.0;
            default: return null;
        }
    }
    static Object value(Random r, String desc) {
        switch (desc.charAt(0)) {
            case 'I': return r.nextInt();
            case 'J': return r.nextLong();
            case 'B': return (byte) r.nextInt();
            case 'S': return (short) r.nextInt();
            case 'C': return (char) r.nextInt();
            case 'Z': return r.nextBoolean();
            case 'F': return r.nextFloat();
            case 'D': return r.nextDouble();
            case '[': return new int[r.nextInt(5)];
            default: return new String("s" + r.nextInt(100));
        }
    }
    /** xload_0 and xreturn of a type. */
    static int loads(String desc) {
        switch (desc.charAt(0)) {
            case 'J': return 0x1e;
            case 'F': return 0x22;
            case 'D': return 0x26;
            case 'L': case '[': return 0x2a;
            default: return 0x1a;
        }
    }
    static int returns(String desc) { return 0xac + (loads(desc) - 0x1a) / 4; }

    /* ---- one history ---- */

    static class Kind { // a class of the family
        String name;
        Kind above;
        List<Field> fields = new ArrayList<>();
        Class<?> c;
        /** What its own methods m0, m1, … answer; -1: it has none. */
        int[] answers = { -1, -1, -1 };
        boolean[] implemented = new boolean[METHODS];

        Kind next() {
            Kind k = new Kind();
            k.name = name;
            k.above = above;
            k.fields = fields;
            k.c = c;
            k.answers = answers.clone();
            k.implemented = implemented.clone();
            return k;
        }
        boolean isBelow(Kind other) {
            for (Kind k = this; k != null; k = k.above)
                if (k == other) return true;
            return false;
        }
        int answer(int n) {
            for (Kind k = this; k != null; k = k.above)
                if (k.answers[n] >= 0) return k.answers[n];
            return doesImplement(n) ? n : -1;
        }
        boolean doesImplement(int n) {
            for (Kind k = this; k != null; k = k.above)
                if (k.implemented[n]) return true;
            return false;
        }
    }
    /** Interface n has the default method mn, which answers n. */
    static final int METHODS = 3;
    static class Thing { // an object and what it holds, by "class name desc"
        Object o;
        Kind kind;
        Map<String, Object> holds = new HashMap<>();
    }

    final long seed;
    final Random r;
    final List<Kind> kinds = new ArrayList<>();
    final List<Thing> things = new ArrayList<>();
    /** What static fields hold, by "class name desc". */
    final Map<String, Object> statics = new HashMap<>();
    /** Of the classes' fields, which the reader names: kind and field. */
    final Map<String, Object[]> named = new LinkedHashMap<>();
    final Map<String, byte[]> files = new HashMap<>();
    final Set<String> readable = new HashSet<>();
    final Set<Kind> callable = new LinkedHashSet<>();
    final ClassLoader loader = new ClassLoader(FieldHistories.class.getClassLoader()) {
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] b = files.get(name);
            if (b == null) throw new ClassNotFoundException(name);
            return defineClass(name, b, 0, b.length);
        }
    };
    Class<?> reader;
    int done;

    FieldHistories(long seed) {
        this.seed = seed;
        r = new Random(seed);
    }

    String face(int n) { return "I" + Math.abs(seed) + "n" + n; }
    byte[] face(String name, int n) throws IOException {
        File f = new File();
        f.method(Modifier.PUBLIC, "m" + n, "()I", 1, new Code().with(0x11, n).op(0xac).get());
        return f.write(Modifier.PUBLIC | Modifier.INTERFACE | Modifier.ABSTRACT, name, "java/lang/Object", List.of(), List.of());
    }
    byte[] file(Kind k) throws IOException {
        File f = new File();
        String above = k.above == null ? "java/lang/Object" : k.above.name;
        int init = f.pool.member(10, above, "<init>", "()V");
        f.method(Modifier.PUBLIC, "<init>", "()V", 1, new Code().op(0x2a).with(0xb7, init).op(0xb1).get());
        if (k.above == null)
            f.method(Modifier.PUBLIC, "copy", "()Ljava/lang/Object;", 1,
                new Code().op(0x2a).with(0xb7, f.pool.member(10, "java/lang/Object", "clone", "()Ljava/lang/Object;")).op(0xb0).get());
        List<String> interfaces = new ArrayList<>();
        if (k.above == null) interfaces.add("java/lang/Cloneable");
        for (int n = 0; n < METHODS; n++) {
            if (k.answers[n] >= 0) f.method(Modifier.PUBLIC, "m" + n, "()I", 1, new Code().with(0x11, k.answers[n]).op(0xac).get());
            if (k.implemented[n]) interfaces.add(face(n));
        }
        return f.write(Modifier.PUBLIC | 0x20, k.name, above, interfaces, k.fields);
    }
    static String id(Kind k, Field f) { return k.name + "_" + f.name + "_" + f.desc.replaceAll("[^A-Za-z]", "x").replace("[", "A"); }

    byte[] readerFile() throws IOException {
        File f = new File();
        for (Object[] n : named.values()) {
            Kind k = (Kind) n[0];
            Field x = (Field) n[1];
            if (k.c == null) continue;
            String id = id(k, x), c = k.name;
            int ref = f.pool.member(9, c, x.name, x.desc), init = f.pool.member(10, c, "<init>", "()V");
            int copy = f.pool.member(10, c, "copy", "()Ljava/lang/Object;");
            int load = loads(x.desc), access = Modifier.PUBLIC | Modifier.STATIC;
            f.method(access, "get_" + id, "(L" + c + ";)" + x.desc, 1, new Code().op(0x2a).with(0xb4, ref).op(returns(x.desc)).get());
            f.method(access, "set_" + id, "(L" + c + ";" + x.desc + ")V", 3, new Code().op(0x2a, load + 1).with(0xb5, ref).op(0xb1).get());
            f.method(access, "gets_" + id, "()" + x.desc, 0, new Code().with(0xb2, ref).op(returns(x.desc)).get());
            f.method(access, "sets_" + id, "(" + x.desc + ")V", 2, new Code().op(load).with(0xb3, ref).op(0xb1).get());
            /* with an object that optimized code does not make, and a copy of it */
            f.method(access, "new_" + id, "(" + x.desc + ")" + x.desc, 2,
                new Code().with(0xbb, f.pool.type(c)).op(0x59).with(0xb7, init).op(0x59, load).with(0xb5, ref).with(0xb4, ref).op(returns(x.desc)).get());
            f.method(access, "copy_" + id, "(" + x.desc + ")" + x.desc, 2, new Code().with(0xbb, f.pool.type(c)).op(0x59).with(0xb7, init).op(0x59, load)
                .with(0xb5, ref).with(0xb6, copy).with(0xc0, f.pool.type(c)).with(0xb4, ref).op(returns(x.desc)).get());
        }
        int access = Modifier.PUBLIC | Modifier.STATIC;
        for (int n = 0; n < METHODS; n++) {
            for (Kind k : kinds) {
                if (k.c == null) continue;
                int m = f.pool.member(10, k.name, "m" + n, "()I");
                f.method(access, "call_" + k.name + n, "(L" + k.name + ";)I", 1, new Code().op(0x2a).with(0xb6, m).op(0xac).get());
            }
            int type = f.pool.type(face(n)), m = f.pool.member(11, face(n), "m" + n, "()I");
            f.method(access, "face_" + n, "(Ljava/lang/Object;)I", 1, new Code().op(0x2a).with(0xc0, type).with(0xb9, m).op(1, 0, 0xac).get());
        }
        return f.write(Modifier.PUBLIC | 0x20, "Reader" + Math.abs(seed), "java/lang/Object", List.of(), List.of());
    }

    Field any(boolean first) {
        String desc = TYPES[r.nextInt(TYPES.length)];
        return new Field("abcde".substring(r.nextInt(5)).substring(0, 1), desc, !first && r.nextInt(10) == 0, r.nextInt(6) == 0);
    }
    static boolean has(List<Field> fields, Field f) {
        for (Field g : fields)
            if (g.key().equals(f.key())) return true;
        return false;
    }
    List<Field> next(List<Field> before, boolean first) {
        List<Field> fields = new ArrayList<>(before);
        for (int n = r.nextInt(4); n >= 0; n--) {
            Field f = any(first);
            switch (r.nextInt(5)) {
                case 0:
                case 1:
                    if (!has(fields, f)) fields.add(r.nextInt(fields.size() + 1), f);
                    break;
                case 2:
                case 3:
                    if (!fields.isEmpty()) fields.remove(r.nextInt(fields.size()));
                    break;
                default:
                    if (fields.isEmpty()) break;
                    Field old = fields.remove(r.nextInt(fields.size()));
                    f = new Field(old.name, r.nextBoolean() ? f.desc : old.desc, f.isStatic, f.isVolatile);
                    if (!has(fields, f)) fields.add(f);
            }
        }
        if (r.nextInt(4) == 0) Collections.shuffle(fields, r);
        return fields;
    }

    /** The field that code which names it in k means: an array of kind and field, or null. */
    Object[] found(Kind k, Field f) {
        for (; k != null; k = k.above)
            for (Field g : k.fields)
                if (g.key().equals(f.key())) return new Object[] { k, g };
        return null;
    }
    static boolean same(Object a, Object b) {
        return a == b || (a != null && b != null && a.getClass() == b.getClass() && !(a instanceof String) && a.equals(b));
    }

    Object call(String what, String id, Object... args) {
        try {
            Method m = methods().get(what + "_" + id);
            return m == null ? "no method " + what + "_" + id : m.invoke(null, args);
        } catch (InvocationTargetException e) {
            return e.getCause().getClass();
        } catch (IllegalAccessException e) {
            return e;
        }
    }
    Map<String, Method> all;
    Map<String, Method> methods() {
        if (all != null) return all;
        all = new HashMap<>();
        for (Method m : reader.getDeclaredMethods()) all.put(m.getName(), m);
        return all;
    }

    void fail(String what) {
        throw new IllegalStateException("seed " + seed + ": " + what);
    }
    void check() {
        for (Object[] n : named.values()) {
            Kind k = (Kind) n[0];
            Field f = (Field) n[1];
            if (k.c == null) continue;
            String id = id(k, f);
            if (!readable.contains(id)) continue;
            Object[] means = found(k, f);
            Object error = means == null ? NoSuchFieldError.class : ((Field) means[1]).isStatic ? IncompatibleClassChangeError.class : null;
            for (Thing t : things) {
                if (!k.c.isInstance(t.o)) continue;
                Object wanted = error;
                String key = means == null ? null : ((Kind) means[0]).name + " " + f.key();
                if (error == null) wanted = t.holds.containsKey(key) ? t.holds.get(key) : zero(f.desc);
                int times = r.nextInt(20) == 0 ? 60 : 1;
                for (int i = 0; i < times; i++) {
                    Object got = call("get", id, t.o);
                    if (!same(got, wanted)) fail("get " + id + " of a " + t.kind.name + ": " + got + ", not " + wanted + " " + k.fields);
                }
                if (r.nextInt(3) == 0) {
                    Object v = value(r, f.desc), got = call("set", id, t.o, v);
                    if (got != error) fail("set " + id + ": " + got + ", not " + error);
                    if (error == null) t.holds.put(key, v);
                }
            }
            checkStatic(id, f, means);
            for (String what : new String[] { "new", "copy" })
                for (int i = r.nextInt(8) == 0 ? 80 : 1; i > 0; i--) {
                    Object v = value(r, f.desc), got = call(what, id, v);
                    if (!same(got, error == null ? v : error)) fail(what + " " + id + ": " + got + ", not " + (error == null ? v : error));
                }
        }
    }
    void checkStatic(String id, Field f, Object[] means) {
        Object error = means == null ? NoSuchFieldError.class : ((Field) means[1]).isStatic ? null : IncompatibleClassChangeError.class;
        String key = means == null ? null : ((Kind) means[0]).name + " " + f.key();
        Object wanted = error != null ? error : statics.containsKey(key) ? statics.get(key) : zero(f.desc);
        for (int i = r.nextInt(20) == 0 ? 60 : 1; i > 0; i--) {
            Object got = call("gets", id);
            if (!same(got, wanted)) fail("static get " + id + ": " + got + ", not " + wanted);
        }
        if (r.nextInt(2) == 0) return;
        Object v = value(r, f.desc), got = call("sets", id, v);
        if (got != error) fail("static set " + id + ": " + got + ", not " + error);
        if (error == null) statics.put(key, v);
    }
    void checkCalls() {
        for (Thing t : things)
            for (int n = 0; n < METHODS; n++) {
                int times = r.nextInt(20) == 0 ? 60 : 1, answer = t.kind.answer(n);
                for (int i = 0; i < times; i++) {
                    Object got = call("face", "" + n, t.o);
                    Object wanted = t.kind.doesImplement(n) ? (Object) answer : ClassCastException.class;
                    if (!same(got, wanted)) fail("face " + n + " of a " + t.kind.name + ": " + got + ", not " + wanted);
                    for (Kind k : callable) {
                        if (!k.c.isInstance(t.o)) continue;
                        got = call("call", k.name + n, t.o);
                        wanted = k.answer(n) >= 0 ? (Object) answer : NoSuchMethodError.class;
                        if (!same(got, wanted)) fail("call " + k.name + n + " of a " + t.kind.name + ": " + got + ", not " + wanted);
                    }
                }
            }
        for (Kind k : kinds) {
            if (k.c == null) continue;
            if (k.c.getSuperclass() != (k.above == null ? Object.class : k.above.c)) fail("superclass of " + k.name + ": " + k.c.getSuperclass());
            for (Thing t : things)
                if (k.c.isInstance(t.o) != t.kind.isBelow(k)) fail("a " + t.kind.name + " and " + k.name);
        }
    }
    boolean given;
    void reflected() throws Exception {
        for (Kind k : kinds) {
            if (k.c == null) continue;
            given = true; /* fields that collide with those of another superclass do not move then */
            List<String> names = new ArrayList<>(), wanted = new ArrayList<>();
            for (java.lang.reflect.Field f : k.c.getDeclaredFields()) names.add(f.getName() + " " + f.getType().descriptorString());
            for (Field f : k.fields) wanted.add(f.key());
            if (!names.equals(wanted)) fail("fields of " + k.name + ": " + names + ", not " + wanted);
            for (java.lang.reflect.Field f : k.c.getDeclaredFields()) {
                if (Modifier.isStatic(f.getModifiers())) continue;
                String key = k.name + " " + f.getName() + " " + f.getType().descriptorString();
                for (Thing t : things) {
                    if (!k.c.isInstance(t.o)) continue;
                    Object is = t.holds.containsKey(key) ? t.holds.get(key) : zero(f.getType().descriptorString());
                    if (!same(f.get(t.o), is)) fail("reflected " + key + " of a " + t.kind.name + ": " + f.get(t.o) + ", not " + is);
                }
            }
        }
    }
    Thing make(Kind k) throws Exception {
        Thing t = new Thing();
        t.kind = k;
        t.o = k.c.getDeclaredConstructor().newInstance();
        return t;
    }
    Thing copied(Thing of) throws Exception {
        Thing t = new Thing();
        t.kind = of.kind;
        t.o = of.o.getClass().getMethod("copy").invoke(of.o);
        t.holds.putAll(of.holds);
        return t;
    }
    void load(Kind k) throws Exception {
        if (k.c != null) return;
        if (k.above != null) load(k.above);
        files.put(k.name, file(k));
        k.c = Class.forName(k.name, true, loader);
    }
    void name(Kind k, List<Field> fields) {
        for (Field f : fields) {
            named.putIfAbsent(id(k, f), new Object[] { k, f });
            for (Kind below : kinds) // a subclass's name for it
                if (below.above == k && r.nextInt(3) == 0) named.putIfAbsent(id(below, f), new Object[] { below, f });
        }
    }
    void renewReader() throws Exception {
        byte[] file = readerFile();
        if (reader == null) {
            String name = "Reader" + Math.abs(seed);
            files.put(name, file);
            reader = Class.forName(name, true, loader);
        } else {
            int e = redefine0(new Class<?>[] { reader }, new byte[][] { file });
            if (e != 0) fail("reader " + e);
        }
        for (Map.Entry<String, Object[]> n : named.entrySet())
            if (((Kind) n.getValue()[0]).c != null) readable.add(n.getKey());
        for (Kind k : kinds)
            if (k.c != null) callable.add(k);
        all = null;
    }

    /** k's new superclass; after: the kinds of the call as they will be. */
    void newAbove(Kind k, Map<Kind, Kind> after) throws Exception {
        Kind to = r.nextInt(4) == 0 ? null : kinds.get(r.nextInt(kinds.size()));
        for (Kind x = to; x != null; x = after.getOrDefault(x, x).above)
            if (x == k) return;
        if (to != null) load(to);
        after.get(k).above = to;
    }
    void newMethods(Kind k) {
        for (int n = 0; n < METHODS; n++) {
            if (r.nextInt(4) == 0) k.answers[n] = r.nextInt(3) == 0 ? -1 : 10 + r.nextInt(1000);
            if (r.nextInt(6) == 0) k.implemented[n] = !k.implemented[n];
        }
    }
    void step() throws Exception {
        List<Kind> loaded = new ArrayList<>();
        for (Kind k : kinds)
            if (k.c != null && r.nextInt(2) == 0) loaded.add(k);
        if (loaded.isEmpty()) loaded.add(kinds.get(0));
        Collections.shuffle(loaded, r);
        Map<Kind, Kind> after = new HashMap<>();
        for (Kind k : loaded) after.put(k, k.next());
        Class<?>[] classes = new Class<?>[loaded.size()];
        byte[][] bytes = new byte[classes.length][];
        int supers = 0;
        turns.release(TURNS);
        for (int i = 0; i < classes.length; i++) {
            Kind k = loaded.get(i), next = after.get(k);
            next.fields = next(k.fields, false);
            newMethods(next);
            if (r.nextInt(3) == 0) newAbove(k, after);
            supers += next.above != k.above ? 1 : 0;
            classes[i] = k.c;
            bytes[i] = file(next);
        }
        int e;
        if (supers > 0)
            synchronized (others) { /* a constructor that runs would need the superclass */
                e = redefine0(classes, bytes);
            }
        else
            e = redefine0(classes, bytes);
        /* a field would have to move that may not */
        boolean mayRefuse = supers > 0 && given || supers > 1;
        if (e == HIERARCHY && mayRefuse) {
            refused++;
            return;
        }
        if (e != 0) fail("redefinition: " + e);
        done++;
        for (Kind k : loaded) {
            Kind next = after.get(k);
            for (Field f : k.fields) { // those that go or become static
                boolean stays = false;
                for (Field g : next.fields) stays |= g.key().equals(f.key()) && g.isStatic == f.isStatic;
                if (!stays) statics.remove(k.name + " " + f.key());
                for (Thing t : things)
                    if (!stays) t.holds.remove(k.name + " " + f.key());
            }
            k.fields = next.fields;
            k.answers = next.answers;
            k.implemented = next.implemented;
            k.above = next.above;
        }
        for (Thing t : things) // fields of superclasses that went
            for (Kind k : kinds)
                if (!t.kind.isBelow(k)) t.holds.keySet().removeIf(key -> key.startsWith(k.name + " "));
        for (Kind k : loaded) name(k, k.fields);
        changedSupers += supers;
        if (r.nextInt(3) > 0) renewReader();
        if (r.nextInt(3) == 0) load(kinds.get(r.nextInt(kinds.size())));
        for (Kind k : kinds)
            if (k.c != null && things.size() < 16 && r.nextInt(3) == 0) things.add(make(k));
        if (!things.isEmpty() && r.nextInt(2) == 0) things.set(r.nextInt(things.size()), copied(things.get(r.nextInt(things.size()))));
        if (r.nextInt(4) == 0) System.gc();
    }

    static final int HIERARCHY = 66;
    static int refused, changedSupers;
    static final List<Class<?>> others = new ArrayList<>();
    static volatile boolean ended;
    /** So often the other thread goes on: where it never rested it would take most of the time of many histories. */
    static final Semaphore turns = new Semaphore(0);
    static final int TURNS = 50;
    static final List<Throwable> bad = Collections.synchronizedList(new ArrayList<>());
    /** Makes and copies objects of the classes meanwhile. */
    static void work() {
        Object[] kept = new Object[100];
        for (int n = 0; !ended; n++)
            try {
                turns.acquireUninterruptibly();
                synchronized (others) {
                    for (Class<?> c : others) {
                        Object o = c.getDeclaredConstructor().newInstance();
                        kept[n % kept.length] = c.getMethod("copy").invoke(o);
                    }
                }
            } catch (ReflectiveOperationException | LinkageError e) {
                bad.add(e);
                return;
            }
    }

    void run() throws Exception {
        for (int i = 0, n = 1 + r.nextInt(r.nextInt(4) == 0 ? 10 : 5); i < n; i++) {
            Kind k = new Kind();
            k.name = "F" + Math.abs(seed) + "k" + i;
            if (i > 0) k.above = kinds.get(r.nextInt(i));
            kinds.add(k);
            k.fields = next(next(List.of(), true), true);
            newMethods(k);
        }
        for (int n = 0; n < METHODS; n++) files.put(face(n), face(face(n), n));
        for (Kind k : kinds) name(k, k.fields);
        for (Kind k : kinds)
            if (k.above == null || r.nextInt(3) > 0) load(k);
        synchronized (others) {
            others.clear();
            others.add(kinds.get(0).c);
        }
        for (Kind k : kinds)
            if (k.c != null) things.add(make(k));
        renewReader();
        check();
        boolean reflects = r.nextBoolean();
        for (int i = 2 + r.nextInt(r.nextInt(4) == 0 ? 19 : 10); i > 0; i--) {
            step();
            check();
            checkCalls();
            if (reflects) reflected();
        }
        reflected();
    }

    public static void main(String[] args) throws Exception {
        long seed = args.length > 0 ? Long.parseLong(args[0]) : 1;
        int n = args.length > 1 ? Integer.parseInt(args[1]) : 16, done = 0;
        Thread t = new Thread(FieldHistories::work);
        t.start();
        try {
            for (int i = 0; i < n; i++) {
                if (args.length > 2) System.out.println("seed " + (seed + i));
                FieldHistories h = new FieldHistories(seed + i);
                h.run();
                done += h.done;
            }
        } finally {
            ended = true;
            turns.release();
            t.join();
        }
        if (args.length > 1) System.out.println(done + " redefinitions, " + changedSupers + " superclasses, " + refused + " refused");
        if (!bad.isEmpty()) throw new IllegalStateException(bad.get(0));
        System.out.println("PASS");
    }
}
