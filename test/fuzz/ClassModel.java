import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A class file taken apart, so that a mutation can change one thing and leave the rest well formed: lengths and counts are made anew when it is put together,
 * unless a mutation says otherwise. */
final class ClassModel {
    static final class Constant {
        int tag;
        byte[] body; // of a UTF8: the text
        Constant(int tag, byte[] body) {
            this.tag = tag;
            this.body = body;
        }
        int index(int at) { return (body[at] & 255) << 8 | body[at + 1] & 255; }
        void index(int at, int value) {
            body[at] = (byte) (value >> 8);
            body[at + 1] = (byte) value;
        }
    }

    static final class Attribute {
        int name, lengthOff; // lengthOff: how far the length that is written is from the true one
        byte[] raw;          // NULL: code or record
        Code code;
        List<Member> components;
        Attribute(int name, byte[] raw) {
            this.name = name;
            this.raw = raw;
        }
        Attribute copy() {
            Attribute a = new Attribute(name, raw == null ? null : raw.clone());
            a.lengthOff = lengthOff;
            a.code = code == null ? null : code.copy();
            if (components != null) a.components = new ArrayList<>(components.stream().map(Member::copy).toList());
            return a;
        }
    }

    static final class Code {
        int stack, locals;
        byte[] bytes;
        List<int[]> handlers = new ArrayList<>();
        List<Attribute> attributes = new ArrayList<>();
        Code copy() {
            Code c = new Code();
            c.stack = stack;
            c.locals = locals;
            c.bytes = bytes.clone();
            handlers.forEach(h -> c.handlers.add(h.clone()));
            attributes.forEach(a -> c.attributes.add(a.copy()));
            return c;
        }
    }

    /** A field, a method, or (without flags) a record component. */
    static final class Member {
        int flags, name, desc;
        List<Attribute> attributes = new ArrayList<>();
        Member copy() {
            Member m = new Member();
            m.flags = flags;
            m.name = name;
            m.desc = desc;
            attributes.forEach(a -> m.attributes.add(a.copy()));
            return m;
        }
    }

    int magic, minor, major, flags, thisClass, superClass, countOff;
    final List<Constant> pool = new ArrayList<>(); // NULL at 0 and behind a long or double
    final List<Integer> interfaces = new ArrayList<>();
    final List<Member> fields = new ArrayList<>(), methods = new ArrayList<>();
    final List<Attribute> attributes = new ArrayList<>();
    byte[] tail = {};

    ClassModel(byte[] file) {
        ByteBuffer in = ByteBuffer.wrap(file);
        magic = in.getInt();
        minor = u2(in);
        major = u2(in);
        int n = u2(in);
        pool.add(null);
        while (pool.size() < n) {
            int tag = in.get();
            int length = switch (tag) {
                case 1 -> u2(in);
                case 3, 4, 9, 10, 11, 12, 17, 18 -> 4;
                case 5, 6 -> 8;
                case 15 -> 3;
                default -> 2;
            };
            pool.add(new Constant(tag, bytes(in, length)));
            if (tag == 5 || tag == 6) pool.add(null);
        }
        flags = u2(in);
        thisClass = u2(in);
        superClass = u2(in);
        for (int i = u2(in); i > 0; i--) interfaces.add(u2(in));
        for (int i = u2(in); i > 0; i--) fields.add(member(in, true));
        for (int i = u2(in); i > 0; i--) methods.add(member(in, true));
        attributes.addAll(attributes(in));
    }

    static int u2(ByteBuffer in) { return in.getShort() & 0xffff; }

    static byte[] bytes(ByteBuffer in, int n) {
        byte[] b = new byte[n];
        in.get(b);
        return b;
    }

    String text(int index) {
        Constant c = index > 0 && index < pool.size() ? pool.get(index) : null;
        return c != null && c.tag == 1 ? new String(c.body, StandardCharsets.UTF_8) : "";
    }

    private Member member(ByteBuffer in, boolean flags) {
        Member m = new Member();
        m.flags = flags ? u2(in) : 0;
        m.name = u2(in);
        m.desc = u2(in);
        m.attributes = attributes(in);
        return m;
    }

    private List<Attribute> attributes(ByteBuffer in) {
        List<Attribute> list = new ArrayList<>();
        for (int i = u2(in); i > 0; i--) {
            Attribute a = new Attribute(u2(in), null);
            ByteBuffer body = ByteBuffer.wrap(bytes(in, in.getInt()));
            switch (text(a.name)) {
                case "Code" -> a.code = code(body);
                case "Record" -> {
                    a.components = new ArrayList<>();
                    for (int k = u2(body); k > 0; k--) a.components.add(member(body, false));
                }
                default -> a.raw = body.array();
            }
            list.add(a);
        }
        return list;
    }

    private Code code(ByteBuffer in) {
        Code c = new Code();
        c.stack = u2(in);
        c.locals = u2(in);
        c.bytes = bytes(in, in.getInt());
        for (int i = u2(in); i > 0; i--) c.handlers.add(new int[] {u2(in), u2(in), u2(in), u2(in)});
        c.attributes = attributes(in);
        return c;
    }

    int add(int tag, byte... body) {
        pool.add(new Constant(tag, body));
        if (tag == 5 || tag == 6) pool.add(null);
        return pool.size() - (tag == 5 || tag == 6 ? 2 : 1);
    }

    int utf8(String s) {
        for (int i = 1; i < pool.size(); i++)
            if (pool.get(i) != null && pool.get(i).tag == 1 && text(i).equals(s)) return i;
        return add(1, s.getBytes(StandardCharsets.UTF_8));
    }

    byte[] bytes() throws IOException {
        ByteArrayOutputStream to = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(to);
        out.writeInt(magic);
        out.writeShort(minor);
        out.writeShort(major);
        out.writeShort(pool.size() + countOff);
        for (Constant c : pool) {
            if (c == null) continue;
            out.writeByte(c.tag);
            if (c.tag == 1) out.writeShort(c.body.length);
            out.write(c.body);
        }
        out.writeShort(flags);
        out.writeShort(thisClass);
        out.writeShort(superClass);
        out.writeShort(interfaces.size());
        for (int i : interfaces) out.writeShort(i);
        for (List<Member> members : List.of(fields, methods)) {
            out.writeShort(members.size());
            for (Member m : members) write(out, m, true);
        }
        write(out, attributes);
        out.write(tail);
        return to.toByteArray();
    }

    private void write(DataOutputStream out, Member m, boolean flags) throws IOException {
        if (flags) out.writeShort(m.flags);
        out.writeShort(m.name);
        out.writeShort(m.desc);
        write(out, m.attributes);
    }

    private void write(DataOutputStream out, List<Attribute> list) throws IOException {
        out.writeShort(list.size());
        for (Attribute a : list) {
            ByteArrayOutputStream to = new ByteArrayOutputStream();
            DataOutputStream body = new DataOutputStream(to);
            if (a.code != null) {
                body.writeShort(a.code.stack);
                body.writeShort(a.code.locals);
                body.writeInt(a.code.bytes.length);
                body.write(a.code.bytes);
                body.writeShort(a.code.handlers.size());
                for (int[] h : a.code.handlers)
                    for (int x : h) body.writeShort(x);
                write(body, a.code.attributes);
            } else if (a.components != null) {
                body.writeShort(a.components.size());
                for (Member m : a.components) write(body, m, false);
            } else body.write(a.raw);
            out.writeShort(a.name);
            out.writeInt(to.size() + a.lengthOff);
            out.write(to.toByteArray());
        }
    }
}
