import java.nio.file.*;
import java.util.*;
import java.util.concurrent.atomic.*;
import jdk.jfr.*;
import jdk.jfr.consumer.*;

/**
 * A new chunk every 50 ms, while threads begin, write events and end, classes are loaded, named in events and unloaded, event classes are
 * registered, and the recorder changes classes and changes them back. args: the file, seconds; or the file, to look at what is in it
 */
public class Rotate {
    @Name("Numbered")
    static class Numbered extends Event {
        int number;
        Class<?> type;
        Thread thread;
        String text;
    }

    @Name("Gone")
    public static class Gone extends Event {
    }

    static class Loader extends ClassLoader {
        Loader(String name) {
            super(name, Rotate.class.getClassLoader());
        }

        Class<?> defineAgain(byte[] b) {
            return defineClass("Rotate$Gone", b, 0, b.length);
        }
    }

    static final AtomicInteger numbers = new AtomicInteger();
    static volatile boolean over;
    static volatile Throwable failure;

    static void one(Class<?> type, String text) {
        Numbered e = new Numbered();
        e.number = numbers.getAndIncrement();
        e.type = type;
        e.thread = Thread.currentThread();
        e.text = text;
        e.commit();
    }

    static void deep(int depth, Class<?> type) {
        if (depth > 0) deep(depth - 1, type);
        else one(type, "deep down, a text that is long enough for the pool");
    }

    interface Work {
        void round(int i) throws Exception;
    }

    static Thread start(String name, Work work) {
        Thread t = new Thread(() -> {
            try {
                for (int i = 0; !over; i++) work.round(i);
            } catch (Throwable e) {
                failure = e;
            }
        }, name);
        t.start();
        return t;
    }

    static void read(Path file) throws Exception {
        long seen = 0;
        Set<Integer> numbers = new HashSet<>();
        RecordedEvent wrong = null;
        for (RecordedEvent e : RecordingFile.readAllEvents(file)) {
            if (!e.getEventType().getName().equals("Numbered")) continue;
            seen++;
            if (!numbers.add(e.getInt("number")) || e.getThread() == null || e.getStackTrace() == null || e.getThread("thread") == null) wrong = e;
        }
        System.out.println("events: " + (seen > 1000 && wrong == null ? "as expected" : seen + ", " + wrong));
    }

    public static void main(String[] args) throws Exception {
        byte[] bytes;
        try (var in = Rotate.class.getResourceAsStream("Rotate$Gone.class")) {
            bytes = in.readAllBytes();
        }
        Path to = Path.of(args[0]);
        if (args.length == 1) {
            read(to);
            return;
        }
        int chunks = 0;
        try (Recording r = new Recording(Configuration.getConfiguration("profile"))) {
            r.enable("jdk.ClassLoad").withoutThreshold();
            r.enable("jdk.ClassUnload");
            r.enable("jdk.ThreadStart");
            r.enable("jdk.ThreadEnd");
            r.setMaxSize(30_000_000);
            r.start();
            List<Thread> all = new ArrayList<>();
            all.add(start("writer", i -> {
                deep(i % 70, i % 2 == 0 ? String.class : null);
                if (i % 100 == 0) Thread.sleep(1);
            }));
            all.add(start("short threads", i -> {
                Thread t = new Thread(() -> one(Rotate.class, "short"), "short " + i);
                t.start();
                t.join();
            }));
            all.add(start("loader", i -> {
                Class<?> c = new Loader("own" + i).defineAgain(bytes);
                deep(3, c);
                ((Event)c.getConstructor().newInstance()).commit();
                if (i % 50 == 0) System.gc();
            }));
            all.add(start("changer", i -> {
                try (Recording other = new Recording()) {
                    other.enable(i % 2 == 0 ? "jdk.FileRead" : "jdk.JavaExceptionThrow").withoutThreshold();
                    other.start();
                    Thread.sleep(20);
                }
            }));
            long until = System.nanoTime() + Long.parseLong(args[1]) * 1_000_000_000L;
            while ((System.nanoTime() < until || chunks < 10) && failure == null) {
                Thread.sleep(50);
                try (Recording snap = FlightRecorder.getFlightRecorder().takeSnapshot()) {
                    chunks++;
                }
            }
            over = true;
            for (Thread t : all) t.join();
            r.stop();
            r.dump(to);
        }
        System.out.println("threads" + (failure == null ? ": as expected" : ": " + failure));
    }
}
