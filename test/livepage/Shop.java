package com.acme.shop;

import java.math.BigDecimal;
import java.util.*;

/** A program that looks busy on the live page. "orders N" on standard input places N orders in the main thread and says how many there were. */
public class Shop {
    static final Map<String, BigDecimal> prices = new HashMap<>();
    static final List<String> journal = Collections.synchronizedList(new ArrayList<>());

    static class OutOfStock extends Exception {
        OutOfStock(String item) { super(item); }
    }

    static class Stock {
        private int left = 100;

        synchronized int take(String item) throws OutOfStock {
            if (left-- > 0) return left;
            left = 100;
            throw new OutOfStock(item);
        }
    }

    static class Cart {
        private final List<String> items = new ArrayList<>();

        void add(String item) { items.add(item); }

        BigDecimal total() {
            BigDecimal sum = BigDecimal.ZERO;
            for (String item : items) sum = sum.add(prices.get(item).multiply(new BigDecimal("1.19")));
            return sum;
        }
    }

    /** Nobody but the main thread places orders, so their number is known. */
    static class Order {
        static int placed;

        static int place(int n) {
            placed += n;
            return placed;
        }
    }

    static void checkout(Stock stock) {
        Cart cart = new Cart();
        try {
            for (String item : prices.keySet()) {
                stock.take(item);
                cart.add(item);
            }
            if (cart.total().signum() < 0) throw new IllegalStateException();
        } catch (OutOfStock e) {
            journal.add("out of " + e.getMessage());
        }
    }

    static void serve(Stock stock, int pause) {
        try {
            while (true) {
                for (int i = 0; i < 200; i++) checkout(stock);
                Thread.sleep(pause);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static void orders(int n) {
        for (int i = 0; i < n; i++) Order.place(1);
    }

    static void start(String name, Runnable r) {
        Thread t = new Thread(r, name);
        t.setDaemon(true);
        t.start();
    }

    public static void main(String[] args) {
        for (int i = 0; i < 30; i++) prices.put("item-" + i, new BigDecimal(i + ".99"));
        Stock stock = new Stock();
        for (int i = 1; i <= 4; i++) {
            int pause = 4 * i;
            start("checkout-" + i, () -> serve(stock, pause));
        }
        Scanner in = new Scanner(System.in);
        System.out.println("ready");
        while (in.hasNextLine()) {
            String[] words = in.nextLine().split(" ");
            if (words[0].equals("exit")) return;
            orders(Integer.parseInt(words[1]));
            System.out.println(Order.placed);
        }
    }
}
