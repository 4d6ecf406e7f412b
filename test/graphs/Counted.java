/** Methods with probes, of which 66-graphs.py says what the optimizer makes of them. Each is called often enough to be compiled. */
public class Counted {
    int read, written;
    static volatile int sink;

    static int variable(int n) { return n * 31 ^ n >> 3; }
    static int byMethod(int n) { return n * 7 ^ n >> 1; }
    int readsField(int n) { return read ^ n; }
    void writesField(int n) { written = n; }
    int ofThis(int n) { return read + n; }
    int timed(int n) { return read * n; }
    static int ofArgument(Object o, int n) { return o == null ? n : -n; }
    static int number(int n) { return n + 5; }
    static int callsArgument(Object o, int n) { return ofArgument(o, n) + 1; }
    static int callsNumber(int n) { return number(n) + 1; }
    static int chained(Counted c, int n) { return c == null ? n : n + 3; }
    static int callsChained(Counted c, int n) { return chained(c, n) + 1; }
    int element(int n) { return n ^ 9; }
    static int several(int n) { return n * 3 ^ n; }
    static int ofVariable(Counted c, int n) { return c == null ? n : n * 5; }
    void writesSeldom(int n) { seldom = n; }
    static double real(double x, float y) { return x * y; }
    static int callsReal(double x, float y) { return (int) real(x, y) + 1; }
    float realsOf(int n) { return n * 0.5f; }
    static double ofRealVariable(double x, float y) { return x - y; }
    void writesReal(double x) { width = x; }
    double width = 1.5;
    float[] floats = {0.5f};
    Counted next;
    int seldom;
    int[] ints = {1, 2};

    public static void main(String[] args) {
        Counted c = new Counted();
        int s = 0;
        for (int i = 0; i < 40_000; i++) {
            s += variable(i) + byMethod(i) + c.readsField(i) + c.ofThis(i) + c.timed(i) + callsArgument((i & 1) == 0 ? c : null, i) + callsNumber(i);
            s += callsChained((i & 3) == 0 ? null : c, i) + c.element(i) + several(i);
            s += ofVariable((i & 3) == 0 ? null : c, i);
            s += callsReal(i * 0.25, i) + (int) c.realsOf(i) + (int) ofRealVariable(i, 0.5f);
            c.writesReal(i);
            c.writesField(i);
            c.writesSeldom(i);
        }
        sink = s;
    }
}
