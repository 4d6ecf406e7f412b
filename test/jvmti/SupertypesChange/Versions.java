import java.util.function.*;

/* ---- without fields ---- */
interface Told_0 {
    String told();
    default String twice() { return told() + told(); }
}
class Mid_0 {
    static int made = ++SupertypesChange.initialized;
    static final String CONSTANT = "constant";
    public String one() { return "mid one"; }
    public String two() { return "mid two " + one(); }
    protected String three() { return "mid three"; }
    public String toString() { return "mid " + CONSTANT; }
    public String shared() { return "mid shared"; }
    String inPackage() { return "mid package"; }
}
class Mid_1 extends Mid_0 { } /* only so that javac has one for Leaf_1 */
class Leaf_0 implements Told_0 {
    public String a() { return "a"; }
    public String b() { return "b" + a(); }
    public String c() { return "c"; }
    public String told() { return "told"; }
    public String shared() { return "leaf shared"; }
    String inPackage() { return "leaf package"; }
}
class LeafHeir_0 extends Leaf_0 {
    public String b() { return "heir b" + super.b(); }
    public String d() { return "d"; }
    public String told() { return "heir " + super.told(); }
}
class LeafHeirHeir_0 extends LeafHeir_0 {
    public String d() { return "heir " + super.d(); }
    public String one() { return "own one"; }
}
class Leaf_1 extends Mid_1 implements Told_0 {
    public String a() { return "a"; }
    public String b() { return "b" + a(); }
    public String c() { return "c " + super.toString() + " " + super.shared() + " " + made; }
    public String told() { return "told " + three(); }
    public String shared() { return "leaf shared"; }
    public String e() { return "e"; }
    String inPackage() { return "leaf package"; }
}
/* Defined when Leaf_0 has its superclass. */
class LeafLater_0 extends Leaf_0 {
    public String a() { return "later a"; }
    public String one() { return "later one"; }
}

/* ---- with fields ---- */
class Based_0 {
    int x;
    String y;
    Object z;
    double w;
    byte v;
    Object sum() { return x + " " + y + " " + z + " " + w + " " + v; }
    void fill(int n) {
        x = n;
        y = "y" + n;
        z = new Integer[] { n };
        w = n / 2.0;
        v = (byte) n;
    }
    String all() { return x + " " + y + " " + (z == null ? null : ((Integer[]) z)[0]) + " " + w + " " + v; }
}
class Based_1 extends Based_0 { }
class Other_0 {
    Object p, q;
    long r;
    String all() { return p + " " + q + " " + r; }
    void fill(int n) {
        p = "p" + n;
        q = "q" + n;
        r = n;
    }
}
class Other_1 extends Other_0 { }
class Own_0 {
    int a;
    String b;
    long c;
    Object d;
    short e;
    void set(int n) {
        a = n;
        b = "b" + n;
        c = n * 10_000_000_000L;
        d = new int[] { n };
        e = (short) n;
    }
    boolean is(int n) { return a == n && b.equals("b" + n) && c == n * 10_000_000_000L && ((int[]) d)[0] == n && e == (short) n; }
    String base() { return null; }
    void fillBase(int n) { }
    String superText() { return super.toString(); }
}
class OwnHeir_0 extends Own_0 {
    float f;
    Object g;
    void set(int n) {
        super.set(n);
        f = n;
        g = "g" + n;
    }
    boolean is(int n) { return super.is(n) && f == n && g.equals("g" + n); }
}
class Own_1 extends Based_1 {
    int a;
    String b;
    long c;
    Object d;
    short e;
    void set(int n) {
        a = n;
        b = "b" + n;
        c = n * 10_000_000_000L;
        d = new int[] { n };
        e = (short) n;
    }
    boolean is(int n) { return a == n && b.equals("b" + n) && c == n * 10_000_000_000L && ((int[]) d)[0] == n && e == (short) n; }
    String base() { return super.all(); }
    void fillBase(int n) { super.fill(n); }
    String superText() { return super.toString().replaceAll("@.*", ""); }
    /** Runs something in the middle, then asks the superclass. */
    String across(Supplier<Object> s) {
        Object done = s.get();
        return done + super.all();
    }
}
class Own_2 extends Other_1 {
    int a;
    String b;
    long c;
    Object d;
    short e;
    void set(int n) {
        a = n;
        b = "b" + n;
        c = n * 10_000_000_000L;
        d = new int[] { n };
        e = (short) n;
    }
    boolean is(int n) { return a == n && b.equals("b" + n) && c == n * 10_000_000_000L && ((int[]) d)[0] == n && e == (short) n; }
    String base() { return super.all(); }
    void fillBase(int n) { super.fill(n); }
    String superText() { return super.toString().replaceAll("@.*", ""); }
}

