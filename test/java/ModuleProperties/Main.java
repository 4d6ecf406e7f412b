import java.lang.management.ManagementFactory;
import java.util.*;

/** What the options gave the program: properties, the doors of java.base, and the options themselves as the management interface tells them. */
public class Main {
    public static void main(String[] args) throws Exception {
        for (var e : new TreeMap<>(System.getProperties()).entrySet()) {
            String key = e.getKey().toString();
            if (key.startsWith("jdk.") || key.startsWith("mine.") || key.equals("sun.java.launcher.is_altjvm")) System.out.println(e);
        }
        Module base = Object.class.getModule(), me = Main.class.getModule();
        System.out.println("opens " + base.isOpen("java.lang", me) + " exports " + base.isExported("jdk.internal.misc", me));
        System.out.println("vector " + ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent() + " sql "
                + ModuleLayer.boot().findModule("java.sql").isPresent());
        System.out.println("resource " + (ClassLoader.getSystemResource("only.txt") != null));
        System.out.println("libraries " + System.getProperty("sun.boot.library.path").replaceAll("^[^:]*", "jdk"));
        try { System.out.println("direct " + java.nio.ByteBuffer.allocateDirect(100000).capacity()); } catch (OutOfMemoryError e) { System.out.println(e); }
        System.out.println(ManagementFactory.getRuntimeMXBean()
                        .getInputArguments()
                        .stream()
                        .filter(a -> !a.matches("-XX:[+-]?(Argus|BackgroundCompilation).*")) // which tier a driver wants is no part of the answer
                        .toList()
                        .toString()
                        .replaceAll("[^ ,\\[=]*/", "")
                        .replaceAll("-XXaltjvm=\\w+(, )?", ""));
    }
}
