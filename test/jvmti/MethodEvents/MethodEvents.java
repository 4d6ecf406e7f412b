/** Methods of all result types, left normally and by exceptions, native ones too; exceptions caught near and far, in native code, and not at all. */
public class MethodEvents {
    static native void events(boolean on, boolean oneThread);
    static native int nativeAdd(int a, int b);
    static native Object nativeThrow(String text);
    static native int nativeSwallow();

    interface Greeter { String greet(String who); default boolean polite() { return true; } }
    static class English implements Greeter {
        private final int n;
        English(int n) { this.n = n; }
        public String greet(String who) { return "hello " + who.length() + n; }
    }

    static boolean z() { return true; }
    static byte b() { return -3; }
    static char c() { return 'x'; }
    static short s() { return -300; }
    static long l() { return 1L << 40; }
    static float f() { return 1.5f; }
    static double d() { return 2.25; }
    static Object nothing() { return null; }
    static synchronized int sync(int i) { return i * 2; }
    static int[] array() { return new int[2]; }
    static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

    static void thrower() { throw new IllegalArgumentException("t"); }
    static int deep(int n) { if (n == 0) thrower(); return deep(n - 1) + 1; }
    static int tryFinally() { try { return deep(2); } catch (IllegalArgumentException e) { return -1; } finally { z(); } }
    static int rethrow() {
        try {
            try { return tryParse("zz"); } catch (NumberFormatException e) { throw new RuntimeException(e); }
        } catch (RuntimeException e) { return 5; }
    }
    static int tryParse(String s) { if (s.length() > 1) throw new NumberFormatException(); return 0; }
    static int implicit(int[] a, int i) {
        try {
            return a[i] / i;
        } catch (ArithmeticException | ArrayIndexOutOfBoundsException | NullPointerException e) { return e.getClass().getName().length(); }
    }
    static synchronized void syncThrow() { thrower(); }

    static class Late { static int x = fib(1); static void touch() { } }

    static void all() {
        z(); b(); c(); s(); l(); f(); d(); nothing(); sync(4); array(); fib(3);
        English g = new English(3);
        g.greet("you");
        g.polite();
        nativeAdd(2, 3);
        try { nativeThrow("x"); } catch (IllegalStateException e) { b(); }
        nativeSwallow();
        tryFinally();
        rethrow();
        implicit(null, 1); implicit(new int[1], 0); implicit(new int[1], 5); implicit(new int[] {4, 4}, 1);
        try { syncThrow(); } catch (IllegalArgumentException e) { c(); }
        Late.touch();
    }

    public static void main(String[] args) throws Exception {
        all();
        System.out.println("-- this thread");
        events(true, true);
        all();
        Thread other = new Thread(() -> fib(2), "other");
        other.start();
        other.join();
        events(false, true);
        System.out.println("-- nobody");
        all();
        System.out.println("-- all threads");
        events(true, false);
        other = new Thread(() -> { fib(1); thrower(); }, "other");
        other.start();
        other.join();
        events(false, false);
        System.out.println("-- done");
    }
}
