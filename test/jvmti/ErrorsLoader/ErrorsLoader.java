// jvm: -Djava.system.class.loader=ErrorsLoader
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** A system class loader without the method that class loader search asks for. */
public class ErrorsLoader extends ClassLoader {
    public ErrorsLoader(ClassLoader parent) { super(parent); }
    static native void live(String jar, String text, String folder);

    public static void main(String[] args) throws Exception {
        Path folder = Files.createTempDirectory("errors"), jar = folder.resolve("a.jar"), text = folder.resolve("a.txt");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new ZipEntry("a"));
            out.closeEntry();
        }
        Files.writeString(text, "text");
        live(jar.toString(), text.toString(), folder.toString());
        System.out.println(ClassLoader.getSystemClassLoader().getClass());
        for (Path p : new Path[] { jar, text, folder }) Files.delete(p);
    }
}
