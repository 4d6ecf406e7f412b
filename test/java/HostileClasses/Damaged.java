import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.function.Consumer;

/** Class files with one thing wrong: whether they are refused, by which exception with which message, and what reflection tells about those that are not. */
public class Damaged {
    static ClassBytes.Buf buf() { return ClassBytes.buf(); }

    static String first(Throwable t) {
        String s = t.toString().replaceAll("@[0-9a-f]+", "@HASH");
        int detail = s.indexOf("\nException Details:");
        return detail < 0 ? s : s.substring(0, detail);
    }

    interface Question { Object ask() throws Throwable; }

    static String answer(Question q) {
        try {
            Object o = q.ask();
            return o instanceof Object[] a ? Arrays.toString(Arrays.stream(a).map(String::valueOf).sorted().toArray()) : String.valueOf(o);
        } catch (Throwable t) {
            return first(t);
        }
    }

    static void tell(String what, String result) {
        System.out.println(what + ": "
                + result.replaceAll("[\\p{Cntrl}]", "?")
                        .replaceAll("(\\[)\\1{20,}", "[[..")
                        .replaceAll("I{20,}", "I..")
                        .replaceAll("(int, ){20,}", "int, .. ")
                        .replaceAll("J{20,}", "J.."));
    }

    /** Defined and linked; then the question. */
    static void show(String what, ClassBytes b, java.util.function.Function<Class<?>, Question> q) {
        String result;
        try {
            Class<?> c = new ClassBytes.Loader().define(b);
            c.getDeclaredMethods();
            result = "fine " + answer(q.apply(c));
        } catch (Throwable t) {
            result = first(t);
        }
        tell(what, result);
    }

    static void show(String what, ClassBytes b) { show(what, b, c -> () -> c); }

    static ClassBytes make(Consumer<ClassBytes> change) {
        ClassBytes b = new ClassBytes("p/A");
        change.accept(b);
        return b;
    }

    static void show(String what, Consumer<ClassBytes> change) { show(what, make(change)); }

    static byte[] shorts(int... v) {
        ClassBytes.Buf b = buf();
        for (int x : v) b.u2(x);
        return b.bytes();
    }

    // ---- constants ----

    static void constants() {
        for (int tag : new int[] {0, 2, 13, 14, 19, 20, 21})
            for (int major : new int[] {52, 53, 61})
                show("tag " + tag + " in " + major, b -> {
                    b.major = major;
                    b.constant(tag, shorts(b.utf8("x")));
                });
        show("module constant and a bad index", b -> {
            b.constant(19, shorts(b.utf8("x")));
            b.constant(8, shorts(999));
        });
        show("module constant and ACC_MODULE", b -> {
            b.constant(19, shorts(b.utf8("x")));
            b.access = 0x8000;
        });
        show("long at the end", b -> {
            b.longValue(1);
            b.extraPool = -1;
        });
        int[][] texts = {{0xc0, 0x80}, {0xc1, 0x81}, {0xe0, 0x81, 0x81}, {0xe0, 0xa0, 0x80}, {0xc2, 0x80}, {0}, {0x80}, {0xc2},
                {0xe1, 0x80}, {0xf0, 0x9f, 0x98, 0x80}, {0xed, 0xa0, 0x80}, {0xc2, 0x41}, {0xff}, {0xe0, 0x9f, 0xbf}, {0xc0, 0x81}};
        for (int[] t : texts)
            for (int major : new int[] {47, 48, 61}) {
                byte[] text = new byte[t.length];
                for (int i = 0; i < t.length; i++) text[i] = (byte) t[i];
                show("text " + Arrays.toString(t) + " in " + major, b -> {
                    b.major = major;
                    b.text(text);
                });
            }
        String[] names = {"", "a", "a.b", "a/b", "a;b", "a[b", "<init>", "<clinit>", "<x>", "a<b", "a-b", "1a", "\u00e9"};
        String[] descs = {"", "I", "V", "()V", "()I", "(V)V", "(I", "Lx;", "L;", "Lx", "La.b;", "La//b;", "[", "[V", "(L;)V", "(Lx;)L/x;",
                "[".repeat(255) + "I", "[".repeat(256) + "I",
                "("
                        + "[".repeat(256) + "I)V",
                "("
                        + "I".repeat(300) + ")V",
                "("
                        + "J".repeat(200) + ")V",
                "Q"};
        for (String name : names) show("name " + name, b -> b.nameType(name, "I"));
        for (String name : names) show("name of a method " + name, b -> b.nameType(name, "()V"));
        for (String name : names)
            show("name in 48 " + name, b -> {
                b.major = 48;
                b.nameType(name, "I");
            });
        for (String desc : descs)
            for (int tag : new int[] {9, 10, 17}) show("descriptor of " + tag + " " + desc, b -> {
                b.pair(tag, tag == 17 ? 0 : b.cls("java/lang/Object"), b.nameType("x", desc));
                if (tag == 17) b.with("BootstrapMethods", shorts(1, b.handle(6, b.ref(10, "p/B", "f", "()V")), 0));
            });
        for (String desc : descs) show("method type " + desc, b -> b.one(16, b.utf8(desc)));
        for (String desc : descs) show("class " + desc, b -> b.cls(desc));
        show("init that returns", b -> b.ref(10, "java/lang/Object", "<init>", "()I"));
        show("clinit referred to", b -> b.ref(10, "java/lang/Object", "<clinit>", "()V"));
        for (int kind = 0; kind < 11; kind++) {
            int k = kind;
            for (int tag = 9; tag < 12; tag++) {
                int t = tag;
                show("handle " + k + " of " + t, b -> b.handle(k, b.ref(t, "p/B", "f", t == 9 ? "I" : "()V")));
            }
            show("handle " + k + " of <init>", b -> b.handle(k, b.ref(10, "p/B", "<init>", "()V")));
        }
    }

