// Names of classes around the lengths of file names and of symbols: asked of every loader and defined in a package as long.
import java.io.*;

public class LongNames {
    static class L extends ClassLoader {
        L() { super(null); }
        Class<?> def(byte[] b) { return defineClass(null, b, 0, b.length); }
    }

    static byte[] make(String name) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream o = new DataOutputStream(bytes);
        o.writeInt(0xCAFEBABE); o.writeInt(52); o.writeShort(5);
        o.writeByte(1); o.writeUTF(name); o.writeByte(7); o.writeShort(1);
        o.writeByte(1); o.writeUTF("java/lang/Object"); o.writeByte(7); o.writeShort(3);
        o.writeShort(0x21); o.writeShort(2); o.writeShort(4); o.writeLong(0);
        return bytes.toByteArray();
    }

    static void ask(String name, ClassLoader loader) {
        try {
            System.out.println(Class.forName(name, false, loader));
        } catch (Throwable t) { System.out.println(name.length() + " " + t.getClass().getName() + " " + t.toString().length()); }
    }

    public static void main(String[] args) throws Exception {
        for (int n : new int[] {200, 255, 256, 500, 1000, 1017, 1018, 1019, 1023, 1024, 1025, 1050, 1086, 1087, 1088, 1091, 1092, 1093,
                     1094, 1100, 4095, 4096, 8192, 60000, 65530}) {
            String p = "p".repeat(n);
            ask(p, null);
            ask(p + ".X", null);
            ask(p + ".X", ClassLoader.getPlatformClassLoader());
            ask("p.".repeat(n / 2) + "X", null);
            L l = new L();
            Class<?> c = l.def(make(p + "/X"));
            System.out.println(n + " defined " + c.getName().length() + " " + c.getPackageName().length() + " " + (Class.forName(p + ".X", true, l) == c));
            System.out.println(java.lang.reflect.Array.newInstance(c, 1).getClass().getName().length());
        }
    }
}
