import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Fields, lengths and elements in conditions, values and keys are loads in compiled code: what they count equals what the program counts, null on
 * the way and an index outside are counted as skipped, and a subclass that hides a field has its own one, however its methods run.
 */
public class Loads extends Client {
    static class Node {
        boolean flag;
        byte small;
        char letter;
        short low;
        int n;
        volatile long wide;
        Node next;
        Object thing;
        int[] ints;
        long[] longs;
        Node[] nodes;
        byte[] bytes;
        static int common = 7;
        int pin = 4;

        Node(int i) {
            flag = (i & 1) != 0;
            small = (byte) (i * 37);
            letter = (char) (i * 4099);
            low = (short) (i * 9001);
            n = i * 7 - 50;
            wide = i % 4 == 0 ? i * 0x123456789L : -i;
            thing = i % 5 == 0 ? null : i % 5 == 1 ? "text" : i % 5 == 2 ? (Object) i : this;
            ints = i % 7 == 3 ? null : new int[] {i, i + 1, -i, i * 3}; // three in four are there
            longs = new long[i % 6];
            for (int k = 0; k < longs.length; k++) longs[k] = i * 1_000_000_007L - k;
            nodes = new Node[] {i % 3 == 0 ? null : this};
            bytes = new byte[i % 9];
        }

        int visit(int i) {
            return n ^ i;
        }

        int leave(int i) {
            int s = n;
            for (int k = 0; k < i % 5; k++) s += sink + k;
            return i % 11 == 0 ? -1 : s;
        }

        void write(int i) {
            n = i;
        }
    }

    static final Node[] MADE = new Node[8]; // as those that work makes
    static final Map<String, Long> own = new TreeMap<>();
    static long skipped, average, times;
    static volatile int sink;

    static void note(String key, long n) {
        own.merge(key, n, Long::sum);
    }

    static int take(Node a, int i) {
        return a == null ? i : a.n + i; // at take
    }

    static int inner(Node a, int i) {
        return take(a, i) + 1;
    }

    static long work(Node[] all, int n) {
        long s = 0;
        for (int i = 0; i < n; i++) {
            Node a = all[i % all.length];
            s += inner(a, i) + (a == null ? 0 : a.visit(i) + a.leave(i));
            s += take(new Node(i & 7), i); // never there
            if (a != null && i % 3 == 0) a.write(a.n);
        }
        return s;
    }

    static final String[] TEXTS = {
        "method:Loads.take:entry /arg0.n > 0/ { @pos = count(); @sum = sum(arg0.n) } method:Loads.take:entry { @z = sum(arg0.flag); @b = sum(arg0.small); "
            + "@c = sum(arg0.letter); @s = sum(arg0.low); @j = sum(arg0.wide); @len = sum(arg0.bytes.length); @avg = avg(arg0.next.n); @all = count() }",
        "method:Loads.take:entry /arg0 != null && arg0.next != null && arg0.next.n % 2 == 0/ { @safe[arg0.next.n & 7] = count() } "
            + "method:Loads.take:entry /arg0 == null || arg0.n < arg1 || arg0.next.flag/ { @or = count() } "
            + "method:Loads.take:entry /(arg0.next.n > 5) && arg1 % 2 == 0/ { @and = count() } "
            + "method:Loads.take:entry /arg1 % 2 == 0 && arg0.n + arg0.n + arg0.n + arg0.n + arg0.n - 4 * arg0.n > 3 || arg0.low == 9001/ { "
            + "@far = sum(arg0.n) }",
        "method:Loads.take:entry { @at[arg0.ints[arg1 % 5 - 1] & 3] = count(); @long[arg0.longs[2] & 3] = sum(arg0.ints[3]); "
            + "@deep = sum(arg0.nodes[0].nodes[0].n) }"
            + " method:Loads.take:entry /arg0.longs[arg1 & 7] > 500/ { @over = count() }",
        "method:Loads$Node.visit:entry { @thing[class(this.thing)] = count(); @n[method] = sum(this.next.n); @m[class] = avg(this.next.next.n); "
            + "@k[method] = count() } method:Loads$Node.visit:entry /this.n > 20 && this.flag/ { @flag[this.small & 7] = sum(this.wide) }",
        "method:Loads$Node.leave:return { @r[class(this.next.thing)] = count(); @h = sum(this.n + retval) } "
            + "method:Loads$Node.leave:return /this.next.flag/ { @f[this.low & 3] = sum(retval) }",
        "field:Loads$Node.n:write /obj.flag/ { @w[obj.small & 3] = sum(value); @of[method] = sum(obj.next.n) } "
            + "method:Loads.take:entry /arg0.next == arg0/ { @same = count() } method:Loads.take:entry { @common = sum(arg0.common); @x[arg0.pin] = count(); "
            + "@y = sum(arg0.bytes[0]) }",
        "line:Loads:TAKE /local(\"a\").n > 0/ { @pos = count(); @sum = sum(local(\"a\").next.n) } line:Loads:TAKE { @w[local(0).low & 3] = "
            + "sum(local(\"a\").wide); @len = sum(local(\"a\").ints.length); @el[local(\"a\").ints[local(\"i\") & 3] & 3] = count() }",
        "field:Loads$Node.n:write { @k[method, value & 3] = count(); @q[value & 1, class, obj.low & 1] = sum(value) } "
            + "field:Loads$Node.n:write /obj.flag/ { @f[obj.small & 1, method] = count() }",
    };

