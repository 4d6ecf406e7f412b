import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Links all classes of modules without initializing them: LinkAll MODULE,… [REGEX], of those whose name the expression finds. Prints how many there are, and
 * for each that could not be linked why.
 */
public class LinkAll {
    private static List<String> names(String module, Pattern wanted) throws Exception {
        Path root = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules", module);
        try (Stream<Path> files = Files.walk(root)) {
            return files.map(f -> root.relativize(f).toString()).filter(f -> f.endsWith(".class") && !f.endsWith("-info.class"))
                .map(f -> f.substring(0, f.length() - ".class".length()).replace('/', '.'))
                .filter(f -> wanted.matcher(f).find()).sorted().collect(Collectors.toList());
        }
    }

    /** HotSpot and Argus link a class before they make the objects that stand for its fields. */
    private static Class<?> link(String name, ClassLoader loader) throws ClassNotFoundException {
        Class<?> c = Class.forName(name, false, loader);
        c.getDeclaredFields();
        return c;
    }

    public static void main(String[] args) throws Exception {
        int linked = 0, failed = 0;
        for (String module : args[0].split(",")) {
            ClassLoader loader = ModuleLayer.boot().findModule(module).orElseThrow().getClassLoader();
            for (String name : names(module, Pattern.compile(args.length > 1 ? args[1] : ""))) {
                try {
                    link(name, loader);
                    linked++;
                } catch (ClassNotFoundException | LinkageError e) {
                    System.out.println("not linked: " + name + ": " + e);
                    failed++;
                }
            }
        }
        System.out.println(args[0] + ": " + linked + " classes linked, " + failed + " not");
    }
}
