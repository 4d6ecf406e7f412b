// compile: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// jvm: -Xint -Xmx64m --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// Variables that code cannot use any more do not keep their objects: by what the bytecode's paths agree on, not by the source's scopes. Those it can use do.
import java.lang.ref.WeakReference;
import java.util.*;
import jdk.internal.org.objectweb.asm.*;

public class DeadVariables {
    /* Objects that only the class initializer of the main class has seen. */
    static Object[] inInitializer = { new Object(), new Object() };
    static WeakReference<Object> last;

    static class Node { Node next; long x, y; }

    public static Object fresh() {
        Object o = new int[] { 7 };
        last = new WeakReference<>(o);
        return o;
    }
    public static void collect() { for (int i = 0; i < 3 && last.get() != null; i++) System.gc(); }
    static String state() {
        collect();
        return last.get() == null ? "cleared" : "kept";
    }
    static void show(String what) { System.out.println(what + ": " + state()); }
    static void use(Object... o) {
        for (Object x : o) if (((int[]) x)[0] != 7) throw new IllegalStateException();
    }

    static void handler() {
        try {
            Object other = new int[] { 7 }, o = fresh(); /* the handler's variable takes the place of the first */
            use(other, o);
            throw new RuntimeException();
        } catch (RuntimeException e) {
            show("of a try, in its handler");
        }
    }
    static void beforeTry() {
        Object o = fresh();
        try {
            throw new RuntimeException();
        } catch (RuntimeException e) {
            show("of before the try, in its handler");
        }
    }
    static void inFinally() {
        try {
            Object other = new int[] { 7 }, o = fresh();
            use(other, o);
            Integer.parseInt("x");
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        } finally {
            show("of a try, in its finally");
        }
    }
    static void branch(boolean b) {
        if (b) {
            Object o = fresh();
            use(o);
        }
        show("of a branch, behind it");
    }
    static void otherBranch(boolean b) {
        if (b) {
            Object o = fresh();
            use(o);
        } else {
            int i = 5;
            use(new int[] { i + 2 });
        }
        show("of one branch, an int in the other");
    }
    static void bothBranches(boolean b) {
        if (b) {
            Object o = fresh();
            use(o);
        } else {
            Object p = new int[] { 7 };
            use(p);
        }
        show("of both branches, behind them");
    }
    static void block() {
        {
            Object o = fresh();
            use(o);
        }
        show("of a block, behind it");
    }
    static void reused() {
        {
            Object o = fresh();
            use(o);
        }
        long l = System.nanoTime();
        show("of a block, a long in its place");
        use(new int[] { (int) (l - l) + 7 });
    }
    static void loop() {
        for (int i = 0; i < 2; i++) {
            Object o = fresh();
            use(o);
        }
        show("of a loop, behind it");
    }
    static void loopAgain() {
        for (int i = 0; i < 2; i++) {
            if (i == 1) show("of a loop, in the next round");
            Object o = fresh();
            use(o);
        }
    }
    static void nulled() {
        Object o = fresh();
        use(o);
        o = null;
        show("set to null");
    }
    static void live() {
        Object o = fresh();
        collect();
        use(o);
        show("live");
        use(o);
    }
    static void parameter(Object o) {
        use(o);
        show("a parameter");
    }
    static void parameterAgain(Object o, boolean b) {
        if (b) o = null;
        show("a parameter, null on one path");
        if (o != null) use(o);
    }
    static Object two(Object a, String s, Object b) {
        use(a, b);
        return s;
    }
    static void operands() {
        System.out.println("operands of a call: " + two(fresh(), state(), new int[] { 7 }));
        long l = 1;
        System.out.println("between longs: " + three(l, fresh(), 2L, state(), 3.0));
        String s = "x" + fresh().hashCode() * 0 + state();
        System.out.println("taken by a call: " + s);
    }
    static Object three(long a, Object o, long b, String s, double d) {
        use(o);
        return s;
    }
    static void switched(int n) {
        switch (n) {
        case 0: {
            Object o = fresh();
            use(o);
            break;
        }
        case 1: {
            double d = n;
            use(new int[] { (int) d + 6 });
            break;
        }
        default:
        }
        show("of a case, behind the switch");
    }
    static void handlers(int n) {
        Object o = null;
        try {
            o = fresh();
            try {
                Object p = new int[] { 7 };
                if (n > 0) throw new IllegalStateException();
                use(p);
            } catch (IllegalStateException e) {
                Object q = new int[] { 7 };
                collect();
                use(q, o);
                throw e;
            } finally {
                collect();
                use(o);
            }
        } catch (IllegalStateException e) {
            show("of around nested handlers");
            use(o);
        }
    }
    static synchronized void locked(Object o) {
        synchronized (o) {
            Object p = o;
            o = null;
            collect();
            use(p);
        }
        show("behind a synchronized block");
    }
    static int many(Object o) {
        int a0 = 0, a1 = 1, a2 = 2, a3 = 3, a4 = 4, a5 = 5, a6 = 6, a7 = 7, a8 = 8, a9 = 9;
        long b0 = 0, b1 = 1, b2 = 2, b3 = 3, b4 = 4, b5 = 5, b6 = 6, b7 = 7, b8 = 8, b9 = 9;
        double c0 = 0, c1 = 1, c2 = 2, c3 = 3, c4 = 4, c5 = 5, c6 = 6, c7 = 7, c8 = 8, c9 = 9;
        long d0 = 0, d1 = 1, d2 = 2, d3 = 3, d4 = 4, d5 = 5, d6 = 6, d7 = 7, d8 = 8, d9 = 9;
        Object p = new int[] { 7 }, q = new int[] { 7 };
        try {
            Object other = new int[] { 7 }, r = fresh();
            use(o, p, q, r, other);
            throw new RuntimeException();
        } catch (RuntimeException e) {
            show("among many variables");
            use(o, p, q);
        }
        return (int) (a0 + a1 + a2 + a3 + a4 + a5 + a6 + a7 + a8 + a9 + b0 + b1 + b2 + b3 + b4 + b5 + b6 + b7 + b8 + b9 + c0 + c1 + c2 + c3
                + c4 + c5 + c6 + c7 + c8 + c9 + d0 + d1 + d2 + d3 + d4 + d5 + d6 + d7 + d8 + d9);
    }
    /* Frames of every shape, each with objects that it uses again when it is returned to. */
    static int deep(int n, Object a) {
        if (n == 0) {
            System.gc();
            List<Object> garbage = new ArrayList<>();
            for (int i = 0; i < 2000; i++) garbage.add(new int[] { i });
            System.gc();
            return garbage.size();
        }
        Object b = new int[] { 7 };
        int r;
        switch (n % 5) {
        case 0: r = deep(n - 1, b); break;
        case 1: {
            long l = n;
            Object c = new int[] { 7 };
            r = deep(n - 1, c) + (int) (l - n);
            use(c);
            break;
        }
        case 2:
            try {
                r = deep(n - 1, b);
                throw new IllegalStateException();
            } catch (IllegalStateException e) {
                use(b);
                r = deep(n > 50 ? 0 : n - 1, b);
            }
            break;
        case 3:
            synchronized (b) {
                r = Math.max(deep(n - 1, a), ((int[]) b)[0]);
            }
            break;
        default: r = new int[] { 1, deep(n - 1, new int[] { 7 }), 3 }[1];
        }
        use(a, b);
        return r;
    }

