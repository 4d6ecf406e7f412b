import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import sun.tools.attach.HotSpotVirtualMachine;

/** Asks this VM itself for probes. On HotSpot, which has none, `there` is false and nothing is asked: the program's own counts are printed. */
class Client {
    static HotSpotVirtualMachine vm;
    static boolean there;

    static String ask(String command) throws Exception {
        StringBuilder s = new StringBuilder();
        try (var in = vm.executeJCmd(command)) {
            byte[] some = new byte[4096]; // readAllBytes() of this stream ends after so many
            for (int n; (n = in.read(some)) > 0;) s.append(new String(some, 0, n, "UTF-8"));
        } catch (IOException e) {
            return "no such command";
        }
        return s.toString();
    }

    /** The number of the probe. */
    static String add(String text) throws Exception {
        String s = there ? ask("Probe.add " + text) : "probe 1";
        if (!s.startsWith("probe ")) throw new AssertionError(s);
        return s.substring(6).trim();
    }

    /** Lines of a read that begin with @, in order. */
    static List<String> read(String id) throws Exception {
        List<String> lines = new ArrayList<>();
        for (String l : ask("Probe.read " + id).split("\n"))
            if (!l.startsWith("probe ") && !l.isEmpty()) lines.add(l);
        lines.sort(null);
        return lines;
    }

    /** Probe `id` has exactly these lines. */
    static void check(String what, String id, List<String> own) throws Exception {
        List<String> wanted = new ArrayList<>(own);
        wanted.sort(null);
        List<String> got = there ? read(id) : wanted;
        if (!got.equals(wanted)) {
            System.out.println(what + " counts otherwise:");
            System.out.println("  probe " + got);
            System.out.println("  own   " + wanted);
        } else
            System.out.println(what + " " + String.join("; ", got));
    }

    static void remove(String id) throws Exception {
        if (there && !ask("Probe.remove " + id).isBlank()) throw new AssertionError(id);
    }

    static void open() throws Exception {
        vm = (HotSpotVirtualMachine) VirtualMachine.attach("" + ProcessHandle.current().pid());
        there = !ask("Probe.list").equals("no such command");
    }

    static void close() throws IOException {
        vm.detach();
    }
}
