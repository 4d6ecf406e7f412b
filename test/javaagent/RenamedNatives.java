import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.security.ProtectionDomain;
import java.util.Arrays;
import jdk.internal.org.objectweb.asm.ClassReader;
import jdk.internal.org.objectweb.asm.ClassVisitor;
import jdk.internal.org.objectweb.asm.ClassWriter;
import jdk.internal.org.objectweb.asm.MethodVisitor;
import jdk.internal.org.objectweb.asm.Opcodes;
import jdk.internal.org.objectweb.asm.Type;

/**
 * Native methods that are bound already are renamed behind a prefix, behind two, and back: Thread.yield, which was bound by RegisterNatives, and
 * Runtime.availableProcessors, which is found by its name.
 */
public class RenamedNatives {
    static final Class<?>[] CLASSES = { Thread.class, Runtime.class };
    static Instrumentation inst;

    /** Renames the natives that are there under one of the names, and puts a Java method in the place of each. */
    record Wrap(String prefix, String... names) implements ClassFileTransformer {
        @Override
        public byte[] transform(ClassLoader loader, String name, Class<?> c, ProtectionDomain domain, byte[] bytes) {
            if (!name.equals("java/lang/Thread") && !name.equals("java/lang/Runtime")) return null;
            ClassReader reader = new ClassReader(bytes);
            ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
            reader.accept(new ClassVisitor(Opcodes.ASM8, writer) {
                @Override
                public MethodVisitor visitMethod(int access, String method, String desc, String signature, String[] exceptions) {
                    boolean isNative = (access & Opcodes.ACC_NATIVE) != 0, isStatic = (access & Opcodes.ACC_STATIC) != 0;
                    if (!isNative || !Arrays.asList(names).contains(method)) return super.visitMethod(access, method, desc, signature, exceptions);
                    int hidden = Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL | Opcodes.ACC_NATIVE | (access & Opcodes.ACC_STATIC);
                    super.visitMethod(hidden, prefix + method, desc, null, exceptions).visitEnd();
                    MethodVisitor m = super.visitMethod(access & ~Opcodes.ACC_NATIVE, method, desc, signature, exceptions);
                    m.visitCode();
                    if (!isStatic) m.visitVarInsn(Opcodes.ALOAD, 0);
                    m.visitMethodInsn(isStatic ? Opcodes.INVOKESTATIC : Opcodes.INVOKESPECIAL, name, prefix + method, desc, false);
                    m.visitInsn(Type.getReturnType(desc).getOpcode(Opcodes.IRETURN));
                    m.visitMaxs(0, 0);
                    m.visitEnd();
                    return null;
                }
            }, 0);
            return writer.toByteArray();
        }
    }

    public static void premain(String options, Instrumentation i) { inst = i; }

    static void show(String when) {
        System.out.println(when);
        for (int i = 0; i < 3; i++) Thread.yield();
        System.out.println("  processors " + (Runtime.getRuntime().availableProcessors() > 0));
        for (Class<?> c : CLASSES)
            Arrays.stream(c.getDeclaredMethods()).filter(m -> m.getName().matches(".*(yield|availableProcessors)"))
                .map(m -> "  " + (Modifier.isNative(m.getModifiers()) ? "native " : "") + m.getName()).sorted().forEach(System.out::println);
    }

    static Wrap add(Wrap w) throws Exception {
        inst.addTransformer(w, true);
        inst.setNativeMethodPrefix(w, w.prefix());
        inst.retransformClasses(CLASSES);
        return w;
    }

    public static void main(String[] args) throws Exception {
        show("as they are");
        Wrap inner = add(new Wrap("$p$_", "yield", "availableProcessors"));
        show("behind a prefix");
        Wrap outer = add(new Wrap("$q$_", "$p$_yield", "$p$_availableProcessors"));
        show("behind two");
        inst.removeTransformer(outer);
        inst.retransformClasses(CLASSES);
        show("behind the first");
        inst.removeTransformer(inner);
        inst.retransformClasses(CLASSES);
        show("as they were");
    }
}
