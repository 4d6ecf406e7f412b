import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/** What probes count at lines, instructions and fields equals what the program counts itself. Lines are found by the marks "// at NAME". */
public class Places extends Client {
    int plain;
    volatile int shared;
    long wide;
    byte small;
    Places next;
    static double ratio;
    static Places last;
    static int turns, odd;

    static int lined(int n, String s) {
        int sum = 0;
        for (int i = 0; i < n; i++) { // at loop
            long square = (long) i * i; // at square
            if (i % 2 == 1) {
                odd++; // at odd
            }
            sum += square; // at sum
            turns++;
        }
        return sum + s.length(); // at end
    }

    int instance(Object o) {
        int before = plain;
        plain = before + 1; // at instance
        return plain;
    }

    static int lambdas(int n) {
        java.util.function.IntUnaryOperator f = x -> x + 1; // at lambda
        int s = 0;
        for (int i = 0; i < n; i++) s = f.applyAsInt(s);
        return s;
    }

    static int thrown(int n) {
        int caught = 0;
        for (int i = 0; i < n; i++) {
            try {
                if (i % 3 == 0) throw new IllegalStateException();
            } catch (IllegalStateException e) {
                caught++; // at caught
            }
        }
        return caught;
    }

    static final class Late {
        int field;

        int run(int n) {
            for (int i = 0; i < n; i++) field += i; // at late
            return field;
        }
    }

    /** The number of the line that ends with the mark. */
    static int line(String mark) throws Exception {
        var all = java.nio.file.Files.readAllLines(java.nio.file.Path.of(System.getProperty("source")));
        for (int i = 0; i < all.size(); i++)
            if (all.get(i).endsWith("// at " + mark)) return i + 1;
        throw new AssertionError(mark);
    }

    static void lines(int n) throws Exception {
        for (int i = 0; i < 200; i++) lined(100, "warm");
        String id = add("line:Places:" + line("loop") + " { @loop = count() } line:Places:" + line("square") + " { @square = count(); @i = sum(local(\"i\")) }"
            + " line:Places:" + line("odd") + " { @odd = count() } line:Places:" + line("sum") + " /local(\"square\") > 9/ { @squares = sum(local(\"square\"));"
            + " @s[local(\"s\"), line] = count() } line:Places:" + line("end") + " { @end[local(\"s\").length] = count(); @total = max(local(\"sum\")) }"
            + " line:Places:" + line("square") + " /local(\"square\") == 0/ { @never = count() } line:Places:" + line("instance")
            + " { @this = sum(this.plain); @o[class(local(\"o\"))] = count(); @b = sum(local(\"before\") - local(2)) }");
        Places p = new Places();
        long squares = 0, is = 0, own = 0;
        turns = odd = 0;
        for (int i = 0; i < n; i++) {
            lined(7, "seven");
            own += p.plain;
            p.instance(i % 2 == 0 ? "string" : (Object) p);
        }
        List<String> wanted = new ArrayList<>(List.of("@loop: " + n, "@square: " + turns, "@i: " + 21L * n, "@odd: " + odd, "@squares: " + (16 + 25 + 36L) * n,
            "@s[seven, " + line("sum") + "]: " + 3 * n, "@total: 91", "@never: 0", "@this: " + own, "@o[java.lang.String]: " + (n + 1) / 2,
            "@o[Places]: " + n / 2, "@b: 0"));
        String skips = there ? ask("Probe.read " + id).split("\n")[0].replaceAll(".*ns: ", "") : "";
        // s.length is no field of a String, and "square" is not set yet at its own line: both are skipped.
        if (there && !skips.endsWith(" skipped " + (n + turns))) System.out.println(skips + ", not " + (n + turns));
        check("lines", id, wanted);
        remove(id);
    }

    static void instructions(int n) throws Exception {
        String id = add("bci:Places.instance(Ljava/lang/Object;)I:0, bci:Places.instance:1 { @n[method] = count() } bci:Places.thrown:0 { @t = count() }"
            + " line:Places:" + line("caught") + " { @caught = count(); @e[class(local(\"e\"))] = count() }"
            + " line:Places:" + line("lambda") + " { @lambda[method] = count() }");
        Places p = new Places();
        for (int i = 0; i < n; i++) p.instance(p);
        int caught = thrown(n);
        lambdas(n);
        List<String> wanted = new ArrayList<>(List.of("@n[Places.instance(Ljava/lang/Object;)I]: " + 2 * n, "@t: 1", "@caught: " + caught,
            "@e[java.lang.IllegalStateException]: " + caught, "@lambda[Places.lambdas(I)I]: 1", "@lambda[Places.lambda$lambdas$0(I)I]: " + n));
        check("instructions", id, wanted);
        remove(id);
        for (int i = 0; i < n; i++) p.instance(p);
        System.out.println(p.plain == 2 * n);
    }

