// Records: accessors, compact constructors, equals, hashCode and toString made by ObjectMethods, reflection on components with
// annotations and signatures, generic and nested records, serialization.
import java.io.*;
import java.lang.annotation.*;
import java.lang.reflect.*;
import java.util.*;

public class Records {
    @Retention(RetentionPolicy.RUNTIME) @interface Mark { String value(); int n() default 3; }
    record Point(int x, int y) {
        static final Point ORIGIN = new Point(0, 0);
        Point { if (x < -100) throw new IllegalArgumentException("x " + x); }
        double dist() { return Math.sqrt(x * x + y * y); }
        Point(int both) { this(both, both); }
    }
    record All(byte b, short s, char c, int i, long l, float f, double d, boolean z, String str, int[] arr, Object o) { }
    record Gen<T extends Comparable<T>, U>(@Mark("first") T first,
        @Mark(value = "second", n = 5) List<? super U> second) implements Comparable<Gen<T, U>> {
        public int compareTo(Gen<T, U> o) { return first.compareTo(o.first); }
    }
    record Empty() { }
    record Own(String name) implements Serializable {
        public String name() { return "<" + name + ">"; } @Override public String toString() { return "own " + name; }
    }
    record Var(String... parts) { } record Floats(float f, double d) { }
    record Tree(Tree left, int v, Tree right) { int sum() { return (left == null ? 0 : left.sum()) + v + (right == null ? 0 : right.sum()); } }

    public static void main(String[] args) throws Exception {
        Point p = new Point(3, 4);
        System.out.println(p + " " + p.x() + p.y() + " " + p.dist() + " " + p.equals(new Point(3, 4)) + " " + p.equals(new Point(4, 3))
            + " " + p.equals(null) + " " + p.equals("s") + " " + p.hashCode() + " " + new Point(7) + " " + Point.ORIGIN.hashCode());
        try { new Point(-101, 0); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        int[] arr = {1};
        All a = new All((byte) 1, (short) 2, 'c', 4, 5L, 6f, 7d, true, "s", arr, null),
            b = new All((byte) 1, (short) 2, 'c', 4, 5L, 6f, 7d, true, "s", arr, null),
            c = new All((byte) 1, (short) 2, 'c', 4, 5L, 6f, 7d, true, "s", new int[] {1}, null);
        System.out.println(a.equals(b) + " " + a.equals(c) + " " + (a.hashCode() == b.hashCode()) + " " + a.toString().replaceAll("@[0-9a-f]+", "@"));
        System.out.println(new Empty() + " " + new Empty().equals(new Empty()) + " " + new Empty().hashCode() + " " + new Own("n") + " "
            + new Own("n").name() + " " + new Own("n").equals(new Own("n")) + " " + new Own("n").hashCode());
        System.out.println(new Floats(0f, -0.0).equals(new Floats(-0f, -0.0)) + " "
            + new Floats(Float.NaN, Double.NaN).equals(new Floats(Float.NaN, Double.NaN)) + " " + new Var("a", "b").parts().length);
        System.out.println(new Tree(new Tree(null, 1, null), 2, new Tree(null, 3, null)) + " " + new Tree(new Tree(null, 1, null), 2, null).sum());
        System.out.println(Point.class.isRecord() + " " + String.class.isRecord() + " " + Record.class.isRecord() + " "
            + Point.class.getSuperclass() + " " + Modifier.toString(Point.class.getModifiers()) + " "
            + String.class.getRecordComponents());
        for (RecordComponent rc : Gen.class.getRecordComponents()) System.out.println(rc.getName() + " | " + rc.getType() + " | "
            + rc.getGenericType() + " | " + rc.getGenericSignature() + " | " + rc.getAccessor() + " | " + rc.getAnnotation(Mark.class)
            + " | " + rc.getAnnotatedType() + " | " + rc);
        for (RecordComponent rc : All.class.getRecordComponents()) System.out.print(rc.getName() + "="
            + (rc.getType() == int[].class ? "arr" : rc.getAccessor().invoke(a)) + " ");
        System.out.println();
        System.out.println(Gen.class.getDeclaredConstructors()[0].toGenericString() + " "
            + Gen.class.getDeclaredField("first").getAnnotation(Mark.class).value());
        try {
            Field f = Point.class.getDeclaredField("x"); f.setAccessible(true); f.setInt(p, 9);
        } catch (IllegalAccessException e) {
            System.out.println(e.getMessage());
        }
        ByteArrayOutputStream bo = new ByteArrayOutputStream();
        try (ObjectOutputStream oo = new ObjectOutputStream(bo)) { oo.writeObject(new Own("ser")); }
        System.out.println(new ObjectInputStream(new ByteArrayInputStream(bo.toByteArray())).readObject());
        Set<Point> set = new HashSet<>(); for (int i = 0; i < 100; i++) set.add(new Point(i % 10, i % 5));
        System.out.println(set.size() + " " + new TreeSet<>(List.of(new Gen<>("b", List.of()), new Gen<>("a", List.of()))).first().first());
        record Local(int q) { }
        System.out.println(new Local(5) + " " + Local.class.isLocalClass() + " " + Modifier.isStatic(Local.class.getModifiers()));
    }
}
