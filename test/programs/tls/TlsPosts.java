import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;

/** Posts of many sizes over TLS; the server answers with each body's digest, which has to be right. */
public class TlsPosts {
    static final int MOST = 40_000;
    static final AtomicInteger asked = new AtomicInteger();
    static final Map<String, AtomicInteger> protocols = new TreeMap<>();
    static SSLContext secure;
    static URI address;

    public static void main(String[] args) throws Exception {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (FileInputStream in = new FileInputStream(args[0])) {
            keys.load(in, args[1].toCharArray());
        }
        secure = context(keys, args[1].toCharArray());
        ExecutorService workers = Executors.newFixedThreadPool(4);
        HttpsServer server = start(workers);
        address = URI.create("https://localhost:" + server.getAddress().getPort() + "/digest");
        try {
            report("kept, TLS 1.3", oneAfterTheOther(client("TLSv1.3"), 0, 300));
            report("kept, TLS 1.2", oneAfterTheOther(client("TLSv1.2"), 300, 300));
            report("at once", atOnce(client("TLSv1.3"), 600, 200));
            report("new connections", newConnections(800, 100));
            report("old client", oldClient(900, 100));
            stranger();
        } finally {
            server.stop(0);
            workers.shutdown();
        }
        System.out.println("protocols " + protocols);
        System.out.println("done " + asked);
        System.exit(0); // The clients' threads end only when collected.
    }

    static SSLContext context(KeyStore keys, char[] password) throws Exception {
        KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, password);
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("server", keys.getCertificate("server"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }

    static HttpsServer start(ExecutorService workers) throws IOException {
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        server.setHttpsConfigurator(new HttpsConfigurator(secure) {
            @Override
            public void configure(HttpsParameters p) {
                p.setSSLParameters(getSSLContext().getDefaultSSLParameters());
            }
        });
        server.createContext("/digest", TlsPosts::answer);
        server.setExecutor(workers);
        server.start();
        return server;
    }

    static void answer(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        byte[] text = (digest(body) + " " + body.length).getBytes();
        exchange.sendResponseHeaders(200, text.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(text);
        }
    }

    static HttpClient client(String protocol) {
        SSLParameters parameters = new SSLParameters();
        parameters.setProtocols(new String[] {protocol});
        return HttpClient.newBuilder().sslContext(secure).sslParameters(parameters).version(HttpClient.Version.HTTP_1_1).build();
    }

    static HttpRequest post(int number) {
        return HttpRequest.newBuilder(address).POST(BodyPublishers.ofByteArray(body(number))).build();
    }

    static int oneAfterTheOther(HttpClient client, int first, int count) throws Exception {
        int sum = 0;
        for (int i = first; i < first + count; i++)
            sum += checked(i, client.send(post(i), BodyHandlers.ofString()));
        return sum;
    }

    static int atOnce(HttpClient client, int first, int count) {
        int sum = 0;
        for (int i = first; i < first + count; i += 8)
            sum += IntStream.range(i, i + 8).mapToObj(k -> client.sendAsync(post(k), BodyHandlers.ofString()).thenApply(r -> checked(k, r)))
                .toList().stream().mapToInt(CompletableFuture::join).sum();
        return sum;
    }

    static int newConnections(int first, int count) throws Exception {
        int sum = 0;
        for (int i = first; i < first + count; i += 10)
            sum += oneAfterTheOther(client(i % 20 == 0 ? "TLSv1.3" : "TLSv1.2"), i, 10);
        return sum;
    }

    static int oldClient(int first, int count) throws Exception {
        int sum = 0;
        for (int i = first; i < first + count; i++) {
            HttpsURLConnection c = (HttpsURLConnection) address.toURL().openConnection();
            c.setSSLSocketFactory(secure.getSocketFactory());
            c.setDoOutput(true);
            try (OutputStream out = c.getOutputStream()) {
                out.write(body(i));
            }
            sum += checked(i, new String(c.getInputStream().readAllBytes()));
            count(c.getSSLSession().get().getProtocol());
        }
        return sum;
    }

    /** A client that does not trust the server's certificate gets no answer. */
    static void stranger() throws Exception {
        try {
            HttpClient.newHttpClient().send(post(0), BodyHandlers.ofString());
            System.out.println("trusted by a stranger");
        } catch (SSLHandshakeException e) {
            System.out.println("not trusted: " + e.getMessage());
        }
    }

    static int checked(int number, HttpResponse<String> response) {
        count(response.sslSession().get().getProtocol());
        return checked(number, response.body());
    }

    static int checked(int number, String answer) {
        byte[] body = body(number);
        if (!answer.equals(digest(body) + " " + body.length)) throw new AssertionError(number + ": " + answer);
        asked.incrementAndGet();
        return Arrays.hashCode(answer.getBytes());
    }

    static void count(String protocol) {
        synchronized (protocols) {
            protocols.computeIfAbsent(protocol, p -> new AtomicInteger()).incrementAndGet();
        }
    }

    static byte[] body(int number) {
        byte[] body = new byte[(number * 7919) % MOST];
        for (int i = 0; i < body.length; i++) body[i] = (byte) (i * 31 + number);
        return body;
    }

    static String digest(byte[] body) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    static void report(String what, int sum) {
        System.out.println(what + ": " + asked + " answers so far, sum " + sum);
    }
}
