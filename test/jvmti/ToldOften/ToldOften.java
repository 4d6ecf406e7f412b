/**
 * Places that a loop runs into at every turn, until optimized code for it does not pay: in the loop's method and in one that it calls. They
 * are set, taken away and set again, and each event comes once.
 */
public class ToldOften {
    static native void breakpoint(Class<?> c, boolean on);
    static native void watch(Class<?> c, boolean on);
    static native int seen();

    static final class Cell {
        int f;
        int get() { return f; }
    }
    interface Body { int run(int n); }
    static final int TURNS = 60_000;
    static final Cell cell = new Cell();

    static int place(int i) { return i * 31; }
    static int calls(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) sum += place(i);
        return sum;
    }
    static int reads(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) sum += cell.f ^ i;
        return sum;
    }
    static int writes(int n) {
        for (int i = 0; i < n; i++) cell.f = i;
        return n;
    }
    static int gets(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) sum += cell.get() ^ i;
        return sum;
    }
    static void run(String what, Body b) {
        for (int round = 0; round < 3; round++) {
            int sum = 0;
            for (int part = 0; part < 20; part++) sum += b.run(TURNS / 20);
            System.out.println(what + ": " + sum + ", told " + seen());
        }
    }
    static void all(String when) {
        run(when + " breakpoint in what is called", ToldOften::calls);
        run(when + " watch, writing", ToldOften::writes);
        run(when + " watch, reading", ToldOften::reads);
        run(when + " watch, reading in what is called", ToldOften::gets);
    }
    static void set(boolean on) {
        breakpoint(ToldOften.class, on);
        watch(Cell.class, on);
    }

    public static void main(String[] args) {
        all("without");
        for (int times = 0; times < 2; times++) {
            set(true);
            all("with");
            set(false);
            all("without again");
        }
    }
}
