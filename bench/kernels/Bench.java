/**
 * The harness: runs the kernels named on the command line (all by default), each checked and timed.
 *
 *     java -cp DIR Bench [--reps N] [--warm-ms MS] [kernel...]
 *
 * A kernel is a class with one method that does a fixed amount of work and returns a number that the work determines; a wrong
 * number ends the run with exit code 1. For each kernel the harness repeats until `warm-ms` of warm-up are over (at least one
 * repetition), then times N repetitions and prints `name best median` in nanoseconds. With --curve MS it prints, for so long, a line for each
 * repetition instead: `name wall cpu`, nanoseconds of both clocks, the second of the whole process.
 */
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

public final class Bench {
    interface Kernel {
        long run();
    }

    record Entry(Kernel kernel, long expected) { }

    static final Map<String, Entry> ALL = new LinkedHashMap<>();

    /** Time of the clock that -Dbench.clock names: `wall`, or `cpu`, what this thread alone has used (a busy machine shows less in it). */
    static final boolean CPU = System.getProperty("bench.clock", "wall").equals("cpu");

    static long now() {
        return CPU ? ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() : System.nanoTime();
    }

    static void add(String name, long expected, Kernel kernel) {
        ALL.put(name, new Entry(kernel, expected));
    }

    static {
        add("fib", 196418, Calls::fib27);
        add("calls", 22939083056L, Calls::staticAndInstance);
        add("virtual", 94519388771L, Dispatch::virtual);
        add("interface", 32765299421L, Dispatch::iface);
        add("field", 156553045168L, Fields::run);
        add("sieve", 539777, Arrays1D::sieve);
        add("matrix", 66354048000L, Arrays1D::matrix);
        add("crc", 928082032, Checksum::crc32);
        add("nbody", 4595686029322396534L, Floating::nbody);
        add("mandelbrot", 5442208, Floating::mandelbrot);
        add("alloc", 320107984512L, Allocation::objects);
        add("trees", 780975, Allocation::trees);
        add("hashmap", 744030756, Library::hashMap);
        add("strings", 47473309375L, Library::strings);
        add("split", 28931706, Library::split);
        add("streams", 12486432, Library::streams);
        add("lambdas", -8099955896L, Library::lambdas);
        add("sort", -3776940486L, Library::sort);
        add("exceptions", 3397366, Throwing::run);
        add("locks", 11420271, Locks::run);
    }

    public static void main(String[] args) {
        int reps = 5;
        long warm = 300, curve = 0;
        boolean show = false;
        Map<String, Entry> chosen = new LinkedHashMap<>();
        for (int i = 0; i < args.length; i++) {
            switch (args[i]) {
                case "--reps" -> reps = Integer.parseInt(args[++i]);
                case "--warm-ms" -> warm = Long.parseLong(args[++i]);
                case "--curve" -> curve = Long.parseLong(args[++i]);
                case "--show" -> show = true;      // print the numbers that the kernels return, to fill the table above
                case "--list" -> { for (String name : ALL.keySet()) System.out.println(name); return; }
                default -> {
                    if (!ALL.containsKey(args[i])) {
                        System.err.println("no kernel named " + args[i]);
                        System.exit(2);
                    }
                    chosen.put(args[i], ALL.get(args[i]));
                }
            }
        }
        if (chosen.isEmpty()) chosen = ALL;
        for (Map.Entry<String, Entry> e : chosen.entrySet()) {
            Kernel k = e.getValue().kernel;
            if (show) {
                System.out.println(e.getKey() + " " + k.run());
                continue;
            }
            if (curve > 0) {
                curve(e.getKey(), e.getValue(), curve);
                continue;
            }
            long end = System.nanoTime() + warm * 1_000_000;
            do check(e.getKey(), k.run(), e.getValue().expected); while (System.nanoTime() < end);
            long[] times = new long[reps];
            for (int i = 0; i < reps; i++) {
                long start = now();
                long result = k.run();
                times[i] = now() - start;
                check(e.getKey(), result, e.getValue().expected);
            }
            Arrays.sort(times);
            System.out.println(e.getKey() + " " + times[0] + " " + times[reps / 2]);
        }
    }

    static void curve(String name, Entry entry, long ms) {
        var process = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long end = System.nanoTime() + ms * 1_000_000;
        StringBuilder lines = new StringBuilder();
        for (long wall = System.nanoTime(), cpu = process.getProcessCpuTime(); wall < end;) {
            check(name, entry.kernel.run(), entry.expected);
            long wallNow = System.nanoTime(), cpuNow = process.getProcessCpuTime();
            lines.append(name).append(' ').append(wallNow - wall).append(' ').append(cpuNow - cpu).append('\n');
            wall = wallNow;
            cpu = cpuNow;
        }
        System.out.print(lines);
    }

    static void check(String name, long got, long expected) {
        if (got != expected) {
            System.err.println(name + ": got " + got + ", expected " + expected);
            System.exit(1);
        }
    }
}