    static void taken(int text, Node a, int i) {
        Node b = a == null ? null : a.next;
        int[] ints = a == null ? null : a.ints;
        switch (text) {
            case 0:
                if (a == null) skipped += 8;
                else if (a.n > 0) {
                    note("@pos", 1);
                    note("@sum", a.n);
                }
                if (a != null) {
                    note("@z", a.flag ? 1 : 0);
                    note("@b", a.small);
                    note("@c", a.letter);
                    note("@s", a.low);
                    note("@j", a.wide);
                    note("@len", a.bytes.length);
                    if (b == null) skipped++;
                    else {
                        average += b.n;
                        times++;
                    }
                }
                note("@all", 1);
                break;
            case 1:
                if (b != null && b.n % 2 == 0) note("@safe[" + (b.n & 7) + "]", 1);
                if (a == null || a.n < i) note("@or", 1);
                else if (b == null) skipped++;
                else if (b.flag) note("@or", 1);
                if (b == null) skipped++;
                else if (b.n > 5 && i % 2 == 0) note("@and", 1);
                if (a == null) skipped++;
                else if (i % 2 == 0 && a.n > 3 || a.low == 9001) note("@far", a.n);
                break;
            case 2:
                int at = i % 5 - 1;
                if (ints == null || at < 0) skipped++;
                else note("@at[" + (ints[at] & 3) + "]", 1);
                if (ints == null || a.longs.length < 3) skipped++;
                else note("@long[" + (a.longs[2] & 3) + "]", ints[3]);
                if (a == null || a.nodes[0] == null) skipped++;
                else note("@deep", a.n);
                if (a == null || a.longs.length <= (i & 7)) skipped++;
                else if (a.longs[i & 7] > 500) note("@over", 1);
                break;
            case 5:
                if (a == null || b == null) skipped += a == null ? 1 : 0;
                else if (b == a) note("@same", 1);
                if (a == null) skipped++;
                else note("@common", Node.common);
                if (a == null) skipped++;
                else note("@x[<redacted>]", 1);
                skipped++; // a byte
                break;
            case 6:
                if (a == null) skipped += 4;
                else if (a.n > 0) {
                    note("@pos", 1);
                    if (b == null) skipped++;
                    else note("@sum", b.n);
                }
                if (a == null) break;
                note("@w[" + (a.low & 3) + "]", a.wide);
                if (ints == null) skipped += 2;
                else {
                    note("@len", ints.length);
                    note("@el[" + (ints[i & 3] & 3) + "]", 1);
                }
                break;
            default: break;
        }
    }

    static void visited(int text, Node a, int i, boolean writes) {
        Node b = a.next;
        if (text == 3) {
            if (a.thing == null) skipped++;
            else note("@thing[" + a.thing.getClass().getName() + "]", 1);
            if (b == null) skipped++;
            else note("@n[Loads$Node.visit(I)I]", b.n);
            if (b == null || b.next == null) skipped++;
            else {
                average += b.next.n;
                times++;
            }
            note("@k[Loads$Node.visit(I)I]", 1);
            if (a.n > 20 && a.flag) note("@flag[" + (a.small & 7) + "]", a.wide);
        } else if (text == 4) {
            int r = i % 11 == 0 ? -1 : a.n;
            for (int k = 0; k < i % 5 && i % 11 != 0; k++) r += sink + k;
            if (b == null || b.thing == null) skipped++;
            else note("@r[" + b.thing.getClass().getName() + "]", 1);
            note("@h", a.n + r);
            if (b == null) skipped++;
            else if (b.flag) note("@f[" + (a.low & 3) + "]", r);
        } else if (text == 5 && writes && a.flag) {
            note("@w[" + (a.small & 3) + "]", a.n);
            if (b == null) skipped++;
            else note("@of[Loads$Node.write(I)V]", b.n);
        } else if (text == 7 && writes) written(a, "Loads$Node.write(I)V");
    }

