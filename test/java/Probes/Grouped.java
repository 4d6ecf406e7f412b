import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Sums and histograms by method, class or number are instructions in compiled code: what they sum up equals what the program sums up. */
public class Grouped extends Client {
    static final Map<String, Sums.Sum> own = new TreeMap<>();
    static long hits;
    static volatile int sink;

    static void note(String key, long v) {
        own.computeIfAbsent(key, k -> new Sums.Sum()).add(v);
    }

    /** The lines of an action that sums up by a key, as a read has them. */
    static void lines(String action, String name, List<String> to) {
        own.forEach((key, s) -> {
            if (!key.startsWith(name + "[")) return;
            List<String> all = new ArrayList<>();
            s.lines("", all);
            String at = "@" + key;
            switch (action) {
                case "count": to.add(at + ": " + s.count); break;
                case "sum": to.add(at + ": " + s.sum); break;
                case "min": to.add(at + ": " + s.min); break;
                case "max": to.add(at + ": " + s.max); break;
                case "avg": to.add(at + ": " + s.sum / s.count + " (" + s.count + " values, sum " + s.sum + ")"); break;
                default:
                    to.add(at + ":");
                    to.addAll(all.subList(6, all.size()));
            }
        });
    }

    interface Op {
        long apply(int n);
    }

    static final class Twice implements Op {
        public long apply(int n) {
            return 2L * n;
        }
    }

    static final class Power implements Op {
        public long apply(int n) {
            if (n % 13 == 0) throw new IllegalStateException();
            return (long) n * n - 1000;
        }
    }

    static int few(int n, long v) {
        return (int) v ^ n;
    }

    static int take(Object o, int k) {
        return o == null ? k : -k;
    }

    static final long[] LONGS = {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 32, 7L << 32, 1L << 63 | 1};
    static final Object[] THINGS = {"text", 5, null, new int[3], "more"};
    int written;

    void write(int i) {
        written = i * 31 - 77;
    }

    void writeToo(int i) {
        if (i % 3 == 0) written = -i;
    }

    static final Op[] OPS = {new Twice(), new Power()};

    static long work(int n) {
        long s = 0;
        Grouped g = new Grouped();
        for (int i = 0; i < n; i++) {
            int k = i * 0x9e3779b9 >> (i & 31);
            for (Op o : OPS) {
                try {
                    s += o.apply(i);
                } catch (IllegalStateException e) {
                    s--;
                }
            }
            s += few(i, LONGS[i & 7]) + take(THINGS[i % 5], k);
            g.write(i);
            g.writeToo(i);
        }
        return s;
    }

    // ---- by method and class ----

    static final String[] BY_METHOD = {
        "method:Grouped$Op+.apply:entry, method:Grouped.few:entry { @s[method] = sum(arg0); @a[class, method] = avg(arg0); @h[class] = hist(arg0); "
            + "@n[method] = count() }",
        "method:Grouped$Op+.apply:return /retval > 0/ { @r[method] = sum(retval); @q[class] = hist(retval) }",
        "field:Grouped.written:write { @w[method] = sum(value); @v[method] = hist(value) }",
    };

    static void byMethodAgain(int n) {
        for (int i = 0; i < n; i++) {
            for (Op o : OPS) {
                String c = o.getClass().getName(), m = c + ".apply(I)J";
                for (String k : List.of("s[" + m, "n[" + m, "a[" + c + ", " + m, "h[" + c)) note(k + "]", i);
                long r = o instanceof Twice ? 2L * i : i % 13 == 0 ? -1 : (long) i * i - 1000;
                if (r > 0) for (String k : List.of("r[" + m, "q[" + c)) note(k + "]", r);
            }
            for (String k : List.of("s[Grouped.few(IJ)I", "n[Grouped.few(IJ)I", "a[Grouped, Grouped.few(IJ)I", "h[Grouped")) note(k + "]", i);
            for (String k : List.of("w", "v")) {
                note(k + "[Grouped.write(I)V]", i * 31 - 77);
                if (i % 3 == 0) note(k + "[Grouped.writeToo(I)V]", -i);
            }
        }
    }

    static void byMethod(int n) throws Exception {
        String[] ids = new String[BY_METHOD.length];
        for (int i = 0; i < ids.length; i++) ids[i] = add(BY_METHOD[i]);
        Thread t = new Thread(() -> sink += work(n));
        t.start();
        sink += work(n);
        t.join();
        byMethodAgain(n);
        byMethodAgain(n);
        List<String> wanted = new ArrayList<>();
        lines("sum", "s", wanted);
        lines("avg", "a", wanted);
        lines("hist", "h", wanted);
        lines("count", "n", wanted);
        check("entries", ids[0], wanted);
        wanted.clear();
        lines("sum", "r", wanted);
        lines("hist", "q", wanted);
        check("returns", ids[1], wanted);
        wanted.clear();
        lines("sum", "w", wanted);
        lines("hist", "v", wanted);
        check("written", ids[2], wanted);
        for (String id : ids) remove(id);
        own.clear();
    }

    // ---- times: their number is known ----

    static void times(int n) throws Exception {
        String id = add("method:Grouped$Op+.apply:return { @us[method] = hist(elapsed); @t[class] = avg(elapsed / 1000) }");
        sink += work(n);
        long count = 0, all = 0;
        for (String s : there ? read(id) : List.<String>of()) {
            if (s.matches("[\\[(].*\\|.*")) count += Long.parseLong(s.replaceAll(".*\\) +(\\d+) \\|.*", "$1"));
            if (s.contains(" values, ")) all += Long.parseLong(s.replaceAll(".*\\((\\d+) values.*", "$1"));
        }
        long wanted = 2L * n - (n + 12) / 13;
        if (there && (count != wanted || all != wanted)) System.out.println("times " + count + ", " + all + " instead of " + wanted);
        System.out.println("times " + wanted);
        remove(id);
    }

