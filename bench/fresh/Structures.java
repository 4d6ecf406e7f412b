import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Objects that refer to each other: components of a graph, balls that meet, values that follow from others. */
final class Structures {
    private static final class Vertex {
        final List<Vertex> to = new ArrayList<>();
        int index = -1, low;
        boolean open;
    }

    /** Strongly connected components (Tarjan), without recursion. */
    static long components() {
        int n = 12_000, seed = 11;
        List<Vertex> all = new ArrayList<>();
        for (int i = 0; i < n; i++) all.add(new Vertex());
        for (int i = 0; i < n * 3 / 2; i++) {
            seed = seed * 1103515245 + 12345;
            int from = (seed >>> 4) % n;
            seed = seed * 1103515245 + 12345;
            all.get(from).to.add(all.get((seed >>> 4) % n));
        }
        int[] next = new int[n];
        List<Vertex> path = new ArrayList<>(), stack = new ArrayList<>();
        int count = 0;
        long hash = 0;
        for (Vertex start : all) {
            if (start.index >= 0) continue;
            path.add(start);
            while (!path.isEmpty()) {
                Vertex v = path.get(path.size() - 1);
                if (v.index < 0) {
                    v.index = v.low = count++;
                    v.open = true;
                    stack.add(v);
                }
                if (next[v.index] < v.to.size()) {
                    Vertex w = v.to.get(next[v.index]++);
                    if (w.index < 0)
                        path.add(w);
                    else if (w.open)
                        v.low = Math.min(v.low, w.index);
                    continue;
                }
                path.remove(path.size() - 1);
                if (!path.isEmpty()) {
                    Vertex up = path.get(path.size() - 1);
                    up.low = Math.min(up.low, v.low);
                }
                if (v.low != v.index) continue;
                int size = 0;
                Vertex w;
                do {
                    w = stack.remove(stack.size() - 1);
                    w.open = false;
                    size++;
                } while (w != v);
                hash = hash * 31 + size;
            }
        }
        return hash;
    }

    private record Cell(int x, int y) { }

    private static final class Ball {
        double x, y, dx, dy;
    }

    /** Balls in a box, sorted into cells of a hash map in every step. */
    static long collide() {
        List<Ball> balls = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            Ball b = new Ball();
            b.x = i * 37 % 1000;
            b.y = i * 91 % 1000;
            b.dx = i % 7 - 3;
            b.dy = i % 11 - 5;
            balls.add(b);
        }
        long met = 0;
        for (int step = 0; step < 25; step++) {
            Map<Cell, List<Ball>> cells = new HashMap<>();
            for (Ball b : balls) {
                b.x += b.dx;
                b.y += b.dy;
                if (b.x < 0 || b.x >= 1000) b.dx = -b.dx;
                if (b.y < 0 || b.y >= 1000) b.dy = -b.dy;
                cells.computeIfAbsent(new Cell((int) b.x / 20, (int) b.y / 20), c -> new ArrayList<>()).add(b);
            }
            for (Ball b : balls)
                for (int cx = -1; cx <= 1; cx++)
                    for (int cy = -1; cy <= 1; cy++)
                        for (Ball o : cells.getOrDefault(new Cell((int) b.x / 20 + cx, (int) b.y / 20 + cy), List.of())) {
                            double dx = b.x - o.x, dy = b.y - o.y;
                            if (o != b && dx * dx + dy * dy < 100) met += step + 1;
                        }
        }
        return met;
    }

    private abstract static class Rule {
        final Variable out;

        Rule(Variable out) {
            this.out = out;
            out.by = this;
        }

        abstract Variable[] in();

        abstract int compute();
    }

    private static final class Variable {
        int value, strength;
        Rule by;
        final List<Rule> used = new ArrayList<>();

        void set(int v, List<Rule> todo) {
            if (value == v) return;
            value = v;
            todo.addAll(used);
        }
    }

    private static final class Sum extends Rule {
        final Variable a, b;

        Sum(Variable out, Variable a, Variable b) {
            super(out);
            this.a = a;
            this.b = b;
            a.used.add(this);
            b.used.add(this);
        }

        Variable[] in() { return new Variable[] {a, b}; }

        int compute() { return a.value + b.value; }
    }

    private static final class Scaled extends Rule {
        final Variable a;
        final int by, plus;

        Scaled(Variable out, Variable a, int by, int plus) {
            super(out);
            this.a = a;
            this.by = by;
            this.plus = plus;
            a.used.add(this);
        }

        Variable[] in() { return new Variable[] {a}; }

        int compute() { return a.value * by + plus; }
    }

    /** Chains and a tree of values that follow from others, changed from the top. */
    static long constraints() {
        List<Variable> all = new ArrayList<>();
        for (int i = 0; i < 800; i++) {
            Variable v = new Variable();
            if (i > 1) {
                Rule r = i % 3 == 0 ? new Sum(v, all.get(i / 2), all.get(i - 1)) : new Scaled(v, all.get(i - 1 - i % 2), 3, i);
                for (Variable x : r.in()) v.strength = Math.max(v.strength, x.strength + 1);
            }
            all.add(v);
        }
        long hash = 0;
        for (int round = 0; round < 30; round++) {
            List<Rule> todo = new ArrayList<>();
            all.get(round % 2).set(round * 7 + 1, todo);
            int budget = 20_000;
            for (int i = 0; i < todo.size() && budget-- > 0; i++) {
                Rule r = todo.get(i);
                r.out.set(r.compute(), todo);
            }
            hash = hash * 31 + all.get(799).value + all.get(300).value + todo.size();
        }
        return hash;
    }
}
