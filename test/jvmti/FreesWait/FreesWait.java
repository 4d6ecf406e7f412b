// argus-only: HotSpot reports during walks, in some runs thousands of objects in one
/** Objects with tags die and are reported while another thread walks the heap: a walk meets at most the report that had begun. */
public class FreesWait {
    static native void tag(Object o, long tag);
    /** A walk over the objects with tags: how many reports came from its first callback to its last. */
    static native int walk();
    static native int reported();

    static final int ROUNDS = 40, OBJECTS = 20_000;
    static volatile boolean done;

    public static void main(String[] args) throws Exception {
        Object[] kept = new Object[OBJECTS]; // a walk takes a while
        for (int i = 0; i < kept.length; i++) tag(kept[i] = new Object(), i + 1);
        Thread dying = new Thread(() -> {
            for (int round = 0; round < ROUNDS; round++) {
                for (int i = 0; i < OBJECTS; i++) tag(new Object(), i + 1);
                System.gc();
            }
            done = true;
        });
        dying.start();
        int most = 0;
        while (!done) most = Math.max(most, walk());
        dying.join();
        for (int i = 0; i < 10 && reported() < (ROUNDS - 1) * OBJECTS; i++) System.gc();
        boolean all = reported() >= (ROUNDS - 1) * OBJECTS && kept[OBJECTS - 1] != null;
        System.out.println(all && most <= 1 ? "PASS" : "all were reported: " + all + ", reports in a walk: " + most);
    }
}
