import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.util.function.IntUnaryOperator;

/**
 * What lens looks at in its tests. Everything it does is decided by this text: test/drivers/40-lens.py expects counts that
 * the comments here derive. No number depends on time, on the order in which threads run or on the library.
 */
public class Subject {
    interface Shape {
        int side();
        default int area() { return side() * side(); }
    }

    static final class Square implements Shape {
        private final int side;
        Square(int side) { this.side = side; }
        public int side() { return side; }
    }

    record Pair(int left, int right) {
        int sum() { return left() + right(); }
    }

    enum Color { RED, GREEN }

    static class Boom extends RuntimeException {
        Boom(String message) { super(message); }
    }

    static class Checked extends Exception { }

    static class Lazy {
        static final int VALUE = compute();
        static int compute() { return 7; }
        static int get() { return VALUE; }
    }

    static class BadInit {
        static int value = fail();
        static int fail() { throw new Boom("static initializer"); }
        static void touch() { }
    }

    /** Loaded by a loader of its own, which has a name and no parent. */
    public static class Plugin {
        public static int answer() { return 42; }
        public static void fail() { throw new IllegalStateException("plugin"); }
    }

    static class Mine extends ClassLoader {
        Mine() { super("mine", null); }
        @Override protected Class<?> findClass(String name) throws ClassNotFoundException {
            try (InputStream in = Subject.class.getResourceAsStream("/" + name + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (java.io.IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    // fib(n) makes 2*F(n+1)-1 calls, F the Fibonacci numbers: fib(15) 1973, fib(10) 177.
    static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

    // even(n): n+1 calls in turn, even first: even(101) is 51 of even and 51 of odd.
    static boolean even(int n) { return n == 0 || odd(n - 1); }
    static boolean odd(int n) { return n != 0 && even(n - 1); }

    // Deeper than the call tree keeps by default: 1001 calls.
    static int deep(int n) { return n == 0 ? 0 : 1 + deep(n - 1); }

    static void caughtAtOnce(int times) {
        for (int i = 0; i < times; i++) {
            try {
                throw new Boom("at once");
            } catch (Boom e) {
                count(e);
            }
        }
    }

    // Each of outer, middle and inner is left by the exception: 5 times each. middle has a finally, which catches and throws again.
    static void outer() throws Checked { middle(); }
    static void middle() throws Checked {
        try {
            inner();
        } finally {
            tidy();
        }
    }
    static void inner() throws Checked { throw new Checked(); }
    static void tidy() { }

    static void throughFrames(int times) {
        for (int i = 0; i < times; i++) {
            try {
                outer();
            } catch (Checked e) {
                count(e);
            }
        }
    }

    // The four exceptions that bytecode throws by itself.
    static int divide(int a, int b) { return a / b; }
    static int length(String s) { return s.length(); }
    static int element(int[] a, int i) { return a[i]; }
    static Integer cast(Object o) { return (Integer) o; }

    static void implicit() {
        try { divide(1, 0); } catch (ArithmeticException e) { count(e); }
        try { length(null); } catch (NullPointerException e) { count(e); }
        try { element(new int[1], 2); } catch (ArrayIndexOutOfBoundsException e) { count(e); }
        try { cast("text"); } catch (ClassCastException e) { count(e); }
    }

    static void badInit() {
        try { BadInit.touch(); } catch (ExceptionInInitializerError e) { count(e); }
        try { BadInit.touch(); } catch (NoClassDefFoundError e) { count(e); }
    }

    static void plugin() throws Exception {
        Class<?> c = new Mine().loadClass("Subject$Plugin");
        if ((int) c.getMethod("answer").invoke(null) != 42) throw new Error();
        try {
            c.getMethod("fail").invoke(null);
        } catch (InvocationTargetException e) {
            count(e);
        }
    }

    static synchronized void count(Throwable e) { caught++; }
    static int caught;

    static int apply(IntUnaryOperator f, int times) {
        int x = 0;
        for (int i = 0; i < times; i++) x = f.applyAsInt(x);
        return x;
    }
    static int next(int x) { return x + 1; }

    static int shapes(int times) {
        Shape[] shapes = {new Square(2), new Square(3)};
        int sum = 0;
        for (int i = 0; i < times; i++) sum += shapes[i % 2].area();
        return sum;
    }

    static Object keep;
    static void allocate() {
        for (int i = 0; i < 400_000; i++) keep = new byte[100];
    }

    static class Worker extends Thread {
        final int turns;
        Worker(int number) { super("worker-" + number); turns = number; }
        @Override public void run() {
            for (int i = 0; i < turns; i++) step();
            fib(10);
        }
        void step() { }
    }

    static void threads() throws InterruptedException {
        Worker[] workers = {new Worker(0), new Worker(1), new Worker(2), new Worker(3)};
        for (Worker w : workers) w.start();
        for (Worker w : workers) w.join();
        Thread dies = new Thread(Subject::die, "dies");
        dies.setUncaughtExceptionHandler((t, e) -> noted());
        dies.start();
        dies.join();
        // It comes to its end while its monitor is taken, so its last event is of that monitor.
        Thread held = new Thread("held");
        synchronized (held) {
            held.start();
            while (held.getState() != Thread.State.BLOCKED) Thread.onSpinWait();
        }
        held.join();
    }
    static void noted() { }
    static void die() { throw new Boom("nobody catches this"); }

    public static void main(String[] args) throws Exception {
        long sum = fib(15);
        sum += even(101) ? 1 : 0;
        sum += deep(1000);
        caughtAtOnce(10);
        throughFrames(5);
        implicit();
        badInit();
        plugin();
        sum += apply(x -> x + 2, 20);
        sum += apply(Subject::next, 30);
        sum += shapes(12);
        sum += new Pair(3, 4).sum();
        sum += Color.valueOf("GREEN").ordinal();
        sum += Lazy.get();
        allocate();
        threads();
        System.out.println("sum " + sum + ", caught " + caught);
    }
}
