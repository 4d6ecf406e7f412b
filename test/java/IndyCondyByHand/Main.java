// compile: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// jvm: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// invokedynamic and constant dynamic with bootstrap methods of our own: linkage once per call site, static arguments of every kind,
// mutable sites, failures and their caching, condy of each type, nested condy, recursion.
import java.lang.invoke.*;
import java.util.*;
import jdk.internal.org.objectweb.asm.*;
import jdk.internal.org.objectweb.asm.Type;

public class Main implements Opcodes {
    public static int linked, resolved; public static final MutableCallSite SITE = new MutableCallSite(MethodType.methodType(int.class));
    public static CallSite constant(MethodHandles.Lookup l, String name, MethodType t, Object v) {
        linked++; return new ConstantCallSite(MethodHandles.constant(t.returnType(), v));
    }
    public static CallSite all(MethodHandles.Lookup l, String name, MethodType t, int i, long j, float f, double d, String s, Class<?> c,
        MethodType mt, MethodHandle mh) throws Throwable {
        return new ConstantCallSite(MethodHandles.constant(String.class, l.lookupClass().getSimpleName() + " " + name + t + " " + i + " "
            + j + " " + f + " " + d + " " + s + " " + c + " " + mt + " " + mh.type() + " " + mh.invoke(3, 4)));
    }
    public static CallSite varargs(MethodHandles.Lookup l, String name, MethodType t, Object... r) {
        return new ConstantCallSite(MethodHandles.constant(String.class, name + r.length + Arrays.toString(r)));
    }
    public static CallSite generic(Object l, Object name, Object t) {
        return new ConstantCallSite(MethodHandles.constant(String.class, "generic " + name + t + (l instanceof MethodHandles.Lookup)));
    }
    public static CallSite mutable(MethodHandles.Lookup l, String name, MethodType t) {
        linked++; SITE.setTarget(MethodHandles.constant(int.class, 1)); return SITE;
    }
    public static CallSite adder(MethodHandles.Lookup l, String name, MethodType t) throws Exception {
        linked++; return new ConstantCallSite(MethodHandles.lookup().findStatic(Main.class, "sum", t));
    }
    public static long sum(int a, long b, double c, String d, Object e, byte f) { return a + b + (long) c + d.length() + ((Integer) e)
        + f; }
    public static CallSite failing(MethodHandles.Lookup l, String name, MethodType t) {
        linked++; throw new IllegalStateException("bootstrap " + linked);
    }
    public static CallSite error(MethodHandles.Lookup l, String name, MethodType t) { throw new LinkageError("own error"); }
    public static CallSite nul(MethodHandles.Lookup l, String name, MethodType t) { return null; }
    public static CallSite wrongType(MethodHandles.Lookup l, String name, MethodType t) {
        return new ConstantCallSite(MethodHandles.constant(String.class, "s"));
    }
    public static Object notSite(MethodHandles.Lookup l, String name, MethodType t) { return "no site"; }
    public static Object condy(MethodHandles.Lookup l, String name, Class<?> t) {
        resolved++;
        return t == int.class        ? (Object) 42
                : t == long.class    ? (Object) (1L << 40)
                : t == double.class  ? (Object) 2.5
                : t == float.class   ? 1.5f
                : t == boolean.class ? true
                : t == byte.class    ? (byte) 7
                : t == char.class    ? 'k'
                : t == short.class   ? (short) 9
                                     : name + resolved;
    }
    public static Object pair(MethodHandles.Lookup l, String name, Class<?> t, Object a, Object b) { return name + "(" + a + "," + b
        + ")"; }
    public static Object condyNull(MethodHandles.Lookup l, String name, Class<?> t) { resolved++; return null; }
    public static Object condyFail(MethodHandles.Lookup l, String name, Class<?> t) {
        resolved++; throw new IllegalArgumentException("condy " + resolved);
    }
    /** Runs the instruction again that it links. `plan`: how the attempts end, the outer one and the inner one, by success or by failure. */
    public static CallSite nested(MethodHandles.Lookup l, String name, MethodType t, String plan) throws Exception {
        int depth = linked++;
        if (depth == 0)
            try {
                System.out.println("   inside: " + l.lookupClass().getMethod("run").invoke(null));
            } catch (java.lang.reflect.InvocationTargetException e) {
                System.out.println("   inside: " + e.getCause());
            }
        if (plan.charAt(Math.min(depth, 1)) == 'f') throw new LinkageError("attempt " + depth);
        return new ConstantCallSite(MethodHandles.constant(int.class, depth));
    }
    static class L extends ClassLoader {
        L() { super(Main.class.getClassLoader()); } Class<?> def(byte[] b) { return defineClass(null, b, 0, b.length); }
    }
    static Handle bsm(String name, String desc) { return new Handle(H_INVOKESTATIC, "Main", name, desc, false); }
    static final String L3 = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;",
        CS = ")Ljava/lang/invoke/CallSite;", C3 = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;",
        OB = ")Ljava/lang/Object;", S = "Ljava/lang/String;";
    interface Code { void go(MethodVisitor m); } static int n;
    static Class<?> make(String desc, Code c) {
        ClassWriter w = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
        w.visit(V17, ACC_PUBLIC | ACC_SUPER, "G" + ++n, null, "java/lang/Object", null);
        for (String nm : new String[] {"run", "again"}) {
            MethodVisitor m = w.visitMethod(ACC_PUBLIC | ACC_STATIC, nm, desc, null, null); m.visitCode();
            c.go(m); m.visitInsn(Type.getReturnType(desc).getOpcode(IRETURN)); m.visitMaxs(0, 0);
            m.visitEnd();
        }
        w.visitEnd(); return new L().def(w.toByteArray());
    }
    static void t(String what, Class<?> c, int times) throws Exception {
        linked = resolved = 0;
        for (int i = 0; i < times; i++) for (String m : new String[] {"run", "again"}) try {
            System.out.println(what + " " + m + ": " + c.getMethod(m).invoke(null));
        } catch (java.lang.reflect.InvocationTargetException e) {
            Throwable x = e.getCause();
            System.out.println(what + " " + m + ": " + x + (x.getCause() == null || i > 0 ? "" : " <- " + x.getCause()));
        }
        System.out.println("   linked " + linked + " resolved " + resolved);
    }

