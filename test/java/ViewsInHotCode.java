import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Numbers in arrays of bytes, by views and buffers, and elements by handles: accesses by offset within an array, which optimized
 * code moves, repeats and leaves out like those of elements. */
public class ViewsInHotCode {
    static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    static final VarHandle SHORTS = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    static final VarHandle DOUBLES = MethodHandles.byteArrayViewVarHandle(double[].class, ByteOrder.LITTLE_ENDIAN);
    static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(int[].class);

    static int x;

    static long sum(byte[] a) {
        long s = 0;
        for (int i = 0; i + 8 <= a.length; i++) s += (int) INTS.get(a, i) + (long) LONGS.get(a, i) + (short) SHORTS.get(a, i);
        return s;
    }
    /** Overlapping stores of several sizes, and loads of what they left. */
    static long mixed(byte[] a, int at, int v) {
        INTS.set(a, at, v);
        int before = (int) INTS.get(a, at);
        a[at + 1] = (byte) (v + 1);
        int after = (int) INTS.get(a, at);
        SHORTS.set(a, at + 2, (short) v);
        x = v;
        return before + 3L * after + 5L * (int) INTS.get(a, at) + a[at + 3];
    }
    static long same(byte[] a, int at, int n) {
        long s = 0;
        for (int k = 0; k < n; k++) {
            s += (int) INTS.get(a, at);
            x = k;
        }
        return s;
    }
    static int edge(byte[] a, int at) {
        try {
            return (int) INTS.get(a, at);
        } catch (IndexOutOfBoundsException e) {
            return -at;
        } catch (NullPointerException e) {
            return -1000;
        }
    }
    static double doubles(byte[] a, int at, double d) {
        DOUBLES.set(a, at, d);
        return (double) DOUBLES.get(a, at) * 2;
    }
    static long buffer(ByteBuffer b, int n) {
        long s = 0;
        for (int i = 0; i < n; i++) {
            b.putInt(i, i * 7);
            s += b.getInt(i) + b.getShort(i + 1) + b.getLong(i) + b.getChar(i);
        }
        return s;
    }
    static int elements(int[] a, int i) {
        ELEMENTS.set(a, i, i * 3);
        return (int) ELEMENTS.getOpaque(a, i) + (int) ELEMENTS.getAndAdd(a, i, 2) + (int) ELEMENTS.get(a, i);
    }

    public static void main(String[] args) {
        byte[] a = new byte[64];
        for (int i = 0; i < 64; i++) a[i] = (byte) (i * 37);
        int[] ints = new int[16];
        ByteBuffer heap = ByteBuffer.allocate(80), direct = ByteBuffer.allocateDirect(80), slice = heap.slice(3, 70).order(ByteOrder.LITTLE_ENDIAN);
        long t = 0;
        for (int i = 0; i < 30_000; i++) {
            t = t * 31 + sum(a) + mixed(a, i % 60, i * 77_777) + same(a, i % 61, i & 7);
            t = t * 31 + edge(i % 1000 == 999 ? null : a, i % 66 - 1) + elements(ints, i & 15);
            t = t * 31 + Double.doubleToLongBits(doubles(a, i % 57, i * 0.5));
            t = t * 31 + buffer(i % 3 == 0 ? heap : i % 3 == 1 ? direct : slice, i & 31);
            if (i % 6000 == 5999) System.out.println(t);
        }
    }
}
