import java.util.*;

public class Subject {
    static class Counted { }

    static final List<Counted> kept = new ArrayList<>();

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 77; i++) kept.add(new Counted());
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook ran")));
        System.out.println("ready");
        for (int i = 0; i < 3000; i++) Thread.sleep(100);
    }
}
