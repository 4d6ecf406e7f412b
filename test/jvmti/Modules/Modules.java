import java.io.FileOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Modules as tools see and change them, and class loader search paths. */
public class Modules {
    static native void list();
    static native void named(ClassLoader l, String pkg);
    static native void change(Module from, Module to, Class<?> service, Class<?> impl);
    static native void search(String jar);
    static native void table();

    public interface Service { }
    public static class Impl implements Service { }

    public static void main(String[] args) throws Exception {
        list();
        named(null, "java/lang");
        named(null, "java/util/concurrent");
        named(null, "no/such");
        named(null, "java.lang");
        ClassLoader app = Modules.class.getClassLoader();
        named(app, "java/lang");
        named(app, "");
        Module base = Object.class.getModule(), mine = Modules.class.getModule();
        System.out.println(base.canRead(mine) + " " + base.isExported("sun.net", mine) + " " + base.isOpen("java.lang", mine) + " "
                + base.canUse(Runnable.class));
        change(base, mine, Runnable.class, Thread.class);
        System.out.println(base.canRead(mine) + " " + base.isExported("sun.net", mine) + " " + base.isOpen("java.lang", mine) + " "
                + base.canUse(Runnable.class));
        table();
        Path jar = Files.createTempFile("search", ".jar");
        try (ZipOutputStream z = new ZipOutputStream(new FileOutputStream(jar.toFile()))) {
            z.putNextEntry(new ZipEntry("some/resource.txt"));
            z.write("found".getBytes());
            z.closeEntry();
        }
        System.out.println(ClassLoader.getSystemResource("some/resource.txt") != null);
        search(jar.toString());
        System.out.println(ClassLoader.getSystemResource("some/resource.txt") != null);
        Files.delete(jar);
    }
}
