import java.nio.file.Path;
import java.util.*;
import jdk.jfr.*;
import jdk.jfr.consumer.*;

/** Samples of allocation: weights add up to what was allocated, to each class its share; the throttle; spans and large objects one by one. args: the file */
public class Allocate {
    static class Small {
        int a, b;
    }

    static Object[] sink = new Object[64];

    static void allocate(int mb) {
        long bytes = 0;
        for (int i = 0; bytes < mb * 1_000_000L; i++) {
            sink[i & 63] = new int[250]; // 1016 bytes
            bytes += 1016;
            for (int k = 0; k < 10; k++) {
                sink[k] = new Small(); // 16 bytes
                bytes += 16;
            }
        }
    }

    static long allocated() {
        return ((com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }

    static void check(String what, boolean good, Object seen) {
        System.out.println(what + (good ? ": as expected" : ": " + seen));
    }

    static List<RecordedEvent> events(String file, String name) throws Exception {
        List<RecordedEvent> l = RecordingFile.readAllEvents(Path.of(file));
        l.removeIf(e -> !e.getEventType().getName().equals(name) || !e.getThread().getJavaName().equals("main"));
        return l;
    }

    public static void main(String[] args) throws Exception {
        String sample = "jdk.ObjectAllocationSample";
        allocate(1);
        long bytes;
        try (Recording r = new Recording()) {
            r.enable(sample).with("throttle", "off");
            r.start();
            long before = allocated();
            allocate(800);
            bytes = allocated() - before;
            r.stop();
            r.dump(Path.of(args[0]));
        }
        List<RecordedEvent> l = events(args[0], sample);
        Map<String, Long> weights = new HashMap<>();
        long sum = 0;
        for (RecordedEvent e : l) {
            weights.merge(e.getClass("objectClass").getName(), e.getLong("weight"), Long::sum);
            sum += e.getLong("weight");
        }
        check("samples", l.size() >= 10_000, l.size());
        check("sum", Math.abs(sum - bytes) < bytes / 20, sum + " of " + bytes);
        double small = weights.getOrDefault("Allocate$Small", 0L) * 100.0 / sum, want = 160 * 100.0 / 1176;
        check("share", Math.abs(small - want) < 2, small + " of " + want + " " + weights);
        check("stack", l.get(l.size() / 2).getStackTrace().getFrames().get(0).getMethod().getName().equals("allocate"), l.get(l.size() / 2));

        long from;
        try (Recording r = new Recording()) {
            r.enable(sample).with("throttle", "100/s");
            r.start();
            from = System.nanoTime();
            allocate(800);
            double seconds = (System.nanoTime() - from) / 1e9;
            r.stop();
            r.dump(Path.of(args[0]));
            l = events(args[0], sample);
            check("throttled", l.size() > 1 && l.size() <= 100 * seconds + 20, l.size() + " in " + seconds);
        }
        try (Recording r = new Recording()) {
            r.enable("jdk.ObjectAllocationInNewTLAB");
            r.enable("jdk.ObjectAllocationOutsideTLAB");
            r.start();
            allocate(10);
            for (int i = 0; i < 5; i++) sink[i] = new long[100_000 + i];
            r.stop();
            r.dump(Path.of(args[0]));
        }
        l = events(args[0], "jdk.ObjectAllocationInNewTLAB");
        check("spans", l.size() > 2 && l.stream().allMatch(e -> e.getLong("tlabSize") >= e.getLong("allocationSize")), l.size());
        l = events(args[0], "jdk.ObjectAllocationOutsideTLAB");
        l.removeIf(e -> !e.getClass("objectClass").getName().equals("[J"));
        long[] sizes = l.stream().mapToLong(e -> e.getLong("allocationSize")).toArray();
        check("large", Arrays.equals(sizes, new long[] { 800_016, 800_024, 800_032, 800_040, 800_048 }), Arrays.toString(sizes));
    }
}
