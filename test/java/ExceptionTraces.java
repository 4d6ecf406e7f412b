// stderr: compare
// Stack traces: file names and lines, causes with "... n more", suppressed, circular causes, constructors and initializers left out,
// fillInStackTrace, setStackTrace.
public class ExceptionTraces {
    static class My extends Exception {
        My(String m, Throwable c) { super(m, c); }
    }
    static class Quiet extends RuntimeException { Quiet() { super("quiet", null, false, false); } }
    static class Res implements AutoCloseable {
        final String n; Res(String n) { this.n = n; System.out.println("open " + n); }
        public void close() { System.out.println("close " + n); throw new IllegalStateException("close " + n); }
    }
    static void a(int n) throws My { try { b(n); } catch (RuntimeException e) { throw new My("wrapped", e); } }
    static void b(int n) { if (n > 0) c(n); else new ExceptionTraces().inst(n); }
    static void c(int n) {
        b(n - 1);
    }
    void inst(int n) {
        int x = 10 /
            n;
    }
    static Object field = new Object() { public String toString() { throw new UnsupportedOperationException("toString"); } };

    public static void main(String[] args) {
        try { a(2); } catch (My e) { e.printStackTrace(); }
        try (Res r1 = new Res("r1"); Res r2 = new Res("r2")) { throw new RuntimeException("body"); } catch (RuntimeException e) { e.printStackTrace(); }
        try {
            throw new Quiet();
        } catch (Quiet e) {
            e.printStackTrace(); e.addSuppressed(new Error());
            System.out.println(e.getStackTrace().length + " " + e.getSuppressed().length);
        }
        Exception one = new Exception("one"), two = new Exception("two", one); one.initCause(two); one.printStackTrace();
        try { two.initCause(one); } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        try {
            field.toString();
        } catch (UnsupportedOperationException e) {
            System.out.println(e.getStackTrace()[0].getClassName() + "." + e.getStackTrace()[0].getMethodName() + ":"
                + e.getStackTrace()[0].getLineNumber());
        }
        Throwable t = make(); StackTraceElement top = t.getStackTrace()[0];
        System.out.println(top.getMethodName() + " " + top.getLineNumber() + " " + top.getFileName() + " " + top.isNativeMethod() + " "
            + top.getModuleName());
        t.fillInStackTrace(); System.out.println(t.getStackTrace()[0].getMethodName());
        t.setStackTrace(new StackTraceElement[] {new StackTraceElement("Fake", "method", "Fake.java", 7),
            new StackTraceElement("Nat", "ive", null, -2), new StackTraceElement("Un", "known", null, -1)});
        t.printStackTrace();
        try {
            "x".substring(5);
        } catch (Exception e) {
            StackTraceElement s = e.getStackTrace()[0];
            System.out.println(s.getModuleName() + " " + s.getClassName() + " " + s.getClassLoaderName());
        }
        Runnable r = () -> { throw new IllegalArgumentException("in lambda"); };
        try { r.run(); } catch (IllegalArgumentException e) { e.printStackTrace(); }
        try { throw null; } catch (NullPointerException e) { System.out.println(e.getStackTrace()[0].getLineNumber()); }
        try { Object o = "s"; Integer i = (Integer) o; } catch (ClassCastException e) { System.out.println(e.getStackTrace()[0]); }
        try {
            ExceptionTraces.class.getDeclaredMethod("reflected").invoke(null);
        } catch (Exception e) {
            System.out.println(e + " <- " + e.getCause() + " " + e.getCause().getStackTrace()[0]);
        }
        new Thread(() -> { throw new RuntimeException("in thread"); }, "worker").start();
    }
    static void reflected() { throw new RuntimeException("reflected"); }
    static Throwable make() {
        return new Exception(
            "made");
    }
}
