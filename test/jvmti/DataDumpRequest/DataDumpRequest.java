/** Asks for two data dumps, one after the other. */
public class DataDumpRequest {
    static native void ask(int until);

    public static void main(String[] args) {
        ask(1);
        ask(2);
    }
}
