// argus-only: HotSpot refuses these redefinitions; the program itself says what is expected
// jvm: -XX:+AllowEnhancedClassRedefinition -XX:ArgusRedefinitionRoom=0 -XX:ArgusProbeShare=0 -Xbatch -XX:ArgusStencilThreshold=40 -XX:ArgusProfileEnough=200
// also: -Xint
// timeout: 120

/**
 * Code that reads a field for a probe knows where it lies. Redefinitions move it, delete it, bring it back, put another one of its name into a
 * subclass, and let instances grow, some of which stay short: the probe goes on with what the object has.
 */
public class ProbesFieldsMove extends Redefining {
    static native String add(String text);
    static native String read(String id);

    static volatile int sink;
    static int take(Moved_0 m, int i) { return i ^ sink; }
    static int also(Moved_0 m, int i) { return i + sink; }
    static int inner(Moved_0 m, int i) { return take(m, i) + also(m, i); }
    static void run(Moved_0 m) {
        for (int i = 0; i < 1000; i++) sink += inner(m, i);
    }
    static long value(String text, String before) {
        int at = text.indexOf(before);
        return at < 0 ? 0 : Long.parseLong(text.substring(at + before.length()).split("\\D")[0]);
    }
    static String id;
    static long sum, skipped, extra, hits;
    /** 1,000 calls more, which add n each, or, with -1, have no value. */
    static void more(String what, Moved_0 m, int n, int e) {
        run(m);
        if (n < 0) skipped += 1000;
        else sum += 1000L * n;
        if (e < 0) skipped += 1000;
        else extra += 1000L * e;
        hits += 2000;
        String text = read(id);
        is(what + ", sum", value(text, "@n: "), sum);
        is(what + ", extra", value(text, "@e: "), extra);
        is(what + ", skipped", value(text, "skipped "), skipped);
        is(what + ", hits", value(text, "hits "), hits);
    }
    /** `held` stays short as long as this frame names it. */
    static void held(Moved_0 held, Moved_0 other) {
        is("grow", put(Moved_0.class, 4), 0);
        more("short", held, 7, 0);
        more("grown", other, 5, 0);
        other.fill();
        more("filled", other, 5, 30);
        held.fill();
        more("filled short", held, 7, 30);
    }

    public static void main(String[] args) {
        Moved_0 a = new Moved_0(7), b = new Moved_0(5), s = new Sub_0(3);
        run(a);
        id = add("method:ProbesFieldsMove.take:entry { @n = sum(arg0.n) } method:ProbesFieldsMove.also:entry { @e = sum(arg0.extra) }");
        more("first", a, 7, -1);
        more("subclass", s, 3, -1);
        is("above", put(Moved_0.class, 1), 0);
        more("moved", a, 7, -1);
        more("moved in subclass", s, 3, -1);
        is("deleted", put(Moved_0.class, 2), 0);
        more("deleted", b, -1, -1);
        is("back", put(Moved_0.class, 1), 0);
        a.set(7);
        b.set(5);
        s.set(3);
        more("back", a, 7, -1);
        is("hidden", put(Sub_0.class, 3), 0);
        more("hidden", s, 0, -1);
        more("not hidden", b, 5, -1);
        is("hidden no more", put(Sub_0.class, 1), 0);
        more("hidden no more", s, 3, -1);
        held(a, b);
        System.gc();
        more("let go", a, 7, 30);
        System.out.println(failed == 0 ? "PASS" : "FAIL");
    }
}
class Above_0 {
    long a = 1, b = 2, c = 3;
}
class Moved_0 {
    int n;
    Moved_0(int n) { this.n = n; }
    void set(int n) { this.n = n; }
    void fill() { }
}
class Moved_1 extends Above_0 {
    int n;
    Moved_1(int n) { this.n = n; }
    void set(int n) { this.n = n; }
    void fill() { }
}
class Moved_2 extends Above_0 {
    Moved_2(int n) { }
    void set(int n) { }
    void fill() { }
}
class Moved_4 extends Above_0 {
    int n;
    long e0, e1, e2, e3, e4, e5, e6, e7, e8, e9;
    int extra;
    Moved_4(int n) { this.n = n; }
    void set(int n) { this.n = n; }
    void fill() { extra = 30; }
}
class Sub_0 extends Moved_0 {
    Sub_0(int n) { super(n); }
}
class Sub_1 extends Moved_1 {
    Sub_1(int n) { super(n); }
}
class Sub_3 extends Moved_1 {
    int n;
    Sub_3(int n) { super(n); }
}
