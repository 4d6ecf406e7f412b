import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Damages class files: knows the format, so that most of what comes out is wrong in one place only. The same random numbers make the same damage. */
final class Mutator {
    private static final String[] CLASS = {"InnerClasses", "EnclosingMethod", "NestHost", "NestMembers", "Record", "PermittedSubclasses",
            "BootstrapMethods", "SourceFile", "SourceDebugExtension", "Signature", "Synthetic", "Deprecated", "RuntimeVisibleAnnotations",
            "RuntimeInvisibleAnnotations", "RuntimeVisibleTypeAnnotations", "RuntimeInvisibleTypeAnnotations", "Unknown"};
    private static final String[] FIELD = {"ConstantValue", "Signature", "Synthetic", "Deprecated", "RuntimeVisibleAnnotations", "RuntimeInvisibleAnnotations",
        "RuntimeVisibleTypeAnnotations", "RuntimeInvisibleTypeAnnotations", "Unknown"};
    private static final String[] METHOD = {"Code", "Exceptions", "Signature", "Synthetic", "Deprecated", "RuntimeVisibleAnnotations",
            "RuntimeInvisibleAnnotations", "RuntimeVisibleParameterAnnotations", "RuntimeInvisibleParameterAnnotations",
            "RuntimeVisibleTypeAnnotations", "RuntimeInvisibleTypeAnnotations", "AnnotationDefault", "MethodParameters", "Unknown"};
    private static final String[] CODE = {"LineNumberTable", "LocalVariableTable", "LocalVariableTypeTable", "StackMapTable", "RuntimeVisibleTypeAnnotations",
        "RuntimeInvisibleTypeAnnotations", "Unknown"};
    private static final String[] RECORD = {"Signature", "RuntimeVisibleAnnotations", "RuntimeInvisibleAnnotations", "RuntimeVisibleTypeAnnotations",
        "RuntimeInvisibleTypeAnnotations", "Unknown"};
    private static final String[] TEXTS = {"", "x", "a/b", "a.b", "a;b", "a[b", "/a", "a/", "a//b", "[", "[I", "[La;", "[V", "[[", "L;",
            "La", "La;", "La//b;", "L/a;", "LI;I", "V", "I", "J", "D", "Z", "Q", "()V", "()", "(", "(V)V", "(I)V", "(J)V", "(La;)V",
            "(L;)V", "()I", "()J", "()[", "([I)La;", "<init>", "<clinit>", "<x>", "a<b", "a>b", "java/lang/Object", "java/lang/String",
            "Ljava/lang/String;", "java/lang/Record", "java/lang/Enum", "TT;", "<T:Ljava/lang/Object;>Ljava/lang/Object;", "this",
            "I".repeat(300), "[".repeat(254) + "I", "[".repeat(255) + "I", "[".repeat(256) + "I",
            "("
                    + "I".repeat(254) + ")V",
            "("
                    + "I".repeat(255) + ")V",
            "("
                    + "J".repeat(128) + ")V",
            "\u00e9", "\ud83d\ude00"};
    private static final int[] SHORTS = {0, 1, 2, 3, 4, 255, 256, 0x7fff, 0x8000, 0xfffe, 0xffff};
    private static final int[] BYTES = {0, 1, 2, 3, 7, 8, 9, 12, 15, 18, 63, 64, 127, 128, 167, 168, 182, 184, 185, 186, 196, 200, 254, 255};
    private static final int[] BAD_TEXT = {0x00, 0x80, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xed, 0xef, 0xf0, 0xf5, 0xff};
    private static final int[] TAGS = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 255};

    private final Random r;
    private final ClassModel c;
    final StringBuilder log = new StringBuilder();

    Mutator(byte[] file, Random r) {
        this.r = r;
        c = new ClassModel(file);
    }

    static byte[] damage(byte[] original, Random r, StringBuilder log) throws IOException {
        if (r.nextInt(10) == 0) {
            log.append("bytes");
            return anywhere(original, r);
        }
        Mutator m = new Mutator(original, r);
        for (int n = r.nextInt(8) == 0 ? 2 : 1; n > 0; n--) m.mutate();
        log.append(m.log.toString().trim());
        return m.c.bytes();
    }

    private static byte[] anywhere(byte[] original, Random r) {
        byte[] b = original.clone();
        int at = r.nextInt(b.length - 2);
        switch (r.nextInt(5)) {
            case 0 -> b[at] ^= (byte) (1 << r.nextInt(8));
            case 1 -> { int s = SHORTS[r.nextInt(SHORTS.length)]; b[at] = (byte) (s >> 8); b[at + 1] = (byte) s; }
            case 2 -> b[at] += (byte) (r.nextBoolean() ? 1 : -1);
            case 3 -> b = Arrays.copyOf(b, Math.max(10, b.length - 1 - r.nextInt(b.length / 2)));
            default -> b[at] = (byte) r.nextInt(256);
        }
        return b;
    }

    private <T> T any(List<T> list) { return list.isEmpty() ? null : list.get(r.nextInt(list.size())); }
    private int any(int[] list) { return list[r.nextInt(list.length)]; }
    private String any(String[] list) { return list[r.nextInt(list.length)]; }

    private int anIndex() {
        return switch (r.nextInt(12)) {
            case 0 -> 0;
            case 1 -> c.pool.size();
            case 2 -> c.pool.size() + r.nextInt(3);
            case 3 -> 0xffff;
            default -> r.nextInt(c.pool.size());
        };
    }

    private int ofTag(int tag) {
        List<Integer> found = new ArrayList<>();
        for (int i = 1; i < c.pool.size(); i++)
            if (c.pool.get(i) != null && c.pool.get(i).tag == tag) found.add(i);
        Integer i = any(found);
        return i == null ? 0 : i;
    }

    /** Mostly what belongs there. */
    private int likely(int tag) { return r.nextInt(6) == 0 ? anIndex() : ofTag(tag); }

    private int aText() { return r.nextBoolean() ? c.utf8(any(TEXTS)) : ofTag(1); }

    private static byte[] shorts(int... v) {
        ByteBuffer b = ByteBuffer.allocate(v.length * 2);
        for (int x : v) b.putShort((short) x);
        return b.array();
    }

    private void mutate() {
        switch (r.nextInt(20)) {
            case 0, 1, 2 -> constant();
            case 3 -> addConstant();
            case 4, 5, 6, 7 -> attribute();
            case 8, 9 -> contents();
            case 10 -> head();
            case 11, 12 -> member();
            case 13 -> version();
            case 14, 15, 16 -> code();
            case 17 -> stackMap();
            case 18 -> text();
            default -> references();
        }
    }

    private void note(String what) { log.append(what).append(' '); }

    // ---- the constant pool ----

    private void constant() {
        int i = 1 + r.nextInt(c.pool.size() - 1);
        ClassModel.Constant k = c.pool.get(i);
        if (k == null) return;
        note("constant#" + i + "/" + k.tag);
        switch (r.nextInt(5)) {
            case 0 -> k.tag = any(TAGS);
            case 1 -> c.pool.set(i, c.pool.get(1 + r.nextInt(c.pool.size() - 1)));
            default -> {
                if (k.tag == 1) changeText(k);
                else if (k.body.length == 4 && k.tag != 3 && k.tag != 4) k.index(r.nextInt(2) * 2, anIndex());
                else if (k.body.length == 2) k.index(0, anIndex());
                else if (k.tag == 15) {
                    if (r.nextBoolean()) k.body[0] = (byte) r.nextInt(11);
                    else k.index(1, anIndex());
                } else k.body[r.nextInt(k.body.length)] = (byte) r.nextInt(256);
            }
        }
    }

    private void text() {
        int i = ofTag(1);
        if (i == 0) return;
        note("text#" + i);
        changeText(c.pool.get(i));
    }

    private void changeText(ClassModel.Constant k) {
        switch (r.nextInt(4)) {
            case 0 -> k.body = any(TEXTS).getBytes(StandardCharsets.UTF_8);
            case 1 -> {
                int at = r.nextInt(k.body.length + 1), n = 1 + r.nextInt(3);
                byte[] b = Arrays.copyOf(k.body, k.body.length + n);
                System.arraycopy(k.body, at, b, at + n, k.body.length - at);
                for (int i = 0; i < n; i++) b[at + i] = (byte) (r.nextBoolean() ? any(BAD_TEXT) : r.nextInt(256));
                k.body = b;
            }
            case 2 -> {
                if (k.body.length > 0) k.body[r.nextInt(k.body.length)] = (byte) (r.nextBoolean() ? "./;[<>()LIV".charAt(r.nextInt(11)) : any(BAD_TEXT));
            }
            default -> {
                if (k.body.length > 0) k.body = Arrays.copyOf(k.body, r.nextInt(k.body.length));
            }
        }
    }

    private void addConstant() {
        int tag = any(TAGS);
        note("add" + tag);
        switch (tag) {
            case 1 -> {
                c.add(1, new byte[0]);
                changeText(c.pool.get(c.pool.size() - 1));
            }
            case 3, 4, 5, 6 -> c.add(tag, new byte[tag < 5 ? 4 : 8]);
            case 7, 8, 16, 19, 20 -> c.add(tag, shorts(r.nextInt(5) == 0 ? anIndex() : aText()));
            case 9, 10, 11 -> c.add(tag, shorts(likely(7), likely(12)));
            case 12 -> c.add(tag, shorts(aText(), aText()));
            case 15 -> {
                byte[] ref = shorts(likely(9 + r.nextInt(3)));
                c.add(tag, (byte) r.nextInt(11), ref[0], ref[1]);
            }
            case 17, 18 -> c.add(tag, shorts(r.nextInt(3), likely(12)));
            default -> c.add(tag, new byte[r.nextInt(5)]);
        }
        if (r.nextInt(10) == 0) c.countOff = r.nextInt(3) - 1;
    }

    /** A new name and type, and members that refer to it, used by nothing. */
    private void references() {
        note("references");
        int nt = c.add(12, shorts(aText(), aText()));
        int tag = 9 + r.nextInt(3), ref = c.add(tag, shorts(likely(7), nt));
        if (r.nextInt(3) == 0) c.add(15, (byte) r.nextInt(11), (byte) (ref >> 8), (byte) ref);
        if (r.nextInt(3) == 0) c.add(17 + r.nextInt(2), shorts(r.nextInt(2), nt));
        if (r.nextInt(3) == 0) c.add(16, shorts(aText()));
        if (r.nextInt(3) == 0) c.add(7, shorts(aText()));
    }

    // ---- attributes ----

    private static final class Place {
        final List<ClassModel.Attribute> list;
        final String[] names;
        final String where;
        Place(List<ClassModel.Attribute> list, String[] names, String where) {
            this.list = list;
            this.names = names;
            this.where = where;
        }
    }

    private List<Place> places() {
        List<Place> all = new ArrayList<>();
        for (int weight = 0; weight < 4; weight++) all.add(new Place(c.attributes, CLASS, "class"));
        for (ClassModel.Member f : c.fields) all.add(new Place(f.attributes, FIELD, "field"));
        for (ClassModel.Member m : c.methods) {
            all.add(new Place(m.attributes, METHOD, "method"));
            for (ClassModel.Attribute a : m.attributes)
                if (a.code != null) all.add(new Place(a.code.attributes, CODE, "code"));
        }
        for (ClassModel.Attribute a : c.attributes)
            if (a.components != null)
                for (int weight = 0; weight < 2; weight++)
                    for (ClassModel.Member m : a.components) all.add(new Place(m.attributes, RECORD, "component"));
        return all;
    }

    /** A place by kind first, so that the many methods do not take all the damage. */
    private Place place() {
        List<Place> all = places();
        Place p = any(all);
        String kind = any(all).where;
        for (int k = 0; k < 20 && r.nextInt(3) != 0 && p.where.equals("method"); k++) p = any(all);
        for (int k = 0; k < 10 && !p.where.equals(kind); k++) p = any(all);
        return p;
    }

    private void attribute() {
        Place p = place();
        ClassModel.Attribute a = any(p.list);
        int what = r.nextInt(9);
        if (a == null || what < 3) {
            String name = any(p.names);
            note("new:" + p.where + ":" + name);
            p.list.add(r.nextInt(p.list.size() + 1), new ClassModel.Attribute(c.utf8(name), content(name)));
            return;
        }
        note(List.of("copy", "drop", "longer", "shorter", "length", "rename").get(what - 3) + ":" + p.where + ":" + c.text(a.name));
        switch (what) {
            case 3 -> p.list.add(r.nextInt(p.list.size() + 1), a.copy());
            case 4 -> p.list.remove(a);
            case 5 -> {
                if (a.raw != null) a.raw = Arrays.copyOf(a.raw, a.raw.length + 1 + r.nextInt(4));
            }
            case 6 -> {
                if (a.raw != null && a.raw.length > 0) a.raw = Arrays.copyOf(a.raw, Math.max(0, a.raw.length - 1 - r.nextInt(4)));
            }
            case 7 -> a.lengthOff = r.nextBoolean() ? r.nextInt(9) - 4 : any(SHORTS);
            default -> a.name = r.nextInt(4) == 0 ? anIndex() : c.utf8(any(p.names));
        }
    }

    private int[] entries(int n, java.util.function.IntSupplier one) {
        int[] v = new int[n];
        for (int i = 0; i < n; i++) v[i] = one.getAsInt();
        return v;
    }

    private byte[] counted(int n, int... values) {
        int[] all = new int[values.length + 1];
        all[0] = r.nextInt(12) == 0 ? n + r.nextInt(3) - 1 : n;
        System.arraycopy(values, 0, all, 1, values.length);
        return shorts(all);
    }

    /** What such an attribute holds, more or less. */
    private byte[] content(String name) {
        int n = r.nextInt(4);
        return switch (name) {
            case "InnerClasses" -> {
                int[] v = new int[n * 4];
                for (int i = 0; i < n; i++) {
                    v[i * 4] = i > 0 && r.nextInt(3) == 0 ? v[i * 4 - 4] : likely(7);
                    v[i * 4 + 1] = r.nextInt(3) == 0 ? 0 : i > 0 && r.nextInt(3) == 0 ? v[i * 4 - 4] : likely(7);
                    v[i * 4 + 2] = r.nextInt(3) == 0 ? 0 : likely(1);
                    v[i * 4 + 3] = r.nextInt(3) == 0 ? r.nextInt(0x10000) : 9;
                }
                yield counted(n, v);
            }
            case "EnclosingMethod" -> shorts(r.nextInt(8) == 0 ? 0 : likely(7), r.nextBoolean() ? 0 : likely(12));
            case "NestHost" -> shorts(likely(7));
            case "NestMembers", "PermittedSubclasses", "Exceptions" -> counted(n, entries(n, () -> likely(7)));
            case "SourceFile", "Signature" -> shorts(r.nextInt(4) == 0 ? anIndex() : aText());
            case "ConstantValue" -> shorts(r.nextBoolean() ? anIndex() : ofTag(3 + r.nextInt(6)));
            case "BootstrapMethods" -> {
                int h = likely(15);
                yield n == 0 ? shorts(0) : shorts(1, h, 1, anIndex());
            }
            case "Record" -> n == 0 ? shorts(0) : shorts(1, aText(), aText(), 0);
            case "MethodParameters" -> {
                ByteBuffer b = ByteBuffer.allocate(1 + n * 4).put((byte) n);
                for (int i = 0; i < n; i++) b.putShort((short) (r.nextBoolean() ? 0 : likely(1))).putShort((short) (r.nextBoolean() ? 0 : r.nextInt(0x10000)));
                yield b.array();
            }
            case "LineNumberTable" -> counted(n, entries(n * 2, () -> r.nextInt(12)));
            case "LocalVariableTable", "LocalVariableTypeTable" -> {
                int[] v = new int[n * 5];
                for (int i = 0; i < n; i++) {
                    boolean again = i > 0 && r.nextInt(3) == 0;
                    int[] e = {again ? v[i * 5 - 5] : r.nextInt(3), again ? v[i * 5 - 4] : r.nextInt(4), again ? v[i * 5 - 3] : aText(), aText(), r.nextInt(3)};
                    System.arraycopy(e, 0, v, i * 5, 5);
                }
                yield counted(n, v);
            }
            case "StackMapTable" -> {
                ByteBuffer b = ByteBuffer.allocate(2 + n).putShort((short) n);
                for (int i = 0; i < n; i++) b.put((byte) r.nextInt(70));
                yield b.array();
            }
            case "Code" -> new byte[] {0, 1, 0, 1, 0, 0, 0, 1, (byte) 177, 0, 0, 0, 0};
            case "RuntimeVisibleAnnotations", "RuntimeInvisibleAnnotations" -> n == 0 ? shorts(0) : shorts(1, c.utf8("Ljava/lang/Deprecated;"), 0);
            case "Synthetic", "Deprecated" -> new byte[r.nextInt(3) == 0 ? 1 : 0];
            default -> {
                byte[] b = new byte[r.nextInt(12)];
                r.nextBytes(b);
                yield b;
            }
        };
    }

    /** Something inside of an attribute. */
    private void contents() {
        Place p = place();
        ClassModel.Attribute a = any(p.list);
        if (a == null) return;
        note("in:" + p.where + ":" + c.text(a.name));
        if (a.components != null && !a.components.isEmpty()) {
            ClassModel.Member m = any(a.components);
            switch (r.nextInt(4)) {
                case 0 -> m.name = r.nextBoolean() ? aText() : anIndex();
                case 1 -> m.desc = r.nextBoolean() ? aText() : anIndex();
                case 2 -> a.components.add(m.copy());
                default -> a.components.remove(m);
            }
        } else if (a.raw != null && a.raw.length > 0) {
            if (a.raw.length > 1 && r.nextInt(3) != 0) {
                int at = r.nextInt(a.raw.length / 2) * 2, v = switch (r.nextInt(4)) {
                    case 0 -> any(SHORTS);
                    case 1 -> (((a.raw[at] & 255) << 8 | a.raw[at + 1] & 255) + (r.nextBoolean() ? 1 : -1));
                    case 2 -> aText();
                    default -> anIndex();
                };
                a.raw[at] = (byte) (v >> 8);
                a.raw[at + 1] = (byte) v;
            } else a.raw[r.nextInt(a.raw.length)] = (byte) any(BYTES);
        }
    }

    // ---- the rest ----

    private void head() {
        int what = r.nextInt(8);
        note("head" + what);
        switch (what) {
            case 0 -> c.flags ^= 1 << r.nextInt(16);
            case 1 -> c.flags = r.nextInt(0x10000);
            case 2 -> c.thisClass = likely(7);
            case 3 -> c.superClass = r.nextInt(5) == 0 ? 0 : likely(7);
            case 4 -> c.interfaces.add(likely(7));
            case 5 -> {
                if (!c.interfaces.isEmpty()) c.interfaces.add(r.nextBoolean() ? any(c.interfaces) : anIndex());
            }
            case 6 -> {
                if (!c.interfaces.isEmpty()) c.interfaces.remove(r.nextInt(c.interfaces.size()));
            }
            default -> c.tail = new byte[1 + r.nextInt(3)];
        }
    }

    private void version() {
        c.major = r.nextInt(12) == 0 ? 43 + r.nextInt(30) : 45 + r.nextInt(18);
        c.minor = r.nextInt(3) != 0 ? 0 : r.nextBoolean() ? 65535 : r.nextInt(5);
        note("version" + c.major + "." + c.minor);
    }

    private void member() {
        boolean field = r.nextInt(3) == 0;
        List<ClassModel.Member> list = field ? c.fields : c.methods;
        ClassModel.Member m = any(list);
        if (m == null) return;
        int what = r.nextInt(8);
        note((field ? "field" : "method") + what);
        switch (what) {
            case 0, 1 -> m.flags ^= 1 << r.nextInt(16);
            case 2 -> m.flags = r.nextInt(0x10000);
            case 3 -> m.name = r.nextBoolean() ? aText() : anIndex();
            case 4 -> m.desc = r.nextBoolean() ? aText() : anIndex();
            case 5 -> list.add(r.nextInt(list.size() + 1), m.copy());
            case 6 -> list.remove(m);
            default -> {
                ClassModel.Member o = any(list);
                int name = m.name;
                m.name = o.name;
                o.name = name;
            }
        }
    }

    private ClassModel.Code aCode() {
        List<ClassModel.Code> all = new ArrayList<>();
        for (ClassModel.Member m : c.methods)
            for (ClassModel.Attribute a : m.attributes)
                if (a.code != null) all.add(a.code);
        return any(all);
    }

    private void code() {
        ClassModel.Code k = aCode();
        if (k == null || k.bytes.length == 0) return;
        int what = r.nextInt(12), n = k.bytes.length, at = r.nextInt(n);
        note("code" + what);
        switch (what) {
            case 0 -> k.stack = Math.max(0, k.stack + r.nextInt(3) - 1);
            case 1 -> k.locals = Math.max(0, k.locals + r.nextInt(3) - 1);
            case 2 -> k.bytes = Arrays.copyOf(k.bytes, r.nextBoolean() ? n + 1 + r.nextInt(3) : r.nextInt(n + 1));
            case 3 -> k.handlers.add(new int[] {r.nextInt(n + 2), r.nextInt(n + 2), r.nextInt(n + 1), r.nextInt(3) == 0 ? 0 : likely(7)});
            case 4 -> {
                if (!k.handlers.isEmpty()) any(k.handlers)[r.nextInt(4)] = r.nextBoolean() ? r.nextInt(n + 2) : anIndex();
            }
            case 5 -> {
                if (!k.handlers.isEmpty()) k.handlers.add(0, any(k.handlers));
            }
            case 6 -> k.bytes[at] = (byte) r.nextInt(256);
            case 7 -> k.bytes[at] = (byte) any(BYTES);
            case 8 -> k.bytes[at] += (byte) (r.nextBoolean() ? 1 : -1);
            case 9 -> {
                int v = anIndex();
                k.bytes[at] = (byte) (v >> 8);
                if (at + 1 < n) k.bytes[at + 1] = (byte) v;
            }
            case 10 -> k.bytes[at] ^= (byte) (1 << r.nextInt(8));
            default -> {
                int len = Math.min(1 + r.nextInt(6), n - Math.max(at, at = r.nextInt(n)));
                System.arraycopy(k.bytes.clone(), at, k.bytes, Math.min(at + r.nextInt(4), n - len), len);
            }
        }
    }

    private void stackMap() {
        for (int tries = 0; tries < 10; tries++) {
            ClassModel.Code k = aCode();
            if (k == null) return;
            for (ClassModel.Attribute a : k.attributes) {
                if (!c.text(a.name).equals("StackMapTable") || a.raw.length < 3) continue;
                int at = r.nextInt(5) == 0 ? r.nextInt(a.raw.length) : 2 + r.nextInt(a.raw.length - 2);
                note("map");
                switch (r.nextInt(4)) {
                    case 0 -> a.raw[at] = (byte) r.nextInt(256);
                    case 1 -> a.raw[at] += (byte) (r.nextBoolean() ? 1 : -1);
                    case 2 -> a.raw[at] = (byte) any(new int[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 64, 127, 128, 246, 247, 248, 250, 251, 252, 254, 255});
                    default -> a.raw = Arrays.copyOf(a.raw, a.raw.length + (r.nextBoolean() ? 1 : -1));
                }
                return;
            }
        }
    }
}
