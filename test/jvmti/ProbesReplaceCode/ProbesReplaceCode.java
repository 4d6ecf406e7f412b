// argus-only: HotSpot has no probes

/**
 * A probe that comes or goes has new code made before the old code goes, so the method has new code without being called. When AddProbe returns, each
 * call counts, while other threads go on in what they ran.
 */
public class ProbesReplaceCode {
    static native String add(String text);
    static native void remove(String id);
    /** How often the probe was hit. */
    static native long hits(String id);
    /** How many pieces of code `outer` has had. */
    static native int pieces();

    static int small(int n) {
        return n * 3 + 1;
    }
    static int outer(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) s += small(i) ^ s;
        return s;
    }
    static volatile boolean stop;
    static volatile int sink;
    static boolean failed;

    static void check(String what, boolean good) {
        if (good) return;
        failed = true;
        System.out.println(what);
    }
    static void awaitPieces(String what, int wanted) throws InterruptedException {
        for (int i = 0; i < 3000 && pieces() < wanted; i++) Thread.sleep(10);
        check(what + ": " + pieces() + " pieces of code, want " + wanted, pieces() >= wanted);
    }
    static void run(int n) {
        for (int k = 0; k < n; k++) sink += outer(20);
    }

    /** Nobody calls `outer` while its code is replaced. */
    static void alone(String text) throws InterruptedException {
        int before = pieces();
        String id = add(text);
        awaitPieces("added " + text, before + 1);
        run(1000);
        int wanted = text.contains("outer") ? 1000 : 20000;
        check(text + ": " + hits(id) + " hits, want " + wanted, hits(id) == wanted);
        before = pieces();
        remove(id);
        awaitPieces("removed " + text, before + 1);
    }
    /** A thread runs it meanwhile. */
    static void beside(String text) {
        String id = add(text);
        long before = hits(id);
        run(100);
        long n = hits(id) - before;
        check(text + " beside: " + n + " hits", n >= (text.contains("outer") ? 100 : 2000));
        remove(id);
    }

    public static void main(String[] args) throws Exception {
        String[] texts = {"method:ProbesReplaceCode.small:entry { @n = count() }",
            "method:ProbesReplaceCode.small:return /retval > 0 || 1 == 1/ { @h = hist(retval) }",
            "method:ProbesReplaceCode.outer:return { @n = count() }",
            "method:ProbesReplaceCode.small:entry { @s[arg0] = sum(arg0) }"};
        for (int k = 0; k < 200 || pieces() < 2; k++) run(1000); /* code that counts, and the optimizer's */
        for (String text : texts) alone(text);
        Thread t = new Thread(() -> {
            while (!stop) run(10);
        });
        t.start();
        for (int i = 0; i < 20; i++) beside(texts[i % texts.length]);
        String all = add("method:ProbesReplaceCode.*:entry, method:java.util.*.*:entry { @n = count() }");
        run(1000);
        check("all: " + hits(all), hits(all) >= 21000);
        stop = true;
        t.join();
        remove(all);
        System.out.println(failed ? "FAIL" : "PASS");
    }
}