    static void written(Node a, String by) {
        note("@k[" + by + ", " + (a.n & 3) + "]", 1);
        note("@q[" + (a.n & 1) + ", Loads$Node, " + (a.low & 1) + "]", a.n);
        if (a.flag) note("@f[" + (a.small & 1) + ", " + by + "]", 1);
    }

    static void again(int text, Node[] all, int n) {
        for (int i = 0; i < n; i++) {
            Node a = all[i % all.length], made = MADE[i & 7];
            taken(text, a, i);
            if (a != null) visited(text, a, i, i % 3 == 0);
            taken(text, made, i);
            if (text == 7) written(made, "Loads$Node.<init>(I)V");
            if (text == 5 && made.flag) { // its constructor writes the field
                note("@w[" + (made.small & 3) + "]", made.n);
                skipped++;
            }
        }
    }

    static void checkAll(String what, String id) throws Exception {
        List<String> wanted = new ArrayList<>();
        own.forEach((k, v) -> wanted.add(k + ": " + v));
        if (what.equals("text 0")) wanted.add("@avg: " + average / times + " (" + times + " values, sum " + average + ")");
        if (what.equals("text 3")) wanted.add("@m[Loads$Node]: " + average / times + " (" + times + " values, sum " + average + ")");
        if (what.equals("text 5")) wanted.add("@y: 0");
        check(what, id, wanted);
        long found = skipped;
        String s = there ? ask("Probe.read " + id) : "skipped " + skipped + " ";
        if (skipped != 0) found = s.contains("skipped ") ? Long.parseLong(s.split("skipped ")[1].split("\\D")[0]) : 0;
        if (found != skipped) System.out.println("skipped " + found + " instead of " + skipped);
        System.out.println("skipped " + skipped);
        remove(id);
        own.clear();
        skipped = average = times = 0;
    }

    // ---- a class that hides a field, and comes later ----

    static class Hides extends Node {
        int n = 1000;

        Hides(int i) {
            super(i);
        }
    }

    static void hidden(Node[] all, int n) throws Exception {
        String text = "method:Loads.take:entry /arg0.n > 60/ { @over[arg0.n & 1] = count() } method:Loads$Node.visit:entry { @n = sum(this.n) }";
        String id = add(text);
        for (int round = 0; round < 3; round++) {
            Node[] some = all.clone();
            if (round > 0) for (int i = 0; i < some.length; i += 3) some[i] = new Hides(i);
            for (int i = 0; i < n; i++) {
                Node a = some[i % some.length];
                sink += inner(a, i);
                if (a != null) sink += a.visit(i);
                long m = a == null ? 0 : a instanceof Hides ? ((Hides) a).n : a.n;
                if (m > 60) note("@over[" + (m & 1) + "]", 1);
                if (a == null) skipped++;
                else note("@n", m);
            }
        }
        checkAll("hidden", id);
    }

    public static void main(String[] args) throws Exception {
        int n = Integer.parseInt(args[0]);
        open();
        int take = InCode.line("take");
        for (int i = 0; i < MADE.length; i++) MADE[i] = new Node(i);
        Node[] all = new Node[20];
        for (int i = 0; i < all.length; i++) all[i] = i % 8 == 7 ? null : new Node(i);
        for (int i = 0; i < all.length; i++) if (all[i] != null) all[i].next = i % 6 == 0 ? null : i % 6 == 1 ? all[i] : all[(i * 7 + 1) % all.length];
        sink += work(all, n);
        for (int round = 0; round < 2; round++)
            for (int t = 0; t < TEXTS.length; t++) {
                String id = add(TEXTS[t].replace("TAKE", "" + take));
                int s = sink;
                long result = work(all, n);
                again(t, all, n);
                checkAll("text " + t, id);
                if (s != sink) System.out.println("sink " + result);
            }
        hidden(all, n / 2);
        close();
    }
}
