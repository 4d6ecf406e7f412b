// compile: -XDstringConcat=inline
// Every long bytecode at its corners: shifts by an int count taken modulo 64, lcmp, MIN_VALUE / -1, division by zero.
public class LongArith {
    static final long[] V = {0, 1, -1, 2, -3, 63, 64, 65, 1L << 31, -(1L << 31), 1L << 32, 0xFFFFFFFFL, 0x123456789ABCDEFL,
        Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE + 1};
    static long h = 1;
    static void mix(long x) { h = h * 31 + x; }

    public static void main(String[] args) {
        for (long a : V) {
            long b0 = h;
            for (long b : V) {
                mix(a + b); mix(a - b); mix(a * b); mix(a & b); mix(a | b); mix(a ^ b);
                mix(a << b); mix(a >> b); mix(a >>> b); mix(a << (int) b); mix(a >> (int) b); mix(a >>> (int) b);
                try { mix(a / b); } catch (ArithmeticException e) { mix(7); }
                try { mix(a % b); } catch (ArithmeticException e) { mix(77); }
                mix(a < b ? 1 : 2); mix(a <= b ? 3 : 4); mix(a > b ? 5 : 6); mix(a >= b ? 7 : 8); mix(a == b ? 9 : 10); mix(a != b ? 11 : 12);
            }
            mix(-a); mix(~a); mix((int) a); mix((byte) a); mix((char) a); mix((short) a);
            System.out.println(a + ": " + (h - b0));
        }
        long min = Long.MIN_VALUE, z = 0, m1 = -1;
        System.out.println(min / m1 + " " + min % m1 + " " + -min);
        try { System.out.println(1 / z); } catch (ArithmeticException e) { System.out.println(e); }
        try { System.out.println(1 % z); } catch (ArithmeticException e) { System.out.println(e); }
        int count = 67;
        System.out.println((1L << count) + " " + (min >> count) + " " + (min >>> count));
        System.out.println((int) 0x1_8000_0000L + " " + (long) Integer.MIN_VALUE + " " + (short) 0x12345678L);
        System.out.println(Long.bitCount(-1) + " " + Long.reverse(1) + " " + Long.numberOfLeadingZeros(1) + " " + Long.numberOfTrailingZeros(8)
            + " " + Long.rotateRight(1, 1) + " " + Long.reverseBytes(0x0102030405060708L) + " " + Long.highestOneBit(1000));
        System.out.println(Long.toUnsignedString(-1) + " " + Long.divideUnsigned(-1, 3) + " " + Long.remainderUnsigned(-1, 16) + " "
            + Long.compareUnsigned(1, -1));
        System.out.println(Math.multiplyHigh(Long.MAX_VALUE, Long.MAX_VALUE) + " " + Math.multiplyHigh(-5, 1L << 62));
        try { Math.toIntExact(1L << 40); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
        try { Math.addExact(Long.MAX_VALUE, 1L); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
        long l = 0; l++; l += 0.7; l -= 3; l <<= 2; l ^= -1; System.out.println(l);
        long[] arr = {1, 2, 3}; int i = 0; arr[i++] += arr[i++] * arr[i]; System.out.println(arr[0] + " " + i);
    }
}
