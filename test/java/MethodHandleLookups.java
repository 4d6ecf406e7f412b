// Every kind of lookup, its errors, revealed handles, VarHandles, combinators, call sites: what resolution in the VM answers.
import java.lang.invoke.*;
import java.lang.reflect.*;
import java.util.*;
import static java.lang.invoke.MethodType.methodType;

public class MethodHandleLookups {
    interface I { int m(); default String d() { return "d"; } static String s() { return "is"; } private int p() { return 3; } }
    static abstract class A { abstract int abs(); private int priv() { return 1; } protected int prot() { return 2; } static int st() {
            return 3; } int f; static int sf; final int ff = 5; static final String SF = "sf"; }
    static class B extends A implements I { int abs() { return 7; } public int m() { return 8; } public String toString() { return "B!";
            } int sup() throws Throwable { return (int) MethodHandles.lookup().findSpecial(A.class, "prot", methodType(int.class),
            B.class).invokeExact(this); } protected int prot() { return 22; } }
    record R(int a, String b) {}
    interface Body { Object run() throws Throwable; }
    static void t(String n, Body b) { try { System.out.println(n + ": " + b.run()); } catch (Throwable e) {
            System.out.println(n + ": " + e.toString().replaceAll("@[0-9a-f]+", "@#").replaceAll("0x[0-9a-f]+",
            "0x#") + (e.getCause() == null ? "" : " <- " + e.getCause().toString().replaceAll("@[0-9a-f]+", "@#"))); } }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup L = MethodHandles.lookup(), P = MethodHandles.publicLookup();
        t("virt", () -> (int) L.findVirtual(A.class, "abs", methodType(int.class)).invoke((A) new B()));
        t("priv", () -> (int) L.findVirtual(A.class, "priv", methodType(int.class)).invoke((A) new B()));
        t("itf", () -> (int) L.findVirtual(I.class, "m", methodType(int.class)).invoke((I) new B()));
        t("default", () -> L.findVirtual(I.class, "d", methodType(String.class)).invoke((I) new B()));
        t("default via class", () -> L.findVirtual(B.class, "d", methodType(String.class)).invoke(new B()));
        t("itf static", () -> L.findStatic(I.class, "s", methodType(String.class)).invoke());
        t("itf private", () -> (int) L.findVirtual(I.class, "p", methodType(int.class)).invoke((I) new B()));
        t("itf object", () -> L.findVirtual(I.class, "toString", methodType(String.class)).invoke((I) new B()));
        t("itf hash", () -> L.findVirtual(Comparator.class, "equals", methodType(boolean.class,
                Object.class)).invoke(Comparator.naturalOrder(), (Object) "x"));
        t("array clone", () -> ((int[]) L.findVirtual(int[].class, "clone", methodType(Object.class)).invoke(new int[] {1, 2})).length);
        t("array length", () -> L.findVirtual(String[].class, "getClass", methodType(Class.class)).invoke(new String[0]));
        t("super", () -> new B().sup());
        t("special abstract", () -> L.findSpecial(A.class, "abs", methodType(int.class), B.class));
        t("missing", () -> L.findVirtual(A.class, "nope", methodType(int.class)));
        t("missing static", () -> L.findStatic(A.class, "nope", methodType(int.class)));
        t("static as virtual", () -> L.findVirtual(A.class, "st", methodType(int.class)));
        t("virtual as static", () -> L.findStatic(A.class, "abs", methodType(int.class)));
        t("wrong type", () -> L.findVirtual(A.class, "abs", methodType(long.class)));
        t("public private", () -> P.findVirtual(A.class, "priv", methodType(int.class)));
        t("public prot", () -> P.findVirtual(A.class, "prot", methodType(int.class)));
        t("string private", () -> L.findVirtual(String.class, "isLatin1", methodType(boolean.class)));
        t("missing field", () -> L.findGetter(A.class, "x", int.class));
        t("field type", () -> L.findGetter(A.class, "f", long.class));
        t("static as inst", () -> L.findGetter(A.class, "sf", int.class));
        t("inst as static", () -> L.findStaticGetter(A.class, "f", int.class));
        t("final set", () -> L.findSetter(A.class, "ff", int.class));
        t("final static set", () -> L.findStaticSetter(A.class, "SF", String.class));
        t("get", () -> (int) L.findGetter(A.class, "ff", int.class).invoke((A) new B()));
        t("sget", () -> L.findStaticGetter(A.class, "SF", String.class).invoke());
        t("ctor", () -> L.findConstructor(R.class, methodType(void.class, int.class, String.class)).invoke(1, "x"));
        t("ctor missing", () -> L.findConstructor(R.class, methodType(void.class)));
        t("ctor abstract", () -> L.findConstructor(A.class, methodType(void.class)).invoke());
        t("ctor array", () -> L.findConstructor(int[].class, methodType(void.class)));
        t("init name", () -> L.findVirtual(R.class, "<init>", methodType(void.class)));
        t("clinit", () -> L.findStatic(A.class, "<clinit>", methodType(void.class)));
        t("prim", () -> L.findVirtual(int.class, "x", methodType(void.class)));
        t("unreflect rec", () -> { Field f = R.class.getDeclaredField("a"); f.setAccessible(true); return L.unreflectSetter(f); });
        t("unreflect fin", () -> { Field f = A.class.getDeclaredField("ff"); f.setAccessible(true); return L.unreflectSetter(f).type(); });
        t("reveal", () -> L.revealDirect(L.findVirtual(I.class, "toString", methodType(String.class))));
        t("reveal2", () -> L.revealDirect(L.findVirtual(B.class, "d", methodType(String.class))));
        t("reveal3", () -> L.revealDirect(L.findVirtual(String.class, "length", methodType(int.class))));
        t("reveal4", () -> L.revealDirect(L.findGetter(A.class, "f", int.class)) + " " + L.revealDirect(L.findStaticSetter(A.class, "sf",
                int.class)));
        t("reveal5", () -> L.revealDirect(L.findVirtual(MethodHandle.class, "invokeExact", methodType(int.class, String.class))));
        t("reveal6", () -> L.revealDirect(L.findVirtual(VarHandle.class, "compareAndSet", methodType(boolean.class, A.class, int.class,
                int.class))));
        t("reveal7", () -> L.revealDirect(L.findVirtual(Comparator.class, "equals", methodType(boolean.class,
                Object.class))).getDeclaringClass());
        t("reveal8", () -> L.revealDirect(L.findConstructor(R.class, methodType(void.class, int.class,
                String.class))).reflectAs(Constructor.class, L));
        t("reflectAs", () -> L.revealDirect(L.findVirtual(B.class, "d", methodType(String.class))).reflectAs(Method.class, L));
        MethodHandle id = MethodHandles.identity(String.class);
        t("wmt", () -> (int) id.invokeExact(1));
        t("wmt2", () -> { int x = (int) id.invoke(1); return x; });
        t("cce", () -> (String) id.invoke((Object) 1));
        t("wrong ret", () -> { Object o = id.invokeExact("s"); return o; });
        t("null mh", () -> { MethodHandle n = null; return n.invoke(); });
        t("throwing", () -> MethodHandles.throwException(int.class, Exception.class).invoke(new Exception("thrown")));
        t("null receiver", () -> (int) L.findVirtual(A.class, "abs", methodType(int.class)).invoke((A) null));
        t("bad receiver", () -> (int) L.findVirtual(A.class, "abs", methodType(int.class)).invoke((Object) "s"));
        t("icce", () -> L.findVirtual(I.class, "m", methodType(int.class)).bindTo("s"));
        t("getMembers", () -> { StringBuilder sb = new StringBuilder(); for (int i = 0; i < 3; i++) sb.append(L.findStatic(Math.class,
                "max", methodType(int.class, int.class, int.class)).invoke(i, 1)); return sb; });
        VarHandle vh = L.findVarHandle(A.class, "f", int.class);
        t("vh", () -> { A a = new B(); vh.set(a, 4); return vh.compareAndSet(a, 4, 5) + " " + (int) vh.getAndAdd(a, 2) + " " + a.f; });
        t("vh wmt", () -> { A a = new B(); vh.set(a, "x"); return 0; });
        t("vh null", () -> { vh.set((A) null, 4); return 0; });
        t("vh ret", () -> { A a = new B(); return (String) vh.get(a); });
        t("vh final", () -> { L.findVarHandle(A.class, "ff", int.class).set((A) new B(), 1); return 0; });
        t("mh reflect", () -> MethodHandle.class.getMethod("invokeExact", Object[].class).invoke(id, (Object) new Object[0]));
        t("vh static", () -> { VarHandle s = L.findStaticVarHandle(A.class, "sf", int.class); s.setVolatile(9);
                return (int) s.getAcquire() + A.sf; });
        t("array", () -> { VarHandle v = MethodHandles.arrayElementVarHandle(String[].class); String[] s = {"a"};
                return v.compareAndExchange(s, 0, "a", "b") + s[0]; });
        t("array aioobe", () -> { VarHandle v = MethodHandles.arrayElementVarHandle(long[].class); return (long) v.get(new long[1], 1); });
        t("array store", () -> { VarHandle v = MethodHandles.arrayElementVarHandle(Object[].class); v.set((Object[]) new String[1], 0,
                (Object) 1); return 0; });
        MethodHandle big = L.findStatic(MethodHandleLookups.class, "sum", methodType(long.class, int.class, long.class, double.class, float.class,
                byte.class, Object.class));
        t("big", () -> (long) big.invokeExact(1, 2L, 3.0, 4f, (byte) 5, (Object) "six"));
        t("spread", () -> (long) big.asSpreader(Object[].class, 6).invoke(new Object[] {1, 2L, 3.0, 4f, (byte) 5, "six"}));
        t("permute", () -> (long) MethodHandles.permuteArguments(big, methodType(long.class, Object.class, byte.class, float.class,
                double.class, long.class, int.class), 5, 4, 3, 2, 1, 0).invokeExact((Object) "six", (byte) 5, 4f, 3.0, 2L, 1));
        t("loop", () -> (int) MethodHandles.countedLoop(MethodHandles.constant(int.class, 10), MethodHandles.constant(int.class, 0),
                L.findStatic(Integer.class, "sum", methodType(int.class, int.class, int.class))).invoke());
        t("try", () -> MethodHandles.catchException(MethodHandles.throwException(String.class, RuntimeException.class),
                RuntimeException.class, MethodHandles.dropArguments(MethodHandles.constant(String.class, "caught"), 0,
                RuntimeException.class)).invoke(new RuntimeException()));
        t("guard", () -> MethodHandles.guardWithTest(L.findVirtual(String.class, "isEmpty", methodType(boolean.class)),
                MethodHandles.dropArguments(MethodHandles.constant(int.class, 1), 0, String.class), L.findVirtual(String.class, "length",
                methodType(int.class))).invoke("abc"));
        t("collector", () -> L.findStatic(Arrays.class, "asList", methodType(List.class, Object[].class)).invoke(1, 2, "three"));
        MutableCallSite mcs = new MutableCallSite(MethodHandles.constant(int.class, 1));
        MethodHandle dyn = mcs.dynamicInvoker();
        t("mcs", () -> { int a = (int) dyn.invokeExact(); mcs.setTarget(MethodHandles.constant(int.class, 2));
                return a + " " + (int) dyn.invokeExact(); });
        VolatileCallSite vcs = new VolatileCallSite(MethodHandles.constant(int.class, 1));
        t("vcs", () -> { int a = (int) vcs.dynamicInvoker().invokeExact(); vcs.setTarget(MethodHandles.constant(int.class, 2));
                return a + " " + (int) vcs.dynamicInvoker().invokeExact(); });
        t("switchpoint", () -> { SwitchPoint sp = new SwitchPoint(); MethodHandle g = sp.guardWithTest(MethodHandles.constant(int.class, 1),
                MethodHandles.constant(int.class, 2)); int a = (int) g.invoke(); SwitchPoint.invalidateAll(new SwitchPoint[] {sp});
                return a + " " + (int) g.invoke(); });
        t("proxy", () -> MethodHandleProxies.asInterfaceInstance(Comparator.class, L.findStatic(MethodHandleLookups.class, "cmp", methodType(int.class,
                Object.class, Object.class))).compare("b", "a"));
        t("overflow", () -> { try { deep(L.findStatic(MethodHandleLookups.class, "deep", methodType(void.class, MethodHandle.class))); return "?";
                } catch (StackOverflowError e) { return "SOE"; } });
        for (int i = 0; i < 3000; i++) if ((int) L.findVirtual(String.class, "length",
                methodType(int.class)).invokeExact("abc") != 3) System.out.println("bad");
        t("type", () -> MethodType.fromMethodDescriptorString("(ILMissing;)V", null));
        t("mt", () -> methodType(int.class, new Class<?>[255]));
        t("many", () -> MethodHandles.identity(int.class).asType(methodType(Object.class, Integer.class)).invoke((Integer) 5));
    }
    static void deep(MethodHandle h) throws Throwable { h.invokeExact(h); }
    static int cmp(Object a, Object b) { return a.toString().compareTo(b.toString()); }
    static long sum(int a, long b, double c, float d, byte e, Object f) { return a + b + (long) c + (long) d + e + f.toString().length(); }
}
