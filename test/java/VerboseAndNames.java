// jvm: -Xlog:gc,class+load:stderr
// The beans' isVerbose tells of standard output alone; a thread dump shows names of any length.
import java.lang.management.ManagementFactory;
import javax.management.ObjectName;

public class VerboseAndNames {
    static void show(String what) {
        System.out.println(what + ": " + ManagementFactory.getMemoryMXBean().isVerbose() + " " + ManagementFactory.getClassLoadingMXBean().isVerbose());
    }
    public static void main(String[] args) throws Exception {
        show("logged to standard error");
        Thread.currentThread().setName("n\u00e4me ".repeat(1000) + "end");
        String s = (String) ManagementFactory.getPlatformMBeanServer().invoke(new ObjectName("com.sun.management:type=DiagnosticCommand"), "threadPrint",
                new Object[] { null }, new String[] { String[].class.getName() });
        System.out.println(s.contains('"' + Thread.currentThread().getName() + '"'));
        s = (String) ManagementFactory.getPlatformMBeanServer().invoke(new ObjectName("com.sun.management:type=DiagnosticCommand"), "help",
                new Object[] { new String[] { "help" } }, new String[] { String[].class.getName() });
        System.out.println(s);
    }
}
