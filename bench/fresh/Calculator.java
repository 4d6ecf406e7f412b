import java.util.HashMap;
import java.util.Map;

/** A small language: text to a tree of nodes, which runs itself. */
final class Calculator {
    interface Node {
        int eval(int[] env);
    }

    private final String text;
    private int at;
    private final Map<String, Integer> names = new HashMap<>();

    private Calculator(String text) { this.text = text; }

    private boolean take(String s) {
        while (at < text.length() && text.charAt(at) == ' ') at++;
        if (!text.startsWith(s, at)) return false;
        at += s.length();
        return true;
    }

    private Node sequence() {
        Node first = statement();
        if (!take(";")) return first;
        Node rest = sequence();
        return env -> {
            first.eval(env);
            return rest.eval(env);
        };
    }

    private Node statement() {
        if (take("while")) {
            Node condition = sum(), body;
            if (!take("{")) throw new IllegalStateException("at " + at);
            body = sequence();
            if (!take("}")) throw new IllegalStateException("at " + at);
            return env -> {
                int n = 0;
                for (; condition.eval(env) != 0; n++) body.eval(env);
                return n;
            };
        }
        int from = at;
        if (take("let ")) {
            int slot = name();
            if (!take("=")) throw new IllegalStateException("at " + at);
            Node value = sum();
            return env -> env[slot] = value.eval(env);
        }
        at = from;
        return sum();
    }

    private int name() {
        while (text.charAt(at) == ' ') at++;
        int from = at;
        while (at < text.length() && Character.isLetter(text.charAt(at))) at++;
        return names.computeIfAbsent(text.substring(from, at), n -> names.size());
    }

    private Node sum() {
        Node left = product();
        while (true) {
            Node a = left;
            if (take("+")) {
                Node b = product();
                left = env -> a.eval(env) + b.eval(env);
            } else if (take("-")) {
                Node b = product();
                left = env -> a.eval(env) - b.eval(env);
            } else if (take("<")) {
                Node b = product();
                left = env -> a.eval(env) < b.eval(env) ? 1 : 0;
            } else
                return left;
        }
    }

    private Node product() {
        Node left = factor();
        while (true) {
            Node a = left;
            if (take("*")) {
                Node b = factor();
                left = env -> a.eval(env) * b.eval(env);
            } else if (take("%")) {
                Node b = factor();
                left = env -> a.eval(env) % b.eval(env);
            } else
                return left;
        }
    }

    private Node factor() {
        if (take("(")) {
            Node inside = sum();
            if (!take(")")) throw new IllegalStateException("at " + at);
            return inside;
        }
        if (Character.isDigit(text.charAt(at))) {
            int v = 0;
            for (; at < text.length() && Character.isDigit(text.charAt(at)); at++) v = v * 10 + text.charAt(at) - '0';
            int constant = v;
            return env -> constant;
        }
        int slot = name();
        return env -> env[slot];
    }

    static long run() {
        String program = "let i = 0; let s = 1; while i < 60000 { let s = (s * 31 + i % 7) % 100003; let j = 0;"
                + " while j < i % 3 { let s = s + j * i; let j = j + 1 }; let i = i + 1 }; s";
        return new Calculator(program).sequence().eval(new int[16]);
    }
}
