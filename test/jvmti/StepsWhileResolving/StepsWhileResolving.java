import java.io.InputStream;
import java.lang.invoke.MethodHandles;

/** Into which methods single steps lead when an instruction resolves something: initializers, class loaders, bootstrap methods. And
 * the order of load and preparation. */
public class StepsWhileResolving {
    /** From now on, on this thread; answers the methods of the test's classes into which steps led since then, in order. */
    static native String steps(boolean on);
    /** Loads and preparations since the last call. */
    static native String classes();

    static class Get { static int value = first(); static int first() { return 3; } }
    static class Put { static int value; static { value = first(); } static int first() { return 3; } }
    static class Call { static int value = first(); static int first() { return 3; } static int get() { return 1; } }
    static class Made { static int value = first(); static int first() { return 3; } }
    static class Held { static int value = first(); static int first() { return 3; } }
    static class Sub extends Super { }
    static class Super { static int value = first(); static int first() { return 3; } static int get() { return 1; } }

    static int get() { return Get.value; }
    static void put() { Put.value = 5; }
    static int call() { return Call.get(); }
    static Object make() { return new Made(); }
    static int inherited() { return Sub.get(); }
    static int inheritedField() { return Sub.value; }
    static Object array() { return new Held[1]; }

    /** Loads the classes of a program by its own code. */
    public static class Loader extends ClassLoader {
        static String asked = "";
        Loader() { super(StepsWhileResolving.class.getClassLoader()); }
        @Override public Class<?> loadClass(String name) throws ClassNotFoundException {
            if (!name.startsWith("StepsWhileResolving$L")) return getParent().loadClass(name);
            Class<?> c = findLoadedClass(name);
            asked += name.charAt("StepsWhileResolving$".length() + 1);
            return c != null ? c : defined(name);
        }
        Class<?> defined(String name) throws ClassNotFoundException {
            try (InputStream in = StepsWhileResolving.class.getResourceAsStream(name + ".class")) {
                byte[] b = in.readAllBytes();
                return defineClass(name, b, 0, b.length);
            } catch (java.io.IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
    public static class LGet { public static int value; }
    public static class LCall { public static void call() { } }
    public static class LMade { }
    public static class LLiteral { }
    public static class LCast { }
    public static class LArray { }
    public interface LShape { void area(); }
    public static class LUser implements Runnable {
        public void run() {
            tell("getstatic", () -> LGet.value);
            tell("invokestatic", () -> { LCall.call(); return 0; });
            tell("new", () -> new LMade());
            tell("ldc", () -> LLiteral.class);
            Object o = "no";
            tell("instanceof", () -> o instanceof LCast);
            tell("anewarray", () -> new LArray[1]);
            tell("invokeinterface", () -> { try { ((LShape) null).area(); } catch (NullPointerException e) { } return 1; });
        }
    }

    public interface Body { Object run(); }
    public static void tell(String what, Body body) {
        Loader.asked = "";
        steps(true);
        body.run();
        System.out.println(what + ":" + steps(false) + (Loader.asked.isEmpty() ? "" : ", loader asked"));
    }

    static int linked(int n) { Body b = () -> n; return b.hashCode(); }
    static String concatenated(int n) { return "a" + n; }
    static Object hidden() throws Exception {
        try (InputStream in = StepsWhileResolving.class.getResourceAsStream("StepsWhileResolving$Held.class")) {
            return MethodHandles.lookup().defineHiddenClass(in.readAllBytes(), true).lookupClass();
        }
    }

    public static void main(String[] args) throws Exception {
        tell("get", () -> get());
        tell("put", () -> { put(); return 0; });
        tell("call", () -> call());
        tell("make", () -> make());
        tell("inherited field", () -> inheritedField());
        tell("inherited call", () -> inherited());
        tell("array", () -> array());
        tell("lambda", () -> linked(1));
        tell("concatenation", () -> concatenated(1));
        ((Runnable) new Loader().loadClass("StepsWhileResolving$LUser").getConstructor().newInstance()).run();
        classes();
        hidden();
        System.out.println("hidden class:" + classes());
    }
}
