// compile: -XDstringConcat=inline
// Control flow of exceptions: finally with return, break and continue, nesting, rethrow, handler order, catch of subclass,
// exceptions in handlers, across frames and synchronized methods.
public class TryFinally {
    static StringBuilder log = new StringBuilder();
    static int ret() { try { return 1; } finally { log.append("f"); } }
    @SuppressWarnings("finally") static int retTwice() { try { return 1; } finally { return 2; } }
    @SuppressWarnings("finally") static int swallow() { try { throw new Error(); } finally { return 3; } }
    static int valueKept() { int x = 1; try { return x; } finally { x = 99; } }
    static int loops() {
        int n = 0; for (int i = 0; i < 10; i++) { try { if (i == 3) continue; if (i == 7) break; n += i; } finally { n += 100; } } return n;
    }
    static String order(Throwable t) {
        try {
            throw t;
        } catch (IllegalArgumentException e) { return "IAE"; } catch (RuntimeException e) {
            return "RTE";
        } catch (Exception e) { return "E"; } catch (Throwable e) {
            return "T";
        }
    }
    static String multi(Exception t) {
        try { throw t; } catch (IllegalStateException | ArithmeticException e) { return "multi "
            + e.getClass().getSimpleName(); } catch (Exception e) { return "single"; }
    }
    static int nest(int k) {
        int r = 0;
        try {
            r += 1;
            try { if (k == 1) throw new IllegalStateException(); r += 2; } finally { r += 4; if (k == 2) throw new IllegalArgumentException(); }
            r += 8;
        }
        catch (IllegalStateException e) { r += 16; if (k == 1) try { throw new Error(); } catch (Error x) { r += 32; } }
        catch (IllegalArgumentException e) { r += 64; }
        finally { r += 128; }
        return r;
    }
    static synchronized void syncThrow() { throw new IllegalStateException("sync"); }
    static void down(int n) {
        try { if (n == 0) throw new RuntimeException("bottom"); down(n - 1); } finally { if (n % 100 == 0) log.append(n).append(' '); }
    }
    static int handlerThrows() {
        try {
            try { throw new RuntimeException("1"); } catch (RuntimeException e) { throw new IllegalStateException("2",
                e); } finally { log.append("hf"); }
        } catch (IllegalStateException e) {
            return Integer.parseInt(e.getMessage() + e.getCause().getMessage());
        }
    }
    static long stackLive(long a) { return a + (a > 0 ? thrower(1) : 5) + thrower(0); }
    static long thrower(int x) { try { if (x == 1) throw new Exception(); return 10; } catch (Exception e) { return 20; } }

    public static void main(String[] args) throws Exception {
        System.out.println(ret() + " " + retTwice() + " " + swallow() + " " + valueKept() + " " + loops() + " " + log); log.setLength(0);
        for (Throwable t : new Throwable[] {new NumberFormatException(), new NullPointerException(), new java.io.IOException(),
            new StackOverflowError()}) System.out.print(order(t) + " ");
        System.out.println(multi(new ArithmeticException()) + " " + multi(new IllegalStateException()) + " " + multi(new Exception()));
        System.out.println(nest(0) + " " + nest(1) + " " + nest(2));
        try { syncThrow(); } catch (IllegalStateException e) { System.out.println(e.getMessage() + " held " + Thread.holdsLock(TryFinally.class)); }
        try {
            synchronized (log) { throw new RuntimeException("in block"); }
        } catch (RuntimeException e) {
            System.out.println(e.getMessage() + " held " + Thread.holdsLock(log));
        }
        try { down(500); } catch (RuntimeException e) { System.out.println(log + e.getMessage() + " " + e.getStackTrace().length); }
        System.out.println(handlerThrows() + " " + stackLive(3) + " " + stackLive(-3));
        int count = 0;
        for (int i = 0; i < 5000; i++) try { if (i % 3 == 0) throw new Exception("x"
            + i); count++; } catch (Exception e) { count += e.getMessage().length(); }
        System.out.println(count);
        try { Object o = args; ((String[]) o)[5] = ""; } catch (ArrayIndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        Label: { try { break Label; } finally { System.out.println("left by break"); } }
        try { rethrow(new java.io.IOException("sneaky")); } catch (Exception e) { System.out.println(e); }
        try { assert 1 > 2 : "off by default"; System.out.println("no assert"); } catch (AssertionError e) { System.out.println(e); }
    }
    @SuppressWarnings("unchecked") static <T extends Throwable> void rethrow(Throwable t) throws T { throw (T) t; }
}
