// jvm: -Xmx16m
// exit: 1
// stderr: compare
// An uncaught OutOfMemoryError ends main with its message and code 1; hooks run.
public class OutOfMemoryUncaught {
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
        System.out.println("allocating");
        long[] a = new long[50_000_000];
        System.out.println("not reached " + a.length);
    }
}
