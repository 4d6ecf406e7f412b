// identityHashCode stays across collections and locking, interned strings survive and stay unique, Runtime's memory numbers are sane
// and move, object identity of class mirrors and boxes.
import java.util.*;

public class HashesAndHeapQueries {
    static void churn() { for (int i = 0; i < 3000; i++) { Object[] o = new Object[100]; o[i % 100] = new int[50]; } System.gc(); }
    static String make(int i) { return new StringBuilder("interned-").append(i).toString().intern(); }

    public static void main(String[] args) {
        int n = 2000; Object[] objs = new Object[n]; int[] h = new int[n];
        for (int i = 0; i < n; i++) {
            objs[i] = i % 4 == 0 ? new Object() : i % 4 == 1 ? new int[i % 50] : i % 4 == 2 ? new String("s" + i) : new ArrayList<>();
            h[i] = System.identityHashCode(objs[i]);
        }
        for (int round = 0; round < 4; round++) {
            churn();
            for (int i = round; i < n; i += 7) synchronized (objs[i]) {
                if (System.identityHashCode(objs[i]) != h[i]) System.out.println("changed under lock");
            }
            for (int i = 0; i < n; i += 2) if (round == 1) objs[i] = i % 4 == 0 ? objs[i] : objs[i];
            int same = 0; for (int i = 0; i < n; i++) if (System.identityHashCode(objs[i]) == h[i]) same++;
            System.out.println("same " + same);
        }
        Set<Integer> distinct = new HashSet<>(); for (int x : h) distinct.add(x);
        System.out.println("mostly distinct " + (distinct.size() > n * 9 / 10) + " never zero " + Arrays.stream(h).allMatch(x -> x != 0)
            + " null " + System.identityHashCode(null));
        Object o = new Object();
        System.out.println((o.hashCode() == System.identityHashCode(o)) + " "
            + o.toString().equals("java.lang.Object@" + Integer.toHexString(o.hashCode())));
        IdentityHashMap<Object, Integer> im = new IdentityHashMap<>();
        for (int i = 0; i < n; i++) im.put(objs[i], i); churn(); int found = 0;
        for (int i = 0; i < n; i++) if (im.get(objs[i]) == i) found++;
        System.out.println("identity map " + found);
        String[] kept = new String[500]; for (int i = 0; i < 500; i++) kept[i] = make(i); churn(); int eq = 0;
        for (int i = 0; i < 500; i++) if (make(i) == kept[i]) eq++; System.out.println("interned " + eq);
        for (int i = 0; i < 5000; i++) make(i + 1000); churn(); System.out.println(make(1234) == make(1234));
        String lit = "a literal"; churn(); System.out.println(lit == ("a " + new String("literal")).intern());
        Runtime r = Runtime.getRuntime();
        long max = r.maxMemory(), total = r.totalMemory(), free = r.freeMemory();
        System.out.println((max >= total) + " " + (total >= free) + " " + (free > 0) + " " + (max > 8 << 20));
        r.gc(); long before = r.totalMemory() - r.freeMemory(); byte[][] hold = new byte[20][];
        for (int i = 0; i < 20; i++) hold[i] = new byte[1 << 20];
        long after = r.totalMemory() - r.freeMemory();
        System.out.println("20 MB show " + (after - before >= 19L << 20)); hold = null; r.gc();
        System.out.println("and go " + (r.totalMemory() - r.freeMemory() < after - (15L << 20)));
        System.out.println((int[].class == new int[0].getClass()) + " " + (Integer.valueOf(5) == Integer.valueOf(5)) + " "
            + (String.class == "x".getClass()) + " "
            + new HashesAndHeapQueries[0].getClass().getComponentType().equals(HashesAndHeapQueries.class));
        int[] big = new int[3_000_000]; big[2_999_999] = 7; churn();
        System.out.println(big[2_999_999] + " " + big.length); long[][] m = new long[300][1000];
        for (int i = 0; i < 300; i++) Arrays.fill(m[i], i); churn(); long s = 0;
        for (long[] row : m) s += row[999]; System.out.println(s); Object self = new Object[1];
        ((Object[]) self)[0] = self; churn(); System.out.println(((Object[]) self)[0] == self);
        int[] copy = big.clone(); System.out.println(copy[2_999_999] + " " + (copy != big));
        byte[] odd = new byte[32 * 1024 + 1]; odd[odd.length - 1] = 9; byte[] odd2 = new byte[32 * 1024 - 16];
        odd2[odd2.length - 1] = 8; churn(); System.out.println(odd[odd.length - 1] + odd2[odd2.length - 1]);
    }
}
