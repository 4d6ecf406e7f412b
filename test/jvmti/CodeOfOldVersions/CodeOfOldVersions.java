// jvm: -Xbatch
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.function.IntUnaryOperator;

/** Code is made of callers whose constants name a version that is neither the first nor the newest; then that version goes, and the code is run again. */
public class CodeOfOldVersions {
    static native int redefine(Class<?>[] classes, byte[][] files);

    static class Target implements Face {
        int kept = 1;

        static int next(int x) { return x + 1; }

        private int own(int x) { return x + kept; }

        final int last(int x) { return x + 2; }

        public int told(int x) { return x + 3; }
    }

    interface Face {
        int told(int x);

        default int more(int x) { return less(x) + 5; }

        private int less(int x) { return x - 1; }

        static int plain(int x) { return x + 7; }
    }

    /** Linked after the first redefinition and before the second. */
    static class Callers {
        static final MethodHandle HANDLE, SPECIAL;
        static final IntUnaryOperator LAMBDA = Target::next;
        static final Target ONE = new Target();

        static {
            try {
                MethodHandles.Lookup l = MethodHandles.privateLookupIn(Target.class, MethodHandles.lookup());
                HANDLE = l.findStatic(Target.class, "next", MethodType.methodType(int.class, int.class));
                SPECIAL = l.findSpecial(Target.class, "own", MethodType.methodType(int.class, int.class), Target.class);
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        }

        static int statics(int x) { return Target.next(x); }

        static int made(int x) { return new Target().kept + x; }

        static int privates(int x) { return ONE.own(x); }

        static int finals(int x) { return ONE.last(x); }

        static int faces(int x) { return ((Face) ONE).more(x) + ((Face) ONE).told(x); }

        static int plain(int x) { return Face.plain(x); }

        static int handles(int x) throws Throwable { return (int) HANDLE.invokeExact(x); }

        static int specials(int x) throws Throwable { return (int) SPECIAL.invokeExact(ONE, x); }

        static int lambdas(int x) { return LAMBDA.applyAsInt(x); }

        static int sites(int x) {
            IntUnaryOperator o = Target::next;
            return o.applyAsInt(x);
        }
    }

    static long all(int rounds) throws Throwable {
        long sum = 0;
        for (int i = 0; i < rounds; i++)
            sum += Callers.statics(i) + Callers.made(i) + Callers.privates(i) + Callers.finals(i) + Callers.faces(i) + Callers.plain(i) + Callers.handles(i)
                   + Callers.specials(i) + Callers.lambdas(i) + Callers.sites(i);
        return sum;
    }

    static byte[] file(Class<?> c) throws Exception {
        try (InputStream in = CodeOfOldVersions.class.getResourceAsStream(c.getName() + ".class")) {
            return in.readAllBytes();
        }
    }

    /** Versions of this one take what others have left, with other things in the same places. */
    static class Other {
        int field = 7;

        static String a() { return "a" + 1; }

        static long b(long x, int y) { return x * y + 3; }

        static double c(double d) { return d / 2 + 17.5; }

        Object d(Object o) { return o == null ? this : o.toString() + field; }

        int[] e() { return new int[] { 1, 2, 3, 4, 5, 6, 7, field }; }
    }

    static void again(Class<?>... classes) throws Exception {
        byte[][] files = new byte[classes.length][];
        for (int i = 0; i < files.length; i++) files[i] = file(classes[i]);
        int e = redefine(classes, files);
        if (e != 0) throw new AssertionError("RedefineClasses answered " + e);
    }

    public static void main(String[] args) throws Throwable {
        System.out.println(Target.next(1) + " " + new Target().told(1));
        for (int i = 0; i < 5; i++) {
            again(Target.class, Face.class);
            System.out.println(all(1)); // now all constants are resolved
            again(Target.class, Face.class);
            System.out.println(all(30_000)); // code is made
            System.gc();
            for (int k = 0; k < 10; k++) again(Other.class);
            System.out.println(all(30_000));
        }
    }
}
