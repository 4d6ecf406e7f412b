import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Damaged class files, made once and shown to each VM: the outcome of defining and linking them, and of asking for everything that
 * reflection tells, must be the same.
 *
 * seeds FOLDER MODULE...               fills the folder with classes of the JDK
 * make FOLDER FILE first-seed count    damages classes of the folder (class p.Q is p.Q.class there), writes them to the file
 * run FOLDER FILE                      one line for each
 * redefine FOLDER FILE                 the same, as a -javaagent: the bytes replace the class they come from */
public class FuzzClasses {
    static Instrumentation instrumentation;

    public static void premain(String options, Instrumentation inst) { instrumentation = inst; }

    static final Map<String, Path> seeds = new HashMap<>();
    static final Map<String, byte[]> read = new HashMap<>();

    static byte[] seed(String name) throws IOException {
        byte[] b = read.get(name);
        if (b == null) read.put(name, b = Files.readAllBytes(seeds.get(name)));
        return b;
    }

    /** The other classes of the folder come from there too, so that packages stay together. */
    static final class Loader extends ClassLoader {
        Loader() { super(FuzzClasses.class.getClassLoader()); }
        Class<?> define(byte[] b) { return defineClass(null, b, 0, b.length); }
        @Override protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> c = findLoadedClass(name);
                if (c != null) return c;
                if (!seeds.containsKey(name)) return super.loadClass(name, resolve);
                try {
                    return define(seed(name));
                } catch (IOException e) {
                    throw new ClassNotFoundException(name);
                }
            }
        }
    }

    static String outcome(Throwable t) {
        String message = String.valueOf(t.getMessage());
        int detail = message.indexOf("\nException Details:");
        return t.getClass().getName() + " " + (detail < 0 ? message : message.substring(0, detail)).replaceAll("@(0x)?[0-9a-f]+", "@HASH");
    }

    interface Question { Object ask() throws Throwable; }

    static final class Answers {
        final StringBuilder text = new StringBuilder();
        void ask(String what, Question q) {
            String answer;
            try {
                Object o = q.ask();
                answer = o instanceof Object[] a ? all(a) : String.valueOf(o);
            } catch (ThreadDeath | OutOfMemoryError e) {
                throw e;
            } catch (Throwable t) {
                answer = outcome(t);
            }
            answer = answer.replaceAll("@(0x)?[0-9a-f]+", "@HASH");
            if (answer.indexOf('@') >= 0) answer = letters(answer); // the elements of an annotation come in any order
            text.append(' ').append(what).append('=').append(
                    answer.length() < 200 ? answer : answer.substring(0, 150) + "#" + Integer.toHexString(answer.hashCode()));
        }
    }

    static String letters(String s) {
        char[] c = s.toCharArray();
        Arrays.sort(c);
        return "letters" + s.length() + "#" + Integer.toHexString(new String(c).hashCode());
    }

    /** In no order: HotSpot's differs from run to run. */
    static String all(Object[] list) { return new TreeSet<>(Arrays.stream(list).map(String::valueOf).toList()).toString() + list.length; }

    static void annotations(Answers a, java.lang.reflect.AnnotatedElement e) {
        a.ask("annotations", e::getAnnotations);
    }

    static void executable(Answers a, Executable e) {
        a.ask("x", e::toGenericString);
        a.ask("throws", e::getGenericExceptionTypes);
        a.ask("parameters", e::getParameters);
        a.ask("types", e::getGenericParameterTypes);
        a.ask("pa", () -> Arrays.deepToString(e.getParameterAnnotations()));
        a.ask("at", () -> e.getAnnotatedReturnType().toString() + all(e.getAnnotatedParameterTypes()));
        annotations(a, e);
        a.ask("mod", () -> e.getModifiers() + (e.isSynthetic() ? "s" : "") + (e.isVarArgs() ? "v" : ""));
        if (e instanceof Method m) a.ask("default", m::getDefaultValue);
    }

    static <T> List<T> sorted(T[] list) { return Arrays.stream(list).sorted((x, y) -> x.toString().compareTo(y.toString())).toList(); }

    static String questions(Class<?> c) throws Throwable {
        Method[] methods = c.getDeclaredMethods(); // links
        Answers a = new Answers();
        a.ask("super", c::getGenericSuperclass);
        a.ask("interfaces", c::getGenericInterfaces);
        a.ask("modifiers", c::getModifiers);
        a.ask("string", c::toGenericString);
        a.ask("simple", c::getSimpleName);
        a.ask("declaring", c::getDeclaringClass);
        a.ask("enclosing", c::getEnclosingClass);
        a.ask("method", c::getEnclosingMethod);
        a.ask("constructor", c::getEnclosingConstructor);
        a.ask("classes", c::getDeclaredClasses);
        a.ask("host", c::getNestHost);
        a.ask("nest", c::getNestMembers);
        a.ask("permitted", c::getPermittedSubclasses);
        a.ask("kinds",
                ()
                        -> c.isAnonymousClass() + " " + c.isLocalClass() + " " + c.isMemberClass() + " " + c.isRecord() + " " + c.isSealed()
                        + " " + c.isEnum() + " " + c.isSynthetic() + c.isAnnotation());
        annotations(a, c);
        a.ask("at", () -> all(c.getAnnotatedInterfaces()) + c.getAnnotatedSuperclass());
        a.ask("components", c::getRecordComponents);
        try {
            RecordComponent[] components = c.getRecordComponents();
            if (components != null)
                for (RecordComponent r : components) {
                    a.ask("c", r::getGenericSignature);
                    a.ask("type", r::getGenericType);
                    a.ask("accessor", r::getAccessor);
                    a.ask("at", r::getAnnotatedType);
                    annotations(a, r);
                }
        } catch (LinkageError e) {
            // said above
        }
        for (Method m : sorted(methods)) executable(a, m);
        for (Constructor<?> k : sorted(c.getDeclaredConstructors())) executable(a, k);
        for (Field f : sorted(c.getDeclaredFields())) {
            a.ask("f", f::toGenericString);
            a.ask("at", f::getAnnotatedType);
            a.ask("mod", f::getModifiers);
            annotations(a, f);
        }
        return a.text.toString();
    }

    static String run(byte[] original, byte[] bytes, boolean redefine) {
        try {
            Loader loader = new Loader();
            if (redefine) {
                Class<?> c = loader.define(original);
                c.getDeclaredMethods();
                instrumentation.redefineClasses(new ClassDefinition(c, bytes));
                return "fine";
            }
            Class<?> c = loader.define(bytes);
            return "fine" + questions(c);
        } catch (Throwable t) {
            return outcome(t);
        }
    }

    static final int LARGEST = 12_000;

    static void make(Path out, long first, long count) throws IOException {
        List<String> names = seeds.keySet().stream().filter(n -> seeds.get(n).toFile().length() <= LARGEST).sorted().toList(),
                     rich = names.stream().filter(n -> n.startsWith("FuzzSeeds")).toList();
        try (DataOutputStream to = new DataOutputStream(new java.io.BufferedOutputStream(Files.newOutputStream(out)))) {
            for (long seed = first; seed < first + count; seed++) {
                Random r = new Random(seed * 0x9E3779B97F4A7C15L);
                List<String> from = r.nextInt(3) == 0 ? names : rich;
                String name = from.get(r.nextInt(from.size()));
                StringBuilder log = new StringBuilder();
                byte[] b = Mutator.damage(seed(name), r, log);
                to.writeUTF(seed + " " + name + " (" + log + ")");
                to.writeUTF(name);
                to.writeInt(b.length);
                to.write(b);
            }
        }
    }

    static void dump(Path folder, String[] modules) throws IOException {
        for (String m : modules) {
            Path root = java.nio.file.FileSystems.getFileSystem(java.net.URI.create("jrt:/")).getPath("modules", m);
            try (Stream<Path> all = Files.walk(root)) {
                for (Path p : all.filter(p -> p.toString().endsWith(".class") && !p.endsWith("module-info.class")).toList())
                    Files.write(folder.resolve(root.relativize(p).toString().replace('/', '.')), Files.readAllBytes(p));
            }
        }
    }

    public static void main(String[] args) throws Exception {
        if (args[0].equals("seeds")) {
            dump(Path.of(args[1]), Arrays.copyOfRange(args, 2, args.length));
            return;
        }
        try (Stream<Path> all = Files.list(Path.of(args[1]))) {
            all.forEach(p -> seeds.put(p.getFileName().toString().replaceAll("\\.class$", ""), p));
        }
        if (args[0].equals("make")) {
            make(Path.of(args[2]), Long.parseLong(args[3]), Long.parseLong(args[4]));
            return;
        }
        PrintStream out = new PrintStream(new java.io.FileOutputStream(java.io.FileDescriptor.out), true, "UTF-8");
        try (DataInputStream in = new DataInputStream(new java.io.BufferedInputStream(Files.newInputStream(Path.of(args[2]))))) {
            while (in.available() > 0) {
                out.print(in.readUTF() + ": ");
                out.flush(); // a crash must show its seed
                byte[] original = seed(in.readUTF());
                out.println(run(original, in.readNBytes(in.readInt()), args[0].equals("redefine")).replaceAll("[\\p{Cntrl}\u2028\u2029\u0085]", " "));
            }
        }
    }
}
