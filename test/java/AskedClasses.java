// jvm: -Xbatch
// Class.isInstance, Class.isAssignableFrom and Class.cast of classes that are not known where the code is made: classes of all depths, interfaces,
// arrays, primitive ones, null, and what has been asked for last.
import java.io.Serializable;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.RandomAccess;

public class AskedClasses {
    static class D1 { } static class D2 extends D1 { } static class D3 extends D2 { } static class D4 extends D3 implements Serializable { }
    static class D5 extends D4 { } static class D6 extends D5 { } static class D7 extends D6 { } static class D8 extends D7 { }
    static class D9 extends D8 { }
    static final Class<?>[] CLASSES = { Object.class, String.class, D1.class, D4.class, D6.class, D7.class, D8.class, D9.class,
        Serializable.class, Comparable.class, List.class, RandomAccess.class, AbstractList.class, ArrayList.class,
        int.class, void.class, int[].class, Object[].class, String[].class,
        Serializable[].class, int[][].class, Number.class, Integer.class, Cloneable.class, Class.class, Enum.class };
    static final Object[] OBJECTS = { null, "s", new D1(), new D4(), new D6(), new D7(), new D8(), new D9(), new ArrayList<>(), 5, 5.5, new int[1],
        new String[1], new Object[1], new int[1][], new Integer[2][2], String.class, Thread.State.NEW, new Object() };

    static boolean instance(Class<?> c, Object o) { return c.isInstance(o); }
    static boolean assignable(Class<?> c, Class<?> from) { return c.isAssignableFrom(from); }
    static int branch(Class<?> c, Object o) { return c.isInstance(o) ? 3 : 5; }
    static String cast(Class<?> c, Object o) {
        try {
            return c.cast(o) == o ? "" : "other";
        } catch (ClassCastException e) {
            return "no";
        }
    }
    static String none(Class<?> c, Class<?> from) {
        try {
            return c.isAssignableFrom(from) + "";
        } catch (NullPointerException e) {
            return "null";
        }
    }

    public static void main(String[] args) {
        long sum = 0;
        StringBuilder rows = new StringBuilder();
        for (int round = 0; round < 60; round++)
            for (Class<?> c : CLASSES) {
                for (Object o : OBJECTS) {
                    boolean is = instance(c, o);
                    sum = sum * 3 + (is ? 1 : 0) + branch(c, o) + cast(c, o).length();
                    if (round == 59) rows.append(is ? '+' : '-');
                }
                for (Class<?> from : CLASSES) {
                    boolean is = assignable(c, from);
                    sum = sum * 3 + (is ? 1 : 0);
                    if (round == 59) rows.append(is ? '1' : '0');
                }
                if (round == 59) rows.append(' ').append(c.getName()).append('\n');
                sum += none(c, null).length() + none(Object.class, round % 2 == 0 ? c : null).length();
            }
        System.out.print(rows);
        System.out.println(sum);
    }
}
