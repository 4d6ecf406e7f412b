import java.io.*;
import java.lang.invoke.MethodHandles;
import java.nio.file.*;
import java.util.zip.*;

/** Ways by which native code and agents make classes: JNI DefineClass with each loader, the search path of the boot loader,
 * redefinition, retransformation. Each with
 *  a class whose code or format is wrong: who is believed. */
public class TrustByTools {
    static native Object define(String name, ClassLoader l, byte[] b);
    static native int redefine(Class<?> c, byte[] b);
    static native int retransform(Class<?> c, byte[] b);
    static native int appendBoot(String jar);

    static class L extends ClassLoader { L() { super("own", null); } Class<?> def(byte[] b) { return defineClass(null, b, 0, b.length); } }

    static final int GOOD = 0, CODE = 1, MODIFIERS = 2, NAME = 3;
    static final String[] FAULTS = { "good", "code", "modifiers", "name" };

    /** `static Object m(int)`: answers null, or its argument (CODE); or public and private; or called "a;b". */
    static byte[] make(String cls, int version, int fault, String method) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream o = new DataOutputStream(bytes);
        o.writeInt(0xCAFEBABE); o.writeInt(version); o.writeShort(8);
        o.writeByte(1); o.writeUTF(cls);
        o.writeByte(7); o.writeShort(1);
        o.writeByte(1); o.writeUTF("java/lang/Object");
        o.writeByte(7); o.writeShort(3);
        o.writeByte(1); o.writeUTF(fault == NAME ? "a;b" : method);
        o.writeByte(1); o.writeUTF("(I)Ljava/lang/Object;");
        o.writeByte(1); o.writeUTF("Code");
        o.writeShort(0x21); o.writeShort(2); o.writeShort(4); o.writeShort(0); o.writeShort(0);
        o.writeShort(1);
        o.writeShort(fault == MODIFIERS ? 11 : 9); o.writeShort(5); o.writeShort(6); o.writeShort(1);
        o.writeShort(7); o.writeInt(14); o.writeShort(1); o.writeShort(1); o.writeInt(2);
        o.writeByte(fault == CODE ? 26 : 1); o.writeByte(176);
        o.writeShort(0); o.writeShort(0); o.writeShort(0);
        return bytes.toByteArray();
    }

    interface Maker { Object make() throws Throwable; }

    static Class<?> t(String what, Maker m) {
        try {
            Class<?> c = (Class<?>) m.make();
            String where = c.getClassLoader() == null ? "boot" : c.getClassLoader().getName();
            Class.forName(c.getName(), true, c.getClassLoader());
            System.out.println(what + ": linked, " + where);
            return c;
        } catch (Throwable e) {
            System.out.println(what + ": " + e.getClass().getName());
            return null;
        }
    }

    public static void main(String[] args) throws Exception {
        ClassLoader app = TrustByTools.class.getClassLoader(), platform = ClassLoader.getPlatformClassLoader(), own = new L();
        int n = 0;
        for (int version : new int[] {48, 50, 52})
            for (int fault = 0; fault < FAULTS.length; fault++)
                for (ClassLoader l : new ClassLoader[] { null, platform, app, own })
                    for (String p : new String[] { "p/", "java/util/" }) {
                        String cls = p + "Made" + ++n;
                        int f = fault;
                        t("DefineClass " + version + " " + FAULTS[f] + " " + p + " " + (l == null ? "NULL" : l.getName()),
                                () -> define(cls, l, make(cls, version, f, "m")));
                    }
        t("DefineClass by another name", () -> define("p/Other", null, make("p/Made0", 52, GOOD, "m")));
        t("DefineClass without a name", () -> define(null, null, make("p/NoName", 52, CODE, "m")));

        Path jar = Files.createTempFile("trust", ".jar");
        try (ZipOutputStream z = new ZipOutputStream(Files.newOutputStream(jar))) {
            for (int fault = 0; fault < FAULTS.length; fault++) {
                z.putNextEntry(new ZipEntry("q/Boot" + fault + ".class"));
                z.write(make("q/Boot" + fault, 52, fault, "m"));
                z.putNextEntry(new ZipEntry("java/sql/Boot" + fault + ".class"));
                z.write(make("java/sql/Boot" + fault, 52, fault, "m"));
                z.putNextEntry(new ZipEntry("java/util/Boot" + fault + ".class"));
                z.write(make("java/util/Boot" + fault, 52, fault, "m"));
            }
        }
        System.out.println("append " + appendBoot(jar.toString()));
        for (int fault = 0; fault < FAULTS.length; fault++)
            for (String p : new String[] { "q.", "java.sql.", "java.util." }) {
                int f = fault;
                t("boot search " + p + FAULTS[f], () -> Class.forName(p + "Boot" + f, false, null));
            }
        Files.delete(jar);

        for (int version : new int[] {48, 50, 52})
            for (ClassLoader l : new ClassLoader[] { null, platform, own }) {
                String cls = "r/Redefined" + ++n, name = l == null ? "NULL" : l.getName();
                Class<?> c = (Class<?>) define(cls, l, make(cls, version, GOOD, "m"));
                Class.forName(c.getName(), true, l);
                StringBuilder s = new StringBuilder("redefined " + version + " " + name + ":");
                for (int fault = 0; fault < (l == own ? FAULTS.length : NAME); fault++) // by another name it is another method
                    s.append(" " + FAULTS[fault] + " " + redefine(c, make(cls, version, fault, "m")) + " " + retransform(c, make(cls, version, fault, "m")));
                System.out.println(s);
            }
        Class<?> hidden = null;
        try {
            hidden = MethodHandles.lookup().defineHiddenClass(make("TrustHidden", 52, GOOD, "m"), true).lookupClass();
        } catch (IllegalAccessException e) { System.out.println(e); }
        System.out.println("hidden " + redefine(hidden, make("TrustHidden", 52, CODE, "m")) + " " + retransform(hidden, make("TrustHidden", 52, CODE, "m")));
    }
}
