/** CRC-32 by table in plain Java: byte loads, shifts, table look-ups. */
final class Checksum {
    static final int[] TABLE = new int[256];

    static {
        for (int n = 0; n < 256; n++) {
            int c = n;
            for (int k = 0; k < 8; k++) c = (c & 1) != 0 ? 0xEDB88320 ^ (c >>> 1) : c >>> 1;
            TABLE[n] = c;
        }
    }

    static long crc32() {
        byte[] data = new byte[64 * 1024];
        for (int i = 0; i < data.length; i++) data[i] = (byte) (i * 31 + (i >>> 8));
        int crc = -1;
        for (int round = 0; round < 250; round++)
            for (byte b : data) crc = TABLE[(crc ^ b) & 0xff] ^ (crc >>> 8);
        return ~crc & 0xffffffffL;
    }
}
