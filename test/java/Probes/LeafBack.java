import java.util.List;

/**
 * Methods that the VM runs as C run as bytecode while a probe is at their returns, and are compiled then. Probes
 * that go let the C come back while frames and compilations of the bytecode are still there.
 */
public class LeafBack extends Client {
    static volatile double sink;

    static void library(int n) {
        double s = 0;
        for (int i = 0; i < n; i++) s += Math.fma(1.0, i, 2.0) + Math.fma(1.0F, i, 2.0F) + Integer.reverse(i) + "abcdefgh".repeat(3).hashCode();
        sink = s;
    }

    public static void main(String[] args) throws Throwable {
        int rounds = Integer.parseInt(args[0]), n = Integer.parseInt(args[1]);
        open();
        String text = "method:java.lang.Math.fma(DDD)D:return { @fma = count() } method:java.lang.Math.fma(FFF)F:return { @small = count() } "
            + "method:java.lang.Integer.reverse:return { @reverse = count() } method:java.lang.StringLatin1.hashCode:return { @hash = count() }";
        for (int i = 0; i < rounds; i++) {
            String id = add(text);
            library(n);
            if (there && i == rounds - 1 && !read(id).contains("@fma: " + n)) System.out.println(read(id));
            remove(id);
            library(3);
        }
        System.out.println(rounds + " rounds, " + List.of(sink));
    }
}
