import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.util.Iterator;
import java.util.Objects;

/** Shapes of bytecode that the compilers of Kotlin, Scala and Groovy typically make, written in Java. */
final class OtherLanguagesThings {
    /** Kotlin: checks of parameters at every entry. */
    static int lengthOf(String s, Object other) {
        checkNotNullParameter(s, "s");
        checkNotNullParameter(other, "other");
        return s.length() + other.hashCode();
    }

    static void checkNotNullParameter(Object o, String name) {
        if (o == null) throw new NullPointerException("Parameter specified as non-null is null: " + name);
    }

    /** Kotlin: default arguments by a bit mask. */
    static int area(int a, int b, int c) { return a * b + c; }

    static int areaDefault(int a, int b, int c, int mask, Object marker) {
        if ((mask & 2) != 0) b = 3;
        if ((mask & 4) != 0) c = a;
        return area(a, b, c);
    }

    interface Function1<A, R> {
        R invoke(A a);
    }

    /** Kotlin: a sequence of stages, each an iterator. */
    static <A, R> Iterator<R> mapped(Iterator<A> it, Function1<A, R> f) {
        return new Iterator<>() {
            public boolean hasNext() { return it.hasNext(); }

            public R next() { return f.invoke(it.next()); }
        };
    }

    static Iterator<Integer> upTo(int n) {
        return new Iterator<>() {
            int i;

            public boolean hasNext() { return i < n; }

            public Integer next() { return i++; }
        };
    }

    /** Kotlin: a ref cell that a closure writes. */
    static final class IntRef {
        int element;
    }

    /** Kotlin: what a suspending function is compiled to, a state machine in an object. */
    static final class Continuation {
        int label, sum;

        Object resume() {
            switch (label) {
                case 0: sum = 1; label = 1; return this;
                case 1: sum += 5; label = 2; return this;
                case 2: sum *= 3; label = 3; return sum;
                default: throw new IllegalStateException();
            }
        }
    }

    /** Kotlin: a delegated lazy value. */
    static final class Lazy {
        private static final Object NONE = new Object();
        private volatile Object value = NONE;

        Object get() {
            Object v = value;
            if (v != NONE) return v;
            synchronized (this) {
                if (value == NONE) value = 42;
                return value;
            }
        }
    }

    /** Scala: equality of boxes. */
    static boolean boxEquals(Object a, Object b) {
        if (a == b) return true;
        if (a instanceof Number x) return b instanceof Number y && x.longValue() == y.longValue();
        if (a instanceof Character c) return c.equals(b);
        return Objects.equals(a, b);
    }

    /** Scala: an immutable list, pattern matching on it, traits. */
    abstract static class Lst {
        abstract boolean isEmpty();

        abstract int head();

        abstract Lst tail();
    }

    static final class Cons extends Lst {
        final int head;
        final Lst tail;

        Cons(int h, Lst t) { head = h; tail = t; }

        boolean isEmpty() { return false; }

        int head() { return head; }

        Lst tail() { return tail; }
    }

    static final class Nil extends Lst {
        boolean isEmpty() { return true; }

        int head() { throw new IllegalStateException(); }

        Lst tail() { return this; }
    }

    static int fold(Lst l, int z, Function1<Integer, Function1<Integer, Integer>> f) {
        while (!l.isEmpty()) {
            z = f.invoke(z).invoke(l.head());
            l = l.tail();
        }
        return z;
    }

    static final class NonLocalReturn extends RuntimeException {
        final Object key;
        final int value;

        NonLocalReturn(Object k, int v) { super(null, null, false, false); key = k; value = v; }
    }

    static int firstAbove(int[] a, int limit) {
        Object key = new Object();
        try {
            Function1<Integer, Object> body = x -> { if (x > limit) throw new NonLocalReturn(key, x); return null; };
            for (int x : a) body.invoke(x);
            return -1;
        } catch (NonLocalReturn r) {
            if (r.key == key) return r.value;
            throw r;
        }
    }

    /** Groovy and dynamic languages: a call site that learns its receiver's class. */
    static final class Site extends MutableCallSite {
        static final MethodHandle MISS, CHECK;

        static {
            try {
                MethodHandles.Lookup l = MethodHandles.lookup();
                MISS = l.findVirtual(Site.class, "miss", MethodType.methodType(Object.class, Object.class));
                CHECK = l.findStatic(Site.class, "check", MethodType.methodType(boolean.class, Class.class, Object.class));
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        Site() {
            super(MethodType.methodType(Object.class, Object.class));
            setTarget(MISS.bindTo(this));
        }

        static boolean check(Class<?> c, Object o) { return o.getClass() == c; }

        Object miss(Object o) throws Throwable {
            MethodHandle h = MethodHandles.publicLookup().findVirtual(o.getClass(), "toString", MethodType.methodType(String.class));
            h = h.asType(type());
            setTarget(MethodHandles.guardWithTest(CHECK.bindTo(o.getClass()), h, getTarget()));
            return h.invoke(o);
        }
    }

    static final Site SITE = new Site();
    static final MethodHandle DYNAMIC_TO_STRING = SITE.dynamicInvoker();
    static Object groovyNumber = 5;

    static Object plus(Object a, Object b) {
        if (a instanceof Integer x && b instanceof Integer y) return x + y;
        if (a instanceof Long || b instanceof Long) return ((Number) a).longValue() + ((Number) b).longValue();
        return String.valueOf(a) + b;
    }

    static void register() {
        Object o = "xyz";
        Things.add("kotlin/checked-parameters", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += lengthOf("abc", o);
            return s;
        });
        Things.add("kotlin/default-arguments", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += areaDefault(i, 0, 0, 6, null);
            return s;
        });
        Things.add("kotlin/sequence", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) {
                Iterator<Integer> it = mapped(mapped(upTo(10), x -> x + 1), x -> x * 2);
                while (it.hasNext()) s += it.next();
            }
            return s;
        });
        Things.add("kotlin/ref-cell", n -> {
            IntRef r = new IntRef();
            Function1<Integer, Object> f = x -> { r.element += x; return null; };
            for (int i = 0; i < n; i++) f.invoke(i & 63);
            return r.element;
        });
        Things.add("kotlin/continuation", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) {
                Continuation c = new Continuation();
                Object r = c;
                while (r == c) r = c.resume();
                s += (Integer) r;
            }
            return s;
        });
        Lazy lazy = new Lazy();
        Things.add("kotlin/lazy", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += (Integer) lazy.get();
            return s;
        });
        Object[] boxed = { 5, 5L, 'c', "s", 7, 7L, 'c', "s" };
        Things.add("scala/box-equals", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) if (boxEquals(boxed[i & 7], boxed[i + 4 & 7])) s++;
            return s;
        });
        Lst l = new Nil();
        for (int i = 0; i < 16; i++) l = new Cons(i, l);
        Lst list = l;
        Things.add("scala/curried-fold", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += fold(list, 0, a -> b -> a + b);
            return s;
        });
        int[] numbers = new int[32];
        for (int i = 0; i < 32; i++) numbers[i] = i * 7 & 31;
        Things.add("scala/non-local-return", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += firstAbove(numbers, 20);
            return s;
        });
        Things.add("groovy/guarded-site", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) {
                Object t = (Object) DYNAMIC_TO_STRING.invokeExact(o);
                s += ((String) t).length();
            };
            return s;
        });
        Things.add("groovy/dynamic-plus", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += (Integer) plus(i & 63, groovyNumber);
            return s;
        });
    }
}
