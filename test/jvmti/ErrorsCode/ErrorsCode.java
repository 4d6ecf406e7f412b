import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.InputStream;
import java.util.Arrays;

/** Locations that are none, and what a class or a method may be without: code, lines, variables, a source file, a debug extension. */
public class ErrorsCode {
    static native void code(Class<?> c);
    static native void klass(Class<?> c);
    static native void watches(Class<?> c);
    static native void withoutVariables(Class<?> c);

    static abstract class Methods {
        int field;
        void code() { field++; }
        abstract void noCode();
        native void inC();
    }
    interface Empty { void noCode(); }

    /** The class file of Extended with `name: text` in its list of attributes, or with no attribute at all. */
    static byte[] attributes(boolean extension, String text) throws Exception {
        byte[] b;
        try (InputStream in = ErrorsCode.class.getResourceAsStream("Extended.class")) { b = in.readAllBytes(); }
        DataInputStream in = new DataInputStream(new java.io.ByteArrayInputStream(b));
        in.skipBytes(8);
        int count = in.readUnsignedShort(), name = 0;
        for (int i = 1; i < count; i++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case 1: if (in.readUTF().equals("SourceDebugExtension")) name = i; break;
                case 7: case 8: case 16: case 19: case 20: in.skipBytes(2); break;
                case 15: in.skipBytes(3); break;
                case 5: case 6: in.skipBytes(8); i++; break;
                default: in.skipBytes(4);
            }
        }
        /* its only attribute, SourceFile, is at the end: count, then eight bytes */
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.write(b, 0, b.length - 10);
        out.writeShort(extension ? 2 : 0);
        if (extension) {
            out.write(b, b.length - 8, 8);
            out.writeShort(name);
            out.writeInt(text.length());
            out.writeBytes(text);
        }
        return bytes.toByteArray();
    }
    static class Loader extends ClassLoader {
        Class<?> define(byte[] b) { return defineClass(null, b, 0, b.length); }
    }

    public static void main(String[] args) throws Exception {
        code(Methods.class);
        withoutVariables(Empty.class);
        watches(Methods.class);
        klass(Methods.class);
        klass(Empty.class);
        klass(Extended.class);
        klass(new Loader().define(attributes(true, "SMAP and more")));
        klass(new Loader().define(attributes(true, "")));
        klass(new Loader().define(attributes(false, "")));
        klass(int[].class);
        klass(String[][].class);
        klass(int.class);
        klass(void.class);
    }
}

class Extended {
    static final String NAME = "SourceDebugExtension";
}
