// compile: --add-exports java.base/jdk.internal.misc=ALL-UNNAMED
// jvm: --add-exports java.base/jdk.internal.misc=ALL-UNNAMED
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import jdk.internal.misc.Unsafe;

/**
 * Accesses by base and offset in code that runs often: every kind, every order of memory, comparing, adding and swapping; on fields,
 * statics, elements and memory without an object, with offsets that are constant and ones that are not.
 */
public class UnsafeInHotCode {
    static final Unsafe U = Unsafe.getUnsafe();
    static final Object[] OBJECTS = { "a", 5, null, 7L };
    static final long MEMORY = U.allocateMemory(256);

    static class Cell {
        long before = -1, wide = -1, after = -1;
        Object reference = "a", next = "b";
        static long shared;
        static Object sharedReference;
    }

    static final long WIDE = U.objectFieldOffset(Cell.class, "wide"), REFERENCE = U.objectFieldOffset(Cell.class, "reference");

    static int which(Object o) {
        for (int i = 0; i < OBJECTS.length; i++) if (OBJECTS[i] == o) return i;
        return -1;
    }

    static long plainBoolean(Object o, long at, int n) {
        long h = 0;
        for (int i = 0; i < n; i++) {
            U.putBoolean(o, at, ((i * 77) & 1) == 0);
            h = h * 31 + (U.getBoolean(o, at) ? 1 : 0);
            U.putBooleanVolatile(o, at, ((i * 5 + 1) & 1) == 0);
            h = h * 31 + (U.getBooleanVolatile(o, at) ? 1 : 0);
            U.putBooleanRelease(o, at, ((i ^ 9) & 1) == 0);
            h = h * 31 + (U.getBooleanAcquire(o, at) ? 1 : 0);
            U.putBooleanOpaque(o, at, ((-i) & 1) == 0);
            h = h * 31 + (U.getBooleanOpaque(o, at) ? 1 : 0);
        }
        return h;
    }

    static long plainByte(Object o, long at, int n) {
        long h = 0;
        for (int i = 0; i < n; i++) {
            U.putByte(o, at, (byte) (i * 77));
            h = h * 31 + U.getByte(o, at);
            U.putByteVolatile(o, at, (byte) (i * 5 + 1));
            h = h * 31 + U.getByteVolatile(o, at);
            U.putByteRelease(o, at, (byte) (i ^ 9));
            h = h * 31 + U.getByteAcquire(o, at);
            U.putByteOpaque(o, at, (byte) (-i));
            h = h * 31 + U.getByteOpaque(o, at);
        }
        return h;
    }

    static long plainShort(Object o, long at, int n) {
        long h = 0;
        for (int i = 0; i < n; i++) {
            U.putShort(o, at, (short) (i * 77));
            h = h * 31 + U.getShort(o, at);
            U.putShortVolatile(o, at, (short) (i * 5 + 1));
            h = h * 31 + U.getShortVolatile(o, at);
            U.putShortRelease(o, at, (short) (i ^ 9));
            h = h * 31 + U.getShortAcquire(o, at);
            U.putShortOpaque(o, at, (short) (-i));
            h = h * 31 + U.getShortOpaque(o, at);
        }
        return h;
    }

    static long plainChar(Object o, long at, int n) {
        long h = 0;
        for (int i = 0; i < n; i++) {
            U.putChar(o, at, (char) (i * 77));
            h = h * 31 + U.getChar(o, at);
            U.putCharVolatile(o, at, (char) (i * 5 + 1));
            h = h * 31 + U.getCharVolatile(o, at);
            U.putCharRelease(o, at, (char) (i ^ 9));
            h = h * 31 + U.getCharAcquire(o, at);
            U.putCharOpaque(o, at, (char) (-i));
            h = h * 31 + U.getCharOpaque(o, at);
        }
        return h;
    }

