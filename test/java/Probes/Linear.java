import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Histograms of equal steps are instructions in compiled code: what they count equals what the program counts. */
public class Linear extends Client {
    static final long[] LONGS = {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 32, 99, 100, 101, -5, -6, 50, 1L << 60, -(1L << 60)};
    static final Map<String, long[]> own = new TreeMap<>();
    static volatile int sink;

    /** Those that have something, as a read has them; the bounds are those of the text. */
    static String buckets(String key, long[] words) {
        Matcher m = Pattern.compile("@" + key.charAt(0) + "(?:\\[[^]]*\\])? = lhist\\(.*?, (-?\\d+), (-?\\d+), (\\d+)\\)").matcher(TEXT);
        if (!m.find()) throw new AssertionError(key);
        long low = Long.parseLong(m.group(1)), high = Long.parseLong(m.group(2)), step = Long.parseLong(m.group(3));
        List<String> all = new ArrayList<>();
        for (int i = 0; i < words.length; i++) {
            if (words[i] == 0) continue;
            long from = i == words.length - 1 ? high : low + (i - 1) * step, to = i == 0 ? low : Math.min(from + step, high);
            all.add("{" + (i == 0 ? "" : "\"from\":" + from + ",") + (i == words.length - 1 ? "" : "\"to\":" + to + ",") + "\"count\":" + words[i] + "}");
        }
        return String.join(",", all);
    }

    static void note(String key, long v, long low, long high, long step) {
        int last = (int) ((high - low + step - 1) / step) + 1;
        long[] words = own.computeIfAbsent(key, k -> new long[last + 1]);
        words[v < low ? 0 : v >= high ? last : (int) ((v - low) / step) + 1]++;
    }

    static long few(int i, long v) {
        return v ^ i; // at few
    }

    static long work(int n) {
        long s = 0;
        for (int i = 0; i < n; i++) s += few(i % 300, LONGS[i % LONGS.length]);
        return s;
    }

    static final String TEXT = "method:Linear.few:entry { @a = lhist(arg0, -5, 100, 7); @b = lhist(arg1, -5, 100, 5); "
        + "@c[method] = lhist(arg0 * 3 - 50, 0, 1000, 10); @d[arg0 & 3] = lhist(arg1, -2, 90, 2); @e[arg0 & 1, method] = lhist(arg0, 0, 7, 1) } "
        + "method:Linear.few:entry /arg0 > 7/ { "
        + "@f = lhist(arg1 / 2, -1152921504606846976, 1152921504606846976, 576460752303423488) } "
        + "method:Linear.few:return { @g[retval & 1] = lhist(retval, 0, 10, 3) } "
        + "bci:Linear.few:0 { @h = lhist(local(0), 10, 20, 3) }";

    static void again(int n) {
        long half = 1L << 59;
        for (int i = 0; i < n; i++) {
            long k = i % 300, v = LONGS[i % LONGS.length], r = v ^ k;
            note("a", k, -5, 100, 7);
            note("b", v, -5, 100, 5);
            note("c[Linear.few(IJ)J]", k * 3 - 50, 0, 1000, 10);
            note("d[" + (k & 3) + "]", v, -2, 90, 2);
            note("e[" + (k & 1) + ", Linear.few(IJ)J]", k, 0, 7, 1);
            if (k > 7) note("f", v / 2, -2 * half, 2 * half, half);
            note("g[" + (r & 1) + "]", r, 0, 10, 3);
            note("h", k, 10, 20, 3);
        }
    }

    public static void main(String[] args) throws Exception {
        int n = Integer.parseInt(args[0]);
        open();
        sink += work(n);
        for (int round = 0; round < 3; round++) {
            String id = add(TEXT);
            Thread t = new Thread(() -> sink += work(n));
            t.start();
            sink += work(n);
            t.join();
            again(n);
            again(n);
            Map<String, List<String>> wanted = new TreeMap<>(), got = new TreeMap<>();
            own.forEach((key, words) -> wanted.computeIfAbsent(key.substring(0, 1), k -> new ArrayList<>()).add(buckets(key, words)));
            for (List<String> all : wanted.values()) all.sort(null);
            for (String map : there ? ask("Probe.read " + id + " -format=json").split("\\{\"name\":\"") : new String[0]) {
                List<String> all = got.computeIfAbsent(map.substring(0, 1), k -> new ArrayList<>());
                Matcher m = Pattern.compile("\"buckets\":\\[(.*?)\\]").matcher(map);
                while (m.find()) all.add(m.group(1));
                all.sort(null);
            }
            got.remove("{");
            if (there && !got.equals(wanted)) System.out.println("round " + round + "\n  probe " + got + "\n  own   " + wanted);
            System.out.println(wanted);
            remove(id);
            own.clear();
        }
        close();
    }
}
