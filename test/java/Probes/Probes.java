import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.IntBinaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What probes count at methods equals what the program counts itself. On HotSpot, which has no probes, the program's own counts are
    printed in their place. */
public class Probes extends Client {
    // ---- what is counted ----

    final int shift;
    final String label;
    Probes next;
    static long entries, returns, throwsCount, sum;

    Probes(int shift, String label) {
        this.shift = shift;
        this.label = label;
    }

    int mixed(int a, long b, double c, String s) {
        entries++;
        if (a % 5 == 0) {
            throwsCount++;
            throw new IllegalStateException("five");
        }
        returns++;
        sum += b + shift;
        return a + (int) c;
    }

    synchronized boolean locked(boolean x) {
        return !x;
    }

    static int recursive(int n) {
        if (n == 0) return 0;
        return 1 + recursive(n - 1);
    }

    static int catches(int n) {
        try {
            return leaves(n);
        } catch (IllegalStateException e) {
            return -1;
        } finally {
            sum++;
        }
    }

    static int leaves(int n) {
        return deeper(n) + 1;
    }

    static int deeper(int n) {
        if (n % 3 == 0) throw new IllegalStateException();
        return n;
    }

    interface Shape {
        int area(int n);
    }

    static class Square implements Shape {
        public int area(int n) {
            return n * n;
        }
    }

    static class Line implements Shape {
        public int area(int n) {
            return 0;
        }
    }

    static final class Late {
        static int twice(int n) {
            return 2 * n;
        }
    }

    static void counted(int n) throws Exception {
        String id = add("method:Probes.mixed:entry { @n = count(); @b = sum(arg1); @c[arg3, arg0 % 3] = count(); @deep = max(this.next.next.shift) }"
            + " method:Probes.mixed:return { @r = sum(retval); @f = sum(this.shift) } method:Probes.mixed:throw { @t[class(ex)] = count() }");
        entries = returns = throwsCount = sum = 0;
        Probes p = new Probes(3, "p");
        p.next = new Probes(4, null);
        p.next.next = new Probes(5, null);
        long b = 0, r = 0;
        TreeMap<String, Integer> keys = new TreeMap<>();
        for (int i = 0; i < n; i++) {
            String s = i % 2 == 0 ? "even" : "odd";
            b += i * 3L;
            keys.merge("[" + s + ", " + i % 3 + "]", 1, Integer::sum);
            try {
                r += p.mixed(i, i * 3L, i / 2.0, s);
            } catch (IllegalStateException e) {
            }
        }
        List<String> own = new ArrayList<>(List.of("@n: " + entries, "@b: " + b, "@deep: 5", "@r: " + r, "@f: " + 3 * returns,
            "@t[java.lang.IllegalStateException]: " + throwsCount));
        keys.forEach((k, v) -> own.add("@c" + k + ": " + v));
        check("mixed", id, own);
        remove(id);
    }

    static void kinds(int n) throws Exception {
        String id = add("method:Probes.locked:entry /arg0/ { @in = count() } method:Probes.locked:return /!retval/ { @out = count() } "
            + "method:Probes$Shape+.area:entry { @k[class] = count() }"
            + " method:Probes.recursive(I)I:return { @h = hist(retval) } method:Probes.recursive:entry { @l = lhist(arg0, 0, 8, 4) }"
            + " method:Probes.leaves:throw, method:Probes.deeper:throw { @left[method] = count() } method:Probes.catches:return { "
            + "@caught[retval < 0] = count() }");
        Probes p = new Probes(0, "q");
        Shape[] shapes = {new Square(), new Line(), new Square()};
        int in = 0, thrown = 0;
        int[] area = new int[2];
        for (int i = 0; i < n; i++) {
            if (p.locked(i % 4 == 0)) in++;
            area[shapes[i % 3] instanceof Line ? 1 : 0]++;
            shapes[i % 3].area(i);
            if (catches(i) < 0) thrown++;
        }
        for (int i = 0; i < n / 10; i++) recursive(9);
        int m = n / 10;
        check("kinds", id, List.of("@in: " + (n - in), "@out: " + (n - in), "@k[Probes$Square]: " + area[0], "@k[Probes$Line]: " + area[1],
            "@h:", hist(0, 1, m, 4 * m), hist(1, 2, m, 4 * m), hist(2, 4, 2 * m, 4 * m), hist(4, 8, 4 * m, 4 * m), hist(8, 16, 2 * m, 4 * m),
            "@l:", hist(0, 4, 4 * m, 4 * m), hist(4, 8, 4 * m, 4 * m), String.format("%-24s %10d |%-40.40s|", "[8, ...)", 2 * m, "@".repeat(20)),
            "@left[Probes.leaves(I)I]: " + thrown, "@left[Probes.deeper(I)I]: " + thrown, "@caught[1]: " + thrown, "@caught[0]: " + (n - thrown)));
        remove(id);
    }

    static String hist(int low, int high, int count, int most) {
        return String.format("%-24s %10d |%-40.40s|", "[" + low + ", " + high + ")", count, "@".repeat((int) (40.0 * count / most)));
    }

