import java.io.InputStream;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.CountDownLatch;

/** Classes replaced while they are used: Subj1 and the like are put in Subj0's place, every kind of fault with its error, several classes at once. */
public class RedefineClasses {
    static native int redefine(Class<?>[] classes, byte[][] files);
    static native int retransform(Class<?>[] classes, String from, String to);
    static native boolean obsoleteAt(int depth);
    static native int breakpointThenRedefine(Class<?> c, byte[] file);

    static byte[] file(String name, String as) throws Exception {
        try (InputStream in = RedefineClasses.class.getResourceAsStream(name + ".class")) {
            byte[] b = in.readAllBytes();
            String s = new String(b, "ISO-8859-1").replace(name, as);
            return s.getBytes("ISO-8859-1");
        }
    }
    static void put(String what, Class<?> c, byte[] file) { System.out.println(what + ": " + redefine(new Class<?>[] { c }, new byte[][] { file })); }

    static void show(Subj0 s, Api0 api, MethodHandle mh, java.lang.reflect.Method m) throws Throwable {
        System.out.println(s.text() + " " + Subj0.number() + " " + api.text() + " " + (String) mh.invokeExact(s) + " " + m.invoke(s) + " "
            + Subj0.class.getDeclaredMethod("text").getAnnotation(Mark.class).value() + " " + s.lambda().get() + " line " + s.line() + " " + new Sub().text());
    }

    public static void main(String[] args) throws Throwable {
        Subj0 s = new Subj0();
        s.kept = 5;
        MethodHandle mh = MethodHandles.lookup().findVirtual(Subj0.class, "text", MethodType.methodType(String.class));
        java.lang.reflect.Method m = Subj0.class.getDeclaredMethod("text");
        show(s, s, mh, m);
        put("redefine", Subj0.class, file("Subj1", "Subj0"));
        show(s, s, mh, m);
        put("back", Subj0.class, file("Subj0", "Subj0"));
        show(s, s, mh, m);
        System.out.println("retransform: " + retransform(new Class<?>[] { Subj0.class }, "zero", "ZERO"));
        show(s, s, mh, m);
        System.out.println("retransform: " + retransform(new Class<?>[] { Subj0.class, Both0.class }, "zero", "null"));
        show(s, s, mh, m);
        System.out.println("retransform: " + retransform(new Class<?>[] { Subj0.class }, "", ""));
        show(s, s, mh, m);
        System.out.println("kept " + s.kept);

        /* faults */
        byte[] good = file("Subj1", "Subj0");
        byte[] bad = good.clone();
        bad[0] = 0;
        put("magic", Subj0.class, bad);
        bad = good.clone();
        bad[7] = 90;
        put("version", Subj0.class, bad);
        put("truncated", Subj0.class, java.util.Arrays.copyOf(good, good.length - 3));
        put("empty", Subj0.class, new byte[0]);
        put("name", Subj0.class, file("Subj1", "Subj1"));
        put("array", int[].class, good);
        put("primitive", int.class, good);
        for (String f : new String[] { "FAdd0", "FDel0", "FFld0", "FSup0", "FItf0", "FMod0", "FCls0", "FOrd0" }) put(f, Orig0.class, file(f, "Orig0"));
        put("record", Rec00.class, file("Rec01", "Rec00"));
        put("record same", Rec00.class, file("Rec00", "Rec00"));
        put("verify", Orig0.class, unverifiable(file("Orig0", "Orig0")));
        System.out.println("all or nothing: "
                + redefine(new Class<?>[] {Subj0.class, Orig0.class}, new byte[][] {good, file("FAdd0", "Orig0")}) + " " + s.text());
        System.out.println("two: " + redefine(new Class<?>[] {Subj0.class, Both0.class}, new byte[][] {good, file("Both1", "Both0")}) + " "
                + s.text() + " " + Both0.f());

        /* a running frame goes on in the old version */
        System.out.println(Runs0.outer(1));
        System.out.println(Runs0.outer(0));

        /* a loop in another thread */
        put("back", Subj0.class, file("Subj0", "Subj0"));
        volatileStop = false;
        CountDownLatch started = new CountDownLatch(1);
        int[] odd = new int[1];
        Thread t = new Thread(() -> {
            while (!volatileStop) {
                String x = s.text();
                if (!x.equals("zero") && !x.equals("one")) odd[0]++;
                started.countDown();
            }
        });
        t.start();
        started.await();
        byte[][] files = { file("Subj0", "Subj0"), good };
        int errors = 0, wrong = 0;
        for (int i = 0; i < 1000; i++) {
            if (redefine(new Class<?>[] { Subj0.class }, new byte[][] { files[i & 1] }) != 0) errors++;
            if (!s.text().equals((i & 1) == 0 ? "zero" : "one")) wrong++;
        }
        volatileStop = true;
        t.join();
        System.out.println("loop: " + errors + " " + wrong + " " + odd[0]);
        show(s, s, mh, m);
        System.out.println("breakpoints: " + breakpointThenRedefine(Subj0.class, files[0]) + " " + s.text());
    }
    static volatile boolean volatileStop;

