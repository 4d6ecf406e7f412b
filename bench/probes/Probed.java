import com.sun.tools.attach.VirtualMachine;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntToLongFunction;
import sun.tools.attach.HotSpotVirtualMachine;

/**
 * The cost of a hit: kernels without and with a probe in one run. Prints `kernel probe without with`, in nanoseconds a call; bench/probes.py
 * makes a table of it. The best of the repetitions counts, as noise only adds.
 */
public class Probed {
    static int reps = Integer.getInteger("reps", 40), size = Integer.getInteger("size", 200_000);
    static volatile long sink;

    static final class Cell {
        int f;
        Cell(int f) { this.f = f; }
    }

    abstract static class Shape {
        abstract int area(int n);
    }
    static final class Square extends Shape {
        int area(int n) { return n * n; }
    }
    static final class Line extends Shape {
        int area(int n) { return n; }
    }
    interface Op {
        int apply(int n);
    }
    static final class Inc implements Op {
        public int apply(int n) { return n + 1; }
    }
    static final class Dec implements Op {
        public int apply(int n) { return n - 1; }
    }
    static final class Twice implements Op {
        public int apply(int n) { return 2 * n; }
    }

    static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
    static int leaf(int n) { return n * 31 ^ n >> 3; }
    static int chain(int n) { return leaf(n) + 1; }
    /** Too large to be inlined. */
    static int large(int n) {
        int a = n ^ 0x5555, b = n * 7;
        a += b << 3; b ^= a >> 5; a += b << 2; b ^= a >> 7; a += b << 1; b ^= a >> 9; a += b << 3; b ^= a >> 3; a += b << 4; b ^= a >> 1;
        a += b << 3; b ^= a >> 5; a += b << 2; b ^= a >> 7; a += b << 1; b ^= a >> 9; a += b << 3; b ^= a >> 3; a += b << 4; b ^= a >> 1;
        a += b << 3; b ^= a >> 5; a += b << 2; b ^= a >> 7; a += b << 1; b ^= a >> 9; a += b << 3; b ^= a >> 3; a += b << 4; b ^= a >> 1;
        a += b << 3; b ^= a >> 5; a += b << 2; b ^= a >> 7; a += b << 1; b ^= a >> 9; a += b << 3; b ^= a >> 3; a += b << 4; b ^= a >> 1;
        return a ^ b;
    }
    static int object(Cell c) { return c.f + 1; }
    static double real(double d) { return d * 1.5; }

    static final Shape[] SHAPES = {new Square(), new Line()};
    static final Op[] OPS = {new Inc(), new Dec(), new Twice()};
    static final Cell CELL = new Cell(3);

    static long fibs(int n) { return fib(24); }
    static long chains(int n) { long s = 0; for (int i = 0; i < n; i++) s += chain(i); return s; }
    static long larges(int n) { long s = 0; for (int i = 0; i < n; i++) s += large(i); return s; }
    static long virtuals(int n) { long s = 0; for (int i = 0; i < n; i++) s += SHAPES[i & 1].area(i); return s; }
    static long interfaces(int n) { long s = 0; for (int i = 0; i < n; i++) s += OPS[i % 3].apply(i); return s; }
    static long objects(int n) { long s = 0; for (int i = 0; i < n; i++) s += object(CELL); return s; }
    static long fields(int n) { Cell c = CELL; long s = 0; for (int i = 0; i < n; i++) s += c.f = i ^ c.f; return s; }
    static final Cell[] MADE = new Cell[64];
    static long makes(int n) { for (int i = 0; i < n; i++) MADE[i & 63] = new Cell(i); return n; }
    static Cell beside(Cell a, int n) {
        Cell b = new Cell(n);
        b.f += a.f;
        return b;
    }
    /** An object is put off while another one is made. */
    static long besides(int n) { for (int i = 0; i < n; i++) MADE[i & 63] = beside(new Cell(i), i); return n; }
    static long reals(int n) { double s = 0; for (int i = 0; i < n; i++) s += real(i); return (long) s; }

    record Kernel(String method, IntToLongFunction run, long calls) { }

    static HotSpotVirtualMachine vm;

    static String ask(String command) throws Exception {
        StringBuilder s = new StringBuilder();
        try (var in = vm.executeJCmd(command)) {
            byte[] some = new byte[4096];
            for (int n; (n = in.read(some)) > 0;) s.append(new String(some, 0, n, "UTF-8"));
        }
        return s.toString().trim();
    }

    static double measure(Kernel k) {
        double best = Double.MAX_VALUE;
        for (int i = 0; i < reps + 10; i++) {
            long began = System.nanoTime();
            sink += k.run.applyAsLong(size);
            if (i >= 10) best = Math.min(best, (double) (System.nanoTime() - began) / k.calls);
        }
        return best;
    }

