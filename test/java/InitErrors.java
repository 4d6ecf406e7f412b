// compile: -XDstringConcat=inline
// A failing initializer: ExceptionInInitializerError with its cause, NoClassDefFoundError afterwards, Errors unwrapped, subclasses.
public class InitErrors {
    static boolean fail = true;
    static class Bad { static int x = 1; static { if (fail) throw new IllegalStateException("first"); } static void m() { } }
    static class BadError { static { if (fail) throw new AssertionError("an error is not wrapped"); } static int x; }
    static class BadSub extends Bad { static { System.out.println("never"); } }
    static class GoodSuper { static int y = 3; static { System.out.println("GoodSuper"); } }
    static class BadSub2 extends GoodSuper { static int z; static { if (fail) throw new RuntimeException("sub"); } }
    interface BadItf { int V = boom(); default void d() { } static int boom() { throw new ArithmeticException("itf"); } }
    static class ImplBad implements BadItf { }
    static class Nested { static { Inner.touch(); } static void go() { } }
    static class Inner { static { int[] a = new int[1]; a[2] = 3; } static void touch() { } }
    static class Npe { static Object o; static int v = o.hashCode(); }
    interface Body { void run() throws Throwable; }

    static void tryIt(String what, Body b) {
        System.out.println("-- " + what);
        try { b.run(); System.out.println("ok"); }
        catch (Throwable t) {
            for (Throwable c = t; c != null; c = c.getCause())
                System.out.println((c == t ? "" : "  caused by ") + c + (c.getStackTrace().length > 0 ? " at "
                    + c.getStackTrace()[0].getMethodName() : ""));
            if (t instanceof ExceptionInInitializerError e) System.out.println("  getException " + (e.getException() == e.getCause()));
        }
    }

    public static void main(String[] args) {
        tryIt("first use", () -> System.out.println(Bad.x));
        tryIt("second use", () -> System.out.println(Bad.x));
        tryIt("third use, method", () -> Bad.m());
        tryIt("new", () -> new Bad());
        tryIt("subclass of it", () -> new BadSub());
        tryIt("subclass again", () -> new BadSub());
        tryIt("Error", () -> System.out.println(BadError.x));
        tryIt("Error again", () -> System.out.println(BadError.x));
        tryIt("good super, bad sub", () -> System.out.println(BadSub2.z));
        tryIt("the super lives", () -> System.out.println(GoodSuper.y));
        tryIt("interface by implementor", () -> new ImplBad());
        tryIt("interface by implementor again", () -> new ImplBad());
        tryIt("interface itself", () -> System.out.println(BadItf.V));
        tryIt("nested failure", () -> Nested.go());
        tryIt("inner again", () -> Inner.touch());
        tryIt("NPE in initializer", () -> System.out.println(Npe.v));
        fail = false;
        tryIt("stays failed", () -> Bad.m());
        tryIt("forName of failed", () -> Class.forName("InitErrors$Bad"));
        tryIt("forName without init", () -> System.out.println(Class.forName("InitErrors$Bad", false,
            InitErrors.class.getClassLoader()).getSimpleName()));
        tryIt("reflection on failed", () -> Bad.class.getDeclaredField("x").get(null));
        tryIt("reflective new of failed", () -> Bad.class.getDeclaredConstructor().newInstance());
    }
}
