// Soft, weak and phantom references and their queues: what is cleared and enqueued after System.gc, what stays, chains, order of
// strengths, clear and enqueue by hand, refersTo.
import java.lang.ref.*;
import java.util.*;

public class ReferenceKinds {
    static class Node { Object next; final int id; Node(int id) { this.id = id; } }
    static class Named extends WeakReference<Object> {
        final String name; Named(String n, Object o, ReferenceQueue<Object> q) { super(o, q); name = n; }
    }
    static Object keep;

    // objects are made in frames that are gone when the collector looks
    /** Runs on a thread of its own: nothing of it is left on this thread's stacks, which a collector may scan conservatively. */
    static void apart(Runnable r) {
        Thread t = new Thread(r); t.start();
        try { t.join(); } catch (InterruptedException e) { throw new IllegalStateException(e); }
    }
    static void collect() { byte[][] junk = new byte[16][]; for (int i = 0; i < 16; i++) junk[i] = new byte[1000]; System.gc(); }

    public static void main(String[] args) throws Exception {
        ReferenceQueue<Object> q = new ReferenceQueue<>();
        WeakReference<?>[] w = new WeakReference<?>[3]; SoftReference<?>[] s = new SoftReference<?>[1];
        PhantomReference<?>[] p = new PhantomReference<?>[1];
        Object strong = new Node(1);
        apart(() -> { w[0] = new WeakReference<>(new Node(2), q); w[1] = new WeakReference<>(strong,
            q); s[0] = new SoftReference<>(new Node(3)); p[0] = new PhantomReference<>(new Node(4),
            q); w[2] = new WeakReference<>(new Node(5)); });
        System.out.println((w[1].get() == strong) + " " + (p[0].get() == null) + " " + w[1].refersTo(null));
        collect();
        System.out.println("weak cleared " + (w[0].get() == null) + ", held " + (w[1].get() == strong) + ", soft kept "
            + (s[0].get() != null) + ", weak without queue " + w[2].refersTo(null) + ", phantom cleared " + p[0].refersTo(null));
        Set<Reference<?>> came = new HashSet<>(); came.add(q.remove()); came.add(q.remove());
        System.out.println("queued " + came.contains(w[0]) + came.contains(p[0]) + " then " + q.poll() + " " + w[0].isEnqueued());
        // soft reachable weak referents live as long as the soft one
        Reference<?>[] chain = new Reference<?>[3];
        apart(() -> {
            Node a = new Node(6), b = new Node(7), c = new Node(8);
            a.next = b;
            b.next = c;
            chain[0] = new SoftReference<>(a);
            chain[1] = new WeakReference<>(b);
            chain[2] = new WeakReference<>(c);
        });
        collect(); System.out.println("through soft " + (chain[1].get() != null) + (chain[2].get() != null));
        chain[0].clear(); collect();
        System.out.println("after clear " + (chain[1].get() == null) + (chain[2].get() == null));
        // cycles die
        WeakReference<?>[] cyc = new WeakReference<?>[2];
        apart(() -> { Node a = new Node(9),
            b = new Node(10); a.next = b; b.next = a; cyc[0] = new WeakReference<>(a); cyc[1] = new WeakReference<>(b); });
        collect(); System.out.println("cycle " + (cyc[0].get() == null) + (cyc[1].get() == null));
        // a reference object that is itself garbage is never enqueued
        apart(() -> new WeakReference<>(new Node(11), q)); collect(); System.out.println("dead reference " + q.remove(20));
        // by hand
        WeakReference<Object> hand = new WeakReference<>(strong, q);
        System.out.println(hand.enqueue() + " " + hand.enqueue() + " " + (q.poll() == hand) + " " + hand.get());
        WeakReference<Object> cl = new WeakReference<>(strong, q); cl.clear(); collect();
        System.out.println("cleared by hand is not enqueued " + q.remove(20));
        // many, with names
        int n = 300; List<Named> refs = new ArrayList<>(); Object[] kept = new Object[n];
        apart(() -> { for (int i = 0; i < n; i++) { Object o = new Node(i); if (i % 3 == 0) kept[i] = o; refs.add(new Named("r" + i, o,
            q)); } });
        collect(); int got = 0; Set<String> names = new HashSet<>();
        while (got < n - n / 3) { names.add(((Named) q.remove()).name); got++; }
        System.out.println("many " + got + " " + names.contains("r1") + names.contains("r0") + " left "
            + refs.stream().filter(r -> r.get() != null).count() + " " + (kept[3] != null));
        // weak map and its values
        WeakHashMap<Object, String> map = new WeakHashMap<>(); Object key = new Node(12);
        map.put(key, "live");
        apart(() -> { for (int i = 0; i < 50; i++) map.put(new Node(i), "v" + i); }); collect();
        for (int i = 0; i < 500 && map.size() > 1; i++) { Thread.sleep(1); }
        System.out.println("weak map " + map.size() + " " + map.get(key));
        ReferenceQueue<Object> q2 = new ReferenceQueue<>(); long t = System.nanoTime();
        System.out.println(q2.remove(10) + " " + (System.nanoTime() - t >= 9_000_000));
        try { q2.remove(-1); } catch (IllegalArgumentException e) { System.out.println("negative"); }
        try {
            new PhantomReference<>(strong, null).enqueue(); System.out.println("phantom without queue");
        } catch (NullPointerException e) {
            System.out.println("NPE");
        }
        // a thread waits in remove
        ReferenceQueue<Object> q3 = new ReferenceQueue<>(); String[] woke = new String[1];
        Thread waiter = new Thread(() -> { try { woke[0] = ((Named) q3.remove()).name; } catch (InterruptedException e) { } });
        waiter.start(); Named[] last = new Named[1];
        apart(() -> last[0] = new Named("woke", new Node(13), q3)); collect(); waiter.join();
        System.out.println(woke[0]); Reference.reachabilityFence(strong); Reference.reachabilityFence(key);
    }
}
