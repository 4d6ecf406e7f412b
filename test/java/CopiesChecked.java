import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Copies between arrays whose elements have to be checked, hot; and comparisons of arrays that differ at one place. */
public class CopiesChecked {
    static final Object[] FITS = { "a", null, "b", "c" }, LAST = { "a", "b", "c", 4 }, NUMBERS = { 1, 2L, 3.0, 4f };

    static String copy(Object[] from, int at, Object[] to, int there, int n) {
        try {
            System.arraycopy(from, at, to, there, n);
            return "";
        } catch (ArrayStoreException | ArrayIndexOutOfBoundsException e) {
            return e.getClass().getSimpleName();
        }
    }
    static String all(int i) {
        String[] texts = new String[6];
        Number[] numbers = new Number[4];
        Comparable<?>[] comparable = new Comparable<?>[4];
        String r = copy(FITS, 0, texts, 1, 4) + Arrays.toString(texts);
        r += copy(LAST, 1, texts, 0, 3) + Arrays.toString(texts); /* two are copied */
        r += copy(NUMBERS, 0, texts, 0, 0) + copy(NUMBERS, i & 1, texts, 0, 2) + Arrays.toString(texts);
        r += copy(NUMBERS, 0, numbers, 0, 4) + Arrays.toString(numbers);
        r += copy(LAST, 0, comparable, 0, 4) + Arrays.toString(comparable);
        r += copy(FITS, 2, texts, 4, 3) + copy(FITS, 0, texts, 5, 2) + copy(FITS, 0, texts, 0, -1);
        r += copy(texts, 0, comparable, 0, 4) + Arrays.toString(comparable);
        int[][] rows = { { 1 }, null };
        r += copy(new Object[] { rows[0], rows[0] }, 0, rows, 0, 2) + copy(new Object[] { rows }, 0, rows, 0, 1) + rows[1].length;
        List<Object> list = new ArrayList<>(Arrays.asList(FITS));
        return r + Arrays.toString(list.subList(1, 3).toArray(new String[3]));
    }

    static long compare(int n) {
        long s = 0;
        byte[] b = new byte[n], c = new byte[n];
        int[] k = new int[n], l = new int[n];
        s += Arrays.mismatch(b, c) + Arrays.mismatch(k, l) + (Arrays.equals(b, c) ? 1 : 0);
        for (int i = 0; i < n; i++) {
            b[i] = (byte) (i | 128);
            k[i] = -i - 1;
            if (i + 3 < n) b[i + 3] = 9; /* the first difference counts */
            s = s * 31 + Arrays.mismatch(b, c) + Arrays.mismatch(k, l) + (Arrays.equals(b, c) ? 1 : 0) + (Arrays.equals(k, l) ? 2 : 0);
            s += Arrays.mismatch(b, 0, n, c, 0, n - 1) + Arrays.compare(b, c) + new String(b, 0).compareTo(new String(c, 0));
            c[i] = b[i];
            l[i] = k[i];
            if (i + 3 < n) b[i + 3] = 0;
        }
        return s + Arrays.mismatch(b, c) + Arrays.mismatch(k, l);
    }

    public static void main(String[] args) {
        long s = 0;
        String first = all(0), second = all(1);
        System.out.println(first);
        for (int i = 0; i < 4_000; i++) {
            if (!all(i).equals(i % 2 == 0 ? first : second)) System.out.println("another result at " + i);
            s = s * 31 + compare(i % 90);
        }
        System.out.println(s);
        try {
            System.arraycopy(NUMBERS, 0, new String[4], 0, 4);
        } catch (ArrayStoreException e) {
            System.out.println(e.getMessage());
        }
    }
}
