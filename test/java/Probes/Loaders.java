import java.io.InputStream;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** loader(N) chooses the classes of one loader among those of a name; Probe.places says the numbers. */
public class Loaders extends Client {
    public static class Twin implements Runnable {
        static int runs;

        public void run() {
            runs++;
        }
    }

    static class Other extends ClassLoader {
        Other() {
            super(Loaders.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals("Loaders$Twin")) return super.loadClass(name, resolve);
            if (findLoadedClass(name) != null) return findLoadedClass(name);
            try (InputStream in = getResourceAsStream("Loaders$Twin.class")) {
                byte[] b = in.readAllBytes();
                return defineClass(name, b, 0, b.length);
            } catch (java.io.IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    static Runnable twin(ClassLoader loader) throws Exception {
        return (Runnable) loader.loadClass("Loaders$Twin").getConstructor().newInstance();
    }

    static void run(int first, int second, int third, Runnable... twins) {
        for (int i = 0; i < first; i++) twins[0].run();
        for (int i = 0; i < second; i++) twins[1].run();
        for (int i = 0; i < third; i++) twins[2].run();
    }

    public static void main(String[] args) throws Exception {
        open();
        Runnable[] twins = {twin(new Other()), twin(new Other()), new Twin()};
        run(1, 1, 1, twins);
        TreeSet<Integer> numbers = new TreeSet<>();
        String places = there ? ask("Probe.places Loaders$Twin.run") : "";
        Matcher m = Pattern.compile("(?m)^(?:loader\\((\\d+)\\) )?method:Loaders\\$Twin\\.run\\(\\)V$").matcher(places);
        int lines = 0;
        for (; m.find(); lines++) if (m.group(1) != null) numbers.add(Integer.valueOf(m.group(1)));
        System.out.println(!there || lines == 3 && numbers.size() == 2 ? "two loaders and that of the program" : lines + " " + numbers);
        int a = there ? numbers.first() : 1, b = there ? numbers.last() : 2;
        String text = "loader(" + a + ") method:Loaders$Twin.run:entry { @a = count() } loader(" + b + ") method:Loaders$Twin.run:entry { @b = count() }"
            + " method:Loaders$Twin.run:entry { @all = count() } loader(" + b + ") field:Loaders$Twin.runs:write { @w = count() } loader(" + b
            + ") alloc:Loaders$Twin { @made = count() }";
        String id = add(text);
        run(3000, 40, 500, twins);
        twins[1].getClass().getConstructor().newInstance();
        twins[0].getClass().getConstructor().newInstance();
        check("twins", id, List.of("@a: 3000", "@b: 40", "@all: 3540", "@w: 40", "@made: 1"));
        remove(id);
        String[] wrongs = {"loader(999999) method:Loaders$Twin.run:entry { exit() }", "loader(0) alloc:* { exit() }", "loader(1) gc:full { exit() }"};
        for (String wrong : wrongs)
            System.out.println(there ? ask("Probe.add " + wrong).trim().replaceAll("\\(.*", "") : switch (wrong.charAt(7)) {
                case '9' -> "refused: line 1, column 16: no class Loaders$Twin is loaded by loader";
                case '0' -> "refused: line 1, column 1: loaders have numbers from 1 on: Probe.places shows them";
                default -> "refused: line 1, column 11: loader";
            });
        close();
    }
}
