/** An account is audited while somebody wants to pay. */
public class Demo extends Thread {
    static long cents;

    static synchronized void audit() throws InterruptedException { Thread.sleep(100); }

    static synchronized void pay() { cents += 10; }

    @Override
    public void run() {
        try {
            Thread.sleep(20); // the audit has begun
            pay();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            Thread payer = new Demo();
            payer.start();
            audit();
            payer.join();
        }
        System.out.println("cents " + cents);
    }
}