    /** Classes that come; natives; calls by reflection and by handles; two probes at one place. */
    static void ways(int n) throws Throwable {
        String id = add("later method:Probes$Late.*:entry { @late[method] = sum(arg0) } method:java.lang.Integer.compare(II)I:entry { @c = count() }"
            + " method:java.lang.Thread.holdsLock:return { @h[retval] = count() } later method:java.lang.StrictMath.sin:entry, "
            + "method:Probes.leaves:entry { @s = count() }");
        String other = add("method:Probes.leaves:entry /arg0 != 1/ { @s = count() }");
        var leaves = Probes.class.getDeclaredMethod("leaves", int.class);
        var handle = java.lang.invoke.MethodHandles.lookup().unreflect(leaves);
        IntBinaryOperator compare = Integer::compare;
        int compared = 0, held = 0;
        for (int i = 0; i < n; i++) {
            Late.twice(i);
            compare.applyAsInt(i, 3);
            compared++;
            if (i % 2 == 0)
                synchronized (Probes.class) {
                    Thread.holdsLock(Probes.class);
                }
            else
                Thread.holdsLock(Probes.class);
            leaves.invoke(null, 1);
            int x = (int) handle.invokeExact(2) + leaves(4);
        }
        List<String> got = there ? read(id) : List.of();
        got = new ArrayList<>(got);
        got.removeIf(l -> l.startsWith("@c: "));
        List<String> own = List.of("@late[Probes$Late.twice(I)I]: " + (long) n * (n - 1) / 2, "@h[1]: " + (n + 1) / 2, "@h[0]: " + n / 2, "@s: " + 3 * n);
        List<String> wanted = new ArrayList<>(own);
        wanted.sort(null);
        System.out.println(there && !got.equals(wanted) ? "ways " + got : "ways " + wanted);
        check("other", other, List.of("@s: " + 2 * n));
        remove(id);
        remove(other);
    }

    /** Where the VM has a body of C in place of bytecode, the bytecode runs if somebody asks how it ends. */
    static void bodies(int n) throws Exception {
        String id = add("method:java.lang.Math.floorMod(II)I:return /retval >= 0/ { @mod = count() } method:java.lang.Integer.reverse(I)I:return "
            + "/retval != 1/ { @reverse = count() }");
        int s = 0;
        for (int i = 0; i < n; i++) s += Math.floorMod(i, 3) + Integer.reverse(i);
        check("bodies " + s, id, List.of("@mod: " + n, "@reverse: " + n));
        remove(id);
    }

    /** Sums of threads that run and that have ended; what is added meanwhile is in the next delta. */
    static void threads(int n) throws Exception {
        String id = add("method:Probes.deeper:entry { @n = count(); @per[arg0] = count() }");
        long told = 0, all = 0;
        for (int round = 0; round < 3; round++) {
            Thread[] t = new Thread[4];
            for (int i = 0; i < t.length; i++) {
                (t[i] = new Thread(() -> {
                    for (int k = 0; k < n; k++) deeper(1);
                })).start();
            }
            Matcher m = Pattern.compile("(?m)^@n: (\\d+)").matcher(there ? ask("Probe.read " + id + " -delta") : "");
            if (m.find()) told += Long.parseLong(m.group(1));
            for (Thread x : t) x.join();
            all += 4L * n;
        }
        Matcher m = Pattern.compile("(?m)^@n: (\\d+)").matcher(there ? ask("Probe.read " + id + " -delta") : "");
        if (m.find()) told += Long.parseLong(m.group(1));
        System.out.println("deltas " + (there ? told : all));
        check("threads", id, List.of("@n: " + all, "@per[1]: " + all));
        remove(id);
    }

    static void refused() throws Exception {
        String[][] texts = {
            {"method:Probes.leaves:entry { @n = count( }", "refused: line 1, column 42: ')' is wanted after the arguments, not '}'"},
            {"method:Probes.leave:entry { @n = count() }", "refused: line 1, column 1: Probes has no method leave; the nearest name is leaves"},
            {"method:Probes.leaves(J)I:entry { @n = count() }", "refused: line 1, column 1: Probes has no method leaves(J)I with code"},
            {"method:Nowhere.x:entry { @n = count() }", "refused: line 1, column 1: no class Nowhere is loaded ('later' before the place "
            + "takes it when it comes)"},
            {"method:Probes$Shape.area:entry { @n = count() }", "refused: line 1, column 1: Probes$Shape has no method area with code"},
        };
        for (String[] t : texts) System.out.println(there ? ask("Probe.add " + t[0]).trim() : t[1]);
        String id = add("method:Probes.deeper:entry { @n = count() }");
        String list = "probe " + id + ", 1 places\n    method:Probes.deeper:entry { @n = count() }\n";
        if (there && !ask("Probe.list").equals(list)) System.out.println(ask("Probe.list"));
        remove(id);
        System.out.println(there ? ask("Probe.list").trim() + " " + ask("Probe.remove " + id).trim().replaceAll("\\d+", "N") : "No probe is set. no probe N");
    }

    /** A value that is not there ends the rule; elapsed nests. */
    static void missing() throws Exception {
        String id = add("method:Probes.mixed:entry /this.next.shift == 4/ { @n = count() } method:Probes.mixed:entry /this.next != null && "
            + "this.next.shift == 4/ { @m = count() }"
            + " method:Probes.recursive:return /elapsed >= 0/ { @e = count() } method:Probes.recursive:entry { @lost[stack(3)] = count(); "
            + "@last = arg0 } method:Probes.recursive:return { @last2 = sum(@last); printf(\"%3d %s\\n\", retval, method) }");
        Probes p = new Probes(1, "x");
        p.mixed(1, 1, 1, "");
        p.next = new Probes(4, null);
        p.mixed(1, 1, 1, "");
        recursive(1);
        String skipped = there ? ask("Probe.read " + id).split("\n")[0].replaceAll(".*ns: ", "") : "hits 10 skipped 1";
        System.out.println(skipped);
        remove(id);
    }

    public static void main(String[] args) throws Throwable {
        int n = Integer.parseInt(args[0]);
        open();
        for (int i = 0; i < n / 10; i++) recursive(3); // compiled before it is probed
        new Square();
        refused();
        missing();
        counted(n);
        kinds(n);
        ways(n / 4);
        bodies(n);
        threads(n);
        close();
    }
}
