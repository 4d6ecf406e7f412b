import java.util.concurrent.CountDownLatch;

/**
 * Programs do much of their work while a class is being initialized: in its initializer, and in what that calls. The thread that initializes it goes on
 * at full speed; all others wait until it has ended, in code that was compiled meanwhile too; if it fails, they get an error.
 */
public class InitializersThatWork {
    static long hot(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) sum = sum * 31 + Works.next(i);
        return sum;
    }
    static class Base {
        static int inherited = 3;
        static int twice(int x) { return x * 2 + inherited; }
    }
    static class Works extends Base {
        static final int[] TABLE;
        static int n;
        static long wide;
        static double real;
        static volatile byte small;
        static Works last;
        static final String TEXT;
        int own;
        Works(int x) { own = x; }
        static int next(int x) {
            n += x;
            wide ^= n;
            real += wide & 7;
            small++;
            last = new Works(n);
            inherited++;
            return last.own + twice(x) + small;
        }
        static {
            TABLE = new int[64];
            for (int i = 0; i < 50_000; i++) TABLE[i & 63] += next(i);
            int[] own = TABLE;
            for (int i = 0; i < 50_000; i++) own[i & 63] ^= TABLE[i + 1 & 63] + twice(i);
            System.out.println("inside " + hot(50_000) + " " + n + " " + wide + " " + real + " " + small + " " + last.own + " " + inherited);
            TEXT = "made " + own[5];
        }
    }
    /** Its methods are hot while it is being initialized; another thread calls them in the middle. */
    static class Slow {
        static int value = 1;
        static final CountDownLatch LATE;
        static int read() { return value; }
        static int made() { return new Slow().get(); }
        int get() { return value; }
        static {
            LATE = new CountDownLatch(1);
            for (int i = 0; i < 60_000; i++) value += (ask(i) & 1) + (read() & 1) + (made() & 1);
            Thread[] t = new Thread[3];
            for (int i = 0; i < t.length; i++) {
                int which = i;
                t[i] = new Thread(() -> seen[which] = which == 0 ? ask(1) : which == 1 ? askAgain() : fresh());
                t[i].start();
            }
            others = t;
            /* until they wait for this initializer: the state is RUNNABLE, as HotSpot has it, so the proof is that they do not end */
            for (Thread one : t) {
                try {
                    one.join(30);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                System.out.println("waits: " + one.isAlive());
            }
            value = -7;
        }
    }
    static final int[] seen = new int[3];
    static Thread[] others;
    static int ask(int x) { return Slow.value; }
    static int askAgain() { return Slow.read(); }
    static int fresh() { return Slow.made(); }

    static class Fails {
        static int tries;
        static int count() { return ++tries; }
        static {
            for (int i = 0; i < 60_000; i++) counted += countFails();
            if (tries > 0) throw new IllegalStateException("on purpose");
        }
    }
    static int counted;
    static int countFails() { return Fails.count() + Fails.tries; }

    public static void main(String[] args) throws Exception {
        System.out.println(Works.TEXT + " " + hot(50_000) + " " + Works.n);
        System.out.println(hot(50_000) + " " + Works.real + " " + Works.small);
        int v = Slow.value;
        for (Thread t : others) t.join();
        System.out.println("slow " + v + " " + seen[0] + " " + seen[1] + " " + seen[2] + " " + ask(0));
        for (int i = 0; i < 3; i++)
            try {
                System.out.println(countFails());
            } catch (Throwable t) {
                System.out.println(t.getClass().getName() + ": " + t.getMessage());
            }
        System.out.println("counted " + counted);
        long sum = 0;
        for (int i = 0; i < 200; i++)
            try {
                sum += countFails();
            } catch (NoClassDefFoundError e) {
                sum++;
            }
        System.out.println("errors " + sum);
    }
}
