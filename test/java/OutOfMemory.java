// jvm: -Xmx32m
// gcstress: 20000 it fills the heap with small objects: a collection of a full heap each time
// OutOfMemoryError is caught: by large arrays, by many small objects, by strings and collections, in threads, again and again; the
// VM goes on; soft references go first; array size limits.
import java.lang.ref.*;
import java.util.*;

public class OutOfMemory {
    static Object sink; interface Body { void run() throws Exception; }
    static void t(String name, Body b) {
        for (int i = 0; i < 2; i++) {
            try {
                b.run(); System.out.println(name + ": no error");
            } catch (OutOfMemoryError e) {
                sink = null; System.out.println(name + ": " + e.getMessage());
            } catch (Exception e) {
                System.out.println(name + ": " + e);
            } finally {
                sink = null;
            }
        }
    }
    static void fillList(int chunk) { List<byte[]> l = new ArrayList<>(); sink = l; while (true) l.add(new byte[chunk]); }
    static class Node { Node next; long a, b; Node(Node n) { next = n; } }
    static void fillNodes() { Node n = null; while (true) { n = new Node(n); sink = n; } }

    public static void main(String[] args) throws Exception {
        t("max int array", () -> sink = new int[Integer.MAX_VALUE]);
        t("max byte array", () -> sink = new byte[Integer.MAX_VALUE - 1]);
        t("just under the limit", () -> sink = new byte[Integer.MAX_VALUE - 8]);
        t("long array", () -> sink = new long[100_000_000]);
        t("object array", () -> sink = new Object[50_000_000]);
        t("two dimensions", () -> sink = new int[5000][5000]); t("64 MB", () -> sink = new byte[64 << 20]);
        t("chunks", () -> fillList(100_000)); t("nodes", OutOfMemory::fillNodes); t("big chunks", () -> fillList(5 << 20));
        t("string builder", () -> { StringBuilder sb = new StringBuilder("x"); while (true) sb.append(sb); });
        t("repeat", () -> sink = "abc".repeat(500_000_000));
        t("map", () -> { Map<Integer, long[]> m = new HashMap<>(); sink = m; for (int i = 0; ; i++) m.put(i, new long[2000]); });
        t("clone",
            () -> { Object[] a = new Object[100]; sink = a; byte[] b = new byte[1 << 20]; for (int i = 0; i < 100; i++) a[i] = b.clone(); });
        t("copyOf", () -> sink = Arrays.copyOf(new int[10], 400_000_000));
        t("arrayNewInstance", () -> sink = java.lang.reflect.Array.newInstance(long.class, 900_000_000));
        SoftReference<byte[]>[] soft = new SoftReference[10];
        for (int i = 0; i < 10; i++) soft[i] = new SoftReference<>(new byte[1 << 20]);
        t("soft go first", () -> fillList(1 << 20)); int left = 0;
        for (SoftReference<byte[]> s : soft) if (s.get() != null) left++;
        System.out.println("soft left " + left);
        Thread[] ts = new Thread[3]; boolean[] caught = new boolean[3];
        for (int i = 0; i < 3; i++) {
            int n = i;
            ts[i] = new Thread(() -> {
                List<byte[]> mine = null;
                try { /* the others may have left no room for the list */
                    mine = new ArrayList<>();
                    while (true) mine.add(new byte[200_000]);
                } catch (OutOfMemoryError e) {
                    mine = null;
                    caught[n] = true;
                }
            });
        }
        for (Thread thread : ts) thread.start(); /* all are made: those that run leave no room for another */
        for (Thread t : ts) t.join(); System.out.println("in threads " + caught[0] + caught[1] + caught[2]);
        Thread dies = new Thread(() -> { throw new OutOfMemoryError("own"); });
        dies.setUncaughtExceptionHandler((t, e) -> System.out.println("handler " + e)); dies.start();
        dies.join();
        try { sink = new byte[Integer.MAX_VALUE]; } catch (OutOfMemoryError e) { System.out.println("no cause " + (e.getCause() == null)); }
        try { fillNodes(); } catch (OutOfMemoryError e) { sink = null; System.out.println("nodes again"); }
        for (int i = 0; i < 20; i++) try { sink = new long[30_000_000]; } catch (OutOfMemoryError e) { sink = null; }
        byte[] ok = new byte[8 << 20]; ok[ok.length - 1] = 5;
        System.out.println("goes on " + ok[ok.length - 1] + " " + (Runtime.getRuntime().maxMemory() <= 40L << 20));
        try { new int[-1].clone(); } catch (NegativeArraySizeException e) { System.out.println(e.getMessage()); }
    }
}
