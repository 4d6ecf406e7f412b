/** Redefined in a session: the driver compiles it a second time with 2 for 1. */
public class Changed {
    static int calls;

    static int value() {
        calls++;
        int result = 1;
        return result * calls;
    }
}
