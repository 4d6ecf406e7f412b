import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

/** Probes that only count are instructions in compiled code: what they count equals what the program counts, however its methods run. */
public class Light extends Client {
    static long one, fib, area, made, locked, thrown, left, looped, handled, early;
    static volatile int sink;

    static int one(int n) {
        one++;
        return n + 1;
    }

    static int fib(int n) {
        fib++;
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }

    abstract static class Shape {
        abstract int area(int n);
    }

    static class Square extends Shape {
        int area(int n) {
            area++;
            return n * n;
        }
    }

    static class Line extends Shape {
        int area(int n) {
            area++;
            return 0;
        }
    }

    static class Circle extends Shape {
        int area(int n) {
            area++;
            return 3 * n * n;
        }
    }

    static final class Made {
        final int n;

        Made(int n) {
            made++;
            this.n = n;
        }
    }

    static synchronized int locked(int n) {
        locked++;
        return n ^ 1;
    }

    synchronized long lockedToo(long n) {
        locked++;
        if (n % 5 == 0) return n;
        synchronized (Light.class) {
            return n + 1;
        }
    }

    static int thrower(int n) {
        if (n % 7 == 0) {
            thrown++;
            throw new IllegalStateException();
        }
        return n;
    }

    static int between(int n) {
        int r = thrower(n);
        left++;
        return r;
    }

    static int catcher(int n) {
        try {
            return between(n);
        } catch (IllegalStateException e) {
            handled++;
            return -1;
        }
    }

    /** Its array has few elements when it is compiled: later it leaves for the interpreter in the middle, by an exception that it catches. */
    static int early(int[] a, int i) {
        early++;
        try {
            return a[i];
        } catch (ArrayIndexOutOfBoundsException e) {
            return -1;
        }
    }

    /** Entered once, in the middle of its loop by code that came later: that is no entry. */
    static int looped(int turns) {
        looped++;
        int s = 0;
        for (int i = 0; i < turns; i++) s += i ^ (s >> 1);
        return s;
    }

    static final Shape[] SHAPES = {new Square(), new Line(), new Circle(), new Square()};
    static final IntUnaryOperator LAMBDA = x -> one(x) * 2;
    static final Supplier<Made> MAKER = () -> new Made(4);
    static MethodHandle handle;
    static java.lang.reflect.Method reflected;

    static long work(int n) throws Throwable {
        Light light = new Light();
        int[] a = new int[16];
        long s = 0;
        for (int i = 0; i < n; i++) {
            s += one(i) + SHAPES[i & 3].area(i) + catcher(i) + new Made(i).n + locked(i) + light.lockedToo(i);
            s += LAMBDA.applyAsInt(i) + early(a, i % 24) + MAKER.get().n;
            s += Math.max(i, 3) + Integer.bitCount(i) + "abc".length() + Character.getNumericValue('7');
            s += (int) handle.invokeExact(i);
            if (i % 16 == 0) s += (int) reflected.invoke(null, i) + fib(8);
        }
        s += looped(20 * n);
        sink = (int) s;
        return s;
    }

    static void clear() {
        one = fib = area = made = locked = thrown = left = looped = handled = early = 0;
    }

    static final String ENTRIES = "method:Light.one:entry { @one = count() } method:Light.fib:entry { @fib = count() } "
        + "method:Light$Shape+.area:entry { @area = count() } method:Light$Made.<init>:entry { @made = count() } "
        + "method:Light.locked:entry, method:Light.lockedToo:entry { @locked = count() } method:Light.looped:entry { @looped = count() } "
        + "method:Light.thrower:entry { @thrower = count(); @all = count() } method:Light.between:entry { @all = count() } "
        + "method:Light.early:entry { @early = count() }";
    static final String EXITS = "method:Light.one:return { @one = count() } method:Light.fib:return { @fib = count() } "
        + "method:Light$Shape+.area:return, method:Light$Shape+.area:throw { @area = count() } method:Light$Made.<init>:return { @made = count() } "
        + "method:Light.locked:return, method:Light.lockedToo:return { @locked = count() } method:Light.looped:return { @looped = count() } "
        + "method:Light.thrower:throw { @thrown = count() } method:Light.between:throw { @thrown2 = count() } "
        + "method:Light.between:return { @left = count() } method:Light.catcher:throw { @never = count() } "
        + "method:Light.catcher:return { @caught = count() } method:Light.early:return { @early = count() }";

