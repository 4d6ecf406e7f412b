import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Several keys, and methods as keys of smallest and largest values, are instructions in compiled code: what they count equals what the program counts. */
public class Pairs extends Client {
    static final Map<String, Sums.Sum> own = new TreeMap<>();
    static long skipped;
    public static volatile int sink;
    int written;

    static void note(String key, long v) {
        own.computeIfAbsent(key, k -> new Sums.Sum()).add(v);
    }

    interface Op {
        long apply(int n);
    }

    static final class Twice implements Op {
        public long apply(int n) {
            return 2L * n - 7;
        }
    }

    static final class Power implements Op {
        public long apply(int n) {
            if (n % 13 == 0) throw new IllegalStateException();
            return (long) n * n - 1000;
        }
    }

    static int few(int n, long v, Object o) {
        return (int) v ^ n; // at few
    }

    void write(int i) {
        written = i * 31 - 77;
    }

    static final long[] LONGS = {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 32, 7L << 32, 1L << 63 | 1};
    static final Object[] THINGS = {"text", 5, null, new int[3], "more"};
    static final Op[] OPS = {new Twice(), new Power()};

    static long work(int n) {
        long s = 0;
        Pairs g = new Pairs();
        for (int i = 0; i < n; i++) {
            for (Op o : OPS) {
                try {
                    s += o.apply(i);
                } catch (IllegalStateException e) {
                    s--;
                }
            }
            s += few(i, LONGS[i & 7], THINGS[i % 5]);
            g.write(i);
        }
        return s;
    }

    static final String[][] TEXTS = {
        {"method:Pairs.few:entry { @a[arg0 & 3, arg1] = count(); @b[arg1, class(arg2)] = sum(arg0); "
            + "@c[method, arg0 & 1, class(arg2)] = hist(arg0) }", "a count", "b sum", "c hist"},
        {"method:Pairs$Op+.apply:return { @r[class(this), retval & 3] = max(retval); @m[class, method] = min(retval); @k[method] = max(retval) }"
            + " method:Pairs$Op+.apply:entry /arg0 % 3 != 1/ { @e[arg0 % 7, class(this), arg0 & 1] = avg(arg0) }", "r max", "m min", "k max", "e avg"},
        {"line:Pairs:LINE { @l[local(0) & 3, method] = count(); "
            + "@n[local(0) % 3, class] = min(local(0)) } "
            + "field:Pairs.written:write { @w[value & 3, class(obj)] = avg(value); "
            + "@h[value & 1, value & 3] = hist(value) }", "l count", "n min", "w avg", "h hist"},
    };

    static void again(int text, int n) {
        String few = "Pairs.few(IJLjava/lang/Object;)I";
        for (int i = 0; i < n; i++) {
            long key = LONGS[i & 7];
            Object o = THINGS[i % 5];
            String of = o == null ? null : o.getClass().getName();
            if (text == 0) {
                note("a[" + (i & 3) + ", " + key + "]", 0);
                if (o == null) skipped += 2;
                else {
                    note("b[" + key + ", " + of + "]", i);
                    note("c[" + few + ", " + (i & 1) + ", " + of + "]", i);
                }
            } else if (text == 1) {
                for (Op op : OPS) {
                    String c = op.getClass().getName(), m = c + ".apply(I)J";
                    if (i % 3 != 1) note("e[" + i % 7 + ", " + c + ", " + (i & 1) + "]", i);
                    if (op instanceof Power && i % 13 == 0) continue;
                    long r = op.apply(i);
                    note("r[" + c + ", " + (r & 3) + "]", r);
                    note("m[" + c + ", " + m + "]", r);
                    note("k[" + m + "]", r);
                }
            } else {
                int w = i * 31 - 77;
                note("l[" + (i & 3) + ", " + few + "]", 0);
                note("n[" + i % 3 + ", Pairs]", i);
                note("w[" + (w & 3) + ", Pairs]", w);
                note("h[" + (w & 1) + ", " + (w & 3) + "]", w);
            }
        }
    }

