/** (A retransformation after a redefinition with other bytes: docs/differences.md.) What each environment sees when a class is
 * loaded, redefined and retransformed: four that change it, with and without can_retransform_classes, in the order of their
 * creation. */
public class HookOrder {
    static native String redefine(Class<?> c, byte[] file);
    static native String retransform(Class<?>... c);
    /** From now on only these environments (letters) change what they see. */
    static native void active(String letters);

    static byte[] file(String name) throws Exception {
        try (var in = HookOrder.class.getResourceAsStream(name + ".class")) {
            return in.readAllBytes();
        }
    }
    static byte[] other() throws Exception {
        return new String(file("Target1"), "ISO-8859-1").replace("chain:", "other:").getBytes("ISO-8859-1");
    }
    static void show(String what) { System.out.println(what + " -> " + Target1.text() + " " + Target2.text()); }

    public static void main(String[] args) throws Exception {
        active("ABCD");
        show("load");
        System.out.println(retransform(Target1.class));
        show("retransform");
        active("B");
        System.out.println(retransform(Target1.class));
        show("retransform, B alone");
        active("");
        System.out.println(retransform(Target1.class, Target2.class));
        show("retransform, nobody");
        active("AC");
        System.out.println(redefine(Target1.class, file("Target1")));
        show("redefine, A and C");
        active("BD");
        System.out.println(redefine(Target1.class, other()));
        show("redefine with another file, B and D");
        active("D");
        System.out.println(retransform(Target2.class, Target2.class));
        show("retransform, D alone");
        active("");
        System.out.println(retransform(Target2.class));
        show("retransform, nobody");
    }
}

class Target1 { static String text() { return "chain:........"; } }
class Target2 { static String text() { return "chain:........"; } }
