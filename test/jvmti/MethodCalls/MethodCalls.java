// argus-only: HotSpot has no extension that counts calls

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.function.IntUnaryOperator;

/**
 * Counts of calls that follow from this text, round after round, while the code of what is called goes from one tier to the
 * next: taken in, as an instruction, as a call of C, elided, by handle, by reflection, left by exceptions, in a loop that is
 * entered in the middle.
 */
public class MethodCalls {
    static native void count(boolean on);
    /** Sum over methods of that name; which: 0 entered, 1 left by an exception. */
    static native long calls(String signature, String name, int which);
    static native long threadCalls(Thread t);

    static final String MINE = "LMethodCalls;";
    static final int ROUNDS = 60;
    static int sum;
    static boolean failed;

    interface Shape { int area(int x); }
    static class Square implements Shape { public int area(int x) { return x * x; } }
    static class Line implements Shape { public int area(int x) { return sum & 1; } }
    static class Point {
        final int x;
        Point(int x) { this.x = x; }
    }

    static int add(int a, int b) { return a + b; }
    static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
    static synchronized void locked() { sum++; }
    synchronized int lockedToo(int x) { return x + sum; }
    static int thrower(int i) {
        if ((i & 1) == 0) throw new IllegalStateException();
        return i;
    }
    static int middle(int i) { return thrower(i) + 1; }
    static int divide(int a, int b) { return a / b; }

