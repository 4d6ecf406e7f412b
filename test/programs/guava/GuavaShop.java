import com.google.common.base.*;
import com.google.common.cache.*;
import com.google.common.collect.*;
import com.google.common.eventbus.*;
import com.google.common.graph.*;
import com.google.common.hash.*;
import com.google.common.io.*;
import com.google.common.math.*;
import com.google.common.primitives.*;
import com.google.common.reflect.*;
import com.google.common.util.concurrent.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.concurrent.*;
import java.util.stream.*;

public class GuavaShop {
    static class Listener {
        final List<String> seen = new ArrayList<>();
        @Subscribe public void text(String s) { seen.add("text " + s); }
        @Subscribe public void number(Number n) { seen.add("number " + n); }
        @Subscribe public void dead(DeadEvent e) { seen.add("dead " + e.getEvent()); }
    }

    public static void main(String[] args) throws Exception {
        ImmutableSortedMap<String, Integer> sorted = IntStream.range(0, 300).boxed()
            .collect(ImmutableSortedMap.toImmutableSortedMap(Comparator.<String>naturalOrder(), i -> "k" + i, i -> i * i));
        System.out.println(sorted.headMap("k12") + " " + sorted.hashCode());
        Multimap<Integer, String> words = Multimaps.index(Splitter.on(' ').omitEmptyStrings().split("the quick  brown fox jumps over the lazy dog"),
            String::length);
        System.out.println(words + " " + Multimaps.invertFrom(words, TreeMultimap.create()));
        Table<String, Integer, Character> table = TreeBasedTable.create();
        for (int i = 0; i < 26; i++) table.put("row" + i % 3, i, (char) ('a' + i));
        System.out.println(table.row("row1") + " " + Tables.transpose(table).column("row2").size());
        System.out.println(Sets.powerSet(ImmutableSet.of(1, 2, 3)) + " " + Sets.cartesianProduct(ImmutableSet.of(1, 2), ImmutableSet.of(3, 4)));
        System.out.println(Collections2.permutations(List.of(1, 2, 3)).stream().map(Object::toString).collect(Collectors.joining()));
        BiMap<String, Integer> bi = HashBiMap.create(Map.of("a", 1));
        System.out.println(bi.inverse().get(1) + " " + HashMultiset.create(Arrays.asList("x", "y", "x")).count("x"));
        TreeRangeMap<Integer, String> ranges = TreeRangeMap.create();
        ranges.put(Range.closed(1, 10), "low");
        ranges.put(Range.open(5, 8), "mid");
        System.out.println(ranges + " " + ContiguousSet.create(Range.closedOpen(3, 7), DiscreteDomain.integers()).asList());

        LoadingCache<Integer, Long> cache = CacheBuilder.newBuilder().maximumSize(50).recordStats().concurrencyLevel(1).build(CacheLoader.from(n
            -> LongMath.factorial(n % 20)));
        for (int i = 0; i < 400; i++) cache.get(i % 70);
        System.out.println(cache.stats().hitCount() + " " + cache.stats().missCount() + " " + cache.size());
        MutableValueGraph<String, Integer> graph = ValueGraphBuilder.undirected().allowsSelfLoops(true).build();
        for (int i = 0; i < 10; i++) graph.putEdgeValue("n" + i, "n" + i * 3 % 7, i);
        System.out.println(graph + " " + new TreeSet<>(Graphs.reachableNodes(graph.asGraph(), "n1")) + " " + Graphs.hasCycle(graph.asGraph()));

        ListeningExecutorService pool = MoreExecutors.listeningDecorator(Executors.newFixedThreadPool(4));
        List<ListenableFuture<Integer>> futures = IntStream.range(0, 200).mapToObj(i -> Futures.transform(pool.submit(() -> i * 2), n -> n + 1,
            MoreExecutors.directExecutor())).collect(Collectors.toList());
        System.out.println(Futures.allAsList(futures).get().stream().mapToInt(i -> i).sum());
        System.out.println(Futures.catching(pool.submit(() -> Integer.parseInt("x")), NumberFormatException.class, e -> -1, pool).get());
        RateLimiter limiter = RateLimiter.create(1e9);
        System.out.println(limiter.tryAcquire(10));
        pool.shutdown();
        EventBus bus = new EventBus();
        Listener listener = new Listener();
        bus.register(listener);
        bus.post("a");
        bus.post(1);
        bus.post('c');
        System.out.println(listener.seen);

        byte[] bytes = BaseEncoding.base32().decode(BaseEncoding.base32().encode("argus".getBytes(StandardCharsets.UTF_8)));
        System.out.println(Hashing.sha256().hashBytes(bytes) + " " + Hashing.murmur3_128(7).hashInt(42) + " " + Hashing.sipHash24().hashLong(1)
            + " " + Hashing.crc32c().hashBytes(bytes)
            + " " + Hashing.consistentHash(123456789L, 97));
        BloomFilter<CharSequence> bloom = BloomFilter.create(Funnels.unencodedCharsFunnel(), 500);
        for (int i = 0; i < 500; i++) bloom.put("w" + i);
        System.out.println(bloom.mightContain("w77") + " " + bloom.approximateElementCount());
        System.out.println(IntMath.binomial(20, 7) + " " + DoubleMath.mean(1, 2, 4) + " " + BigIntegerMath.factorial(25) + " " + Stats.of(1, 2,
            3.5).populationVariance());
        System.out.println(Ints.tryParse("12x") + " " + UnsignedLongs.toString(-1) + " " + Ints.asList(Ints.concat(new int[] {1}, new int[] {2, 3})));
        System.out.println(new TypeToken<Map<String, List<? extends Number>>>() { }.getTypes().rawTypes());
        System.out.println(new TypeToken<ArrayList<String>>() { }.getSupertype(List.class).resolveType(List.class.getMethod("get",
            int.class).getGenericReturnType()));
        System.out.println(ClassPath.from(GuavaShop.class.getClassLoader()).getTopLevelClasses("com.google.common.eventbus").size());
        System.out.println(CharMatcher.inRange('0', '9').retainFrom("a1b2") + " " + CaseFormat.LOWER_CAMEL.to(CaseFormat.UPPER_UNDERSCORE, "fooBarBaz") + " "
            + MoreObjects.toStringHelper("X").add("a", 1).omitNullValues().add("b", (Object) null));
        try {
            Preconditions.checkArgument(false, "bad %s", 7);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println("done");
    }
}
