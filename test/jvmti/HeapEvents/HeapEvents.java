// jvm: -Xmx64m
/** Collections and sampled allocations: with an interval of zero every object is seen, otherwise one in so many bytes. */
public class HeapEvents {
    static native void collect();
    static native void sampling(int interval);
    static native int samples();
    static native int small();
    static native void report();

    static class Small implements Cloneable { int a; Small copy() throws CloneNotSupportedException { return (Small) clone(); } }
    static Object sink;

    public static void main(String[] args) throws Exception {
        collect();
        for (int i = 0; i < 20000; i++) sink = new byte[10000];
        System.gc();
        sampling(0);
        /* HotSpot starts with the next piece of memory that the thread takes: use up the present one. */
        for (int i = 0; i < 5000; i++) sink = new byte[10000];
        for (int i = 0; i < 200000; i++) sink = new Small();
        int s = small();
        System.out.println("nearly every small one: " + (s >= 100000 ? "yes" : "no, " + s) + ", none twice: " + (s <= 200000));
        sampling(100000);
        for (int i = 0; i < 20000; i++) sink = new byte[10000];
        int n = samples(); /* 200 MB: about 2000 */
        System.out.println("one in so many bytes: " + (n > 1500 && n < 2500 ? "yes" : "no, " + n));
        sampling(-1);
        for (int i = 0; i < 20000; i++) sink = new byte[10000];
        System.out.println("switched off: " + (samples() == 0));
        sink = new Small().copy();
        sink = ((Small[]) java.lang.reflect.Array.newInstance(Small.class, 3)).clone();
        report();
    }
}
