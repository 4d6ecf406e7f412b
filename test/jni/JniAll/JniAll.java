import java.nio.ByteBuffer;

/** Every function of the JNI table, called from the native library beside this file; both sides print what they see. */
public class JniAll {
    static class Base {
        boolean z = true; byte b = -7; char c = 'q'; short s = -300; int i = 70000; long j = 1L << 40; float f = 1.5f; double d = -2.25; Object o = "field";
        static boolean sz = true; static byte sb = 8; static char sc = 'r'; static short ss = 301; static int si = -70001; static long sj = -(1L << 41);
        static float sf = 0.5f; static double sd = 4.5; static Object so = "static";

        Base() { }
        Base(int i, double d, String o) { this.i = i; this.d = d; this.o = o; }

        String who() { return "Base"; }
        boolean rz(boolean v) { return !v; }
        byte rb(byte v) { return (byte) (v + 1); }
        char rc(char v) { return (char) (v + 1); }
        short rs(short v) { return (short) (v + 1); }
        int ri(int v) { return v + 1; }
        long rj(long v) { return v + 1; }
        float rf(float v) { return v + 1; }
        double rd(double v) { return v + 1; }
        Object ro(Object v) { return v + "!"; }
        void rv(String v) { System.out.println("void " + v); }
        static boolean tz(boolean v) { return !v; }
        static byte tb(byte v) { return (byte) (v - 1); }
        static char tc(char v) { return (char) (v - 1); }
        static short ts(short v) { return (short) (v - 1); }
        static int ti(int v) { return v - 1; }
        static long tj(long v) { return v - 1; }
        static float tf(float v) { return v - 1; }
        static double td(double v) { return v - 1; }
        static Object to(Object v) { return v + "?"; }
        static void tv(String v) { System.out.println("static void " + v); }
        static String mixed(int a, long b, float c, double d, Object e, byte f, char g, short h, boolean k, int[] l) {
            return a + " " + b + " " + c + " " + d + " " + e + " " + f + " " + g + " " + h + " " + k + " " + l.length;
        }
        void thrower(String m) { throw new IllegalStateException(m); }
        @Override public String toString() { return "Base " + i + " " + d + " " + o; }
    }

    static class Derived extends Base {
        @Override String who() { return "Derived"; }
        @Override int ri(int v) { return v + 100; }
    }

    interface Shape { default String shape() { return "shape of " + getClass().getSimpleName(); } String kind(); }
    static class Square implements Shape { public String kind() { return "square"; } }

    static class InitFails { static int x = 1 / Integer.parseInt("0"); }

    static native void unlinked();
    static native int registered(int a, long b, double c);
    static native Object[] manyArguments(boolean z, byte b, char c, short s, int i, long j, float f, double d, Object o, int i2, long j2, float f2, double d2,
                                         double d3, double d4, double d5, double d6, double d7, double d8, float f9, Object last);
    static native void references(Object o);
    static native void classes(Class<?> base, Object derived);
    static native void fields(Base b);
    static native void calls(Base b, Base d, Shape s);
    static native void strings(String ascii, String wide, String astral);
    static native void arrays(int[] ints, Object[] objects);
    static native void exceptions(Base b);
    static native void monitors(Object lock);
    static native void buffers(ByteBuffer direct, ByteBuffer heap);
    static native void reflection(java.lang.reflect.Method m, java.lang.reflect.Constructor<?> c, java.lang.reflect.Field f);
    static native void machine();
    static native boolean callFrom(String thread);

    public static void main(String[] args) throws Exception {
        System.load(args[0]);
        try {
            unlinked();
        } catch (UnsatisfiedLinkError e) {
            System.out.println(e.getMessage());
        }
        System.out.println(registered(3, 4L, 0.5));
        Object[] all = manyArguments(true, (byte) -1, 'x', (short) -2, 3, 4L << 33, 5.5f, 6.25, "o", 7, -8L, 9f, 10, 11, 12, 13, 14, 15, 16, 17f, "last");
        System.out.println(java.util.Arrays.toString(all));
        references(new StringBuilder("ref"));
        classes(Base.class, new Derived());
        Base b = new Base();
        fields(b);
        System.out.println(b.z + " " + b.b + " " + b.c + " " + b.s + " " + b.i + " " + b.j + " " + b.f + " " + b.d + " " + b.o);
        System.out.println(Base.sz + " " + Base.sb + " " + Base.sc + " " + Base.ss + " " + Base.si + " " + Base.sj + " " + Base.sf + " "
                + Base.sd + " " + Base.so);
        calls(new Base(), new Derived(), new Square());
        strings("plain", "caf\u00e9 \u4e2d\0z", "\ud83d\ude00!");
        int[] ints = {1, 2, 3, 4, 5};
        Object[] objects = new String[]{"a", null, "c"};
        arrays(ints, objects);
        System.out.println(java.util.Arrays.toString(ints) + java.util.Arrays.toString(objects));
        exceptions(b);
        Object lock = new Object();
        monitors(lock);
        Thread t = new Thread(() -> {
            synchronized (lock) { System.out.println("lock is free again"); }
        });
        t.start();
        t.join();
        buffers(ByteBuffer.allocateDirect(64), ByteBuffer.allocate(8));
        reflection(Base.class.getDeclaredMethod("ri", int.class), Base.class.getDeclaredConstructor(int.class, double.class, String.class),
                   Base.class.getDeclaredField("j"));
        machine();
        System.out.println(callFrom("attached"));
    }

    static void fromThread(String name) {
        Thread t = Thread.currentThread();
        System.out.println(name + ": " + t.getName() + " " + t.isDaemon() + " " + t.getThreadGroup().getName());
    }
}