/* ---- a field that comes back elsewhere, with a superclass that comes ---- */
class Above_0 { }
class Above_2 extends Above_0 { }
class Above_3 extends Above_0 { }
class Back_0 {
    float a;
    void set() { a = 0.5f; }
    String text() { return "a " + a; }
}
class Back_1 {
    void set() { }
    String text() { return "none"; }
}
class Back_2 extends Above_2 {
    float a;
    void set() { a = 0.25f; }
    String text() { return "a " + a; }
}
class Back_3 extends Above_3 {
    int b;
    void set() { b = 7; }
    String text() { return "b " + b; }
}

class Gone_0 {
    float f = 0.5f;
}
class Gone_1 { }
class Low_0 extends Gone_0 {
    String text() { return "f " + f; }
}
class Low_1 extends Gone_1 {
    String text() { return "none"; }
}
class Kin_0 { }
class Kin_2 {
    int b;
}
class Low_2 extends Kin_2 {
    String text() { return "b " + b; }
}

/* The superclass comes with other fields in the places of its own, which are longer than instances of Small_0. */
class Large_0 {
    double a, b, c, d;
}
class Large_1 {
    long e, f, g, h;
}
class Small_0 {
    int x;
    String text() { return "x " + x; }
}
class Small_1 extends Large_1 {
    int x;
    String text() { return "x " + x + " " + e + f + g + h; }
}

/* The superclass that comes keeps the place of a reference that it had from its own, which goes. */
class Past_0 {
    Object o = "past";
}
class Keeps_0 extends Past_0 { }
class Keeps_1 { }
class Number_0 {
    int i;
    void set() { i = 0x1234567; }
    int get() { return i; }
}
class Number_1 extends Keeps_1 {
    int i;
    void set() { i = 0x1234567; }
    int get() { return i; }
}
class Later_0 {
    void set() { }
    int get() { return 0; }
}
class Later_1 extends Keeps_1 {
    int i;
    void set() { i = 0x1234567; }
    int get() { return i; }
}

/* Half_0 comes between Has_0 and its superclass; their fields lay at the same place. */
class Third_0 {
    float d = 0.3f;
}
class Third_1 extends Third_0 { }
class Half_0 {
    short a = 7;
}
class Half_1 extends Third_1 {
    short a = 7;
}
class Has_0 extends Third_0 {
    String text() { return "d " + d; }
}
class Has_1 extends Half_1 {
    String text() { return "d " + d + " a " + a; }
}
/* A field comes back elsewhere, because a subclass that goes has one at its place. */
class Twin_0 {
    long c = -1;
    String text() { return "c " + c; }
}
class TwinSub_0 {
    long c = -1;
}
class Twin_1 {
    String text() { return "none"; }
}
class TwinSub_1 { }
class Twin_2 { }
class TwinSub_2 extends Twin_2 { }
class Twin_3 {
    long c;
    String text() { return "c " + c; }
}
class TwinSub_3 extends Twin_3 {
    long d;
}
class TwinSub_4 {
    long d;
}
class Twin_5 {
    long c;
    Object o;
    String text() { return "c " + c + " o " + o; }
}

/* A class loses Twin_0 in the call in which the field comes back elsewhere: its own old place is taken. */
class TwinLost_0 extends Twin_0 { }
class TwinLost_3 {
    String text() { return "none"; }
}
class TwinLost_4 {
    long x;
    String text() { return "x " + x; }
}

/* The superclass that comes has become longer in the same call. */
class Tall_0 {
    long a;
}
class Tall_1 {
    long a, b;
}
class Drop_0 extends Tall_0 { }
class Drop_1 { }
class Drop_2 {
    long e;
    boolean zero() {
        boolean zero = e == 0;
        e = -1;
        return zero;
    }
}
class Join_0 {
    boolean zero() { return true; }
}
class Join_1 extends Drop_1 {
    boolean zero() { return true; }
}
class Join_2 extends Drop_2 { }

