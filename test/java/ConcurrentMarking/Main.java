import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

/**
 * The heap changes in every way while a collector marks beside the program: what one thread moves, reads from weak references, interns or makes
 * must be whole whenever it is looked at. Each part runs on a thread of its own and checks what it has; with -XX:+VerifyHeap the VM checks the rest.
 */
public class Main {
    interface Part { void run(int rounds) throws Throwable; }

    static void check(boolean right, String what) {
        if (!right) throw new AssertionError(what);
    }

    /** Garbage, so that collections come. */
    static volatile Object sink;
    static void waste(int kilobytes) {
        for (int i = 0; i < kilobytes; i++) sink = new byte[1000];
    }

    // ---- trees whose parts change places ----

    static final class Node implements Cloneable {
        Node left, right;
        final int id;
        Node(int id) { this.id = id; }
        Node copy() throws CloneNotSupportedException { return (Node) clone(); }
    }
    static int made;
    static Node build(int depth) {
        Node n = new Node(made++);
        if (depth > 0) {
            n.left = build(depth - 1);
            n.right = build(depth - 1);
        }
        return n;
    }
    static long sum(Node n) { return n == null ? 0 : n.id + sum(n.left) + sum(n.right); }

    static void trees(int rounds) throws Exception {
        Random random = new Random(1);
        Node[] trees = new Node[300];
        for (int i = 0; i < trees.length; i++) trees[i] = build(8);
        long expect = 0;
        for (Node t : trees) expect += sum(t);
        for (int round = 0; round < rounds; round++) {
            for (int k = 0; k < 400; k++) {
                int i = random.nextInt(trees.length), j = random.nextInt(trees.length);
                if (i == j) continue;
                Node x = trees[i], y = trees[j];
                for (int d = random.nextInt(6), way = random.nextInt(); d > 0; d--, way >>= 1) { // both as deep
                    x = (way & 1) == 0 ? x.left : x.right;
                    y = (way & 64) == 0 ? y.left : y.right;
                }
                Node part = x.left;
                x.left = y.right;
                y.right = part;
                if (k % 20 == 0) x.left = x.left.copy();
            }
            waste(20);
            if (round % 10 == 0) {
                long got = 0;
                for (Node t : trees) got += sum(t);
                check(got == expect, "sum of trees " + got + " and not " + expect);
            }
        }
    }
    // ---- one list that goes from array to array ----

    static void arrays(int rounds) {
        Object[] from = new Object[20000], to = new Object[20000];
        for (int i = 0; i < from.length; i++) from[i] = new int[] { i, ~i };
        for (int round = 0; round < rounds; round++) {
            if (round % 2 == 0)
                for (int i = from.length - 1; i >= 0; i--) {
                    to[i] = from[i];
                    from[i] = null;
                    if (i % 1000 == 0) waste(1);
                }
            else {
                System.arraycopy(from, 5000, to, 5000, 15000);
                System.arraycopy(from, 0, to, 0, 5000);
                Arrays.fill(from, null);
                waste(20);
            }
            for (int i = 0; i < to.length; i++) {
                int[] e = (int[]) to[i];
                check(e[0] == i && e[1] == ~i, "element " + i);
            }
            Object[] t = from;
            from = to;
            to = t.clone();
        }
    }

    // ---- objects that only weak references know for a while ----

    static final class Payload {
        final long a, b;
        final Object more;
        Payload(long v) {
            a = v;
            b = ~v;
            more = new long[] { v, ~v };
        }
        void check(long v) {
            long[] m = (long[]) more;
            Main.check(a == v && b == ~v && m[0] == v && m[1] == ~v, "payload of " + v);
        }
    }

    static void references(int rounds) throws Exception {
        int count = 2000;
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        List<Reference<Payload>> weak = new ArrayList<>();
        Object[] strong = new Object[count];
        long[] value = new long[count];
        Random random = new Random(2);
        for (int i = 0; i < count; i++) weak.add(null);
        long next = 0;
        for (int round = 0; round < rounds; round++) {
            for (int k = 0; k < 500; k++) {
                int i = random.nextInt(count);
                Reference<Payload> r = weak.get(i);
                Payload p = r == null ? null : r.get();
                if (strong[i] != null) check(p == strong[i], "a weak reference lost what is reachable");
                if (p != null) {
                    p.check(value[i]);
                    check(!r.refersTo(null) && r.refersTo(p), "refersTo");
                    strong[i] = random.nextBoolean() ? p : null;
                } else {
                    p = new Payload(next);
                    value[i] = next++;
                    weak.set(i, k % 3 == 0 ? new SoftReference<>(p, queue) : new WeakReference<>(p, queue));
                    strong[i] = random.nextBoolean() ? p : null;
                }
            }
            for (Reference<?> r; (r = queue.poll()) != null;) check(r.get() == null, "enqueued and not cleared");
            waste(20);
        }
    }

    // ---- tables whose entries are weak ----

