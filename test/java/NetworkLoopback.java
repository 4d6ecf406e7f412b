// HTTP server and clients on loopback, sockets with time-outs and half close, datagrams, channels with a selector, asynchronous channels, errors.
import com.sun.net.httpserver.*;
import java.io.*;
import java.net.*;
import java.net.http.*;
import java.nio.*;
import java.nio.channels.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.concurrent.*;

public class NetworkLoopback {
    static final InetAddress LO = InetAddress.getLoopbackAddress();
    interface Body { Object run() throws Throwable; }
    static void t(String n, Body b) {
        try {
            System.out.println(n + ": " + b.run());
        } catch (Throwable e) {
            System.out.println(n + ": " + e.getClass().getName() + " " + e.getMessage());
        }
    }

    static void http() throws Exception {
        HttpServer s = HttpServer.create(new InetSocketAddress(LO, 0), 0);
        ExecutorService pool = Executors.newFixedThreadPool(3); s.setExecutor(pool);
        s.createContext("/echo", x -> { byte[] in = x.getRequestBody().readAllBytes(); byte[] out = (x.getRequestMethod() + " "
            + x.getRequestURI().getQuery() + " " + new String(in,
            StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8); x.getResponseHeaders().add("X-Len", ""
            + in.length); x.sendResponseHeaders(200, out.length); try (OutputStream o = x.getResponseBody()) { o.write(out); } });
        s.createContext("/chunked", x -> { x.sendResponseHeaders(200,
            0); try (OutputStream o = x.getResponseBody()) { for (int i = 0; i < 100; i++) o.write(("chunk " + i + "\n").getBytes()); } });
        s.createContext("/none", x -> { x.sendResponseHeaders(204, -1); x.close(); }); s.start();
        String base = "http://" + LO.getHostAddress() + ":" + s.getAddress().getPort();
        HttpURLConnection c = (HttpURLConnection) new URL(base + "/echo?q=1").openConnection();
        c.setDoOutput(true); c.getOutputStream().write("body".getBytes());
        System.out.println(c.getResponseCode() + " " + c.getHeaderField("X-Len") + " " + new String(c.getInputStream().readAllBytes()));
        HttpURLConnection nf = (HttpURLConnection) new URL(base + "/missing").openConnection();
        System.out.println(nf.getResponseCode());
        t("not found stream",
            () -> { try { return nf.getInputStream(); } catch (FileNotFoundException e) { return "FileNotFoundException"; } });
        HttpClient hc = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        System.out.println(hc.send(HttpRequest.newBuilder(URI.create(base
            + "/echo?z=%C3%A9")).PUT(HttpRequest.BodyPublishers.ofString("h\u00e9")).build(),
            HttpResponse.BodyHandlers.ofString()).body());
        System.out.println(hc.send(HttpRequest.newBuilder(URI.create(base + "/chunked")).build(),
            HttpResponse.BodyHandlers.ofLines()).body().count() + " "
            + hc.send(HttpRequest.newBuilder(URI.create(base + "/none")).build(), HttpResponse.BodyHandlers.discarding()).statusCode());
        List<CompletableFuture<Integer>> all = new ArrayList<>();
        for (int i = 0; i < 10; i++) all.add(hc.sendAsync(HttpRequest.newBuilder(URI.create(base + "/echo?n=" + i)).build(),
            HttpResponse.BodyHandlers.ofString()).thenApply(r -> r.body().length()));
        int sum = 0; for (CompletableFuture<Integer> f : all) sum += f.get(); System.out.println(sum);
        s.stop(0); pool.shutdown();
        System.out.println("stopped " + pool.awaitTermination(5, TimeUnit.SECONDS));
    }
    static void sockets() throws Exception {
        try (ServerSocket ss = new ServerSocket(0, 5, LO)) {
            Thread srv = new Thread(() -> {
                try {
                    for (int k = 0; k < 2; k++) try (Socket x = ss.accept()) {
                            BufferedReader r = new BufferedReader(new InputStreamReader(x.getInputStream()));
                            PrintWriter w = new PrintWriter(x.getOutputStream(), true);
                            for (String l; (l = r.readLine()) != null;) w.println("re " + l);
                            w.println("end");
                        }
                } catch (IOException e) { System.out.println(e); }
            });
            srv.start();
            for (int k = 0; k < 2; k++) try (Socket x = new Socket(LO, ss.getLocalPort())) {
                x.setTcpNoDelay(true); x.setSoTimeout(5000); x.setKeepAlive(true);
                PrintWriter w = new PrintWriter(x.getOutputStream(), true);
                BufferedReader r = new BufferedReader(new InputStreamReader(x.getInputStream()));
                w.println("hello " + k); System.out.println(r.readLine()); w.println("again");
                x.shutdownOutput();
                System.out.println(r.readLine() + " " + r.readLine() + " " + r.readLine() + " " + x.isOutputShutdown() + x.getTcpNoDelay());
            }
            srv.join();
            t("accept time-out", () -> { ss.setSoTimeout(10); return ss.accept(); });
            t("read time-out", () -> { try (Socket a = new Socket(LO,
                ss.getLocalPort()); Socket b = ss.accept()) { a.setSoTimeout(10); return a.getInputStream().read(); } });
            t("closed by peer", () -> { try (Socket a = new Socket(LO,
                ss.getLocalPort()); Socket b = ss.accept()) { b.close(); return a.getInputStream().read(); } });
            Socket blocked = new Socket(LO, ss.getLocalPort()); Socket peer = ss.accept();
            String[] got = new String[1];
            Thread rd = new Thread(() -> {
                try {
                    blocked.getInputStream().read();
                } catch (SocketException e) { got[0] = "closed while reading"; } catch (IOException e) {
                    got[0] = e.toString();
                }
            });
            rd.start(); Thread.sleep(20); blocked.close(); rd.join(); System.out.println(got[0]);
            peer.close(); t("bind twice", () -> new ServerSocket(ss.getLocalPort(), 1, LO));
        }
        int port; try (ServerSocket gone = new ServerSocket(0, 1, LO)) { port = gone.getLocalPort(); }
        t("refused", () -> new Socket(LO, port));
        t("closed socket", () -> { Socket x = new Socket(); x.close(); return x.getInputStream(); });
        t("unresolved", () -> { Socket x = new Socket(); x.connect(InetSocketAddress.createUnresolved("no.invalid", 1)); return 0; });
        t("address", () -> InetAddress.getByName("127.0.0.1").isLoopbackAddress() + " " + InetAddress.getByAddress(new byte[] {10, 0, 0, 1})
            + " " + InetAddress.getByName("::1").isLoopbackAddress());
        t("url", () -> { URI u = new URI("http://u:p@h:80/a/b?q=1#f"); return u.getHost() + u.getPort() + u.getPath() + u.resolve("../c")
            + URLEncoder.encode("a b&\u00e9", "UTF-8") + URLDecoder.decode("%41+b", "UTF-8"); });
        t("bad url", () -> new URL("nope://x")); t("bad uri", () -> new URI("http://a b"));
        try (DatagramSocket a = new DatagramSocket(0, LO); DatagramSocket b = new DatagramSocket(0, LO)) {
            a.send(new DatagramPacket("ping".getBytes(), 4, LO, b.getLocalPort()));
            DatagramPacket p = new DatagramPacket(new byte[100], 100); b.receive(p);
            System.out.println(new String(p.getData(), 0, p.getLength()) + " " + (p.getPort() == a.getLocalPort()));
            b.setSoTimeout(5); t("datagram time-out", () -> { b.receive(p); return 0; });
        }
    }
    static void selector() throws Exception {
        Selector sel = Selector.open();
        ServerSocketChannel ss = ServerSocketChannel.open().bind(new InetSocketAddress(LO, 0));
        ss.configureBlocking(false); ss.register(sel, SelectionKey.OP_ACCEPT);
        int port = ((InetSocketAddress) ss.getLocalAddress()).getPort(); Thread[] cl = new Thread[3];
        String[] got = new String[3];
        for (int i = 0; i < 3; i++) {
            int id = i;
            cl[i] = new Thread(() -> { try (SocketChannel c = SocketChannel.open(new InetSocketAddress(LO,
                port))) { c.write(ByteBuffer.wrap(("msg"
                + id).getBytes())); ByteBuffer b = ByteBuffer.allocate(20); c.read(b); got[id] = new String(b.array(), 0,
                b.position()); } catch (IOException e) { got[id] = e.toString(); } });
            cl[i].start();
        }
        int closed = 0;
        while (closed < 3) {
            sel.select();
            for (Iterator<SelectionKey> it = sel.selectedKeys().iterator(); it.hasNext(); ) {
                SelectionKey k = it.next(); it.remove();
                if (k.isAcceptable()) {
                    SocketChannel c = ss.accept(); c.configureBlocking(false);
                    c.register(sel, SelectionKey.OP_READ, ByteBuffer.allocateDirect(64));
                } else {
                    ByteBuffer b = (ByteBuffer) k.attachment(); b.clear();
                    SocketChannel c = (SocketChannel) k.channel(); int n = c.read(b);
                    if (n < 0) {
                        c.close(); closed++;
                    } else {
                        b.flip(); byte[] x = new byte[b.remaining()]; b.get(x);
                        c.write(ByteBuffer.wrap(("<" + new String(x) + ">").getBytes()));
                    }
                }
            }
        }
        for (Thread t : cl) t.join(); System.out.println(Arrays.toString(got));
        System.out.println(sel.selectNow() + " " + sel.keys().size()); Thread wk = new Thread(sel::wakeup);
        wk.start(); System.out.println("woken " + sel.select(10000)); wk.join(); ss.close(); sel.close();
        Pipe p = Pipe.open(); p.sink().write(ByteBuffer.wrap(new byte[] {1, 2, 3}));
        ByteBuffer pb = ByteBuffer.allocate(3); p.source().read(pb);
        System.out.println(Arrays.toString(pb.array()));
        AsynchronousServerSocketChannel as = AsynchronousServerSocketChannel.open().bind(new InetSocketAddress(LO, 0));
        Future<AsynchronousSocketChannel> acc = as.accept();
        AsynchronousSocketChannel ac = AsynchronousSocketChannel.open();
        ac.connect(as.getLocalAddress()).get(); ac.write(ByteBuffer.wrap("async".getBytes())).get();
        ByteBuffer ab = ByteBuffer.allocate(10); acc.get().read(ab).get();
        System.out.println(new String(ab.array(), 0, ab.position())); ac.close(); as.close();
        SocketChannel ic = SocketChannel.open();
        Thread in = new Thread(() -> { try (ServerSocketChannel q = ServerSocketChannel.open().bind(new InetSocketAddress(LO,
            0))) { q.accept(); } catch (ClosedByInterruptException e) { System.out.println("closed by interrupt "
            + Thread.interrupted()); } catch (IOException e) { System.out.println(e); } });
        in.start(); Thread.sleep(10); in.interrupt(); in.join();
    }
    public static void main(String[] args) throws Exception { http(); sockets(); selector(); System.exit(0); }
}
