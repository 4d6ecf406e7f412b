package tmhelp;

/** What an agent's code would call. */
public class Helper {
    public static String name() { return "helper called"; }
}
