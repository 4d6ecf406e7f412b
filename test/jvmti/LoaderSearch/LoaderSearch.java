// jvm: -Xshare:off
import java.util.Collections;

/** Says where its classes come from. */
public class LoaderSearch {
    static native void live();
    static class Other { }

    public static void main(String[] args) throws Exception {
        System.out.println(LoaderSearch.class.getClassLoader() + " " + Other.class.getClassLoader() + " " + LoaderSearch.class.getModule().isNamed());
        System.out.println(LoaderSearch.class.getPackage() + " " + LoaderSearch.class.getProtectionDomain().getCodeSource());
        String path = System.getProperty("java.class.path");
        System.out.println(path.substring(path.lastIndexOf('/')));
        System.out.println(System.getProperty("jdk.boot.class.path.append"));
        for (var url : Collections.list(ClassLoader.getSystemResources("META-INF/MANIFEST.MF"))) {
            String s = url.toString();
            System.out.println(s.substring(s.indexOf("/lib/") + 1));
        }
        System.out.println(ClassLoader.getSystemResource("LoaderSearch.class").getProtocol());
        System.out.println(new java.net.URLClassLoader(new java.net.URL[0], null).getResource("LoaderSearch.class") != null);
        live();
        try {
            Class.forName("no.such.Type");
        } catch (ClassNotFoundException e) {
            System.out.println(e.getMessage());
        }
    }
}
