import java.io.IOException;
import java.io.PrintStream;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Damages class files, defines and links what comes out, and prints one line for each: the outcome must be the same on every VM.
 * Arguments: FOLDER first-seed count [redefine]. With "redefine" (as a -javaagent) the damaged bytes replace the class they come from. */
public class FuzzClasses {
    static Instrumentation instrumentation;

    public static void premain(String options, Instrumentation inst) { instrumentation = inst; }

    static final class Loader extends ClassLoader {
        Loader() { super(FuzzClasses.class.getClassLoader()); }
        Class<?> define(byte[] b) { return defineClass(null, b, 0, b.length); }
        @Override protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> c = findLoadedClass(name);
                return c != null ? c : super.loadClass(name, resolve);
            }
        }
    }

    static final int[] BYTES = {0, 1, 2, 3, 7, 8, 9, 12, 15, 18, 63, 64, 127, 128, 167, 168, 182, 184, 185, 186, 196, 200, 254, 255};
    static final int[] SHORTS = {0, 1, 2, 3, 255, 256, 0x7fff, 0x8000, 0xfffe, 0xffff};

    /** Where the attributes named Code or StackMapTable begin: most of what can go wrong is there. Found by name only, so it may be wrong. */
    static List<Integer> places(byte[] b) {
        List<Integer> found = new ArrayList<>();
        ByteBuffer in = ByteBuffer.wrap(b);
        in.position(8);
        int n = in.getShort() & 0xffff, code = -1, map = -1;
        for (int i = 1; i < n; i++)
            switch (in.get()) {
                case 1 -> {
                    int len = in.getShort() & 0xffff;
                    String s = new String(b, in.position(), len);
                    if (s.equals("Code")) code = i;
                    if (s.equals("StackMapTable")) map = i;
                    in.position(in.position() + len);
                }
                case 3, 4, 9, 10, 11, 12, 17, 18 -> in.position(in.position() + 4);
                case 5, 6 -> { in.position(in.position() + 8); i++; }
                case 7, 8, 16, 19, 20 -> in.position(in.position() + 2);
                case 15 -> in.position(in.position() + 3);
                default -> throw new IllegalStateException();
            }
        int pool = in.position();
        for (int at = pool; at + 8 < b.length; at++) {
            int index = (b[at] & 255) << 8 | b[at + 1] & 255;
            if ((index == code || index == map) && b[at + 2] == 0) found.add(at);
        }
        found.add(8);
        found.add(pool);
        return found;
    }

    static byte[] damage(byte[] original, List<Integer> places, Random r) {
        byte[] b = original.clone();
        for (int n = 1 + r.nextInt(3) * r.nextInt(2); n > 0; n--) {
            int at = r.nextInt(3) == 0 ? r.nextInt(b.length) : places.get(r.nextInt(places.size())) + r.nextInt(80);
            if (at + 2 > b.length) at = r.nextInt(b.length - 1);
            switch (r.nextInt(8)) {
                case 0 -> b[at] ^= (byte) (1 << r.nextInt(8));
                case 1, 2 -> b[at] = (byte) BYTES[r.nextInt(BYTES.length)];
                case 3 -> { int s = SHORTS[r.nextInt(SHORTS.length)]; b[at] = (byte) (s >> 8); b[at + 1] = (byte) s; }
                case 4 -> b[at] += (byte) (r.nextBoolean() ? 1 : -1);
                case 5 -> b[at] = (byte) r.nextInt(256);
                case 6 -> { // a piece moves
                    int from = r.nextInt(b.length), len = Math.min(1 + r.nextInt(8), b.length - Math.max(from, at));
                    System.arraycopy(b, from, b, at, len);
                }
                default -> {
                    if (r.nextInt(4) == 0) b = Arrays.copyOf(b, Math.max(10, b.length - 1 - r.nextInt(b.length / 2)));
                    else if (r.nextInt(2) == 0) b = Arrays.copyOf(b, b.length + 1 + r.nextInt(4));
                    else b[at] = (byte) ~b[at];
                }
            }
        }
        return b;
    }

    static String outcome(Throwable t) {
        String message = String.valueOf(t.getMessage());
        int detail = message.indexOf("\nException Details:");
        return t.getClass().getName() + " " + (detail < 0 ? message : message.substring(0, detail)).replaceAll("[\n\r\u000b\u000c\u0085\u2028\u2029\u001c-\u001e]", " ").replaceAll("@(0x)?[0-9a-f]+", "@HASH");
    }

    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(new java.io.FileOutputStream(java.io.FileDescriptor.out), true, "UTF-8");
        List<Path> files;
        try (Stream<Path> all = Files.list(Path.of(args[0]))) {
            files = all.filter(p -> p.toString().endsWith(".class")).sorted().toList();
        }
        long first = Long.parseLong(args[1]), count = Long.parseLong(args[2]);
        boolean redefine = args.length > 3;
        for (long seed = first; seed < first + count; seed++) {
            Random r = new Random(seed * 0x9E3779B97F4A7C15L);
            Path file = files.get(r.nextInt(files.size()));
            byte[] original = Files.readAllBytes(file), bytes = damage(original, places(original), r);
            out.print(seed + " " + file.getFileName() + ": ");
            out.flush(); // a crash must show its seed
            String result;
            try {
                Loader loader = new Loader();
                if (redefine) {
                    Class<?> c = loader.define(original);
                    c.getDeclaredMethods();
                    instrumentation.redefineClasses(new ClassDefinition(c, bytes));
                } else {
                    Class<?> c = loader.define(bytes);
                    result = "defined " + c.getName();
                    c.getDeclaredMethods(); // links
                    c.getDeclaredFields();
                    c.getDeclaredConstructors();
                    c.getModifiers();
                    c.getInterfaces();
                    c.getRecordComponents();
                    c.getPermittedSubclasses();
                    c.getEnclosingMethod();
                    c.getDeclaredClasses();
                    c.getNestMembers();
                    c.getAnnotations();
                    c.toGenericString();
                }
                result = "fine";
            } catch (Throwable t) {
                result = outcome(t);
            }
            out.println(result);
        }
    }
}
