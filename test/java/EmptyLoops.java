/**
 * Loops that do nothing but count, which the optimizer computes: up and down, by ones and more, ints and longs, with the condition before and behind, with
 * other variables that grow beside the counter, near the ends of their types, never run at all; and loops that must stay, because of what they compute.
 */
public class EmptyLoops {
    static final int[] STARTS = {0, 1, -1, 7, 100, -300, Integer.MAX_VALUE - 100, Integer.MIN_VALUE + 100};
    static final int[] WAYS = {0, 1, 2, 5, 10, 11, 39, 100, -1, -100};
    static int seen;

    static int up(int from, int to) {
        int i = from;
        for (; i < to; i++) { }
        return i;
    }
    static int upTo(int from, int to) {
        int i = from;
        while (i <= (to & 0xffff)) i++;
        return i;
    }
    static int down(int from, int to) {
        int i = from;
        for (; i > to; i--) { }
        return i;
    }
    static int until(int from, int to) {
        int i = from;
        while (i != to) i++;
        return i;
    }
    static int downUntil(int from, int to) {
        int i = from, k = 0;
        while (i != to) {
            i--;
            k += 3;
        }
        return i ^ k;
    }
    static int behind(int from, int to) {
        int i = from;
        do i++; while (i < to);
        return i;
    }
    static int behindBefore(int from, int to) {
        int i = from, k;
        do k = i++; while (i < to);
        return k * 31 + i;
    }
    static int byEleven(int from, int[] a) {
        int i = from;
        for (; i < a.length; i += 11) { }
        return i;
    }
    static int elevenDown(int to) {
        int i = to & 0xffff;
        for (; i > -20; i -= 11) { }
        return i;
    }
    static int elevenDownTo(int to) {
        int i = to & 0xffff;
        for (; i >= -21; i -= 7) { }
        return i;
    }
    static long beside(int from, int to) {
        long sum = 5;
        int twice = 1, back = to;
        for (int i = from; i < to; i++) {
            sum += 1000000007L;
            twice += 2;
            back -= 3;
        }
        return sum * 31 + twice * 17L + back;
    }
    static long besideByTen(int from, char[] a) {
        long sum = 5;
        int n = 0;
        for (int i = from; i < a.length; i += 10) {
            sum -= 77777777777L;
            n++;
        }
        return sum + n;
    }
    static long longUp(long from, long to) {
        long i = from;
        int n = 0;
        for (; i < to; i++) n += 5;
        return i + n;
    }
    static long longDown(long from, long to) {
        long i = from;
        while (i > to) i--;
        return i;
    }
    static long longBySeven(int from) {
        long i = from & 0xff;
        int n = 0;
        for (; i < 1000; i += 7) n++;
        return i * 1000 + n;
    }
    static int nested(int n) {
        int k = 0;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < 10; j++) k += 2;
        return k;
    }
    static int nestedUnused(int n) {
        int i = 0;
        for (; i < n; i++)
            for (int j = i; j < n; j++) { }
        return i;
    }
    static int unread(int[] a, int n) {
        int x = 1, i = 0;
        for (; i < n; i++) x = x * 31 + a[i & 15];
        return i;
    }
    static int checks(int[] a, int n) {
        int i = 0;
        for (; i < n; i++) {
            int x = a[i];
        }
        return i;
    }
    static int wraps(int from) { // over the end, to the least int
        int i = from;
        while (i > 0) i++;
        return i;
    }
    static int computes(int from, int to) {
        int x = 1;
        for (int i = from; i < to; i++) x = x * 31 ^ i;
        return x;
    }
    static int stores(int from, int to) {
        for (int i = from; i < to; i++) seen = i;
        return seen;
    }
    static int branches(int from, int to, boolean b) {
        int i = from;
        while (i < to) {
            if (b) seen += 0;
            i++;
        }
        return i;
    }
    static int twoWaysOut(int from, int to, int other) {
        int i = from;
        for (; i < to; i++)
            if (i == other) return -i;
        return i;
    }
    static int catches(int from, int to) {
        int i = from, x = 5;
        try {
            for (; i < to; i++) x += 7;
            return i / (x & 1);
        } catch (ArithmeticException e) {
            return i + x;
        }
    }

    static long round(int[] a, char[] c) {
        long sum = 0;
        for (int from : STARTS)
            for (int way : WAYS) {
                int to = from + way;
                sum = sum * 31 + up(from, to);
                sum = sum * 31 + upTo(from & 0xfff, to & 0xfff);
                sum = sum * 31 + down(from, from - way);
                if (way >= 0) sum = sum * 31 + until(from, to) + downUntil(to, from);
                sum = sum * 31 + behind(from, to);
                sum = sum * 31 + behindBefore(from, to);
                sum = sum * 31 + byEleven(from & 63, a);
                sum = sum * 31 + elevenDown(from & 0xfff) + elevenDownTo(to & 0xfff);
                sum = sum * 31 + beside(from, to);
                sum = sum * 31 + besideByTen(from & 63, c);
                sum = sum * 31 + longUp(from * 3000000000L, from * 3000000000L + way);
                sum = sum * 31 + longUp(Long.MAX_VALUE - 20, Long.MAX_VALUE - 20 + (way & 15));
                sum = sum * 31 + longDown(from * 3000000000L + way, from * 3000000000L);
                sum = sum * 31 + longBySeven(from);
                sum = sum * 31 + nested(way) + nestedUnused(way);
                sum = sum * 31 + unread(a, way);
                sum = sum * 31 + computes(from, to);
                sum = sum * 31 + stores(from, to) + branches(from, to, (way & 1) == 0);
                sum = sum * 31 + twoWaysOut(from, to, from + 7);
                sum = sum * 31 + catches(from, to);
            }
        sum = sum * 31 + wraps(Integer.MAX_VALUE - 50);
        for (int n = 0; n < 20; n++)
            try {
                sum = sum * 31 + checks(a, n);
            } catch (ArrayIndexOutOfBoundsException e) {
                sum = sum * 31 + n;
            }
        return sum;
    }

    public static void main(String[] args) {
        int[] a = new int[16];
        char[] c = new char[77];
        for (int i = 0; i < a.length; i++) a[i] = i * i;
        for (int i = 0; i < 120; i++) System.out.println(i + " " + round(a, c));
    }
}
