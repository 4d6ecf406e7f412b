import java.io.*;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.*;
import java.time.Duration;
import java.util.*;
import jdk.jfr.*;

/** Works under five agents while all events are recorded. args: the recording, which is written when the VM ends */
public class Beside {
    @Name("Order")
    static class Order extends Event {
        String item;
        int number;
    }
    static class Failed extends Exception {
        Failed(String s) { super(s); }
    }
    static class Broken extends Error {
        Broken(String s) { super(s); }
    }
    static class Greeter {
        String greet(String name) { return "hello " + name; }
    }
    static class Lock {}
    static class Late0 {}
    static class Late1 {}

    static void orders(int n) {
        for (int i = 0; i < n; i++) {
            Order o = new Order();
            o.begin();
            o.item = "item " + i % 7;
            o.number = i;
            o.commit();
        }
    }

    static void failures() {
        String last = "";
        for (int i = 0; i < 40; i++)
            try {
                if (i % 4 == 3) throw new Broken("broken " + i);
                throw new Failed("failed " + i);
            } catch (Failed | Broken e) {
                last = e.toString();
            }
        System.out.println(last);
    }

    static void collections() {
        List<Integer> l = new ArrayList<>();
        Map<String, Integer> m = new TreeMap<>();
        for (int i = 0; i < 1000; i++) {
            l.add(i * 7 % 101);
            m.merge("k" + i % 13, i, Integer::sum);
        }
        Collections.sort(l);
        System.out.println(l.get(500) + " " + m.get("k5") + " " + new HashMap<>(m).size());
    }

    static void files() throws Exception {
        Path p = Files.createTempFile("beside", ".bytes");
        byte[] b = new byte[1000];
        try (FileOutputStream out = new FileOutputStream(p.toFile())) {
            for (int i = 0; i < 20; i++) out.write(b);
        }
        try (FileInputStream in = new FileInputStream(p.toFile())) {
            while (in.read(b) > 0) continue;
        }
        try (FileChannel c = FileChannel.open(p, StandardOpenOption.WRITE)) {
            for (int i = 0; i < 5; i++) c.write(ByteBuffer.wrap(b));
            c.force(true);
        }
        Files.delete(p);
    }

    static void threads() throws Exception {
        Thread[] all = new Thread[4];
        for (int i = 0; i < all.length; i++) (all[i] = new Thread(() -> orders(100), "beside-" + i)).start();
        for (Thread t : all) t.join();
        Lock lock = new Lock();
        synchronized (lock) {
            for (int i = 0; i < 5; i++) lock.wait(2);
        }
        for (int i = 0; i < 3; i++) Thread.sleep(2);
    }

    public static void main(String[] args) throws Exception {
        Recording r = new Recording();
        for (EventType t : FlightRecorder.getFlightRecorder().getEventTypes()) r.enable(t.getName()).withStackTrace().withThreshold(Duration.ZERO);
        r.setDestination(Path.of(args[0]));
        r.setDumpOnExit(true);
        r.start();
        collections(); // and all is loaded and linked that it needs
        failures();
        beside.boot.Hits.begin();
        collections();
        failures();
        System.out.println(beside.boot.Hits.end());
        orders(500);
        files();
        threads();
        System.out.println(new Greeter().greet("all"));
        System.out.println(new Late0().hashCode() + new Late1().hashCode() != 0);
        System.gc();
        Service.main(args); // ends the VM
    }
}
