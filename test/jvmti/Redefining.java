import java.io.*;
import java.util.*;

/**
 * Helpers of tests whose classes become other ones. The version n of a class X_0 is the class file of X_n, in which all
 * names end with _0. The agent includes redefine_several.h.
 */
public class Redefining {
    static native int redefine0(Class<?>[] classes, byte[][] files);

    public static byte[] file(String name) {
        try (InputStream in = Redefining.class.getResourceAsStream(name + ".class")) {
            return new String(in.readAllBytes(), "ISO-8859-1").replaceAll("_[1-9]", "_0").getBytes("ISO-8859-1");
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
    /** Each a class and the number of its version. The error of RedefineClasses. */
    public static int put(Object... what) {
        Class<?>[] classes = new Class<?>[what.length / 2];
        byte[][] files = new byte[classes.length][];
        for (int i = 0; i < classes.length; i++) {
            classes[i] = (Class<?>) what[2 * i];
            files[i] = file(classes[i].getName().replace("_0", "_" + what[2 * i + 1]));
        }
        return redefine0(classes, files);
    }
    public static int failed;
    public static void is(String what, Object got, Object wanted) {
        if (Objects.equals(got, wanted)) return;
        failed++;
        System.out.println(what + ": " + got + ", not " + wanted);
    }
    public interface Asked { Object get() throws Throwable; }
    /** Its answer, or the simple name of the exception's class. */
    public static Object of(Asked s) {
        try {
            return s.get();
        } catch (Throwable t) {
            return t.getClass().getSimpleName();
        }
    }
    /** The same so often that the code is compiled. */
    public static void hot(String what, Asked s, Object wanted) {
        for (int i = 0, before = failed; i < 500 && failed == before; i++) is(what, of(s), wanted);
    }
}
