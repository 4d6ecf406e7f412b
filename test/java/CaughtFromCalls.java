// jvm: -Xbatch
// Exceptions that a call throws and that its caller catches, in code that is hot: handlers in order, variables as they were at the call, nested
// finally blocks, rethrows, monitors, traces, loops, recursion, exceptions of natives, of the VM and of other threads, collections in between.
import java.util.ArrayList;
import java.util.List;

public class CaughtFromCalls {
    static class Light extends RuntimeException {
        final int code;
        Light(int code) { super("light " + code, null, false, false); this.code = code; }
    }
    static class Lighter extends Light { Lighter(int code) { super(code); } }
    static class Checked extends Exception { Checked(String s) { super(s); } }
    static final Light ONE = new Light(1);
    static final Lighter TWO = new Lighter(2);

    // So many receivers that a call of `run` is not taken in.
    interface Work { int run(int i) throws Exception; }
    static final Work[] works = {
        i -> i + 1,
        i -> { if (i % 3 == 0) throw ONE; return i + 2; },
        i -> { if (i % 5 == 0) throw TWO; return i + 3; },
        i -> { if (i % 7 == 0) throw new IllegalStateException("s" + i); return i + 4; },
        i -> { if (i % 11 == 0) throw new Checked("c" + i); return i + 5; },
        i -> Integer.parseInt(i % 4 == 0 ? "x" : "12"),
        i -> { if (i % 13 == 0) throw new AssertionError("a" + i); return i + 6; },
        i -> { Object o = i % 6 == 0 ? "s" : (Object) Integer.valueOf(i); return (Integer) o; },
        i -> new int[3][2][1][0].length + works(i).run(i),
    };
    static Work works(int i) { return works[i & 7]; }
    static int call(int i) throws Exception { return works[i * 7 % works.length].run(i); }

    static final Object lock = new Object(), other = new Object();
    static int finals, held;
    static long sum;

