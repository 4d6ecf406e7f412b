import java.nio.charset.StandardCharsets;
import java.text.MessageFormat;
import java.util.Formatter;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.StringTokenizer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Strings, builders, regular expressions, formatting. */
final class TextThings {
    static final Pattern WORD = Pattern.compile("\\w+"), DATE = Pattern.compile("(\\d{4})-(\\d\\d)-(\\d\\d)"), COMMA = Pattern.compile(",");

    static void register() {
        String[] shorts = { "a", "ab", "id", "name", "value", "ab", "idx", "nam" };
        String[] same = new String[8];
        for (int i = 0; i < 8; i++) same[i] = new String(shorts[i]);
        String sentence = "the quick brown fox jumps over the lazy dog", wide = "\u0394\u03b5\u03bb\u03c4\u03b1 the quick \u4e2d\u6587 fox";
        String longer = sentence.repeat(20), wider = wide.repeat(40);
        String csv = "one,two,three,four,five";
        Things.add("string/equals-short", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) if (shorts[i & 7].equals(same[i & 7])) s++;
            return s;
        });
        Things.add("string/equals-different", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) if (shorts[i & 7].equals(same[i + 1 & 7])) s++;
            return s;
        });
        Things.add("string/equalsIgnoreCase", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) {
                if ("Content-Type".equalsIgnoreCase((i & 1) == 0 ? "content-type" : "content-lent")) s++;
            }
            return s;
        });
        Things.add("string/compareTo", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += shorts[i & 7].compareTo(same[i + 1 & 7]);
            return s;
        });
        Things.add("string/hashCode-new", n -> {
            long s = 0;
            byte[] b = "abcdefgh".getBytes();
            for (int i = 0; i < n; i++) {
                b[3] = (byte) ('a' + (i & 15));
                s += new String(b, StandardCharsets.ISO_8859_1).hashCode();
            }
            return s;
        });
        Things.add("string/charAt", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += sentence.charAt(i & 31);
            return s;
        });
        Things.add("string/charAt-wide", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += wide.charAt(i & 15);
            return s;
        });
        Things.add("string/indexOf-char", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += sentence.indexOf('j');
            return s;
        });
        Things.add("string/indexOf-char-short", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += shorts[i & 7].indexOf('e');
            return s;
        });
        Things.add("string/indexOf-string", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += sentence.indexOf("lazy");
            return s;
        });
        Things.add("string/indexOf-wide", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += wide.indexOf("fox") + wide.indexOf('\u6587');
            return s;
        });
        Things.add("string/lastIndexOf", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += sentence.lastIndexOf('o') + sentence.lastIndexOf("the");
            return s;
        });
        Things.add("string/startsWith-endsWith", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) if (sentence.startsWith("the q") && sentence.endsWith("dog")) s++;
            return s;
        });
        Things.add("string/contains", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) if (sentence.contains((i & 1) == 0 ? "fox" : "cat")) s++;
            return s;
        });
        Things.add("string/substring", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += sentence.substring(4, 9 + (i & 7)).length();
            return s;
        });
        Things.add("string/split-char", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += csv.split(",").length;
            return s;
        });
        Things.add("string/split-pattern", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += COMMA.split(csv).length;
            return s;
        });
        Things.add("string/trim-strip", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += "  abc ".trim().length() + "  abc ".strip().length();
            return s;
        });
        Things.add("string/isBlank", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) if (((i & 1) == 0 ? "    " : "  x ").isBlank()) s++;
            return s;
        });
        Things.add("string/toLowerCase", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) {
                s += ((i & 1) == 0 ? "Content-Type" : "accept").toLowerCase(Locale.ROOT).length();
            }
            return s;
        });
        Things.add("string/toUpperCase", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += "content-type".toUpperCase(Locale.ROOT).length();
            return s;
        });
        Things.add("string/replace-char", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += "a.b.c.d".replace('.', '/').length();
            return s;
        });
        Things.add("string/replace-string", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += sentence.replace("fox", "cat").length();
            return s;
        });
        Things.add("string/join", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += String.join(",", shorts).length();
            return s;
        });
        Things.add("string/repeat", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += "ab".repeat(8).length();
            return s;
        });
        Things.add("string/concat-two", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += (shorts[i & 7] + same[i + 1 & 7]).length();
            return s;
        });
        Things.add("string/concat-mixed", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += ("id=" + i + ", name=" + shorts[i & 7] + ';').length();
            return s;
        });
        Things.add("string/concat-double", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += ("x=" + (i & 7) * 0.5).length();
            return s;
        });
        Things.add("string/valueOf-char-array", n -> {
            long s = 0;
            char[] c = { 'a', 'b', 'c', 'd', 'e' };
            for (int i = 0; i < n; i++) { c[2] = (char) ('a' + (i & 7)); s += String.valueOf(c).length(); }
            return s;
        });
        Things.add("string/toCharArray", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += sentence.toCharArray()[5];
            return s;
        });
        Things.add("string/toCharArray-wide-long", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += wider.toCharArray()[5];
            return s;
        });
        Things.add("string/new-wide-long", n -> {
            long s = 0;
            char[] c = wider.toCharArray();
            for (int i = 0; i < n; i++) s += new String(c).length();
            return s;
        });
        Things.add("string/getBytes-utf8", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += sentence.getBytes(StandardCharsets.UTF_8).length;
            return s;
        });
        Things.add("string/getBytes-utf8-wide", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += wide.getBytes(StandardCharsets.UTF_8).length;
            return s;
        });
        Things.add("string/from-utf8", n -> {
            long s = 0;
            byte[] b = sentence.getBytes(StandardCharsets.UTF_8);
            for (int i = 0; i < n; i++) s += new String(b, StandardCharsets.UTF_8).length();
            return s;
        });
        Things.add("string/from-utf8-wide", n -> {
            long s = 0;
            byte[] b = wide.getBytes(StandardCharsets.UTF_8);
            for (int i = 0; i < n; i++) s += new String(b, StandardCharsets.UTF_8).length();
            return s;
        });
        Things.add("string/from-utf8-long", n -> {
            long s = 0;
            byte[] b = longer.getBytes(StandardCharsets.UTF_8);
            for (int i = 0; i < n; i++) s += new String(b, StandardCharsets.UTF_8).length();
            return s;
        });
        Things.add("string/chars-stream", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += sentence.chars().filter(c -> c == 'o').count();
            return s;
        });
        Things.add("string/intern", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) if (same[i & 7].intern() == shorts[i & 7].intern()) s++;
            return s;
        });
        Things.add("string/format-simple", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += String.format("%d %s", i, "abc").length();
            return s;
        });
        Things.add("string/format-float", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += String.format(Locale.ROOT, "%8.2f", i * 0.1).length();
            return s;
        });
        Things.add("string/codePoints", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) {
                for (int k = 0; k < 16; k += Character.charCount(wide.codePointAt(k))) s += wide.codePointAt(k);
            }
            return s;
        });
        Things.add("string/lines", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += "a\nbc\ndef\n".lines().count();
            return s;
        });
        Things.add("builder/append-chars", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) {
                StringBuilder b = new StringBuilder();
                for (int k = 0; k < 16; k++) b.append((char) ('a' + k));
                s += b.length();
            }
            return s;
        });
        Things.add("builder/append-chain", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) {
                s += new StringBuilder().append("x=").append(i).append(' ').append(true).append(5L).toString().length();
            }
            return s;
        });
        Things.add("builder/reuse", n -> {
            long s = 0;
            StringBuilder b = new StringBuilder();
            for (int i = 0; i < n; i++) {
                b.setLength(0);
                b.append(shorts[i & 7]).append('-').append(i & 1023);
                s += b.charAt(0);
            }
            return s;
        });
        Things.add("builder/reverse", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += new StringBuilder("abcdefghij").reverse().charAt(0);
            return s;
        });
        Things.add("builder/insert-delete", n -> {
            long s = 0;
            StringBuilder b = new StringBuilder("hello world");
            for (int i = 0; i < n; i++) { b.insert(5, "abc"); b.delete(5, 8); s += b.length(); }
            return s;
        });
        Things.add("buffer/append", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += new StringBuffer().append("x").append(i).append('y').length();
            return s;
        });
        Things.add("joiner", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) {
                s += new StringJoiner(", ", "[", "]").add("a").add("b").add("c").toString().length();
            }
            return s;
        });
        Things.add("tokenizer", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) {
                StringTokenizer t = new StringTokenizer(sentence);
                while (t.hasMoreTokens()) s += t.nextToken().length();
            }
            return s;
        });
        Things.add("regex/find-words", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) { Matcher m = WORD.matcher(sentence); while (m.find()) s++; }
            return s;
        });
        Things.add("regex/groups", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) {
                Matcher m = DATE.matcher("2024-05-17");
                if (m.matches()) s += m.group(2).length();
            }
            return s;
        });
        Things.add("regex/replaceAll", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += WORD.matcher("ab cd ef").replaceAll("<$0>").length();
            return s;
        });
        Things.add("messageFormat", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += MessageFormat.format("{0} of {1}", "a", "b").length();
            return s;
        });
    }
}
