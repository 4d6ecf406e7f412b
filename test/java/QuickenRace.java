// needs: instructions that several threads run, link and rewrite for the first time at the same moment
import java.io.InputStream;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntUnaryOperator;

public class QuickenRace {
    public interface Shape { int area(int k); default int twice(int k) { return 2 * area(k); } }
    public static class Square implements Shape { public int area(int k) { return k * k; } }
    public static class Line implements Shape { public int area(int k) { return k; } public int twice(int k) { return 5; } }

    /** Loaded anew in every round: all of its instructions start unlinked. */
    public static class Work implements IntUnaryOperator {
        static int counter = 7;
        static boolean flag = true;
        static long wide = 1L << 40;
        static Object object = "s";
        byte b = 1; short s = 2; char c = 3; int i = 4; long l = 5; float f = 6; double d = 7; boolean z = true; Object o = this;
        volatile int v = 8;

        int virtualOne(int x) { return x + i; }
        private int privateOne(int x) { return x + b; }
        static int staticOne(int x, long y) { return (int) (x + y); }
        synchronized int lockedOne(int x) { return x ^ s; }

        public int applyAsInt(int x) {
            int r = 0;
            Work other = new Work();
            Shape[] shapes = { new Square(), new Line() };
            for (int k = 0; k < 6; k++) {
                r += other.b + other.s + other.c + other.i + (int) other.l + (int) other.f + (int) other.d + (other.z ? 1 : 0) + other.v;
                other.b++; other.s += 2; other.c++; other.i = r; other.l += k; other.f += 1; other.d -= 1; other.z = !other.z; other.v = k;
                r += counter + (flag ? 1 : 2) + (int) (wide >> 38) + object.hashCode() % 3;
                r += virtualOne(x) + privateOne(x) + staticOne(x, 3L) + lockedOne(x);
                Shape shape = shapes[k % 2];
                r += shape.area(k) + shape.twice(k) + (shape.equals(other) ? 1 : 0);
                if (other.o instanceof Work) r += ((Work) other.o).i;
                IntUnaryOperator lambda = y -> y + x;
                String text = "r" + r + x;
                r += lambda.applyAsInt(k) + text.length();
                int[][] grid = new int[3][4];
                grid[k % 3][k % 4] = k;
                r += grid[k % 3][k % 4] + (int) 0x123456789L + 1234567 % (k + 1);
            }
            return r;
        }
    }

    static class Fresh extends ClassLoader {
        final byte[] bytes;
        Fresh(byte[] bytes) { super(QuickenRace.class.getClassLoader()); this.bytes = bytes; }
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals("QuickenRace$Work")) return super.loadClass(name, resolve);
            synchronized (this) {
                Class<?> c = findLoadedClass(name);
                return c != null ? c : defineClass(name, bytes, 0, bytes.length);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        byte[] bytes;
        try (InputStream in = QuickenRace.class.getResourceAsStream("QuickenRace$Work.class")) { bytes = in.readAllBytes(); }
        int expected = new Work().applyAsInt(11), threads = 4, rounds = 60;
        AtomicInteger wrong = new AtomicInteger();
        for (int round = 0; round < rounds; round++) {
            IntUnaryOperator work = (IntUnaryOperator) new Fresh(bytes).loadClass("QuickenRace$Work").getDeclaredConstructor().newInstance();
            CyclicBarrier start = new CyclicBarrier(threads);
            Thread[] all = new Thread[threads];
            for (int t = 0; t < threads; t++) {
                all[t] = new Thread(() -> {
                    try {
                        start.await();
                        for (int n = 0; n < 20; n++) if (work.applyAsInt(11) != expected) wrong.incrementAndGet();
                    } catch (Throwable e) {
                        System.out.println(e);
                        wrong.incrementAndGet();
                    }
                });
                all[t].start();
            }
            for (Thread t : all) t.join();
        }
        System.out.println(expected + " wrong " + wrong);
    }
}
