/** Method events of one environment, of two, and of one again: changed between calls, and by a callback at a planned call. Each counts what it is told. */
public class TheOnlyEnvironment {
    /** Environment `env` turns its method events on or off: for all threads, or for the current one. */
    static native void events(int env, boolean on, boolean oneThread);
    /** The first environment turns one of the two on or off. */
    static native void event(boolean exit, boolean on, boolean oneThread);
    /** At the planned call the entry's callback of `env` does that. */
    static native void plan(int env, int call, String action);
    static native String counts();

    static int sum;
    static int tick(int n) {
        sum += n;
        return n ^ 5;
    }
    static long wide(long n) {
        return n * 3;
    }
    static Object object(Object o) {
        return o;
    }
    static void run(String what) {
        int thrown = 0;
        for (int i = 0; i < 3000; i++) {
            try {
                if (tick(i) != (i ^ 5) || wide(i) != 3L * i || object(what) != what) System.out.println("wrong result");
            } catch (IllegalStateException e) {
                thrown++;
            }
        }
        System.out.println(what + ": " + counts() + (thrown > 0 ? ", " + thrown + " thrown" : ""));
    }

    public static void main(String[] args) throws Exception {
        run("nobody");
        events(0, true, false);
        run("first");
        events(1, true, true);
        run("first, second for this thread");
        events(0, false, false);
        run("second for this thread");
        Thread t = new Thread(() -> run("another thread"));
        t.start();
        t.join();
        events(1, true, false);
        run("second");
        events(1, false, true);
        events(1, false, false);
        events(0, true, true);
        run("first for this thread");
        events(0, true, false);
        events(0, false, true);
        run("first again");
        plan(0, 1000, "throw");
        run("an exception");
        plan(0, 1000, "second on");
        run("second from a call on");
        plan(1, 1000, "second off");
        run("second until a call");
        plan(0, 1000, "no callbacks");
        run("no callbacks from a call on");
        plan(0, 0, "callbacks");
        run("callbacks again");
        events(0, false, false);
        event(false, true, true);
        run("entries of this thread");
        event(true, true, false);
        run("and all exits");
        t = new Thread(() -> {
            run("exits of another thread");
            event(false, true, true);
            run("with its entries");
            event(true, false, false);
            run("without exits");
        });
        t.start();
        t.join();
        run("entries of this thread again");
        event(false, false, true);
        events(0, true, false);
        run("all again");
        plan(0, 1000, "dispose");
        run("disposed");
    }
}
