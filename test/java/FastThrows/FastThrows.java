/**
 * What instructions throw by themselves at hot places: to a handler in the method, in its caller, over a synchronized method, out of the code, from
 * a loop, and rarely. With "traces" what is thrown says where and why (for -XX:-OmitStackTraceInFastThrow).
 */
public class FastThrows {
    static final int[] NUMBERS = { 7, 8, 9 };
    static final Object[] THINGS = { "text", null, 5, new int[2] };
    static RuntimeException last;
    static int finished;

    static int index(int i) {
        try {
            return NUMBERS[i & 3];
        } catch (ArrayIndexOutOfBoundsException e) {
            last = e;
            return -1;
        }
    }
    static int below(int i) {
        try {
            NUMBERS[i % 4 - 1] = i;
            return NUMBERS[i % 4 - 1];
        } catch (ArrayIndexOutOfBoundsException e) {
            last = e;
            return -2;
        }
    }
    static long divisor(int i) {
        try {
            return 100 / (i & 3) + 1000L % (i & 1);
        } catch (ArithmeticException e) {
            last = e;
            return -3;
        }
    }
    static int nothing(int i) {
        try {
            return THINGS[i & 1].hashCode();
        } catch (NullPointerException e) {
            last = e;
            return -4;
        } finally {
            finished++;
        }
    }
    static int cast(int i) {
        try {
            String s = (String) THINGS[i & 3];
            return s == null ? 1 : s.length();
        } catch (ClassCastException e) {
            last = e;
            return -5;
        }
    }
    /** Reads one of another class, or none, or writes where nothing is. */
    static int several(int[][] rows, int i) {
        try {
            return rows[i & 3][i % 5];
        } catch (NullPointerException e) {
            last = e;
            return -6;
        } catch (IndexOutOfBoundsException e) {
            last = e;
            return -7;
        }
    }
    static int reads(int i) { return NUMBERS[i & 7]; }
    static int overCall(int i) {
        try {
            return reads(i) + reads(i + 1);
        } catch (RuntimeException e) {
            last = e;
            return -8;
        }
    }
    static synchronized int locked(int i) { return NUMBERS[i % 6]; }
    static int overLock(int i) {
        try {
            return locked(i);
        } catch (RuntimeException e) {
            last = e;
            return Thread.holdsLock(FastThrows.class) ? -90 : -9;
        }
    }
    /** The handler is at the loop's start, so to speak. */
    static int loop(int n) {
        int s = 0, i = 0;
        while (i < n) {
            try {
                for (;;) s += NUMBERS[i++ % 5];
            } catch (ArrayIndexOutOfBoundsException e) {
                s ^= i;
            }
        }
        return s;
    }
    static int rare(int i) {
        try {
            return NUMBERS[i % 997 == 0 ? 3 : 0];
        } catch (ArrayIndexOutOfBoundsException e) {
            last = e;
            return -10;
        }
    }

    static void tell(String what, boolean traces) {
        System.out.println(what + " " + last.getClass().getName());
        if (!traces) return;
        System.out.println("  " + last.getMessage());
        StackTraceElement[] trace = last.getStackTrace();
        System.out.println("  " + trace[0] + " of " + trace.length);
    }

    public static void main(String[] args) {
        boolean traces = args.length > 1;
        int n = Integer.parseInt(args[0]);
        int[][] rows = { { 1, 2, 3 }, null, { 4, 5, 6, 7 }, {} };
        long s = 0;
        for (int r = 0; r < 3; r++) {
            for (int i = 0; i < n; i++)
                s = s * 31 + index(i) + 3 * below(i) + 5 * divisor(i) + 7 * cast(i) + 11 * several(rows, i) + 13 * overCall(i) + 17 * overLock(i) + rare(i)
                    + (nothing(i) == -4 ? 1 : 2);
            s += loop(n);
            index(3);
            tell("index", traces);
            below(0);
            tell("below", traces);
            divisor(4);
            tell("divisor", traces);
            nothing(1);
            tell("nothing", traces);
            cast(2);
            tell("cast", traces);
            several(rows, 1);
            tell("row", traces);
            several(rows, 4);
            tell("column", traces);
            overCall(5);
            tell("over a call", traces);
            overLock(4);
            tell("over a lock", traces);
            rare(997);
            tell("rare", traces);
        }
        System.out.println(s + " " + finished);
    }
}
