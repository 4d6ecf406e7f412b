import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Which strings FindClass and the library's own lookups take for the name of a class, and what the others throw. */
public class ClassNames {
    static class Member { }
    static class L { }

    /** Shows what it is asked for, and finds a class of any name for one. */
    static class Asked extends ClassLoader {
        Asked() { super(null); }

        @Override protected Class<?> findClass(String name) throws ClassNotFoundException {
            System.out.println("    asked for " + shown(name));
            if (name.startsWith("LClassNames")) return Member.class;
            if (!name.equals("ClassNames$Finder")) throw new ClassNotFoundException(name);
            try {
                byte[] b = ClassNames.class.getResourceAsStream("ClassNames$Finder.class").readAllBytes();
                return defineClass(name, b, 0, b.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    public static class Finder {
        public static native Class<?> find(byte[] name);
        public static void load(String library) { System.load(library); }
    }

    static native Class<?> find(byte[] name);
    /* From a thread that native code attached: no Java method below. */
    static native void findAlone(byte[] name);
    static native Class<?> define(byte[] name, ClassLoader l, byte[] bytes);

    static String shown(String s) {
        if (s.length() > 200) return s.substring(0, 60) + "..." + s.length() + "..." + s.substring(s.length() - 3);
        StringBuilder b = new StringBuilder();
        for (char c : s.toCharArray()) b.append(c >= ' ' && c < 127 ? "" + c : "\\u" + Integer.toHexString(c));
        return b.toString();
    }

    static String shown(Throwable t) {
        String text = t.getClass().getName() + ": " + (t.getMessage() == null ? "null" : shown(t.getMessage()));
        return t.getCause() == null ? text : text + " <- " + shown(t.getCause());
    }

    /* A library belongs to one loader. */
    static String copy(String library) throws IOException {
        Path to = Files.createTempFile("classnames", ".so");
        to.toFile().deleteOnExit();
        return Files.copy(Path.of(library), to, StandardCopyOption.REPLACE_EXISTING).toString();
    }

    interface Lookup { Object of(byte[] name) throws Throwable; }

    static void ask(String how, byte[] name, Lookup f) {
        String result;
        try {
            result = String.valueOf(f.of(name));
        } catch (Throwable t) {
            result = shown(t);
        }
        System.out.println("  " + how + ": " + result);
    }

    static byte[] bytes(String s) { return s.getBytes(StandardCharsets.ISO_8859_1); }
    static String text(byte[] name) { return new String(name, StandardCharsets.ISO_8859_1); }

    static final String[] NAMES = {
            "java/lang/Module",
            "Ljava/lang/Module;",
            "LLjava/lang/Module;;",
            "Ljava/lang/Module",
            "java/lang/Module;",
            "Ljava/lang/Module;;",
            "Ljava.lang.Module;",
            "java.lang.Module",
            "java/lang.Module",
            "/java/lang/Module",
            "java/lang/Module/",
            "java//lang/Module",
            "java/lang/Nothing",
            "Ljava/lang/Nothing;",
            "ClassNames",
            "LClassNames;",
            "ClassNames$L",
            "LClassNames$L;",
            "LClassNames$Member;",
            "classNames",
            "",
            ";",
            "L",
            "L;",
            "LL;",
            "[",
            "[[",
            "[L",
            "[L;",
            "[Ljava/lang/Module;",
            "[[Ljava/lang/Module;",
            "[java/lang/Module",
            "[java/lang/Module;",
            "[Ljava/lang/Module",
            "[Ljava.lang.Module;",
            "[LLjava/lang/Module;;",
            "[Ljava/lang/Nothing;",
            "[Ljava/lang/Module;;",
            "[LClassNames;",
            "L[LClassNames;;",
            "L[I;",
            "LI;",
            "I",
            "int",
            "V",
            "void",
            "[I",
            "[[J",
            "[V",
            "[int",
            "[II",
            "[I;",
            "[X",
            "[[[[[[[[[[Z",
            "(I)V",
            "<init>",
            "a b",
            "a;b",
            "La;b;",
            "[La;b;",
            "[La[b;",
            "a[b",
            ".",
            "/",
            "..",
            "../x",
            "\t",
            "java/lang/Object\n",
    };

    static void all(byte[] name) {
        System.out.println(shown(text(name)));
        ask("FindClass", name, ClassNames::find);
        ask("forName", name, b -> Class.forName(text(b)));
        ask("forName with dots", name, b -> Class.forName(text(b).replace('/', '.')));
        ask("forName, no loader", name, b -> Class.forName(text(b).replace('/', '.'), false, null));
        ask("loadClass", name, b -> ClassLoader.getSystemClassLoader().loadClass(text(b).replace('/', '.')));
        ask("findClass of a module", name, b -> Class.forName(Object.class.getModule(), text(b).replace('/', '.')));
    }

    public static void main(String[] args) throws Throwable {
        System.load(args[0]);
        for (String s : NAMES) all(bytes(s));
        byte[][] odd = { { (byte) 0xc0, (byte) 0x80 }, { 'a', (byte) 0xff }, { 'a', (byte) 0xc3 }, { (byte) 0xc3, (byte) 0xa9 }, { 'L', (byte) 0xff, ';' },
                         { (byte) 0xed, (byte) 0xa0, (byte) 0x80 }, { '[', 'L', (byte) 0xff, ';' }, { 0x7f, 1 } };
        for (byte[] b : odd) {
            System.out.println(shown(text(b)));
            ask("FindClass", b, ClassNames::find);
        }
        for (int n : new int[] { 65535, 65536 }) {
            for (String s : new String[] { "x".repeat(n), "L" + "x".repeat(n - 2) + ";", "[L" + "x".repeat(n - 3) + ";" }) {
                System.out.println(shown(s));
                ask("FindClass", bytes(s), ClassNames::find);
                ask("forName", bytes(s), b -> Class.forName(text(b)));
            }
        }
        for (int dims : new int[] { 254, 255 }) ask("FindClass of dimensions " + dims, bytes("[".repeat(dims) + "I"), b -> find(b) == null ? "null" : "found");
        for (String s : new String[] { "java/lang/Module", "Ljava/lang/Module;", "ClassNames", "LClassNames;", "Nothing", "LNothing;" }) findAlone(bytes(s));

        System.out.println("a loader of the program");
        Class<?> finder = new Asked().loadClass("ClassNames$Finder");
        finder.getMethod("load", String.class).invoke(null, copy(args[0]));
        for (String s : new String[] { "Ljava/lang/Module;", "LClassNames$Finder;", "LLClassNames;;", "Lp/q;", "[Lp/q;", "p.q", "LL;", "L;", "" })
            ask("FindClass of " + s, bytes(s), b -> {
                try {
                    return finder.getMethod("find", byte[].class).invoke(null, (Object) b);
                } catch (java.lang.reflect.InvocationTargetException e) {
                    throw e.getCause();
                }
            });

        System.out.println("DefineClass");
        byte[] member = ClassNames.class.getResourceAsStream("ClassNames$Member.class").readAllBytes();
        for (String s : new String[] { "x".repeat(70000), "LClassNames$Member;", "ClassNames.Member", "", "[I", "ClassNames$L", "ClassNames$Member" })
            ask("DefineClass of " + shown(s), bytes(s), b -> define(b, new Asked(), member).getName());

        System.out.println("hidden classes");
        Class<?> hidden = MethodHandles.lookup().defineHiddenClass(member, false).lookupClass();
        String name = hidden.getName(), suffix = name.substring(name.indexOf('/') + 1);
        for (String s : new String[] {name, name.replace('/', '.'), name.replace('/', '+'), "L" + name + ";", "[L" + name + ";",
                     "[L" + name.replace('/', '.') + ";", "[L" + name.replace('/', '+') + ";"}) {
            askHidden("FindClass", s, suffix, () -> find(bytes(s)));
            askHidden("forName", s, suffix, () -> Class.forName(s));
        }
    }

    /* The suffix of a hidden class differs from run to run. */
    static void askHidden(String how, String name, String suffix, java.util.concurrent.Callable<Class<?>> f) {
        String result;
        try {
            result = f.call().toString();
        } catch (Throwable t) {
            result = shown(t);
        }
        System.out.println("  " + how + " of " + name.replace(suffix, "0x") + ": " + result.replace(suffix, "0x"));
    }
}
