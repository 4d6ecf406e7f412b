// agent: life
// agent: life with=options,and more
// exit: 3
/** The life of the VM and of threads; the agent is loaded twice. System.exit ends it. */
public class ThreadEvents {
    public static void main(String[] args) throws Exception {
        System.out.println("main");
        for (int i = 0; i < 3; i++) {
            Thread t = new Thread(() -> System.out.println("runs"), "test-" + i);
            t.start();
            t.join();
        }
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook"), "test-hook"));
        System.exit(3);
    }
}
