import java.lang.instrument.*;
import java.security.ProtectionDomain;
public class TheAgent {
    static Instrumentation inst;
    public static void premain(String a, Instrumentation i) throws Exception {
        inst = i;
        System.out.println("premain " + a + " " + i.isRedefineClassesSupported() + i.isRetransformClassesSupported() + i.isNativeMethodPrefixSupported());
        i.addTransformer(new ClassFileTransformer() {
            public byte[] transform(ClassLoader l, String n, Class<?> c, ProtectionDomain d, byte[] b) {
                if (n == null || !n.startsWith("Tg")) return null;
                System.out.println("transform " + n + " " + (c != null));
                try {
                    return new String(b, "ISO-8859-1")
                            .replace(c == null ? "plain" : "never", c == null ? "PLAIN" : "NEVER")
                            .getBytes("ISO-8859-1");
                } catch (Exception e) { return null; }
            }
        }, true);
    }
}
