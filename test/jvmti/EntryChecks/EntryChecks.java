/** Calls the agent from a frame of its own. */
public class EntryChecks {
    static native void run();

    public static void main(String[] args) {
        run();
    }
}
