// stderr: compare
// Traces of all depths up to more than a hundred, with frames of lambdas and method handles in them, made often; of classes whose
// loader may go; casts whose messages name loaders and modules.
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.function.IntUnaryOperator;

public class DeepTraces {
    static MethodHandle handle;
    static final IntUnaryOperator PLAIN = DeepTraces::down;
    public static int down(int n) {
        if (n == 0) throw new UnsupportedOperationException("bottom");
        if (n % 7 == 3)
            return PLAIN.applyAsInt(n - 1);
        if (n % 11 == 5)
            try {
                return (int) handle.invokeExact(n - 1);
            } catch (RuntimeException e) {
                throw e;
            } catch (Throwable e) {
                throw new Error(e);
            }
        return down(n - 1) + 1;
    }
    static class Size { }
    public static class Loaded implements IntUnaryOperator {
        public int applyAsInt(int n) { return n < 0 ? ((Object[]) (Object) this).length : down(n); }
    }
    static class Own extends ClassLoader {
        Own(String name) { super(name, DeepTraces.class.getClassLoader()); }
        protected Class<?> loadClass(String n, boolean resolve) throws ClassNotFoundException {
            if (!n.equals("DeepTraces$Loaded")) return super.loadClass(n, resolve);
            Class<?> c = findLoadedClass(n);
            if (c != null) return c;
            try (InputStream in = DeepTraces.class.getResourceAsStream("DeepTraces$Loaded.class")) {
                byte[] b = in.readAllBytes();
                return defineClass(n, b, 0, b.length);
            } catch (java.io.IOException e) {
                throw new ClassNotFoundException(n, e);
            }
        }
    }
    static int hash(Throwable e) {
        int h = e.getStackTrace().length;
        for (StackTraceElement s : e.getStackTrace()) h = h * 31 + s.toString().replaceAll("0x[0-9a-f]+", "").hashCode();
        return h;
    }
    static void cast(Runnable r) {
        try {
            r.run();
        } catch (ClassCastException e) {
            System.out.println(e.getMessage().replaceAll("@[0-9a-f]+", "@"));
        }
    }

    public static void main(String[] args) throws Throwable {
        handle = MethodHandles.lookup().findStatic(DeepTraces.class, "down", MethodType.methodType(int.class, int.class));
        int all = 0;
        for (int turn = 0; turn < 20; turn++)
            for (int n = 0; n < 120; n++)
                try {
                    down(n);
                } catch (UnsupportedOperationException e) {
                    if (turn == 19 || turn == 0) System.out.println(n + " " + e.getStackTrace().length + " " + hash(e));
                    all += e.getStackTrace().length;
                }
        System.out.println(all);
        IntUnaryOperator a = (IntUnaryOperator) new Own("ours").loadClass("DeepTraces$Loaded").getConstructor().newInstance();
        IntUnaryOperator b = (IntUnaryOperator) new Own(null).loadClass("DeepTraces$Loaded").getConstructor().newInstance();
        for (int n : new int[] { 0, 1, 30, 31, 32, 33, 70 })
            for (IntUnaryOperator f : new IntUnaryOperator[] { a, b })
                try {
                    f.applyAsInt(n);
                } catch (UnsupportedOperationException e) {
                    System.gc();
                    System.out.println(n + " " + hash(e));
                }
        cast(() -> a.applyAsInt(-1));
        cast(() -> b.applyAsInt(-1));
        Object g = new Size(), s = "s", arrays = java.lang.reflect.Array.newInstance(a.getClass(), 1);
        cast(() -> { Loaded l = (Loaded) (Object) a; });
        cast(() -> { Loaded[] l = (Loaded[]) arrays; });
        cast(() -> { Size l = (Size) s; });
        cast(() -> { Size[] l = (Size[]) (Object) new Integer[0]; });
        cast(() -> { Integer l = (Integer) g; });
        cast(() -> { java.sql.Date l = (java.sql.Date) (Object) new Size[0][0]; });
        try {
            down(46);
        } catch (UnsupportedOperationException e) {
            e.printStackTrace();
        }
    }
}
