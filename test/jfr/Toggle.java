import java.lang.management.*;
import java.nio.file.*;
import jdk.jfr.*;

/**
 * Recordings are switched on and off again and again: memory stays as it is, and code that the recorder has changed soon runs as fast as
 * before. Class memory is that of the VM, so versions of classes that nobody needs have to be given back for it. args: rounds
 */
public class Toggle {
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

    /** The fastest of many, in nanoseconds of this thread, within a second of its processor time: other programs may run too. */
    static long fastest() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long best = Long.MAX_VALUE;
        for (long until = threads.getCurrentThreadCpuTime() + 1_000_000_000; threads.getCurrentThreadCpuTime() < until;) {
            long t = threads.getCurrentThreadCpuTime();
            work();
            best = Math.min(best, threads.getCurrentThreadCpuTime() - t);
        }
        return best;
    }

    static long classMemory() {
        return ManagementFactory.getMemoryPoolMXBeans().stream().filter(p -> p.getName().equals("Metaspace")).findAny().get().getUsage().getUsed() >> 10;
    }

    static long resident() throws Exception {
        return Long.parseLong(Files.readString(Path.of("/proc/self/statm")).split(" ")[1]) * 4;
    }

    static void say(String what, boolean good, String otherwise) {
        System.out.println(what + ": " + (good ? "as expected" : otherwise));
    }

    public static void main(String[] args) throws Exception {
        int rounds = Integer.parseInt(args[0]);
        Configuration c = Configuration.getConfiguration("default");
        long before = fastest(), classes = 0, memory = 0;
        for (int i = 0; i < rounds; i++) {
            if (i == rounds / 5) {
                System.gc();
                classes = classMemory();
                memory = resident();
            }
            try (Recording r = new Recording(c)) {
                r.start();
                work();
                r.stop();
            }
        }
        System.gc();
        long classesEnd = classMemory(), memoryEnd = resident(), after = fastest();
        say("class memory", classesEnd <= classes * 1.05, classes + " KB, then " + classesEnd);
        say("memory", memoryEnd <= memory * 1.1, memory + " KB, then " + memoryEnd);
        say("speed", after <= before * 1.5, before + " ns, then " + after);
    }
}
