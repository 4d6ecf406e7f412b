import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.function.Supplier;

/** Calls on objects whose class is known and is not what the call wants, behind casts that never succeed for them; and
 *  constants of objects that are known, where another class would have them. */
public class ImpossibleReceivers {
    static class One {
        public int kind(long a, long b, long c) { return (int) (a + b + c); }
    }

    static class Other {
        public int size() { return 7; }
    }

    static class OtherHeir extends Other {
        @Override
        public int size() { return 8; }
    }

    static int size(Object o) {
        if (o instanceof Other) return ((Other) o).size();
        return -1;
    }

    static int ofNew(int i) {
        return size(new One()) + i;
    }

    static int cast(Object o, boolean really) {
        return really ? ((Other) o).size() : 1;
    }

    static int failing(boolean really) {
        try {
            return cast(new One(), really);
        } catch (ClassCastException e) {
            return 2;
        }
    }

    /** Its last fields lie far behind the end of a method handle. */
    record Wide(long a, long b, long c, long d, long e, long f, long g, long h, long i, long j, long k, long l, long m, long n,
                MethodHandle handle, Supplier<?> text) { }
    static final MethodHandle LENGTH, SIZE;
    static {
        try {
            LENGTH = MethodHandles.lookup().findVirtual(String.class, "length", MethodType.methodType(int.class));
            SIZE = MethodHandles.lookup().findVirtual(Other.class, "size", MethodType.methodType(int.class));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
    static final Wide WIDE = new Wide(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, LENGTH, () -> "text");

    static int handled(Object o, boolean really) throws Throwable {
        return really ? (int) SIZE.invokeExact((Other) o) : 3;
    }

    static int failingHandled(boolean really) throws Throwable {
        try {
            return handled(new One(), really);
        } catch (ClassCastException e) {
            return 4;
        }
    }

    static int length(Object o) throws Throwable {
        if (o instanceof Wide) return (int) ((Wide) o).handle().invokeExact("abc") + ((Wide) o).text().get().hashCode() % 7;
        return 5;
    }

    static int ofConstant(int i) throws Throwable {
        return length(LENGTH) + i;
    }

    public static void main(String[] args) throws Throwable {
        long sum = 0;
        for (int i = 0; i < 20_000; i++) {
            sum += size(i % 2 == 0 ? new Other() : new OtherHeir()) + ofNew(i) + new One().kind(i, 1, 2);
            sum += length(WIDE) + ofConstant(i);
            sum += cast(new Other(), true) + failing(i % 100 == 99);
            sum += handled(i % 2 == 0 ? new Other() : new OtherHeir(), true) + failingHandled(i % 100 == 99);
        }
        System.out.println(sum);
    }
}
