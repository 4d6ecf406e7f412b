// Object serialization: graphs with cycles, custom forms, Externalizable, replacement, enums, inheritance without a constructor
// call, transient, evolution errors, filters, proxies, deep arrays.
import java.io.*;
import java.lang.reflect.Proxy;
import java.util.*;

public class SerializationAll {
    static class NotSer { int base = 1; NotSer() { base = 77; } }
    static class Node extends NotSer implements Serializable {
        private static final long serialVersionUID = 1;
        String name; Node peer; transient int temp = 5; int[] nums = {1, 2};
        List<Node> kids = new ArrayList<>(); final double fin; static int st = 3; byte b = -1;
        char c = '\u4e16'; boolean z = true; long l = 1L << 50;
        Node(String n, double f) { name = n; fin = f; }
    }
    static class Custom implements Serializable {
        transient int secret; String s;
        Custom(int x, String s) { secret = x; this.s = s; }
        private void writeObject(ObjectOutputStream o) throws IOException { o.defaultWriteObject(); o.writeInt(secret ^ 0xff); o.writeUTF("extra"); }
        private void readObject(ObjectInputStream i) throws IOException, ClassNotFoundException {
            i.defaultReadObject(); secret = i.readInt() ^ 0xff; if (!i.readUTF().equals("extra")) throw new IOException();
        }
    }
    public static class Ext implements Externalizable {
        int v; public Ext() { v = -1; } Ext(int v) { this.v = v; }
        public void writeExternal(ObjectOutput o) throws IOException { o.writeInt(v); }
        public void readExternal(ObjectInput i) throws IOException { v = i.readInt() + 1000; }
    }
    static class Single implements Serializable { static final Single ONE = new Single(); private Object readResolve() { return ONE; } }
    static class Repl implements Serializable { private Object writeReplace() { return "replaced"; } }
    static class Fields implements Serializable {
        private static final ObjectStreamField[] serialPersistentFields = {new ObjectStreamField("virtual", int.class),
            new ObjectStreamField("text", String.class)};
        transient int real; Fields(int r) { real = r; }
        private void writeObject(ObjectOutputStream o) throws IOException {
            ObjectOutputStream.PutField f = o.putFields(); f.put("virtual", real * 2); f.put("text", "t" + real); o.writeFields();
        }
        private void readObject(ObjectInputStream i) throws IOException, ClassNotFoundException {
            ObjectInputStream.GetField f = i.readFields(); real = f.get("virtual", 0) / 2 + f.get("text", "").toString().length();
        }
    }
    enum Color { RED, GREEN { public String toString() { return "g"; } } }
    static class Bad implements Serializable { Object o = new NotSer(); }
    interface Body { Object run() throws Throwable; }
    static void t(String n, Body b) { try { System.out.println(n + ": " + b.run()); } catch (Throwable e) { System.out.println(n + ": " + e); } }
    static byte[] write(Object... os) throws IOException {
        ByteArrayOutputStream b = new ByteArrayOutputStream();
        try (ObjectOutputStream o = new ObjectOutputStream(b)) { for (Object x : os) o.writeObject(x); }
        return b.toByteArray();
    }
    @SuppressWarnings("unchecked") static <T> T copy(T o) throws Exception {
        return (T) new ObjectInputStream(new ByteArrayInputStream(write(o))).readObject();
    }

