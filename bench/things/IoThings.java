import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.HexFormat;
import java.util.UUID;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Streams of bytes, checksums, codecs, dates, identifiers. */
final class IoThings {
    static void register() throws Exception {
        byte[] kilobyte = new byte[1024], small = new byte[32];
        for (int i = 0; i < 1024; i++) kilobyte[i] = (byte) (i * 31);
        Things.add("io/byte-array-output", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) {
                ByteArrayOutputStream o = new ByteArrayOutputStream();
                for (int k = 0; k < 32; k++) o.write(k);
                s += o.size();
            }
            return s;
        });
        Things.add("io/byte-array-input", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) {
                ByteArrayInputStream in = new ByteArrayInputStream(small);
                while (in.read() >= 0) s++;
            }
            return s;
        });
        Things.add("io/data-output", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) {
                ByteArrayOutputStream b = new ByteArrayOutputStream();
                DataOutputStream o = new DataOutputStream(b);
                o.writeInt(i);
                o.writeLong(i);
                o.writeUTF("abc");
                s += b.size();
            }
            return s;
        });
        Things.add("io/data-input", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) {
                DataInputStream in = new DataInputStream(new ByteArrayInputStream(kilobyte));
                for (int k = 0; k < 8; k++) s += in.readInt() + in.readShort();
            }
            return s;
        });
        Things.add("io/read-lines", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) {
                BufferedReader r = new BufferedReader(new StringReader("one\ntwo\nthree\n"), 64);
                while (r.readLine() != null) s++;
            }
            return s;
        });
        Things.add("io/string-writer", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) {
                StringWriter w = new StringWriter();
                w.write("abc");
                w.append('d').write(101);
                s += w.toString().length();
            }
            return s;
        });
        Things.add("io/serialize", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) {
                ByteArrayOutputStream b = new ByteArrayOutputStream();
                try (ObjectOutputStream o = new ObjectOutputStream(b)) {
                    o.writeObject(new int[] { 1, 2, 3 });
                    o.writeObject("text");
                }
                s += b.size();
            }
            return s;
        });
        ByteArrayOutputStream kept = new ByteArrayOutputStream();
        try (ObjectOutputStream o = new ObjectOutputStream(kept)) {
            o.writeObject(new java.util.ArrayList<>(java.util.List.of(1, 2, 3)));
        }
        Things.add("io/deserialize", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(kept.toByteArray()))) {
                s += ((java.util.List<?>) in.readObject()).size();
            }
            return s;
        });
        Things.add("sum/crc32-1K", n -> {
            CRC32 c = new CRC32();
            for (int i = 0; i < n; i++) c.update(kilobyte, 0, 1024);
            return c.getValue();
        });
        Things.add("sum/crc32-32", n -> {
            CRC32 c = new CRC32();
            for (int i = 0; i < n; i++) c.update(kilobyte, 0, 32);
            return c.getValue();
        });
        Things.add("sum/crc32c-1K", n -> {
            CRC32C c = new CRC32C();
            for (int i = 0; i < n; i++) c.update(kilobyte, 0, 1024);
            return c.getValue();
        });
        Things.add("sum/adler32-1K", n -> {
            Adler32 c = new Adler32();
            for (int i = 0; i < n; i++) c.update(kilobyte, 0, 1024);
            return c.getValue();
        });
        Things.add("digest/md5-1K", n -> {
            MessageDigest d = MessageDigest.getInstance("MD5");
            for (int i = 0; i < n; i++) d.update(kilobyte);
            return d.digest()[3];
        });
        Things.add("digest/sha256-1K", n -> {
            MessageDigest d = MessageDigest.getInstance("SHA-256");
            for (int i = 0; i < n; i++) d.update(kilobyte);
            return d.digest()[3];
        });
        String encoded = Base64.getEncoder().encodeToString(kilobyte);
        Things.add("base64/encode-1K", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += Base64.getEncoder().encode(kilobyte).length;
            return s;
        });
        Things.add("base64/decode-1K", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += Base64.getDecoder().decode(encoded).length;
            return s;
        });
        Things.add("hex/format-32", n -> {
            long s = 0;
            HexFormat h = HexFormat.of();
            for (int i = 0; i < n; i++) s += h.formatHex(small).length();
            return s;
        });
        Things.add("zip/deflate-1K", n -> {
            long s = 0;
            byte[] out = new byte[2048];
            for (int i = 0; i < n; i++) {
                Deflater d = new Deflater(1);
                d.setInput(kilobyte);
                d.finish();
                s += d.deflate(out);
                d.end();
            }
            return s;
        });
        Deflater once = new Deflater();
        byte[] packed = new byte[2048];
        once.setInput(kilobyte);
        once.finish();
        int length = once.deflate(packed);
        Things.add("zip/inflate-1K", n -> {
            long s = 0;
            byte[] out = new byte[1024];
            for (int i = 0; i < n; i++) {
                Inflater d = new Inflater();
                d.setInput(packed, 0, length);
                s += d.inflate(out);
                d.end();
            }
            return s;
        });
        LocalDate date = LocalDate.of(2024, 5, 17);
        LocalDateTime dateTime = LocalDateTime.of(2024, 5, 17, 12, 30, 15);
        DateTimeFormatter format = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");
        Things.add("time/plusDays", n -> {
            LocalDate d = date;
            for (int i = 0; i < n; i++) d = d.plusDays(1);
            return d.getDayOfYear();
        });
        Things.add("time/between", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += ChronoUnit.DAYS.between(date, date.plusMonths(i & 63));
            return s;
        });
        Things.add("time/format", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += format.format(dateTime).length();
            return s;
        });
        Things.add("time/parse", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += LocalDate.parse("2024-05-17").getDayOfMonth();
            return s;
        });
        Things.add("time/zoned", n -> {
            long s = 0;
            ZoneId z = ZoneId.of("Europe/Berlin");
            for (int i = 0; i < n; i++) s += dateTime.atZone(z).toEpochSecond();
            return s;
        });
        Things.add("time/duration", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += Duration.ofSeconds(i).plusMillis(500).toMillis();
            return s;
        });
        Things.add("time/instant-toString", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += Instant.ofEpochSecond(1_700_000_000L + i).toString().length();
            return s;
        });
        Things.add("time/epoch", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) {
                s += LocalDateTime.ofEpochSecond(i * 100_000L, 0, ZoneOffset.UTC).getMonthValue();
            }
            return s;
        });
        Things.add("uuid/fromString-toString", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) {
                s += UUID.fromString("123e4567-e89b-12d3-a456-426614174000").toString().length();
            }
            return s;
        });
        Things.add("uri/parse", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += URI.create("https://example.org:8080/a/b?c=d").getPort();
            return s;
        });
        Things.add("path/resolve", n -> {
            long s = 0;
            Path p = Path.of("/usr/lib");
            for (int i = 0; i < n; i++) s += p.resolve("jvm").getNameCount();
            return s;
        });
    }
}
