import java.io.InputStream;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

/** What redefinition does to frames, natives, initializers, interfaces, nests and old class files. XxxxB is put in XxxxA's place. */
public class RedefineCorners {
    static native String redefine(Class<?>[] classes, byte[][] files);
    /** Everything that can be asked about the method of the frame at this depth. */
    static native void describe(int depth);
    static native void inBreakpoint(Class<?> at, String method, String signature, Class<?> c, byte[] file);
    static native void inHook(Class<?> c, byte[] file);
    static native String setBreakpointIn(int depth);
    static native String setLocal(int depth, int slot, int value);
    static native boolean modifiable(Class<?> c);

    static byte[] file(String name) throws Exception { return file(name, name.substring(0, name.length() - 1) + "A"); }
    static byte[] file(String name, String as) throws Exception {
        try (InputStream in = RedefineCorners.class.getResourceAsStream(name + ".class")) {
            return new String(in.readAllBytes(), "ISO-8859-1").replace(name, as).getBytes("ISO-8859-1");
        }
    }
    static String putRenamed(Class<?> c, String name, String... pairs) throws Exception {
        String b = new String(file(name), "ISO-8859-1");
        for (int i = 0; i < pairs.length; i += 2) b = b.replace(pairs[i], pairs[i + 1]);
        return redefine(new Class<?>[] { c }, new byte[][] { b.getBytes("ISO-8859-1") });
    }
    static String put(Class<?> c, String name) throws Exception { return redefine(new Class<?>[] { c }, new byte[][] { file(name) }); }
    static byte[] version(byte[] b, int major) {
        b[7] = (byte) major;
        return b;
    }
    static void say(Object... what) {
        StringBuilder b = new StringBuilder();
        for (Object o : what) b.append(b.length() > 0 ? " " : "").append(o);
        System.out.println(b);
    }
    static String lines(Throwable t) {
        StringBuilder b = new StringBuilder(t.getClass().getSimpleName());
        for (StackTraceElement e : t.getStackTrace())
            if (!e.getClassName().startsWith("RedefineCorners"))
                b.append(' ').append(e.getClassName()).append('.').append(e.getMethodName()).append(':').append(e.getLineNumber());
        return b.toString();
    }

    public static void main(String[] args) throws Throwable {
        duplicates();
        natives();
        oldFiles();
        frames();
        initializers();
        interfaces();
        nests();
        sealed();
        handles();
        threads();
        callbacks();
        hidden();
        annotations();
        shapes();
    }

    static void duplicates() throws Exception {
        say("duplicates", redefine(new Class<?>[] { TwinA.class, TwinA.class }, new byte[][] { file("TwinB"), file("TwinC") }), TwinA.f());
        say("duplicates, second bad", redefine(new Class<?>[] { TwinA.class, TwinA.class }, new byte[][] { file("TwinB"), file("TwinD") }), TwinA.f());
        say("related", redefine(new Class<?>[] { SubtA.class, SupeA.class }, new byte[][] { file("SubtB"), file("SupeB") }), new SubtA().f(), new SupeA().f());
        say("none", redefine(new Class<?>[0], new byte[0][]));
    }

    static void natives() throws Exception {
        NatiA n = new NatiA();
        say("native", n.f(1), NatiA.g(2));
        say("to Java", put(NatiA.class, "NatiB"), n.f(1), NatiA.g(2));
        say("back", put(NatiA.class, "NatiA"), n.f(1), NatiA.g(2));
        say("again", put(NatiA.class, "NatiC"), n.f(1), NatiA.g(2));
    }

    static void oldFiles() throws Exception {
        for (int v : new int[] {46, 47, 48, 49, 50, 51})
            say("version", v, redefine(new Class<?>[] {OldsA.class}, new byte[][] {version(file((v & 1) == 0 ? "OldsB" : "OldsA"), v)}),
                    OldsA.f(3), OldsA.g(new int[] {4}));
        for (int v : new int[] { 46, 49, 50, 51, 61 }) {
            byte[] b = version(file("OldsB"), v);
            for (int i = 0; i + 4 < b.length; i++)
                if (b[i] == 0x11 && b[i + 1] == 0x11 && b[i + 2] == 0x5c && b[i + 3] == 0x60) b[i + 3] = 0x62; /* iadd: fadd */
            say("unverifiable", v, redefine(new Class<?>[] { OldsA.class }, new byte[][] { b }), OldsA.f(3));
        }
        say("with maps", redefine(new Class<?>[] { OldsA.class }, new byte[][] { file("OldsB") }), OldsA.f(3), OldsA.g(new int[] { 4 }));
    }

