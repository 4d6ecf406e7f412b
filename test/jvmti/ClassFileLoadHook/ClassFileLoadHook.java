import java.lang.invoke.MethodHandles;
import java.util.function.Supplier;

/** Three environments change the bytes of a class one after the other; then fewer do. Hidden classes are not shown to them. */
public class ClassFileLoadHook {
    static native void relinquish(int env);

    public static void main(String[] args) throws Exception {
        System.out.println(Target1.text());
        relinquish(1);
        System.out.println(Target2.text());
        Supplier<String> lambda = () -> "lambda";
        byte[] file = ClassFileLoadHook.class.getResourceAsStream("Target4.class").readAllBytes();
        Class<?> hidden = MethodHandles.lookup().defineHiddenClass(file, true).lookupClass();
        System.out.println(lambda.get() + " " + hidden.getDeclaredMethod("text").invoke(null));
        relinquish(0);
        relinquish(2);
        System.out.println(Target3.text());
    }
}

class Target1 { static String text() { return "chain:...."; } }
class Target2 { static String text() { return "chain:...."; } }
class Target3 { static String text() { return "chain:...."; } }
class Target4 { static String text() { return "chain:...."; } }
