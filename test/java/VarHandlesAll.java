// VarHandles: every access mode on fields, statics, arrays and byte views, for each type; unsupported modes, wrong types, alignment, coordinates.
import java.lang.invoke.*;
import java.nio.*;
import java.util.*;

public class VarHandlesAll {
    int i; long l; boolean z; byte b; short s; char c; float f; double d; String str; final int fin = 5;
    volatile int vol; static int si; static Object so = "so"; static volatile long sl;
    static final VarHandle I, L, Z, B, S, C, F, D, STR, FIN, VOL, SI, SO, SL;
    static {
        try {
            var k = MethodHandles.lookup(); Class<?> t = VarHandlesAll.class;
            I = k.findVarHandle(t, "i", int.class); L = k.findVarHandle(t, "l", long.class);
            Z = k.findVarHandle(t, "z", boolean.class); B = k.findVarHandle(t, "b", byte.class);
            S = k.findVarHandle(t, "s", short.class); C = k.findVarHandle(t, "c", char.class);
            F = k.findVarHandle(t, "f", float.class); D = k.findVarHandle(t, "d", double.class);
            STR = k.findVarHandle(t, "str", String.class); FIN = k.findVarHandle(t, "fin", int.class);
            VOL = k.findVarHandle(t, "vol", int.class); SI = k.findStaticVarHandle(t, "si", int.class);
            SO = k.findStaticVarHandle(t, "so", Object.class);
            SL = k.findStaticVarHandle(t, "sl", long.class);
        } catch (ReflectiveOperationException e) {
            throw new Error(e);
        }
    }
    interface Body { Object run() throws Throwable; }
    static void t(String n, Body b) {
        try {
            System.out.println(n + ": " + b.run());
        } catch (Throwable e) {
            System.out.println(n + ": " + e.getClass().getSimpleName() + (e.getMessage() == null ? "" : " " + e.getMessage()));
        }
    }

