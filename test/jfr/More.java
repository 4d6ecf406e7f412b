import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.net.*;
import java.nio.file.*;
import java.util.*;
import jdk.jfr.*;
import jdk.jfr.consumer.*;

/** More events of the VM that the program provokes: collections, dumps, flags, monitors, modules, loaders, redefinition. args: the file */
public class More {
    static class Inflated {
    }

    static class Loaded {
        /** A hidden class, and one of arrays of it. */
        static Object hidden(byte[] b) throws Exception {
            return java.lang.reflect.Array.newInstance(java.lang.invoke.MethodHandles.lookup().defineHiddenClass(b, false).lookupClass(), 3);
        }
    }

    static class Loader extends ClassLoader {
        Loader() {
            super("own", More.class.getClassLoader());
        }

        Class<?> defineAgain(Class<?> c) throws Exception {
            byte[] b = c.getResourceAsStream(c.getName() + ".class").readAllBytes();
            return defineClass(c.getName(), b, 0, b.length);
        }
    }

    static final Set<String> lines = new TreeSet<>();

    static String at(RecordedEvent e) {
        for (RecordedFrame f : e.getStackTrace().getFrames())
            if (f.getMethod().getType().getName().equals("More")) return " at " + f.getMethod().getName() + ":" + f.getLineNumber();
        return "";
    }

    static void event(RecordedEvent e) {
        String name = e.getEventType().getName();
        String by = e.getEventType().getField("eventThread") == null || e.getThread() == null ? "" : e.getThread().getJavaName();
        switch (name) {
        case "jdk.SystemGC" -> lines.add(name + " " + by + at(e) + " " + e.getBoolean("invokedConcurrent"));
        case "jdk.HeapDump" -> lines.add(name + " " + by + at(e) + " " + Path.of(e.getString("destination")).getFileName() + " "
            + e.getBoolean("gcBeforeDump") + e.getBoolean("onOutOfMemoryError") + (e.getLong("size") > 100_000));
        case "jdk.BooleanFlagChanged", "jdk.StringFlagChanged", "jdk.UnsignedLongFlagChanged" ->
            lines.add(name + " " + e.getValue("name") + " " + e.getValue("oldValue") + " " + e.getValue("newValue") + " " + e.getValue("origin"));
        case "jdk.JavaMonitorInflate" -> {
            if (!e.getClass("monitorClass").getName().equals("More$Inflated")) return;
            lines.add(name + " " + by + " " + e.getString("cause") + at(e) + (e.getLong("address") != 0));
        }
        case "jdk.ModuleExport" -> {
            RecordedObject p = e.getValue("exportedPackage"), to = e.getValue("targetModule");
            if (p != null && Set.of("java/util", "jdk/internal/vm/annotation").contains(p.getString("name")))
                lines.add(name + " " + p.getString("name") + " " + (to == null ? "all" : to.getString("name")));
        }
        case "jdk.ClassLoaderStatistics" -> {
            RecordedClassLoader l = e.getValue("classLoader"), parent = e.getValue("parentClassLoader");
            if (l == null || !"own".equals(l.getName())) return;
            lines.add(name + " own of " + parent.getName() + " " + e.getLong("classCount") + " " + e.getLong("hiddenClassCount")
                + (e.getLong("blockSize") > 100));
        }
        case "jdk.NativeLibrary" -> {
            String file = e.getString("name");
            boolean sound = Long.compareUnsigned(e.getLong("baseAddress"), e.getLong("topAddress")) <= 0;
            if (file.endsWith("/libjvm.so")) lines.add(name + " libjvm.so " + sound);
        }
        case "jdk.RetransformClasses" -> lines.add(name + " " + by + (e.getInt("classCount") > 0) + (e.getLong("redefinitionId") > 0));
        case "jdk.ClassRedefinition" -> {
            if (!e.getClass("redefinedClass").getName().equals("java.lang.Throwable")) return;
            lines.add(name + " Throwable " + (e.getInt("classModificationCount") > 0));
        }
        case "jdk.ThreadEnd" -> {
            if (by.equals("ends")) lines.add(name + " of the group " + e.getThread("thread").getThreadGroup().getName());
        }
        case "jdk.ThreadCPULoad" -> {
            if (by.equals("ends")) lines.add(name + " at the end");
        }
        case "jdk.InitialSystemProperty" -> {
            if (System.getProperty(e.getString("key")) == null) lines.add("no property " + e.getString("key"));
        }
        case "jdk.NetworkUtilization" -> {
            // 400 datagrams of 1,000 bytes through the loopback interface, in a span that may be long
            if (e.getString("networkInterface").equals("lo"))
                lines.add(name + " lo " + (e.getLong("writeRate") > 0) + (e.getLong("readRate") == e.getLong("writeRate")));
        }
        case "jdk.SymbolTableStatistics", "jdk.StringTableStatistics" -> lines.add(name + " " + (e.getLong("entryCount") > 1000)
            + (e.getLong("totalFootprint") > 10_000));
        case "jdk.JVMInformation" -> lines.add(name + " " + e.getString("jvmFlags"));
        default -> {
        }
        }
    }

