import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.InflaterInputStream;

/** Stands for the server of traces: starts Shop under the agent and ends it when both slow methods have come as inferred spans. */
public class Collector {
    static final Pattern INFERRED = Pattern.compile("\"name\":\"Shop#work\".*?\"function\":\"(basket|receipt)\".*\"type\":\"app.inferred\"");
    static final ConcurrentSkipListSet<String> seen = new ConcurrentSkipListSet<>();
    static final CountDownLatch both = new CountDownLatch(2);

    static void take(HttpExchange exchange) throws IOException {
        InputStream in = exchange.getRequestBody();
        if ("deflate".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"))) in = new InflaterInputStream(in);
        BufferedReader lines = new BufferedReader(new InputStreamReader(in));
        for (String line; (line = lines.readLine()) != null;) {
            Matcher m = INFERRED.matcher(line);
            if (m.find() && seen.add("work, called by " + m.group(1))) both.countDown();
        }
        answer(exchange, 202, "{}");
    }

    static void answer(HttpExchange exchange, int code, String text) throws IOException {
        exchange.sendResponseHeaders(code, text.length());
        exchange.getResponseBody().write(text.getBytes());
        exchange.close();
    }

    public static void main(String[] args) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/", e -> answer(e, 200, "{\"version\":\"8.0.0\"}"));
        server.createContext("/config", e -> answer(e, 200, "{}"));
        server.createContext("/intake", Collector::take);
        server.start();
        List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java", "-javaagent:" + args[0]));
        for (String option : List.of("server_url=http://127.0.0.1:" + server.getAddress().getPort(), "log_level=OFF", "api_request_time=1s",
                "trace_methods=Shop#order", "metrics_interval=0s", "profiling_inferred_spans_enabled=true",
                "profiling_inferred_spans_sampling_interval=10ms", "profiling_duration=1s", "profiling_interval=1s"))
            command.add("-Delastic.apm." + option);
        command.addAll(List.of("-cp", args[1], "Shop"));
        Process shop = new ProcessBuilder(command).redirectErrorStream(true).start();
        both.await(100, TimeUnit.SECONDS); // without spans the rest says so
        shop.getOutputStream().close();
        System.out.print(new String(shop.getInputStream().readAllBytes()));
        System.out.println("exit code " + shop.waitFor());
        System.out.println(seen);
        System.out.println("done");
        System.exit(0);
    }
}
