// jvm: -Xmx300m
import java.lang.ref.*;
import java.util.*;

/**
 * Objects that are tagged, weakly referred to from native code, locked, hashed and interned, young and old, through collections of young objects and
 * of all: each death is told once, what lives keeps its tag, its hash and its identity.
 */
public class TagsOfAges {
    static native void tag(Object o, long tag);
    static native long tagOf(Object o);
    static native long freed(boolean sum);
    static native int cleared();

    static final int N = 1000;
    static Object sink;
    static long next = 1;

    /** Enough for several collections of young objects. */
    static void churn() {
        for (int i = 0; i < 300_000; i++) sink = new byte[500];
    }

    static Object[] generation(List<Integer> hashes) throws InterruptedException {
        Object[] kept = new Object[N];
        for (int i = 0; i < N; i++) {
            tag(new Object(), next++); // dies
            kept[i] = i % 50 == 0 ? new byte[20_000] : new Object[] { new Object() };
            tag(kept[i], next++);
            hashes.add(System.identityHashCode(kept[i]));
            if (i % 100 == 0)
                synchronized (kept[i]) {
                    kept[i].wait(1);
                }
        }
        return kept;
    }

    static void check(String when, List<Object[]> all, List<Integer> hashes, long firstTag) {
        long tag = firstTag;
        int right = 0, at = 0;
        for (Object[] kept : all)
            for (Object o : kept) {
                if (o != null && tagOf(o) == tag + 1 && System.identityHashCode(o) == hashes.get(at)) right++;
                tag += 2;
                at++;
            }
        System.out.println(when + ": " + right + " right");
    }

    public static void main(String[] args) throws Exception {
        List<Object[]> all = new ArrayList<>();
        List<Integer> hashes = new ArrayList<>();
        List<String> interned = new ArrayList<>();
        List<Reference<Object>> references = new ArrayList<>();
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        long first = next;
        for (int g = 0; g < 4; g++) {
            Object[] kept = generation(hashes);
            all.add(kept);
            for (int i = 0; i < 200; i++) {
                String s = ("generation " + g + " " + i).intern();
                if (i % 2 == 0) interned.add(s);
                references.add(new WeakReference<>(i % 2 == 0 ? kept[i] : new Object(), queue));
                references.add(new PhantomReference<>(i % 2 == 0 ? kept[i] : new Object(), queue));
            }
            churn();
            check("young, generation " + g, all, hashes, first);
            if (g == 1) System.gc();
        }
        System.gc();
        check("all", all, hashes, first);
        System.out.println("freed " + freed(false) + ", tags together " + freed(true) + ", weak references cleared " + cleared());
        int same = 0;
        for (String s : interned) same += s == new String(s).intern() ? 1 : 0;
        System.out.println("interned strings that are the same: " + same + " of " + interned.size());
        int enqueued = 0;
        for (Reference<?> r; enqueued < 800 && (r = queue.remove(10_000)) != null;) enqueued++;
        System.out.println("references enqueued: " + enqueued + ", more: " + (queue.remove(50) != null));
        for (Object[] kept : all) Arrays.fill(kept, N / 2, N, null);
        churn();
        System.gc();
        System.out.println("freed " + freed(false) + ", tags together " + freed(true) + ", weak references cleared " + cleared());
        Reference.reachabilityFence(references);
    }
}
