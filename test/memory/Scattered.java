import java.util.ArrayList;
import java.util.List;

/** Few survivors among much garbage, of sizes that grow: what lives between them must not keep the heap from larger objects. */
public class Scattered {
    static Object sink;

    public static void main(String[] args) {
        List<byte[]> kept = new ArrayList<>();
        for (int size = 48; size < 2000; size *= 2) {
            for (int i = 0; i < 20_000_000 / size; i++) {
                byte[] b = new byte[size];
                b[size - 1] = (byte) i;
                if (i % 16 == 0) kept.add(b);
            }
        }
        for (int i = 0; i < 200; i++) sink = new byte[100_000 + i];
        for (int i = 0; i < 50; i++) sink = new byte[1_000_000 + i];
        long sum = 0;
        for (byte[] b : kept) sum += b.length + b[b.length - 1];
        System.out.println(kept.size() + " kept, sum " + sum);
    }
}
