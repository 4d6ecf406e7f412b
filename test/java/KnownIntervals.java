/** What operations say of a number by themselves: checks of indexes and comparisons that need not be asked, and those that do. */
public class KnownIntervals {
    static final int[] NUMBERS = {0, 1, -1, 2, 7, 8, 15, 16, 31, 32, 63, 64, 127, 128, 255, 256, 65535, 65536, -128, -129,
        -32768, -32769, Integer.MAX_VALUE, Integer.MIN_VALUE,
        Integer.MAX_VALUE - 1, Integer.MIN_VALUE + 1, 9, 19, -9, -19, 0x55555555, 0xaaaaaaaa, 1000, -1000};
    static final long[] LONGS = {0, 1, -1, 63, 64, 1L << 31, -(1L << 31), 1L << 32, (1L << 31) - 1, -(1L << 31) - 1,
        Long.MAX_VALUE, Long.MIN_VALUE, 0x5555555555555555L, 0xaaaaaaaaaaaaaaaaL};
    static byte[] bytes = {0, 1, -1, 127, -128};
    static char[] chars = {0, 1, 127, 128, 65535};
    static short[] shorts = {0, 1, -1, 32767, -32768};
    static boolean[] booleans = {false, true};

    interface Access { int at(int x, int y); }

    static int tooShort(int x, int y) {
        int[] a = new int[15];
        int i = x & 15;
        a[i] += 3;
        return a[i] + i;
    }
    static int byLength(int x, int y) {
        byte[] a = new byte[16 + (y & 63)];
        int i = x & 15;
        a[i] += 3;
        return a[i] + i;
    }
    static int byShorterLength(int x, int y) {
        byte[] a = new byte[15 + (y & 63)];
        int i = x & 15;
        a[i] += 3;
        return a[i] + i;
    }
    static int unsignedShift(int x, int y) {
        int[] a = new int[16];
        int i = x >>> 28;
        a[i] += 3;
        return a[i] + i;
    }
    static int unsignedShiftTooShort(int x, int y) {
        int[] a = new int[16];
        int i = x >>> 27;
        a[i] += 3;
        return a[i] + i;
    }
    static int shift(int x, int y) {
        int[] a = new int[16];
        int i = (x >> 28) + 8;
        a[i] += 3;
        return a[i] + i;
    }
    static int shiftTooFar(int x, int y) {
        int[] a = new int[16];
        int i = (x >> 28) + 9;
        a[i] += 3;
        return a[i] + i;
    }
    static int left(int x, int y) {
        int[] a = new int[61];
        int i = (x & 15) << 2;
        a[i] += 3;
        return a[i] + i;
    }
    static int leftTooFar(int x, int y) {
        int[] a = new int[60];
        int i = (x & 15) << 2;
        a[i] += 3;
        return a[i] + i;
    }
    static int leftRound(int x, int y) {
        int[] a = new int[32];
        int i = (x & 3) << 31 >>> 27;
        a[i] += 3;
        return a[i] + i;
    }
    static int remainder(int x, int y) {
        int[] a = new int[19];
        int i = x % 10 + 9;
        a[i] += 3;
        return a[i] + i;
    }
    static int remainderTooShort(int x, int y) {
        int[] a = new int[18];
        int i = x % 10 + 9;
        a[i] += 3;
        return a[i] + i;
    }
    static int remainderOfPositive(int x, int y) {
        int[] a = new int[10];
        int i = (x & 0x7fffffff) % 10;
        a[i] += 3;
        return a[i] + i;
    }
    static int quotient(int x, int y) {
        int[] a = new int[5];
        int i = (x & 127) / 30;
        a[i] += 3;
        return a[i] + i;
    }
    static int quotientTooShort(int x, int y) {
        int[] a = new int[4];
        int i = (x & 127) / 30;
        a[i] += 3;
        return a[i] + i;
    }
    static int negativeQuotient(int x, int y) {
        int[] a = new int[9];
        int i = x / (1 << 29) + 4;
        a[i] += 3;
        return a[i] + i;
    }
    static int negativeQuotientTooShort(int x, int y) {
        int[] a = new int[8];
        int i = x / (1 << 29) + 4;
        a[i] += 3;
        return a[i] + i;
    }
    static int or(int x, int y) {
        int[] a = new int[16];
        int i = x & 9 | y & 6;
        a[i] += 3;
        return a[i] + i;
    }
    static int xor(int x, int y) {
        int[] a = new int[16];
        int i = x & 15 ^ y & 10;
        a[i] += 3;
        return a[i] + i;
    }
    static int orTooShort(int x, int y) {
        int[] a = new int[15];
        int i = x & 9 | y & 6;
        a[i] += 3;
        return a[i] + i;
    }
    static int orOfNegative(int x, int y) {
        int[] a = new int[16];
        int i = x & 9 | y;
        a[i] += 3;
        return a[i] + i;
    }
    static int limits(int x, int y) {
        int[] a = new int[11];
        int i = Math.max(0, Math.min(10, x));
        a[i] += 3;
        return a[i] + i;
    }
    static int limitsTooShort(int x, int y) {
        int[] a = new int[10];
        int i = Math.max(0, Math.min(10, x));
        a[i] += 3;
        return a[i] + i;
    }
    static int noLowerLimit(int x, int y) {
        int[] a = new int[11];
        int i = Math.min(10, x);
        a[i] += 3;
        return a[i] + i;
    }
    static int product(int x, int y) {
        int[] a = new int[226];
        int i = (x & 15) * (y & 15);
        a[i] += 3;
        return a[i] + i;
    }
    static int productTooShort(int x, int y) {
        int[] a = new int[225];
        int i = (x & 15) * (y & 15);
        a[i] += 3;
        return a[i] + i;
    }
    static int difference(int x, int y) {
        int[] a = new int[31];
        int i = (x & 15) - (y & 15) + 15;
        a[i] += 3;
        return a[i] + i;
    }
    static int differenceTooShort(int x, int y) {
        int[] a = new int[30];
        int i = (x & 15) - (y & 15) + 15;
        a[i] += 3;
        return a[i] + i;
    }
    static int sumRound(int x, int y) {
        int[] a = new int[16];
        int i = (x & 0x7fffffff) + (y & 0x7fffffff) & 15;
        a[i] += 3;
        return a[i] + i;
    }
    static int sumRoundNegative(int x, int y) {
        int[] a = new int[16];
        int i = ((x & 0x7fffffff) + 1) / (1 << 28) + 7;
        a[i] += 3;
        return a[i] + i;
    }
    static int ofByte(int x, int y) {
        int[] a = new int[256];
        int i = bytes[(x & 0x7fffffff) % 5] + 128;
        a[i] += 3;
        return a[i] + i;
    }
    static int ofByteTooShort(int x, int y) {
        int[] a = new int[255];
        int i = bytes[(x & 0x7fffffff) % 5] + 128;
        a[i] += 3;
        return a[i] + i;
    }
    static int ofChar(int x, int y) {
        byte[] a = new byte[65536];
        int i = chars[(x & 0x7fffffff) % 5];
        a[i] += 3;
        return a[i] + i;
    }
    static int ofCharTooShort(int x, int y) {
        byte[] a = new byte[65535];
        int i = chars[(x & 0x7fffffff) % 5];
        a[i] += 3;
        return a[i] + i;
    }
    static int ofShort(int x, int y) {
        byte[] a = new byte[65536];
        int i = shorts[(x & 0x7fffffff) % 5] + 32768;
        a[i] += 3;
        return a[i] + i;
    }
    static int castByte(int x, int y) {
        int[] a = new int[256];
        int i = (byte) x + 128;
        a[i] += 3;
        return a[i] + i;
    }
    static int castChar(int x, int y) {
        byte[] a = new byte[256];
        int i = (char) x >> 8;
        a[i] += 3;
        return a[i] + i;
    }
    static int castShortTooShort(int x, int y) {
        byte[] a = new byte[255];
        int i = (short) x + 32768 >> 8;
        a[i] += 3;
        return a[i] + i;
    }
    static int ofMerge(int x, int y) {
        int[] a = new int[8];
        int i = x > y ? x & 7 : x == y ? 3 : y & 3;
        a[i] += 3;
        return a[i] + i;
    }
    static int ofMergeTooShort(int x, int y) {
        int[] a = new int[7];
        int i = x > y ? x & 7 : x == y ? 3 : y & 3;
        a[i] += 3;
        return a[i] + i;
    }
    static int ofBits(int x, int y) {
        int[] a = new int[33];
        int i = Integer.bitCount(x);
        a[i] += 3;
        return a[i] + i;
    }
    static int ofBitsTooShort(int x, int y) {
        int[] a = new int[32];
        int i = Integer.bitCount(x);
        a[i] += 3;
        return a[i] + i;
    }
    static int ofBoolean(int x, int y) {
        int[] a = new int[2];
        int i = booleans[x & 1] ? 1 : 0;
        a[i] += 3;
        return a[i] + i;
    }
    static int noLength(int x, int y) {
        int[] a = new int[x & 7];
        int i = y & 7;
        a[i] += 3;
        return a[i] + i;
    }
    static int negativeLength(int x, int y) {
        int[] a = new int[x >> 20];
        int i = 0;
        a[i] += 3;
        return a[i] + i;
    }
    static int ofLong(int x, int y) {
        int[] a = new int[64];
        int i = (int) (LONGS[(x & 0x7fffffff) % 14] & 63);
        a[i] += 3;
        return a[i] + i;
    }
    static int ofLongRemainder(int x, int y) {
        int[] a = new int[13];
        int i = (int) (LONGS[(x & 0x7fffffff) % 14] % 7) + 6;
        a[i] += 3;
        return a[i] + i;
    }
    static int ofLongShift(int x, int y) {
        int[] a = new int[16];
        int i = (int) (LONGS[(x & 0x7fffffff) % 14] >>> 60);
        a[i] += 3;
        return a[i] + i;
    }
    static int ofLongCut(int x, int y) {
        int[] a = new int[16];
        int i = (int) (LONGS[(x & 0x7fffffff) % 14] >>> 31) & 15;
        a[i] += 3;
        return a[i] + i;
    }
    static int ofLongSum(int x, int y) {
        int[] a = new int[16];
        int i = (int) (LONGS[(x & 0x7fffffff) % 14] + Long.MAX_VALUE >>> 60);
        a[i] += 3;
        return a[i] + i;
    }
    static int comparisons(int x, int y) {
        int r = 0;
        if ((x & 15) < 16) r |= 1;
        if ((x & 15) <= 14) r |= 2;
        if ((x & 15) >= 0) r |= 4;
        if ((x & 15) == 16) r |= 8;
        if ((x & 15) != 15) r |= 16;
        if ((x & 15) > (y & 7) + 15) r |= 32;
        if ((x & 15) > (y & 7) + 14) r |= 64;
        if ((byte) x > 127) r |= 128;
        if ((byte) x >= 127) r |= 256;
        if ((byte) x < -128) r |= 512;
        if ((char) x < 0) r |= 1024;
        if ((x & 0xffffffffL) >= 0) r |= 2048;
        if ((x & 0xffffffffL) > 0xffffffffL) r |= 4096;
        if ((long) x <= Integer.MAX_VALUE) r |= 8192;
        if ((x | 1) == 0) r |= 1 << 14;
        if (x % 5 == 5) r |= 1 << 15;
        if (x % 5 == -4) r |= 1 << 16;
        return r;
    }
    static int stores(int x, int y) {
        Object[][] all = {new Object[1], new Integer[1], new String[1]};
        String[] mine = new String[2];
        mine[x & 1] = "a";
        Object[] any = all[(x & 0x7fffffff) % 3];
        any[0] = new StringBuilder("b");
        return mine.length;
    }
    static int lengths(int x, int y) {
        int n = x & 31, sum = 0;
        int[] a = new int[n];
        for (int i = 0; i < n; i++) a[i] = i;
        for (int i = 0; i < a.length; i++) sum += a[i];
        for (int i = n - 1; i >= 0; i--) sum += a[i];
        for (int i = 1; i < n - 1; i++) sum += a[i - 1] - a[i + 1];
        return sum + new int[y & 3 | 4].length;
    }

