import java.lang.management.*;
import java.net.*;
import java.nio.file.Path;
import java.time.Duration;
import java.util.*;
import java.util.concurrent.*;
import jdk.jfr.*;
import jdk.jfr.consumer.*;

/** Samples of running code: shares, frame types, lines; of native code; none of threads that are left out. args: the file, "int" where nothing is compiled. */
public class Samples {
    static final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    static int sink;

    static final int STEP_LINE = new Throwable().getStackTrace()[0].getLineNumber() + 3;

    static int step(int a, int b) {
        return a * 31 + (b ^ a >>> 3);
    }

    static int heavy(int n) {
        int x = n;
        for (int i = 0; i < 20_000; i++) x = step(x, i);
        return x;
    }

    static int light(int n) {
        double d = n;
        for (int i = 0; i < 5_000; i++) d = d / 3 + i;
        return (int) d;
    }

    static long timed(boolean heavy) {
        long before = threads.getCurrentThreadCpuTime();
        for (int i = 0; i < 50; i++) sink += heavy ? heavy(i) : light(i);
        return threads.getCurrentThreadCpuTime() - before;
    }

    static void leftOut(CountDownLatch end) {
        while (end.getCount() > 0) sink += light(3);
    }

    static void check(String what, boolean good, Object seen) {
        System.out.println(what + (good ? ": as expected" : ": " + seen));
    }

