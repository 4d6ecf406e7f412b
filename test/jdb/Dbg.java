import java.util.ArrayList;
import java.util.List;

/**
 * What the scripted jdb session looks at: locals, fields, calls, an exception that is caught. It prints nothing: its output and jdb's own
 * would come in any order.
 */
public class Dbg {
    static String tag = "t", said;
    int count;
    List<String> list = new ArrayList<>();

    int add(int a, int b) {
        int s = a + b;
        count++;
        return s;
    }

    static int factorial(int n) {
        return n < 2 ? 1 : n * factorial(n - 1);
    }

    public static void main(String[] args) throws Exception {
        Dbg d = new Dbg();
        int total = 0;
        for (int i = 0; i < 5; i++) {
            total += d.add(i, 10);
            d.list.add("n" + i);
        }
        said = "factorial " + factorial(5);
        try {
            Integer.parseInt("zz");
        } catch (NumberFormatException e) {
            said = "caught " + e.getMessage();
        }
        said = "total " + total + " " + d.list;
    }
}
