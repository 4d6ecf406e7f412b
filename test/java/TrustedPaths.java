// gcstress: off (starts eight VMs)
// timeout: 120
// A class with bad code that lies on each path classes come from: the class path, the boot loader's appendix, patches of modules of the boot, platform and app
// loader, a module path. Who is verified goes by the loader, not by the path.
import java.io.*;
import java.nio.file.*;
import java.util.*;

public class TrustedPaths {
    static byte[] bad(String name) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream o = new DataOutputStream(bytes);
        o.writeInt(0xCAFEBABE); o.writeInt(52); o.writeShort(8);
        o.writeByte(1); o.writeUTF(name);
        o.writeByte(7); o.writeShort(1);
        o.writeByte(1); o.writeUTF("java/lang/Object");
        o.writeByte(7); o.writeShort(3);
        o.writeByte(1); o.writeUTF("m");
        o.writeByte(1); o.writeUTF("(I)Ljava/lang/Object;");
        o.writeByte(1); o.writeUTF("Code");
        o.writeShort(0x21); o.writeShort(2); o.writeShort(4); o.writeInt(0);
        o.writeShort(1);
        o.writeShort(9); o.writeShort(5); o.writeShort(6); o.writeShort(1);
        o.writeShort(7); o.writeInt(14); o.writeShort(1); o.writeShort(1); o.writeInt(2);
        o.writeByte(26); o.writeByte(176); // int as reference
        o.writeShort(0); o.writeShort(0); o.writeShort(0);
        return bytes.toByteArray();
    }

    static void put(Path folder, String name) throws IOException {
        Path file = folder.resolve(name + ".class");
        Files.createDirectories(file.getParent());
        Files.write(file, bad(name));
    }

    /** The folder of the library that runs this, for the children. */
    static String vm() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/maps")))
            if (line.endsWith("/libjvm.so")) return Path.of(line.substring(line.indexOf('/'))).getParent().toString();
        throw new IOException("no libjvm.so");
    }

    static void child(String what, String cls, String... options) throws Exception {
        List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java", "-XXaltjvm=" + vm(), "-Xshare:off"));
        command.addAll(List.of(options));
        command.addAll(List.of("TrustedPaths", cls));
        Process p = new ProcessBuilder(command).redirectErrorStream(true).start();
        String text = new String(p.getInputStream().readAllBytes());
        System.out.println(what + ": " + text.trim() + " " + p.waitFor());
    }

    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            try {
                Class<?> c = Class.forName(args[0], true, TrustedPaths.class.getClassLoader());
                System.out.println("linked, " + (c.getClassLoader() == null ? "boot" : c.getClassLoader().getName()) + " " + c.getModule().getName());
            } catch (Throwable e) { System.out.println(e.getClass().getName()); }
            return;
        }
        Path dir = Files.createTempDirectory("trusted");
        for (String name : new String[] { "q/Bad", "java/util/Bad", "java/sql/Bad", "com/sun/tools/javac/Bad" }) put(dir.resolve(name.replace('/', '.')), name);
        String own = System.getProperty("java.class.path"), both = own + ":" + dir + "/q.Bad";
        child("class path", "q.Bad", "-cp", both);
        child("appended to the boot path", "q.Bad", "-cp", own, "-Xbootclasspath/a:" + dir + "/q.Bad");
        child("appended to the boot path, verified", "q.Bad", "-cp", own, "-Xbootclasspath/a:" + dir + "/q.Bad", "-Xverify:all");
        child("patch of java.base", "java.util.Bad", "-cp", own, "--patch-module", "java.base=" + dir + "/java.util.Bad");
        child("patch of java.base, verified", "java.util.Bad", "-cp", own, "--patch-module", "java.base=" + dir + "/java.util.Bad", "-Xverify:all");
        child("patch of java.sql", "java.sql.Bad", "-cp", own, "--patch-module", "java.sql=" + dir + "/java.sql.Bad");
        child("patch of jdk.compiler", "com.sun.tools.javac.Bad", "-cp", own, "--patch-module", "jdk.compiler=" + dir + "/com.sun.tools.javac.Bad");
        child("class path, not verified", "q.Bad", "-cp", both, "-XX:+UnlockDiagnosticVMOptions", "-XX:-BytecodeVerificationRemote");
        try (var files = Files.walk(dir)) {
            for (Path p : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(p);
        }
    }
}
