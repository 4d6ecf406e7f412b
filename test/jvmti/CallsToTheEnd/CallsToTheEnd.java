// argus-only: HotSpot 17 crashes in most runs
// args: exit
// timeout: 120

/** Ten daemon threads do nothing but JVM TI calls, each of a kind, while the program ends: by System.exit, by Runtime.halt, or because main returns. */
public class CallsToTheEnd {
    static final int KINDS = 10;

    /** Calls of one kind, for ever. */
    static native void call(int kind);

    static native void prepare(Class<?> subject, Thread[] callers);

    /** Waits until each kind has made a round. */
    static native void awaitRounds();

    /** What the threads take apart, tag, redefine and stop in. */
    static class Subject {
        int field = 1;

        int method(int n) {
            return n == 0 ? field : method(n - 1) + 1;
        }
    }

    public static void main(String[] args) throws Exception {
        new Subject().method(3);
        Thread[] callers = new Thread[KINDS];
        for (int k = 0; k < KINDS; k++) {
            int kind = k;
            callers[k] = new Thread(() -> call(kind), "caller-" + k);
            callers[k].setDaemon(true);
        }
        prepare(Subject.class, callers);
        for (Thread t : callers) t.start();
        awaitRounds();
        System.out.println("PASS");
        System.out.flush();
        switch (args[0]) {
            case "exit": System.exit(0);
            case "halt": Runtime.getRuntime().halt(0);
            default: return;
        }
    }
}
