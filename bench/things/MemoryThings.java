import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import sun.misc.Unsafe;

/** Unsafe and buffers. */
final class MemoryThings {
    static final Unsafe U;
    static final long OFFSET, REFERENCE;

    static final class Cell {
        int value;
        long wide;
        Object reference = "a";
    }

    static {
        try {
            Field f = Unsafe.class.getDeclaredField("theUnsafe");
            f.setAccessible(true);
            U = (Unsafe) f.get(null);
            OFFSET = U.objectFieldOffset(Cell.class.getDeclaredField("value"));
            REFERENCE = U.objectFieldOffset(Cell.class.getDeclaredField("reference"));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static void register() {
        Cell c = new Cell();
        long[] longs = new long[64];
        long memory = U.allocateMemory(1024);
        U.setMemory(memory, 1024, (byte) 3);
        Things.add("unsafe/getInt", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += U.getInt(c, OFFSET);
            return s - s;
        });
        Things.add("unsafe/putInt", n -> {
            for (int i = 0; i < n; i++) U.putInt(c, OFFSET, i);
            c.value = 0;
            return 0;
        });
        Things.add("unsafe/getIntVolatile", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += U.getIntVolatile(c, OFFSET);
            return s - s;
        });
        Things.add("unsafe/putOrderedInt", n -> {
            for (int i = 0; i < n; i++) U.putOrderedInt(c, OFFSET, i);
            return c.value = 0;
        });
        Things.add("unsafe/compareAndSwapInt", n -> {
            long s = 0;
            c.value = 0;
            for (int i = 0; i < n; i++) if (U.compareAndSwapInt(c, OFFSET, i, i + 1)) s++;
            c.value = 0;
            return s;
        });
        Things.add("unsafe/getAndAddInt", n -> {
            long s = 0;
            c.value = 0;
            for (int i = 0; i < n; i++) s += U.getAndAddInt(c, OFFSET, 1);
            c.value = 0;
            return s;
        });
        Things.add("unsafe/getObject", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) if (U.getObject(c, REFERENCE) != null) s++;
            return s;
        });
        Things.add("unsafe/putObject", n -> { for (int i = 0; i < n; i++) U.putObject(c, REFERENCE, "b"); return 1; });
        Things.add("unsafe/compareAndSwapObject", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) if (U.compareAndSwapObject(c, REFERENCE, c.reference, "c")) s++;
            return s;
        });
        Things.add("unsafe/array-long", n -> {
            long s = 0;
            long base = Unsafe.ARRAY_LONG_BASE_OFFSET;
            for (int i = 0; i < n; i++) {
                U.putLong(longs, base + (i & 63) * 8L, i);
                s += U.getLong(longs, base + (i + 1 & 63) * 8L);
            }
            return s - s;
        });
        Things.add("unsafe/off-heap-int", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += U.getInt(memory + (i & 63) * 4L);
            return s;
        });
        Things.add("unsafe/off-heap-put-long", n -> {
            for (int i = 0; i < n; i++) U.putLong(memory + 512 + (i & 31) * 8L, i);
            return 1;
        });
        Things.add("unsafe/copyMemory-32", n -> {
            for (int i = 0; i < n; i++) U.copyMemory(memory, memory + 512, 32);
            return 1;
        });
        Things.add("unsafe/allocateInstance", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += ((Cell) U.allocateInstance(Cell.class)).value;
            return s;
        });
        ByteBuffer heap = ByteBuffer.allocate(1024), direct = ByteBuffer.allocateDirect(1024);
        ByteBuffer little = ByteBuffer.allocate(1024).order(ByteOrder.LITTLE_ENDIAN);
        Things.add("buffer/heap-get-byte", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += heap.get(i & 1023);
            return s - s;
        });
        Things.add("buffer/heap-relative", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) { if (!heap.hasRemaining()) heap.clear(); s += heap.get(); }
            heap.clear();
            return s - s;
        });
        Things.add("buffer/heap-put-int", n -> {
            for (int i = 0; i < n; i++) heap.putInt((i & 255) * 4, i);
            return 1;
        });
        Things.add("buffer/heap-get-long-little", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += little.getLong((i & 63) * 8);
            return s;
        });
        Things.add("buffer/direct-get-byte", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += direct.get(i & 1023);
            return s - s;
        });
        Things.add("buffer/direct-get-int", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += direct.getInt((i & 255) * 4);
            return s - s;
        });
        Things.add("buffer/direct-put-long", n -> {
            for (int i = 0; i < n; i++) direct.putLong((i & 127) * 8, i);
            return 1;
        });
        IntBuffer view = ByteBuffer.allocateDirect(1024).order(ByteOrder.nativeOrder()).asIntBuffer();
        Things.add("buffer/view-int", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) { view.put(i & 255, i); s += view.get(i + 1 & 255); }
            return s - s;
        });
        LongBuffer wrapped = LongBuffer.wrap(longs);
        Things.add("buffer/wrapped-long", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += wrapped.get(i & 63);
            return s - s;
        });
        CharBuffer chars = CharBuffer.wrap("the quick brown fox");
        Things.add("buffer/chars", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += chars.charAt(i & 15);
            return s;
        });
        byte[] bulk = new byte[64];
        Things.add("buffer/bulk-get-64", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) { direct.position(0); direct.get(bulk); s += bulk[5]; }
            direct.clear();
            return s - s;
        });
        Things.add("buffer/slice-duplicate", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += heap.duplicate().limit(i & 63).remaining();
            return s;
        });
    }
}