    static void round(int n) throws Exception {
        for (int t = 0; t < TEXTS.length; t++) {
            String id = add(TEXTS[t][0].replace("LINE", "" + InCode.line("few")));
            Thread other = new Thread(() -> sink += work(n));
            other.start();
            sink += work(n);
            other.join();
            List<String> wanted = new ArrayList<>();
            long hits = there ? number(id, "skipped ") : 0;
            List<String> got = there ? read(id) : null;
            if (t == 1) remove(id); // what it computes is called again
            for (int i = 0; i < 2; i++) again(t, n);
            for (int i = 1; i < TEXTS[t].length; i++) lines(TEXTS[t][i].split(" ")[1], TEXTS[t][i].split(" ")[0], wanted);
            wanted.sort(null);
            if (got != null && !got.equals(wanted)) System.out.println("text " + t + "\n  probe " + got + "\n  own   " + wanted);
            System.out.println("text " + t + " " + String.join("; ", wanted));
            if (there && hits != skipped) System.out.println("skipped " + hits + " instead of " + skipped);
            if (t != 1) remove(id);
            own.clear();
            skipped = 0;
        }
    }
    static long number(String id, String what) throws Exception {
        String s = ask("Probe.read " + id);
        return s.contains(what) ? Long.parseLong(s.split(what)[1].split("\\D")[0]) : 0;
    }

    /** The lines of an action that sums up by keys, as a read has them. */
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

    // ---- classes that go ----

    public static class Twin {
        public int run(int i) {
            return sink += i;
        }
    }

    static class Other extends ClassLoader {
        Other() {
            super(Pairs.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals("Pairs$Twin")) return super.loadClass(name, resolve);
            if (findLoadedClass(name) != null) return findLoadedClass(name);
            try (InputStream in = getResourceAsStream("Pairs$Twin.class")) {
                byte[] b = in.readAllBytes();
                return defineClass(name, b, 0, b.length);
            } catch (java.io.IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    static WeakReference<ClassLoader> runOnce(int n) throws Exception {
        ClassLoader loader = new Other();
        Class<?> c = loader.loadClass("Pairs$Twin");
        Object o = c.getConstructor().newInstance();
        java.lang.invoke.MethodHandle run = java.lang.invoke.MethodHandles.lookup().unreflect(c.getMethod("run", int.class));
        try {
            for (int i = 0; i < n; i++) sink += (int) run.invoke(o, i);
        } catch (Throwable t) {
            throw new Exception(t);
        }
        return new WeakReference<>(loader);
    }

    static void unloaded(int n) throws Exception {
        sink += new Twin().run(1);
        String id = add("method:Pairs$Twin.run:entry { @n[class(this), arg0 & 1] = sum(arg0); @m[arg0 & 1, method] = max(arg0); @k[method] = min(arg0 - 5) }");
        List<String> wanted = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int k = n + 2 * i;
            WeakReference<ClassLoader> gone = runOnce(k);
            while (gone.get() != null) System.gc();
            long even = (long) (k / 2 - 1) * (k / 2), odd = even + k / 2;
            wanted.addAll(List.of("@n[Pairs$Twin, 0]: " + even, "@n[Pairs$Twin, 1]: " + odd, "@m[0, Pairs$Twin.run(I)I]: " + (k - 2),
                "@m[1, Pairs$Twin.run(I)I]: " + (k - 1), "@k[Pairs$Twin.run(I)I]: -5"));
        }
        check("unloaded", id, wanted);
        remove(id);
    }

    /** More pairs than the tables have room for: each hit is summed up, or counted as lost. */
    static void many() throws Exception {
        int count = 1500;
        String id = add("method:Pairs.few:entry { @a[arg0, arg1] = count(); @c[arg1, arg0, arg0 & 1] = avg(arg1) }");
        for (int round = 0; round < 3; round++) for (int i = 0; i < count; i++) sink += few(i, 5, null);
        long found = 0, lost = there ? number(id, "lost_keys ") : 0;
        for (String s : there ? read(id) : List.<String>of()) {
            if (s.contains(" values, sum ")) found += Long.parseLong(s.replaceAll(".*\\((\\d+) values.*", "$1"));
            if (s.startsWith("@a[")) found += Long.parseLong(s.split(": ")[1]);
        }
        boolean all = !there || (found + lost == 6 * count && lost > 0);
        System.out.println("many: " + all);
        if (!all) System.out.println(found + " " + lost);
        remove(id);
    }

    public static void main(String[] args) throws Exception {
        int n = Integer.parseInt(args[0]);
        open();
        sink += work(n);
        for (int i = 0; i < 3; i++) round(n);
        unloaded(n);
        many();
        round(n / 2); // the same room is another probe's now
        close();
    }
}
