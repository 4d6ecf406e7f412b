public class Lib {
    public static int becomesStatic = 3; public int becomesInst = 4; public long retyped = 5;
    private int narrowed = 6; public final int CONST = 88; public static final int INLINED = 99;
    public final int fin = 10; public static final int sfin = Integer.parseInt("1");
    public static void toStatic() { }
    public void toInst() { }
    public long reret() { return 1; }
    private void hidden() { }
    public final void toFinal() { }
    public static Lib make() { return new Lib(); } public Lib() { } private Lib(String s) { }
}
class Sup { public String who() { return "Sup"; } }
class Mid extends Sup { }
interface ToItf { void m(); static void s() { } }
class ToClass { public void m() { } static void s() { } }
abstract class ToAbstract { public int v = 1; }
interface A { default String m() { return "A.m"; } }
interface B { default String m() { return "B.m"; } }
interface Grow { String one(); String two(); default String three() { return "three"; } }
interface Prv { }
final class WillBeFinal { }
enum Col { RED, BLUE }
class Over { public final String f() { return "Over"; } }
class Circ1 { } class Circ2 extends Circ1 { }