    static void fields(int n) throws Throwable {
        Places p = new Places();
        for (int i = 0; i < n; i++) touch(p, i);
        String id = add("field:Places.plain:read { @pr = sum(value) } field:Places.plain:write { @pw = sum(value - old) }"
            + " field:Places.shared:write { @sw = count(); @s = sum(value) } field:Places.wide:write, field:Places.wide:read { @w = sum(value) }"
            + " field:Places.small:write { @b = sum(value) }"
            + " field:Places.next:write { @next[value == null, class(obj)] = count() }"
            + " field:Places.next:read /value != null && value.plain >= 0/ { @nr = count() }"
            + " field:Places.ratio:write { @d = sum(value * 2); @static = sum(obj == null) }"
            + " field:Places.last:read { @last = count() }"
            + " field:Places.*:write { @all[method] = count() }");
        p = new Places();
        long pr = 0, sw = 0, w = 0, b = 0, d = 0;
        for (int i = 0; i < n; i++) {
            pr += i;
            sw += i;
            w += 2L * i;
            b += (byte) i;
            d += i;
            touch(p, i);
        }
        var f = Places.class.getDeclaredField("plain");
        var updater = AtomicIntegerFieldUpdater.newUpdater(Places.class, "shared");
        var handle = MethodHandles.lookup().findSetter(Places.class, "wide", long.class);
        for (int i = 0; i < 100; i++) {
            f.setInt(p, 5);
            updater.set(p, 7);
            handle.invokeExact(p, 9L);
        }
        List<String> got = there ? read(id) : new ArrayList<>();
        got.removeIf(l -> l.startsWith("@all[") && !l.contains("Places.touch"));
        List<String> wanted = new ArrayList<>(List.of("@pr: " + pr, "@pw: 5", "@sw: " + (n + 100), "@s: " + (sw + 700), "@w: " + (w + 900), "@b: " + b,
            "@next[1, Places]: " + (n + 1) / 2, "@next[0, Places]: " + n / 2, "@nr: " + n / 2, "@d: " + d, "@static: " + n, "@last: " + n,
            "@all[Places.touch(LPlaces;I)V]: " + (7 * n + n / 2)));
        wanted.sort(null);
        System.out.println(!there || got.equals(wanted) ? "fields " + wanted : "fields " + got + "\n not   " + wanted);
        remove(id);
        for (int i = 0; i < n; i++) touch(p, i);
    }

    static void touch(Places p, int i) {
        p.plain = i;
        if (p.plain != i) throw new AssertionError();
        p.shared = i;
        p.wide = i;
        if (p.wide != i) throw new AssertionError();
        p.small = (byte) i;
        p.next = i % 2 == 0 ? null : p;
        if (p.next == p) turns++;
        ratio = i / 2.0;
        last = p;
        if (last == null) throw new AssertionError();
    }

    /** Code is compiled while few elements and one class are seen: later it leaves in the middle of an instruction with a probe. */
    static int leaves(Object o, int[] a, int i) {
        return a[i] + o.hashCode();
    }
    static void exits(int n) throws Exception {
        String id = add("bci:Places.leaves:2 { @load = count() } bci:Places.leaves:4 { @call[class(local(\"o\"))] = count() }");
        int[] a = new int[8];
        int s = 0, inside = 0, thrown = 0;
        for (int i = 0; i < n; i++) s += leaves("s", a, i % 8);
        for (int i = 0; i < n; i++) {
            try {
                s += leaves(i % 2 == 0 ? (Object) i : (Object) 'c', a, i % 20);
                inside += i % 2;
            } catch (ArrayIndexOutOfBoundsException e) {
                thrown++;
            }
        }
        check("exits", id, List.of("@load: " + 2 * n, "@call[java.lang.String]: " + n, "@call[java.lang.Character]: " + inside,
            "@call[java.lang.Integer]: " + (n - thrown - inside)));
        remove(id);
    }

    /** A volatile field has the general form of the instruction, with a probe or without. */
    static void share(Places p, int i) {
        p.shared = i;
    }
    static void volatiles(int n) throws Exception {
        Places p = new Places();
        for (int i = 0; i < n; i++) share(p, i);
        String id = add("field:Places.shared:write { @w = sum(value) }");
        for (int i = 0; i < n; i++) share(p, i);
        check("volatiles", id, List.of("@w: " + (long) n * (n - 1) / 2));
        remove(id);
    }

    static void late(int n) throws Exception {
        String id = add("later line:Places$Late:" + line("late") + " { @l = count() } later field:Places$Late.field:write { @f = sum(value - old) }"
            + " later bci:Places$L*.run:0 { @b = count() }");
        int sum = 0;
        for (int i = 0; i < 10; i++) sum += new Late().run(n);
        check("late", id, List.of("@l: 10", "@f: " + sum, "@b: 10"));
        remove(id);
    }

    static void refusals() throws Exception {
        String[][] texts = {
            {"line:Places:1 { exit() }", "refused: line 1, column 1: Places has no code at line 1; the nearest line is " + 9},
            {"bci:Places.touch:3 { exit() }", "refused: line 1, column 1: no instruction begins at 3"},
            {"bci:Places.touches:2 { exit() }", "refused: line 1, column 1: Places has no method touches; the nearest name is touch"},
            {"field:Places.plane:read { exit() }", "refused: line 1, column 1: Places has no field plane; the nearest name is plain"},
            {"field:Places.plain:read { print(old) }", "refused: line 1, column 33: old is not there at field:Places.plain:read"},
        };
        for (String[] t : texts) {
            String s = there ? ask("Probe.add " + t[0]).trim() : t[1];
            System.out.println(s.replaceAll("(begins at 3|nearest line is).*", "$1"));
        }
    }

    public static void main(String[] args) throws Throwable {
        int n = Integer.parseInt(args[0]);
        open();
        refusals();
        lines(n);
        instructions(n);
        fields(n);
        volatiles(n);
        exits(n);
        late(n);
        close();
    }
}
