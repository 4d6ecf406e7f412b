// compile: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// jvm: --add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED
// Bytecodes javac seldom or never writes: all forms of dup, swap, pop2, nop, goto_w, wide, jsr and ret in a version 48 class, huge
// switches, long branches, backward branches.
import jdk.internal.org.objectweb.asm.*;

public class RareBytecodes implements Opcodes {
    static class L extends ClassLoader { Class<?> def(byte[] b) { return defineClass(null, b, 0, b.length); } }
    interface Code { void go(MethodVisitor m); }
    static int n;
    static Object run(int version, String desc, int locals, Code c, Object... args) throws Exception {
        ClassWriter w = new ClassWriter(version == V17 ? ClassWriter.COMPUTE_FRAMES : ClassWriter.COMPUTE_MAXS);
        w.visit(version, ACC_PUBLIC | ACC_SUPER, "R" + ++n, null, "java/lang/Object", null);
        MethodVisitor m = w.visitMethod(ACC_PUBLIC | ACC_STATIC, "run", desc, null, null); m.visitCode();
        c.go(m); m.visitMaxs(0, locals); m.visitEnd(); w.visitEnd();
        try {
            return new L().def(w.toByteArray()).getMethods()[0].invoke(null, args);
        } catch (java.lang.reflect.InvocationTargetException e) {
            return e.getCause();
        }
    }
    static void ints(MethodVisitor m, int... v) { for (int x : v) m.visitIntInsn(BIPUSH, x); }
    /** Folds the whole operand stack of k ints into one number: r = r * 10 + top, from the top down. */
    static void fold(MethodVisitor m, int k) {
        m.visitInsn(ICONST_0); m.visitVarInsn(ISTORE, 0);
        for (int i = 0; i < k; i++) {
            m.visitVarInsn(ILOAD, 0); m.visitIntInsn(BIPUSH, 10); m.visitInsn(IMUL); m.visitInsn(IADD); m.visitVarInsn(ISTORE, 0);
        }
        m.visitVarInsn(ILOAD, 0); m.visitInsn(IRETURN);
    }

