import java.util.ArrayList;
import java.util.List;

/** Questions about classes, of known ones and of those of objects: what optimized code answers at once. */
public class ClassQueries {
    interface Shape { }
    static class Square implements Shape { }
    static class Small extends Square { }
    record Point(int x, int y) { }
    enum Color { RED, GREEN { } }

    static final Object[] OBJECTS = {
        new Square(), new Small(), new Point(1, 2), Color.RED, Color.GREEN, 7, "text", new int[3], new Integer[2], new String[1][1], 'c',
        new ArrayList<>(List.of(1)), int.class
    };

    static int same(Object a, Object b) {
        return (a.getClass() == b.getClass() ? 1 : 0) + (a.getClass() != Square.class ? 2 : 0) + (Small.class == b.getClass() ? 4 : 0);
    }
    static int assignable(Object a) {
        return (Square.class.isAssignableFrom(a.getClass()) ? 1 : 0) + (Shape.class.isAssignableFrom(a.getClass()) ? 2 : 0)
            + (Object[].class.isAssignableFrom(a.getClass()) ? 4 : 0) + (int.class.isAssignableFrom(a.getClass()) ? 8 : 0);
    }
    static int fixed() {
        int r = Square.class.isAssignableFrom(Small.class) ? 1 : 0;
        r += Small.class.isAssignableFrom(Square.class) ? 2 : 0;
        r += int.class.isAssignableFrom(int.class) ? 4 : 0;
        r += long.class.isAssignableFrom(int.class) ? 8 : 0;
        r += Object.class.isAssignableFrom(int.class) ? 16 : 0;
        r += Object[].class.isAssignableFrom(int[][].class) ? 32 : 0;
        r += Small.class.getSuperclass() == Square.class ? 64 : 0;
        r += Shape.class.getSuperclass() == null ? 128 : 0;
        r += int[].class.getSuperclass() == Object.class ? 256 : 0;
        r += int.class.getSuperclass() == null ? 512 : 0;
        r += Object.class.getSuperclass() == null ? 1024 : 0;
        r += String[][].class.getComponentType() == String[].class ? 2048 : 0;
        r += int[].class.getComponentType() == int.class ? 4096 : 0;
        r += String.class.getComponentType() == null ? 8192 : 0;
        return r + (Shape.class.isInterface() ? 1 << 16 : 0) + (int[].class.isArray() ? 1 << 17 : 0) + (Point.class.isRecord() ? 1 << 18 : 0);
    }
    static int ofObject(Object a) {
        Class<?> c = a.getClass();
        int r = c.isArray() ? 1 : c.isEnum() ? 2 : c.isRecord() ? 4 : c.isInterface() ? 8 : 0;
        Class<?> s = c.getSuperclass(), e = c.getComponentType();
        return r + c.getModifiers() * 16 + s.getName().length() + (e == null ? 0 : e.getName().length());
    }
    static int cast(Object a) {
        try {
            return Square.class.cast(a) instanceof Small ? 1 : 2;
        } catch (ClassCastException e) {
            return e.getMessage().length();
        }
    }
    static int castAll(Object a) {
        return Object.class.cast(a) == a ? Square.class.cast(null) == null ? 1 : 2 : 3;
    }
    static int castPrimitive(Object a) {
        try {
            return int.class.cast(a) == null ? 1 : 2;
        } catch (ClassCastException e) {
            return 3;
        }
    }
    static int isNull(Class<?> c, Object a) {
        try {
            return Square.class.isAssignableFrom(c) ? 1 : 2;
        } catch (NullPointerException e) {
            return 3;
        }
    }
    static final class Key {
        final int k;
        Key(int k) { this.k = k; }
        @Override
        public boolean equals(Object o) {
            if (o == null || getClass() != o.getClass()) return false;
            return k == ((Key) o).k;
        }
        @Override
        public int hashCode() { return k; }
    }

    public static void main(String[] args) {
        long t = 0;
        Key[] keys = { new Key(1), new Key(2), new Key(1) };
        for (int i = 0; i < 60_000; i++) {
            Object a = OBJECTS[i % OBJECTS.length], b = OBJECTS[i / 7 % OBJECTS.length];
            t = t * 31 + same(a, b) + assignable(a) + fixed() + ofObject(a) + castAll(b) + castPrimitive(i % 3 == 0 ? null : a);
            t = t * 31 + cast(i % 9 < 8 ? OBJECTS[i & 1] : b) + isNull(i % 777 == 776 ? null : a.getClass(), a);
            t = t * 31 + (keys[i % 3].equals(i % 5 == 4 ? "no key" : keys[i / 3 % 3]) ? 1 : 0);
            if (i % 10_000 == 9_999) System.out.println(t);
        }
        System.out.println(fixed());
    }
}
