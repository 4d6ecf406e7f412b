/** Virtual and interface calls: sites that see one, three and six receiver classes. */
final class Dispatch {
    interface Op {
        int apply(int x);

        default int both(int x) { return apply(apply(x)); }
    }

    abstract static class Shape {
        abstract int area(int x);

        int grown(int x) { return area(x + 1); }
    }

    static final class Square extends Shape { int area(int x) { return x * x; } }
    static final class Line extends Shape { int area(int x) { return x; } }
    static final class Dot extends Shape { int area(int x) { return 1; } }
    static class Add implements Op { public int apply(int x) { return x + 3; } }
    static class Sub implements Op { public int apply(int x) { return x - 1; } }
    static class Xor extends Add { public int apply(int x) { return x ^ 5; } }
    static class Shl extends Sub { public int apply(int x) { return x << 1; } }
    static class Neg implements Op, Comparable<Neg> { public int apply(int x) { return -x; } public int compareTo(Neg o) { return 0; } }
    static class Inc implements Runnable, Op { public int apply(int x) { return x + 1; } public void run() { } }

    static long virtual() {
        Shape[] shapes = {new Square(), new Line(), new Dot()};
        Shape mono = new Square();
        long sum = 0;
        for (int i = 0; i < 800_000; i++) sum += shapes[i % 3].grown(i & 1023) + mono.area(i & 63);
        return sum;
    }

    static long iface() {
        Op[] ops = {new Add(), new Sub(), new Xor(), new Shl(), new Neg(), new Inc()};
        Op mono = new Add();
        int x = 1;
        long sum = 0;
        for (int i = 0; i < 600_000; i++) {
            x = ops[i % 6].both(x) & 0xffff;
            sum += mono.apply(x);
        }
        return sum;
    }
}
