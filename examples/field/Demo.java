/** A field with a life: written by two methods, read by a third. */
public class Demo {
    static class Account {
        private long cents = 100;
        void pay(long more) { cents += more; }
        void rob() { cents = 0; }
        long balance() { return cents; }
    }

    public static void main(String[] args) {
        Account account = new Account();
        account.pay(50);
        account.rob();
        System.out.println("balance " + account.balance());
    }
}
