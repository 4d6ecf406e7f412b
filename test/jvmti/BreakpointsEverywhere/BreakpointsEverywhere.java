// jvm: -XX:+IgnoreUnrecognizedVMOptions -Xbatch -XX:ArgusStencilThreshold=2 -XX:ArgusProfileEnough=2
// also: -XX:+IgnoreUnrecognizedVMOptions -XX:ArgusStencilThreshold=2 -XX:-ArgusOptimizer
/** Breakpoints at every instruction that some methods run, branches after branches too: each is told once, in whatever code the method is. */
public class BreakpointsEverywhere {
    static native void step(boolean on);
    static native int set();
    static native void clear();
    static native void awaitFrames(boolean on);
    static native String counts();

    static boolean odd(int x) { return (x & 1) != 0; }
    static int work(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            if (odd(i) || i % 7 == 0) s += i;
            boolean b = odd(i) ^ odd(s);
            if (b ? i > 3 : s > 5) s++;
        }
        return s;
    }
    static int many(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) s += work(20);
        return s;
    }

    public static void main(String[] args) {
        step(true);
        int once = work(20);
        step(false);
        System.out.println(once + ", " + (many(500) - 500 * once));
        System.out.println(set() + " breakpoints");
        System.out.println(many(200) + ": " + counts());
        awaitFrames(true);
        System.out.println(many(200) + ": " + counts());
        awaitFrames(false);
        clear();
        System.out.println(many(200) + ": " + counts());
    }
}
