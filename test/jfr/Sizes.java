import jdk.jfr.internal.Options;

/** The recorder's sizes: memory, a global buffer, their number, a thread's buffer. */
public class Sizes {
    public static void main(String[] args) {
        System.out.println(Options.getMemorySize() + " " + Options.getGlobalBufferSize());
        System.out.println(Options.getGlobalBufferCount() + " " + Options.getThreadBufferSize());
    }
}
