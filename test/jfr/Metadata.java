import java.nio.file.Path;
import java.util.*;
import jdk.jfr.*;
import jdk.jfr.consumer.*;

/** The memory of classes runs out: the events that say so. args: the file */
public class Metadata {
    static class Loaded {
        static int number = 7;
    }

    static class Loader extends ClassLoader {
        Loader() {
            super("fills", Metadata.class.getClassLoader());
        }

        Class<?> defineAgain(byte[] b) {
            return defineClass(null, b, 0, b.length);
        }
    }

    public static void main(String[] args) throws Exception {
        byte[] bytes = Metadata.class.getResourceAsStream("Metadata$Loaded.class").readAllBytes();
        Set<String> lines = new TreeSet<>();
        List<Object> kept = new ArrayList<>();
        try (Recording r = new Recording()) {
            for (String n : "MetaspaceAllocationFailure MetaspaceOOM MetaspaceGCThreshold".split(" ")) r.enable("jdk." + n);
            r.start();
            try {
                for (;;) kept.add(new Loader().defineAgain(bytes));
            } catch (OutOfMemoryError e) {
                kept.clear();
                lines.add(e.getMessage());
            }
            System.gc();
            r.stop();
            r.dump(Path.of(args[0]));
        }
        for (RecordedEvent e : RecordingFile.readAllEvents(Path.of(args[0]))) {
            String name = e.getEventType().getName();
            if (name.endsWith("Threshold")) {
                lines.add(name + " " + (e.getLong("oldValue") != e.getLong("newValue")) + !e.getString("updater").isEmpty());
                continue;
            }
            if (e.getStackTrace() == null || e.getStackTrace().getFrames().stream().noneMatch(f -> f.getMethod().getName().equals("defineAgain"))) continue;
            RecordedClassLoader l = e.getValue("classLoader"); // HotSpot names none yet
            lines.add(name + " " + (l == null || "fills".equals(l.getName())) + e.getBoolean("hiddenClassLoader") + e.getString("metadataType").isEmpty()
                + e.getString("metaspaceObjectType").isEmpty());
        }
        lines.forEach(System.out::println);
    }
}
