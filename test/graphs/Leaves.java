import java.lang.reflect.Field;
import sun.misc.Unsafe;

/** Short leaves and what their answers become, for 66-graphs.py as Hot.java. */
public class Leaves {
    static final Unsafe U = unsafe();
    static Unsafe unsafe() {
        try {
            Field f = Unsafe.class.getDeclaredField("theUnsafe");
            f.setAccessible(true);
            return (Unsafe) f.get(null);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    static void copiesMemory(long from, long to) { U.copyMemory(from, to, 32); }
    static int compares(String a, String b) { return a.compareTo(b); }
    static String compresses(char[] c) { return new String(c); }
    static int cubeRoot(double x) { return (int) Math.cbrt(x); }
    static int countsInstances(Class<?> c, Object o, int s) {
        if (c.isInstance(o)) s++;
        return s;
    }
    static int hasComponents(Class<?> c) { return c.getComponentType() != null ? 3 : 5; }
    static String text(int i) { return switch (i & 3) { case 0 -> "zero"; case 1 -> "one"; case 2 -> "two"; default -> "many"; }; }
    static int comparesLiteral(int i) { return text(i) == "two" ? i * 3 : i + 1; }

    public static void main(String[] args) {
        long m = U.allocateMemory(100), s = 0;
        char[] c = { 'a', 'b' };
        Class<?>[] classes = { String.class, int[].class, Object.class };
        for (int i = 0; i < 20_000; i++) {
            copiesMemory(m, m + 32);
            s += compares("a" + (i & 3), "a1") + compresses(c).length() + cubeRoot(i) + countsInstances(classes[i % 3], "a", i) + hasComponents(classes[i % 3])
                + comparesLiteral(i);
        }
        System.out.println(s);
    }
}
