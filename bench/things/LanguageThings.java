import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

/** What the Java language itself has: records, enums, switches, boxes, varargs, closures, exceptions, locks. */
final class LanguageThings {
    enum Color { RED, GREEN, BLUE, BLACK }

    record Point(int x, int y) { }

    record Named(String name, int id, Object more) { }

    sealed interface Shape permits Circle, Square, Oblong { }

    record Circle(double r) implements Shape { }

    record Square(double a) implements Shape { }

    record Oblong(double a, double b) implements Shape { }

    interface Greeter {
        int greet(int x);

        default int twice(int x) { return greet(greet(x)); }
    }

    static final class Plain implements Greeter {
        public int greet(int x) { return x * 3 + 1; }
    }

    static final class Counter {
        private int count;

        synchronized void add(int x) { count += x; }

        synchronized int get() { return count; }
    }

    static final class Resource implements AutoCloseable {
        static int open;

        Resource() { open++; }

        @Override
        public void close() { open--; }
    }

    static class Node {
        int value;
        Node left, right;

        Node(int v, Node l, Node r) { value = v; left = l; right = r; }

        int sum() { return value + (left == null ? 0 : left.sum()) + (right == null ? 0 : right.sum()); }
    }

    static int sum(int... all) {
        int s = 0;
        for (int x : all) s += x;
        return s;
    }

    static int count(Object... all) { return all.length; }

    static Node tree(int depth) { return depth == 0 ? null : new Node(depth, tree(depth - 1), tree(depth - 1)); }

    static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

