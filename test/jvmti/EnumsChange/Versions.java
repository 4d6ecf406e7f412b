import java.util.*;

enum Color_0 {
    RED, GREEN, BLUE;
    static final Map<String, Color_0> names = new HashMap<>();
    static int made;
    static { for (Color_0 c : values()) names.put(c.name(), c); }
    Color_0() { count(); }
    static void count() { made++; }
}
/** One is added in the middle, two change places, a static comes. */
enum Color_1 {
    BLUE, WHITE("light"), RED, GREEN;
    static final Map<String, Color_1> names = new HashMap<>();
    static int made;
    static final long wide = System.nanoTime() | 1;
    static { for (Color_1 c : values()) names.put(c.name(), c); }
    final String text;
    Color_1() { this(null); }
    Color_1(String text) { this.text = text; }
}
/** One goes. */
enum Color_2 {
    WHITE, BLUE, BLACK, GREEN;
    static Map<String, Color_2> names;
    static int made;
    String shade() { return "shade " + ordinal(); }
}
/** Its initializer fails. */
enum Color_3 {
    WHITE, BLUE, BLACK, GREEN, BAD;
    static Map<String, Color_3> names;
    static int made;
    Color_3() { if (name().equals("BAD")) throw new IllegalStateException(); }
}
class Painter_0 {
    static String paint(Color_0 c) {
        switch (c) {
        case RED: return "red";
        case GREEN: return "green";
        default: return "other";
        }
    }
}
class Painter_1 {
    static String paint(Color_1 c) {
        switch (c) {
        case WHITE: return "white";
        case BLUE: return "blue";
        case RED: return "red";
        default: return "other";
        }
    }
}
record Point_0(int x) { }
record Point_1(int x, String name) {
    static int count = 5;
}
record Point_2(String name, long x) { }
