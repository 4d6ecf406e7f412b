import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;

/** An agent that looks at all classes and replaces some by themselves. */
public class Premain implements ClassFileTransformer {
    public static void premain(String options, Instrumentation instrumentation) throws Exception {
        instrumentation.addTransformer(new Premain(), true);
        instrumentation.retransformClasses(String.class);
        System.out.println(instrumentation.getAllLoadedClasses().length > 100);
    }

    @Override
    public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
        return name != null && name.startsWith("Faults") ? bytes.clone() : null;
    }
}
