import java.util.function.IntUnaryOperator;

/** Calls that see three to eight classes, all of them often: what each selects, and what it calls on itself, behind comparisons of classes. */
public class SixReceivers {
    interface Op {
        int apply(int x);

        default int both(int x) { return apply(apply(x)); }

        default String who() {
            Object self = this;
            if (self instanceof Add) return "add " + ((Add) self).by;
            return self instanceof Named ? ((Named) self).name() : "nobody";
        }
    }

    interface Named { String name(); }

    static class Add implements Op {
        int by = 3;

        public int apply(int x) { return x + by; }
    }

    static class AddMore extends Add {
        AddMore() { by = 5; }

        @Override public int both(int x) { return super.both(x) + 1; }
    }

    static class Sub implements Op, Named {
        public int apply(int x) { return x - 1; }

        public String name() { return "sub"; }
    }

    static class Counting implements Op {
        int calls;

        public synchronized int apply(int x) { calls++; return x ^ 5; }
    }

    static class Throwing implements Op {
        public int apply(int x) {
            if (x % 997 == 0) throw new IllegalStateException("at " + x);
            return x * 2;
        }
    }

    static class Dividing implements Op, Named {
        public int apply(int x) {
            if ((x & 15) == 0) throw new ArithmeticException("at " + x);
            return 1000 / (x & 15) + x;
        }

        public String name() { return "dividing"; }
    }

    static class Late implements Op {
        public int apply(int x) { return -x; }

        public int both(int x) { return x + 100; }
    }

    static class Later extends Sub {
        @Override public int apply(int x) { return super.apply(x) - 7; }
    }

    abstract static class Shape {
        abstract int area(int x);

        int grown(int x) { return area(x + 1) + area(x); }
    }

    static class Square extends Shape { int area(int x) { return x * x; } }
    static class Line extends Shape { int area(int x) { return x; } }
    static class Dot extends Shape { int area(int x) { return 1; } }
    static class Box extends Square { int area(int x) { return super.area(x) * 6; } }

    static int failed;
    static String last = "";

    static int once(Op o, int x) {
        try {
            return o.both(x);
        } catch (NullPointerException e) {
            failed++;
            return -1;
        } catch (IllegalStateException | ArithmeticException e) {
            failed++;
            StringBuilder b = new StringBuilder(e.getClass().getSimpleName());
            for (StackTraceElement f : e.getStackTrace()) {
                b.append(' ').append(f.getMethodName()).append(':').append(f.getLineNumber());
                if (f.getMethodName().equals("once")) break;
            }
            last = b.toString();
            return last.hashCode();
        }
    }

    static long interfaces(Op[] ops, int turns) {
        long sum = 0;
        for (int i = 0; i < turns; i++) {
            Op o = ops[i % ops.length];
            sum = sum * 31 + once(o, i);
            if (o != null) sum += o.who().length();
        }
        return sum;
    }

    static long shapes(Shape[] shapes, int turns) {
        long sum = 0;
        for (int i = 0; i < turns; i++) {
            Shape s = shapes[i % shapes.length];
            for (int k = 0; k < 3; k++) sum += s.grown(i & 1023);
        }
        return sum;
    }

    static long composed(int turns) {
        int[] calls = new int[1];
        IntUnaryOperator[] parts = {x -> x + 1, x -> x * 3, x -> x ^ 0x55, Math::abs, x -> -x, x -> { calls[0]++; return x; }};
        IntUnaryOperator all = IntUnaryOperator.identity();
        for (IntUnaryOperator f : parts) all = all.andThen(f);
        long sum = 0;
        for (int i = 0; i < turns; i++) sum = sum * 17 + all.applyAsInt(i) + parts[i % parts.length].applyAsInt(i);
        return sum + calls[0];
    }

    public static void main(String[] args) {
        Counting counting = new Counting();
        Op[] six = {new Add(), new AddMore(), new Sub(), counting, new Throwing(), new Dividing()};
        System.out.println(interfaces(six, 30_000) + " " + failed + " " + last + " " + counting.calls);
        Op[] withNull = six.clone();
        withNull[3] = null;
        System.out.println(interfaces(withNull, 3_000) + " " + failed + " " + last);
        Op[] eight = {six[0], new Late(), six[1], six[2], new Later(), six[3], six[4], six[5]};
        System.out.println(interfaces(eight, 30_000) + " " + failed + " " + last + " " + counting.calls);
        System.out.println(interfaces(six, 10_000) + " " + failed + " " + last);
        System.out.println(shapes(new Shape[] {new Square(), new Line(), new Dot()}, 20_000));
        System.out.println(shapes(new Shape[] {new Square(), new Line(), new Dot(), new Box()}, 20_000));
        System.out.println(composed(20_000));
    }
}
