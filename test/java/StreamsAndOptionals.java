// Streams of every kind, sequential and parallel: laziness, order, short circuits, collectors, flat maps, infinite sources, close
// handlers, primitive streams, teeing; Optional.
import java.util.*;
import java.util.function.*;
import java.util.stream.*;

public class StreamsAndOptionals {
    record P(String name, int age, String city) { }
    interface Body { Object run() throws Throwable; }
    static void t(String n, Body b) {
        try {
            System.out.println(n + ": " + b.run());
        } catch (Throwable e) {
            System.out.println(n + ": " + e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        List<P> ps = List.of(new P("ann", 30, "X"), new P("bob", 25, "Y"), new P("cid", 35, "X"), new P("dan", 25, "Z"), new P("eve", 30, "Y"));
        System.out.println(ps.stream().filter(p -> p.age() > 25).map(P::name).collect(Collectors.joining(",", "[", "]")) + " "
            + ps.stream().collect(Collectors.groupingBy(P::city, TreeMap::new, Collectors.averagingInt(P::age))) + " "
            + ps.stream().collect(Collectors.partitioningBy(p -> p.age() >= 30, Collectors.mapping(P::name, Collectors.toList()))));
        System.out.println(ps.stream().sorted(Comparator.comparingInt(P::age).thenComparing(P::name,
            Comparator.reverseOrder())).map(P::name).toList() + " " + ps.stream().collect(Collectors.toMap(P::age, P::name, (a, b) -> a
            + "+" + b, TreeMap::new)) + " " + ps.stream().mapToInt(P::age).summaryStatistics() + " "
            + ps.stream().collect(Collectors.teeing(Collectors.counting(), Collectors.summingInt(P::age), (c, s) -> s + "/" + c)) + " "
            + ps.stream().collect(Collectors.reducing(0, P::age, Integer::sum)));
        List<String> log = new ArrayList<>();
        System.out.println(Stream.of(5, 3, 8, 1).peek(x -> log.add("p" + x)).filter(x -> x > 2).peek(x -> log.add("f"
            + x)).map(x -> x * 2).limit(2).toList() + " " + log);
        log.clear();
        System.out.println(Stream.of(3, 1, 2).peek(x -> log.add("a" + x)).sorted().peek(x -> log.add("b" + x)).findFirst().get() + " "
            + log);
        System.out.println(IntStream.rangeClosed(1, 5).reduce(1, (a, b) -> a * b) + " "
            + Stream.iterate(1, x -> x < 100, x -> x * 3).toList() + " "
            + Stream.generate(new Supplier<Integer>() { int n; public Integer get() { return n++; } }).skip(3).limit(3).toList() + " "
            + Stream.of("a,b", "c").flatMap(s -> Arrays.stream(s.split(","))).toList() + " "
            + Stream.of(1, 2, 3).<String>mapMulti((x, c) -> { for (int i = 0; i < x; i++) c.accept("m" + x); }).toList() + " "
            + Stream.of(1, 1, 2).distinct().count() + " " + Stream.of(1, 5, 2).takeWhile(x -> x < 5).toList()
            + Stream.of(1, 5, 2).dropWhile(x -> x < 5).toList() + " " + Stream.concat(Stream.of(1), Stream.of(2)).toList() + " "
            + "hello".chars().mapToObj(c -> (char) c).map(String::valueOf).collect(Collectors.joining("-")) + " "
            + DoubleStream.of(1.5, 2.5).average().getAsDouble() + " "
            + LongStream.range(0, 10).boxed().collect(Collectors.toCollection(ArrayDeque::new)) + " "
            + Stream.of(1, 2, 3, 4).anyMatch(x -> x > 3) + Stream.of(1).allMatch(x -> x > 3) + Stream.empty().noneMatch(x -> true));
        for (boolean par : new boolean[] {false, true}) {
            Supplier<IntStream> s = () -> par ? IntStream.range(0, 4000).parallel() : IntStream.range(0, 4000);
            System.out.println(s.get().mapToLong(x -> (long) x * x).sum() + " "
                + s.get().boxed().collect(Collectors.groupingBy(x -> x % 4, TreeMap::new, Collectors.counting())) + " "
                + s.get().filter(x -> x % 1000 == 999).boxed().toList() + " "
                + s.get().boxed().sorted(Comparator.reverseOrder()).limit(3).toList() + " "
                + s.get().mapToObj(Integer::toString).collect(StringBuilder::new, StringBuilder::append, StringBuilder::append).length()
                + " " + s.get().skip(100).findFirst().getAsInt() + " " + s.get().boxed().reduce(0, (a, b) -> a ^ b, (a, b) -> a ^ b) + " "
                + Arrays.hashCode(s.get().map(x -> x * 7 % 1001).distinct().toArray()) + " " + s.get().anyMatch(x -> x == 3999) + " "
                + s.get().boxed().collect(Collectors.partitioningBy(x -> x < 10)).get(true));
            StringBuilder o = new StringBuilder();
            s.get().limit(20).forEachOrdered(x -> o.append(x).append(' ')); System.out.println(o);
            t("thrown", () -> {
                try {
                    return s.get()
                            .map(x -> {
                                if (x == 3777) throw new IllegalStateException("at 3777");
                                return x;
                            })
                            .sum();
                } catch (IllegalStateException e) { return e.getMessage().endsWith("at 3777"); }
            });
        }
        t("used twice", () -> { Stream<Integer> s = Stream.of(1); s.count(); return s.count(); });
        t("null first", () -> Stream.of((Object) null).findFirst());
        t("duplicate key", () -> Stream.of(1, 1).collect(Collectors.toMap(x -> x, x -> x)));
        t("close", () -> {
            StringBuilder b = new StringBuilder();
            try (Stream<Integer> s = Stream.of(1).onClose(() -> b.append("c1")).onClose(() -> b.append("c2"))) {
                s.count();
            }
            return b;
        });
        t("toList immutable", () -> Stream.of(1).toList().add(2));
        t("infinite sorted limit", () -> Stream.iterate(10, x -> x - 1).limit(5).sorted().toList());
        t("iterator", () -> { Iterator<Integer> i = Stream.of(1, 2).iterator(); return i.next() + i.next(); });
        t("collectingAndThen", () -> Stream.of(3, 1).collect(Collectors.collectingAndThen(Collectors.toList(),
            Collections::unmodifiableList)));
        t("flatMap null", () -> Stream.of(1, 2).flatMap(x -> null).count());
        t("filtering", () -> ps.stream().collect(Collectors.groupingBy(P::age, TreeMap::new,
            Collectors.filtering(p -> p.city().equals("X"), Collectors.counting()))));
        t("minBy", () -> ps.stream().collect(Collectors.minBy(Comparator.comparing(P::age))).get());
        Optional<String> o = Optional.of("v"), e = Optional.empty();
        System.out.println(o.map(String::length) + " " + e.map(String::length) + " " + o.filter(s -> s.isEmpty()) + " " + e.orElse("d")
            + e.orElseGet(() -> "g") + " " + o.flatMap(s -> Optional.of(s + s)) + " " + e.or(() -> o) + " " + o.stream().count() + " "
            + e.isEmpty() + " " + OptionalInt.of(3) + OptionalDouble.empty());
        t("get empty", () -> e.get());
        t("orElseThrow", () -> e.orElseThrow(() -> new IllegalArgumentException("own")));
        t("of null", () -> Optional.of(null));
        o.ifPresentOrElse(v -> System.out.println("present " + v), () -> System.out.println("absent"));
        int[][] tri = IntStream.range(0, 8).mapToObj(i -> IntStream.rangeClosed(0,
            i).map(j -> binom(i, j)).toArray()).toArray(int[][]::new);
        System.out.println(Arrays.deepToString(tri));
        System.out.println(IntStream.rangeClosed(2, 100).filter(n -> IntStream.rangeClosed(2,
            (int) Math.sqrt(n)).noneMatch(d -> n % d == 0)).boxed().map(String::valueOf).collect(Collectors.joining(" ")));
        Map<Boolean, Map<Integer, List<String>>> nest = Stream.of("one", "two", "three",
            "four").collect(Collectors.partitioningBy(w -> w.contains("o"),
            Collectors.groupingBy(String::length, TreeMap::new, Collectors.toList())));
        System.out.println(nest);
    }
    static int binom(int n, int k) { return k == 0 || k == n ? 1 : binom(n - 1, k - 1) + binom(n - 1, k); }
}