    public static void main(String[] args) throws Exception {
        vm = (HotSpotVirtualMachine) VirtualMachine.attach("" + ProcessHandle.current().pid());
        Map<String, Kernel> kernels = new LinkedHashMap<>();
        kernels.put("fib", new Kernel("fib", Probed::fibs, 150049));
        kernels.put("chain, inlined", new Kernel("leaf", Probed::chains, size));
        kernels.put("large, called", new Kernel("large", Probed::larges, size));
        kernels.put("virtual, two receivers", new Kernel("*.area", Probed::virtuals, size));
        kernels.put("interface, three receivers", new Kernel("*.apply", Probed::interfaces, size));
        kernels.put("object", new Kernel("object", Probed::objects, size));
        kernels.put("fields", new Kernel("", Probed::fields, size));
        kernels.put("made", new Kernel("", Probed::makes, size));
        kernels.put("made beside another", new Kernel("", Probed::besides, size));
        kernels.put("double", new Kernel("real", Probed::reals, size));
        Map<String, String> rows = new LinkedHashMap<>();
        rows.put("count at entry", "M:entry { @ = count() }");
        rows.put("count at return", "M:return { @ = count() }");
        rows.put("false condition", "M:entry /arg0 == 123456789/ { @ = count() }");
        rows.put("hist(arg0)", "M:entry { @ = hist(arg0) }");
        rows.put("lhist(arg0)", "M:entry { @ = lhist(arg0, 0, 1000, 10) }");
        rows.put("count by class", "M:entry { @[class] = count() }");
        rows.put("count by receiver", "M:entry { @[class(this)] = count() }");
        rows.put("count by arg0 & 7", "M:entry { @[arg0 & 7] = count() }");
        rows.put("count by field", "M:entry { @[arg0.f] = count() }");
        rows.put("sum of a field", "M:entry { @ = sum(arg0.f) }");
        rows.put("condition on a field", "M:entry /arg0.f == 123456789/ { @ = count() }");
        rows.put("sum(retval)", "M:return { @ = sum(retval) }");
        rows.put("hist(elapsed / 1000)", "M:return { @ = hist(elapsed / 1000) }");
        rows.put("sum by method", "M:entry { @[method] = sum(arg0) }");
        rows.put("elapsed by method", "M:return { @[method] = hist(elapsed / 1000) }");
        rows.put("sum by arg0 & 7", "M:entry { @[arg0 & 7] = sum(arg0) }");
        rows.put("hist by arg0 & 7", "M:entry { @[arg0 & 7] = hist(arg0) }");
        rows.put("max by receiver", "M:entry { @[class(this)] = max(arg0) }");
        rows.put("count by method and arg0 & 7", "M:entry { @[method, arg0 & 7] = count() }");
        rows.put("sum by receiver and arg0 & 7", "M:entry { @[class(this), arg0 & 7] = sum(arg0) }");
        rows.put("max by method", "M:entry { @[method] = max(arg0) }");
        rows.put("instruction", "bci:M:0 { @ = count() }");
        rows.put("return by receiver", "M:return { @[class(this)] = count() }");
        rows.put("count by class of arg0", "M:entry { @[class(arg0)] = count() }");
        rows.put("instruction by method", "bci:M:0 { @[method] = count() }");
        rows.put("hist of a variable", "bci:M:0 { @ = hist(local(0)) }");
        rows.put("field read", "field:Probed$Cell.f:read { @ = count() }");
        rows.put("hist of a field written", "field:Probed$Cell.f:write { @ = hist(value) }");
        rows.put("sum of a field read", "field:Probed$Cell.f:read { @ = sum(value) }");
        rows.put("field read by class", "field:Probed$Cell.f:read { @[class(obj)] = count() }");
        rows.put("field written by method", "field:Probed$Cell.f:write { @[method] = count() }");
        rows.put("alloc", "alloc:Probed$Cell { @ = count() }");
        rows.put("alloc of others", "alloc:java.util.TreeMap { @ = count() }");
        rows.put("count by stack(8)", "M:entry { @[stack(8)] = count() }");
        for (var k : kernels.entrySet()) {
            String m = k.getValue().method;
            String method = m.startsWith("*.") ? "method:Probed$*" + m.substring(1) : "method:Probed." + m;
            for (int i = 0; i < 40; i++) sink += k.getValue().run.applyAsLong(size);
            for (var r : rows.entrySet()) {
                String text = r.getValue();
                boolean object = k.getKey().equals("object"), real = k.getKey().equals("double");
                boolean whole = text.matches(".*(arg0|local).*") && (object || real && text.contains("&"));
                if (text.matches(".*(arg0\\.f|class\\(arg0\\)).*") ? !object : whole) continue;
                if (text.contains("local") && m.startsWith("*.")) continue;
                boolean ofMethod = !text.matches("(alloc|field):.*"), reads = k.getKey().startsWith("fields");
                if (ofMethod == m.isEmpty() || text.startsWith(reads ? "alloc" : "field")) continue;
                if (text.contains("this") && !m.startsWith("*.")) continue;
                if (args.length > 0 && !(k.getKey() + " " + r.getKey()).matches(args[0])) continue;
                double without = measure(k.getValue());
                String id = ask("Probe.add " + text.replace("bci:M", "bci:" + method.substring(7)).replace("M:", method + ":"));
                if (!id.startsWith("probe ")) throw new AssertionError(text + ": " + id);
                for (int i = 0; i < 30; i++) sink += k.getValue().run.applyAsLong(size);
                double with = measure(k.getValue());
                ask("Probe.remove " + id.substring(6));
                for (int i = 0; i < 30; i++) sink += k.getValue().run.applyAsLong(size);
                System.out.printf("%s|%s|%.2f|%.2f%n", k.getKey(), r.getKey(), without, with);
            }
        }
        vm.detach();
    }
}
