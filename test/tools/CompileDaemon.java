/*
 * CompileDaemon: one warm JVM that compiles the test programs.
 *
 * Starting javac costs most of a second, compiling a small program a few dozen milliseconds. The test driver keeps one of
 * these per worker and sends it requests on standard input:
 *
 *     <number of words>\n <tool>\n <argument>\n ...          tool: javac, jar, or any other java.util.spi.ToolProvider
 *
 * Each is answered on standard output with `<exit code> <bytes of output>\n` and then the tool's output. End of input ends it.
 */
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.spi.ToolProvider;

public class CompileDaemon {
    public static void main(String[] none) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        DataOutputStream out = new DataOutputStream(new BufferedOutputStream(System.out));
        for (String line; (line = in.readLine()) != null; ) {
            int words = Integer.parseInt(line.trim());
            String tool = in.readLine();
            String[] args = new String[words - 1];
            for (int i = 0; i < args.length; i++) args[i] = in.readLine();
            StringWriter text = new StringWriter();
            PrintWriter log = new PrintWriter(text);
            int code;
            try {
                code = ToolProvider.findFirst(tool).orElseThrow().run(log, log, args);
            } catch (Throwable t) {
                t.printStackTrace(log);
                code = 99;
            }
            log.flush();
            byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
            out.writeBytes(code + " " + bytes.length + "\n");
            out.write(bytes);
            out.flush();
        }
    }
}
