// jvm: -Xbatch
// Copies of arrays and objects in hot code: of each type of elements, with references, of classes that are no Cloneable, that have a finalizer
// or a clone of their own; nothing of the object's lock or hash is copied.
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.HashMap;

public class ClonesInCode {
    static class Node implements Cloneable {
        int x; long l; Object o; byte b; double d;
        Node next;
        Node copy() {
            try {
                return (Node) clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }
    static class More extends Node { String s = "more"; @Override Node copy() { More m = (More) super.copy(); m.s += "!"; return m; } }
    static class Not { Object copy() throws CloneNotSupportedException { return clone(); } }
    static class Last implements Cloneable {
        static volatile int made;
        int x = 1;
        @Deprecated @Override protected void finalize() { made++; }
        Last copy() throws CloneNotSupportedException { return (Last) clone(); }
    }
    static int not(Not n) {
        try {
            return n.copy() == null ? 0 : 1;
        } catch (CloneNotSupportedException e) {
            return 2;
        }
    }
    static Object kept;

    public static void main(String[] args) throws Exception {
        Node a = new Node();
        a.o = "text"; a.l = 1L << 40; a.b = 7; a.d = 0.5; a.next = new More();
        System.identityHashCode(a);
        ArrayList<String> list = new ArrayList<>(Arrays.asList("a", "b"));
        HashMap<String, Integer> map = new HashMap<>();
        map.put("k", 1);
        long s = 0;
        for (int i = 0; i < 30_000; i++) {
            a.x = i;
            Node c;
            synchronized (a) {
                c = a.copy();
                if (Thread.holdsLock(c)) s += 1_000_000_007L;
            }
            if (c == a || c.o != a.o || c.next != a.next || c.getClass() != Node.class) s += 1_000_000_009L;
            if (i % 1000 == 0 && System.identityHashCode(c) == System.identityHashCode(a)) s++;
            c.x++;
            s = s * 31 + a.x + c.x + c.l + c.b + (long) c.d;
            More m = (More) a.next.copy();
            s += m.s.length() + ((More) a.next).s.length();
            int[] n = { i, 2, 3 }, nc = n.clone();
            nc[1] = i;
            Object[] o = { "x", a, null }, oc = o.clone();
            oc[0] = n;
            long[][] deep = { { 1, i }, { 2 } }, dc = deep.clone();
            dc[0][1]++;
            String[] strings = { "s", "t" };
            Object[] sc = strings.clone();
            s = s * 31 + n[1] + nc[1] + nc.length + (o[0] == "x" ? 1 : 0) + (oc[1] == a ? 2 : 0) + deep[0][1] + dc.length + sc.getClass().getName().length();
            s += new byte[i % 40].clone().length + (new boolean[] { true, false }.clone()[i % 2] ? 3 : 4);
            s += ((ArrayList<?>) list.clone()).size() + ((HashMap<?, ?>) map.clone()).hashCode() + ((Date) new Date(i).clone()).getTime();
            if (i % 100 == 0) s += not(new Not()) + new Last().copy().x;
            if (i % 64 == 0) kept = new Object[] { kept instanceof Object[] k && i % 4096 != 0 ? k : null, c, nc, oc, dc };
        }
        System.out.println(s);
        System.gc();
        int depth = 0;
        for (Object[] k = (Object[]) kept; k != null; k = (Object[]) k[0]) depth += ((Node) k[1]).o.toString().length() + ((int[]) k[2]).length;
        System.out.println(depth);
    }
}
