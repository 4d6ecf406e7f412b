// Collections under load, checked against simple models: lists, deques, hash and tree maps with colliding keys, sorting of every
// kind, iterators that fail fast, views, bit sets, immutable collections, identity and enum maps.
import java.util.*;
import java.util.stream.*;

public class CollectionsStress {
    static class Clash implements Comparable<Clash> {
        final int v; Clash(int v) { this.v = v; }
        public int hashCode() { return v & 3; }
        public boolean equals(Object o) { return o instanceof Clash c && c.v == v; }
        public int compareTo(Clash o) { return Integer.compare(v, o.v); }
        public String toString() { return "c" + v; }
    }
    enum Day { MON, TUE, WED, THU, FRI }
    interface Body { Object run() throws Throwable; }
    static void t(String n, Body b) {
        try {
            System.out.println(n + ": " + b.run());
        } catch (Throwable e) {
            System.out.println(n + ": " + e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        Random r = new Random(42);
        Map<Integer, Integer> h = new HashMap<>(), tr = new TreeMap<>(), li = new LinkedHashMap<>();
        int[] model = new int[500]; Arrays.fill(model, -1);
        for (int i = 0; i < 8000; i++) {
            int k = r.nextInt(500), v = r.nextInt(1000);
            if (v % 3 == 0) { h.remove(k); tr.remove(k); li.remove(k); model[k] = -1; } else { h.put(k, v); tr.put(k, v); li.put(k,
                v); model[k] = v; }
        }
        int ok = 0;
        for (int k = 0; k < 500; k++) {
            Integer e = model[k] < 0 ? null : model[k];
            if (Objects.equals(h.get(k), e) && Objects.equals(tr.get(k), e) && Objects.equals(li.get(k), e)) ok++;
        }
        System.out.println(ok + " " + h.size() + " " + h.equals(tr) + " " + tr.equals(li) + " " + h.hashCode() + " "
            + li.keySet().stream().limit(5).toList());
        TreeMap<Integer, Integer> tm = new TreeMap<>(tr);
        System.out.println(tm.floorKey(250) + " " + tm.ceilingEntry(251) + " " + tm.headMap(100).size() + " "
            + tm.subMap(100, true, 200, false).size() + " " + tm.descendingMap().firstKey() + " " + tm.pollFirstEntry() + " "
            + tm.higherKey(499));
        Map<Clash, Integer> cm = new HashMap<>(); for (int i = 0; i < 300; i++) cm.put(new Clash(i), i);
        for (int i = 0; i < 300; i += 2) cm.remove(new Clash(i)); int s = 0;
        for (int i = 0; i < 300; i++) s += cm.getOrDefault(new Clash(i), -1);
        System.out.println(cm.size() + " " + s + " " + new TreeSet<>(cm.keySet()).first());
        LinkedHashMap<Integer, Integer> lru = new LinkedHashMap<>(16, 0.75f, true) {
            protected boolean removeEldestEntry(Map.Entry<Integer, Integer> e) { return size() > 5; }
        }; for (int i = 0; i < 10; i++) { lru.put(i, i); lru.get(5); }
        System.out.println(lru.keySet());
        List<Integer> al = new ArrayList<>(), ll = new LinkedList<>();
        for (int i = 0; i < 2000; i++) {
            int p = al.isEmpty() ? 0 : r.nextInt(al.size());
            if (i % 5 == 4) { al.remove(p); ll.remove(p); } else { al.add(p, i); ll.add(p, i); }
        }
        System.out.println(al.equals(ll) + " " + al.hashCode() + " " + al.subList(10, 20));
        ArrayDeque<Integer> dq = new ArrayDeque<>(); long chk = 0;
        for (int i = 0; i < 5000; i++) {
            if (r.nextBoolean()) dq.addFirst(i); else dq.addLast(i);
            if (i % 3 == 0) chk = chk * 31 + (r.nextBoolean() ? dq.pollFirst() : dq.pollLast());
        }
        System.out.println(dq.size() + " " + chk);
        PriorityQueue<Integer> pq = new PriorityQueue<>(Comparator.reverseOrder());
        for (int i = 0; i < 1000; i++) pq.add(r.nextInt(10000)); int last = Integer.MAX_VALUE;
        boolean mono = true; while (!pq.isEmpty()) { int x = pq.poll(); mono &= x <= last; last = x; }
        System.out.println(mono);
        int[] ints = r.ints(3000).toArray(), dual = ints.clone(); Arrays.sort(ints);
        Arrays.parallelSort(dual);
        System.out.println(Arrays.equals(ints, dual) + " " + Arrays.binarySearch(ints, ints[1234]) + " " + Arrays.hashCode(ints));
        long[] ls = r.longs(500).toArray(); Arrays.sort(ls); double[] ds = r.doubles(500).toArray();
        ds[3] = Double.NaN; ds[4] = -0.0; ds[5] = 0.0; Arrays.sort(ds);
        char[] cs = "the quick brown fox".toCharArray(); Arrays.sort(cs); byte[] bs = new byte[300];
        r.nextBytes(bs); Arrays.sort(bs);
        System.out.println(Arrays.hashCode(ls) + " " + Arrays.hashCode(ds) + " " + new String(cs).trim() + " " + Arrays.hashCode(bs));
        Clash[] objs = new Clash[700];
        for (int i = 0; i < objs.length; i++) objs[i] = new Clash(r.nextInt(50));
        Clash[] byHash = objs.clone(); Arrays.sort(byHash, Comparator.comparingInt(Clash::hashCode));
        boolean stable = true;
        for (int i = 1; i < byHash.length; i++) stable &= byHash[i - 1].hashCode() <= byHash[i].hashCode();
        System.out.println(stable + " " + Arrays.asList(byHash).indexOf(objs[0]));
        t("bad comparator", () -> { Integer[] q = new Random(1).ints(200).boxed().toArray(Integer[]::new); Arrays.sort(q,
            (a, b) -> 1); return "tolerated or refused"; });
        List<Integer> sh = IntStream.range(0, 20).boxed().collect(Collectors.toList());
        Collections.shuffle(sh, new Random(7));
        System.out.println(sh + " " + Collections.max(sh) + Collections.frequency(sh, 3));
        Collections.rotate(sh, 3); Collections.swap(sh, 0, 1); Collections.reverse(sh);
        System.out.println(sh.get(0) + " " + Collections.nCopies(3, "x") + Collections.disjoint(sh, List.of(99)));
        t("fail fast", () -> { for (Integer i : al) al.remove(i); return 0; });
        t("map fail fast", () -> { for (Integer i : h.keySet()) h.put(-i - 1, 0); return 0; });
        t("immutable", () -> List.of(1).add(2)); t("immutable null", () -> List.of((Object) null));
        t("duplicate", () -> Set.of(1, 1)); t("map duplicate", () -> Map.of("a", 1, "a", 2));
        t("unmodifiable", () -> Collections.unmodifiableMap(h).put(1, 1));
        t("no element", () -> new ArrayList<>().iterator().next());
        t("empty deque", () -> new ArrayDeque<>().pop());
        t("index", () -> new ArrayList<>(List.of(1, 2)).get(2)); t("sublist", () -> al.subList(5, 3));
        t("negative capacity", () -> new ArrayList<>(-1));
        t("tree null", () -> new TreeMap<String, Integer>().put(null, 1));
        t("enum map null", () -> new EnumMap<Day, Integer>(Day.class).put(null, 1));
        t("checked", () -> { List raw = Collections.checkedList(new ArrayList<>(), String.class); return raw.add(5); });
        t("asList add", () -> Arrays.asList(1).add(2));
        t("retain", () -> { Set<Integer> z = new HashSet<>(al); z.retainAll(IntStream.range(0,
            50).boxed().toList()); z.removeIf(q -> q % 2 == 0); return new TreeSet<>(z); });
        EnumMap<Day, String> em = new EnumMap<>(Day.class); em.put(Day.FRI, "f"); em.put(Day.MON, "m");
        EnumSet<Day> es = EnumSet.complementOf(EnumSet.of(Day.TUE));
        System.out.println(em + " " + es + " " + EnumSet.range(Day.TUE, Day.THU) + " " + EnumSet.allOf(Day.class).containsAll(es));
        BitSet b = new BitSet(); for (int i = 0; i < 500; i += 7) b.set(i); BitSet c = (BitSet) b.clone();
        c.flip(0, 100); c.and(b);
        System.out.println(b.cardinality() + " " + c.cardinality() + " " + b.nextClearBit(7) + " " + b.previousSetBit(100) + " "
            + b.length() + " " + Arrays.toString(BitSet.valueOf(new long[] {5}).toByteArray()));
        ListIterator<Integer> it = ll.listIterator(5); it.next(); it.set(-1); it.add(-2); it.previous();
        it.remove(); System.out.println(ll.subList(3, 8) + " " + it.nextIndex());
        NavigableSet<String> ns = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        ns.addAll(List.of("b", "A", "C", "a"));
        System.out.println(ns + " " + ns.descendingSet() + ns.headSet("B", true));
        Hashtable<String, Integer> ht = new Hashtable<>(); ht.put("x", 1);
        Vector<Integer> vec = new Vector<>(List.of(1, 2)); Stack<Integer> st = new Stack<>(); st.push(4);
        System.out.println(ht + " " + vec.lastElement() + st.peek() + " " + new Properties().getProperty("none", "d") + " "
            + new ArrayList<>(Map.of("k", "v").entrySet()) + " " + Map.entry("a", 1));
        System.out.println(h.computeIfPresent(h.keySet().iterator().next(), (k, v) -> null) + " " + h.merge(1000, 5, Integer::sum)
            + h.merge(1000, 5, Integer::sum) + " " + h.putIfAbsent(1000, 1) + h.replace(1000, 2) + " "
            + h.compute(1001, (k, v) -> v == null ? 1 : v + 1));
        Spliterator<Integer> sp = al.spliterator(), half = sp.trySplit();
        System.out.println(half.estimateSize() + " " + sp.estimateSize() + " " + sp.hasCharacteristics(Spliterator.SIZED));
    }
}
