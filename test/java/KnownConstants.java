// compile: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// jvm: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.lang.invoke.VarHandle;
import jdk.internal.org.objectweb.asm.ClassWriter;
import jdk.internal.org.objectweb.asm.ConstantDynamic;
import jdk.internal.org.objectweb.asm.Handle;
import jdk.internal.org.objectweb.asm.MethodVisitor;
import jdk.internal.org.objectweb.asm.Opcodes;
import jdk.internal.org.objectweb.asm.Type;

/**
 * What code that runs often takes for constants, and what only looks like one: dynamic constants of every type, handles in static finals, call
 * sites that change, System.out.
 */
public class KnownConstants implements Opcodes {
    static int resolved;

    public static Object constant(MethodHandles.Lookup l, String name, Class<?> t) {
        resolved++;
        if (name.equals("none")) return null;
        return t == int.class     ? (Object) (-42)
             : t == long.class    ? (Object) (-1L << 40)
             : t == double.class  ? (Object) (-0.0)
             : t == float.class   ? Float.NaN
             : t == boolean.class ? true
             : t == byte.class    ? (byte) -7
             : t == char.class    ? '\uffff'
             : t == short.class   ? (short) -9
             : t == int[].class   ? new int[] { 1, 2, 3 }
                                  : "text";
    }

    /** A class with `static DESC get()` that returns the constant. */
    static MethodHandle user(String name, String desc) throws Exception {
        ClassWriter w = new ClassWriter(0);
        w.visit(V17, ACC_PUBLIC, "KnownConstants$User", null, "java/lang/Object", null);
        MethodVisitor m = w.visitMethod(ACC_PUBLIC | ACC_STATIC, "get", "()" + desc, null, null);
        m.visitCode();
        String bootstrap = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/Object;";
        m.visitLdcInsn(new ConstantDynamic(name, desc, new Handle(H_INVOKESTATIC, "KnownConstants", "constant", bootstrap, false)));
        m.visitInsn(Type.getType(desc).getOpcode(IRETURN));
        m.visitMaxs(2, 0);
        m.visitEnd();
        w.visitEnd();
        MethodHandles.Lookup l = MethodHandles.lookup().defineHiddenClass(w.toByteArray(), true);
        return l.findStatic(l.lookupClass(), "get", MethodType.fromMethodDescriptorString("()" + desc, null));
    }

    static void dynamicConstants() throws Throwable {
        for (String d : new String[] { "I", "J", "D", "F", "Z", "B", "C", "S", "Ljava/lang/String;", "[I" }) {
            MethodHandle h = user("some", d).asType(MethodType.methodType(Object.class));
            Object first = h.invokeExact();
            int other = 0;
            for (int i = 0; i < 4000; i++) {
                Object again = h.invokeExact();
                if (first instanceof String || first instanceof int[] ? again != first : !again.equals(first)) other++;
            }
            System.out.println(d + " " + (first instanceof int[] ? "array" : first) + " " + other + " others, resolved " + resolved);
        }
        MethodHandle none = user("none", "Ljava/lang/String;");
        int nulls = 0;
        for (int i = 0; i < 4000; i++) if ((String) none.invokeExact() == null) nulls++;
        System.out.println("null " + nulls);
    }

    static void out(int i) { System.out.println(i); }

    /** Static finals of System change; what is printed goes to the stream of the moment, of whichever class. */
    static void streams() {
        PrintStream before = System.out;
        ByteArrayOutputStream first = new ByteArrayOutputStream(), second = new ByteArrayOutputStream();
        System.setOut(new PrintStream(first));
        for (int i = 0; i < 3000; i++) out(i);
        int[] seen = { 0 };
        System.setOut(new PrintStream(second) {
            @Override
            public void println(int x) { seen[0] += x; }
        });
        for (int i = 0; i < 3000; i++) out(i);
        System.setOut(before);
        System.out.println(first.size() + " " + second.size() + " " + seen[0]);
    }

    static int one(int x) { return x + 1; }

    static int two(int x) { return x * 2; }

    static final MethodHandle ONE, TWO, DYNAMIC;
    static final MutableCallSite SITE = new MutableCallSite(MethodType.methodType(int.class, int.class));
    static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(long[].class), VALUE, SHARED;
    long value;
    static int shared;

    static {
        try {
            MethodHandles.Lookup l = MethodHandles.lookup();
            ONE = l.findStatic(KnownConstants.class, "one", MethodType.methodType(int.class, int.class));
            TWO = l.findStatic(KnownConstants.class, "two", MethodType.methodType(int.class, int.class));
            SITE.setTarget(ONE);
            DYNAMIC = SITE.dynamicInvoker();
            VALUE = l.findVarHandle(KnownConstants.class, "value", long.class);
            SHARED = l.findStaticVarHandle(KnownConstants.class, "shared", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static long through(int n) throws Throwable {
        long s = 0;
        for (int i = 0; i < n; i++) s += (int) DYNAMIC.invokeExact(i);
        return s;
    }

    static long variables(KnownConstants k, long[] a, int n) {
        long h = 0;
        for (int i = 0; i < n; i++) {
            VALUE.set(k, (long) i);
            h = h * 31 + (long) VALUE.getAndAdd(k, 3L) + (long) VALUE.getAcquire(k);
            ELEMENTS.setRelease(a, i & 7, (long) i * 5);
            if (ELEMENTS.compareAndSet(a, i & 7, (long) i * 5, (long) i)) h += (long) ELEMENTS.getVolatile(a, i & 7);
            SHARED.setOpaque(i);
            h += (int) SHARED.getAndBitwiseOr(0x100) + (int) SHARED.get();
        }
        return h;
    }

    /** What a VarHandle refuses it refuses in code that runs often too. */
    static String refused(int n) {
        int none = 0, kind = 0, range = 0;
        long[] a = new long[4];
        for (int i = 0; i < n; i++) {
            try {
                VALUE.set((KnownConstants) null, 1L);
            } catch (NullPointerException e) {
                none++;
            }
            try {
                VALUE.set((Object) "no", 1L);
            } catch (ClassCastException e) {
                kind++;
            }
            try {
                ELEMENTS.set(a, i % 6, 2L);
            } catch (IndexOutOfBoundsException e) {
                range++;
            }
        }
        return none + " " + kind + " " + range;
    }

    public static void main(String[] args) throws Throwable {
        dynamicConstants();
        streams();
        long s = 0;
        for (int i = 0; i < 40; i++) s = s * 31 + through(100);
        SITE.setTarget(TWO);
        MutableCallSite.syncAll(new MutableCallSite[] { SITE });
        for (int i = 0; i < 40; i++) s = s * 31 + through(100);
        SITE.setTarget(MethodHandles.identity(int.class));
        for (int i = 0; i < 40; i++) s = s * 31 + through(100);
        System.out.println(s);
        KnownConstants k = new KnownConstants();
        for (int i = 0; i < 60; i++) s = s * 31 + variables(k, new long[8], 50);
        System.out.println(s);
        System.out.println(refused(3000));
    }
}
