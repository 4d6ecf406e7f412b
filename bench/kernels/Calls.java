/** Method calls: recursion, and a chain of small static and instance methods. */
final class Calls {
    static int fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }

    static long fib27() {
        int r = 0;
        for (int i = 0; i < 4; i++) r = fib(27);
        return r;
    }

    private int state;

    static int mix(int a, int b) { return a * 31 + b; }

    int step(int x) { return state = mix(state, x); }

    private int twice(int x) { return step(x) ^ step(x + 1); }

    static long staticAndInstance() {
        Calls c = new Calls();
        long sum = 0;
        for (int i = 0; i < 700_000; i++) sum += c.twice(i) & 0xffff;
        return sum;
    }
}
