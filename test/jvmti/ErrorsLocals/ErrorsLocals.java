/** Variables that are not there, are of another type, or belong to a native frame: in the own thread and in a suspended one. */
public class ErrorsLocals {
    static native void errors(Thread t, int depth, int max, Object o);
    static native void instance(Thread t, int depth);
    static native void suspend(Thread t);
    static native void resume(Thread t);

    static volatile boolean inside, go;

    String own(int i, long j, float f, double d, String s) {
        errors(null, 1, 8, "changed");
        instance(null, 1);
        return i + " " + j + " " + f + " " + d + " " + s;
    }
    String other(int i, long j, float f, double d, String s) {
        inside = true;
        while (!go) { }
        return i + " " + j + " " + f + " " + d + " " + s;
    }
    static void noInstance() { instance(null, 1); }

    public static void main(String[] args) throws Exception {
        ErrorsLocals me = new ErrorsLocals();
        System.out.println("own thread");
        System.out.println(me.own(1, 2, 3, 4, "five"));
        System.out.println("static and native methods");
        noInstance();
        instance(null, 0);
        instance(null, 1000);
        instance(null, -1);
        System.out.println("suspended thread");
        String[] result = new String[1];
        Thread t = new Thread(() -> result[0] = me.other(1, 2, 3, 4, "five"));
        t.start();
        while (!inside) Thread.onSpinWait();
        suspend(t);
        errors(t, 0, 8, "changed");
        instance(t, 0);
        resume(t);
        go = true;
        t.join();
        System.out.println(result[0]);
    }
}
