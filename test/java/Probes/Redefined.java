import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Probes go on over a redefinition, or say what is gone: methods by name, lines by number; a method that it adds is matched. Also, what was set before
    the program began. */
public class Redefined extends Client {
    static Instrumentation tools;

    public static void premain(String args, Instrumentation i) {
        tools = i;
    }

    static int many(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) s += Changing.work(i);
        return s;
    }

    static void redefine() throws Exception {
        redefine(Path.of(System.getProperty("second")));
    }

    static void redefine(Path folder) throws Exception {
        byte[] bytes = Files.readAllBytes(folder.resolve("Changing.class"));
        tools.redefineClasses(new ClassDefinition(Changing.class, bytes));
    }

    /** Twenty edits, between two versions: lines go by number, methods by name, also added and deleted ones. */
    static void edits(int n) throws Exception {
        Path first = Path.of(System.getProperty("java.class.path").split(":")[0]), second = Path.of(System.getProperty("second"));
        String id = add("method:Changing.work:entry { @w = count() } method:Changing.helper:return { @h = sum(retval) }"
            + " line:Changing:3 { @third = count() } line:Changing:4 { @fourth = sum(local(\"a\")) } bci:Changing.work:0 { @b = count() }");
        int all = 0, helped = 0;
        List<String> own = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            boolean goes = i % 2 == 0;
            redefine(goes ? first : second);
            int sum = many(n);
            all += n;
            if (!goes) helped += sum - n;
            own.add("line:Changing:4 is " + (goes ? "gone: Changing was redefined, its nearest line is 3" : "there again: Changing was redefined"));
            own.add("method:Changing.helper:return is " + (goes ? "gone" : "there again") + ": Changing was redefined");
            String list = there ? ask("Probe.list") : "";
            boolean listed = list.contains("\n    gone: method:Changing.helper:return\n    gone: line:Changing:4\n");
            if (there && listed != goes) System.out.println(list);
        }
        own.addAll(List.of("@w: " + all, "@h: " + helped, "@third: " + all, "@fourth: " + helped, "@b: " + all));
        check("edited", id, own);
        remove(id);
    }

    public static void main(String[] args) throws Throwable {
        int n = Integer.parseInt(args[0]);
        open();
        check("start", "1", List.of("@n: 0"));
        many(n);
        String id = add("method:Changing.work:entry { @w = count() } method:Changing.*:return { @r[method] = sum(retval) }"
            + " line:Changing:3 { @third = count() } later line:Changing:4 { @fourth = sum(local(\"a\")) } bci:Changing.work:0 { @b = count() }");
        int one = many(n);
        redefine();
        int two = many(n);
        redefine();
        two += many(n);
        int helped = two - 2 * n;
        List<String> own = List.of("@w: " + 3 * n, "@r[Changing.work(I)I]: " + (one + two), "@r[Changing.helper(I)I]: " + helped, "@third: " + 3 * n,
            "@fourth: " + helped, "@b: " + 3 * n);
        check("redefined", id, own);
        many(n);
        remove(id);
        System.out.println(many(n));
        check("start", "1", List.of("@n: " + 6 * n));
        edits(n / 10);
        String all = "method:*.*:entry,method:*.*:return,method:*.*:throw{exit()}".repeat(16);
        System.out.println(there ? ask("Probe.add " + all).trim() : "refused: it has more than 200000 places");
        System.out.println(many(n));
        close();
    }
}