    static void outOfMemory() {
        int count = 0;
        try {
            Node list = null;
            while (true) {
                Node n = new Node();
                n.next = list;
                list = n;
                count++;
            }
        } catch (OutOfMemoryError e) {
        }
        byte[] big = new byte[16 << 20];
        System.out.println("room after an OutOfMemoryError: " + big.length + " " + (count > 100000));
    }

    static void loader() throws Exception {
        try {
            ClassLoader l = new ClassLoader(null) {
                @Override protected Class<?> findClass(String n) throws ClassNotFoundException {
                    try {
                        byte[] b = DeadVariables.class.getResourceAsStream(n + ".class").readAllBytes();
                        return defineClass(n, b, 0, b.length);
                    } catch (java.io.IOException e) {
                        throw new ClassNotFoundException(n);
                    }
                }
            };
            Object o = l.loadClass("DeadVariables$Node").getDeclaredConstructor().newInstance();
            last = new WeakReference<>(l);
            throw new RuntimeException();
        } catch (ReflectiveOperationException | RuntimeException e) {
            show("a class loader");
        }
    }

    /* What javac does not write. */
    static void byHand() throws Exception {
        ClassWriter w = new ClassWriter(0);
        w.visit(Opcodes.V1_4, Opcodes.ACC_PUBLIC, "Old", null, "java/lang/Object", null);
        /* A subroutine that both callers keep a variable of their own over, of different types. */
        MethodVisitor m = w.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "subroutine", "()I", null, null);
        Label sub = new Label();
        m.visitCode();
        m.visitMethodInsn(Opcodes.INVOKESTATIC, "DeadVariables", "fresh", "()Ljava/lang/Object;", false);
        m.visitVarInsn(Opcodes.ASTORE, 0);
        m.visitJumpInsn(Opcodes.JSR, sub);
        m.visitVarInsn(Opcodes.ALOAD, 0);
        m.visitTypeInsn(Opcodes.CHECKCAST, "[I");
        m.visitInsn(Opcodes.ICONST_0);
        m.visitInsn(Opcodes.IALOAD);
        m.visitVarInsn(Opcodes.ISTORE, 0);
        m.visitJumpInsn(Opcodes.JSR, sub);
        m.visitVarInsn(Opcodes.ILOAD, 0);
        m.visitInsn(Opcodes.IRETURN);
        m.visitLabel(sub);
        m.visitVarInsn(Opcodes.ASTORE, 1);
        m.visitMethodInsn(Opcodes.INVOKESTATIC, "DeadVariables", "collect", "()V", false);
        m.visitVarInsn(Opcodes.RET, 1);
        m.visitMaxs(2, 2);
        /* All of the dup family with an object and a long on the stack while memory is collected. */
        m = w.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "stack", "()J", null, null);
        m.visitCode();
        m.visitInsn(Opcodes.LCONST_1);
        m.visitMethodInsn(Opcodes.INVOKESTATIC, "DeadVariables", "fresh", "()Ljava/lang/Object;", false);
        m.visitInsn(Opcodes.DUP_X2); /* o l o */
        m.visitInsn(Opcodes.ICONST_3);
        m.visitInsn(Opcodes.SWAP);
        m.visitInsn(Opcodes.DUP_X1);
        m.visitInsn(Opcodes.POP);
        m.visitInsn(Opcodes.POP);
        m.visitInsn(Opcodes.LCONST_0);
        m.visitInsn(Opcodes.DUP2_X1);
        m.visitInsn(Opcodes.POP2); /* o l 0 o */
        m.visitInsn(Opcodes.DUP_X2);
        m.visitInsn(Opcodes.POP);
        m.visitInsn(Opcodes.POP2);
        m.visitMethodInsn(Opcodes.INVOKESTATIC, "DeadVariables", "collect", "()V", false);
        m.visitMethodInsn(Opcodes.INVOKESTATIC, "DeadVariables", "first", "(Ljava/lang/Object;JLjava/lang/Object;)J", false);
        m.visitInsn(Opcodes.LRETURN);
        m.visitMaxs(9, 0);
        w.visitEnd();
        byte[] b = w.toByteArray();
        Class<?> c = new ClassLoader(DeadVariables.class.getClassLoader()) {
            Class<?> define() { return defineClass(null, b, 0, b.length); }
        }.define();
        System.out.println("subroutine: " + c.getMethod("subroutine").invoke(null) + ", then " + state());
        System.out.println("stack: " + c.getMethod("stack").invoke(null));
    }
    public static long first(Object a, long l, Object b) {
        use(a, b);
        return l;
    }

    public static void main(String[] args) throws Exception {
        last = new WeakReference<>(inInitializer[1]);
        inInitializer = null;
        show("made by the initializer of the main class");
        handler();
        beforeTry();
        inFinally();
        branch(true);
        otherBranch(true);
        bothBranches(true);
        block();
        reused();
        loop();
        loopAgain();
        nulled();
        live();
        parameter(fresh());
        parameterAgain(fresh(), false);
        parameterAgain(fresh(), true);
        operands();
        switched(0);
        handlers(0);
        handlers(1);
        locked(fresh());
        System.out.println(many(new int[] { 7 }));
        System.out.println("deep: " + deep(40, new int[] { 7 }));
        outOfMemory();
        loader();
        byHand();
    }
}
