import java.lang.reflect.*;
import java.util.*;

public class OnClassPath {
    interface Body { Object run() throws Throwable; }
    static void t(String n, Body b) {
        Object r;
        try { r = b.run(); } catch (Throwable e) { r = e; }
        System.out.println(n + ": " + String.valueOf(r).replaceAll("@[0-9a-f]+", "@#"));
    }
    public static void main(String[] args) throws Exception {
        Module m = OnClassPath.class.getModule();
        System.out.println(m.isNamed() + " " + m.getName() + " " + m.getDescriptor() + " "
            + ModuleLayer.boot().findModule("org.lib").isPresent() + " " + ModuleLayer.boot().findModule("java.sql").isPresent() + " "
            + ModuleLayer.boot().findModule("jdk.httpserver").isPresent() + " " + (ModuleLayer.boot().modules().size() > 3));
        t("exported package", () -> Class.forName("org.lib.api.Service").getModule());
        t("private field",
            () -> { Field f = ArrayList.class.getDeclaredField("size"); f.setAccessible(true); return f.getInt(new ArrayList<>(List.of(1))); });
        t("internal class", () -> Class.forName("jdk.internal.misc.VM").getMethod("isBooted").invoke(null));
        t("internal of module", () -> Class.forName("org.lib.internal.Secret").getMethod("tell").invoke(null));
        t("string value", () -> { Field f = String.class.getDeclaredField("hash"); f.setAccessible(true); f.getInt("a"); return "ok"; });
        t("patched", () -> Class.forName("java.util.Patched").getMethod("hi").invoke(null));
        t("sql", () -> Class.forName("java.sql.Date").getModule());
        System.out.println(Object.class.getModule().isOpen("java.util", m) + " "
            + Object.class.getModule().isExported("jdk.internal.misc", m) + " " + Object.class.getModule().canRead(m) + " "
            + System.getProperty("jdk.module.main"));
    }
}
