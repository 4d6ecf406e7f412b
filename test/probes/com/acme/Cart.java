package com.acme;

import java.util.HashMap;
import java.util.Map;

/** The program of docs/probes-gallery.md: the page names its methods, its fields and line 30. It runs until its input ends. */
public class Cart {
    private static final Object door = new Object();
    private final Map<String, Item> items = new HashMap<>();
    private int count;
    private String token = "S3CR3T";

    static class Item {
        final String name;
        int pieces;

        Item(String name) {
            this.name = name;
        }
    }

    void add(String name, int pieces) {
        items.computeIfAbsent(name, Item::new).pieces += pieces;
        count++;
    }

    long total() {
        long sum = 0;
        for (Item item : items.values()) {
            sum += item.pieces;
        }
        return sum;
    }

    Item find(String name) {
        return items.get(name);
    }

    static int price(String text) {
        try {
            return parse(text);
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    static int parse(String text) {
        return Integer.parseInt(text);
    }

    void login(String user, String password) {
        token = user + password;
    }

    static void hold() throws InterruptedException {
        synchronized (door) {
            Thread.sleep(2);
        }
    }

    static void step(Cart cart, int i) throws Exception {
        cart.add("book" + i % 10, i % 3);
        cart.total();
        cart.find(i % 2 == 0 ? "book1" : "nothing");
        price(i % 4 == 0 ? "x" : "12");
        cart.login("tom", "S3CR3T");
        hold();
        if (i % 8 != 0) return;
        Thread t = new Thread(() -> new Cart().add("one", 1), "short");
        t.start();
        t.join();
        try {
            throw new IllegalStateException("step " + i);
        } catch (IllegalStateException e) {
            cart.count = 0;
        }
        synchronized (door) {
            door.wait(1);
        }
        java.util.concurrent.locks.LockSupport.parkNanos(cart, 1000);
        if (i % 64 == 0) System.gc();
        java.lang.reflect.Proxy.newProxyInstance(new java.net.URLClassLoader(new java.net.URL[0], Cart.class.getClassLoader()),
            new Class<?>[] {Runnable.class}, (p, m, a) -> null);
    }

    public static void main(String[] args) throws Exception {
        for (int n = 0; n < 2; n++) {
            Thread t = new Thread(() -> {
                try {
                    Cart cart = new Cart();
                    for (int i = 0;; i++) step(cart, i);
                } catch (Exception e) {
                    e.printStackTrace();
                }
            }, "worker-" + n);
            t.setDaemon(true);
            t.start();
        }
        System.out.println("up");
        while (System.in.read() >= 0) {
        }
    }
}
