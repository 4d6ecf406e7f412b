// argus-only: looks at the code cache of Argus
// jvm: -Xbatch -XX:ArgusStencilThreshold=2 -XX:ArgusProfileEnough=2 -XX:ReservedCodeCacheSize=64m
// timeout: 120
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;

/** A method that never ends is compiled, and its code retired, again and again: what no frame returns to any more goes,
 *  though frames of the method stand all the time. */
public class RetiredCode {
    static native void toggle();

    static int part(int i) { return i * 31 ^ i >>> 3; }
    static int half(int i) { return part(i) + part(i + 1) * 3 + part(i + 2) * 5 + part(i + 3) * 7 + part(i + 4) * 11 + part(i + 5) * 13; }
    static int whole(int i) { return half(i) + half(i + 6) + half(i + 12) + half(i + 18) + half(i + 24) + half(i + 30); }

    static long used() {
        for (MemoryPoolMXBean p : ManagementFactory.getMemoryPoolMXBeans())
            if (p.getName().equals("CodeCache")) return p.getUsage().getUsed();
        throw new AssertionError();
    }

    public static void main(String[] args) {
        long most = 0, least = Long.MAX_VALUE, sum = 0, made = 0, last = 0;
        for (int round = 0; round < ROUNDS; round++) {
            toggle();
            for (int i = 0; i < 20; i++) sum += whole(i) + (i > 10 ? half(i) : whole(i + 7));
            if (round < ROUNDS / 10) continue;
            long now = used();
            most = Math.max(most, now);
            least = Math.min(least, now);
            if (now > last && last > 0) made += now - last;
            last = now;
        }
        System.out.println("sum " + sum + ", " + made / 1024 + " KB of code made, " + (most - least) / 1024 + " KB between least and most");
        System.out.println(made > 3 * LIMIT && most - least < LIMIT ? "PASS" : "FAIL");
    }
    static final int ROUNDS = 1200, LIMIT = 5 << 19;
}
