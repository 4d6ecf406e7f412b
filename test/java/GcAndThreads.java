// gcstress: 20 ten threads
// timeout: 120
// Threads allocate, wait, lock, link, hash, intern and hold references of all kinds while others ask for collections: nothing that
// is reachable changes or goes.
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

public class GcAndThreads {
    static final int ROUNDS = 12;
    static volatile boolean done;
    static final AtomicLong checks = new AtomicLong();
    static final AtomicInteger wrong = new AtomicInteger();

    static void check(boolean ok, String what) {
        checks.incrementAndGet();
        if (!ok && wrong.incrementAndGet() < 10) System.out.println("wrong: " + what);
    }

    interface Body { void run(int round) throws Exception; }

    static Thread worker(String name, CyclicBarrier start, Body body) {
        Thread t = new Thread(() -> {
            try {
                start.await();
                for (int i = 0; i < ROUNDS; i++) body.run(i);
            } catch (Throwable e) {
                check(false, name + " " + e);
                e.printStackTrace();
            }
        }, name);
        t.start();
        return t;
    }

    static final class Tree {
        final Tree left, right;
        final Integer value;
        Tree(int depth, int value) {
            this.value = value + 1000;
            left = depth == 0 ? null : new Tree(depth - 1, 2 * value);
            right = depth == 0 ? null : new Tree(depth - 1, 2 * value + 1);
        }
        long sum() { return value + (left == null ? 0 : left.sum() + right.sum()); }
    }

    static final class Account {
        private int balance = 1000;
        private List<String> log = new ArrayList<>();
        synchronized void move(int n) {
            balance += n;
            log.add("moved " + n);
            if (log.size() > 50) log = new ArrayList<>();
        }
        synchronized int balance() { return balance; }
    }

    static final Account account = new Account();

    static void locks(int round) {
        for (int i = 0; i < 60; i++) {
            account.move(i);
            Object own = new Object();
            synchronized (own) {
                check(Thread.holdsLock(own), "own lock");
                account.move(-i);
            }
        }
    }

