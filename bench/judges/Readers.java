import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Programs that read text: a table with quotes, a language's words, a template. */
final class Readers {
    private static final String TABLE = table();

    private static String table() {
        StringBuilder b = new StringBuilder("id,name,city,amount,note\n");
        String[] cities = {"Oslo", "Lima", "\"Rio, centre\"", "Bern"};
        for (int i = 0; i < 600; i++) {
            b.append(i).append(",customer ").append(i * 37 % 101).append(',').append(cities[i % 4]).append(',');
            b.append(i * 13 % 1000).append('.').append(i % 10);
            b.append(i % 5 == 0 ? ",\"said \"\"yes\"\", twice\"" : ",none").append('\n');
        }
        return b.toString();
    }

    private static List<List<String>> rows(String text) {
        List<List<String>> rows = new ArrayList<>();
        List<String> row = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quoted) {
                if (c != '"')
                    cell.append(c);
                else if (i + 1 < text.length() && text.charAt(i + 1) == '"')
                    cell.append(text.charAt(++i));
                else
                    quoted = false;
            } else if (c == '"') {
                quoted = true;
            } else if (c == ',' || c == '\n') {
                row.add(cell.toString());
                cell.setLength(0);
                if (c == '\n') {
                    rows.add(row);
                    row = new ArrayList<>();
                }
            } else {
                cell.append(c);
            }
        }
        return rows;
    }

    /** A comma-separated table, summed up by city. */
    static long table(int times) {
        long hash = 0;
        for (int t = 0; t < times; t++) {
            List<List<String>> rows = rows(TABLE);
            Map<String, Double> sums = new HashMap<>();
            for (List<String> row : rows.subList(1, rows.size())) sums.merge(row.get(2), Double.parseDouble(row.get(3)), Double::sum);
            for (Map.Entry<String, Double> e : sums.entrySet()) hash += e.getKey().length() * Math.round(e.getValue() * 10);
            hash += rows.get(5).get(4).length();
        }
        return hash;
    }

    private enum Kind { SPACE, WORD, NUMBER, TEXT, SIGN, COMMENT }

    private record Token(Kind kind, int from, int to) { }

    private static final String SOURCE = ("fun area(w, h) { return w * h + 12; } # a comment\n"
        + "let title = \"a text with \\\"quotes\\\"\"; while (x1 <= 99.5) x1 = x1 + area(3, 4);\n").repeat(60);

    private static Token next(String s, int from) {
        Kind kind = null;
        int i = from;
        boolean done = false;
        while (!done) {
            char c = i < s.length() ? s.charAt(i) : '\0';
            if (kind == null) {
                kind = Character.isWhitespace(c) ? Kind.SPACE : Character.isLetter(c) ? Kind.WORD : Character.isDigit(c) ? Kind.NUMBER
                    : c == '"' ? Kind.TEXT : c == '#' ? Kind.COMMENT : Kind.SIGN;
                i++;
                continue;
            }
            switch (kind) {
                case SPACE -> done = !Character.isWhitespace(c);
                case WORD -> done = !Character.isLetterOrDigit(c);
                case NUMBER -> done = !Character.isDigit(c) && c != '.';
                case COMMENT -> done = c == '\n' || c == '\0';
                case SIGN -> done = c != '=';
                case TEXT -> {
                    if (c == '\\')
                        i++;
                    else if (c == '"' || c == '\0') {
                        i++;
                        done = true;
                    }
                }
            }
            if (!done) i++;
        }
        return new Token(kind, from, Math.min(i, s.length()));
    }

    /** A state machine that cuts a source into words. */
    static long words() {
        Map<Kind, Integer> counts = new EnumMap<>(Kind.class);
        Map<String, Integer> names = new HashMap<>();
        for (int at = 0; at < SOURCE.length();) {
            Token t = next(SOURCE, at);
            counts.merge(t.kind(), 1, Integer::sum);
            if (t.kind() == Kind.WORD) names.merge(SOURCE.substring(t.from(), t.to()), 1, Integer::sum);
            at = t.to();
        }
        long hash = names.hashCode();
        for (Map.Entry<Kind, Integer> e : counts.entrySet()) hash = hash * 31 + e.getKey().ordinal() * 1000L + e.getValue();
        return hash;
    }

    private static final String LETTER =
        "Dear {{name}}, your order {{order}} of {{count}} pieces comes on {{day}}.{{?late}} We are sorry.{{/}} Yours, {{shop}}\n";

    /** A template that is filled in with the fields of many customers. */
    static long letters() {
        long hash = 0;
        Map<String, Object> fields = new HashMap<>();
        for (int i = 0; i < 800; i++) {
            fields.put("name", "N" + i % 50);
            fields.put("order", i * 1001L);
            fields.put("count", i % 7);
            fields.put("day", i % 28 + 1);
            fields.put("shop", "The Shop");
            fields.put("late", i % 3 == 0);
            StringBuilder out = new StringBuilder();
            boolean shown = true;
            for (int at = 0; at < LETTER.length();) {
                int open = LETTER.indexOf("{{", at);
                if (shown) out.append(LETTER, at, open < 0 ? LETTER.length() : open);
                if (open < 0) break;
                int close = LETTER.indexOf("}}", open);
                String key = LETTER.substring(open + 2, close);
                if (key.startsWith("?"))
                    shown = Boolean.TRUE.equals(fields.get(key.substring(1)));
                else if (key.equals("/"))
                    shown = true;
                else if (shown)
                    out.append(fields.get(key));
                at = close + 2;
            }
            hash = hash * 31 + out.toString().hashCode();
        }
        return hash;
    }
}