    static void frames() throws Exception {
        FramA.run(0, "start");
        say("still old frames:");
        FramA f = new FramA();
        say("recursion", put(FramA.class, "FramA"), f.down(3));
        say("exception", FramA.thrown.getStackTrace()[0].getMethodName()); /* HotSpot forgets lines of versions that are gone */
        try {
            f.fail(true);
        } catch (IllegalStateException e) {
            say("through an old frame", e.getMessage(), lines(e));
        }
        say(put(FramA.class, "FramA"), FramA.locked(new Object()));
    }

    static void initializers() throws Exception {
        Class<?> c = Class.forName("InitA", false, RedefineCorners.class.getClassLoader());
        say("before initialization", redefine(new Class<?>[] { c }, new byte[][] { file("InitB") }));
        say(InitA.x, InitA.y);
        say("after initialization", put(InitA.class, "InitA"), InitA.x, InitA.y);
        Object o = new ConsA(5);
        say(o, put(ConsA.class, "ConsB"), o, new ConsA(6));
        try {
            ErroA.f();
        } catch (Throwable t) {
            say(t.getClass().getName());
        }
        say("erroneous", put(ErroA.class, "ErroB"));
        say("in its initializer", SelfA.text, SelfA.f());
    }

    static void interfaces() throws Exception {
        InteA i = new ImplA(), over = new InteA() { public String own() { return "own"; } public String twice() { return "over"; } };
        Supplier<String> s = i::own;
        say(i.own(), i.twice(), InteA.stat(), over.twice(), s.get());
        say("interface", put(InteA.class, "InteB"), i.own(), i.twice(), InteA.stat(), over.own(), over.twice(), s.get());
        say("back", put(InteA.class, "InteA"), i.own(), i.twice(), InteA.stat(), over.own(), over.twice(), s.get());
        say("method added to an interface", put(InteA.class, "InteC"));
        say("default made abstract", put(InteA.class, "InteD"));
        say("functional", ((LambA) x -> x + 1).both(4), put(LambA.class, "LambB"), ((LambA) x -> x + 1).both(4));
    }

    static void nests() throws Exception {
        say(new NestA().f(), put(NestA.class, "NestB"), new NestA().f());
        say("member", redefine(new Class<?>[] { NestA.Inn.class }, new byte[][] { file("NestB$Inn", "NestA$Inn") }).replace("UNSUPPORTED", "U"));
        say("host given up", put(NestA.class, "NestC"));
        say("member more", put(NestA.class, "NestD"));
        say("member becomes its own host", redefine(new Class<?>[] { NestA.Inn.class }, new byte[][] { file("LonelyInn", "NestA$Inn") }));
    }

    static void sealed() throws Exception {
        say("sealed same", putRenamed(SealA.class, "SealB", "SeaP", "SeaX", "SeaQ", "SeaY"), new SeaX().f());
        say("sealed less", putRenamed(SealA.class, "SealC", "SeaR", "SeaX"));
        say("sealed others", put(SealA.class, "SealB"));
        say("sealed order", putRenamed(SealA.class, "SealD", "SeaT", "SeaY", "SeaS", "SeaX"));
        say("not sealed", put(SealA.class, "SealE"));
        say("record same", put(RecoA.class, "RecoB"), new RecoA(3, "x"));
        say("record other name", put(RecoA.class, "RecoC"));
        say("record order", put(RecoA.class, "RecoD"));
        say("enum same", put(EnumA.class, "EnumB"), EnumA.ONE.f(), Arrays.toString(EnumA.values()));
    }

