// argus-only: what code is made, when, and its names are the VM's own
// jvm: -Xbatch -XX:InitialCodeCacheSize=400k -XX:ReservedCodeCacheSize=400k
import java.io.ByteArrayOutputStream;

/** The events of machine code made at run time: wrappers of native methods and the adapters of their shapes, bound, bound anew, redefined, replayed. */
public class GeneratedCode {
    static native int plain(int a, long b);
    static native Object other(Object o);
    static native void bind(int how);          // 0: plain, 1: to another function, -1: UnregisterNatives
    static native boolean loaded(String name); // a wrapper of that method is in use, by the events so far
    static native int unloads(String name);
    static native int replay();                // GenerateEvents: 0 if what it says equals what the events said
    static native int adapters();
    static native boolean covers(String name); // plain and other run inside the ranges that were reported
    static native void redefine();

    static boolean failed;
    static void check(boolean ok, String what) {
        if (!ok) { System.out.println("FAIL " + what); failed = true; }
    }
    static int run(int n) { int s = 0; for (int i = 0; i < n; i++) s += plain(i, 1L << 40); return s; }

    public static void main(String[] args) throws Exception {
        run(1);
        check(adapters() > 0, "adapters");
        check(!loaded("plain"), "one call makes no wrapper");
        check(run(500) == 500 * 499 / 2 + 500 * 256, "result");
        check(loaded("plain") && unloads("plain") == 0, "wrapper");
        check(replay() == 0, "replay " + replay());
        check(covers("plain"), "range");
        bind(1);
        check(!loaded("plain") && unloads("plain") == 1, "bound anew: " + unloads("plain"));
        check(run(1) == -1, "the other function");
        check(run(500) == -500 && loaded("plain"), "its wrapper");
        bind(-1);
        check(!loaded("plain") && unloads("plain") == 2, "unregistered");
        run(500);
        check(loaded("plain"), "found again by its name");
        check(replay() == 0, "replay again");
        Object o = new Object();
        for (int i = 0; i < 500; i++) check(other(o) == o && other(null) == null, "other");
        check(loaded("other"), "wrapper of other");
        redefine();
        check(!loaded("plain") && !loaded("other") && unloads("plain") == 3, "redefined");
        check(run(500) == 500 * 499 / 2 + 500 * 256 && loaded("plain") && other("x").equals("x"), "after the redefinition");
        for (int i = 0; i < 300; i++) { bind(i & 1); run(100); if (i % 50 == 0) System.gc(); }
        int made = 0; // much more than there is room for at once, and nobody collects
        for (int i = 0; i < 1500; i++) { bind(i & 1); run(100); made += loaded("plain") ? 1 : 0; }
        check(made == 1500, "the memory of old code is used again: " + made);
        check(replay() == 0, "replay at the end");
        System.out.println(failed ? "FAIL" : "PASS");
    }
}
