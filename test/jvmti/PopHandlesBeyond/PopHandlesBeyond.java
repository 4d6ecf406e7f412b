// argus-only: HotSpot calls again with a wrong object: the VarHandle as MemberName, the int as reference; then it depends
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;

/** PopFrame where the call can only be made again by a VM that has kept what it needs, and where it cannot be made again. */
public class PopHandlesBeyond {
    static native void plan(Class<?> c, String method, String what);
    static native String outcome();

    static int failures;
    static void check(String what, Object wanted, Object got) {
        if (wanted.equals(got)) return;
        failures++;
        System.out.println(what + ": " + got + " instead of " + wanted);
    }

    volatile int field;
    static final MethodHandles.Lookup l = MethodHandles.lookup();

    /** VarHandle's own code in the class library links to the accessor; no variable of it holds the MemberName. */
    static void variables() throws Throwable {
        VarHandle v = l.findVarHandle(PopHandlesBeyond.class, "field", int.class);
        PopHandlesBeyond p = new PopHandlesBeyond();
        Class<?> c = Class.forName("java.lang.invoke.VarHandleInts$FieldInstanceReadWrite");
        plan(c, "getAndAdd", "pop");
        check("getAndAdd, called twice", 5, (int) v.getAndAdd(p, 5));
        check("getAndAdd", "NONE", outcome());
        plan(c, "set", "pop");
        v.set(p, 9);
        check("set", 9, p.field);
        check("set", "NONE", outcome());
        var invoker = MethodHandles.varHandleExactInvoker(
                VarHandle.AccessMode.GET_AND_ADD, MethodType.methodType(int.class, PopHandlesBeyond.class, int.class));
        plan(c, "getAndAdd", "pop");
        check("invoker, called twice", 14, (int) invoker.invokeExact(v, p, 5));
        check("invoker", "NONE", outcome());
    }

    /** Its variable x is to take the place of the parameter: obfuscators do that, javac does not. */
    static class Reuse {
        static int reuse(Object o) { int x = 5; return x; }
    }
    static void overwritten() throws Throwable {
        byte[] b = PopHandlesBeyond.class.getResourceAsStream("PopHandlesBeyond$Reuse.class").readAllBytes();
        int patched = 0;
        for (int i = 0; i < b.length - 3; i++) {
            if (b[i] != 8 || b[i + 1] != 0x3c || b[i + 2] != 0x1b || b[i + 3] != (byte) 0xac) continue; // iconst_5, istore_1, iload_1, ireturn
            b[i + 1] = 0x3b;
            b[i + 2] = 0x1a;
            patched++;
        }
        check("places patched", 1, patched);
        Class<?> c = l.defineClass(b);
        var reuse = l.findStatic(c, "reuse", MethodType.methodType(int.class, Object.class));
        plan(c, "reuse", "pop");
        check("parameter overwritten", 5, (int) reuse.invokeExact((Object) "o"));
        check("parameter overwritten", "OPAQUE_FRAME", outcome());
    }

    public static void main(String[] args) throws Throwable {
        variables();
        overwritten();
        System.out.println(failures == 0 ? "PASS" : "FAIL");
    }
}
