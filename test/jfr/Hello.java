/** Says whether there is a recorder; waits for a line if asked to. */
public class Hello {
    public static void main(String[] args) throws Exception {
        System.out.println("hello " + jdk.jfr.FlightRecorder.isInitialized());
        if (args.length > 0) System.in.read();
    }
}
