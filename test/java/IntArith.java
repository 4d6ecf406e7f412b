// compile: -XDstringConcat=inline
// Every int bytecode at its corners: overflow, shift counts, division and remainder signs, negation of MIN_VALUE, compares.
public class IntArith {
    static final int[] V = {0, 1, -1, 2, -2, 7, -7, 31, 32, 33, 255, 256, -128, 127, 65535, -32768,
        0x55555555, 0xAAAAAAAA, Integer.MAX_VALUE, Integer.MIN_VALUE, Integer.MIN_VALUE + 1};
    static int h = 1;
    static void mix(int x) { h = h * 31 + x; }

    public static void main(String[] args) {
        for (int a : V) {
            int b0 = h;
            for (int b : V) {
                mix(a + b); mix(a - b); mix(a * b); mix(a & b); mix(a | b); mix(a ^ b);
                mix(a << b); mix(a >> b); mix(a >>> b);
                try { mix(a / b); } catch (ArithmeticException e) { mix(e.getMessage().hashCode()); }
                try { mix(a % b); } catch (ArithmeticException e) { mix(77); }
                mix(a < b ? 1 : 2); mix(a <= b ? 3 : 4); mix(a > b ? 5 : 6); mix(a >= b ? 7 : 8); mix(a == b ? 9 : 10); mix(a != b ? 11 : 12);
            }
            mix(-a); mix(~a); mix((byte) a); mix((char) a); mix((short) a);
            mix(a < 0 ? 1 : 2); mix(a <= 0 ? 1 : 2); mix(a > 0 ? 1 : 2); mix(a >= 0 ? 1 : 2); mix(a == 0 ? 1 : 2); mix(a != 0 ? 1 : 2);
            System.out.println(a + ": " + (h - b0));
        }
        int min = Integer.MIN_VALUE, m1 = -1, z = 0;
        System.out.println(min / m1);
        System.out.println(min % m1);
        System.out.println(-min);
        System.out.println(1 << 32 + (z & 1));
        System.out.println(shl(1, 35) + " " + shr(-8, 33) + " " + ushr(-8, 61));
        try { System.out.println(1 / z); } catch (ArithmeticException e) { System.out.println(e); }
        try { System.out.println(1 % z); } catch (ArithmeticException e) { System.out.println(e); }
        // constants in every encoding: iconst, bipush, sipush, ldc
        System.out.println(-1 + "," + 0 + "," + 5 + "," + id(6) + "," + id(-128) + "," + id(127) + "," + id(128) + "," + id(-32768) + ","
            + id(32767) + "," + id(32768) + "," + id(-32769));
        int i = 100;
        i += 27; i -= 128; i += 1000; i++; i--; ++i; i += 32767; i -= 32768;
        System.out.println(i);
        byte by = 127; by++; by += 2; by >>>= 1; System.out.println(by);
        char ch = 0; ch--; System.out.println((int) ch);
        short sh = -32768; sh--; sh *= 3; System.out.println(sh);
        System.out.println(Integer.bitCount(0xF0F0) + " " + Integer.reverse(1) + " " + Integer.numberOfLeadingZeros(1) + " " + Integer.numberOfTrailingZeros(0)
            + " " + Integer.rotateLeft(0x80000001, 1) + " " + Integer.highestOneBit(100) + " " + Integer.reverseBytes(0x01020304));
        System.out.println(Integer.divideUnsigned(-1, 10) + " " + Integer.remainderUnsigned(-1, 10) + " " + Integer.compareUnsigned(1, -1));
        try { Math.addExact(Integer.MAX_VALUE, 1); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
        try { Math.multiplyExact(Integer.MIN_VALUE, -1); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
        System.out.println(Math.floorDiv(-7, 2) + " " + Math.floorMod(-7, 2) + " " + Math.floorMod(7, -2) + " " + Math.abs(Integer.MIN_VALUE));
        boolean t = true, f = false;
        System.out.println((t & f) + " " + (t | f) + " " + (t ^ t) + " " + !t);
    }
    static int shl(int a, int b) { return a << b; }
    static int shr(int a, int b) { return a >> b; }
    static int ushr(int a, int b) { return a >>> b; }
    static int id(int x) { return x; }
}
