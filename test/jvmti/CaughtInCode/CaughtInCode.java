// jvm: -Xbatch
/**
 * Exceptions that optimized code throws and catches by itself: an agent is told of each as soon as it asks, in the middle of the loop too, with
 * the places of the throw and of the handler, in the method itself and over a call, also one that the code makes; and of none before and afterwards.
 */
public class CaughtInCode {
    static native void tell(boolean exceptions, boolean catches);
    static native int thrown();
    static native int caught();

    static final class Light extends RuntimeException {
        Light() { super(null, null, false, false); }
    }
    static final Light ONE = new Light();
    static final int TURNS = 30_000;

    static int odd(int i) {
        if ((i & 1) != 0) throw ONE;
        return i;
    }
    /* The agent is asked at turns `on` and `off`. */
    static int loop(int on, int off, boolean exceptions, boolean catches) {
        int s = 0;
        for (int i = 0; i < TURNS; i++) {
            if (i == on) tell(exceptions, catches);
            if (i == off) tell(false, false);
            try {
                if (i % 3 == 0) throw new Light();
                s += odd(i);
            } catch (Light e) {
                s--;
            } finally {
                s ^= i;
            }
        }
        return s;
    }

    static final int[] FEW = new int[3];
    static final Object[] SOME = { "text", null };
    /* The same of what instructions throw: it is thrown anew for who is told, with its trace. */
    static int byItself(int on, int off, boolean exceptions, boolean catches) {
        int s = 0, traces = 0;
        for (int i = 0; i < TURNS; i++) {
            if (i == on) tell(exceptions, catches);
            if (i == off) tell(false, false);
            try {
                s += FEW[i & 3] + SOME[i % 2].hashCode() + 5 / (i % 3);
            } catch (ArrayIndexOutOfBoundsException | NullPointerException | ArithmeticException e) {
                s--;
                if (on >= 0 && i >= on && i < off) traces += e.getStackTrace().length > 0 ? 1 : 0;
            } finally {
                s ^= i;
            }
        }
        return s + traces;
    }

    interface Work { int of(int i); }
    static final Work[] works = {
        i -> odd(i), i -> odd(i) + 1, i -> odd(i + 1), i -> locked(i), i -> odd(i) + 2, i -> odd(i) + 3, i -> locked(i + 1), i -> odd(i) + 4
    };
    static synchronized int locked(int i) { return odd(i) - 1; }
    static int finals;
    static int inner(int i) {
        try {
            return works[i & 7].of(i >> 3);
        } finally {
            finals++;
        }
    }
    /* Calls that are not taken in throw, through a handler of all exceptions. */
    static int calls(int on, int off, boolean exceptions, boolean catches) {
        int s = 0;
        for (int i = 0; i < TURNS; i++) {
            if (i == on) tell(exceptions, catches);
            if (i == off) tell(false, false);
            try {
                s += inner(i);
            } catch (Light e) {
                s--;
            }
            if (Thread.holdsLock(CaughtInCode.class)) s += 1_000_000;
        }
        return s + finals;
    }

    public static void main(String[] args) {
        int s = 0;
        for (int i = 0; i < 30; i++) s += loop(-1, -1, false, false);
        System.out.println(s + " " + thrown() + " " + caught());
        s = 0;
        for (int i = 0; i < 30; i++) s += byItself(-1, -1, false, false);
        System.out.println(s + " " + thrown() + " " + caught());
        s = 0;
        for (int i = 0; i < 30; i++) s += calls(-1, -1, false, false);
        System.out.println(s + " " + thrown() + " " + caught());
        int[][] spans = { { 0, TURNS }, { 1_000, 1_010 }, { 20_000, 20_100 }, { 29_990, -1 } };
        for (int[] span : spans)
            for (int what = 1; what < 4; what++) {
                s = loop(span[0], span[1], (what & 1) != 0, (what & 2) != 0);
                tell(false, false);
                System.out.println(span[0] + " " + what + ": " + s + " thrown " + thrown() + " caught " + caught());
                s = loop(-1, -1, false, false);
                System.out.println(s + " " + thrown() + " " + caught());
                s = byItself(span[0], span[1], (what & 1) != 0, (what & 2) != 0);
                tell(false, false);
                System.out.println(span[0] + " " + what + ": " + s + " thrown " + thrown() + " caught " + caught());
                s = byItself(-1, -1, false, false);
                System.out.println(s + " " + thrown() + " " + caught());
                s = calls(span[0], span[1], (what & 1) != 0, (what & 2) != 0);
                tell(false, false);
                System.out.println(span[0] + " " + what + ": " + s + " thrown " + thrown() + " caught " + caught());
                s = calls(-1, -1, false, false);
                System.out.println(s + " " + thrown() + " " + caught());
            }
    }
}
