import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Keys, objects, doubles, stacks and times, which compiled code leaves to C: what probes count equals what the program counts, inlined or not. */
public class Heavy extends Client {
    static final Map<String, Long> own = new TreeMap<>();
    static boolean noting;
    static volatile int sink;

    static void note(String key) {
        if (noting) own.merge(key, 1L, Long::sum);
    }

    /** The stack as a probe shows it, from the method that calls this one. */
    static String stack(int frames) {
        if (!noting) return "";
        StackTraceElement[] t = new Throwable().getStackTrace();
        StringBuilder s = new StringBuilder();
        for (int i = 1; i < t.length && i <= frames; i++)
            s.append(i == 1 ? "" : ";").append(t[i].getClassName()).append('.').append(t[i].getMethodName()).append(':').append(t[i].getLineNumber());
        return s.toString();
    }

    static class Node {
        final int shift;
        final Node next;
        Node(int shift, Node next) {
            this.shift = shift;
            this.next = next;
        }
        int shifted(int n) { note("@class[" + getClass().getName() + ", " + shift + "]"); return n << shift; }
    }
    static class Other extends Node {
        Other(int shift) { super(shift, null); }
        int shifted(int n) { note("@class[" + getClass().getName() + ", " + shift + "]"); return n >> shift; }
    }

    static int leaf(int n) { note("@leaf[" + stack(3) + "]"); return n + 1; }
    static int one(int n) { return leaf(n) * 2; }
    static int two(int n) {
        if (n % 3 == 0) return leaf(n) - 1;
        int first = leaf(n + 1);
        return leaf(n + 2) + first;
    }

    static double real(double d, float f, long wide, String s) {
        note("@real[" + s + ", " + wide % 3 + "]");
        if (d > 50) note("@large");
        return d + f;
    }

    /** The object never exists in compiled code, but for the probe. */
    static int escapes(int n) {
        Node node = new Node(n & 3, new Node(n & 1, null));
        return taken(node) + node.next.shift;
    }
    static int taken(Node node) { note("@taken[" + node.shift + ", " + node.next.shift + "]"); return node.shift + 1; }

    static synchronized int locked(int n) {
        note("@locked[" + (n & 1) + "]");
        return n & 1;
    }

    static int thrower(int n) {
        if (n % 7 == 0) {
            note("@thrown[java.lang.IllegalStateException, " + n % 2 + "]");
            throw new IllegalStateException("" + n % 2);
        }
        return n;
    }
    static int between(int n) { return thrower(n) + 1; }
    static int catcher(int n) {
        try {
            return between(n);
        } catch (IllegalStateException e) {
            return -1;
        }
    }

    static int recursive(int n) {
        note("@depth[" + n + "]");
        return n == 0 ? 0 : recursive(n - 1) + 1;
    }

    /** Its array has few elements when it is compiled: later it leaves for the interpreter in the middle. */
    static int early(int[] a, int i) {
        note("@early[" + i + "]");
        try {
            return a[i];
        } catch (ArrayIndexOutOfBoundsException e) {
            return -1;
        }
    }

    static final Node[] NODES = {new Node(1, null), new Other(2), new Node(3, null)};

    static long work(int n) {
        int[] a = new int[16];
        long s = 0;
        for (int i = 0; i < n; i++) {
            s += one(i) + two(i) + NODES[i % 3].shifted(i) + escapes(i) + locked(i) + catcher(i) + early(a, i % 24);
            s += (long) real(i % 100, 0.5f, i, i % 2 == 0 ? "even" : "odd");
            if (i % 16 == 0) s += recursive(i % 6);
        }
        return s;
    }

    static final String[] TEXTS = {
        "method:Heavy.leaf:entry { @leaf[stack(3)] = count() } method:Heavy$Node+.shifted:entry { @class[class(this), this.shift] = count() }",
        "method:Heavy.real:entry { @real[arg3, arg2 % 3] = count() } method:Heavy.real:entry /arg0 > 50.0/ { @large = count() }"
            + " method:Heavy.taken:entry { @taken[arg0.shift, arg0.next.shift] = count() } method:Heavy.locked:return { @locked[retval] = count() }",
        "method:Heavy.thrower:throw { @thrown[class(ex), str(ex.detailMessage)] = count() } method:Heavy.recursive:return { @depth[retval] = count() }"
            + " method:Heavy.early:entry { @early[arg1] = count() }",
    };