    static void handles() throws Throwable {
        HandA h = new HandA();
        MethodHandle[] all = h.handles();
        Supplier<String> bound = h::v, unbound = HandA::s;
        String before = "", after = "";
        for (MethodHandle m : all) before += (String) m.invokeExact() + " ";
        say("handles", before, bound.get(), unbound.get(), put(HandA.class, "HandB"));
        for (MethodHandle m : all) after += (String) m.invokeExact() + " ";
        say(after, bound.get(), unbound.get(), all[0].equals(all[0]), h.direct().type());
    }

    static volatile boolean stop;
    static void threads() throws Exception {
        ThreA t = new ThreA();
        Thread[] ts = new Thread[4];
        CountDownLatch in = new CountDownLatch(ts.length);
        String[] out = new String[ts.length];
        for (int i = 0; i < ts.length; i++) {
            int k = i;
            (ts[i] = new Thread(() -> out[k] = t.work(in, k))).start();
        }
        in.await();
        say("threads", put(ThreA.class, "ThreB"));
        stop = true;
        for (Thread x : ts) x.join();
        say(Arrays.toString(out), t.work(in, 9));
    }

    static void callbacks() throws Exception {
        inBreakpoint(CallA.class, "f", "()Ljava/lang/String;", CallA.class, file("CallB"));
        say("in a breakpoint", CallA.f());
        say("then", CallA.f());
        inHook(CallA.class, file("CallA"));
        say("in a hook", new HookA().f(), CallA.f());
    }

    static void hidden() throws Exception {
        Supplier<String> s = () -> "lambda";
        say("lambda", modifiable(s.getClass()), redefine(new Class<?>[] { s.getClass() }, new byte[][] { file("TwinB") }));
        Class<?> h = MethodHandles.lookup().defineHiddenClass(file("TwinB", "TwinB"), true).lookupClass();
        say("hidden", modifiable(h), redefine(new Class<?>[] { h }, new byte[][] { file("TwinB", "TwinB") }));
        say("array", modifiable(int[].class), modifiable(TwinA[].class), modifiable(int.class), modifiable(TwinA.class),
                modifiable(String.class), modifiable(InteA.class));
    }

    static void annotations() throws Exception {
        var m = AnnoA.class.getDeclaredMethod("m", int.class);
        var f = AnnoA.class.getDeclaredField("f");
        var k = AnnoA.class.getDeclaredMethod("k", Object.class); /* not parsed before the class changes */
        var g = AnnoA.class.getDeclaredField("g");
        var def = Note.class.getMethod("n");
        say(AnnoA.class.getAnnotation(Note.class), m.getAnnotation(Note.class), f.getAnnotation(Note.class), Arrays.deepToString(m.getParameterAnnotations()));
        say(put(AnnoA.class, "AnnoB"));
        say(AnnoA.class.getAnnotation(Note.class), AnnoA.class.getDeclaredMethod("m", int.class).getAnnotation(Note.class),
                AnnoA.class.getDeclaredField("f").getAnnotation(Note.class),
                Arrays.deepToString(AnnoA.class.getDeclaredMethod("m", int.class).getParameterAnnotations()));
        say(AnnoA.class.getDeclaredMethod("m", int.class).toGenericString(),
                AnnoA.class.getDeclaredMethod("m", int.class).getParameters()[0],
                Arrays.toString(AnnoA.class.getDeclaredMethod("m", int.class).getExceptionTypes()));
        say(m.getAnnotation(Note.class), f.getAnnotation(Note.class));
        say(k.getAnnotation(Note.class), g.getAnnotation(Note.class), Arrays.deepToString(k.getParameterAnnotations()),
                Arrays.toString((int[]) def.getDefaultValue()));
        say(AnnoA.class.getDeclaredMethod("k", Object.class).getAnnotation(Note.class), AnnoA.class.getDeclaredField("g").getAnnotation(Note.class),
            Arrays.deepToString(AnnoA.class.getDeclaredMethod("k", Object.class).getParameterAnnotations()));
        say(AnnoA.class.getDeclaredMethod("k", Object.class).getAnnotatedReturnType().getAnnotation(Typ.class),
                AnnoA.class.getDeclaredField("g").getAnnotatedType().getAnnotation(Typ.class));
        say(put(AnnoA.class, "AnnoC"), AnnoA.class.getAnnotation(Note.class), AnnoA.class.getDeclaredMethod("m", int.class).getAnnotation(Note.class));
    }