    // ---- the head ----

    static void head() {
        for (int major : new int[] {0, 44, 45, 48, 55, 56, 60, 61, 62, 65535})
            for (int minor : new int[] {0, 1, 65535})
                show("version " + major + "." + minor, b -> {
                    b.major = major;
                    b.minor = minor;
                });
        show("no super class", b -> b.superIndex = 0);
        show("super class an array", b -> b.superIndex = b.cls("[I"));
        show("its own super class", b -> b.superIndex = b.thisIndex);
        show("Object", new ClassBytes("java/lang/Object"));
        ClassBytes object = new ClassBytes("java/lang/Object");
        object.interfaces.add(object.cls("java/lang/Runnable"));
        show("Object with an interface", object);
        show("of package java", new ClassBytes("java/util/A"));
        show("of package java, final super class", new ClassBytes("java/util/A", "java/lang/String"));
        show("of package java, super class that is not there", new ClassBytes("java/util/A", "p/Gone"));
        show("an interface that is a class, and worse", b -> {
            b.interfaces.add(b.cls("java/lang/Object"));
            b.tail = new byte[1];
        });
        show("an interface twice", b -> {
            b.interfaces.add(b.cls("java/lang/Runnable"));
            b.interfaces.add(b.one(7, b.utf8("java/lang/Runnable")));
        });
        for (int bit = 0; bit < 16; bit++) {
            int flags = 1 << bit;
            show("class flags " + flags, b -> b.access = flags | 0x20);
            show("method flags " + flags, b -> b.method(flags, "f", "()V", b.empty(1)));
            show("constructor flags " + flags, b -> b.method(flags, "<init>", "()V", b.empty(1)));
            show("field flags " + flags, b -> b.field(flags | 2, "f", "I"));
        }
        show("constructor that is final and returns", b -> b.method(0x11, "<init>", "()I", b.empty(1)));
        show("twice the same method", b -> b.method(9, "f", "(Ljava/lang/String;)V", b.empty(1)).method(9, "f", "(Ljava/lang/String;)V", b.empty(1)));
        show("twice the same field", b -> b.field(9, "f", "Ljava/lang/String;").field(9, "f", "Ljava/lang/String;"));
        for (int major : new int[] {50, 51})
            for (String desc : new String[] {"(I)V", "()I", "I"})
                show("initializer " + desc + " in " + major, b -> {
                    b.major = major;
                    b.method(8, "<clinit>", desc, b.empty(1));
                });
    }

    // ---- attributes ----

    static final String[] ANNOTATIONS = {"RuntimeVisibleAnnotations", "RuntimeInvisibleAnnotations", "RuntimeVisibleTypeAnnotations",
            "RuntimeInvisibleTypeAnnotations", "RuntimeVisibleParameterAnnotations", "RuntimeInvisibleParameterAnnotations",
            "AnnotationDefault", "Signature", "Synthetic", "Deprecated", "Exceptions", "MethodParameters", "SourceFile",
            "SourceDebugExtension", "ConstantValue"};

