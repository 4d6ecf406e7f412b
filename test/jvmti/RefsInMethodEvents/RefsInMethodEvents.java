/** Callbacks of method events make local references, push frames that they do not pop, and delete references of the native method below.
 * All that they made goes when they return; what the native method has stays. */
public class RefsInMethodEvents {
    static native void events(boolean on);
    /** Makes references, calls step again and again, and looks at its references. */
    static native String below(Object a, Object b, int calls);
    /** How far the references lay apart that callbacks made. */
    static native String apart();

    static int steps;
    static Object step(Object o) {
        steps++;
        return o;
    }

    public static void main(String[] args) {
        Object a = new Object(), b = "b";
        for (int i = 0; i < 3; i++) {
            events(i != 1);
            System.out.println(below(a, b, 40_000) + ", " + steps + " steps, " + apart());
        }
        events(false);
    }
}
