import java.io.*;
import java.net.*;
import java.util.*;

/** Threads go to native code and come back all the time while the recorder walks those that are there. args: turns of each */
public class ToNative {
    public static void main(String[] args) throws Exception {
        int turns = Integer.parseInt(args[0]);
        List<Thread> all = new ArrayList<>();
        try (ServerSocket server = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
            for (int i = 0; i < 8; i++) {
                Socket s = i % 2 == 0 ? new Socket(server.getInetAddress(), server.getLocalPort()) : server.accept();
                s.setTcpNoDelay(true);
                boolean first = i % 2 == 0;
                Thread t = new Thread(() -> {
                    try (s) {
                        InputStream in = s.getInputStream();
                        OutputStream out = s.getOutputStream();
                        for (int k = 0; k < turns; k++) {
                            if (first) out.write(k);
                            if (in.read() != (k & 255)) throw new IllegalStateException();
                            if (!first) out.write(k);
                        }
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
                all.add(t);
                t.start();
            }
            for (Thread t : all) t.join();
        }
        System.out.println("done: as expected");
    }
}
