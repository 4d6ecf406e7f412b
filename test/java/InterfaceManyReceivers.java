import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** One interface call that sees more classes than a cache of receivers has places; classes that go and others that come where they lay. */
public class InterfaceManyReceivers {
    public interface Op { int apply(int x); default int twice(int x) { return apply(apply(x)); } }

    public static class Add implements Op { public int apply(int x) { return x + 1; } }
    public static class Sub implements Op { public int apply(int x) { return x - 1; } }
    public static class Mul implements Op { public int apply(int x) { return x * 3; } }
    public static class Own extends Mul { public int apply(int x) { return super.apply(x) + 1; } public int twice(int x) { return -x; } }

    static class Loader extends ClassLoader {
        Loader() { super(InterfaceManyReceivers.class.getClassLoader()); }

        @Override protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            String simple = name.substring(name.indexOf('$') + 1);
            if (!simple.equals("Add") && !simple.equals("Sub") && !simple.equals("Mul")) return super.loadClass(name, resolve);
            try (InputStream in = InterfaceManyReceivers.class.getResourceAsStream("InterfaceManyReceivers$" + simple + ".class")) {
                byte[] b = in.readAllBytes();
                return defineClass(name, b, 0, b.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    static int call(Op o, int x) { return o.apply(x) * 31 + o.twice(x); }

    static Op load(String name) throws Exception {
        return (Op) new Loader().loadClass("InterfaceManyReceivers$" + name).getDeclaredConstructor().newInstance();
    }

    static Op lambda(int kind) {
        switch (kind) {
            case 0: return x -> x ^ 1;
            case 1: return x -> x ^ 2;
            case 2: return x -> x ^ 3;
            case 3: return x -> x ^ 4;
            case 4: return x -> x ^ 5;
            case 5: return x -> x ^ 6;
            case 6: return x -> x ^ 7;
            default: return x -> x + kind;
        }
    }

    static void many() throws Exception {
        List<Op> ops = new ArrayList<>(List.of(new Add(), new Sub(), new Mul(), new Own()));
        for (int i = 0; i < 9; i++) ops.add(lambda(i));
        for (int i = 0; i < 30; i++) ops.add(load(i % 3 == 0 ? "Add" : i % 3 == 1 ? "Sub" : "Mul"));
        long sum = 0;
        for (int i = 0; i < 20_000; i++) sum = sum * 31 + call(ops.get((i * 7 + i / 43) % ops.size()), i);
        System.out.println("many " + sum);
    }

    static void gone() throws Exception {
        long sum = 0;
        for (int round = 0; round < 60; round++) {
            Op[] ops = new Op[6];
            for (int i = 0; i < ops.length; i++) ops[i] = load((round + i) % 3 == 0 ? "Add" : (round + i) % 3 == 1 ? "Sub" : "Mul");
            for (int i = 0; i < 120; i++) sum = sum * 31 + call(ops[i % ops.length], i);
            if (round % 3 == 2) {
                ops = null;
                System.gc();
            }
        }
        System.out.println("gone " + sum);
    }

    @SuppressWarnings("unchecked")
    static void none() {
        List<Object> raw = new ArrayList<>();
        for (int i = 0; i < 400; i++) raw.add(i % 100 == 99 ? (Object) "s" : lambda(i % 9));
        raw.add(null);
        int casts = 0, nulls = 0, sum = 0;
        for (Object o : raw)
            try {
                sum += call((Op) o, 5);
            } catch (ClassCastException e) {
                casts++;
            } catch (NullPointerException e) {
                nulls++;
            }
        System.out.println("none " + sum + " " + casts + " " + nulls);
    }

    public static void main(String[] args) throws Exception {
        many();
        gone();
        none();
        IntUnaryOperator all = IntUnaryOperator.identity();
        for (int i = 0; i < 40; i++) {
            int by = i;
            all = i % 2 == 0 ? all.andThen(x -> x + by) : all.compose(x -> x ^ by);
        }
        long sum = 0;
        for (int i = 0; i < 5_000; i++) sum += all.applyAsInt(i);
        System.out.println("chain " + sum);
    }
}
