import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Counts by the receiver's class, by a number or by the place are instructions in compiled code: what they count equals what the program counts. */
public class ByKey extends Client {
    static long squares, lines, circles, made, special, broken;
    public static volatile int sink;

    interface Named {
        default int length(int n) {
            return getClass() == Square.class ? n : n + 1;
        }
    }

    abstract static class Shape implements Named {
        abstract int area(int n);

        final int twice(int n) {
            return 2 * area(n);
        }
    }

    static class Square extends Shape {
        int area(int n) {
            squares++;
            return n * n;
        }
    }

    static class Line extends Shape {
        int area(int n) {
            lines++;
            if (n % 7 == 0) throw new IllegalStateException();
            return n;
        }
    }

    static final class Circle extends Shape {
        int area(int n) {
            circles++;
            return 3 * n * n;
        }

        private int special(int n) {
            special++;
            return n ^ 5;
        }
    }

    static final class Made {
        final int n;

        Made(int n) {
            made++;
            this.n = n;
        }

        int value() {
            return n;
        }
    }

    static final Shape[] SHAPES = {new Square(), new Line(), new Circle(), new Square()};
    static final Circle ONE = new Circle();

    static long work(int n) {
        long s = 0;
        for (int i = 0; i < n; i++) {
            try {
                s += SHAPES[i & 3].twice(i);
            } catch (IllegalStateException e) {
                broken++;
            }
            s += new Made(i).value() + ONE.special(i) + ONE.area(i) + SHAPES[i & 1].length(i);
            s += new Object() { // never there
                int inner() {
                    return sink;
                }
            }.inner();
        }
        return s;
    }

    static void clear() {
        squares = lines = circles = made = special = broken = 0;
    }

    static final String TEXT = "method:ByKey$Shape+.area:entry { @area[class(this)] = count(); @all = count() } "
        + "method:ByKey$Shape.twice:entry /arg0 % 2 == 0/ { @even[class(this)] = count() } method:ByKey$Made.*:entry { @made[class(this)] = count() } "
        + "method:ByKey$Circle.special:entry { @special[class(this)] = count(); @sum = sum(arg0) } "
        + "method:ByKey$Named.length:entry { @length[class(this)] = count() } method:ByKey$1.inner:entry { @inner[class(this)] = count() }";

    static List<String> wanted(int n, int times) {
        long all = squares + lines + circles, sum = (long) n * (n - 1) / 2 * times;
        return List.of("@area[ByKey$Square]: " + squares, "@area[ByKey$Line]: " + lines, "@area[ByKey$Circle]: " + circles, "@all: " + all,
            "@even[ByKey$Square]: " + n / 4 * times, "@even[ByKey$Circle]: " + n / 4 * times, "@made[ByKey$Made]: " + 2 * made,
            "@special[ByKey$Circle]: " + special, "@sum: " + sum, "@length[ByKey$Square]: " + n / 2 * times, "@length[ByKey$Line]: " + n / 2 * times,
            "@inner[ByKey$1]: " + n * times);
    }

    public static class Twin implements Runnable {
        public void run() {
            sink++;
        }
    }

