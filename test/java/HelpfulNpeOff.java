// jvm: -XX:-ShowCodeDetailsInExceptionMessages
// The option that turns helpful NullPointerException messages off.
public class HelpfulNpeOff {
    int x;
    public static void main(String[] args) {
        HelpfulNpeOff o = null;
        try { System.out.println(o.x); } catch (NullPointerException e) { System.out.println(e); }
        int[] a = null;
        try { a[0] = 1; } catch (NullPointerException e) { System.out.println(e.getMessage()); }
    }
}
