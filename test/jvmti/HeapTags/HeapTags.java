import java.util.Random;

/** Tags of two environments: set, changed and taken away in any order, over collections, from several threads; found by value; freed. */
public class HeapTags {
    static native void tag(int env, Object o, long tag);
    static native long tagOf(int env, Object o);
    static native void tagThroughKinds(Object o);
    static native void find(int env, boolean objects, boolean tags, long... wanted);
    static native int findAll(int env, long tag);
    static native void walk(int env);
    static native void freeEvents(int env, boolean on);
    static native int freed(int env);
    static native long freedSum(int env);
    static native void disposed();

    static final class Node { Object next; int filler; Node(Object next) { this.next = next; } }
    static Object[] kept;
    static volatile boolean stop;

    static void values() {
        Object[] o = new Object[8];
        for (int i = 0; i < o.length; i++) o[i] = new Node(null);
        long[] tags = { Long.MIN_VALUE, -1, 1, Long.MAX_VALUE, 1, 7, 1L << 32, 7 };
        for (int i = 0; i < o.length; i++) tag(0, o[i], tags[i]);
        tag(1, o[0], 5);
        for (int i = 0; i < o.length; i++) System.out.print(tagOf(0, o[i]) + "/" + tagOf(1, o[i]) + " ");
        System.out.println();
        find(0, true, true, 1, 7);
        find(0, true, true, 7, 99, 1);
        find(0, true, false, Long.MIN_VALUE);
        find(0, false, true, Long.MAX_VALUE, -1);
        find(0, false, false, 1L << 32, 12345);
        find(0, true, true);
        find(1, true, true, 5, 1);
        find(1, true, true, 1);
        for (Object x : o) tag(0, x, 0);
        find(0, true, true, 1, 7, -1);
        tagThroughKinds(o[2]);
        kept = o;
    }

    /** Against a table of our own. Objects lie close together, some die, some are new: every shape of a group comes about. */
    static void shapes() {
        final int n = 6000;
        Object[] o = new Object[n];
        long[] expected = new long[n];
        Random r = new Random(42);
        for (int i = 0; i < n; i++) o[i] = i % 3 == 0 ? new Object() : i % 3 == 1 ? new Node(null) : new byte[r.nextInt(600)];
        int wrong = 0;
        for (int step = 0; step < 300000; step++) {
            int i = r.nextInt(n);
            switch (r.nextInt(8)) {
            case 0: case 1: case 2: tag(0, o[i], expected[i] = r.nextInt()); break;
            case 3: tag(0, o[i], expected[i] = 1000000L + i); break;
            case 4: tag(0, o[i], expected[i] = 0); break;
            case 5: o[i] = i % 5 == 0 ? new byte[20000] : new Node(o[r.nextInt(n)]); expected[i] = 0; break;
            default: if (tagOf(0, o[i]) != expected[i]) wrong++;
            }
            if (step % 50000 == 49999) System.gc();
            if (step % 100000 == 99999) {
                int missed = 0;
                for (int k = 0; k < n; k++) {
                    if (tagOf(0, o[k]) != expected[k]) wrong++;
                    if (k % 40 == 0 && expected[k] == 1000000L + k && findAll(0, expected[k]) < 1) missed++;
                }
                System.out.println("wrong " + wrong + ", not found " + missed);
            }
        }
        for (Object x : o) tag(0, x, 0);
    }

    /** Threads tag objects of their own, which lie between those of the others, while the heap is walked and collected. */
    static void threads() throws Exception {
        final int each = 2000;
        Object[][] o = new Object[4][each];
        for (int i = 0; i < each; i++)
            for (Object[] mine : o) mine[i] = new Node(null);
        int[] wrong = new int[4];
        Thread[] t = new Thread[4];
        for (int k = 0; k < 4; k++) {
            int me = k;
            t[k] = new Thread(() -> {
                for (int round = 1; !stop; round++) {
                    for (int i = 0; i < each; i++) tag(0, o[me][i], (i + round) % 7 == 0 ? 0 : (long) round << 32 | me << 16 | i);
                    for (int i = 0; i < each; i++)
                        if (tagOf(0, o[me][i]) != ((i + round) % 7 == 0 ? 0 : (long) round << 32 | me << 16 | i)) wrong[me]++;
                }
            });
            t[k].start();
        }
        for (int i = 0; i < 10; i++) {
            walk(0);
            find(0, false, false, 1L << 50);
            System.gc();
        }
        stop = true;
        for (Thread x : t) x.join();
        System.out.println("threads: " + wrong[0] + " " + wrong[1] + " " + wrong[2] + " " + wrong[3]);
        for (Object[] mine : o)
            for (Object x : mine) tag(0, x, 0);
    }

    static void manyHits() {
        final int n = 1200000;
        Object[] o = new Object[n];
        for (int i = 0; i < n; i++) tag(0, o[i] = new Object(), 3);
        System.out.println("many: " + findAll(0, 3));
        for (int i = 0; i < n; i++) tag(0, o[i], 0);
        System.out.println("none: " + findAll(0, 3));
    }

    static void tagDead(int env, long first, int n) {
        for (int i = 0; i < n; i++) tag(env, new Node(null), first + i);
    }

    static void waitForFreed(int env, int n) throws Exception {
        for (int i = 0; i < 100 && freed(env) < n; i++) {
            System.gc();
            Thread.sleep(10);
        }
        System.out.println("freed in " + env + ": " + freed(env) + ", sum " + freedSum(env));
    }

    /** Names that stay in registers and dead slots are kept out by tagging in a call of its own, and by one last object that takes their place. */
    static void frees() throws Exception {
        freeEvents(0, true);
        freeEvents(1, true);
        tagDead(0, 100, 50);
        tagDead(1, 1000, 20);
        Object both = new Node(null);
        tag(0, both, 7);
        tag(1, both, 8);
        tag(0, both, 0);
        tag(0, new Node(null), 0);
        tagDead(0, 150, 1);
        waitForFreed(0, 51);
        waitForFreed(1, 20);
        tag(0, both, 9);
        both = null;
        tagDead(0, 200, 1);
        waitForFreed(0, 53);
        waitForFreed(1, 21);
        freeEvents(0, false);
        tagDead(0, 300, 30);
        tagDead(1, 2000, 1);
        waitForFreed(1, 22);
        System.out.println("switched off: " + freed(0));
    }

    static class Maker extends ClassLoader {
        Maker() { super(HeapTags.class.getClassLoader()); }
        Class<?> make() throws Exception {
            try (var in = HeapTags.class.getResourceAsStream("HeapTags$Node.class")) {
                byte[] b = in.readAllBytes();
                return defineClass(null, b, 0, b.length);
            }
        }
    }

    static void tagMadeClass() throws Exception {
        Class<?> c = new Maker().make();
        tag(1, c, 5000);
        tag(1, c.getClassLoader(), 6000);
        c = null;
        tagDead(0, 500, 1);
    }

    /** Debuggers learn so that classes were unloaded. */
    static void classes() throws Exception {
        freeEvents(1, true);
        tagMadeClass();
        tagDead(1, 7000, 1);
        waitForFreed(1, 3);
    }

    public static void main(String[] args) throws Exception {
        values();
        shapes();
        threads();
        manyHits();
        frees();
        classes();
        disposed();
    }
}
