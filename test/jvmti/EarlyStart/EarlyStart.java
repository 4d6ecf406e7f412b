/** What an agent sees of a VM that starts: with and without can_generate_early_vmstart and can_generate_early_class_hook_events. */
public class EarlyStart {
    static native void report();
    public static void main(String[] args) {
        System.out.println("main");
        report();
    }
}
