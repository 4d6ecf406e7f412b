/** Calls GetVersion from threads of every kind while the table changes. */
public class JniTable {
    static native int version();
    static native int stay();
    static native void untilInNative();
    static native void leave();
    static native void set(int which);
    static native int first();
    static native int second();

    static volatile boolean stop;
    static int wrong;

    public static void main(String[] args) throws Exception {
        int plain = version();
        Thread runs = new Thread(() -> { while (!stop) if (version() != plain) wrong++; });
        runs.start();
        int[] got = new int[1];
        Thread inNative = new Thread(() -> got[0] = stay());
        inNative.start();
        untilInNative();
        System.out.println(first() + " " + second());
        set(1);
        int before = first();
        version();
        System.out.println("own thread counted " + (first() > before));
        while (first() < before + 100) Thread.onSpinWait();
        System.out.println("running thread counted");
        set(2);
        leave();
        inNative.join();
        System.out.println("thread in native counted " + (second() > 0) + " " + (got[0] == plain));
        before = second();
        while (second() < before + 100) Thread.onSpinWait();
        stop = true;
        runs.join();
        int f = first(), s = second();
        Thread fresh = new Thread(() -> { for (int i = 0; i < 10; i++) version(); });
        fresh.start();
        fresh.join();
        System.out.println("new thread " + (first() - f) + " " + (second() - s));
        set(0);
        f = first();
        s = second();
        version();
        fresh = new Thread(() -> version());
        fresh.start();
        fresh.join();
        System.out.println("restored " + (first() - f) + " " + (second() - s) + " wrong " + wrong);
    }
}
