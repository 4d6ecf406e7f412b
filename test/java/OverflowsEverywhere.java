// jvm: -Xss512k
// Stack overflow where code calls by other ways than by name: reflection, method handles, proxies, lambdas, sorting, serialization, class loading, class
// initialization; and in a hundred threads at once. Each ends with the error, and works afterwards.
import java.io.ByteArrayOutputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

public class OverflowsEverywhere {
    static int plain(int n) { return plain(n + 1) + 1; }

    interface Body { Object run() throws Throwable; }

    static boolean isOverflow(Throwable t) {
        for (; t != null; t = t.getCause()) if (t instanceof StackOverflowError) return true;
        return false;
    }

    static void t(String name, Body b) {
        for (int i = 0; i < 2; i++) {
            String result;
            try {
                result = "returned " + b.run();
            } catch (Throwable e) {
                result = isOverflow(e) ? "overflow" : "threw " + e;
            }
            System.out.println(name + ": " + result);
        }
    }

    // ---- reflection ----
    static Method self;
    public static Object byReflection(int n) throws Exception { return self.invoke(null, n + 1); }

    // ---- method handles ----
    static MethodHandle handle;
    static Object byHandle(int n) throws Throwable { return (Object) handle.invokeExact(n + 1); }
    static MethodHandle bound;
    static Object byBound(Object o) throws Throwable { return bound.invoke(o, 1, 2L, 3.0); }
    static Object spread(Object o, Object... more) throws Throwable { return byBound(o); }

    // ---- proxies, lambdas ----
    static Runnable proxy;
    static Function<Object, Object> f;

    // ---- the class library calls back ----
    static class Bad implements Comparable<Bad> {
        public int compareTo(Bad o) {
            List<Bad> l = new ArrayList<>(List.of(new Bad(), new Bad()));
            l.sort(Comparator.naturalOrder());
            return 0;
        }
    }
    static class Node implements Serializable {
        Node next;
        static Node chain(int n) {
            Node first = null;
            for (int i = 0; i < n; i++) {
                Node x = new Node();
                x.next = first;
                first = x;
            }
            return first;
        }
    }

    // ---- initialization ----
    static class First { static { eat(0); } static int eat(int n) { return eat(n + 1) + 1; } static int v; }

    static class Deep extends ClassLoader {
        int n;
        Deep() { super(null); }
        @Override protected Class<?> findClass(String name) throws ClassNotFoundException { return loadClass("a" + ++n); }
    }

    static void manyThreads() throws Exception {
        int n = 100;
        CountDownLatch ready = new CountDownLatch(n), go = new CountDownLatch(1);
        AtomicInteger good = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            int kind = i % 3;
            Thread t = new Thread(null, () -> {
                ready.countDown();
                try {
                    go.await();
                    if (kind == 0) plain(0);
                    else if (kind == 1) byReflection(0);
                    else byHandle(0);
                } catch (Throwable e) {
                    if (isOverflow(e)) good.incrementAndGet();
                }
            }, "t" + i, 256 << 10);
            threads.add(t);
            t.start();
        }
        ready.await();
        go.countDown();
        for (Thread t : threads) t.join();
        System.out.println("threads: " + good + " of " + n);
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup l = MethodHandles.lookup();
        self = OverflowsEverywhere.class.getMethod("byReflection", int.class);
        handle = l.findStatic(OverflowsEverywhere.class, "byHandle", MethodType.methodType(Object.class, int.class));
        MethodType spread = MethodType.methodType(Object.class, Object.class, Object[].class);
        bound = l.findStatic(OverflowsEverywhere.class, "spread", spread).asVarargsCollector(Object[].class);
        ClassLoader mine = OverflowsEverywhere.class.getClassLoader();
        proxy = (Runnable) Proxy.newProxyInstance(mine, new Class<?>[] { Runnable.class }, (p, m, a) -> {
            proxy.run();
            return null;
        });
        f = x -> f.andThen(f).apply(x);
        t("reflection", () -> byReflection(0));
        t("handle", () -> byHandle(0));
        t("bound handle", () -> byBound("x"));
        t("proxy", () -> { proxy.run(); return null; });
        t("lambda", () -> f.apply("x"));
        t("sort", () -> new Bad().compareTo(null));
        t("serialization", () -> {
            new ObjectOutputStream(new ByteArrayOutputStream()).writeObject(Node.chain(50_000));
            return null;
        });
        t("loader", () -> new Deep().loadClass("a"));
        for (int i = 0; i < 2; i++) {
            try {
                System.out.println(First.v);
            } catch (StackOverflowError | ExceptionInInitializerError e) {
                System.out.println("initializer: " + isOverflow(e));
            } catch (NoClassDefFoundError e) {
                System.out.println(e.getMessage());
            }
        }
        manyThreads();
        System.out.println(new InvocationTargetException(null).getCause() + " " + List.of(3, 1, 2).stream().sorted().toList());
    }
}
