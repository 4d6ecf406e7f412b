import java.nio.file.*;
import java.util.*;
import java.util.stream.*;
import jdk.jfr.*;
import jdk.jfr.consumer.*;

/** Goes on while something is wrong with the recorder's files. args: how, the folder of its repository */
public class Trouble {
    @Name("Mark")
    @StackTrace(false)
    static class Mark extends Event {
        int number;
        String text;
    }

    static void marks(int from, int n, String text) {
        for (int i = 0; i < n; i++) {
            Mark m = new Mark();
            m.number = from + i;
            m.text = text;
            m.commit();
        }
    }

    static native int fork(boolean plain);

    static List<Path> chunks(Path folder) throws Exception {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(p -> p.toString().endsWith(".jfr")).collect(Collectors.toList());
        }
    }

    /** Waits until a flush has written what there is. */
    static void flushed() throws Exception {
        Object lock = new Object();
        boolean[] seen = { false };
        try (RecordingStream s = new RecordingStream()) {
            s.enable("Mark");
            s.onFlush(() -> {
                synchronized (lock) {
                    seen[0] = true;
                    lock.notify();
                }
            });
            s.startAsync();
            synchronized (lock) {
                while (!seen[0]) lock.wait();
            }
        }
    }

    /** The size that the header of the newest chunk says; 68: there was no flush yet. */
    static long size(Path folder) throws Exception {
        List<Path> all = chunks(folder);
        Collections.sort(all);
        byte[] b = Files.readAllBytes(all.get(all.size() - 1));
        return b.length < 16 ? 0 : java.nio.ByteBuffer.wrap(b).getLong(8);
    }

    /** Waits for two flushes of the chunk: the second has all that was written before. */
    static void flushedTwice(Path folder) throws Exception {
        for (int i = 0; i < 2; i++)
            for (long before = size(folder); size(folder) == before;) Thread.sleep(50);
    }

    static long count(Path file) throws Exception {
        return RecordingFile.readAllEvents(file).stream().filter(e -> e.getEventType().getName().equals("Mark")).count();
    }

    /** A recording of its own works. */
    static void again(Path folder) throws Exception {
        try (Recording r = new Recording()) {
            r.start();
            marks(0, 10, "again");
            r.stop();
            Path to = folder.resolve("again.jfr");
            r.dump(to);
            System.out.println("again " + count(to));
        }
    }

    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[1]);
        marks(0, 1000, "first");
        flushed();
        switch (args[0]) {
        case "kill" -> {
            marks(1000, 500, "more");
            flushedTwice(folder);
            System.out.println("ready");
            Thread.sleep(Long.MAX_VALUE);
        }
        case "delete" -> {
            for (Path p : chunks(folder)) Files.delete(p);
            marks(1000, 1000, "more");
            again(folder);
        }
        case "limit" -> {
            for (int i = 0; i < 40; i++) marks(1000 * i, 1000, "of some length, so that there are many bytes of it " + i);
            flushed();
            for (Path p : chunks(folder)) Files.copy(p, folder.resolve(p.getFileName() + ".part"));
            marks(0, 1000, "last");
        }
        case "full" -> { // the disk is, sooner or later
            for (int i = 0; i < 40; i++) marks(1000 * i, 1000, "of some length, so that there are many bytes of it " + i);
            flushed();
            for (Path p : chunks(folder)) Files.copy(p, Path.of(folder + ".part-" + p.getFileName())); // on another disk
            marks(0, 1000, "last");
            try (Recording r = new Recording()) {
                r.start();
                marks(0, 10, "another");
                r.stop();
                r.dump(folder.resolve("dumped.jfr"));
                System.out.println("dumped");
            } catch (java.io.IOException e) {
                System.out.println("no dump");
            }
        }
        case "fork" -> {
            System.load(System.getProperty("natives"));
            for (int i = 0; i < 10; i++) {
                System.out.print(fork(i % 2 == 0) + " ");
                marks(1000 + i * 50, 50, "between");
                Process p = new ProcessBuilder("true").start();
                System.out.println(p.waitFor());
            }
            try (Recording r = FlightRecorder.getFlightRecorder().takeSnapshot()) {
                r.dump(folder.resolve("again.jfr"));
            }
            System.out.println("again " + count(folder.resolve("again.jfr")) + " "
                + RecordingFile.readAllEvents(folder.resolve("again.jfr")).stream().filter(e -> e.getEventType().getName().equals("jdk.ProcessStart")).count());
        }
        case "exit" -> {
            Thread t = new Thread(() -> {
                try {
                    for (int i = 0;; i++) {
                        marks(i * 100, 100, "exit");
                        FlightRecorder.getFlightRecorder().getRecordings().get(0).dump(folder.resolve("dumped.jfr"));
                    }
                } catch (Exception e) {
                    // the VM ends
                }
            });
            t.setDaemon(true);
            t.start();
            while (!Files.exists(folder.resolve("dumped.jfr"))) Thread.onSpinWait();
            System.exit(3);
        }
        }
        System.out.println("done");
    }
}
