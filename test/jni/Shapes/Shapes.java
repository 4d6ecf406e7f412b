import java.util.Random;

/** Native methods of many shapes, static and not, called until they are hot, with collections and exceptions in them. Both sides hash what they were given. */
public class Shapes {
    static native long last();
    static native void trouble(int every, int kind); // each so many calls: 1 a collection, 2 an exception, 3 both
    static int wrong, thrown;
    static void same(int shape, long got, long want) {
        if (got != want && wrong++ < 20) System.out.println("shape " + shape + ": " + got + ", want " + want);
    }
    static void sameObject(int shape, Object got, Object want) {
        if (got != want && wrong++ < 20) System.out.println("shape " + shape + ": another object");
    }
    static int length(Object o) { return o == null ? -1 : ((String) o).length(); }
    static Object object(Random r) { return r.nextInt(4) == 0 ? null : "x".repeat(r.nextInt(50)); }
    static void collect() { System.gc(); }

    native void m0();
    static native boolean m1(double a0, double a1, double a2, double a3, double a4, double a5, double a6, double a7);
    static native byte m2(double a0, double a1, double a2, double a3, double a4, double a5, double a6, double a7, double a8);
    native char m3(long a0, long a1, long a2, long a3);
    static native short m4(long a0, long a1, long a2, long a3, long a4);
    static synchronized native int m5(long a0, Object a1, long a2, Object a3, long a4, Object a5, long a6, Object a7, long a8, Object a9);
    native long m6(float a0, float a1, float a2, float a3, float a4, float a5, float a6, float a7, float a8, float a9);
    static native float m7(Object a0, Object a1, Object a2, Object a3, Object a4, Object a5, Object a6, Object a7, Object a8, Object a9,
            Object a10, Object a11);
    static native double m8(int a0, double a1, int a2, double a3, int a4, double a5, int a6, double a7, int a8, double a9, int a10,
            double a11, int a12, double a13, int a14, double a15, int a16, double a17);
    native Object m9(boolean a0, byte a1, char a2, short a3, int a4, long a5, float a6, double a7, Object a8, boolean a9, byte a10,
            char a11, short a12, int a13, long a14, float a15, double a16, Object a17);
    static native void m10(Object a0, Object a1, Object a2, Object a3, double a4, double a5, double a6, double a7, double a8, double a9,
            double a10, double a11, double a12, Object a13, Object a14, Object a15, Object a16);
    static native boolean m11(float a0, double a1, float a2, double a3, float a4, double a5, float a6, double a7, float a8, double a9,
            float a10, double a11, int a12, long a13, Object a14, Object a15);
    native byte m12(float a0, int a1, long a2, int a3, char a4, Object a5, int a6, byte a7, boolean a8);
    static native char m13(float a0, float a1, int a2, Object a3);
    static native short m14(long a0, float a1, char a2, Object a3, boolean a4, char a5, short a6, char a7, Object a8, Object a9, short a10,
            long a11, Object a12);
    native int m15(byte a0, int a1);
    static synchronized native long m16(byte a0, Object a1, double a2, char a3, float a4, Object a5, long a6);
    static native float m17(float a0);
    native double m18(boolean a0, long a1, boolean a2, double a3, long a4, boolean a5);
    static native Object m19(float a0, short a1, byte a2, Object a3, short a4, short a5, Object a6, long a7, boolean a8, int a9, byte a10,
            int a11, short a12, Object a13);
    static native void m20(Object a0, char a1, int a2, int a3, long a4, long a5, char a6, long a7, byte a8);
    native boolean m21(int a0, long a1, boolean a2, boolean a3, long a4, boolean a5, double a6, int a7, double a8, boolean a9);
    static native byte m22(short a0, int a1, int a2, byte a3, double a4, boolean a5, Object a6, char a7, float a8, double a9, float a10, char a11);
    static native char m23(int a0, char a1, byte a2, short a3);
    native short m24(Object a0);
    static native int m25(long a0, long a1, boolean a2, char a3, float a4);
    static native long m26(int a0, int a1);
    synchronized native float m27(float a0, double a1, byte a2, Object a3, byte a4, Object a5, short a6, short a7, Object a8, int a9, char a10);
    static native double m28(int a0, boolean a1, double a2, float a3, double a4, short a5, Object a6, float a7, Object a8, double a9,
            byte a10, double a11, short a12);
    static native Object m29(double a0, long a1, short a2, long a3);
    native void m30(boolean a0, Object a1, float a2, boolean a3, long a4, char a5, Object a6, short a7, long a8, long a9);
    static native boolean m31(short a0, int a1, float a2);
    static native byte m32(double a0, byte a1, Object a2, byte a3, Object a4, boolean a5);
    native char m33(Object a0, char a1, double a2, double a3);
    static native short m34(Object a0, char a1, Object a2, Object a3, double a4, double a5, boolean a6, int a7);
    static native int m35(char a0, boolean a1, double a2, long a3, long a4);

