/** Numbers that branches choose in loops, and counters that go on before they are compared. */
public class Chosen {
    static void replaces(byte[] a, byte from, byte to) {
        for (int i = 0; i < a.length; i++) {
            byte c = a[i];
            a[i] = c == from ? to : c;
        }
    }
    static void marks(byte[] a, int above) {
        for (int i = 0; i < a.length; i++) a[i] = (byte) ((a[i] & 255) > above ? 7 : 9);
    }
    static int sumsAbove(int[] a, int above) {
        int sum = 0;
        for (int i = 0; i < a.length; i++)
            if (a[i] > above) sum += a[i];
        return sum;
    }
    static void lowers(char[] a) {
        for (int i = 0; i < a.length; i++) {
            char c = a[i];
            a[i] = c >= 'a' && c <= 'z' ? (char) (c - 32) : c;
        }
    }
    /* no vectors: each turn waits for the one before */
    static long largest(long[] a) {
        long most = Long.MIN_VALUE;
        for (int i = 0; i < a.length; i++)
            if (a[i] > most) most = a[i];
        return most;
    }
    static int sumsAhead(int[] a) {
        int i = -1, sum = 0;
        while (++i < a.length) sum += a[i];
        return sum;
    }
    static int foldsAhead(int x) {
        int i = -1, sum = x;
        while (++i < 7) sum = sum * 3 + i;
        return sum;
    }
    /* always one way: one comparison, all else leaves */
    static int oneWay(int k, int x) {
        switch (k) {
            case 3: return x + 1;
            case 4: return x / 7;
            case 5: return x / 9;
            case 9: return x / 11;
            default: return x / 13;
        }
    }
    /* large, but the way that it goes is not: it is inlined */
    static int largeWay(int k, int x) {
        switch (k) {
            case 0: return x * 3 + x / 3 + x % 3 + (x ^ 3) + (x | 3) + (x & 3) + x * 4 + x / 4 + x % 4 + (x ^ 4) + (x | 4) + (x & 4) + x * 5 + x / 5 + x % 5;
            case 1: return x * 7 + x / 7 + x % 7 + (x ^ 7) + (x | 7) + (x & 7) + x * 9 + x / 9 + x % 9 + (x ^ 9) + (x | 9) + (x & 9) + x * 11 + x / 11 + x % 11;
            case 2: return x ^ 0x1234;
            case 3: return x * 13 + x / 13 + x % 13 + (x ^ 13) + (x | 13) + (x & 13) + x * 14 + x / 14 + x % 14 + (x ^ 14) + (x | 14) + x * 15 + x / 15;
            default: return x * 17 + x / 17 + x % 17 + (x ^ 17) + (x | 17) + (x & 17) + x * 18 + x / 18 + x % 18 + (x ^ 18) + (x | 18) + x * 19 + x / 19;
        }
    }
    static int callsLarge(int[] a) {
        int sum = 0;
        for (int i = 0; i < a.length; i++) sum += largeWay(2, a[i]);
        return sum;
    }
    /* the calls before the loop would take all the room */
    static int mixes(int x) {
        return x * 3 + x * 5 + x * 7 + x * 11 + x * 13 + x * 17 + x * 19 + x * 23 + x * 29 + x * 31 + x * 37 + x * 41 + x * 43
            + x * 47 + x * 53 + x * 59 + x * 61 + x * 67 + x * 71 + x * 73 + x * 79 + x * 83 + x * 89 + x * 97;
    }
    static int shifts(int x) {
        return (x >>> 1) + (x >>> 2) + (x >>> 3) + (x >>> 4) + (x >>> 5) + (x >>> 6) + (x >>> 7) + (x >>> 8) + (x >>> 9) + (x >>> 10);
    }
    static int hotLast(int[] a, int x) {
        x += mixes(x + 0);
        x += mixes(x + 1);
        x += mixes(x + 2);
        x += mixes(x + 3);
        x += mixes(x + 4);
        x += mixes(x + 5);
        x += mixes(x + 6);
        x += mixes(x + 7);
        x += mixes(x + 8);
        x += mixes(x + 9);
        x += mixes(x + 10);
        x += mixes(x + 11);
        x += mixes(x + 12);
        x += mixes(x + 13);
        x += mixes(x + 14);
        x += mixes(x + 15);
        x += mixes(x + 16);
        x += mixes(x + 17);
        x += mixes(x + 18);
        x += mixes(x + 19);
        x += mixes(x + 20);
        x += mixes(x + 21);
        x += mixes(x + 22);
        x += mixes(x + 23);
        for (int i = 0; i < a.length; i++) x += shifts(a[i]);
        return x;
    }
    /* a key that most runs have is compared first */
    static int frequent(int k) {
        switch (k) {
            case 10: return 3;
            case 20: return 9;
            case 30: return 27;
            case 40: return 81;
            case 50: return 243;
            default: return 1;
        }
    }

    /* a number or nothing, as Kotlin's Int? */
    static int nullable(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            Integer some = i % 3 == 0 ? null : Integer.valueOf(i);
            Integer twice = some != null ? Integer.valueOf(some * 2) : null;
            sum += twice != null ? twice : -1;
        }
        return sum;
    }
    public static void main(String[] args) {
        byte[] bytes = new byte[100];
        char[] chars = new char[100];
        int[] ints = new int[100];
        long[] longs = new long[100];
        long s = 0;
        for (int i = 0; i < 20_000; i++) {
            replaces(bytes, (byte) (7 + (i & 1)), (byte) 5);
            bytes[i % 100] = (byte) (i & 1);
            marks(bytes, i & 255);
            chars[i % 100] = (char) (i & 127);
            lowers(chars);
            ints[i % 100] = i & 63;
            s += nullable(20) + hotLast(ints, i) + oneWay(3, i) + callsLarge(ints) + frequent(i % 4 != 0 ? 40 : (i >> 2) % 6 * 10);
            s += sumsAbove(ints, 30) + largest(longs) + sumsAhead(ints) + foldsAhead(i);
        }
        System.out.println(s);
    }
}
