import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Programs over texts: a matcher, a compressor, an alignment, counts of substrings. */
final class Texts {
    private static String letters(int n, String alphabet, int seed) {
        StringBuilder s = new StringBuilder(n);
        for (int i = 0; i < n; i++) {
            seed = seed * 1103515245 + 12345;
            s.append(alphabet.charAt((seed >>> 16) % alphabet.length()));
        }
        return s.toString();
    }

    /** Patterns of letters, `.`, `x*`, `x?` and `[abc]`, with backtracking. */
    private static boolean matches(String p, int i, String s, int k) {
        if (i == p.length()) return true;
        int end = p.charAt(i) == '[' ? p.indexOf(']', i) + 1 : i + 1;
        char how = end < p.length() ? p.charAt(end) : 0;
        if (how == '*') {
            int most = k;
            while (most < s.length() && one(p, i, end, s.charAt(most))) most++;
            for (; most >= k; most--)
                if (matches(p, end + 1, s, most)) return true;
            return false;
        }
        boolean fits = k < s.length() && one(p, i, end, s.charAt(k));
        if (how == '?') return fits && matches(p, end + 1, s, k + 1) || matches(p, end + 1, s, k);
        return fits && matches(p, end, s, k + 1);
    }

    private static boolean one(String p, int from, int end, char c) {
        if (p.charAt(from) == '.') return true;
        if (p.charAt(from) != '[') return p.charAt(from) == c;
        for (int i = from + 1; i < end - 1; i++)
            if (p.charAt(i) == c) return true;
        return false;
    }

    static long regex() {
        String text = letters(6000, "abcdefgh ", 5);
        String[] patterns = {"ab*c", "[abc]*d[efg]?h", "a.*h.b", "e?[fg]*[abc] a", "h[gfe]*d*c", "cc[ab]*dd"};
        long hash = 0;
        for (String p : patterns)
            for (int i = 0; i < text.length(); i += p.contains(".*") ? 40 : 1)
                if (matches(p, 0, text, i)) hash = hash * 31 + i;
        return hash;
    }

    static long lz77() {
        byte[] in = letters(60_000, "aaabbc ", 9).getBytes(StandardCharsets.ISO_8859_1);
        int[] last = new int[1 << 12], previous = new int[in.length];
        java.util.Arrays.fill(last, -1);
        byte[] out = new byte[3 * in.length];
        int n = 0;
        for (int i = 0; i < in.length;) {
            int best = 0, from = 0;
            if (i + 3 < in.length) {
                int at = last[hash(in, i)];
                for (int tries = 0; at >= 0 && i - at < 32768 && tries < 16; tries++, at = previous[at]) {
                    int k = 0;
                    while (k < 255 && i + k < in.length && in[at + k] == in[i + k]) k++;
                    if (k > best) {
                        best = k;
                        from = at;
                    }
                }
            }
            int step = best > 3 ? best : 1;
            if (best > 3) {
                out[n++] = (byte) best;
                out[n++] = (byte) (i - from);
                out[n++] = (byte) (i - from >> 8);
            } else {
                out[n++] = 0;
                out[n++] = in[i];
            }
            for (int k = 0; k < step; k++, i++)
                if (i + 3 < in.length) {
                    int h = hash(in, i);
                    previous[i] = last[h];
                    last[h] = i;
                }
        }
        byte[] back = new byte[in.length];
        int to = 0;
        for (int i = 0; i < n;) {
            int length = out[i++] & 0xff;
            if (length == 0) {
                back[to++] = out[i++];
                continue;
            }
            int distance = out[i] & 0xff | (out[i + 1] & 0xff) << 8;
            i += 2;
            for (int k = 0; k < length; k++, to++) back[to] = back[to - distance];
        }
        return n * 1000L + (java.util.Arrays.equals(in, back) ? 1 : 0) + to;
    }

    private static int hash(byte[] b, int i) { return (b[i] * 961 + b[i + 1] * 31 + b[i + 2]) * 40503 >>> 4 & 4095; }

    /** The best local alignment of two strings. */
    static long align() {
        String a = letters(700, "acgt", 1), b = letters(700, "acgt", 2);
        int[] row = new int[b.length() + 1];
        int best = 0;
        long sum = 0;
        for (int i = 1; i <= a.length(); i++) {
            int corner = 0;
            for (int j = 1; j <= b.length(); j++) {
                int same = corner + (a.charAt(i - 1) == b.charAt(j - 1) ? 3 : -2);
                corner = row[j];
                row[j] = Math.max(0, Math.max(same, Math.max(row[j], row[j - 1]) - 2));
                best = Math.max(best, row[j]);
                sum += row[j];
            }
        }
        return best * 1_000_000_000L + sum;
    }

    static long knucleotide() {
        String text = letters(25_000, "acgt", 3);
        long hash = 0;
        for (int k : new int[] {1, 2, 3, 4, 6, 12}) {
            Map<String, Integer> counts = new HashMap<>();
            for (int i = 0; i + k <= text.length(); i++) counts.merge(text.substring(i, i + k), 1, Integer::sum);
            List<Map.Entry<String, Integer>> sorted = new ArrayList<>(counts.entrySet());
            sorted.sort((x, y) -> x.getValue().equals(y.getValue()) ? x.getKey().compareTo(y.getKey()) : y.getValue() - x.getValue());
            for (int i = 0; i < sorted.size() && i < 20; i++) hash = hash * 31 + sorted.get(i).getKey().hashCode() + sorted.get(i).getValue();
        }
        return hash;
    }
}
