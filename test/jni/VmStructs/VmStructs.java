// What profilers read out of gHotSpotVMStructs: the kernel's id of a thread, from the field eetop of its java.lang.Thread.
public class VmStructs {
    static native String id();
    static native String segments();

    public static void main(String[] args) throws Exception {
        System.load(args[0]);
        System.out.println("main: " + id());
        Thread t = new Thread(() -> System.out.println("other: " + id()));
        t.start();
        t.join();
        System.out.println("code: " + segments());
    }
}
