import java.util.*;
import jdk.jfr.*;

/** Ends in many ways while events are recorded. args: how */
public class End {
    @Name("Mark")
    static class Mark extends Event {
        int number;
    }

    @Name("Beside")
    static class Beside extends Event {}

    static void one(int way, int depth) {
        if (depth == 0)
            new Beside().commit();
        else
            walk(way >> 1, depth - 1);
    }
    static void two(int way, int depth) {
        if (depth == 0)
            new Beside().commit();
        else
            walk(way >> 1, depth - 1);
    }
    static void walk(int way, int depth) {
        if ((way & 1) == 0)
            one(way, depth);
        else
            two(way, depth);
    }

    /** Each event has a stack that is new, so this thread asks for memory under the recorder's lock most of the time. */
    static void beside() throws Exception {
        var ready = new java.util.concurrent.CountDownLatch(1);
        Thread t = new Thread(() -> {
            for (int way = 0;; way++) {
                walk(way, 24);
                if (way == 1000) ready.countDown();
            }
        });
        t.setDaemon(true);
        t.start();
        ready.await();
    }

    /**
     * Another thread begins one chunk after the other, and does nothing else that stops the world: when this one crashes, that one waits for
     * the stop, and has a lock of the recorder.
     */
    static void waiting() throws Exception {
        String chunk;
        try (var files = java.nio.file.Files.walk(java.nio.file.Path.of(System.getProperty("repository")))) {
            chunk = files.map(f -> f.toString()).filter(f -> f.endsWith(".jfr")).sorted().findFirst().get();
        }
        var ready = new java.util.concurrent.CountDownLatch(3);
        Thread t = new Thread(() -> {
            for (int i = 0;; i++) {
                jdk.jfr.internal.JVM.getJVM().setOutput(chunk.replace(".jfr", "_" + (i % 500 + 1000) + ".jfr"));
                ready.countDown();
            }
        });
        t.setDaemon(true);
        t.start();
        ready.await();
    }

    /** Another thread has ended its chunk and waits to begin the next one, which is a pipe that nobody reads. */
    static void between() throws Exception {
        java.nio.file.Path chunk;
        try (var files = java.nio.file.Files.walk(java.nio.file.Path.of(System.getProperty("repository")))) {
            chunk = files.filter(f -> f.toString().endsWith(".jfr")).sorted().findFirst().get();
        }
        new ProcessBuilder("mkfifo", "pipe").inheritIO().start().waitFor();
        Thread t = new Thread(() -> jdk.jfr.internal.JVM.getJVM().setOutput("pipe"));
        t.setDaemon(true);
        t.start();
        while (java.nio.file.Files.readAllBytes(chunk)[64] != 0) Thread.onSpinWait(); // the byte of a header that is zero when the chunk is over
        while (isOpen(chunk)) Thread.onSpinWait();
    }

    /** Whether the VM's descriptor of the file, which is for writing only, is open. The JDK has one for reading, too. */
    static boolean isOpen(java.nio.file.Path file) {
        for (int fd = 0; fd < 256; fd++) {
            try {
                if (!java.nio.file.Files.readSymbolicLink(java.nio.file.Path.of("/proc/self/fd/" + fd)).equals(file)) continue;
                String info = java.nio.file.Files.readString(java.nio.file.Path.of("/proc/self/fdinfo/" + fd));
                if (info.lines().anyMatch(l -> l.startsWith("flags:") && l.endsWith("1"))) return true;
            } catch (java.io.IOException e) { // no file has this number
            }
        }
        return false;
    }

    static void fault() throws Exception {
        Class<?> unsafe = Class.forName("sun.misc.Unsafe");
        var f = unsafe.getDeclaredField("theUnsafe");
        f.setAccessible(true);
        unsafe.getMethod("putInt", long.class, int.class).invoke(f.get(null), 0L, 0);
    }

    /** Crashes in malloc while it holds the lock of this thread's arena: walks a list of free blocks that leads nowhere. */
    static void malloc() throws Exception {
        var f = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
        f.setAccessible(true);
        sun.misc.Unsafe u = (sun.misc.Unsafe)f.get(null);
        long[] blocks = new long[64];
        for (int i = 0; i < blocks.length; i++) blocks[i] = u.allocateMemory(4000);
        for (int i = 0; i < blocks.length; i += 2) u.freeMemory(blocks[i]);
        for (int i = 0; i < blocks.length; i += 2) u.putLong(blocks[i] + 8, 8); // the next block of the list
        for (int i = 0; i < 64; i++) u.allocateMemory(5000);
    }

    static native void crash();

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 1000; i++) {
            Mark m = new Mark();
            m.number = i;
            m.commit();
            if (i == 500 && args.length > 1 && args[1].equals("chunks")) { // a second chunk
                Recording r = new Recording();
                r.start();
                r.stop();
            }
        }
        if (args.length > 1 && args[1].equals("beside")) beside();
        if (args.length > 1 && args[1].equals("waiting")) waiting();
        if (args.length > 1 && args[1].equals("between")) between();
        switch (args[0]) {
        case "exit" -> System.exit(3);
        case "halt" -> Runtime.getRuntime().halt(4);
        case "fault" -> fault();
        case "native" -> {
            System.load(System.getProperty("natives"));
            crash();
        }
        case "malloc" -> malloc();
        case "memory" -> {
            List<byte[]> l = new ArrayList<>();
            while (true) l.add(new byte[1 << 20]);
        }
        }
    }
}
