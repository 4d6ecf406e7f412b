// Class files of versions 45 to 51 whose code or exception table is damaged: what the verifier by inference says of versions below
// 50, what the type checker says
// from 50 on, and who has the last word for version 50. Kind of error and message.
import java.io.*;

public class OldVerifier {
    static class L extends ClassLoader { Class<?> def(byte[] b) { return defineClass(null, b, 0, b.length); } }

    static final int NOP = 0, ICONST_0 = 3, LDC = 18, ILOAD_0 = 26, ALOAD_0 = 42, ASTORE_0 = 75, POP = 87, IADD = 96, GOTO = 167, JSR = 168,
                     RET = 169, ARETURN = 176, RETURN = 177, INVOKEVIRTUAL = 182, NEW = 187, ATHROW = 191;

    static void utf(DataOutputStream o, String s) throws IOException { o.writeByte(1); o.writeUTF(s); }
    static void cls(DataOutputStream o, int i) throws IOException { o.writeByte(7); o.writeShort(i); }

    /** A class Old with method m of the given descriptor; the table has start, end, handler, type for each entry. */
    static byte[] make(int version, String desc, int access, int[] code, int... table) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream o = new DataOutputStream(bytes);
        o.writeInt(0xCAFEBABE);
        o.writeShort(version == 45 ? 3 : 0);
        o.writeShort(version);
        o.writeShort(18);
        utf(o, "Old"); cls(o, 1); utf(o, "java/lang/Object"); cls(o, 3); utf(o, "m"); utf(o, desc); utf(o, "Code");
        utf(o, "java/lang/String"); cls(o, 8); utf(o, "java/lang/Error"); cls(o, 10); utf(o, "not/There"); cls(o, 12);
        utf(o, "toString"); utf(o, "()Ljava/lang/String;");
        o.writeByte(12); o.writeShort(14); o.writeShort(15);
        o.writeByte(10); o.writeShort(4); o.writeShort(16);
        o.writeShort(0x21); o.writeShort(2); o.writeShort(4); o.writeShort(0); o.writeShort(0);
        o.writeShort(1);
        o.writeShort(access); o.writeShort(5); o.writeShort(6); o.writeShort(1);
        o.writeShort(7); o.writeInt(12 + code.length + table.length * 2); o.writeShort(2); o.writeShort(2); o.writeInt(code.length);
        for (int b : code) o.writeByte(b);
        o.writeShort(table.length / 4);
        for (int v : table) o.writeShort(v);
        o.writeShort(0); // attributes of the code
        o.writeShort(0); // of the class
        return bytes.toByteArray();
    }

    static int[] c(int... code) { return code; }

    static void t(String what, String desc, int[] code, int... table) throws Exception {
        System.out.println(what);
        for (int version = 45; version <= 51; version++) {
            String answer;
            try {
                Class.forName("Old", true, loader(make(version, desc, 9, code, table)));
                answer = "fine";
            } catch (Throwable e) { answer = e.toString(); }
            System.out.println("  " + version + " " + answer);
        }
    }

    static ClassLoader loader(byte[] b) { L l = new L(); l.def(b); return l; }

    public static void main(String[] args) throws Exception {
        t("nothing wrong", "()V", c(RETURN));
        t("handler within its own range", "()V", c(NOP, NOP, RETURN), 0, 2, 0, 0);
        t("handler behind its range", "()V", c(NOP, RETURN, POP, RETURN), 0, 1, 2, 0);
        t("handler within an instruction", "()V", c(LDC, 9, POP, RETURN), 0, 2, 1, 0);
        t("range from within an instruction", "()V", c(GOTO, 0, 3, RETURN, POP, RETURN), 1, 3, 4, 0);
        t("range into an instruction", "()V", c(GOTO, 0, 3, RETURN, POP, RETURN), 0, 2, 4, 0);
        t("range to the end", "()V", c(NOP, RETURN, POP, RETURN), 0, 4, 2, 0);
        t("catches no Throwable", "()V", c(NOP, RETURN, POP, RETURN), 0, 1, 2, 9);
        t("catches Error", "()V", c(NOP, RETURN, POP, RETURN), 0, 1, 2, 11);
        t("catches what is not there", "()V", c(NOP, RETURN, POP, RETURN), 0, 1, 2, 13);
        t("int as reference", "(I)Ljava/lang/String;", c(ILOAD_0, INVOKEVIRTUAL, 0, 17, ARETURN));
        t("stack underflow", "()V", c(POP, RETURN));
        t("stack overflow", "()V", c(ICONST_0, ICONST_0, ICONST_0, RETURN));
        t("off the end", "()V", c(NOP, NOP));
        t("illegal instruction", "()V", c(253, RETURN));
        t("half an instruction", "()V", c(RETURN, GOTO, 0));
        t("branch out of the method", "()V", c(GOTO, 1, 0, RETURN));
        t("branch into an instruction", "()V", c(GOTO, 0, 4, GOTO, 0, 3, RETURN));
        t("local out of range", "()V", c(ALOAD_0 + 3, POP, RETURN));
        t("jsr and ret", "()V", c(JSR, 0, 4, RETURN, ASTORE_0, RET, 0));
        t("ret of what is no address", "()V", c(1, ASTORE_0, RET, 0));
        t("throws an int", "()V", c(ICONST_0, ATHROW));
        t("new of what is not there", "()V", c(NEW, 0, 13, POP, RETURN));
        t("ldc of a class", "()V", c(LDC, 9, POP, RETURN));
        t("ldc of a name", "()V", c(LDC, 5, POP, RETURN));
        t("constant out of range", "()V", c(LDC, 99, POP, RETURN));
        t("super class is missing", "()Lnot/There;", c(1, ARETURN));
        t("format and type both wrong", "(I)Ljava/lang/String;", c(ILOAD_0, INVOKEVIRTUAL, 0, 17, ARETURN), 0, 1, 0, 0);
    }
}
