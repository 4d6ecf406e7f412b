// needs: Thread.stop, suspend and resume: running, asleep, waiting, parked, not started, oneself
import java.util.concurrent.locks.LockSupport;

public class ThreadStop {
    static volatile long count;

    static void awaitState(Thread t, Thread.State s) throws Exception {
        while (t.getState() != s) Thread.sleep(1);
    }

    @SuppressWarnings("removal")
    static void stopWhen(Thread.State s, Runnable body) throws Exception {
        Thread t = new Thread(body);
        t.start();
        awaitState(t, s);
        t.stop();
        t.join();
        System.out.println(t.getState());
    }

    @SuppressWarnings("removal")
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            try {
                while (true) count++;
            } catch (ThreadDeath d) {
                System.out.println("death while running " + d.getMessage());
            }
        });
        t.start();
        while (count < 1000) Thread.onSpinWait();
        t.suspend();
        long at = count;
        Thread.sleep(50);
        System.out.println("suspended " + (count == at) + " " + t.getState());
        t.resume();
        while (count == at) Thread.sleep(1);
        t.stop();
        t.join();
        stopWhen(Thread.State.TIMED_WAITING, () -> {
            try {
                Thread.sleep(100_000);
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            } catch (ThreadDeath d) {
                System.out.println("death in sleep " + Thread.currentThread().isInterrupted());
            }
        });
        Object lock = new Object();
        stopWhen(Thread.State.WAITING, () -> {
            synchronized (lock) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    System.out.println("interrupted");
                } catch (ThreadDeath d) {
                    System.out.println("death in wait " + Thread.holdsLock(lock));
                }
            }
        });
        stopWhen(Thread.State.WAITING, () -> {
            try {
                LockSupport.park();
                System.out.println("unparked");
            } catch (ThreadDeath d) {
                System.out.println("death in park");
            }
        });
        Thread unborn = new Thread(() -> System.out.println("must not run"));
        unborn.stop();
        unborn.start();
        unborn.join();
        System.out.println("unborn " + unborn.getState());
        try {
            Thread.currentThread().stop();
        } catch (ThreadDeath d) {
            System.out.println("own death " + d.getStackTrace()[0].getMethodName());
        }
    }
}
