import java.nio.file.Path;
import java.util.*;
import jdk.jfr.consumer.*;

/** What the recording of Beside has of those events whose number the program knows. */
public class Counts {
    public static void main(String[] args) throws Exception {
        Map<String, Integer> counts = new TreeMap<>();
        for (RecordedEvent e : RecordingFile.readAllEvents(Path.of(args[0]))) {
            String name = e.getEventType().getName(), of = null;
            String thread = e.hasField("eventThread") && e.getThread() != null ? e.getThread().getJavaName() : null;
            boolean ours = thread != null && (thread.equals("main") || thread.startsWith("beside-"));
            switch (name) {
            case "Order" -> of = thread + " at " + e.getStackTrace().getFrames().get(0).getMethod().getName();
            case "jdk.JavaExceptionThrow", "jdk.JavaErrorThrow" -> {
                if (e.getClass("thrownClass").getName().startsWith("Beside")) of = e.getClass("thrownClass").getName();
            }
            case "jdk.FileRead", "jdk.FileWrite", "jdk.FileForce" -> {
                if (ours && e.getString("path") != null && e.getString("path").endsWith(".bytes"))
                    of = name.equals("jdk.FileForce") ? "" : e.getLong(name.equals("jdk.FileRead") ? "bytesRead" : "bytesWritten") + " bytes";
            }
            case "jdk.ThreadStart", "jdk.ThreadEnd" -> {
                String of_thread = e.getThread("thread") == null ? null : e.getThread("thread").getJavaName();
                if (of_thread != null && of_thread.startsWith("beside-")) of = of_thread;
            }
            case "jdk.JavaMonitorWait" -> {
                if (e.getClass("monitorClass").getName().equals("Beside$Lock")) of = "timed out " + e.getBoolean("timedOut");
            }
            case "jdk.ThreadSleep" -> {
                if (ours && e.getStackTrace().getFrames().stream().anyMatch(f -> f.getMethod().getName().equals("threads"))) of = thread;
            }
            case "jdk.ClassDefine", "jdk.ClassLoad" -> {
                RecordedClass c = e.getClass(name.equals("jdk.ClassLoad") ? "loadedClass" : "definedClass");
                if (c.getName().startsWith("Beside$Late")) of = c.getName();
            }
            case "jdk.SystemGC", "jdk.Shutdown", "jdk.JVMInformation", "jdk.OSInformation" -> of = "";
            }
            if (of != null) counts.merge(name + " " + of, 1, Integer::sum);
        }
        counts.forEach((k, n) -> System.out.println(k + ": " + n));
    }
}
