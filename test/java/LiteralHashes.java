import java.util.HashMap;
import java.util.Map;

/** Hash codes of strings that are known where code is made, before and after they are computed, 0 too. */
public class LiteralHashes {
    static final Map<String, Integer> MAP = new HashMap<>();
    static final String NEVER_ASKED = "never asked before its code runs";

    static int literal(int i) { return "some literal".hashCode() * 31 + "".hashCode() + "f5a5a608".hashCode() + i; }
    static int wide(int i) { return "\u0416\u0417 wide".hashCode() + i; }
    static int lookup(int i) {
        Integer a = MAP.get("there"), b = MAP.get("not there"), c = MAP.get("f5a5a608");
        return (a == null ? 1 : a) + (b == null ? 2 : b) + (c == null ? 3 : c) + i;
    }
    static int late(boolean ask, int i) { return ask ? NEVER_ASKED.hashCode() + i : i; }
    static int chosen(String s) {
        return switch (s) {
            case "f5a5a608" -> 1;
            case "some literal" -> 2;
            case "Aa" -> 3;
            case "BB" -> 4;
            default -> 5;
        };
    }
    static int chosen(int i) { return chosen("BB") * 10 + chosen("f5a5a608") + chosen((i & 1) == 0 ? "Aa" : "C#") * 100; }

    public static void main(String[] args) {
        long r = 0;
        for (int round = 0; round < 4; round++) {
            if (round == 1) MAP.put("there", 10);
            if (round == 2) MAP.put("f5a5a608", 20);
            if (round == 3) MAP.put("not there", 30);
            for (int i = 0; i < 20_000; i++) r = r * 31 + literal(i) + wide(i) + lookup(i) + late(round == 3, i) + chosen(i);
            System.out.println(round + " " + r);
        }
        System.out.println(NEVER_ASKED.hashCode() + " " + literal(0) + " " + wide(0) + " " + lookup(0) + " " + chosen(0) + " " + chosen(1));
    }
}
