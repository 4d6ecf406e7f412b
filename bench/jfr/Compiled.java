import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import javax.tools.ToolProvider;

/**
 * Compiles the same files again and again in one process. args: rounds, arguments of javac. Prints milliseconds of processor time of the process for
 * a round: the mean of the second half of them.
 */
public final class Compiled {
    public static void main(String[] args) {
        int rounds = Integer.parseInt(args[0]);
        String[] rest = Arrays.copyOfRange(args, 1, args.length);
        var os = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        long began = 0;
        for (int i = 0; i < rounds; i++) {
            if (i == rounds / 2) began = os.getProcessCpuTime();
            if (ToolProvider.getSystemJavaCompiler().run(null, null, null, rest) != 0) throw new AssertionError("javac");
        }
        System.out.printf("compiled %.1f%n", (os.getProcessCpuTime() - began) / 1e6 / (rounds - rounds / 2));
    }
}