    static String order(int i) {
        String at = "start";
        int n = i;
        try {
            at = "try";
            n += works[i % 9].run(i);
            at = "again";
            n += works[(i + 4) % 9].run(i + 1);
            at = "done";
        } catch (Lighter e) {
            return at + " lighter " + e.code + n;
        } catch (Light e) {
            return at + " light " + e.code + n;
        } catch (NumberFormatException e) {
            return at + " number " + e.getMessage() + n;
        } catch (RuntimeException e) {
            return at + " runtime " + e.getClass().getSimpleName() + n;
        } catch (Throwable e) {
            return at + " other " + e.getMessage() + n;
        }
        return at + n;
    }
    // Variables of all types, written before and after the call, some only read by the handler.
    static double variables(int i, int[] numbers, String text) {
        int a = i * 3;
        long b = i * 5L + numbers.length;
        float c = i * 0.5f;
        double d = i * 0.25;
        Object kept = numbers, fresh = new int[] { i, a };
        String name = text + (i & 3);
        try {
            a += 7;
            b += works[i % 9].run(i);
            c += a;
            d += b;
            fresh = name;
            b += works[i % 5].run(i + 2);
            kept = null;
            a = -a;
        } catch (Exception e) {
            return a + b + c + d + (kept == numbers ? 1000 : 2000)
                + (fresh instanceof int[] f ? f[0] : ((String) fresh).length()) + numbers.length + name.length();
        } catch (Error e) {
            return a - b - c - d;
        }
        return a + b * 2 + c + d;
    }
    static int finallyBlocks(int i) {
        int n = 0;
        for (int k = 0; k < 6; k++) {
            try {
                try {
                    n += works[(i + k) % 9].run(i + k);
                    if (k == 4) continue;
                } finally {
                    finals++;
                    n += 3;
                    try {
                        n += works[(i + k + 1) % 9].run(i + k);
                    } catch (Light e) {
                        n -= e.code;
                    } finally {
                        n ^= 5;
                    }
                }
            } catch (Light e) {
                n += e.code * 100;
            } catch (Exception e) {
                n += 10_000;
                if (k == 3) break;
            } catch (Error e) {
                return n;
            }
        }
        return n;
    }
    static int level3(int i) throws Exception {
        try {
            return works[i % 9].run(i);
        } finally {
            finals += 1;
        }
    }
    static int level2(int i) throws Exception {
        int before = finals;
        try {
            return level3(i) + level3(i + 1);
        } catch (Light e) {
            throw e.code == 1 ? new Lighter(i) : e;
        } finally {
            finals += before & 1;
        }
    }
    static int level1(int i) {
        try {
            return level2(i);
        } catch (Lighter e) {
            return e.code;
        } catch (Exception e) {
            return -1;
        } catch (AssertionError e) {
            return -2;
        }
    }
    static int retry(int i) {
        int tries = 0;
        while (true) {
            try {
                int n = works[(i + tries) % 9].run(i + tries);
                return n + tries * 1000;
            } catch (Exception | Error e) {
                if (++tries == 5) return -tries;
            }
        }
    }
    // The handler of a loop inside a loop that goes on with another loop.
    static long loops(int i) {
        long n = 0;
        for (int k = 0; k < 4; k++) {
            int j = 0;
            try {
                for (; j < 5; j++) n += works[(i + j) % 9].run(i + j + k);
            } catch (Exception e) {
                for (; j < 5; j++) n += j;
            } catch (Error e) {
                n--;
            }
        }
        return n;
    }
    static int locked(int i) {
        int n = 0;
        try {
            synchronized (lock) {
                n++;
                synchronized (other) {
                    n += works[i % 9].run(i);
                }
                n += works[(i + 3) % 9].run(i);
            }
        } catch (Exception e) {
            n += 50;
        } catch (Error e) {
            n += 70;
        }
        if (Thread.holdsLock(lock) || Thread.holdsLock(other)) held++;
        return n;
    }
    static synchronized int lockedMethod(int i) {
        if (i % 3 == 0) throw ONE;
        return i;
    }
    static synchronized int lockedCall(int i) throws Exception { return works[i % 9].run(i); }
    static synchronized int lockedBoth(int i) {
        synchronized (lock) {
            if (i % 3 == 0) throw ONE;
        }
        return i;
    }
    static synchronized int lockedTwice(int i) { return lockedMethod(i) + 1; }
    static int lockedMethods(int i) {
        int n = 0;
        try {
            n += lockedMethod(i);
        } catch (Light e) {
            n++;
        }
        try {
            n += lockedCall(i);
        } catch (Exception | Error e) {
            n += 2;
        }
        try {
            n += lockedBoth(i);
        } catch (Light e) {
            n += 3;
        }
        try {
            n += lockedTwice(i);
        } catch (Light e) {
            n += 4;
        }
        if (Thread.holdsLock(CaughtFromCalls.class) || Thread.holdsLock(lock)) held++;
        return n;
    }
    static int blockInMethod(int i) {
        synchronized (lock) {
            if (i % 3 == 1) throw TWO;
            return i;
        }
    }
    static int throughBlock(int i) {
        try {
            return blockInMethod(i);
        } catch (Lighter e) {
            return Thread.holdsLock(lock) ? -1000 : -e.code;
        }
    }
    static int recursive(int depth, int i) {
        if (depth == 0) {
            if (i % 3 == 0) throw new Light(i);
            if (i % 3 == 1) throw TWO;
            return i;
        }
        try {
            return recursive(depth - 1, i) + 1;
        } catch (Lighter e) {
            if (depth == 3) return -e.code;
            throw e;
        } finally {
            finals++;
        }
    }
    static int recursions(int i) {
        try {
            return recursive(5, i);
        } catch (Light e) {
            return e.code;
        }
    }
    static String trace(int i) {
        try {
            return "" + traced(i);
        } catch (IllegalStateException e) {
            StringBuilder b = new StringBuilder(e.getMessage());
            for (StackTraceElement f : e.getStackTrace()) {
                String name = f.getMethodName();
                b.append(' ').append(name.startsWith("lambda") ? "lambda" : name).append(':').append(f.getLineNumber());
            }
            return b.toString();
        } catch (Exception e) {
            return "exception";
        }
    }
    static int traced(int i) throws Exception {
        return works[i % 4].run(i) +
            works[3].run(i + 1);
    }
    static int overflows(int i) {
        try {
            return endless(i);
        } catch (StackOverflowError e) {
            return 1;
        }
    }
    static int endless(int i) { return i == -1 ? 0 : endless(i + 1) + 1; }
    static int tooLarge(int i) {
        try {
            return new long[i % 2 == 0 ? Integer.MAX_VALUE : 3].length;
        } catch (OutOfMemoryError e) {
            return -1;
        }
    }
    static int unknown(int i) {
        try {
            Class.forName("no.such.Class" + (i & 1));
            return 0;
        } catch (ClassNotFoundException e) {
            return e.getMessage().length();
        }
    }
    // An object that only the handler reads, while much is made in between.
    static List<Object> waste = new ArrayList<>();
    static int collected(int i) {
        Object[] mine = { "mine" + i, new int[] { i } };
        try {
            waste.add(new byte[512]);
            if (waste.size() > 200) waste.clear();
            return works[i % 9].run(i);
        } catch (Exception e) {
            return ((String) mine[0]).length() + ((int[]) mine[1])[0];
        } catch (Error e) {
            return ((int[]) mine[1]).length;
        }
    }
    static class Late extends RuntimeException { Late() { super("late", null, false, false); } }
    static int late(int i) {
        try {
            if (i > 15_000 && i % 3 == 0) return lateWork(i);
            return works[0].run(i);
        } catch (Late e) {
            return -7;
        } catch (Exception e) {
            return -8;
        }
    }
    static int lateWork(int i) throws Exception {
        if (i % 2 == 0) throw new Late();
        return works[1].run(i);
    }

