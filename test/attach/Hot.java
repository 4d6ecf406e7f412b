import java.util.Arrays;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Has much of the class library compiled, so that the code for a probe of java.util takes a while to make. */
public class Hot {
    static int work(int n) {
        TreeMap<String, Integer> map = new TreeMap<>();
        for (int i = 0; i < n; i++) map.merge("k" + i % 37, i, Integer::sum);
        String text = IntStream.range(0, n).mapToObj(Integer::toString).collect(Collectors.joining(","));
        Object[] parts = Pattern.compile("[,5]+").splitAsStream(text).sorted().toArray();
        int[] numbers = IntStream.range(0, n).map(i -> i * 7919 % n).toArray();
        Arrays.sort(numbers);
        return map.hashCode() + Arrays.hashCode(parts) + Arrays.hashCode(numbers) + String.format("%d %s", n, text).hashCode();
    }

    public static void main(String[] args) {
        int sum = 0;
        for (int i = 0; i < 3000; i++) sum += work(200);
        System.out.println("hot " + (sum != 1));
        while (true) sum += work(200);
    }
}
