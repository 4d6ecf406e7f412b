import java.io.*;
import java.net.*;
import java.util.*;

public class Main {
    public static void main(String[] args) throws Exception {
        System.out.println("args " + Arrays.toString(args)); System.out.println("Main from " + lib.Lib.place(Main.class));
        System.out.println(lib.Lib.who());
        try { System.out.println(extra.Extra.who()); } catch (NoClassDefFoundError e) { System.out.println(e + " <- " + e.getCause()); }
        for (String r : new String[] {"data.txt", "META-INF/MANIFEST.MF", "missing"}) {
            URL u = Main.class.getClassLoader().getResource(r); System.out.println(r + " " + (u == null ? null : u.getProtocol()));
        }
        try (InputStream in = Main.class.getResourceAsStream("/data.txt")) {
            if (in != null) System.out.println(new String(in.readAllBytes()).trim());
        }
        List<String> found = new ArrayList<>();
        for (URL u : Collections.list(Main.class.getClassLoader().getResources("data.txt"))) found.add(new String(u.openStream().readAllBytes()).trim());
        System.out.println(found);
        Package p = lib.Lib.class.getPackage();
        System.out.println(p.getName() + " " + p.getImplementationTitle() + " " + p.getImplementationVersion() + " " + p.isSealed());
        System.out.println("class path entries " + System.getProperty("java.class.path").split(File.pathSeparator).length + " main "
            + System.getProperty("sun.java.command").split(" ")[0].replaceAll(".*/", ""));
        try (URLClassLoader u = new URLClassLoader(new URL[] {new File("one.jar").toURI().toURL()}, null)) {
            Class<?> c = u.loadClass("lib.Lib");
            System.out.println((c == lib.Lib.class) + " " + c.getMethod("who").invoke(null));
            try { u.loadClass("extra.Extra"); } catch (ClassNotFoundException e) { System.out.println(e.getMessage()); }
        }
    }
}
