import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/** Programs of small values: dates, money, points, expressions of sealed types. */
final class Values {
    /** A timetable of payments: month ends, working days, ages. */
    static long dates() {
        long hash = 0;
        LocalDate day = LocalDate.of(2020, 1, 31), born = LocalDate.of(1984, 2, 29);
        for (int i = 0; i < 2500; i++) {
            LocalDate due = day.plusMonths(i % 48).withDayOfMonth(Math.min(30, day.plusMonths(i % 48).lengthOfMonth()));
            while (due.getDayOfWeek() == DayOfWeek.SATURDAY || due.getDayOfWeek() == DayOfWeek.SUNDAY) due = due.plusDays(1);
            hash = hash * 31 + due.toEpochDay() + ChronoUnit.YEARS.between(born, due);
            if (due.isAfter(LocalDate.of(2022, 6, 1)) && due.isLeapYear()) hash ^= i;
        }
        return hash;
    }

    /** A ledger: amounts with two places, interest, rates of exchange. */
    static long money() {
        BigDecimal balance = new BigDecimal("1000.00"), rate = new BigDecimal("0.000137"), fee = new BigDecimal("1.25");
        TreeMap<Integer, BigDecimal> months = new TreeMap<>();
        for (int day = 0; day < 3000; day++) {
            balance = balance.add(balance.multiply(rate)).setScale(2, RoundingMode.HALF_EVEN);
            if (day % 7 == 0) balance = balance.subtract(fee);
            if (day % 30 == 0) months.merge(day / 30 % 12, balance.divide(new BigDecimal("3"), 4, RoundingMode.HALF_UP), BigDecimal::add);
            if (balance.compareTo(new BigDecimal("1500")) > 0) balance = balance.subtract(new BigDecimal("400.10"));
        }
        BigDecimal sum = balance;
        for (BigDecimal m : months.values()) sum = sum.add(m);
        return sum.movePointRight(4).longValueExact();
    }

    private record Point(double x, double y) {
        Point minus(Point o) {
            return new Point(x - o.x, y - o.y);
        }

        double cross(Point o) {
            return x * o.y - y * o.x;
        }
    }

    private static double turns(Point a, Point b, Point c) {
        return b.minus(a).cross(c.minus(b));
    }

    /** A convex hull of points that are records, its area, the points inside a smaller one. */
    static long hull() {
        List<Point> points = new ArrayList<>();
        int seed = 11;
        for (int i = 0; i < 1500; i++) {
            seed = seed * 1103515245 + 12345;
            double x = (seed >>> 8) % 10_000 / 10.0;
            seed = seed * 1103515245 + 12345;
            points.add(new Point(x, (seed >>> 8) % 10_000 / 10.0));
        }
        points.sort(Comparator.comparingDouble(Point::x).thenComparingDouble(Point::y));
        List<Point> hull = new ArrayList<>();
        for (int turn = 0; turn < 2; turn++) {
            int from = hull.size();
            for (int i = 0; i < points.size(); i++) {
                Point p = points.get(turn == 0 ? i : points.size() - 1 - i);
                while (hull.size() >= from + 2 && turns(hull.get(hull.size() - 2), hull.get(hull.size() - 1), p) <= 0) hull.remove(hull.size() - 1);
                hull.add(p);
            }
            hull.remove(hull.size() - 1);
        }
        double area = 0;
        for (int i = 0; i < hull.size(); i++) area += hull.get(i).cross(hull.get((i + 1) % hull.size()));
        int inside = 0;
        for (Point p : points) {
            boolean in = true;
            for (int i = 0; i < hull.size() && in; i += 2) in = hull.get((i + 2) % hull.size()).minus(hull.get(i)).cross(p.minus(hull.get(i))) >= 0;
            if (in) inside++;
        }
        return Math.round(area) * 10_000 + inside;
    }

    private sealed interface Term permits Constant, Variable, Sum, Product, Power { }

    private record Constant(long value) implements Term { }

    private record Variable(String name) implements Term { }

    private record Sum(Term a, Term b) implements Term { }

    private record Product(Term a, Term b) implements Term { }

    private record Power(Term base, int exponent) implements Term { }

    private static Term derive(Term t, String by) {
        if (t instanceof Constant) return new Constant(0);
        if (t instanceof Variable v) return new Constant(v.name().equals(by) ? 1 : 0);
        if (t instanceof Sum s) return simple(new Sum(derive(s.a(), by), derive(s.b(), by)));
        if (t instanceof Product p) return simple(new Sum(simple(new Product(derive(p.a(), by), p.b())), simple(new Product(p.a(), derive(p.b(), by)))));
        Power w = (Power) t;
        return simple(new Product(simple(new Product(new Constant(w.exponent()), simple(new Power(w.base(), w.exponent() - 1)))), derive(w.base(), by)));
    }

    private static Term simple(Term t) {
        if (t instanceof Sum s) {
            if (s.a() instanceof Constant a && s.b() instanceof Constant b) return new Constant(a.value() + b.value());
            if (s.a() instanceof Constant a && a.value() == 0) return s.b();
            if (s.b() instanceof Constant b && b.value() == 0) return s.a();
            if (s.a().equals(s.b())) return new Product(new Constant(2), s.a());
        } else if (t instanceof Product p) {
            if (p.a() instanceof Constant a && p.b() instanceof Constant b) return new Constant(a.value() * b.value());
            if (p.a() instanceof Constant a && a.value() <= 1) return a.value() == 0 ? a : p.b();
            if (p.b() instanceof Constant b && b.value() <= 1) return b.value() == 0 ? b : p.a();
        } else if (t instanceof Power w && w.exponent() <= 1) {
            return w.exponent() == 0 ? new Constant(1) : w.base();
        }
        return t;
    }

    private static long value(Term t, long x, long y) {
        if (t instanceof Constant c) return c.value();
        if (t instanceof Variable v) return v.name().equals("x") ? x : y;
        if (t instanceof Sum s) return value(s.a(), x, y) + value(s.b(), x, y);
        if (t instanceof Product p) return value(p.a(), x, y) * value(p.b(), x, y);
        long base = value(((Power) t).base(), x, y), all = 1;
        for (int i = ((Power) t).exponent(); i > 0; i--) all *= base;
        return all;
    }

    /** Derivatives of expressions whose kinds are records of a sealed type. */
    static long terms() {
        Term x = new Variable("x"), y = new Variable("y"), t = new Constant(3);
        for (int i = 1; i < 7; i++) t = new Sum(new Product(t, new Sum(x, new Constant(i))), new Power(new Sum(x, new Product(y, new Constant(i))), i % 4));
        long hash = 0;
        for (int turn = 0; turn < 6; turn++) {
            Term d = t;
            for (int i = 0; i < 3; i++) {
                d = derive(d, (turn + i) % 2 == 0 ? "x" : "y");
                hash = hash * 31 + value(d, turn + 1, i + 2);
            }
        }
        return hash;
    }
}
