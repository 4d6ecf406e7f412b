import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A probe that makes stacks all the time leaves hits out, says so, and misses none: what it took and what it left out are what the program counts.
    Where that is too dear it stops, and says so. */
public class Budget extends Client {
    static long calls;

    static int hot(int n) {
        calls++;
        return n * 31;
    }

    static long number(String text, String name) {
        Matcher m = Pattern.compile("(?m)" + name + " (\\d+)").matcher(text);
        return m.find() ? Long.parseLong(m.group(1)) : 0;
    }

    /** What the probe has taken, by the lines with keys of its name. */
    static long taken(String read, String name) {
        long n = 0;
        Matcher m = Pattern.compile("(?m)^" + name + "\\[.*\\]: (\\d+)$").matcher(read);
        while (m.find()) n += Long.parseLong(m.group(1));
        return n;
    }

    static int run(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) sum += hot(i);
        return sum;
    }

    /** Three hundred thousand hits a second, for a second and a half. */
    static int leftOut() throws Exception {
        String id = add("method:Budget.hot:entry { @[stack(4), thread] = count() } method:Budget.hot:return { @all = sum(1) }");
        int sum = 0;
        long began = System.nanoTime();
        for (int i = 0; i < 1500; i++) {
            sum += run(300);
            while (System.nanoTime() < began + (i + 1) * 1_000_000L) Thread.onSpinWait();
        }
        String read = there ? ask("Probe.read " + id) : "";
        long taken = taken(read, "@"), left = number(read, " left_out"), all = number(read, "^@all:");
        boolean exact = taken + left == calls && all == calls && number(read, " hits") == 2 * calls;
        System.out.println(!there || exact ? "exact" : calls + " calls, " + read);
        System.out.println(!there || left > taken && read.contains(" hit of stacks and texts is taken") ? "left out" : read);
        System.out.println(!there || ask("Probe.read " + id + " -format=json").matches("(?s).*\"every\":\\d\\d+,\"stopped\":false.*") ? "said" : "not said");
        remove(id);
        return sum;
    }

    static final class Late {
        static int twice(int n) {
            return 2 * n;
        }
    }

    /** As many as there can be: leaving them out costs too much. The probe leaves the code, and keeps what it has counted. */
    static int tooDear() throws Exception {
        String id = add("method:Budget.hot:entry { @[stack(4), thread] = count() } method:Budget.hot:return { @all = sum(1); @by[method] = count() }"
            + " later method:Budget$Late.*:entry { @late = count() }");
        int sum = 0;
        while (there && !ask("Probe.list").contains("probe " + id + ", 0 places, stopped: it cost too much\n")) sum += run(1_000_000);
        String read = there ? ask("Probe.read " + id) : "";
        sum += run(1_000_000) + Late.twice(sum);
        String again = there ? ask("Probe.read " + id) : "";
        long all = number(read, "^@all:");
        long heavy = taken(read, "@") + number(read, " left_out");
        /* the call whose entry stops the probe may return after that */
        boolean exact = heavy > 0 && heavy <= all + 1 && taken(read, "@by") == all && number(read, " hits") == heavy + all;
        System.out.println(!there || exact && number(read, "^@late:") == 0 ? "exact" : read);
        System.out.println(!there || read.contains(" ms: it cost too much\n") ? "said" : read);
        String when = "at \\d+ ns, wall clock \\d+ ns";
        System.out.println(again.replaceAll(when, "").equals(read.replaceAll(when, "")) ? "stays" : read + again);
        remove(id);
        return sum;
    }

    public static void main(String[] args) throws Exception {
        open();
        int sum = leftOut() + tooDear();
        close();
        if (sum == 1) System.out.println();
    }
}
