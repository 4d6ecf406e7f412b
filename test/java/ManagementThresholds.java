// jvm: -Xmx64m
// Usage thresholds of memory pools: which pools have them, bounds, notifications when memory stays full after a collection,
// counts.
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryNotificationInfo;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

public class ManagementThresholds {
    static final LinkedBlockingQueue<Notification> told = new LinkedBlockingQueue<>();
    static byte[][] kept;

    /** The pool that objects end in. */
    static MemoryPoolMXBean old() {
        for (MemoryPoolMXBean p : ManagementFactory.getMemoryPoolMXBeans())
            if (p.getType() == MemoryType.HEAP && p.isUsageThresholdSupported() && p.isCollectionUsageThresholdSupported()) return p;
        throw new AssertionError("no pool of old objects");
    }

    static void fill(int megabytes) {
        kept = new byte[megabytes][];
        for (int i = 0; i < megabytes; i++) kept[i] = new byte[1 << 20];
        System.gc();
    }

    static void await(MemoryPoolMXBean pool, String type) throws Exception {
        while (true) {
            Notification n = told.poll(60, TimeUnit.SECONDS);
            if (n == null) throw new AssertionError("no notification");
            if (!n.getType().equals(type)) continue;
            MemoryNotificationInfo info = MemoryNotificationInfo.from((CompositeData) n.getUserData());
            System.out.println(n.getType() + " " + info.getPoolName().equals(pool.getName()) + " " + (info.getCount() >= 1)
                + " " + (info.getUsage().getUsed() >= (16 << 20)));
            return;
        }
    }

    static void refused(Runnable r) {
        try {
            r.run();
            System.out.println("taken");
        } catch (IllegalArgumentException | UnsupportedOperationException e) {
            System.out.println(e.getClass().getSimpleName());
        }
    }

    public static void main(String[] args) throws Exception {
        boolean metadata = false, eden = false;
        for (MemoryPoolMXBean p : ManagementFactory.getMemoryPoolMXBeans()) {
            if (p.getName().equals("Metaspace"))
                metadata = p.isUsageThresholdSupported() && !p.isCollectionUsageThresholdSupported() && p.getCollectionUsage() == null;
            if (p.getName().endsWith("Eden Space")) eden = !p.isUsageThresholdSupported() && p.isCollectionUsageThresholdSupported();
        }
        MemoryPoolMXBean pool = old();
        System.out.println("metadata " + metadata + ", new objects " + eden);
        System.out.println(pool.getUsageThreshold() + " " + pool.getUsageThresholdCount()
            + " " + pool.getCollectionUsageThreshold() + " " + pool.getCollectionUsageThresholdCount());
        refused(() -> pool.setUsageThreshold(-1));
        refused(() -> pool.setUsageThreshold(Long.MAX_VALUE));
        refused(() -> pool.setCollectionUsageThreshold(-1));
        ((NotificationEmitter) ManagementFactory.getMemoryMXBean()).addNotificationListener((n, handback) -> told.add(n), null, null);
        pool.setUsageThreshold(16 << 20);
        pool.setCollectionUsageThreshold(16 << 20);
        System.out.println(pool.getUsageThreshold() + " " + pool.getCollectionUsageThreshold()
            + " " + pool.isUsageThresholdExceeded() + " " + pool.isCollectionUsageThresholdExceeded());
        fill(24);
        await(pool, MemoryNotificationInfo.MEMORY_COLLECTION_THRESHOLD_EXCEEDED);
        System.out.println(pool.isUsageThresholdExceeded() + " " + pool.isCollectionUsageThresholdExceeded());
        System.out.println((pool.getCollectionUsageThresholdCount() >= 1) + " " + (pool.getCollectionUsage().getUsed() >= (16 << 20)));
        kept = null;
        System.gc();
        System.out.println("left: " + (pool.getUsage().getUsed() < (16 << 20)) + " " + (pool.getCollectionUsage().getUsed() < (16 << 20)));
        told.clear();
        fill(24);
        await(pool, MemoryNotificationInfo.MEMORY_THRESHOLD_EXCEEDED);
        System.out.println(pool.getUsageThresholdCount() >= 1);
    }
}
