import java.lang.ref.WeakReference;
import java.util.*;

/** Pairs of small ints on a C stack, of which the second is 0, 1 or 2, look like no reference: what they might name dies. */
public class NumberPairs {
    /** Calls `run` with a frame full of pairs below it. */
    static native void hold(int second, Runnable run);

    static final int OBJECTS = 4000;
    public static void main(String[] args) {
        System.load(args[0]);
        for (int second = 0; second <= 2; second++) {
            List<WeakReference<byte[]>> all = new ArrayList<>();
            hold(second, () -> {
                for (int i = 0; i < OBJECTS; i++) all.add(new WeakReference<>(new byte[5000]));
                System.gc();
            });
            int alive = 0;
            for (WeakReference<byte[]> w : all) if (w.get() != null) alive++;
            /* the last ones may still stand where they were made */
            System.out.println("a number and " + second + ": " + (alive < OBJECTS / 100 ? "nothing is held" : alive + " are held"));
        }
    }
}
