// argus-only: HotSpot answers otherwise or crashes (docs/differences.md)
/** Requests that have an error of their own. */
public class ErrorsBeyondHotSpot {
    static native int live(Object noClass);

    public static void main(String[] args) {
        int failures = live("no class");
        System.out.println(failures == 0 ? "PASS" : failures + " failures");
    }
}
