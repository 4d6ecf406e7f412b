import jdk.jfr.*;

/** Writes events of its own, of all types of fields, from two threads; with large ones and with strings of every kind. */
public class Program {
    @Name("test.All")
    @Label("All types")
    @Category({ "Test", "Types" })
    static class All extends Event {
        @Label("Text") String text;
        int number;
        Class<?> type;
        Thread thread;
        long big;
        double real;
        float single;
        char letter;
        short small;
        byte tiny;
        boolean yes;
    }

    @Name("test.Text")
    @StackTrace(false)
    static class Text extends Event {
        String text;
    }

    @Name("test.Initialized")
    static class Initialized extends Event {
        static int value;
        int seen;

        static {
            try {
                for (int i = 0; i < 5; i++) value += i == 3 ? Integer.parseInt("x") : i;
            } catch (NumberFormatException e) {
                value = 42;
            }
        }
    }

    static void all(int n) {
        for (int i = 0; i < n; i++) {
            All e = new All();
            e.begin();
            e.text = "text number " + i % 7 + " of some length";
            e.number = i;
            e.type = i % 2 == 0 ? String.class : int[][].class;
            e.thread = Thread.currentThread();
            e.big = Long.MAX_VALUE - i;
            e.real = -1.5;
            e.single = 2.5f;
            e.letter = '\u20ac';
            e.small = -3;
            e.tiny = -4;
            e.yes = true;
            e.end();
            e.commit();
        }
    }

    static void text(String s) {
        Text e = new Text();
        e.text = s;
        e.commit();
    }

    public static void main(String[] args) throws Exception {
        all(100);
        for (String s : new String[] { null, "", "a", "\u20ac", "\0", "latin \u00e9", "\ud83d\ude00 and more of it" }) text(s);
        text("x".repeat(64 << 10));
        text("\u20ac".repeat(512 << 10));
        Thread t = new Thread(() -> all(1000), "worker");
        t.start();
        t.join();
        Initialized e = new Initialized();
        e.seen = Initialized.value;
        e.commit();
        System.out.println("done");
    }
}
