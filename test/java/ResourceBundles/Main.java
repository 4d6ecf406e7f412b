// Resource bundles from properties and classes, locale fall-back, parents, formats; ServiceLoader from META-INF; getResource in every form.
import java.io.*;
import java.net.URL;
import java.util.*;

public class Main {
    public static class Lists extends ListResourceBundle {
        protected Object[][] getContents() { return new Object[][] {{"k", "from class"}, {"arr", new String[] {"a", "b"}}}; }
    }
    public static class Lists_de extends ListResourceBundle { protected Object[][] getContents() { return new Object[][] {{"k", "aus Klasse"}}; } }
    public interface Svc { String id(); }
    public static class S1 implements Svc { public String id() { return "s1"; } }
    public static class S2 implements Svc { public String id() { return "s2"; } }
    public static class Broken implements Svc {
        public Broken() { throw new IllegalStateException("broken provider"); } public String id() { return "?"; }
    }
    interface Body { Object run() throws Throwable; }
    static void t(String n, Body b) {
        try {
            System.out.println(n + ": " + b.run());
        } catch (Throwable e) {
            System.out.println(n + ": " + e + (e.getCause() == null ? "" : " <- " + e.getCause()));
        }
    }

    public static void main(String[] args) throws Exception {
        Locale.setDefault(Locale.US);
        for (Locale l : new Locale[] {Locale.ROOT, Locale.GERMAN, Locale.GERMANY, new Locale("de", "AT"), Locale.FRENCH, Locale.JAPAN}) {
            ResourceBundle b = ResourceBundle.getBundle("msg.Texts", l);
            System.out.println(l + " -> " + b.getLocale() + " " + b.getString("hello") + " " + b.getString("only.root") + " "
                + b.containsKey("at") + " " + new TreeSet<>(b.keySet()));
        }
        t("missing key", () -> ResourceBundle.getBundle("msg.Texts").getString("nope"));
        t("missing bundle", () -> ResourceBundle.getBundle("no.Bundle", Locale.ITALY));
        t("not a string", () -> ResourceBundle.getBundle("Main$Lists").getString("arr"));
        System.out.println(ResourceBundle.getBundle("Main$Lists", Locale.GERMANY).getString("k") + " "
            + ResourceBundle.getBundle("Main$Lists", Locale.CHINA).getString("k") + " "
            + ResourceBundle.getBundle("Main$Lists", Locale.GERMAN).getStringArray("arr").length);
        t("no fall-back", () -> ResourceBundle.getBundle("Main$Lists_de", Locale.FRANCE,
            ResourceBundle.Control.getNoFallbackControl(ResourceBundle.Control.FORMAT_CLASS)).getString("k"));
        Properties p = new Properties();
        try (InputStream in = Main.class.getResourceAsStream("/msg/Texts.properties")) { p.load(in); }
        System.out.println(new TreeMap<>(p)); StringWriter w = new StringWriter();
        Properties q = new Properties(); q.setProperty("k e:y", " v\u00e9\n"); q.store(w, null);
        System.out.println(w.toString().lines().filter(x -> !x.startsWith("#")).toList());
        ByteArrayOutputStream xml = new ByteArrayOutputStream(); q.storeToXML(xml, "c");
        Properties r = new Properties(); r.loadFromXML(new ByteArrayInputStream(xml.toByteArray()));
        System.out.println(r.equals(q));
        ServiceLoader<Svc> sl = ServiceLoader.load(Svc.class); Iterator<Svc> it = sl.iterator();
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 6; i++) try { if (!it.hasNext()) break; ids.add(it.next().id()); } catch (ServiceConfigurationError e) { ids.add(e.getMessage()); }
        System.out.println(ids);
        System.out.println(sl.stream().limit(2).map(x -> x.type().getSimpleName()).toList());
        System.out.println(ServiceLoader.load(Runnable.class).findFirst().isPresent() + " "
            + ServiceLoader.load(java.nio.file.spi.FileSystemProvider.class).findFirst().isPresent());
        for (String n : new String[] {"msg/Texts.properties", "/msg/Texts.properties", "Main.class", "/Main.class", "../x", "msg", ""}) {
            URL a = Main.class.getResource(n), b = Main.class.getClassLoader().getResource(n);
            System.out.println("[" + n + "] " + (a != null) + " " + (b != null));
        }
        System.out.println(Object.class.getResource("Object.class") + " "
            + (String.class.getResourceAsStream("/java/lang/Integer.class") != null));
        Enumeration<URL> e = Main.class.getClassLoader().getResources("META-INF/services/Main$Svc");
        int n = 0; while (e.hasMoreElements()) { e.nextElement(); n++; }
        System.out.println(n); ResourceBundle.clearCache();
        System.out.println(ResourceBundle.getBundle("msg.Texts", Locale.GERMANY).getString("uni"));
    }
}
