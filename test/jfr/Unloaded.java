import java.nio.file.Path;
import java.util.*;
import jdk.jfr.*;
import jdk.jfr.consumer.*;

/** Classes that are unloaded while a recording runs: events name class and loader, although both are gone. args: the file */
public class Unloaded {
    public static class Gone {
        static final byte[] fill = new byte[100_000];
    }

    static class Loader extends ClassLoader {
        Loader(String name) {
            super(name, Unloaded.class.getClassLoader());
        }

        Class<?> defineAgain(byte[] b) {
            return defineClass("Unloaded$Gone", b, 0, b.length);
        }
    }

    static void load(byte[] bytes, int round) throws Exception {
        Object[][] fill = new Object[60][]; // small objects around each loader, which go with it
        for (int i = 0; i < 60; i++) {
            fill[i] = new Object[10_000];
            for (int k = 0; k < 10_000; k++) fill[i][k] = new int[10];
            Class.forName("Unloaded$Gone", true, new Loader(i % 3 == 0 ? null : "own" + round + "-" + i).defineAgain(bytes).getClassLoader());
        }
    }

    static int unloaded(Path file, Set<String> lines) throws Exception {
        int n = 0;
        for (RecordedEvent e : RecordingFile.readAllEvents(file)) {
            RecordedClass c = e.getValue("unloadedClass");
            RecordedClassLoader l = e.getValue("definingClassLoader");
            if (!c.getName().equals("Unloaded$Gone")) continue;
            n++;
            lines.add(c.getName() + " by " + (l.getName() == null ? "a nameless one" : l.getName().replaceAll("\\d+", "N")) + ", a " + l.getType().getName());
        }
        return n;
    }

    public static void main(String[] args) throws Exception {
        byte[] bytes = Unloaded.class.getResourceAsStream("Unloaded$Gone.class").readAllBytes();
        Set<String> lines = new TreeSet<>();
        try (Recording r = new Recording()) {
            r.enable("jdk.ClassUnload");
            r.start();
            for (int round = 0; round < 20; round++) {
                load(bytes, round);
                System.gc();
                if (round % 5 == 0) new Recording().start(); // a new chunk, which has no constants yet
            }
            r.stop();
            r.dump(Path.of(args[0]));
        }
        int n = unloaded(Path.of(args[0]), lines);
        lines.forEach(System.out::println);
        System.out.println("most of 1200: " + (n > 1000));
    }
}
