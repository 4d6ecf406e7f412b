// A write that nobody will read, or that a file's limit forbids, is an IOException; processes that are started from here have the default for both signals.
import java.io.*;
import java.net.*;
import java.nio.*;
import java.nio.channels.*;
import java.nio.file.*;
import java.util.*;

public class FailedWrites {
    interface Step { void write() throws Exception; }

    /** Writes until it fails: what comes first is taken into a buffer. */
    static void untilItFails(String what, Step step) throws Exception {
        try {
            for (int i = 0; i < 100_000; i++) step.write();
            System.out.println(what + ": no exception");
        } catch (IOException e) {
            System.out.println(what + ": " + e.getClass().getName() + " " + e.getMessage());
        }
    }

    static void sockets() throws Exception {
        InetAddress here = InetAddress.getLoopbackAddress();
        try (ServerSocket server = new ServerSocket(0, 5, here); Socket client = new Socket(here, server.getLocalPort()); Socket s = server.accept()) {
            client.close();
            OutputStream out = s.getOutputStream();
            untilItFails("socket", () -> out.write(new byte[1000]));
            untilItFails("socket again", () -> out.write(1));
        }
        try (ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress(here, 0));
             SocketChannel client = SocketChannel.open(server.getLocalAddress()); SocketChannel s = server.accept()) {
            client.close();
            untilItFails("channel", () -> s.write(ByteBuffer.allocate(1000)));
            untilItFails("channel, direct", () -> s.write(new ByteBuffer[] { ByteBuffer.allocateDirect(10), ByteBuffer.allocate(10) }));
        }
        UnixDomainSocketAddress name = UnixDomainSocketAddress.of(Files.createTempDirectory("argus").resolve("socket"));
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(name);
             SocketChannel client = SocketChannel.open(name); SocketChannel s = server.accept()) {
            client.close();
            untilItFails("unix socket", () -> s.write(ByteBuffer.allocate(1000)));
        }
        Files.delete(name.getPath());
        Files.delete(name.getPath().getParent());
    }

    static void pipes() throws Exception {
        Pipe p = Pipe.open();
        p.source().close();
        untilItFails("pipe", () -> p.sink().write(ByteBuffer.allocate(10)));
        Process q = new ProcessBuilder("true").start();
        q.waitFor();
        OutputStream in = q.getOutputStream();
        // once its end has been noticed the stream is a closed one; before that the pipe is broken
        untilItFails("input of a process", () -> {
            try {
                in.write(new byte[10_000]);
                in.flush();
            } catch (IOException e) {
                throw new IOException("no reader");
            }
        });
        PrintStream print = new PrintStream(in);
        print.println("x");
        System.out.println("PrintStream: error " + print.checkError());
    }

    static void limit(String bytes) throws Exception {
        int status = new ProcessBuilder("prlimit", "--pid", "" + ProcessHandle.current().pid(), "--fsize=" + bytes + ":").inheritIO().start().waitFor();
        if (status != 0) System.out.println("prlimit: " + status);
    }

    static void files() throws Exception {
        Path f = Files.createTempFile("argus", ".big");
        try {
            limit("65536");
            try (OutputStream o = new FileOutputStream(f.toFile())) { untilItFails("file", () -> o.write(new byte[1000])); }
            System.out.println(Files.size(f));
            try (RandomAccessFile r = new RandomAccessFile(f.toFile(), "rw")) {
                r.seek(65536);
                untilItFails("random access file", () -> r.write(1));
                untilItFails("length", () -> r.setLength(100_000));
            }
            try (FileChannel c = FileChannel.open(f, StandardOpenOption.WRITE)) {
                untilItFails("file channel", () -> c.write(ByteBuffer.allocate(1), 65536));
                untilItFails("mapping",
                        ()
                                -> FileChannel.open(f, StandardOpenOption.READ, StandardOpenOption.WRITE)
                                        .map(FileChannel.MapMode.READ_WRITE, 0, 100_000));
            }
        } finally {
            limit("unlimited");
            Files.delete(f);
        }
    }

    static void children() throws Exception {
        for (String signal : List.of("PIPE", "XFSZ"))
            System.out.println("a child gets SIG" + signal + ": "
                    + new ProcessBuilder("sh", "-c", "kill -" + signal + " $$; echo ignored").inheritIO().start().waitFor());
        Process many = new ProcessBuilder("yes").start();
        many.getInputStream().close();
        System.out.println("a child whose reader has gone: " + many.waitFor());
    }

    public static void main(String[] args) throws Exception {
        sockets();
        pipes();
        files();
        children();
        System.out.println("alive");
    }
}
