// timeout: 30
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/** The VM ends while a thread that is stopped for good has the monitor of the main group: what ends the VM waits for nothing any more. */
public class GroupLockedAtEnd {
    public static void main(String[] args) {
        ThreadGroup main = Thread.currentThread().getThreadGroup(), apart = new ThreadGroup(main.getParent(), "apart");
        CountDownLatch locked = new CountDownLatch(1);
        Thread keeper = new Thread(apart, () -> {
            synchronized (main) {
                locked.countDown();
                while (true) LockSupport.park();
            }
        });
        keeper.setDaemon(true);
        Runtime.getRuntime().addShutdownHook(new Thread(apart, () -> {
            keeper.start();
            try {
                locked.await();
            } catch (InterruptedException e) {
                System.out.println(e);
            }
            System.out.println("locked");
        }));
        System.out.println("main ends");
    }
}
