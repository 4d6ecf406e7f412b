// jvm: -XX:+IgnoreUnrecognizedVMOptions -XX:ArgusStencilThreshold=20 -XX:ArgusProfileEnough=50 -XX:ArgusCompilePause=20 -XX:CICompilerCount=5
// timeout: 180
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntUnaryOperator;

/** What code stands on changes while a thread compiles it: breakpoints, watches, versions of methods, classes that override, loaders that go. From the moment
 *  on at which a change is made each call has to follow it, so events are counted exactly and results compared. args: rounds. */
public class CompileRace {
    static native void breakpoint(boolean on);
    static native void watch(boolean on);
    static native int hits();
    static native String redefine(Class<?> c, byte[] file);
    static native String retransform(Class<?> c);

    static byte[] file(String name, String as) throws Exception {
        try (InputStream in = CompileRace.class.getResourceAsStream(name + ".class")) {
            return new String(in.readAllBytes(), "ISO-8859-1").replace(name, as).getBytes("ISO-8859-1");
        }
    }
    static final AtomicInteger wrong = new AtomicInteger();
    static void check(int got, int want, String what) {
        if (got != want && wrong.incrementAndGet() < 10) System.out.println(what + ": " + got + ", not " + want);
    }

    /** Up to a millisecond: a compilation may have begun, may be under way, may have ended. */
    static void pause(Random r) {
        long end = System.nanoTime() + r.nextInt(1000) * 1000L;
        while (System.nanoTime() < end) Thread.onSpinWait();
    }
    static final int CALLS = 10, PARTS = 36;

    static void tools(int rounds) throws Exception {
        Random r = new Random(1);
        byte[][] versions = { file("CodeA", "CodeA"), file("CodeB", "CodeA") };
        int version = 0;
        for (int round = 0; round < rounds; round++) {
            for (int i = r.nextInt(100); i >= 0; i--) CodeA.whole(i);
            pause(r);
            int kind = r.nextInt(4);
            hits();
            if (kind == 0) breakpoint(true);
            else if (kind == 1) watch(true);
            else if (kind == 2) check(redefine(CodeA.class, versions[version ^= 1]).equals("NONE") ? 1 : 0, 1, "redefine");
            else check(retransform(CodeA.class).equals("NONE") ? 1 : 0, 1, "retransform");
            int sum = 0;
            for (int i = 0; i < CALLS; i++) sum += CodeA.whole(i) - (version == 0 ? PARTS : 2 * PARTS);
            check(hits(), kind < 2 ? CALLS * PARTS : 0, kind == 0 ? "breakpoints" : kind == 1 ? "accesses" : "events that nobody wants");
            check(sum, SUM, "sum of version " + version);
            if (kind == 0) breakpoint(false);
            if (kind == 1) watch(false);
        }
    }
    static int SUM;

    static class Fresh extends ClassLoader {
        final byte[][] files;
        Fresh(byte[][] files) {
            super(CompileRace.class.getClassLoader());
            this.files = files;
        }
        @Override protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            int i = name.equals("OverUser") ? 0 : name.equals("OverBase") ? 1 : name.equals("OverMore") ? 2 : -1;
            if (i < 0) return super.loadClass(name, resolve);
            Class<?> c = findLoadedClass(name);
            return c != null ? c : defineClass(name, files[i], 0, files[i].length);
        }
    }
    /** In each round a class that nobody overrides, until somebody does. */
    static void overriders(int rounds) throws Exception {
        Random r = new Random(2);
        byte[][] files = { file("OverUser", "OverUser"), file("OverBase", "OverBase"), file("OverMore", "OverMore") };
        for (int round = 0; round < rounds; round++) {
            Fresh loader = new Fresh(files);
            Constructor<?> c = loader.loadClass("OverUser").getDeclaredConstructor();
            c.setAccessible(true);
            Object o = c.newInstance();
            IntUnaryOperator run = (IntUnaryOperator) o;
            int calls = r.nextInt(3000) + 3;
            for (int i = 0; i < calls; i++) check(run.applyAsInt(i), 36 * (i + 1), "nobody overrides");
            pause(r);
            ((Runnable) o).run();
            for (int i = 0; i < 10; i++) check(run.applyAsInt(i), 36 * (i + 2), "overridden");
        }
    }

    interface Job { void run() throws Exception; }
    static Thread start(Job job) {
        Thread t = new Thread(() -> {
            try {
                job.run();
            } catch (Throwable e) {
                e.printStackTrace(System.out);
                wrong.incrementAndGet();
            }
        });
        t.start();
        return t;
    }
    static volatile boolean stop;
    public static void main(String[] args) throws Exception {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 400;
        for (int i = 0; i < CALLS; i++) SUM += CodeA.whole(i) - PARTS;
        Thread collector = start(() -> { while (!stop) { System.gc(); Thread.sleep(5); } });
        Thread[] all = { start(() -> tools(rounds)), start(() -> overriders(rounds)) };
        for (Thread t : all) t.join();
        stop = true;
        collector.join();
        System.out.println(wrong.get() == 0 ? "PASS" : "FAIL");
    }
}

/** Adds 1 for each part; the other version adds 2. */
class CodeA {
    static int one = 1;
    static int part(int i) { return (i * 31 ^ i >>> 3) + one; }
    static int half(int i) { return part(i) + part(i + 1) * 3 / 3 + part(i + 2) + part(i + 3) + part(i + 4) + part(i + 5); }
    static int whole(int i) { return half(i) + half(i + 6) + half(i + 12) + half(i + 18) + half(i + 24) + half(i + 30); }
}
class CodeB {
    static int one = 1;
    static int part(int i) { return (i * 31 ^ i >>> 3) + one + 1; }
    static int half(int i) { return part(i) + part(i + 1) * 3 / 3 + part(i + 2) + part(i + 3) + part(i + 4) + part(i + 5); }
    static int whole(int i) { return half(i) + half(i + 6) + half(i + 12) + half(i + 18) + half(i + 24) + half(i + 30); }
}

class OverUser implements IntUnaryOperator, Runnable {
    OverBase b = new OverBase();
    int six(int i) { return b.get(i) + b.get(i) + b.get(i) + b.get(i) + b.get(i) + b.get(i); }
    public int applyAsInt(int i) { return six(i) + six(i) + six(i) + six(i) + six(i) + six(i); }
    public void run() { b = new OverMore(); }
}
class OverBase {
    int get(int i) { return i + 1; }
}
class OverMore extends OverBase {
    @Override int get(int i) { return i + 2; }
}
