public class BadMain {
    static { Other.touch(); }
    public static void main(String[] a) { System.out.println("not reached"); }
    static class Other { static int x = 1 / Integer.parseInt("0"); static void touch() { } }
}
