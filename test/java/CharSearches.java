import java.util.Random;

/**
 * String.indexOf of a char in code that runs often: strings of 0 to 300 chars of one and of two bytes, every place, every start, chars that
 * are there twice or not at all or are none, and behind the end in the array's padding; reads of fields around searches and comparisons.
 */
public class CharSearches {
    String text = "";
    int reads;

    static int first(String s, int c) { return s.indexOf(c); }
    static int from(String s, int c, int at) { return s.indexOf(c, at); }
    static int letter(String s) { return s.indexOf('q') + s.indexOf('\0') * 3 + s.indexOf('\u0436') * 7 + s.indexOf('\uffff') * 11; }
    static int odd(String s) {
        int none = s.indexOf(-1) + s.indexOf(0x10000) * 3 + s.indexOf(0x1f600) * 7 + s.indexOf(300) * 11;
        return none + s.indexOf('q', -3) + s.indexOf('q', 3);
    }
    static int word(String s, String w) { return s.indexOf(w); }

    static int slow(String s, int c, int at) {
        for (int i = Math.max(at, 0); i < s.length(); i++) if (s.charAt(i) == c) return i;
        return -1;
    }
    static String string(Random r, int length, boolean wide) {
        StringBuilder b = new StringBuilder();
        for (int i = 0; i < length; i++) b.append((char) (wide && r.nextInt(3) == 0 ? 0x430 + r.nextInt(16) : 'a' + r.nextInt(16)));
        return b.toString();
    }
    /** The fields are read again and again: a search changes none, the method between does. */
    int fields(String a, String b) {
        text = a;
        int n = text.indexOf('c') + reads;
        n += text.equals(b) ? 1 : 2;
        n += text.hashCode() + reads;
        change(b);
        return n * 31 + text.indexOf('d') + reads + text.compareTo(a);
    }
    void change(String b) {
        if ((reads++ & 7) == 3) text = b;
    }

    public static void main(String[] args) {
        Random r = new Random(7);
        long h = 0;
        int wrong = 0;
        CharSearches s = new CharSearches();
        for (int round = 0; round < 4; round++)
            for (int length = 0; length <= 300; length += length < 40 ? 1 : 13)
                for (int wide = 0; wide < 2; wide++) {
                    String t = string(r, length, wide == 1);
                    for (int at = -1; at <= length + 1; at += length < 40 ? 1 : 5) {
                        int c = at >= 0 && at < length ? t.charAt(at) : 'z';
                        if (first(t, c) != slow(t, c, 0) || from(t, c, at) != slow(t, c, at)) wrong++;
                        if (from(t, c, at + 1) != slow(t, c, at + 1) || from(t, 'a', at) != slow(t, 'a', at)) wrong++;
                        h = h * 31 + first(t, c) + from(t, 0, at) + from(t, c + 256, at);
                    }
                    String tail = length > 4 ? t.substring(length - 3) : "q" + t;
                    h = h * 31 + letter(t) + letter(t + "q\0") + letter(t + "\u0436") + odd(t) + odd(t + "qq");
                    h = h * 31 + word(t, tail) + word(t + tail, tail) + s.fields(t, tail);
                }
        System.out.println(h + " " + wrong);
    }
}
