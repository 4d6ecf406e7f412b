import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Variables at lines, values of fields that are read, classes of objects and methods as keys are instructions in compiled code: what they
 * count equals what the program counts, and values that are missing are counted as skipped, however its methods run.
 */
public class Values extends Client {
    int plain;
    volatile long wide = 3;
    byte small;
    boolean flag;
    final int fixed;
    Object thing;
    static short letter;
    static final Integer[] BOXES = {1, 2, 3, null};
    static final Object[] THINGS = {"text", null, new int[2], 7, new Values[1][], new ArrayList<Object>(), null, 'c'};
    static final Map<String, Long> own = new TreeMap<>();
    static long skipped;
    public static volatile int sink;

    Values(int fixed) {
        this.fixed = fixed;
    }

    static void note(String key, long n) {
        own.merge(key, n, Long::sum);
    }

    static void noteClass(String name, Object o) {
        if (o == null)
            skipped++;
        else
            note("@" + name + "[" + o.getClass().getName() + "]", 1);
    }

    // ---- variables at lines ----

    static int lines(int n, boolean odd, byte b, long start, Object o) {
        int s = 0;
        long wide = start;
        for (int i = 0; i < n; i++) {
            char c = (char) (i * 31);
            short t = (short) (c - 7 * i);
            wide = wide * 5 + i;
            Object now = (i & 3) == 0 ? null : i % 3 == 0 ? o : BOXES[i & 3];
            odd = !odd;
            s += t ^ c; // at values
            if (now != null) s++;
            if (i % 7 == 0) s += (int) wide; // at seventh
            b += 3;
        }
        return s;
    }

    static void linesAgain(int n, boolean odd, byte b, long start, Object o) {
        long wide = start;
        for (int i = 0; i < n; i++) {
            char c = (char) (i * 31);
            short t = (short) (c - 7 * i);
            wide = wide * 5 + i;
            odd = !odd;
            note("@t", t);
            if (c % 2 == 1) note("@c", 1);
            note("@b[" + (b & 15) + "]", 1);
            note("@odd[" + (odd ? 1 : 0) + "]", 1);
            note("@n", n);
            if (wide > 0) note("@w", wide);
            noteClass("now", (i & 3) == 0 ? null : i % 3 == 0 ? o : BOXES[i & 3]);
            noteClass("o", o);
            if (i % 7 == 0) note("@z", wide % 1000 - i);
            b += 3;
        }
    }

    static String textOfLines() throws Exception {
        String at = "line:Values:" + InCode.line("values");
        return at + " { @t = sum(local(\"t\")); @b[local(\"b\") & 15] = count(); @odd[local(1)] = count(); @n = sum(local(0)) } " + at
            + " /local(\"c\") % 2 == 1/ { @c = count() } " + at + " /local(\"wide\") > 0/ { @w = sum(local(\"wide\")) } " + at
            + " { @now[class(local(\"now\"))] = count(); @o[class(local(\"o\"))] = count() } line:Values:" + InCode.line("seventh")
            + " /local(\"i\") % 7 == 0/ { @z = sum(local(\"wide\") % 1000 - local(\"i\")) }";
    }

    // ---- fields that are read ----

    int reads(int i) {
        plain = i * 7 - 50; // the constructor's value is read nowhere
        wide += i;
        small = (byte) i;
        flag = (i & 4) != 0;
        letter = (short) (i * 3000);
        thing = THINGS[i & 7];
        int s = plain + (int) wide + small + (flag ? 1 : 0) + fixed + letter + BOXES[i % 3];
        return thing == null ? s : s + 1;
    }

    static void readsAgain(int i, long wide, int fixed) {
        note("@p", i * 7 - 50);
        if ((wide - i) % 3 == 0) note("@w", wide - i); // it is read before the addition, and then for the sum
        if (wide % 3 == 0) note("@w", wide);
        note("@s[" + ((byte) i & 15) + "]", 1);
        note("@f", (i & 4) != 0 ? 1 : 0);
        note("@x", fixed);
        note("@l", (short) (i * 3000));
        noteClass("thing", THINGS[i & 7]);
        note("@of[Values]", 1);
        note("@by[Values, Values.reads(I)I]", 2);
    }

    static final String READS = "field:Values.plain:read { @p = sum(value) } field:Values.wide:read /value % 3 == 0/ { @w = sum(value) } "
        + "field:Values.small:read { @s[value & 15] = count() } field:Values.flag:read { @f = sum(value) } field:Values.fixed:read { @x = sum(value) } "
        + "field:Values.letter:read { @l = sum(value) } field:Values.thing:read { @thing[class(value)] = count(); @of[class(obj)] = count() } "
        + "field:Values.small:write, field:Values.flag:read { @by[class, method] = count() }";

    // ---- classes at methods ----

    abstract static class Shape {
        int n;

        abstract Object make(Object o, int i);
        int late(int i) {
            int s = n;
            for (int k = 0; k < i % 5; k++) s += sink + k;
            if (s == 12345678) throw new IllegalStateException();
            return i % 11 == 0 ? -1 : s;
        }
    }

    static class Square extends Shape {
        Object make(Object o, int i) {
            return i % 3 == 0 ? null : o;
        }
    }

