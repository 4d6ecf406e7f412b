// Array.newInstance in hot code: of known classes and of others, of classes that had no arrays yet, with lengths that are negative or not known, of void and
// null; what is thrown and where its trace begins; copies of arrays of objects (Arrays.copyOf, toArray) whose class comes from an array.
import java.lang.reflect.Array;
import java.util.*;

public class ReflectiveArrays {
    static class Fresh {}
    static final Class<?>[] CLASSES = { int.class, String.class, boolean.class, long[].class, Fresh.class, Object[][].class, double.class, Runnable.class };
    static Object kept;

    static int known(int n) { return ((String[]) Array.newInstance(String.class, n)).length; }
    static int keptOnes(int n) {
        long[] a = (long[]) Array.newInstance(long.class, n);
        kept = a;
        return a.length + (int) a[n - 1];
    }
    static Object of(Class<?> c, int n) { return Array.newInstance(c, n); }
    // The two topmost methods below the native one, which HotSpot's compiler leaves out. A NullPointerException may be one without a trace.
    static String places(Throwable e) {
        StackTraceElement[] t = e.getStackTrace();
        if (e instanceof NullPointerException) return "a place";
        int at = t[0].getMethodName().equals("newArray") ? 1 : 0;
        return t[at].getMethodName() + ", " + t[at + 1].getMethodName();
    }
    static String thrown(Class<?> c, int n) {
        try {
            return of(c, n).getClass().getName();
        } catch (RuntimeException | Error e) {
            return e.getClass().getSimpleName() + ": " + e.getMessage() + " at " + places(e);
        }
    }
    static String negative(int n) {
        try {
            return "" + known(n);
        } catch (NegativeArraySizeException e) {
            return e.getMessage() + " at " + places(e);
        }
    }
    static int copies(Object[] from, int n) { return Arrays.copyOf(from, n).getClass() == from.getClass() ? n : -1; }

    public static void main(String[] args) {
        long s = 0;
        for (int i = 0; i < 30_000; i++) {
            s = s * 31 + known(i & 7) + keptOnes((i & 3) + 1);
            Object a = of(CLASSES[i & 7], i % 5);
            s += Array.getLength(a) + a.getClass().getName().length();
            s += copies(i % 3 == 0 ? CLASSES : i % 3 == 1 ? args : new Integer[] { i, 2 }, i % 4);
        }
        System.out.println(s + " " + ((long[]) kept).length);
        List<String> words = new ArrayList<>(List.of("a", "b", "c"));
        int n = 0;
        for (int i = 0; i < 20_000; i++) n += words.toArray(new String[0]).length + words.toArray(String[]::new)[i % 3].length();
        System.out.println(n);
        for (int k = 0; k < 3; k++) {
            System.out.println(negative(-1 - k) + " | " + negative(k));
            System.out.println(thrown(int.class, -7) + " | " + thrown(void.class, 1) + " | " + thrown(null, 1) + " | " + thrown(Fresh[].class, 2));
            for (int i = 0; i < 3_000; i++) s += negative(-i % 3).length();
        }
        System.out.println(s);
        Object deep = 1;
        Class<?> c = int.class;
        try {
            for (int i = 0; i < 300; i++) c = (deep = of(c, 1)).getClass();
        } catch (IllegalArgumentException e) {
            System.out.println(c.getName().length() + " " + e.getMessage());
        }
    }
}
