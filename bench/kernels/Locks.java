/** Uncontended locks: synchronized methods and blocks, recursion, and the library's own locked classes. */
final class Locks {
    private int value;

    synchronized int inc() { return ++value; }

    static synchronized int plus(int a, int b) { return a + b; }

    synchronized int nested(int n) { return n == 0 ? inc() : nested(n - 1) + 1; }

    static long run() {
        Locks l = new Locks();
        Object lock = new Object();
        StringBuffer sb = new StringBuffer();
        long sum = 0;
        for (int i = 0; i < 800_000; i++) {
            sum += l.inc();
            synchronized (lock) {
                sum = plus((int) sum, i) & 0xffffff;
            }
            if ((i & 15) == 0) {
                sum += l.nested(5);
                if (sb.length() > 1000) sb.setLength(0);
                sb.append('x');
            }
        }
        return sum + sb.length();
    }
}
