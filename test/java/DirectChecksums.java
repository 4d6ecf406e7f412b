import java.nio.ByteBuffer;
import java.util.Random;
import java.util.zip.*;

/** Checksums of direct buffers, of each length and place, in pieces, and longer than what one call without a stop takes. */
public class DirectChecksums {
    static final Checksum[] ALL = {new CRC32(), new CRC32C(), new Adler32()};

    static long ofArray(Checksum c, byte[] b, int at, int n) {
        c.reset();
        c.update(b, at, n);
        return c.getValue();
    }

    static long ofBuffer(Checksum c, ByteBuffer d, int at, int n) {
        c.reset();
        d.limit(at + n).position(at);
        c.update(d);
        if (d.hasRemaining()) throw new AssertionError("left: " + d);
        return c.getValue();
    }

    static long byByte(Checksum c, byte[] b, int at, int n) {
        c.reset();
        for (int i = 0; i < n; i++) c.update(b[at + i]);
        return c.getValue();
    }

    public static void main(String[] args) {
        byte[] b = new byte[3 << 20];
        new Random(5).nextBytes(b);
        ByteBuffer d = ByteBuffer.allocateDirect(b.length).put(b);
        for (Checksum c : ALL) {
            long all = 0;
            int wrong = 0;
            for (int at = 0; at < 17; at++)
                for (int n = 0; n < 300; n++) {
                    long v = ofBuffer(c, d, at, n);
                    all = all * 31 + v;
                    if (v != ofArray(c, b, at, n) || v != byByte(c, b, at, n)) wrong++;
                }
            System.out.println(c.getClass().getSimpleName() + " " + all + ", wrong " + wrong);
            for (int n : new int[] {1 << 12, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, b.length - 1})
                System.out.println(n + " " + Long.toHexString(ofBuffer(c, d, 1, n)) + " " + (ofBuffer(c, d, 1, n) == ofArray(c, b, 1, n)));
            c.reset();
            for (int at = 0; at + 1000 < b.length / 4; at += 999) {
                d.limit(at + 999).position(at);
                c.update(d.slice().asReadOnlyBuffer());
            }
            System.out.println(Long.toHexString(c.getValue()));
        }
    }
}
