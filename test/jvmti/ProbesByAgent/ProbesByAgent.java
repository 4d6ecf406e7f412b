// argus-only: HotSpot has no extension for probes
// jvm: -XX:ArgusProbeShare=0

/** Probes set, read and removed by an agent count what this text says; wrong ones are refused with the reason. */
public class ProbesByAgent {
    static native String add(String text, boolean message);
    static native int remove(int id);
    static native String read(int id, boolean json, boolean delta);
    static native String list(boolean json);
    static native void listen(boolean on);
    static native String records(int n);

    static boolean failed;
    static void check(String what, String got, String wanted) {
        if (got.equals(wanted)) return;
        failed = true;
        System.out.println(what + ": " + got + "\n  not " + wanted);
    }

    static int called(int n) { return n + 1; }
    static int calls(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) s += called(i);
        return s;
    }
    /** What follows the first line. */
    static String body(String s) { return s.substring(s.indexOf('\n') + 1); }

    /** What is printed comes as events too, once each; what the budget of a second does not let through is counted. */
    static void byEvent() throws Exception {
        listen(true);
        int id = Integer.parseInt(add("method:ProbesByAgent.called:entry { printf(\"%d of %s\\n\", arg0, thread) }", false));
        Thread[] threads = new Thread[4];
        for (int i = 0; i < 4; i++) (threads[i] = new Thread(() -> calls(100), "t" + i)).start();
        for (Thread t : threads) t.join();
        String[] lines = records(400).split("\n");
        int[] next = new int[4];
        for (String line : lines) {
            String[] words = line.split(" ");
            int t = words[5].charAt(1) - '0';
            check("record", line, id + " 1 0 " + next[t]++ + " of t" + t);
        }
        check("records", lines.length + " " + java.util.Arrays.toString(next), "400 [100, 100, 100, 100]");
        String[] output = body(read(id, false, false)).split("\n");
        check("output", output.length + "", "400");
        listen(false);
        calls(20_000);
        String all = read(id, false, false), head = all.split("\n")[0];
        long shown = body(all).split("\n").length, rate = number(head, "lost_rate");
        check("shown and lost", shown + rate + number(head, "lost_ring") + number(head, "lost_output") + "", "20000");
        if (rate < 5000) check("losses", head, "a lost_rate of at least 5000");
        check("hits", number(head, "hits") + "", "20400");
        remove(id);
    }
    static native void tag(Object o, long tag, boolean second);
    static int taken(Object o) { return 1; }
    /** Tags of two environments: the first that has one, or a chosen one. */
    static void tags() {
        Object a = new Object(), b = "b", c = new int[1], none = new Object();
        tag(a, 7, false);
        tag(a, 8, true);
        tag(b, 9, true);
        tag(c, -1, false);
        int id = Integer.parseInt(add("method:ProbesByAgent.taken:entry { @any[tag(arg0)] = count(); @first[tag(arg0, 1)] = count(); "
            + "@second[tag(arg0, 2)] = count(); @none = sum(tag(arg0, 900)) } method:ProbesByAgent.taken:entry /tag(arg0) == 7/ { @seven = count() }", false));
        Object[] all = {a, a, a, b, b, c, none, null};
        for (Object o : all) taken(o);
        String[] lines = body(read(id, false, false)).split("\n");
        java.util.Arrays.sort(lines);
        check("tags", String.join(" ", lines), "@any[-1]: 1 @any[0]: 1 @any[7]: 3 @any[9]: 2 @first[-1]: 1 @first[0]: 3 @first[7]: 3 @none: 0 "
            + "@second[0]: 2 @second[8]: 3 @second[9]: 2 @seven: 3");
        remove(id);
    }
    static long number(String head, String name) {
        var m = java.util.regex.Pattern.compile(" " + name + " (\\d+)").matcher(head);
        return m.find() ? Long.parseLong(m.group(1)) : 0;
    }

    public static void main(String[] args) throws Exception {
        calls(20_000);
        check("list", list(false), "No probe is set.\n");
        int id = Integer.parseInt(add("method:ProbesByAgent.called:entry { @n = count(); @s = sum(arg0) }", true));
        calls(1000);
        check("counts", body(read(id, false, false)), "@n: 1000\n@s: 499500\n");
        check("first delta", body(read(id, false, true)), "@n: 1000\n@s: 499500\n");
        calls(10);
        check("second delta", body(read(id, false, true)), "@n: 10\n@s: 45\n");
        check("json", read(id, true, true).replaceAll("\"(monotonic_ns|wall_ns)\":\\d+,", ""), "{\"probe\":" + id + ",\"sequence\":3,\"one_moment\":false,"
            + "\"every\":1,\"stopped\":false,"
            + "\"hits\":0,\"skipped\":0,\"redacted\":0,\"cut\":0,\"left_out\":0,\"lost_keys\":0,"
            + "\"lost_output\":0,\"lost_rate\":0,\"lost_memory\":0,\"lost_depth\":0,\"lost_places\":0,\"lost_ring\":0,\"maps\":["
            + "{\"name\":\"n\",\"kind\":\"count\",\"rows\":[]},{\"name\":\"s\",\"kind\":\"sum\",\"rows\":[]}],\"output\":\"\"}\n");
        int other = Integer.parseInt(add("line:ProbesByAgent:20 { @n = count() } field:ProbesByAgent.failed:read { exit() }", false));
        check("list", list(false), "probe " + id + ", 1 places\n    method:ProbesByAgent.called:entry { @n = count(); @s = sum(arg0) }\nprobe " + other
            + ", 2 places\n    line:ProbesByAgent:20 { @n = count() }\n    field:ProbesByAgent.failed:read { exit() }\n");
        if (!list(true).startsWith("{\"probe\":" + id + ",\"sites\":1,")) check("list", list(true), "JSON");
        calls(7);
        check("line", body(read(other, false, false)), "@n: 7\n");
        check("both", body(read(id, false, true)), "@n: 7\n@s: 21\n");
        check("removed", remove(id) + " " + remove(id) + " " + remove(other) + " " + remove(-1), "0 103 0 103");
        check("read", read(id, false, false), "error 103: ");
        check("refused", add("method:ProbesByAgent.calle:entry { exit() }", true),
              "error 103: line 1, column 1: ProbesByAgent has no method calle; the nearest name is called");
        check("refused", add("method:ProbesByAgent.called:entry { exit( }", false), "error 103: ");
        byEvent();
        tags();
        calls(100_000);
        System.out.println(failed ? "FAIL" : "PASS");
    }
}
