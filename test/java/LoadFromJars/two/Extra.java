package extra;
public class Extra { public static String who() { return "extra with " + lib.Lib.who(); } }
