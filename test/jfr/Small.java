import java.nio.file.Path;
import java.time.Duration;
import java.util.*;
import jdk.internal.vm.annotation.DontInline;
import jdk.jfr.*;
import jdk.jfr.consumer.*;

/**
 * Samples of small methods that are called and not taken in: they get the time of their entry and of their return, for which they have no frame.
 * A class of the boot loader, for its annotation. args: the file
 */
public class Small {
    static int sink;
    @DontInline
    static int apply(int x) {
        return x + 1;
    }

    static int calls(int n) {
        int x = n;
        for (int i = 0; i < 10_000; i++) x = apply(x);
        return x;
    }

    static void run(long ms) {
        long until = System.nanoTime() + ms * 1_000_000;
        while (System.nanoTime() < until) sink += calls(sink & 7);
    }

    static void check(String what, boolean good, Object seen) {
        System.out.println(what + (good ? ": as expected" : ": " + seen));
    }

    public static void main(String[] args) throws Exception {
        run(500);
        try (Recording r = new Recording()) {
            r.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(1));
            r.start();
            run(2_000);
            r.stop();
            r.dump(Path.of(args[0]));
        }
        int samples = 0, small = 0, broken = 0;
        for (RecordedEvent e : RecordingFile.readAllEvents(Path.of(args[0]))) {
            if (!e.getEventType().getName().equals("jdk.ExecutionSample") || !e.getThread("sampledThread").getJavaName().equals("main")) continue;
            List<RecordedFrame> frames = e.getStackTrace().getFrames();
            boolean in = frames.get(0).getMethod().getName().equals("apply");
            samples++;
            if (in) small++;
            if (!frames.get(in ? 1 : 0).getMethod().getName().equals("calls")) broken++;
        }
        check("small methods", samples >= 100 && small * 100 >= samples * 35, small + " of " + samples);
        check("callers", broken * 50 <= samples, broken + " of " + samples);
    }
}
