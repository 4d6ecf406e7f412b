import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.*;
import java.util.*;
import java.util.function.IntUnaryOperator;
import java.util.zip.*;
import jdk.jfr.*;
import jdk.jfr.consumer.*;

/** Samples of threads that are in C code which compiled code calls: each names what really runs. args: the file, "int" where nothing is compiled */
public class Leaves {
    static final int MILLISECONDS = 400;
    static final byte[] bytes = new byte[20_000], other = new byte[20_000];
    static final Object[] objects = new Object[2_000], others = new Object[2_000];
    static final CRC32 crc = new CRC32();
    static final CRC32C crcC = new CRC32C();
    static final Adler32 adler = new Adler32();
    static MessageDigest sha;
    static double number;
    static int sink;
    static boolean interprets;

    interface A {
    }

    interface B {
    }

    interface C extends A, B {
    }

    static class Both implements C, Comparable<Both>, Cloneable {
        public int compareTo(Both b) {
            return 0;
        }
    }

    static class More extends Both {
    }

    static class Most extends More implements Runnable {
        public void run() {
        }
    }

    // What is taken into the loops below. Each call spends most of its time in C.

    static int inSines(int n) {
        return (int) (100 * (Math.sin(n * 1e5) + Math.cos(n * 3e4) + Math.tan(n * 1e3)));
    }

    static int inPowers(int n) {
        return (int) Math.pow(n + 1.5, 1.25) + (int) Math.exp(n % 7 + 0.5) + (int) Math.log10(n + 3.5);
    }

    static int inSums(int n) {
        crc.update(bytes, 0, 2_000 + n % 100);
        return (int) crc.getValue();
    }

    static int inSumsC(int n) {
        crcC.update(bytes, 0, 2_000 + n % 100);
        return (int) crcC.getValue();
    }

    static int inAdlers(int n) {
        adler.update(bytes, 0, 2_000 + n % 100);
        return (int) adler.getValue();
    }

    static int inCopies(int n) {
        System.arraycopy(bytes, n % 50, other, 3, 19_000 + n % 100);
        return other[n % 100];
    }

    static int inObjects(int n) {
        System.arraycopy(objects, n % 50, others, 3, 1_900);
        return others.length;
    }

    static int inDigests(int n) {
        sha.update(bytes, n % 64, 8_000);
        return n;
    }

    static int inChecks(int n) {
        int x = 0;
        for (int i = 0; i < 64; i++) {
            Object o = objects[(n + i) % objects.length];
            if (o instanceof A) x++;
            if (o instanceof Comparable) x += 2;
            if (o instanceof Runnable) x += 3;
            if (o instanceof Cloneable) x += 5;
        }
        return x;
    }

    static int inClones(int n) {
        return bytes.clone()[n % 100];
    }

    static int sines(int n) {
        int x = 0;
        for (int i = 0; i < 500; i++) x += inSines(n + i);
        return x;
    }

    static int powers(int n) {
        int x = 0;
        for (int i = 0; i < 500; i++) x += inPowers(n + i);
        return x;
    }

    static int sums(int n) {
        int x = 0;
        for (int i = 0; i < 100; i++) x += inSums(n + i);
        return x;
    }

    static int sumsC(int n) {
        int x = 0;
        for (int i = 0; i < 100; i++) x += inSumsC(n + i);
        return x;
    }

    static int adlers(int n) {
        int x = 0;
        for (int i = 0; i < 100; i++) x += inAdlers(n + i);
        return x;
    }

    static int copies(int n) {
        int x = 0;
        for (int i = 0; i < 100; i++) x += inCopies(n + i);
        return x;
    }

    static int objects(int n) {
        int x = 0;
        for (int i = 0; i < 100; i++) x += inObjects(n + i);
        return x;
    }

    static int digests(int n) {
        int x = 0;
        for (int i = 0; i < 20; i++) x += inDigests(n + i);
        return x;
    }

    static int checks(int n) {
        int x = 0;
        for (int i = 0; i < 50; i++) x += inChecks(n + i);
        return x;
    }

    static int clones(int n) {
        int x = 0;
        for (int i = 0; i < 50; i++) x += inClones(n + i);
        return x;
    }

    @Name("Phase")
    static class Phase extends Event {
        String name;
    }

    static void run(IntUnaryOperator work, long ms) {
        long until = System.nanoTime() + ms * 1_000_000; // no call of the system: a loaded kernel runs the sampling thread when there is one
        while (System.nanoTime() < until)
            for (int i = 0; i < 10; i++) sink += work.applyAsInt(sink & 1023);
    }

    static void check(String what, boolean good, Object seen) {
        System.out.println(what + (good ? ": as expected" : ": " + seen));
    }

    public static void main(String[] args) throws Exception {
        interprets = args.length > 1;
        sha = MessageDigest.getInstance("SHA-256");
        for (int i = 0; i < objects.length; i++) objects[i] = i % 3 == 0 ? new Both() : i % 3 == 1 ? new More() : new Most();
        Map<String, IntUnaryOperator> all = new LinkedHashMap<>();
        all.put("sines", Leaves::sines);
        all.put("powers", Leaves::powers);
        all.put("sums", Leaves::sums);
        all.put("sumsC", Leaves::sumsC);
        all.put("adlers", Leaves::adlers);
        all.put("copies", Leaves::copies);
        all.put("objects", Leaves::objects);
        all.put("digests", Leaves::digests);
        all.put("checks", Leaves::checks);
        all.put("clones", Leaves::clones);
        all.forEach((name, work) -> run(work, MILLISECONDS));
        try (Recording r = new Recording()) {
            r.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(1));
            r.start();
            all.forEach((name, work) -> {
                Phase p = new Phase();
                p.name = name;
                p.begin();
                run(work, MILLISECONDS);
                p.commit();
            });
            r.stop();
            r.dump(Path.of(args[0]));
        }
        List<RecordedEvent> events = RecordingFile.readAllEvents(Path.of(args[0]));
        for (RecordedEvent p : events)
            if (p.getEventType().getName().equals("Phase")) samples(p.getString("name"), p.getStartTime(), p.getEndTime(), events);
    }

    static void samples(String name, Instant from, Instant to, List<RecordedEvent> events) {
        String inner = "in" + name.substring(0, 1).toUpperCase() + name.substring(1);
        int all = 0, elsewhere = 0, interpreted = 0, incomplete = 0;
        Map<String, Integer> seen = new TreeMap<>();
        for (RecordedEvent e : events) {
            if (!e.getEventType().getName().equals("jdk.ExecutionSample") || !e.getThread("sampledThread").getJavaName().equals("main")) continue;
            if (e.getStartTime().isBefore(from) || e.getStartTime().isAfter(to)) continue;
            all++;
            List<RecordedFrame> frames = e.getStackTrace().getFrames();
            int at = 0;
            while (at < frames.size() && !frames.get(at).getMethod().getName().equals(name)) at++;
            String what = null;
            if (at == frames.size()) {
                elsewhere++;
                what = "elsewhere: " + frames.get(0).getMethod().getName();
            } else if (at == 0 || !frames.get(at - 1).getMethod().getName().equals(inner)) {
                incomplete++;
                what = "not in it";
            } else if (!interprets && frames.get(0).getType().equals("Interpreted")) {
                interpreted++;
                what = "interpreted";
            }
            if (what != null) seen.merge(what, 1, Integer::sum);
        }
        check(name, all >= MILLISECONDS / 40 && 4 * elsewhere <= all && 4 * (interpreted + incomplete) <= all, all + " samples, " + seen);
    }
}
