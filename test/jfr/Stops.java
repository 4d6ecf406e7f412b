import java.lang.ref.*;
import java.nio.file.Path;
import java.time.Instant;
import java.util.*;
import jdk.jfr.*;
import jdk.jfr.consumer.*;

/** Events of stops and of the parts of collections, as far as they are the same with every collector. args: the file */
public class Stops {
    static class Counted {
        Object next;
    }

    static final Set<String> lines = new TreeSet<>();
    static final Map<String, Set<Long>> stops = new HashMap<>();
    static final Map<Integer, Instant[]> collections = new HashMap<>();

    static boolean sound(RecordedObject sizes) {
        return 0 < sizes.getLong("used") && sizes.getLong("used") <= sizes.getLong("committed") && sizes.getLong("committed") <= sizes.getLong("reserved");
    }

    static void event(RecordedEvent e) {
        String name = e.getEventType().getName().substring(4);
        switch (name) {
        case "SafepointBegin" -> lines.add(name + (e.getInt("totalThreadCount") > 3) + (e.getInt("jniCriticalThreadCount") == 0));
        case "SafepointStateSynchronization" -> lines.add(name + (e.getInt("runningThreadCount") <= e.getInt("initialThreadCount")));
        case "ExecuteVMOperation" -> {
            if (e.getBoolean("safepoint") && e.getThread("caller") != null && "main".equals(e.getThread("caller").getJavaName()))
                lines.add(name + " by main " + e.getBoolean("blocking") + !e.getString("operation").isEmpty());
        }
        case "MetaspaceSummary" -> {
            RecordedObject all = e.getValue("metaspace"), data = e.getValue("dataSpace"), classes = e.getValue("classSpace");
            boolean add = all.getLong("used") == data.getLong("used") + classes.getLong("used");
            lines.add(name + " " + e.getString("when") + " " + sound(all) + sound(data) + sound(classes) + add + (e.getLong("gcThreshold") > 0));
        }
        case "GCReferenceStatistics" -> {
            lines.add(name + " " + e.getString("type") + (e.getLong("count") >= 0));
            if (e.getLong("count") >= 1000) lines.add("a thousand " + e.getString("type"));
        }
        case "GCCPUTime" -> lines.add(name + (e.getLong("realTime") >= 0) + (e.getLong("userTime") >= 0) + (e.getLong("systemTime") >= 0));
        case "GCPhasePauseLevel1" -> {
            Instant[] pause = collections.get(e.getInt("gcId"));
            if (pause != null)
                lines.add(name + " " + !e.getString("name").isEmpty() + !e.getStartTime().isBefore(pause[0]) + !e.getEndTime().isAfter(pause[1]));
        }
        case "AllocationRequiringGC" -> {
            if (e.getStackTrace() != null && e.getStackTrace().getFrames().stream().anyMatch(f -> f.getMethod().getName().equals("garbage")))
                lines.add(name + " " + e.getThread().getJavaName() + (e.getLong("size") >= 16) + collections.containsKey(e.getInt("gcId")));
        }
        case "ObjectCount", "ObjectCountAfterGC" -> {
            if (e.getClass("objectClass").getName().equals("Stops$Counted"))
                lines.add(name + " " + e.getLong("count") + (e.getLong("totalSize") >= 8 * e.getLong("count")) + (e.getInt("gcId") > 0));
        }
        default -> {
        }
        }
        if (e.hasField("safepointId")) stops.computeIfAbsent(name, n -> new HashSet<>()).add(e.getLong("safepointId"));
    }

    static volatile Object sink;

    static void garbage() {
        for (int i = 0; i < 3_000; i++) sink = new byte[100_000];
    }

    public static void main(String[] args) throws Exception {
        Counted first = null;
        for (int i = 0; i < 100_000; i++) {
            Counted c = new Counted();
            c.next = first;
            first = c;
        }
        List<Reference<Object>> weak = new ArrayList<>();
        try (Recording r = new Recording()) {
            String names = "SafepointBegin SafepointStateSynchronization SafepointEnd ExecuteVMOperation MetaspaceSummary GCReferenceStatistics GCCPUTime"
                + " GCPhasePauseLevel1 GCPhasePause AllocationRequiringGC GarbageCollection ObjectCountAfterGC";
            for (String n : names.split(" ")) r.enable("jdk." + n).withoutThreshold();
            r.enable("jdk.ObjectCount").with("period", "everyChunk");
            r.start();
            garbage();
            for (int i = 0; i < 1000; i++) weak.add(new WeakReference<>(new Object()));
            System.gc();
            r.stop();
            r.dump(Path.of(args[0]));
        }
        Reference.reachabilityFence(first);
        List<RecordedEvent> all = RecordingFile.readAllEvents(Path.of(args[0]));
        for (RecordedEvent e : all)
            if (e.getEventType().getName().equals("jdk.GCPhasePause")) collections.put(e.getInt("gcId"), new Instant[] { e.getStartTime(), e.getEndTime() });
        all.forEach(Stops::event);
        Set<Long> whole = new HashSet<>(stops.get("SafepointBegin"));
        whole.retainAll(stops.get("SafepointStateSynchronization"));
        whole.retainAll(stops.get("ExecuteVMOperation"));
        whole.retainAll(stops.get("SafepointEnd"));
        lines.add("whole stops " + (whole.size() > 0) + (stops.get("SafepointBegin").size() - whole.size() < 10));
        lines.add("weak " + weak.stream().allMatch(w -> w.get() == null));
        lines.forEach(System.out::println);
    }
}