    static void hashes(int round) {
        Map<Object, Integer> byIdentity = new IdentityHashMap<>();
        List<Object> keys = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            Object k = new Object();
            keys.add(k);
            byIdentity.put(k, k.hashCode());
            if (i % 3 == 0) synchronized (k) { byIdentity.merge(k, 0, Integer::sum); }
        }
        for (Object k : keys) check(byIdentity.get(k) == System.identityHashCode(k), "identity hash");
    }

    static void strings(int round) {
        for (int i = 0; i < 60; i++) {
            String s = ("text " + round + "/" + i).intern();
            check(s == new String("text " + round + "/" + i).intern(), "interned");
        }
    }

    static void references(int round) throws InterruptedException {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        Object kept = new int[] {round};
        WeakReference<Object> strong = new WeakReference<>(kept, queue), dead = new WeakReference<>(new Object(), queue);
        SoftReference<Object> soft = new SoftReference<>(new int[] {round});
        PhantomReference<Object> phantom = new PhantomReference<>(new Object(), queue);
        List<Object> came = new ArrayList<>();
        while (came.size() < 2) {
            System.gc();
            for (Object r; (r = queue.remove(20)) != null;) came.add(r);
        }
        check(came.contains(dead) && came.contains(phantom), "both are queued");
        check(dead.get() == null && strong.get() == kept && ((int[]) kept)[0] == round, "weak");
        Object s = soft.get();
        check(s == null || ((int[]) s)[0] == round, "soft");
        WeakHashMap<Object, String> weak = new WeakHashMap<>();
        weak.put(kept, "kept");
        for (int i = 0; i < 50; i++) weak.put(new Object(), "dead");
        check("kept".equals(weak.get(kept)), "weak map");
    }

    static final LinkedBlockingQueue<int[]> pipe = new LinkedBlockingQueue<>(10);

    static void give(int round) throws InterruptedException {
        for (int i = 0; i < 40; i++) pipe.put(new int[] {round, i, round * i});
    }

    static void take(int round) throws InterruptedException {
        for (int i = 0; i < 40; i++) {
            int[] a = pipe.take();
            check(a.length == 3 && a[2] == a[0] * a[1], "piped");
        }
    }

    static final Map<String, String> shared = new ConcurrentHashMap<>();

    static void share(int round) {
        for (int i = 0; i < 60; i++) {
            String k = "k" + i % 20, v = shared.get(k);
            check(v == null || v.startsWith(k + "="), "shared");
            shared.put(k, k + "=" + round);
            if (i % 7 == 0) shared.remove(k);
        }
    }

    static void throwing(int round) {
        for (int i = 0; i < 20; i++) {
            try {
                deep(15, "e" + i);
            } catch (IllegalStateException e) {
                check(e.getMessage().equals("e" + i) && e.getStackTrace().length >= 16, "exception");
            }
        }
    }

    static void deep(int n, String text) {
        Object here = new Object[] {text, n};
        if (n == 0) throw new IllegalStateException(((Object[]) here)[0].toString());
        deep(n - 1, text);
        check(false, "not here");
    }

    static void shortThreads(int round) throws InterruptedException {
        List<Thread> all = new ArrayList<>();
        int[] results = new int[4];
        for (int i = 0; i < results.length; i++) {
            int n = i;
            Thread t = new Thread(() -> results[n] = new HashMap<>(Map.of("a", n, "b", 1)).values().stream().mapToInt(x -> x).sum());
            all.add(t);
            t.start();
        }
        for (Thread t : all) t.join();
        for (int i = 0; i < results.length; i++) check(results[i] == i + 1, "short thread");
    }

    static void arrays(int round) {
        Object[] a = new Object[200];
        for (int i = 0; i < a.length; i++) a[i] = i % 2 == 0 ? "s" + i : new long[] {i, -i};
        Object[] b = a.clone(), c = new Object[300];
        System.arraycopy(b, 0, c, 50, 200);
        System.arraycopy(c, 50, c, 51, 200);
        for (int i = 0; i < 200; i++) {
            Object o = c[i + 51];
            check(o == a[i] && (i % 2 == 0 ? o.equals("s" + i) : ((long[]) o)[1] == -i), "array");
        }
        byte[][] big = new byte[3][20_000];
        for (byte[] x : big) check(x[0] == 0 && x[19_999] == 0, "zeroed");
        for (byte[] x : big) java.util.Arrays.fill(x, (byte) 7);
    }

    public static void main(String[] args) throws Exception {
        Thread collector = new Thread(() -> {
            while (!done) {
                System.gc();
                Thread.yield();
            }
        }, "collector");
        collector.setDaemon(true);
        collector.start();
        Tree old = new Tree(8, 1);
        long sum = old.sum();
        CyclicBarrier start = new CyclicBarrier(11);
        List<Thread> all = new ArrayList<>();
        all.add(worker("trees", start, round -> check(new Tree(6, 1).sum() == new Tree(6, 1).sum() && old.sum() == sum, "tree")));
        all.add(worker("locks 1", start, GcAndThreads::locks));
        all.add(worker("locks 2", start, GcAndThreads::locks));
        all.add(worker("hashes", start, GcAndThreads::hashes));
        all.add(worker("strings", start, GcAndThreads::strings));
        all.add(worker("references", start, GcAndThreads::references));
        all.add(worker("give", start, GcAndThreads::give));
        all.add(worker("take", start, GcAndThreads::take));
        all.add(worker("share", start, round -> { share(round); throwing(round); }));
        all.add(worker("short threads", start, GcAndThreads::shortThreads));
        all.add(worker("arrays", start, GcAndThreads::arrays));
        for (Thread t : all) t.join();
        done = true;
        collector.join();
        System.out.println("sum " + old.sum() + " " + (old.sum() == sum));
        System.out.println("balance " + account.balance() + " checks " + checks.get() + " wrong " + wrong.get());
    }
}