    static long plainInt(Object o, long at, int n) {
        long h = 0;
        for (int i = 0; i < n; i++) {
            U.putInt(o, at, (int) (i * 77));
            h = h * 31 + U.getInt(o, at);
            U.putIntVolatile(o, at, (int) (i * 5 + 1));
            h = h * 31 + U.getIntVolatile(o, at);
            U.putIntRelease(o, at, (int) (i ^ 9));
            h = h * 31 + U.getIntAcquire(o, at);
            U.putIntOpaque(o, at, (int) (-i));
            h = h * 31 + U.getIntOpaque(o, at);
        }
        return h;
    }

    static long plainLong(Object o, long at, int n) {
        long h = 0;
        for (int i = 0; i < n; i++) {
            U.putLong(o, at, (long) (i * 77));
            h = h * 31 + U.getLong(o, at);
            U.putLongVolatile(o, at, (long) (i * 5 + 1));
            h = h * 31 + U.getLongVolatile(o, at);
            U.putLongRelease(o, at, (long) (i ^ 9));
            h = h * 31 + U.getLongAcquire(o, at);
            U.putLongOpaque(o, at, (long) (-i));
            h = h * 31 + U.getLongOpaque(o, at);
        }
        return h;
    }

    static long plainFloat(Object o, long at, int n) {
        long h = 0;
        for (int i = 0; i < n; i++) {
            U.putFloat(o, at, (float) (i * 77));
            h = h * 31 + Float.floatToRawIntBits(U.getFloat(o, at));
            U.putFloatVolatile(o, at, (float) (i * 5 + 1));
            h = h * 31 + Float.floatToRawIntBits(U.getFloatVolatile(o, at));
            U.putFloatRelease(o, at, (float) (i ^ 9));
            h = h * 31 + Float.floatToRawIntBits(U.getFloatAcquire(o, at));
            U.putFloatOpaque(o, at, (float) (-i));
            h = h * 31 + Float.floatToRawIntBits(U.getFloatOpaque(o, at));
        }
        return h;
    }

    static long plainDouble(Object o, long at, int n) {
        long h = 0;
        for (int i = 0; i < n; i++) {
            U.putDouble(o, at, (double) (i * 77));
            h = h * 31 + Double.doubleToRawLongBits(U.getDouble(o, at));
            U.putDoubleVolatile(o, at, (double) (i * 5 + 1));
            h = h * 31 + Double.doubleToRawLongBits(U.getDoubleVolatile(o, at));
            U.putDoubleRelease(o, at, (double) (i ^ 9));
            h = h * 31 + Double.doubleToRawLongBits(U.getDoubleAcquire(o, at));
            U.putDoubleOpaque(o, at, (double) (-i));
            h = h * 31 + Double.doubleToRawLongBits(U.getDoubleOpaque(o, at));
        }
        return h;
    }

    static long plainReference(Object o, long at, int n) {
        long h = 0;
        for (int i = 0; i < n; i++) {
            U.putReference(o, at, OBJECTS[(int) (i * 77) & 3]);
            h = h * 31 + which(U.getReference(o, at));
            U.putReferenceVolatile(o, at, OBJECTS[(int) (i * 5 + 1) & 3]);
            h = h * 31 + which(U.getReferenceVolatile(o, at));
            U.putReferenceRelease(o, at, OBJECTS[(int) (i ^ 9) & 3]);
            h = h * 31 + which(U.getReferenceAcquire(o, at));
            U.putReferenceOpaque(o, at, OBJECTS[(int) (-i) & 3]);
            h = h * 31 + which(U.getReferenceOpaque(o, at));
        }
        return h;
    }

    static long swapInt(Object o, long at, int n) {
        long h = 0;
        U.putInt(o, at, (int) (0));
        for (int i = 0; i < n; i++) {
            int now = U.getInt(o, at), next = (int) (i * 3 + 1), other = (int) (i + 2);
            if (U.compareAndSetInt(o, at, now, next)) h += 1;
            if (U.weakCompareAndSetInt(o, at, other, now)) h += 2;
            if (U.weakCompareAndSetIntAcquire(o, at, next, other)) h += 4;
            if (U.weakCompareAndSetIntPlain(o, at, now, next)) h += 8;
            h = h * 31 + U.compareAndExchangeInt(o, at, other, next);
            h = h * 31 + U.compareAndExchangeIntRelease(o, at, other, now);
            h = h * 31 + U.getAndSetInt(o, at, other);
            h = h * 31 + U.getAndSetIntAcquire(o, at, now);
            h = h * 31 + U.getAndAddInt(o, at, (int) (i * 7));
            h = h * 31 + U.getAndAddIntRelease(o, at, -3);
            h = h * 31 + U.getInt(o, at);
        }
        return h;
    }

