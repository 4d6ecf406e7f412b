import java.nio.file.Path;
import java.util.*;
import jdk.jfr.consumer.*;

/** What a recording of End has: how many marks, and why the VM ended and wrote it. */
public class EndDump {
    public static void main(String[] args) throws Exception {
        Set<Integer> marks = new HashSet<>();
        String reason = "";
        for (RecordedEvent e : RecordingFile.readAllEvents(Path.of(args[0])))
            if (e.getEventType().getName().equals("Mark")) {
                marks.add(e.getInt("number"));
            } else if (e.getEventType().getName().equals("jdk.DumpReason")) {
                reason += e.getString("reason") + " " + e.getInt("recordingId") + "\n";
            } else if (e.getEventType().getName().equals("jdk.Shutdown")) {
                System.out.print(e.getString("reason") + " of " + (e.getThread() == null ? null : e.getThread().getJavaName()));
                Set<String> methods = new LinkedHashSet<>();
                if (e.getStackTrace() != null)
                    for (RecordedFrame f : e.getStackTrace().getFrames())
                        if (!f.getMethod().getName().startsWith("invoke")) methods.add(f.getMethod().getName());
                System.out.print(" " + methods);
                System.out.println();
            }
        System.out.print(reason);
        System.out.println(marks.size() + " marks");
    }
}
