/** Objects that no constructor has made (JNI AllocObject): what the functions that follow their fields answer. */
public class HalfMade {
    static native int cases();
    /** The case's name; "" where HotSpot does not come back from it. */
    static native String name(int i);
    static native String run(int i);

    public static void main(String[] args) {
        for (int i = 0; i < cases(); i++) {
            String name = name(i);
            if (name.isEmpty()) continue;
            String r;
            try {
                r = run(i);
            } catch (Throwable t) {
                r = t.getClass().getName();
            }
            System.out.println(name + ": " + r);
        }
        System.gc();
        System.out.println("still there");
    }
}
