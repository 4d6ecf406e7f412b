public class Lib {
    public int field = 1; public static int sfield = 2; public int becomesStatic = 3;
    public static int becomesInst = 4; public int retyped = 5; public int narrowed = 6; public int moved = 7;
    public final int CONST = 8; public static final int INLINED = 9; public int fin = 10;
    public static int sfin = 1;
    public void gone() { }
    public static void sgone() { }
    public void toStatic() { }
    public static void toInst() { }
    public int reret() { return 1; }
    public void hidden() { }
    public void moved() { }
    public static class Inner { }
    public void toFinal() { }
    public static Lib make() { return new Lib(); } public Lib() { } public Lib(String s) { }
}
class Sup { public String who() { return "Sup"; } }
class Mid extends Sup { public String who() { return "Mid"; } }
class GoneClass { static int x = 1; }
class ToItf { public void m() { } static void s() { } }
interface ToClass { void m(); static void s() { } }
abstract class ToAbstract0 { public void m() { } }
class ToAbstract { public int v = 1; }
interface A { default String m() { return "A.m"; } }
interface B { }
interface Grow { String one(); }
interface Prv { default String p() { return "p"; } }
class WillBeFinal { }
class Pkg { }
class Circ1 { } class Circ2 extends Circ1 { }
enum Col { RED, GREEN }
class Over { public String f() { return "Over"; } }