    static int ackermann(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)); }

    static int ofShape(Shape s) {
        if (s instanceof Circle c) return (int) c.r();
        if (s instanceof Square q) return (int) q.a() * 2;
        return (int) ((Oblong) s).b() * 3;
    }

    static int thrower(int i) {
        if ((i & 1) == 0) throw new IllegalStateException();
        return i;
    }

    static final class Quick extends RuntimeException {
        Quick() { super(null, null, false, false); }
    }

    static int quick(int i) {
        if ((i & 1) == 0) throw new Quick();
        return i;
    }

    static final Quick ONE = new Quick();
    static int finals;

    static synchronized int locked(int i) {
        if ((i & 1) == 0) throw ONE;
        return i;
    }

    static int inFinally(IntUnaryOperator f, int i) {
        try {
            return f.applyAsInt(i);
        } finally {
            finals++;
        }
    }

    static int nested(int i) {
        int r = i;
        try {
            try {
                r += 3;
                if (i == -1) throw new Quick();
            } finally {
                r *= 5;
            }
        } finally {
            r ^= 7;
        }
        return r;
    }

    static String text(int i) {
        return switch (i & 3) { case 0 -> "zero"; case 1 -> "one"; case 2 -> "two"; default -> "many"; };
    }

    static Optional<Integer> find(int[] a, int x) {
        for (int y : a) if (y == x) return Optional.of(y);
        return Optional.empty();
    }

    static Iterable<Integer> range(int from, int to) {
        return () -> new Iterator<>() {
            int at = from;

            public boolean hasNext() { return at < to; }

            public Integer next() { return at++; }
        };
    }

    static Counter shared = new Counter();
    static Object lock = new Object();
    static int[] numbers = new int[64];
    static Object[] mixed = new Object[64];
    static int[][] grid = new int[32][32];
    static long[] longs = new long[64];
    static volatile int volatileField;

    static void register() {
        for (int i = 0; i < 64; i++) {
            numbers[i] = i * 7 % 64;
            longs[i] = i * 77L;
            mixed[i] = i % 3 == 0 ? (Object) i : i % 3 == 1 ? "s" + i : (Object) (long) i;
            grid[i & 31][i & 15] = i;
        }
        Color[] colors = Color.values();
        Shape[] shapes = { new Circle(1), new Square(2), new Oblong(3, 4), new Circle(5) };
        Point[] points = { new Point(1, 2), new Point(1, 2), new Point(2, 1), new Point(3, 3) };
        Named[] named = { new Named("a", 1, "x"), new Named("a", 1, "x"), new Named("b", 2, null), new Named("c", 3, 5) };
        Things.add("record/equals", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) if (points[i & 3].equals(points[i + 1 & 3])) s++;
            return s;
        });
        Things.add("record/equals-references", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) if (named[i & 3].equals(named[i + 1 & 3])) s++;
            return s;
        });
        Things.add("record/hashCode", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += points[i & 3].hashCode();
            return s;
        });
        Things.add("record/toString", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += points[i & 3].toString().length();
            return s;
        });
        Things.add("record/make-and-read", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) { Point p = new Point(i, 3); s += p.x() + p.y(); }
            return s;
        });
        Things.add("enum/switch", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += switch (colors[i & 3]) {
                case RED -> 1;
                case GREEN -> 20;
                case BLUE -> 300;
                case BLACK -> 4000;
            };
            return s;
        });
        Things.add("enum/values", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += Color.values().length;
            return s;
        });
        Things.add("enum/valueOf", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += Color.valueOf("BLUE").ordinal();
            return s;
        });
        Things.add("enum/compareTo", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += colors[i & 3].compareTo(Color.GREEN);
            return s;
        });
        Things.add("switch/string", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += switch (text(i)) {
                case "zero" -> 1;
                case "one" -> 2;
                case "two" -> 3;
                default -> 4;
            };
            return s;
        });
        Things.add("switch/dense-int", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += switch (numbers[i & 63] & 7) {
                case 0 -> 3;
                case 1 -> 1;
                case 2 -> 4;
                case 3 -> 1;
                case 4 -> 5;
                case 5 -> 9;
                case 6 -> 2;
                default -> 6;
            };
            return s;
        });
        Things.add("switch/sparse-int", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += switch (numbers[i & 63] * 1000) {
                case 0 -> 3;
                case 5000 -> 1;
                case 17000 -> 4;
                case 23000 -> 1;
                case 42000 -> 5;
                default -> 6;
            };
            return s;
        });
        Things.add("sealed/instanceof-chain", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += ofShape(shapes[i & 3]);
            return s;
        });
        Things.add("instanceof/mixed", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) {
                Object o = mixed[i & 63];
                if (o instanceof Integer x) s += x;
                else if (o instanceof String t) s += t.length();
                else s -= (Long) o;
            }
            return s;
        });
        Things.add("instanceof/interface", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) if (mixed[i & 63] instanceof CharSequence) s++;
            return s;
        });
        Things.add("varargs/ints", n -> { long s = 0; for (int i = 0; i < n; i++) s += sum(i, 2, 3); return s; });
        Things.add("varargs/objects", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += count("a", i, "b");
            return s;
        });
        Things.add("box/integer-sum", n -> { Integer s = 0; for (int i = 0; i < n; i++) s += i; return s; });
        Things.add("box/long-sum", n -> { Long s = 0L; for (int i = 0; i < n; i++) s += i; return s; });
        Things.add("box/equals", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) if (((Integer) (i & 255)).equals((Integer) (i >> 1 & 255))) s++;
            return s;
        });
        Things.add("optional/map", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += Optional.of(i).map(x -> x + 1).filter(x -> x > 5).orElse(2);
            return s;
        });
        Things.add("optional/find", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += find(numbers, i & 7).orElse(-1);
            return s;
        });
        Things.add("closure/capturing", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) { int k = i; IntUnaryOperator f = x -> x + k; s += f.applyAsInt(3); }
            return s;
        });
        IntBinaryOperator[] operators = { (a, b) -> a + b, (a, b) -> a - b, (a, b) -> a * b, (a, b) -> a ^ b };
        Things.add("closure/four-targets", n -> {
            long s = 1;
            for (int i = 0; i < n; i++) s += operators[i & 3].applyAsInt((int) s, i);
            return s;
        });
        Function<Integer, Integer> composed = ((Function<Integer, Integer>) x -> x + 1).andThen(x -> x * 2).andThen(x -> x - 3);
        Things.add("closure/composed", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += composed.apply(i & 1023);
            return s;
        });
        Supplier<Supplier<Integer>> deep = () -> () -> 5;
        Things.add("closure/of-closure", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += deep.get().get();
            return s;
        });
        Greeter greeter = new Plain();
        Things.add("default-method", n -> { long s = 0; for (int i = 0; i < n; i++) s += greeter.twice(i); return s; });
        Things.add("iterator/own", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) for (int x : range(0, 10)) s += x;
            return s;
        });
        Things.add("synchronized/method", n -> {
            for (int i = 0; i < n; i++) shared.add(i);
            return shared.get() == 0 ? 1 : 0;
        });
        Things.add("synchronized/block", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) synchronized (lock) { s += i; }
            return s;
        });
        Things.add("synchronized/nested", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) synchronized (lock) { synchronized (shared) { s += i; } }
            return s;
        });
        Things.add("synchronized/escaping-not", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) { Counter c = new Counter(); c.add(i); s += c.get(); }
            return s;
        });
        Things.add("try/with-resources", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) try (Resource r = new Resource()) { s += Resource.open; }
            return s;
        });
        Things.add("try/nested-finally", n -> { long s = 0; for (int i = 0; i < n; i++) s += nested(i); return s; });
        Things.add("throw/new", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) try { s += thrower(i); } catch (IllegalStateException e) { s--; }
            return s;
        });
        Things.add("throw/stackless", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) try { s += quick(i); } catch (Quick e) { s--; }
            return s;
        });
        Things.add("throw/preallocated-local", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) try { if ((i & 1) == 0) throw ONE; s++; } catch (Quick e) { s--; }
            return s;
        });
        IntUnaryOperator[] throwers = {
            x -> quick(x), x -> quick(x) + 1, x -> quick(x) + 2, x -> quick(x) + 3,
            x -> quick(x) + 4, x -> quick(x) + 5, x -> quick(x) + 6, x -> quick(x) + 7
        };
        Things.add("throw/out-of-call", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) try { s += throwers[i >> 1 & 7].applyAsInt(i); } catch (Quick e) { s--; }
            return s;
        });
        Things.add("throw/through-finally", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) try { s += inFinally(throwers[i >> 1 & 7], i); } catch (Quick e) { s--; }
            return s;
        });
        Things.add("throw/out-of-synchronized", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) try { s += locked(i); } catch (Quick e) { s--; }
            return s;
        });
        String[] texts = { "12", "a", "1b", "77" };
        Things.add("throw/number-format", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) try { s += Integer.parseInt(texts[i & 3]); } catch (NumberFormatException e) { s--; }
            return s;
        });
        Object[] holes = { "a", null, "b", null };
        Things.add("throw/implicit-null", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) try { s += holes[i & 3].hashCode(); } catch (NullPointerException e) { s--; }
            return s;
        });
        Things.add("throw/implicit-index", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) try {
                s += numbers[i & 127];
            } catch (ArrayIndexOutOfBoundsException e) {
                s--;
            }
            return s;
        });
        Things.add("throw/implicit-cast", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) try { s += ((Integer) mixed[i & 63]); } catch (ClassCastException e) { s--; }
            return s;
        });
        Things.add("throw/implicit-divide", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) try { s += 100 / (i & 3); } catch (ArithmeticException e) { s--; }
            return s;
        });
        Things.add("recursion/fib", n -> { long s = 0; for (int i = 0; i < n; i++) s += fib(10); return s; });
        Things.add("recursion/ackermann", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += ackermann(2, 3);
            return s;
        });
        Node root = tree(7);
        Things.add("recursion/tree-walk", n -> { long s = 0; for (int i = 0; i < n; i++) s += root.sum(); return s; });
        Things.add("new/tree", n -> { long s = 0; for (int i = 0; i < n; i++) s += tree(4).value; return s; });
        Things.add("new/array-of-ints", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) { int[] a = new int[16]; a[i & 15] = i; s += a[3]; Things.sink = a.length; }
            return s;
        });
        Things.add("new/kept-list", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) { List<Object> l = new ArrayList<>(); l.add(this_()); s += l.size(); }
            return s;
        });
        Things.add("loop/two-dimensions", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) { int[] row = grid[i & 31]; for (int j = 0; j < 32; j++) s += row[j]; }
            return s;
        });
        Things.add("loop/columns", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) for (int j = 0; j < 32; j++) s += grid[j][i & 31];
            return s;
        });
        Things.add("loop/long-counter", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) for (long j = 0; j < 64; j++) s += longs[(int) j];
            return s;
        });
        Things.add("loop/search-with-break", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) for (int j = 0; j < 64; j++) if (numbers[j] == (i & 63)) { s += j; break; }
            return s;
        });
        Things.add("loop/while-iterator", n -> {
            long s = 0;
            List<Integer> l = List.of(1, 2, 3, 4, 5, 6, 7, 8);
            for (int i = 0; i < n; i++) for (Integer x : l) s += x;
            return s;
        });
        Things.add("volatile/read", n -> { long s = 0; for (int i = 0; i < n; i++) s += volatileField; return s; });
        Things.add("volatile/write", n -> { for (int i = 0; i < n; i++) volatileField = i; return volatileField = 0; });
        Things.add("assert/off", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) { assert i >= 0 : "negative"; s += i; }
            return s;
        });
        Things.add("interned/literal-compare", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) if (text(i) == "two") s++;
            return s;
        });
    }

    static Object this_() { return mixed; }
}
