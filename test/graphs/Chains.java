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

    public static void main(String[] args) {
        int s = 0;
        for (int i = 0; i < 20_000; i++) s += chained(i) + chainedOtherwise(NUMBER_SOURCES[i & 3]) + countsDown(i);
        System.out.println(s);
    }
}
