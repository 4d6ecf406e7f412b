/** Methods that are called once and stay in a loop within a loop for long: they enter optimized code in the middle, with variables of all types. */
public class InnerLoopEntries {
    static int calls;
    int field;

    /** The inner loop's own variables, and such that the rest of the outer turn reads or writes. */
    static String sums(int outer, int inner) {
        long total = 0;
        double d = 0.5;
        String text = "";
        for (int i = 0; i < outer; i++) {
            int fresh = i * 3;
            long wide = (long) i << 33;
            float f = i;
            Object o = i % 2 == 0 ? "even" : null;
            for (int j = i; j < inner; j++) {
                total += j ^ fresh;
                wide -= j;
                f += 0.25f;
                d += j & 1;
            }
            text += (o == null ? "-" : o) + " " + fresh + " " + wide + " " + f + " " + d + ";";
        }
        return text + total;
    }

    /** Two inner loops, one after the other. */
    int twoLoops(int outer, int inner) {
        int h = 1;
        for (int i = 0; i < outer; i++) {
            byte b = (byte) i;
            for (int j = 0; j < inner; j++) {
                h = h * 31 + j + b;
                field++;
            }
            char c = (char) (h >>> 3);
            for (int k = inner; k > 0; k--) {
                h ^= c + k;
                field--;
            }
            h += b + c;
        }
        return h;
    }

    static int threeDeep(int n, int inner) {
        int[] a = new int[16];
        int s = 0;
        for (int i = 0; i < n; i++) {
            int x = i + 1;
            for (int j = 0; j < n; j++) {
                int y = x * j;
                for (int k = 0; k < inner; k++) {
                    a[k & 15] += y;
                    s += a[(k + j) & 15] + x;
                }
                s -= y;
            }
        }
        return s;
    }

    /** One slot is an int before the inner loop, a reference in it, and a long after it. */
    static long reused(int outer, int inner) {
        long all = 0;
        for (int i = 0; i < outer; i++) {
            {
                int first = i + 1;
                all += first;
            }
            {
                int[] second = { i, i + 1, i + 2 };
                for (int j = 0; j < inner; j++) all += second[j % 3]++;
                all ^= second[1];
            }
            {
                long third = all >> 2;
                all -= third;
            }
        }
        return all;
    }

    /** The loop may throw in the middle of a turn; the handler reads variables. */
    static String thrown(int outer, int inner) {
        String text = "";
        int[] a = new int[inner - 1];
        int i = 0, j = 0, caught = 0;
        for (i = 0; i < outer; i++) {
            int was = i * 7;
            try {
                for (j = 0; j < inner; j++) a[j] += i;
                text += "not reached";
            } catch (ArrayIndexOutOfBoundsException e) {
                caught += was + j;
            }
            text += caught + " ";
        }
        return text + a[0] + a[inner - 2];
    }

    /** Ways out of both loops. */
    static int labels(int outer, int inner) {
        int s = 0;
        loop:
        for (int i = 0; ; i++) {
            int limit = inner - i;
            for (int j = 0; j < limit; j++) {
                s += j * i;
                if (s % 1000003 == 1 && i > outer / 2) continue loop;
                if (i == outer && j > inner / 2) break loop;
            }
            s++;
        }
        return s;
    }

    static synchronized int call(int x) {
        calls++;
        return x ^ calls;
    }

    static int withCalls(int outer, int inner) {
        int s = 0;
        Object lock = new Object();
        for (int i = 0; i < outer; i++) {
            int before = s;
            synchronized (lock) {
                for (int j = 0; j < inner; j++) s += call(j);
            }
            s ^= before;
        }
        return s;
    }

    /** The loop before the loop: both ways lead to its head. */
    static int ways(int n, int inner) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            int j;
            if ((i & 1) == 0) j = 5;
            else { j = i; s += 3; }
            while (j < inner) { s += j; j += 1 + (i & 3); }
            do { s -= j; j -= 3; } while (j > 0);
        }
        return s;
    }

    public static void main(String[] args) {
        System.out.println(sums(5, 60000));
        InnerLoopEntries e = new InnerLoopEntries();
        System.out.println(e.twoLoops(7, 30000) + " " + e.field);
        System.out.println(threeDeep(4, 40000));
        System.out.println(reused(6, 50000));
        System.out.println(thrown(6, 50000));
        System.out.println(labels(6, 40000));
        System.out.println(withCalls(5, 30000) + " " + calls);
        System.out.println(ways(9, 50000));
        for (int i = 0; i < 30; i++) System.out.print(sums(3, 40).hashCode() + " " + reused(3, 50) + " " + ways(4, 30) + (i % 6 == 5 ? "\n" : " "));
    }
}
