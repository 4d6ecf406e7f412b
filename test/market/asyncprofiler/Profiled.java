/** Work of known shape: calls counted exactly, processor time in two methods, many small objects. */
public class Profiled {
    static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

    static String text(int n) {
        StringBuilder b = new StringBuilder();
        for (int i = 0; i < n; i++) b.append(i);
        return b.toString();
    }

    public static void main(String[] args) {
        System.out.println(fib(20));
        long end = System.nanoTime() + Long.parseLong(args[0]) * 1_000_000L, sum = 0;
        while (System.nanoTime() < end) sum += spin() + text(1000).length();
        System.out.println(sum > 0 || args[0].equals("0"));
    }

    static int spin() {
        int x = 0;
        for (int i = 0; i < 20000; i++) x = x * 31 + i;
        return x & 1;
    }
}
