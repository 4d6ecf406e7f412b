// jvm: -Xint
/** Callbacks of VMObjectAlloc and SampledObjectAlloc that allocate: the same event is not sent for that, in no environment, the other one is. */
public class AllocInCallback {
    static native void listen(boolean vm, boolean sampled, String allocates);
    /** Stops listening; events by kind and environment, and how many of them came within a callback. */
    static native String seen();

    static final int[] model = new int[1000];
    static volatile Object sink;
    static void cloned() { for (int i = 0; i < 20; i++) sink = model.clone(); }
    static void made() { for (int i = 0; i < 20; i++) sink = new long[5000]; }

    static void run(boolean vm, boolean sampled, boolean clones, String allocates) throws Exception {
        listen(vm, sampled, allocates);
        if (clones) cloned();
        else made();
        System.out.println((vm ? "VMObjectAlloc " : "") + (sampled ? "SampledObjectAlloc " : "") + "of "
                + (clones ? "clones" : "new arrays") + ", callbacks call " + allocates + ": " + seen());
    }

    public static void main(String[] args) throws Exception {
        cloned();
        made();
        run(true, false, true, "cloned");
        run(false, true, false, "made");
        run(true, true, false, "cloned");
        run(true, true, true, "made");
        Thread other = new Thread(AllocInCallback::cloned);
        listen(true, false, "cloned");
        other.start();
        other.join();
        System.out.println("another thread: " + seen());
    }
}