    public static void main(String[] args) throws Exception {
        t("constant", make("()I", m -> m.visitInvokeDynamicInsn("k", "()I", bsm("constant", L3 + "Ljava/lang/Object;" + CS), 77)), 3);
        t("all kinds", make("()" + S, m -> m.visitInvokeDynamicInsn("kinds", "()" + S,
            bsm("all", L3 + "IJFD" + S + "Ljava/lang/Class;Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodHandle;" + CS), 1, 2L, 3f,
            4.0, "str", Type.getType("[I"), Type.getMethodType("(I)V"),
            new Handle(H_INVOKESTATIC, "java/lang/Math", "max", "(II)I", false))), 1);
        t("varargs", make("()" + S, m -> m.visitInvokeDynamicInsn("va", "()" + S, bsm("varargs", L3 + "[Ljava/lang/Object;" + CS), "a", 2,
            3L)), 1);
        t("varargs none", make("()" + S, m -> m.visitInvokeDynamicInsn("va", "()" + S, bsm("varargs", L3 + "[Ljava/lang/Object;" + CS))),
            1);
        t("generic", make("()" + S, m -> m.visitInvokeDynamicInsn("gen", "()" + S,
            bsm("generic", "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;" + CS))), 1);
        t("mutable", make("()I", m -> m.visitInvokeDynamicInsn("mut", "()I", bsm("mutable", L3 + CS))), 1);
        Class<?> mut = make("()I", m -> m.visitInvokeDynamicInsn("mut", "()I", bsm("mutable", L3 + CS)));
        System.out.print(mut.getMethod("run").invoke(null));
        SITE.setTarget(MethodHandles.constant(int.class, 2));
        System.out.println(" " + mut.getMethod("run").invoke(null));
        t("adder", make("()J",
            m -> { m.visitInsn(ICONST_1); m.visitLdcInsn(20L); m.visitLdcInsn(300.9); m.visitLdcInsn("four"); m.visitIntInsn(SIPUSH,
            5000); m.visitMethodInsn(INVOKESTATIC, "java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;", false); m.visitIntInsn(BIPUSH,
            6); m.visitInvokeDynamicInsn("sum", "(IJD" + S + "Ljava/lang/Object;B)J", bsm("adder", L3 + CS)); }), 2);
        for (String f : new String[] {"failing", "error", "nul", "wrongType"}) t(f,
            make("()I", m -> m.visitInvokeDynamicInsn("f", "()I", bsm(f, L3 + CS))), 2);
        t("notSite", make("()I", m -> m.visitInvokeDynamicInsn("f", "()I", bsm("notSite", L3 + OB))), 1);
        t("missing bootstrap", make("()I", m -> m.visitInvokeDynamicInsn("f", "()I", bsm("nowhere", L3 + CS))), 1);
        for (String d : new String[] {"I", "J", "D", "F", "Z", "B", "C", "S", "Ljava/lang/String;"}) t("condy " + d,
            make("()" + d, m -> m.visitLdcInsn(new ConstantDynamic("c", d, bsm("condy", C3 + OB)))), 1);
        t("condy null", make("()" + S, m -> m.visitLdcInsn(new ConstantDynamic("c", S, bsm("condyNull", C3 + OB)))), 2);
        t("condy fails", make("()" + S, m -> m.visitLdcInsn(new ConstantDynamic("c", S, bsm("condyFail", C3 + OB)))), 2);
        t("condy wrong type", make("()Ljava/util/List;", m -> m.visitLdcInsn(new ConstantDynamic("c", "Ljava/util/List;",
            bsm("condy", C3 + OB)))), 1);
        ConstantDynamic inner = new ConstantDynamic("in", S, bsm("condy", C3 + OB));
        t("condy nested", make("()" + S, m -> m.visitLdcInsn(new ConstantDynamic("out", S,
            bsm("pair", C3 + "Ljava/lang/Object;Ljava/lang/Object;" + OB), inner,
            new ConstantDynamic("mid", S, bsm("pair", C3 + "Ljava/lang/Object;Ljava/lang/Object;" + OB), inner, 5)))), 1);
        t("condy as indy argument", make("()" + S, m -> m.visitInvokeDynamicInsn("va", "()" + S,
            bsm("varargs", L3 + "[Ljava/lang/Object;" + CS), inner, "lit")), 1);
        t("ConstantBootstraps enum", make("()Ljava/lang/Thread$State;",
            m -> m.visitLdcInsn(new ConstantDynamic("BLOCKED", "Ljava/lang/Thread$State;",
            new Handle(H_INVOKESTATIC, "java/lang/invoke/ConstantBootstraps", "enumConstant", C3 + ")Ljava/lang/Enum;", false)))), 1);
        t("ConstantBootstraps null", make("()" + S, m -> m.visitLdcInsn(new ConstantDynamic("n", S,
            new Handle(H_INVOKESTATIC, "java/lang/invoke/ConstantBootstraps", "nullConstant", C3 + OB, false)))), 1);
        t("ConstantBootstraps primitive", make("()Ljava/lang/Class;",
            m -> m.visitLdcInsn(new ConstantDynamic("J", "Ljava/lang/Class;",
            new Handle(H_INVOKESTATIC, "java/lang/invoke/ConstantBootstraps", "primitiveClass", C3 + ")Ljava/lang/Class;", false)))), 1);
        t("ConstantBootstraps static final", make("()I", m -> m.visitLdcInsn(new ConstantDynamic("MAX_VALUE", "I",
            new Handle(H_INVOKESTATIC, "java/lang/invoke/ConstantBootstraps", "getStaticFinal", C3 + "Ljava/lang/Class;" + OB, false),
            Type.getType("Ljava/lang/Integer;")))), 1);
        t("ConstantBootstraps invoke", make("()Ljava/lang/Object;", m -> m.visitLdcInsn(new ConstantDynamic("x", "Ljava/lang/Object;",
            new Handle(H_INVOKESTATIC, "java/lang/invoke/ConstantBootstraps", "invoke", C3
            + "Ljava/lang/invoke/MethodHandle;[Ljava/lang/Object;" + OB, false),
            new Handle(H_INVOKESTATIC, "java/util/List", "of", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/util/List;", true), 1,
            "two"))), 1);
        for (int kind : new int[] {H_GETFIELD, H_PUTFIELD, H_GETSTATIC, H_PUTSTATIC, H_INVOKEVIRTUAL, H_INVOKESTATIC, H_INVOKEINTERFACE,
            H_NEWINVOKESPECIAL}) {
            Handle h = switch (kind) {
                case H_GETFIELD, H_PUTFIELD -> new Handle(kind, "java/awt/Nope", "x", "I", false);
                case H_GETSTATIC, H_PUTSTATIC -> new Handle(kind, "Main", "linked", "I", false);
                case H_INVOKEVIRTUAL -> new Handle(kind, "java/lang/String", "length", "()I", false);
                case H_INVOKEINTERFACE -> new Handle(kind, "java/util/List", "size", "()I", true);
                case H_NEWINVOKESPECIAL -> new Handle(kind, "java/lang/StringBuilder", "<init>", "(I)V", false);
                default -> new Handle(kind, "java/lang/Math", "abs", "(I)I", false);
            }; t("handle kind " + kind, make("()Ljava/lang/Object;", m -> m.visitLdcInsn(h)), 1);
        }
        t("handle missing", make("()Ljava/lang/Object;", m -> m.visitLdcInsn(new Handle(H_INVOKESTATIC, "java/lang/Math", "nope", "()V",
            false))), 2);
        for (String plan : new String[] {"ss", "sf", "fs", "ff"})
            t("nested " + plan, make("()I", m -> m.visitInvokeDynamicInsn("k", "()I", bsm("nested", L3 + S + CS), plan)), 2);
        t("type missing", make("()Ljava/lang/Object;", m -> m.visitLdcInsn(Type.getMethodType("(Lno/Such;)V"))), 1);
    }
}
