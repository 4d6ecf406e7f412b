// Strings and interning: literals, constants folded, concat, intern of computed strings, Latin-1 and UTF-16, surrogates, modified UTF-8 constants with \0.
import java.util.*;
import java.nio.charset.StandardCharsets;

public class StringsBasic {
    static final String LIT = "literal"; static final String FOLD = "lit" + "eral";
    static class Other { static final String LIT = "literal"; static String get() { return "literal"; } }

    public static void main(String[] args) throws Exception {
        String part = args.length == 0 ? "eral" : "";
        System.out.println((LIT == FOLD) + " " + (LIT == Other.get()) + " " + (LIT == "lit" + part) + " " + (LIT == ("lit" + part).intern())
            + " " + (LIT == new String("literal")) + " " + (LIT == new String("literal").intern()));
        String fresh = new StringBuilder("never").append("SeenBefore").append(part).toString();
        System.out.println((fresh.intern() == fresh) + " " + (fresh.intern() == ("neverSeenBefore" + part).intern()));
        System.out.println((String.valueOf(12345).intern() == "12345") + " " + (Class.forName("StringsBasic").getName().intern() == "StringsBasic"));
        System.out.println(StringsBasic.class.getName() == StringsBasic.class.getName());
        String uni = "h\u00e9llo \u4e16\u754c \ud83d\ude00 \0 end", lone = "\ud800x\udc00";
        System.out.println(uni.length() + " " + uni.codePointCount(0, uni.length()) + " " + uni.codePointAt(9) + " " + (int) uni.charAt(9)
            + " " + uni.indexOf('\0') + " " + (int) lone.charAt(0) + " " + (int) lone.charAt(2));
        System.out.println(uni.hashCode() + " " + "".hashCode() + " " + "Aa".hashCode() + " " + "BB".hashCode() + " " + "h\u00e9".hashCode());
        System.out.println(Arrays.toString("h\u00e9\u4e16".getBytes(StandardCharsets.UTF_8))
            + new String(new byte[] {(byte) 0xc3, (byte) 0xa9, (byte) 0xff}, StandardCharsets.UTF_8).codePointAt(1));
        System.out.println("abc".compareTo("abd") + " " + "abc".compareTo("ab") + " " + "a\u4e16".compareTo("a\u00e9") + " "
            + "HELLO".equalsIgnoreCase("hello") + " " + "\u00c9".toLowerCase().equals("\u00e9") + " " + "stra\u00dfe".toUpperCase());
        String s = "the quick brown fox";
        System.out.println(s.indexOf("quick") + " " + s.lastIndexOf('o') + " " + s.substring(4, 9) + " " + s.replace("quick", "slow") + " "
            + s.replace('o', '0') + " " + s.contains("fox") + " " + s.startsWith("the") + " " + s.endsWith("x"));
        System.out.println(Arrays.toString(s.split(" ")) + String.join("-", s.split(" ")) + " " + "  trim\t".trim() + "|"
            + " \u2003strip ".strip() + "|" + "ab".repeat(3) + "|" + " ".isBlank() + "|" + "a\nb\r\nc".lines().count());
        StringBuilder sb = new StringBuilder();
        for (int i = 0; i < 5; i++) sb.append(i).append(',').append((char) ('a'
            + i)).append(i * 1.5).append(true).append((Object) null).append(1L << i);
        sb.insert(3, "INS").deleteCharAt(0).reverse().setCharAt(1, '\u4e16');
        System.out.println((int) sb.charAt(1) + " " + sb.length() + " " + sb.substring(2, 40));
        char[] cs = "chars".toCharArray(); cs[0] = 'C';
        System.out.println(new String(cs) + String.valueOf(cs, 1, 2) + new String(new int[] {0x1F600, 65}, 0, 2).length());
        try { "abc".substring(2, 1); } catch (StringIndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        try { "abc".charAt(3); } catch (StringIndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        System.out.println(null + "x" + (Object) null + 'c' + 1 + 2L + 3f + 4.0 + true + (byte) 5 + new char[0].length);
        System.out.println(1 + 2 + "3" + 4 + 5);
        System.out.println(String.format("%5d|%-5s|%05.2f|%x|%c|%b|%,d|%e", 42, "ab", 3.14159, 255, 'c', true, 1234567, 12345.678)
            + "%d%%".formatted(7));
        Map<String, Integer> m = new TreeMap<>(); for (String w : "a b a c b a".split(" ")) m.merge(w, 1, Integer::sum); System.out.println(m);
        String big = "x".repeat(70000); System.out.println(big.length() + " " + big.hashCode() + " " + (big.intern() == "x".repeat(70000).intern()));
        System.out.println("text block: " + """
            one
              two\tthree
            four""");
    }
}
