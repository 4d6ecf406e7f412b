// argus-only: HotSpot misses breakpoints in methods that its compilers take for instructions
/** Breakpoints in methods that compiled code has as one instruction: set before their callers are compiled, and after. */
public class BreakpointIntrinsics {
    /** At the first instruction of a method of the class library. */
    static native void set(Class<?> c, String name, String desc, boolean on);
    static native int hits();

    static final int ROUNDS = 30_000;
    interface Body { int at(int i); }
    static boolean good = true;

    static int run(Body b) {
        int sum = 0;
        for (int i = 0; i < ROUNDS; i++) sum += b.at(i);
        return sum;
    }
    static void check(String what, int expected, int hits, boolean same) {
        System.out.println(what + ": " + (same ? "the same sums" : "other sums") + ", breakpoints " + hits + " of " + expected);
        good &= same && hits == expected;
    }
    /** Two bodies that do the same, so that the first is new when the breakpoint has been set. */
    static void each(Class<?> c, String name, String desc, Body first, Body second) {
        set(c, name, desc, true);
        int before = run(first), seenBefore = hits();
        set(c, name, desc, false);
        int none = run(second), seenNone = hits();
        set(c, name, desc, true);
        int after = run(second), seenAfter = hits();
        set(c, name, desc, false);
        check(name + desc + " set before", ROUNDS, seenBefore, before == none);
        check(name + desc + " not set", 0, seenNone, true);
        check(name + desc + " set after", ROUNDS, seenAfter, after == none);
    }

    public static void main(String[] args) {
        each(Math.class, "min", "(II)I", i -> Math.min(i, 1000), i -> Math.min(i, 1000));
        each(Math.class, "max", "(JJ)J", i -> (int) Math.max(i, 1000L), i -> (int) Math.max(i, 1000L));
        each(Integer.class, "bitCount", "(I)I", i -> Integer.bitCount(i), i -> Integer.bitCount(i));
        each(Integer.class, "numberOfLeadingZeros", "(I)I", i -> Integer.numberOfLeadingZeros(i), i -> Integer.numberOfLeadingZeros(i));
        each(Long.class, "reverseBytes", "(J)J", i -> (int) (Long.reverseBytes(i) >>> 40), i -> (int) (Long.reverseBytes(i) >>> 40));
        each(Math.class, "sqrt", "(D)D", i -> (int) Math.sqrt(i), i -> (int) Math.sqrt(i));
        each(Math.class, "fma", "(DDD)D", i -> (int) Math.fma(i, 0.5, 1.25), i -> (int) Math.fma(i, 0.5, 1.25));
        each(Math.class, "fma", "(FFF)F", i -> (int) Math.fma(i, 0.5f, 1.25f), i -> (int) Math.fma(i, 0.5f, 1.25f));
        if (good) System.out.println("PASS");
    }
}
