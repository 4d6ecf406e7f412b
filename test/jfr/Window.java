import java.nio.file.*;
import java.util.*;
import java.util.concurrent.*;
import jdk.jfr.*;
import jdk.jfr.consumer.*;

/**
 * A thread stops at each bytecode that ends an event (an agent has breakpoints there), and a new chunk begins meanwhile: the event is in one of the
 * two, once, with all that it names. args: the file
 */
public class Window {
    static final String TEXT = "a text that is long enough for the pool of strings";

    @Name("Numbered")
    static class Numbered extends Event {
        int number;
        String text;
    }

    static final Semaphore orders = new Semaphore(0), written = new Semaphore(0), reached = new Semaphore(0), goOn = new Semaphore(0);
    static volatile boolean over;

    /** Returns JVM TI's error. */
    static native int breakpoint(Class<?> of, String method, int at, boolean on);

    static void waits(int at) {
        reached.release();
        goOn.acquireUninterruptibly();
    }

    static void writes() {
        for (int number = 0;; number++) {
            orders.acquireUninterruptibly();
            if (over) return;
            Numbered e = new Numbered();
            e.number = number;
            e.text = TEXT;
            e.commit();
            written.release();
        }
    }

    static void rotate(Recording r, Path to) throws Exception {
        r.dump(to);
        Files.delete(to);
    }

    /** A new chunk begins while the writer stops there, if it comes there. Returns false if there is no such bytecode. */
    static boolean stopAt(Class<?> writer, String method, int at, Recording r, Path to) throws Exception {
        int error = breakpoint(writer, method, at, true);
        if (error == 24) return false; // JVMTI_ERROR_INVALID_LOCATION
        if (error != 0) throw new IllegalStateException("error " + error);
        orders.release();
        boolean rotated = false; // an event that a rotation meets is written again, and comes there again
        while (!written.tryAcquire(1, TimeUnit.MILLISECONDS))
            if (reached.tryAcquire()) {
                if (!rotated) rotate(r, to);
                rotated = true;
                goOn.release();
            }
        if (breakpoint(writer, method, at, false) != 0) throw new IllegalStateException("not cleared");
        return true;
    }

    public static void main(String[] args) throws Exception {
        System.load(System.getProperty("pauses"));
        Path to = Path.of(args[0]), other = Path.of(args[0] + ".part");
        Class<?> writer = Class.forName("jdk.jfr.internal.EventWriter");
        Thread t = new Thread(Window::writes, "writer");
        int events = 0;
        try (Recording r = new Recording()) {
            r.enable("Numbered");
            r.start();
            t.start();
            for (int round = 0; round < 2; round++)
                for (String method : List.of("endEvent", "isNotified"))
                    for (int at = 0; at < 200; at++)
                        try {
                            if (stopAt(writer, method, at, r, other)) events++;
                        } catch (IllegalStateException e) {
                            System.out.println(method + "@" + at + ": " + e.getMessage());
                        }
            over = true;
            orders.release();
            t.join();
            r.stop();
            r.dump(to);
        }
        BitSet numbers = new BitSet();
        List<String> wrong = new ArrayList<>();
        for (RecordedEvent e : RecordingFile.readAllEvents(to)) {
            if (!e.getEventType().getName().equals("Numbered")) continue;
            int n = e.getInt("number");
            if (numbers.get(n)) wrong.add(n + " twice");
            numbers.set(n);
            if (!TEXT.equals(e.getString("text")) || e.getStackTrace() == null || e.getThread() == null) wrong.add(e.toString());
        }
        if (numbers.cardinality() != events || events < 100) wrong.add(numbers.cardinality() + " of " + events);
        System.out.println("events: " + (wrong.isEmpty() ? "as expected" : wrong));
    }
}