    static void plain() {
        for (int i = 0; i < 1000; i++) sum = add(sum, i);
    }
    static void recursion() { sum += fib(15); }
    static void monitors() {
        MethodCalls o = new MethodCalls();
        for (int i = 0; i < 500; i++) {
            locked();
            sum += o.lockedToo(i);
        }
    }
    static void exceptions() {
        for (int i = 0; i < 100; i++) {
            try {
                sum += middle(i);
            } catch (IllegalStateException e) {
                sum++;
            }
            try {
                sum += divide(i, i & 3);
            } catch (ArithmeticException e) {
                sum++;
            }
        }
    }
    static final Shape[] shapes = { new Square(), new Line(), new Square() };
    static void shapes() {
        for (int i = 0; i < 300; i++) sum += shapes[i % 3].area(i);
    }
    static void points() {
        for (int i = 0; i < 200; i++) sum += new Point(i).x;
    }
    static void instructions() {
        for (int i = 0; i < 400; i++) {
            sum = Math.max(sum, i);
            sum += Long.bitCount(i) + (int) Math.sqrt(i) + Integer.reverseBytes(i);
        }
    }
    static final Object object = new Object();
    static final int[] from = new int[10], to = new int[10];
    static void natives() {
        for (int i = 0; i < 100; i++) {
            sum += object.hashCode();
            System.arraycopy(from, 0, to, 0, 10);
            if (object.getClass() == Object.class) sum++;
            if (Thread.currentThread() == null) sum++;
            if (Object.class.isArray()) sum++;
        }
    }
    static void lambdas() {
        IntUnaryOperator f = x -> add(x, 1);
        for (int i = 0; i < 200; i++) sum += f.applyAsInt(i);
    }
    static final MethodHandle handle;
    static final Method reflected;
    static {
        try {
            handle = MethodHandles.lookup().findStatic(MethodCalls.class, "add", MethodType.methodType(int.class, int.class, int.class));
            reflected = MethodCalls.class.getDeclaredMethod("add", int.class, int.class);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
    static void handles() throws Throwable {
        for (int i = 0; i < 200; i++) sum += (int) handle.invokeExact(sum, i);
        for (int i = 0; i < 20; i++) sum += (Integer) reflected.invoke(null, sum, i);
    }
    static void thread() throws Throwable {
        Thread t = new Thread(MethodCalls::plain);
        t.start();
        t.join();
    }
    /** One call whose loop is entered in the middle. */
    static void loop() {
        for (int i = 0; i < 100_000; i++) {
            sum = add(sum, i);
            if ((i & 1023) == 0) sum += Math.max(i, 3);
        }
    }

    interface Work { void run() throws Throwable; }

    /** expected: signature, name, "entered" or "threw", number; … */
    static void check(String what, int rounds, Work work, Object... expected) throws Throwable {
        work.run(); // classes are initialized
        for (int round = 0; round < rounds; round++) {
            long[] before = new long[expected.length / 4];
            for (int i = 0; i < before.length; i++) before[i] = read(expected, i);
            work.run();
            for (int i = 0; i < before.length; i++) {
                long got = read(expected, i) - before[i], want = (Integer) expected[4 * i + 3];
                if (got == want) continue;
                String method = "" + expected[4 * i] + expected[4 * i + 1] + " " + expected[4 * i + 2];
                System.out.println(what + ", round " + round + ": " + method + " " + got + ", expected " + want);
                failed = true;
                return;
            }
        }
    }
    static long read(Object[] expected, int i) {
        return calls((String) expected[4 * i], (String) expected[4 * i + 1], expected[4 * i + 2].equals("threw") ? 1 : 0);
    }

    static void all(int rounds) throws Throwable {
        check("plain", rounds, MethodCalls::plain, MINE, "add", "entered", 1000, MINE, "plain", "entered", 1);
        check("recursion", rounds, MethodCalls::recursion, MINE, "fib", "entered", 1973);
        check("monitors", rounds, MethodCalls::monitors, MINE, "locked", "entered", 500, MINE, "lockedToo", "entered", 500);
        check("exceptions", rounds, MethodCalls::exceptions, MINE, "thrower", "entered", 100, MINE, "thrower", "threw", 50, MINE, "middle", "entered", 100,
              MINE, "middle", "threw", 50, MINE, "divide", "entered", 100, MINE, "divide", "threw", 25, MINE, "exceptions", "threw", 0);
        check("shapes", rounds, MethodCalls::shapes, "LMethodCalls$Square;", "area", "entered", 200, "LMethodCalls$Line;", "area", "entered", 100);
        check("points", rounds, MethodCalls::points, "LMethodCalls$Point;", "<init>", "entered", 200, "Ljava/lang/Object;", "<init>", "entered", 200);
        check("instructions", rounds, MethodCalls::instructions, "Ljava/lang/Math;", "max", "entered", 400, "Ljava/lang/Long;", "bitCount", "entered", 400,
              "Ljava/lang/Math;", "sqrt", "entered", 400, "Ljava/lang/Integer;", "reverseBytes", "entered", 400);
        check("natives", rounds, MethodCalls::natives, "Ljava/lang/Object;", "hashCode", "entered", 100, "Ljava/lang/System;", "arraycopy", "entered", 100,
              "Ljava/lang/Object;", "getClass", "entered", 100, "Ljava/lang/Class;", "isArray", "entered", 100);
        check("lambdas", rounds, MethodCalls::lambdas, MINE, "add", "entered", 200, MINE, "lambda$lambdas$0", "entered", 200);
        check("handles", rounds, MethodCalls::handles, MINE, "add", "entered", 220);
        check("thread", 3, MethodCalls::thread, MINE, "add", "entered", 1000);
        check("loop", 3, MethodCalls::loop, MINE, "add", "entered", 100_000, MINE, "loop", "entered", 1, "Ljava/lang/Math;", "max", "entered", 98);
    }

    public static void main(String[] args) throws Throwable {
        for (int i = 0; i < 3000; i++) { // some of it has code already
            plain();
            points();
        }
        count(true);
        all(ROUNDS);
        long before = calls(MINE, "add", 0), mine = threadCalls(Thread.currentThread());
        if (mine <= 0) System.out.println("this thread has made " + mine + " calls");
        count(false);
        for (int i = 0; i < 100; i++) plain();
        if (calls(MINE, "add", 0) != before) System.out.println("counted while it was off");
        count(true);
        all(2);
        System.out.println(failed ? "FAIL" : "PASS");
    }
}
