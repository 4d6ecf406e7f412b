import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.OutputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles the named files again and again, in two threads, until its input ends, or once with -once. Says what each compilation gave if that is new. */
public class Storm {
    static final class Memory extends ForwardingJavaFileManager<StandardJavaFileManager> {
        final Map<String, ByteArrayOutputStream> files = new TreeMap<>();
        Memory(StandardJavaFileManager m) {
            super(m);
        }
        Iterable<? extends JavaFileObject> of(List<File> names) {
            return fileManager.getJavaFileObjectsFromFiles(names);
        }
        @Override
        public JavaFileObject getJavaFileForOutput(JavaFileManager.Location l, String name, JavaFileObject.Kind kind, FileObject sibling) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            files.put(name, bytes);
            return new SimpleJavaFileObject(URI.create("mem:///" + name.replace('.', '/') + ".class"), kind) {
                @Override
                public OutputStream openOutputStream() {
                    return bytes;
                }
            };
        }
    }

    static long compile(String[] names) throws Exception {
        JavaCompiler c = ToolProvider.getSystemJavaCompiler();
        try (Memory m = new Memory(c.getStandardFileManager(null, Locale.ROOT, null))) {
            List<File> files = new ArrayList<>();
            for (String n : names) files.add(new File(n));
            if (!c.getTask(null, m, d -> { }, List.of("-g", "-proc:none"), null, m.of(files)).call())
                throw new IllegalStateException("it does not compile");
            CRC32 sum = new CRC32();
            for (var f : m.files.entrySet()) {
                sum.update(f.getKey().getBytes());
                sum.update(f.getValue().toByteArray());
            }
            return sum.getValue();
        }
    }

    static volatile boolean ends;
    static final List<Long> seen = new ArrayList<>();
    static int rounds;

    static void run(String[] names) {
        try {
            do {
                long sum = compile(names);
                synchronized (seen) {
                    rounds++;
                    if (!seen.contains(sum)) {
                        seen.add(sum);
                        System.out.println("sum " + sum);
                    }
                }
            } while (!ends);
        } catch (Throwable t) {
            System.out.println(t);
        }
    }

    public static void main(String[] args) throws Exception {
        String[] names = Arrays.stream(args).filter(a -> !a.equals("-once")).toArray(String[]::new);
        ends = names.length < args.length;
        Thread[] t = {new Thread(() -> run(names)), new Thread(() -> run(names))};
        for (Thread x : t) x.start();
        if (!ends) {
            System.out.println("up");
            while (System.in.read() >= 0) { }
            ends = true;
        }
        for (Thread x : t) x.join();
        System.err.println(rounds + " rounds");
    }
}
