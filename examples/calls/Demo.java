/** Something to count: a recursive method, a loop, and a method that is called once. */
public class Demo {
    static class Account {
        private long cents;
        void pay(long more) { cents += more; }
        long balance() { return cents; }
    }

    static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

    public static void main(String[] args) {
        Account account = new Account();
        for (int i = 0; i < 1000; i++) account.pay(i);
        System.out.println("balance " + account.balance() + ", fib " + fib(15));
    }
}
