import java.util.*;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import org.junit.runner.*;
import org.junit.runner.notification.Failure;

/** Runs every class of a jar of tests whose name ends in Test, one after the other, and prints how each ended. */
public class AllTests {
    public static void main(String[] args) throws Exception {
        List<String> names;
        try (JarFile jar = new JarFile(args[0])) {
            names = jar.stream().map(e -> e.getName()).filter(n -> n.endsWith("Test.class") && !n.contains("/Abstract") && !n.contains("$"))
                .map(n -> n.replace('/', '.').substring(0, n.length() - 6)).sorted().collect(Collectors.toList());
        }
        int run = 0, failed = 0;
        for (String name : names) {
            Result r = new JUnitCore().run(Class.forName(name));
            System.out.println(name + " " + r.getRunCount() + " run, " + r.getIgnoreCount() + " ignored, " + r.getFailureCount() + " failed");
            for (Failure f : r.getFailures()) System.out.println("    " + f.getTestHeader() + " " + f.getException().getClass().getName());
            run += r.getRunCount();
            failed += r.getFailureCount();
        }
        System.out.println("tests " + run + ", failed " + failed);
        System.exit(0);
    }
}
