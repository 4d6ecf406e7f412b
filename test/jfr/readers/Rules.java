import java.io.File;
import java.util.TreeMap;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.IRule;
import org.openjdk.jmc.flightrecorder.rules.ResultProvider;
import org.openjdk.jmc.flightrecorder.rules.RuleRegistry;
import org.openjdk.jmc.flightrecorder.rules.util.RulesToolkit;

/** JDK Mission Control's rules on recordings. args: files; for each a line "file NAME EVENTS", then "RULE SEVERITY SUMMARY" of each rule. */
public final class Rules {
    static void judge(IItemCollection events, IRule rule, ResultProvider results, TreeMap<String, String> answers) {
        String answer;
        try {
            if (RulesToolkit.matchesEventAvailabilityMap(events, rule.getRequiredEvents())) {
                var job = rule.createEvaluation(events, IPreferenceValueProvider.DEFAULT_VALUES, results);
                job.run();
                IResult r = job.get();
                if (r != null) results.addResults(r);
                answer = r == null ? "NULL" : r.getSeverity() + " " + String.valueOf(r.getSummary()).replace('\n', ' ');
            } else {
                answer = "UNAVAILABLE " + rule.getRequiredEvents();
            }
        } catch (Throwable e) {
            answer = "THROWS " + e;
        }
        answers.put(rule.getId(), answer);
    }

    public static void main(String[] args) throws Exception {
        for (String arg : args) {
            IItemCollection events = JfrLoaderToolkit.loadEvents(new File(arg));
            long n = events.stream().mapToLong(type -> type.getItemCount()).sum();
            System.out.println("file " + new File(arg).getName() + " " + n);
            var answers = new TreeMap<String, String>();
            var results = new ResultProvider();
            for (IRule rule : RuleRegistry.getRules()) judge(events, rule, results, answers);
            answers.forEach((k, v) -> System.out.println(k + " " + v));
        }
    }
}
