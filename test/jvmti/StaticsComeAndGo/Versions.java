import java.util.function.Supplier;

/* Version 0 */
class Base_0 {
    static int number = 5;
    static String text = "text";
    static Object object = new int[] { 1, 2, 3 };
    static final long LONG = Long.parseLong("77");
    static final int CONSTANT = 3;
    static int hidden = 1;
    int instance = 4;
}
class Heir_0 extends Base_0 {
    static byte own = 9;
}
class Reader_0 {
    static String all() { return null; }
    static void put(int n) { }
}

/* Others come: before, between and behind those that stay. */
class Base_1 {
    static double added = 0;
    static Object object = null;
    static final String WORD = "wo" + "rd";
    static final int TEN = 10;
    static boolean truth;
    static int number = 6;
    static String text = "other text";
    int instance = 4;
    static long wide;
    static String more;
    static final long LONG = 78;
    static short small;
    static int hidden = 2;
    static final int CONSTANT = 3;
}
class Heir_1 extends Base_1 {
    static int hidden;
    static Object own2;
    static byte own = 10;
    static int[] array;
}
class Reader_1 {
    static String all() {
        return Base_1.added + " " + Base_1.truth + " " + Base_1.wide + " " + Base_1.more + " " + Base_1.small + " " + Heir_1.added + " "
            + Heir_1.hidden + " " + Base_1.hidden + " " + Heir_1.own2 + " " + Heir_1.array;
    }
    static void put(int n) {
        Base_1.added = n;
        Base_1.truth = n % 2 == 1;
        Base_1.wide = (long) n << 40;
        Base_1.more = "more" + n;
        Base_1.small = (short) -n;
        Heir_1.hidden = n * 10;
        Heir_1.own2 = Integer.toString(n);
        Heir_1.array = null;
    }
}

/* Some go, others change their type. */
class Base_2 {
    int instance = 4;
    static long number = 7;
    static Object object;
    static String text;
    static final int CONSTANT = 3;
}
class Heir_2 extends Base_2 {
    static byte own = 10;
    static Object own2;
}

/* Modifiers */
class Mods_0 {
    public static int open = 1;
    static int secret = 2;
    static final Object FIXED = new Object();
    static int plain = 3;
    static final int SUM = Integer.parseInt("40");
    int one;
    private final int two = 2;
    int sum() { return one + two; }
}
class ModsReader_0 {
    static String all() { return Mods_0.open + " " + Mods_0.secret + " " + (Mods_0.FIXED != null) + " " + Mods_0.plain; }
    static int sum() { return Mods_0.SUM; }
    static void put(int n) { Mods_0.plain = n; }
}
class Mods_1 {
    private final int two = 2;
    public volatile int one;
    public static int open = 1;
    private static int secret = 2;
    static Object FIXED = new Object();
    static final int plain = Integer.parseInt("4");
    static int SUM = 41;
    int sum() { return one + two; }
    static void set(int n) { SUM = n; FIXED = null; }
}

/* Interfaces */
interface Face_0 {
    String KEPT = String.valueOf("kept");
}
class Impl_0 implements Face_0 {
}
class FaceReader_0 {
    static String all() { return Impl_0.KEPT; }
}
interface Face_1 {
    int ADDED = 12;
    String TEXT = "ab" + "c";
    Object LATE = String.valueOf("late");
    String KEPT = String.valueOf("kept");
}
class FaceReader_1 {
    static String all() { return Impl_0.KEPT; }
    static Object late() { return Face_1.LATE; }
}

/* Not initialized yet */
class Early_0 {
    static int first = 1;
    static { StaticsComeAndGo.initialized++; }
}
class Early_1 {
    static int second = 2;
    static final String NAME = "name";
    static String third = NAME + second;
    static { StaticsComeAndGo.initialized += 10; }
}

/* Looked at by the library */
class Seen_0 {
    public static int kept = 1;
    public static int gone = 2;
    public static String word = "word";
}
class Seen_1 {
    public static String word = "word";
    public static int added = 3;
    public static volatile String other;
    public static int kept = 1;
}

/* A frame of the old version is active. */
class Active_0 {
    static int gone = 1, stays = 2;
    static String run(Runnable r) {
        String s = gone + " " + stays;
        r.run();
        s += " " + stays;
        try {
            return s + " " + gone;
        } catch (NoSuchFieldError e) {
            return s + " " + e.getMessage();
        }
    }
}
class Active_1 {
    static int stays = 3;
    static String run(Runnable r) { return "new"; }
}

/* Enum */
enum Color_0 {
    RED, GREEN
}
enum Color_1 {
    RED, BLUE, GREEN
}

/* Flips */
class Flip_0 {
    static int a = 1;
    static Object b;
    static int use() { return a; }
}
class Flip_1 {
    static String a;
    static Object b;
    static long c;
    static int use() { return a == null ? (int) c : 0; }
    static void put() { a = new String("x"); c = 4; b = a; }
}