    public static void main(String[] args) throws Exception {
        Node a = new Node("a", 1.5), b = new Node("b", 2.5);
        a.peer = b; b.peer = a; a.kids.add(b); a.kids.add(a); a.base = 5; a.temp = 9;
        byte[] bytes = write(a);
        System.out.println(bytes.length + " " + Arrays.hashCode(bytes));
        Node c = copy(a);
        System.out.println(c.name + c.peer.name + (c.peer.peer == c) + (c.kids.get(1) == c) + " " + c.temp + " " + c.base + " " + c.nums[1]
            + " " + c.fin + " " + c.b + c.c + c.z + c.l);
        System.out.println(copy(new Custom(42, "s")).secret + " " + copy(new Ext(5)).v + " " + (copy(Single.ONE) == Single.ONE) + " "
            + copy((Object) new Repl()) + " " + copy(new Fields(21)).real + " " + (copy(Color.GREEN) == Color.GREEN) + " "
            + copy(Color.RED));
        Map<String, Object> m = new LinkedHashMap<>();
        m.put("list", new ArrayList<>(List.of(1, 2L, 'c', 3.5f)));
        m.put("arr", new Object[][] {{"x", null}, {}}); m.put("class", String.class);
        m.put("big", new java.math.BigInteger("123456789012345678901234567890")); m.put("date", new Date(0));
        m.put("set", new TreeSet<>(List.of("q", "p"))); m.put("imm", List.of(1, 2, 3));
        m.put("time", java.time.LocalDate.of(2020, 1, 2)); m.put("enumset", EnumSet.of(Color.RED));
        m.put("prim", int.class); m.put("url", new java.net.URI("http://x/y"));
        m.put("bits", BitSet.valueOf(new long[] {9})); m.put("str", "s".repeat(70000).length());
        m.put("opt", Locale.GERMANY);
        Map<String, Object> mc = copy(m);
        System.out.println(mc.keySet() + " " + mc.get("list") + mc.get("class") + mc.get("big") + mc.get("set") + mc.get("imm")
            + mc.get("time") + mc.get("enumset") + mc.get("prim") + mc.get("url") + mc.get("bits") + mc.get("opt")
            + Arrays.deepToString((Object[]) mc.get("arr")));
        System.out.println(copy("x".repeat(70000)).length() + " " + copy(new int[0][5]).length + " "
            + copy(new Exception("saved", new Error("why"))).getCause() + " "
            + copy(new Exception("t")).getStackTrace()[0].getMethodName());
        t("not serializable", () -> write(new Bad())); t("thread", () -> write(new Thread()));
        ObjectInputStream two = new ObjectInputStream(new ByteArrayInputStream(write(a, a, "x", "x")));
        System.out.println((two.readObject() == two.readObject()) + " " + (two.readObject() == two.readObject())); t("end", two::readObject);
        t("corrupt", () -> { byte[] x = write("y"); x[0] = 0; return new ObjectInputStream(new ByteArrayInputStream(x)); });
        t("truncated", () -> new ObjectInputStream(new ByteArrayInputStream(Arrays.copyOf(bytes, bytes.length - 10))).readObject());
        t("other version", () -> { byte[] x = bytes.clone(); for (int i = 0; i < x.length - 8; i++) if (x[i] == 0 && x[i + 7] == 1
            && new String(x, 0, i).endsWith("SerializationAll$Node")) { x[i
            + 7] = 2; break; } return new ObjectInputStream(new ByteArrayInputStream(x)).readObject().getClass(); });
        t("missing class", () -> { String s = new String(write(new Ext(1)), "ISO-8859-1").replace("SerializationAll$Ext",
            "SerializationAll$Exq"); return new ObjectInputStream(new ByteArrayInputStream(s.getBytes("ISO-8859-1"))).readObject(); });
        t("filter", () -> {
            ObjectInputStream i = new ObjectInputStream(new ByteArrayInputStream(bytes));
            i.setObjectInputFilter(ObjectInputFilter.Config.createFilter("!SerializationAll$Node"));
            return i.readObject();
        });
        t("proxy", () -> { Comparable<?> p = (Comparable<?>) Proxy.newProxyInstance(SerializationAll.class.getClassLoader(),
            new Class<?>[] {Comparable.class, Serializable.class}, (java.lang.reflect.InvocationHandler & Serializable) (x, me,
            ar) -> 5); return copy(p).compareTo(null); });
        ObjectStreamClass d = ObjectStreamClass.lookup(Node.class);
        System.out.println(d.getSerialVersionUID() + " " + d.getFields().length + " " + d.getField("peer").getTypeString() + " "
            + ObjectStreamClass.lookup(Custom.class).getSerialVersionUID() + " "
            + ObjectStreamClass.lookup(Color.class).getSerialVersionUID() + " " + ObjectStreamClass.lookup(NotSer.class));
        ByteArrayOutputStream raw = new ByteArrayOutputStream();
        ObjectOutputStream o = new ObjectOutputStream(raw); o.writeInt(1); o.writeUTF("u");
        o.writeDouble(2.5); o.writeUnshared("un"); o.reset(); o.writeObject("after"); o.flush();
        ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(raw.toByteArray()));
        System.out.println(in.readInt() + in.readUTF() + in.readDouble() + in.readUnshared() + in.readObject());
        Object nest = "end"; for (int i = 0; i < 200; i++) nest = new Object[] {nest};
        Object back = copy(nest); int depth = 0; while (back instanceof Object[] x) { back = x[0]; depth++; }
        System.out.println(depth + " " + back);
    }
}
