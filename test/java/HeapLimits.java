// jvm: -Xmx64m -Xms8m
// gcstress: 5000 it fills the heap again and again
// -Xmx holds and can be used up: how much live data fits, what Runtime says, garbage of any size is found again, fragmentation does
// not eat the heap, an array larger than the heap fails at once.
import java.util.ArrayList;
import java.util.List;

public class HeapLimits {
    static final long MB = 1 << 20;
    static Object sink;

    static boolean between(double low, double value, double high) {
        if (value < low || value > high) System.out.println("  not between " + low + " and " + high + ": " + value);
        return value >= low && value <= high;
    }

    /** Megabytes of live arrays of `size` bytes that fit. */
    static double fill(int size) {
        List<byte[]> all = new ArrayList<>(1 << 20);
        try {
            while (true) all.add(new byte[size]);
        } catch (OutOfMemoryError e) {
            long n = all.size();
            all.clear();
            all = null;
            return n * (double) size / MB;
        }
    }

    static final class Cell { Cell next; int value; Cell(Cell next, int value) { this.next = next; this.value = value; } }

    static int list(int n) {
        Cell c = null;
        for (int i = 0; i < n; i++) c = new Cell(c, i);
        int sum = 0;
        for (; c != null; c = c.next) sum += c.value;
        return sum;
    }

    public static void main(String[] args) {
        Runtime r = Runtime.getRuntime();
        System.out.println("max " + between(60 * MB, r.maxMemory(), 64 * MB) + " total " + (r.totalMemory() <= r.maxMemory()) + " free "
                + (r.freeMemory() <= r.totalMemory()));

        for (int size : new int[] {100, 1000, 10_000, 100_000, 400_000})
            System.out.println("live in pieces of " + size + ": " + between(28, fill(size), 64));

        /* Garbage: many times the heap, in all sizes. */
        long total = 0;
        for (int i = 0; i < 3000; i++) {
            int size = (i * 7919) % 500_000;
            byte[] b = new byte[size];
            if (size > 0) b[size - 1] = (byte) i;
            total += b.length;
            if (i % 10 == 0) sink = b;
        }
        System.out.println("garbage " + total);
        for (int i = 0; i < 5; i++) System.out.println("list " + list(300_000));

        /* Holes: every second array goes, then larger ones have to fit. */
        List<byte[]> holes = new ArrayList<>();
        for (int i = 0; i < 400; i++) holes.add(new byte[50_000]);
        for (int i = 0; i < holes.size(); i += 2) holes.set(i, null);
        List<byte[]> large = new ArrayList<>();
        for (int i = 0; i < 10; i++) large.add(new byte[1_000_000]);
        long kept = 0;
        for (byte[] b : holes) kept += b == null ? 0 : b.length;
        for (byte[] b : large) kept += b.length;
        System.out.println("kept " + kept);
        holes = large = null;

        /* Sizes around the limits of what may be small, and zeroed memory where something was before. */
        int dirty = 0;
        for (int round = 0; round < 40; round++)
            for (int size = 8150; size < 8250; size++) {
                byte[] b = new byte[size];
                for (int i = 0; i < size; i += 13) dirty += b[i];
                java.util.Arrays.fill(b, (byte) 1);
            }
        System.out.println("dirty " + dirty);

        for (int i = 0; i < 3; i++)
            try {
                sink = new byte[(int) (64 * MB)];
                System.out.println("fits?");
            } catch (OutOfMemoryError e) {
                System.out.println(e.getMessage());
            }
        System.out.println("one large: " + (new byte[(int) (24 * MB)].length == 24 * MB));
        sink = null;
        System.gc();
        System.out.println("used at the end " + between(0, r.totalMemory() - r.freeMemory(), 16 * MB));
    }
}
