import java.io.InputStream;

/** Every reason for which a new class file must be refused, through RedefineClasses and through RetransformClasses. */
public class ErrorsRedefine {
    static native void both(String what, Class<?> c, byte[] file);
    static native void lists(Class<?> good, byte[] file, Object noClass, Class<?> array, Class<?> primitive);
    static native int hooked();

    static byte[] file(String name, String as) throws Exception {
        try (InputStream in = ErrorsRedefine.class.getResourceAsStream(name + ".class")) {
            return new String(in.readAllBytes(), "ISO-8859-1").replace(name, as).getBytes("ISO-8859-1");
        }
    }
    static byte[] with(byte[] b, int at, int value) {
        byte[] r = b.clone();
        r[at] = (byte) value;
        return r;
    }
    /** areturn instead of ireturn after the constant 4711 */
    static byte[] unverifiable(byte[] b) {
        byte[] r = b.clone();
        for (int i = 0; i + 3 < r.length; i++)
            if (r[i] == 0x11 && r[i + 1] == 0x12 && r[i + 2] == 0x67 && r[i + 3] == (byte) 0xac) r[i + 3] = (byte) 0xb0;
        return r;
    }
    /** The attribute SourceFile, which is the last one, becomes NestMembers without a member: another thing than none. */
    static byte[] emptyNestMembers(byte[] b) throws Exception {
        byte[] r = new String(b, "ISO-8859-1").replace("\0\nSourceFile", "\0\13NestMembers").getBytes("ISO-8859-1");
        return with(with(r, r.length - 1, 0), r.length - 2, 0);
    }

    public static void main(String[] args) throws Exception {
        Orig0 o = new Orig0();
        byte[] good = file("Orig0", "Orig0");
        both("the same", Orig0.class, good);
        both("another body", Orig0.class, file("Body0", "Orig0"));
        System.out.println(o.g());
        both("magic", Orig0.class, with(good, 0, 0));
        both("version 90", Orig0.class, with(good, 7, 90));
        both("version 45.0", Orig0.class, with(good, 7, 0));
        both("truncated", Orig0.class, java.util.Arrays.copyOf(good, good.length - 3));
        both("one byte", Orig0.class, new byte[1]);
        both("tail", Orig0.class, java.util.Arrays.copyOf(good, good.length + 1));
        both("verification", Orig0.class, unverifiable(good));
        both("name", Orig0.class, file("Orig0", "Name0"));
        both("method added", Orig0.class, file("FAdd0", "Orig0"));
        both("method deleted", Orig0.class, file("FDel0", "Orig0"));
        both("field renamed", Orig0.class, file("FFld0", "Orig0"));
        both("field added", Orig0.class, file("FFl20", "Orig0"));
        both("field type", Orig0.class, file("FTyp0", "Orig0"));
        both("field static", Orig0.class, file("FSta0", "Orig0"));
        both("super class", Orig0.class, file("FHie0", "Orig0"));
        both("its own super class", Orig0.class, file("Self0", "Orig0"));
        both("interface", Orig0.class, file("FItf0", "Orig0"));
        both("method public", Orig0.class, file("FMod0", "Orig0"));
        both("method static", Orig0.class, file("FMst0", "Orig0"));
        both("final class", Orig0.class, file("FCls0", "Orig0"));
        both("an interface", Orig0.class, file("FInt0", "Orig0"));
        both("record", Rec00.class, file("Rec01", "Rec00"));
        both("nest member", Nest0.class, file("Nest1", "Nest0"));
        both("nest without members", Orig0.class, emptyNestMembers(good));
        both("array", int[].class, good);
        both("primitive", int.class, good);
        lists(Orig0.class, good, "no class", String[].class, void.class);
        System.out.println(o.g() + " " + hooked());
    }
}

class Base0 { }
class Orig0 { int a; int g() { return 4711; } void h() { } }
class Body0 { int a; int g() { return 4712; } void h() { } }
class FAdd0 { int a; int g() { return 4711; } void h() { } void i() { } }
class FDel0 { int a; int g() { return 4711; } }
class FFld0 { int b; int g() { return 4711; } void h() { } }
class FFl20 { int a, b; int g() { return 4711; } void h() { } }
class FTyp0 { long a; int g() { return 4711; } void h() { } }
class FSta0 { static int a; int g() { return 4711; } void h() { } }
class FHie0 extends Base0 { int a; int g() { return 4711; } void h() { } }
class FItf0 implements Cloneable { int a; int g() { return 4711; } void h() { } }
class FMod0 { int a; public int g() { return 4711; } void h() { } }
class FMst0 { int a; static int g() { return 4711; } void h() { } }
final class FCls0 { int a; int g() { return 4711; } void h() { } }
interface FInt0 { int g(); void h(); }
record Rec00(int a, String b) { }
record Rec01(int a, String c) { }
class Nest0 { class A { } }
class Nest1 { class B { } }
/** Under the name of Orig0 its super class is itself. */
class Self0 extends Orig0 { }
