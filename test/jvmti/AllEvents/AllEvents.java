// jvm: -Xmx96m
// timeout: 180
import java.io.StringWriter;
import java.net.URI;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Runs the compiler, threads that contend and wait, exceptions and collections, all under observation by three environments. */
public class AllEvents {
    static class Source extends SimpleJavaFileObject {
        Source() { super(URI.create("string:///A.java"), JavaFileObject.Kind.SOURCE); }
        @Override public CharSequence getCharContent(boolean ignore) {
            return "class A<T extends Comparable<T>> { T best(java.util.List<? extends T> l) { T b = null; for (T t : l) if (b == null || "
                   + "t.compareTo(b) > 0) b = t; return b; } int x = y; }";
        }
    }

    static final Object lock = new Object();
    static int turns;

    public static void main(String[] args) throws Exception {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        StringWriter out = new StringWriter();
        boolean ok = javac.getTask(out, null, null, List.of("-proc:none"), null, List.of(new Source())).call();
        System.out.println(ok + " " + out.toString().split("\n")[0]);
        Thread[] threads = new Thread[4];
        synchronized (lock) {
            for (int i = 0; i < threads.length; i++) {
                threads[i] = new Thread(() -> { for (int k = 0; k < 200; k++) synchronized (lock) { turns++; } });
                threads[i].start();
            }
            for (Thread t : threads) while (t.getState() != Thread.State.BLOCKED) Thread.onSpinWait();
            lock.wait(1);
        }
        for (Thread t : threads) t.join();
        System.out.println(turns);
        Object sink = null;
        for (int i = 0; i < 3; i++) {
            for (int k = 0; k < 1000; k++) sink = new int[0].clone();
            System.gc();
        }
        try { Class.forName("no.such.Type"); } catch (ClassNotFoundException e) { System.out.println(e.getMessage()); }
    }
}
