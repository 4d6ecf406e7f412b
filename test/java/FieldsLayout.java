// compile: -XDstringConcat=inline
// Fields of every type beside each other, in subclasses, shadowed names, statics in interfaces, default values, volatile and final.
public class FieldsLayout {
    static class A {
        byte b = 1; long l = 2; short s = 3; Object o = "A.o"; int i = 4; char c = 'c'; double d = 5.5;
        boolean z = true; float f = 6.5f; String name = "A"; static String st = "A.st";
    }
    static class B extends A { byte b2 = 7; String name = "B"; long l2 = 8; boolean z2; static String st = "B.st"; int b = 100; }
    static class C extends B {
        byte b3 = 9; Object name = 10; byte b4 = 11; short s2 = 12; int i2 = 13; double d2 = 14;
        String superName() { return super.name + ((A) this).name; }
    }
    static class Empty { }
    static class OneByte extends Empty { byte x = -1; }
    static class TwoByte extends OneByte { byte y = -2; }
    static class ThenLong extends TwoByte { long z = -3; byte w = -4; }
    static class Defaults { byte b; short s; char c; int i; long l; float f; double d; boolean z; Object o; int[] a; }
    interface K1 { int V = 1; } interface K2 extends K1 { int V = 2; } static class KC implements K2 { }
    static class Fin { final int x; final Object y; Fin(int v) { x = v; y = "y" + v; } }
    static volatile long vol; volatile double vd = 1; static int counter;
    static int next() { return ++counter; }
    int first = next(), second = next(); { third = next(); } int third; int fourth = next();

    public static void main(String[] args) {
        C c = new C();
        System.out.println(c.name + " " + ((B) c).name + " " + ((A) c).name + " " + c.superName() + " " + ((A) c).b + " " + c.b);
        System.out.println(c.b + " " + c.l + " " + c.s + " " + c.o + " " + c.i + " " + c.c + " " + c.d + " " + c.z + " " + c.f + " " + c.b2
            + " " + c.l2 + " " + c.z2 + " " + c.b3 + " " + c.b4 + " " + c.s2 + " " + c.i2 + " " + c.d2);
        // write each in turn with all bits set and check that no neighbour changed
        c.b3 = -1; ((A) c).b = -1; c.b4 = -1; c.s2 = -1; c.l = -1; c.b2 = -1;
        System.out.println(c.l2 + " " + c.i2 + " " + c.d2 + " " + c.z2 + " " + c.z + " " + c.s + " " + c.i + " " + c.c + " " + c.name + " " + c.o);
        c.d = Double.longBitsToDouble(-1L); c.f = Float.intBitsToFloat(-1); c.i = -1; c.c = 0xffff; c.z2 = true; c.s = -1;
        System.out.println(c.l + " " + c.i2 + " " + c.d2 + " " + c.l2 + " " + c.z + " " + ((A) c).name);
        ThenLong t = new ThenLong(); System.out.println(t.x + " " + t.y + " " + t.z + " " + t.w);
        Defaults z = new Defaults();
        System.out.println(z.b + " " + z.s + " " + (int) z.c + " " + z.i + " " + z.l + " " + z.f + " " + z.d + " " + z.z + " " + z.o + " "
            + z.a);
        System.out.println(A.st + " " + B.st + " " + C.st + " " + KC.V + " " + ((K1) new KC()).V);
        Fin f = new Fin(3); System.out.println(f.x + " " + f.y);
        vol = Long.MIN_VALUE; vol++; System.out.println(vol);
        FieldsLayout o = new FieldsLayout(); o.vd *= 2.5; System.out.println(o.first + " " + o.second + " " + o.third + " " + o.fourth + " " + o.vd);
        c.b += 1000; ((A) c).b += 1000; c.c++; c.s >>>= 1; c.l2 <<= 40; c.d2 /= 0;
        System.out.println(c.b + " " + ((A) c).b + " " + (int) c.c + " " + c.s + " " + c.l2 + " " + c.d2);
        int i = 0; int[] log = new int[3]; A[] arr = {new A(), new B()}; arr[i++].i += arr[i].i *= 3;
        System.out.println(arr[0].i + " " + arr[1].i + " " + i);
        A nul = null; System.out.println(nul.st); // static through null reads the class
    }
}
