// jvm: -Xbatch
// Exceptions that are caught in the method that throws them, or in one that the optimizer takes the throwing one into: handlers in order, of
// subclasses, of all; variables as they were at the throw; traces; monitors; loops that go on behind a handler; throws that leave as well.
import java.util.ArrayList;
import java.util.List;

public class CaughtWhereThrown {
    static class Light extends RuntimeException {
        final int code;
        Light(int code) { super("light " + code, null, false, false); this.code = code; }
    }
    static class Lighter extends Light { Lighter(int code) { super(code); } }
    static final Light ONE = new Light(1);
    static final Lighter TWO = new Lighter(2);
    static final Error ERROR = new Error("kept", null) { @Override public Throwable fillInStackTrace() { return this; } };
    static final Object lock = new Object();
    static int finals;

    static Throwable some(int i) {
        switch (i % 7) {
            case 0: return ONE;
            case 1: return TWO;
            case 2: return ERROR;
            case 3: return new Light(i);
            case 4: return new IllegalStateException("s");
            case 5: return new Exception("e");
            default: return null;
        }
    }
    static String order(int i) {
        String at = "start";
        try {
            at = "try";
            Throwable t = some(i);
            at = "made";
            throw t;
        } catch (Lighter e) {
            return at + " lighter " + e.code;
        } catch (Light e) {
            return at + " light " + (e.code == i ? "i" : "1");
        } catch (RuntimeException e) {
            return at + " runtime " + e.getClass().getSimpleName();
        } catch (Throwable e) {
            return at + " other " + e.getMessage();
        }
    }
    static int deep(int i) {
        if (i % 5 == 0) throw new Light(i);
        if (i % 5 == 1) throw TWO;
        return i;
    }
    static int middle(int i) {
        try {
            return deep(i) + 1;
        } catch (Lighter e) {
            return -e.code;
        } finally {
            finals++;
        }
    }
    static int outer(int i) {
        int n = i;
        try {
            n += middle(i);
            n += middle(i + 1);
            n += 1000;
        } catch (Light e) {
            n = n * 3 + e.code;
        }
        return n;
    }
    static synchronized int locked(int i) {
        if (i % 3 == 0) throw ONE;
        return i;
    }
    static int blocks(int i) {
        synchronized (lock) {
            if (i % 4 == 0) throw TWO;
            i++;
        }
        return i;
    }
    static int monitors(int i) {
        int n = 0;
        try {
            n += locked(i);
        } catch (Light e) {
            n -= Thread.holdsLock(CaughtWhereThrown.class) ? 1_000_000 : 1;
        }
        try {
            n += blocks(i);
        } catch (Light e) {
            n -= Thread.holdsLock(lock) ? 1_000_000 : 2;
        }
        synchronized (lock) {
            try {
                if (i % 5 == 0) throw ONE;
            } catch (Light e) {
                n += Thread.holdsLock(lock) ? 7 : 1_000_000;
            }
        }
        return n;
    }
    /* A loop that its own handler continues, and one that goes on only through its handler. */
    static long loops(int n) {
        long s = 0;
        for (int i = 0; i < n; i++) {
            try {
                if (i % 3 == 0) throw ONE;
                if (i % 3 == 1) continue;
                s += i;
            } catch (Light e) {
                s -= e.code;
                if (i == n - 1) break;
            }
        }
        int tries = 0;
        while (true) {
            try {
                if (++tries < n) throw tries % 2 == 0 ? ONE : TWO;
                return s + tries;
            } catch (Light e) {
                s += e.code;
            }
        }
    }
    /* The handler throws, and is in the range of another one, or of itself as a finally's is. */
    static int handlers(int i) {
        int n = 0;
        try {
            try {
                if (i % 2 == 0) throw ONE;
                n = 1;
            } catch (Light e) {
                n = 2;
                if (i % 4 == 0) throw new Light(40);
                n = 3;
            } finally {
                n += 10;
                if (i % 3 == 0) throw TWO;
            }
        } catch (Lighter e) {
            n += 100;
        } catch (Light e) {
            n += 200;
        }
        return n;
    }
    static int nothing(RuntimeException e, int i) {
        try {
            throw e;
        } catch (NullPointerException x) {
            return i;
        } catch (Light x) {
            return -i;
        }
    }
    static Object kept;
    static int escapes(int i) {
        Light made = null;
        try {
            made = new Light(i);
            throw made;
        } catch (Light e) {
            if (i % 1000 == 0) kept = e;
            return e == made ? e.code : -1;
        }
    }
    static String trace(int i) {
        try {
            fails(i);
            return "no";
        } catch (IllegalArgumentException e) {
            StackTraceElement[] t = e.getStackTrace();
            return e.getMessage() + " " + line(t[0]) + " " + line(t[1]) + " " + t[2].getMethodName();
        }
    }
    static String line(StackTraceElement e) { return e.getMethodName() + ":" + e.getLineNumber(); }
    static void fails(int i) {
        if (i >= 0) throw new IllegalArgumentException("n" + (i & 1));
    }
    /* Wide variables, floats and what is on the operand stack when it is thrown. */
    static double wide(int i, long l, double d) {
        float f = i;
        try {
            l += 3;
            d *= 2;
            f = f + odd(i) * 2;
            d += 1000;
        } catch (Light e) {
            l -= 1L << 40;
        }
        return l + d + f;
    }
    static int odd(int i) {
        if ((i & 1) != 0) throw ONE;
        return i;
    }

    public static void main(String[] args) {
        List<String> said = new ArrayList<>();
        long s = 0;
        for (int i = 0; i < 20_000; i++) {
            String o = order(i), t = trace(i);
            if (i % 2_500 < 7) said.add(o + ", " + t);
            s = s * 31 + o.hashCode() + t.hashCode();
            s = s * 31 + handlers(i) + monitors(i) + outer(i);
            try {
                s = s * 31 + middle(i);
            } catch (Light e) {
                s -= e.code;
            }
            s += nothing(i % 3 == 0 ? null : ONE, i) + escapes(i);
            s += Double.doubleToLongBits(wide(i, i * 7L, i / 3.0));
            if (i % 100 == 0) s += loops(i);
        }
        for (String line : said) System.out.println(line);
        System.out.println(s + " " + finals + " " + ((Light) kept).getMessage() + " " + Thread.holdsLock(lock) + Thread.holdsLock(CaughtWhereThrown.class));
    }
}
