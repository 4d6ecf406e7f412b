import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A text to a tree of maps and lists, and back. */
final class Json {
    private final String text;
    private int at;

    private Json(String text) { this.text = text; }

    private char peek() {
        while (at < text.length() && text.charAt(at) <= ' ') at++;
        return at < text.length() ? text.charAt(at) : 0;
    }

    private void expect(char c) {
        if (peek() != c) throw new IllegalStateException("expected " + c + " at " + at);
        at++;
    }

    private Object value() {
        switch (peek()) {
            case '{' -> {
                Map<String, Object> m = new LinkedHashMap<>();
                at++;
                while (peek() != '}') {
                    String key = string();
                    expect(':');
                    m.put(key, value());
                    if (peek() == ',') at++;
                }
                at++;
                return m;
            }
            case '[' -> {
                List<Object> l = new ArrayList<>();
                at++;
                while (peek() != ']') {
                    l.add(value());
                    if (peek() == ',') at++;
                }
                at++;
                return l;
            }
            case '"' -> { return string(); }
            case 't' -> {
                at += 4;
                return true;
            }
            case 'f' -> {
                at += 5;
                return false;
            }
            case 'n' -> {
                at += 4;
                return null;
            }
            default -> { return number(); }
        }
    }

    private String string() {
        expect('"');
        StringBuilder s = new StringBuilder();
        for (char c; (c = text.charAt(at++)) != '"';) s.append(c == '\\' ? text.charAt(at++) : c);
        return s.toString();
    }

    private Double number() {
        double v = 0, scale = 1;
        boolean minus = text.charAt(at) == '-', point = false;
        if (minus) at++;
        for (; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '.')
                point = true;
            else if (c >= '0' && c <= '9') {
                v = v * 10 + (c - '0');
                if (point) scale *= 10;
            } else
                break;
        }
        return (minus ? -v : v) / scale;
    }

    private static void write(Object o, StringBuilder out) {
        if (o instanceof Map<?, ?> m) {
            char c = '{';
            for (Map.Entry<?, ?> e : m.entrySet()) {
                out.append(c).append('"').append(e.getKey()).append("\":");
                write(e.getValue(), out);
                c = ',';
            }
            out.append(m.isEmpty() ? "{}" : "}");
        } else if (o instanceof List<?> l) {
            char c = '[';
            for (Object x : l) {
                out.append(c);
                write(x, out);
                c = ',';
            }
            out.append(l.isEmpty() ? "[]" : "]");
        } else if (o instanceof String s) {
            out.append('"');
            for (int i = 0; i < s.length(); i++) {
                if (s.charAt(i) == '"' || s.charAt(i) == '\\') out.append('\\');
                out.append(s.charAt(i));
            }
            out.append('"');
        } else if (o instanceof Double d)
            out.append(d.longValue());
        else
            out.append(o);
    }

    static long run() {
        StringBuilder s = new StringBuilder("[");
        for (int i = 0; i < 400; i++)
            s.append(i > 0 ? ", " : "").append("{\"id\": ").append(i).append(", \"name\": \"user \\\"").append(i * 7919 % 1000)
                    .append("\\\"\", \"score\": ").append(i % 2 == 0 ? "-" : "").append(i * 37 % 1013).append(".25, \"tags\": [\"a")
                    .append(i % 5).append("\", \"b\", true, false, null], \"at\": {\"x\": ").append(i).append(", \"y\": {}}}");
        String text = s.append("]").toString();
        long hash = 0;
        for (int i = 0; i < 6; i++) {
            StringBuilder out = new StringBuilder();
            write(new Json(text).value(), out);
            hash = hash * 31 + out.length() + out.toString().hashCode();
        }
        return hash;
    }
}
