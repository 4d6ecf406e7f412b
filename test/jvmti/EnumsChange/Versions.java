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

enum Many_0 {
    A0, A1, A2, A3, A4, A5, A6, A7, A8, A9, A10, A11, A12, A13, A14, A15, A16, A17, A18, A19, A20, A21, A22, A23, A24, A25, A26, A27, A28, A29, A30,
    A31, A32, A33, A34, A35, A36, A37, A38, A39, A40, A41, A42, A43, A44, A45, A46, A47, A48, A49, A50, A51, A52, A53, A54, A55, A56, A57, A58, A59
}
enum Many_1 {
    A1, A2, A3, A4, A5, A6, A7, A8, A9, A10, A11, A12, A13, A14, A15, A16, A17, A18, A19, A20, A21, A22, A23, A24, A25, A26, A27, A28, A29, A30, A31,
    A32, A33, A34, A35, A36, A37, A38, A39, A40, A41, A42, A43, A44, A45, A46, A47, A48, A49, A50, A51, A52, A53, A54, A55, A56, A57, A58, A59, B0,
    B1, B2, B3, B4, B5, B6, B7, B8, B9, B10, B11, B12, B13, B14, B15, B16, B17, B18, B19, B20, B21, B22, B23, B24, B25, B26, B27, B28, B29, B30, B31,
    B32, B33, B34, B35, B36, B37, B38, B39, B40, B41, B42, B43, B44, B45, B46, B47, B48, B49, B50, B51, B52, B53, B54, B55, B56, B57, B58, B59, B60,
    B61, B62, B63, B64, B65, B66, B67, B68, B69, A0
}
enum Many_2 {
    C0, B1, B0, B2, B3, B4, B5, B6, B7, B8, B9, B10, B11, B12, B13, B14, B15, B16, B17, B18, B19, B20, B21, B22, B23, B24, B25, B26, B27, B28, B29,
    B30, B31, B32, B33, B34, B35, B36, B37, B38, B39, B40, B41, B42, B43, B44, B45, B46, B47, B48, B49, B50, B51, B52, B53, B54, B55, B56, B57, B58,
    B59, B60, B61, B62, B63, B64, B65, B66, B67, B68, B69, A0, A1, A2, A3, A4, A5, A6, A7, A8, A9, A10, A11, A12, A13, A14, A15, A16, A17, A18, A19,
    A20, A21, A22, A23, A24, A25, A26, A27, A28, A29, A30, A31, A32, A33, A34, A35, A36, A37, A38, A39, A40, A41, A42, A43, A44, A45, A46, A47, A48,
    A49, A50, A51, A52, A53, A54, A55, A56, A57, A58, A59
}

enum Act_0 {
    ONE;
    String act() { return "plain"; }
}
enum Act_1 {
    ZERO {
        String act() { return "zero " + ordinal(); }
    },
    ONE,
    TWO {
        String act() { return "two " + ordinal(); }
    };
    String act() { return "plain " + ordinal(); }
}

/* As Kotlin's compiler writes `when` over constants: an array is filled before it is stored. */
class Whens_0 {
    static final class WhenMappings {
        static final int[] $EnumSwitchMapping$0, $EnumSwitchMapping$1;
        static {
            int[] a = new int[Color_0.values().length];
            a[Color_0.RED.ordinal()] = 1;
            a[Color_0.GREEN.ordinal()] = 2;
            $EnumSwitchMapping$0 = a;
            a = new int[Color_0.values().length];
            a[Color_0.BLUE.ordinal()] = 1;
            $EnumSwitchMapping$1 = a;
        }
    }
    static String one(Color_0 c) {
        switch (WhenMappings.$EnumSwitchMapping$0[c.ordinal()]) {
        case 1: return "red";
        case 2: return "green";
        default: return "other";
        }
    }
    static String two(Color_0 c) {
        switch (WhenMappings.$EnumSwitchMapping$1[c.ordinal()]) {
        case 1: return "blue";
        default: return "-";
        }
    }
}
class Whens_1 {
    static final class WhenMappings {
        static final int[] $EnumSwitchMapping$0, $EnumSwitchMapping$1;
        static {
            int[] a = new int[Color_1.values().length];
            a[Color_1.WHITE.ordinal()] = 1;
            a[Color_1.RED.ordinal()] = 2;
            $EnumSwitchMapping$0 = a;
            a = new int[Color_1.values().length];
            a[Color_1.BLUE.ordinal()] = 1;
            a[Color_1.GREEN.ordinal()] = 2;
            $EnumSwitchMapping$1 = a;
        }
    }
    static String one(Color_1 c) {
        switch (WhenMappings.$EnumSwitchMapping$0[c.ordinal()]) {
        case 1: return "white";
        case 2: return "red";
        default: return "other";
        }
    }
    static String two(Color_1 c) {
        switch (WhenMappings.$EnumSwitchMapping$1[c.ordinal()]) {
        case 1: return "blue";
        case 2: return "green";
        default: return "-";
        }
    }
}
