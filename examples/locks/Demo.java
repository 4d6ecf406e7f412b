/** An account is audited while somebody wants to pay. */
public class Demo extends Thread {
    static long cents;
    final Thread auditor = Thread.currentThread();

    static synchronized void audit() throws InterruptedException { Thread.sleep(300); }

    static synchronized void pay() { cents += 10; }

    @Override
    public void run() {
        while (auditor.getState() == State.RUNNABLE) Thread.yield(); // until the auditor sleeps with the lock
        pay();
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
