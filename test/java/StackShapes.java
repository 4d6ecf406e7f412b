// compile: -XDstringConcat=inline
// Expressions for which javac emits dup, dup_x1, dup_x2, dup2, dup2_x1, dup2_x2, pop2 and deep operand stacks.
public class StackShapes {
    int i; long l; double d; static int si; static long sl; static double sd; int[] ia = new int[4];
    long[] la = new long[4]; Object o; static Object so; Object[] oa = new Object[2];
    static int calls; StackShapes self() { calls++; return this; } static long lng() { calls++; return 1L << 33; }
    static int deep(int n) { return n == 0 ? 0 : 1 + (2 + (3 + (4 + (5 + (6 + (7 + (8 + (9 + (10 + deep(n - 1)))))))))); }
    static double mix(int a, long b, float c, double d, Object e, byte f, short g, char h, boolean z) {
        return a + b * 2 + c * 3 + d * 4 + e.hashCode() + f + g + h + (z ? 0.5 : 0.25);
    }

    public static void main(String[] args) {
        StackShapes s = new StackShapes();
        int a = s.i = s.self().i++ + 5; long b = s.l = s.self().l++ + 7; double c = s.d = s.self().d++ + 0.5;                     // dup_x1, dup2_x1
        int e = si = si++ + ++si; long f = sl = sl-- - --sl; double g = sd = sd++ + sd;                                            // dup, dup2
        int h = s.ia[1] = s.ia[2] = s.ia[3]++ + 4; long k = s.la[1] = s.la[2] = s.la[3]++ - 9;                                     // dup_x2, dup2_x2
        System.out.println(a + " " + b + " " + c + " " + e + " " + f + " " + g + " " + h + " " + k);
        System.out.println(s.i + " " + s.l + " " + s.d + " " + si + " " + sl + " " + sd + " " + s.ia[1] + s.ia[2] + s.ia[3] + " " + s.la[1]
            + s.la[2] + s.la[3]);
        int p = s.self().ia[s.self().i & 3] += 10; long q = s.self().la[(int) (s.self().l & 3)] *= -2; s.self().ia[0]--; s.self().la[0] <<= 3;
        System.out.println(p + " " + q + " " + s.ia[0] + " " + s.la[0] + " " + calls);
        Object x = s.o = s.oa[1] = so = "chain"; System.out.println(x == so && s.o == s.oa[1]);
        String str = s.i + "," + (s.i += 3) + "," + s.i++ + "," + s.i; System.out.println(str);
        lng(); s.self(); double dd; dd = lng(); System.out.println(calls + " " + dd);                                               // pop2, pop
        s.l += s.i + (s.d -= s.ia[(int) (s.la[2] = 2)]); System.out.println(s.l + " " + s.d + " " + s.la[2]);
        System.out.println(deep(50) + " " + mix(1, 2, 3, 4, "e", (byte) 5, (short) 6, 'g', true) + " " + (si > 0 ? sl > 0 ? 1 : 2 : 3));
        int[][] grid = new int[3][3]; int r = 1; grid[r][grid[r][0]++] += grid[r][r]-- + (r = 2);
        System.out.println(grid[1][0] + " " + grid[1][1] + " " + r);
        long[] ll = {5}; int idx = 0; long old = ll[idx++]++; System.out.println(old + " " + ll[0] + " " + idx);
        boolean t = (a > 0 & b > 0) | (c < 0 ^ e != 0) && !(h == 4 || k++ == 0); System.out.println(t + " " + k);
        char ch = 'a'; ch += 1; ch++; int ci = ch++ + ++ch; System.out.println(ch + " " + ci); byte by = 10;
        by /= 3; by <<= 5; by <<= 1; System.out.println(by);
        Integer box = 5; box++; box += box++ + ++box; System.out.println(box); Long lb = 3L; lb *= 2;
        System.out.println(lb); Double[] da = {1.5}; da[0]++; System.out.println(da[0]);
        synchronized (s) { synchronized (s.ia) { System.out.println("locked"); } }
    }
}
