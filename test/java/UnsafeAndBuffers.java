// sun.misc.Unsafe (memory, offsets, compare-and-set, allocation without constructor, exceptions) and NIO buffers: views, orders,
// slices, bulk moves, bounds, read-only, duplicates.
import java.lang.reflect.Field;
import java.nio.*;
import java.util.*;
import sun.misc.Unsafe;

public class UnsafeAndBuffers {
    static final Unsafe U;
    static {
        try {
            Field f = Unsafe.class.getDeclaredField("theUnsafe"); f.setAccessible(true); U = (Unsafe) f.get(null);
        } catch (ReflectiveOperationException e) {
            throw new Error(e);
        }
    }
    int i = 5; long l = 6; Object o = "o"; byte b = 1; volatile int v; static int st = 8; double d = 1.5;
    boolean z; char c = 'c'; static Object so = "so";
    static class NoCtor { int x = 9; NoCtor() { throw new IllegalStateException("constructor ran"); } } static abstract class Abs { }
    interface Body { Object run() throws Throwable; }
    static void t(String n, Body b) {
        try {
            System.out.println(n + ": " + b.run());
        } catch (Throwable e) {
            System.out.println(n + ": " + e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }
    static long off(String n) throws Exception { return U.objectFieldOffset(UnsafeAndBuffers.class.getDeclaredField(n)); }

    public static void main(String[] args) throws Exception {
        UnsafeAndBuffers x = new UnsafeAndBuffers();
        long oi = off("i"), ol = off("l"), oo = off("o"), ob = off("b"), od = off("d"), oz = off("z"), oc = off("c");
        U.putInt(x, oi, 50); U.putLong(x, ol, -1L); U.putObject(x, oo, "new"); U.putByte(x, ob, (byte) -2);
        U.putDouble(x, od, 2.5); U.putBoolean(x, oz, true); U.putChar(x, oc, 'd');
        System.out.println(x.i + " " + x.l + " " + x.o + " " + x.b + " " + x.d + " " + x.z + " " + x.c + " " + U.getInt(x, oi) + " "
            + U.getObject(x, oo) + " " + U.getLongVolatile(x, ol) + " " + U.getObjectVolatile(x, oo));
        System.out.println(U.compareAndSwapInt(x, oi, 50, 51) + " " + U.compareAndSwapInt(x, oi, 50, 52) + " "
            + U.compareAndSwapLong(x, ol, -1, 7) + " " + U.compareAndSwapObject(x, oo, "new", "newer") + " " + U.getAndAddInt(x, oi, 9)
            + " " + U.getAndSetObject(x, oo, "last") + " " + U.getAndAddLong(x, ol, 1) + " " + x.i + x.l + x.o);
        U.putOrderedInt(x, oi, 3); U.putOrderedObject(x, oo, null); U.putIntVolatile(x, oi, 4);
        System.out.println(x.i + " " + x.o);
        Field sf = UnsafeAndBuffers.class.getDeclaredField("st"); Object base = U.staticFieldBase(sf);
        long so = U.staticFieldOffset(sf); U.putInt(base, so, 88);
        System.out.println(st + " " + U.getInt(base, so));
        Field sof = UnsafeAndBuffers.class.getDeclaredField("so");
        System.out.println(U.getObject(U.staticFieldBase(sof), U.staticFieldOffset(sof)));
        int[] ia = {1, 2, 3}; long ab = U.arrayBaseOffset(int[].class);
        int sc = U.arrayIndexScale(int[].class);
        System.out.println(sc + " " + U.arrayIndexScale(long[].class) + U.arrayIndexScale(byte[].class) + U.arrayIndexScale(boolean[].class)
            + U.arrayIndexScale(char[].class) + " " + U.getInt(ia, ab + 2L * sc) + " " + (ab % 4) + " " + U.addressSize() + " "
            + U.pageSize());
        Object[] oa = {"p", null};
        U.putObject(oa, U.arrayBaseOffset(Object[].class) + U.arrayIndexScale(Object[].class), "q");
        System.out.println(oa[1]);
        long m = U.allocateMemory(64); U.setMemory(m, 64, (byte) 0x11); U.putLong(m, 0x0102030405060708L);
        U.putInt(m + 8, -1);
        System.out.println(Long.toHexString(U.getLong(m)) + " " + U.getByte(m) + " " + U.getInt(m + 8) + " "
            + Integer.toHexString(U.getInt(m + 10)) + " " + U.getShort(m + 1));
        m = U.reallocateMemory(m, 128); System.out.println(U.getByte(m + 1));
        byte[] from = {9, 8, 7, 6}, to = new byte[4];
        U.copyMemory(from, U.arrayBaseOffset(byte[].class), null, m, 4);
        U.copyMemory(null, m, to, U.arrayBaseOffset(byte[].class) + 1, 3);
        System.out.println(Arrays.toString(to)); U.freeMemory(m);
        System.out.println(((NoCtor) U.allocateInstance(NoCtor.class)).x);
        t("abstract", () -> U.allocateInstance(Abs.class));
        t("throw", () -> { U.throwException(new java.io.IOException("sneaky")); return 0; });
        t("hidden field", () -> U.objectFieldOffset(U.getClass().getDeclaredField("theUnsafe")));
        U.fullFence(); U.loadFence(); U.storeFence(); Thread me = Thread.currentThread(); U.unpark(me);
        U.park(false, 0); U.park(false, 1_000_000); System.out.println("parked");
        U.ensureClassInitialized(NoCtor.class); System.out.println(U.shouldBeInitialized(NoCtor.class));
        for (ByteBuffer q : new ByteBuffer[] {ByteBuffer.allocate(64), ByteBuffer.allocateDirect(64),
            ByteBuffer.allocate(80).position(16).slice()}) {
            q.order(ByteOrder.BIG_ENDIAN).putInt(0x01020304).putLong(-2).putDouble(1.5).putFloat(2.5f).putChar('\u4e16').putShort((short) -3).put(new byte[] {7,
                8});
            q.flip();
            System.out.println(q + " " + q.getInt() + " " + q.getLong() + " " + q.getDouble() + " " + q.getFloat() + " " + (int) q.getChar()
                + " " + q.getShort() + " " + q.get() + q.get() + " " + q.hasRemaining());
            q.clear(); q.order(ByteOrder.LITTLE_ENDIAN); IntBuffer ib = q.asIntBuffer();
            ib.put(new int[] {10, 20, 30}); LongBuffer lb = q.asLongBuffer();
            System.out.println(q.getInt(4) + " " + lb.get(0) + " " + ib.get(2) + " " + ib + " " + q.asCharBuffer().get(0) + 0);
            ByteBuffer sl = q.position(4).limit(12).slice(); sl.put(0, (byte) 99);
            System.out.println(q.get(4) + " " + sl.capacity() + " " + q.duplicate().remaining() + " " + q.compact() + " "
                + q.equals(q.duplicate()) + " " + q.clear().mismatch(q.duplicate()) + " " + q.compareTo(q.duplicate()));
        }
        ByteBuffer ro = ByteBuffer.wrap(new byte[] {1, 2, 3}).asReadOnlyBuffer();
        t("read only", () -> ro.put((byte) 1)); t("no array", ro::array);
        t("overflow", () -> ByteBuffer.allocate(2).putInt(1));
        t("underflow", () -> ByteBuffer.allocateDirect(2).getInt());
        t("index", () -> ByteBuffer.allocate(2).get(2));
        t("bad limit", () -> ByteBuffer.allocate(2).limit(3));
        t("bad position", () -> ByteBuffer.allocateDirect(2).position(-1));
        t("bad mark", () -> ByteBuffer.allocate(2).reset()); t("negative", () -> ByteBuffer.allocate(-1));
        t("put itself", () -> { ByteBuffer s = ByteBuffer.allocate(2); return s.put(s); });
        CharBuffer cb = CharBuffer.wrap("hello world");
        System.out.println(cb.subSequence(2, 5) + " " + cb.chars().sum() + " " + cb.position(6) + " "
            + CharBuffer.allocate(3).put("abc").flip() + " " + cb.isReadOnly());
        DoubleBuffer db = ByteBuffer.allocateDirect(80).order(ByteOrder.nativeOrder()).asDoubleBuffer();
        for (int k = 0; k < 10; k++) db.put(k * 0.5); double[] dd = new double[4];
        db.flip().position(3).get(dd); System.out.println(Arrays.toString(dd));
        ByteBuffer big = ByteBuffer.allocateDirect(1 << 16); byte[] chunk = new byte[1000];
        Arrays.fill(chunk, (byte) 3); for (int k = 0; k < 65; k++) big.put(chunk); big.flip(); long s = 0;
        while (big.hasRemaining()) s += big.get(); System.out.println(s);
    }
}
