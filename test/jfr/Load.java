import java.io.*;
import java.net.*;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.*;

/**
 * For readers of recordings: some of everything that their rules ask about. args: milliseconds that each part takes; behind them "idle" (to
 * wait so long) or "work" (two threads run so long, and what is live grows)
 */
public class Load {
    static final Object LOCK = new Object();
    static volatile Object sink;

    static void hold(long ms) throws Exception {
        synchronized (LOCK) {
            Thread.sleep(ms);
        }
    }

    /** Two threads want one monitor. */
    static void monitors(long ms) throws Exception {
        Thread[] all = new Thread[2];
        for (int i = 0; i < all.length; i++) {
            all[i] = new Thread(() -> {
                try {
                    for (int k = 0; k < 5; k++) hold(ms / 10);
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }, "holder " + i);
            all[i].start();
        }
        for (Thread t : all) t.join();
    }

    static int compute(int n) {
        Map<Integer, String> map = new HashMap<>();
        for (int i = 0; i < n; i++) map.merge(i % 1000, Integer.toString(i), (a, b) -> a.length() > 100 ? b : a + b);
        return map.values().stream().mapToInt(String::length).sum();
    }

    /** Processor time and garbage; parses boxes again and again. */
    static void work(long ms) {
        for (long until = System.nanoTime() + ms * 1_000_000; System.nanoTime() < until;) sink = compute(5_000);
    }

    static int fail(int depth) {
        if (depth > 0) return fail(depth - 1);
        throw new IllegalArgumentException("number " + depth);
    }

    static void exceptions(int n) {
        for (int i = 0; i < n; i++) {
            try {
                fail(20);
            } catch (IllegalArgumentException e) {
                sink = e;
            }
        }
        for (int i = 0; i < n / 100; i++) {
            try {
                throw new AssertionError("thrown to be counted");
            } catch (AssertionError e) {
                sink = e;
            }
        }
    }

    static void files(int n) throws Exception {
        Path p = Files.createTempFile("load", ".bin");
        byte[] bytes = new byte[1 << 20];
        for (int i = 0; i < n; i++) {
            try (OutputStream out = new FileOutputStream(p.toFile())) {
                out.write(bytes);
                out.flush();
            }
            try (InputStream in = new FileInputStream(p.toFile())) {
                while (in.read(bytes) > 0) sink = bytes;
            }
        }
        Files.delete(p);
    }

    static void sockets(long ms) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread t = new Thread(() -> {
                try (Socket s = server.accept(); OutputStream out = s.getOutputStream()) {
                    for (int i = 0; i < 3; i++) {
                        Thread.sleep(ms / 3);
                        out.write(i);
                    }
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }, "answer");
            t.start();
            try (Socket s = new Socket(server.getInetAddress(), server.getLocalPort()); InputStream in = s.getInputStream()) {
                while (in.read() >= 0) sink = in;
            }
            t.join();
        }
    }

    public static void main(String[] args) throws Exception {
        long ms = Long.parseLong(args[0]);
        if (args.length > 1) {
            Thread other = new Thread(() -> work(ms), "other");
            if (args[1].equals("work")) other.start();
            List<Object> live = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                if (args[1].equals("idle")) Thread.sleep(ms / 10);
                else work(ms / 10);
                live.add(new byte[100_000]);
                System.gc();
            }
            other.join();
            return;
        }
        monitors(ms);
        work(ms);
        exceptions(5_000);
        files(5);
        sockets(ms);
        List<byte[]> live = new ArrayList<>();
        for (int i = 0; i < 20; i++) live.add(new byte[1 << 20]);
        System.gc();
        ExecutorService pool = Executors.newFixedThreadPool(2);
        for (int i = 0; i < 8; i++) pool.submit(() -> compute(20_000));
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.MINUTES);
        System.out.println("done " + live.size());
    }
}
