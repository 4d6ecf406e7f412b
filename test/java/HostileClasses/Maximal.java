import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Class files as large as the format allows: what takes memory or time in proportion to the square of something here is a way to stop a VM. The
 * time limit of the test is generous; what was quadratic took many times as long. Times go to standard error. */
public class Maximal {
    static ClassBytes.Buf buf() { return ClassBytes.buf(); }

    interface Case { Object run() throws Throwable; }

    static void show(String what, Case body) {
        ClassBytes.firstDefined = 0;
        String result;
        try {
            result = String.valueOf(body.run());
        } catch (Throwable t) {
            result = t.toString();
        }
        System.out.println(what + ": " + (result.length() > 200 ? result.substring(0, 200) : result));
        System.err.println(what + " took " + (System.nanoTime() - ClassBytes.firstDefined) / 1_000_000 + " ms");
    }

    /** Most memory the process has had, in MB. */
    static long peak() throws Exception {
        for (String line : Files.readAllLines(Path.of("/proc/self/status")))
            if (line.startsWith("VmHWM:")) return Long.parseLong(line.replaceAll("\\D", "")) / 1024;
        throw new IllegalStateException();
    }

    /** Memory is bounded by what was there before and this, many times what is needed and a small part of what a full frame for each map takes. */
    static void modest(String what, int megabytes, Case body) {
        show(what, () -> {
            long before = peak();
            Object result = body.run();
            long grown = peak() - before;
            return result + (grown < megabytes ? ", modestly" : ", takes " + grown + " MB");
        });
    }

    // ---- stack maps ----

    static byte[] jumps(int n) {
        ClassBytes.Buf code = buf();
        for (int i = 0; i < n; i++) code.u1(0xa7).u2(3);
        return code.u1(0xb1).bytes();
    }

    static Object sameFrames(int n) throws Exception {
        ClassBytes b = new ClassBytes("SameFrames");
        ClassBytes.Buf maps = buf().u2(n);
        for (int i = 0; i < n; i++) maps.u1(i == 0 ? 3 : 2);
        b.method(9, "f", "()V", b.code(0xffff, 0xffff, jumps(n), new byte[0], b.attribute("StackMapTable", maps.bytes())));
        return new ClassBytes.Loader().link(b);
    }

    /** Locals come and go: each map adds one to the 60000 of the first, or takes it away. */
    static Object appendAndChop(int n) throws Exception {
        ClassBytes b = new ClassBytes("AppendAndChop");
        ClassBytes.Buf maps = buf().u2(n).u1(255).u2(3).u2(60000);
        for (int i = 0; i < 60000; i++) maps.u1(0);
        maps.u2(0);
        for (int i = 1; i < n; i++)
            if (i % 2 == 1) maps.u1(252).u2(2).u1(0);
            else maps.u1(250).u2(2);
        b.method(9, "f", "()V", b.code(0, 0xffff, jumps(n), new byte[0], b.attribute("StackMapTable", maps.bytes())));
        return new ClassBytes.Loader().link(b);
    }

    static Object largeFrames(int n) throws Exception {
        ClassBytes b = new ClassBytes("LargeFrames");
        byte[] code = b.code(0xffff, 0xffff, new byte[] {(byte) 0xb1});
        for (int i = 0; i < n; i++) b.method(9, "f" + i, "()V", code);
        return new ClassBytes.Loader().link(b).getDeclaredMethods().length;
    }

    static Object handlers(int n, int instructions) throws Exception {
        ClassBytes b = new ClassBytes("Handlers");
        byte[] code = new byte[instructions];
        code[instructions - 2] = (byte) 0xb1;
        code[instructions - 1] = (byte) 0xbf;
        ClassBytes.Buf table = buf();
        for (int i = 0; i < n; i++) table.u2(0).u2(1).u2(instructions - 1).u2(0);
        byte[] maps = buf().u2(1).u1(255).u2(instructions - 1).u2(0).u2(1).u1(7).u2(b.cls("java/lang/Throwable")).bytes();
        b.method(9, "f", "()V", b.code(1, 0, code, table.bytes(), b.attribute("StackMapTable", maps)));
        return new ClassBytes.Loader().link(b);
    }

    // ---- debug information ----

    static Object lineTables(int tables) throws Exception {
        ClassBytes b = new ClassBytes("Lines");
        byte[][] lines = new byte[tables][];
        for (int i = 0; i < tables; i++) lines[i] = b.attribute("LineNumberTable", buf().u2(1).u2(0).u2(i).bytes());
        b.method(9, "f", "()V", b.code(0, 0, new byte[] {(byte) 0xb1}, new byte[0], lines));
        return new ClassBytes.Loader().link(b);
    }

