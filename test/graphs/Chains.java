/** Chains of objects, for 66-graphs.py as Hot.java. */
public class Chains {
    /** Five sources, each over the one made before it; of other classes in other turns, so a profile tells little. */
    interface Numbers {
        int next();
    }
    static final class From implements Numbers {
        int at;
        From(int at) { this.at = at; }
        public int next() { return at++; }
    }
    static final class Twice implements Numbers {
        final Numbers of;
        Twice(Numbers of) { this.of = of; }
        public int next() { return of.next() * 2 + 1; }
    }
    static final class Minus implements Numbers {
        final Numbers of;
        Minus(Numbers of) { this.of = of; }
        public int next() { return 3 - of.next(); }
    }
    static int chained(int i) { return new Twice(new Twice(new Minus(new Twice(new From(i))))).next(); }
    static int chainedOtherwise(Numbers other) { return new Twice(new Minus(other)).next(); }
    static final Numbers[] NUMBER_SOURCES = { new From(1), new Minus(new From(7)), new Twice(new From(3)), new Minus(new Minus(new From(5))) };
    /** Objects that a recursion makes are no such chain: each level makes its own. */
    static int countsDown(int i) { return new Down(i & 15).run(); }
    static final class Down {
        final int n;
        Down(int n) { this.n = n; }
        int run() { return n == 0 ? 1 : n < 3 ? n * 5 : new Down(n - 1).run() + new Down(n - 2).run() % 7; }
    }

    /** A tree of calls that takes all bytes there are, and then a concatenation. */
    static int leaf(int i) {
        int s = i * 31 + 7;
        s ^= s >>> 7;
        s = s * 17 + (i & 1023);
        s += s << 3 ^ i;
        return s * 3 - (s >> 2) + i * 5;
    }
    static int twig(int i) { return leaf(i) + leaf(i + 300) * 3 + leaf(i ^ 500) * 5 + leaf(i * 3) - leaf(i - 200); }
    static int branch(int i) { return twig(i) + twig(i + 700) * 3 + twig(i ^ 900) * 5 + twig(i * 3) - twig(i - 600); }
    static int trunk(int i) { return branch(i) + branch(i + 1000) * 3 + branch(i ^ 2000) * 5 + branch(i * 7); }
    static String concatenates(int i) {
        int n = trunk(i);
        return "of " + i + " comes " + n;
    }

    /** The handles of the concatenation are in the frames of its methods, below a call, and nowhere else. */
    static String describes(Object o) { return "<" + o + ">"; }
    static final Object[] MANY = { 1, 'c', 2.5, 7L, java.util.List.of(), new int[0].getClass() };

    public static void main(String[] args) {
        int s = 0;
        for (int i = 0; i < 20_000; i++) s += chained(i) + chainedOtherwise(NUMBER_SOURCES[i & 3]) + countsDown(i) + describes(MANY[i % MANY.length]).length();
        for (int i = 0; i < 20_000; i++) s += concatenates(i).length();
        System.out.println(s);
    }
}
