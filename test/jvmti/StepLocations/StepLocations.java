/** A step is told when a thread has come to another location: not again in a frame that stands at the same one, not at the
 * one where the thread stood when steps were enabled for it. */
public class StepLocations {
    /** This thread's steps, here or for all threads, from now on. */
    static native void steps(boolean on, boolean everywhere);
    /** The next event of the kind in a method whose name begins with "at" enables them: catch, entry, exit, access, breakpoint, pop; in
     * `step` the first step switches them off and on again. */
    static native void arm(String event);
    /** The steps in methods whose names begin with "at", as method@bci; then there are none. */
    static native String seen();
    /** Of a suspended thread: enables steps, lets it run until it has made one, and says whether that one was where it stood. */
    static native String stepsOf(Thread t);
    /** The next breakpoint, at the bci of the method where it is this deep, is waited for, then the frame is popped or returned from. */
    static native void leave(String method, int bci, int depth, boolean pop);

    static int field;

    static void atRecursion(int n) { if (n-- > 1) { atRecursion(n); } }
    static int atTwoLines(int n) {
        if (n == 0) return 0;
        int r = atTwoLines(n - 1);
        return r + 1;
    }
    static void thrower() { throw new IllegalStateException(); }
    static int atCatch() {
        int r = 0;
        try {
            thrower();
            r = 1;
        } catch (IllegalStateException e) {
            r = 2;
            r += 3;
        }
        return r;
    }
    static int atEntered(int a) {
        int b = a + 1;
        return b;
    }
    static int atCaller() {
        int a = atEntered(3);
        return a + field;
    }
    static volatile boolean stop;
    static volatile int turns;
    static void atSpin() { for (;;) ; }
    static void loop() { while (!stop) turns++; }

    interface Body { void run() throws Exception; }
    static void tell(String what, Body b) throws Exception {
        seen();
        b.run();
        steps(false, false);
        System.out.println(what + ":" + seen());
    }

    static void all(boolean everywhere) throws Exception {
        tell("recursion", () -> { steps(true, everywhere); atRecursion(3); steps(false, everywhere); });
        tell("lines", () -> { steps(true, everywhere); atTwoLines(2); steps(false, everywhere); });
        tell("catch", () -> { steps(true, everywhere); atCatch(); steps(false, everywhere); });
    }
    public static void main(String[] args) throws Exception {
        atRecursion(2);
        atTwoLines(2);
        atCatch();
        atCaller();
        all(false);
        all(true);
        for (String event : new String[] { "catch", "entry", "exit", "pop", "access", "breakpoint" }) {
            tell("enabled in " + event, () -> { arm(event); atCatch(); atCaller(); });
        }
        tell("off and on", () -> { arm("step"); steps(true, false); atCaller(); });
        for (boolean pop : new boolean[] { true, false }) {
            /* the recursive call; the return */
            for (int bci : new int[] { 9, 12 }) {
                tell((pop ? "popped at " : "returned from ") + bci, () -> {
                    leave("atRecursion", bci, bci == 9 ? 3 : 1, pop);
                    steps(true, false);
                    atRecursion(4);
                });
            }
        }
        Thread t = new Thread(StepLocations::loop);
        t.start();
        for (int i = 0; i < 10; i++) {
            /* The thread has left the events of the round before. */
            for (int before = turns; turns - before < 1000; ) Thread.onSpinWait();
            String s = stepsOf(t);
            if (!s.equals("next")) System.out.println("the first step was " + s);
        }
        stop = true;
        t.join();
        seen();
        Thread spins = new Thread(() -> {
            steps(true, false);
            atSpin();
        });
        spins.setDaemon(true);
        spins.start();
        String first;
        while ((first = seen()).isEmpty()) Thread.onSpinWait();
        /* It is somewhere else each time that it is asked. */
        for (int i = 0; i < 50; i++) spins.getStackTrace();
        System.out.println("jump to itself:" + first + seen());
    }
}
