/**
 * Calls whose receivers have types by what gives them, and objects that are known where code is left: both must stay right when a class comes that
 * overrides, when a receiver is null, and when a guard of a record's methods gets an answer that it never had before.
 */
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public class DeclaredTypes {
    record Key(int a, String b) { }
    record Pair(Object left, Object right) { }

    interface Shape {
        int area();
        default int twice() { return 2 * area(); }
    }

    static class Square implements Shape {
        final int side;
        Square(int side) { this.side = side; }
        @Override public int area() { return side * side; }
        @Override public int hashCode() { return side; }
    }

    /** Loaded after the code that calls area on squares has been made. */
    static class Hole extends Square {
        Hole(int side) { super(side); }
        @Override public int area() { return -super.area(); }
        @Override public int twice() { return 1; }
        @Override public int hashCode() { return 7; }
    }

    static Square field = new Square(3);
    static Square make(int i) { return i < 0 ? null : new Square(i & 7); }

    static int hash(Object o) { return o.hashCode(); }
    static int area(Shape s) { return s.area() + s.twice(); }
    static int ofElement(Square[] all, int i) { return hash(all[i]) + area(all[i]); }
    static int ofField() { return hash(field) + area(field); }
    static int ofCall(int i) { return hash(make(i)) + area(make(i)); }
    static int ofParameter(Square s) { return hash(s) + area(s); }
    static boolean isShape(Object o) { return o instanceof Shape; }
    static boolean isSquare(Square s) { return isShape(s) && (Object) s instanceof Square; }
    static void put(Object[] to, Object o) { to[0] = o; }
    static void putText(String[] to, String s) { to[0] = s; }
    static void putSquare(Square[] to, Square s) { to[0] = s; }

    static int all(Square[] squares, int i) {
        return ofElement(squares, i % squares.length) + ofField() + ofCall(i) + ofParameter(squares[i % squares.length]) + (isSquare(field) ? 1 : 0);
    }

    static String tell(Runnable r) {
        try {
            r.run();
            return "fine";
        } catch (RuntimeException e) {
            return e.getClass().getName();
        }
    }

    static boolean same(Pair a, Object b) { return a.equals(b); }

    public static void main(String[] args) {
        Object[] others = { 1, 2L, "text", 'c', 1.5, new Key(1, "x"), List.of(1) };
        Square[] squares = { new Square(1), new Square(2), new Square(5) };
        Shape[] shapes = { () -> 3, () -> 4, new Square(9) };
        long sum = 0;
        for (int i = 0; i < 30_000; i++) {
            sum += hash(others[i % others.length]) + area(shapes[i % shapes.length]);
            sum += all(squares, i);
            putText(new String[1], i % 3 == 0 ? null : "s");
            putSquare(new Square[1], squares[i % 3]);
            put(others.clone(), i);
        }
        System.out.println(sum);
        System.out.println(tell(() -> ofCall(-1)) + " " + tell(() -> ofParameter(null)) + " " + tell(() -> ofElement(new Square[2], 1)) + " " + isSquare(null));
        System.out.println(tell(() -> put(new String[1], 1)) + " " + tell(() -> putSquare(new Hole[1], field)));
        Square[] holes = { new Hole(1), new Square(2), new Hole(5) };
        field = holes[2];
        sum = 0;
        for (int i = 0; i < 30_000; i++) sum += all(holes, i) + all(squares, i);
        System.out.println(sum + " " + isSquare(holes[0]) + " " + tell(() -> putSquare(new Hole[1], squares[0])));

        // A guard's answers: at first always the same ones.
        Pair p = new Pair("a", new Key(1, "k"));
        Object[] never = {
            p, "no pair", null,
            new Pair("b", new Key(1, "k")), new Pair("a", new Key(2, "k")), new Pair(null, null), new Pair("a", new Key(1, "k")),
        };
        int equal = 0;
        for (int i = 0; i < 30_000; i++) if (same(p, never[6])) equal++;
        System.out.println(equal);
        for (Object o : never) System.out.println(same(p, o) + " " + same(new Pair(null, 1), o));
        equal = 0;
        for (int i = 0; i < 30_000; i++) if (same(p, never[i % never.length])) equal++;
        System.out.println(equal);

        Map<Key, Integer> map = new HashMap<>();
        List<Key> keys = new ArrayList<>();
        for (int i = 0; i < 64; i++) keys.add(new Key(i, "k" + i % 5));
        for (Key k : keys) map.put(k, k.a());
        sum = 0;
        for (int i = 0; i < 30_000; i++) sum += map.get(keys.get(i & 63)) + map.getOrDefault(new Key(i & 127, "k" + i % 5), 1);
        System.out.println(sum);
    }
}
