// Files, streams, random access, channels, memory mapping, locks, attributes, directory walks, charsets through readers and writers,
// errors with their messages.
import java.io.*;
import java.nio.*;
import java.nio.channels.*;
import java.nio.charset.*;
import java.nio.file.*;
import java.nio.file.attribute.*;
import java.util.*;
import java.util.stream.*;

public class FilesAndChannels {
    static Path dir;
    interface Body { Object run() throws Throwable; }
    static void t(String n, Body b) {
        String r;
        try { r = String.valueOf(b.run()); } catch (Throwable e) { r = e.toString(); }
        System.out.println(n + ": " + r.replace(dir.toString(), "DIR").replace("\0", "\\0"));
    }

    public static void main(String[] args) throws Exception {
        dir = Files.createTempDirectory("argus-test");
        try { work(); } finally {
            try (Stream<Path> s = Files.walk(dir)) { for (Path p : s.sorted(Comparator.reverseOrder()).toList()) Files.delete(p); }
            System.out.println("cleaned " + !Files.exists(dir));
        }
    }

    static void work() throws Exception {
        Path a = dir.resolve("a.txt"), sub = dir.resolve("sub/deeper");
        Files.writeString(a, "one\ntwo h\u00e9llo \u4e16\n");
        System.out.println(Files.size(a) + " " + Files.readAllLines(a) + " " + Files.readString(a).length());
        Files.write(a, List.of("three"), StandardOpenOption.APPEND); System.out.println(Files.lines(a).count() + " " + Files.mismatch(a, a));
        Files.createDirectories(sub); Files.copy(a, sub.resolve("b.txt"));
        Files.move(sub.resolve("b.txt"), sub.resolve("c.txt"), StandardCopyOption.ATOMIC_MOVE);
        Files.createSymbolicLink(dir.resolve("link"), Path.of("a.txt"));
        Files.createLink(dir.resolve("hard"), a);
        try (Stream<Path> s = Files.walk(dir)) { System.out.println(s.map(p -> dir.relativize(p).toString()).sorted().toList()); }
        try (DirectoryStream<Path> d = Files.newDirectoryStream(dir, "*.txt")) { for (Path p : d) System.out.println(p.getFileName()); }
        System.out.println(Files.isSymbolicLink(dir.resolve("link")) + " " + Files.readSymbolicLink(dir.resolve("link")) + " "
            + Files.isSameFile(a, dir.resolve("hard")) + " " + Files.isDirectory(sub) + " " + Files.isRegularFile(a) + " "
            + Files.notExists(dir.resolve("x")) + " " + Files.probeContentType(a));
        Files.setPosixFilePermissions(a, PosixFilePermissions.fromString("rw-r-----"));
        Files.setLastModifiedTime(a, FileTime.fromMillis(1_000_000_000_000L));
        BasicFileAttributes at = Files.readAttributes(a, BasicFileAttributes.class);
        System.out.println(PosixFilePermissions.toString(Files.getPosixFilePermissions(a)) + " " + at.lastModifiedTime() + " "
            + at.isRegularFile() + " " + Files.getAttribute(a, "unix:nlink") + " " + Files.getOwner(a).getName().isEmpty());
        t("missing", () -> Files.readString(dir.resolve("nope"))); t("exists", () -> Files.createFile(a));
        t("not empty", () -> { Files.delete(dir.resolve("sub")); return 0; });
        t("is a directory", () -> new FileInputStream(dir.toFile()));
        t("no such", () -> new FileReader(dir.resolve("q").toFile()));
        t("not a directory", () -> Files.list(a)); t("bad path", () -> Path.of("a\0b"));
        t("copy over", () -> Files.copy(a, dir.resolve("hard")));
        t("write to directory", () -> Files.write(dir, new byte[1]));
        t("malformed", () -> { Files.write(a, new byte[] {(byte) 0xff, 'x'}); return Files.readString(a); });
        t("delete missing", () -> Files.deleteIfExists(dir.resolve("zz")));
        t("close then read", () -> { InputStream in = Files.newInputStream(a); in.close(); return in.read(); });
        try (RandomAccessFile r = new RandomAccessFile(dir.resolve("r.bin").toFile(), "rw")) {
            r.writeInt(0x01020304); r.writeLong(-5); r.writeDouble(2.5); r.writeUTF("\u00e9\0x"); r.seek(2);
            System.out.println(r.readShort() + " " + r.readLong() + " " + r.readDouble() + " " + r.readUTF().length() + " "
                + r.getFilePointer() + " " + r.length());
            r.setLength(10); System.out.println(r.length()); r.seek(100); r.write(1);
            System.out.println(r.length());
            try { r.seek(0); r.readFully(new byte[500]); } catch (EOFException e) { System.out.println("EOF " + e.getMessage()); }
        }
        try (FileChannel c = FileChannel.open(dir.resolve("m.bin"), StandardOpenOption.CREATE, StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
            MappedByteBuffer m = c.map(FileChannel.MapMode.READ_WRITE, 0, 70000);
            for (int i = 0; i < 70000; i += 4) m.putInt(i, i); m.force();
            ByteBuffer h = ByteBuffer.allocate(8), d = ByteBuffer.allocateDirect(8); c.read(h, 400);
            c.read(d, 69992);
            System.out.println(h.getInt(0) + " " + d.getInt(4) + " " + c.size() + " " + c.position());
            c.write(new ByteBuffer[] {ByteBuffer.wrap("abc".getBytes()), ByteBuffer.wrap("def".getBytes())});
            c.position(1); ByteBuffer two = ByteBuffer.allocate(4); c.read(two);
            System.out.println(new String(two.array()) + " " + c.position());
            try (FileLock l = c.tryLock()) {
                System.out.println(l.isValid() + " " + l.isShared());
                try { c.tryLock(); } catch (OverlappingFileLockException e) { System.out.println("overlap"); }
            }
            c.truncate(3); System.out.println(c.size());
            try (FileChannel to = FileChannel.open(dir.resolve("t.bin"), StandardOpenOption.CREATE,
                StandardOpenOption.WRITE)) { System.out.println(c.transferTo(0, 100, to)); }
        }
        for (String cs : new String[] {"UTF-8", "UTF-16", "UTF-16LE", "ISO-8859-1", "US-ASCII", "windows-1252", "Shift_JIS", "GBK",
            "IBM037", "UTF-32"}) {
            Charset c = Charset.forName(cs); byte[] b = "A\u00e9\u4e16\ud83d\ude00\u20ac".getBytes(c);
            System.out.println(cs + " " + b.length + " " + Arrays.hashCode(b) + " "
                + new String(b, c).equals("A\u00e9\u4e16\ud83d\ude00\u20ac") + " " + c.newEncoder().canEncode('\u4e16'));
        }
        try { Charset.forName("no-such"); } catch (UnsupportedCharsetException e) { System.out.println(e.getMessage()); }
        CharsetDecoder dec = StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPORT);
        try { dec.decode(ByteBuffer.wrap(new byte[] {'a', (byte) 0xc3})); } catch (CharacterCodingException e) { System.out.println(e); }
        try (Writer w = new BufferedWriter(new OutputStreamWriter(new FileOutputStream(dir.resolve("w.txt").toFile()), "UTF-16"))) {
            for (int i = 0; i < 3000; i++) w.write("line " + i + "\u00df\n");
        }
        try (BufferedReader r = new BufferedReader(new InputStreamReader(new FileInputStream(dir.resolve("w.txt").toFile()), "UTF-16"))) {
            int n = 0, l = 0; for (String s; (s = r.readLine()) != null; n++) l += s.length(); System.out.println(n + " " + l);
        }
        try (PrintWriter p = new PrintWriter(dir.resolve("p.txt").toFile(), "UTF-8")) { p.printf("%s %d%n", "x", 5); p.println(2.5); }
        try (Scanner s = new Scanner(dir.resolve("p.txt"))) { System.out.println(s.next() + s.nextInt() + s.nextDouble() + s.hasNext()); }
        DataOutputStream d = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(dir.resolve("d"))));
        for (int i = 0; i < 1000; i++) { d.writeByte(i); d.writeChar(i); d.writeFloat(i); d.writeBoolean(i % 2 == 0); }
        d.close();
        try (DataInputStream i = new DataInputStream(new BufferedInputStream(Files.newInputStream(dir.resolve("d"))))) {
            i.skipBytes(8 * 500);
            System.out.println(i.readByte() + " " + (int) i.readChar() + " " + i.readFloat() + " " + i.readBoolean() + " " + i.available());
        }
        File f = dir.resolve("f").toFile();
        System.out.println(f.createNewFile() + " " + f.createNewFile() + " " + f.length() + " " + f.canRead() + f.canExecute() + " "
            + f.setReadOnly() + " " + f.renameTo(new File(dir.toFile(), "g")) + " " + f.exists() + " "
            + Arrays.stream(dir.toFile().list()).sorted().toList() + " " + new File("/a/../b/./c").getCanonicalPath() + " "
            + new File("x/y.txt").getParent() + " " + dir.toFile().isHidden() + " "
            + new File("").getAbsolutePath().equals(System.getProperty("user.dir")));
        File tmp = File.createTempFile("pre", ".suf", dir.toFile());
        System.out.println(tmp.getName().startsWith("pre") && tmp.getName().endsWith(".suf"));
        PipedOutputStream po = new PipedOutputStream(); PipedInputStream pi = new PipedInputStream(po, 16);
        Thread wr = new Thread(() -> { try (po) { for (int i = 0; i < 200; i++) po.write(i); } catch (IOException e) { } });
        wr.start(); int sum = 0; for (int b; (b = pi.read()) >= 0; ) sum += b; wr.join();
        System.out.println(sum);
        PushbackInputStream pb = new PushbackInputStream(new SequenceInputStream(new ByteArrayInputStream("ab".getBytes()),
            new ByteArrayInputStream("cd".getBytes())));
        int c1 = pb.read(); pb.unread(c1); System.out.println(new String(pb.readAllBytes()));
        System.out.println(Path.of("/a/b/../c").normalize() + " " + Path.of("/a").relativize(Path.of("/a/x/y")) + " "
            + Path.of("a").resolveSibling("b") + " "
            + FileSystems.getDefault().getPathMatcher("glob:**/*.{java,txt}").matches(Path.of("q/w.java")));
    }
}
