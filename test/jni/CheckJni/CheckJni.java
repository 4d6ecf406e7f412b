import java.nio.ByteBuffer;

/** Misuses of JNI, one a case, for -Xcheck:jni (test/drivers/29-check-jni.py).
 *  Without a case: correct calls of every function, which nobody may complain about. */
public class CheckJni {
    static class Subject {
        boolean Boolean; byte Byte; char Char; short Short; int Int; long Long; float Float; double Double; Object Object = "field";
        static boolean sBoolean; static byte sByte; static char sChar; static short sShort; static int sInt; static long sLong;
        static float sFloat; static double sDouble; static Object sObject = "static";
        boolean mBoolean() { return true; } byte mByte() { return 1; } char mChar() { return 'c'; }
        short mShort() { return 2; } int mInt() { return 3; } long mLong() { return 4; } float mFloat() { return 5; } double mDouble() { return 6;
        } Object mObject() { return "method"; } void mVoid() { }
        static boolean smBoolean() { return true; } static byte smByte() { return 1; } static char smChar() { return 'c'; } static short smShort() { return 2; }
        static int smInt() { return 3; } static long smLong() { return 4; } static float smFloat() { return 5; } static double smDouble() { return 6; }
        static Object smObject() { return "method"; } static void smVoid() { }
        void take(int i, double d, Object o) { } void mThrow() { throw new IllegalStateException("thrown"); }
    }

    static class Heir extends Subject { }

    static class Natives { static native void registered(); }

    static native void run(String name, Subject s, Object[] objects, int[] ints, ByteBuffer direct);
    static native Object last(Subject s);
    static native Object first(Subject s);

    /** What one native method forgot to check is nobody else's business. */
    static void returning(Subject s) {
        for (int i = 0; i < 3; i++) {
            last(s);
            first(s);
        }
    }

    static void nested(Subject s, Object[] objects, int[] ints, ByteBuffer direct) { run("checked", s, objects, ints, direct); }

    public static void main(String[] args) throws Exception {
        System.load(args[0]);
        Subject s = new Subject();
        Object[] objects = { "a", s, null };
        int[] ints = { 1, 2, 3 };
        ByteBuffer direct = ByteBuffer.allocateDirect(16);
        for (int i = 1; i < Math.max(args.length, 2); i++) {
            String name = args.length == 1 ? "correct" : args[i];
            System.out.println("== " + name);
            if (name.equals("returning"))
                returning(s);
            else
                run(name, s, objects, ints, direct);
        }
        System.out.println("end");
    }
}
