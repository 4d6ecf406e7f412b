import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Conditions on floats and doubles, and what is summed up of them, are instructions in compiled code: arguments, results, variables, fields and elements
 * count as the program counts them, by whole numbers, with those that are none left out, however its methods run.
 */
public class Reals extends Client {
    static final double[] SOME = {0, -0.0, 0.5, -0.5, 2.75, -3.25, 1e18, 9.3e18, -1e300, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY,
        Double.MIN_VALUE, 4611686018427387904.0, 7, 100.999};
    static final float[] FEW = {0, -0f, 1.5f, -1.5f, 16777217f, 1e30f, -1e30f, Float.NaN, Float.POSITIVE_INFINITY, 3, -7.9f, Float.MIN_VALUE};
    double d;
    float f;
    static double shared;
    final double[] ds = {1.5, Double.NaN, -4, 1e19};
    final float[] fs = {2.5f, -8f, Float.NaN};
    static final Map<String, Long> own = new TreeMap<>();
    static long skipped;
    public static volatile double sink;

    static double taken(double x, float y, int n, long w) {
        return x * n + y;
    }

    /** Too large to be taken in. */
    double called(float y, double x, int n) {
        double a = x * 3, b = y - n;
        for (int i = 0; i < (n & 3); i++) {
            a += b / (i + 1.25); b -= a * 0.125; a *= 1.0625; b += i - a; a -= b * 0.0625; b *= 0.96875; a += i; b -= 0.5 * a;
            a += b / (i + 2.25); b -= a * 0.25; a *= 1.03125; b += i + a; a -= b * 0.03125; b *= 0.9375; a -= i; b += 0.25 * a;
        }
        return a - b + d;
    }

    float half(float x) {
        return x * 0.5f;
    }

    void fields(double x, float y) {
        d = x;
        f = y;
        shared = d + f;
    }

    double variables(double x, float y, int n) {
        double twice = x * 2;
        float less = y - n;
        return twice + less; // at variables
    }

    // ---- the program's own sums ----

    static void sum(String name, double x) {
        if (x != x)
            skipped++;
        else
            own.merge("@" + name, (long) x, Long::sum);
    }

    static void least(String name, double x) {
        if (x != x)
            skipped++;
        else
            own.merge("@" + name, (long) x, Math::min);
    }

    static void most(String name, double x) {
        if (x != x)
            skipped++;
        else
            own.merge("@" + name, (long) x, Math::max);
    }

    static void count(String name, boolean yes) {
        own.merge("@" + name, yes ? 1L : 0, Long::sum);
    }

    /** Of `lhist(x, -8, 8, 4)`, as sums by the bucket's number. */
    static void buckets(String name, double x) {
        long n = (long) x, low = Math.floorDiv(n, 4) * 4;
        if (x != x)
            skipped++;
        else
            own.merge("@" + name + (n < -8 ? "(..., -8)" : n >= 8 ? "[8, ...)" : "[" + low + ", " + (low + 4) + ")"), 1L, Long::sum);
    }

    static final String TEXT = "method:Reals.taken:entry { @ts = sum(arg0); @tl = min(arg0 * 2); @tm = max(arg1 - arg2); @tb = lhist(arg0, -8, 8, 4) } "
        + "method:Reals.taken:entry /arg0 > arg1/ { @gt = count() } method:Reals.taken:entry /arg0 >= 2/ { @ge = count() } "
        + "method:Reals.taken:entry /arg1 < 1.5/ { @lt = count() } method:Reals.taken:entry /arg1 <= arg3/ { @le = count() } "
        + "method:Reals.taken:entry /arg0 == arg1/ { @eq = count() } method:Reals.taken:entry /arg1 != arg1 || arg0 == 0/ { @ne = count() } "
        + "method:Reals.taken:return { @tr = sum(retval / 3); @tq[retval > 0] = sum(retval) } "
        + "method:Reals.called:entry { @cs = sum(arg0 + arg1); @cd = sum(-arg1 / (arg2 + 0.5)); @ck[arg1 < arg0] = max(arg1) } "
        + "method:Reals.called:entry /!(arg0 < arg1) && arg2 > 2/ { @cn = count() } "
        + "method:Reals.called:return { @cr = min(retval); @cf = sum(this.d - this.f) } "
        + "method:Reals.called:entry /this.d >= 0.5 && arg0 != 3/ { @ce = sum(this.fs[0] * arg0); @cx = max(this.ds[0] - this.f); "
        + "@cy = sum(this.ds[2] == -4) } "
        + "method:Reals.half:return /retval != 0/ { @hs = sum(retval); @he = sum(this.fs[1] + this.ds[0]); @hn = sum(this.ds[1]) } ";
    static final String PLACES = "field:Reals.d:write { @dw = sum(value); @db = lhist(value, -8, 8, 4) } "
        + "field:Reals.f:read /value < 100/ { @fr = sum(value * 2) } "
        + "field:Reals.shared:write /value > 0.5/ { @sw = count() } ";

