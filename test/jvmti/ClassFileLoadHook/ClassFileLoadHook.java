/** Three environments change the bytes of a class one after the other; then fewer do. */
public class ClassFileLoadHook {
    static native void relinquish(int env);

    public static void main(String[] args) throws Exception {
        System.out.println(Target1.text());
        relinquish(1);
        System.out.println(Target2.text());
        relinquish(0);
        relinquish(2);
        System.out.println(Target3.text());
    }
}

class Target1 { static String text() { return "chain:...."; } }
class Target2 { static String text() { return "chain:...."; } }
class Target3 { static String text() { return "chain:...."; } }
