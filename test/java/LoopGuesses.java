import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;

/** Loops that count until a counter is at a number, also where it begins beyond it, and checks that only some turns of a loop come to. */
public class LoopGuesses {
    static int until(int from, int to, int[] a) {
        int s = 0, turns = 0;
        for (int i = from; i != to && turns < 50; i++, turns++) s += a[i & 15] + i;
        return s;
    }

    static int untilWrapped(int from, int to) {
        int s = 0;
        for (int i = from; i != to; i++) s = s * 31 + i;
        return s;
    }

    static int down(int from, int to, int[] a) {
        int s = 0;
        for (int i = from; i != to; i--) s = s * 3 + a[i & 15];
        return s;
    }

    /** last follows i, second keeps its distance. */
    static String beside(int n, int[] a) {
        int last = -1, second = 7, s = 0;
        for (int i = 0; i != n; i++) {
            s += a[i & 15] * second + last;
            last = i;
            second++;
        }
        return s + " " + last + " " + second;
    }

    static long sum(List<Integer> list) {
        long s = 0;
        for (int x : list) s += x;
        return s;
    }

    static String walk(List<Integer> list, int drop) {
        StringBuilder b = new StringBuilder();
        try {
            Iterator<Integer> it = list.iterator();
            while (it.hasNext()) {
                int x = it.next();
                b.append(x).append(' ');
                if (x == drop) list.remove(0);
            }
            ListIterator<Integer> back = list.listIterator(list.size());
            while (back.hasPrevious()) b.append(back.previous()).append('.');
        } catch (RuntimeException e) {
            b.append(e.getClass().getSimpleName());
        }
        return b.toString();
    }

    static class Holder { int value = 3; Holder next; }

    /** Most turns read from h, but not where they must not. */
    static int most(int n, Holder h, int mask) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            if ((i & mask) != 0) s += h.value + h.next.value;
            s += i;
        }
        return s;
    }

    interface Shape { int area(); }
    static class Square implements Shape { public int area() { return 4; } }
    static class Circle implements Shape { public int area() { return 3; } }

    static int areas(int n, Shape shape, int from) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            if (i >= from) s += shape.area();
            s ^= i;
        }
        return s;
    }

    static int past(int n, int[] a, int at, int from) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            if (i >= from) s += a[at];
            s ^= i;
        }
        return s;
    }

    static String tried(java.util.function.IntSupplier r) {
        try {
            return "" + r.getAsInt();
        } catch (RuntimeException e) {
            return e.getClass().getSimpleName();
        }
    }

    public static void main(String[] args) {
        int[] a = new int[16];
        for (int i = 0; i < 16; i++) a[i] = i * i;
        Holder h = new Holder(), alone = new Holder();
        h.next = alone;
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 30; i++) list.add(i * 7 % 30);
        long s = 0;
        for (int i = 0; i < 3000; i++) {
            s += until(0, 20, a) + untilWrapped(-5, i & 31) + down(20, i & 15, a) + sum(list);
            s += most(12, h, 3) + areas(12, new Square(), 2) + past(12, a, i & 15, 3);
            s += beside(i & 31, a).hashCode() + walk(new ArrayList<>(list), -1).hashCode();
        }
        System.out.println(s);
        for (int i = 0; i < 300; i++) s += until(5, -9, a) + untilWrapped(Integer.MAX_VALUE - 3, Integer.MIN_VALUE + 4)
                    + down(Integer.MIN_VALUE + 3, Integer.MAX_VALUE - 2, a);
        System.out.println(s + " " + beside(0, a) + " " + beside(40, a));
        System.out.println(walk(new ArrayList<>(list), 3) + " " + walk(new ArrayList<>(list), 23) + " " + walk(new ArrayList<>(), 0));
        for (int i = 0; i < 300; i++) {
            if (!tried(() -> most(1, null, 3)).equals("0")) throw new AssertionError();
            s += most(1, null, 3) + areas(9, new Circle(), 2) + areas(2, null, 2) + past(3, null, 99, 3) + past(3, a, 99, 3);
        }
        System.out.println(s + " " + tried(() -> most(2, null, 3)) + " " + tried(() -> most(2, alone, 3)) + " " + tried(() -> areas(3, null, 2)));
        System.out.println(tried(() -> past(4, a, 16, 3)) + " " + tried(() -> past(4, a, -1, 3)) + " " + tried(() -> past(4, null, 1, 3))
                    + " " + past(4, a, 15, 3));
        System.out.println(most(12, h, 3) + " " + areas(12, new Square(), 2) + " " + sum(list));
    }
}
