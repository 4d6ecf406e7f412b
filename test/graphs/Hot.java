import java.lang.invoke.MethodHandles;

/** Methods of which 66-graphs.py says what the optimizer makes of them. Each is called often enough to be compiled. */
public class Hot {
    static final RuntimeException ONE = new IllegalStateException("one");
    static final class Other extends RuntimeException { }

    static final StringBuilder WIDE = new StringBuilder("\u0416\u0417\u0418");

    static int countsOnly(int n) {
        int twice = 0;
        for (int k = 0; k < n; k++)
            for (int i = 0; i < 1000; i++) twice += 2;
        return twice;
    }
    static int throwsHere(int i) {
        try {
            if (i % 3 == 0) throw ONE;
            return 1;
        } catch (RuntimeException e) {
            return 2;
        }
    }
    static int throwsNew(int i) {
        try {
            if (i % 3 == 0) throw new Other();
            return 1;
        } catch (Other e) {
            return 2;
        }
    }
    static int odd(int i) {
        if ((i & 1) != 0) throw ONE;
        return i;
    }
    static int throwsInCallee(int i) {
        try {
            return odd(i) + odd(i + 2);
        } catch (IllegalStateException e) {
            return -1;
        } finally {
            sum++;
        }
    }
    static int throwsOut(int i) {
        try {
            if (i % 3 == 0) throw ONE;
            return 1;
        } finally {
            sum++;
        }
    }
    interface Odd { int of(int i); }
    static final Odd[] odds = {
        i -> odd(i), i -> odd(i) + 1, i -> odd(i) + 2, i -> odd(i) + 3,
        i -> odd(i) + 4, i -> odd(i) + 5, i -> odd(i) + 6, i -> odd(i) + 7
    };
    static int callThrows(int i) {
        try {
            return odds[i & 7].of(i);
        } catch (IllegalStateException e) {
            return -1;
        }
    }
    static synchronized int lockedOdd(int i) { return odd(i); }
    static int throwsLocked(int i) {
        try {
            return lockedOdd(i);
        } catch (IllegalStateException e) {
            return -1;
        }
    }
    static int throwsIndex(int i) {
        try {
            return NUMBERS[i % 16];
        } catch (ArrayIndexOutOfBoundsException e) {
            return -1;
        }
    }
    static int throwsNull(String s) {
        try {
            return s.length();
        } catch (NullPointerException e) {
            return -1;
        }
    }
    static int distance(int from, int to) { return to - from; }
    static int lengthOfPart(int from, int n) { return distance(from, from + n); }
    static char topByte(int x) { return (char) (x >>> 24 & 255); }
    static byte lowByte(int x) { return (byte) (x >> 3 & 255); }
    static Class<?> caller() { return MethodHandles.lookup().lookupClass(); }
    static int total(int... v) { int s = 0; for (int x : v) s += x; return s; }
    static int varargs(int i) { return total(i, i + 1, 3); }
    static char wide(StringBuilder b, int i) { return b.charAt(i % 3); }
    static int same(String a, String b) { return a.equals(b) ? 1 : 0; }
    static int copies(int[] from, int[] to, int n) {
        System.arraycopy(from, 0, to, 1, n);
        return to[1];
    }
    static final class Pair implements Cloneable {
        int x;
        Object y = "y";
        @Override public Pair clone() {
            try { return (Pair) super.clone(); } catch (CloneNotSupportedException e) { throw new AssertionError(e); }
        }
    }
    static final Pair PAIR = new Pair();
    static int unseenCopy(int i) {
        PAIR.x = i;
        return PAIR.clone().x;
    }
    static int[] kept;
    static int keptCopy(int[] a) {
        kept = a.clone();
        return kept.length;
    }
    enum Color { RED, GREEN }
    static int values(int i) { return Color.values()[i & 1].ordinal(); }
    static int hash(Object o) { return o.hashCode() ^ System.identityHashCode(o); }
    static final int[] NUMBERS = new int[8];
    static final String[] TEXTS = { "one", "three", new String("one") };
    static int sum;

    public static void main(String[] args) {
        int s = 0;
        for (int i = 0; i < 20_000; i++) {
            s += countsOnly(i % 3);
            s += throwsHere(i) + throwsNew(i) + throwsInCallee(i) + callThrows(i) + throwsLocked(i);
            if (caller() == Hot.class) s++;
            s += same(TEXTS[i % 3], TEXTS[i * 7 % 3]);
            s += throwsIndex(i) + throwsNull(i % 3 == 0 ? null : "some");
            s += copies(NUMBERS, NUMBERS, i % 5) + hash(NUMBERS);
            s += unseenCopy(i) + keptCopy(NUMBERS) + values(i);
            s += varargs(i) + wide(WIDE, i) + lengthOfPart(i, i % 5) + topByte(i * 77_777) + lowByte(i);
            try {
                s += throwsOut(i);
            } catch (IllegalStateException e) {
                s--;
            }
        }
        System.out.println(s + sum);
    }
}
