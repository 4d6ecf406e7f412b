import java.util.Random;

/** Switches whose ways the profile counts: one way, ways that come later, frequent keys, keys at the ends, loops that a switch leaves or begins again. */
public class SwitchWays {
    static int table(int k, int x) {
        switch (k) {
            case 0: return x + 1;
            case 1: return x * 3;
            case 2: return x - 7;
            case 3: return x ^ 5;
            case 4: return x << 2;
            case 5: return ~x;
            case 6: return x / 3;
            case 7: return x % 5;
            default: return -x;
        }
    }

    static int ends(int k) {
        switch (k) {
            case Integer.MIN_VALUE: return 1;
            case Integer.MIN_VALUE + 1: return 2;
            case -1: return 3;
            case 0: return 4;
            case 1: return 5;
            case Integer.MAX_VALUE - 1: return 6;
            case Integer.MAX_VALUE: return 7;
            default: return 8;
        }
    }

    /** Several keys with one target, and holes. */
    static int shared(int k) {
        switch (k) {
            case 3: case 4: case 5: case 9: return 1;
            case 6: case 7: return 2;
            case 12: return 3;
            case 14: case 15: case 16: return 1;
            default: return 0;
        }
    }

    static String text(String s) {
        return switch (s) {
            case "ant", "bee" -> "insect";
            case "cat" -> "mammal";
            case "AaAa", "BBBB" -> "same hash";
            case "AaBB" -> "same hash, other";
            default -> "?";
        };
    }

    enum Kind { A, B, C, D }

    static int kind(Kind k) {
        return switch (k) {
            case A -> 1;
            case B -> 20;
            case C -> 300;
            case D -> 4000;
        };
    }

    /** A machine: the switch begins the loop again or leaves it. */
    static long machine(byte[] code, int n) {
        long acc = 1;
        int at = 0;
        outer:
        for (int steps = 0; steps < n; steps++) {
            switch (code[at++ % code.length]) {
                case 0: continue;
                case 1: acc += steps; break;
                case 2: acc = acc * 31 + at; break;
                case 3: at += 2; continue outer;
                case 4: if (acc > 1_000_000_000) break outer; break;
                case 5: acc ^= acc >>> 7; break;
                default: break outer;
            }
            acc ^= steps;
        }
        return acc;
    }

    static int fallsThrough(int k) {
        int x = 0;
        switch (k) {
            case 1: x += 1;
            case 2: x += 20;
            case 5: x += 300; break;
            case 4: x += 4000;
            default: x += 50000;
        }
        return x;
    }

    /** A large method with one frequent way. */
    static long unit(int which, long a) {
        switch (which) {
            case 0: return a * 1_000_000_007L + (a >>> 3) - (a << 5) + (a ^ 0x55555555L) * 3 + (a & 0xffff) * 7 + (a | 1) % 1009;
            case 1: return a * 998_244_353L + (a >>> 5) - (a << 7) + (a ^ 0x33333333L) * 5 + (a & 0xfffff) * 11 + (a | 3) % 2003;
            case 2: return a + 86_400;
            case 3: return a * 1_000_003L + (a >>> 7) - (a << 9) + (a ^ 0x0f0f0f0fL) * 7 + (a & 0xffffff) * 13 + (a | 5) % 3001;
            case 4: return a * 1_000_033L + (a >>> 9) - (a << 11) + (a ^ 0x00ff00ffL) * 9 + (a & 0xfffffff) * 17 + (a | 7) % 4001;
            default: return a * 1_000_037L + (a >>> 11) - (a << 13) + (a ^ 0x0000ffffL) * 11 + (a & 0xfff) * 19 + (a | 9) % 5003;
        }
    }

    public static void main(String[] args) {
        Random random = new Random(7);
        int low = Integer.MIN_VALUE, high = Integer.MAX_VALUE;
        int[] ends = {low, low + 1, low + 2, -2, -1, 0, 1, 2, high - 2, high - 1, high};
        String[] texts = {"ant", "bee", "cat", "dog", "AaAa", "BBBB", "AaBB", "BBAa", ""};
        byte[] code = {0, 1, 2, 5, 1, 3, 0, 0, 4, 1};
        for (int phase = 0; phase < 9; phase++) { // each phase comes to keys that the ones before have not seen
            long hash = phase;
            for (int i = 0; i < 6_000; i++) {
                int seen = random.nextInt(10) < 7 ? phase : random.nextInt(phase + 1);
                hash = hash * 31 + table(seen == 8 ? i : seen, i);
                hash = hash * 31 + ends(ends[random.nextInt(phase + 3)]);
                hash = hash * 31 + shared(2 * seen + (i & 1));
                hash = hash * 31 + text(texts[seen]).length();
                hash = hash * 31 + kind(Kind.values()[seen & 3]);
                hash = hash * 31 + fallsThrough(seen % 6);
                hash = hash * 31 + unit(phase < 4 ? 2 : seen, i);
                if (i % 16 == 0) hash = hash * 31 + machine(code, 40 + phase);
            }
            code[phase] = (byte) (phase % 7);
            System.out.println(phase + " " + hash);
        }
        for (int k : ends)
            System.out.println(k + " " + ends(k) + " " + shared(k) + " " + table(k, 3) + " " + fallsThrough(k));
        for (String s : texts) System.out.println(s + " " + text(s));
    }
}