    static void shapes() throws Exception {
        ShapA s = new ShapA();
        say(s.all(), put(ShapA.class, "ShapB"), s.all(), put(ShapA.class, "ShapA"), s.all());
        say("order of methods", Arrays.toString(Arrays.stream(ShapA.class.getDeclaredMethods()).map(m -> m.getName()).sorted().toArray()));
        say("fewer constants", put(ShapA.class, "ShapC"), s.all());
        say("strictness", put(ShapA.class, "ShapD"));
        say("synchronized", put(ShapA.class, "ShapE"));
        say("varargs", put(ShapA.class, "ShapF"));
        say("throws", put(ShapA.class, "ShapG"), s.all());
    }
}

@Retention(RetentionPolicy.RUNTIME) @interface Note { String value() default "none"; int[] n() default { 1, 2 }; Class<?> c() default Object.class; }

@Retention(RetentionPolicy.RUNTIME) @java.lang.annotation.Target(java.lang.annotation.ElementType.TYPE_USE) @interface Typ { long value(); }

class TwinA { static String f() { return "twinA"; } }
class TwinB { static String f() { return "twinB"; } }
class TwinC { static String f() { return "twinC"; } }
class TwinD { static String f() { return "twinD"; } void more() { } }
class SupeA { String f() { return "supeA"; } }
class SupeB { String f() { return "supeB"; } }
class SubtA extends SupeA { String f() { return "subtA " + super.f(); } }
class SubtB extends SupeA { String f() { return "subtB " + super.f(); } }

class NatiA { native String f(int x); static native String g(int x); }
class NatiB { String f(int x) { return "Java " + x; } static String g(int x) { return "static Java " + x; } }
class NatiC { native String f(int x); static String g(int x) { return "only g " + x; } }

class OldsA {
    static int f(int x) { return x > 2 ? x + 4443 : x; }
    static Object g(int[] a) { try { return a[0] < 9 ? "small" : (Object) a; } catch (RuntimeException e) { return e; } }
}
class OldsB {
    static int f(int x) { int y = 0; for (int i = 0; i < x; i++) y += i; return y + 4444; }
    static Object g(int[] a) { Object r = null; for (int x : a) r = r == null ? "first" : "more " + 1; return r; }
}

class FramA {
    static Throwable thrown;
    static void run(int n, String why) throws Exception {
        int local = 40 + n;
        RedefineCorners.describe(1);
        RedefineCorners.say(why, RedefineCorners.put(FramA.class, n == 0 ? "FramB" : "FramA"));
        RedefineCorners.describe(1);
        RedefineCorners.say("breakpoint", RedefineCorners.setBreakpointIn(1), "local", RedefineCorners.setLocal(1, 2, 77), local);
        if (n < 2) run(n + 1, "old calls");
        RedefineCorners.describe(1);
        thrown = new Throwable();
    }
    String down(int n) throws Exception { return "A" + n + (n == 0 ? "" : (n == 2 ? RedefineCorners.put(FramA.class, "FramB") : "") + down(n - 1)); }
    String fail(boolean first) throws Exception {
        RedefineCorners.put(FramA.class, "FramA");
        throw new IllegalStateException(deeper());
    }
    String deeper() { return "deeper A"; }
    static String locked(Object o) throws Exception {
        synchronized (o) { RedefineCorners.put(FramA.class, "FramB"); }
        return "left A " + Thread.holdsLock(o);
    }
}
class FramB {
    static Throwable thrown;

    static void run(int n, String why) throws Exception {

        String other = "B" + n;
        RedefineCorners.describe(1);
        RedefineCorners.say(why, RedefineCorners.put(FramA.class, "FramA"));
        RedefineCorners.describe(1);
        if (n < 3) FramA.run(n + 1, "B calls");

        thrown = new Throwable(other);
    }
    String down(int n) throws Exception { return "B" + n + (n == 0 ? "" : down(n - 1)); }

