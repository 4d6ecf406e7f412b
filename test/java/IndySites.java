// Each invokedynamic instruction has a call site of its own, even where javac lets two share one constant; one instruction keeps its site.
import java.util.function.Supplier;

public class IndySites {
    static String name() { return "n"; }
    static Supplier<String> again() { return IndySites::name; }

    interface Shape { default String kind() { return "shape"; } }
    static class Square implements Shape { public String toString() { return "square"; } }

    public static void main(String[] args) throws Exception {
        Supplier<String> a = IndySites::name, b = IndySites::name;
        System.out.println("two instructions: " + (a == b) + " " + (a.getClass() == b.getClass()) + " " + a.get() + b.get());
        System.out.println("one instruction: " + (again() == again()));
        Supplier<?> last = null;
        boolean same = true;
        for (int i = 0; i < 3; i++) {
            Supplier<String> s = () -> "loop";
            same &= last == null || last == s;
            last = s;
        }
        System.out.println("in a loop: " + same);
        int captured = args.length;
        Supplier<Integer> c1 = () -> captured, c2 = () -> captured;
        System.out.println("capturing: " + (c1 == c2) + " " + c1.get() + c2.get());
        Shape s = new Square();
        Supplier<String> k = s::kind, t = s::toString;
        System.out.println(k.get() + " " + t.get());
        try {
            Shape none = null;
            Supplier<String> n = none::kind;
            System.out.println("bound null: " + n);
        } catch (NullPointerException e) {
            System.out.println("bound null: NPE");
        }
    }
}
