import java.util.*;

/** Prints what options did: properties named on the command line, assertions, arguments. */
public class Show {
    static class Asserted { static boolean on() { boolean[] r = {false}; assert r[0] = true; return r[0]; } }
    public static void main(String[] args) {
        System.out.println("args " + args.length + " " + Arrays.toString(args));
        TreeMap<String, String> mine = new TreeMap<>();
        for (String k : System.getProperties().stringPropertyNames()) if (k.startsWith("t.")) mine.put(k, System.getProperty(k));
        System.out.println("properties " + mine);
        System.out.println("assertions " + Asserted.on() + " " + pkg.Sub.on() + " " + pkg.deep.Leaf.on() + " system "
            + ClassLoader.getSystemClassLoader().getClass().desiredAssertionStatus() + " " + String.class.desiredAssertionStatus());
        System.out.println("encoding " + System.getProperty("file.encoding") + " locale " + Locale.getDefault() + " zone "
            + TimeZone.getDefault().getID());
        System.out.println("class path " + System.getProperty("java.class.path"));
    }
}
