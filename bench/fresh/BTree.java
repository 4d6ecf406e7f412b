/** A sorted map of ints in blocks: inserted, looked up, walked. */
final class BTree {
    private static final int MOST = 16;

    private static final class Node {
        final int[] keys = new int[MOST];
        final int[] values = new int[MOST];
        Node[] below;
        int count;

        int find(int key) {
            int lo = 0, hi = count;
            while (lo < hi) {
                int mid = lo + hi >>> 1;
                if (keys[mid] < key)
                    lo = mid + 1;
                else
                    hi = mid;
            }
            return lo;
        }
    }

    private Node root = new Node();

    private void split(Node parent, int at) {
        Node left = parent.below[at], right = new Node();
        int half = MOST / 2;
        right.count = MOST - half - 1;
        System.arraycopy(left.keys, half + 1, right.keys, 0, right.count);
        System.arraycopy(left.values, half + 1, right.values, 0, right.count);
        if (left.below != null) {
            right.below = new Node[MOST + 1];
            System.arraycopy(left.below, half + 1, right.below, 0, right.count + 1);
        }
        left.count = half;
        System.arraycopy(parent.keys, at, parent.keys, at + 1, parent.count - at);
        System.arraycopy(parent.values, at, parent.values, at + 1, parent.count - at);
        System.arraycopy(parent.below, at + 1, parent.below, at + 2, parent.count - at);
        parent.keys[at] = left.keys[half];
        parent.values[at] = left.values[half];
        parent.below[at + 1] = right;
        parent.count++;
    }

    private void put(int key, int value) {
        if (root.count == MOST) {
            Node top = new Node();
            top.below = new Node[MOST + 1];
            top.below[0] = root;
            split(top, 0);
            root = top;
        }
        Node n = root;
        while (true) {
            int at = n.find(key);
            if (at < n.count && n.keys[at] == key) {
                n.values[at] += value;
                return;
            }
            if (n.below == null) {
                System.arraycopy(n.keys, at, n.keys, at + 1, n.count - at);
                System.arraycopy(n.values, at, n.values, at + 1, n.count - at);
                n.keys[at] = key;
                n.values[at] = value;
                n.count++;
                return;
            }
            if (n.below[at].count == MOST)
                split(n, at);
            else
                n = n.below[at];
        }
    }

    private int get(int key) {
        for (Node n = root; n != null;) {
            int at = n.find(key);
            if (at < n.count && n.keys[at] == key) return n.values[at];
            n = n.below == null ? null : n.below[at];
        }
        return -1;
    }

    private static long walk(Node n, long hash) {
        for (int i = 0; i < n.count; i++) {
            if (n.below != null) hash = walk(n.below[i], hash);
            hash = hash * 31 + n.keys[i] ^ n.values[i];
        }
        return n.below != null ? walk(n.below[n.count], hash) : hash;
    }

    static long run() {
        BTree t = new BTree();
        int seed = 1;
        for (int i = 0; i < 40_000; i++) {
            seed = seed * 1103515245 + 12345;
            t.put(seed >>> 12, i);
        }
        long found = 0;
        for (int i = 0; i < 40_000; i++) {
            seed = seed * 1103515245 + 12345;
            found += t.get(seed >>> 12) >= 0 ? 1 : 0;
        }
        return walk(t.root, found);
    }
}
