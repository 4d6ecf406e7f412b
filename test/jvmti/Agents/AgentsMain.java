/** Loaded with agents that fail in every way; the driver knows the command lines. */
public class AgentsMain {
    public static void main(String[] args) {
        System.out.println("main runs");
    }
}
