import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Methods of which 66-graphs.py says what the optimizer makes of them. Each is called often enough to be compiled. */
public class Hot {
    static final RuntimeException ONE = new IllegalStateException("one");
    static final class Other extends RuntimeException { }

    static final StringBuilder WIDE = new StringBuilder("\u0416\u0417\u0418");

    static final sun.misc.Unsafe PROGRAMS = programsUnsafe();
    static sun.misc.Unsafe programsUnsafe() {
        try {
            java.lang.reflect.Field f = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
            f.setAccessible(true);
            return (sun.misc.Unsafe) f.get(null);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
    static final String SENTENCE = "the quick brown fox", CYRILLIC = "\u0416\u0417\u0418 two";
    static String either(int i) { return i % 3 == 0 ? CYRILLIC : SENTENCE; }
    static int findsChar(String s, char c) { return s.indexOf(c) + s.indexOf('x'); }
    static int countsUnless(long x, int n) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            if (x == Long.MIN_VALUE) return -1;
            s += 3;
        }
        return s;
    }
    static double remainder(double x, float y) { return x % 0.7 + y % 3; }
    static final Reader READER = new Reader();
    static double square(double x) { return Math.pow(x, 2); }
    static void storesAt(byte[] a, long at, int i) { PROGRAMS.putInt(a, at + i, i); }
    static void storesBehind(byte[] a, int i) { PROGRAMS.putInt(a, sun.misc.Unsafe.ARRAY_BYTE_BASE_OFFSET + (i & 15), i); }
    static int waits(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            VarHandle.fullFence();
            s += i ^ s;
        }
        return s;
    }

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
    static int neverGrows(int n) {
        StringBuilder b = new StringBuilder("hello world");
        int s = 0;
        for (int i = 0; i < n; i++) { b.insert(5, "abc"); b.delete(5, 8); s += b.length(); }
        return s;
    }
    static char topByte(int x) { return (char) (x >>> 24 & 255); }
    static byte lowByte(int x) { return (byte) (x >> 3 & 255); }
    static Class<?> caller() { return MethodHandles.lookup().lookupClass(); }
    static int total(int... v) { int s = 0; for (int x : v) s += x; return s; }
    static int varargs(int i) { return total(i, i + 1, 3); }
    static char wide(StringBuilder b, int i) { return b.charAt(i % 3); }
    static boolean sameNumbers(int[] a, int[] b) { return java.util.Arrays.equals(a, b); }
    static final Class<?>[] CLASSES = { String.class, Object.class, Integer.class, Runnable.class };
    static Class<?> above(int i) { return CLASSES[i & 3].getSuperclass(); }
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
    interface Makes {
        static Pair pair(int i) {
            Pair p = new Pair();
            p.x = i;
            return p;
        }
    }
    static int madeInInterface(int i) { return Makes.pair(i).x; }
    /** Too long for a call, but one way runs. */
    static int oneOfWays(int kind, int i) {
        if (kind == 1) return i * 4 + (i >> 1) - (i ^ 78) + (i & 1001);
        if (kind == 2) return i * 5 + (i >> 2) - (i ^ 79) + (i & 1002);
        if (kind == 3) return i * 6 + (i >> 3) - (i ^ 80) + (i & 1003);
        if (kind == 4) return i * 7 + (i >> 4) - (i ^ 81) + (i & 1004);
        if (kind == 5) return i * 8 + (i >> 5) - (i ^ 82) + (i & 1005);
        if (kind == 6) return i * 9 + (i >> 6) - (i ^ 83) + (i & 1006);
        if (kind == 7) return i * 10 + (i >> 7) - (i ^ 84) + (i & 1007);
        if (kind == 8) return i * 11 + (i >> 8) - (i ^ 85) + (i & 1008);
        return i + 1;
    }
    static int[] kinds = { 8 };
    static int oneWay(int i) { return oneOfWays(kinds[0], i); }
    static int longer(int i) {
        int a = i * 3, b = a >> 2, c = b * 5 + a, d = c ^ b, e = d * 7 + c, f = e - d;
        return (a ^ b) + (c ^ d) + (e ^ f) + (a & d) + (b & e) + (c & f);
    }
    static int seldomCalls(int i) { return (i & 1023) == 0 ? longer(i) : i; }
    static int oftenCalls(int i) { return (i & 1) == 0 ? longer(i) : i; }
    static int lengthOfText(int i) { return "some".length() ^ i; }
    static int lengthOfTrimmed(int i) { return "  abc ".trim().length() ^ i; }
    static int lengthOfStripped(int i) { return " ab ".strip().length() ^ i; }
    /** Seventeen small methods, one below the other, as a lambda at the end of a chain of sinks. */
    static int deep(int i) { return deepA(i ^ 3) + i * 5; }
    static int deepA(int i) { return deepB(i ^ 3) + i * 5; }
    static int deepB(int i) { return deepC(i ^ 3) + i * 5; }
    static int deepC(int i) { return deepD(i ^ 3) + i * 5; }
    static int deepD(int i) { return deepE(i ^ 3) + i * 5; }
    static int deepE(int i) { return deepF(i ^ 3) + i * 5; }
    static int deepF(int i) { return deepG(i ^ 3) + i * 5; }
    static int deepG(int i) { return deepH(i ^ 3) + i * 5; }
    static int deepH(int i) { return deepI(i ^ 3) + i * 5; }
    static int deepI(int i) { return deepJ(i ^ 3) + i * 5; }
    static int deepJ(int i) { return deepK(i ^ 3) + i * 5; }
    static int deepK(int i) { return deepL(i ^ 3) + i * 5; }
    static int deepL(int i) { return deepM(i ^ 3) + i * 5; }
    static int deepM(int i) { return deepN(i ^ 3) + i * 5; }
    static int deepN(int i) { return deepO(i ^ 3) + i * 5; }
    static int deepO(int i) { return deepP(i ^ 3) + i * 5; }
    static int deepP(int i) { return deepQ(i ^ 3) + i * 5; }
    static int deepQ(int i) { return i / 3 + (i ^ 5) * 7; }
    static final int[] PLACES = { 5, 3, 1, 4, 2 };
    static final java.util.List<Integer> LIST = new java.util.ArrayList<>(java.util.List.of(5, 3, 1, 4, 2));
    /** The second loop has not been reached when code for the first one is made. */
    static int laterLoop(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) s += s ^ i;
        for (int i = 0; i < n; i++) s += LIST.get(i & 3);
        return s;
    }
    /** Ends where the iterator is at the list's size. */
    static int sumOfList(java.util.List<Integer> list) {
        int s = 0;
        for (int x : list) s += x;
        return s;
    }
    /** Most turns read the field. */
    static int mostRead(int n, Spot spot) {
        int s = 0;
        for (int i = 0; i < n; i++)
            if ((i & 3) != 0) s += spot.x() + i;
        return s;
    }
    static int masked(int n, int[] a) {
        int s = 0;
        for (int i = 0; i < n; i++) s += a[i & 3];
        return s;
    }
    static int placeOf(int[] a, int n, int x) {
        int i = 0;
        while (i < n) {
            if (a[i] == x) break;
            i++;
        }
        return i * 3;
    }
    static int[] kept;
    static int keptCopy(int[] a) {
        kept = a.clone();
        return kept.length;
    }
    enum Color { RED, GREEN }
    static int values(int i) { return Color.values()[i & 1].ordinal(); }
    static int hash(Object o) { return o.hashCode() ^ System.identityHashCode(o); }
    static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
    static final byte[] BYTES = new byte[64];
    static int inBytes(byte[] a, int i) { return (int) INTS.get(a, i); }
    static boolean sameClass(Object a, Object b) { return a != null && b != null && a.getClass() == b.getClass(); }
    static int castsTo(Object o) { return Number.class.cast(o).intValue(); }
    static boolean knownClasses(int i) { return Integer.class.getSuperclass() == Number.class && int[].class.getComponentType() == int.class; }
    static boolean assignable(Object o) { return Number.class.isAssignableFrom(o.getClass()); }
    static int countsByBox(int n) {
        Integer i = 0;
        while (i < n) i += 3;
        return i;
    }
    static Object keptBox;
    static int seldomBox(int i) {
        Integer box = i * 3;
        if ((i & 15) == 15) keptBox = box;
        return box + 1;
    }
    static int largerBox(int x, int y) {
        Integer a = x, b = y;
        Integer c = a > b ? a : b;
        return c + 1;
    }
    record Spot(int x, long y) {}
    static final Spot SPOT = new Spot(1, 2);
    static boolean equalSpots(Spot a, Spot b) { return a.equals(b); }
    static int letters(int i) {
        int s = 0;
        for (int k = 0; k < "text".length(); k++) s = s * 31 + "text".charAt(k);
        return s ^ i;
    }
    static int byFours(int[] a, int[] b) {
        int s = 0, k = 1;
        for (int i = 0; i < a.length; i += 4) {
            s += a[i + 3] * b[k];
            k += 2;
        }
        return s;
    }
    static long byLong(int[] a, int n) {
        long s = 0;
        for (long k = 0; k < n; k++) s += a[(int) k];
        return s;
    }
    static int reflective(int n) { return ((int[]) java.lang.reflect.Array.newInstance(int.class, n & 7)).length; }
    static int wideAndNot(String s, int n) {
        int h = 0;
        for (int i = 0; i < n; i++) h += s.charAt(i & 1);
        return h;
    }
    static int seldomSmall(Object o) { return o.hashCode() ^ 5; }
    static int literalHash(int i) { return "a literal of some length".hashCode() ^ i; }
    static int countsValues(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) s += Thread.State.values().length;
        return s;
    }
    static final class Steps {
        int at;
        boolean more() { return at < 6; }
        int next() { return at++; }
    }
    static int walks(int i) {
        int s = 0;
        for (Steps w = new Steps(); w.more();) s += w.next() ^ i;
        return s;
    }
    record Name(String text) {
        @Override public int hashCode() { return text.length(); }
    }
    /* The call in hashOf has met many classes; the elements' type says which one is meant here. */
    static int hashOf(Object o) { return o == null ? 0 : o.hashCode(); }
    static final Name[] NAMES = { new Name("a"), new Name("bcd"), new Name("") };
    static int hashOfElement(Name[] names, int i) { return hashOf(names[i]); }
    static boolean isOfType(Name[] names, int i) { return (Object) names[i] instanceof Record r && hashOf((Name) r) > 1; }
    static void storesOfType(String[] to, Name n) { to[0] = n.text; }
    static final String[] PLACE = new String[1];
    static final Object[] OTHERS = { 1, 2L, "text", 'c', 1.5, 2F, new Object[0], new Steps() };
    static final int[] NUMBERS = new int[8];
    static final String[] TEXTS = { "one", "three", new String("one") };
    static final byte[] TEXT = new byte[16];
    /* A number of variable length. Most runs of the first end at once, those of the second do not. */
    static int shortNumber(long v) {
        int at = 0;
        if ((v & -128) == 0) {
            TEXT[at] = (byte) v;
            return at + 1;
        }
        TEXT[at++] = (byte) (v | 128);
        v >>>= 7;
        if ((v & -128) == 0) {
            TEXT[at] = (byte) v;
            return at + 1;
        }
        TEXT[at++] = (byte) (v | 128);
        v >>>= 7;
        if ((v & -128) == 0) {
            TEXT[at] = (byte) v;
            return at + 1;
        }
        TEXT[at++] = (byte) (v | 128);
        v >>>= 7;
        if ((v & -128) == 0) {
            TEXT[at] = (byte) v;
            return at + 1;
        }
        TEXT[at++] = (byte) (v | 128);
        v >>>= 7;
        if ((v & -128) == 0) {
            TEXT[at] = (byte) v;
            return at + 1;
        }
        TEXT[at++] = (byte) (v | 128);
        v >>>= 7;
        if ((v & -128) == 0) {
            TEXT[at] = (byte) v;
            return at + 1;
        }
        TEXT[at++] = (byte) (v | 128);
        v >>>= 7;
        if ((v & -128) == 0) {
            TEXT[at] = (byte) v;
            return at + 1;
        }
        TEXT[at++] = (byte) (v | 128);
        v >>>= 7;
        TEXT[at] = (byte) v;
        return at + 1;
    }
    static int longNumber(long v) {
        int at = 0;
        if ((v & -128) == 0) {
            TEXT[at] = (byte) v;
            return at + 1;
        }
        TEXT[at++] = (byte) (v | 128);
        v >>>= 7;
        if ((v & -128) == 0) {
            TEXT[at] = (byte) v;
            return at + 1;
        }
        TEXT[at++] = (byte) (v | 128);
        v >>>= 7;
        if ((v & -128) == 0) {
            TEXT[at] = (byte) v;
            return at + 1;
        }
        TEXT[at++] = (byte) (v | 128);
        v >>>= 7;
        if ((v & -128) == 0) {
            TEXT[at] = (byte) v;
            return at + 1;
        }
        TEXT[at++] = (byte) (v | 128);
        v >>>= 7;
        if ((v & -128) == 0) {
            TEXT[at] = (byte) v;
            return at + 1;
        }
        TEXT[at++] = (byte) (v | 128);
        v >>>= 7;
        if ((v & -128) == 0) {
            TEXT[at] = (byte) v;
            return at + 1;
        }
        TEXT[at++] = (byte) (v | 128);
        v >>>= 7;
        if ((v & -128) == 0) {
            TEXT[at] = (byte) v;
            return at + 1;
        }
        TEXT[at++] = (byte) (v | 128);
        v >>>= 7;
        TEXT[at] = (byte) v;
        return at + 1;
    }
    static int putsShort(int i) { return shortNumber((i & 63) == 0 ? 1L << (i >> 6) : i & 127) ^ i; }
    static int putsLong(int i) { return longNumber((i & 63) == 0 ? 1L << (i >> 6) : -1L >>> (i & 7)) ^ i; }
    interface Shape { int corners(); }
    record Triangle() implements Shape { public int corners() { return 3; } }
    record Pentagon() implements Shape { public int corners() { return 5; } }
    static final Shape[] SHAPES = { new Triangle(), new Pentagon(), new Pentagon() };
    static int cornersOf(Shape s) { return s.corners() + 1; }
    static int handsOn(Shape s) { return cornersOf(s); }
    static int cornersOfSome(Shape s) { return s.corners() + 2; }
    static int everyFifth(Shape s, int i) { return i % 5 == 0 ? cornersOfSome(s) : i; }
    static int mixes(int x) {
        x = x * 31 + (x >>> 3) ^ 7;
        x = x * 33 + (x >>> 4) ^ 8;
        x = x * 35 + (x >>> 5) ^ 9;
        x = x * 37 + (x >>> 6) ^ 10;
        x = x * 39 + (x >>> 7) ^ 11;
        x = x * 41 + (x >>> 8) ^ 12;
        x = x * 43 + (x >>> 9) ^ 13;
        x = x * 45 + (x >>> 10) ^ 14;
        x = x * 47 + (x >>> 11) ^ 15;
        return x * 49 + (x >>> 12) ^ 16;
    }
    /** Too large to be inlined, and begins with tests of its argument. */
    static int mixesUnless(int x) {
        if (x == 0 || x == 2) return 7;
        for (int k = 0; k < x; k++) x = x * 31 + (x >>> 3) ^ k;
        x = x * 33 + (x >>> 4) ^ 8;
        x = x * 35 + (x >>> 5) ^ 9;
        x = x * 37 + (x >>> 6) ^ 10;
        x = x * 39 + (x >>> 7) ^ 11;
        x = x * 41 + (x >>> 8) ^ 12;
        x = x * 43 + (x >>> 9) ^ 13;
        x = x * 45 + (x >>> 10) ^ 14;
        x = x * 47 + (x >>> 11) ^ 15;
        x = x * 49 + (x >>> 12) ^ 16;
        x = x * 51 + (x >>> 13) ^ 17;
        x = x * 53 + (x >>> 14) ^ 18;
        x = x * 55 + (x >>> 15) ^ 19;
        return x * 57 + (x >>> 16) ^ 20;
    }
    static int oftenAtOnce(int i) { return mixesUnless(i % 5) + i; }
    /** Calls in one turn of five; the sum stays in a register. */
    static int seldomInLoop(int[] a, int n) {
        int s = 0;
        for (int i = 0; i < n; i++) s += a[i % 5] == 3 ? fullOfCode(s & 63) : a[i % 5] + (s >>> 1);
        return s;
    }
    static volatile int watched;
    /** The same; its test is of a field that is volatile. */
    static int mixesByVolatile(int x) {
        if (watched == 0) return 7;
        for (int k = 0; k < 3; k++) x = x * 31 + (x >>> 3) ^ k;
        return mixes(x) + mixes(x + 1) + mixes(x + 2) + mixes(x + 3) + mixes(x + 4) + mixes(x + 5) + mixes(x + 6) + mixes(x + 7)
            + mixes(x + 8) + mixes(x + 9) + mixes(x + 10) + mixes(x + 11) + mixes(x + 12) + mixes(x + 13) + mixes(x + 14) + mixes(x + 15);
    }
    static int oftenByVolatile(int i) {
        watched = i & 1;
        return mixesByVolatile(i);
    }
    /** The same; its test is of what it loads and keeps in a variable. */
    static int mixesByField(int x) {
        int c = counted;
        if (c < 2 && PLACES.length > c) return PLACES[c];
        for (int k = 0; k < 3; k++) x = x * 31 + (x >>> 3) ^ k;
        return mixes(x) + mixes(x + 1) + mixes(x + 2) + mixes(x + 3) + mixes(x + 4) + mixes(x + 5) + mixes(x + 6) + mixes(x + 7)
            + mixes(x + 8) + mixes(x + 9) + mixes(x + 10) + mixes(x + 11) + mixes(x + 12) + mixes(x + 13) + mixes(x + 14) + mixes(x + 15);
    }
    static int oftenByField(int i) {
        counted = i & 3;
        return mixesByField(i);
    }
    static int counted;
    static int least(int i) { return Math.min(i, counted); }
    static int getter(int i) { return Math.max(i, counted); }
    static int fullOfCode(int x) {
        for (int k = 0; k < x % 3; k++) x += k;
        x = mixes(x) + mixes(x + 1) + mixes(x + 2) + mixes(x + 3) + mixes(x + 4) + mixes(x + 5) + mixes(x + 6);
        x = mixes(x) + mixes(x + 1) + mixes(x + 2) + mixes(x + 3) + mixes(x + 4) + mixes(x + 5) + mixes(x + 6);
        x = mixes(x) + mixes(x + 1) + mixes(x + 2) + mixes(x + 3) + mixes(x + 4) + mixes(x + 5) + mixes(x + 6);
        x = getter(x) ^ getter(x + 1) ^ getter(x + 2) ^ getter(x + 3) ^ getter(x + 4) ^ getter(x + 5) ^ getter(x + 6) ^ getter(x + 7);
        x = getter(x) ^ getter(x + 1) ^ getter(x + 2) ^ getter(x + 3) ^ getter(x + 4) ^ getter(x + 5) ^ getter(x + 6) ^ getter(x + 7);
        return least(x);
    }
    /** Much is inlined before a tree of method handles, of which little is left. */
    static int equalWhereFull(int x, Spot s) {
        x = mixes(x) + mixes(x + 1) + mixes(x + 2) + mixes(x + 3) + mixes(x + 4) + mixes(x + 5) + mixes(x + 6);
        x = mixes(x) + mixes(x + 1) + mixes(x + 2) + mixes(x + 3) + mixes(x + 4) + mixes(x + 5) + mixes(x + 6);
        return s.equals(SPOT) ? x : 0;
    }
    static final class Cell {
        int value;
    }
    static final Cell CELL = new Cell();
    static final long VALUE = offsetOfValue();
    static long offsetOfValue() {
        try {
            return PROGRAMS.objectFieldOffset(Cell.class.getDeclaredField("value"));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
    static void storesLast(Cell p, int n) {
        for (int i = 0; i < n; i++) {
            PROGRAMS.putInt(p, VALUE, i);
            sum = i;
        }
    }
    static volatile Object lazy;
    /** Only the first call enters the monitor. */
    static Object lazily(Object what) {
        Object there = lazy;
        if (there != null) return there;
        synchronized (NUMBERS) {
            if (lazy == null) lazy = what;
            return lazy;
        }
    }
    static int sum;
    static final class Reader {
        int at;
    }
    static int readsOn(Reader r, int n) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            if (r.at > 100) r.at = i;
            s += r.at;
            r.at += 3;
        }
        return s;
    }

    record Tree(Object left, Object right) {
        static Object full(int height) {
            if (height == 0) return "leaf";
            Object a = full(height - 1), b = full(height - 1);
            return height % 3 == 0 ? new Tree(a, b) : height % 3 == 1 ? new Fork(a, b) : new Bough(a, b);
        }
    }
    record Fork(Object left, Object right) { }
    record Bough(Object left, Object right) { }
    static final Object TREE = Tree.full(6), SAME_TREE = Tree.full(6);
    static int equalTrees(int n) {
        int s = 0;
        for (int i = 0; i < n; i++)
            if (TREE.equals(SAME_TREE)) s++;
        return s;
    }
    /** More variables than registers: the values in between are used at once. */
    static long manyAlive(long[] a, int n) {
        long p = 1, q = 2, r = 3, s = 4, t = 5, u = 6, v = 7, w = 8, x = 9, y = 10, z = 11;
        for (int i = 0; i < n; i++) {
            long e = a[i & 3];
            p += (e ^ q) & (e ^ r);
            q += (p ^ s) & (p ^ t);
            r += (q ^ u) & (q ^ v);
            s += (r ^ w) & (r ^ x);
            t += (s ^ y) & (s ^ z);
            u += (t ^ p) & (t ^ q);
            v += (u ^ r) & (u ^ s);
            w += (v ^ t) & (v ^ u);
            x += (w ^ v) & (w ^ p);
            y += (x ^ q) & (x ^ r);
            z += (y ^ s) & (y ^ w);
        }
        return p + q + r + s + t + u + v + w + x + y + z;
    }
    static final long[] LONGS = {1, 22, 333, 4444};

    static final MethodHandle LONG_ONE = longOneHandle();
    static MethodHandle longOneHandle() {
        try {
            return MethodHandles.lookup().findStatic(Hot.class, "longOne", MethodType.methodType(int.class, int.class));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
    static int longOne(int n) { // too large to be inlined
        n = n * 3 ^ n >> 1; n = n * 4 ^ n >> 2; n = n * 5 ^ n >> 3; n = n * 6 ^ n >> 4; n = n * 7 ^ n >> 5; n = n * 8 ^ n >> 6;
        n = n * 7 ^ n >> 2; n = n * 8 ^ n >> 3; n = n * 9 ^ n >> 4; n = n * 10 ^ n >> 5; n = n * 11 ^ n >> 6; n = n * 12 ^ n >> 7;
        n = n * 11 ^ n >> 3; n = n * 12 ^ n >> 4; n = n * 13 ^ n >> 5; n = n * 14 ^ n >> 6; n = n * 15 ^ n >> 7; n = n * 16 ^ n >> 1;
        n = n * 15 ^ n >> 4; n = n * 16 ^ n >> 5; n = n * 17 ^ n >> 6; n = n * 18 ^ n >> 7; n = n * 19 ^ n >> 1; n = n * 20 ^ n >> 2;
        n = n * 19 ^ n >> 5; n = n * 20 ^ n >> 6; n = n * 21 ^ n >> 7; n = n * 22 ^ n >> 1; n = n * 23 ^ n >> 2; n = n * 24 ^ n >> 3;
        n = n * 23 ^ n >> 6; n = n * 24 ^ n >> 7; n = n * 25 ^ n >> 1; n = n * 26 ^ n >> 2; n = n * 27 ^ n >> 3; n = n * 28 ^ n >> 4;
        n = n * 27 ^ n >> 7; n = n * 28 ^ n >> 1; n = n * 29 ^ n >> 2; n = n * 30 ^ n >> 3; n = n * 31 ^ n >> 4; n = n * 32 ^ n >> 5;
        n = n * 31 ^ n >> 1; n = n * 32 ^ n >> 2; n = n * 33 ^ n >> 3; n = n * 34 ^ n >> 4; n = n * 35 ^ n >> 5; n = n * 36 ^ n >> 6;
        n = n * 35 ^ n >> 2; n = n * 36 ^ n >> 3; n = n * 37 ^ n >> 4; n = n * 38 ^ n >> 5; n = n * 39 ^ n >> 6; n = n * 40 ^ n >> 7;
        n = n * 39 ^ n >> 3; n = n * 40 ^ n >> 4; n = n * 41 ^ n >> 5; n = n * 42 ^ n >> 6; n = n * 43 ^ n >> 7; n = n * 44 ^ n >> 1;
        return n;
    }
    static int callsKnown(int n) throws Throwable { return (int) LONG_ONE.invokeExact(n) + 1; } // calls it, not a linker

    static int places(int row, int taken) { // values that live over the call are in memory, and in registers between calls
        int count = 0;
        for (int free = ~taken & 15; free != 0; free &= free - 1) {
            int bit = free & -free;
            count += row == 3 ? bit : places(row + 1, taken | bit);
        }
        return count;
    }

    public static void main(String[] args) throws Throwable {
        int s = 0;
        s += laterLoop(100_000) + laterLoop(100_000);
        for (int i = 0; i < 20_000; i++) {
            s += sumOfList(LIST) + mostRead(i & 7, SPOT) + masked(i & 7, PLACES);
            s += (int) manyAlive(LONGS, i & 15);
            s += countsOnly(i % 3) + readsOn(READER, i & 15);
            s += (int) (remainder(i, i) + square(i)) + waits(i & 15);
            s += findsChar(either(i), (char) i);
            s += countsUnless(i, i & 7);
            storesAt(BYTES, sun.misc.Unsafe.ARRAY_BYTE_BASE_OFFSET, i & 15);
            storesBehind(BYTES, i);
            s += throwsHere(i) + throwsNew(i) + throwsInCallee(i) + callThrows(i) + throwsLocked(i);
            if (caller() == Hot.class) s++;
            s += same(TEXTS[i % 3], TEXTS[i * 7 % 3]);
            s += sameClass(TEXTS[i % 3], i % 2 == 0 ? "one" : NUMBERS) & knownClasses(i) & assignable(i) ? 1 : 0;
            s += castsTo(i);
            s += inBytes(BYTES, i & 31);
            s += countsByBox(i & 255) + largerBox(i, i * 77 & 1023) + seldomBox(i) + walks(i) + reflective(i) + letters(i) + countsValues(i & 15);
            s += wideAndNot(i % 3 == 0 ? "\u0416\u0417" : "ab", i & 7) + literalHash(i);
            if (equalSpots(new Spot(i & 1, i & 2), SPOT)) s++;
            s += byLong(NUMBERS, i & 7) + byFours(NUMBERS, PLACES);
            s += throwsIndex(i) + throwsNull(i % 3 == 0 ? null : "some");
            s += copies(NUMBERS, NUMBERS, i % 5) + hash(NUMBERS);
            hashOf(OTHERS[i & 7]);
            s += seldomSmall(i % 16 == 0 ? (Object) i : SENTENCE);
            s += hashOfElement(NAMES, i % 3) + (isOfType(NAMES, i % 3) ? 1 : 0);
            storesOfType(PLACE, NAMES[i % 3]);
            s += putsShort(i) + putsLong(i);
            s += equalWhereFull(i, new Spot(i & 1, i & 2));
            s += fullOfCode(i) + oftenAtOnce(i) + oftenByField(i) + oftenByVolatile(i) + seldomInLoop(PLACES, i & 15);
            storesLast(CELL, i & 15);
            if (lazily(i) == NUMBERS) s++;
            s += handsOn(SHAPES[i % 3]) + everyFifth(SHAPES[i % 3], i);
            s += lengthOfTrimmed(i) + lengthOfStripped(i) + placeOf(PLACES, i % 6, i & 7);
            s += lengthOfText(i) + oneWay(i) + seldomCalls(i) + oftenCalls(i);
            s += deep(i);
            s += unseenCopy(i) + madeInInterface(i) + keptCopy(NUMBERS) + values(i);
            s += places(0, 0) + callsKnown(i) + varargs(i) + wide(WIDE, i) + lengthOfPart(i, i % 5) + topByte(i * 77_777) + lowByte(i) + neverGrows(i & 3);
            if (sameNumbers(NUMBERS, NUMBERS.clone()) && above(i) == null) s++;
            try {
                s += throwsOut(i);
            } catch (IllegalStateException e) {
                s--;
            }
        }
        s += equalTrees(10_000) + equalTrees(10_000); /* last: all records' handles share the profiles of their forms */
        System.out.println(s + sum);
    }
}