    String fail(boolean first) throws Exception {
        if (first) fail(false);
        RedefineCorners.put(FramA.class, "FramA");


        throw new IllegalStateException(deeper());
    }
    String deeper() { return "deeper B"; }
    static String locked(Object o) throws Exception { return "never"; }
}

class InitA { static int x = 1, y; static { y = x + 10; System.out.println("InitA"); } }
class InitB { static int x = 2, y; static { y = x + 20; System.out.println("InitB"); } }
class ConsA { int v; ConsA(int v) { this.v = v; } public String toString() { return "A" + v; } }
class ConsB { int v; ConsB(int v) { this.v = -v; } public String toString() { return "B" + v; } }
class ErroA { static void f() { } static { if (true) throw new RuntimeException("init"); } }
class ErroB { static void f() { } static { } }
class SelfA {
    static String text;
    static { try { text = f() + RedefineCorners.put(SelfA.class, "SelfB") + f(); } catch (Exception e) { text = e.toString(); } }
    static String f() { return "a"; }
}
class SelfB {
    static String text;
    static { text = "never"; }
    static String f() { return "b"; }
}

interface InteA {
    String own();
    default String twice() { return priv() + own(); }
    private String priv() { return "A:"; }
    static String stat() { return "statA"; }
}
interface InteB {
    String own();
    default String twice() { return priv() + own() + own(); }
    private String priv() { return "B:"; }
    static String stat() { return "statB"; }
}
interface InteC {
    String own();
    default String twice() { return ""; }
    private String priv() { return ""; }
    static String stat() { return ""; }
    default void more() {}
}
interface InteD { String own(); String twice(); private String priv() { return ""; } static String stat() { return ""; } }
class ImplA implements InteA { public String own() { return "impl"; } }
interface LambA { int apply(int x); default int both(int x) { return apply(apply(x)); } }
interface LambB { int apply(int x); default int both(int x) { return 100 * apply(apply(x)); } }

class NestA { private String p() { return "pA"; } String f() { return new Inn().q() + p(); } class Inn { private String q() { return "qA" + p(); } } }
class NestB { private String p() { return "pB"; } String f() { return p() + new Inn().q(); } class Inn { private String q() { return "qB" + p(); } } }
class NestC { private String p() { return "pC"; } String f() { return p(); } }
class NestD { private String p() { return "pD"; } String f() { return p(); } class Inn { } class Mor { } }
class LonelyInn { private String q() { return "lonely"; } }

sealed interface SealA permits SeaX, SeaY { default int f() { return 1; } }
sealed interface SealB permits SeaP, SeaQ { default int f() { return 2; } }
sealed interface SealC permits SeaR { default int f() { return 1; } }
sealed interface SealD permits SeaT, SeaS { default int f() { return 1; } }
interface SealE { default int f() { return 1; } }
final class SeaX implements SealA { } final class SeaY implements SealA { }
final class SeaP implements SealB { } final class SeaQ implements SealB { }
final class SeaR implements SealC { }
final class SeaS implements SealD { } final class SeaT implements SealD { }
record RecoA(int a, String b) { }
record RecoB(int a, String b) { public final String toString() { return "recoB " + a + b; } }
record RecoC(int a, String c) { }
record RecoD(String b, int a) { }
enum EnumA { ONE, TWO; int f() { return 1; } }
enum EnumB { ONE, TWO; int f() { return 2; } }

class HandA {
    String v() { return "vA"; }
    static String s() { return "sA"; }
    private String p() { return "pA"; }
    MethodHandle direct() throws Throwable { return MethodHandles.lookup().findVirtual(HandA.class, "v", MethodType.methodType(String.class)); }
    MethodHandle[] handles() throws Throwable {
        MethodHandles.Lookup l = MethodHandles.lookup();
        MethodType t = MethodType.methodType(String.class);
        return new MethodHandle[] {l.findVirtual(HandA.class, "v", t).bindTo(this), l.findStatic(HandA.class, "s", t),
                l.findSpecial(HandA.class, "p", t, HandA.class).bindTo(this), l.findVirtual(HandA.class, "toString", t).bindTo(this),
                MethodHandles.filterReturnValue(l.findStatic(HandA.class, "s", t), MethodHandles.identity(String.class))};
    }
    public String toString() { return "toStringA"; }
}
class HandB {
    public String toString() { return "toStringB"; }
    private String p() { return "pB"; }
    static String s() { return "sB"; }
    String v() { return "vB"; }
    MethodHandle direct() throws Throwable { return MethodHandles.lookup().findVirtual(HandA.class, "v", MethodType.methodType(String.class)); }
    MethodHandle[] handles() throws Throwable { return null; }
}

