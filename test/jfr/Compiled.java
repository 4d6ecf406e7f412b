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

    static int small(int x) {
        return x + 1;
    }

    static int large(int x) {
        int y = x;
        for (int i = 0; i < 3; i++) {
            if ((y & 1) == 0) y = y * 31 + i * 7 - (y >> 3) + (y << 2) ^ i;
            if ((y & 2) == 0) y = y * 37 + i * 9 - (y >> 4) + (y << 3) ^ i;
            if ((y & 4) == 0) y = y * 41 + i * 5 - (y >> 5) + (y << 4) ^ i;
            if ((y & 8) == 0) y = y * 43 + i * 3 - (y >> 6) + (y << 5) ^ i;
            if ((y & 16) == 0) y = y * 47 + i * 2 - (y >> 7) + (y << 6) ^ i;
            if ((y & 32) == 0) y = y * 53 + i * 8 - (y >> 8) + (y << 7) ^ i;
            if ((y & 64) == 0) y = y * 59 + i * 4 - (y >> 9) + (y << 8) ^ i;
            if ((y & 128) == 0) y = y * 61 + i * 6 - (y >> 10) + (y << 9) ^ i;
        }
        return y;
    }

    static int branch(int x, boolean odd) {
        if (odd) return -x; // this line has never run when the method is compiled
        return small(x) + large(x);
    }
    static final int BRANCH_LINE = 34;
    /** In a method of its own: code of main would have branch in it, and there would be none of branch alone. */
    static void warm() {
        for (int i = 0; i < 20_000; i++) branch(i, false);
    }

    static void check(String what, boolean good, Object seen) {
        System.out.println(what + (good ? ": as expected" : ": " + seen));
    }

    public static void main(String[] args) throws Exception {
        try (Recording r = new Recording()) {
            r.enable("jdk.Compilation").withoutThreshold();
            r.enable("jdk.CompilationFailure");
            r.enable("jdk.CompilerInlining");
            r.enable("jdk.CompilerPhase").withoutThreshold();
            r.enable("jdk.Deoptimization");
            for (String n : "CompilerConfiguration CompilerStatistics CodeCacheStatistics CodeCacheConfiguration".split(" ")) {
                r.enable("jdk." + n).with("period", "endChunk");
            }
            r.start();
            for (int i = 0; i < 20_000; i++) work(i & 31);
            warm();
            for (int i = 0; i < 30; i++) branch(5, true);
            r.stop();
            r.dump(Path.of(args[0]));
        }
        Map<String, RecordedEvent> last = new HashMap<>();
        int times = 0;
        Set<String> compilers = new TreeSet<>();
        RecordedEvent best = null, left = null, of = null;
        Map<String, String> inlined = new TreeMap<>();
        Map<Integer, List<RecordedEvent>> phases = new HashMap<>();
        for (RecordedEvent e : RecordingFile.readAllEvents(Path.of(args[0]))) {
            last.put(e.getEventType().getName(), e);
            if (e.getEventType().getName().equals("jdk.CompilerPhase"))
                phases.computeIfAbsent(e.getInt("compileId"), i -> new ArrayList<>()).add(e);
            if (e.getEventType().getName().equals("jdk.CompilerInlining")) {
                RecordedMethod caller = e.getValue("caller");
                RecordedObject callee = e.getValue("callee");
                if (caller.getName().equals("branch"))
                    inlined.put(callee.getString("type") + "." + callee.getString("name") + callee.getString("descriptor"), e.getBoolean("succeeded") + " "
                        + e.getString("message") + " " + (e.getInt("bci") > 0) + (e.getInt("compileId") > 0));
            }
            if (e.getEventType().getName().equals("jdk.Deoptimization")) {
                if (((RecordedMethod) e.getValue("method")).getName().equals("branch")) {
                    left = e;
                    times++;
                }
                continue;
            }
            if (e.getEventType().getName().equals("jdk.Compilation") && ((RecordedMethod) e.getValue("method")).getName().equals("branch")
                && e.getShort("compileLevel") == 4) of = e;
            RecordedMethod m = e.hasField("method") ? e.getValue("method") : null;
            if (m == null || !m.getName().equals("work")) continue;
            compilers.add(e.getString("compiler"));
            if (e.getShort("compileLevel") == 4) best = e;
        }
        check("compilers", compilers.equals(Set.of("stencils", "optimizer")), compilers);
        check("compilation", best != null && best.getBoolean("succeded") && best.getLong("codeSize") > 0 && best.getInt("compileId") > 0, best);
        List<RecordedEvent> parts = phases.getOrDefault(best == null ? 0 : best.getInt("compileId"), List.of());
        parts.sort(Comparator.comparing(RecordedEvent::getStartTime));
        String names = parts.stream().map(e -> e.getString("phase")).toList().toString();
        check("phases", names.equals("[Build, Optimize, Allocate, Emit]"), names);
        check("phases inside", !parts.isEmpty() && !parts.get(0).getStartTime().isBefore(best.getStartTime())
            && !parts.get(3).getEndTime().isAfter(best.getEndTime()), parts);
        check("inlining", inlined.toString().equals("{Compiled.large(I)I=false too big truetrue, Compiled.small(I)I=true inline truetrue}"), inlined);
        check("deoptimization", left != null && left.getString("reason").equals("unstable_if") && left.getString("action").equals("none")
            && left.getString("instruction").equals("ifeq") && left.getInt("bci") == 1
                && left.getInt("lineNumber") == BRANCH_LINE && left.getString("compiler").equals("optimizer")
                && left.getThread().getJavaName().equals("main"), left);
        check("first time", times == 1, times);
        check("deoptimized", left != null && of != null && left.getInt("compileId") == of.getInt("compileId")
            && left.getStackTrace().getFrames().get(0).getMethod().getName().equals("branch"), of);
        RecordedEvent s = last.get("jdk.CompilerStatistics"), c = last.get("jdk.CodeCacheStatistics"), f = last.get("jdk.CodeCacheConfiguration");
        check("statistics", s.getInt("compileCount") > 1 && s.getLong("nmethodCodeSize") > 0, s);
        check("code", c.getInt("methodCount") > 0 && c.getLong("unallocatedCapacity") < f.getLong("reservedSize"), c);
        check("configuration", last.get("jdk.CompilerConfiguration").getBoolean("tieredCompilation"), last.get("jdk.CompilerConfiguration"));
    }
}