    static byte[] contents(ClassBytes b, String attribute) {
        return switch (attribute) {
            case "Signature" -> shorts(b.utf8("TT;"));
            case "SourceFile" -> shorts(b.utf8("A.java"));
            case "ConstantValue" -> shorts(b.integer(1));
            case "Synthetic", "Deprecated" -> new byte[0];
            case "RuntimeVisibleParameterAnnotations", "RuntimeInvisibleParameterAnnotations", "MethodParameters" -> new byte[1];
            case "AnnotationDefault" -> buf().u1('I').u2(b.integer(1)).bytes();
            default -> shorts(0);
        };
    }

    static void place(ClassBytes b, String where, byte[]... attributes) {
        switch (where) {
            case "class" -> b.attributes.addAll(Arrays.asList(attributes));
            case "field" -> b.field(9, "f", "I", attributes);
            case "method" -> b.method(0x401, "f", "()I", attributes);
            case "code" -> b.method(9, "f", "()V", b.code(0, 1, new byte[] {(byte) 0xb1}, new byte[0], attributes));
            default -> b.attributes.add(b.attribute("Record", buf().u2(1).u2(b.utf8("x")).u2(b.utf8("I")).list(Arrays.asList(attributes)).bytes()));
        }
    }

    static void attributes() {
        for (String where : new String[] {"class", "field", "method", "code", "component"}) {
            for (String name : ANNOTATIONS)
                for (int major : new int[] {48, 61}) {
                    if (where.equals("component") && major < 61) continue;
                    Consumer<ClassBytes> twice = b -> {
                        b.major = major;
                        b.access = 0x421;
                        byte[] a = b.attribute(name, contents(b, name));
                        place(b, where, a, a);
                    };
                    show("twice " + name + " of a " + where + " in " + major, twice);
                    show("longer " + name + " of a " + where + " in " + major, b -> {
                        b.major = major;
                        b.access = 0x421;
                        place(b, where, b.attribute(name, buf().add(contents(b, name)).u1(0).bytes()));
                    });
                }
            show("signature that is no text of a " + where, b -> {
                b.access = 0x421;
                place(b, where, b.attribute("Signature", shorts(b.thisIndex)));
            });
            show("attribute without a name of a " + where, b -> {
                b.access = 0x421;
                place(b, where, buf().u2(b.thisIndex).u4(0).bytes());
            });
            show("attribute that does not end of a " + where, b -> {
                b.access = 0x421;
                place(b, where, buf().u2(b.utf8("Unknown")).u4(0x7fffffff).bytes());
            });
        }
        for (String type : new String[] {"I", "J", "F", "Ljava/lang/String;", "Ljava/lang/Object;", "[I"})
            for (int value = 0; value < 4; value++) {
                int v = value;
                show("constant " + v + " of " + type, b -> b.field(9, "f", type, b.attribute("ConstantValue",
                    shorts(v == 0 ? 0 : v == 1 ? b.integer(1) : v == 2 ? b.string("s") : 999))));
            }
        for (String name : new String[] {"AnnotationDefault", "RuntimeVisibleTypeAnnotations", "RuntimeVisibleAnnotations",
                     "RuntimeVisibleParameterAnnotations"}) {
            ClassBytes b = make(x -> x.access = 0x601);
            b.method(0x401, "f", "()I", b.attribute(name, new byte[0]));
            show("empty " + name + " of a method", b, c -> () -> {
                Method m = c.getDeclaredMethods()[0];
                return m.getDefaultValue() + " " + Arrays.toString(m.getAnnotations()) + m.getAnnotatedReturnType()
                        + Arrays.deepToString(m.getParameterAnnotations());
            });
            ClassBytes f = make(x -> x.field(9, "f", "I", x.attribute(name, new byte[0])));
            show("empty " + name + " of a field", f,
                    c -> () -> Arrays.toString(c.getDeclaredFields()[0].getAnnotations()) + c.getDeclaredFields()[0].getAnnotatedType());
        }
        show("exceptions that are none", b -> b.method(0x401, "f", "()V", b.attribute("Exceptions", shorts(1, b.utf8("x")))));
        show("fewer exceptions", b -> b.method(0x101, "f", "()V", b.attribute("Exceptions", shorts(0, b.thisIndex))));
        show("fewer parameters", b -> b.method(0x101, "f", "()V", b.attribute("MethodParameters", new byte[5])));
    }

