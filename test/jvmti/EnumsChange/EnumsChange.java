// argus-only: HotSpot refuses these redefinitions; the program itself says what is expected
// jvm: -XX:+AllowEnhancedClassRedefinition -Xbatch -XX:ArgusStencilThreshold=40 -XX:ArgusProfileEnough=200
// also: -Xint
// also: -XX:GCStress=500 -XX:GCStressBackoff=20 -XX:+GCStressMoving
// also: -XX:+ArgusConcurrentMarking -XX:+GCStressConcurrent -XX:GCStress=1000 -XX:GCStressBackoff=40 -XX:+VerifyHeap
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
    /* ---- more constants than a word has bits ---- */

    @SuppressWarnings("unchecked")
    static <E extends Enum<E>> E at(Class<?> c, int n) { return ((Class<E>) c).getEnumConstants()[n]; }
    static void sets() {
        EnumSet<Many_0> all = EnumSet.allOf(Many_0.class), few = EnumSet.of(Many_0.A0, Many_0.A59), none = EnumSet.noneOf(Many_0.class);
        EnumSet<Many_0> held = EnumSet.range(Many_0.A1, Many_0.A3);
        EnumMap<Many_0, Integer> map = new EnumMap<>(Map.of(Many_0.A5, 5));
        Iterator<Many_0> in = held.iterator();
        is("in", in.next(), Many_0.A1);
        Many_0 first = Many_0.A0;
        hot("contains", () -> few.contains(first) && !none.contains(first) && all.size() == 60, true);
        /* the first constant comes behind the others; there are 130 now */
        is("grow", put(Many_0.class, 1), 0);
        is("number", Many_0.values().length, 130);
        is("ordinal", Many_0.A0.ordinal(), 129);
        Many_0 last = at(Many_0.class, 128);
        is("all", all.size() + " " + all.contains(last) + all.contains(Many_0.A0), "60 falsetrue");
        is("few", few.toString(), "[A59, A0]");
        hot("contains", () -> few.contains(first) && !none.contains(first) && !few.contains(last), true);
        hot("add", () -> none.add(last) && none.contains(last) && !none.contains(at(Many_0.class, 65)) && none.remove(last), true);
        is("iterator", in.next() + " " + in.next() + in.hasNext(), "A2 A3false");
        is("held", held.toString(), "[A1, A2, A3]");
        is("equals", few.equals(EnumSet.of(Many_0.A59, Many_0.A0)) && EnumSet.copyOf(few).equals(few) && few.clone().add(last), true);
        is("complement", EnumSet.complementOf(few).size(), 128);
        map.put(last, 129);
        is("map", map.toString(), "{A5=5, " + last + "=129}");
        few.add(last);
        System.gc();
        is("again", put(Many_0.class, 2), 0); // 131, in another order
        is("few", few.toString() + few.size(), "[B69, A0, A59]3");
        is("back", put(Many_0.class, 0), 0);
        is("few", few.toString() + few.size() + few.contains(first) + all.size(), "[A0, A59]2true60");
        hot("add", () -> none.add(first) && none.contains(first) && none.remove(first), true);
        is("all", EnumSet.complementOf(few).size() + all.toString().substring(0, 4), "58[A0,");
    }

    /* ---- constants with bodies ---- */

    /** Finds classes of constants, whose files have other names here. */
    static class Bodies extends ClassLoader {
        Bodies() { super(EnumsChange.class.getClassLoader()); }
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("Act")) return super.loadClass(name, resolve);
            Class<?> c = findLoadedClass(name);
            if (c != null) return c;
            byte[] bytes = file(name.contains("$") ? name.replace("_0", "_1") : name);
            return defineClass(name, bytes, 0, bytes.length);
        }
    }
    static void bodies() throws Exception {
        Class<?> c = new Bodies().loadClass("ActTest_0");
        var m = c.getDeclaredMethod("bodies");
        m.setAccessible(true);
        m.invoke(null);
    }

    /* ---- switches that Kotlin's compiler makes ---- */

    static void kotlin() throws Exception {
        Color_0 red = Color_0.RED, green = Color_0.GREEN, blue = Color_0.BLUE;
        hot("when", () -> Whens_0.one(red) + Whens_0.one(green) + Whens_0.one(blue) + Whens_0.two(red) + Whens_0.two(blue), "redgreenother-blue");
        is("first", put(Color_0.class, 1), 0);
        hot("when", () -> Whens_0.one(red) + Whens_0.one(green) + Whens_0.one(blue) + Whens_0.two(red) + Whens_0.two(blue), "redgreenother-blue");
        is("white", Whens_0.one(color("WHITE")) + Whens_0.two(color("WHITE")), "other-");
        is("when", put(Whens_0.class, 1, Class.forName("Whens_0$WhenMappings"), 1), 0);
        hot("when", () -> Whens_0.one(red) + Whens_0.one(green) + Whens_0.one(color("WHITE")) + Whens_0.two(blue), "redotherwhiteblue");
        is("second", put(Color_0.class, 2), 0);
        hot("when", () -> Whens_0.one(green) + Whens_0.one(color("WHITE")) + Whens_0.two(blue), "otherwhiteblue");
        is("back", put(Color_0.class, 0, Whens_0.class, 0, Class.forName("Whens_0$WhenMappings"), 0), 0);
        hot("when", () -> Whens_0.one(color("RED")) + Whens_0.one(green) + Whens_0.two(blue), "redgreenblue");
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
        kotlin();
        sets();
        bodies();
        System.out.println(failed == 0 ? "PASS" : "FAIL");
    }
}
class ActTest_0 extends Redefining {
    static String act(Act_0 a) { return a.act(); }
    static void bodies() {
        Act_0 one = Act_0.ONE;
        hot("act", () -> act(one), "plain");
        Set<Act_0> set = EnumSet.allOf(Act_0.class);
        is("bodies", put(Act_0.class, 1), 0);
        is("number", Arrays.toString(Act_0.values()), "[ZERO, ONE, TWO]");
        hot("act", () -> act(one) + act(Act_0.valueOf("ZERO")) + act(Act_0.valueOf("TWO")), "plain 1zero 0two 2");
        is("identity", Act_0.valueOf("ONE") == one && Act_0.valueOf("ZERO").getDeclaringClass() == Act_0.class, true);
        is("class", Act_0.valueOf("ZERO").getClass() != Act_0.class && Act_0.valueOf("ZERO").getClass().getSuperclass() == Act_0.class, true);
        set.addAll(EnumSet.allOf(Act_0.class));
        is("set", set.toString() + new EnumMap<>(Map.of(Act_0.valueOf("TWO"), 2)), "[ZERO, ONE, TWO]{TWO=2}");
        is("final", java.lang.reflect.Modifier.isFinal(Act_0.class.getModifiers()), false);
        is("back", put(Act_0.class, 0), 66); // its constants have subclasses
    }
}
