import java.util.function.Supplier;

/* Version 0 */
class Base_0 {
    String text() { return "base"; }
    public String inherited() { return "inherited of base"; }
    static String staticText() { return "static of base"; }
}
class Heir_0 extends Base_0 {
    int unrelated() { return 1; }
}
class Last_0 extends Heir_0 {
    String text() { return "last"; }
    String hook() { return "hook last"; } /* overrides what comes later */
    int unrelated() { return 2; }
}
class Caller_0 {
    static String all(Base_0 b) { return null; }
}
class Later_0 extends Heir_0 {
    String text() { return "later"; }
    public String added() { return "added later"; }
}

class Base_1 {
    private String secret() { return "private"; }
    String hook() { return "hook base"; }
    static String more() { return " more"; }
    String text() { return "base 1 " + added(); }
    public String inherited() { return "inherited of base"; }
    static String staticText() { return "static of base 1" + more(); }
    public String added() { return "added base"; }
    static String secretOf(Base_1 b) { return b.secret(); }
}
class Heir_1 extends Base_1 {
    int unrelated() { return 1; }
    String text() { return "heir 1"; }
    public String inherited() { return super.inherited().replace("base", "heir 1"); }
    public String added() { return "added heir"; }
    String hook() { return super.hook().replace("base", "heir"); }
}
class Caller_1 {
    static String all(Base_1 b) { return b.added() + "|" + b.hook() + "|" + Base_1.secretOf(b); }
}

class Base_2 {
    String text() { return "base 2"; }
    public String inherited() { return "inherited of base"; }
}
class Heir_2 extends Base_2 {
    int unrelated() { return 1; }
}

/* called before they are there */
class Early_0 {
    static String call() { return null; }
    static Supplier<String> handle() { return null; }
}
class Come_0 { }
class Early_1 {
    static String call() { return new Come_1().come() + Come_1.comeStatic(); }
    static Supplier<String> handle() { return Come_1::comeStatic; }
}
class Come_1 {
    String come() { return "come "; }
    static String comeStatic() { return "static"; }
}

class Last_3 extends Heir_0 {
    String text() { return "last"; }
    String hook() { return "hook last"; }
    int unrelated() { return 2; }
    public int hashCode() { return 77; }
    public boolean equals(Object o) { return true; }
}

/* Interfaces */
interface Face_0 {
    String face();
}
class Plain_0 implements Face_0 {
    public String face() { return "plain"; }
}
class Own_0 implements Face_0 {
    public String face() { return "own"; }
    public String added() { return "own added"; }
    public String needed() { return "own needed"; }
}
class FaceCaller_0 {
    static String call(Face_0 f) { return null; }
    static String byClass(Plain_0 p) { return null; }
    static String needed(Face_0 f) { return null; }
}
interface Face_1 {
    default String added() { return "default of " + face(); }
    String face();
    String needed();
    static String staticFace() { return "static of face"; }
}
class Plain_1 implements Face_1 {
    public String face() { return "plain"; }
    public String needed() { return "plain needed"; }
    public String added() { return "plain 1 added"; }
}
class FaceCaller_1 {
    static String call(Face_1 f) { return f.added() + "|" + Face_1.staticFace(); }
    static String byClass(Plain_1 p) { return p.added(); }
    static String needed(Face_1 f) { return f.needed(); }
}
interface Face_2 {
    String face();
}

/* Modifiers */
class Mods_0 {
    private String secret() { return "private"; }
    public String open() { return "public"; }
    static String kind() { return "static"; }
    String all() { return secret() + "|" + open() + "|" + kind(); }
}
class ModsHeir_0 extends Mods_0 {
    public String secret() { return "heir secret"; }
    public String open() { return "heir public"; }
}
class Mods_1 {
    public String secret() { return "private 1"; }
    synchronized String open1() { return "public 1"; }
    public String open() { return open1(); }
    String kind() { return "instance 1"; }
    String all() { return secret() + "|" + open() + "|" + kind() + "|abstract no more"; }
}
class Mods_2 {
    public final String secret() { return "private 2"; }
    public String open() { return "public 2"; }
    String all() { return secret(); }
}

/* Handles and reflection */
class Seen_0 {
    public String kept() { return "kept"; }
    public String gone() { return "gone"; }
}
class Seen_1 {
    public String added(int i) { return "added " + i; }
    public String kept() { return "kept 1"; }
    public String toString() { return "seen 1"; }
    public int hashCode() { return 5; }
    public boolean equals(Object o) { return o instanceof Seen_1; }
}

/* Lambdas */
class Lambdas_0 {
    static Supplier<String> make() { return () -> "lambda 0"; }
    static Supplier<String> reference() { return Lambdas_0::referred; }
    static String referred() { return "referred 0"; }
    static String more(int n) { return null; }
}
class Lambdas_1 {
    static Supplier<String> make() { return () -> "lambda 1"; }
    static Supplier<String> reference() { return Lambdas_1::referred; }
    static String referred() { return "referred 1"; }
    static String more(int n) {
        Supplier<String> s = () -> " another " + n;
        java.util.function.IntSupplier i = () -> 2 * n;
        return i.getAsInt() + s.get();
    }
}
class Lambdas_2 {
    static Supplier<String> make() { return new NoLambda_0(); }
}
class NoLambda_0 implements Supplier<String> {
    public String get() { return "no lambda"; }
}

/* A method that runs while it goes */
class Active_0 {
    static String run(Runnable r) {
        String s = helper();
        r.run();
        try {
            s += helper();
        } catch (NoSuchMethodError e) {
            s += "NoSuchMethodError, ";
        }
        return s + other() + "old frame";
    }
    static String helper() { return "before, "; }
    static String other() { return null; }
    static String fresh() { return null; }
}
class Active_1 {
    static String other() { return "new, "; }
    static String fresh() { return "fresh"; }
}
