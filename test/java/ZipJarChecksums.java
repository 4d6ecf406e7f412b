// Deflate and inflate, gzip, zip and jar files written and read, zip file system, CRC32, CRC32C, Adler32, errors on corrupt data.
import java.io.*;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.*;
import java.util.*;
import java.util.jar.*;
import java.util.zip.*;

public class ZipJarChecksums {
    static byte[] data(int n, int kind) {
        byte[] b = new byte[n]; Random r = new Random(kind);
        for (int i = 0; i < n; i++)
            b[i] = kind == 0    ? 0
                    : kind == 1 ? (byte) (i % 17)
                    : kind == 2 ? (byte) r.nextInt()
                                : (byte) ("the quick brown fox ".charAt(i % 20));
        return b;
    }
    static long crc(byte[] b) { CRC32 c = new CRC32(); c.update(b); return c.getValue(); }
    interface Body { Object run() throws Throwable; }
    static void t(String n, Body b) {
        try {
            System.out.println(n + ": " + b.run());
        } catch (Throwable e) {
            System.out.println(n + ": " + e.getClass().getName() + " " + String.valueOf(e.getMessage()).replaceAll("/.*/", ""));
        }
    }

    public static void main(String[] args) throws Exception {
        for (int kind = 0; kind < 4; kind++) for (int n : new int[] {0, 1, 1000, 100_000}) { byte[] d = data(n,
            kind); CRC32 c = new CRC32(); c.update(d); CRC32C cc = new CRC32C(); cc.update(d, 0,
            n); Adler32 a = new Adler32();
                ByteBuffer dir = ByteBuffer.allocateDirect(n + 3).position(3).put(d).flip().position(3);
                a.update(dir);
                CRC32 c2 = new CRC32();
                dir.position(3);
                c2.update(dir);
                CRC32 c3 = new CRC32();
                for (int i = 0; i < Math.min(n, 1000); i++) c3.update(d[i]);
                System.out.println(kind + " " + n + " " + c.getValue() + " " + cc.getValue() + " " + a.getValue() + " "
                        + (c2.getValue() == c.getValue()) + " " + c3.getValue());
                for (int level : new int[] {0, 1, 6, 9})
                    for (boolean wrap : new boolean[] {true, false}) {
                        Deflater df = new Deflater(level, wrap);
                        df.setInput(d);
                        df.finish();
                        byte[] out = new byte[n + n / 10 + 100];
                        int len = df.deflate(out);
                        boolean fin = df.finished();
                        df.end();
                        Inflater inf = new Inflater(wrap);
                        byte[] back = new byte[n];
                        int got = 0;
                        inf.setInput(out, 0, len);
                        while (!inf.finished()) {
                            int k = inf.inflate(back, got, Math.min(777, n - got));
                            if (k == 0 && inf.needsInput()) break;
                            got += k;
                            if (got == n && inf.getRemaining() == 0) break;
                        }
                        inf.end();
                        if (got != n || !Arrays.equals(d, back) || !fin)
                            System.out.println("bad round trip " + kind + " " + n + " " + level + wrap);
                    }
            }
        ByteArrayOutputStream bo = new ByteArrayOutputStream();
        try (GZIPOutputStream g = new GZIPOutputStream(bo)) { g.write(data(50_000, 3)); }
        byte[] gz = bo.toByteArray(); System.out.println(gz.length < 2000);
        System.out.println(crc(new GZIPInputStream(new ByteArrayInputStream(gz)).readAllBytes()) == crc(data(50_000, 3)));
        gz[gz.length - 6] ^= 1;
        t("bad gzip crc", () -> new GZIPInputStream(new ByteArrayInputStream(gz)).readAllBytes().length);
        t("no gzip", () -> new GZIPInputStream(new ByteArrayInputStream(new byte[30])));
        t("bad deflate", () -> { Inflater i = new Inflater(); i.setInput(data(100, 2)); return i.inflate(new byte[10]); });
        t("truncated", () -> new InflaterInputStream(new ByteArrayInputStream(Arrays.copyOf(new byte[] {0x78, (byte) 0x9c, 0x4b},
            3))).readAllBytes().length);
        t("dictionary", () -> {
            Deflater df = new Deflater();
            df.setDictionary("hello world".getBytes());
            df.setInput("hello world hello".getBytes());
            df.finish();
            byte[] o = new byte[100];
            int n = df.deflate(o);
            Inflater i = new Inflater();
            i.setInput(o, 0, n);
            byte[] b = new byte[100];
            int k = i.inflate(b);
            boolean need = i.needsDictionary();
            i.setDictionary("hello world".getBytes());
            k = i.inflate(b);
            return need + new String(b, 0, k);
        });
        Path dir = Files.createTempDirectory("argus-zip"), zip = dir.resolve("z.zip"), jar = dir.resolve("j.jar");
        try (ZipOutputStream z = new ZipOutputStream(Files.newOutputStream(zip))) {
            z.setComment("the comment");
            for (int i = 0; i < 50; i++) {
                ZipEntry e = new ZipEntry("dir" + i % 5 + "/file" + i + ".bin");
                e.setTime(1_000_000_000_000L + i * 100_000L); byte[] d = data(i * 100, i % 4);
                if (i % 7 == 0) { e.setMethod(ZipEntry.STORED); e.setSize(d.length); e.setCrc(crc(d)); }
                if (i == 3) e.setComment("entry \u00e9"); z.putNextEntry(e); z.write(d); z.closeEntry();
            }
            z.putNextEntry(new ZipEntry("empty/")); z.closeEntry();
            t("duplicate", () -> { z.putNextEntry(new ZipEntry("empty/")); return 0; });
        }
        try (ZipFile z = new ZipFile(zip.toFile())) {
            System.out.println(z.size() + " " + z.getComment() + " " + z.getEntry("dir3/file3.bin").getComment() + " " + z.getEntry("none")
                + " " + z.getEntry("empty").isDirectory());
            long s = 0;
            for (Enumeration<? extends ZipEntry> e = z.entries(); e.hasMoreElements(); ) {
                ZipEntry x = e.nextElement(); byte[] d = z.getInputStream(x).readAllBytes();
                if (d.length != x.getSize() || crc(d) != x.getCrc()) System.out.println("bad " + x);
                s += d.length;
            }
            System.out.println(s + " " + z.getEntry("dir0/file20.bin").getTime());
        }
        try (ZipInputStream z = new ZipInputStream(Files.newInputStream(zip))) {
            int n = 0; long s = 0; while (z.getNextEntry() != null) { n++; s += z.readAllBytes().length; } System.out.println(n + " " + s);
        }
        t("corrupt zip", () -> { Files.write(dir.resolve("c.zip"), data(500, 2)); return new ZipFile(dir.resolve("c.zip").toFile()); });
        t("missing zip", () -> new ZipFile(dir.resolve("nope.zip").toFile()));
        t("empty zip file", () -> { Files.write(dir.resolve("e.zip"), new byte[0]); return new ZipFile(dir.resolve("e.zip").toFile()); });
        Manifest mf = new Manifest(); mf.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        mf.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "x.Y");
        mf.getMainAttributes().putValue("Long-Line", "v".repeat(150));
        mf.getEntries().put("a/", new Attributes());
        try (JarOutputStream j = new JarOutputStream(Files.newOutputStream(jar), mf)) {
            j.putNextEntry(new JarEntry("a/b.txt")); j.write("jar text".getBytes());
            j.putNextEntry(new JarEntry("META-INF/versions/17/a/b.txt")); j.write("newer text".getBytes());
        }
        try (JarFile j = new JarFile(jar.toFile())) {
            System.out.println(j.getManifest().getMainAttributes().getValue("Main-Class") + " "
                + j.getManifest().getMainAttributes().getValue("Long-Line").length() + " " + j.getManifest().getEntries().keySet() + " "
                + j.isMultiRelease() + " " + new String(j.getInputStream(j.getEntry("a/b.txt")).readAllBytes()));
        }
        try (InputStream in = new java.net.URL("jar:" + jar.toUri()
            + "!/a/b.txt").openStream()) { System.out.println(new String(in.readAllBytes())); }
        try (FileSystem fs = FileSystems.newFileSystem(URI.create("jar:" + zip.toUri()), Map.of())) {
            Files.writeString(fs.getPath("/new.txt"), "added"); Files.delete(fs.getPath("/dir1/file1.bin"));
            System.out.println(Files.list(fs.getPath("/dir1")).count() + " " + Files.readString(fs.getPath("new.txt")));
        }
        try (ZipFile z = new ZipFile(zip.toFile())) { System.out.println(z.size()); }
        for (File f : dir.toFile().listFiles()) f.delete(); Files.delete(dir);
    }
}
