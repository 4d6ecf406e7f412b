import com.sun.source.util.JavacTask;
import com.sun.tools.attach.VirtualMachine;
import java.io.InputStream;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import javax.tools.JavaCompiler;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import sun.tools.attach.HotSpotVirtualMachine;

/**
 * The speed of a program while a probe of many methods is set, is there, and goes: javac, again and again over one text. Prints lines
 * `when compilations per second`; `worst` is the slowest tenth of a second. bench/probes.py --switch runs it.
 */
public class Switched {
    static final String SOURCE = """
        import java.util.*;
        class S<T extends Comparable<T>> {
            final Map<T, List<T>> m = new TreeMap<>();
            void add(T a, T b) { m.computeIfAbsent(a, k -> new ArrayList<>()).add(b); }
            T most() { return m.entrySet().stream().max(Comparator.comparing(e -> e.getValue().size())).map(Map.Entry::getKey).orElse(null); }
            static int sum(int... xs) { int s = 0; for (int x : xs) s += switch (x % 3) { case 0 -> x; case 1 -> -x; default -> x / 2; }; return s; }
            record P(int x, String y) { P { if (x < 0) throw new IllegalArgumentException(y); } }
        }
        """;
    static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();
    static final StandardJavaFileManager FILES = COMPILER.getStandardFileManager(null, null, null);
    static final AtomicLong done = new AtomicLong();
    static volatile boolean stop;

    static void compile() throws Exception {
        var file = new SimpleJavaFileObject(URI.create("string:///S.java"), javax.tools.JavaFileObject.Kind.SOURCE) {
            @Override public CharSequence getCharContent(boolean ignored) {
                return SOURCE;
            }
        };
        ((JavacTask) COMPILER.getTask(null, FILES, null, List.of("-proc:none"), null, List.of(file))).analyze();
        done.incrementAndGet();
    }

    static String jcmd(HotSpotVirtualMachine vm, String command) throws Exception {
        try (InputStream in = vm.executeJCmd(command)) {
            return new String(in.readAllBytes()).trim();
        }
    }
    /** Compilations in each tenth of a second. */
    static double[] tenths(int n) throws InterruptedException {
        double[] r = new double[n];
        for (int i = 0; i < n; i++) {
            long from = System.nanoTime(), before = done.get();
            Thread.sleep(100);
            r[i] = (done.get() - before) * 1e9 / (System.nanoTime() - from);
        }
        return r;
    }
    static void say(String when, double[] r) {
        double mean = Arrays.stream(r).average().orElse(0);
        Arrays.sort(r);
        System.out.printf("%s|%.1f|%.1f%n", when, mean, r[0]);
    }

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            try {
                while (!stop) compile();
            } catch (Exception e) {
                e.printStackTrace();
            }
        });
        t.start();
        Thread.sleep(Integer.getInteger("warm", 20) * 1000L);
        HotSpotVirtualMachine vm = (HotSpotVirtualMachine) VirtualMachine.attach(Long.toString(ProcessHandle.current().pid()));
        say("before", tenths(30));
        String[] answer = {null};
        double[] set = new double[1];
        Thread setter = new Thread(() -> {
            try {
                long from = System.nanoTime();
                answer[0] = jcmd(vm, "Probe.add 'method:" + args[0] + ":entry { @n = count() }'");
                set[0] = (System.nanoTime() - from) / 1e6;
            } catch (Exception e) {
                e.printStackTrace();
            }
        });
        setter.start();
        say("first two seconds", tenths(20));
        setter.join();
        Thread.sleep(2000);
        say("with it", tenths(30));
        String id = answer[0].replaceAll("(?s)\\D*(\\d+).*", "$1");
        System.out.printf("set|%.1f|0%n", set[0]);
        System.out.println("answer|" + jcmd(vm, "Probe.list").split("\n")[0].replace('|', ' ') + "|0");
        jcmd(vm, "Probe.remove " + id);
        say("two seconds after removal", tenths(20));
        say("then", tenths(30));
        stop = true;
        t.join();
    }
}
