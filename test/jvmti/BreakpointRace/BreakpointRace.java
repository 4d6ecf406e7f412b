/** Breakpoints and field watches come and go, in two environments, while threads run into them. */
public class BreakpointRace {
    static native String set(boolean second, int method, boolean on);
    static native void watch(boolean second, boolean write, boolean on);
    static native String counts();

    static int a(int x) { return x + 1; }
    static int b(int x) { return a(x) * 2; }
    static int c(int x) { return b(x) - a(x); }
    static volatile boolean done;
    int field;

    static long work(int n) {
        BreakpointRace o = new BreakpointRace();
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += c(i);
            o.field += i;
        }
        return sum + o.field;
    }

    public static void main(String[] args) throws Exception {
        long expected = work(3000);
        Thread[] threads = new Thread[3];
        boolean[] wrong = new boolean[3];
        for (int t = 0; t < 3; t++) {
            int me = t;
            threads[t] = new Thread(() -> {
                while (!done) wrong[me] |= work(3000) != expected;
            });
            threads[t].start();
        }
        for (int round = 0; round < 60; round++) {
            boolean second = (round & 1) == 1;
            for (int m = 0; m < 3; m++) set(second, m, true);
            watch(second, (round & 2) != 0, true);
            if (round % 10 == 0) Thread.sleep(1);
            set(!second, round % 3, true);
            watch(second, (round & 2) != 0, false);
            for (int m = 2; m >= 0; m--) set(second, m, false);
            set(!second, round % 3, false);
        }
        done = true;
        for (Thread t : threads) t.join();
        System.out.println(wrong[0] + " " + wrong[1] + " " + wrong[2]);
        System.out.println(counts());
        for (int m = 0; m < 3; m++) System.out.println(set(true, m, false) + " " + set(false, m, false));
    }
}