    static volatile boolean spinning;
    static int spin(int i) {
        spinning = true;
        return works(i & 1).hashCode() + i;
    }
    // Stopped again and again: wherever it is, the handler counts it.
    @SuppressWarnings("removal")
    static void stopped() throws Exception {
        int[] deaths = { 0 };
        boolean[] done = { false };
        Thread t = new Thread(() -> {
            long n = 0;
            for (int i = 0; deaths[0] < 3; i++) {
                try {
                    while (true) n += spin(i++);
                } catch (ThreadDeath e) {
                    deaths[0]++;
                    spinning = false;
                }
            }
            done[0] = true;
        });
        t.start();
        for (int i = 0; i < 3; i++) {
            while (!spinning || deaths[0] < i) Thread.onSpinWait();
            Thread.sleep(20);
            t.stop();
            while (deaths[0] == i) Thread.sleep(1);
        }
        t.join();
        System.out.println("stopped " + deaths[0] + " " + done[0]);
    }

    static long mix(long h, Object o) { return h * 31 + o.hashCode(); }
    public static void main(String[] args) throws Exception {
        long[] h = new long[16];
        int[] numbers = { 1, 2, 3 };
        for (int i = 0; i < 20_000; i++) {
            h[0] = mix(h[0], order(i));
            h[1] = mix(h[1], variables(i, numbers, "text"));
            h[2] = mix(h[2], finallyBlocks(i));
            h[3] = mix(h[3], level1(i));
            h[4] = mix(h[4], retry(i));
            h[5] = mix(h[5], loops(i));
            h[6] = mix(h[6], locked(i));
            h[7] = mix(h[7], lockedMethods(i));
            h[8] = mix(h[8], throughBlock(i));
            h[9] = mix(h[9], recursions(i));
            if (i % 10 == 0) h[10] = mix(h[10], trace(i));
            if (i % 500 == 0) h[11] = mix(h[11], overflows(0));
            if (i % 20 == 0) h[12] = mix(h[12], tooLarge(i) + unknown(i));
            h[13] = mix(h[13], collected(i));
            h[14] = mix(h[14], late(i));
            if (i % 4000 == 0) System.gc();
            if (i % 5000 == 3) System.out.println(order(i) + "; " + trace(i * 28));
        }
        for (long x : h) System.out.println(x);
        System.out.println(finals + " " + held);
        Thread t = new Thread(() -> { synchronized (lock) { synchronized (CaughtFromCalls.class) { System.out.println("free"); } } });
        t.start();
        t.join();
        stopped();
    }
}
