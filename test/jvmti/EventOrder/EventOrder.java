/**
 * In which order Breakpoint, SingleStep, MethodEntry, FramePop and MethodExit come, and on which threads: at the first instruction, at calls, returns and
 * exceptions, in recursion, with breakpoints that come and go, in obsolete methods and across a redefinition.
 */
public class EventOrder {
    /** "BSEXFP": breakpoints, steps, entries, exits, frame pops, exceptions; on `t` or (null) on all threads. */
    static native void enable(boolean on, String events, Thread t);
    static native String breakpoint(boolean set, Class<?> c, String method, int location);
    /** At each entry of this method its frame's pop is asked for. */
    static native void wantPop(Class<?> c, String method);
    /** At the next breakpoint there: "clear" it, "set" one at `other` in the same method, "redefine" Target. */
    static native void atBreakpoint(int location, String action, int other);
    static native void redefine(Class<?> c, byte[] bytes);
    static native void note(String text);

    static int sink;
    static int simple(int a) {
        int b = a + 1;
        return b * 2;
    }
    static void empty() { }
    static int caller(int a) { return simple(a) + simple(a + 1); }
    static int recursive(int n) { return n == 0 ? 0 : recursive(n - 1) + 1; }
    static int nativeCaller() { return Math.max(Integer.signum(5), sink); }
    static void thrower(int a) { if (a > 0) throw new IllegalArgumentException(); }
    static int catcher(int a) {
        try {
            thrower(a);
        } catch (IllegalArgumentException e) {
            sink++;
        } finally {
            sink += 2;
        }
        return sink;
    }
    static int implicit(int[] x) {
        try {
            return x[7] / x[0];
        } catch (ArrayIndexOutOfBoundsException | ArithmeticException e) {
            return 1;
        }
    }
    static synchronized int locked(Object o) {
        synchronized (o) { sink++; }
        return 1;
    }
    static int loop(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) s += i;
        return s;
    }
    static int choose(int n) {
        return switch (n) { case 1 -> 10; case 100 -> 20; default -> 30; };
    }
    static long wide(long a, double b) { return a + (long) b; }
    static class Init { static int x = simple(1); static int get() { return x; } }

    /** What is said is changed by a redefinition. */
    static class Target {
        static String say(int n) {
            if (n == 0) return "old!";
            String below = say(n - 1);
            note("  said " + below);
            return "old!";
        }
        static String change() {
            String before = "old!";
            EventOrder.now();
            String after = "old!";
            return before + after;
        }
    }
    static byte[] changed;
    static void now() { if (changed != null) redefine(Target.class, changed); }

    static void run(String what, Runnable r) {
        note("-- " + what);
        r.run();
    }

    public static void main(String[] args) throws Exception {
        Thread me = Thread.currentThread();
        byte[] old;
        try (var in = EventOrder.class.getResourceAsStream("EventOrder$Target.class")) { old = in.readAllBytes(); }
        byte[] fresh = old.clone();
        for (int i = 0; i + 4 <= fresh.length; i++)
            if (new String(fresh, i, 4, "ISO-8859-1").equals("old!")) System.arraycopy("new!".getBytes(), 0, fresh, i, 4);
        Target.say(0); // loaded

        breakpoint(true, EventOrder.class, "simple", 0);
        breakpoint(true, EventOrder.class, "simple", 4);
        breakpoint(true, EventOrder.class, "simple", 7);
        note("-- breakpoint of a return: " + breakpoint(true, EventOrder.class, "empty", 0));
        wantPop(EventOrder.class, "simple");
        enable(true, "BSEXFP", me);
        run("simple", () -> simple(3));
        run("empty", () -> empty());
        run("caller", () -> caller(1));
        run("recursive", () -> recursive(2));
        run("native", () -> nativeCaller());
        run("catcher", () -> catcher(1));
        run("no exception", () -> catcher(0));
        run("implicit", () -> { implicit(new int[1]); implicit(new int[8]); });
        run("locked", () -> locked(new Object()));
        run("loop", () -> loop(2));
        run("choose", () -> { choose(1); choose(100); choose(7); });
        run("wide", () -> wide(3, 4.5));
        enable(false, "S", me); // HotSpot does not step through class initialization
        run("class initialization", () -> Init.get());
        enable(false, "EXF", me);

        note("-- breakpoints only, another thread");
        Thread other = new Thread(() -> simple(5), "other");
        other.start();
        other.join();
        enable(true, "B", null);
        note("-- breakpoints on all threads");
        other = new Thread(() -> simple(6), "other");
        other.start();
        other.join();
        enable(false, "B", me);
        run("here too", () -> simple(7));
        enable(false, "B", null);
        run("nowhere", () -> simple(8));
        enable(true, "B", me);
        note("-- duplicates " + breakpoint(true, EventOrder.class, "simple", 4) + " " + breakpoint(false, EventOrder.class, "simple", 4)
                + " " + breakpoint(false, EventOrder.class, "simple", 4) + " middle of an instruction "
                + breakpoint(true, EventOrder.class, "loop", 1000) + " " + breakpoint(true, EventOrder.class, "loop", -1));
        run("two left", () -> simple(9));

        breakpoint(true, EventOrder.class, "loop", 9);
        atBreakpoint(9, "clear", 0);
        run("cleared in the loop", () -> loop(4));
        breakpoint(true, EventOrder.class, "loop", 9);
        atBreakpoint(9, "set", 13);
        run("another one set in the loop", () -> loop(4));
        breakpoint(false, EventOrder.class, "loop", 9);
        breakpoint(false, EventOrder.class, "loop", 13);

        breakpoint(true, Target.class, "say", 0);
        run("before the redefinition", () -> note(Target.say(2)));
        changed = fresh;
        enable(true, "SE", me);
        run("redefined while it runs", () -> note(Target.change()));
        changed = null;
        enable(false, "SE", me);
        run("its breakpoints are gone", () -> note(Target.say(1)));
        note("-- breakpoint in the new version " + breakpoint(true, Target.class, "say", 0));
        atBreakpoint(0, "redefine", 0);
        redefineTo = old;
        run("redefined in the breakpoint", () -> note(Target.say(2)));
        enable(false, "B", me);
        System.out.println("done " + sink);
    }
    static byte[] redefineTo;
    static void fromCallback() { redefine(Target.class, redefineTo); }
}
