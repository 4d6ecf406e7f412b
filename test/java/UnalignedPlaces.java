// compile: --add-exports java.base/jdk.internal.misc=ALL-UNNAMED
// jvm: --add-exports java.base/jdk.internal.misc=ALL-UNNAMED
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import jdk.internal.misc.Unsafe;

/**
 * Numbers at addresses that are no multiple of their size, in hot code: by Unsafe, by views of arrays and by buffers. What was stored
 * by an offset is read as an element, and the other way round, in one loop, so that no load is taken for an earlier one's value. Each
 * answer is compared with one that is put together from single bytes.
 */
public class UnalignedPlaces {
    static final Unsafe U = Unsafe.getUnsafe();
    static final VarHandle LITTLE = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    static final VarHandle BIG = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    static final long BASE = Unsafe.ARRAY_BYTE_BASE_OFFSET;
    static int wrong;

    static class Box {
        byte[] bytes = new byte[64];
        long[] longs = new long[8];
        char[] chars = new char[16];
        boolean[] flags = new boolean[16];
        int field = 3;
    }

    static long bytewise(byte[] a, int at, int size) {
        long v = 0;
        for (int i = size; --i >= 0; ) v = v << 8 | a[at + i] & 255;
        return v;
    }

    static void same(String what, long wanted, long got) {
        if (wanted != got && wrong++ < 10) System.out.println(what + ": wanted " + wanted + " got " + got);
    }

    static long loads(byte[] a, int at) {
        return U.getLongUnaligned(a, BASE + at) * 31 + U.getIntUnaligned(a, BASE + at) * 7 + U.getShortUnaligned(a, BASE + at) * 3
            + U.getCharUnaligned(a, BASE + at);
    }

    static void stores(byte[] a, int at, long v) {
        U.putLongUnaligned(a, BASE + at, v);
        U.putIntUnaligned(a, BASE + at + 9, (int) (v >> 3));
        U.putShortUnaligned(a, BASE + at + 14, (short) (v >> 5));
        U.putCharUnaligned(a, BASE + at + 17, (char) (v >> 7));
    }

    /** The element is read before the store and after it, and so are fields and elements of other kinds. */
    static long around(Box b, int at, long v) {
        long h = b.bytes[at] + b.longs[1] + b.field + b.bytes.length;
        U.putLongUnaligned(b.bytes, BASE + at, v, (v & 1) == 0);
        h = h * 31 + b.bytes[at] + b.longs[1] + b.field + b.bytes.length;
        b.bytes[at + 1] = (byte) v;
        h = h * 31 + U.getIntUnaligned(b.bytes, BASE + at, (v & 2) == 0);
        U.putLong(b.longs, Unsafe.ARRAY_LONG_BASE_OFFSET + 8L, v);
        h = h * 31 + b.bytes[at] + b.longs[1] + b.field;
        U.putInt(b.longs, Unsafe.ARRAY_LONG_BASE_OFFSET + 12L, (int) v);
        h = h * 31 + b.bytes[at] + b.longs[1] + b.field;
        return h;
    }

    static long narrow(Box b, int at, int v) {
        long h = b.chars[at] + (b.flags[at] ? 1 : 0);
        U.putChar(b.chars, Unsafe.ARRAY_CHAR_BASE_OFFSET + 2L * at, (char) v);
        h = h * 31 + b.chars[at];
        U.putBoolean(b.flags, Unsafe.ARRAY_BOOLEAN_BASE_OFFSET + (long) at, (v & 1) == 1);
        h = h * 31 + b.chars[at] + (b.flags[at] ? 1 : 0);
        U.putShort(b.chars, Unsafe.ARRAY_CHAR_BASE_OFFSET + 2L * at, (short) (v + 1));
        return h * 31 + b.chars[at];
    }

    /** An array that only a cast tells to be one. */
    static long cast(Object o, int at, long v) {
        byte[] a = (byte[]) o;
        long h = a[at];
        U.putLongUnaligned(o, BASE + at, v);
        return h * 31 + a[at] + a[at + 7];
    }

    static long outside(Box b, long memory, int at, long v) {
        long h = b.field + b.bytes[at];
        U.putLongUnaligned(null, memory + at, v);
        h = h * 31 + b.field + b.bytes[at] + U.getIntUnaligned(null, memory + at);
        U.putIntUnaligned(null, memory + at + 2, (int) v);
        return h * 31 + U.getLongUnaligned(null, memory + at);
    }

    static long views(byte[] a, int at, long v) {
        LITTLE.set(a, at, v);
        BIG.set(a, at + 3, (int) v);
        return (long) LITTLE.get(a, at) * 31 + (int) BIG.get(a, at + 5);
    }

    static long buffer(ByteBuffer b, int at, long v) {
        b.putLong(at, v).putInt(at + 9, (int) v).putShort(at + 14, (short) v).putChar(at + 17, (char) v).putDouble(at + 20, v).putFloat(at + 29, v);
        long h = b.getLong(at) + b.getInt(at + 7) * 3 + b.getShort(at + 13) * 5 + b.getChar(at + 17) * 7 + (long) b.getDouble(at + 20);
        b.position(at);
        h = h * 31 + b.getLong() + b.getInt() + b.get();
        b.clear();
        return h * 31 + Float.floatToRawIntBits(b.getFloat(at + 29));
    }

    public static void main(String[] args) {
        Random r = new Random(27);
        byte[] a = new byte[64];
        Box b = new Box();
        long memory = U.allocateMemory(128);
        U.setMemory(memory, 128, (byte) 0);
        ByteBuffer[] buffers = { ByteBuffer.allocate(64), ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN), ByteBuffer.allocateDirect(64),
                                 ByteBuffer.allocateDirect(64).order(ByteOrder.LITTLE_ENDIAN) };
        long h = 0;
        for (int i = 0; i < 60_000; i++) {
            int at = i % 17;
            long v = r.nextLong();
            stores(a, at, v);
            same("long", v, bytewise(a, at, 8));
            same("int", (int) (v >> 3), (int) bytewise(a, at + 9, 4));
            same("short", (short) (v >> 5), (short) bytewise(a, at + 14, 2));
            same("char", (char) (v >> 7), (char) bytewise(a, at + 17, 2));
            long wanted = bytewise(a, at, 8) * 31 + (int) bytewise(a, at, 4) * 7 + (short) bytewise(a, at, 2) * 3 + (char) bytewise(a, at, 2);
            same("loads", wanted, loads(a, at));
            h = h * 31 + around(b, at, v);
            h = h * 31 + narrow(b, at & 15, (int) v);
            h = h * 31 + cast(a, at, v);
            h = h * 31 + outside(b, memory, at, v);
            h = h * 31 + views(a, at, v);
            h = h * 31 + buffer(buffers[i & 3], at, v);
            long w = i % 5 == 0 ? v >> 60 : r.nextLong(), high = Math.multiplyHigh(v, w);
            if (i % 16 == 0) same("high", BigInteger.valueOf(v).multiply(BigInteger.valueOf(w)).shiftRight(64).longValue(), high);
            h = h * 31 + high + Math.multiplyHigh(v, 10) + Math.multiplyHigh(Long.MIN_VALUE, w);
        }
        for (int i = 0; i < 30; i++) {
            try {
                h += buffer(buffers[i & 3], 40, i);
                System.out.println("no exception");
            } catch (IndexOutOfBoundsException e) { h++; }
            try {
                h += views(a, 60, i);
                System.out.println("no exception");
            } catch (IndexOutOfBoundsException e) { h++; }
        }
        System.out.println(h + " " + wrong);
    }
}
