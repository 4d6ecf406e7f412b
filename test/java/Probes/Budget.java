import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A probe that makes stacks all the time leaves hits out, says so, and misses none: what it took and what it left out are what the program counts. */
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

    public static void main(String[] args) throws Exception {
        open();
        String id = add("method:Budget.hot:entry { @[stack(4), thread] = count() } method:Budget.hot:return { @all = sum(1) }");
        long end = System.nanoTime() + 1_500_000_000L;
        int sum = 0;
        while (System.nanoTime() < end)
            for (int i = 0; i < 1000; i++) sum += hot(i);
        String read = there ? ask("Probe.read " + id) : "";
        long taken = 0;
        Matcher m = Pattern.compile("(?m)^@\\[.*\\]: (\\d+)$").matcher(read);
        while (m.find()) taken += Long.parseLong(m.group(1));
        long left = number(read, " left_out"), all = number(read, "^@all:");
        boolean exact = taken + left == calls && all == calls && number(read, " hits") == 2 * calls;
        System.out.println(!there || exact ? "exact" : calls + " calls, " + read);
        System.out.println(!there || left > taken && read.contains(" hit of stacks and texts is taken") ? "left out" : read);
        System.out.println(!there || ask("Probe.read " + id + " -format=json").matches("(?s).*\"every\":\\d\\d+,\"stopped\":false.*") ? "said" : "not said");
        remove(id);
        close();
        if (sum == 1) System.out.println();
    }
}
