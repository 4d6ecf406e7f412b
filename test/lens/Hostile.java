import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A program for the page of lens: calls, allocation, a monitor that is waited for, exceptions, and names of threads and
 * classes that would be markup or script if the page took them for such.
 */
public class Hostile {
    /** Its name is replaced in its bytes by another one of the same length. */
    public static class NameOfTwentyOneChars {
        public static int answer() { return 42; }
    }
    static final String ORIGINAL = "Hostile$NameOfTwentyOneChars", NAME = "<b onclick=boom()>\"'&amp <i>";

    static class Mine extends ClassLoader {
        Class<?> hostile() throws Exception {
            byte[] bytes;
            try (InputStream in = Hostile.class.getResourceAsStream("/" + ORIGINAL + ".class")) {
                bytes = in.readAllBytes();
            }
            String text = new String(bytes, "ISO-8859-1").replace(ORIGINAL, NAME);
            bytes = text.getBytes("ISO-8859-1");
            return defineClass(NAME, bytes, 0, bytes.length);
        }
    }

    static final Object lock = new Object();
    static int caught;

    static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

    static int sort(int n) {
        Map<Integer, List<String>> groups = new TreeMap<>();
        for (int i = 0; i < n; i++) groups.computeIfAbsent(i % 100, k -> new ArrayList<>()).add("item " + i);
        return groups.size();
    }

    static void fail(int i) {
        try {
            throw new IllegalStateException("number " + i);
        } catch (IllegalStateException e) {
            caught++;
        }
    }

    static void enter() {
        synchronized (lock) { caught++; }
    }

    static int work() {
        int n = fib(18) + sort(20_000);
        for (int i = 0; i < 50; i++) fail(i);
        return n;
    }

    public static void main(String[] args) throws Exception {
        Thread late = new Thread(Hostile::enter, "</script><script>boom()</script>");
        synchronized (lock) {
            late.start();
            while (late.getState() != Thread.State.BLOCKED) Thread.onSpinWait();
            lock.wait(1); // late enters
        }
        late.join();
        Thread other = new Thread(Hostile::work, "<img src=x onerror=boom()>");
        other.start();
        int n = work();
        other.join();
        Object answer = new Mine().hostile().getMethod("answer").invoke(null);
        System.out.println(n + " " + answer);
    }
}
