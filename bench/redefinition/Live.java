import com.sun.source.util.JavacTask;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;
import javax.tools.*;

/** Tells the live bytes after javac has analyzed a folder of java.base, all of its trees kept. Arguments: the folder, the module's folder. */
public class Live {
    static long used() {
        for (int i = 0; i < 3; i++) System.gc();
        Runtime r = Runtime.getRuntime();
        return r.totalMemory() - r.freeMemory();
    }
    public static void main(String[] args) throws Exception {
        List<Path> files;
        try (Stream<Path> all = Files.walk(Path.of(args[0]))) {
            files = all.filter(p -> p.toString().endsWith(".java")).collect(Collectors.toList());
        }
        StandardJavaFileManager manager = ToolProvider.getSystemJavaCompiler().getStandardFileManager(null, null, null);
        JavacTask task = (JavacTask) ToolProvider.getSystemJavaCompiler().getTask(null, manager, d -> { },
            List.of("--patch-module", "java.base=" + args[1], "-proc:none", "-nowarn"), null, manager.getJavaFileObjectsFromPaths(files));
        List<Object> kept = new ArrayList<>();
        task.parse().forEach(kept::add);
        task.analyze().forEach(kept::add);
        System.out.printf("live %d KB%n", used() / 1024);
        if (kept.size() < files.size()) throw new AssertionError(task);
    }
}
