/** Class.getSuperclass of all kinds of classes, at one place. */
public class Superclasses {
    interface Some { }
    enum Kind { ONE { }, TWO }
    static final Class<?>[] ALL = { Object.class, String.class, Integer.class, Some.class, Runnable.class, int.class, void.class,
        int[].class, String[][].class, Kind.class, Kind.ONE.getClass(), Some[].class, new Some() { }.getClass() };
    static Class<?> above(int i) { return ALL[i % ALL.length].getSuperclass(); }

    public static void main(String[] args) {
        long sum = 0;
        for (int i = 0; i < 200_000; i++) {
            Class<?> c = above(i);
            sum = sum * 31 + (c == null ? 1 : c.getName().length());
        }
        System.out.println(sum);
        for (int i = 0; i < ALL.length; i++) System.out.println(ALL[i] + " " + above(i));
        Class<?> none = null;
        try {
            System.out.println(none.getSuperclass());
        } catch (NullPointerException e) {
            System.out.println("NullPointerException");
        }
    }
}
