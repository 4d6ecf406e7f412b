import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.WeakHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** java.util: lists, maps, sets, queues, sorting, streams. */
final class CollectionThings {
    enum Day { MON, TUE, WED, THU, FRI }

    record Person(String name, int age) { }

    static void register() {
        List<Integer> list = new ArrayList<>();
        List<String> words = new ArrayList<>();
        Map<String, Integer> map = new HashMap<>();
        Map<Integer, Integer> tree = new TreeMap<>();
        Map<Day, Integer> days = new EnumMap<>(Day.class);
        Map<String, Integer> linked = new LinkedHashMap<>(), small = Map.of("a", 1, "b", 2, "c", 3);
        Map<Object, Integer> identity = new IdentityHashMap<>();
        String[] keys = new String[64];
        for (int i = 0; i < 64; i++) {
            list.add(i * 37 % 64);
            words.add("w" + i * 37 % 64);
            map.put(keys[i] = "key" + i, i);
            tree.put(i * 3, i);
            linked.put(keys[i], i);
            identity.put(keys[i], i);
        }
        for (Day d : Day.values()) days.put(d, d.ordinal());
        Integer[] boxes = list.toArray(new Integer[0]);
        Day[] all = Day.values();
        Things.add("list/get", n -> { long s = 0; for (int i = 0; i < n; i++) s += list.get(i & 63); return s; });
        Things.add("list/iterate", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) for (int x : list) s += x;
            return s;
        });
        Things.add("list/forEach", n -> {
            long[] s = { 0 };
            for (int i = 0; i < n; i++) list.forEach(x -> s[0] += x);
            return s[0];
        });
        Things.add("list/add-clear", n -> {
            long s = 0;
            List<Integer> l = new ArrayList<>();
            for (int i = 0; i < n; i++) { l.add(5); if (l.size() == 64) l.clear(); s += l.size(); }
            return s;
        });
        Things.add("list/contains", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) if (list.contains(boxes[i & 63])) s++;
            return s;
        });
        Things.add("list/indexOf-string", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += words.indexOf("w40");
            return s;
        });
        Things.add("list/of-three", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += List.of(1, 2, i & 127).get(2);
            return s;
        });
        Things.add("list/asList-sum", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) for (int x : Arrays.asList(1, 2, 3)) s += x;
            return s;
        });
        Things.add("list/linked", n -> {
            long s = 0;
            LinkedList<Integer> l = new LinkedList<>();
            for (int i = 0; i < n; i++) { l.addLast(3); s += l.removeFirst(); }
            return s;
        });
        Things.add("list/sort-64", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) { Integer[] c = boxes.clone(); Arrays.sort(c); s += c[5]; }
            return s;
        });
        Things.add("list/sort-comparator", n -> {
            long s = 0;
            Comparator<String> c = Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder());
            for (int i = 0; i < n; i++) {
                List<String> l = new ArrayList<>(words);
                l.sort(c);
                s += l.get(3).length();
            }
            return s;
        });
        Things.add("list/subList", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += list.subList(3, 9).get(2);
            return s;
        });
        Things.add("list/unmodifiable", n -> {
            long s = 0;
            List<Integer> u = Collections.unmodifiableList(list);
            for (int i = 0; i < n; i++) s += u.get(i & 63);
            return s;
        });
        Things.add("list/removeIf", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) {
                List<Integer> l = new ArrayList<>(list);
                l.removeIf(x -> x < 32);
                s += l.size();
            }
            return s;
        });
        Things.add("sort/ints-64", n -> {
            long s = 0;
            int[] a = new int[64];
            for (int i = 0; i < n; i++) {
                for (int k = 0; k < 64; k++) a[k] = k * 37 & 63;
                Arrays.sort(a);
                s += a[9];
            }
            return s;
        });
        Things.add("sort/binarySearch", n -> {
            long s = 0;
            int[] a = IntStream.range(0, 64).map(x -> x * 3).toArray();
            for (int i = 0; i < n; i++) s += Arrays.binarySearch(a, i & 127);
            return s;
        });
        Things.add("map/get", n -> { long s = 0; for (int i = 0; i < n; i++) s += map.get(keys[i & 63]); return s; });
        Things.add("map/get-missing", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) if (map.get("missing") == null) s++;
            return s;
        });
        Things.add("map/put-existing", n -> {
            for (int i = 0; i < n; i++) map.put(keys[i & 63], i & 63);
            return map.size();
        });
        Things.add("map/fill-16", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) {
                Map<Integer, Integer> m = new HashMap<>();
                for (int k = 0; k < 16; k++) m.put(k, k);
                s += m.size();
            }
            return s;
        });
        Things.add("map/getOrDefault", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += map.getOrDefault(keys[i & 63], 4);
            return s;
        });
        Things.add("map/merge", n -> {
            for (int i = 0; i < n; i++) map.merge(keys[i & 63], 0, Integer::sum);
            return map.size();
        });
        Things.add("map/computeIfAbsent", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += map.computeIfAbsent(keys[i & 63], k -> 5);
            return s;
        });
        Things.add("map/iterate-entries", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) for (Map.Entry<String, Integer> e : linked.entrySet()) s += e.getValue();
            return s;
        });
        Things.add("map/of-small-get", n -> { long s = 0; for (int i = 0; i < n; i++) s += small.get("b"); return s; });
        Things.add("map/of-make", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += Map.of("a", 1, "b", 2).size();
            return s;
        });
        Things.add("map/tree-get", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += tree.get((i & 63) * 3);
            return s;
        });
        Things.add("map/tree-floor", n -> {
            long s = 0;
            TreeMap<Integer, Integer> t = (TreeMap<Integer, Integer>) tree;
            for (int i = 0; i < n; i++) s += t.floorKey(i & 127);
            return s;
        });
        Things.add("map/enum-get", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += days.get(all[i % 5]);
            return s;
        });
        Things.add("map/identity-get", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += identity.get(keys[i & 63]);
            return s;
        });
        Things.add("map/weak-get", n -> {
            long s = 0;
            Map<String, Integer> w = new WeakHashMap<>(map);
            for (int i = 0; i < n; i++) s += w.get(keys[i & 63]) >= 0 ? 1 : 0;
            return s;
        });
        Things.add("set/enum", n -> {
            long s = 0;
            EnumSet<Day> e = EnumSet.of(Day.MON, Day.THU);
            for (int i = 0; i < n; i++) if (e.contains(all[i % 5])) s++;
            return s;
        });
        Things.add("set/hash-contains", n -> {
            long s = 0;
            Set<String> h = new HashSet<>(words);
            for (int i = 0; i < n; i++) if (h.contains(keys[i & 63]) || h.contains("w7")) s++;
            return s;
        });
        Things.add("set/bits", n -> {
            long s = 0;
            BitSet b = new BitSet(256);
            for (int i = 0; i < n; i++) { b.set(i & 255); s += b.nextSetBit(i & 127); b.clear(i & 255); }
            return s;
        });
        Things.add("queue/deque", n -> {
            long s = 0;
            ArrayDeque<Integer> d = new ArrayDeque<>();
            for (int i = 0; i < n; i++) { d.addLast(3); s += d.pollFirst(); }
            return s;
        });
        Things.add("queue/priority", n -> {
            long s = 0;
            PriorityQueue<Integer> q = new PriorityQueue<>(list);
            for (int i = 0; i < n; i++) { s += q.poll(); q.add(i & 63); }
            return s - s;
        });
        Things.add("stream/map-filter-sum", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += list.stream().filter(x -> x > 10).mapToInt(x -> x * 2).sum();
            return s;
        });
        Things.add("stream/collect-list", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += words.stream().map(String::length).collect(Collectors.toList()).size();
            return s;
        });
        Things.add("stream/toList", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += words.stream().filter(w -> w.length() > 2).toList().size();
            return s;
        });
        Things.add("stream/grouping", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) {
                s += words.stream().collect(Collectors.groupingBy(String::length, Collectors.counting())).size();
            }
            return s;
        });
        Things.add("stream/joining", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += words.stream().limit(8).collect(Collectors.joining(",")).length();
            return s;
        });
        Things.add("stream/int-range", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += IntStream.range(0, 64).filter(x -> (x & 1) == 0).sum();
            return s;
        });
        Things.add("stream/of-findFirst", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += Stream.of(1, 2, 3, 4).filter(x -> x > 2).findFirst().get();
            return s;
        });
        Things.add("stream/anyMatch", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) if (list.stream().anyMatch(x -> x == 40)) s++;
            return s;
        });
        Things.add("stream/sorted-distinct", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += list.stream().distinct().sorted().skip(3).findFirst().get();
            return s;
        });
        Person[] people = { new Person("ann", 30), new Person("bob", 25), new Person("cid", 35), new Person("dan", 25) };
        Things.add("stream/reduce-max", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) {
                s += Arrays.stream(people).max(Comparator.comparingInt(Person::age)).get().age();
            }
            return s;
        });
        Things.add("map/record-keys", n -> {
            long s = 0;
            Map<Person, Integer> m = new HashMap<>();
            for (Person p : people) m.put(p, p.age());
            for (int i = 0; i < n; i++) s += m.get(people[i & 3]);
            return s;
        });
    }
}
