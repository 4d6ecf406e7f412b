import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.atomic.AtomicBoolean;

/** Methods that nothing overrides when their callers get hot; then classes come that do, also while the caller runs. */
public class OverriddenLater {
    public static class Base {
        int made = 1;
        public int one(int x) { return x + made; }
        public int two(int x) { return one(x) * 2; }
        protected int step(int x) { return x; }
        int inPackage(int x) { return x + 7; }
        public long loop(Source s, int n) {
            long sum = 0;
            for (int i = 0; i < n; i++) {
                Base b = s.get(i, this);
                sum = sum * 31 + b.one(i) + b.two(i) + b.step(i) + b.inPackage(i);
            }
            return sum;
        }
        @Override public String toString() { return "base"; }
    }
    public static class Heir extends Base { public int three(int x) { return two(x) + 1; } }
    public interface Source { Base get(int i, Base own); }

    /** In a loader of its own, so that each copy is another class that overrides. */
    public static class Later extends Base {
        @Override public int one(int x) { return -x; }
        @Override protected int step(int x) { return x + 100; }
        @Override public String toString() { return "later"; }
    }
    public static class Deep extends Heir {
        static int begun = new Deep().two(5); // its own initializer has the first instance
        @Override public int two(int x) { return one(x) * 3 + begun; }
        int inPackage(int x) { return 0; }
    }

    static class Loader extends ClassLoader {
        Loader() { super(OverriddenLater.class.getClassLoader()); }

        @Override protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.endsWith("$Later") && !name.endsWith("$Deep")) return super.loadClass(name, resolve);
            try (InputStream in = OverriddenLater.class.getResourceAsStream(name + ".class")) {
                byte[] b = in.readAllBytes();
                return defineClass(name, b, 0, b.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    static Base make(String name) {
        try {
            return (Base) new Loader().loadClass("OverriddenLater$" + name).getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    static long calls(Base b, int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) sum = sum * 7 + b.two(i) + b.step(i) + b.inPackage(i) + b.toString().length();
        return sum;
    }

    public static void main(String[] args) throws Exception {
        Base base = new Base();
        System.out.println("before " + calls(base, 30_000) + " " + calls(new Heir(), 30_000));
        Base[] came = new Base[1];
        System.out.println("inside " + base.loop((i, own) -> { // the class comes in the middle of the loop that runs the old way
            if (i == 25_000) came[0] = make("Later");
            return i > 25_000 && i % 2 == 0 ? came[0] : own;
        }, 50_000));
        System.out.println("after " + calls(base, 30_000) + " " + calls(came[0], 30_000) + " " + calls(make("Later"), 1000));
        System.out.println("deep " + base.loop((i, own) -> {
            if (i == 20_000) came[0] = make("Deep");
            return i >= 20_000 && i % 3 == 0 ? came[0] : own;
        }, 40_000) + " " + calls(came[0], 1000));
        AtomicBoolean stop = new AtomicBoolean();
        Thread[] others = new Thread[3];
        for (int t = 0; t < others.length; t++) {
            others[t] = new Thread(() -> {
                long expected = calls(base, 500);
                while (!stop.get())
                    if (calls(base, 500) != expected) throw new AssertionError("another method");
            });
            others[t].start();
        }
        long sum = 0;
        for (int i = 0; i < 40; i++) sum += calls(make(i % 2 == 0 ? "Later" : "Deep"), 200);
        stop.set(true);
        for (Thread t : others) t.join();
        System.out.println("beside " + sum);
    }
}
