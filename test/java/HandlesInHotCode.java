import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.lang.invoke.VarHandle;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

/** Method handles and lambdas whose targets are known while code is made: that they are called, and what happens when they are others. */
public class HandlesInHotCode {
    interface Shape { int area(int x); default int grown(int x) { return area(x + 1); } }
    static class Square implements Shape { public int area(int x) { return x * x; } public String toString() { return "square"; } }
    static class Line implements Shape { public int area(int x) { return x; } }
    static class Big extends Square { public int area(int x) { return super.area(x) + 1000; } synchronized int own(int x) { return x + 5; } }
    abstract static class Half { Half() { } }
    static class Loud { static int made; Loud() { made++; if (made % 1000 == 0) throw new IllegalStateException("loud"); } }

    int field = 3;
    static int count;
    static int twice(int x) { return 2 * x; }
    static int thrice(int x) { if (x % 500 == 499) throw new ArithmeticException("thrice"); return 3 * x; }

    static final MethodHandles.Lookup L = MethodHandles.lookup();
    static final MethodHandle TWICE, AREA, GROWN, BIG_AREA, OWN, TEXT, MAKE, ABSTRACT, GET, SET, SITE, COMBINED;
    static final VarHandle FIELD;
    static final MutableCallSite CHANGES = new MutableCallSite(MethodType.methodType(int.class, int.class));

    static {
        try {
            MethodType ii = MethodType.methodType(int.class, int.class);
            TWICE = L.findStatic(HandlesInHotCode.class, "twice", ii);
            AREA = L.findVirtual(Shape.class, "area", ii);
            GROWN = L.findVirtual(Shape.class, "grown", ii);
            BIG_AREA = MethodHandles.privateLookupIn(Big.class, L).findSpecial(Square.class, "area", ii, Big.class);
            OWN = L.findVirtual(Big.class, "own", ii);
            TEXT = L.findVirtual(Object.class, "toString", MethodType.methodType(String.class));
            MAKE = L.findConstructor(Loud.class, MethodType.methodType(void.class));
            ABSTRACT = L.findConstructor(Half.class, MethodType.methodType(void.class));
            GET = L.findGetter(HandlesInHotCode.class, "field", int.class);
            SET = L.findSetter(HandlesInHotCode.class, "field", int.class);
            FIELD = L.findVarHandle(HandlesInHotCode.class, "field", int.class);
            CHANGES.setTarget(TWICE);
            SITE = CHANGES.dynamicInvoker();
            COMBINED = MethodHandles.guardWithTest(L.findStatic(HandlesInHotCode.class, "odd", MethodType.methodType(boolean.class, int.class)),
                                                   TWICE, MethodHandles.filterReturnValue(TWICE, TWICE));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    static boolean odd(int x) { return (x & 1) != 0; }

    static int constants(Shape s, Big big, HandlesInHotCode h, int i) throws Throwable {
        int sum = (int) TWICE.invokeExact(i) + (int) AREA.invokeExact(s, i) + (int) GROWN.invokeExact(s, i) + (int) BIG_AREA.invokeExact(big, i);
        sum += (int) OWN.invokeExact(big, i) + ((String) TEXT.invokeExact((Object) "abc")).length() + (int) COMBINED.invokeExact(i);
        SET.invokeExact(h, i);
        sum += (int) GET.invokeExact(h) + (int) FIELD.getAndAdd(h, 2) + (int) FIELD.get(h);
        return sum;
    }

    static void handles() throws Throwable {
        Shape[] shapes = {new Square(), new Line(), new Big(), x -> x - 1, HandlesInHotCode::twice};
        Big big = new Big();
        HandlesInHotCode h = new HandlesInHotCode();
        long sum = 0;
        int nulls = 0, loud = 0, wrong = 0;
        for (int i = 0; i < 20_000; i++) {
            sum = sum * 31 + constants(shapes[i < 8_000 ? 0 : i % shapes.length], big, h, i);
            try {
                sum += constants(i % 100 == 7 ? null : shapes[1], i % 100 == 8 ? null : big, i % 100 == 9 ? null : h, i);
            } catch (NullPointerException e) {
                nulls++;
            }
            try {
                sum += ((Loud) MAKE.invokeExact()).hashCode() & 0;
            } catch (IllegalStateException e) {
                loud++;
            }
            if (i % 1000 == 0)
                try {
                    sum += (long) TWICE.invokeExact((long) i);
                } catch (java.lang.invoke.WrongMethodTypeException e) {
                    wrong++;
                }
        }
        System.out.println("handles " + sum + " " + nulls + " " + loud + " " + wrong + " " + Loud.made);
    }

    static int site(int i) throws Throwable { return (int) SITE.invokeExact(i); }

    static void sites() throws Throwable {
        MethodHandle thrice = L.findStatic(HandlesInHotCode.class, "thrice", MethodType.methodType(int.class, int.class));
        MethodHandle plus = MethodHandles.insertArguments(L.findStatic(Integer.class, "sum", MethodType.methodType(int.class, int.class, int.class)), 1, 1000);
        long sum = 0;
        int thrown = 0;
        for (int i = 0; i < 30_000; i++) {
            if (i % 5_000 == 4_999) CHANGES.setTarget(i % 3 == 0 ? thrice : i % 3 == 1 ? plus : TWICE);
            try {
                sum = sum * 7 + site(i);
            } catch (ArithmeticException e) {
                thrown++;
            }
        }
        System.out.println("sites " + sum + " " + thrown);
    }

    static int lambdas(int i, String s, long wide, double d, Object o) {
        IntUnaryOperator add = x -> x + i;
        IntSupplier many = () -> (int) (s.length() + wide + (long) d + i) + (o == null ? 1 : o.hashCode());
        Supplier<String> text = s::toString;
        Function<Integer, Integer> boxed = x -> x + i;
        Supplier<HandlesInHotCode> made = HandlesInHotCode::new;
        return add.applyAsInt(many.getAsInt()) + text.get().length() + boxed.apply(i) + made.get().field;
    }

    static void captures() {
        long sum = 0;
        int nulls = 0;
        for (int i = 0; i < 20_000; i++)
            try {
                sum = sum * 31 + lambdas(i, i % 900 == 899 ? null : "s" + i % 10, i * 3L, i / 2.0, i % 2 == 0 ? (Object) i : null);
            } catch (NullPointerException e) {
                nulls++;
            }
        System.out.println("captures " + sum + " " + nulls);
    }

    static void deep(MethodHandle h, int n) throws Throwable {
        long sum = 0;
        for (int i = 0; i < n; i++) sum = sum * 3 + (int) h.invoke((Integer) i) + (int) (Integer) (Object) h.invoke((short) i);
        System.out.println("deep " + sum);
    }

    public static void main(String[] args) throws Throwable {
        handles();
        sites();
        captures();
        CallSite constant = new ConstantCallSite(COMBINED);
        deep(constant.dynamicInvoker(), 10_000);
        deep(AREA.bindTo(new Big()), 10_000);
        deep(MethodHandles.dropArguments(MethodHandles.constant(int.class, 42), 0, int.class), 5_000);
        int refused = 0;
        for (int i = 0; i < 3_000; i++)
            try {
                refused += ((Half) ABSTRACT.invokeExact()).hashCode();
            } catch (InstantiationException e) {
                refused++;
            }
        System.out.println("abstract " + refused);
    }
}
