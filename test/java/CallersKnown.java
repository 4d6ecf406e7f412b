// jvm: -Xbatch
// Methods that ask who called them, in hot code, where the optimizer takes callers in: the same call in several classes, over reflection and
// method handles, behind lambdas, and where access depends on the answer.
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.function.Supplier;

public class CallersKnown {
    static class A {
        private int hidden = 3;
        private static int secret(int x) { return x + 1; }
        A() { }
        static Class<?> who() { return MethodHandles.lookup().lookupClass(); }
        static Supplier<Class<?>> later() { return () -> MethodHandles.lookup().lookupClass(); }
    }
    static class B extends A {
        static Class<?> who() { return MethodHandles.lookup().lookupClass(); }
        static Class<?> over() { return A.who(); }
    }
    interface I {
        default Class<?> who() { return MethodHandles.lookup().lookupClass(); }
    }
    enum E implements I { X, Y { @Override public Class<?> who() { return MethodHandles.lookup().lookupClass(); } } }

    static int names(int i) throws Throwable {
        String s = A.who().getName() + B.who().getName() + B.over().getName() + E.X.who().getName() + E.Y.who().getName() + A.later().get().getName();
        s += ((Class<?>) whoOfB.invoke(null)).getName();
        s += ((MethodHandles.Lookup) lookup.invoke(null)).lookupClass().getName();
        s += ((MethodHandles.Lookup) handle.invokeExact()).lookupClass().getName().replaceAll("/0x.*", ""); // hidden
        s += Class.forName("CallersKnown$A").getName();
        if (i == 0 || i == 19_999) System.out.println(s);
        return s.hashCode();
    }
    static Method whoOfB, lookup, secret, invoke;
    static Field hidden, value;
    static Constructor<?> make;
    static MethodHandle handle;

    static int access(int i) throws Throwable {
        int n = (Integer) secret.invoke(null, i) + hidden.getInt(make.newInstance());
        n += (Integer) invoke.invoke(secret, null, new Object[] { i });
        try {
            n += ((byte[]) value.get("a")).length;
        } catch (IllegalAccessException e) {
            if (i == 0 || i == 19_999) System.out.println(e.getMessage());
            n += e.getMessage().length();
        }
        try {
            n += (Integer) secret.invoke(null, "no int");
        } catch (IllegalArgumentException e) {
            n += 7;
        }
        return n;
    }

    public static void main(String[] args) throws Throwable {
        whoOfB = B.class.getDeclaredMethod("over");
        lookup = MethodHandles.class.getMethod("lookup");
        handle = MethodHandles.lookup().findStatic(MethodHandles.class, "lookup", MethodType.methodType(MethodHandles.Lookup.class));
        secret = A.class.getDeclaredMethod("secret", int.class);
        invoke = Method.class.getMethod("invoke", Object.class, Object[].class);
        hidden = A.class.getDeclaredField("hidden");
        value = String.class.getDeclaredField("value");
        make = A.class.getDeclaredConstructor();
        long s = 0;
        for (int i = 0; i < 20_000; i++) s = s * 31 + names(i) + access(i);
        System.out.println(s);
        Method m = Foreign.class.getDeclaredMethod("from", Method.class, int.class);
        for (int i = 0; i < 3_000; i++) {
            try {
                s += (Integer) m.invoke(null, secret, i);
            } catch (InvocationTargetException e) {
                if (i == 2_999) System.out.println(e.getCause().getMessage());
            }
        }
        System.out.println(s);
    }
}
class Foreign {
    static int from(Method m, int i) throws Exception { return (Integer) m.invoke(null, i); }
}