    static void compare(String what, String[] ids, List<String> more) throws Exception {
        List<String> got = new ArrayList<>(), wanted = new ArrayList<>(more);
        own.forEach((k, v) -> wanted.add(k + ": " + v));
        wanted.sort(null);
        if (there) for (String id : ids) got.addAll(read(id));
        got.removeIf(l -> l.startsWith("@time"));
        got.sort(null);
        if (there && !got.equals(wanted)) {
            System.out.println(what + " counts otherwise:");
            for (String l : got) if (!wanted.contains(l)) System.out.println("  probe " + l);
            for (String l : wanted) if (!got.contains(l)) System.out.println("  own   " + l);
        } else
            wanted.forEach(System.out::println);
    }

    // ---- times ----

    static long inside, outside;

    static int timed(int n) {
        long began = System.nanoTime();
        int s = 0;
        if (n % 5 != 0) for (int i = 0; i < 200; i++) s += i * n ^ s >> 1;
        if (n % 4 == 0) s += timed(n / 4 * 2 + 1) & 1;
        inside += System.nanoTime() - began;
        return s;
    }

    static int timedThrower(int n) {
        if (n % 3 == 0) throw new IllegalStateException();
        return n;
    }
    static int timedCatcher(int n) {
        try {
            return timedThrower(n) + 1;
        } catch (IllegalStateException e) {
            return 0;
        }
    }

    static void time(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            long began = System.nanoTime();
            s += timed(i);
            outside += System.nanoTime() - began;
            s += timedCatcher(i);
        }
        sink = s;
    }

    static long number(List<String> lines, String name) {
        for (String l : lines) if (l.startsWith(name + ": ")) return Long.parseLong(l.substring(name.length() + 2));
        return -1;
    }

    /** The sum of times lies between those that the program takes just inside and just outside, each of which is taken twice where calls nest. */
    static void times(int n) throws Exception {
        time(n);
        for (String more : new String[] {"", " method:Heavy.timed:return { @key[tid > 0] = sum(elapsed) }"}) {
            String id = add("method:Heavy.timed:return { @time = sum(elapsed); @n = count(); @ms = sum(elapsed / 1000000) }"
                + " method:Heavy.timed:return /elapsed % 2 >= 0 && elapsed >= 0/ { @known = count() }"
                + " method:Heavy.timedThrower:return, method:Heavy.timedThrower:throw /elapsed >= 0/ { @all = count() }"
                + " method:Heavy.timedThrower:throw { @left = sum(elapsed); @t = count() }" + more);
            inside = outside = 0;
            time(n);
            List<String> lines = there ? read(id) : List.of();
            int calls = n + (n + 3) / 4;
            long time = number(lines, "@time");
            boolean right = !there || time >= inside * 0.99 - 100_000 && time <= outside * 2.02 + 100_000;
            System.out.println(right ? "times" : time + " ns, inside " + inside + ", outside " + outside);
            boolean counts = !there || number(lines, "@n") == calls && number(lines, "@known") == calls && number(lines, "@all") == n
                && number(lines, "@t") == (n + 2) / 3 && number(lines, "@left") > 0 && (more.isEmpty() || lines.contains("@key[1]: " + time));
            System.out.println(counts ? "known" : calls + " calls: " + lines);
            String head = there ? ask("Probe.read " + id).split("\n")[0] : "";
            System.out.println(head.contains("skipped") || head.contains("lost") ? head : "nothing lost");
            remove(id);
        }
    }

    /** More frames than are timed. */
    static int deep(int n) {
        return n == 0 ? 0 : deep(n - 1) + 1;
    }
    static void depths() throws Exception {
        for (int i = 0; i < 300; i++) deep(10);
        String id = add("method:Heavy.deep:return { @n = count(); @t = avg(elapsed) }");
        deep(5999);
        deep(99);
        String s = there ? ask("Probe.read " + id) : "";
        boolean right = !there || s.contains("@n: 6100") && s.matches("(?s).*\\((\\d+) values, .*") && s.matches("(?s)[^\n]* lost_depth \\d+.*");
        if (there) {
            long values = Long.parseLong(s.replaceAll("(?s).*\\((\\d+) values, .*", "$1"));
            long lost = Long.parseLong(s.replaceAll("(?s).* lost_depth (\\d+).*", "$1"));
            right &= values + lost == 6100 && lost > 1900;
        }
        System.out.println(right ? "depths" : s);
        remove(id);
    }

    public static void main(String[] args) throws Exception {
        int n = Integer.parseInt(args[0]);
        open();
        long plain = work(n);
        for (int round = 0; round < 2; round++) {
            String[] ids = new String[TEXTS.length];
            for (int i = 0; i < ids.length; i++) ids[i] = add(TEXTS[i]);
            own.clear();
            noting = true;
            if (work(n) != plain) System.out.println("another result");
            noting = false;
            compare("round " + round, ids, List.of());
            for (String id : ids) remove(id);
            if (work(n) != plain) System.out.println("another result");
        }
        times(n);
        depths();
        close();
    }
}
