/** Walks and collections that a tool asks for see variables as the program can use them: not those of a try in its handler, nor of one branch behind it. */
public class DeadVariables {
    static native void tag(Object o, long tag);
    /** Which variables of this thread's stack refer to the tagged object: "slot s of method", sorted; or none. */
    static native String roots(long tag);
    static native String rootsOld(long tag);
    /** After a collection: is the object still there? */
    static native boolean lives(long tag);
    /** GetLocalObject of all slots at a depth: how many answers are the tagged object, NULL, another one, and no object. */
    static native String locals(int depth, long tag);

    static Object made(long tag) {
        Object o = new int[3];
        tag(o, tag);
        return o;
    }
    static void show(String what, long tag) {
        System.out.println(what + ": " + roots(tag) + "| " + rootsOld(tag) + " " + locals(1, tag) + " " + lives(tag) + " " + locals(1, tag));
    }

    static void handler() {
        try {
            Object other = new Object(), o = made(1); /* the handler's variable takes the place of the first */
            throw new RuntimeException(o.getClass().getName() + other);
        } catch (RuntimeException e) {
            show("handler", 1);
        }
    }
    static void branch(boolean b) {
        if (b) {
            Object o = made(2);
            if (o == null) return;
        }
        show("branch", 2);
    }
    static void live() {
        Object o = made(3);
        long l = 5;
        show("live", 3);
        System.out.println(o.getClass().getSimpleName() + l);
    }
    static void block() {
        {
            Object o = made(4);
            if (o == null) return;
        }
        show("block", 4);
    }
    static void number(int n) {
        if (n > 0) {
            Object o = made(5);
            if (o == null) return;
        } else {
            int i = n;
            if (i == 7) return;
        }
        show("an object or a number", 5);
    }
    static void operand() {
        System.out.println(pass(made(6), 7L, text(6)));
    }
    static String text(long tag) {
        show("operand of the caller", tag);
        return "passed";
    }
    static String pass(Object o, long l, String s) { return o.getClass().getSimpleName() + l + s; }
    static void parameter(Object o) {
        show("parameter", 7);
    }
    static void overwritten(Object o) {
        o = "x";
        show("parameter overwritten", 8);
    }

    public static void main(String[] args) {
        handler();
        branch(true);
        live();
        block();
        number(1);
        operand();
        parameter(made(7));
        overwritten(made(8));
    }
}