    static byte[] variables(ClassBytes b, int first, int n, String desc) {
        ClassBytes.Buf t = buf().u2(n);
        for (int i = first; i < first + n; i++) t.u2(i).u2(1).u2(b.utf8("x")).u2(b.utf8(desc)).u2(0);
        return t.bytes();
    }

    static byte[] nops(int n) {
        byte[] code = new byte[n];
        code[n - 1] = (byte) 0xb1;
        return code;
    }

    static Object variableTables(int tables) throws Exception {
        ClassBytes b = new ClassBytes("Variables");
        byte[][] all = new byte[tables * 2][];
        for (int i = 0; i < tables; i++) {
            all[i] = b.attribute("LocalVariableTable", variables(b, i, 1, "I"));
            all[tables + i] = b.attribute("LocalVariableTypeTable", variables(b, i, 1, "TT;"));
        }
        b.method(9, "f", "()V", b.code(0, 1, nops(tables), new byte[0], all));
        return new ClassBytes.Loader().link(b);
    }

    static Object oneVariableTable(int n, boolean twice) throws Exception {
        ClassBytes b = new ClassBytes("Variables");
        byte[] table = b.attribute("LocalVariableTable", variables(b, 0, n, "I")), types = b.attribute("LocalVariableTypeTable", variables(b, 0, n, "TT;"));
        b.method(9, "f", "()V", b.code(0, 1, nops(n), new byte[0], table, twice ? table : types));
        return new ClassBytes.Loader().link(b);
    }

    // ---- members ----

    static String name(int i) { return "f" + Integer.toString(i, 36); }

    static Object fields(int n) throws Exception {
        ClassBytes b = new ClassBytes("Fields");
        String[] types = {"J", "Ljava/lang/Object;", "B", "I", "S", "D"};
        for (int i = 0; i < n; i++) b.field(i % 2 == 0 ? 9 : 1, name(i), types[i % 3 + i % 2 * 3 - (i % 7 == 0 ? i % 3 : 0)]);
        b.constructor("java/lang/Object");
        Class<?> c = new ClassBytes.Loader().link(b);
        Object o = c.getConstructor().newInstance();
        int sum = 0;
        for (Field f : c.getDeclaredFields())
            if (f.getType() == int.class) {
                f.setInt(o, 3);
                sum += f.getInt(o);
            }
        return sum;
    }

    /** All of them have the same String.hashCode. */
    static String colliding(int i) {
        StringBuilder s = new StringBuilder();
        for (int bit = 0; bit < 16; bit++) s.append((i >> bit & 1) == 0 ? "Aa" : "BB");
        return s.toString();
    }

    static Object collidingNames(int n) throws Exception {
        ClassBytes b = new ClassBytes("Colliding");
        for (int i = 0; i < n; i++) b.field(9, colliding(i), "I");
        return Arrays.stream(new ClassBytes.Loader().link(b).getDeclaredFields()).map(Field::getName).filter(s -> s == s.intern()).count();
    }

    static ClassBytes methods(String name, String superName, int n) {
        ClassBytes b = new ClassBytes(name, superName);
        byte[] code = b.empty(1);
        for (int i = 0; i < n; i++) b.method(1, name(i), "()V", code);
        return b.constructor(superName);
    }

    static Object overriding(int n) throws Exception {
        ClassBytes.Loader l = new ClassBytes.Loader();
        l.link(methods("A", "java/lang/Object", n));
        return l.link(methods("B", "A", n)).getDeclaredMethods().length;
    }

    static Object callAll(int n, int calls) throws Exception {
        ClassBytes.Loader l = new ClassBytes.Loader();
        l.link(methods("A", "java/lang/Object", n));
        ClassBytes b = new ClassBytes("Caller");
        ClassBytes.Buf code = buf();
        for (int i = 0; i < calls; i++) code.u1(0x2a).u1(0xb6).u2(b.ref(10, "A", name(n - 1 - i), "()V"));
        b.method(9, "f", "(LA;)V", b.code(1, 1, code.u1(0xb1).bytes()));
        Class<?> a = l.loadClass("A");
        l.link(b).getMethod("f", a).invoke(null, a.getConstructor().newInstance());
        return "called";
    }

    static ClassBytes anInterface(String name, String... supers) {
        ClassBytes b = new ClassBytes(name);
        b.access = 0x601;
        for (String s : supers) b.interfaces.add(b.cls(s));
        return b;
    }