    static void bootstraps() {
        int[][] bodies = {{}, {0}, {1}, {1, -1, 0}, {1, -1, 1}, {1, -1, 0, 0}, {2, -1, 0}, {1, 1, 0}, {1, -1, 1, -2}, {1, -1, 1, -1}, {1, -1, 2, -1}, {0, 0}};
        for (int[] body : bodies)
            for (int used = 0; used < 3; used++) {
                int u = used;
                show("bootstrap methods " + Arrays.toString(body) + " used " + u, b -> {
                    int h = b.handle(6, b.ref(10, "p/B", "f", "()V"));
                    int[] v = body.clone();
                    for (int i = 0; i < v.length; i++) v[i] = v[i] == -1 ? h : v[i] == -2 ? b.thisIndex : v[i];
                    if (u > 0) b.pair(18, u - 1, b.nameType("g", "()V"));
                    b.with("BootstrapMethods", shorts(v));
                });
            }
        show("no bootstrap methods", b -> b.pair(18, 0, b.nameType("g", "()V")));
        show("odd bootstrap methods", b -> b.with("BootstrapMethods", new byte[] {0, 0, 0}));
    }

    // ---- classes in classes ----

    static byte[] inner(ClassBytes b, Object... entries) {
        ClassBytes.Buf t = buf().u2(entries.length / 4);
        for (Object e : entries)
            t.u2(e == null                                 ? 0
                            : e instanceof Integer i       ? i
                            : ((String) e).startsWith("#") ? b.utf8(((String) e).substring(1))
                                                           : b.cls((String) e));
        return t.bytes();
    }

    static void inners(String what, int major, Object... entries) {
        for (int around = 0; around < 2; around++) {
            ClassBytes b = new ClassBytes("A");
            b.major = major;
            if (entries.length > 0) b.with("InnerClasses", inner(b, entries));
            if (around == 1) b.with("EnclosingMethod", shorts(b.cls("java/lang/Thread"), 0));
            show(what + " in " + major + (around == 1 ? ", in a method" : ""), b,
                    c
                    -> ()
                            -> Integer.toHexString(c.getModifiers()) + " " + c.isAnonymousClass() + c.isLocalClass() + c.isMemberClass()
                            + " " + answer(c::getEnclosingClass) + " " + answer(c::getDeclaringClass) + " " + answer(c::getSimpleName)
                            + " " + answer(c::getDeclaredClasses));
        }
    }

    static void innerClasses() {
        for (int major : new int[] {48, 61}) {
            inners("none", major);
            inners("another", major, "B$C", "B", "#C", 9);
            inners("its own, no member", major, "A", null, "#A", 9);
            inners("its own, anonymous", major, "A", null, null, 9);
            inners("its own, member", major, "A", "java/lang/Thread", "#A", 9);
            inners("array around", major, "A", "[I", "#A", 9);
            inners("a circle", major, "A", "B", "#A", 9, "B", "A", "#B", 9);
            inners("a circle elsewhere", major, "A", null, "#A", 9, "B", "C", "#B", 9, "C", "B", "#B", 9);
            inners("its own circle", major, "B", "B", "#B", 9);
            inners("one twice", major, "A", "Z", "#A", 9, "A", "Z", "#A", 9);
            inners("one twice, differently", major, "A", "Z", "#A", 9, "A", "Z", "#A", 1);
            inners("differently, then equal", major, "A", "Z", "#A", 9, "A", "Z", "#A", 1, "A", "Z", "#A", 9);
            inners("a circle, then equal", major, "A", "B", "#A", 9, "B", "A", "#B", 9, "C", null, "#C", 9, "C", null, "#C", 9);
            inners("equal, then a circle", major, "C", null, "#C", 9, "C", null, "#C", 9, "A", "B", "#A", 9, "B", "A", "#B", 9);
            inners("no class", major, 1, null, null, 9);
            inners("a member of itself", major, "B$C", "A", "#C", 9);
            inners("module", major, "B", null, "#B", 0x8000);
            inners("bad flags", major, "B", null, "#B", 0x410);
            int m = major;
            ClassBytes b = make(x -> x.major = m);
            b.with("InnerClasses", shorts(0, 5));
            show("longer InnerClasses in " + major, b);
        }
        ClassBytes b = new ClassBytes("A");
        int again = b.constant(7, shorts(b.utf8("A")));
        show("one class, two constants", b.with("InnerClasses", inner(b, b.thisIndex, "Z", "#A", 9, again, "Z", "#A", 1)),
                c -> () -> Integer.toHexString(c.getModifiers()));
        b = new ClassBytes("A");
        again = b.constant(7, shorts(b.utf8("B")));
        show("a circle by name", b.with("InnerClasses", inner(b, b.thisIndex, "Z", "#A", 9, "B", again, "#B", 9)),
                c -> () -> Integer.toHexString(c.getModifiers()));

        for (String desc : new String[] {"()V", "I", "", "(", "x"})
            for (String name : new String[] {"run", "<init>"}) {
                ClassBytes e = make(x -> x.with("InnerClasses", shorts(0)));
                int nt = e.nameType(name, desc);
                show("enclosing method " + name + desc, e.with("EnclosingMethod", shorts(e.cls("java/lang/Thread"), nt)),
                    c -> () -> answer(c::getEnclosingMethod) + " " + answer(c::getEnclosingConstructor));
            }
        int[][] bodies = {{}, {0}, {0, 0}, {-1}, {-1, -1}, {-1, 0, 0}, {-1, 999}, {999, 0}, {1, 0}};
        for (int[] body : bodies)
            show("enclosing method " + Arrays.toString(body),
                    x -> x.with("EnclosingMethod", shorts(Arrays.stream(body).map(i -> i == -1 ? x.thisIndex : i).toArray())));
    }

