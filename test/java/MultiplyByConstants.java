// Products of int and long with constants next to powers of two, at the ends of the range and between; in a chain, and of operands that
// are needed again.
public class MultiplyByConstants {
    static int ints(int x) {
        int h = x;
        h = h * 31 ^ (h + x * Integer.MIN_VALUE) ^ (h + x * -1073741825) ^ (h + x * -1073741824);
        h = h * 33 ^ (h + x * -1073741823) ^ (h + x * -536870913) ^ (h + x * -536870912) ^ (h + x * -536870911);
        h = h * 33 ^ (h + x * -16777217) ^ (h + x * -16777216) ^ (h + x * -16777215) ^ (h + x * -131073);
        h = h * 33 ^ (h + x * -131072) ^ (h + x * -131071) ^ (h + x * -65537) ^ (h + x * -65536) ^ (h + x * -65535);
        h = h * 33 ^ (h + x * -32769) ^ (h + x * -32768) ^ (h + x * -32767) ^ (h + x * -2049) ^ (h + x * -2048);
        h = h * 33 ^ (h + x * -2047) ^ (h + x * -257) ^ (h + x * -256) ^ (h + x * -255) ^ (h + x * -129);
        h = h * 33 ^ (h + x * -128) ^ (h + x * -127) ^ (h + x * -65) ^ (h + x * -64) ^ (h + x * -63);
        h = h * 33 ^ (h + x * -33) ^ (h + x * -32) ^ (h + x * -31) ^ (h + x * -17) ^ (h + x * -16) ^ (h + x * -15);
        h = h * 33 ^ (h + x * -9) ^ (h + x * -8) ^ (h + x * -7) ^ (h + x * -5) ^ (h + x * -4) ^ (h + x * -3);
        h = h * 33 ^ (h + x * -2) ^ (h + x * -1) ^ (h + x * 0) ^ (h + x * 1) ^ (h + x * 2) ^ (h + x * 3);
        h = h * 33 ^ (h + x * 4) ^ (h + x * 5) ^ (h + x * 7) ^ (h + x * 8) ^ (h + x * 9) ^ (h + x * 10);
        h = h * 33 ^ (h + x * 15) ^ (h + x * 16) ^ (h + x * 17) ^ (h + x * 24) ^ (h + x * 25) ^ (h + x * 31);
        h = h * 33 ^ (h + x * 32) ^ (h + x * 33) ^ (h + x * 63) ^ (h + x * 64) ^ (h + x * 65) ^ (h + x * 100);
        h = h * 33 ^ (h + x * 127) ^ (h + x * 128) ^ (h + x * 129) ^ (h + x * 255) ^ (h + x * 256) ^ (h + x * 257);
        h = h * 33 ^ (h + x * 2047) ^ (h + x * 2048) ^ (h + x * 2049) ^ (h + x * 32767) ^ (h + x * 32768);
        h = h * 33 ^ (h + x * 32769) ^ (h + x * 65535) ^ (h + x * 65536) ^ (h + x * 65537) ^ (h + x * 131071);
        h = h * 33 ^ (h + x * 131072) ^ (h + x * 131073) ^ (h + x * 1000003) ^ (h + x * 16777215);
        h = h * 33 ^ (h + x * 16777216) ^ (h + x * 16777217) ^ (h + x * 536870911) ^ (h + x * 536870912);
        h = h * 33 ^ (h + x * 536870913) ^ (h + x * 1073741823) ^ (h + x * 1073741824) ^ (h + x * 1073741825);
        h = h * 33 ^ (h + x * 2147483647);
        return h;
    }
    static long longs(long x) {
        long h = x;
        h = h * 31 ^ (h + x * Long.MIN_VALUE) ^ (h + x * -4611686018427387905L) ^ (h + x * -4611686018427387904L);
        h = h * 33 ^ (h + x * -4611686018427387903L) ^ (h + x * -1099511627777L) ^ (h + x * -1099511627776L);
        h = h * 33 ^ (h + x * -1099511627775L) ^ (h + x * -8589934593L) ^ (h + x * -8589934592L);
        h = h * 33 ^ (h + x * -8589934591L) ^ (h + x * -4294967297L) ^ (h + x * -4294967296L);
        h = h * 33 ^ (h + x * -4294967295L) ^ (h + x * -2147483649L) ^ (h + x * -2147483648L);
        h = h * 33 ^ (h + x * -2147483647L) ^ (h + x * -1073741825L) ^ (h + x * -1073741824L);
        h = h * 33 ^ (h + x * -1073741823L) ^ (h + x * -536870913L) ^ (h + x * -536870912L) ^ (h + x * -536870911L);
        h = h * 33 ^ (h + x * -16777217L) ^ (h + x * -16777216L) ^ (h + x * -16777215L) ^ (h + x * -131073L);
        h = h * 33 ^ (h + x * -131072L) ^ (h + x * -131071L) ^ (h + x * -65537L) ^ (h + x * -65536L);
        h = h * 33 ^ (h + x * -65535L) ^ (h + x * -32769L) ^ (h + x * -32768L) ^ (h + x * -32767L);
        h = h * 33 ^ (h + x * -2049L) ^ (h + x * -2048L) ^ (h + x * -2047L) ^ (h + x * -257L) ^ (h + x * -256L);
        h = h * 33 ^ (h + x * -255L) ^ (h + x * -129L) ^ (h + x * -128L) ^ (h + x * -127L) ^ (h + x * -65L);
        h = h * 33 ^ (h + x * -64L) ^ (h + x * -63L) ^ (h + x * -33L) ^ (h + x * -32L) ^ (h + x * -31L);
        h = h * 33 ^ (h + x * -17L) ^ (h + x * -16L) ^ (h + x * -15L) ^ (h + x * -9L) ^ (h + x * -8L);
        h = h * 33 ^ (h + x * -7L) ^ (h + x * -5L) ^ (h + x * -4L) ^ (h + x * -3L) ^ (h + x * -2L) ^ (h + x * -1L);
        h = h * 33 ^ (h + x * 0L) ^ (h + x * 1L) ^ (h + x * 2L) ^ (h + x * 3L) ^ (h + x * 4L) ^ (h + x * 5L);
        h = h * 33 ^ (h + x * 7L) ^ (h + x * 8L) ^ (h + x * 9L) ^ (h + x * 10L) ^ (h + x * 15L) ^ (h + x * 16L);
        h = h * 33 ^ (h + x * 17L) ^ (h + x * 24L) ^ (h + x * 25L) ^ (h + x * 31L) ^ (h + x * 32L) ^ (h + x * 33L);
        h = h * 33 ^ (h + x * 63L) ^ (h + x * 64L) ^ (h + x * 65L) ^ (h + x * 100L) ^ (h + x * 127L);
        h = h * 33 ^ (h + x * 128L) ^ (h + x * 129L) ^ (h + x * 255L) ^ (h + x * 256L) ^ (h + x * 257L);
        h = h * 33 ^ (h + x * 2047L) ^ (h + x * 2048L) ^ (h + x * 2049L) ^ (h + x * 32767L) ^ (h + x * 32768L);
        h = h * 33 ^ (h + x * 32769L) ^ (h + x * 65535L) ^ (h + x * 65536L) ^ (h + x * 65537L) ^ (h + x * 131071L);
        h = h * 33 ^ (h + x * 131072L) ^ (h + x * 131073L) ^ (h + x * 1000003L) ^ (h + x * 16777215L);
        h = h * 33 ^ (h + x * 16777216L) ^ (h + x * 16777217L) ^ (h + x * 536870911L) ^ (h + x * 536870912L);
        h = h * 33 ^ (h + x * 536870913L) ^ (h + x * 1073741823L) ^ (h + x * 1073741824L) ^ (h + x * 1073741825L);
        h = h * 33 ^ (h + x * 2147483647L) ^ (h + x * 2147483648L) ^ (h + x * 2147483649L) ^ (h + x * 4294967295L);
        h = h * 33 ^ (h + x * 4294967296L) ^ (h + x * 4294967297L) ^ (h + x * 8589934591L) ^ (h + x * 8589934592L);
        h = h * 33 ^ (h + x * 8589934593L) ^ (h + x * 1099511627775L) ^ (h + x * 1099511627776L);
        h = h * 33 ^ (h + x * 1099511627777L) ^ (h + x * 4611686018427387903L) ^ (h + x * 4611686018427387904L);
        h = h * 33 ^ (h + x * 4611686018427387905L) ^ (h + x * 9223372036854775807L);
        return h;
    }
    static int field;
    static int chain(int[] a, int n) {
        int h = 7;
        for (int i = 0; i < n; i++) {
            h = 31 * h + a[i];
            field = field * 17 - h * 9 + (a[i] * 5 == 35 ? a[i] * 3 : a[i] * 15);
        }
        return h;
    }
    static long chain(long[] a) {
        long h = 1;
        for (long v : a) h = (h * 65 + v) * 127 - v * 33 + h;
        return h;
    }

    public static void main(String[] args) {
        int[] some = { 0, 1, -1, 7, 31, -31, 65535, 123456789, -987654321, Integer.MAX_VALUE, Integer.MIN_VALUE, Integer.MIN_VALUE + 1 };
        long[] more = { 0, 1, -1, 5, 1L << 32, -(1L << 32) + 1, 0x123456789abcdefL, Long.MAX_VALUE, Long.MIN_VALUE, 0xdeadbeefL };
        long sum = 0;
        for (int turn = 0; turn < 6000; turn++) {
            int x = some[turn % some.length] + turn / some.length;
            long y = more[turn % more.length] - turn / more.length;
            sum = sum * 1000003 + ints(x) + longs(y) + chain(some, turn % 13 % (some.length + 1)) + chain(more);
            if (turn % 500 == 0) System.out.println(turn + " " + ints(x) + " " + longs(y) + " " + sum + " " + field);
        }
        System.out.println(sum);
    }
}
