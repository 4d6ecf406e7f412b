/** Raw monitors between threads. */
public class RawMonitors {
    static native void basics();
    static native void hold(boolean on);
    static native void others();
    static native int sleepIn();
    static native int waiting();
    static native int woken();
    static native void wake(boolean all);
    static native void add(int n);
    static native int total();

    static volatile int interruptedAnswer;

    public static void main(String[] args) throws Exception {
        basics();
        hold(true);
        Thread t = new Thread(RawMonitors::others);
        t.start();
        t.join();
        hold(false);
        Thread[] sleepers = new Thread[4];
        for (int i = 0; i < 4; i++) {
            sleepers[i] = new Thread(() -> { int e = sleepIn(); if (e != 0) interruptedAnswer = e; });
            sleepers[i].start();
        }
        while (waiting() < 4) Thread.onSpinWait();
        wake(false);
        while (woken() < 1) Thread.onSpinWait();
        System.out.println("one woken: " + woken());
        Thread still = null;
        for (Thread s : sleepers) if (s.isAlive() && s.getState() != Thread.State.TERMINATED) still = s;
        int before = woken();
        wake(true);
        for (Thread s : sleepers) s.join();
        System.out.println("all woken: " + woken());
        Thread interrupted = new Thread(() -> { int e = sleepIn(); System.out.println("interrupted: " + e + " " + Thread.interrupted()); });
        interrupted.start();
        while (waiting() < 5) Thread.onSpinWait();
        interrupted.interrupt();
        interrupted.join();
        Thread[] adders = new Thread[4];
        for (int i = 0; i < 4; i++) {
            adders[i] = new Thread(() -> add(20000));
            adders[i].start();
        }
        for (Thread a : adders) a.join();
        System.out.println(total() + " " + interruptedAnswer);
    }
}