    static void nests() {
        String[] two = {"NestHost", "NestMembers"};
        for (String a : two)
            for (String b : two)
                show(a + " and " + b, x -> x.with(a, shorts(a.equals("NestHost") ? x.thisIndex : 0)).with(b, shorts(b.equals("NestHost") ? x.thisIndex : 0)));
        for (int[] body : new int[][] {{}, {0}, {1}, {1, -1}, {2, -1, -1}, {1, 1}, {1, -1, 0}, {0, 0}}) {
            for (String name : new String[] {"NestMembers", "PermittedSubclasses", "NestHost"}) {
                ClassBytes b = new ClassBytes("A");
                b.with(name, shorts(Arrays.stream(body).map(i -> i == -1 ? b.thisIndex : i).toArray()));
                show(name + " " + Arrays.toString(body), b,
                        c -> () -> c.getNestMembers().length + " " + answer(c::getPermittedSubclasses) + " " + c.getNestHost());
            }
        }
        show("final and sealed", b -> {
            b.access = 0x31;
            b.with("PermittedSubclasses", shorts(1, 1));
        });
        for (String superName : new String[] {"java/lang/Object", "java/lang/Record"})
            for (int flags : new int[] {0x21, 0x31})
                for (int[] body : new int[][] {{}, {0}, {1}, {1, -1, -2, 0}, {1, -3, -2, 0}, {1, -1, -3, 0}, {1, -1, 0, 0}, {1, 0, -1, 0},
                             {1, -1, -2, 0, 0}, {2, -1, -2, 0, -1, -2, 0}}) {
                    ClassBytes b = new ClassBytes("A", superName);
                    b.access = flags;
                    b.with("Record",
                            shorts(Arrays.stream(body)
                                            .map(i
                                                    -> i == -1        ? b.utf8("x")
                                                            : i == -2 ? b.utf8("I")
                                                            : i == -3 ? b.utf8("a;b")
                                                                      : i)
                                            .toArray()));
                    show("record of " + superName + " " + flags + " " + Arrays.toString(body), b,
                            c -> () -> c.isRecord() + " " + answer(c::getRecordComponents));
                }
    }

    // ---- code ----

    static void code(String what, int stack, int locals, int[] code, java.util.function.Function<ClassBytes, byte[][]> more) {
        byte[] bytes = new byte[code.length];
        for (int i = 0; i < code.length; i++) bytes[i] = (byte) code[i];
        show(what, b -> b.method(9, "f", "(I)V", b.code(stack, locals, bytes, new byte[0], more.apply(b))));
    }

    static void code(String what, int... code) { code(what, 2, 3, code, b -> new byte[0][]); }