    static void run(String name, Access f) {
        long sum = 0, thrown = 0;
        for (int round = 0; round < 12; round++)
            for (int x : NUMBERS)
                for (int y : NUMBERS)
                    try {
                        sum = sum * 31 + f.at(x, y);
                    } catch (ArrayIndexOutOfBoundsException | NegativeArraySizeException | ArrayStoreException e) {
                        thrown++;
                        sum = sum * 31 + e.getClass().getName().hashCode();
                    }
        System.out.println(name + " " + sum + ", thrown " + thrown);
    }

    public static void main(String[] args) {
        run("and", (x, y) -> ++(new int[16])[x & 15] + (x & 15));
        run("tooShort", KnownIntervals::tooShort);
        run("byLength", KnownIntervals::byLength);
        run("byShorterLength", KnownIntervals::byShorterLength);
        run("unsignedShift", KnownIntervals::unsignedShift);
        run("unsignedShiftTooShort", KnownIntervals::unsignedShiftTooShort);
        run("shift", KnownIntervals::shift);
        run("shiftTooFar", KnownIntervals::shiftTooFar);
        run("left", KnownIntervals::left);
        run("leftTooFar", KnownIntervals::leftTooFar);
        run("leftRound", KnownIntervals::leftRound);
        run("remainder", KnownIntervals::remainder);
        run("remainderTooShort", KnownIntervals::remainderTooShort);
        run("remainderOfPositive", KnownIntervals::remainderOfPositive);
        run("quotient", KnownIntervals::quotient);
        run("quotientTooShort", KnownIntervals::quotientTooShort);
        run("negativeQuotient", KnownIntervals::negativeQuotient);
        run("negativeQuotientTooShort", KnownIntervals::negativeQuotientTooShort);
        run("or", KnownIntervals::or);
        run("xor", KnownIntervals::xor);
        run("orTooShort", KnownIntervals::orTooShort);
        run("orOfNegative", KnownIntervals::orOfNegative);
        run("limits", KnownIntervals::limits);
        run("limitsTooShort", KnownIntervals::limitsTooShort);
        run("noLowerLimit", KnownIntervals::noLowerLimit);
        run("product", KnownIntervals::product);
        run("productTooShort", KnownIntervals::productTooShort);
        run("difference", KnownIntervals::difference);
        run("differenceTooShort", KnownIntervals::differenceTooShort);
        run("sumRound", KnownIntervals::sumRound);
        run("sumRoundNegative", KnownIntervals::sumRoundNegative);
        run("ofByte", KnownIntervals::ofByte);
        run("ofByteTooShort", KnownIntervals::ofByteTooShort);
        run("ofChar", KnownIntervals::ofChar);
        run("ofCharTooShort", KnownIntervals::ofCharTooShort);
        run("ofShort", KnownIntervals::ofShort);
        run("castByte", KnownIntervals::castByte);
        run("castChar", KnownIntervals::castChar);
        run("castShortTooShort", KnownIntervals::castShortTooShort);
        run("ofMerge", KnownIntervals::ofMerge);
        run("ofMergeTooShort", KnownIntervals::ofMergeTooShort);
        run("ofBits", KnownIntervals::ofBits);
        run("ofBitsTooShort", KnownIntervals::ofBitsTooShort);
        run("ofBoolean", KnownIntervals::ofBoolean);
        run("noLength", KnownIntervals::noLength);
        run("negativeLength", KnownIntervals::negativeLength);
        run("ofLong", KnownIntervals::ofLong);
        run("ofLongRemainder", KnownIntervals::ofLongRemainder);
        run("ofLongShift", KnownIntervals::ofLongShift);
        run("ofLongCut", KnownIntervals::ofLongCut);
        run("ofLongSum", KnownIntervals::ofLongSum);
        run("comparisons", KnownIntervals::comparisons);
        run("stores", KnownIntervals::stores);
        run("lengths", KnownIntervals::lengths);
    }
}
