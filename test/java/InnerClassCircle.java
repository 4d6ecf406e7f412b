import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A class whose InnerClasses attribute says, under two constants of the same name, that it is its own outer class: the attribute counts as none. */
public class InnerClassCircle {
    static class In {
        class Deeper { }
    }

    static final class Loader extends ClassLoader {
        Class<?> define(byte[] b) { return defineClass(null, b, 0, b.length); }
    }

    /** The bytes with one Utf8 constant's text replaced. */
    static byte[] renamed(byte[] b, String from, String to) {
        byte[] text = from.getBytes(StandardCharsets.UTF_8), by = to.getBytes(StandardCharsets.UTF_8);
        for (int i = 8; ; i++) {
            if (b[i] != 1 || b[i + 1] != 0 || b[i + 2] != text.length) continue;
            if (!new String(b, i + 3, text.length, StandardCharsets.UTF_8).equals(from)) continue;
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            out.write(b, 0, i + 2);
            out.write(by.length);
            out.writeBytes(by);
            out.write(b, i + 3 + text.length, b.length - i - 3 - text.length);
            return out.toByteArray();
        }
    }

    static void show(String name, String to) throws IOException {
        byte[] b = InnerClassCircle.class.getResourceAsStream(name + ".class").readAllBytes();
        Class<?> c = new Loader().define(renamed(b, name, to));
        System.out.println(c.getName() + ": simple " + c.getSimpleName() + ", declaring " + c.getDeclaringClass() + ", member " + c.isMemberClass());
    }

    public static void main(String[] args) throws Exception {
        show("InnerClassCircle$In$Deeper", "InnerClassCircle$In");
        show("InnerClassCircle$In$Deeper", "InnerClassCircle");
        try {
            show("InnerClassCircle$In", "InnerClassCircle");
        } catch (LinkageError e) {
            System.out.println(e);
        }
    }
}
