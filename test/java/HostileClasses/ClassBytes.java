import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A class file that is put together by hand: nothing is checked, so it can be wrong in any way. Defaults make a public class of version 61. */
final class ClassBytes {
    static final class Buf {
        byte[] at = new byte[32];
        int size;

        Buf room(int n) {
            if (size + n > at.length) at = Arrays.copyOf(at, (size + n) * 2);
            return this;
        }
        Buf u1(int v) { room(1).at[size++] = (byte) v; return this; }
        Buf u2(int v) {
            room(2).at[size++] = (byte) (v >> 8);
            at[size++] = (byte) v;
            return this;
        }
        Buf u4(int v) { return u2(v >>> 16).u2(v); }
        Buf add(byte[] b) {
            System.arraycopy(b, 0, room(b.length).at, size, b.length);
            size += b.length;
            return this;
        }
        Buf list(List<byte[]> parts) { u2(parts.size()); parts.forEach(this::add); return this; }
        byte[] bytes() { return Arrays.copyOf(at, size); }
    }

    static Buf buf() { return new Buf(); }

    static long firstDefined; // when, since it was 0: what happens before is work of the test

    static final class Loader extends ClassLoader {
        Loader() { super(ClassBytes.class.getClassLoader()); }
        Class<?> define(byte[] b) {
            if (firstDefined == 0) firstDefined = System.nanoTime();
            return defineClass(null, b, 0, b.length);
        }
        Class<?> define(ClassBytes b) { return define(b.bytes()); }
        Class<?> link(ClassBytes b) throws ClassNotFoundException { return Class.forName(define(b).getName(), true, this); }
    }

    int minor, major = 61, access = 0x21, thisIndex, superIndex;
    final List<Integer> interfaces = new ArrayList<>();
    final List<byte[]> fields = new ArrayList<>(), methods = new ArrayList<>(), attributes = new ArrayList<>();
    final Buf pool = buf();
    int poolCount = 1, extraPool;
    byte[] tail = {};
    private final Map<String, Integer> texts = new HashMap<>();
    private final Map<Long, Integer> pairs = new HashMap<>();

    ClassBytes(String name) { this(name, "java/lang/Object"); }
    ClassBytes(String name, String superName) {
        thisIndex = cls(name);
        superIndex = cls(superName);
    }

    // ---- constants; texts and what refers to others are made once ----
    int constant(int tag, byte[] body) {
        pool.u1(tag).add(body);
        int at = poolCount;
        poolCount += tag == 5 || tag == 6 ? 2 : 1;
        return at;
    }
    private int shared(int tag, int a, int b, int bytes) {
        long key = (long) tag << 32 | (a & 0xffff) << 16 | b & 0xffff;
        Integer at = pairs.get(key);
        if (at == null) pairs.put(key, at = constant(tag, bytes == 2 ? buf().u2(a).bytes() : buf().u2(a).u2(b).bytes()));
        return at;
    }
    int text(byte[] mutf8) { return constant(1, buf().u2(mutf8.length).add(mutf8).bytes()); }
    int utf8(String s) {
        Integer at = texts.get(s);
        if (at == null) texts.put(s, at = text(s.getBytes(StandardCharsets.UTF_8)));
        return at;
    }
    int integer(int v) { return constant(3, buf().u4(v).bytes()); }
    int longValue(long v) { return constant(5, buf().u4((int) (v >> 32)).u4((int) v).bytes()); }
    int pair(int tag, int a, int b) { return shared(tag, a, b, 4); }
    int one(int tag, int a) { return shared(tag, a, 0, 2); }
    int cls(String name) { return one(7, utf8(name)); }
    int string(String s) { return one(8, utf8(s)); }
    int nameType(String name, String desc) { return pair(12, utf8(name), utf8(desc)); }
    int ref(int tag, String owner, String name, String desc) { return pair(tag, cls(owner), nameType(name, desc)); }
    int handle(int kind, int ref) { return constant(15, buf().u1(kind).u2(ref).bytes()); }

    // ---- members and attributes ----
    byte[] attribute(String name, byte[] body) { return buf().u2(utf8(name)).u4(body.length).add(body).bytes(); }
    byte[] member(int flags, String name, String desc, byte[]... attrs) {
        return buf().u2(flags).u2(utf8(name)).u2(utf8(desc)).list(List.of(attrs)).bytes();
    }
    ClassBytes field(int flags, String name, String desc, byte[]... attrs) { fields.add(member(flags, name, desc, attrs)); return this; }
    ClassBytes method(int flags, String name, String desc, byte[]... attrs) { methods.add(member(flags, name, desc, attrs)); return this; }
    ClassBytes with(String attribute, byte[] body) { attributes.add(attribute(attribute, body)); return this; }

    /** handlers: eight bytes each. */
    byte[] code(int stack, int locals, byte[] code, byte[] handlers, byte[]... attrs) {
        return attribute("Code", buf().u2(stack).u2(locals).u4(code.length).add(code).u2(handlers.length / 8).add(handlers).list(List.of(attrs)).bytes());
    }
    byte[] code(int stack, int locals, byte[] code) { return code(stack, locals, code, new byte[0]); }
    /** A method that returns at once. */
    byte[] empty(int locals) { return code(0, locals, new byte[] {(byte) 0xb1}); }
    ClassBytes constructor(String superName) {
        int init = ref(10, superName, "<init>", "()V");
        return method(1, "<init>", "()V", code(1, 1, buf().u1(0x2a).u1(0xb7).u2(init).u1(0xb1).bytes()));
    }

    byte[] bytes() {
        Buf b = buf().u4(0xcafebabe).u2(minor).u2(major).u2(poolCount + extraPool).add(pool.bytes()).u2(access).u2(thisIndex).u2(superIndex);
        b.u2(interfaces.size());
        interfaces.forEach(b::u2);
        return b.list(fields).list(methods).list(attributes).add(tail).bytes();
    }
}
