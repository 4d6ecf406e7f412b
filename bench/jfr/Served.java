import com.sun.net.httpserver.HttpServer;
import java.io.*;
import java.lang.management.ManagementFactory;
import java.net.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.concurrent.*;

/**
 * A server under load, its clients in the same process: each request is read into a map, sorted, added up and answered as JSON. args: clients,
 * requests of each to warm up, requests of each that count. Prints milliseconds of processor time of the process for a request.
 */
public final class Served {
    static final ConcurrentMap<String, Long> totals = new ConcurrentHashMap<>();

    static byte[] answer(String query) {
        Map<String, Integer> values = new TreeMap<>();
        for (String part : query.split("&")) {
            int at = part.indexOf('=');
            values.merge(part.substring(0, at), Integer.parseInt(part.substring(at + 1)), Integer::sum);
        }
        StringBuilder json = new StringBuilder("{");
        values.forEach((k, v) -> {
            totals.merge(k, (long) v, Long::sum);
            if (json.length() > 1) json.append(',');
            json.append('"').append(k).append("\":").append(v);
        });
        long square = values.values().stream().mapToLong(v -> (long) v * v).sum();
        return json.append(",\"square\":").append(square).append('}').toString().getBytes(StandardCharsets.UTF_8);
    }

    /** So many requests over one connection. Returns the bytes of their answers. */
    static long ask(int port, int client, int n) throws IOException {
        long bytes = 0;
        try (Socket s = new Socket(InetAddress.getLoopbackAddress(), port)) {
            s.setTcpNoDelay(true);
            OutputStream out = s.getOutputStream();
            InputStream in = new BufferedInputStream(s.getInputStream());
            for (int i = 0; i < n; i++) {
                StringBuilder q = new StringBuilder("GET /?");
                for (int k = 0; k < 12; k++) q.append(k == 0 ? "" : "&").append("key").append((i * 7 + k * client) % 40).append('=').append(i % 1000 + k);
                out.write(q.append(" HTTP/1.1\r\nHost: here\r\n\r\n").toString().getBytes(StandardCharsets.US_ASCII));
                int length = 0;
                for (String line; !(line = line(in)).isEmpty();)
                    if (line.regionMatches(true, 0, "Content-length:", 0, 15)) length = Integer.parseInt(line.substring(15).trim());
                bytes += in.readNBytes(length).length;
            }
        }
        return bytes;
    }

    static String line(InputStream in) throws IOException {
        StringBuilder s = new StringBuilder();
        for (int c; (c = in.read()) != '\n';) {
            if (c < 0) throw new EOFException();
            if (c != '\r') s.append((char) c);
        }
        return s.toString();
    }

    static void load(int port, int clients, int n) throws Exception {
        ExecutorService all = Executors.newFixedThreadPool(clients);
        List<Future<Long>> bytes = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            int client = i;
            bytes.add(all.submit(() -> ask(port, client, n)));
        }
        for (Future<Long> f : bytes)
            if (f.get() < 20L * n) throw new AssertionError("short answers");
        all.shutdown();
    }

    public static void main(String[] args) throws Exception {
        int clients = Integer.parseInt(args[0]), warm = Integer.parseInt(args[1]), n = Integer.parseInt(args[2]);
        System.setProperty("sun.net.httpserver.nodelay", "true"); // else each answer waits 40 ms for its second part
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        ExecutorService threads = Executors.newFixedThreadPool(clients);
        server.setExecutor(threads);
        server.createContext("/", x -> {
            byte[] b = answer(x.getRequestURI().getQuery());
            x.sendResponseHeaders(200, b.length);
            try (OutputStream out = x.getResponseBody()) {
                out.write(b);
            }
        });
        server.start();
        int port = server.getAddress().getPort();
        load(port, clients, warm);
        var os = ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class);
        long began = os.getProcessCpuTime();
        load(port, clients, n);
        System.out.printf("served %.5f%n", (os.getProcessCpuTime() - began) / 1e6 / clients / n);
        server.stop(0);
        threads.shutdown();
    }
}