    static void map(String what, int... map) {
        for (int major : new int[] {50, 61}) // version 50 may fall back on the old verifier
            code("map " + what + " in " + major, 2, 3, new int[] {0x1a, 0x99, 0, 4, 0, 0xb1}, b -> {
                b.major = major;
                byte[] bytes = new byte[map.length];
                for (int i = 0; i < map.length; i++) bytes[i] = (byte) map[i];
                return new byte[][] {b.attribute("StackMapTable", bytes)};
            });
    }

    static byte[] variables(ClassBytes b, Object... entries) {
        ClassBytes.Buf t = buf().u2(entries.length / 5);
        for (Object e : entries) t.u2(e instanceof Integer i ? i : b.utf8((String) e));
        return t.bytes();
    }

    static void debug(String what, int major, Object... tables) {
        show(what + " in " + major, b -> {
            b.major = major;
            byte[][] all = new byte[tables.length / 2][];
            for (int i = 0; i < tables.length; i += 2) all[i / 2] = b.attribute((String) tables[i], variables(b, (Object[]) tables[i + 1]));
            b.method(9, "f", "(IJ)V", b.code(2, 3, new byte[] {0x11, 0, 0, 0x57, (byte) 0xb1}, new byte[0], all));
        });
    }

    static Object[] entry(Object... e) { return e; }

    static void variableTables() {
        String v = "LocalVariableTable", t = "LocalVariableTypeTable";
        for (int major : new int[] {48, 49, 61}) {
            debug("types alone", major, t, entry(0, 5, "x", "TT;", 0));
            debug("types of another", major, v, entry(0, 5, "x", "I", 0), t, entry(0, 5, "y", "TT;", 0));
            debug("types twice", major, v, entry(0, 5, "x", "I", 0), t, entry(0, 5, "x", "TT;", 0), t, entry(0, 5, "x", "TT;", 0));
            debug("types first", major, t, entry(0, 5, "x", "TT;", 0), v, entry(0, 5, "x", "I", 0));
            debug("bad types", major, t, entry(0, 6, "x", "TT;", 0), v, entry(0, 5, "x", "I", 0));
            debug("variable twice", major, v, entry(0, 5, "x", "I", 0), v, entry(0, 5, "x", "I", 0));
            debug("variable twice in one", major, v, entry(0, 5, "x", "I", 0, 0, 5, "x", "J", 0));
            debug("empty table and types", major, v, entry(), t, entry(0, 5, "x", "TT;", 0));
            debug("inside of an instruction", major, v, entry(1, 2, "x", "I", 0));
            debug("ends inside of an instruction", major, v, entry(0, 2, "x", "I", 0));
            debug("ends with the code", major, v, entry(4, 1, "x", "I", 0));
            debug("beyond the code", major, v, entry(5, 0, "x", "I", 0));
            debug("too long", major, v, entry(4, 2, "x", "I", 0));
            debug("bad name", major, v, entry(0, 5, "a;b", "I", 0));
            debug("bad type", major, v, entry(0, 5, "x", "Q", 0));
            debug("bad place", major, v, entry(0, 5, "x", "J", 2));
            debug("no name", major, v, entry(0, 5, 0, "I", 2));
        }
        ClassBytes b = new ClassBytes("A");
        int x = b.constant(1, buf().u2(1).u1('x').bytes());
        byte[] two = b.attribute(v, variables(b, 0, 1, "x", "I", 0, 0, 1, x, "I", 0));
        show("one name, two constants", b.method(9, "f", "(I)V", b.code(0, 1, new byte[] {(byte) 0xb1}, new byte[0], two)));
    }

