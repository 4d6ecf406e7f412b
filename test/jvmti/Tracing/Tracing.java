/** What 31-trace.py reads the trace of: calls of many kinds, events with calls inside, a call with an event inside. Its own output
 * must not depend on being traced. */
public class Tracing {
    static int count = 7;

    static native void ask(Class<?> c, Object o, Thread t);
    static native void stopAt(Class<?> c);
    static native void again(Class<?> c);
    static native void failures(Class<?> c);
    static native void extensions();
    static native void sample(Thread t, boolean on);

    static int work(int n, String s) {
        return n + s.length() + count;
    }

    public static void main(String[] args) throws Exception {
        ask(Tracing.class, "a \"quoted\" text\u00e9\ud83d\ude00", Thread.currentThread());
        stopAt(Tracing.class);
        System.out.println("work " + work(5, "abc"));
        again(Tracing.class);
        failures(Tracing.class);
        Thread t = new Thread(() -> System.out.println("other " + work(6, "de")), "other thread");
        t.start();
        t.join();
        extensions();
        sample(Thread.currentThread(), true);
        char[] some = { 'x', 'y' };
        String s = new String(some), first = "a text that nobody has asked for yet";
        Object[] others = { new Thread(s), new ThreadGroup(s), int[].class, new Object() };
        sample(Thread.currentThread(), false);
        System.out.println(s + first.length() + others.length);
    }
}