    // ---- by number and by the class of an object ----

    static final String[][] BY_KEY = {
        {"method:Grouped.few:entry { @s[arg1] = sum(arg0); @x[arg1] = max(arg0 ^ 21845); @i[arg1] = min(arg0 - 3000); @a[arg1] = avg(arg0 * 7); "
            + "@h[arg1] = hist(arg0 - 50); @n[arg1] = count() }", "s sum", "x max", "i min", "a avg", "h hist", "n count"},
        {"method:Grouped.few:return /retval % 2 == 0/ { @rx[retval & 15] = max(-retval); @rh[retval & 15] = hist(retval) } "
            + "field:Grouped.written:write { @fi[value & 3] = min(value); @fc[class(obj)] = avg(value); @fh[value & 3] = hist(value) }",
            "rx max", "rh hist", "fi min", "fc avg", "fh hist"},
        {"method:Grouped$Op+.apply:entry { @cs[class(this)] = sum(arg0); @ci[class(this)] = min(3 * arg0 - 7); @ch[class(this)] = hist(arg0) } "
            + "method:Grouped.take:entry /arg1 != 7/ { @os[class(arg0)] = sum(arg1); @oh[class(arg0)] = hist(arg1) } "
            + "method:Grouped$Op+.apply:return { @cr[class(this)] = max(retval) }",
            "cs sum", "ci min", "ch hist", "os sum", "oh hist", "cr max"}
    };

    static long byKeyAgain(int n) {
        long skipped = 0;
        for (int i = 0; i < n; i++) {
            long key = LONGS[i & 7];
            int k = i * 0x9e3779b9 >> (i & 31), r = (int) key ^ i;
            note("s[" + key + "]", i);
            note("x[" + key + "]", i ^ 21845);
            note("i[" + key + "]", i - 3000);
            note("a[" + key + "]", 7L * i);
            note("h[" + key + "]", i - 50);
            note("n[" + key + "]", 0);
            if (r % 2 == 0) note("rx[" + (r & 15) + "]", -(long) r);
            if (r % 2 == 0) note("rh[" + (r & 15) + "]", r);
            for (int w : new int[] {i * 31 - 77, -i}) {
                if (w == -i && i % 3 != 0) continue;
                note("fi[" + (w & 3) + "]", w);
                note("fh[" + (w & 3) + "]", w);
                note("fc[Grouped]", w);
            }
            for (Op o : OPS) {
                String c = "[" + o.getClass().getName() + "]";
                note("cs" + c, i);
                note("ci" + c, 3L * i - 7);
                note("ch" + c, i);
                if (o instanceof Twice) note("cr" + c, 2L * i);
                else if (i % 13 != 0) note("cr" + c, (long) i * i - 1000);
            }
            Object o = THINGS[i % 5];
            if (k != 7 && o == null) skipped += 2;
            if (k != 7 && o != null) note("os[" + o.getClass().getName() + "]", k);
            if (k != 7 && o != null) note("oh[" + o.getClass().getName() + "]", k);
        }
        return skipped;
    }

    static void byKey(int n) throws Exception {
        for (String[] all : BY_KEY) {
            String id = add(all[0]);
            Thread t = new Thread(() -> sink += work(n));
            t.start();
            sink += work(n);
            t.join();
            long skipped = byKeyAgain(n) + byKeyAgain(n), found = skipped;
            List<String> wanted = new ArrayList<>();
            for (int i = 1; i < all.length; i++) lines(all[i].split(" ")[1], all[i].split(" ")[0], wanted);
            check(all[1], id, wanted);
            if (there && all[1].equals("cs sum")) found = Long.parseLong(ask("Probe.read " + id).split("skipped ")[1].split("\\D")[0]);
            if (found != skipped) System.out.println("skipped " + found + " instead of " + skipped);
            remove(id);
            own.clear();
        }
    }

    /** More numbers than the tables have room for: each hit is summed up, or counted as lost. */
    static void many() throws Exception {
        int count = 1500;
        String id = add("method:Grouped.few:entry { @a[arg0] = avg(arg1); @h[arg0] = hist(arg1) }");
        for (int round = 0; round < 3; round++) for (int i = 0; i < count; i++) sink += few(i, 5);
        long found = 0, buckets = 0, lost = 0;
        for (String s : there ? read(id) : List.<String>of()) {
            if (s.contains(" values, sum ")) found += Long.parseLong(s.replaceAll(".*\\((\\d+) values.*", "$1"));
            if (s.matches("\\[4, 8\\).*")) buckets += Long.parseLong(s.replaceAll(".*\\) +(\\d+) \\|.*", "$1"));
        }
        if (there) lost = Long.parseLong(ask("Probe.read " + id).split("lost_keys ")[1].split("\\D")[0]);
        boolean all = !there || (found + buckets + lost == 6 * count && found == buckets && lost > 0);
        System.out.println("many: " + all);
        if (!all) System.out.println(found + " " + buckets + " " + lost);
        remove(id);
    }

    public static void main(String[] args) throws Exception {
        int n = Integer.parseInt(args[0]);
        open();
        sink += work(n);
        for (int round = 0; round < 3; round++) {
            byMethod(n);
            times(n);
            byKey(n);
        }
        many();
        byKey(n / 2); // the same room is another probe's now
        close();
    }
}
