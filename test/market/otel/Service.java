import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.concurrent.ExecutorService;

/** A small service that calls itself: one request over HttpURLConnection, one over HttpClient, one that fails. */
public class Service {
    public static void main(String[] args) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        ExecutorService pool = Executors.newFixedThreadPool(2);
        server.setExecutor(pool);
        int port = server.getAddress().getPort();
        server.createContext("/inner", x -> {
            byte[] body = "inner".getBytes(StandardCharsets.UTF_8);
            x.sendResponseHeaders(200, body.length);
            x.getResponseBody().write(body);
            x.close();
        });
        server.createContext("/outer", x -> {
            byte[] body = ("outer of " + get(port, "/inner")).getBytes(StandardCharsets.UTF_8);
            x.sendResponseHeaders(200, body.length);
            x.getResponseBody().write(body);
            x.close();
        });
        server.createContext("/missing", x -> {
            x.sendResponseHeaders(404, -1);
            x.close();
        });
        server.start();
        System.out.println(get(port, "/outer"));
        HttpClient client = HttpClient.newHttpClient();
        for (String path : new String[] {"/outer", "/missing"}) {
            HttpResponse<String> r = client.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build(), HttpResponse.BodyHandlers.ofString());
            System.out.println(path + " " + r.statusCode() + " " + r.body());
        }
        server.stop(0);
        pool.shutdown();
        System.out.println("done");
        System.exit(0); // the agent sends what it still has in a shutdown hook
    }

    static String get(int port, String path) throws IOException {
        HttpURLConnection c = (HttpURLConnection) new URL("http://127.0.0.1:" + port + path).openConnection();
        try (var in = c.getInputStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