    /** The constant 4711 of Orig0.g is pushed as an int where the return instruction wants a reference: areturn for ireturn. */
    static byte[] unverifiable(byte[] b) {
        for (int i = 0; i + 3 < b.length; i++)
            if (b[i] == 0x11 && b[i + 1] == 0x12 && b[i + 2] == 0x67 && b[i + 3] == (byte) 0xac) b[i + 3] = (byte) 0xb0;
        return b;
    }
}

@Retention(RetentionPolicy.RUNTIME) @interface Mark { String value(); }
interface Api0 { String text(); }
class Sub extends Subj0 { }

class Subj0 implements Api0 {
    int kept;
    @Mark("a") public String text() { return "zero"; }
    static int number() { return 10; }
    java.util.function.Supplier<String> lambda() { String x = "l0"; return () -> x + kept; }
    int line() { return new Throwable().getStackTrace()[0].getLineNumber() > 0 ? 1 : 0; }
}
class Subj1 implements Api0 {
    int kept;
    static int number() { int n = 0; for (int i = 0; i < 20; i++) n += i; return n; }
    java.util.function.Supplier<String> lambda() { String x = "l1"; return () -> "new " + x + kept; }
    @Mark("b") public String text() { return "one"; }
    int line() { return new Throwable().getStackTrace()[0].getLineNumber() > 0 ? 2 : 0; }
}
class Both0 { static String f() { return "both0"; } }
class Both1 { static String f() { return "both1"; } }
class Orig0 { int a; int g() { return 4711; } void h() { } }
class FAdd0 { int a; int g() { return 4711; } void h() { } void i() { } }
class FDel0 { int a; int g() { return 4711; } }
class FFld0 { int b; int g() { return 4711; } void h() { } }
class FSup0 extends Both0 { int a; int g() { return 4711; } void h() { } }
class FItf0 implements Cloneable { int a; int g() { return 4711; } void h() { } }
class FMod0 { int a; public int g() { return 4711; } void h() { } }
final class FCls0 { int a; int g() { return 4711; } void h() { } }
class FOrd0 { int a; void h() { } int g() { return 4712; } }
record Rec00(int a, String b) { }
record Rec01(int a, String c) { }
class Runs0 {
    static String outer(int deep) throws Exception {
        String r = "old " + inner();
        if (deep > 0) {
            r += " " + RedefineClasses.obsoleteAt(1);
            r += " " + RedefineClasses.redefine(new Class<?>[] { Runs0.class }, new byte[][] { RedefineClasses.file("Runs1", "Runs0") });
            r += " " + RedefineClasses.obsoleteAt(1) + " " + same() + " " + inner() + " (" + outer(0) + ")";
        }
        return r + " old end";
    }
    static String inner() { return "inner0"; }
    static String same() { return "obsolete " + RedefineClasses.obsoleteAt(1); }
}
class Runs1 {
    static String outer(int deep) throws Exception { return "new " + inner(); }
    static String inner() { return "inner1"; }
    static String same() { return "obsolete " + RedefineClasses.obsoleteAt(1); }
}
