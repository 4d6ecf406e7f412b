import java.nio.file.Path;
import java.time.Duration;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
import jdk.jfr.*;
import jdk.jfr.consumer.*;

/** Provokes events of the VM and says what is in them, as far as the program knows it. The recording goes to args[0]. */
public class Provoke {
    static final Object lock = new Object();
    static volatile boolean waiting;

    static class Lock {
    }

    static class Loaded {
    }

    static class Loader extends ClassLoader {
        Loader() {
            super("own", Provoke.class.getClassLoader());
        }

        Class<?> defineAgain(Class<?> c) throws Exception {
            byte[] b = c.getResourceAsStream(c.getName() + ".class").readAllBytes();
            return defineClass(c.getName(), b, 0, b.length);
        }
    }

    static void sleep() throws Exception {
        Thread.sleep(20);
    }

    static void contend() throws Exception {
        Lock l = new Lock();
        CountDownLatch held = new CountDownLatch(1);
        Thread t = new Thread(() -> {
            synchronized (l) {
                held.countDown();
                LockSupport.parkNanos(50_000_000);
            }
        }, "holder");
        t.start();
        held.await();
        synchronized (l) { t.getName(); } // in one line: HotSpot names the one behind the entry
        t.join();
    }

    static void waitForNotification() throws Exception {
        Thread t = new Thread(() -> {
            synchronized (lock) {
                lock.notifyAll();
            }
        }, "notifier");
        synchronized (lock) {
            t.start();
            lock.wait(20_000);
        }
        t.join();
        synchronized (lock) {
            lock.wait(7);
        }
    }

    static String of(Object v) {
        if (v instanceof RecordedClass c) return c.getName();
        if (v instanceof RecordedThread t) return t.getJavaName();
        if (v instanceof RecordedClassLoader l) return l.getName();
        return String.valueOf(v);
    }

    static void show(RecordedEvent e, String... fields) {
        StringBuilder s = new StringBuilder(e.getEventType().getName());
        for (String f : fields) s.append(' ').append(f).append(' ').append(of(e.getValue(f)));
        RecordedStackTrace stack = e.getEventType().getField("stackTrace") == null ? null : e.getStackTrace();
        if (stack != null)
            for (RecordedFrame f : stack.getFrames())
                if (f.getMethod().getType().getName().equals("Provoke")) {
                    s.append(" at ").append(f.getMethod().getName()).append(':').append(f.getLineNumber());
                    break;
                }
        lines.add(s.toString());
    }

    static final List<String> lines = new ArrayList<>();

    static void event(RecordedEvent e) {
        switch (e.getEventType().getName()) {
        case "jdk.ThreadSleep" -> {
            if (of(e.getValue("eventThread")).equals("main")) show(e, "time", "eventThread");
        }
        case "jdk.ThreadPark" -> {
            if (of(e.getValue("eventThread")).equals("holder")) show(e, "parkedClass", "timeout", "until");
        }
        case "jdk.JavaMonitorEnter" -> {
            if (of(e.getValue("monitorClass")).equals("Provoke$Lock")) show(e, "monitorClass", "previousOwner", "eventThread");
        }
        case "jdk.JavaMonitorWait" -> {
            if (of(e.getValue("eventThread")).equals("main") && of(e.getValue("monitorClass")).equals("java.lang.Object"))
                show(e, "notifier", "timeout", "timedOut", "eventThread");
        }
        case "jdk.ThreadStart" -> {
            if (Set.of("holder", "notifier").contains(of(e.getValue("thread")))) show(e, "thread", "parentThread", "eventThread");
        }
        case "jdk.ThreadEnd" -> {
            if (Set.of("holder", "notifier").contains(of(e.getValue("thread")))) show(e, "thread", "eventThread");
        }
        case "jdk.ClassDefine" -> {
            if (of(e.getValue("definedClass")).startsWith("Provoke$Lo")) show(e, "definedClass", "definingClassLoader");
        }
        case "jdk.ClassLoad" -> {
            if (of(e.getValue("loadedClass")).startsWith("Provoke$Lo")) show(e, "loadedClass", "definingClassLoader", "initiatingClassLoader");
        }
        case "jdk.GarbageCollection" -> {
            if (of(e.getValue("cause")).contains("System.gc")) lines.add("collection " + (e.getDuration("sumOfPauses").toNanos() > 0));
        }
        case "jdk.InitialSystemProperty" -> {
            if (e.getString("key").equals("provoke")) show(e, "key", "value");
        }
        case "jdk.InitialEnvironmentVariable" -> {
            if (e.getString("key").equals("LANG")) show(e, "key", "value");
        }
        case "jdk.JVMInformation" -> lines.add("pid " + (e.getLong("pid") == ProcessHandle.current().pid()) + " " + e.getString("javaArguments"));
        case "jdk.CPUInformation" -> lines.add("processors " + (e.getInt("hwThreads") > 0));
        case "jdk.PhysicalMemory" -> lines.add("memory " + (e.getLong("totalSize") > e.getLong("usedSize")));
        case "jdk.JavaThreadStatistics" -> lines.add("threads " + (e.getLong("peakCount") >= e.getLong("activeCount")) + (e.getLong("activeCount") > 2));
        case "jdk.ThreadAllocationStatistics" -> {
            if (of(e.getValue("thread")).equals("main")) lines.add("allocated " + (e.getLong("allocated") > 1000));
        }
        case "jdk.ClassLoadingStatistics" -> lines.add("loaded " + (e.getLong("loadedClassCount") > 300));
        case "jdk.BooleanFlag" -> {
            if (e.getString("name").equals("HeapDumpOnOutOfMemoryError")) show(e, "name", "value");
        }
        case "jdk.ModuleRequire" -> {
            if (e.getValue("source.name").equals("java.logging")) lines.add("java.logging requires " + e.getValue("requiredModule.name"));
        }
        case "jdk.ThreadDump" -> lines.add("dump " + e.getString("result").contains("\"main\"") + e.getString("result").contains("ownable"));
        default -> {
        }
        }
    }

    public static void main(String[] args) throws Exception {
        try (Recording r = new Recording()) {
            for (EventType t : FlightRecorder.getFlightRecorder().getEventTypes())
                if (!t.getName().matches("jdk\\.(Object|.*Statistics|Promote|Compil|.*Sample).*")) r.enable(t.getName()).withoutThreshold();
            for (String s : new String[] { "JavaThread", "ThreadAllocation", "ClassLoading" }) r.enable("jdk." + s + "Statistics").with("period", "endChunk");
            for (String s : new String[] { "ThreadDump", "PhysicalMemory", "ModuleRequire" }) r.enable("jdk." + s).with("period", "endChunk");
            r.start();
            sleep();
            contend();
            waitForNotification();
            new Loader().defineAgain(Loaded.class);
            System.gc();
            r.stop();
            r.dump(Path.of(args[0]));
        }
        for (RecordedEvent e : RecordingFile.readAllEvents(Path.of(args[0]))) event(e);
        Collections.sort(lines);
        lines.forEach(System.out::println);
    }
}
