package tm;

/** Lies in named modules of the test's own layers, and uses a class of the application's unnamed module. */
public class Work {
    public static class Late { }

    public static String call() { return tmhelp.Helper.name(); }
}
