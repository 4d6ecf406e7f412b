// argus-only: HotSpot has no probes
// jvm: -Xbatch

/** After a probe is removed the machine code of the methods that had it, and of those that took them in, is what it was. */
public class ProbesLeaveNothing {
    static native String add(String text);
    static native void remove(String id);
    static native String count(String id);
    static native String list();
    /** Keeps the present code of the method as number `n`; its size, 0: it has none. */
    static native int keep(String method, int n);
    /** Are two that were kept the same, wherever they lie? */
    static native boolean same(int a, int b);

    static int small(int n) {
        return n * 3 + 1;
    }
    int field;
    int virtual(int n) {
        field += n;
        return field ^ n;
    }
    static int outer(ProbesLeaveNothing p, int n) {
        int s = 0;
        for (int i = 0; i < n; i++) s += small(i) ^ p.virtual(i);
        return s;
    }
    static final String[] METHODS = {"outer", "small", "virtual"};
    static boolean failed;

    static void check(String what, boolean good) {
        if (good) return;
        failed = true;
        System.out.println(what);
    }
    /** Runs until the code stays the same. */
    static int warm(int at) {
        ProbesLeaveNothing p = new ProbesLeaveNothing();
        int sum = 0, stable = 0;
        String last = "";
        for (int k = 0; k < 400 && stable < 20; k++) {
            for (int i = 0; i < 200; i++) sum += outer(p, 100) + small(i) + p.virtual(i);
            String now = "";
            for (int i = 0; i < METHODS.length; i++) now += keep(METHODS[i], at + i) + " ";
            stable = now.equals(last) && !now.startsWith("0 ") ? stable + 1 : 0;
            last = now;
        }
        check("never stable: " + last, stable == 20);
        return sum;
    }

    static void late() {
    }
    static String counts(String id) {
        return count(id).replaceFirst("at .*clock \\d+ ns", "");
    }
    /** A probe that has stopped leaves nothing in the code either, and keeps what it has counted. */
    static int stopped() {
        String id = add("method:ProbesLeaveNothing.small:entry { @n = count(); @by[method] = sum(arg0) } method:ProbesLeaveNothing.late:entry { exit() }");
        int sum = warm(3);
        check("the code does not count what will stop", !same(0, 3));
        late();
        while (!list().contains("probe " + id + ", 0 places, stopped by exit()\n")) Thread.onSpinWait();
        String counted = counts(id);
        check("nothing is counted: " + counted,
              counted.matches("(?s).*hits [1-9].*stopped after \\d+ ms by exit.*@n: [1-9].*@by\\[ProbesLeaveNothing.small.*"));
        sum += warm(6);
        for (int i = 0; i < METHODS.length; i++) check(METHODS[i] + " is other code after a probe has stopped", same(i, 6 + i));
        check("it counts on: " + counted + " " + counts(id), counted.equals(counts(id)));
        remove(id);
        return sum;
    }

    public static void main(String[] args) {
        String[] probes = {"method:ProbesLeaveNothing.small:entry { @n = count() }", "method:ProbesLeaveNothing.virtual:entry { @s = sum(arg0) }",
            "method:ProbesLeaveNothing.small:return /retval > 7/ { @h = hist(retval) }"};
        int sum = warm(0);
        for (int i = 0; i < METHODS.length; i++) check(METHODS[i] + " is not compared with itself", same(i, i));
        for (String text : probes) {
            String id = add(text);
            sum += warm(3);
            check("the code does not count: " + text, !same(0, 3));
            check("nothing is counted: " + count(id), count(id).matches("(?s).*hits [1-9].*"));
            remove(id);
            sum += warm(6);
            for (int i = 0; i < METHODS.length; i++) check(METHODS[i] + " is other code after " + text, same(i, 6 + i));
        }
        sum += stopped();
        System.out.println(failed || sum == 1 ? "FAIL" : "PASS");
    }
}