    public static void main(String[] args) throws Exception {
        int[][] forms = {{DUP, 1, 2}, {DUP_X1, 2, 3}, {DUP_X2, 3, 4}, {DUP2, 2, 4}, {DUP2_X1, 3, 5}, {DUP2_X2, 4, 6}, {SWAP, 2, 2},
            {POP, 2, 1}, {POP2, 3, 1}, {NOP, 1, 1}};
        for (int[] f : forms) System.out.println("form " + f[0] + " of ints "
            + run(V17, "()I", 1, m -> { for (int i = 1; i <= f[1]; i++) ints(m, i); m.visitInsn(f[0]); fold(m, f[2]); }));
        // longs: form 2 and 3 of dup_x2, dup2, dup2_x1, dup2_x2 and pop2; the result mixes everything left on the stack
        // dup_x2 form 2: 3 5 3 -> 3-15
        System.out.println(run(V17, "()J", 0, m -> { m.visitLdcInsn(5L); ints(m,
            3); m.visitInsn(DUP_X2); m.visitInsn(I2L); m.visitInsn(LMUL); m.visitInsn(L2I); m.visitInsn(ISUB); m.visitInsn(I2L); m.visitInsn(LRETURN); }));
        // dup2 form 2
        System.out.println(run(V17, "()J", 0,
            m -> { m.visitLdcInsn(1L << 40); m.visitInsn(DUP2); m.visitInsn(LADD); m.visitInsn(LRETURN); }));
        // dup2_x1 form 2
        System.out.println(run(V17, "()J", 0, m -> {
            ints(m, 7);
            m.visitLdcInsn(1L << 33);
            m.visitInsn(DUP2_X1);
            m.visitInsn(L2I);
            m.visitInsn(IADD);
            m.visitInsn(I2L);
            m.visitInsn(LADD);
            m.visitInsn(LRETURN);
        }));
        // dup2_x2 form 2
        System.out.println(run(V17, "()J", 0, m -> { ints(m, 7, 2); m.visitLdcInsn((1L << 33)
            + 1); m.visitInsn(DUP2_X2); m.visitInsn(L2I); m.visitInsn(IADD); m.visitInsn(ISUB); m.visitInsn(I2L); m.visitInsn(LSUB); m.visitInsn(LRETURN); }));
        // form 3
        System.out.println(run(V17, "()J", 0, m -> {
            m.visitLdcInsn(1L << 34);
            ints(m, 7, 2);
            m.visitInsn(DUP2_X2);
            m.visitInsn(ISUB);
            m.visitInsn(I2L);
            m.visitInsn(LADD);
            m.visitInsn(L2I);
            m.visitInsn(IADD);
            m.visitInsn(IMUL);
            m.visitInsn(I2L);
            m.visitInsn(LRETURN);
        }));
        // form 4
        System.out.println(run(V17, "()J", 0,
            m -> { m.visitLdcInsn(1L << 34); m.visitLdcInsn(3L); m.visitInsn(DUP2_X2); m.visitInsn(LSUB); m.visitInsn(LMUL); m.visitInsn(LRETURN); }));
        // pop2 form 2
        System.out.println(run(V17, "()J", 0, m -> { m.visitLdcInsn(11L); m.visitLdcInsn(3L); m.visitInsn(POP2); m.visitInsn(LRETURN); }));
        System.out.println(run(V17, "()D", 0,
            m -> { m.visitLdcInsn(1.5); m.visitLdcInsn(2.5); m.visitInsn(DUP2_X2); m.visitInsn(DSUB); m.visitInsn(DMUL); m.visitInsn(DRETURN); }));
        System.out.println(run(V17, "()Ljava/lang/Object;", 0,
            m -> { m.visitLdcInsn("a"); m.visitLdcInsn("b"); m.visitInsn(SWAP); m.visitMethodInsn(INVOKEVIRTUAL, "java/lang/String",
            "concat", "(Ljava/lang/String;)Ljava/lang/String;", false); m.visitInsn(ARETURN); }));
        // compares with NaN in all four forms
        for (int op : new int[] {FCMPL, FCMPG}) for (float f : new float[] {1f, Float.NaN, 3f}) System.out.print(run(V17, "()I", 0,
            m -> { m.visitLdcInsn(f); m.visitLdcInsn(2f); m.visitInsn(op); m.visitInsn(IRETURN); }) + " ");
        for (int op : new int[] {DCMPL, DCMPG}) for (double f : new double[] {1, Double.NaN, 3}) System.out.print(run(V17, "()I", 0,
            m -> { m.visitLdcInsn(2.0); m.visitLdcInsn(f); m.visitInsn(op); m.visitInsn(IRETURN); }) + " ");
        System.out.println();
        // wide locals of each type, wide iinc
        System.out.println(run(V17, "()D", 700, m -> {
            ints(m, 3);
            m.visitVarInsn(ISTORE, 300);
            m.visitIincInsn(300, 30000);
            m.visitIincInsn(300, -7);
            m.visitIincInsn(300, -30000);
            m.visitLdcInsn(1L << 35);
            m.visitVarInsn(LSTORE, 400);
            m.visitLdcInsn(2.5f);
            m.visitVarInsn(FSTORE, 500);
            m.visitLdcInsn(0.25);
            m.visitVarInsn(DSTORE, 600);
            m.visitLdcInsn("wide");
            m.visitVarInsn(ASTORE, 650);
            m.visitVarInsn(ILOAD, 300);
            m.visitInsn(I2D);
            m.visitVarInsn(LLOAD, 400);
            m.visitInsn(L2D);
            m.visitInsn(DADD);
            m.visitVarInsn(FLOAD, 500);
            m.visitInsn(F2D);
            m.visitInsn(DADD);
            m.visitVarInsn(DLOAD, 600);
            m.visitInsn(DADD);
            m.visitVarInsn(ALOAD, 650);
            m.visitMethodInsn(INVOKEVIRTUAL, "java/lang/String", "length", "()I", false);
            m.visitInsn(I2D);
            m.visitInsn(DADD);
            m.visitInsn(DRETURN);
        }));
        // branches longer than 32767 bytes: goto_w and the inverted conditionals ASM writes around it
        System.out.println(run(V17, "(I)I", 1, m -> { Label far = new Label(), back = new Label(),
            out = new Label(); m.visitVarInsn(ILOAD, 0); m.visitJumpInsn(IFEQ,
            far); m.visitLabel(back); for (int i = 0; i < 12000; i++) m.visitIincInsn(0, 1); m.visitVarInsn(ILOAD,
            0); m.visitLdcInsn(30000); m.visitJumpInsn(IF_ICMPLT, back); m.visitJumpInsn(GOTO,
            out); m.visitLabel(far); m.visitInsn(ICONST_M1); m.visitInsn(IRETURN); m.visitLabel(out); m.visitVarInsn(ILOAD,
            0); m.visitInsn(IRETURN); }, 1));
        // jsr and ret: a finally block as compilers wrote it before 1.4.2, nested, called from two places, by a wide local
        Code jsr = m -> { Label sub = new Label(), sub2 = new Label(); ints(m, 1); m.visitVarInsn(ISTORE, 0); m.visitJumpInsn(JSR,
            sub); m.visitIincInsn(0, 5); m.visitJumpInsn(JSR, sub); m.visitVarInsn(ILOAD, 0); m.visitInsn(IRETURN);
            m.visitLabel(sub); m.visitVarInsn(ASTORE, 1); m.visitVarInsn(ILOAD, 0); ints(m, 3);
            m.visitInsn(IMUL); m.visitVarInsn(ISTORE, 0); m.visitJumpInsn(JSR, sub2); m.visitVarInsn(RET, 1);
            m.visitLabel(sub2); m.visitVarInsn(ASTORE, 299); m.visitIincInsn(0, 100);
            m.visitVarInsn(RET, 299);
            };
        System.out.println(run(V1_4, "()I", 300, jsr)); System.out.println(run(V1_1, "()I", 300, jsr));
        try {
            System.out.println(run(V1_8, "()I", 300, m -> { Label s = new Label(); m.visitJumpInsn(JSR,
                s); m.visitLabel(s); m.visitInsn(POP); m.visitInsn(ICONST_0); m.visitInsn(IRETURN); }));
        } catch (Throwable e) {
            System.out.println(e.getClass().getSimpleName());
        }
        System.out.println(run(V1_4, "()I", 4, m -> { Label start = new Label(), end = new Label(), h = new Label(), fin = new Label(),
            out = new Label(); m.visitTryCatchBlock(start, end, h,
            "java/lang/ArithmeticException"); m.visitInsn(ICONST_0); m.visitVarInsn(ISTORE,
            0); m.visitLabel(start); m.visitInsn(ICONST_1); m.visitInsn(ICONST_0); m.visitInsn(IDIV); m.visitVarInsn(ISTORE,
            0); m.visitLabel(end); m.visitJumpInsn(GOTO, out); m.visitLabel(h); m.visitInsn(POP); m.visitJumpInsn(JSR,
            fin); m.visitIincInsn(0, 40); m.visitLabel(out); m.visitVarInsn(ILOAD,
            0); m.visitInsn(IRETURN); m.visitLabel(fin); m.visitVarInsn(ASTORE, 2); m.visitIincInsn(0, 2); m.visitVarInsn(RET, 2); }));
        // big switches
        System.out.println(run(V17, "(I)I", 1,
            m -> { Label d = new Label(); Label[] ls = new Label[1000]; for (int i = 0; i < 1000; i++) ls[i] = new Label(); m.visitVarInsn(ILOAD,
            0); m.visitTableSwitchInsn(-500, 499, d, ls); for (int i = 0; i < 1000; i++) { m.visitLabel(ls[i]); m.visitIntInsn(SIPUSH,
            i); m.visitInsn(IRETURN); } m.visitLabel(d); m.visitInsn(ICONST_M1); m.visitInsn(IRETURN); }, 77));
        for (int k : new int[] {-3000, 0, 3, 2997, 2998})
            System.out.print(run(V17, "(I)I", 1, m -> {
                Label d = new Label();
                Label[] ls = new Label[1000];
                int[] keys = new int[1000];
                for (int i = 0; i < 1000; i++) {
                    ls[i] = new Label();
                    keys[i] = i * 3;
                }
                m.visitVarInsn(ILOAD, 0);
                m.visitLookupSwitchInsn(d, keys, ls);
                for (int i = 0; i < 1000; i++) {
                    m.visitLabel(ls[i]);
                    m.visitIntInsn(SIPUSH, i);
                    m.visitInsn(IRETURN);
                }
                m.visitLabel(d);
                m.visitInsn(ICONST_M1);
                m.visitInsn(IRETURN);
            }, k) + " ");
        System.out.println();
        System.out.println(run(V17, "(I)I", 1, m -> { Label d = new Label(); m.visitVarInsn(ILOAD, 0); m.visitLookupSwitchInsn(d,
            new int[0], new Label[0]); m.visitLabel(d); ints(m, 6); m.visitInsn(IRETURN); }, 0));
        // 255-dimensional array type, multianewarray with fewer dimensions; a method with 255 argument slots
        System.out.println(((Object) run(V17, "()Ljava/lang/Object;", 0,
            m -> { ints(m, 1, 2); m.visitMultiANewArrayInsn("[".repeat(255) + "I",
            2); m.visitInsn(ARETURN); })).getClass().getName().length());
        System.out.println(run(V17, "()I", 0, m -> { ints(m, 2, 0, -1); m.visitMultiANewArrayInsn("[[[I",
            3); m.visitInsn(ARRAYLENGTH); m.visitInsn(IRETURN); }));
        // ldc of every constant kind; boolean stores take the low bit only
        System.out.println(run(V17, "()Ljava/lang/Object;", 0,
            m -> { m.visitLdcInsn(Type.getType("[[Ljava/lang/String;")); m.visitInsn(ARETURN); }) + " "
            + run(V17, "()Ljava/lang/Object;", 0,
            m -> { m.visitLdcInsn(Type.getMethodType("(IJ)Ljava/lang/Object;")); m.visitInsn(ARETURN); }) + " "
            + run(V17, "()Ljava/lang/Object;", 0, m -> { m.visitLdcInsn(new Handle(H_INVOKESTATIC, "java/lang/Math", "max", "(II)I",
            false)); m.visitInsn(ARETURN); }));
        System.out.println(run(V17, "()I", 1, m -> { m.visitInsn(ICONST_1); m.visitIntInsn(NEWARRAY, T_BOOLEAN); m.visitVarInsn(ASTORE,
            0); m.visitVarInsn(ALOAD, 0); m.visitInsn(ICONST_0); ints(m, 6); m.visitInsn(BASTORE); m.visitVarInsn(ALOAD,
            0); m.visitInsn(ICONST_0); m.visitInsn(BALOAD); m.visitInsn(IRETURN); }) + " "
            + run(V17, "()Z", 0, m -> { ints(m, 6); m.visitInsn(IRETURN); }) + " "
            + run(V17, "()B", 0, m -> { m.visitIntInsn(SIPUSH, 300); m.visitInsn(IRETURN); }) + " "
            + run(V17, "()S", 0, m -> { m.visitLdcInsn(70000); m.visitInsn(IRETURN); }));
        // left locked by an exception, which another one takes the place of
        Object left = new Object();
        System.out.println(run(V17, "(Ljava/lang/Object;)V", 1, m -> {
            m.visitVarInsn(ALOAD, 0);
            m.visitInsn(MONITORENTER);
            m.visitInsn(ICONST_1);
            m.visitInsn(ICONST_0);
            m.visitInsn(IDIV);
            m.visitInsn(POP);
            m.visitVarInsn(ALOAD, 0);
            m.visitInsn(MONITOREXIT);
            m.visitInsn(RETURN);
        }, left) + " " + Thread.holdsLock(left));
        // left locked: IllegalMonitorStateException or not is the VM's choice, HotSpot releases and throws
        System.out.println(run(V17, "()V", 1, m -> {
            m.visitLdcInsn("lock");
            m.visitInsn(DUP);
            m.visitInsn(DUP);
            m.visitInsn(MONITORENTER);
            m.visitInsn(MONITORENTER);
            m.visitInsn(POP);
            m.visitInsn(RETURN);
        }));
    }
}
