import java.io.*;
import java.lang.management.ManagementFactory;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.*;
import javax.management.ObjectName;
import jdk.jfr.*;
import jdk.jfr.consumer.*;

/** A stream of another process, by the folder of its repository, to the end of that process: in order, by a crash, or while it moves the repository. args:
 * how, a folder */
public class Other {
    @Name("Mark")
    @StackTrace(false)
    static class Mark extends Event {
        int number;
    }

    static void mark(int from, int to) {
        for (int i = from; i < to; i++) {
            Mark m = new Mark();
            m.number = i;
            m.commit();
        }
    }

    static void child(String how, String folder) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        System.out.println("repository " + System.getProperty("jdk.jfr.repository"));
        in.readLine();
        mark(0, 1000);
        in.readLine();
        switch (how) {
        case "end" -> mark(1000, 1500); // no flush comes between them and the end
        case "exit" -> {
            mark(1000, 1500);
            Runtime.getRuntime().exit(3);
        }
        case "crash" -> {
            java.lang.reflect.Field f = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
            f.setAccessible(true);
            ((sun.misc.Unsafe) f.get(null)).putInt(0, 0);
        }
        case "move" -> {
            ManagementFactory.getPlatformMBeanServer().invoke(new ObjectName("com.sun.management:type=DiagnosticCommand"), "jfrConfigure",
                new Object[] { new String[] { "repositorypath=" + folder + "/moved" } },
                new String[] { String[].class.getName() });
            System.out.println("repository " + System.getProperty("jdk.jfr.repository"));
            mark(1000, 1500);
            in.readLine();
        }
        }
    }

    static void check(String what, boolean good, Object seen) {
        System.out.println(what + (good ? ": as expected" : ": " + seen));
    }

    static Path repository(BufferedReader out) throws IOException {
        for (String line; (line = out.readLine()) != null;)
            if (line.startsWith("repository ")) return Path.of(line.substring(11));
        throw new EOFException();
    }

    static EventStream stream(Path repository, BitSet seen, List<Throwable> errors, Runnable look) throws IOException {
        EventStream s = EventStream.openRepository(repository);
        s.setStartTime(java.time.Instant.EPOCH);
        s.onError(errors::add);
        s.onEvent("Mark", e -> {
            seen.set(e.getInt("number"));
            look.run();
        });
        s.startAsync();
        return s;
    }

    public static void main(String[] args) throws Exception {
        if (args.length == 3) {
            child(args[0], args[1]);
            return;
        }
        String how = args[0], folder = args[1];
        List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java"));
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-XX:-CreateCoredumpOnCrash", "-XX:StartFlightRecording", "-XX:FlightRecorderOptions:repository=" + folder + "/first",
            "-Xlog:disable", "-cp", System.getProperty("java.class.path"), "Other", how, folder,
            "child"));
        Files.createDirectories(Path.of(folder));
        Process p = new ProcessBuilder(command).directory(new File(folder)).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        BufferedReader out = p.inputReader();
        Path repository = repository(out);
        PrintStream in = new PrintStream(p.getOutputStream(), true);
        BitSet seen = new BitSet();
        CountDownLatch first = new CountDownLatch(1), all = new CountDownLatch(1);
        List<Throwable> errors = new CopyOnWriteArrayList<>();
        int most = how.equals("crash") ? 1000 : 1500;
        Runnable look = () -> {
            if (seen.cardinality() >= 1000) first.countDown();
            if (seen.cardinality() >= most) all.countDown();
        };
        try (EventStream s = stream(repository, seen, errors, look)) {
            in.println();
            check("first", first.await(60, TimeUnit.SECONDS), seen.cardinality());
            in.println();
            // A stream stays where it was opened.
            try (EventStream moved = how.equals("move") ? stream(repository(out), seen, errors, look) : null) {
                check("all", all.await(60, TimeUnit.SECONDS), seen.cardinality());
                if (moved != null) in.println();
            }
            while (out.readLine() != null) {}
            int code = p.waitFor();
            check("code", how.equals("crash") ? code == 1 : code == (how.equals("exit") ? 3 : 0), code);
            if (how.equals("move")) check("folder", Files.isDirectory(Path.of(folder, "moved")), folder);
        }
        check("errors", errors.isEmpty(), errors);
    }
}