    static Object interfaceMethods(int n) throws Exception {
        ClassBytes.Loader l = new ClassBytes.Loader();
        ClassBytes in = anInterface("In");
        for (int i = 0; i < n; i++) in.method(0x401, name(i), "()V");
        l.link(in);
        ClassBytes abstracts = new ClassBytes("Abstract");
        abstracts.access = 0x421;
        abstracts.interfaces.add(abstracts.cls("In"));
        l.link(abstracts);
        ClassBytes all = methods("All", "Abstract", n);
        return l.link(all).getMethods().length > n;
    }

    static Object manyInterfaces(int n) throws Exception {
        ClassBytes.Loader l = new ClassBytes.Loader();
        for (int i = 0; i < n; i++) l.define(anInterface("I" + i));
        ClassBytes b = new ClassBytes("All");
        for (int i = 0; i < n; i++) b.interfaces.add(b.cls("I" + i));
        Class<?> c = l.link(b);
        ClassBytes again = new ClassBytes("Again", "All"); // everything comes twice
        for (int i = n - 1; i >= 0; i--) again.interfaces.add(again.cls("I" + i));
        return c.getInterfaces().length + l.link(again).getInterfaces().length;
    }

    static Object chainOfInterfaces(int n) throws Exception {
        ClassBytes.Loader l = new ClassBytes.Loader();
        Class<?> c = l.define(anInterface("I0", "java/lang/Runnable"));
        for (int i = 1; i < n; i++) c = l.define(anInterface("I" + i, "I" + (i - 1)));
        return Runnable.class.isAssignableFrom(c);
    }

    // ---- the rest ----

    static Object innerClasses(int n) throws Exception {
        ClassBytes b = new ClassBytes("Inner");
        ClassBytes.Buf list = buf().u2(n);
        for (int i = 0; i < n; i++) list.u2(b.cls("Inner$" + i)).u2(0).u2(0).u2(1);
        b.with("InnerClasses", list.bytes());
        return new ClassBytes.Loader().link(b).getDeclaredClasses().length;
    }

    /** Names and descriptors as long as they can be, referred to by very many constants. */
    static Object longNames(int n) throws Exception {
        ClassBytes b = new ClassBytes("Long");
        String cls = "p/" + "x".repeat(250), desc = "(" + ("L" + cls + ";").repeat(255) + ")V";
        for (int i = 0; i < n; i++) b.ref(10, "java/lang/Object", name(i), desc);
        return new ClassBytes.Loader().link(b);
    }

    /** Arrays of 254 dimensions of a class with a long name: each jump compares two of them. */
    static Object deepArrays(int jumps) throws Exception {
        ClassBytes b = new ClassBytes("Deep");
        String name = "[".repeat(200) + "L" + "x".repeat(65000) + ";", to = "[".repeat(200) + "Ljava/lang/Object;";
        ClassBytes.Buf code = buf();
        for (int i = 0; i < jumps; i++) code.u1(0x2a).u1(0xc0).u2(b.cls(name)).u1(0x4b);
        for (int i = 0; i < jumps; i++) code.u1(0x2a).u1(0xb8).u2(b.ref(10, "Deep", "g", "(" + to + ")V"));
        b.method(9, "f", "(" + to + ")V", b.code(1, 1, code.u1(0xb1).bytes()));
        b.method(9, "g", "(" + to + ")V", b.empty(1));
        return new ClassBytes.Loader().link(b);
    }

    public static void main(String[] args) {
        modest("a stack map for each of 5000 jumps, 65535 locals", 700, () -> sameFrames(5000));
        modest("maps that add and take a local", 700, () -> appendAndChop(3000));
        modest("500 methods with the largest frame", 700, () -> largeFrames(500));
        show("65535 exception handlers", () -> handlers(65535, 20000));
        modest("65535 line tables", 700, () -> lineTables(65535));
        modest("32767 variable tables and type tables", 700, () -> variableTables(32767));
        show("a variable table of 65535", () -> oneVariableTable(65535, false));
        show("twice the same variables", () -> oneVariableTable(65535, true));
        show("65000 fields", () -> fields(65000));
        show("names of one hash code", () -> collidingNames(10000));
        show("20000 methods overridden", () -> overriding(20000));
        show("16000 calls into 30000 methods", () -> callAll(30000, 16000));
        show("an interface of 10000 methods", () -> interfaceMethods(10000));
        show("10000 interfaces", () -> manyInterfaces(10000));
        show("a chain of 2000 interfaces", () -> chainOfInterfaces(2000));
        show("20000 inner classes", () -> innerClasses(20000));
        show("10000 long descriptors", () -> longNames(10000));
        show("deep arrays", () -> deepArrays(100));
    }
}
