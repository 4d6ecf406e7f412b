/** Threads in every state for lists of threads; the rest is the agent's. */
public class ErrorsGeneral {
    static native void live(Thread current, Thread fresh, Thread ended, Object noThread);

    public static void main(String[] args) throws Exception {
        Thread ended = new Thread(() -> { });
        ended.start();
        ended.join();
        live(Thread.currentThread(), new Thread(), ended, "no thread");
        System.out.println("made.here " + System.getProperty("made.here"));
    }
}
