/** Work that is mostly the class library's: maps, strings, streams, lambdas, sorting. */
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

final class Library {
    static long hashMap() {
        Map<Integer, Integer> map = new HashMap<>();
        long sum = 0;
        for (int i = 0; i < 90_000; i++) {
            int key = i * 7919 % 20_011;
            map.merge(key, 1, Integer::sum);
            Integer other = map.get(key ^ 1);
            if (other != null) sum += other;
            if ((i & 15) == 0) map.remove(key);
        }
        for (Map.Entry<Integer, Integer> e : map.entrySet()) sum += (long) e.getKey() * e.getValue();
        return sum;
    }

    static long strings() {
        long sum = 0;
        for (int round = 0; round < 45; round++) {
            StringBuilder b = new StringBuilder();
            for (int i = 0; i < 1000; i++) b.append("item ").append(i).append(';').append(i * 0.5f > 100 ? 'x' : 'y');
            String s = b.toString();
            sum += s.hashCode() + s.indexOf("item 999") + s.substring(100, 200).length() + s.replace(';', ',').lastIndexOf(',');
            for (int i = 0; i < 200; i++) {
                String c = "n" + i + "=" + round;
                sum += c.length() + (c.equals("n7=" + round) ? 1000 : 0);
            }
        }
        return sum;
    }

    static long split() {
        StringBuilder b = new StringBuilder();
        for (int i = 0; i < 2000; i++) b.append("word").append(i % 97).append(i % 5 == 0 ? ", " : " ");
        String text = b.toString();
        long sum = 0;
        for (int round = 0; round < 9; round++) {
            Map<String, Integer> counts = new HashMap<>();
            for (String w : text.split("[, ]+")) counts.merge(w.toUpperCase(), 1, Integer::sum);
            for (String w : text.split(" ")) sum += w.length();
            for (Map.Entry<String, Integer> e : counts.entrySet()) sum += e.getKey().hashCode() * (long) e.getValue() & 0xffff;
        }
        return sum;
    }

    static long streams() {
        long sum = 0;
        for (int round = 0; round < 7; round++) {
            int r = round;
            List<Integer> list = IntStream.range(0, 5000).map(i -> i * 31 % 1009).boxed().collect(Collectors.toList());
            sum += list.stream().filter(i -> i % 3 == r % 3).mapToLong(i -> i * 2L).sum();
            sum += list.stream().collect(Collectors.groupingBy(i -> i % 7, Collectors.counting())).get(3);
            sum += list.stream().sorted(Comparator.reverseOrder()).skip(10).limit(100).reduce(0, Integer::sum);
            sum += IntStream.rangeClosed(1, 3000).filter(i -> i % 2 == 0).mapToObj(Integer::toString).mapToInt(String::length).sum();
        }
        return sum;
    }

    static long lambdas() {
        IntUnaryOperator[] fs = {x -> x + 1, x -> x * 3, x -> x ^ 0x55, Math::abs, x -> -x};
        IntBinaryOperator plus = Integer::sum;
        IntUnaryOperator all = IntUnaryOperator.identity();
        for (IntUnaryOperator f : fs) all = all.andThen(f);
        long sum = 0;
        for (int i = 0; i < 90_000; i++) {
            int captured = i & 7;
            IntUnaryOperator c = x -> x + captured;
            sum += plus.applyAsInt(all.applyAsInt(i), c.applyAsInt(fs[i % 5].applyAsInt(i)));
        }
        return sum;
    }

    static long sort() {
        int n = 20_000;
        int[] a = new int[n];
        Integer[] boxed = new Integer[n / 2];
        int seed = 12345;
        for (int i = 0; i < n; i++) {
            seed = seed * 1103515245 + 12345;
            a[i] = seed >>> 8;
            if (i < boxed.length) boxed[i] = a[i] % 10_000;
        }
        int[] own = a.clone();
        Arrays.sort(a);
        Arrays.sort(boxed, Comparator.comparing(i -> -i));
        quick(own, 0, n - 1);
        List<String> words = new ArrayList<>();
        for (int i = 0; i < 3000; i++) words.add("w" + (i * 7919 % 5003));
        words.sort(null);
        return Arrays.hashCode(a) * 3L + Arrays.hashCode(own) + boxed[100] + words.get(1500).hashCode();
    }

    static void quick(int[] a, int lo, int hi) {
        while (lo < hi) {
            int i = lo, j = hi, pivot = a[(lo + hi) >>> 1];
            while (i <= j) {
                while (a[i] < pivot) i++;
                while (a[j] > pivot) j--;
                if (i <= j) {
                    int t = a[i];
                    a[i++] = a[j];
                    a[j--] = t;
                }
            }
            if (j - lo < hi - i) {
                quick(a, lo, j);
                lo = i;
            } else {
                quick(a, i, hi);
                hi = j;
            }
        }
    }
}
