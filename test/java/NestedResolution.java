import java.io.InputStream;
import java.util.function.Function;
import java.util.function.Supplier;

/** A constant whose loader resolves the same constant further in: of two attempts the first to end counts (JVMS §5.4.3). */
public class NestedResolution {
    /** Reads classes of this program itself, and runs a hook before it defines the one that is named. */
    static class Loader extends ClassLoader {
        static { registerAsParallelCapable(); }

        final String hooked;
        Runnable before;

        Loader(String hooked) { this.hooked = hooked; }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("NestedResolution$")) return super.loadClass(name, resolve);
            Class<?> c = findLoadedClass(name);
            if (c != null) return c;
            try (InputStream in = NestedResolution.class.getResourceAsStream("/" + name + ".class")) {
                byte[] bytes = in.readAllBytes();
                Runnable hook = name.equals(hooked) ? before : null;
                if (hook != null) {
                    before = null;
                    hook.run();
                }
                return defineClass(name, bytes, 0, bytes.length);
            } catch (java.io.IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    /** Not registered: when it is entered for the same class again, that is a ClassCircularityError. */
    static class SerialLoader extends Loader {
        SerialLoader(String hooked) { super(hooked); }
    }

    static class Wanted { }
    public static class Asks implements Supplier<Object> {
        @Override public Object get() { return Wanted.class; }
    }
    public static class Makes implements Supplier<Object> {
        @Override public Object get() { return new Wanted(); }
    }
    public static class Tests implements Supplier<Object> {
        static Object o = "text";
        @Override public Object get() { return o instanceof Wanted; }
    }

    static void say(String what, Supplier<?> s) {
        String text;
        try {
            text = String.valueOf(s.get()).replaceAll("@[0-9a-f]+", "");
        } catch (Throwable t) {
            text = t.toString().replaceAll("@[0-9a-f]+", "");
        }
        System.out.println(what + ": " + text);
    }

    @SuppressWarnings("unchecked")
    static Supplier<Object> asker(Loader l, Class<?> c) throws Exception {
        return (Supplier<Object>) l.loadClass(c.getName()).getDeclaredConstructor().newInstance();
    }

    static void cases(Function<String, Loader> loaders) throws Exception {
        for (Class<?> c : new Class<?>[] {Asks.class, Makes.class, Tests.class}) {
            System.out.println(c.getSimpleName());
            // The inner attempt defines the class; the outer definition is a duplicate, a LinkageError.
            Loader l = loaders.apply("NestedResolution$Wanted");
            Supplier<Object> s = asker(l, c);
            l.before = () -> say(" inner", s);
            say(" outer after a duplicate", s);
            say(" later", s);

            // The outer attempt ends by an exception that is no LinkageError.
            Loader l2 = loaders.apply("NestedResolution$Wanted");
            Supplier<Object> s2 = asker(l2, c);
            l2.before = () -> {
                say(" inner", s2);
                throw new IllegalStateException("on purpose");
            };
            say(" outer after an exception", s2);
            say(" later", s2);

            // The inner attempt ends by a LinkageError, the outer one would succeed.
            Loader l3 = loaders.apply("NestedResolution$Wanted");
            Supplier<Object> s3 = asker(l3, c);
            l3.before = () -> {
                l3.before = () -> { throw new LinkageError("inner"); };
                say(" inner", s3);
            };
            say(" outer after an inner error", s3);
            say(" later", s3);
        }
    }

    public static void main(String[] none) throws Exception {
        cases(Loader::new);
        cases(SerialLoader::new);
    }
}
