import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.ThreadLocalRandom;

/** One load for the collector: Heap ROW PERCENT. Prints "begin" and "end CPU WALL" around what is measured (nanoseconds; CPU of the process). */
public class Heap {
    static final class Node {
        Node left, right;
        int value;
        byte[] load;
    }

    interface Row {
        /** Runs once before it is measured, to compile it: `measured` is false then, and little is to be done. */
        void run(boolean measured);
    }

    static final OperatingSystemMXBean SYSTEM = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    static int percent = 100;
    static Object kept;
    static int sink;

    static int share(long n) { return (int) (n * percent / 100); }

    static Node[] tangle(int count) {
        Node[] all = new Node[count];
        for (int i = 0; i < count; i++) all[i] = new Node();
        ThreadLocalRandom random = ThreadLocalRandom.current();
        for (Node n : all) {
            n.left = all[random.nextInt(count)];
            n.right = all[random.nextInt(count)];
        }
        return all;
    }

    static Node chains(int lists, int length) {
        Node heads = null;
        for (int l = 0; l < lists; l++) {
            Node head = null;
            for (int i = 0; i < length; i++) {
                Node n = new Node();
                n.left = head;
                head = n;
            }
            Node holder = new Node();
            holder.left = head;
            holder.right = heads;
            heads = holder;
        }
        return heads;
    }

    /** Of ten objects one lives, until the ring comes round. */
    static void young(Node[] ring, int count) {
        for (int i = 0, at = 0; i < count; i++) {
            Node n = new Node();
            n.value = i;
            if (i % 10 == 0) {
                ring[at] = n;
                if (++at == ring.length) at = 0;
            } else
                sink += n.value;
        }
    }

    static void smallArrays(long bytes) {
        byte[][] last = new byte[1024][];
        kept = last;
        for (int i = 0; bytes > 0; i++) {
            int length = 16 + (i & 63);
            byte[] b = new byte[length];
            b[i & 15] = (byte) i;
            last[i & 1023] = b;
            bytes -= length + 16;
        }
    }

    static Node loaded() {
        Node n = new Node();
        n.load = new byte[200];
        return n;
    }

    static Node[][] large(int parts) {
        Node[][] all = new Node[parts][8192];
        for (Node[] part : all)
            for (int i = 0; i < part.length; i++) part[i] = loaded();
        return all;
    }

    /** Of three objects one takes the place of one that lived long. */
    static void replace(Node[][] all, int count) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        for (int i = 0; i < count; i++) {
            Node n = loaded();
            n.value = i;
            if (i % 3 == 0)
                all[random.nextInt(all.length)][random.nextInt(8192)] = n;
            else
                sink += n.value;
        }
    }

    static void collect(boolean measured) {
        for (int i = 0; i < (measured ? 3 : 1); i++) System.gc();
    }

    /** The row, with what it looks at made before. */
    static Row row(String name) {
        switch (name) {
            case "full": {
                kept = tangle(share(5_000_000));
                return Heap::collect;
            }
            case "list": {
                kept = chains(8, share(512L << 20) / 8 / 32);
                return Heap::collect;
            }
            case "young": {
                Node[] ring = new Node[share(1_000_000)];
                return measured -> young(ring, share(measured ? 60_000_000 : 6_000_000));
            }
            case "alloc":
                return measured -> smallArrays((measured ? 60L << 20 : 4L << 20) * percent);
            case "live": {
                Node[][] all = large(share(1000));
                kept = all;
                return measured -> replace(all, share(measured ? 6_000_000 : 300_000));
            }
            default:
                throw new IllegalArgumentException(name);
        }
    }

    public static void main(String[] args) {
        percent = Integer.parseInt(args[1]);
        Row row = row(args[0]);
        row.run(false);
        System.out.println("begin");
        long cpu = SYSTEM.getProcessCpuTime(), wall = System.nanoTime();
        row.run(true);
        wall = System.nanoTime() - wall;
        cpu = SYSTEM.getProcessCpuTime() - cpu;
        System.out.println("end " + cpu + " " + wall);
    }
}
