// agent: sampler
// The agent samples this program's stacks from a signal handler and reports whether they make sense.
public class AsyncGetCallTrace {
    static int hot(int depth, int n) {
        if (depth > 0) return hot(depth - 1, n) + 1;
        int s = 0;
        for (int i = 0; i < n; i++) s += Integer.hashCode(i ^ s);
        return s;
    }

    public static void main(String[] args) {
        long sum = 0, end = System.nanoTime() + 1_500_000_000L;
        StringBuilder b = new StringBuilder();
        while (System.nanoTime() < end) {
            sum += hot(5, 20_000);
            b.append(sum % 10);
            System.arraycopy(new int[100], 0, new int[100], 0, 100);
            if (b.length() > 1000) b.setLength(0);
        }
        System.out.println("done " + (sum != 0));
    }
}
