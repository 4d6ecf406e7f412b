import java.util.Arrays;
import java.util.Base64;
import java.util.Random;

/** Base64 in all alphabets, lengths and wrong inputs, hot: what comes out, and that no other byte is written. */
public class Base64Blocks {
    static final Base64.Encoder[] ENCODERS = {
        Base64.getEncoder(), Base64.getUrlEncoder(), Base64.getMimeEncoder(), Base64.getMimeEncoder(24, new byte[] { '-' })
    };
    static final Base64.Decoder[] DECODERS = { Base64.getDecoder(), Base64.getUrlDecoder(), Base64.getMimeDecoder() };
    static long sum;

    static void add(byte[] bytes) { sum = sum * 31 + Arrays.hashCode(bytes); }

    static void into(Base64.Decoder d, byte[] text, int room) {
        byte[] out = new byte[room];
        Arrays.fill(out, (byte) 77);
        try {
            sum = sum * 31 + d.decode(text, out);
        } catch (IllegalArgumentException e) {
            sum = sum * 31 + 5;
            return; /* how much has been written is open. HotSpot's hot code has another message now and then */
        }
        add(out);
    }
    static void decode(Base64.Decoder d, byte[] text) {
        try {
            add(d.decode(text));
        } catch (IllegalArgumentException e) {
            sum = sum * 31 + 5;
        }
    }

    public static void main(String[] args) {
        Random r = new Random(4);
        for (int turn = 0; turn < 40; turn++) {
            for (int n = 0; n < 180; n++) {
                byte[] bytes = new byte[n];
                r.nextBytes(bytes);
                for (int e = 0; e < ENCODERS.length; e++) {
                    byte[] text = ENCODERS[e].encode(bytes);
                    add(text);
                    add(ENCODERS[e].withoutPadding().encode(bytes));
                    byte[] large = new byte[text.length + 40];
                    Arrays.fill(large, (byte) 77);
                    sum = sum * 31 + ENCODERS[e].encode(bytes, large);
                    add(large);
                    for (Base64.Decoder d : DECODERS) {
                        decode(d, text);
                        into(d, text, n + 50);
                        into(d, text, Math.max(0, n - 5));
                        if (text.length > 0) {
                            byte[] wrong = text.clone();
                            wrong[r.nextInt(wrong.length)] = (byte) r.nextInt();
                            decode(d, wrong);
                            into(d, wrong, n + 50);
                        }
                    }
                    if (e < 3 && !Arrays.equals(DECODERS[e].decode(text), bytes)) System.out.println("lost " + n);
                }
            }
            if (turn % 10 == 0) System.out.println(sum);
        }
        for (int c = 0; c < 256; c++)
            for (int at = 0; at < 68; at++) {
                byte[] text = new byte[68];
                Arrays.fill(text, (byte) 'A');
                text[at] = (byte) c;
                for (Base64.Decoder d : DECODERS) decode(d, text);
            }
        byte[] all = new byte[3 << 20];
        for (int i = 0; i < all.length; i++) all[i] = (byte) (i * 7 + (i >> 9));
        for (int turn = 0; turn < 3; turn++) add(Base64.getDecoder().decode(Base64.getEncoder().encode(all)));
        System.out.println(sum);
    }
}
