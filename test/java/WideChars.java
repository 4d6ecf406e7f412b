// jvm: -Xbatch
// Strings of more than Latin 1, char by char: read, compared, hashed, built, changed, and asked beyond their ends.
import java.nio.charset.StandardCharsets;

public class WideChars {
    static int sum(String s) { int n = 0; for (int i = 0; i < s.length(); i++) n = n * 31 + s.charAt(i); return n; }
    static int points(String s) {
        int n = 0;
        for (int i = 0; i < s.length(); i += Character.charCount(s.codePointAt(i))) n = n * 31 + s.codePointAt(i);
        return n;
    }
    static int beyond(String s, int i) {
        try {
            return s.charAt(i);
        } catch (StringIndexOutOfBoundsException e) {
            return -1;
        }
    }
    static String built(int i) {
        StringBuilder b = new StringBuilder();
        b.append('\u0416').append(i).append((char) (0x400 + i % 200)).append("abc").append("\ud83d\ude00").append('z');
        b.setCharAt(1, (char) (b.charAt(0) + 1));
        b.insert(2, '\u2014').reverse().deleteCharAt(0);
        return b.toString();
    }
    static int changed(int i) {
        StringBuilder b = new StringBuilder("\u0416\u0417\u0418");
        int n = 0;
        for (int k = 0; k < 3; k++) {
            n = n * 7 + b.charAt(k);
            b.setCharAt(k, (char) (i + k));
            n = n * 7 + b.charAt(k) + b.charAt(2 - k);
        }
        return n + b.toString().getBytes(StandardCharsets.UTF_16LE)[1];
    }
    static String reversed(char[] c) {
        char[] r = new char[c.length];
        for (int i = 0; i < c.length; i++) r[c.length - 1 - i] = c[i];
        return new String(r);
    }

    public static void main(String[] args) {
        String[] texts = { "\u0416\u0417\u0418 abc", "\ud83d\ude00x\ud83d", "\u00e9\u0100", "plain", "", "\uffff\u0000\u8000" };
        long s = 0;
        for (int i = 0; i < 20_000; i++) {
            String t = texts[i % texts.length];
            s = s * 31 + sum(t) + points(t) + beyond(t, i % 9 - 1) + changed(i % 60_000) + reversed(t.toCharArray()).hashCode();
            String b = built(i);
            s = s * 31 + b.hashCode() + b.compareTo(t) + b.indexOf('\u2014') + b.lastIndexOf("abc") + (b.equalsIgnoreCase(b.toUpperCase()) ? 1 : 0);
            s += (t + b).chars().sum() + b.substring(1, 4).length() + (b.regionMatches(true, 0, b.toLowerCase(), 0, 5) ? 2 : 0);
            if (i % 5000 == 0) System.out.println(b.codePoints().mapToObj(Integer::toHexString).toList());
        }
        System.out.println(s);
        try {
            System.out.println("\u0416".charAt(Integer.parseInt("1")));
        } catch (StringIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
    }
}
