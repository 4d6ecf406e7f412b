// argus-only: HotSpot follows fields that nobody has set, and ends
// jvm: --add-opens java.base/java.lang=ALL-UNNAMED --add-opens java.base/java.lang.invoke=ALL-UNNAMED --add-opens java.base/jdk.internal.reflect=ALL-UNNAMED --add-opens java.base/jdk.internal.misc=ALL-UNNAMED --add-opens java.base/java.lang.reflect=ALL-UNNAMED --add-opens java.base/java.lang.ref=ALL-UNNAMED --add-opens java.base/jdk.internal.loader=ALL-UNNAMED --add-opens java.base/java.io=ALL-UNNAMED
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.Set;

/** Objects that no constructor has made: the functions from which HotSpot does not come back, and every native method of the classes that hold metadata. */
public class HalfMadeBeyond {
    static native int cases();
    static native String name(int i);
    static native String run(int i);

    static final Map<String, String> WANTED = Map.of("FromReflectedMethod", "NULL", "FromReflectedMethod constructor", "NULL", "FromReflectedField", "NULL",
        "DefineClass", "java.lang.ClassFormatError", "GetNamedModule", "NONE NULL", "GetThreadListStackTraces", "NONE 0 0", "GetStringUTFChars", "NULL");

    static final String[] CLASSES = {
        "java.lang.Class", "java.lang.ClassLoader", "java.lang.Thread", "java.lang.Throwable", "java.lang.StackTraceElement", "java.lang.String",
        "java.lang.Module",
        "java.lang.NullPointerException", "java.lang.ref.Reference", "java.lang.ref.PhantomReference", "java.lang.ref.Finalizer",
        "java.lang.invoke.MethodHandle",
        "java.lang.invoke.MethodHandleNatives", "java.lang.invoke.VarHandle", "jdk.internal.loader.BootLoader", "jdk.internal.reflect.Reflection",
        "jdk.internal.reflect.NativeMethodAccessorImpl", "jdk.internal.reflect.NativeConstructorAccessorImpl", "jdk.internal.reflect.ConstantPool",
        "java.lang.reflect.Executable", "java.lang.reflect.Field", "java.lang.reflect.Array", "java.lang.reflect.Proxy", "java.io.ObjectStreamClass",
        "jdk.internal.misc.Unsafe",
    };
    /** They end or stop the caller, or take addresses. */
    static final Set<String> NOT = Set.of("registerNatives", "waitForReferencePendingList", "suspend0", "stop0", "sleep", "throwException", "start0", "yield");
    static final String ADDRESSES = "(get|put|compare|park|unpark|load|store|full|writeback|allocateMemory|freeMemory|copy|set|reallocate|unload).*";

    static sun.misc.Unsafe unsafe;
    static Class<?> loaded(String name) throws Exception { return Class.forName(name, false, null); }

    static Class<?> instance(Class<?> t) throws Exception {
        if (t == Object.class) return loaded("java.lang.invoke.MemberName");
        if (t.getName().equals("java.lang.reflect.Executable")) return Method.class;
        if (t == ClassLoader.class) return java.net.URLClassLoader.class;
        if (t.getName().equals("java.lang.invoke.CallSite")) return java.lang.invoke.MutableCallSite.class;
        if (t.getName().equals("java.lang.invoke.MethodHandle")) return loaded("java.lang.invoke.DirectMethodHandle");
        if (t.getName().equals("java.lang.ref.Reference")) return java.lang.ref.WeakReference.class;
        if (t.getName().equals("java.lang.invoke.VarHandle")) return loaded("java.lang.invoke.VarHandleInts$Array");
        return t;
    }
    static Object make(Class<?> t, int variant) throws Exception {
        if (t.isPrimitive()) return Array.get(Array.newInstance(t, 1), 0);
        if (variant == 2) return null;
        if (t == Class.class) return variant == 0 ? int.class : HalfMadeBeyond.class;
        if (t.isArray()) return Array.newInstance(t.getComponentType(), 2);
        Class<?> c = variant == 0 && t == Object.class ? Object.class : instance(t);
        return Modifier.isAbstract(c.getModifiers()) ? null : unsafe.allocateInstance(c);
    }

    static int called;
    static void call(Class<?> c, Method m, int variant) throws Exception {
        Object receiver = null;
        if (!Modifier.isStatic(m.getModifiers()))
            receiver = c == Class.class ? new Object[] { int.class, int[].class, Runnable.class }[variant] : make(c, variant % 2);
        Object[] args = new Object[m.getParameterCount()];
        for (int i = 0; i < args.length; i++) args[i] = make(m.getParameterTypes()[i], variant);
        try {
            m.setAccessible(true);
            called++;
            m.invoke(receiver, args);
        } catch (InvocationTargetException | NullPointerException e) {
            // an answer too
        }
    }
    static void natives() throws Exception {
        Field f = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
        f.setAccessible(true);
        unsafe = (sun.misc.Unsafe) f.get(null);
        for (String name : CLASSES) {
            Class<?> c = Class.forName(name);
            for (Method m : c.getDeclaredMethods()) {
                if (!Modifier.isNative(m.getModifiers()) || NOT.contains(m.getName()) || (name.endsWith("Unsafe") && m.getName().matches(ADDRESSES))) continue;
                for (int variant = 0; variant < 3; variant++) call(c, m, variant);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        boolean good = true;
        for (int i = 0; i < cases(); i++) {
            String r;
            try {
                r = run(i);
            } catch (Throwable t) {
                r = t.getClass().getName();
            }
            String wanted = WANTED.get(name(i));
            if (wanted == null || wanted.equals(r)) continue;
            System.out.println(name(i) + ": " + r + " instead of " + wanted);
            good = false;
        }
        natives();
        System.gc();
        if (called < 400) System.out.println("only " + called + " native methods were called");
        System.out.println(good && called >= 400 ? "PASS" : "FAIL");
    }
}
