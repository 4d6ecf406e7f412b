/** Wrapped native methods, as an agent that instruments them would leave them. */
public class NativeMethodPrefix extends NativeMethodPrefixBase {
    static int one(int x) { return $inner_one(x) * 10; }
    static native int $inner_one(int x);
    static int both(int x) { return $outer_$inner_both(x) * 10; }
    static native int $outer_$inner_both(int x);
    static native int $inner_lonely(int x); // nothing wraps it: the prefix is part of its name
    static int late(int x) { return $inner_late(x) * 10; }
    static native int $inner_late(int x);
    static int gone(int x) { return $outer_one(x); }
    static native int $outer_one(int x);
    static native int $inner_nobody(int x);
    static native int $inner_above(int x);
    int plain(int x) { return x; }
    static native void register();
    static native void registerAs(String name);
    static native void cancel();

    public static void main(String[] args) {
        System.out.println(one(1) + " " + both(1));
        try {
            System.out.println($inner_lonely(1));
        } catch (UnsatisfiedLinkError e) {
            System.out.println(e.getMessage());
        }
        register();
        System.out.println(late(1));
        for (String name : new String[] {
                     "nobody", "$inner_nobody", "plain", "inherited", "inheritedLate", "missing", "above", "no" + args.length + "method"}) {
            try {
                registerAs(name);
                System.out.println(name + " registered");
            } catch (NoSuchMethodError e) {
                System.out.println(e.getMessage());
            }
        }
        System.out.println($inner_nobody(1) + " " + inherited(1) + " " + inheritedLate(1) + " " + above(1) + " " + $inner_above(1));
        cancel();
        try {
            System.out.println(gone(1));
        } catch (UnsatisfiedLinkError e) {
            System.out.println(e.getMessage());
        }
        System.out.println(both(2));
    }
}

class NativeMethodPrefixBase {
    static native int inherited(int x);
    static int inheritedLate(int x) { return $inner_inheritedLate(x) * 10; }
    static native int $inner_inheritedLate(int x);
    static int above(int x) { return x * 100; }
}
