// argus-only: HotSpot has no extension for probes

/** Probes set, read and removed by an agent count what this text says; wrong ones are refused with the reason. */
public class ProbesByAgent {
    static native String add(String text, boolean message);
    static native int remove(int id);
    static native String read(int id, boolean json, boolean delta);
    static native String list(boolean json);

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

    public static void main(String[] args) {
        calls(20_000);
        check("list", list(false), "No probe is set.\n");
        int id = Integer.parseInt(add("method:ProbesByAgent.called:entry { @n = count(); @s = sum(arg0) }", true));
        calls(1000);
        check("counts", body(read(id, false, false)), "@n: 1000\n@s: 499500\n");
        check("first delta", body(read(id, false, true)), "@n: 1000\n@s: 499500\n");
        calls(10);
        check("second delta", body(read(id, false, true)), "@n: 10\n@s: 45\n");
        check("json", read(id, true, true).replaceAll("\"(monotonic_ns|wall_ns)\":\\d+,", ""), "{\"probe\":" + id + ",\"sequence\":3,\"one_moment\":false,"
            + "\"stopped\":false,"
            + "\"hits\":0,\"skipped\":0,\"redacted\":0,\"cut\":0,\"lost_keys\":0,"
            + "\"lost_output\":0,\"lost_rate\":0,\"lost_memory\":0,\"lost_depth\":0,\"lost_places\":0,\"maps\":["
            + "{\"name\":\"n\",\"kind\":\"count\",\"rows\":[]},{\"name\":\"s\",\"kind\":\"sum\",\"rows\":[]}],\"output\":\"\"}\n");
        int other = Integer.parseInt(add("line:ProbesByAgent:17 { @n = count() } field:ProbesByAgent.failed:read { exit() }", false));
        check("list", list(false), "probe " + id + ", 1 places\n    method:ProbesByAgent.called:entry { @n = count(); @s = sum(arg0) }\nprobe " + other
            + ", 2 places\n    line:ProbesByAgent:17 { @n = count() }\n    field:ProbesByAgent.failed:read { exit() }\n");
        if (!list(true).startsWith("{\"probe\":" + id + ",\"sites\":1,")) check("list", list(true), "JSON");
        calls(7);
        check("line", body(read(other, false, false)), "@n: 7\n");
        check("both", body(read(id, false, true)), "@n: 7\n@s: 21\n");
        check("removed", remove(id) + " " + remove(id) + " " + remove(other) + " " + remove(-1), "0 103 0 103");
        check("read", read(id, false, false), "error 103: ");
        check("refused", add("method:ProbesByAgent.calle:entry { exit() }", true),
              "error 103: line 1, column 1: ProbesByAgent has no method calle; the nearest name is called");
        check("refused", add("method:ProbesByAgent.called:entry { exit( }", false), "error 103: ");
        calls(100_000);
        System.out.println(failed ? "FAIL" : "PASS");
    }
}
