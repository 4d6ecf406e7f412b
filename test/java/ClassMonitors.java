import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** Classes as keys of maps and as monitors: the hash stays, and a class that has one is locked without a fat monitor. */
public class ClassMonitors {
    static int n;

    static class Plain {
        static synchronized int next() { return ++n; }
    }
    static class Contended {
        static int shared;
        static synchronized void add() { shared++; }
    }
    static class Waited {
        static boolean go;
    }
    static class Locked { }

    static void say(String what, boolean ok) { System.out.println(what + (ok ? ": as it was" : ": CHANGED")); }

    static void contended() throws InterruptedException {
        int before = System.identityHashCode(Contended.class);
        Thread[] all = new Thread[4];
        for (int t = 0; t < all.length; t++) {
            all[t] = new Thread(() -> { for (int i = 0; i < 20_000; i++) Contended.add(); });
            all[t].start();
        }
        boolean same = true;
        for (int i = 0; i < 1_000; i++) same &= Contended.class.hashCode() == before;
        for (Thread t : all) t.join();
        say("contended " + Contended.shared, same && Contended.class.hashCode() == before);
    }
    static void waited() throws InterruptedException {
        int before = Waited.class.hashCode();
        Thread t = new Thread(() -> {
            synchronized (Waited.class) {
                Waited.go = true;
                Waited.class.notifyAll();
            }
        });
        synchronized (Waited.class) {
            t.start();
            while (!Waited.go) Waited.class.wait();
            say("waited, locked", Waited.class.hashCode() == before);
        }
        t.join();
        System.gc(); /* the monitor goes */
        say("waited, free", Waited.class.hashCode() == before);
    }
    static void firstAskedWhileLocked() throws InterruptedException {
        int inside;
        synchronized (Locked.class) {
            inside = Locked.class.hashCode();
            int[] other = new int[1];
            Thread t = new Thread(() -> other[0] = System.identityHashCode(Locked.class));
            t.start();
            t.join();
            say("asked by another thread", other[0] == inside);
            synchronized (Locked.class) {
                say("locked twice", Locked.class.hashCode() == inside);
            }
        }
        say("left", Locked.class.hashCode() == inside);
    }
    static void hashesOfMany() {
        Set<Integer> all = new HashSet<>();
        Class<?>[] some = { int.class, int[].class, String.class, Plain[].class, Plain.class, Runnable.class, void.class };
        for (Class<?> c : some) all.add(System.identityHashCode(c));
        say("several " + (all.size() == some.length), System.identityHashCode(int.class) == int.class.hashCode());
    }

    /** Monitors of classes that this thread has made fat. */
    static long inflated(Runnable r) throws Exception {
        Path file = Files.createTempFile("argus", ".jfr");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.JavaMonitorInflate").withoutThreshold();
            recording.start();
            r.run();
            recording.stop();
            recording.dump(file);
            long count = 0;
            for (RecordedEvent e : RecordingFile.readAllEvents(file)) {
                RecordedClass c = e.getValue("monitorClass");
                if (e.getThread().getJavaName().equals(Thread.currentThread().getName()) && c.getName().equals("java.lang.Class")) count++;
            }
            return count;
        } finally {
            Files.delete(file);
        }
    }

    public static void main(String[] args) throws Exception {
        contended();
        waited();
        firstAskedWhileLocked();
        hashesOfMany();
        int before = Plain.class.hashCode();
        long fat = inflated(() -> { for (int i = 0; i < 20_000; i++) Plain.next(); });
        say(n + " calls, fat: " + fat, Plain.class.hashCode() == before);
    }
}
