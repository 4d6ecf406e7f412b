import java.io.*;
import java.net.*;
import java.net.http.*;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.TimeUnit;
import java.util.jar.*;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import javax.tools.*;

/** Edits a Spring Boot application twenty times while it runs with HotswapAgent and other agents, and asks it after each
 * edit. HotSpot, which refuses such edits, starts the last version. At the end both answer the same questions. */
public class Edits {
    static final boolean ARGUS = System.getProperty("java.vm.name").contains("Argus");
    static final HttpClient CLIENT = HttpClient.newBuilder().connectTimeout(java.time.Duration.ofSeconds(5)).build();
    static final Path classes = Path.of("app").toAbsolutePath(), sources = Path.of("sources").toAbsolutePath(), log = Path.of("app.log").toAbsolutePath();
    static Path ours, lib;
    static int port, jdwp;
    static Process app;

    public static void main(String[] args) throws Exception {
        ours = Path.of(args[1]);
        lib = Path.of(args[2]);
        Files.createDirectories(sources);
        try (Stream<Path> files = Files.list(Path.of(args[0]))) {
            for (Path f : files.filter(f -> f.toString().endsWith(".text")).toList()) Files.copy(f, source(f.getFileName().toString().replace(".text", "")));
        }
        port = freePort();
        jdwp = freePort();
        compile();
        start();
        try {
            String old = ask("/old", null);
            if (!ARGUS) stop();
            for (String edit : Files.readString(Path.of(args[0], "edits.txt")).split("(?m)^# ")) edit(Path.of(args[0], "later"), edit);
            if (!ARGUS) {
                compile();
                start();
            }
            for (String path : List.of("/from?o=Assam", "/items", "/total", "/names", "/kinds", "/uses", "/off", "/lines", "/both", "/describe"))
                System.out.println(path + " " + ask(path, null));
            String now = ask("/old", old);
            if (ARGUS && !now.equals(old)) throw new Exception("process and hash of an object, before and now: " + old + " and " + now);
            debug();
            stop();
            if (ARGUS) reports();
            System.out.println("done");
        } catch (Throwable t) {
            if (Files.exists(log)) System.err.println(Files.readString(log));
            throw t;
        } finally {
            app.destroyForcibly();
        }
    }

    static int freePort() throws IOException {
        try (ServerSocket s = new ServerSocket(0)) {
            return s.getLocalPort();
        }
    }

    static Path source(String name) { return sources.resolve(name + ".java"); }

    /** An edit of edits.txt: its name, its changes, and (on Argus) what is asked afterwards. */
    static void edit(Path later, String text) throws Exception {
        List<String> lines = text.lines().toList(), questions = new ArrayList<>();
        for (String line : lines.subList(Math.min(1, lines.size()), lines.size())) {
            String[] c;
            if (line.startsWith("? ")) questions.add(line.substring(2));
            else if (line.endsWith(" comes")) Files.copy(later.resolve(line.replace(" comes", ".text")), source(line.replace(" comes", "")));
            else if ((c = line.split(" gets ", 2)).length == 2) {
                String mark = "// " + c[0].replaceAll(".*\\.", "");
                change(c[0].replaceAll("\\..*", ""), mark, c[1] + "\n    " + mark);
            } else {
                String[] nameAndChange = line.split(": ", 2), fromTo = nameAndChange[1].split(" => ?", 2);
                change(nameAndChange[0], fromTo[0], fromTo[1]);
            }
        }
        if (!ARGUS || lines.isEmpty()) return;
        compile();
        for (String question : questions) {
            String path = question.split(" => ")[0], wanted = question.split(" => ")[1], answer = ask(path, wanted);
            if (!answer.startsWith(wanted)) throw new Exception(lines.get(0) + ": " + path + " answers " + answer);
            System.err.println(lines.get(0) + ": " + path + " " + answer);
        }
    }

    static void change(String name, String from, String to) throws Exception {
        String text = Files.readString(source(name));
        if (!text.contains(from)) throw new Exception("no such text in " + name + ": " + from);
        Files.writeString(source(name), text.replace(from, to));
    }

