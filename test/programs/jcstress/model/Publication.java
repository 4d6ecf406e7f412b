package model;

import java.lang.invoke.*;
import java.util.function.IntSupplier;
import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.*;

/** Objects that one thread makes and another one comes upon: 0: not yet there, 2: all of it is there, 1: some of it is not. */
public class Publication {
    static final VarHandle BOX;
    static {
        try { BOX = MethodHandles.lookup().findVarHandle(Shared.class, "box", Box.class); }
        catch (ReflectiveOperationException e) { throw new Error(e); }
    }

    static class Box {
        int a; long b; Object me; Box next;
        Box(int v) { a = v; b = -v; me = this; }
        boolean full() { return a == 1 && b == -1 && me == this; }
        /** Each field has its default value or what was stored. */
        boolean whole() { return (a == 0 || a == 1) && (b == 0 || b == -1) && (me == null || me == this); }
    }
    static final class Finals {
        final int a; final long b; final int[] c; final String s; final Box box;
        Finals(int v) { a = v; b = -v; c = new int[] {v, v + 1}; s = "text" + v; box = new Box(v); }
        boolean full() { return a == 1 && b == -1 && c.length == 2 && c[0] == 1 && c[1] == 2 && s.equals("text1") && box.full(); }
    }
    record Pair(int a, Object b) {}
    public static class Shared { Box box; }

