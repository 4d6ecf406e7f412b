// Method handles: every kind of direct handle, invoke and invokeExact, asType conversions, and all the combinators.
import java.lang.invoke.*;
import java.util.*;
import static java.lang.invoke.MethodHandles.*;
import static java.lang.invoke.MethodType.*;

public class MethodHandlesAll {
    static class P {
        int inst = 3; static long stat = 4; P() { }
        P(int i) { inst = i; }
        String virt(int x, long y) { return "P" + x + y + inst; }
        static double st(double a, float b, byte c, boolean d) { return a + b + c + (d ? 1 : 0); }
        private int priv(int x) { return x * inst; }
        String vararg(String a, Object... r) { return a + Arrays.toString(r); }
    }
    static class Q extends P {
        String virt(int x, long y) { return "Q" + super.virt(x, y); }
        static MethodHandle sup() throws Exception {
            return lookup().findSpecial(P.class, "virt", methodType(String.class, int.class, long.class), Q.class);
        }
    }
    interface Body { Object run() throws Throwable; }
    static void t(String n, Body b) {
        try { System.out.println(n + ": " + show(b.run())); } catch (Throwable e) { System.out.println(n + ": " + e); }
    }
    static String show(Object o) {
        return o instanceof Object[] a ? Arrays.deepToString(a) : o instanceof int[] i ? Arrays.toString(i) : String.valueOf(o);
    }
    static int add(int a, int b) { return a + b; }
    static String cat(String a, String b) { return a + b; }
    static boolean pos(int x) { return x > 0; }
    static String yes(int x) { return "yes" + x; }
    static String no(int x) { return "no" + x; }
    static int thrower(int x) throws Exception { if (x > 0) throw new IllegalStateException("x" + x); return x; }
    static int handler(IllegalStateException e, int x) { return e.getMessage().length() + x * 100; }
    static int fin(Throwable t, int r, int x) { return t == null ? r + 1000 : -1; }
    static boolean less(int acc, int i, int n) { return i < n; }
    static int step(int acc, int i, int n) { return acc + i * i; }
    static MethodHandle S(String n, Class<?> r, Class<?>... p) throws Exception {
        return lookup().findStatic(MethodHandlesAll.class, n, methodType(r, p));
    }
    static int iter(int acc, String s) { return acc * 10 + s.length(); }
    static int sum5(int a, int b, int c, int d, int e) { return a + 2 * b + 3 * c + 4 * d + 5 * e; }
    static String wide(int a, long b, double c, String d, char e) { return a + "|" + b + "|" + c + "|" + d + "|" + e; }