/* Low3_0 has kept the place of its superclass's field, which has it again, when Wedge_0 comes between them. */
class Bag_0 {
    Object b;
}
class Bag_1 {
    Object b;
}
class Bag_3 extends Bag_0 { }
class Low3_0 extends Bag_0 {
    String text() { return "b " + b; }
}
class Low3_1 {
    String text() { return "none"; }
}
class Low3_2 extends Bag_1 {
    String text() { return "b " + b; }
}
class Wedge_0 {
    byte e;
}
class Wedge_3 extends Bag_3 {
    byte e;
}
class Low3_3 extends Wedge_3 {
    String text() { return "b " + b + " e " + e; }
}

/* The superclass that comes keeps the place of a reference, where a deleted field of the one that goes left a number. */
class Ref_0 {
    boolean flag;
    Object ref;
}
class Loser_0 extends Ref_0 { }
class Loser_1 { }
class Ints_0 {
    int first = -1, second = -1;
}
class Ints_1 {
    int first = -1;
}
class Residue_0 extends Ints_0 { }
class Residue_1 extends Loser_1 { }

/* Poor_0 loses a reference, and its next superclass gets one with a number at that place. */
class Num_0 {
    int a = -1, b = -1;
}
class Num_1 {
    int a = -1, b = -1;
}
class Link_0 { }
class Link_1 extends Num_1 { }
class Refs_0 extends Link_0 {
    boolean flag;
    Object ref = "ref";
}
class Poor_0 extends Refs_0 {
    String text() { return "ref " + ref; }
    void set() { }
}
class Poor_1 extends Link_1 {
    String text() { return "a " + a + " b " + b; }
    void set() { b = -2; }
}

/* Host_0 grows with its superclass and loses it in the same call: instances of a subclass that comes later are shorter. */
class Wide_0 {
    long a;
}
class Wide_1 {
    long a, b, c, d, e;
}
class Host_0 extends Wide_0 {
    void fill() { }
    int sum() { return 0; }
}
class Host_1 {
    void fill() { }
    int sum() { return 0; }
}
class Host_2 {
    int i, j, k, l, m, n;
    void fill() { i = j = k = l = m = n = -1; }
    int sum() { return i + j + k + l + m + n; }
}
class Hall_0 extends Host_0 { }
class Guest_0 extends Hall_0 {
    int s = 7;
}

/* ---- two heirs that have an interface from their superclass, and each by itself ---- */
interface Face_0 {
    default String face() { return "face"; }
}
interface Face_2 extends Face_0 { }
class Top_0 implements Face_0 { }
class Top_1 { }
class Top_2 { }
class Left_0 extends Top_0 implements Face_0 { }
class Right_0 extends Top_0 implements Face_0 { }
class Left_2 extends Top_2 implements Face_2 {
    public String face() { return "left"; }
}

/* ---- each above the other ---- */
class Upper_0 {
    int upper;
    String name = "upper";
    String who() { return "upper " + upper; }
    String onlyUpper() { return "only upper"; }
}
class Lower_0 extends Upper_0 {
    long lower;
    Object other = "lower";
    String who() { return "lower " + lower + other; }
    String onlyLower() { return "only lower"; }
}
class Lower_1 {
    long lower;
    Object other = "lower";
    String who() { return "lower " + lower + other; }
    String onlyLower() { return "only lower"; }
}
class Upper_1 extends Lower_1 {
    int upper;
    String name = "upper";
    String who() { return "upper " + upper + name; }
    String onlyUpper() { return "only upper"; }
}
class Upper_2 extends Lower_2 { } /* a circle, as Lower_0 is a subclass */
class Lower_2 { }

/* ---- refused ---- */
class Base_0 {
    int field = 3;
    String text() { return "base"; }
}
class Base_1 extends Base_0 { }
class Free_0 { }
class Free_1 extends Base_1 { }
class Free_2 extends Thread { }
class Free_3 extends Last_3 { }
final class Last_0 { }
class Last_3 { } /* javac sees this one, the VM Last_0 */
class Given_0 { int given; int more; }
class Given_1 extends Base_1 { int given; int more; }
interface Mark_0 { }
interface Mark_1 { }
class Tag_0 { }
class Tag_1 implements Mark_1 { }
/* Uses a Free_0 as a Base_0. */
class User_1 {
    static String text(Free_1 f) { return of(f); }
    static String of(Base_1 b) { return b.text() + b.field; }
}
class User_0 {
    static String text(Free_0 f) { return "none"; }
}