    static void c0(Shapes self, Random r) {
        long h = 7;
        self.m0();
        same(0, last(), h);
    }
    static void c1(Shapes self, Random r) {
        double a0 = r.nextDouble() - 0.5;
        double a1 = r.nextDouble() - 0.5;
        double a2 = r.nextDouble() - 0.5;
        double a3 = r.nextDouble() - 0.5;
        double a4 = r.nextDouble() - 0.5;
        double a5 = r.nextDouble() - 0.5;
        double a6 = r.nextDouble() - 0.5;
        double a7 = r.nextDouble() - 0.5;
        long h = 7;
        h = h * 31 + Double.doubleToRawLongBits(a0);
        h = h * 31 + Double.doubleToRawLongBits(a1);
        h = h * 31 + Double.doubleToRawLongBits(a2);
        h = h * 31 + Double.doubleToRawLongBits(a3);
        h = h * 31 + Double.doubleToRawLongBits(a4);
        h = h * 31 + Double.doubleToRawLongBits(a5);
        h = h * 31 + Double.doubleToRawLongBits(a6);
        h = h * 31 + Double.doubleToRawLongBits(a7);
        same(1, Shapes.m1(a0, a1, a2, a3, a4, a5, a6, a7) ? 1 : 0, h & 1);
    }
    static void c2(Shapes self, Random r) {
        double a0 = r.nextDouble() - 0.5;
        double a1 = r.nextDouble() - 0.5;
        double a2 = r.nextDouble() - 0.5;
        double a3 = r.nextDouble() - 0.5;
        double a4 = r.nextDouble() - 0.5;
        double a5 = r.nextDouble() - 0.5;
        double a6 = r.nextDouble() - 0.5;
        double a7 = r.nextDouble() - 0.5;
        double a8 = r.nextDouble() - 0.5;
        long h = 7;
        h = h * 31 + Double.doubleToRawLongBits(a0);
        h = h * 31 + Double.doubleToRawLongBits(a1);
        h = h * 31 + Double.doubleToRawLongBits(a2);
        h = h * 31 + Double.doubleToRawLongBits(a3);
        h = h * 31 + Double.doubleToRawLongBits(a4);
        h = h * 31 + Double.doubleToRawLongBits(a5);
        h = h * 31 + Double.doubleToRawLongBits(a6);
        h = h * 31 + Double.doubleToRawLongBits(a7);
        h = h * 31 + Double.doubleToRawLongBits(a8);
        same(2, Shapes.m2(a0, a1, a2, a3, a4, a5, a6, a7, a8), (byte) h);
    }
    static void c3(Shapes self, Random r) {
        long a0 = r.nextLong();
        long a1 = r.nextLong();
        long a2 = r.nextLong();
        long a3 = r.nextLong();
        long h = 7;
        h = h * 31 + a0;
        h = h * 31 + a1;
        h = h * 31 + a2;
        h = h * 31 + a3;
        same(3, self.m3(a0, a1, a2, a3), (char) h);
    }
    static void c4(Shapes self, Random r) {
        long a0 = r.nextLong();
        long a1 = r.nextLong();
        long a2 = r.nextLong();
        long a3 = r.nextLong();
        long a4 = r.nextLong();
        long h = 7;
        h = h * 31 + a0;
        h = h * 31 + a1;
        h = h * 31 + a2;
        h = h * 31 + a3;
        h = h * 31 + a4;
        same(4, Shapes.m4(a0, a1, a2, a3, a4), (short) h);
    }
    static void c5(Shapes self, Random r) {
        long a0 = r.nextLong();
        Object a1 = object(r);
        long a2 = r.nextLong();
        Object a3 = object(r);
        long a4 = r.nextLong();
        Object a5 = object(r);
        long a6 = r.nextLong();
        Object a7 = object(r);
        long a8 = r.nextLong();
        Object a9 = object(r);
        long h = 7;
        h = h * 31 + a0;
        h = h * 31 + length(a1);
        h = h * 31 + a2;
        h = h * 31 + length(a3);
        h = h * 31 + a4;
        h = h * 31 + length(a5);
        h = h * 31 + a6;
        h = h * 31 + length(a7);
        h = h * 31 + a8;
        h = h * 31 + length(a9);
        same(5, Shapes.m5(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9), (int) h);
    }
    static void c6(Shapes self, Random r) {
        float a0 = r.nextFloat() - 0.5f;
        float a1 = r.nextFloat() - 0.5f;
        float a2 = r.nextFloat() - 0.5f;
        float a3 = r.nextFloat() - 0.5f;
        float a4 = r.nextFloat() - 0.5f;
        float a5 = r.nextFloat() - 0.5f;
        float a6 = r.nextFloat() - 0.5f;
        float a7 = r.nextFloat() - 0.5f;
        float a8 = r.nextFloat() - 0.5f;
        float a9 = r.nextFloat() - 0.5f;
        long h = 7;
        h = h * 31 + Float.floatToRawIntBits(a0);
        h = h * 31 + Float.floatToRawIntBits(a1);
        h = h * 31 + Float.floatToRawIntBits(a2);
        h = h * 31 + Float.floatToRawIntBits(a3);
        h = h * 31 + Float.floatToRawIntBits(a4);
        h = h * 31 + Float.floatToRawIntBits(a5);
        h = h * 31 + Float.floatToRawIntBits(a6);
        h = h * 31 + Float.floatToRawIntBits(a7);
        h = h * 31 + Float.floatToRawIntBits(a8);
        h = h * 31 + Float.floatToRawIntBits(a9);
        same(6, self.m6(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9), h);
    }
    static void c7(Shapes self, Random r) {
        Object a0 = object(r);
        Object a1 = object(r);
        Object a2 = object(r);
        Object a3 = object(r);
        Object a4 = object(r);
        Object a5 = object(r);
        Object a6 = object(r);
        Object a7 = object(r);
        Object a8 = object(r);
        Object a9 = object(r);
        Object a10 = object(r);
        Object a11 = object(r);
        long h = 7;
        h = h * 31 + length(a0);
        h = h * 31 + length(a1);
        h = h * 31 + length(a2);
        h = h * 31 + length(a3);
        h = h * 31 + length(a4);
        h = h * 31 + length(a5);
        h = h * 31 + length(a6);
        h = h * 31 + length(a7);
        h = h * 31 + length(a8);
        h = h * 31 + length(a9);
        h = h * 31 + length(a10);
        h = h * 31 + length(a11);
        same(7, Float.floatToRawIntBits(Shapes.m7(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11)), Float.floatToRawIntBits((float) h));
    }
    static void c8(Shapes self, Random r) {
        int a0 = r.nextInt();
        double a1 = r.nextDouble() - 0.5;
        int a2 = r.nextInt();
        double a3 = r.nextDouble() - 0.5;
        int a4 = r.nextInt();
        double a5 = r.nextDouble() - 0.5;
        int a6 = r.nextInt();
        double a7 = r.nextDouble() - 0.5;
        int a8 = r.nextInt();
        double a9 = r.nextDouble() - 0.5;
        int a10 = r.nextInt();
        double a11 = r.nextDouble() - 0.5;
        int a12 = r.nextInt();
        double a13 = r.nextDouble() - 0.5;
        int a14 = r.nextInt();
        double a15 = r.nextDouble() - 0.5;
        int a16 = r.nextInt();
        double a17 = r.nextDouble() - 0.5;
        long h = 7;
        h = h * 31 + a0;
        h = h * 31 + Double.doubleToRawLongBits(a1);
        h = h * 31 + a2;
        h = h * 31 + Double.doubleToRawLongBits(a3);
        h = h * 31 + a4;
        h = h * 31 + Double.doubleToRawLongBits(a5);
        h = h * 31 + a6;
        h = h * 31 + Double.doubleToRawLongBits(a7);
        h = h * 31 + a8;
        h = h * 31 + Double.doubleToRawLongBits(a9);
        h = h * 31 + a10;
        h = h * 31 + Double.doubleToRawLongBits(a11);
        h = h * 31 + a12;
        h = h * 31 + Double.doubleToRawLongBits(a13);
        h = h * 31 + a14;
        h = h * 31 + Double.doubleToRawLongBits(a15);
        h = h * 31 + a16;
        h = h * 31 + Double.doubleToRawLongBits(a17);
        same(8, Double.doubleToRawLongBits(Shapes.m8(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17)),
                Double.doubleToRawLongBits((double) h));
    }
    static void c9(Shapes self, Random r) {
        boolean a0 = r.nextBoolean();
        byte a1 = (byte) r.nextInt();
        char a2 = (char) r.nextInt();
        short a3 = (short) r.nextInt();
        int a4 = r.nextInt();
        long a5 = r.nextLong();
        float a6 = r.nextFloat() - 0.5f;
        double a7 = r.nextDouble() - 0.5;
        Object a8 = object(r);
        boolean a9 = r.nextBoolean();
        byte a10 = (byte) r.nextInt();
        char a11 = (char) r.nextInt();
        short a12 = (short) r.nextInt();
        int a13 = r.nextInt();
        long a14 = r.nextLong();
        float a15 = r.nextFloat() - 0.5f;
        double a16 = r.nextDouble() - 0.5;
        Object a17 = object(r);
        long h = 7;
        h = h * 31 + (a0 ? 1 : 2);
        h = h * 31 + a1;
        h = h * 31 + a2;
        h = h * 31 + a3;
        h = h * 31 + a4;
        h = h * 31 + a5;
        h = h * 31 + Float.floatToRawIntBits(a6);
        h = h * 31 + Double.doubleToRawLongBits(a7);
        h = h * 31 + length(a8);
        h = h * 31 + (a9 ? 1 : 2);
        h = h * 31 + a10;
        h = h * 31 + a11;
        h = h * 31 + a12;
        h = h * 31 + a13;
        h = h * 31 + a14;
        h = h * 31 + Float.floatToRawIntBits(a15);
        h = h * 31 + Double.doubleToRawLongBits(a16);
        h = h * 31 + length(a17);
        sameObject(9, self.m9(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17), a17);
        same(9, last(), h);
    }
    static void c10(Shapes self, Random r) {
        Object a0 = object(r);
        Object a1 = object(r);
        Object a2 = object(r);
        Object a3 = object(r);
        double a4 = r.nextDouble() - 0.5;
        double a5 = r.nextDouble() - 0.5;
        double a6 = r.nextDouble() - 0.5;
        double a7 = r.nextDouble() - 0.5;
        double a8 = r.nextDouble() - 0.5;
        double a9 = r.nextDouble() - 0.5;
        double a10 = r.nextDouble() - 0.5;
        double a11 = r.nextDouble() - 0.5;
        double a12 = r.nextDouble() - 0.5;
        Object a13 = object(r);
        Object a14 = object(r);
        Object a15 = object(r);
        Object a16 = object(r);
        long h = 7;
        h = h * 31 + length(a0);
        h = h * 31 + length(a1);
        h = h * 31 + length(a2);
        h = h * 31 + length(a3);
        h = h * 31 + Double.doubleToRawLongBits(a4);
        h = h * 31 + Double.doubleToRawLongBits(a5);
        h = h * 31 + Double.doubleToRawLongBits(a6);
        h = h * 31 + Double.doubleToRawLongBits(a7);
        h = h * 31 + Double.doubleToRawLongBits(a8);
        h = h * 31 + Double.doubleToRawLongBits(a9);
        h = h * 31 + Double.doubleToRawLongBits(a10);
        h = h * 31 + Double.doubleToRawLongBits(a11);
        h = h * 31 + Double.doubleToRawLongBits(a12);
        h = h * 31 + length(a13);
        h = h * 31 + length(a14);
        h = h * 31 + length(a15);
        h = h * 31 + length(a16);
        Shapes.m10(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16);
        same(10, last(), h);
    }
    static void c11(Shapes self, Random r) {
        float a0 = r.nextFloat() - 0.5f;
        double a1 = r.nextDouble() - 0.5;
        float a2 = r.nextFloat() - 0.5f;
        double a3 = r.nextDouble() - 0.5;
        float a4 = r.nextFloat() - 0.5f;
        double a5 = r.nextDouble() - 0.5;
        float a6 = r.nextFloat() - 0.5f;
        double a7 = r.nextDouble() - 0.5;
        float a8 = r.nextFloat() - 0.5f;
        double a9 = r.nextDouble() - 0.5;
        float a10 = r.nextFloat() - 0.5f;
        double a11 = r.nextDouble() - 0.5;
        int a12 = r.nextInt();
        long a13 = r.nextLong();
        Object a14 = object(r);
        Object a15 = object(r);
        long h = 7;
        h = h * 31 + Float.floatToRawIntBits(a0);
        h = h * 31 + Double.doubleToRawLongBits(a1);
        h = h * 31 + Float.floatToRawIntBits(a2);
        h = h * 31 + Double.doubleToRawLongBits(a3);
        h = h * 31 + Float.floatToRawIntBits(a4);
        h = h * 31 + Double.doubleToRawLongBits(a5);
        h = h * 31 + Float.floatToRawIntBits(a6);
        h = h * 31 + Double.doubleToRawLongBits(a7);
        h = h * 31 + Float.floatToRawIntBits(a8);
        h = h * 31 + Double.doubleToRawLongBits(a9);
        h = h * 31 + Float.floatToRawIntBits(a10);
        h = h * 31 + Double.doubleToRawLongBits(a11);
        h = h * 31 + a12;
        h = h * 31 + a13;
        h = h * 31 + length(a14);
        h = h * 31 + length(a15);
        same(11, Shapes.m11(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15) ? 1 : 0, h & 1);
    }
    static void c12(Shapes self, Random r) {
        float a0 = r.nextFloat() - 0.5f;
        int a1 = r.nextInt();
        long a2 = r.nextLong();
        int a3 = r.nextInt();
        char a4 = (char) r.nextInt();
        Object a5 = object(r);
        int a6 = r.nextInt();
        byte a7 = (byte) r.nextInt();
        boolean a8 = r.nextBoolean();
        long h = 7;
        h = h * 31 + Float.floatToRawIntBits(a0);
        h = h * 31 + a1;
        h = h * 31 + a2;
        h = h * 31 + a3;
        h = h * 31 + a4;
        h = h * 31 + length(a5);
        h = h * 31 + a6;
        h = h * 31 + a7;
        h = h * 31 + (a8 ? 1 : 2);
        same(12, self.m12(a0, a1, a2, a3, a4, a5, a6, a7, a8), (byte) h);
    }
    static void c13(Shapes self, Random r) {
        float a0 = r.nextFloat() - 0.5f;
        float a1 = r.nextFloat() - 0.5f;
        int a2 = r.nextInt();
        Object a3 = object(r);
        long h = 7;
        h = h * 31 + Float.floatToRawIntBits(a0);
        h = h * 31 + Float.floatToRawIntBits(a1);
        h = h * 31 + a2;
        h = h * 31 + length(a3);
        same(13, Shapes.m13(a0, a1, a2, a3), (char) h);
    }
    static void c14(Shapes self, Random r) {
        long a0 = r.nextLong();
        float a1 = r.nextFloat() - 0.5f;
        char a2 = (char) r.nextInt();
        Object a3 = object(r);
        boolean a4 = r.nextBoolean();
        char a5 = (char) r.nextInt();
        short a6 = (short) r.nextInt();
        char a7 = (char) r.nextInt();
        Object a8 = object(r);
        Object a9 = object(r);
        short a10 = (short) r.nextInt();
        long a11 = r.nextLong();
        Object a12 = object(r);
        long h = 7;
        h = h * 31 + a0;
        h = h * 31 + Float.floatToRawIntBits(a1);
        h = h * 31 + a2;
        h = h * 31 + length(a3);
        h = h * 31 + (a4 ? 1 : 2);
        h = h * 31 + a5;
        h = h * 31 + a6;
        h = h * 31 + a7;
        h = h * 31 + length(a8);
        h = h * 31 + length(a9);
        h = h * 31 + a10;
        h = h * 31 + a11;
        h = h * 31 + length(a12);
        same(14, Shapes.m14(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12), (short) h);
    }
    static void c15(Shapes self, Random r) {
        byte a0 = (byte) r.nextInt();
        int a1 = r.nextInt();
        long h = 7;
        h = h * 31 + a0;
        h = h * 31 + a1;
        same(15, self.m15(a0, a1), (int) h);
    }
    static void c16(Shapes self, Random r) {
        byte a0 = (byte) r.nextInt();
        Object a1 = object(r);
        double a2 = r.nextDouble() - 0.5;
        char a3 = (char) r.nextInt();
        float a4 = r.nextFloat() - 0.5f;
        Object a5 = object(r);
        long a6 = r.nextLong();
        long h = 7;
        h = h * 31 + a0;
        h = h * 31 + length(a1);
        h = h * 31 + Double.doubleToRawLongBits(a2);
        h = h * 31 + a3;
        h = h * 31 + Float.floatToRawIntBits(a4);
        h = h * 31 + length(a5);
        h = h * 31 + a6;
        same(16, Shapes.m16(a0, a1, a2, a3, a4, a5, a6), h);
    }
    static void c17(Shapes self, Random r) {
        float a0 = r.nextFloat() - 0.5f;
        long h = 7;
        h = h * 31 + Float.floatToRawIntBits(a0);
        same(17, Float.floatToRawIntBits(Shapes.m17(a0)), Float.floatToRawIntBits((float) h));
    }
    static void c18(Shapes self, Random r) {
        boolean a0 = r.nextBoolean();
        long a1 = r.nextLong();
        boolean a2 = r.nextBoolean();
        double a3 = r.nextDouble() - 0.5;
        long a4 = r.nextLong();
        boolean a5 = r.nextBoolean();
        long h = 7;
        h = h * 31 + (a0 ? 1 : 2);
        h = h * 31 + a1;
        h = h * 31 + (a2 ? 1 : 2);
        h = h * 31 + Double.doubleToRawLongBits(a3);
        h = h * 31 + a4;
        h = h * 31 + (a5 ? 1 : 2);
        same(18, Double.doubleToRawLongBits(self.m18(a0, a1, a2, a3, a4, a5)), Double.doubleToRawLongBits((double) h));
    }
    static void c19(Shapes self, Random r) {
        float a0 = r.nextFloat() - 0.5f;
        short a1 = (short) r.nextInt();
        byte a2 = (byte) r.nextInt();
        Object a3 = object(r);
        short a4 = (short) r.nextInt();
        short a5 = (short) r.nextInt();
        Object a6 = object(r);
        long a7 = r.nextLong();
        boolean a8 = r.nextBoolean();
        int a9 = r.nextInt();
        byte a10 = (byte) r.nextInt();
        int a11 = r.nextInt();
        short a12 = (short) r.nextInt();
        Object a13 = object(r);
        long h = 7;
        h = h * 31 + Float.floatToRawIntBits(a0);
        h = h * 31 + a1;
        h = h * 31 + a2;
        h = h * 31 + length(a3);
        h = h * 31 + a4;
        h = h * 31 + a5;
        h = h * 31 + length(a6);
        h = h * 31 + a7;
        h = h * 31 + (a8 ? 1 : 2);
        h = h * 31 + a9;
        h = h * 31 + a10;
        h = h * 31 + a11;
        h = h * 31 + a12;
        h = h * 31 + length(a13);
        sameObject(19, Shapes.m19(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13), a13);
        same(19, last(), h);
    }
    static void c20(Shapes self, Random r) {
        Object a0 = object(r);
        char a1 = (char) r.nextInt();
        int a2 = r.nextInt();
        int a3 = r.nextInt();
        long a4 = r.nextLong();
        long a5 = r.nextLong();
        char a6 = (char) r.nextInt();
        long a7 = r.nextLong();
        byte a8 = (byte) r.nextInt();
        long h = 7;
        h = h * 31 + length(a0);
        h = h * 31 + a1;
        h = h * 31 + a2;
        h = h * 31 + a3;
        h = h * 31 + a4;
        h = h * 31 + a5;
        h = h * 31 + a6;
        h = h * 31 + a7;
        h = h * 31 + a8;
        Shapes.m20(a0, a1, a2, a3, a4, a5, a6, a7, a8);
        same(20, last(), h);
    }
    static void c21(Shapes self, Random r) {
        int a0 = r.nextInt();
        long a1 = r.nextLong();
        boolean a2 = r.nextBoolean();
        boolean a3 = r.nextBoolean();
        long a4 = r.nextLong();
        boolean a5 = r.nextBoolean();
        double a6 = r.nextDouble() - 0.5;
        int a7 = r.nextInt();
        double a8 = r.nextDouble() - 0.5;
        boolean a9 = r.nextBoolean();
        long h = 7;
        h = h * 31 + a0;
        h = h * 31 + a1;
        h = h * 31 + (a2 ? 1 : 2);
        h = h * 31 + (a3 ? 1 : 2);
        h = h * 31 + a4;
        h = h * 31 + (a5 ? 1 : 2);
        h = h * 31 + Double.doubleToRawLongBits(a6);
        h = h * 31 + a7;
        h = h * 31 + Double.doubleToRawLongBits(a8);
        h = h * 31 + (a9 ? 1 : 2);
        same(21, self.m21(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9) ? 1 : 0, h & 1);
    }
    static void c22(Shapes self, Random r) {
        short a0 = (short) r.nextInt();
        int a1 = r.nextInt();
        int a2 = r.nextInt();
        byte a3 = (byte) r.nextInt();
        double a4 = r.nextDouble() - 0.5;
        boolean a5 = r.nextBoolean();
        Object a6 = object(r);
        char a7 = (char) r.nextInt();
        float a8 = r.nextFloat() - 0.5f;
        double a9 = r.nextDouble() - 0.5;
        float a10 = r.nextFloat() - 0.5f;
        char a11 = (char) r.nextInt();
        long h = 7;
        h = h * 31 + a0;
        h = h * 31 + a1;
        h = h * 31 + a2;
        h = h * 31 + a3;
        h = h * 31 + Double.doubleToRawLongBits(a4);
        h = h * 31 + (a5 ? 1 : 2);
        h = h * 31 + length(a6);
        h = h * 31 + a7;
        h = h * 31 + Float.floatToRawIntBits(a8);
        h = h * 31 + Double.doubleToRawLongBits(a9);
        h = h * 31 + Float.floatToRawIntBits(a10);
        h = h * 31 + a11;
        same(22, Shapes.m22(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11), (byte) h);
    }
    static void c23(Shapes self, Random r) {
        int a0 = r.nextInt();
        char a1 = (char) r.nextInt();
        byte a2 = (byte) r.nextInt();
        short a3 = (short) r.nextInt();
        long h = 7;
        h = h * 31 + a0;
        h = h * 31 + a1;
        h = h * 31 + a2;
        h = h * 31 + a3;
        same(23, Shapes.m23(a0, a1, a2, a3), (char) h);
    }
    static void c24(Shapes self, Random r) {
        Object a0 = object(r);
        long h = 7;
        h = h * 31 + length(a0);
        same(24, self.m24(a0), (short) h);
    }
    static void c25(Shapes self, Random r) {
        long a0 = r.nextLong();
        long a1 = r.nextLong();
        boolean a2 = r.nextBoolean();
        char a3 = (char) r.nextInt();
        float a4 = r.nextFloat() - 0.5f;
        long h = 7;
        h = h * 31 + a0;
        h = h * 31 + a1;
        h = h * 31 + (a2 ? 1 : 2);
        h = h * 31 + a3;
        h = h * 31 + Float.floatToRawIntBits(a4);
        same(25, Shapes.m25(a0, a1, a2, a3, a4), (int) h);
    }
    static void c26(Shapes self, Random r) {
        int a0 = r.nextInt();
        int a1 = r.nextInt();
        long h = 7;
        h = h * 31 + a0;
        h = h * 31 + a1;
        same(26, Shapes.m26(a0, a1), h);
    }
    static void c27(Shapes self, Random r) {
        float a0 = r.nextFloat() - 0.5f;
        double a1 = r.nextDouble() - 0.5;
        byte a2 = (byte) r.nextInt();
        Object a3 = object(r);
        byte a4 = (byte) r.nextInt();
        Object a5 = object(r);
        short a6 = (short) r.nextInt();
        short a7 = (short) r.nextInt();
        Object a8 = object(r);
        int a9 = r.nextInt();
        char a10 = (char) r.nextInt();
        long h = 7;
        h = h * 31 + Float.floatToRawIntBits(a0);
        h = h * 31 + Double.doubleToRawLongBits(a1);
        h = h * 31 + a2;
        h = h * 31 + length(a3);
        h = h * 31 + a4;
        h = h * 31 + length(a5);
        h = h * 31 + a6;
        h = h * 31 + a7;
        h = h * 31 + length(a8);
        h = h * 31 + a9;
        h = h * 31 + a10;
        same(27, Float.floatToRawIntBits(self.m27(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10)), Float.floatToRawIntBits((float) h));
    }
    static void c28(Shapes self, Random r) {
        int a0 = r.nextInt();
        boolean a1 = r.nextBoolean();
        double a2 = r.nextDouble() - 0.5;
        float a3 = r.nextFloat() - 0.5f;
        double a4 = r.nextDouble() - 0.5;
        short a5 = (short) r.nextInt();
        Object a6 = object(r);
        float a7 = r.nextFloat() - 0.5f;
        Object a8 = object(r);
        double a9 = r.nextDouble() - 0.5;
        byte a10 = (byte) r.nextInt();
        double a11 = r.nextDouble() - 0.5;
        short a12 = (short) r.nextInt();
        long h = 7;
        h = h * 31 + a0;
        h = h * 31 + (a1 ? 1 : 2);
        h = h * 31 + Double.doubleToRawLongBits(a2);
        h = h * 31 + Float.floatToRawIntBits(a3);
        h = h * 31 + Double.doubleToRawLongBits(a4);
        h = h * 31 + a5;
        h = h * 31 + length(a6);
        h = h * 31 + Float.floatToRawIntBits(a7);
        h = h * 31 + length(a8);
        h = h * 31 + Double.doubleToRawLongBits(a9);
        h = h * 31 + a10;
        h = h * 31 + Double.doubleToRawLongBits(a11);
        h = h * 31 + a12;
        same(28, Double.doubleToRawLongBits(Shapes.m28(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12)), Double.doubleToRawLongBits((double) h));
    }
    static void c29(Shapes self, Random r) {
        double a0 = r.nextDouble() - 0.5;
        long a1 = r.nextLong();
        short a2 = (short) r.nextInt();
        long a3 = r.nextLong();
        long h = 7;
        h = h * 31 + Double.doubleToRawLongBits(a0);
        h = h * 31 + a1;
        h = h * 31 + a2;
        h = h * 31 + a3;
        sameObject(29, Shapes.m29(a0, a1, a2, a3), null);
        same(29, last(), h);
    }
    static void c30(Shapes self, Random r) {
        boolean a0 = r.nextBoolean();
        Object a1 = object(r);
        float a2 = r.nextFloat() - 0.5f;
        boolean a3 = r.nextBoolean();
        long a4 = r.nextLong();
        char a5 = (char) r.nextInt();
        Object a6 = object(r);
        short a7 = (short) r.nextInt();
        long a8 = r.nextLong();
        long a9 = r.nextLong();
        long h = 7;
        h = h * 31 + (a0 ? 1 : 2);
        h = h * 31 + length(a1);
        h = h * 31 + Float.floatToRawIntBits(a2);
        h = h * 31 + (a3 ? 1 : 2);
        h = h * 31 + a4;
        h = h * 31 + a5;
        h = h * 31 + length(a6);
        h = h * 31 + a7;
        h = h * 31 + a8;
        h = h * 31 + a9;
        self.m30(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9);
        same(30, last(), h);
    }
    static void c31(Shapes self, Random r) {
        short a0 = (short) r.nextInt();
        int a1 = r.nextInt();
        float a2 = r.nextFloat() - 0.5f;
        long h = 7;
        h = h * 31 + a0;
        h = h * 31 + a1;
        h = h * 31 + Float.floatToRawIntBits(a2);
        same(31, Shapes.m31(a0, a1, a2) ? 1 : 0, h & 1);
    }
    static void c32(Shapes self, Random r) {
        double a0 = r.nextDouble() - 0.5;
        byte a1 = (byte) r.nextInt();
        Object a2 = object(r);
        byte a3 = (byte) r.nextInt();
        Object a4 = object(r);
        boolean a5 = r.nextBoolean();
        long h = 7;
        h = h * 31 + Double.doubleToRawLongBits(a0);
        h = h * 31 + a1;
        h = h * 31 + length(a2);
        h = h * 31 + a3;
        h = h * 31 + length(a4);
        h = h * 31 + (a5 ? 1 : 2);
        same(32, Shapes.m32(a0, a1, a2, a3, a4, a5), (byte) h);
    }
    static void c33(Shapes self, Random r) {
        Object a0 = object(r);
        char a1 = (char) r.nextInt();
        double a2 = r.nextDouble() - 0.5;
        double a3 = r.nextDouble() - 0.5;
        long h = 7;
        h = h * 31 + length(a0);
        h = h * 31 + a1;
        h = h * 31 + Double.doubleToRawLongBits(a2);
        h = h * 31 + Double.doubleToRawLongBits(a3);
        same(33, self.m33(a0, a1, a2, a3), (char) h);
    }
    static void c34(Shapes self, Random r) {
        Object a0 = object(r);
        char a1 = (char) r.nextInt();
        Object a2 = object(r);
        Object a3 = object(r);
        double a4 = r.nextDouble() - 0.5;
        double a5 = r.nextDouble() - 0.5;
        boolean a6 = r.nextBoolean();
        int a7 = r.nextInt();
        long h = 7;
        h = h * 31 + length(a0);
        h = h * 31 + a1;
        h = h * 31 + length(a2);
        h = h * 31 + length(a3);
        h = h * 31 + Double.doubleToRawLongBits(a4);
        h = h * 31 + Double.doubleToRawLongBits(a5);
        h = h * 31 + (a6 ? 1 : 2);
        h = h * 31 + a7;
        same(34, Shapes.m34(a0, a1, a2, a3, a4, a5, a6, a7), (short) h);
    }
    static void c35(Shapes self, Random r) {
        char a0 = (char) r.nextInt();
        boolean a1 = r.nextBoolean();
        double a2 = r.nextDouble() - 0.5;
        long a3 = r.nextLong();
        long a4 = r.nextLong();
        long h = 7;
        h = h * 31 + a0;
        h = h * 31 + (a1 ? 1 : 2);
        h = h * 31 + Double.doubleToRawLongBits(a2);
        h = h * 31 + a3;
        h = h * 31 + a4;
        same(35, Shapes.m35(a0, a1, a2, a3, a4), (int) h);
    }