    static void instructions() {
        for (int op : new int[] {0xba, 0xca, 0xcb, 0xdb, 0xe4, 0xe6, 0xee, 0xef, 0xff}) code("instruction " + op, op, 0, 0, 0, 0, 0xb1);
        code("jump before the method", 0xa7, 0xff, 0xf0);
        code("jump far away", 0xc8, 0x7f, 0xff, 0, 0);
        code("jump far back", 0xc8, 0xff, 0xfe, 0xff, 0xff);
        code("tableswitch upside down", 0x1a, 0xaa, 0, 0, 0, 0, 0, 18, 0, 0, 0, 3, 0, 0, 0, 1, 0, 0, 0, 0, 0xb1);
        code("tableswitch far upside down", 0x1a, 0xaa, 0, 0, 0, 0, 0, 18, 0x7f, 0xff, 0xff, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0, 0xb1);
        code("lookupswitch of less than nothing", 0x1a, 0xab, 0, 0, 0, 0, 0, 12, 0xff, 0xff, 0xff, 0xff, 0xb1);
        code("lookupswitch in no order", 4, 0xab, 0, 0, 0, 0, 0, 26, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 26, 0, 0, 0, 1, 0, 0, 0, 26, 0xb1);
        code("return of half a long", 4, 0xad);
        code("return of a long", 9, 0xad);
        code("return of nothing", 0xad);
        code("negation of half a long", 4, 0x75, 0xb1);
        code("constant that is not there", 0x12, 200, 0x57, 0xb1);
        code("constant of a wrong kind", 0x12, 1, 0x57, 0xb1);
        code("too few locals", 2, 0, new int[] {0xb1}, b -> new byte[0][]);
        code("end without return", 0);
        for (int args : new int[] {254, 255, 256, 300}) {
            ClassBytes b = new ClassBytes("A");
            ClassBytes.Buf c = buf();
            for (int i = 0; i < args; i++) c.u1(3);
            b.method(9, "f", "()V", b.code(400, 0, c.u1(0xb8).u2(b.ref(10, "A", "g", "(" + "I".repeat(args) + ")V")).u1(0xb1).bytes()));
            if (args <= 255) b.method(9, "g", "(" + "I".repeat(args) + ")V", b.empty(255));
            show("call with " + args + " arguments", b, x -> () -> {
                try {
                    return x.getMethod("f").invoke(null);
                } catch (java.lang.reflect.InvocationTargetException e) {
                    throw e.getCause();
                }
            });
        }
        show("method of 256 arguments", b -> b.method(9, "f", "(" + "I".repeat(256) + ")V", b.empty(256)));
        show("method of this and 255 arguments", b -> b.method(1, "f", "(" + "I".repeat(255) + ")V", b.empty(256)));
        for (int value = 0; value < 3; value++) { // its own field before super(): the object, a number, an object of another class
            int[] push = {0x2a, 0x03, 0x2b};
            int p = push[value];
            show("field of " + p, b -> b.field(0, "f", "I").method(1, "<init>", "(Ljava/lang/String;)V",
                b.code(2, 2, buf().u1(p).u1(3).u1(0xb5).u2(b.ref(9, "p/A", "f", "I")).u1(0xb1).bytes())));
        }
        show("constructor that calls none", b -> b.method(1, "<init>", "()V", b.empty(1)));
        show("handler inside of an instruction, bad map",
                b
                -> b.method(9, "f", "()V",
                        b.code(1, 1, new byte[] {0x11, 0, 0, 0x57, (byte) 0xb1}, shorts(1, 3, 4, 0),
                                b.attribute("StackMapTable", new byte[] {0, 1, 1}))));
    }

    static void maps() {
        map("good", 0, 1, 5);
        map("none", 0, 0);
        map("empty");
        map("not there", 0, 1);
        map("more than are there", 0, 2, 5);
        map("less than are there", 0, 1, 5, 0);
        map("inside of an instruction", 0, 1, 2);
        map("beyond", 0, 1, 9);
        map("reserved", 0, 1, 130, 0, 5);
        map("reserved, short", 0, 1, 130);
        map("bad type", 0, 1, 64 + 5, 9);
        map("bad class", 0, 1, 64 + 5, 7, 0, 1);
        map("no object made", 0, 1, 64 + 5, 8, 0, 0);
        map("two words for one", 0, 1, 255, 0, 5, 0, 0, 0, 2, 4, 4);
        map("too many locals", 0, 1, 254, 0, 5, 1, 1, 1);
        map("too many locals, short", 0, 1, 254, 0, 5, 1, 1);
        map("too many longs", 0, 1, 253, 0, 5, 4, 4);
        map("chop all", 0, 1, 250, 0, 5);
        map("chop too many", 0, 1, 249, 0, 5);
        map("many", 0xff, 0xff, 5);
        map("stack of another depth", 0, 1, 64 + 5, 1);
        map("local of another type", 0, 1, 255, 0, 5, 0, 1, 2, 0, 0);
    }

    public static void main(String[] args) {
        constants();
        head();
        attributes();
        bootstraps();
        innerClasses();
        nests();
        variableTables();
        instructions();
        maps();
    }
}
