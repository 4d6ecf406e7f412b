import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import jdk.jfr.*;

/** Measures the recorder's costs in a program. args: events N DEPTH | toggle N SETTINGS | rotate THREADS CLASSES N */
public final class Recorded {
    @StackTrace(false)
    static class Empty extends Event {
    }

    static class Traced extends Event {
    }

    static long cpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    static void empty(int n) {
        for (int i = 0; i < n; i++) new Empty().commit();
    }

    static void traced(int n, int depth) {
        if (depth > 0) {
            traced(n, depth - 1);
            return;
        }
        for (int i = 0; i < n; i++) new Traced().commit();
    }

    /** Nanoseconds of this thread for each event: the best of nine times. */
    static void events(int n, int depth) throws Exception {
        try (Recording r = new Recording()) {
            r.setMaxSize(50_000_000);
            r.start();
            long best = Long.MAX_VALUE, bestTraced = Long.MAX_VALUE;
            for (int i = 0; i < 9; i++) {
                long t = cpu();
                empty(n);
                best = Math.min(best, cpu() - t);
                t = cpu();
                traced(n / 10, depth);
                bestTraced = Math.min(bestTraced, cpu() - t);
            }
            System.out.printf("empty %.1f%ntraced %.1f%n", (double) best / n, bestTraced * 10.0 / n);
        }
    }

    static long resident() throws Exception {
        return Long.parseLong(Files.readString(Path.of("/proc/self/statm")).split(" ")[1]) * 4;
    }

    static int work() {
        int sum = 0;
        for (int i = 0; i < 2_000; i++) {
            try {
                if (i % 2 == 0) throw new IllegalStateException();
                sum += Integer.toString(i).length();
            } catch (IllegalStateException e) {
                sum++;
            }
        }
        return sum;
    }

    static long fastest(long ms) {
        long best = Long.MAX_VALUE;
        for (long until = System.currentTimeMillis() + ms; System.currentTimeMillis() < until;) {
            long t = cpu();
            work();
            best = Math.min(best, cpu() - t);
        }
        return best;
    }

    /** KB of memory after a fifth of the rounds and at the end, milliseconds for a round, and the speed of code that the recorder changes, before and after. */
    static void toggle(int n, String settings) throws Exception {
        Configuration c = Configuration.getConfiguration(settings);
        long before = fastest(1000), fifth = 0, start = cpu();
        for (int i = 0; i < n; i++) {
            if (i == n / 5) {
                System.gc();
                fifth = resident();
            }
            try (Recording r = new Recording(c)) {
                r.start();
                work();
                r.stop();
            }
        }
        long took = cpu() - start;
        System.gc();
        long end = resident();
        System.out.printf("fifth %d%nend %d%nround %.2f%nbefore %d%nafter %d%n", fifth, end, took / 1e6 / n, before / 2_000, fastest(1000) / 2_000);
    }

    @StackTrace(false)
    static class Named extends Event {
        Class<?> type;
    }

    public static final class Many {
    }

    /** N rotations while so many threads write events, and all classes are named in each chunk. -Xlog:safepoint tells how long they stop the world. */
    static void rotate(int threads, int classes, int n) throws Exception {
        byte[] bytes;
        try (var in = Many.class.getResourceAsStream("Recorded$Many.class")) {
            bytes = in.readAllBytes();
        }
        Class<?>[] all = new Class<?>[classes];
        for (int i = 0; i < classes; i++) all[i] = java.lang.invoke.MethodHandles.lookup().defineHiddenClass(bytes, false).lookupClass();
        Path to = Files.createTempFile("rotate", ".jfr");
        try (Recording r = new Recording(Configuration.getConfiguration("profile"))) {
            r.start();
            for (int i = 0; i < threads; i++) {
                Thread t = new Thread(() -> {
                    while (true) {
                        new Traced().commit();
                        new Empty().commit();
                        java.util.concurrent.locks.LockSupport.parkNanos(200_000_000);
                    }
                }, "writer " + i);
                t.setDaemon(true);
                t.start();
            }
            for (int k = 0; k < n; k++) {
                for (Class<?> c : all) {
                    Named e = new Named();
                    e.type = c;
                    e.commit();
                }
                r.dump(to); // a new chunk
            }
        }
        System.out.printf("bytes %d%n", Files.size(to));
        Files.delete(to);
    }

    public static void main(String[] args) throws Exception {
        if (args[0].equals("rotate")) {
            rotate(Integer.parseInt(args[1]), Integer.parseInt(args[2]), Integer.parseInt(args[3]));
            return;
        }
        if (args[0].equals("events")) events(Integer.parseInt(args[1]), Integer.parseInt(args[2]));
        else toggle(Integer.parseInt(args[1]), args[2]);
    }
}
