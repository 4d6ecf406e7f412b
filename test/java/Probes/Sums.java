import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Probes that sum up numbers, and ask for some before, are instructions in compiled code too: all equal what the program computes. */
public class Sums extends Client {
    static final class Sum {
        long count, sum, min = Long.MAX_VALUE, max = Long.MIN_VALUE;
        final long[] words = new long[65];

        void add(long v) {
            count++;
            sum += v;
            min = Math.min(min, v);
            max = Math.max(max, v);
            words[v < 0 ? 0 : v == 0 ? 1 : 65 - Long.numberOfLeadingZeros(v)]++;
        }

        void clear() {
            count = sum = 0;
            min = Long.MAX_VALUE;
            max = Long.MIN_VALUE;
            Arrays.fill(words, 0);
        }

        /** The lines of the sums, as a read has them. */
        void lines(String name, List<String> to) {
            if (count == 0) {
                to.addAll(List.of("@" + name + "c: 0", "@" + name + "s: 0", "@" + name + "i: nothing", "@" + name + "x: nothing", "@" + name + "a: nothing",
                    "@" + name + "h: nothing"));
                return;
            }
            to.addAll(List.of("@" + name + "c: " + count, "@" + name + "s: " + sum, "@" + name + "i: " + min, "@" + name + "x: " + max,
                "@" + name + "a: " + sum / count + " (" + count + " values, sum " + sum + ")", "@" + name + "h:"));
            int first = 0, last = 64;
            long most = 1;
            while (words[first] == 0) first++;
            while (words[last] == 0) last--;
            for (long w : words) most = Math.max(most, w);
            for (int i = first; i <= last; i++) {
                String label = i == 0 ? "(..., 0)" : i == 1 ? "[0, 1)" : "[" + (1L << i - 2) + ", " + (i == 64 ? Long.MAX_VALUE : 1L << i - 1) + ")";
                to.add(String.format("%-24s %10d |%-40s|", label, words[i], "@".repeat((int) (40.0 * words[i] / most))));
            }
        }
    }

    static final String[] NAMES = "i j b z r l q c".split(" ");
    static final Sum[] sums = new Sum[NAMES.length];

    static void note(int which, long v) {
        sums[which].add(v);
    }

    int ints(int i, String s, long j, byte b, boolean z, double d) {
        note(0, i);
        if ((i & 3) == 1 || j > 100) note(1, j);
        if (b * 2 < i - 7) note(2, (b ^ i << 3) & 0xffff);
        if (!z) note(3, z ? 1 : 0);
        int r = (int) (i * j) - b;
        if (r >= 0) note(4, r);
        return r;
    }

    static long longs(long a, char c, short s) {
        long r = a < 0 ? -a * 7 : a ^ c + s;
        note(5, r);
        return r;
    }

    static char chars(int n) {
        char c = (char) (n * 31);
        if (c % 2 == 0) note(7, c);
        return c;
    }

    static int recursive(int n) {
        if (n > 2) note(6, -n >> 1);
        return n <= 0 ? 0 : recursive(n - 1) + 1;
    }

    static String all(String name, String of) {
        return "{ @" + name + "c = count(); @" + name + "s = sum(" + of + "); @" + name + "i = min(" + of + "); @" + name + "x = max(" + of + "); @" + name
            + "a = avg(" + of + "); @" + name + "h = hist(" + of + ") } ";
    }

    /** By name: a probe for each, since a command has a kilobyte. */
    static final String[] TEXTS = {
        "method:Sums.ints:entry " + all("i", "arg0"),
        "method:Sums.ints:entry /(arg0 & 3) == 1 || arg2 > 100/ " + all("j", "arg2"),
        "method:Sums.ints:entry /arg3 * 2 < arg0 - 7/ " + all("b", "(arg3 ^ arg0 << 3) & 65535"),
        "method:Sums.ints:entry /!arg4/ " + all("z", "arg4"),
        "method:Sums.ints:return /retval >= 0/ " + all("r", "retval"),
        "method:Sums.longs:return " + all("l", "retval"),
        "method:Sums.recursive:entry /arg0 > 2/ " + all("q", "-arg0 >> 1"),
        "method:Sums.chars:return /(retval & 1) == 0/ " + all("c", "retval"),
    };

    static long work(int n) {
        Sums s = new Sums();
        long x = 0;
        for (int i = 0; i < n; i++) {
            int k = i * 0x9e3779b9;
            x += s.ints(k >> (i & 31), "x", (long) k << (i % 40), (byte) k, (k & 8) != 0, i);
            x += longs((long) k * k * (i % 3 - 1), (char) i, (short) k) + chars(i);
            if (i % 8 == 0) x += recursive(i % 23);
        }
        return x;
    }

    public static void main(String[] args) throws Exception {
        int n = Integer.parseInt(args[0]);
        for (int i = 0; i < sums.length; i++) sums[i] = new Sum();
        open();
        long plain = work(n);
        for (int round = 0; round < 3; round++) {
            String[] ids = new String[TEXTS.length];
            for (int i = 0; i < ids.length; i++) ids[i] = add(TEXTS[i]);
            for (Sum s : sums) s.clear();
            if (work(n) != plain) System.out.println("another result");
            if (round == 1) {
                String heavy = add("method:Sums.*:entry { @by[method] = count() }");
                if (work(n / 2) == plain) System.out.println("the same result");
                remove(heavy);
                if (work(n) != plain) System.out.println("another result");
            }
            for (int i = 0; i < ids.length; i++) {
                List<String> own = new ArrayList<>();
                sums[i].lines(NAMES[i], own);
                check("sums", ids[i], own);
                remove(ids[i]);
            }
        }
        close();
    }
}