    static void endChunk() {
        try (Recording second = new Recording()) {
            second.enable("jdk.JavaExceptionThrow");
            second.start();
        }
    }

    static void send() throws Exception {
        try (DatagramSocket to = new DatagramSocket(0, InetAddress.getLoopbackAddress()); DatagramSocket from = new DatagramSocket()) {
            DatagramPacket p = new DatagramPacket(new byte[1000], 1000, to.getLocalSocketAddress());
            for (int i = 0; i < 400; i++) from.send(p);
        }
    }

    public static void main(String[] args) throws Exception {
        HotSpotDiagnosticMXBean bean = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        Files.deleteIfExists(Path.of("more.hprof"));
        try (Recording r = new Recording()) {
            String now = "SystemGC HeapDump BooleanFlagChanged StringFlagChanged UnsignedLongFlagChanged JavaMonitorInflate RetransformClasses";
            for (String n : (now + " ClassRedefinition ThreadEnd").split(" ")) r.enable("jdk." + n).withoutThreshold();
            String chunk = "ModuleExport ClassLoaderStatistics NativeLibrary ThreadCPULoad InitialSystemProperty JVMInformation"
                + " SymbolTableStatistics StringTableStatistics";
            for (String n : chunk.split(" ")) r.enable("jdk." + n).with("period", "everyChunk");
            r.enable("jdk.NetworkUtilization").with("period", "endChunk");
            r.start();
            System.gc();
            bean.dumpHeap("more.hprof", true);
            bean.setVMOption("HeapDumpOnOutOfMemoryError", "true");
            bean.setVMOption("HeapDumpPath", "/a/path");
            bean.setVMOption("MinHeapFreeRatio", "30");
            Inflated i = new Inflated();
            synchronized (i) {
                i.wait(1);
            }
            Class<?> again = new Loader().defineAgain(Loaded.class);
            byte[] bytes = Loaded.class.getResourceAsStream("More$Loaded.class").readAllBytes();
            java.lang.reflect.Method hide = again.getDeclaredMethod("hidden", byte[].class);
            hide.setAccessible(true);
            Object keep = hide.invoke(null, (Object) bytes);
            Thread t = new Thread(new ThreadGroup("group"), () -> {
                for (long until = System.nanoTime() + 30_000_000; System.nanoTime() < until;) keep.hashCode();
            }, "ends");
            t.start();
            t.join();
            endChunk();
            send();
            endChunk();
            java.lang.ref.Reference.reachabilityFence(keep);
            r.stop();
            r.dump(Path.of(args[0]));
        }
        for (RecordedEvent e : RecordingFile.readAllEvents(Path.of(args[0]))) event(e);
        lines.forEach(System.out::println);
    }
}
