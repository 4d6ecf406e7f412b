// jvm: -Xss1m
// Stack overflow is caught: repeatedly, in every shape of recursion, in finally, in initializers, with locks released, and the thread goes on.
import java.util.*;

public class StackOverflows {
    static int depth; static Object lock = new Object();
    static void plain() { depth++; plain(); }
    static long args(long a, double b, Object c, int d) { depth++; return args(a + 1, b, c, d) + 1; }
    void inst() { depth++; inst(); }
    interface Rec { void go(Rec r); }
    static synchronized void sync() { depth++; sync(); }
    static void block() { synchronized (lock) { depth++; block(); } }
    static void fin() { try { depth++; fin(); } finally { depth--; } }
    static class InitDeep {
        static int v; static { v = eat(); } static int eat() { try { return eat() + 1; } catch (StackOverflowError e) { return 0; } }
    }
    static class Cyc { Object other; public String toString() { return "<" + other + ">"; } }
    static class InHash { public int hashCode() { return Objects.hash(this); } }
    static int catchAtEachLevel(int n) { try { return catchAtEachLevel(n + 1); } catch (StackOverflowError e) { return n; } }

    static void t(String name, Runnable r) {
        for (int round = 0; round < 3; round++) {
            depth = 0;
            try { r.run(); System.out.println(name + " returned"); }
            catch (StackOverflowError e) {
                System.out.println(name + " overflow: deep " + (depth >= 0) + ", message " + e.getMessage() + ", trace "
                    + (e.getStackTrace().length > 100) + ", max " + (e.getStackTrace().length <= 1024));
            }
        }
    }

    public static void main(String[] args) throws Exception {
        t("plain", StackOverflows::plain); t("args", () -> args(1, 2, "c", 3)); t("inst", () -> new StackOverflows().inst());
        t("interface", () -> { Rec rec = r -> r.go(r); rec.go(rec); });
        t("sync", StackOverflows::sync); System.out.println(Thread.holdsLock(StackOverflows.class));
        t("block", StackOverflows::block); System.out.println(Thread.holdsLock(lock));
        t("finally", StackOverflows::fin);
        t("library", () -> { List<Object> l = new ArrayList<>(); l.add(l); l.hashCode(); });
        t("toString", () -> { Cyc a = new Cyc(); a.other = a; a.toString(); });
        t("hash", () -> new InHash().hashCode());
        System.out.println(InitDeep.v > 100); System.out.println(catchAtEachLevel(0) > 100);
        for (int i = 0; i < 100; i++) try { plain(); } catch (StackOverflowError e) { }
        System.out.println("after a hundred more"); StringBuilder sb = new StringBuilder();
        for (int i = 0; i < 10; i++) sb.append(i); System.out.println(sb);
        Thread[] ts = new Thread[4]; boolean[] ok = new boolean[4];
        for (int i = 0; i < 4; i++) {
            int n = i;
            ts[i] = new Thread(null, () -> { for (int k = 0; k < 5; k++) try { rec(0); } catch (StackOverflowError e) { ok[n] = true; } },
                "t" + i, 256 * 1024);
            ts[i].start();
        }
        for (Thread t : ts) t.join();
        System.out.println(Arrays.toString(ok));
        int[] small = new int[1], big = new int[1];
        Thread a = new Thread(null, () -> small[0] = catchAtEachLevel(0), "small", 512 * 1024),
            b = new Thread(null, () -> big[0] = catchAtEachLevel(0), "big", 16 << 20);
        a.start(); a.join(); b.start(); b.join();
        System.out.println("a larger stack is deeper: " + (big[0] > small[0] * 4));
    }
    static int rec(int n) { return rec(n + 1) + 1; }
}
