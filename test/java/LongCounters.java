/** Loops whose counters are longs: within the bounds of ints, at their ends, and beyond. */
public class LongCounters {
    static final int[] NUMBERS = new int[64];

    static long constant() {
        long s = 0;
        for (long j = 0; j < 64; j++) s = s * 3 + NUMBERS[(int) j];
        return s;
    }
    static long upTo(int n, long by) {
        long s = 0;
        for (long j = 0; j < n; j++) s += NUMBERS[(int) j] * j + by;
        return s;
    }
    static long from(int first, int last) {
        long s = 0, turns = 0;
        for (long j = first; j <= last; j++) {
            s = s * 31 + j + (int) j;
            turns++;
        }
        return s ^ turns << 40;
    }
    static long before(int first, int last) {
        long s = 0;
        for (long j = first; j < last; j++) s += j ^ (int) j * 5;
        return s;
    }
    static long down(int first, int last) {
        long s = 0;
        for (long j = first; j > last; j--) s = s * 31 + j - (int) j / 3;
        return s;
    }
    static long downTo(int first, int last) {
        long s = 0;
        for (long j = first; j >= last; j--) s = s * 31 + j - (int) j / 3;
        return s;
    }
    static long bySeven(int first, int last) {
        long s = 0;
        for (long j = first; j < last; j += 7) s = s * 31 + (int) j;
        return s;
    }
    static long beyond(long first, long last) {
        long s = 0;
        for (long j = first; j < last; j++) s = s * 31 + (int) j;
        return s;
    }
    static int out(int n) {
        int s = 0;
        try {
            for (long j = 0; j < n; j++) s += NUMBERS[(int) j];
        } catch (ArrayIndexOutOfBoundsException e) {
            s -= e.getMessage().length();
        }
        return s;
    }

    public static void main(String[] args) {
        int max = Integer.MAX_VALUE, min = Integer.MIN_VALUE;
        for (int i = 0; i < NUMBERS.length; i++) NUMBERS[i] = i * i - 7 * i;
        long sum = 0;
        for (int i = 0; i < 12_000; i++) {
            sum = sum * 7 + constant() + upTo(i & 63, i) + from(i - 5, i) + before(i - 5, i) + down(i, i - 5) + downTo(i, i - 5);
            sum += bySeven(i, i + 40) + beyond(i, i + 3) + out(i % 60);
        }
        System.out.println(sum);
        System.out.println(from(max - 3, max) + " " + before(max - 3, max) + " " + down(min + 3, min) + " " + downTo(min + 3, min));
        System.out.println(bySeven(max - 20, max) + " " + from(5, 4) + " " + from(max, min));
        System.out.println(beyond(max - 2L, max + 3L) + " " + beyond(min - 3L, min + 2L) + " " + out(70) + " " + out(64) + " " + out(min));
    }
}
