import java.lang.invoke.MethodHandles;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/**
 * A hidden class that mentions itself. The entry of its constant pool that names it is the class; its name in descriptors is only a name, which
 * nobody has: what needs that class, verification first of all, ends in NoClassDefFoundError.
 */
public class HiddenSelf {
    enum Color { RED }
    record Point(int x) { }
    static class Stores {
        Stores next;
        Stores make() { next = new Stores(); return next; }
    }
    /** Field and method are there and nothing needs their types. */
    static class Names implements Supplier<Object> {
        Names next;
        static Names none(Names n) { return null; }
        @Override public Object get() { return "named"; }
    }
    /** Its own class in the frames of a loop, as what is made, cast and tested, and as an array. */
    static class Uses implements Supplier<Object> {
        @Override public Object get() {
            Object o = new Uses();
            String s = "";
            for (int i = 0; i < 2; i++) s += (o instanceof Uses) + " " + (((Uses) o).getClass() == getClass()) + " ";
            return s + (new Uses[1].getClass().getComponentType() == getClass()) + " " + (Uses.class == getClass());
        }
    }
    /** Passes itself where its name is asked for. */
    static class Passes implements Supplier<Object> {
        static Object take(Passes p) { return p; }
        @Override public Object get() { return take(this) == this; }
    }
    /** The same with null: the verifier asks nobody, the call finds its method by name and descriptor. */
    static class PassesNull implements Supplier<Object> {
        static Object take(PassesNull p) { return "taken"; }
        @Override public Object get() { return take(null); }
    }
    static class Invokes implements Supplier<Object> {
        int n = 7;
        static int two(Object o) { return 2; }
        int own(int x) { return n + x; }
        @Override public Object get() { return own(two(this)); }
    }

    static String clean(Throwable t) { return t.toString().replaceAll("0x[0-9a-f]+", "#"); }

    static void show(Class<?> c) throws Exception {
        byte[] bytes = HiddenSelf.class.getResourceAsStream("/" + c.getName() + ".class").readAllBytes();
        // as long, and found nowhere
        String other = new String(bytes, StandardCharsets.ISO_8859_1).replace("HiddenSelf$" + c.getSimpleName(), "HiddenElse$" + c.getSimpleName());
        Class<?> hidden;
        try {
            hidden = MethodHandles.lookup().defineHiddenClass(other.getBytes(StandardCharsets.ISO_8859_1), false).lookupClass();
        } catch (Throwable t) {
            System.out.println(c.getSimpleName() + " refused: " + clean(t));
            return;
        }
        System.out.println(c.getSimpleName() + " defined");
        try {
            var constructor = hidden.getDeclaredConstructor();
            constructor.setAccessible(true);
            System.out.println("  get " + ((Supplier<?>) constructor.newInstance()).get());
        } catch (InvocationTargetException e) {
            System.out.println("  get " + clean(e.getCause()));
        } catch (Throwable t) {
            System.out.println("  get " + clean(t));
        }
        try {
            System.out.println("  fields " + hidden.getDeclaredFields().length);
        } catch (Throwable t) {
            System.out.println("  fields " + clean(t));
        }
        try {
            System.out.println("  methods " + hidden.getDeclaredMethods().length);
        } catch (Throwable t) {
            System.out.println("  methods " + clean(t));
        }
    }

    public static void main(String[] args) throws Exception {
        Class<?>[] all = { Color.class, Point.class, Stores.class, Names.class, Uses.class, Passes.class, PassesNull.class, Invokes.class };
        for (Class<?> c : all) show(c);
    }
}