class ThreA {
    String work(CountDownLatch in, int k) {
        String r = "A" + part(k);
        in.countDown();
        while (!RedefineCorners.stop) Thread.onSpinWait();
        return r + part(k);
    }
    String part(int k) { return "a" + k; }
}
class ThreB {
    String work(CountDownLatch in, int k) { return "B" + part(k); }
    String part(int k) { return "b" + k; }
}
class CallA { static String f() { return "A" + g(); } static String g() { return "a"; } }
class CallB { static String f() { return "B" + g(); } static String g() { return "b"; } }
class HookA { String f() { return "hooked"; } }

@Note("classA")
class AnnoA<T> {
    @Note("gA") @Typ(4) int g;
    @Note(value = "kA", c = Integer.class)
    @Typ(1L << 40)
    Object k(@Note("pkA") Object o) {
        return null;
    }
    @Note("fieldA") int f;
    @Note(value = "methodA", n = 7)
    <X extends Number> T m(@Note("pA") int x) throws java.io.IOException {
        return null;
    }
}
@Note(value = "classB", c = String.class)
class AnnoB<T> {
    AnnoB() { System.out.println("fills" + hashCode() + " the pool"); }
    @Note("gB") @Typ(5) int g;
    @Note(value = "kB", c = Long.class)
    @Typ(1L << 41)
    Object k(@Note("pkB") Object o) {
        return null;
    }
    @Note("fieldB") int f;
    @Note(value = "methodB", n = {8, 9})
    <X extends Number> T m(@Note("pB") int x) throws java.io.IOException {
        return null;
    }
}
class AnnoC<T> { int g; Object k(Object o) { return null; } int f; <X extends Number> T m(int x) { return null; } }

class ShapA {
    private int p() { return 1; }
    final int fin() { return 2; }
    protected int pro() { return 3; }
    static int sta() { return 4; }
    String all() { return "A" + p() + fin() + pro() + sta() + arr(1, 2)[1]; }
    int[] arr(int... x) { return x; }
}
class ShapB {
    int[] arr(int... x) { return new int[] { x[0], 50 }; }
    static int sta() { return 40; }
    protected int pro() { return 30; }
    String all() { return "B" + arr(1, 2)[1] + p() + fin() + pro() + sta(); }
    final int fin() { return 20; }
    private int p() { return 10; }
}
class ShapC {
    private int p() { return 0; }
    final int fin() { return 0; }
    protected int pro() { return 0; }
    static int sta() { return 0; }
    String all() { return "C"; }
    int[] arr(int... x) { return null; }
}
class ShapD {
    private int p() { return 0; }
    int fin() { return 0; }
    protected int pro() { return 0; }
    static int sta() { return 0; }
    String all() { return "D"; }
    int[] arr(int... x) { return null; }
}
class ShapE {
    private int p() { return 0; }
    final int fin() { return 0; }
    protected int pro() { return 0; }
    static int sta() { return 0; }
    synchronized String all() { return "E"; }
    int[] arr(int... x) { return null; }
}
class ShapF {
    private int p() { return 0; }
    final int fin() { return 0; }
    protected int pro() { return 0; }
    static int sta() { return 0; }
    String all() { return "F"; }
    int[] arr(int[] x) { return null; }
}
class ShapG {
    private int p() { return 0; }
    final int fin() { return 0; }
    protected int pro() { return 0; }
    static int sta() { return 0; }
    String all() throws java.io.IOException { return "G"; }
    int[] arr(int... x) { return null; }
}
