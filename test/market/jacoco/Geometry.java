import java.util.List;
import java.util.Optional;

/** What the JUnit run covers: partly, so that the report has covered, missed and half-covered lines. */
public final class Geometry {
    sealed interface Shape permits Circle, Rectangle, Triangle {}
    record Circle(double radius) implements Shape {}
    record Rectangle(double width, double height) implements Shape {}
    record Triangle(double a, double b, double c) implements Shape {
        Triangle {
            if (a + b <= c || b + c <= a || a + c <= b) throw new IllegalArgumentException("no triangle");
        }
    }
    enum Size { SMALL, LARGE, HUGE }

    static double area(Shape s) {
        if (s instanceof Circle c) return Math.PI * c.radius() * c.radius();
        if (s instanceof Rectangle r) return r.width() * r.height();
        Triangle t = (Triangle) s;
        double half = (t.a() + t.b() + t.c()) / 2;
        return Math.sqrt(half * (half - t.a()) * (half - t.b()) * (half - t.c()));
    }

    static Size size(Shape s) {
        double area = area(s);
        return area < 10 ? Size.SMALL : area < 1000 ? Size.LARGE : Size.HUGE;
    }

    static String describe(Size size) {
        switch (size) {
            case SMALL: return "small";
            case LARGE: return "large";
            default: return "huge";
        }
    }

    static Optional<Shape> largest(List<Shape> shapes) {
        return shapes.stream().max((x, y) -> Double.compare(area(x), area(y)));
    }

    static int guarded(String number) {
        try {
            return Integer.parseInt(number);
        } catch (NumberFormatException e) {
            return -1;
        } finally {
            synchronized (Geometry.class) {
                calls++;
            }
        }
    }
    static int calls;

    static void neverCalled() {
        for (int i = 0; i < 3; i++) System.out.println(i);
    }
}
