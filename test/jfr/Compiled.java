import java.nio.file.Path;
import java.util.*;
import jdk.jfr.*;
import jdk.jfr.consumer.*;

/** Events of the compilers; with -Xbatch a method is compiled where it is called often. args: the file */
public class Compiled {
    static int work(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) sum += i * n;
        return sum;
    }

    static void check(String what, boolean good, Object seen) {
        System.out.println(what + (good ? ": as expected" : ": " + seen));
    }

    public static void main(String[] args) throws Exception {
        try (Recording r = new Recording()) {
            r.enable("jdk.Compilation").withoutThreshold();
            r.enable("jdk.CompilationFailure");
            for (String n : "CompilerConfiguration CompilerStatistics CodeCacheStatistics CodeCacheConfiguration".split(" ")) {
                r.enable("jdk." + n).with("period", "endChunk");
            }
            r.start();
            for (int i = 0; i < 20_000; i++) work(i & 31);
            r.stop();
            r.dump(Path.of(args[0]));
        }
        Map<String, RecordedEvent> last = new HashMap<>();
        Set<String> compilers = new TreeSet<>();
        RecordedEvent best = null;
        for (RecordedEvent e : RecordingFile.readAllEvents(Path.of(args[0]))) {
            last.put(e.getEventType().getName(), e);
            RecordedMethod m = e.hasField("method") ? e.getValue("method") : null;
            if (m == null || !m.getName().equals("work")) continue;
            compilers.add(e.getString("compiler"));
            if (e.getShort("compileLevel") == 4) best = e;
        }
        check("compilers", compilers.equals(Set.of("stencils", "optimizer")), compilers);
        check("compilation", best != null && best.getBoolean("succeded") && best.getLong("codeSize") > 0 && best.getInt("compileId") > 0, best);
        RecordedEvent s = last.get("jdk.CompilerStatistics"), c = last.get("jdk.CodeCacheStatistics"), f = last.get("jdk.CodeCacheConfiguration");
        check("statistics", s.getInt("compileCount") > 1 && s.getLong("nmethodCodeSize") > 0, s);
        check("code", c.getInt("methodCount") > 0 && c.getLong("unallocatedCapacity") < f.getLong("reservedSize"), c);
        check("configuration", last.get("jdk.CompilerConfiguration").getBoolean("tieredCompilation"), last.get("jdk.CompilerConfiguration"));
    }
}
