/** PopFrame and ForceEarlyReturn by another thread while the frame's thread stands in an event about this frame. */
public class ExitsInEvents {
    static native void plan(String event, String action);
    static native String outcome();

    static int entered, field, stored;
    static final Object lock = new Object();

    static int answers(int arg) {
        entered++;
        return 42;
    }
    static int throwsFirst(int arg) {
        if (entered++ == 0) throw new IllegalStateException("first");
        return 42;
    }
    static int throwsDeep(int arg) {
        deeper();
        return 42;
    }
    static void deeper() { if (entered++ == 0) throw new IllegalStateException("deep"); }
    static int catches(int arg) {
        entered++;
        try {
            throw new IllegalStateException("caught");
        } catch (IllegalStateException e) {
            return 42;
        }
    }
    static synchronized int locked(int arg) {
        synchronized (lock) {
            if (entered++ == 0) throw new IllegalStateException("locked");
        }
        return 42;
    }
    static int reads(int arg) { entered++; return field + 42; }
    static int writes(int arg) { entered++; stored++; field = stored; return 42; }

    interface Body { int run(int arg); }
    /** On a thread of its own: HotSpot does not forget that an exception was on its way. */
    static void run(String event, String action, String method, Body b) throws InterruptedException {
        Thread t = new Thread(() -> runHere(event, action, method, b));
        t.start();
        t.join();
    }
    static void runHere(String event, String action, String method, Body b) {
        entered = stored = field = 0;
        System.out.println(method + ", " + action + " in " + event);
        plan(event + " " + method, action);
        Object result;
        try {
            result = b.run(1);
        } catch (IllegalStateException e) {
            result = e.getMessage();
        }
        String end = outcome();
        System.out.println("    " + result + ", entered " + entered + ", field " + field + ", " + end
                + (Thread.holdsLock(lock) || Thread.holdsLock(ExitsInEvents.class) ? ", locked" : ""));
    }

    public static void main(String[] args) throws InterruptedException {
        for (String action : new String[] { "pop", "force" }) {
            run("MethodEntry", action, "answers", ExitsInEvents::answers);
            run("MethodExit", action, "answers", ExitsInEvents::answers);
            run("MethodExit", action, "throwsFirst", ExitsInEvents::throwsFirst);
            run("MethodExit", action, "throwsDeep", ExitsInEvents::throwsDeep);
            run("MethodExit", action, "locked", ExitsInEvents::locked);
            run("Exception", action, "throwsFirst", ExitsInEvents::throwsFirst);
            run("Exception", action, "catches", ExitsInEvents::catches);
            run("ExceptionCatch", action, "catches", ExitsInEvents::catches);
            run("FieldAccess", action, "reads", ExitsInEvents::reads);
            run("FieldModification", action, "writes", ExitsInEvents::writes);
        }
    }
}
