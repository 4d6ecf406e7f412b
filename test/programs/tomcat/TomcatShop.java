import jakarta.servlet.AsyncContext;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.Part;
import jakarta.websocket.OnMessage;
import jakarta.websocket.server.ServerContainer;
import jakarta.websocket.server.ServerEndpoint;
import java.io.File;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import org.apache.catalina.Context;
import org.apache.catalina.Wrapper;
import org.apache.catalina.servlets.DefaultServlet;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.ErrorPage;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;
import org.apache.tomcat.websocket.server.WsSci;

public class TomcatShop {
    static HttpClient client = HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
    static String root;

    // --- The server's side ---

    static class Echo extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.setContentType("text/plain;charset=UTF-8");
            TreeMap<String, String> sorted = new TreeMap<>();
            request.getParameterMap().forEach((name, values) -> sorted.put(name, String.join("+", values)));
            response.getWriter().print(request.getMethod() + " " + request.getPathInfo() + " " + sorted);
        }

        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
            doGet(request, response);
        }

        @Override
        protected void doPut(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter().print(checksum(request.getInputStream().readAllBytes()));
        }
    }

    static class Counter extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            HttpSession session = request.getSession();
            Integer old = (Integer) session.getAttribute("count");
            session.setAttribute("count", old == null ? 1 : old + 1);
            response.getWriter().print("count " + session.getAttribute("count") + (session.isNew() ? ", new" : ""));
        }
    }

    static class Slow extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) {
            AsyncContext later = request.startAsync();
            ForkJoinPool.commonPool().execute(() -> {
                try {
                    int n = Integer.parseInt(request.getParameter("n"));
                    later.getResponse().getWriter().print(IntStream.rangeClosed(1, n).mapToLong(i -> (long) i * i).sum());
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                } finally {
                    later.complete();
                }
            });
        }
    }

    static class Upload extends HttpServlet {
        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException, ServletException {
            for (Part part : request.getParts())
                response.getWriter().println(part.getName() + " " + part.getSubmittedFileName() + " " + checksum(part.getInputStream().readAllBytes()));
        }
    }

    static class Broken extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            if (request.getParameter("code") == null) throw new IllegalStateException("broken");
            response.sendError(Integer.parseInt(request.getParameter("code")));
        }
    }

    static class Failure extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter().print("error page: " + request.getAttribute("jakarta.servlet.error.status_code") + " "
                + request.getAttribute("jakarta.servlet.error.exception"));
        }
    }

    static class Stamp implements Filter {
        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain) throws IOException, ServletException {
            ((HttpServletResponse) response).setHeader("X-Stamp", ((HttpServletRequest) request).getServletPath());
            chain.doFilter(request, response);
        }
    }

    @ServerEndpoint("/talk")
    public static class Talk {
        @OnMessage
        public String text(String text) {
            return new StringBuilder(text).reverse().toString();
        }
    }

    static Tomcat start(File base) throws Exception {
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(base.getPath());
        tomcat.setPort(0);
        tomcat.getConnector().setProperty("compression", "on");
        tomcat.getConnector().setProperty("compressionMinSize", "1000");
        File files = new File(base, "files");
        files.mkdirs();
        Files.writeString(new File(files, "words.txt").toPath(), "tea and scones, ".repeat(1000));
        Context context = tomcat.addContext("/shop", files.getAbsolutePath());
        context.addServletContainerInitializer(new WsSci(), null);
        context.addApplicationListener(Endpoints.class.getName());
        add(context, new Echo(), "echo", "/echo/*");
        add(context, new Counter(), "counter", "/counter");
        add(context, new Slow(), "slow", "/slow").setAsyncSupported(true);
        add(context, new Upload(), "upload", "/upload").setMultipartConfigElement(new MultipartConfigElement(base.getAbsolutePath()));
        add(context, new Broken(), "broken", "/broken");
        add(context, new Failure(), "failure", "/failure");
        add(context, new DefaultServlet(), "default", "/");
        addFilter(context);
        addErrorPage(context);
        tomcat.start();
        return tomcat;
    }

    /** Endpoints are told while the context starts, when their container is there. */
    public static class Endpoints implements jakarta.servlet.ServletContextListener {
        @Override
        public void contextInitialized(jakarta.servlet.ServletContextEvent event) {
            try {
                ((ServerContainer) event.getServletContext().getAttribute(ServerContainer.class.getName())).addEndpoint(Talk.class);
            } catch (jakarta.websocket.DeploymentException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    static Wrapper add(Context context, HttpServlet servlet, String name, String pattern) {
        Wrapper wrapper = Tomcat.addServlet(context, name, servlet);
        context.addServletMappingDecoded(pattern, name);
        return wrapper;
    }

    static void addFilter(Context context) {
        FilterDef filter = new FilterDef();
        filter.setFilterName("stamp");
        filter.setFilter(new Stamp());
        filter.setAsyncSupported("true");
        context.addFilterDef(filter);
        FilterMap map = new FilterMap();
        map.setFilterName("stamp");
        map.addURLPattern("/*");
        context.addFilterMap(map);
    }

    static void addErrorPage(Context context) {
        ErrorPage page = new ErrorPage();
        page.setLocation("/failure");
        context.addErrorPage(page);
    }

    // --- The client's side ---

    static HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(URI.create(root + path));
    }

    static String show(HttpResponse<String> response) {
        String stamp = response.headers().firstValue("X-Stamp").orElse("-");
        return response.statusCode() + " [" + stamp + "] " + response.body().trim();
    }

    static String ask(HttpRequest.Builder request) throws Exception {
        return show(client.send(request.build(), BodyHandlers.ofString()));
    }

    static void oneOfEach() throws Exception {
        System.out.println(ask(to("/echo/a/b?x=1&y=two&x=%C3%A9")));
        System.out.println(ask(to("/echo/form").header("Content-Type", "application/x-www-form-urlencoded").POST(BodyPublishers.ofString("tea=green&cups=2"))));
        System.out.println(ask(to("/echo/put").PUT(BodyPublishers.ofByteArray(bytes(300_000)))));
        System.out.println(ask(to("/echo/").method("PATCH", BodyPublishers.noBody())).lines().findFirst().get());
        for (int i = 0; i < 3; i++) System.out.println(ask(to("/counter")));
        System.out.println(ask(to("/slow?n=1000")));
        System.out.println(ask(upload()));
        System.out.println(ask(to("/broken")));
        System.out.println(ask(to("/broken?code=418")));
        System.out.println(ask(to("/nothing")));
        files();
    }

    static HttpRequest.Builder upload() {
        String part = "--edge\r\nContent-Disposition: form-data; name=\"%s\"; filename=\"%s\"\r\nContent-Type: text/plain\r\n\r\n%s\r\n";
        String body = part.formatted("menu", "menu.txt", "tea\nscones") + part.formatted("long", "long.txt", "jam ".repeat(50_000)) + "--edge--\r\n";
        return to("/upload").header("Content-Type", "multipart/form-data; boundary=edge").POST(BodyPublishers.ofString(body));
    }

    static HttpResponse<byte[]> fetch(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), BodyHandlers.ofByteArray());
    }

    static void files() throws Exception {
        HttpResponse<byte[]> plain = fetch(to("/words.txt"));
        HttpResponse<byte[]> zipped = fetch(to("/echo/?long=" + "long".repeat(1000)).header("Accept-Encoding", "gzip"));
        HttpResponse<byte[]> part = fetch(to("/words.txt").header("Range", "bytes=8-13"));
        HttpResponse<byte[]> known = fetch(to("/words.txt").header("If-None-Match", plain.headers().firstValue("ETag").get()));
        System.out.println(plain.statusCode() + " " + checksum(plain.body()) + ", "
            + part.statusCode() + " " + new String(part.body()) + ", " + known.statusCode());
        System.out.println(zipped.headers().firstValue("Content-Encoding").orElse("-") + " " + checksum(
            new java.util.zip.GZIPInputStream(new java.io.ByteArrayInputStream(zipped.body())).readAllBytes()));
    }

    static void manyAtOnce() {
        CRC32 sum = new CRC32();
        for (int round = 0; round < 60; round++) {
            List<CompletableFuture<String>> answers = new ArrayList<>();
            for (int i = 0; i < 20; i++)
                answers.add(client.sendAsync(to(i % 4 == 0 ? "/slow?n=" + round : "/echo/" + round + "?i=" + i).build(), BodyHandlers.ofString())
                    .thenApply(TomcatShop::show));
            answers.forEach(a -> sum.update(a.join().getBytes()));
        }
        System.out.println("1200 at once: " + Long.toHexString(sum.getValue()));
    }

    static void talk() throws Exception {
        LinkedBlockingQueue<String> heard = new LinkedBlockingQueue<>();
        WebSocket socket = client.newWebSocketBuilder().buildAsync(URI.create(root.replace("http:", "ws:") + "/talk"), new WebSocket.Listener() {
            final StringBuilder parts = new StringBuilder();

            @Override
            public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
                parts.append(data);
                if (last) {
                    heard.add(parts.toString());
                    parts.setLength(0);
                }
                from.request(1);
                return null;
            }
        }).join();
        CRC32 sum = new CRC32();
        for (int i = 0; i < 200; i++) {
            socket.sendText("message " + i + " ".repeat(i) + "end", true).join();
            sum.update(heard.poll(60, TimeUnit.SECONDS).getBytes());
        }
        socket.sendClose(WebSocket.NORMAL_CLOSURE, "enough").join();
        System.out.println("200 messages: " + Long.toHexString(sum.getValue()));
    }

    static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) bytes[i] = (byte) (i * 7);
        return bytes;
    }

    static String checksum(byte[] bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        return bytes.length + " bytes, " + Long.toHexString(crc.getValue());
    }

    public static void main(String[] args) throws Exception {
        Tomcat tomcat = start(new File("tomcat"));
        root = "http://localhost:" + tomcat.getConnector().getLocalPort() + "/shop";
        oneOfEach();
        manyAtOnce();
        talk();
        tomcat.stop();
        tomcat.destroy();
        System.out.println("done");
    }
}
