import java.util.ArrayList;
import java.util.List;

/** Sessions end, and a cache that was forgotten keeps them. */
public class Demo {
    static class Session {
        final byte[] data = new byte[100];
    }

    static class Cache {
        final List<Session> all = new ArrayList<>();
    }

    static final Cache CACHE = new Cache();

    public static void main(String[] args) {
        for (int i = 0; i < 1000; i++) {
            Session s = new Session();
            if (i % 10 == 0) CACHE.all.add(s);
        }
        System.out.println("done");
    }
}
