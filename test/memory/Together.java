/** Many threads allocate at once, so that most of them wait for a collection that one of them has begun. Arguments: threads, objects of each. */
public class Together {
    static volatile Object sink;

    public static void main(String[] args) throws InterruptedException {
        Thread[] all = new Thread[Integer.parseInt(args[0])];
        int n = Integer.parseInt(args[1]);
        for (int i = 0; i < all.length; i++)
            (all[i] = new Thread(() -> {
                for (int k = 0; k < n; k++) sink = new byte[4000];
            })).start();
        for (Thread t : all) t.join();
        System.out.println("made");
    }
}
