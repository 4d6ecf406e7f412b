package requires;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;

/**
 * Answers the `@requires` of OpenJDK's tests for `./x suites`.
 *
 * OpenJDK's own class asks the VM through WhiteBox, which only HotSpot has. HotSpot is asked once; its answers are a file, which
 * all later runs read, so that the same tests are chosen for both VMs.
 */
public class SuiteProps implements Callable<Map<String, String>> {
    @Override
    public Map<String, String> call() {
        Path file = Path.of(System.getProperty("argus.suites.requires"));
        try {
            if (!Files.exists(file)) {
                StringBuilder text = new StringBuilder();
                new TreeMap<>(new VMProps().call()).forEach((k, v) -> text.append(k).append('\t').append(v.replace('\n', ' ')).append('\n'));
                Path whole = Files.writeString(Path.of(file + "." + ProcessHandle.current().pid()), text);
                Files.move(whole, file);
            }
            Map<String, String> answers = new TreeMap<>();
            for (String line : Files.readAllLines(file)) {
                int tab = line.indexOf('\t');
                answers.put(line.substring(0, tab), line.substring(tab + 1));
            }
            return answers;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
