/* Versions of one class: a file of SubjN is put in Subj0's place. */
class Subj0 {
    int field = 5;
    String text() { return "0 " + kept() + gone(1) + " " + goneFinal(); }
    private static String kept() { return "kept0"; }
    private static String gone(int x) { return "gone" + x; }
    private final String goneFinal() { return "goneFinal" + field; }
    static String viaOld(Runnable between) {
        String s = gone(2);
        between.run();
        try {
            return s + " " + gone(3);
        } catch (Throwable t) {
            return s + " " + t;
        }
    }
    static class Nested {
        static String call() {
            try {
                return Subj0.gone(4);
            } catch (Throwable t) {
                return t.toString();
            }
        }
    }
    static String running(Runnable between) { return inGone(between); }
    private static String inGone(Runnable between) {
        between.run();
        return "came back, obsolete " + RedefineAddDelete.obsoleteAt(1);
    }
}
class Subj1 { /* gone, goneFinal and inGone are no more; added ones */
    static class Nested { }
    int field = 5;
    String text() {
        int n = field;
        java.util.function.Supplier<String> s = () -> "lambda" + n;
        return "1 " + kept() + added(1) + addedFinal(2) + " " + s.get();
    }
    private static String kept() { return "kept1"; }
    private static String added(int x) {
        if (x == 77) throw new IllegalStateException();
        return "added" + x;
    }
    private final String addedFinal(int x) { return "addedFinal" + (x + field); }
    static String viaOld(Runnable between) { return "new"; }
    static String running(Runnable between) { return "new"; }
}
class Subj2 { /* public method added */
    static class Nested { }
    int field = 5;
    String text() { return "2"; }
    private static String kept() { return "kept2"; }
    static String viaOld(Runnable between) { return "new"; }
    static String running(Runnable between) { return "new"; }
    public static void shown() { }
}
class Subj3 { /* private, neither static nor final */
    static class Nested { }
    int field = 5;
    String text() { return "3"; }
    private static String kept() { return "kept3"; }
    static String viaOld(Runnable between) { return "new"; }
    static String running(Runnable between) { return "new"; }
    private void neither() { }
}
class Subj4 { /* text is missing */
    static class Nested { }
    int field = 5;
    private static String kept() { return "kept4"; }
    static String viaOld(Runnable between) { return "new"; }
    static String running(Runnable between) { return "new"; }
}
class Subj5 { /* kept is no longer private */
    static class Nested { }
    int field = 5;
    String text() { return "5"; }
    static String kept() { return "kept5"; }
    static String viaOld(Runnable between) { return "new"; }
    static String running(Runnable between) { return "new"; }
}
class Subj6 { /* a package-private static method added, a private native one, a constructor */
    static class Nested { }
    int field = 5;
    String text() { return "6"; }
    private static String kept() { return "kept6"; }
    static String viaOld(Runnable between) { return "new"; }
    static String running(Runnable between) { return "new"; }
    private Subj6(int x) { }
    Subj6() { }
}
class Subj7 { /* a class initializer added */
    static class Nested { }
    int field = 5;
    static { System.out.println("initializer"); }
    String text() { return "7"; }
    private static String kept() { return "kept7"; }
    static String viaOld(Runnable between) { return "new"; }
    static String running(Runnable between) { return "new"; }
}
class Subj8 { /* a native one */
    static class Nested { }
    int field = 5;
    String text() {
        try {
            return "8 " + plain();
        } catch (UnsatisfiedLinkError e) {
            return "8 " + e.getMessage();
        }
    }
    private static String kept() { return "kept8"; }
    static String viaOld(Runnable between) { return "new"; }
    static String running(Runnable between) { return "new"; }
    private static native String plain();
}
interface Face0 { default String d() { return "d0"; } private static String p() { return "p0"; } static String q() { return p(); } }
interface Face1 { default String d() { return "d1" + r(); } private static String r() { return "r1"; } static String q() { return r(); } }
class Impl implements Face0 { }