    static final class Circle extends Shape {
        Object make(Object o, int i) {
            return this;
        }
    }

    static final Shape[] SHAPES = {new Square(), new Circle(), new Square()};

    static long shapes(int n) {
        long s = 0;
        for (int i = 0; i < n; i++) {
            Object o = SHAPES[i % 3].make(THINGS[i & 7], i);
            s += (o == null ? 1 : 0) + SHAPES[i % 3].late(i);
        }
        return s;
    }

    static void shapesAgain(int n) {
        for (int i = 0; i < n; i++) {
            Shape x = SHAPES[i % 3];
            noteClass("a", THINGS[i & 7]);
            noteClass("r", x instanceof Circle ? x : i % 3 == 0 ? null : THINGS[i & 7]);
            noteClass("t", x);
            noteClass("late", x);
        }
    }

    static final String SHAPED = "method:Values$Shape+.make:entry { @a[class(arg0)] = count() } method:Values$Shape+.make:return { "
        + "@r[class(retval)] = count(); @t[class(this)] = count() } method:Values$Shape+.late:return { @late[class(this)] = count() }";

    // ---- methods as keys ----

    public static int target;

    static void first(int i) {
        target = i; // at first
    }

    static int second(int i) {
        first(i);
        target += 2; // at second
        return target;
    }

    public static class Twin implements Runnable {
        public void run() {
            target++;
        }
    }

    static class Other extends ClassLoader {
        Other() {
            super(Values.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals("Values$Twin")) return super.loadClass(name, resolve);
            if (findLoadedClass(name) != null) return findLoadedClass(name);
            try (InputStream in = getResourceAsStream("Values$Twin.class")) {
                byte[] b = in.readAllBytes();
                return defineClass(name, b, 0, b.length);
            } catch (java.io.IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    static WeakReference<ClassLoader> twice(int n) throws Exception {
        ClassLoader loader = new Other();
        Runnable r = (Runnable) loader.loadClass("Values$Twin").getConstructor().newInstance();
        for (int i = 0; i < n; i++) r.run();
        return new WeakReference<>(loader);
    }

    static void methods(int n, int round) throws Exception {
        String id = add("field:Values.target:write { @w[method] = count() } field:Values.target:read /value % 2 == 0/ { @r[method] = count(); "
            + "@c[class] = count() } line:Values:" + InCode.line("first") + ", line:Values:" + InCode.line("second")
            + ", method:Values.second:return { @l[method] = count() }");
        own.clear();
        for (int i = 0; i < n; i++) {
            sink = second(i);
            note("@w[Values.first(I)V]", 1);
            note("@w[Values.second(I)I]", 1);
            if (i % 2 == 0) note("@r[Values.second(I)I]", 2); // both reads
            if (i % 2 == 0) note("@c[Values]", 2);
            note("@l[Values.first(I)V]", 1);
            note("@l[Values.second(I)I]", 2); // its line and its return
        }
        target = 0;
        WeakReference<ClassLoader> gone = twice(n);
        if (round != 1) while (gone.get() != null) System.gc();
        note("@w[Values.methods(II)V]", 1);
        note("@w[Values$Twin.run()V]", n);
        note("@r[Values$Twin.run()V]", (n + 1) / 2);
        note("@c[Values$Twin]", (n + 1) / 2);
        checkAll("methods", id);
    }

    // ---- all ----

    static void checkAll(String what, String id) throws Exception {
        List<String> wanted = new ArrayList<>();
        own.forEach((k, v) -> wanted.add(k + ": " + v));
        check(what, id, wanted);
        if (there) {
            Matcher m = Pattern.compile("skipped (\\d+)").matcher(ask("Probe.read " + id));
            long found = m.find() ? Long.parseLong(m.group(1)) : 0;
            if (found != skipped) System.out.println("skipped " + found + " instead of " + skipped);
        }
        System.out.println("skipped " + skipped);
        remove(id);
        own.clear();
        skipped = 0;
    }

    public static void main(String[] args) throws Exception {
        int n = Integer.parseInt(args[0]);
        open();
        Values v = new Values(5);
        for (int i = 0; i < n; i++) sink += v.reads(i);
        sink += lines(n, false, (byte) 1, 5, "warm");
        shapes(n);
        for (int round = 0; round < 3; round++) {
            String id = add(textOfLines());
            for (int i = 0; i < 3; i++) {
                sink += lines(n / 3, i == 1, (byte) i, i * 77 - 5, i == 0 ? null : i == 1 ? "o" : v);
                linesAgain(n / 3, i == 1, (byte) i, i * 77 - 5, i == 0 ? null : i == 1 ? "o" : v);
            }
            checkAll("lines", id);
            id = add(READS);
            Values w = new Values(round);
            long wide = w.wide;
            note("@w", wide);
            for (int i = 0; i < n; i++) {
                wide += i;
                sink += w.reads(i);
                readsAgain(i, wide, round);
            }
            checkAll("reads", id);
            id = add(SHAPED);
            shapes(n);
            shapesAgain(n);
            checkAll("shapes", id);
            methods(n, round);
        }
        close();
    }
}
