/** Exceptions: thrown and caught in one frame, through several frames, with finally, with and without a stack trace. */
final class Throwing {
    static final class Light extends RuntimeException {
        Light() { super(null, null, false, false); }
    }

    static final Light SHARED = new Light();

    static int deep(int n, int kind) {
        try {
            if (n > 0) return deep(n - 1, kind) + 1;
            if (kind == 0) throw SHARED;
            if (kind == 1) throw new IllegalStateException("heavy");
            return new int[0][0].length;
        } finally {
            count++;
        }
    }

    static int count;

    static long run() {
        count = 0;
        long sum = 0;
        for (int i = 0; i < 80_000; i++) {
            try {
                sum += deep(i & 7, i % 3);
            } catch (IllegalStateException e) {
                sum += e.getMessage().length();
            } catch (Light e) {
                sum += 100;
            }
            try {
                Object o = i % 5 == 0 ? "s" : (Object) i;
                sum += (Integer) o & 1;
            } catch (ClassCastException e) {
                sum += 7;
            }
        }
        return sum + count;
    }
}
