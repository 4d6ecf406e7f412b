// argus-only: HotSpot's compiled loop tells of them in about half of the runs only
/**
 * A loop without calls that throws and catches at each turn: when exceptions begin to be told, it tells of them in the same call, not only
 * when it is called again.
 */
public class ToldInLoops {
    static native void tell(boolean on);
    static native int seen();

    static final class Stackless extends RuntimeException {
        Stackless() { super(null, null, false, false); }
    }
    static final Stackless SHARED = new Stackless();
    static final int TURNS = 20_000_000;
    static volatile boolean on, done, told;
    static volatile int sum;

    static int spin(int seed, int n) {
        int s = seed;
        for (int i = 0; i < n; i++) {
            s ^= s << 13;
            try {
                throw SHARED;
            } catch (Stackless e) {
                s ^= s >>> 17;
            }
            s ^= s << 5;
        }
        return s;
    }

    public static void main(String[] args) throws Exception {
        int cold = spin(42, 2_000);
        for (int i = 0; i < 200; i++) sum += spin(i + 1, 2_000);
        boolean quiet = seen() == 0;
        Thread t = new Thread(() -> {
            while (!done) {
                boolean began = !on;
                seen();
                sum = spin(42, TURNS);
                told |= began && seen() > 0;
            }
        });
        t.start();
        for (int round = 0; round < 100 && !told; round++) {
            Thread.sleep(round);
            tell(true);
            on = true;
            Thread.sleep(1 + round / 2); // the other thread may have no processor for a while
            tell(false);
            on = false;
        }
        done = true;
        t.join();
        boolean same = spin(42, 2_000) == cold && sum == -352937180;
        System.out.println(quiet && same && told ? "PASS" : "told before it was asked: " + !quiet + ", the right sums: " + same
                           + ", told in the call that was running: " + told);
    }
}
