// argus-only: HotSpot refuses these redefinitions; the program itself says what is expected
// jvm: -XX:+AllowEnhancedClassRedefinition -Xbatch -XX:ArgusStencilThreshold=40 -XX:ArgusProfileEnough=200
// also: -Xint
// also: -XX:GCStress=500 -XX:GCStressBackoff=20 -XX:+GCStressMoving
import java.util.*;
import java.util.stream.*;

/** Constants of enums come, go and change their order; components of records likewise. */
public class EnumsChange extends Redefining {
    static String paint(Color_0 c) { return Painter_0.paint(c); }
    static Color_0 color(String name) { return Color_0.valueOf(name); }
    static int number() { return Color_0.values().length; }
    static int ordinal(Color_0 c) { return c.ordinal(); }
    /** All ways to the constants agree. */
    static void all(String wanted) {
        hot("values", () -> Arrays.toString(Color_0.values()), wanted);
        is("ordinals", Stream.of(Color_0.values()).map(c -> c.ordinal()).collect(Collectors.toList()),
            IntStream.range(0, number()).boxed().collect(Collectors.toList()));
        is("class", Arrays.toString(Color_0.class.getEnumConstants()), wanted);
        is("set", EnumSet.allOf(Color_0.class).toString(), wanted);
        for (Color_0 c : Color_0.values()) {
            is("value", color(c.name()), c);
            is("switch", Painter_0.paint(c) != null, true);
            is("map", new EnumMap<>(Map.of(c, 1)).toString(), "{" + c + "=1}");
        }
        for (int i = 0; i < 300; i++) if (ordinal(Color_0.values()[i % number()]) != i % number()) is("ordinal", i, null);
    }
    static void enums() {
        Color_0 red = Color_0.RED, green = Color_0.GREEN, blue = Color_0.BLUE;
        all("[RED, GREEN, BLUE]");
        hot("paint", () -> paint(red) + paint(green) + paint(blue), "redgreenother");
        Set<Color_0> set = EnumSet.of(red, blue), none = EnumSet.noneOf(Color_0.class), complement = EnumSet.complementOf(EnumSet.of(red));
        Map<Color_0, String> map = new EnumMap<>(Map.of(red, "r", green, "g", blue, "b"));
        int hash = red.hashCode();
        is("first", put(Color_0.class, 1), 0);
        all("[BLUE, WHITE, RED, GREEN]");
        is("identity", Color_0.valueOf("RED") == red && Color_0.values()[0] == blue && red.hashCode() == hash, true);
        is("made", Color_0.made, 3); // a static that stays keeps its value
        is("names", Color_0.names.keySet(), Set.of("RED", "GREEN", "BLUE", "WHITE")); // its contents may change
        is("static", of(() -> (long) field("wide") != 0), true);
        is("field", of(() -> field(color("WHITE"), "text")), "light");
        hot("paint", () -> paint(red) + paint(green) + paint(blue) + paint(color("WHITE")), "redgreenotherother");
        is("set", set.toString(), "[BLUE, RED]");
        is("complement", complement.toString(), "[BLUE, GREEN]");
        is("none", none.add(color("WHITE")) && none.contains(color("WHITE")) && !none.contains(green), true);
        map.put(color("WHITE"), "w");
        is("map", map.toString(), "{BLUE=b, WHITE=w, RED=r, GREEN=g}");
        is("painter", put(Painter_0.class, 1, synthetic(), 1), 0);
        hot("paint", () -> paint(red) + paint(green) + paint(blue) + paint(color("WHITE")), "redotherbluewhite");
        Color_0 white = color("WHITE");
        is("second", put(Color_0.class, 2), 0);
        all("[WHITE, BLUE, BLACK, GREEN]");
        is("identity", color("WHITE") == white && color("GREEN") == green, true);
        is("gone", of(() -> color("RED")), "IllegalArgumentException");
        is("set", set.toString(), "[BLUE]");
        is("map", map.toString() + map.size(), "{WHITE=w, BLUE=b, GREEN=g}3");
        is("paint", paint(white) + paint(blue) + paint(color("BLACK")), "whiteblueother");
        is("shade", of(() -> Color_0.class.getDeclaredMethod("shade").invoke(color("BLACK"))), "shade 2");
        is("shade", of(() -> Color_0.class.getDeclaredMethod("shade").invoke(green)), "shade 3");
        is("third", put(Color_0.class, 3), 0); // BAD is not made, values() stays
        all("[WHITE, BLUE, BLACK, GREEN]");
        is("back", put(Color_0.class, 0), 0);
        all("[RED, GREEN, BLUE]");
        is("again", color("RED") != red && color("BLUE") == blue, true);
        is("painter", put(Painter_0.class, 0, synthetic(), 0), 0);
        hot("paint", () -> paint(color("RED")) + paint(green) + paint(blue), "redgreenother");
        is("set", set.toString() + map, "[BLUE]{GREEN=g, BLUE=b}");
    }
    static Class<?> synthetic() {
        try {
            return Class.forName("Painter_0$1");
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
    static Object field(String name) throws Exception { return Color_0.class.getDeclaredField(name).get(null); }
    static Object field(Object o, String name) throws Exception {
        var f = o.getClass().getDeclaredField(name);
        f.setAccessible(true);
        return f.get(o);
    }
    static void records() {
        Point_0 a = new Point_0(1), b = new Point_0(1);
        Set<Object> set = new HashSet<>(List.of(a));
        hot("record", () -> a + " " + a.equals(b) + (a.hashCode() == b.hashCode()) + set.contains(b), "Point_0[x=1] truetruetrue");
        is("components", Point_0.class.getRecordComponents().length, 1);
        is("more", put(Point_0.class, 1), 0);
        hot("record", () -> a + " " + a.equals(b) + (a.hashCode() == b.hashCode()), "Point_0[x=1, name=null] truetrue");
        is("static", of(() -> { var f = Point_0.class.getDeclaredField("count"); f.setAccessible(true); return f.get(null); }), 0);
        is("made", of(() -> Point_0.class.getDeclaredConstructors()[0].newInstance(2, "two").toString()), "Point_0[x=2, name=two]");
        is("equals", of(() -> Point_0.class.getDeclaredConstructors()[0].newInstance(1, "one").equals(a)), false);
        is("old", of(() -> new Point_0(3)), "NoSuchMethodError");
        is("components", Arrays.toString(Point_0.class.getRecordComponents()), "[int x, java.lang.String name]");
        is("accessor", of(() -> Point_0.class.getRecordComponents()[0].getAccessor().invoke(a)), 1);
        is("other", put(Point_0.class, 2), 0);
        hot("record", () -> a + " " + a.equals(b), "Point_0[name=null, x=0] true"); // x is another field
        is("components", Arrays.toString(Point_0.class.getRecordComponents()), "[java.lang.String name, long x]");
        is("back", put(Point_0.class, 0), 0);
        hot("record", () -> new Point_0(4) + " " + a, "Point_0[x=4] Point_0[x=0]");
    }
    public static void main(String[] args) throws Throwable {
        enums();
        records();
        System.out.println(failed == 0 ? "PASS" : "FAIL");
    }
}
