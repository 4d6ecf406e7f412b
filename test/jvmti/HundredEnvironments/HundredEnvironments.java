// argus-only: HotSpot lets one environment at a time have breakpoints, watches and exceptions, and only in OnLoad
/** A method in which everything happens once. */
public class HundredEnvironments {
    static native void run();
    static int field = 1;

    static void work() {
        field += 1;
        try {
            throw new IllegalStateException();
        } catch (IllegalStateException e) {
        }
    }
    public static void main(String[] args) {
        try { throw new IllegalStateException(); } catch (IllegalStateException e) { }
        run();
    }
}
