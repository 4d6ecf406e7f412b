// jvm: -Xmx256m
// argus-only: the oracle is the distribution; on HotSpot many short threads together get 0.4 to 1.5 times the samples that they should
/**
 * Sampling is chance, with a known distribution: an object of n bytes is sampled with probability 1 - exp(-n / interval), independently of all others.
 * So the count of samples among N equal objects is binomial, and the bounds below are 7 standard deviations wide: a right sampler
 * leaves them once in 10^11 runs.
 */
public class HeapSampling {
    static native void tag(Class<?> c, long tag);
    static native void start(int interval); /* -1: none was ever set */
    static native void stop();
    static native int samples(long tag);
    static native long bytes(long tag);

    static final class Small { int a, b, c; }
    static Object sink;
    static boolean good = true;

    static void check(String what, long tag, int n, int size, int interval) {
        double p = 1 - Math.exp(-(double) size / interval), mean = n * p, sigma = Math.sqrt(n * p * (1 - p));
        int got = samples(tag);
        boolean right = Math.abs(got - mean) <= 7 * sigma + 1;
        good &= right && bytes(tag) == (long) got * size;
        System.out.println(what + ": " + (right ? "right" : "wrong: " + got + " of " + n + ", expected " + mean + " within " + 7 * sigma)
            + (bytes(tag) == (long) got * size ? "" : ", wrong size"));
    }

    static void equalObjects() {
        start(4096);
        for (int i = 0; i < 3000000; i++) sink = new long[6];
        stop();
        check("64 bytes, every 4096", 1, 3000000, 64, 4096);
    }

    static void defaultInterval() {
        start(-1);
        for (int i = 0; i < 40000; i++) sink = new byte[8000];
        stop();
        check("8016 bytes, every 512K", 2, 40000, 8016, 512 * 1024);
    }

    static void largeObjects() {
        start(10000);
        for (int i = 0; i < 20000; i++) sink = new byte[24000];
        stop();
        check("24016 bytes, every 10000", 2, 20000, 24016, 10000);
    }

    /** A pattern of sizes hides nothing: each size has its own probability. */
    static void mixed() {
        start(10000);
        for (int i = 0; i < 400000; i++) {
            sink = new Small();
            if (i % 10 == 0) sink = new long[198];
            if (i % 40 == 0) sink = new char[6][2]; /* of other sizes */
        }
        stop();
        int size = 24;
        check("small among large", 3, 400000, size, 10000);
        check("large among small", 1, 40000, 1600, 10000);
    }

    /** The first object of a thread is like any other. */
    static void threads() throws Exception {
        start(65536);
        for (int i = 0; i < 75; i++) {
            Thread[] t = new Thread[4];
            for (int k = 0; k < 4; k++) (t[k] = new Thread(HeapSampling::some)).start();
            for (Thread x : t) x.join();
        }
        stop();
        check("300 threads, every 65536", 1, 300000, 64, 65536);
    }
    static void some() {
        for (int i = 0; i < 1000; i++) sink = new long[6];
    }

    public static void main(String[] args) throws Exception {
        tag(long[].class, 1);
        tag(byte[].class, 2);
        tag(Small.class, 3);
        defaultInterval();
        equalObjects();
        largeObjects();
        mixed();
        threads();
        some();
        int after = samples(1);
        System.out.println("switched off: " + after);
        System.out.println(good && after == 0 ? "PASS" : "FAIL");
    }
}
