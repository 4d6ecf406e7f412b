// exit: 1
// An uncaught StackOverflowError ends main with exit code 1 after the shutdown hook ran.
public class StackOverflowUncaught {
    static int f(int x) { return f(x + 1) + 1; }
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
        System.out.println("going");
        f(0);
    }
}