    public static void main(String[] args) throws Throwable {
        Lookup l = lookup(); P p = new P(), q = new Q();
        MethodHandle virt = l.findVirtual(P.class, "virt", methodType(String.class, int.class, long.class));
        t("virtual", () -> (String) virt.invokeExact(p, 1, 2L));
        t("virtual sub", () -> (String) virt.invokeExact(q, 1, 2L));
        t("special", () -> (String) Q.sup().invokeExact((Q) q, 5, 6L));
        t("invoke converts", () -> virt.invoke(q, (byte) 7, 8));
        t("exact mismatch", () -> virt.invokeExact(q, 1, 2));
        t("invoke mismatch", () -> virt.invoke("s", 1, 2));
        t("null receiver", () -> virt.invoke((P) null, 1, 2));
        t("static", () -> (double) l.findStatic(P.class, "st", methodType(double.class, double.class, float.class, byte.class,
            boolean.class)).invokeExact(1.5, 2.5f, (byte) 3, true));
        t("constructor", () -> ((P) l.findConstructor(P.class, methodType(void.class, int.class)).invokeExact(55)).inst);
        t("private", () -> (int) l.findVirtual(P.class, "priv", methodType(int.class, int.class)).invoke(p, 7));
        MethodHandle g = l.findGetter(P.class, "inst", int.class), s = l.findSetter(P.class, "inst", int.class);
        s.invokeExact(p, 21); t("getter", () -> (int) g.invokeExact(p));
        MethodHandle sg = l.findStaticGetter(P.class, "stat", long.class), ss = l.findStaticSetter(P.class, "stat", long.class);
        ss.invokeExact(99L); t("static getter", () -> (long) sg.invokeExact());
        t("interface", () -> l.findVirtual(List.class, "get", methodType(Object.class, int.class)).invoke(List.of("a", "b"), 1));
        t("interface object method", () -> l.findVirtual(CharSequence.class, "toString",
            methodType(String.class)).invoke((CharSequence) "cs"));
        MethodHandle va = l.findVirtual(P.class, "vararg", methodType(String.class, String.class, Object[].class));
        t("varargs", () -> va.invoke(p, "a", 1, 2L, 'c')); t("varargs none", () -> va.invoke(p, "a"));
        t("varargs array", () -> va.invoke(p, "a", new Object[] {9}));
        t("fixed", () -> va.asFixedArity().invoke(p, "a", new Object[] {9, 8}));
        t("is varargs", () -> va.isVarargsCollector());
        t("with arguments", () -> va.invokeWithArguments(p, "w", 1, 2, 3));
        t("unreflect", () -> l.unreflect(P.class.getDeclaredMethod("priv", int.class)).invoke(p, 2));
        t("no such", () -> l.findStatic(P.class, "none", methodType(void.class)));
        t("not static", () -> l.findStatic(P.class, "virt", methodType(String.class, int.class, long.class)));
        t("no access", () -> publicLookup().findVirtual(P.class, "priv", methodType(int.class, int.class)));
        MethodHandle add = S("add", int.class, int.class, int.class), cat = S("cat", String.class, String.class, String.class);
        t("bindTo", () -> virt.bindTo(q).invoke(1, 2L));
        t("insert", () -> (int) insertArguments(add, 1, 40).invokeExact(2));
        t("drop", () -> (int) dropArguments(add, 1, String.class, double.class).invokeExact(1, "x", 2.0, 3));
        t("permute", () -> (String) permuteArguments(cat, methodType(String.class, String.class, int.class, String.class), 2,
            0).invokeExact("a", 5, "b"));
        t("permute dup", () -> (int) permuteArguments(add, methodType(int.class, int.class), 0, 0).invokeExact(21));
        t("asType box", () -> (Object) add.asType(genericMethodType(2)).invokeExact((Object) 1, (Object) 2));
        t("asType widen", () -> (long) add.asType(methodType(long.class, byte.class, Integer.class)).invokeExact((byte) 1, (Integer) 2));
        t("asType void", () -> { add.asType(methodType(void.class, int.class, int.class)).invokeExact(1, 2); return "void"; });
        t("asType bad", () -> add.asType(methodType(int.class, String.class, int.class)));
        t("asType null unbox", () -> (int) add.asType(methodType(int.class, Integer.class, int.class)).invokeExact((Integer) null, 1));
        t("asType cce", () -> add.asType(genericMethodType(2)).invoke("x", 1));
        t("explicitCast", () -> (int) explicitCastArguments(add, methodType(int.class, double.class, boolean.class)).invokeExact(3.99,
            true));
        t("explicitCast narrow", () -> (byte) explicitCastArguments(add,
            methodType(byte.class, long.class, char.class)).invokeExact(1L << 33 | 200, 'a'));
        MethodHandle sum5 = S("sum5", int.class, int.class, int.class, int.class, int.class, int.class),
            wide = S("wide", String.class, int.class, long.class, double.class, String.class, char.class);
        t("spreader", () -> (int) sum5.asSpreader(int[].class, 5).invokeExact(new int[] {1, 2, 3, 4, 5}));
        t("spreader objects", () -> wide.asSpreader(Object[].class, 5).invoke(new Object[] {1, 2L, 3.0, "d", 'e'}));
        t("spreader at", () -> (int) sum5.asSpreader(1, int[].class, 3).invokeExact(1, new int[] {2, 3, 4}, 5));
        t("spreader short", () -> sum5.asSpreader(int[].class, 5).invoke(new int[] {1}));
        t("spreader null", () -> add.asSpreader(int[].class, 2).invoke((int[]) null));
        t("collector", () -> (String) S("show", String.class, Object.class).asType(methodType(String.class,
            Object[].class)).asCollector(Object[].class, 3).invoke("a", 1, 'c'));
        t("collector ints", () -> (int[]) identity(int[].class).asCollector(int[].class, 4).invokeExact(4, 3, 2, 1));
        t("generic invoker", () -> invoker(add.type()).invoke(add, (Object) 3, (Object) 4));
        t("exact invoker", () -> (int) exactInvoker(add.type()).invokeExact(add, 5, 6));
        t("spread invoker", () -> spreadInvoker(methodType(int.class, int.class, int.class), 1).invoke(add, 5, new Object[] {6}));
        t("filter args", () -> (int) filterArguments(add, 0, l.findVirtual(String.class, "length", methodType(int.class)),
            identity(int.class)).invoke("four", 10));
        t("filter return", () -> (String) filterReturnValue(add, l.findStatic(Integer.class, "toHexString",
            methodType(String.class, int.class))).invokeExact(200, 55));
        t("fold", () -> (int) foldArguments(S("sum5", int.class, int.class, int.class, int.class, int.class, int.class),
            insertArguments(S("sum5", int.class, int.class, int.class, int.class, int.class, int.class), 4,
            0).asType(methodType(int.class, int.class, int.class, int.class, int.class))).invoke(1, 2, 3, 4));
        t("collect args", () -> (int) collectArguments(add, 1, add).invokeExact(1, 2, 3));
        t("constant", () -> (String) constant(String.class, "k").invokeExact());
        t("identity", () -> (long) identity(long.class).invokeExact(8L));
        t("zero", () -> (double) zero(double.class).invokeExact());
        t("empty", () -> empty(methodType(String.class, int.class)).invoke(3));
        t("dropReturn", () -> dropReturn(add).invoke(1, 2));
        MethodHandle guard = guardWithTest(S("pos", boolean.class, int.class), S("yes", String.class, int.class),
            S("no", String.class, int.class));
        t("guard", () -> (String) guard.invokeExact(5) + (String) guard.invokeExact(-5));
        MethodHandle thr = S("thrower", int.class, int.class), han = S("handler", int.class, IllegalStateException.class, int.class);
        MethodHandle cat2 = catchException(thr, IllegalStateException.class, han);
        t("catch", () -> (int) cat2.invokeExact(3) + " " + (int) cat2.invokeExact(-3));
        t("throwException", () -> throwException(int.class, Exception.class).invoke(new java.io.IOException("io")));
        MethodHandle tf = tryFinally(thr, S("fin", int.class, Throwable.class, int.class, int.class));
        t("tryFinally", () -> (int) tf.invokeExact(-4));
        t("tryFinally throws", () -> (int) tf.invokeExact(4));
        t("countedLoop", () -> (int) countedLoop(constant(int.class, 5), constant(int.class, 100),
            S("add", int.class, int.class, int.class)).invoke());
        t("iteratedLoop", () -> (int) iteratedLoop(null, constant(int.class, 0).asType(methodType(int.class)),
            dropArguments(S("iter", int.class, int.class, String.class), 2, Iterable.class)).invoke((Iterable<?>) List.of("a", "bb",
            "ccc")));
        t("whileLoop", () -> (int) whileLoop(constant(int.class, 1),
            l.findStatic(MethodHandlesAll.class, "under", methodType(boolean.class, int.class)),
            l.findStatic(MethodHandlesAll.class, "dbl", methodType(int.class, int.class))).invoke());
        t("doWhile", () -> (int) doWhileLoop(constant(int.class, 999),
            l.findStatic(MethodHandlesAll.class, "dbl", methodType(int.class, int.class)),
            l.findStatic(MethodHandlesAll.class, "under", methodType(boolean.class, int.class))).invoke());
        MethodHandle[] accC = {dropArguments(constant(int.class, 0), 0, int.class), S("step3", int.class, int.class, int.class, int.class)},
            iC = {dropArguments(constant(int.class, 0), 0, int.class), S("inc3", int.class, int.class, int.class, int.class),
            S("less", boolean.class, int.class, int.class, int.class), S("ret3", int.class, int.class, int.class, int.class)};
        t("loop", () -> (int) loop(accC, iC).invoke(5));
        t("array get", () -> (int) arrayElementGetter(int[].class).invokeExact(new int[] {5, 6}, 1));
        t("array set", () -> { String[] a = new String[2]; arrayElementSetter(String[].class).invokeExact(a, 0, "z"); return a; });
        t("array length", () -> (int) arrayLength(long[].class).invokeExact(new long[7]));
        t("array new", () -> ((double[]) arrayConstructor(double[].class).invokeExact(3)).length);
        t("array bounds", () -> arrayElementGetter(int[].class).invoke(new int[1], 4));
        t("table switch", () -> { MethodHandle sw = tableSwitch(dropArguments(constant(String.class, "dflt"), 0, int.class),
            dropArguments(constant(String.class, "zero"), 0, int.class),
            dropArguments(constant(String.class, "one"), 0, int.class)); return (String) sw.invokeExact(0) + (String) sw.invokeExact(1)
            + (String) sw.invokeExact(9) + (String) sw.invokeExact(-1); });
        System.out.println(add + " " + add.type().toMethodDescriptorString() + " "
            + methodType(void.class, int[].class, String.class).wrap() + " " + fromMethodDescriptorString("(IJ[Ljava/lang/String;)D", null)
            + " " + (methodType(int.class) == methodType(int.class)) + " "
            + add.type().changeReturnType(Object.class).generic().parameterCount());
        MethodHandleInfo info = l.revealDirect(virt);
        System.out.println(info + " " + referenceKind(info) + " " + l.revealDirect(g));
        t("crack non-direct", () -> l.revealDirect(insertArguments(add, 0, 1)));
        Runnable r = MethodHandleProxies.asInterfaceInstance(Runnable.class,
            insertArguments(l.findVirtual(java.io.PrintStream.class, "println", methodType(void.class, String.class)), 0, System.out,
            "as interface"));
        r.run();
        Comparator<String> c = MethodHandleProxies.asInterfaceInstance(Comparator.class,
            l.findVirtual(String.class, "compareTo", methodType(int.class, String.class)));
        System.out.println(c.compare("a", "b"));
        MutableCallSite mcs = new MutableCallSite(constant(int.class, 1));
        MethodHandle dyn = mcs.dynamicInvoker(); int before = (int) dyn.invokeExact();
        mcs.setTarget(constant(int.class, 2)); System.out.println(before + " " + (int) dyn.invokeExact());
        SwitchPoint sp = new SwitchPoint();
        MethodHandle spg = sp.guardWithTest(constant(String.class, "valid"), constant(String.class, "invalid"));
        String b4 = (String) spg.invokeExact(); SwitchPoint.invalidateAll(new SwitchPoint[] {sp});
        System.out.println(b4 + " " + (String) spg.invokeExact());
        long tot = 0;
        for (int i = 0; i < 3000; i++) tot += (int) add.invokeExact(i, 1) + ((String) guard.invokeExact(i - 1500)).length();
        System.out.println(tot);
        t("polymorphic reflection", () -> MethodHandle.class.getMethod("invoke", Object[].class).invoke(add, (Object) new Object[] {1, 2}));
    }
    static String referenceKind(MethodHandleInfo i) { return MethodHandleInfo.referenceKindToString(i.getReferenceKind()); }
    static boolean under(int x) { return x < 500; }
    static int dbl(int x) { return x * 2; }
    static int step3(int acc, int i, int n) { return acc + i * i; }
    static int inc3(int acc, int i, int n) { return i + 1; }
    static int ret3(int acc, int i, int n) { return acc; }
}
