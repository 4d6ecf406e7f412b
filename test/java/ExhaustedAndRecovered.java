// jvm: -Xmx64m -XX:MaxDirectMemorySize=8m -XX:MaxMetaspaceSize=24m
// gcstress: off it fills the heap and makes thousands of threads and loaders
// Memory of each kind runs out, the program catches the error and goes on with what it has given up: heap, direct buffers, classes. Two thousand threads
// at once, ten thousand loaders one after the other in the same memory.
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

public class ExhaustedAndRecovered {
    static List<Object> kept = new ArrayList<>();

    interface Step { Object make(int i) throws Throwable; }

    /** Makes until there is no memory, drops all, makes half of that again. */
    static void t(String name, Step step) throws Throwable {
        for (int round = 0; round < 3; round++) {
            int made = 0;
            try {
                while (made < 1_000_000) {
                    kept.add(step.make(made));
                    made++;
                }
                System.out.println(name + ": no end");
            } catch (OutOfMemoryError e) {
                kept = null;
                kept = new ArrayList<>();
                System.out.println(name + ": " + e.getMessage().replaceAll("\\d+", "N") + ", some were made: " + (made > 0));
            }
            for (int i = 0; i < made / 2; i++) kept.add(step.make(i));
            kept = new ArrayList<>();
            if (name.equals("classes")) System.gc();
        }
    }

    static class Fresh extends ClassLoader {
        Fresh() { super(null); }
        Class<?> define(byte[] bytes) { return defineClass(null, bytes, 0, bytes.length); }
    }
    public static class Payload {
        static final int[] data = new int[100];
        public int get() { return data.length; }
    }

    static byte[] payload() throws IOException {
        try (InputStream in = ExhaustedAndRecovered.class.getResourceAsStream("ExhaustedAndRecovered$Payload.class")) {
            return in.readAllBytes();
        }
    }

    static Object newClass(byte[] bytes) throws Exception { return new Fresh().define(bytes).getDeclaredConstructor().newInstance(); }

    static long residentMegabytes() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/status")))
            if (line.startsWith("VmRSS")) return Long.parseLong(line.replaceAll("\\D", "")) >> 10;
        return 0;
    }

    static void manyLoaders(byte[] bytes) throws Exception {
        long before = 0;
        for (int i = 0; i < 10_000; i++) {
            newClass(bytes);
            if (i != 3000) continue;
            System.gc();
            before = residentMegabytes();
        }
        System.gc();
        long grown = residentMegabytes() - before;
        // a sanitizer keeps what was freed: there only the limit of metaspace counts
        long most = String.valueOf(System.getenv("LD_PRELOAD")).contains("san") ? 400 : 40;
        System.out.println("10,000 loaders: " + (grown < most ? "flat" : "grown by " + grown + " MB"));
    }

    static void manyThreads() throws Exception {
        int n = 2000;
        CountDownLatch ready = new CountDownLatch(n), go = new CountDownLatch(1);
        AtomicInteger done = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            Thread t = new Thread(null, () -> {
                ready.countDown();
                try {
                    go.await();
                } catch (InterruptedException e) {
                    return;
                }
                synchronized (done) {
                    done.incrementAndGet();
                }
            }, "one of many", 256 << 10);
            t.start();
            threads.add(t);
        }
        ready.await();
        System.gc();
        System.out.println("threads seen: " + (ManagementFactory.getThreadMXBean().dumpAllThreads(true, false).length >= n));
        go.countDown();
        for (Thread t : threads) t.join();
        System.out.println("threads done: " + done);
    }

    public static void main(String[] args) throws Throwable {
        t("heap", i -> new byte[100_000]);
        t("heap of large arrays", i -> new long[1 << 20]);
        t("direct", i -> ByteBuffer.allocateDirect(100_000));
        byte[] bytes = payload();
        t("classes", i -> newClass(bytes));
        manyLoaders(bytes);
        manyThreads();
        t("heap", i -> new Object[20_000]);
    }
}