    static void round(Shapes self, Random r, int times) {
        for (int i = 0; i < times; i++) {
            try {
                c0(self, r);
                c1(self, r);
                c2(self, r);
                c3(self, r);
                c4(self, r);
                c5(self, r);
                c6(self, r);
                c7(self, r);
                c8(self, r);
                c9(self, r);
                c10(self, r);
                c11(self, r);
                c12(self, r);
                c13(self, r);
                c14(self, r);
                c15(self, r);
                c16(self, r);
                c17(self, r);
                c18(self, r);
                c19(self, r);
                c20(self, r);
                c21(self, r);
                c22(self, r);
                c23(self, r);
                c24(self, r);
                c25(self, r);
                c26(self, r);
                c27(self, r);
                c28(self, r);
                c29(self, r);
                c30(self, r);
                c31(self, r);
                c32(self, r);
                c33(self, r);
                c34(self, r);
                c35(self, r);
            } catch (IllegalStateException e) {
                thrown++;
            }
        }
    }

    public static void main(String[] args) throws Exception {
        System.load(args[0]);
        Shapes self = new Shapes();
        round(self, new Random(1), 200);
        System.out.println("wrong " + wrong);
        trouble(997, 1);
        round(self, new Random(2), 200);
        System.out.println("wrong " + wrong);
        trouble(7, 2);
        round(self, new Random(3), 200);
        System.out.println("wrong " + wrong + ", thrown " + thrown);
        trouble(101, 3);
        Thread[] threads = new Thread[3];
        for (int k = 0; k < threads.length; k++) {
            long seed = k + 4;
            (threads[k] = new Thread(() -> { for (int i = 0; i < 100; i++) c8(self, new Random(seed + i)); })).start();
        }
        for (Thread t : threads) t.join();
        System.out.println("wrong " + wrong);
    }
}
