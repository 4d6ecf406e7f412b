/*
 * FileServer: serves the files of a folder on loopback with com.sun.net.httpserver, prints "port N" and ends when its standard
 * input ends. The tools driver asks it from outside.
 */
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class FileServer {
    public static void main(String[] args) throws IOException {
        Path root = Path.of(args[0]).toRealPath();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        ExecutorService pool = Executors.newFixedThreadPool(4);
        server.setExecutor(pool);
        server.createContext("/", exchange -> serve(root, exchange));
        server.start();
        System.out.println("port " + server.getAddress().getPort());
        while (System.in.read() >= 0) { }
        server.stop(0);
        pool.shutdown();
    }

    static void serve(Path root, HttpExchange x) throws IOException {
        try (x) {
            Path file = root.resolve(x.getRequestURI().getPath().substring(1)).normalize();
            if (Files.isDirectory(file)) file = file.resolve("index.html");
            byte[] body = file.startsWith(root) && Files.isRegularFile(file) ? Files.readAllBytes(file) : null;
            x.getResponseHeaders().set("Content-Type", file.toString().endsWith(".html") ? "text/html" : "application/octet-stream");
            byte[] out = body != null ? body : "not found".getBytes();
            x.sendResponseHeaders(body != null ? 200 : 404, out.length);
            x.getResponseBody().write(out);
        }
    }
}
