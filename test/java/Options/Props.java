import java.util.*;

/** System properties that every VM must agree on, and their changes at run time. */
public class Props {
    public static void main(String[] args) {
        for (String k : new String[] {"java.specification.version", "java.version", "java.version.date", "java.vendor",
            "java.runtime.version", "java.runtime.name", "java.vm.specification.version", "java.vm.specification.name",
            "java.vm.specification.vendor", "java.class.version", "os.name", "os.arch", "os.version", "file.separator", "path.separator",
            "line.separator", "file.encoding", "sun.jnu.encoding", "native.encoding", "java.library.path", "java.io.tmpdir", "user.name",
            "user.home", "user.dir", "user.language", "sun.arch.data.model", "sun.cpu.endian", "sun.boot.library.path", "java.home",
            "sun.java.launcher", "sun.java.command", "java.class.path", "jdk.debug", "java.specification.name", "java.vendor.url",
            "java.vendor.url.bug", "sun.io.unicode.encoding", "java.compiler", "java.security.manager", "java.awt.headless",
            "sun.management.compiler"}) {
            String v = System.getProperty(k);
            System.out.println(k + "=" + (k.equals("sun.management.compiler") ? v == null
                || v.length() > 0 : v == null ? null : v.replace("\n", "\\n")));
        }
        for (String k : new String[] {"java.vm.name", "java.vm.vendor", "java.vm.version", "java.vm.info"}) System.out.println(k
            + " is set " + (System.getProperty(k) != null && !System.getProperty(k).isEmpty()));
        System.setProperty("t.new", "1");
        System.out.println(System.getProperty("t.new") + System.clearProperty("t.new") + System.getProperty("t.new", "dflt")
            + Integer.getInteger("t.num", 5) + Boolean.getBoolean("t.flag"));
        try { System.getProperty(""); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        System.out.println(System.getenv("T_ENV") + " " + System.getenv().containsKey("PATH") + " " + System.getenv("T_NONE"));
        Runtime.Version v = Runtime.version();
        System.out.println(v.feature() + " " + v.equals(Runtime.Version.parse(System.getProperty("java.runtime.version"))));
        System.out.println(Runtime.getRuntime().availableProcessors() > 0);
    }
}
