import java.nio.file.Path;
import java.util.*;
import jdk.jfr.*;
import jdk.jfr.consumer.*;

/** Event classes whose code is filled in when they are defined (FlightRecorderOptions=retransform=false), before and after
 * a recording begins. args: the file */
public class Eager {
    static class Before extends Event {
        int number;
    }

    static class After extends Event {
        String text;
    }

    @Registered(false)
    static class Unregistered extends Event {
    }

    @Enabled(false)
    static class Off extends Event {
    }

    public static void main(String[] args) throws Exception {
        Before early = new Before();
        early.commit();
        try (Recording r = new Recording()) {
            r.enable("jdk.FileRead").withoutThreshold();
            r.start();
            Before b = new Before();
            b.number = 7;
            b.commit();
            After a = new After();
            a.begin();
            a.text = "text";
            a.commit();
            new Unregistered().commit();
            new Off().commit();
            System.out.println(a.isEnabled() + " " + new Off().isEnabled() + " " + early.isEnabled());
            r.stop();
            r.dump(Path.of(args[0]));
        }
        for (RecordedEvent e : RecordingFile.readAllEvents(Path.of(args[0]))) {
            if (!e.getEventType().getName().startsWith("Eager")) continue;
            String text = (e.hasField("number") ? " " + e.getInt("number") : "") + (e.hasField("text") ? " " + e.getString("text") : "");
            System.out.println(e.getEventType().getName() + text + " " + e.getThread().getJavaName());
        }
    }
}
