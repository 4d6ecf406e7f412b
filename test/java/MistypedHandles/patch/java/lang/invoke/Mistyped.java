package java.lang.invoke;

/** Calls the linker methods itself, with a float where the target takes an int. */
public class Mistyped {
    public static void linked(MethodHandle h, float x) throws Throwable {
        Object name = h.internalMemberName();
        MethodHandle.linkToStatic(x, (MemberName) name);
    }
    public static void basic(MethodHandle h, float x) throws Throwable {
        h.invokeBasic(x);
    }
}
