// argus-only: HotSpot answers otherwise or crashes (docs/differences.md)
import java.io.InputStream;

/** A class that would be its own super class, and other requests that have an error of their own. */
public class ErrorsBeyondHotSpot {
    static native int live(Class<?> c, byte[] circular, Object noClass);

    static class Own0 { }
    /** Under the name of Own0 its super class is itself. */
    static class Own1 extends Own0 { }

    public static void main(String[] args) throws Exception {
        byte[] circular;
        try (InputStream in = ErrorsBeyondHotSpot.class.getResourceAsStream("ErrorsBeyondHotSpot$Own1.class")) {
            circular = new String(in.readAllBytes(), "ISO-8859-1").replace("Own1", "Own0").getBytes("ISO-8859-1");
        }
        int failures = live(Own0.class, circular, "no class");
        System.out.println(failures == 0 ? "PASS" : failures + " failures");
    }
}
