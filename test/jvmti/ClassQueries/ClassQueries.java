import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** What the queries about classes, methods and fields answer. */
public class ClassQueries {
    static native void show(Class<?> c, boolean members);
    static native boolean isLoaded(Class<?> c);
    static native boolean isLoadedBy(ClassLoader l, Class<?> c);
    static native boolean sameHash(Object o, int hash);
    static native long size(Object o);

    interface Shape<T extends Comparable<T>> extends Serializable, Cloneable {
        double area(T scale);
        default String name() { return getClass().getSimpleName(); }
        static int count() { return 3; }
        private int secret() { return 1; }
    }

    static abstract class Base<K, V> {
        protected transient volatile int a = 1;
        static final String CONSTANT = "c";
        private long[][] grid;
        List<? super K> list;
        abstract V get(K key) throws Exception;
        synchronized strictfp double mix(int i, long l, float f, double d, Object... rest) {
            double sum = i;
            for (Object o : rest) {
                String s = String.valueOf(o);
                sum += s.length() * l;
            }
            try {
                return sum / f + d;
            } finally {
                int done = 1;
                a += done;
            }
        }
        native void nothing();
    }

    static class Leaf extends Base<String, Integer> implements Shape<Integer> {
        static int counter;
        static { counter = 7; }
        final Function<String, Integer> f = s -> s.length() + counter;
        Integer get(String key) { return f.apply(key); }
        public double area(Integer scale) { return scale * 2.0; }
        enum Color { RED, GREEN { @Override public String toString() { return "g"; } } }
        record Point(int x, List<String> y) { }
        @interface Mark { int value() default 3; }
    }

    static class Hidden { }

    static class NeverInitialized { static { if (true) throw new IllegalStateException(); } }

    public static void main(String[] args) throws Exception {
        new Leaf().get("x");
        new Leaf().mix(1, 2, 3, 4, "a");
        Class<?>[] all = {ClassQueries.class, Shape.class, Base.class, Leaf.class, Leaf.Color.class, Leaf.Color.GREEN.getClass(),
                Leaf.Point.class, Leaf.Mark.class};
        Class.forName("ClassQueries$Leaf$Point");
        for (Class<?> c : all) show(c, true);
        try {
            new NeverInitialized();
        } catch (ExceptionInInitializerError e) {
            show(NeverInitialized.class, false);
        }
        Class<?>[] others = {int.class, void.class, int[].class, String[][].class, Leaf[].class, Object.class, String.class, Runnable.class,
                Thread.State.class};
        for (Class<?> c : others) show(c, false);
        Class<?> unlinked = Class.forName("Unlinked", false, ClassQueries.class.getClassLoader());
        show(unlinked, true);
        Runnable lambda = () -> { };
        show(lambda.getClass(), false);

        ClassLoader app = ClassQueries.class.getClassLoader(), platform = ClassLoader.getPlatformClassLoader();
        System.out.println(isLoaded(Leaf.class) + " " + isLoaded(String.class) + " " + isLoaded(int.class) + " " + isLoaded(int[].class)
                + " " + isLoaded(Leaf[].class) + " " + isLoaded(lambda.getClass()) + " " + isLoaded(unlinked));
        System.out.println(isLoadedBy(app, Leaf.class) + " " + isLoadedBy(app, String.class) + " " + isLoadedBy(null, Leaf.class) + " "
                + isLoadedBy(null, String.class) + " " + isLoadedBy(platform, Leaf.class) + " " + isLoadedBy(null, ArrayList.class) + " "
                + isLoadedBy(app, lambda.getClass()));
        /* Arrays of primitives that there are belong to every loader: JDI finds the type of an `int[][]` field so. */
        ClassLoader empty = new ClassLoader(null) { };
        Class<?>[] arrays = { boolean[].class, byte[].class, char[].class, short[].class, int[].class, long[].class, float[].class, double[].class,
                              boolean[][].class, long[][][][].class, long[][][].class, Leaf[].class, Leaf[][].class, String[][][].class };
        for (Class<?> c : arrays)
            System.out.println(c.getName() + " " + isLoaded(c) + " " + isLoadedBy(null, c) + " " + isLoadedBy(app, c) + " "
                    + isLoadedBy(platform, c) + " " + isLoadedBy(empty, c));
        System.out.println(Class.forName("[[[Ljava.lang.String;", false, empty) + " " + isLoadedBy(empty, String[][].class) + " "
                + isLoadedBy(empty, String.class) + " " + isLoadedBy(empty, Object.class));
        Class<?> hidden =
                java.lang.invoke.MethodHandles.lookup()
                        .defineHiddenClass(ClassQueries.class.getResourceAsStream("ClassQueries$Hidden.class").readAllBytes(), false)
                        .lookupClass();
        for (Class<?> c = hidden; c.getName().indexOf("[[[") < 0; c = c.arrayType()) show(c, false);
        System.out.println(isLoadedBy(app, hidden) + " " + isLoadedBy(app, hidden.arrayType()) + " " + isLoaded(hidden.arrayType()));
        Object o = new Object();
        System.out.println(sameHash(o, System.identityHashCode(o)) + " " + sameHash("abc", System.identityHashCode("abc")));
        System.out.println(size(new byte[1000]) >= 1000 && size(new byte[1000]) <= 1032 && size(new long[10]) >= 80 && size(o) >= 8);
    }
}

class Unlinked {
    static final int X = 5;
    void m() { }
}
