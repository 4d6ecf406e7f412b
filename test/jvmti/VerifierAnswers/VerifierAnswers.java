import java.io.*;

/** Each answer of libverify, when a class is linked and when it is redefined: verified, bad code, bad format, out of memory. Only the first is success. */
public class VerifierAnswers {
    static native void noGlobalRefs(boolean on);
    static native int redefine(Class<?> c, byte[] b);

    static class L extends ClassLoader { Class<?> def(byte[] b) { return defineClass(null, b, 0, b.length); } }

    /** Class Old with `static void m()`: `pop` of an empty stack, or a handler within its own range, or neither. */
    static byte[] make(int version, boolean bad, boolean format) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream o = new DataOutputStream(bytes);
        o.writeInt(0xCAFEBABE);
        o.writeInt(version);
        o.writeShort(8);
        o.writeByte(1); o.writeUTF("Old");
        o.writeByte(7); o.writeShort(1);
        o.writeByte(1); o.writeUTF("java/lang/Object");
        o.writeByte(7); o.writeShort(3);
        o.writeByte(1); o.writeUTF("m");
        o.writeByte(1); o.writeUTF("()V");
        o.writeByte(1); o.writeUTF("Code");
        o.writeShort(0x21); o.writeShort(2); o.writeShort(4); o.writeShort(0); o.writeShort(0);
        o.writeShort(1);
        o.writeShort(9); o.writeShort(5); o.writeShort(6); o.writeShort(1);
        o.writeShort(7); o.writeInt(format ? 22 : 14); o.writeShort(1); o.writeShort(1); o.writeInt(2);
        o.writeByte(bad ? 87 : 0); o.writeByte(177);
        o.writeShort(format ? 1 : 0);
        if (format) { o.writeShort(0); o.writeShort(1); o.writeShort(0); o.writeShort(0); }
        o.writeShort(0); o.writeShort(0);
        return bytes.toByteArray();
    }

    static Class<?> link(byte[] b) throws Exception {
        L l = new L();
        l.def(b);
        return Class.forName("Old", true, l);
    }

    static void t(String what, int version, boolean bad, boolean format, boolean starve) throws Exception {
        System.out.print(what + " " + version + ": ");
        L l = new L();
        l.def(make(version, bad, format));
        noGlobalRefs(starve);
        Throwable thrown = null;
        try { Class.forName("Old", true, l); } catch (Throwable e) { thrown = e; }
        noGlobalRefs(false);
        System.out.println(thrown == null ? "fine" : thrown.getClass().getName() + ": " + String.valueOf(thrown.getMessage()).split("\n")[0]);
    }

    public static void main(String[] args) throws Exception {
        link(make(48, false, false)); // libverify is loaded from here on
        for (int version : new int[] {46, 49, 50}) {
            t("good", version, false, false, false);
            t("bad code", version, true, false, false);
            t("bad format", version, false, true, false);
            if (version < 50) t("both", version, true, true, false);
            t("out of memory", version, true, false, true);
            t("bad format, out of memory", version, false, true, true);
            Class<?> c = link(make(version, false, false));
            System.out.println("redefined " + redefine(c, make(version, false, false)) + " " + redefine(c, make(version, true, false)) + " "
                               + redefine(c, make(version, false, true)));
            noGlobalRefs(true);
            int starved = redefine(c, make(version, true, false));
            noGlobalRefs(false);
            System.out.println("redefined without memory " + starved);
        }
    }
}
