// compile: -XDstringConcat=inline
// tableswitch and lookupswitch: bounds, negative keys, extremes of int, fall-through, strings, enums, nested, empty.
public class Switches {
    enum Color { RED, GREEN, BLUE }
    static String dense(int i) {
        switch (i) { case -2: return "a"; case -1: return "b"; case 0: return "c"; case 1: return "d"; case 3: return "f"; default: return "-"; }
    }
    static String sparse(int i) {
        switch (i) { case Integer.MIN_VALUE: return "min"; case -1000: return "m1000"; case 0: return "zero"; case 77: return "77";
            case 1 << 20: return "2^20"; case Integer.MAX_VALUE: return "max"; default: return "-"; }
    }
    static int edge(int i) {
        switch (i) { case Integer.MAX_VALUE - 1: return 1; case Integer.MAX_VALUE: return 2; }
        switch (i) { case Integer.MIN_VALUE: return 3; case Integer.MIN_VALUE + 1: return 4; }
        return 0;
    }
    static int fall(int i) {
        int r = 0;
        switch (i) { case 1: r += 1; case 2: r += 10; case 3: r += 100; break; default: r = -1; case 9: r += 1000; }
        return r;
    }
    static String str(String s) {
        // Aa and BB hash alike
        switch (s) { case "Aa": return "first"; case "BB": return "second"; case "": return "empty"; default: return "other"; }
    }
    static int arrow(Color c) { return switch (c) { case RED -> 1; case GREEN -> { int x = c.ordinal(); yield x * 10; } case BLUE -> 3; }; }

    public static void main(String[] args) {
        for (int i = -4; i < 6; i++) System.out.print(dense(i));
        System.out.println(dense(Integer.MAX_VALUE) + dense(Integer.MIN_VALUE));
        for (int i : new int[] {Integer.MIN_VALUE, Integer.MIN_VALUE + 1, -1001, -1000, -1, 0, 1, 76, 77, 78, 1 << 20,
            Integer.MAX_VALUE - 1, Integer.MAX_VALUE})
            System.out.println(i + " " + sparse(i) + " " + edge(i));
        for (int i = 0; i < 11; i++) System.out.print(fall(i) + " ");
        System.out.println();
        for (String s : new String[] {"Aa", "BB", "", "C#", "AaBB"}) System.out.println(str(s));
        for (Color c : Color.values()) System.out.println(arrow(c));
        try { str(null); } catch (NullPointerException e) { System.out.println("NPE"); }
        try { arrow(null); } catch (NullPointerException e) { System.out.println("NPE"); }
        int sum = 0;
        for (int i = 0; i < 200; i++) {
            switch (i & 7) {
                case 0: sum += i; continue;
                case 5: switch (i) { case 13: sum -= 1; break; case 197: sum -= 2; break; default: } break;
                default: sum ^= i;
            }
        }
        System.out.println(sum);
        switch (sum) { }
        switch (sum) { default: System.out.println("only default"); }
        byte b = -3; switch (b) { case -3: System.out.println("byte"); }
        char c = '\uffff'; switch (c) { case '\uffff': System.out.println("char"); }
    }
}
