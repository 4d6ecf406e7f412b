/** Natives bound at their first call, by registration, replaced by the agent, and not found. */
public class NativeMethodBind {
    static native int one();
    static native int two();
    static native int three();
    static native int over(int x);
    static native int over(String s, int[] a);
    static native int missing();
    static native void register();

    public static void main(String[] args) {
        System.out.println(one() + " " + one());
        System.out.println(two() + " " + two());
        register();
        System.out.println(three());
        System.out.println(over(5) + " " + over("", null));
        try {
            missing();
        } catch (UnsatisfiedLinkError e) {
            System.out.println(e.getMessage());
        }
    }
}
