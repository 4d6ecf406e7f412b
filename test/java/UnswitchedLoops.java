/** Loops with branches that do not change in them: each way gets a loop of its own, and what is behind the loops must not notice. */
public class UnswitchedLoops {
    static class Cell {
        int x;
        int[] a = { 1, 2, 3, 4, 5, 6, 7, 8 };
    }
    static final class Pair {
        int first, second;
        Pair(int first, int second) {
            this.first = first;
            this.second = second;
        }
    }

    static int chars(String s) {
        int h = 0;
        for (int i = 0; i < s.length(); i++) h = 31 * h + s.charAt(i);
        return h;
    }
    static int masked(String s, int n) {
        int h = 0;
        for (int i = 0; i < n; i++) h += s.charAt(i & 3) * i;
        return h;
    }
    /* Several values of the loop are used behind it. */
    static long several(boolean up, int n, long seed) {
        long a = seed, b = 1;
        int k = 0;
        while (k < n) {
            if (up) {
                a += b;
                b ^= a << 3;
            } else {
                b += 3 * a;
                a ^= b >>> 5;
            }
            k++;
        }
        return a * 31 + b * 17 + k;
    }
    /* The object is null where the loop does not read it. */
    static int reads(Cell c, int n) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            if (c != null)
                s += c.x + c.a[i & 7];
            else
                s -= i;
        }
        return s;
    }
    /* One way fails late: what is before that turn has happened. */
    static int fails(int[] to, int[] from, boolean twice, int n) {
        int i = 0;
        try {
            for (; i < n; i++) {
                if (twice)
                    to[i] = from[i] * 2;
                else
                    to[i] = -i;
            }
        } catch (ArrayIndexOutOfBoundsException | NullPointerException e) {
            return -i;
        }
        return i;
    }
    static int compares(double d, float f, int n) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            if (d < 1.5) s += i; else s -= 1;
            if (!(f >= 2f)) s ^= i; else s += 7;
        }
        return s;
    }
    static int nested(boolean a, boolean b, int n) {
        int s = 0;
        for (int k = 0; k < 3; k++)
            for (int i = 0; i < n; i++) {
                if (a) {
                    if (b) s += i; else s ^= i << 1;
                } else
                    s -= b ? k : i;
            }
        return s;
    }
    /* The object is made only where the code is left, after the loop. */
    static int made(boolean which, int n, int out) {
        Pair p = new Pair(0, 1);
        for (int i = 0; i < n; i++) {
            if (which)
                p.first += p.second;
            else
                p.second += p.first + i;
        }
        if (out == 77) throw new IllegalStateException(p.first + " " + p.second);
        return p.first * 31 + p.second;
    }
    static int leaves(boolean which, int[] a, int wanted) {
        int at = -1, seen = 0;
        for (int i = 0; i < a.length; i++) {
            if (which) {
                if (a[i] == wanted) {
                    at = i;
                    break;
                }
                seen += 2;
            } else
                seen++;
        }
        return at * 1000 + seen;
    }
    static String names(boolean which, int n) {
        String s = "none";
        int i = 0;
        for (; i < n; i++) s = which ? "yes" : i > 2 ? "late" : "early";
        Object o = s;
        return o + " " + i;
    }
    /* The field changes in the loop, so the branch does too. */
    static int changes(Cell c, int n) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            if (c.x > 5)
                c.x = 0;
            else
                c.x += i & 1;
            s += c.x;
        }
        return s;
    }

    static long all(int i) {
        long r = chars((i & 1) == 0 ? "latin text" : "w\u0416\u0417de") + masked((i & 2) == 0 ? "abcd" : "\u0416bcd", 20);
        r = r * 31 + several((i & 1) == 0, i & 31, i) + reads((i & 3) == 0 ? null : new Cell(), i & 15);
        int[] to = new int[12];
        r = r * 31 + fails(to, (i & 4) == 0 ? null : new int[i % 14], (i & 1) == 0, i % 14) + java.util.Arrays.hashCode(to);
        double d = (i & 1) == 0 ? Double.NaN : i % 3;
        r = r * 31 + compares(d, (i & 2) == 0 ? Float.NaN : i % 4, i & 15);
        r = r * 31 + nested((i & 1) == 0, (i & 2) == 0, i & 15) + made((i & 1) == 0, i & 15, 0);
        r = r * 31 + leaves((i & 1) == 0, new int[] { 5, 6, 7, 8, i & 15 }, i & 7) + names((i & 1) == 0, i & 7).hashCode();
        Cell c = new Cell();
        return r * 31 + changes(c, i & 63) + c.x;
    }

    public static void main(String[] args) {
        long r = 0;
        for (int i = 0; i < 40_000; i++) {
            r = r * 31 + all(i);
            if (i % 8_000 == 0) System.out.println(i + " " + r);
        }
        System.out.println(r);
        for (boolean which : new boolean[] { true, false })
            try {
                made(which, 9, 77);
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage());
            }
        try {
            masked("abc", 9);
        } catch (StringIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
    }
}
