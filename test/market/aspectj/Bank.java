/** Woven while it loads: the aspect sees calls, executions, field writes, handlers and adds an interface. */
public class Bank {
    static class Account {
        private int balance;
        void deposit(int amount) {
            if (amount <= 0) throw new IllegalArgumentException("amount " + amount);
            balance += amount;
        }
        int balance() { return balance; }
    }

    public static void main(String[] args) {
        Account a = new Account();
        a.deposit(10);
        try {
            a.deposit(-1);
        } catch (IllegalArgumentException e) {
            System.out.println("caught " + e.getMessage());
        }
        Runnable r = () -> a.deposit(5);
        r.run();
        System.out.println("balance " + a.balance());
        System.out.println("audited " + (((Object) a) instanceof Audit.Audited));
    }
}
