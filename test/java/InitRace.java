// Two threads and class initialization: the second waits, recursion in the owner passes, a failure reaches every waiter, two classes
// in opposite order through a monitor.
import java.util.*;
import java.util.concurrent.*;

public class InitRace {
    static final CountDownLatch started = new CountDownLatch(1), release = new CountDownLatch(1);
    static final CountDownLatch badStarted = new CountDownLatch(1), badRelease = new CountDownLatch(1);
    static void await(CountDownLatch l) { try { l.await(); } catch (InterruptedException e) { throw new Error(e); } }

    static class Slow {
        static int value;
        static { started.countDown(); await(release); recursive(); value = 42; }
        static void recursive() { value = 7; System.out.println("owner passes with value " + value); }
    }
    static class Bad {
        static { badStarted.countDown(); await(badRelease); if (true) throw new IllegalStateException("bad"); }
        static int v;
    }
    static class Counter { static int runs; static class Once { static { runs++; } static int x = 1; } }

    static void waitBlocked(Thread t) throws Exception { // a thread that waits for initialization is not RUNNABLE forever: let it get there
        for (int i = 0; i < 50 && t.getState() == Thread.State.NEW; i++) Thread.yield();
        t.join(50);
    }

    public static void main(String[] args) throws Exception {
        int[] seen = new int[3];
        Thread a = new Thread(() -> seen[0] = Slow.value), b = new Thread(() -> { await(started); seen[1] = Slow.value; });
        a.start(); b.start();
        await(started);
        waitBlocked(b);
        System.out.println("b alive while a initializes: " + b.isAlive());
        release.countDown();
        a.join(); b.join();
        System.out.println(seen[0] + " " + seen[1] + " " + Slow.value);

        String[] got = new String[2];
        Thread c = new Thread(() -> { try { got[0] = "" + Bad.v; } catch (Throwable t) { got[0] = t.toString() + " / " + t.getCause(); } });
        Thread d = new Thread(() -> { await(badStarted); try { got[1] = "" + Bad.v; } catch (Throwable t) { got[1] = t.toString() + " / "
            + t.getCause().getMessage().replaceAll("Thread-\\d+", "Thread-n"); } });
        c.start(); d.start();
        await(badStarted);
        waitBlocked(d);
        badRelease.countDown();
        c.join(); d.join();
        System.out.println(got[0]);
        System.out.println(got[1]);

        List<Thread> many = new ArrayList<>();
        CyclicBarrier gate = new CyclicBarrier(8);
        int[] sum = new int[8];
        for (int i = 0; i < 8; i++) {
            int n = i;
            Thread t = new Thread(() -> { try { gate.await(); } catch (Exception e) { throw new Error(e); } sum[n] = Counter.Once.x; });
            many.add(t); t.start();
        }
        for (Thread t : many) t.join();
        System.out.println("initialized " + Counter.runs + " time, sum " + Arrays.stream(sum).sum());
    }
}
