/** References stored into static and instance fields and into arrays, in loops that have more values alive than there
 * are registers: the holder is in a register, in memory, or is made anew for each store. */
public class StoresAmongManyValues {
    static class Node {
        final int n;
        Node next, other;
        Node(int n) { this.n = n; }
    }
    static int[] kept = new int[3];
    static Node first, second;
    static long sum;
    Node mine = new Node(0);
    final Node[] all = new Node[16];

    static int[] make(int n, int unused) {
        int[] a = new int[n];
        return a;
    }

    /** An allocation in a case that seldom comes, in an inner loop: nothing of the store is worth a register. */
    static int seldom(int b, int by) {
        int j, k = -11, x = 0, q = -42821;
        boolean yes = true;
        for (int i = 7; i < 326; ++i)
            for (j = 4; 79 > j; j++) {
                if (yes) {
                    k += q * q + k - x;
                    switch (((k + j >>> 1) % 4) * 5 + 95) {
                    case 100:
                        kept = make(200 + (i & 7), b);
                    }
                }
                k += by;
            }
        return k;
    }

    static int ints(int n, int a, int b, int c, int d, int e, int f, int g, int h, int k) {
        for (int i = 0; i < n; i++) {
            a += b ^ i;
            b += c * 3;
            c ^= d + i;
            d += e >>> 3;
            e -= f;
            f ^= g << 1;
            g += h;
            h = h * 31 + k;
            k += a;
            if ((k & 63) == 5) first = new Node(k);
            if ((h & 127) == 9) second = first;
        }
        return a + b + c + d + e + f + g + h + k;
    }

    static long longs(int n, long a, long b, long c, long d, long e, long f, long g, long h) {
        for (int i = 0; i < n; i++) {
            a += b ^ i;
            b += c * 3;
            c ^= d + 0x123456789abcdefL;
            d += e >>> 3;
            e -= f ^ 0x7edcba9876543210L;
            f ^= g << 1;
            g += h;
            h = h * 31 + a;
            switch ((int) h & 15) {
            case 3: first = new Node((int) a); break;
            case 4: sum += a; break;
            case 9: second = first; first = null; break;
            default: kept[i % 3]++;
            }
        }
        return a + b + c + d + e + f + g + h;
    }

    static double doubles(int n, double a, double b, double c, int x, int y, int z, int u, int v, int w) {
        Node last = first;
        for (int i = 0; i < n; i++) {
            a = a * 0.5 + b;
            b = b * 0.25 + c;
            c = c - i;
            x += y; y ^= z; z += u; u -= v; v ^= w; w += x;
            if ((w & 31) == 7) {
                last = new Node(w);
                second = last;
            }
            if ((u & 31) == 7) first = last;
        }
        return a + b + c + x + y + z + u + v + w + (last == null ? 0 : last.n);
    }

    int fields(int n, int a, int b, int c, int d, int e, int f, int g, int h) {
        Node old = mine;
        for (int i = 0; i < n; i++) {
            a += b ^ i; b += c * 3; c ^= d + i; d += e >>> 3; e -= f; f ^= g << 1; g += h; h = h * 31 + a;
            if ((h & 63) == 5) mine = new Node(h);
            if ((g & 63) == 6) mine.next = old;
            if ((f & 63) == 7) old.other = mine;
            if ((e & 63) == 8) all[d & 15] = old;
            if ((d & 63) == 9) old = all[e & 15] == null ? old : all[e & 15];
        }
        return a + b + c + d + e + f + g + h + old.n + mine.n;
    }

    int count() {
        int n = 0;
        for (Node x : all) n = n * 31 + (x == null ? 1 : x.n);
        return n;
    }

    static int of(Node n) { return n == null ? -1 : n.n; }

    public static void main(String[] args) {
        long result = 0;
        StoresAmongManyValues o = new StoresAmongManyValues();
        for (int r = 0; r < 150; r++) {
            result = result * 31 + seldom(r, 100) + kept.length;
            kept = new int[3];
            result = result * 31 + ints(400, r, 1, 2, 3, 4, 5, 6, 7, 8) + of(first) + of(second);
            result = result * 31 + longs(400, r, 1, 2, 3, 4, 5, 6, 7) + of(first) + of(second) + kept[r % 3];
            result = result * 31 + (long) doubles(400, r, 1, 2, 3, 4, 5, 6, 7, 8) + of(first) + of(second);
            result = result * 31 + o.fields(400, r, 1, 2, 3, 4, 5, 6, 7) + o.count();
            if (r % 25 == 24) {
                System.gc();
                System.out.println(r + " " + result + " " + sum);
            }
        }
    }
}
