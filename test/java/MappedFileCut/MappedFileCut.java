// Accesses to a mapped file that was cut off: InternalError, or the values that the call promises; and a jar of the boot loader that goes away.
import java.io.*;
import java.nio.*;
import java.nio.channels.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.lang.invoke.*;
import jdk.internal.misc.Unsafe;

public class MappedFileCut {
    static final Unsafe U = Unsafe.getUnsafe();
    static final int SIZE = 65536;
    static final VarHandle INTS = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());
    static final long ADDRESS = U.objectFieldOffset(Buffer.class, "address");

    static final long LOCAL = U.allocateMemory(1000);

    /** Copies of a few bytes that are optimized code. */
    static Object copy(long from, long to, long n) { U.copyMemory(from, to, n); return n; }
    static Object copy40(long from, long to) { U.copyMemory(from, to, 40); return "copied"; }
    static void warmUp() {
        for (int i = 0; i < 20_000; i++) {
            copy(LOCAL, LOCAL + 100, i & 63);
            copy40(LOCAL, LOCAL + 100);
        }
    }

    interface Access { Object run(MappedByteBuffer b, long address) throws Exception; }

    /** The access, to pages that are there and to pages that are gone. HotSpot throws at the next poll: inside of this method. */
    static void check(String what, Access access) throws Exception {
        Path f = Files.createTempFile("argus", ".mapped");
        try (FileChannel c = FileChannel.open(f, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MappedByteBuffer b = c.map(FileChannel.MapMode.READ_WRITE, 0, SIZE);
            access.run(b, U.getLong(b, ADDRESS));
            b.clear();
            c.truncate(0);
            try {
                Object result = access.run(b, U.getLong(b, ADDRESS));
                System.out.println(what + ": " + result);
            } catch (InternalError | IOException e) {
                System.out.println(what + ": " + e);
            }
        }
        Files.delete(f);
    }

    static void buffers() throws Exception {
        check("get", (b, a) -> b.get(100));
        check("get short", (b, a) -> b.getShort(100));
        check("get char", (b, a) -> b.getChar(100));
        check("get int", (b, a) -> b.getInt(100));
        check("get long", (b, a) -> b.getLong(100));
        check("get float", (b, a) -> b.getFloat(100));
        check("get double", (b, a) -> b.getDouble(100));
        check("next", (b, a) -> b.get());
        check("put", (b, a) -> b.put(100, (byte) 1));
        check("put short", (b, a) -> b.putShort(100, (short) 1));
        check("put int", (b, a) -> b.putInt(100, 1));
        check("put long", (b, a) -> b.putLong(100, 1));
        check("put double", (b, a) -> b.putDouble(100, 1));
        check("get 3 bytes", (b, a) -> { byte[] x = new byte[3]; b.get(x); return x[0]; });
        check("get 1000 bytes", (b, a) -> { byte[] x = new byte[1000]; b.get(x); return x[0]; });
        check("get all bytes", (b, a) -> { byte[] x = new byte[SIZE]; b.get(x); return x[0]; });
        check("put 1000 bytes", (b, a) -> b.put(new byte[1000]).position());
        check("view", (b, a) -> b.asIntBuffer().get(3));
        check("longs", (b, a) -> { long[] x = new long[30]; b.order(ByteOrder.nativeOrder()).asLongBuffer().get(x); return x[3]; });
        check("swapped longs", (b, a) -> { long[] x = new long[30]; b.order(ByteOrder.BIG_ENDIAN).asLongBuffer().get(x); return x[3]; });
        check("compact", (b, a) -> b.position(5).compact().position());
        check("equals", (b, a) -> b.equals(ByteBuffer.allocate(SIZE)));
        check("mismatch", (b, a) -> b.mismatch(ByteBuffer.allocateDirect(SIZE)));
        check("hash", (b, a) -> b.hashCode());
        check("variable handle", (b, a) -> (int) INTS.get(b, 8));
        check("into another", (b, a) -> ByteBuffer.allocateDirect(SIZE).put(b).position());
        check("decode", (b, a) -> StandardCharsets.UTF_8.decode(b).length());
        check("load", (b, a) -> b.load().isDirect());
        check("force", (b, a) -> b.force().isDirect());
        check("write to a pipe", (b, a) -> {
            Pipe p = Pipe.open();
            return p.sink().write(b.limit(10));
        });
    }

    static void unsafe() throws Exception {
        check("Unsafe.getByte", (b, a) -> U.getByte(a));
        check("Unsafe.getChar", (b, a) -> U.getChar(a));
        check("Unsafe.getLong", (b, a) -> U.getLong(a));
        check("Unsafe.getAddress", (b, a) -> U.getAddress(a));
        check("Unsafe.putInt", (b, a) -> { U.putInt(a, 3); return "put"; });
        check("Unsafe.putFloat", (b, a) -> { U.putFloat(a, 3); return "put"; });
        check("Unsafe.getIntVolatile", (b, a) -> U.getIntVolatile(null, a));
        check("Unsafe.putLongVolatile", (b, a) -> { U.putLongVolatile(null, a, 3); return "put"; });
        check("Unsafe.copyMemory from", (b, a) -> { long m = U.allocateMemory(1000); U.copyMemory(a, m, 1000); U.freeMemory(m); return "copied"; });
        check("Unsafe.copyMemory to", (b, a) -> { long m = U.allocateMemory(1000); U.copyMemory(m, a, 999); U.freeMemory(m); return "copied"; });
        for (int n : new int[] { 1, 2, 3, 5, 8, 15, 16, 31, 32, 33, 64 }) {
            check("Unsafe.copyMemory from, " + n, (b, a) -> copy(a, LOCAL, n));
            check("Unsafe.copyMemory to, " + n, (b, a) -> copy(LOCAL, a, n));
        }
        check("Unsafe.copyMemory from, known length", (b, a) -> copy40(a, LOCAL));
        check("Unsafe.copyMemory to, known length", (b, a) -> copy40(LOCAL, a));
        check("Unsafe.copySwapMemory", (b, a) -> {
            long m = U.allocateMemory(800);
            U.copySwapMemory(null, m, null, a, 800, 8);
            U.freeMemory(m);
            return "copied";
        });
    }

    /** Where HotSpot 17 ends with a fatal error. */
    static void beyondHotSpot() throws Exception {
        check("Unsafe.compareAndSetInt", (b, a) -> U.compareAndSetInt(null, a, 0, 1));
        check("Unsafe.compareAndSetLong", (b, a) -> U.compareAndSetLong(null, a, 0, 1));
        check("Unsafe.compareAndExchangeInt", (b, a) -> U.compareAndExchangeInt(null, a, 0, 1));
        check("Unsafe.compareAndExchangeLong", (b, a) -> U.compareAndExchangeLong(null, a, 0, 1));
        check("Unsafe.compareAndSetShort", (b, a) -> U.compareAndSetShort(null, a, (short) 0, (short) 1));
        check("Unsafe.getAndAddInt", (b, a) -> U.getAndAddInt(null, a, 1));
        check("Unsafe.setMemory", (b, a) -> { U.setMemory(a, 1000, (byte) 1); return "set"; });
        check("Unsafe.setMemory, all", (b, a) -> { U.setMemory(a, SIZE, (byte) 1); return "set"; });
    }

    public static void main(String[] args) throws Exception {
        warmUp();
        for (int i = 0; i < 2; i++) {
            if (args[0].equals("beyond")) beyondHotSpot();
            else { buffers(); unsafe(); }
        }
        System.out.println("alive");
    }
}