    static class Other extends ClassLoader {
        Other() {
            super(ByKey.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals("ByKey$Twin")) return super.loadClass(name, resolve);
            if (findLoadedClass(name) != null) return findLoadedClass(name);
            try (InputStream in = getResourceAsStream("ByKey$Twin.class")) {
                byte[] b = in.readAllBytes();
                return defineClass(name, b, 0, b.length);
            } catch (java.io.IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    static Runnable twin(ClassLoader loader) throws Exception {
        return (Runnable) loader.loadClass("ByKey$Twin").getConstructor().newInstance();
    }

    // ---- numbers ----

    static final long[] LONGS = {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 32, 7L << 32, 1L << 63 | 1};
    static final Map<String, Integer> own = new TreeMap<>();

    static long wide(long n) {
        return n ^ 1;
    }

    static boolean odd(int n, byte b, char c) {
        return n % 2 == 1;
    }

    static void numbers(int n) throws Exception {
        String id = add("method:ByKey.wide:entry { @w[arg0] = count() } method:ByKey.wide:return { @r[retval] = count() } "
            + "method:ByKey.odd:entry /arg0 % 3 == 0/ { @k[arg0 % 10 - 4] = count(); @b[arg1] = count() } method:ByKey.odd:return { @odd[retval] = count() }");
        own.clear();
        for (int i = 0; i < n; i++) {
            long x = LONGS[i % LONGS.length];
            boolean odd = odd(i, (byte) (i % 5 - 2), 'a');
            own.merge("@r[" + wide(x) + "]", 1, Integer::sum);
            own.merge("@w[" + x + "]", 1, Integer::sum);
            own.merge("@odd[" + (odd ? 1 : 0) + "]", 1, Integer::sum);
            if (i % 3 != 0) continue;
            own.merge("@k[" + (i % 10 - 4) + "]", 1, Integer::sum);
            own.merge("@b[" + (i % 5 - 2) + "]", 1, Integer::sum);
        }
        List<String> wanted = new ArrayList<>();
        own.forEach((k, v) -> wanted.add(k + ": " + v));
        check("numbers", id, wanted);
        remove(id);
    }

    static void run(Runnable r, int n) {
        for (int i = 0; i < n; i++) r.run();
    }

    static WeakReference<ClassLoader> runOnce(int n) throws Exception {
        ClassLoader loader = new Other();
        run(twin(loader), n);
        return new WeakReference<>(loader);
    }

    // ---- what is the same at each hit of a place ----

    static void places(int n) throws Exception {
        String id = add("method:ByKey$Shape+.area:entry, method:ByKey.odd:entry { @m[method] = count(); @c[class] = count(); @n = count() } "
            + "method:ByKey$*.area:return { @r[class, method] = count() } method:ByKey.odd:entry /arg0 % 3 == 0/ { @third[method] = count() } "
            + "method:ByKey$Line.area:throw { @t[method] = count() }");
        clear();
        for (int i = 0; i < n; i++) odd(i, (byte) i, 'b');
        work(n);
        String area = ".area(I)I]: ", odd = "ByKey.odd(IBC)Z]: ";
        List<String> wanted = List.of("@m[ByKey$Square" + area + squares, "@m[ByKey$Line" + area + lines, "@m[ByKey$Circle" + area + circles, "@m[" + odd + n,
            "@c[ByKey$Square]: " + squares, "@c[ByKey$Line]: " + lines, "@c[ByKey$Circle]: " + circles, "@c[ByKey]: " + n,
            "@n: " + (squares + lines + circles + n), "@r[ByKey$Square, ByKey$Square" + area + squares, "@r[ByKey$Line, ByKey$Line" + area + (lines - broken),
            "@r[ByKey$Circle, ByKey$Circle" + area + circles, "@third[" + odd + (n + 2) / 3, "@t[ByKey$Line" + area + broken);
        check("places", id, wanted);
        remove(id);
    }

    /** What was counted for a class is there when the class is not; so is what a thread counted that has ended. */
    static void unloaded(int n) throws Exception {
        String id = add("method:ByKey$Twin.run:entry { @n[class(this)] = count(); @n2[class(this)] = count(); "
            + "@s[class(this)] = sum(3); @h[class(this)] = hist(5) } method:ByKey$Twin.run:return { @m[class] = count(); @all = count() }");
        for (int round = 1; round <= 3; round++) {
            Thread t = new Thread(() -> run(new Twin(), n));
            t.start();
            WeakReference<ClassLoader> gone = runOnce(n + round);
            t.join();
            while (gone.get() != null) System.gc();
            int all = n * round;
            List<String> wanted = new ArrayList<>();
            for (String name : List.of("n", "n2", "m")) {
                wanted.add("@" + name + "[ByKey$Twin]: " + n * round);
                for (int i = 1; i <= round; i++) wanted.add("@" + name + "[ByKey$Twin]: " + (n + i));
            }
            for (int i = 1; i <= round; i++) all += n + i;
            wanted.add("@all: " + all);
            for (int i = 0; i <= round; i++) {
                int hits = i == 0 ? n * round : n + i;
                wanted.add("@s[ByKey$Twin]: " + 3 * hits);
                wanted.add("@h[ByKey$Twin]:");
                wanted.add(String.format("%-24s %10d |%-40s|", "[4, 8)", hits, "@".repeat(40)));
            }
            check("unloaded", id, wanted);
        }
        remove(id);
    }

    /** More classes than the table has room for: each hit is counted, or counted as lost. */
    static void many() throws Exception {
        int count = 1500;
        String id = add("method:ByKey$Twin.run:entry { @n[class(this)] = count(); @all = count() }");
        Runnable[] twins = new Runnable[count];
        for (int i = 0; i < count; i++) twins[i] = twin(new Other());
        for (int round = 0; round < 3; round++) for (Runnable r : twins) r.run();
        long found = 0, lost = 0, all = 3 * count;
        if (there) {
            String s = ask("Probe.read " + id);
            Matcher m = Pattern.compile("(?m)^@n\\[ByKey\\$Twin\\]: (\\d+)$").matcher(s);
            while (m.find()) found += Long.parseLong(m.group(1));
            m = Pattern.compile("lost_keys (\\d+)").matcher(s);
            if (m.find()) lost = Long.parseLong(m.group(1));
            if (!s.contains("@all: " + all) || lost == 0) System.out.println(s);
        }
        System.out.println("many: " + (!there || found + lost == all));
        remove(id);
        // The same room is another probe's now.
        id = add("method:ByKey$Twin.run:entry { @n[class(this)] = count() }");
        for (int i = 0; i < 3; i++) twins[7].run();
        check("few", id, List.of("@n[ByKey$Twin]: 3"));
        remove(id);
    }

    public static void main(String[] args) throws Throwable {
        int n = Integer.parseInt(args[0]);
        open();
        run(new Twin(), 1);
        long plain = work(n);
        for (int round = 1; round <= 3; round++) {
            String id = add(TEXT);
            clear();
            for (int i = 0; i < round; i++) if (work(n) != plain) System.out.println("another result");
            check("round " + round, id, wanted(n, round));
            remove(id);
        }
        for (int i = 0; i < 3; i++) {
            numbers(n);
            places(n);
        }
        unloaded(n);
        many();
        // More tables than there are: further rules count all the same.
        String[] ids = new String[12];
        for (int i = 0; i < ids.length; i++) ids[i] = add("method:ByKey$Shape+.area:entry { @area[class(this)] = count() }");
        clear();
        work(n);
        List<String> own = Arrays.asList("@area[ByKey$Square]: " + squares, "@area[ByKey$Line]: " + lines, "@area[ByKey$Circle]: " + circles);
        for (String id : ids) check("tables", id, own);
        for (String id : ids) remove(id);
        close();
    }
}
