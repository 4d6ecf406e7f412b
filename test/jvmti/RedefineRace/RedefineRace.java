// timeout: 180
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.atomic.AtomicInteger;

/** Several threads redefine and retransform the same classes while others run, throw in and reflect on them, and collect. args: rounds. */
public class RedefineRace {
    static native String redefine(Class<?>[] c, byte[][] files);
    static native String retransform(Class<?>[] c);

    static byte[] file(String name, String as) throws Exception {
        try (InputStream in = RedefineRace.class.getResourceAsStream(name + ".class")) {
            return new String(in.readAllBytes(), "ISO-8859-1").replace(name, as).getBytes("ISO-8859-1");
        }
    }
    interface Job { void run(int i) throws Throwable; }
    static final AtomicInteger wrong = new AtomicInteger();
    static volatile boolean stop;

    static void fail(Object what) {
        if (wrong.incrementAndGet() < 10) System.out.println(what);
    }
    static Thread start(int rounds, Job job) {
        Thread t = new Thread(() -> {
            try {
                for (int i = 0; rounds > 0 ? i < rounds : !stop; i++) job.run(i);
            } catch (Throwable e) {
                e.printStackTrace(System.out);
                fail(e);
            }
        });
        t.start();
        return t;
    }
    static boolean one(String s) { return s.equals("a") || s.equals("b"); }

    public static void main(String[] args) throws Throwable {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 150;
        byte[][] f = { file("RaceA", "RaceA"), file("RaceB", "RaceA") }, g = { file("MoreA", "MoreA"), file("MoreB", "MoreA") };
        Class<?>[] both = { RaceA.class, MoreA.class };
        MethodHandle mh = MethodHandles.lookup().findVirtual(RaceA.class, "text", MethodType.methodType(String.class));
        RaceA r = new RaceA();
        MoreA m = new MoreA();
        Thread[] writers = {
            start(rounds, i -> { String e = redefine(new Class<?>[] { RaceA.class }, new byte[][] { f[i & 1] }); if (!e.equals("NONE")) fail(e); }),
            start(rounds, i -> { String e = redefine(both, new byte[][] { f[i & 1], g[i & 1] }); if (!e.equals("NONE")) fail(e); }),
            start(rounds, i -> { String e = retransform(both); if (!e.equals("NONE")) fail(e); }),
            start(rounds / 10, i -> System.gc()),
        };
        Thread[] readers = {
            start(0, i -> { if (!one(r.text()) || !one((String) mh.invokeExact(r)) || !one(m.both(r))) fail("text"); }),
            start(0, i -> {
                try {
                    r.fail(5);
                } catch (IllegalStateException e) {
                    if (!one(e.getMessage()) || e.getStackTrace().length < 5) fail(e);
                }
            }),
            start(0, i -> { if (!one((String) RaceA.class.getDeclaredMethod("text").invoke(r)) || !one(r.lambda().get())) fail("reflection"); }),
        };
        for (Thread t : writers) t.join();
        stop = true;
        for (Thread t : readers) t.join();
        System.out.println("wrong " + wrong + " " + one(r.text()));
    }
}

class RaceA {
    String text() { return "a"; }
    java.util.function.Supplier<String> lambda() { return () -> text(); }
    void fail(int n) { if (n == 0) throw new IllegalStateException(text()); fail(n - 1); }
}
class RaceB {
    String text() { String b = "b"; return b; }
    java.util.function.Supplier<String> lambda() { return () -> { String s = text(); return s; }; }
    void fail(int n) { for (int k = 0; k < 2; k++) { if (n == 0) throw new IllegalStateException(text()); fail(n - 1); } }
}
class MoreA { String both(RaceA r) { return r.text(); } }
class MoreB { String both(RaceA r) { String s = r.text(); return s.equals("a") ? "a" : s; } }
