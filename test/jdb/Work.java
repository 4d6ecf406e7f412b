import java.util.concurrent.CountDownLatch;

/**
 * What the longer jdb sessions look at: locals of all types, fields of all kinds, monitors, threads, exceptions, recursion, and a class that is
 * redefined. It prints nothing but that it waits: its output and jdb's own would come in any order. Lines are named in the scripts: do not move them.
 */
public class Work {
    static volatile boolean go;
    static int total;
    static final Object lock = new Object();
    int level = 3;
    long wide = 1L << 40;
    double ratio = 2.5;
    String name = "work";
    int[] array = { 1, 2, 3 };
    Work next;

    interface Shape { double area(); }
    static class Square implements Shape {
        final double side;
        Square(double side) { this.side = side; }
        public double area() { return side * side; }
        @Override public String toString() { return "Square " + side; }
    }

    static int all(byte b, short s, char c, boolean z, long j, float f, double d, String text, int[] a, Object o) {
        int sum = b + s + c;
        long more = sum + j;
        String both = text + more;
        return sum + both.length() + a.length;
    }

    static int factorial(int n) {
        if (n < 2) return 1;
        return n * factorial(n - 1);
    }

    synchronized void locked(Shape shape) {
        synchronized (lock) {
            level++;
            ratio = shape.area();
        }
    }

    void fields() {
        level = 10;
        wide += level;
        name = name + level;
        array[1] = level;
        total = level;
    }

    static void thrower(String text) {
        throw new IllegalStateException(text);
    }

    static int catcher(int turn) {
        try {
            thrower("turn " + turn);
        } catch (IllegalStateException e) {
            return e.getMessage().length();
        }
        return 0;
    }

    static void worker(CountDownLatch ready) {
        ready.countDown();
        // One line, because HotSpot shows the instruction after the monitorenter that a thread is blocked at.
        synchronized (lock) { total++; }

    }

    static int stepping(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += i;
        }
        return sum;
    }

    static void start() throws Exception {
        Work w = new Work();
        w.next = new Work();
        total = all((byte) 1, (short) 2, 'c', true, 5L, 1.5f, 2.5, "text", new int[] { 7, 8 }, w);
        total += factorial(4);
        w.locked(new Square(3));
        w.fields();
        total += catcher(1);
        total += catcher(2);
        CountDownLatch ready = new CountDownLatch(1);
        Thread t = new Thread(() -> worker(ready), "worker");
        synchronized (lock) {
            t.start();
            ready.await();
            while (t.getState() != Thread.State.BLOCKED) Thread.onSpinWait();
            total++;
        }
        t.join();
        total += stepping(3);
        total += Changed.value();
        total += Changed.value() + Changed.value();
        ended();
    }

    static void ended() {
        total = -1;
    }

    public static void main(String[] args) throws Exception {
        if (args.length == 0) System.out.println("ready");
        else go = true;
        while (!go)
            Thread.sleep(10);
        start();
        if (args.length > 1) thrower("at last");
    }
}
