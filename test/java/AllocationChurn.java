// jvm: -Xmx48m
// Live trees, lists and maps under heavy allocation of garbage: every live object keeps its fields, arrays of every size and kind
// their contents; threads allocate at once; deep lists are marked.
import java.util.*;

public class AllocationChurn {
    static class Tree {
        Tree l, r; int v; Object pay;
        static Tree make(int d, int v) {
            Tree t = new Tree(); t.v = v; t.pay = v % 3 == 0 ? new int[] {v}
            : v % 3 == 1 ? "p" + v : new long[] {v, -v};
            if (d > 0) { t.l = make(d - 1, v * 2); t.r = make(d - 1, v * 2 + 1); }
            return t;
        }
        long check() {
            long s = v; if (pay instanceof int[] i) s += i[0];
            else if (pay instanceof String p) s += Integer.parseInt(p.substring(1));
            else s += ((long[]) pay)[0]; return s + (l == null ? 0 : l.check()) + (r == null ? 0 : r.check());
        }
    }
    static class Link { final int v; final Link next; Link(int v, Link n) { this.v = v; next = n; } }
    static Object[] sizes() {
        Object[] a = new Object[400];
        for (int i = 0; i < a.length; i++) {
            int n = i * i / 16;
            a[i] = switch (i % 8) {
                case 0 -> { byte[] b = new byte[n]; Arrays.fill(b, (byte) i); yield b; }
                case 1 -> { char[] c = new char[n]; Arrays.fill(c, (char) i); yield c; }
                case 2 -> { int[] b = new int[n]; Arrays.fill(b, i); yield b; }
                case 3 -> { long[] b = new long[n]; Arrays.fill(b, i); yield b; }
                case 4 -> { double[] b = new double[n]; Arrays.fill(b, i); yield b; }
                case 5 -> {
                    Object[] o = new Object[n]; for (int k = 0; k < n; k++) o[k] = k % 64 == 0 ? Integer.valueOf(i + 1000) : o; yield o;
                }
                case 6 -> { boolean[] z = new boolean[n]; Arrays.fill(z, true); yield z; }
                default -> { short[] s = new short[n]; Arrays.fill(s, (short) i); yield s; }
            };
        }
        return a;
    }
    static long checkSizes(Object[] a) {
        long s = 0;
        for (int i = 0; i < a.length; i++) {
            int n = i * i / 16;
            for (int k = 0; k < n; k += 37) {
                boolean ok = switch (i % 8) {
                    case 0 -> ((byte[]) a[i])[k] == (byte) i; case 1 -> ((char[]) a[i])[k] == i;
                    case 2 -> ((int[]) a[i])[k] == i; case 3 -> ((long[]) a[i])[k] == i;
                    case 4 -> ((double[]) a[i])[k] == i;
                    case 5 -> ((Object[]) a[i])[k] == a[i] || ((Object[]) a[i])[k].equals(i + 1000);
                    case 6 -> ((boolean[]) a[i])[k]; default -> ((short[]) a[i])[k] == i;
                }; if (!ok) throw new AssertionError("array " + i + " at " + k); s++;
            }
        }
        return s;
    }
    static int garbage(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) { byte[] b = new byte[i % 700]; s += b.length + new Object[] {b, i}.length + ("s" + (i & 7)).length(); }
        return s;
    }

    public static void main(String[] args) throws Exception {
        Tree t = Tree.make(11, 1); Object[] arrays = sizes(); Link list = null;
        for (int i = 0; i < 100_000; i++) list = new Link(i, list);
        Map<String, List<Integer>> map = new HashMap<>();
        for (int i = 0; i < 3000; i++) map.computeIfAbsent("k" + i % 100, k -> new ArrayList<>()).add(i);
        System.out.println(t.check() + " " + checkSizes(arrays));
        for (int round = 0; round < 4; round++) {
            int g = garbage(20_000);
            System.out.println(round + " " + g + " " + t.check() + " " + checkSizes(arrays));
            if (round == 1) System.gc(); t.l = Tree.make(10, 2 + round);
        }
        long sum = 0; int len = 0; for (Link l = list; l != null; l = l.next) { sum += l.v; len++; }
        System.out.println(len + " " + sum + " " + map.get("k7").size() + " " + map.values().stream().mapToInt(List::size).sum());
        list = null;
        Thread[] ts = new Thread[4]; long[] r = new long[4];
        for (int i = 0; i < 4; i++) {
            int id = i;
            ts[i] = new Thread(() -> { Tree mine = Tree.make(8, id + 1); for (int k = 0; k < 10; k++) { garbage(1500); mine.r = Tree.make(7,
                k); r[id] += mine.check(); } });
            ts[i].start();
        }
        System.gc(); for (Thread x : ts) x.join(); System.out.println(Arrays.toString(r));
        Object[] ring = new Object[512];
        for (int i = 0; i < 60_000; i++) ring[i & 511] = new Object[] {ring[(i * 7) & 511] == null ? i : i, i};
        int okc = 0; for (int i = 0; i < 512; i++) if ((Integer) ((Object[]) ring[i])[1] % 512 == i) okc++;
        System.out.println(okc); System.out.println(t.check() + " " + checkSizes(arrays));
        Object nested = "core"; for (int i = 0; i < 50_000; i++) nested = new Object[] {nested}; System.gc();
        int depth = 0; while (nested instanceof Object[] o) { nested = o[0]; depth++; }
        System.out.println(depth + " " + nested); StringBuilder sb = new StringBuilder();
        for (int i = 0; i < 30_000; i++) { sb.append(i % 10); if (sb.length() > 5000) sb.setLength(100); }
        System.out.println(sb.length()); long big = 0;
        for (int i = 0; i < 40; i++) { int[] b = new int[1 << 20]; b[i] = i; big += b.length + b[i]; }
        System.out.println(big);
    }
}
