// jvm: -Xmx32m
/** A collection that an allocation asked for: when ObjectFree is sent the world goes on, and a thread that the callback waits for can enter the VM. */
public class FreeHandsOver {
    static native void tag(Object o);
    static native void serve();
    static native int answered();

    static volatile Object sink;

    public static void main(String[] args) throws Exception {
        Thread server = new Thread(FreeHandsOver::serve, "server");
        server.setDaemon(true);
        server.start();
        for (int i = 0; i < 100; i++) tag(new Object());
        for (int i = 0; i < 2_000_000 && answered() == 0; i++) sink = new byte[2000];
        System.out.println(answered() > 0 ? "the callback was answered" : answered() < 0 ? "nobody answered the callback" : "nothing was freed");
    }
}