    static void maps(int rounds) {
        WeakHashMap<Object, Payload> map = new WeakHashMap<>();
        List<Integer[]> keys = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            for (int k = 0; k < 50; k++) {
                Integer[] key = { round, k };
                map.put(key, new Payload(round * 50L + k));
                if (k % 10 == 0) keys.add(key);
            }
            if (keys.size() > 500) keys.subList(0, 250).clear();
            for (Integer[] key : keys) map.get(key).check(key[0] * 50L + key[1]);
            waste(20);
        }
    }

    static void strings(int rounds) {
        for (int round = 0; round < rounds; round++) {
            for (int k = 0; k < 100; k++) {
                String text = "concurrent " + (round + k) % 300, one = text.intern();
                check(one.equals(text) && one == new String(text).intern(), text);
            }
            waste(20);
        }
    }

    // ---- finalizers and cleaners ----

    static final AtomicInteger finalized = new AtomicInteger(), cleaned = new AtomicInteger(), broken = new AtomicInteger();

    static final class Final {
        final Payload p;
        final long v;
        boolean done;
        Final(long v) { p = new Payload(this.v = v); }
        @SuppressWarnings({ "deprecation", "removal" }) @Override protected void finalize() {
            if (done || p.a != v || p.b != ~v || ((long[]) p.more)[0] != v) broken.incrementAndGet();
            done = true;
            finalized.incrementAndGet();
        }
    }

    static void finalizers(int rounds) {
        Cleaner cleaner = Cleaner.create();
        Object[] some = new Object[100];
        for (int round = 0; round < rounds; round++) {
            for (int k = 0; k < 20; k++) {
                some[(round + k) % some.length] = new Final(round * 20L + k);
                cleaner.register(new Object(), cleaned::incrementAndGet);
            }
            waste(20);
        }
        check(broken.get() == 0, "finalized twice or after its parts");
    }

    // ---- a stack by compare-and-set that several threads use ----

    static final class Cell {
        final Cell next;
        final int value;
        Cell(Cell next, int value) {
            this.next = next;
            this.value = value;
        }
    }
    static final AtomicReference<Cell> stack = new AtomicReference<>();
    static final AtomicLong pushed = new AtomicLong(), popped = new AtomicLong();

    static void stack(int rounds) {
        for (int round = 0; round < rounds; round++) {
            for (int k = 0; k < 200; k++) {
                int v = k;
                stack.updateAndGet(c -> new Cell(c, v));
                pushed.addAndGet(v);
            }
            for (int k = 0; k < 190; k++) {
                Cell c = stack.getAndUpdate(x -> x == null ? null : x.next);
                if (c != null) popped.addAndGet(c.value);
            }
            waste(20);
        }
    }

    // ---- classes, monitors, hashes, thread locals ----

    static void others(int rounds) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        Map<Integer, Object> hashes = new HashMap<>();
        for (int round = 0; round < rounds; round++) {
            Payload p = new Payload(round);
            int hash = System.identityHashCode(p);
            synchronized (p) {
                waste(10);
                check(Thread.holdsLock(p) && System.identityHashCode(p) == hash, "monitor");
            }
            MethodHandle plain = lookup.findVirtual(Payload.class, "check", MethodType.methodType(void.class, long.class));
            MethodHandle h = MethodHandles.insertArguments(plain, 1, (long) round);
            h.invoke(p);
            hashes.put(hash, p);
            if (hashes.size() > 200) hashes.keySet().removeIf(k -> k % 2 == 0);
            ThreadLocal<Payload> local = ThreadLocal.withInitial(() -> p);
            local.get().check(round);
            Runnable r = () -> p.check(p.a);
            r.run();
            waste(10);
        }
        hashes.forEach((k, v) -> check(System.identityHashCode(v) == k, "hash"));
    }

    public static void main(String[] args) throws Exception {
        int rounds = Integer.parseInt(args[0]);
        Map<String, Part> parts = new LinkedHashMap<>();
        parts.put("trees", Main::trees);
        parts.put("arrays", Main::arrays);
        parts.put("references", Main::references);
        parts.put("maps", Main::maps);
        parts.put("strings", Main::strings);
        parts.put("finalizers", Main::finalizers);
        parts.put("stack", Main::stack);
        parts.put("another stack", Main::stack);
        parts.put("others", Main::others);
        Map<String, Object> results = new ConcurrentHashMap<>();
        List<Thread> threads = new ArrayList<>();
        parts.forEach((name, part) -> {
            Thread t = new Thread(() -> {
                try {
                    part.run(rounds);
                    results.put(name, "right");
                } catch (Throwable e) {
                    results.put(name, e);
                }
            }, name);
            threads.add(t);
            t.start();
        });
        for (Thread t : threads) t.join();
        for (String name : parts.keySet()) {
            System.out.println(name + ": " + results.get(name));
            if (results.get(name) instanceof Throwable e) e.printStackTrace();
        }
        for (Cell c = stack.get(); c != null; c = c.next) popped.addAndGet(c.value);
        System.out.println("stack: " + (pushed.get() == popped.get()));
        System.gc();
        System.out.println("finalized at most once: " + (finalized.get() <= rounds * 20 && cleaned.get() <= rounds * 20 && broken.get() == 0));
    }
}