    @JCStressTest @State @Outcome(id = {"0", "2"}, expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class FinalFields {
        Finals f;
        @Actor public void maker() { f = new Finals(1); }
        @Actor public void finder(I_Result r) { Finals f = this.f; r.r1 = f == null ? 0 : f.full() ? 2 : 1; }
    }

    @JCStressTest @State @Outcome(id = {"0", "2"}, expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class Records {
        Pair p;
        @Actor public void maker() { p = new Pair(1, "b"); }
        @Actor public void finder(I_Result r) { Pair p = this.p; r.r1 = p == null ? 0 : p.a() == 1 && p.b() == "b" ? 2 : 1; }
    }

    @JCStressTest @State @Outcome(id = {"0", "2"}, expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class Strings {
        String s; int n;
        @Actor public void maker() { s = "text of " + (n + 7); }
        @Actor public void finder(I_Result r) {
            String s = this.s;
            r.r1 = s == null ? 0 : s.equals("text of 7") && s.hashCode() == "text of 7".hashCode() ? 2 : 1;
        }
    }

    @JCStressTest @State @Outcome(id = {"0", "2"}, expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class Captured {
        IntSupplier s; int n;
        @Actor public void maker() { int v = n + 5; s = () -> v; }
        @Actor public void finder(I_Result r) { IntSupplier s = this.s; r.r1 = s == null ? 0 : s.getAsInt() == 5 ? 2 : 1; }
    }

    @JCStressTest @State @Outcome(id = {"0", "2"}, expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class Boxed {
        Object o; int n;
        @Actor public void maker() { o = n + 100_000; }
        @Actor public void finder(I_Result r) { Object o = this.o; r.r1 = o == null ? 0 : (Integer) o == 100_000 ? 2 : 1; }
    }

    /** Without any order fields may still have their default values, but nothing else, and the object has its class. */
    @JCStressTest @State @Outcome(id = {"0", "2"}, expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class PlainFields extends Shared {
        @Actor public void maker() { Box b = new Box(1); b.next = new Box(1); box = b; }
        @Actor public void finder(I_Result r) {
            Box b = box; Box n = b == null ? null : b.next;
            r.r1 = b == null ? 0 : b.whole() && b.getClass() == Box.class && (n == null || n.whole()) && b.hashCode() == System.identityHashCode(b) ? 2 : 1;
        }
    }

    @JCStressTest @State @Outcome(id = {"0", "2"}, expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class PlainArrays {
        long[] small, large; Object[] objects; int n;
        @Actor public void maker() { small = new long[n + 3]; large = new long[n + 300]; objects = new String[n + 5]; }
        @Actor public void finder(I_Result r) {
            long[] s = small, l = large; Object[] o = objects;
            boolean right = (s == null || s.length == 3 && s[0] == 0 && s[2] == 0) && (l == null || l.length == 300 && l[0] == 0 && l[299] == 0);
            r.r1 = right && (o == null || o.length == 5 && o[4] == null && o.getClass() == String[].class) ? 2 : 1;
        }
    }

    @JCStressTest @State @Outcome(id = {"0", "2"}, expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class Released extends Shared {
        @Actor public void maker() { Box b = new Box(1); b.next = new Box(1); BOX.setRelease((Shared) this, b); }
        @Actor public void finder(I_Result r) { Box b = (Box) BOX.getAcquire((Shared) this); r.r1 = b == null ? 0 : b.full() && b.next.full() ? 2 : 1; }
    }

    @JCStressTest @State @Outcome(id = {"0", "2"}, expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class Exchanged extends Shared {
        @Actor public void maker() { Box b = new Box(0); b.a = 1; b.b = -1; b.next = b; BOX.compareAndSet((Shared) this, (Box) null, b); }
        @Actor public void finder(I_Result r) { Box b = (Box) BOX.getAcquire((Shared) this); r.r1 = b == null ? 0 : b.full() && b.next == b ? 2 : 1; }
    }

    /** What is stored behind a fence is made before the fence. */
    @JCStressTest @State @Outcome(id = {"0", "2"}, expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class Fenced extends Shared {
        @Actor public void maker() { Box b = new Box(1); b.next = new Box(1); VarHandle.releaseFence(); BOX.setOpaque((Shared) this, b); }
        @Actor public void finder(I_Result r) {
            Box b = (Box) BOX.getOpaque((Shared) this); VarHandle.acquireFence();
            r.r1 = b == null ? 0 : b.full() && b.next.full() ? 2 : 1;
        }
    }

    /** An object that leaves its thread on one path alone. */
    @JCStressTest @State @Outcome(id = {"0", "2"}, expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class Sometimes {
        volatile Box box; int n;
        @Actor public void maker() { for (int i = 0; i < 4; i++) { Box b = new Box(i); b.next = new Box(i); if (i + n == 1) box = b; } }
        @Actor public void finder(I_Result r) { Box b = box; r.r1 = b == null ? 0 : b.full() && b.next.full() ? 2 : 1; }
    }

    @JCStressTest @State @Outcome(id = {"0", "2"}, expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class Elements {
        volatile int[] ints; volatile Object[] objects; int n;
        @Actor public void maker() { ints = new int[] {n + 1, n + 2, n + 3}; objects = new Object[] {this, "x", ints}; }
        @Actor public void finder(I_Result r) {
            Object[] o = objects; int[] i = ints;
            boolean right = (i == null || i[0] == 1 && i[1] == 2 && i[2] == 3) && (o == null || o[0] == this && o[1] == "x" && o[2] == i);
            r.r1 = right ? 2 : 1;
        }
    }

    /** Both threads come by the same object, and it is full. */
    @JCStressTest @State @Outcome(id = "3", expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class CheckedTwice {
        volatile Box box; Box first, second; boolean right1, right2;
        Box get() {
            Box b = box;
            if (b == null) synchronized (this) { b = box; if (b == null) box = b = new Box(1); }
            return b;
        }
        @Actor public void one() { first = get(); right1 = first.full(); }
        @Actor public void two() { second = get(); right2 = second.full(); }
        @Arbiter public void look(I_Result r) { r.r1 = (first == second ? 1 : 0) + (right1 && right2 ? 2 : 0); }
    }

    @JCStressTest @State @Outcome(id = "3", expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class Copied {
        final Box[] from = {new Box(1), new Box(1), new Box(1)}; volatile Box[] copy;
        @Actor public void maker() { copy = from.clone(); }
        @Actor public void finder(I_Result r) { Box[] c = copy; r.r1 = c == null || c.length == 3 && c[0].full() && c[2] == from[2] ? 3 : 1; }
    }
}