    static List<String> entries(int n) {
        return List.of("@one: " + one, "@fib: " + fib, "@area: " + area, "@made: " + made, "@locked: " + locked, "@looped: " + looped, "@thrower: " + n,
            "@all: " + 2 * n, "@early: " + early);
    }

    static List<String> exits(int n) {
        return List.of("@one: " + one, "@fib: " + fib, "@area: " + area, "@made: " + made, "@locked: " + locked, "@looped: " + looped, "@thrown: " + thrown,
            "@thrown2: " + thrown, "@left: " + left, "@never: 0", "@caught: " + n, "@early: " + early);
    }

    /** Another probe comes and goes at the same methods, which then run in the interpreter and are compiled again. */
    static void changing(int n) throws Throwable {
        String id = add(ENTRIES), other = add(EXITS);
        clear();
        for (int i = 0; i < 4; i++) {
            work(n);
            String heavy = add("method:Light.*:entry { @by[method] = count() } method:Light.*:return /retval == 1/ { @n = count() }");
            work(n / 4);
            remove(heavy);
            work(n);
            String light = add("method:Light.one:entry, method:Light.fib:return, method:Light.thrower:throw { @n = count() }");
            work(n / 4);
            remove(light);
        }
        int all = 4 * (2 * n + 2 * (n / 4));
        check("entries again", id, entries(all));
        check("exits again", other, exits(all));
        remove(id);
        remove(other);
    }

    /** Methods of the class library that are nodes or bodies of C in compiled code; only this thread calls them here. */
    static int library(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            s += StrictMath.max(i, 7) + Long.bitCount(i) + Character.reverseBytes((char) i) + Math.floorMod(i, 3);
            s += Short.toUnsignedInt((short) i) + Integer.reverse(i) + (int) Math.fma(1.0, i, 2.0) + Long.numberOfTrailingZeros(i);
        }
        return s;
    }

    static void libraries(int n) throws Throwable {
        sink = library(n);
        String text = "method:java.lang.StrictMath.max(II)I:entry { @max = count() } method:java.lang.Long.bitCount:entry { @bits = count() } "
            + "method:java.lang.Character.reverseBytes:entry { @bytes = count() } method:java.lang.Math.floorMod(II)I:entry { @mod = count() } "
            + "method:java.lang.Short.toUnsignedInt:entry { @short = count() } method:java.lang.Integer.reverse:entry { @reverse = count() } "
            + "method:java.lang.Math.fma(DDD)D:entry { @fma = count() } method:java.lang.Long.numberOfTrailingZeros:entry { @zeros = count() }";
        List<String> wanted = new ArrayList<>();
        for (String s : "max bits bytes mod short reverse fma zeros".split(" ")) wanted.add("@" + s + ": " + n);
        String id = add(text);
        sink = library(n);
        check("library", id, wanted);
        remove(id);
        id = add(text.replace(":entry", ":return"));
        sink = library(n);
        check("library's returns", id, wanted);
        remove(id);
    }

    static void threads(int n) throws Throwable {
        String id = add("method:Light.thrower:entry { @n = count() } method:Light.thrower:throw { @t = count() }");
        String other = add("method:Light.catcher:return { @n = count() }");
        Thread[] t = new Thread[4];
        for (int i = 0; i < t.length; i++) {
            (t[i] = new Thread(() -> {
                for (int k = 0; k < n; k++) catcher(k);
            })).start();
        }
        for (int i = 0; i < 20; i++)
            remove(add(i % 2 == 0 ? "method:Light.catcher:entry { @c = count() }" : "method:Light.thrower:entry /arg0 == 1/ { @m[arg0] = count() }"));
        for (Thread x : t) x.join();
        check("threads", id, List.of("@n: " + 4 * n, "@t: " + 4 * ((n + 6) / 7)));
        check("threads' returns", other, List.of("@n: " + 4 * n));
        remove(id);
        remove(other);
    }

    public static void main(String[] args) throws Throwable {
        int n = Integer.parseInt(args[0]);
        open();
        handle = MethodHandles.lookup().findStatic(Light.class, "one", java.lang.invoke.MethodType.methodType(int.class, int.class));
        reflected = Light.class.getDeclaredMethod("one", int.class);
        long plain = work(n);
        for (int round = 0; round < 2; round++) {
            String id = add(ENTRIES);
            clear();
            if (work(n) != plain) System.out.println("another result");
            check("entries", id, entries(n));
            remove(id);
            id = add(EXITS);
            clear();
            if (work(n) != plain) System.out.println("another result");
            check("exits", id, exits(n));
            remove(id);
        }
        changing(n / 2);
        libraries(n);
        threads(n);
        close();
    }
}
