import java.io.IOException;

/** Transactions with two slow methods, until standard input ends. */
public class Shop {
    static double sum;
    static volatile boolean closed;

    static void work(long end) {
        while (System.nanoTime() < end)
            for (int i = 1; i < 1000; i++) sum += Math.sqrt(i);
    }

    static void basket() { work(System.nanoTime() + 150_000_000); }
    static void receipt() { work(System.nanoTime() + 150_000_000); }

    static void order() {
        basket();
        receipt();
    }

    static void waitForTheEnd() {
        try {
            while (System.in.read() >= 0) { }
        } catch (IOException e) {
            System.out.println(e);
        }
        closed = true;
    }

    public static void main(String[] args) {
        new Thread(Shop::waitForTheEnd).start();
        while (!closed) order();
        System.out.println("the shop is closed");
    }
}
