/** Breakpoints after redefinitions: in frames that run older versions whose body means the same, but not in those whose body is another. */
public class BreakpointVersions {
    static native void redefine(Class<?> c, byte[] file);
    /** At the first location behind the `nth` line of the method's table. */
    static native String set(Class<?> c, String method, int nth);
    static native String clear(Class<?> c, String method, int nth);
    static native int hits();
    /** Of the frames of this method, newest first: obsolete or not, and whether it is the class's own id. */
    static native String frames(Class<?> c, String method);


    static byte[] file;
    /** Replaces the constant: constant() and holds() have another body each time. */
    static void change(int value) throws Exception {
        if (file == null) file = BreakpointVersions.class.getResourceAsStream("BreakpointVersions$Body.class").readAllBytes();
        byte[] b = file.clone();
        for (int k = 0; k < b.length - 3; k++)
            if (b[k] == 0x12 && b[k + 1] == 0x34 && b[k + 2] == 0x56 && b[k + 3] == 0x78) b[k + 3] = (byte) (0x70 + value);
        redefine(Body.class, b);
    }

    /** Only the constant changes: deep stays what it is, holds does not. */
    static class Body {
        static int deep(int depth) throws Exception {
            if (depth == 0) return BreakpointVersions.act();
            change(depth);
            int below = deep(depth - 1);
            below++;
            return below;
        }
        static int holds(int depth) throws Exception {
            if (depth == 0) return BreakpointVersions.act();
            change(depth);
            int below = holds(depth - 1);
            below ^= 0x12345678;
            return below;
        }
        static int constant() { return 0x12345678; }
    }

    static Runnable action;
    static int act() {
        action.run();
        return 0;
    }

    static void run(String what, String method, Runnable r) throws Exception {
        action = r;
        if (method.equals("deep")) Body.deep(3);
        else Body.holds(3);
        System.out.println(what + ": hits " + hits());
    }

    public static void main(String[] args) throws Exception {
        for (String m : new String[] { "deep", "holds" }) {
            run(m + ", set below four versions", m,
                    ()
                            -> System.out.println(
                                    frames(Body.class, m) + " set: " + set(Body.class, m, 3) + ", again " + set(Body.class, m, 3)));
            System.out.println("clear: " + clear(Body.class, m, 3) + ", again " + clear(Body.class, m, 3));
            run(m + ", set and cleared", m, () -> System.out.println("set: " + set(Body.class, m, 3) + ", clear " + clear(Body.class, m, 3)));
            set(Body.class, m, 3);
            run(m + ", set before", m, () -> { });
            System.out.println("clear: " + clear(Body.class, m, 3));
        }
    }
}
