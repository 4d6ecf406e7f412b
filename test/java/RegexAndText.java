// Regular expressions, formatting, number and message formats, collation, breaking, normalization, hex, Base64, string templates of every conversion.
import java.text.*;
import java.util.*;
import java.util.regex.*;
import java.util.stream.*;

public class RegexAndText {
    static void m(String re, String s) {
        Matcher m = Pattern.compile(re).matcher(s);
        StringBuilder b = new StringBuilder(re + " on " + s + ":");
        while (m.find()) {
            b.append(" [").append(m.start()).append("-").append(m.end());
            for (int i = 0; i <= m.groupCount(); i++) b.append(' ').append(m.group(i)); b.append(']');
        }
        System.out.println(b);
    }

    public static void main(String[] args) throws Exception {
        m("a(b*)c", "abbc ac abc"); m("(?i)HE(l+)o", "hello HELLO"); m("^\\w+$(?m)", "one");
        m("(?m)^(\\w+)$", "one\ntwo"); m("(\\d{2,3})-(\\d+?)", "12-345 1-2"); m("(a|b)*?c", "ababc");
        m("(?<year>\\d{4})-(?<m>\\d\\d)", "2020-12"); m("(?<=x)y(?!z)", "xy xyz ay"); m("(.)\\1", "aabbcd");
        m("[\\p{L}&&[^a-m]]+", "hello zoo"); m("\\b\\w", "ab cd"); m("(?s).+", "a\nb"); m("x*+x", "xxx");
        m("[^\\s,]+", "a, b,c"); m("\\Qa.b\\E", "a.b axb"); m("\\u00e9|\\x41", "\u00e9A");
        m("(?:ab){2}", "ababab"); m("\\R", "a\r\nb"); m("\\X", "e\u0301x");
        m("[\\ud83d\\ude00]", "x\ud83d\ude00");
        System.out.println("a1b22".replaceAll("(\\w)(\\d+)", "$2$1") + " "
            + Pattern.compile("\\d").matcher("a1b2").replaceAll(r -> "<" + r.group() + ">") + " "
            + Arrays.toString("a,b;c,,".split("[,;]")) + Arrays.toString("a,b,,".split(",", -1))
            + Pattern.compile(",").splitAsStream("x,y").toList() + " " + "abc".matches("[a-c]+") + " "
            + Pattern.compile("(?<n>a)").matcher("a").replaceAll("${n}${n}") + " " + Pattern.matches("(a+)+b", "aaaaaaaaaaaaaaaaaab"));
        for (String bad : new String[] {"(", "[a", "a{2,1}", "*", "(?<n>a)\\k<m>",
            "\\"}) try { Pattern.compile(bad); } catch (PatternSyntaxException e) { System.out.println(e.getMessage().replace("\n",
            "|")); }
        System.out.println(Pattern.compile("a").asPredicate().test("cat") + " "
            + Stream.of("ab", "b").filter(Pattern.compile("^a").asPredicate()).count() + " " + Pattern.quote("a.b"));
        System.out.println(String.format("|%8d|%-8d|%08d|%+d|%(d|%,d|%x|%X|%o|%#x|%b|%c|%s|%10s|%-10s|%.2s|%S|%h|%n", 42, 42, 42, 42, -42,
            1234567, 255, 255, 8, 255, true, 'c', "s", "right", "left", "trunc", "up", "hash").trim());
        System.out.println(String.format("%f|%.3f|%10.2f|%-10.1f|%e|%.2E|%g|%a|%,.2f|%+.1f|%f|%f|%08.2f", 3.14159, 2.0005, 3.14159, 2.55,
            12345.678, 0.00012, 1e-5, 1.0, 1234567.891, 5.0, Double.NaN, Double.NEGATIVE_INFINITY, -3.14159));
        System.out.println(String.format("%2$s %1$s %<s %s", "a", "b")
            + String.format("%tY-%<tm-%<td %<tH:%<tM:%<tS %<tA %<tB %<tj", new GregorianCalendar(2021, 0, 31, 13, 5, 9)));
        for (Object[] bad : new Object[][] {{"%d", "x"}, {"%q", 1}, {"%s %s", 1}, {"%.2d", 1}, {"%c", 1 << 30}}) try {
            System.out.println(String.format((String) bad[0], bad[1]));
        } catch (IllegalFormatException e) {
            System.out.println(e.getClass().getSimpleName() + " " + e.getMessage());
        }
        System.out.println(new DecimalFormat("#,##0.00;(#)").format(-1234.567) + new DecimalFormat("0.###E0").format(12345)
            + new DecimalFormat("00.0%").format(0.256) + " " + NumberFormat.getInstance(Locale.GERMANY).format(1234567.891) + " "
            + NumberFormat.getCurrencyInstance(Locale.US).format(1234.5) + " " + NumberFormat.getInstance(Locale.FRANCE).parse("1,5") + " "
            + NumberFormat.getCompactNumberInstance(Locale.US, NumberFormat.Style.SHORT).format(12345));
        System.out.println(MessageFormat.format("{1} has {0,number,integer} {0,choice,0#files|1#file|1<files} '{0}'", 3, "dir") + " "
            + new ChoiceFormat("0#none|1#one|2#many").format(5));
        SimpleDateFormat sdf = new SimpleDateFormat("yyyy-MM-dd'T'HH:mm:ss.SSSZ EEE", Locale.US);
        sdf.setTimeZone(TimeZone.getTimeZone("UTC"));
        System.out.println(sdf.format(new Date(1_600_000_000_123L)) + " " + sdf.parse("2020-09-13T12:26:40.123+0000 Sun").getTime() + " "
            + DateFormat.getDateInstance(DateFormat.FULL, Locale.GERMANY).format(new Date(0)));
        try { sdf.parse("garbage"); } catch (ParseException e) { System.out.println(e.getMessage() + " " + e.getErrorOffset()); }
        Collator c = Collator.getInstance(Locale.GERMANY);
        List<String> l = new ArrayList<>(List.of("z", "\u00e4", "a", "Z", "o", "\u00f6")); l.sort(c);
        System.out.println(l); BreakIterator bi = BreakIterator.getSentenceInstance(Locale.US);
        bi.setText("One. Two? Three!"); int n = 0; while (bi.next() != BreakIterator.DONE) n++;
        System.out.println(n + " " + Normalizer.normalize("e\u0301\ufb01", Normalizer.Form.NFKC).length() + " "
            + Normalizer.normalize("\u00e9", Normalizer.Form.NFD).length() + " " + "I".toLowerCase(new Locale("tr")).equals("\u0131") + " "
            + "\ufb03".toUpperCase() + " " + Character.getName('\u00e9') + " " + Character.isLetter('\u4e16')
            + Character.getNumericValue('\u0664') + Character.UnicodeBlock.of('\u0416') + " " + Character.UnicodeScript.of('a') + " "
            + Character.toTitleCase('\u01c6') + Character.isJavaIdentifierStart('$') + " "
            + Bidi.requiresBidi("\u05d0".toCharArray(), 0, 1));
        System.out.println(Base64.getEncoder().encodeToString("any carnal pleas".getBytes()) + " "
            + new String(Base64.getMimeDecoder().decode("YW55\r\nIGM="))
            + Base64.getUrlEncoder().withoutPadding().encodeToString(new byte[] {-1, -2}) + " "
            + HexFormat.of().formatHex(new byte[] {1, -1}) + " " + Integer.toString(-255, 36) + Integer.parseInt("-7f", 16)
            + Long.toBinaryString(5) + Integer.toOctalString(8) + Integer.toHexString(-1) + Long.parseUnsignedLong("18446744073709551615")
            + " " + Integer.decode("0x10") + Integer.decode("-010"));
        for (String b : new String[] {"", "x1", "2147483648", "1.5.2", "0x1p3", "1e400", " 7 ", "NaN", "1_000", "+5", "\u0665"}) {
            String a;
            try { a = "" + Integer.parseInt(b); } catch (NumberFormatException e) { a = e.getMessage(); }
            String d;
            try { d = "" + Double.parseDouble(b); } catch (NumberFormatException e) { d = e.getMessage(); }
            System.out.println(a + " | " + d);
        }
        StringTokenizer st = new StringTokenizer("a b,c", " ,", true); System.out.println(st.countTokens());
        Scanner sc = new Scanner("1 two 3.5 0xff true\nline").useLocale(Locale.US);
        System.out.println(sc.nextInt() + sc.next() + sc.nextDouble() + sc.nextInt(16 + 0 * 1 == 16 ? 36 : 10) + sc.nextBoolean()
            + sc.nextLine() + sc.nextLine());
        StringJoiner sj = new StringJoiner(",", "{", "}"); sj.setEmptyValue("EMPTY");
        System.out.println(sj + "" + sj.add("a").add("b"));
        for (double d : new double[] {0.1, 1e21, 1e-5, 123456789.125, 2e-3, 9007199254740993.0, 1.0E10, 4.9e-324, 1.7976931348623157e308,
            2.2250738585072014E-308, 100, 1e7, 1e6, 0.001}) System.out.print(d + " " + (float) d + " " + Double.toHexString(d) + "; ");
        System.out.println();
    }
}
