import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.PriorityQueue;

/** Programs of bytes: a compressor, messages in buffers, numbers of variable length, a trie that is never changed in place. */
final class Bytes {
    private static final byte[] TEXT =
        "It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness. ".repeat(60)
            .getBytes(StandardCharsets.ISO_8859_1);

    private static final class Node implements Comparable<Node> {
        final int symbol, weight;
        final Node zero, one;

        Node(int symbol, int weight, Node zero, Node one) {
            this.symbol = symbol;
            this.weight = weight;
            this.zero = zero;
            this.one = one;
        }

        @Override
        public int compareTo(Node o) {
            return weight != o.weight ? weight - o.weight : symbol - o.symbol;
        }
    }

    private static void codes(Node n, String code, String[] into) {
        if (n.zero == null) {
            into[n.symbol] = code;
            return;
        }
        codes(n.zero, code + '0', into);
        codes(n.one, code + '1', into);
    }

    /** Huffman's code: made, written as bits, read again. */
    static long huffman() {
        int[] counts = new int[256];
        for (byte b : TEXT) counts[b & 255]++;
        PriorityQueue<Node> heap = new PriorityQueue<>();
        for (int i = 0; i < 256; i++)
            if (counts[i] > 0) heap.add(new Node(i, counts[i], null, null));
        int inner = 256;
        while (heap.size() > 1) {
            Node a = heap.poll(), b = heap.poll();
            heap.add(new Node(inner++, a.weight + b.weight, a, b));
        }
        Node root = heap.poll();
        String[] codes = new String[256];
        codes(root, "", codes);
        byte[] bits = new byte[TEXT.length];
        int at = 0;
        for (byte b : TEXT) {
            String code = codes[b & 255];
            for (int i = 0; i < code.length(); i++, at++)
                if (code.charAt(i) == '1') bits[at >> 3] |= 1 << (at & 7);
        }
        long hash = at;
        Node n = root;
        for (int i = 0; i < at; i++) {
            n = (bits[i >> 3] >> (i & 7) & 1) == 0 ? n.zero : n.one;
            if (n.zero == null) {
                hash = hash * 31 + n.symbol;
                n = root;
            }
        }
        return hash;
    }

    /** Messages with a head, texts and numbers, written into a buffer and taken out of it. */
    static long messages() {
        ByteBuffer out = ByteBuffer.allocate(1 << 16).order(ByteOrder.LITTLE_ENDIAN);
        long hash = 0;
        for (int turn = 0; turn < 4; turn++) {
            out.clear();
            int count = 0;
            while (out.remaining() > 64) {
                int start = out.position();
                out.putShort((short) 0).put((byte) (count % 3)).putInt(count);
                switch (count % 3) {
                    case 0 -> out.putDouble(count / 8.0).putLong(count * 77L);
                    case 1 -> out.put(("text " + count).getBytes(StandardCharsets.UTF_8));
                    default -> out.putInt(~count).putShort((short) count);
                }
                out.putShort(start, (short) (out.position() - start));
                count++;
            }
            out.flip();
            while (out.hasRemaining()) {
                int start = out.position(), size = out.getShort(), kind = out.get(), number = out.getInt();
                switch (kind) {
                    case 0 -> hash = hash * 31 + (long) (out.getDouble() * 8) + out.getLong();
                    case 1 -> {
                        byte[] text = new byte[start + size - out.position()];
                        out.get(text);
                        hash += new String(text, StandardCharsets.UTF_8).hashCode();
                    }
                    default -> hash ^= out.getInt() + out.getShort() + number;
                }
            }
        }
        return hash;
    }

    private static int put(byte[] to, int at, long value) {
        while ((value & ~127L) != 0) {
            to[at++] = (byte) (value & 127 | 128);
            value >>>= 7;
        }
        to[at++] = (byte) value;
        return at;
    }

    /** A codec: differences in zigzag form and numbers of variable length, with a check sum. */
    static long codec() {
        byte[] bytes = new byte[200_000];
        int at = 0;
        long before = 0;
        int seed = 17;
        for (int i = 0; i < 18_000; i++) {
            seed = seed * 1103515245 + 12345;
            long value = before + (seed >> (seed >>> 27)), change = value - before;
            at = put(bytes, at, change << 1 ^ change >> 63);
            before = value;
        }
        int a = 1, b = 0;
        for (int i = 0; i < at; i++) {
            a = (a + (bytes[i] & 255)) % 65521;
            b = (b + a) % 65521;
        }
        long sum = 0, value = 0;
        for (int i = 0; i < at;) {
            long raw = 0;
            for (int shift = 0; ; shift += 7) {
                byte x = bytes[i++];
                raw |= (long) (x & 127) << shift;
                if (x >= 0) break;
            }
            value += raw >>> 1 ^ -(raw & 1);
            sum = sum * 31 + value;
        }
        return sum ^ ((long) b << 16 | a);
    }

    /** A map that shares what stays: a trie of the hash, 16 ways, copied along one path at each change. */
    private static final class Trie {
        static final Object[] EMPTY = new Object[16];

        record Leaf(int key, String value) { }

        static Object[] with(Object[] node, int key, String value, int shift) {
            Object[] copy = node.clone();
            int i = key * 0x9E3779B1 >>> shift & 15;
            Object there = node[i];
            if (there instanceof Object[] below) {
                copy[i] = with(below, key, value, shift + 4);
            } else if (there instanceof Leaf leaf && leaf.key() != key && shift < 28) {
                copy[i] = with(with(EMPTY, leaf.key(), leaf.value(), shift + 4), key, value, shift + 4);
            } else {
                copy[i] = new Leaf(key, value);
            }
            return copy;
        }

        static String get(Object[] node, int key) {
            for (int shift = 0; ; shift += 4) {
                Object there = node[key * 0x9E3779B1 >>> shift & 15];
                if (there instanceof Leaf leaf) return leaf.key() == key ? leaf.value() : null;
                if (there == null) return null;
                node = (Object[]) there;
            }
        }
    }

    static long versions() {
        Object[][] versions = new Object[64][];
        versions[0] = Trie.EMPTY;
        String[] values = {"one", "two", "three", "four", "five"};
        for (int v = 1; v < 64; v++) {
            Object[] root = versions[v - 1];
            for (int i = 0; i < 40; i++) root = Trie.with(root, v * i % 700, values[(v + i) % 5], 0);
            versions[v] = root;
        }
        long hash = 0;
        for (int v = 0; v < 64; v += 3) {
            for (int key = 0; key < 700; key += 2) {
                String s = Trie.get(versions[v], key);
                hash = hash * 31 + (s == null ? 7 : s.length());
            }
        }
        return hash;
    }
}
