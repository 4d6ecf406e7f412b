package model;

import java.lang.invoke.*;
import java.util.Arrays;
import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.*;

/** Neighbours in memory: what one thread writes does not touch what another one writes beside it; elements are copied whole. */
public class Pieces {
    @JCStressTest @State @Outcome(id = "12345678", expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class Fields {
        byte a, b; boolean c; short d; byte e; char f; byte g; boolean h;
        @Actor public void one() { a = 1; c = true; e = 5; g = 7; }
        @Actor public void two() { b = 2; d = 4; f = 6; h = true; }
        @Arbiter public void all(L_Result r) { r.r1 = "" + a + b + (c ? 3 : 0) + d + e + (int) f + g + (h ? 8 : 0); }
    }

    @JCStressTest @State @Outcome(id = "0", expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class EvenAndOdd {
        final byte[] a = new byte[67]; final short[] s = new short[67];
        void fill(int from) { for (int i = from; i < a.length; i += 2) { a[i] = (byte) (i + 1); s[i] = (short) (i + 1); } }
        @Actor public void one() { fill(0); }
        @Actor public void two() { fill(1); }
        @Arbiter public void all(I_Result r) { for (int i = 0; i < a.length; i++) if (a[i] != i + 1 || s[i] != i + 1) r.r1++; }
    }

    /** Ranges that meet at any byte: filled, by the library and by a loop. */
    @JCStressTest @State @Outcome(id = "0", expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class Filled {
        final byte[] a = new byte[71], b = new byte[71]; final char[] c = new char[71]; int cut = 7 + (hashCode() & 31);
        void fill(int from, int to, int v) {
            Arrays.fill(a, from, to, (byte) v); Arrays.fill(c, from, to, (char) v);
            for (int i = from; i < to; i++) b[i] = (byte) v;
        }
        @Actor public void one() { fill(0, cut, 1); }
        @Actor public void two() { fill(cut, 71, 2); }
        @Arbiter public void all(I_Result r) {
            for (int i = 0; i < 71; i++) { int v = i < cut ? 1 : 2; if (a[i] != v || b[i] != v || c[i] != v) r.r1++; }
        }
    }

    @JCStressTest @State @Outcome(id = "0", expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class Copied {
        static final byte[] FROM = new byte[71]; static final char[] CHARS = new char[71]; static final Object[] OBJECTS = new Object[71];
        static { for (int i = 0; i < 71; i++) { FROM[i] = (byte) (i + 1); CHARS[i] = (char) (i + 1); OBJECTS[i] = i; } }
        final byte[] a = new byte[71]; final char[] c = new char[71]; final Object[] o = new Object[71]; int cut = 7 + (hashCode() & 31);
        void copy(int from, int to) {
            System.arraycopy(FROM, from, a, from, to - from); System.arraycopy(CHARS, from, c, from, to - from);
            System.arraycopy(OBJECTS, from, o, from, to - from);
        }
        @Actor public void one() { copy(0, cut); }
        @Actor public void two() { copy(cut, 71); }
        @Arbiter public void all(I_Result r) { for (int i = 0; i < 71; i++) if (a[i] != i + 1 || c[i] != i + 1 || o[i] != OBJECTS[i]) r.r1++; }
    }

    /** An element that is copied while it is written is the old one or the new one; here and on HotSpot that goes for long, too. */
    @JCStressTest @State @Outcome(id = "0", expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class Whole {
        final long[] longs = new long[9]; final int[] ints = new int[9]; final char[] chars = new char[9]; final Object[] objects = new Object[9];
        @Actor public void writer() { for (int i = 0; i < 9; i++) { longs[i] = -1; ints[i] = -1; chars[i] = '\uffff'; objects[i] = this; } }
        @Actor public void reader(I_Result r) {
            long[] l = longs.clone(); int[] n = Arrays.copyOf(ints, 7); char[] c = Arrays.copyOfRange(chars, 1, 8); Object[] o = new Object[9];
            System.arraycopy(objects, 1, o, 0, 8);
            for (int i = 0; i < 7; i++) {
                if (l[i] != 0 && l[i] != -1 || n[i] != 0 && n[i] != -1 || c[i] != 0 && c[i] != '\uffff' || o[i] != null && o[i] != this) r.r1++;
            }
        }
    }

    @JCStressTest @State @Outcome(id = "0", expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class CopiedInto {
        static final long[] ONES = new long[9]; static final char[] CHARS = new char[9];
        static { Arrays.fill(ONES, -1); Arrays.fill(CHARS, '\uffff'); }
        final long[] longs = new long[9]; final char[] chars = new char[9];
        @Actor public void writer() { System.arraycopy(ONES, 0, longs, 0, 9); System.arraycopy(CHARS, 0, chars, 1, 8); }
        @Actor public void reader(I_Result r) {
            for (int i = 8; i >= 0; i--) { long l = longs[i]; char c = chars[i]; if (l != 0 && l != -1 || c != 0 && c != '\uffff') r.r1++; }
        }
    }

    /** A loop sees what another one writes in its order. */
    @JCStressTest @State @Outcome(id = "0", expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class Growing {
        static final VarHandle N;
        static {
            try { N = MethodHandles.lookup().findVarHandle(Growing.class, "n", int.class); }
            catch (ReflectiveOperationException e) { throw new Error(e); }
        }
        int n; volatile int m;
        @Actor public void writer() { for (int i = 1; i <= 16; i++) { N.setOpaque(this, i); m = i; } }
        @Actor public void reader(I_Result r) {
            int last = 0, lastM = 0;
            for (int i = 0; i < 16; i++) {
                int m = this.m, n = (int) N.getOpaque(this);
                if (n < last || m < lastM || n < m) r.r1++;
                last = n; lastM = m;
            }
        }
    }

    /** Plain writes in a loop are there before what is released behind it. */
    @JCStressTest @State @Outcome(id = "0", expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class LoopThenRelease {
        static final VarHandle READY;
        static {
            try { READY = MethodHandles.lookup().findVarHandle(LoopThenRelease.class, "ready", int.class); }
            catch (ReflectiveOperationException e) { throw new Error(e); }
        }
        final int[] a = new int[16]; int sum, ready;
        @Actor public void writer() { for (int i = 0; i < 16; i++) { a[i] = i + 1; sum += i; READY.setRelease(this, i + 1); } }
        @Actor public void reader(I_Result r) {
            for (int k = 0; k < 4; k++) {
                int n = (int) READY.getAcquire(this), s = sum;
                for (int i = 0; i < n; i++) if (a[i] != i + 1) r.r1++;
                if (s < n * (n - 1) / 2) r.r1 += 100;
            }
        }
    }
}
