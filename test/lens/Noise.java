/** Threads that never stop calling and throwing while the VM ends: the report must hold them out. */
public class Noise {
    static int work(int n) { return n == 0 ? 0 : 1 + work(n - 1); }

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < 4; i++) {
            Thread t = new Thread(() -> {
                for (;;) {
                    work(20);
                    try {
                        throw new IllegalStateException();
                    } catch (IllegalStateException e) {
                        Thread.onSpinWait();
                    }
                    new Thread(() -> work(3)).start();
                }
            });
            t.setDaemon(true);
            t.start();
        }
        for (int i = 0; i < 200; i++) work(1000);
        System.out.println("done");
        System.exit(3);
    }
}
