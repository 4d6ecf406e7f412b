// Which signals the VM's threads block, and the handlers of a program beside those of the VM. 46-signals.py runs it with libraries loaded before the VM.
public class Signals {
    static native void setHandlers();
    static native boolean fault(int signal);
    static native void send(int signal);
    static native void printMask(String where);
    static native void attach(boolean all);

    static final int FPE = 8, SEGV = 11, PIPE = 13, XFSZ = 25;

    static void faults() {
        System.out.println("SIGSEGV came back: " + fault(SEGV));
        System.out.println("SIGFPE came back: " + fault(FPE));
        send(PIPE);
        send(XFSZ);
    }

    public static void main(String[] args) throws Exception {
        System.load(args[0]);
        printMask("main");
        Thread t = new Thread(() -> printMask("a Java thread"));
        t.start();
        t.join();
        attach(true);
        attach(false);
        send(PIPE);
        send(XFSZ);
        for (int i = 1; i < args.length; i++) {
            if (args[i].equals("faults")) faults();
            if (args[i].equals("sent")) send(PIPE);
            if (args[i].equals("set")) setHandlers();
        }
        System.out.println("alive");
    }
}
