// compile: -XDstringConcat=inline
// Arrays of every kind: load and store, messages of bounds, size and store errors, multianewarray, clone, arraycopy.
import java.util.Arrays;

public class ArrayChecks {
    interface Body { void run(); }
    static void tryIt(Body b) {
        try { b.run(); System.out.println("ok"); } catch (Throwable t) { System.out.println(t); }
    }
    static int[] nul() { return null; }

    public static void main(String[] args) {
        byte[] b = new byte[3]; short[] s = new short[3]; char[] c = new char[3]; int[] i = new int[3]; long[] l = new long[3];
        float[] f = new float[3]; double[] d = new double[3]; boolean[] z = new boolean[3]; Object[] o = new Object[3];
        b[1] = (byte) 300; s[1] = (short) 70000; c[1] = (char) -1; i[1] = -5; l[1] = 1L << 40; f[1] = 1.5f; d[1] = -2.5; z[1] = true; o[1] = "x";
        System.out.println(b[1] + " " + s[1] + " " + (int) c[1] + " " + i[1] + " " + l[1] + " " + f[1] + " " + d[1] + " " + z[1] + " "
            + o[1] + " " + o[0] + z[0] + b[2]);
        tryIt(() -> b[3] = 1); tryIt(() -> s[-1]++); tryIt(() -> c[Integer.MAX_VALUE]++); tryIt(() -> i[Integer.MIN_VALUE]++);
        tryIt(() -> l[3] = 1); tryIt(() -> f[3] = 1); tryIt(() -> d[3] = 1); tryIt(() -> z[3] = true); tryIt(() -> o[3] = null);
        tryIt(() -> { int x = b[5] + s[5]; }); tryIt(() -> { Object x = o[4]; }); tryIt(() -> { int x = new int[0][0].length; });
        tryIt(() -> { int[] n = new int[-1]; }); tryIt(() -> { Object n = new String[-7]; });
        tryIt(() -> { Object n = new int[3][-2]; }); tryIt(() -> { Object n = new int[0][-2]; });
        tryIt(() -> { Object[] n = new Integer[1]; n[0] = "string"; }); tryIt(() -> { Object[] n = new String[1][1]; n[0] = new int[1]; });
        tryIt(() -> { Object[] n = new Runnable[1]; n[0] = 5; }); tryIt(() -> { Object[] n = new Number[1]; n[0] = 5; n[0] = null; });
        tryIt(() -> { Object[] n = new int[2][]; n[0] = new long[1]; }); tryIt(() -> { Object[] n = new Object[1][]; n[0] = new String[0]; });
        int[][][] m = new int[2][3][4]; m[1][2][3] = 9;
        System.out.println(m.length + " " + m[0].length + " " + m[1][2].length + " " + m[1][2][3] + " " + m[0][0][0] + " " + m.getClass().getName());
        long[][][] part = new long[2][3][]; System.out.println(part[1].length + " " + part[1][2] + " " + part.getClass().getSimpleName());
        String[][] ragged = {{"a"}, {}, {"b", "c"}, null}; System.out.println(Arrays.deepToString(ragged));
        Object[][][][][] deep = new Object[1][1][1][1][2]; System.out.println(deep[0][0][0][0].length + " " + deep.getClass());
        int[] cl = i.clone(); cl[0] = 99; System.out.println(Arrays.toString(cl) + Arrays.toString(i) + cl.getClass());
        int[][] mc = m[0].clone(); System.out.println(mc[0] == m[0][0]);
        int[] a = {1, 2, 3, 4, 5, 6};
        System.arraycopy(a, 0, a, 1, 5); System.out.println(Arrays.toString(a));
        System.arraycopy(a, 2, a, 0, 4); System.out.println(Arrays.toString(a));
        tryIt(() -> System.arraycopy(a, 0, a, 3, 4)); tryIt(() -> System.arraycopy(a, -1, a, 3, 1)); tryIt(() -> System.arraycopy(a, 0, a, 3, -1));
        tryIt(() -> System.arraycopy(a, 0, l, 0, 1)); tryIt(() -> System.arraycopy("s", 0, l, 0, 1));
        tryIt(() -> System.arraycopy(a, 0, "s", 0, 1)); tryIt(() -> System.arraycopy(null, 0, a, 0, 0));
        tryIt(() -> System.arraycopy(a, 7, a, 0, 0)); tryIt(() -> System.arraycopy(a, 6, a, 6, 0)); tryIt(() -> System.arraycopy(o, 0, a, 0, 1));
        Object[] mixed = {"p", "q", 3, "r"}; String[] into = new String[4];
        tryIt(() -> System.arraycopy(mixed, 0, into, 0, 4)); System.out.println(Arrays.toString(into));
        tryIt(() -> { System.out.println(nul().length); });
        System.out.println(new int[0].getClass().getSuperclass() + " " + Arrays.toString(int[].class.getInterfaces()) + " "
            + int[].class.getModifiers() + " " + int[][].class.getComponentType());
        Object arr = new String[2][];
        System.out.println((arr instanceof Object[]) + " " + (arr instanceof Object[][]) + " " + (arr instanceof String[][]) + " "
            + (arr instanceof Cloneable) + " " + (arr instanceof int[]));
        System.out.println(java.lang.reflect.Array.newInstance(int.class, 2, 3).getClass() + " " + java.lang.reflect.Array.getLength(a)
            + " " + java.lang.reflect.Array.get(d, 1) + " " + java.lang.reflect.Array.getLong(i, 1));
        tryIt(() -> java.lang.reflect.Array.set(i, 0, 1L)); tryIt(() -> java.lang.reflect.Array.get("x", 0));
        tryIt(() -> java.lang.reflect.Array.newInstance(void.class, 1));
        tryIt(() -> java.lang.reflect.Array.getInt(i, 9));
        StringBuilder sb = new StringBuilder(); int k = 0; int[] q = new int[4]; q[k++] = q[k++] = k++;
        q[k] += k = 1; sb.append(Arrays.toString(q)).append(k); System.out.println(sb);
    }
}
