import java.io.File;
import java.io.FileInputStream;
import java.net.ServerSocket;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import reactor.blockhound.BlockHound;
import reactor.blockhound.BlockingOperationError;

/** Each operation on an ordinary thread and on one that must not block. */
public class NeverBlock {
    static class Quick extends Thread {
        Quick(Runnable r) { super(r); }
    }

    static String outcome(Callable<?> operation) {
        try {
            operation.call();
            return "fine";
        } catch (BlockingOperationError e) {
            return e.getMessage();
        } catch (Throwable t) {
            return t.getCause() instanceof BlockingOperationError e ? "cause: " + e.getMessage() : t.toString();
        }
    }

    static void show(String what, Callable<?> operation) throws Exception {
        String[] got = new String[2];
        Thread ordinary = new Thread(() -> got[0] = outcome(operation)), quick = new Quick(() -> got[1] = outcome(operation));
        for (Thread t : new Thread[] { ordinary, quick }) {
            t.start();
            t.join();
        }
        System.out.println(what + ": " + got[0] + " | " + got[1]);
    }

    static void allowed() throws InterruptedException { Thread.sleep(1); }

    public static void main(String[] args) throws Exception {
        File file = File.createTempFile("never", "block");
        BlockHound.install(b -> b.nonBlockingThreadPredicate(p -> p.or(Quick.class::isInstance)).allowBlockingCallsInside("NeverBlock", "allowed"));
        Object lock = new Object();
        ReentrantLock taken = new ReentrantLock();
        for (int round = 0; round < 3; round++) {
            show("sleep", () -> { Thread.sleep(1); return 0; });
            show("yield", () -> { Thread.yield(); return 0; });
            show("wait", () -> { synchronized (lock) { lock.wait(1); } return 0; });
            show("park", () -> { LockSupport.parkNanos(1000); return 0; });
            show("latch", () -> new CountDownLatch(1).await(1, TimeUnit.MILLISECONDS));
            show("free lock", () -> { taken.lock(); taken.unlock(); return 0; });
            show("read", () -> { try (FileInputStream in = new FileInputStream(file)) { return in.read(); } });
            show("server socket", () -> { try (ServerSocket s = new ServerSocket(0)) { s.setSoTimeout(1); return s.accept(); } });
            show("process", () -> new ProcessBuilder("true").start().waitFor());
            show("allowed", () -> { allowed(); return 0; });
            show("arithmetic", () -> Math.addExact(round(), 1));
        }
        System.out.println("done");
    }

    static int round() { return 1; }
}
