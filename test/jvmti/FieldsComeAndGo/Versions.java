import java.io.Serializable;

/* Version 0 */
class Base_0 implements Cloneable {
    int number = 5;
    String text = "text";
    byte small = 3;
    final long fixed;
    Base_0() { fixed = 77; }
    String own() { return number + " " + text + " " + small + " " + fixed; }
    Base_0 copy() {
        try {
            return (Base_0) clone();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }
    static int sum(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            Base_0 b = new Base_0();
            b.number = i;
            Base_0 c = b.copy();
            sum += c.number + c.small;
        }
        return sum;
    }
    /** Objects that optimized code does not make, while r redefines the class. */
    static String unmade(Runnable r, boolean now) {
        Base_0 a = new Base_0(), b = a.copy();
        a.number = 11;
        b.number = 12;
        if (now) r.run();
        return a.number + " " + b.number + " " + a.text + " " + (a.fixed + b.small);
    }
}
class Heir_0 extends Base_0 {
    char own = 'h';
    Object ref = "ref";
}
/* Loaded later. */
class Late_0 extends Heir_0 {
    byte late = 1;
    short later = 2;
    Object latest = "latest";
}
class Reader_0 {
    static String all(Base_0 b) { return null; }
    static String heirs(Heir_0 h) { return null; }
    static void put(Base_0 b, int n) { }
}

/* Others come: before, between and behind those that stay. */
class Base_1 implements Cloneable {
    double added = 1;
    int number = 6;
    boolean truth = true;
    String text = "other";
    Object more = "more";
    byte small = 4;
    short little = 5;
    long wide = 6;
    final long fixed;
    float real = 7;
    char letter = 'x';
    int[] array = { 1 };
    Base_1() { fixed = 78; }
    String own() { return number + " " + text + " " + small + " " + fixed + " " + truth + " " + wide + " " + more; }
    Base_1 copy() {
        try {
            return (Base_1) clone();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }
    static int sum(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            Base_1 b = new Base_1();
            b.number = i;
            b.little = 10;
            Base_1 c = b.copy();
            sum += c.number + c.small + c.little;
        }
        return sum;
    }
    static String unmade(Runnable r, boolean now) { return "new"; }
}
class Heir_1 extends Base_1 {
    int number = 9;
    Object ref = "ref";
    char own = 'i';
    String second = "second";
}
class Reader_1 {
    static String all(Base_1 b) {
        String s = b.added + " " + b.truth + " " + b.more + " " + b.little + " " + b.wide + " " + b.real + " " + (int) b.letter;
        return s + " " + (b.array == null ? "none" : b.array.length);
    }
    static String heirs(Heir_1 h) { return h.number + " " + h.second + " " + h.own + " " + h.ref; }
    static void put(Base_1 b, int n) {
        b.added = n;
        b.truth = n % 2 == 1;
        b.more = "more" + n;
        b.little = (short) n;
        b.wide = (long) n << 40;
        b.real = -n;
        b.letter = (char) n;
        b.array = new int[n];
    }
}

/* Some go, others change their type or become static. */
class Base_2 implements Cloneable {
    static byte small = 8;
    long number = 7;
    String text = "two";
    final long fixed = 1;
    int late;
    Base_2 copy() { return null; }
    String own() { return number + " " + text + " " + small + " " + fixed; }
}
class Heir_2 extends Base_2 {
    Object ref = "ref";
}
class Reader_2 {
    static String all(Base_2 b) { return b.number + " " + b.late; }
    static String heirs(Heir_2 h) { return h.number + " " + h.ref; }
    static void put(Base_2 b, int n) { b.number = b.late = n; }
}

/* Looked at by the library */
class Seen_0 {
    public int kept = 1;
    public volatile int gone = 2;
    public volatile String word = "word";
    public volatile long wide = 3;
}
class Seen_1 {
    public volatile String other;
    public int added = 3;
    public int kept = 1;
}
class SubSeen_0 extends Seen_0 {
}

/* A frame of the old version is active. */
class Active_0 {
    int gone = 1, stays = 2;
    String run(Runnable r) {
        String s = gone + " " + stays;
        gone = 5;
        r.run();
        s += " " + stays;
        try {
            gone = 4;
        } catch (NoSuchFieldError e) {
            s += " put";
        }
        try {
            return s + " " + gone;
        } catch (NoSuchFieldError e) {
            return s + " " + e.getMessage();
        }
    }
}
class Active_1 {
    int stays = 3;
    String run(Runnable r) { return "new"; }
}

/* Streams */
class Sent_0 implements Serializable {
    static final long serialVersionUID = 1;
    int one = 1;
    String gone = "gone";
}
class Sent_1 implements Serializable {
    static final long serialVersionUID = 1;
    String two = "two";
    int one = 1;
}
class SubSent_0 extends Sent_0 {
    static final long serialVersionUID = 2;
    int three = 3;
}

/* Finalizers */
class Ended_0 {
    static volatile int seen;
    int one = 1;
    protected void finalize() { seen += one; }
}
class Ended_1 {
    static volatile int seen;
    int two = 5;
    int one = 1;
    protected void finalize() { seen += one * 1000 + two; }
}

record Point_0(int x, String name) { }
record Point_1(int x, long y, String name) { }

enum Color_0 {
    RED(1), GREEN(2);
    final int n;
    Color_0(int n) { this.n = n; }
    String text() { return name() + n; }
}
enum Color_1 {
    RED(1), GREEN(2);
    final int n;
    int uses;
    Color_1(int n) { this.n = n; }
    String text() { return name() + n + " " + ++uses; }
}

/* Flips */
class Flip_0 {
    int a = 1;
    Object b;
    int use() { return a; }
}
class Flip_1 {
    Object b;
    String a = "a";
    long c = 4;
    int use() { return a == null ? (int) c : 1; }
}
class SubFlip_0 extends Flip_0 {
    Object d = new Object[1];
}

/* No room */
class Full_0 {
    long a;
}
class Full_1 {
    long a, b, c, d, e, f, g;
}
class Full_2 {
    long a, b, c, d, e;
}
class Full_3 {
    long a, b, c, d, e;
    byte f;
}
/* Gaps of one, two and four bytes that a subclass may have taken. */
class Gap_0 {
    byte one;
}
class SubGap_0 extends Gap_0 {
    short two = 2;
    byte three = 3;
}
class Gap_1 {
    byte one, four;
    short five;
    int six;
    boolean seven;
}
