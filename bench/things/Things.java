/**
 * Small things that programs do all day, each hot and alone in its VM: how long one of them takes.
 *
 *     java -cp DIR Things --list
 *     java -cp DIR Things [--warm-ms MS] [--chunk-ms MS] [--cpu] NAME
 *
 * A thing is a loop of `n` turns that returns a number which the turns determine. The harness runs it until the warm-up is
 * over, finds an `n` that takes about a chunk's time, times nine chunks, and prints `NAME picoseconds check`: the median time
 * of a turn (with --cpu processor time of the thread), and the number that a thousand turns return, which is the same on every
 * VM ("-" where it cannot be).
 */
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

public final class Things {
    public interface Thing {
        long run(int n) throws Throwable;
    }

    record Entry(Thing thing, boolean checked) { }

    static final Map<String, Entry> ALL = new LinkedHashMap<>();
    static volatile long sink;

    static void add(String name, Thing thing) {
        if (ALL.put(name, new Entry(thing, true)) != null) throw new IllegalStateException("two things named " + name);
    }

    /** A thing with a result that differs from run to run, such as one that reads a clock. */
    static void addUnchecked(String name, Thing thing) {
        if (ALL.put(name, new Entry(thing, false)) != null) throw new IllegalStateException("two things named " + name);
    }

    static void register() throws Throwable {
        LanguageThings.register();
        LangThings.register();
        MathThings.register();
        TextThings.register();
        InvokeThings.register();
        MemoryThings.register();
        ConcurrentThings.register();
        CollectionThings.register();
        IoThings.register();
        OtherLanguagesThings.register();
        ProgramThings.register();
    }

    static long now(java.lang.management.ThreadMXBean clock) {
        return clock != null ? clock.getCurrentThreadCpuTime() : System.nanoTime();
    }

    public static void main(String[] args) throws Throwable {
        long warm = 700, chunk = 15;
        java.lang.management.ThreadMXBean clock = null;
        String name = null;
        register();
        for (int i = 0; i < args.length; i++) {
            switch (args[i]) {
                case "--warm-ms" -> warm = Long.parseLong(args[++i]);
                case "--chunk-ms" -> chunk = Long.parseLong(args[++i]);
                case "--cpu" -> clock = java.lang.management.ManagementFactory.getThreadMXBean();
                case "--list" -> { for (String each : ALL.keySet()) System.out.println(each); return; }
                default -> name = args[i];
            }
        }
        Entry e = ALL.get(name);
        if (e == null) {
            System.err.println("no thing named " + name + " (--list shows the names)");
            System.exit(2);
        }
        Thing thing = e.thing;
        int n = 1000;
        long took, end = System.nanoTime() + warm * 1_000_000;
        do {
            long start = System.nanoTime();
            sink += thing.run(n);
            took = Math.max(1, System.nanoTime() - start);
            double wanted = n * (chunk * 1e6 / took);
            // Short calls at first, so that VMs see calls and not one endless loop.
            if (System.nanoTime() > end - warm * 500_000) n = (int) Math.max(10, Math.min(1_000_000_000, Math.min(wanted, n * 8.0)));
        } while (System.nanoTime() < end);
        long[] times = new long[9];
        for (int i = 0; i < times.length; i++) {
            long start = now(clock);
            sink += thing.run(n);
            times[i] = now(clock) - start;
        }
        Arrays.sort(times);
        String check = e.checked ? Long.toString(thing.run(1000)) : "-";
        System.out.println(name + " " + times[4] * 1000 / n + " " + check);
    }
}