    public static void main(String[] args) throws Exception {
        boolean interpreted = args.length > 1;
        CountDownLatch end = new CountDownLatch(1);
        Thread out = new Thread(() -> leftOut(end), "left out");
        jdk.jfr.internal.JVM.getJVM().exclude(out);
        out.start();
        for (int i = 0; i < 20; i++) timed(true);
        long[] cpu = new long[2];
        try (Recording r = new Recording()) {
            r.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(1));
            r.start();
            long until = threads.getCurrentThreadCpuTime() + 1_500_000_000L;
            while (threads.getCurrentThreadCpuTime() < until) {
                cpu[0] += timed(true);
                cpu[1] += timed(false);
            }
            end.countDown();
            r.stop();
            r.dump(Path.of(args[0]));
        }
        Map<String, Integer> counts = new HashMap<>();
        Set<String> types = new TreeSet<>(), others = new TreeSet<>(), lines = new TreeSet<>();
        int all = 0, broken = 0;
        for (RecordedEvent e : RecordingFile.readAllEvents(Path.of(args[0]))) {
            if (!e.getEventType().getName().equals("jdk.ExecutionSample")) continue;
            RecordedThread t = e.getThread("sampledThread");
            if (!e.getString("state").equals("STATE_RUNNABLE")) others.add(e.getString("state"));
            if (!t.getJavaName().equals("main")) {
                if (t.getJavaName().equals("left out")) others.add("left out");
                continue;
            }
            List<RecordedFrame> frames = e.getStackTrace().getFrames();
            if (!frames.get(frames.size() - 1).getMethod().getName().equals("main")) broken++;
            for (RecordedFrame f : frames) {
                String name = f.getMethod().getName();
                if (name.equals("heavy") || name.equals("light")) {
                    counts.merge(name, 1, Integer::sum);
                    all++;
                }
                if (name.equals("heavy") || name.equals("step")) types.add(name + " " + f.getType());
                if (name.equals("step")) lines.add(f.getLineNumber() == STEP_LINE ? "its own" : f.getLineNumber() + " of " + STEP_LINE);
            }
        }
        double want = 100.0 * cpu[0] / (cpu[0] + cpu[1]), share = 100.0 * counts.getOrDefault("heavy", 0) / Math.max(1, all);
        check("samples", all > 500, all);
        check("share", Math.abs(want - share) < 10, share + " of " + want);
        check("stacks without main", broken * 1000 <= all, broken);
        check("others", others.isEmpty(), others);
        check("lines", lines.equals(Set.of("its own")), lines);
        Set<String> wanted = interpreted ? Set.of("heavy Interpreted", "step Interpreted") : Set.of("heavy JIT compiled", "step Inlined");
        check("types", types.containsAll(wanted) && (!interpreted || types.size() == 2), types);
        inNative();
        few(args[0]);
        inStep(args[0]);
    }

    static int first(int n) {
        for (int i = 0; i < 200; i++) n = n * 31 + i;
        return n;
    }

    static int second(int n) {
        for (int i = 0; i < 200; i++) n = n * 31 ^ i;
        return n;
    }

    /** One method runs in the first 0.4 ms of each millisecond of the thread, another in the rest, and a sample is taken once in a millisecond. */
    static void inStep(String file) throws Exception {
        long at, until;
        try (Recording r = new Recording()) {
            r.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(1));
            r.start();
            until = threads.getCurrentThreadCpuTime() + 1_500_000_000L;
            while ((at = threads.getCurrentThreadCpuTime()) < until)
                for (int i = 0; i < 100; i++) sink += at % 1_000_000 < 400_000 ? first(i) : second(i);
            r.stop();
            r.dump(Path.of(file));
        }
        int[] counts = new int[2];
        for (RecordedEvent e : RecordingFile.readAllEvents(Path.of(file))) {
            if (!e.getEventType().getName().equals("jdk.ExecutionSample")) continue;
            for (RecordedFrame f : e.getStackTrace().getFrames()) {
                if (f.getMethod().getName().equals("first")) counts[0]++;
                if (f.getMethod().getName().equals("second")) counts[1]++;
            }
        }
        int all = counts[0] + counts[1];
        check("in step", all > 300 && Math.abs(counts[0] * 100.0 / all - 40) < 8, Arrays.toString(counts));
    }

    /** Eight threads of a thousand run, one twice as much as another: each has its share of the samples, and no other has any. */
    static void few(String file) throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        for (int i = 8; i < 1_000; i++) {
            Thread t = new Thread(() -> {
                try {
                    end.await();
                } catch (InterruptedException e) {
                }
            }, "waits");
            t.setDaemon(true);
            t.start();
        }
        long[] cpu = new long[8];
        try (Recording r = new Recording()) {
            r.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(1));
            r.start();
            Thread[] all = new Thread[cpu.length];
            for (int i = 0; i < cpu.length; i++) {
                int n = i;
                all[i] = new Thread(() -> {
                    long until = (n % 2 + 1) * 300_000_000L;
                    while ((cpu[n] = threads.getCurrentThreadCpuTime()) < until) sink += light(n);
                }, "runs " + i);
                all[i].start();
            }
            for (Thread t : all) t.join();
            r.stop();
            r.dump(Path.of(file));
        }
        end.countDown();
        Map<String, Integer> counts = new TreeMap<>();
        int all = 0;
        for (RecordedEvent e : RecordingFile.readAllEvents(Path.of(file))) {
            if (!e.getEventType().getName().equals("jdk.ExecutionSample")) continue;
            String name = e.getThread("sampledThread").getJavaName();
            if (!name.startsWith("runs ") && !name.equals("waits")) continue;
            counts.merge(name, 1, Integer::sum);
            all++;
        }
        double sum = Arrays.stream(cpu).sum(), worst = 0;
        for (int i = 0; i < cpu.length; i++) worst = Math.max(worst, Math.abs(counts.getOrDefault("runs " + i, 0) * 100.0 / all - cpu[i] * 100 / sum));
        check("eight of a thousand", all > 300 && worst < 3 && !counts.containsKey("waits"), worst + " points of " + counts);
    }

    static void inNative() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress()); RecordingStream rs = new RecordingStream()) {
            Thread t = new Thread(() -> {
                try {
                    server.accept().close();
                } catch (Exception e) {
                }
            }, "accepts");
            CompletableFuture<String> seen = new CompletableFuture<>();
            rs.enable("jdk.NativeMethodSample").withPeriod(Duration.ofMillis(10));
            rs.onEvent("jdk.NativeMethodSample", e -> {
                if (!e.getThread("sampledThread").getJavaName().equals("accepts")) return;
                List<RecordedFrame> frames = e.getStackTrace().getFrames();
                boolean accepts = frames.stream().anyMatch(f -> f.getMethod().getName().equals("implAccept"));
                seen.complete(frames.get(0).getMethod().getName() + " " + frames.get(0).getType() + " " + accepts);
            });
            rs.startAsync();
            t.start();
            String top = seen.get(60, TimeUnit.SECONDS);
            check("in native", top.equals("accept Native true"), top);
            new Socket(server.getInetAddress(), server.getLocalPort()).close();
            t.join();
        }
    }
}