    static long swapLong(Object o, long at, int n) {
        long h = 0;
        U.putLong(o, at, (long) (0));
        for (int i = 0; i < n; i++) {
            long now = U.getLong(o, at), next = (long) (i * 3 + 1), other = (long) (i + 2);
            if (U.compareAndSetLong(o, at, now, next)) h += 1;
            if (U.weakCompareAndSetLong(o, at, other, now)) h += 2;
            if (U.weakCompareAndSetLongAcquire(o, at, next, other)) h += 4;
            if (U.weakCompareAndSetLongPlain(o, at, now, next)) h += 8;
            h = h * 31 + U.compareAndExchangeLong(o, at, other, next);
            h = h * 31 + U.compareAndExchangeLongRelease(o, at, other, now);
            h = h * 31 + U.getAndSetLong(o, at, other);
            h = h * 31 + U.getAndSetLongAcquire(o, at, now);
            h = h * 31 + U.getAndAddLong(o, at, (long) (i * 7));
            h = h * 31 + U.getAndAddLongRelease(o, at, -3);
            h = h * 31 + U.getLong(o, at);
        }
        return h;
    }

    static long swapReference(Object o, long at, int n) {
        long h = 0;
        U.putReference(o, at, OBJECTS[(int) (0) & 3]);
        for (int i = 0; i < n; i++) {
            Object now = U.getReference(o, at), next = OBJECTS[(int) (i * 3 + 1) & 3], other = OBJECTS[(int) (i + 2) & 3];
            if (U.compareAndSetReference(o, at, now, next)) h += 1;
            if (U.weakCompareAndSetReference(o, at, other, now)) h += 2;
            if (U.weakCompareAndSetReferenceAcquire(o, at, next, other)) h += 4;
            if (U.weakCompareAndSetReferencePlain(o, at, now, next)) h += 8;
            h = h * 31 + which(U.compareAndExchangeReference(o, at, other, next));
            h = h * 31 + which(U.compareAndExchangeReferenceRelease(o, at, other, now));
            h = h * 31 + which(U.getAndSetReference(o, at, other));
            h = h * 31 + which(U.getAndSetReferenceAcquire(o, at, now));
            h = h * 31 + which(U.getReference(o, at));
        }
        return h;
    }

    /** Constant offsets, a receiver that is known. */
    static long constant(Cell c, int n) {
        long h = 0;
        for (int i = 0; i < n; i++) {
            U.putLong(c, WIDE, i);
            U.putReference(c, REFERENCE, OBJECTS[i & 3]);
            h += U.getAndAddLong(c, WIDE, 5) + which(U.getReferenceVolatile(c, REFERENCE)) + c.wide;
            if (U.compareAndSetReference(c, REFERENCE, OBJECTS[i & 3], c.next)) h += which(c.reference);
            U.putLong(null, MEMORY + 128, h);
            h ^= U.getLong(MEMORY + 128);
        }
        return h;
    }

    /** Loads stay on their side of stores that may be to the same place. */
    static long overlapping(long[] a, int n) {
        long h = 0, base = Unsafe.ARRAY_LONG_BASE_OFFSET;
        for (int i = 0; i < n; i++) {
            int k = i & 7;
            a[k] = i;
            U.putLong(a, base + 8L * (i * 5 & 7), -i);
            h = h * 31 + a[k];
            a[k] += U.getLong(a, base + 8L * k);
            h = h * 31 + U.getInt(a, base + 8L * k + 4);
        }
        return h;
    }

