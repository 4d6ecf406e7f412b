import jdk.jfr.internal.Options;

/** What the recorder's sizes are: memory, a global buffer, their number, a thread's buffer. */
public class Sizes {
    public static void main(String[] args) {
        System.out.println(Options.getMemorySize() + " " + Options.getGlobalBufferSize());
        System.out.println(Options.getGlobalBufferCount() + " " + Options.getThreadBufferSize());
    }
}
