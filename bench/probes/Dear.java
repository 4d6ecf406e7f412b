import com.sun.tools.attach.VirtualMachine;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import sun.tools.attach.HotSpotVirtualMachine;

/** The speed of a program that calls String.charAt all the time, before and while a probe takes a stack at each call. bench/probes.py --budget runs it. */
public class Dear {
    static final String TEXT = "the quick brown fox jumps over the lazy dog ".repeat(50);
    static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    static int sum;

    static int hash(String s) {
        int h = 0;
        for (int i = 0; i < s.length(); i++) h = 31 * h + s.charAt(i);
        return h;
    }
    /** Characters a second of the thread's processor time, for so many seconds of it. */
    static double speed(double seconds) {
        long began = THREADS.getCurrentThreadCpuTime(), end = began + (long) (seconds * 1e9), n = 0, now;
        do {
            for (int i = 0; i < 100; i++) sum += hash(TEXT);
            n += 100L * TEXT.length();
        } while ((now = THREADS.getCurrentThreadCpuTime()) < end);
        return n * 1e9 / (now - began);
    }
    static String ask(HotSpotVirtualMachine vm, String command) throws Exception {
        try (InputStream in = vm.executeJCmd(command)) {
            return new String(in.readAllBytes()).trim();
        }
    }

    public static void main(String[] args) throws Exception {
        double seconds = Double.parseDouble(args[0]);
        var vm = (HotSpotVirtualMachine) VirtualMachine.attach("" + ProcessHandle.current().pid());
        speed(3);
        double before = speed(seconds);
        String id = ask(vm, "Probe.add method:java.lang.String.charAt:entry { @[stack(6)] = count() }").substring(6);
        double with = speed(seconds);
        String reading = ask(vm, "Probe.read " + id), head = reading.split("\n")[0];
        double then = speed(seconds);
        ask(vm, "Probe.remove " + id);
        double after = speed(seconds);
        System.out.printf("%.0f %.0f %.0f %.0f %d stacks %s%n", before, with, then, after, reading.split("\n").length - 1, head);
        if (sum == 1) System.out.println();
    }
}
