import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.Mistyped;

/** Calls of known handles with arguments of other types: the targets get bits of some kind, and compilers do not take them in. */
public class MistypedHandles {
    static final MethodHandle INT, BOOLEAN;
    static {
        try {
            INT = MethodHandles.lookup().findStatic(MistypedHandles.class, "takesInt", MethodType.methodType(void.class, int.class));
            BOOLEAN = MethodHandles.lookup().findStatic(MistypedHandles.class, "takesBoolean", MethodType.methodType(void.class, boolean.class));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
    static int calls;

    static void takesInt(int x) {
        if ((x & 1023) == 1) calls |= 1 << 20;
        calls++;
    }
    static void takesBoolean(boolean x) {
        if (x) calls |= 1 << 20;
        calls++;
    }

    static void linked(int i) throws Throwable {
        Mistyped.linked(INT, i);
        Mistyped.linked(BOOLEAN, i);
    }
    static void basic(int i) throws Throwable {
        Mistyped.basic(INT, i);
        Mistyped.basic(BOOLEAN, i);
    }

    public static void main(String[] args) throws Throwable {
        for (int i = 0; i < 20_000; i++) {
            linked(i);
            basic(i);
        }
        System.out.println(calls != 0);
    }
}
