import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;

/** Calls that are taken in deep down: methods that are small but for their throws, unaligned accesses, guards that count, classes asked by handles. */
public class DeepSmallCalls {
    record Pair(int x, int y) { }

    record Named(String name, Object value) { }

    static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    static final VarHandle SHORTS = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.nativeOrder());
    static final MethodHandle GUARD, IS_STRING;

    static {
        try {
            MethodHandles.Lookup l = MethodHandles.lookup();
            MethodType t = MethodType.methodType(int.class, int.class);
            GUARD = MethodHandles.guardWithTest(l.findStatic(DeepSmallCalls.class, "even", t.changeReturnType(boolean.class)),
                l.findStatic(DeepSmallCalls.class, "half", t), l.findStatic(DeepSmallCalls.class, "triple", t));
            IS_STRING = l.findVirtual(Class.class, "isInstance", MethodType.methodType(boolean.class, Object.class)).bindTo(String.class);
        } catch (ReflectiveOperationException e) {
            throw new Error(e);
        }
    }

    static boolean even(int x) { return (x & 1) == 0; }

    static int half(int x) { return x / 2; }

    static int triple(int x) { return x * 3; }

    /** Small, apart from the message of its exception. */
    static int checked(int[] a, int i, String what) {
        if (a == null) throw new IllegalArgumentException("no array for " + what + " at " + i + ", which is needed to go on with this");
        if (i < 0 || i >= a.length) throw new IndexOutOfBoundsException(what + " " + i + " is not within " + a.length + ", nor is " + (i + 1));
        return a[i];
    }

    static int deep1(int[] a, int i) { return deep2(a, i + 1) + 1; }

    static int deep2(int[] a, int i) { return deep3(a, i - 2) ^ 2; }

    static int deep3(int[] a, int i) { return deep4(a, i + 1) * 3; }

    static int deep4(int[] a, int i) { return deep5(a, i) - 4; }

    static int deep5(int[] a, int i) { return checked(a, i, "five") + checked(a, i / 2, "half"); }

    static String deep(int[] a, int i) {
        try {
            return "" + deep1(a, i);
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            return e.getMessage();
        }
    }

    static long views(byte[] b, int at, long v) {
        LONGS.set(b, at, v);
        INTS.set(b, at + 3, (int) (v >> 7));
        SHORTS.set(b, at + 1, (short) v);
        return (long) LONGS.get(b, at) + (int) INTS.get(b, at + 2) * 3L + (short) SHORTS.get(b, at + 5);
    }

    static long buffer(ByteBuffer b, int at, long v) {
        b.putLong(at, v).putInt(at + 3, (int) v).putShort(at + 1, (short) (v >> 3)).putChar(at + 9, (char) v).putDouble(at + 13, v * 0.5);
        long s = b.getLong(at + 1) + b.getInt(at) + b.getShort(at + 5) + b.getChar(at + 7);
        return s + (long) b.getDouble(at + 13) + Float.floatToRawIntBits(b.getFloat(at + 2));
    }

    static String outside(ByteBuffer b, byte[] a, int at) {
        String s;
        try {
            s = "" + b.getLong(at);
        } catch (IndexOutOfBoundsException e) {
            s = "out of the buffer";
        }
        try {
            return s + (long) LONGS.get(a, at);
        } catch (IndexOutOfBoundsException e) {
            return s + " and of the array";
        }
    }

    public static void main(String[] args) throws Throwable {
        int[] a = { 5, 3, 8, 1, 9 };
        byte[] bytes = new byte[64];
        ByteBuffer[] buffers = { ByteBuffer.allocate(64), ByteBuffer.allocateDirect(64), ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN),
            ByteBuffer.allocateDirect(64).order(ByteOrder.LITTLE_ENDIAN) };
        Object[] all = { new Pair(1, 2), new Pair(1, 2), new Pair(2, 1), new Named("a", 1), new Named("a", 1), new Named("b", null), "text", null };
        long h = 0;
        for (int i = 0; i < 4000; i++) {
            h = h * 31 + deep(i % 97 == 0 ? null : a, i % 7 - 1).hashCode();
            h = h * 31 + views(bytes, i % 50, i * 0x123456789abcdefL);
            h = h * 31 + buffer(buffers[i & 3], i % 40, i * 0xfedcba987654321L);
            h = h * 31 + outside(buffers[i & 3], bytes, i % 70 - 3).hashCode();
            h = h * 31 + (int) GUARD.invokeExact(i);
            h = h * 31 + ((boolean) IS_STRING.invokeExact(all[i & 7]) ? 1 : 0);
            h = h * 31 + (Objects.equals(all[i & 7], all[i * 3 & 7]) ? 1 : 0) + Objects.hashCode(all[i & 7]);
            if (i % 800 == 0) System.out.println(i + " " + h + " " + all[i / 800] + " " + deep(a, i % 13));
        }
        System.out.println(h);
    }
}