    static String variables() throws Exception {
        return "line:Reals:" + InCode.line("variables") + " { @vs = sum(local(\"twice\")); @vl = min(local(\"less\")); "
            + "@vn[local(\"less\") >= local(\"x\")] = count(); "
            + "@vm = max(local(\"y\") + local(\"n\")) } ";
    }

    static void again(Reals r, int i) {
        double x = SOME[i % SOME.length];
        float y = FEW[i % FEW.length];
        int n = i % 7;
        long w = i % 5 - 2;
        sum("ts", x);
        least("tl", x * 2);
        most("tm", (double) y - n);
        buckets("tb", x);
        count("gt", x > y);
        count("ge", x >= 2);
        count("lt", y < 1.5);
        count("le", y <= w);
        count("eq", x == y);
        count("ne", y != y || x == 0);
        double t = x * n + y;
        sum("tr", t / 3);
        sum("tq[" + (t > 0 ? 1 : 0) + "]", t);
        sum("cs", (double) y + x);
        sum("cd", -x / (n + 0.5));
        most("ck[" + (x < y ? 1 : 0) + "]", x);
        count("cn", !(y < x) && n > 2);
        if (r.d >= 0.5 && y != 3) {
            sum("ce", 2.5 * y);
            most("cx", 1.5 - r.f);
            count("cy", true);
        }
        least("cr", r.called(y, x, n));
        sum("cf", r.d - r.f);
        float half = y * 0.5f;
        if (half != 0) {
            sum("hs", half);
            sum("he", -8 + 1.5);
            sum("hn", Double.NaN);
        }
    }

    static void placesAgain(int i) {
        double x = SOME[i % SOME.length];
        float y = FEW[i % FEW.length];
        int n = i % 7;
        sum("dw", x);
        buckets("db", x);
        if (y < 100) sum("fr", (double) y * 2);
        count("sw", x + y > 0.5);
        sum("vs", x * 2);
        least("vl", y - n);
        count("vn[" + (y - n >= x ? 1 : 0) + "]", true);
        most("vm", (double) y + n);
    }

    static void run(Reals r, int from, int to) {
        double s = 0;
        for (int i = from; i < to; i++) {
            double x = SOME[i % SOME.length];
            float y = FEW[i % FEW.length];
            s += taken(x, y, i % 7, i % 5 - 2) + r.called(y, x, i % 7) + r.half(y);
        }
        sink = s;
    }

    static void places(Reals r, int from, int to) {
        for (int i = from; i < to; i++) {
            double x = SOME[i % SOME.length];
            float y = FEW[i % FEW.length];
            r.fields(x, y);
            sink = r.variables(x, y, i % 7);
        }
    }

    /** Buckets of an lhist are lines below its name. */
    static void check(String what, String reading) {
        Map<String, Long> got = new TreeMap<>();
        String name = "";
        for (String l : reading.split("\n")) {
            Matcher m = Pattern.compile("(@.*): (-?\\d+)").matcher(l), b = Pattern.compile("([\\[(].*?\\)) +(\\d+) \\|.*").matcher(l);
            Matcher s = Pattern.compile("probe .*?(?:skipped (\\d+).*)?").matcher(l);
            if (s.matches() && (s.group(1) == null ? 0 : Long.parseLong(s.group(1))) != skipped)
                System.out.println("skipped " + s.group(1) + " instead of " + skipped);
            if (l.startsWith("@")) name = l.replaceAll(":.*", "");
            if (m.matches()) got.put(m.group(1), Long.parseLong(m.group(2)));
            if (b.matches() && !b.group(2).equals("0")) got.put(name + b.group(1), Long.parseLong(b.group(2)));
        }
        List<String> wrong = new ArrayList<>();
        TreeSet<String> names = new TreeSet<>(own.keySet());
        names.addAll(got.keySet());
        for (String k : names)
            if (there && !own.getOrDefault(k, 0L).equals(got.getOrDefault(k, 0L))) wrong.add(k + ": " + got.get(k) + " instead of " + own.get(k));
        System.out.println(what + " " + own + " skipped " + skipped + (wrong.isEmpty() ? "" : "\n  otherwise: " + wrong));
        own.clear();
        skipped = 0;
    }

    public static void main(String[] args) throws Exception {
        int n = Integer.parseInt(args[0]);
        open();
        Reals r = new Reals();
        run(r, 0, n);
        places(r, 0, n);
        for (int round = 0; round < 2; round++) {
            r.d = round + 0.75;
            r.f = -round;
            String id = add(TEXT);
            for (int part = 0; part < 4; part++) run(r, part * n / 4, (part + 1) * n / 4);
            String last = there ? ask("Probe.read " + id) : "";
            remove(id);
            // again() calls a method that the text counts, so its own sums are made without the probe
            for (int i = 0; i < n; i++) again(r, i);
            check("methods " + round, last);
            id = add(PLACES + variables());
            for (int part = 0; part < 4; part++) places(r, part * n / 4, (part + 1) * n / 4);
            last = there ? ask("Probe.read " + id) : "";
            remove(id);
            for (int i = 0; i < n; i++) placesAgain(i);
            check("places " + round, last);
        }
        close();
    }
}
