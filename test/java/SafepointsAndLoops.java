// jvm: -Xmx64m
// Collections while other threads spin in loops without calls, allocate, wait, sleep, park, sit in native code, hold locks, throw;
// with deep stacks full of references; in initializers and lambdas.
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

public class SafepointsAndLoops {
    static volatile boolean stop; static long sink; static final AtomicInteger ready = new AtomicInteger();
    static Thread go(Runnable r) { Thread t = new Thread(() -> { ready.incrementAndGet(); r.run(); }); t.setDaemon(true); t.start(); return t; }
    static void counted() { long s = 0; while (!stop) { for (int i = 0; i < 1000000 && !stop; i++) s += i ^ (s << 1); } sink = s; }
    static void nested() {
        int[][] m = new int[50][50];
        while (!stop) for (int i = 0; i < 50; i++) for (int j = 0; j < 50; j++) m[i][j] += i * j;
        sink += m[3][4];
    }
    static void allocating() {
        Object[] live = new Object[100]; int n = 0;
        while (!stop) { live[n % 100] = new Object[] {live[(n * 7) % 100] == null ? "x" : "y", n}; n++; }
        for (Object o : live) if (o != null && !(((Object[]) o)[1] instanceof Integer)) System.out.println("broken");
    }
    static void throwing() {
        while (!stop) try { throw new IllegalStateException("t"); } catch (IllegalStateException e) { sink += e.getStackTrace().length; }
    }
    static void locking() { Object l = new Object(); while (!stop) synchronized (l) { sink++; } }
    static int deep(int n, Object a, String b) {
        if (n == 0) { System.gc(); return 0; }
        Object[] mine = {a, b, n}; String s = "d" + n; int r = deep(n - 1, mine, s) + 1;
        if (mine[0] != a || !s.equals("d" + n) || (Integer) mine[2] != n || !b.startsWith("d")) throw new AssertionError("frame " + n);
        return r;
    }
    static class Init {
        static final Object[] MADE;
        static {
            List<Object> l = new ArrayList<>();
            for (int i = 0; i < 2000; i++) { l.add(new int[i % 60]); if (i % 500 == 0) System.gc(); }
            MADE = l.toArray();
        }
    }
    static long many(Object a, long b, Object c, double d, Object e, int f, Object g, float h, Object i) {
        System.gc(); return a.hashCode() + b + c.hashCode() + (long) d + e.hashCode() + f + g.hashCode() + (long) h + i.hashCode();
    }

    public static void main(String[] args) throws Exception {
        CountDownLatch never = new CountDownLatch(1); Object lock = new Object();
        List<Thread> ts = new ArrayList<>();
        for (Runnable r : new Runnable[] {SafepointsAndLoops::counted, SafepointsAndLoops::nested, SafepointsAndLoops::allocating,
            SafepointsAndLoops::throwing, SafepointsAndLoops::locking}) ts.add(go(r));
        go(() -> { try { never.await(); } catch (InterruptedException x) { } });
        go(() -> { try { Thread.sleep(1000000); } catch (InterruptedException x) { } });
        go(() -> { synchronized (lock) { try { lock.wait(); } catch (InterruptedException x) { } } });
        go(() -> { try { new java.net.ServerSocket(0).accept(); } catch (java.io.IOException x) { } });
        while (ready.get() < 9) Thread.onSpinWait();
        Map<String, Integer> keep = new TreeMap<>();
        for (int i = 0; i < 6; i++) { for (int k = 0; k < 300; k++) keep.merge("key" + k % 100, 1, Integer::sum); System.gc(); }
        System.out.println("collected under load " + keep.size() + " " + keep.get("key7"));
        System.out.println(deep(400, "a", "d"));
        System.out.println(Init.MADE.length + " " + ((int[]) Init.MADE[59]).length);
        String s1 = new String("one"), s2 = new String("two");
        System.out.println(many(s1, 1L << 40, s2, 2.5, List.of("x"), 7, "g" + s1, 1.5f, new String("last")));
        stop = true; for (Thread t : ts) t.join(); System.out.println("spinners ended");
        Thread[] gc = new Thread[3];
        for (int i = 0; i < 3; i++) {
            gc[i] = new Thread(() -> { for (int k = 0; k < 5; k++) { System.gc(); Object[] x = new Object[1000]; Arrays.fill(x, "v"
                + k); } });
            gc[i].start();
        }
        for (Thread t : gc) t.join(); System.out.println("collections at once");
        List<Thread> starts = new ArrayList<>(); AtomicInteger done = new AtomicInteger();
        for (int i = 0; i < 30; i++) {
            Thread t = new Thread(() -> { byte[][] b = new byte[20][]; for (int k = 0; k < 20; k++) b[k] = new byte[500 * k]; done.addAndGet(b[19].length); });
            starts.add(t); t.start(); if (i % 10 == 0) System.gc();
        }
        for (Thread t : starts) t.join(); System.out.println(done); int[] data = new int[100000];
        for (int i = 0; i < data.length; i++) data[i] = i; Object cyc[] = {null}; cyc[0] = cyc; System.gc();
        long sum = 0; for (int v : data) sum += v; System.out.println(sum + " " + (cyc[0] == cyc));
        String str = ""; for (int i = 0; i < 200; i++) { str += i; if (i % 50 == 0) System.gc(); }
        System.out.println(str.length() + " " + str.hashCode());
        Iterator<Integer> it = new ArrayList<>(List.of(1, 2, 3)).iterator(); int tot = 0;
        while (it.hasNext()) { tot += it.next(); System.gc(); }
        System.out.println(tot);
    }
}
