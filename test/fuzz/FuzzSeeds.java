import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Small classes that hold everything a class file can hold, for the fuzzer to damage. */
class FuzzSeeds {
    @Retention(RetentionPolicy.RUNTIME) @Target({ElementType.TYPE_USE, ElementType.TYPE_PARAMETER}) @interface Use { int value() default 3; }
    @Retention(RetentionPolicy.RUNTIME) @interface Mark {
        String name() default "n";
        Class<?>[] types() default {int.class, String[].class};
        Use use() default @Use(5);
        ElementType kind() default ElementType.FIELD;
        long[] numbers() default {};
    }

    @Mark record Point<T extends @Use Comparable<T>>(@Mark(name = "x") @Use T x, @Deprecated int y, List<@Use(1) String> z) {
        Point { if (y < 0) throw new IllegalArgumentException(); }
    }
    record Empty() {}
    sealed interface Shape permits Circle, Square {}
    record Circle(double r) implements Shape {}
    static final class Square implements Shape { }
    static sealed class Base permits Heir {}
    static final class Heir extends Base {}

    enum Color { RED, GREEN { @Override int f() { return 2; } }; int f() { return 1; } }

    interface Greets { String hi(); default String hello() { return hi() + "!"; } static int s() { return 1; } private int p() { return 2; } }

    @Deprecated static final int INT = 5;
    static final long LONG = 6L;
    static final double DOUBLE = 1.5;
    static final String TEXT = "text";
    @Mark(name = "f", numbers = {1, 2}) @Use protected volatile List<? super Integer> list = new ArrayList<>();

    static class Locals {
        @Mark <T extends Exception & Runnable> long locals(@Mark @Use T t, final List<T> in, int... rest) throws T, java.io.IOException {
            long sum = 0;
            for (T x : in) {
                @Use List<String> inner = new ArrayList<>();
                double d = rest.length;
                try {
                    sum += (long) d + inner.size();
                    x.run();
                } catch (IllegalStateException | IllegalArgumentException e) {
                    sum--;
                } finally {
                    sum++;
                }
            }
            if (sum == 7) throw t;
            return sum;
        }
        synchronized int switches(String s, int i) {
            switch (s) {
                case "a": i++;
                case "b": return i;
                default: break;
            }
            switch (i) { case 1: return 2; case 2: return 3; case 3: return 5; case 4: return 7; default: }
            switch (i) { case 1: return 2; case 1000: return 3; case -100000: return 5; default: return 0; }
        }
        Supplier<Object> lambdas(int[][] a) {
            Supplier<String> s = () -> "x" + a.length;
            Runnable r = String::new;
            Object o = new Object() { @Override public String toString() { return s.get() + r; } };
            class Local<Q> { Q q; int k = a[0].length; }
            return () -> new Local<String>().k + o.toString();
        }
        Locals() { this(3); }
        private Locals(int n) { super(); synchronized (this) { if (n > 2) n--; } }
        Object arrays(Object o) {
            int[][][] a = new int[2][3][];
            if (o instanceof String[] s) return s[0];
            byte[] b = {1, 2};
            char[] c = (char[]) o;
            float[] f = {1};
            a[0][1] = new int[] {b[0], c[0], (int) f[0]};
            return o == null ? a : new Object[] {b, new long[1][2]};
        }
    }

    class Inner { class Deeper { int k = list.size(); } }
    private static class Nested { private int hidden; }
    int access() { return new Nested().hidden; }
    static native void nothing();
    abstract static class Abstract<A, B extends A> implements Comparable<A> { abstract protected B f(A a); }
}