    static long fences(int[] a, int n) {
        long h = 0;
        for (int i = 0; i < n; i++) {
            a[0] = i;
            U.storeFence();
            a[1] = i + 1;
            U.fullFence();
            h += a[0];
            U.loadFence();
            h += a[1];
        }
        return h;
    }

    static long buffers(ByteBuffer b, int n) {
        long h = 0;
        for (int i = 0; i < n; i++) {
            b.putInt(i & 63, i).putLong((i & 31) + 64, i * 1_000_003L).putDouble(120, i).putChar(130, (char) i);
            h = h * 31 + b.getInt(i & 63) + b.getLong(64) + b.getShort(65) + (long) b.getDouble(120) + b.getChar(130) + b.get(i & 127);
        }
        return h;
    }

    /** A reference stored into nothing is refused in the same way as ever, and code that meets it goes on. */
    static int missing(int n) {
        int caught = 0;
        for (int i = 0; i < n; i++) {
            Cell c = i % 50 == 49 ? null : new Cell();
            try {
                if (c == null) throw new NullPointerException();
                U.putReference(c, REFERENCE, "x");
                if (c.reference != "x") return -1;
            } catch (NullPointerException e) {
                caught++;
            }
        }
        return caught;
    }

    interface Test {
        long run(Object o, long at, int n);
    }

    static void everywhere(String name, boolean reference, Test t) throws Exception {
        Cell c = new Cell();
        Object[] references = new Object[40];
        long[] longs = new long[40];
        Object statics = U.staticFieldBase(Cell.class.getDeclaredField(reference ? "sharedReference" : "shared"));
        long shared = U.staticFieldOffset(Cell.class.getDeclaredField(reference ? "sharedReference" : "shared"));
        long h = 0;
        for (int i = 0; i < 60; i++) {
            h = h * 31 + t.run(c, reference ? REFERENCE : WIDE, 40);
            h = h * 31 + t.run(statics, shared, 20);
            h = reference ? h * 31 + t.run(references, Unsafe.ARRAY_OBJECT_BASE_OFFSET + 4L * (i % 40), 20)
                          : h * 31 + t.run(longs, Unsafe.ARRAY_LONG_BASE_OFFSET + 8L * (i % 40), 20) + t.run(null, MEMORY + 8 * (i % 30), 20);
        }
        for (long x : longs) h = h * 31 + x;
        for (Object x : references) h = h * 31 + which(x);
        System.out.println(name + " " + h + " " + c.before + " " + c.after + " " + c.next);
    }

    public static void main(String[] args) throws Exception {
        everywhere("Boolean", false, UnsafeInHotCode::plainBoolean);
        everywhere("Byte", false, UnsafeInHotCode::plainByte);
        everywhere("Short", false, UnsafeInHotCode::plainShort);
        everywhere("Char", false, UnsafeInHotCode::plainChar);
        everywhere("Int", false, UnsafeInHotCode::plainInt);
        everywhere("Long", false, UnsafeInHotCode::plainLong);
        everywhere("Float", false, UnsafeInHotCode::plainFloat);
        everywhere("Double", false, UnsafeInHotCode::plainDouble);
        everywhere("Reference", true, UnsafeInHotCode::plainReference);
        everywhere("Int swapped", false, UnsafeInHotCode::swapInt);
        everywhere("Long swapped", false, UnsafeInHotCode::swapLong);
        everywhere("Reference swapped", true, UnsafeInHotCode::swapReference);
        long h = 0;
        long[] longs = new long[8];
        int[] ints = new int[2];
        ByteBuffer[] buffers = { ByteBuffer.allocate(256), ByteBuffer.allocateDirect(256), ByteBuffer.allocateDirect(256).order(ByteOrder.LITTLE_ENDIAN) };
        for (int i = 0; i < 60; i++) {
            h = h * 31 + constant(new Cell(), 50);
            h = h * 31 + overlapping(longs, 50);
            h = h * 31 + fences(ints, 50);
            h = h * 31 + buffers(buffers[i % 3], 50);
            h = h * 31 + missing(100);
        }
        System.out.println(h);
    }
}
