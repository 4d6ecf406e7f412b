// argus-only: on HotSpot several of these crash; what -Xcheck:jvmti says of them, 31-trace.py reads
import java.lang.ref.Reference;

/** Every kind of misuse that -Xcheck:jvmti names. Without the option all of it is survived in silence. */
public class Misuse {
    static native void calls(Class<?> c, Object o, Thread t);
    static native void callbacks(boolean on);
    static native void tag(Object o);
    static native void walk();
    static native void threads();
    static native void memory(boolean twice);
    static native void dispose();

    static int hit(int n) {
        return n + 1;
    }

    public static void main(String[] args) throws Exception {
        calls(Misuse.class, "x", Thread.currentThread());
        callbacks(true);
        try {
            hit(1);
        } catch (IllegalStateException e) {
            if (!e.getMessage().equals("left pending")) throw e;
        }
        callbacks(false);
        tag(new Object());
        for (int i = 0; i < 3; i++) System.gc();
        walk();
        threads();
        memory(args.length > 0); /* deallocating twice ends the process where nobody checks */
        dispose();
        System.out.println("PASS");
    }
}