    /** Compiles into a folder of its own, then moves what has changed: the agent never sees half a file. */
    static void compile() throws Exception {
        Path fresh = Files.createTempDirectory(Path.of("").toAbsolutePath(), "fresh");
        List<String> words = new ArrayList<>(List.of("-nowarn", "-Xlint:none", "-g", "-parameters", "-d", fresh.toString()));
        try (Stream<Path> files = Files.list(sources)) {
            files.map(Path::toString).sorted().forEach(words::add);
        }
        if (ToolProvider.getSystemJavaCompiler().run(null, null, null, words.toArray(new String[0])) != 0) throw new Exception("not compiled");
        try (Stream<Path> files = Files.walk(fresh)) {
            for (Path f : files.filter(Files::isRegularFile).toList()) {
                Path to = classes.resolve(fresh.relativize(f).toString());
                Files.createDirectories(to.getParent());
                if (!Files.exists(to) || Files.mismatch(f, to) >= 0) Files.move(f, to, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            }
        }
    }

    static Path jar(String name) throws Exception {
        try (Stream<Path> files = Files.list(lib)) {
            return files.filter(f -> f.getFileName().toString().matches(name + "-[0-9].*\\.jar")).findFirst().get();
        }
    }

    static void start() throws Exception {
        List<String> words = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java",
            "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,quiet=y,address=127.0.0.1:" + jdwp));
        if (ARGUS) {
            Path profiler = Path.of("libasyncProfiler.so").toAbsolutePath(), agent = Path.of("buddy.jar").toAbsolutePath();
            try (ZipFile z = new ZipFile(jar("async-profiler").toFile())) {
                Files.copy(z.getInputStream(z.getEntry("linux-x64/libasyncProfiler.so")), profiler);
            }
            Manifest m = new Manifest();
            Map.of("Manifest-Version", "1.0", "Premain-Class", "Buddy", "Can-Retransform-Classes", "true").forEach(m.getMainAttributes()::putValue);
            new JarOutputStream(Files.newOutputStream(agent), m).close();
            Path lens = ours.resolve("../../../agents/liblens.so").normalize();
            words.addAll(List.of("-XX:+AllowEnhancedClassRedefinition", "-XX:HotswapAgent=external", "-javaagent:" + jar("hotswap-agent") + "=autoHotswap=true",
                "-javaagent:" + jar("org.jacoco.agent") + "=destfile=jacoco.exec,includes=shop.*", "-javaagent:" + agent,
                "-agentpath:" + profiler + "=start,event=wall,collapsed,file=profile.txt", "-agentpath:" + lens + "=out=lens"));
        }
        words.addAll(List.of("-cp", classes + ":" + System.getProperty("java.class.path"), "shop.Shop"));
        words.addAll(List.of("--server.port=" + port, "--spring.main.banner-mode=off"));
        app = new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile())).start();
        ask("/total", "total");
    }

    static void stop() throws Exception {
        app.destroy();
        if (!app.waitFor(60, TimeUnit.SECONDS)) throw new Exception("does not end");
    }

    /** The answer, as soon as it begins as it should; after a minute whatever comes. */
    static String ask(String path, String begins) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (true) {
            String answer;
            try {
                var question = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build();
                answer = CLIENT.send(question, HttpResponse.BodyHandlers.ofString()).body();
            } catch (IOException e) {
                answer = e.toString();
            }
            if (begins == null || answer.startsWith(begins) || System.nanoTime() > end) return answer;
            if (!app.isAlive()) throw new Exception("exit code " + app.exitValue());
            Thread.sleep(50);
        }
    }

    /** jdb stops in a method that came with an edit and prints a field that did, of an object that is older on Argus. */
    static void debug() throws Exception {
        String to = "com.sun.jdi.SocketAttach:hostname=127.0.0.1,port=" + jdwp;
        Process jdb = new ProcessBuilder(System.getProperty("java.home") + "/bin/jdb", "-connect", to).redirectErrorStream(true).start();
        StringBuilder seen = new StringBuilder();
        Writer in = new OutputStreamWriter(jdb.getOutputStream());
        Reader out = new InputStreamReader(jdb.getInputStream());
        say(in, out, seen, "stop in shop.Item.from", "Set breakpoint");
        Thread asker = new Thread(() -> {
            try {
                System.out.println("asked: " + ask("/from?o=Uji", null));
            } catch (Exception e) {
                System.out.println("asked: " + e);
            }
        });
        asker.start();
        until(out, seen, "Breakpoint hit[\\s\\S]*bci=0[\\s\\S]*\\[1\\] "); // its prompt
        say(in, out, seen, "where", "shop.Desk.from[\\s\\S]*\\[1\\] ");
        say(in, out, seen, "print name", "name = \"green\"");
        say(in, out, seen, "print o", "o = \"Uji\"");
        say(in, out, seen, "print this.origin", "origin = \"Assam\"");
        say(in, out, seen, "next", "Step completed[\\s\\S]*\\[1\\] ");
        say(in, out, seen, "clear shop.Item.from", "Removed");
        in.write("cont\n");
        in.flush();
        asker.join(30000);
        in.write("exit\n");
        in.flush();
        jdb.waitFor(30, TimeUnit.SECONDS);
        jdb.destroyForcibly();
        System.out.println("debugged");
    }

    static void say(Writer in, Reader out, StringBuilder seen, String command, String answer) throws Exception {
        in.write(command + "\n");
        in.flush();
        until(out, seen, answer);
    }

    static void until(Reader out, StringBuilder seen, String pattern) throws Exception {
        int from = seen.length();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        var p = java.util.regex.Pattern.compile(pattern);
        while (!p.matcher(seen.substring(from)).find()) {
            if (out.ready()) seen.append((char)out.read());
            else if (System.nanoTime() > end) throw new Exception("jdb does not say " + pattern + ":\n" + seen);
            else Thread.sleep(10);
        }
    }

    /** What each agent wrote at the end. */
    static void reports() throws Exception {
        String text = Files.readString(log);
        // HotswapAgent 1.4.1 looks for caches that JDK 17 does not have any more (JdkPlugin).
        for (String line : text.split("\n"))
            if (line.matches("(?!.*JdkPlugin)HOTSWAP AGENT: \\S+ ERROR.*|.*(VerifyError|InternalError|ClassFormatError).*"))
                throw new Exception("in the log: " + line);
        if (Files.size(Path.of("jacoco.exec")) < 100) throw new Exception("no report of JaCoCo's");
        if (!Files.readString(Path.of("profile.txt")).contains("org/springframework/")) throw new Exception("async-profiler saw nothing");
        if (!Files.exists(Path.of("lens"))) throw new Exception("no report of lens's");
        if (!text.contains("advised calls: ")) throw new Exception("Byte Buddy's advice was not run");
    }
}
