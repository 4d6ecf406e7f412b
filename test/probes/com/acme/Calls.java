package com.acme;

/** Calls of which 18-probes.py compares the stacks with lens's: in two threads, in recursion, of methods that throw. Its end waits for input. */
public class Calls extends Thread {
    private final int rounds;
    private int sum;

    Calls(String name, int rounds) {
        super(name);
        this.rounds = rounds;
    }

    static int leaf(int n) {
        return n * 31;
    }

    static int twice(int n) {
        return leaf(n) + leaf(n + 1);
    }

    static int deep(int n) {
        return n == 0 ? leaf(1) : deep(n - 1) + 1;
    }

    static int may(int n) {
        if (n % 3 == 0) throw new IllegalStateException();
        return twice(n);
    }

    static int caught(int n) {
        try {
            return may(n);
        } catch (IllegalStateException e) {
            return leaf(n);
        }
    }

    @Override
    public void run() {
        for (int i = 0; i < rounds; i++) sum += twice(i) + deep(i % 6) + caught(i);
    }

    public static void main(String[] args) throws Exception {
        Calls[] all = {new Calls("one", 3000), new Calls("other", 5000)};
        for (Calls c : all) c.start();
        for (Calls c : all) c.join();
        System.out.println("up");
        System.in.read();
    }
}
