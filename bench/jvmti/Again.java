import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.spi.ToolProvider;

/** javac with the same arguments many times in one process: {@code Again TIMES ARGUMENT...}; a line for each with the nanoseconds of processor time. */
class Again {
    public static void main(String[] args) {
        ToolProvider javac = ToolProvider.findFirst("javac").orElseThrow();
        OperatingSystemMXBean process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        String[] arguments = Arrays.copyOfRange(args, 1, args.length);
        for (int i = Integer.parseInt(args[0]); i > 0; i--) {
            long start = process.getProcessCpuTime();
            if (javac.run(System.err, System.err, arguments) != 0) {
                System.exit(1);
            }
            System.out.println("again " + (process.getProcessCpuTime() - start));
        }
    }
}
