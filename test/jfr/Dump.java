import java.nio.file.Path;
import java.util.stream.Collectors;
import jdk.jfr.consumer.*;

/** The program's own events of a recording, all fields and the stack, without times. */
public class Dump {
    static String frame(RecordedFrame f) {
        RecordedMethod m = f.getMethod();
        String where = ":" + f.getLineNumber() + ":" + f.getBytecodeIndex() + ":" + m.getModifiers() + m.isHidden();
        return m.getType().getName() + "." + m.getName() + m.getDescriptor() + where;
    }

    static String of(Object v) {
        if (v instanceof RecordedClass c)
            return c.getName() + " of " + (c.getClassLoader() == null ? "nobody" : c.getClassLoader().getName()) + " " + c.getModifiers();
        if (v instanceof RecordedThread t) {
            RecordedThreadGroup g = t.getThreadGroup();
            return t.getJavaName() + " in " + g.getName() + " of " + g.getParent().getName() + (t.getOSThreadId() > 0);
        }
        if (v instanceof RecordedStackTrace s) return s.isTruncated() + s.getFrames().stream().map(Dump::frame).collect(Collectors.joining(" "));
        String s = String.valueOf(v);
        return s.length() > 100 ? s.length() + " " + s.hashCode() : s;
    }

    public static void main(String[] args) throws Exception {
        try (RecordingFile f = new RecordingFile(Path.of(args[0]))) {
            while (f.hasMoreEvents()) {
                RecordedEvent e = f.readEvent();
                if (!e.getEventType().getName().startsWith("test.")) continue;
                System.out.print(e.getEventType().getName() + (e.getStartTime().isAfter(e.getEndTime()) ? " ends before it begins" : ""));
                for (var d : e.getFields())
                    if (!d.getName().equals("startTime") && !d.getName().equals("duration"))
                        System.out.print(", " + d.getName() + " " + of(e.getValue(d.getName())));
                System.out.println();
            }
        }
    }
}
