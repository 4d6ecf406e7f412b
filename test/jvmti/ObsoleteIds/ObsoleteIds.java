// argus-only: when an obsolete version goes is the VM's own affair
import java.io.InputStream;

/** Ids of obsolete methods are good as long as a frame runs them, and invalid, not dangerous, when the version has been freed; breakpoints in them too. */
public class ObsoleteIds {
    static native void redefine(Class<?> c, byte[] file);
    /** Remembers the method of the calling frame and sets a breakpoint in it. */
    static native String remember();
    /** What the remembered id answers to three questions. */
    static native String ask();
    static native String clear();
    static native void dispose();

    static byte[] file(String name) throws Exception {
        try (InputStream in = ObsoleteIds.class.getResourceAsStream(name + ".class")) {
            return new String(in.readAllBytes(), "ISO-8859-1").replace(name, "OldsA").getBytes("ISO-8859-1");
        }
    }
    static void expect(String what, String got, String wanted) {
        if (!got.equals(wanted)) System.out.println("FAIL " + what + ": " + got);
    }

    public static void main(String[] args) throws Exception {
        byte[] a = file("OldsA"), b = file("OldsB");
        redefine(OldsA.class, b); /* the version that came with the class stays; this one may go */
        OldsA.run(a);
        for (int i = 0; i < 3; i++) {
            redefine(OldsA.class, i % 2 == 0 ? b : a);
            System.gc();
        }
        expect("freed", ask(), "INVALID_METHODID INVALID_METHODID INVALID_METHODID");
        expect("clear", clear(), "INVALID_METHODID");
        dispose();
        OldsA.run(null);
        System.out.println("PASS");
    }
}

class OldsA { static void run(byte[] next) { } }
class OldsB {
    static void run(byte[] next) {
        if (next == null) return;
        ObsoleteIds.redefine(OldsA.class, next);
        ObsoleteIds.expect("remember", ObsoleteIds.remember(), "NONE");
        System.gc();
        ObsoleteIds.expect("running", ObsoleteIds.ask(), "NONE NONE obsolete");
    }
}