    public static void main(String[] args) {
        VarHandlesAll o = new VarHandlesAll();
        I.set(o, 1); I.setVolatile(o, (int) I.get(o) + 1); I.setOpaque(o, (int) I.getVolatile(o) + 1);
        I.setRelease(o, (int) I.getOpaque(o) + 1); System.out.println((int) I.getAcquire(o));
        System.out.println(I.compareAndSet(o, 4, 5) + " " + I.compareAndSet(o, 4, 6) + " " + (int) I.compareAndExchange(o, 5, 7) + " "
            + (int) I.compareAndExchange(o, 5, 8) + " " + (int) I.compareAndExchangeAcquire(o, 7, 9) + " "
            + (int) I.compareAndExchangeRelease(o, 9, 10) + " " + o.i);
        boolean w = false; for (int k = 0; k < 100 && !w; k++) w = I.weakCompareAndSet(o, 10, 11);
        boolean w2 = false; for (int k = 0; k < 100 && !w2; k++) w2 = I.weakCompareAndSetPlain(o, 11, 12);
        boolean w3 = false; for (int k = 0; k < 100 && !w3; k++) w3 = I.weakCompareAndSetAcquire(o, 12, 13) ;
        boolean w4 = false; for (int k = 0; k < 100 && !w4; k++) w4 = I.weakCompareAndSetRelease(o, 13, 14);
        System.out.println(w + " " + w2 + w3 + w4 + o.i);
        System.out.println((int) I.getAndSet(o, 20) + " " + (int) I.getAndSetAcquire(o, 21) + " " + (int) I.getAndSetRelease(o, 22) + " "
            + (int) I.getAndAdd(o, 5) + " " + (int) I.getAndAddAcquire(o, 5) + " " + (int) I.getAndAddRelease(o, -2) + " " + o.i);
        System.out.println((int) I.getAndBitwiseOr(o, 0x100) + " " + (int) I.getAndBitwiseOrAcquire(o, 1) + " "
            + (int) I.getAndBitwiseOrRelease(o, 2) + " " + (int) I.getAndBitwiseAnd(o, 0xff) + " "
            + (int) I.getAndBitwiseAndAcquire(o, 0xf0) + " " + (int) I.getAndBitwiseAndRelease(o, ~0) + " "
            + (int) I.getAndBitwiseXor(o, 0xff) + " " + (int) I.getAndBitwiseXorAcquire(o, 1) + " " + (int) I.getAndBitwiseXorRelease(o, 2)
            + " " + o.i);
        System.out.println((long) L.getAndAdd(o, 1L << 40) + " " + (long) L.getAndSet(o, -1L) + " " + L.compareAndSet(o, -1L, 1L << 33)
            + " " + (long) L.getAndBitwiseXor(o, 3L) + " " + (long) L.getVolatile(o));
        System.out.println((boolean) Z.getAndSet(o, true) + " " + Z.compareAndSet(o, true, false) + " "
            + (boolean) Z.getAndBitwiseOr(o, true) + " " + (boolean) Z.getAndBitwiseXor(o, true) + " " + (boolean) Z.get(o));
        System.out.println((byte) B.getAndAdd(o, (byte) 127) + " " + (byte) B.getAndAdd(o, (byte) 2) + " " + (byte) B.get(o) + " "
            + B.compareAndSet(o, (byte) -127, (byte) 1) + " " + o.b);
        System.out.println((short) S.getAndSet(o, (short) 300) + " " + S.compareAndSet(o, (short) 300, (short) -1) + " "
            + (short) S.getAndAdd(o, (short) 1) + " " + o.s);
        System.out.println((char) C.getAndSet(o, 'x') + "".length() + " " + C.compareAndSet(o, 'x', 'y') + " "
            + (char) C.getAndAdd(o, (char) 1) + o.c);
        System.out.println((float) F.getAndSet(o, 1.5f) + " " + (float) F.getAndAdd(o, 2f) + " " + F.compareAndSet(o, 3.5f, -0f) + " "
            + F.compareAndSet(o, 0f, 1f) + " " + o.f);
        System.out.println((double) D.getAndAdd(o, 0.5) + " " + D.compareAndSet(o, 0.5, Double.NaN) + " "
            + D.compareAndSet(o, Double.NaN, 2.0) + " " + o.d);
        System.out.println((String) STR.getAndSet(o, "a") + " " + STR.compareAndSet(o, "a", "b") + " "
            + (String) STR.compareAndExchange(o, "b", "c") + " " + STR.getVolatile(o));
        System.out.println((int) FIN.get(o) + " " + (int) VOL.getAndAdd(o, 3) + " " + (int) VOL.get(o));
        SI.set(9);
        System.out.println((int) SI.getAndAdd(1) + " " + si + " " + SO.getAndSet((Object) 5) + " " + so + " " + (long) SL.getAndAdd(7L)
            + " " + sl);
        t("set final", () -> { FIN.set(o, 1); return 0; }); t("add to String", () -> STR.getAndAdd(o, "x"));
        t("or of float", () -> (float) F.getAndBitwiseOr(o, 1f));
        t("wrong type", () -> { I.set(o, "x"); return 0; });
        t("widening set", () -> { L.set(o, 5); return o.l; }); t("get as Object", () -> (Object) I.get(o));
        t("get as long", () -> (long) I.get(o)); t("narrow get", () -> (short) I.get(o));
        t("null receiver", () -> (int) I.get((VarHandlesAll) null));
        t("wrong receiver", () -> (int) I.get((Object) "s")); t("too few", () -> (int) I.get());
        t("cce value", () -> { STR.set(o, (Object) 5); return 0; });
        t("exact", () -> { VarHandle e = L.withInvokeExactBehavior(); e.set(o, 5); return 0; });
        t("exact ok", () -> { VarHandle e = L.withInvokeExactBehavior(); e.set(o, 5L); return o.l; });
        VarHandle ia = MethodHandles.arrayElementVarHandle(int[].class), oa = MethodHandles.arrayElementVarHandle(String[].class),
            ba = MethodHandles.arrayElementVarHandle(byte[].class), da = MethodHandles.arrayElementVarHandle(double[].class);
        int[] ints = {1, 2, 3}; String[] strs = {"x", null}; byte[] bytes = new byte[16];
        System.out.println((int) ia.getAndAdd(ints, 1, 10) + " " + ia.compareAndSet(ints, 2, 3, 33) + " " + Arrays.toString(ints));
        System.out.println(oa.getAndSet(strs, 1, "y") + " " + oa.compareAndSet(strs, 0, "x", "z") + Arrays.toString(strs));
        t("bounds", () -> (int) ia.get(ints, 3)); t("negative", () -> (int) ia.getVolatile(ints, -1));
        t("null array", () -> (int) ia.get((int[]) null, 0));
        t("array store", () -> { Object[] x = new String[1]; MethodHandles.arrayElementVarHandle(Object[].class).set(x, 0,
            (Object) 5); return 0; });
        ba.getAndAdd(bytes, 3, (byte) 5);
        System.out.println(bytes[3] + " " + (double) da.getAndAdd(new double[] {1.5}, 0, 1.0));
        VarHandle le = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN),
            be = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN),
            bc = MethodHandles.byteArrayViewVarHandle(char[].class, ByteOrder.BIG_ENDIAN),
            bd = MethodHandles.byteArrayViewVarHandle(double[].class, ByteOrder.LITTLE_ENDIAN);
        le.set(bytes, 0, 0x01020304); be.set(bytes, 8, 0x1122334455667788L);
        System.out.println(Arrays.toString(bytes));
        System.out.println((int) le.get(bytes, 1) + " " + (long) be.get(bytes, 3) + " " + (int) (char) bc.get(bytes, 7) + " "
            + (double) bd.get(bytes, 5));
        t("view bounds", () -> (int) le.get(bytes, 13)); t("view negative", () -> (long) be.get(bytes, -1));
        t("view float add", () -> (double) bd.getAndAdd(bytes, 0, 1.0));
        t("byte view of bytes", () -> MethodHandles.byteArrayViewVarHandle(byte[].class, ByteOrder.BIG_ENDIAN));
        ByteBuffer direct = ByteBuffer.allocateDirect(64).order(ByteOrder.LITTLE_ENDIAN), heap = ByteBuffer.allocate(32);
        int al = direct.alignmentOffset(0, 8) == 0 ? 0 : 8 - direct.alignmentOffset(0, 8);
        VarHandle bbi = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN),
            bbl = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
        bbi.set(direct, al, 0x0A0B0C0D);
        System.out.println(direct.getInt(al) + " " + (int) bbi.getAndAdd(direct, al, 1) + " " + (int) bbi.getVolatile(direct, al) + " "
            + bbl.compareAndSet(direct, al + 8, 0L, 77L) + " " + (long) bbl.getVolatile(direct, al + 8));
        bbl.set(heap, 3, 1L << 50); System.out.println((long) bbl.get(heap, 3) + " " + heap.get(9));
        t("unaligned atomic", () -> (int) bbi.getVolatile(direct, al + 1));
        t("read only", () -> { bbi.set(heap.asReadOnlyBuffer(), 0, 1); return 0; });
        System.out.println(I.varType() + " " + I.coordinateTypes() + " " + ia.coordinateTypes() + " "
            + I.accessModeType(VarHandle.AccessMode.COMPARE_AND_SET) + " " + STR.isAccessModeSupported(VarHandle.AccessMode.GET_AND_ADD)
            + " " + D.isAccessModeSupported(VarHandle.AccessMode.GET_AND_ADD) + " " + FIN.isAccessModeSupported(VarHandle.AccessMode.SET)
            + " " + Z.isAccessModeSupported(VarHandle.AccessMode.GET_AND_BITWISE_AND));
        System.out.println(VarHandle.AccessMode.valueFromMethodName("getAndAdd") + " " + VarHandle.AccessMode.values().length);
        t("as method handle", () -> (int) I.toMethodHandle(VarHandle.AccessMode.GET_AND_ADD).invokeExact(o, 1) + " " + o.i);
        t("varHandleInvoker", () -> (int) MethodHandles.varHandleInvoker(VarHandle.AccessMode.GET,
            java.lang.invoke.MethodType.methodType(int.class, VarHandlesAll.class)).invoke(I, o));
        VarHandle.fullFence(); VarHandle.acquireFence(); VarHandle.releaseFence(); VarHandle.loadLoadFence();
        VarHandle.storeStoreFence();
        int before = o.i; for (int k = 0; k < 2000; k++) { I.getAndAdd(o, 1); ia.getAndAdd(ints, k % 3, 1); }
        System.out.println(o.i - before + " " + Arrays.toString(ints));
    }
}
