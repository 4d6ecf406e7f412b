import java.lang.management.ManagementFactory;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.*;
import java.util.concurrent.*;
import java.util.stream.Stream;
import javax.management.ObjectName;
import jdk.jfr.*;
import jdk.jfr.consumer.*;
import jdk.jfr.internal.*;

/** Streams that go on through many chunks, a thread that follows one, loaders, and what a change of the log tells the JDK's half. args: the file */
public class Follow {
    @Name("Step")
    static class Step extends Event {
        int number;
    }

    @Name("Handled")
    static class Handled extends Event {
    }

    static class Defined {
    }

    static void step(int n) {
        Step s = new Step();
        s.number = n;
        s.commit();
    }

    static void check(String what, boolean good, Object seen) {
        System.out.println(what + (good ? ": as expected" : ": " + seen));
    }

    /** Each recording that starts and stops begins a chunk. */
    static void chunks() throws Exception {
        List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch all = new CountDownLatch(12), started = new CountDownLatch(1), flushed = new CountDownLatch(1);
        try (RecordingStream s = new RecordingStream()) {
            s.enable("jdk.Flush").withoutThreshold();
            s.onEvent("jdk.Flush", e -> {
                if (e.getLong("size") > 0) flushed.countDown();
            });
            s.onFlush(started::countDown);
            s.onEvent("Step", e -> {
                seen.add(e.getInt("number"));
                all.countDown();
            });
            s.startAsync();
            started.await();
            for (int i = 0; i < 12; i++) {
                try (Recording r = new Recording()) {
                    r.start();
                    step(i);
                    r.stop();
                }
            }
            check("flush", flushed.await(60, TimeUnit.SECONDS), "no event");
            check("chunks", all.await(60, TimeUnit.SECONDS) && new TreeSet<>(seen).size() == 12, seen);
        }
    }

    /** The chunks of a repository lie end to end. */
    static void ends(Path file) throws Exception {
        try (Recording r = new Recording()) {
            r.start();
            for (int i = 0; i < 5; i++) {
                step(i);
                Recording between = new Recording();
                between.start();
                between.close();
            }
            r.stop();
            r.dump(file);
        }
        List<long[]> chunks = new ArrayList<>();
        java.nio.ByteBuffer b = java.nio.ByteBuffer.wrap(java.nio.file.Files.readAllBytes(file));
        for (int at = 0; at < b.limit(); at += b.getLong(at + 8)) chunks.add(new long[] { b.getLong(at + 32), b.getLong(at + 40) });
        boolean good = chunks.size() > 5;
        for (int i = 1; i < chunks.size(); i++) good &= chunks.get(i)[0] == chunks.get(i - 1)[0] + chunks.get(i - 1)[1];
        check("ends", good, chunks.size());
    }

    /** A thread that has written events handles a stream's: it writes none meanwhile, and does again behind it. */
    static void leftOut() throws Exception {
        try (Recording r = new Recording()) {
            r.start();
            step(1);
            try (RecordingStream s = new RecordingStream()) {
                s.onEvent("Step", e -> {
                    new Handled().commit();
                    s.close();
                });
                Semaphore flushed = new Semaphore(0); /* one event for each: all are read below, with a collection at every allocation too */
                s.onFlush(flushed::release);
                Thread other = new Thread(() -> {
                    try {
                        for (;; step(2)) flushed.acquire();
                    } catch (InterruptedException e) {
                        return;
                    }
                });
                other.start();
                s.start();
                other.interrupt();
                other.join();
            }
            step(3);
            r.stop();
            Path file = Path.of("left-out.jfr");
            r.dump(file);
            Set<String> seen = new TreeSet<>();
            for (RecordedEvent e : RecordingFile.readAllEvents(file)) {
                seen.add(e.getEventType().getName() + (e.hasField("number") ? " " + e.getInt("number") : ""));
            }
            check("left out", seen.contains("Step 1") && seen.contains("Step 3") && !seen.contains("Handled"), seen);
        }
    }

    /** A stream that gets the chunks in pieces, as one of another process does. */
    static void remote() throws Exception {
        CountDownLatch all = new CountDownLatch(6), started = new CountDownLatch(1);
        try (var s = new jdk.management.jfr.RemoteRecordingStream(ManagementFactory.getPlatformMBeanServer())) {
            s.onFlush(started::countDown);
            s.onEvent("Step", e -> all.countDown());
            s.startAsync();
            started.await();
            for (int i = 0; i < 6; i++) {
                step(i);
                try (Recording r = new Recording()) {
                    if (i == 3) r.start();
                }
            }
            check("remote", all.await(60, TimeUnit.SECONDS), all.getCount());
        }
    }

    /** The start of a thread that is left out is no event. */
    static void notStarted() throws Exception {
        Path file = Path.of("not-started.jfr");
        Set<String> seen = new TreeSet<>();
        try (Recording r = new Recording()) {
            r.enable("jdk.ThreadStart").withoutStackTrace();
            r.start();
            for (String name : new String[] { "out", "in" }) {
                Thread t = new Thread(() -> {}, name);
                if (name.equals("out")) JVM.getJVM().exclude(t);
                t.start();
                t.join();
            }
            r.stop();
            r.dump(file);
        }
        for (RecordedEvent e : RecordingFile.readAllEvents(file)) seen.add(e.getThread("thread").getJavaName());
        check("not started", seen.contains("in") && !seen.contains("out"), seen);
    }

    /** The loader of a loader's class has the smaller number. */
    static void loaders() throws Exception {
        Path file = Path.of("loaders.jfr");
        try (Recording r = new Recording()) {
            r.enable("jdk.ClassDefine").withoutStackTrace();
            r.start();
            URL[] urls = { Follow.class.getProtectionDomain().getCodeSource().getLocation() };
            new URLClassLoader("mine", urls, null) {}.loadClass("Follow$Defined");
            r.stop();
            r.dump(file);
        }
        for (RecordedEvent e : RecordingFile.readAllEvents(file)) {
            RecordedClass c = e.getValue("definedClass");
            if (c == null || !c.getName().equals("Follow$Defined")) continue;
            RecordedClassLoader mine = c.getClassLoader(), app = mine.getType().getClassLoader();
            check("loaders", "mine".equals(mine.getName()) && "app".equals(app.getName()) && mine.getId() > app.getId(), e);
        }
    }

    static void log() throws Exception {
        ObjectName commands = new ObjectName("com.sun.management:type=DiagnosticCommand");
        boolean before = Logger.shouldLog(LogTag.JFR_SYSTEM_STREAMING, LogLevel.DEBUG), during = false;
        for (String level : new String[] { "debug", "warning" }) {
            String[] line = { "what=jfr+system+streaming=" + level + " output=follow.log" };
            ManagementFactory.getPlatformMBeanServer().invoke(commands, "vmLog", new Object[] { line }, new String[] { String[].class.getName() });
            if (level.equals("debug")) during = Logger.shouldLog(LogTag.JFR_SYSTEM_STREAMING, LogLevel.DEBUG);
        }
        check("log", !before && during && !Logger.shouldLog(LogTag.JFR_SYSTEM_STREAMING, LogLevel.DEBUG), before + " " + during);
    }

    public static void main(String[] args) throws Exception {
        chunks();
        ends(Path.of(args[0]));
        leftOut();
        remote();
        notStarted();
        loaders();
        log();
    }
}
