import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.*;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.*;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.*;
import java.util.concurrent.*;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;

/**
 * A shop on Tomcat, measured while it is asked. `Shop serve` prints its port, and at /mark the processor time of the process in milliseconds. `Shop ask
 * PORT CLIENTS WARM COUNTED` asks from another process and marks the beginning and the end of the requests that count.
 */
public final class Shop extends HttpServlet {
    record Item(String name, String kind, BigDecimal price, LocalDate since) {}
    static final Pattern CODE = Pattern.compile("[A-Z]{2}-\\d{3}(-[a-z]+)?");
    static final List<Item> ITEMS = new ArrayList<>();
    static final ConcurrentMap<String, Long> ASKED = new ConcurrentHashMap<>();

    static {
        String[] kinds = { "tea", "cup", "pot", "tin", "spoon" };
        for (int i = 0; i < 200; i++)
            ITEMS.add(new Item("item \"" + i + "\"", kinds[i % kinds.length], BigDecimal.valueOf(199 + 37L * i, 2),
                LocalDate.of(2020, 1, 1).plusDays(i * 5L)));
    }

    static void escape(StringBuilder json, String text) {
        json.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') json.append('\\');
            json.append(c);
        }
        json.append('"');
    }

    static BigDecimal reduced(Item item, int percent) {
        return item.price().multiply(BigDecimal.valueOf(100 - percent)).divide(BigDecimal.valueOf(100), 2, RoundingMode.HALF_UP);
    }

    /** The dearest items of a kind, as JSON. */
    static String list(String kind, int most, int percent) {
        List<Item> found = ITEMS.stream().filter(i -> i.kind().equals(kind))
            .sorted(Comparator.comparing(Item::price).reversed().thenComparing(Item::name)).limit(most).collect(Collectors.toList());
        StringBuilder json = new StringBuilder("{\"items\":[");
        BigDecimal sum = BigDecimal.ZERO;
        for (Item item : found) {
            BigDecimal price = reduced(item, percent);
            sum = sum.add(price);
            if (json.charAt(json.length() - 1) != '[') json.append(',');
            json.append("{\"name\":");
            escape(json, item.name());
            json.append(",\"price\":").append(price).append(",\"since\":\"").append(item.since()).append("\"}");
        }
        return json.append("],\"sum\":").append(sum).append('}').toString();
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setCharacterEncoding("UTF-8");
        if (request.getRequestURI().endsWith("/mark")) {
            var os = ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class);
            response.getWriter().print(os.getProcessCpuTime() / 1e6);
            return;
        }
        String code = request.getParameter("code");
        if (code == null || !CODE.matcher(code).matches()) {
            response.sendError(400);
            return;
        }
        ASKED.merge(code, 1L, Long::sum);
        response.setContentType("application/json");
        response.setHeader("X-Asked", String.valueOf(ASKED.get(code)));
        response.getWriter().write(list(request.getParameter("kind"), Integer.parseInt(request.getParameter("most")), code.length()));
    }

    static void serve() throws Exception {
        Tomcat tomcat = new Tomcat();
        File base = new File("tomcat");
        tomcat.setBaseDir(base.getPath());
        tomcat.setPort(0);
        Context context = tomcat.addContext("", base.getAbsolutePath());
        Tomcat.addServlet(context, "shop", new Shop());
        context.addServletMappingDecoded("/*", "shop");
        tomcat.getConnector().setProperty("maxKeepAliveRequests", "-1");
        tomcat.start();
        System.out.println("port " + tomcat.getConnector().getLocalPort());
        System.in.read(); // until whoever started it has gone, or says so
        tomcat.stop();
        tomcat.destroy();
    }

    // ---- the other side ----

    static String line(InputStream in) throws IOException {
        StringBuilder s = new StringBuilder();
        for (int c; (c = in.read()) != '\n';) {
            if (c < 0) throw new EOFException();
            if (c != '\r') s.append((char) c);
        }
        return s.toString();
    }

    static byte[] get(InputStream in, OutputStream out, String path) throws IOException {
        out.write(("GET " + path + " HTTP/1.1\r\nHost: here\r\nAccept: */*\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
        if (!line(in).contains(" 200")) throw new IOException("refused: " + path);
        int length = -1;
        for (String line; !(line = line(in)).isEmpty();)
            if (line.regionMatches(true, 0, "Content-Length:", 0, 15)) length = Integer.parseInt(line.substring(15).trim());
        if (length < 0) throw new IOException("an answer without a length: " + path);
        return in.readNBytes(length);
    }

    static long ask(int port, int client, int n) throws IOException {
        String[] kinds = { "tea", "cup", "pot", "tin", "spoon" };
        long bytes = 0;
        try (Socket s = new Socket(InetAddress.getLoopbackAddress(), port)) {
            s.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(s.getInputStream());
            for (int i = 0; i < n; i++)
                bytes += get(in, s.getOutputStream(),
                    "/list?code=AB-" + (100 + (i * 7 + client) % 900) + "&kind=" + kinds[i % 5] + "&most=" + (5 + i % 10)).length;
        }
        return bytes;
    }

    static double mark(int port) throws IOException {
        try (Socket s = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return Double.parseDouble(new String(get(s.getInputStream(), s.getOutputStream(), "/mark")));
        }
    }

    static void load(int port, int clients, int n) throws Exception {
        ExecutorService all = Executors.newFixedThreadPool(clients);
        List<Future<Long>> bytes = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            int client = i;
            bytes.add(all.submit(() -> ask(port, client, n)));
        }
        for (Future<Long> f : bytes)
            if (f.get() < 200L * n) throw new AssertionError("short answers");
        all.shutdown();
    }

    public static void main(String[] args) throws Exception {
        if (args[0].equals("serve")) {
            serve();
            return;
        }
        int port = Integer.parseInt(args[1]), clients = Integer.parseInt(args[2]), counted = Integer.parseInt(args[4]);
        load(port, clients, Integer.parseInt(args[3]));
        double began = mark(port);
        load(port, clients, counted);
        System.out.printf("request %.6f%n", (mark(port) - began) / clients / counted);
    }
}
