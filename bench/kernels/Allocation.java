/** Allocation: short-lived objects and arrays, and binary trees that live for a while. */
final class Allocation {
    Allocation left, right;
    int value;

    Allocation(int value) { this.value = value; }

    static Allocation tree(int depth) {
        Allocation t = new Allocation(depth);
        if (depth > 0) {
            t.left = tree(depth - 1);
            t.right = tree(depth - 1);
        }
        return t;
    }

    int count() { return left == null ? 1 : 1 + left.count() + right.count(); }

    static long trees() {
        Allocation lives = tree(16);
        long sum = 0;
        for (int depth = 4; depth <= 12; depth += 2)
            for (int i = 0; i < 1 << (16 - depth); i++) sum += tree(depth).count();
        return sum + lives.count();
    }

    static long objects() {
        Object[] ring = new Object[256];
        long sum = 0;
        for (int i = 0; i < 800_000; i++) {
            Allocation a = new Allocation(i);
            int[] small = new int[i & 15];
            ring[i & 255] = (i & 1) == 0 ? a : small;
            sum += a.value + small.length;
        }
        for (Object o : ring) sum += o instanceof Allocation a ? a.value : ((int[]) o).length;
        return sum;
    }
}
