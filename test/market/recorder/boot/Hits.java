package beside.boot;

/** What classes of the JDK tell when agents have changed them: for one thread, while it wants that. */
public class Hits {
    private static Thread of;
    private static int collections, throwables;

    public static void collection() {
        if (Thread.currentThread() == of) collections++;
    }
    public static void throwable() {
        if (Thread.currentThread() == of) throwables++;
    }

    public static void begin() { of = Thread.currentThread(); }
    public static String end() {
        of = null;
        return collections + " calls of java.util, " + throwables + " throwables";
    }
}
