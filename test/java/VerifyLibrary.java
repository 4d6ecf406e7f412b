// jvm: -Xverify:all
// gcstress: off (thousands of classes are loaded)
// timeout: 120
// Every class of java.base and jdk.compiler passes the verifier: well-typed code is never refused.
import java.net.URI;
import java.nio.file.*;
import java.util.*;

public class VerifyLibrary {
    public static void main(String[] args) throws Exception {
        FileSystem fs = FileSystems.getFileSystem(URI.create("jrt:/"));
        for (String module : new String[] {"java.base", "jdk.compiler"}) {
            List<Path> files;
            try (var s = Files.walk(fs.getPath("/modules/" + module))) {
                files = s.filter(p -> p.toString().endsWith(".class") && !p.toString().endsWith("module-info.class")).sorted().toList();
            }
            int linked = 0;
            for (Path p : files) {
                String name = p.subpath(2, p.getNameCount()).toString().replace('/', '.');
                name = name.substring(0, name.length() - 6);
                try {
                    Class.forName(name, false, VerifyLibrary.class.getClassLoader()).getDeclaredMethods(); // links
                    linked++;
                } catch (Throwable e) {
                    System.out.println(name + ": " + e);
                }
            }
            System.out.println(module + " " + linked + " of " + files.size());
        }
    }
}
