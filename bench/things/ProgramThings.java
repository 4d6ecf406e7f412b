/** Small programs, a fraction of a millisecond each: recursion over trees, records, java.time, numbers of any size, collections of strings. */
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.BitSet;
import java.util.Calendar;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.GregorianCalendar;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.StringTokenizer;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

final class ProgramThings {
    interface Program {
        long run();
    }

    static void program(String name, Program p) {
        Things.add("program/" + name, n -> {
            long sum = 0;
            for (int i = 0; i < n; i++) sum = sum * 31 + p.run();
            return sum;
        });
    }

    static void register() {
        program("formulas", ProgramThings::formulas);
        program("fields-of-lines", ProgramThings::fieldsOfLines);
        program("formatted", ProgramThings::formatted);
        program("decimals", ProgramThings::decimals);
        program("big-integers", ProgramThings::bigIntegers);
        program("mod-pow", ProgramThings::modPow);
        program("days", ProgramThings::days);
        program("date-patterns", ProgramThings::datePatterns);
        program("iso-dates", ProgramThings::isoDates);
        program("zones", ProgramThings::zones);
        program("durations", ProgramThings::durations);
        program("calendar", ProgramThings::calendar);
        program("derive-terms", ProgramThings::deriveTerms);
        program("hash-terms", ProgramThings::hashTerms);
        program("equal-terms", ProgramThings::equalTerms);
        program("print-terms", ProgramThings::printTerms);
        program("count-terms", ProgramThings::countTerms);
        program("group-stream", ProgramThings::groupStream);
        program("tree-map", ProgramThings::treeMap);
        program("priority-queue", ProgramThings::priorityQueue);
        program("bit-set", ProgramThings::bitSet);
        program("utf8", ProgramThings::utf8);
        program("base64", ProgramThings::base64);
        program("tokens", ProgramThings::tokens);
        program("floyd-warshall", ProgramThings::floydWarshall);
        program("edit-distance", ProgramThings::editDistance);
        program("queens", () -> queens(8, 0, 0, 0, 0));
        program("ackermann", () -> ackermann(2, 60));
        program("search-tree", ProgramThings::searchTree);
        program("expressions", ProgramThings::expressions);
        program("optionals", ProgramThings::optionals);
        program("enum-machine", ProgramThings::enumMachine);
        program("enum-map", ProgramThings::enumMap);
        program("count-chars", ProgramThings::countChars);
        program("sort-records", ProgramThings::sortRecords);
    }

    // ---- cells with formulas ----

    static final class Cell {
        String text;
        double value;
        boolean busy, known;
        Formula formula;
    }

    interface Formula {
        double eval(Map<String, Cell> sheet);
    }
    record Number(double value) implements Formula {
        public double eval(Map<String, Cell> sheet) { return value; }
    }
    record Name(String name) implements Formula {
        public double eval(Map<String, Cell> sheet) {
            Cell c = sheet.get(name);
            return c == null ? 0 : valueOf(c, sheet);
        }
    }
    record Binary(char op, Formula a, Formula b) implements Formula {
        public double eval(Map<String, Cell> sheet) {
            double x = a.eval(sheet), y = b.eval(sheet);
            return switch (op) {
                case '+' -> x + y;
                case '-' -> x - y;
                case '*' -> x * y;
                default -> y == 0 ? 0 : x / y;
            };
        }
    }

    static double valueOf(Cell c, Map<String, Cell> sheet) {
        if (c.known || c.busy) return c.known ? c.value : 0;
        c.busy = true;
        if (c.formula == null) c.formula = new FormulaParser(c.text).sum();
        c.value = c.formula.eval(sheet);
        c.busy = false;
        c.known = true;
        return c.value;
    }

    static final class FormulaParser {
        final String text;
        int at;

        FormulaParser(String text) { this.text = text; }

        boolean is(char x, char y) { return at < text.length() && (text.charAt(at) == x || text.charAt(at) == y); }
        Formula sum() {
            Formula left = product();
            while (is('+', '-')) left = new Binary(text.charAt(at++), left, product());
            return left;
        }
        Formula product() {
            Formula left = atom();
            while (is('*', '/')) left = new Binary(text.charAt(at++), left, atom());
            return left;
        }
        Formula atom() {
            if (is('(', '(')) {
                at++;
                Formula f = sum();
                at++;
                return f;
            }
            int from = at;
            boolean number = Character.isDigit(text.charAt(at));
            while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || (number && text.charAt(at) == '.'))) at++;
            String word = text.substring(from, at);
            return number ? new Number(Double.parseDouble(word)) : new Name(word);
        }
    }

    static long formulas() {
        Map<String, Cell> sheet = new HashMap<>();
        for (int row = 1; row <= 100; row++)
            for (char column = 'A'; column <= 'F'; column++) {
                Cell c = new Cell();
                String before = "(" + (char) (column - 1) + row + "+" + (row > 1 ? "" + column + (row - 1) : "3") + ")*0.5";
                c.text = column == 'A' ? row + ".5" : before;
                sheet.put(column + "" + row, c);
            }
        double sum = 0;
        for (int round = 0; round < 4; round++) {
            for (Cell c : sheet.values()) c.known = false;
            for (Cell c : sheet.values()) sum += valueOf(c, sheet);
        }
        return (long) sum;
    }

    // ---- numbers and texts ----

    static long fieldsOfLines() {
        StringBuilder b = new StringBuilder();
        long sum = 0;
        for (int i = 0; i < 100; i++) {
            b.setLength(0);
            for (int c = 0; c < 8; c++) b.append(i * c * 0.25).append(';').append(i + c).append(',');
            for (String field : b.toString().split(",")) {
                int k = field.indexOf(';');
                sum += (long) (Double.parseDouble(field.substring(0, k)) * 4) + Integer.parseInt(field.substring(k + 1));
            }
        }
        return sum;
    }
    static long formatted() {
        long h = 0;
        for (int i = 0; i < 100; i++) h += String.format("%5d|%-8s|%8.2f", i, "k" + i, i * 1.25).hashCode();
        return h;
    }
    static long decimals() {
        BigDecimal s = BigDecimal.ZERO, seven = new BigDecimal(7), factor = new BigDecimal("1.0001");
        for (int i = 1; i < 1500; i++) {
            BigDecimal part = new BigDecimal(i).divide(seven, 6, RoundingMode.HALF_UP);
            s = s.add(part).multiply(factor).setScale(6, RoundingMode.HALF_EVEN);
        }
        return s.unscaledValue().longValue() + s.toString().hashCode();
    }
    static long bigIntegers() {
        BigInteger a = BigInteger.ONE;
        for (int i = 1; i < 120; i++) a = a.multiply(BigInteger.valueOf(i));
        return a.mod(BigInteger.valueOf(1_000_000_007L)).longValue() + a.bitLength();
    }
    static final BigInteger POWER = new BigInteger("123456789012345678901234567890"), MODULUS = new BigInteger("987654321987654321987654321");
    static long modPow() { return BigInteger.valueOf(7).modPow(POWER, MODULUS).longValue(); }
    static final String UMLAUTS = "Gr\u00fc\u00dfe, Welt! ".repeat(50);
    static long utf8() {
        byte[] b = UMLAUTS.getBytes(StandardCharsets.UTF_8);
        return new String(b, StandardCharsets.UTF_8).length() + b.length;
    }
    static long base64() {
        byte[] b = new byte[3000];
        for (int i = 0; i < b.length; i++) b[i] = (byte) (i * 31);
        String s = Base64.getEncoder().encodeToString(b);
        return Base64.getDecoder().decode(s).length + s.hashCode();
    }
    static final String NUMBERS = IntStream.range(0, 1000).mapToObj(Integer::toString).collect(Collectors.joining(" "));
    static long tokens() {
        long sum = 0;
        for (StringTokenizer t = new StringTokenizer(NUMBERS); t.hasMoreTokens();) sum += Integer.parseInt(t.nextToken());
        return sum;
    }

    // ---- dates ----

    static long days() {
        LocalDate d = LocalDate.of(1999, 12, 31);
        long h = 0;
        for (int i = 0; i < 2000; i++) {
            d = d.plusDays(13);
            h += d.getDayOfWeek().getValue() * 31 + d.getDayOfYear() + d.lengthOfMonth() + ChronoUnit.MONTHS.between(LocalDate.EPOCH, d);
            d = d.with(TemporalAdjusters.next(DayOfWeek.MONDAY));
            if (d.getYear() > 2100) d = d.minusYears(101);
        }
        return h;
    }
    static final DateTimeFormatter PATTERN = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");
    static long datePatterns() {
        long h = 0;
        LocalDateTime t = LocalDateTime.of(2001, 2, 3, 4, 5, 6);
        for (int i = 0; i < 200; i++) {
            String s = PATTERN.format(t);
            h += s.hashCode();
            t = LocalDateTime.parse(s, PATTERN).plusMinutes(12345);
        }
        return h;
    }
    static long isoDates() {
        long h = 0;
        LocalDate d = LocalDate.of(2001, 2, 3);
        for (int i = 0; i < 500; i++) {
            String s = d.toString();
            h += s.hashCode();
            d = LocalDate.parse(s).plusDays(3);
        }
        return h;
    }
    static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    static long zones() {
        long h = 0;
        ZonedDateTime t = ZonedDateTime.of(2001, 2, 3, 4, 5, 6, 0, BERLIN);
        for (int i = 0; i < 1000; i++) {
            t = t.plusHours(77);
            h += t.toEpochSecond() + t.getOffset().getTotalSeconds();
        }
        return h;
    }
    static long durations() {
        Duration d = Duration.ZERO;
        Instant at = Instant.EPOCH;
        long h = 0;
        for (int i = 0; i < 4000; i++) {
            d = d.plusMillis(i).plusSeconds(3);
            at = at.plus(d);
            h += d.toMillis() + at.getNano() + at.compareTo(Instant.MIN);
            if (d.toDays() > 30) d = Duration.ofNanos(i);
            if (at.getEpochSecond() > 1L << 34) at = Instant.EPOCH;
        }
        return h;
    }
    static final TimeZone UTC = TimeZone.getTimeZone("UTC");
    static long calendar() {
        GregorianCalendar c = new GregorianCalendar(UTC);
        c.setTimeInMillis(0);
        long h = 0;
        for (int i = 0; i < 1000; i++) {
            c.add(Calendar.DAY_OF_MONTH, 17);
            h += c.get(Calendar.MONTH) + c.get(Calendar.DAY_OF_WEEK);
        }
        return h;
    }

    // ---- terms, as records ----

    sealed interface Term permits Var, Con, Add, Mul, Pow { }
    record Var(String name) implements Term { }
    record Con(int value) implements Term { }
    record Add(Term a, Term b) implements Term { }
    record Mul(Term a, Term b) implements Term { }
    record Pow(Term a, int n) implements Term { }

    static Term derived(Term t, String x) {
        if (t instanceof Con) return new Con(0);
        if (t instanceof Var v) return new Con(v.name().equals(x) ? 1 : 0);
        if (t instanceof Add a) return new Add(derived(a.a(), x), derived(a.b(), x));
        if (t instanceof Mul m) return new Add(new Mul(derived(m.a(), x), m.b()), new Mul(m.a(), derived(m.b(), x)));
        Pow p = (Pow) t;
        return new Mul(new Mul(new Con(p.n()), new Pow(p.a(), p.n() - 1)), derived(p.a(), x));
    }
    static boolean is(Term t, int value) { return t instanceof Con c && c.value() == value; }
    static Term simple(Term t) {
        if (t instanceof Add s) {
            Term a = simple(s.a()), b = simple(s.b());
            if (is(a, 0)) return b;
            if (is(b, 0)) return a;
            if (a instanceof Con c && b instanceof Con d) return new Con(c.value() + d.value());
            return a.equals(b) ? new Mul(new Con(2), a) : new Add(a, b);
        }
        if (t instanceof Mul p) {
            Term a = simple(p.a()), b = simple(p.b());
            if (is(a, 0) || is(b, 0)) return new Con(0);
            if (is(a, 1)) return b;
            if (is(b, 1)) return a;
            return a instanceof Con c && b instanceof Con d ? new Con(c.value() * d.value()) : new Mul(a, b);
        }
        if (!(t instanceof Pow p)) return t;
        return p.n() == 0 ? new Con(1) : p.n() == 1 ? simple(p.a()) : new Pow(simple(p.a()), p.n());
    }
    static int size(Term t) {
        if (t instanceof Add a) return 1 + size(a.a()) + size(a.b());
        if (t instanceof Mul m) return 1 + size(m.a()) + size(m.b());
        return t instanceof Pow p ? 1 + size(p.a()) : 1;
    }
    static Term polynomial() {
        Term x = new Var("x"), y = new Var("y"), t = new Con(1);
        for (int i = 1; i < 8; i++) t = new Add(new Mul(t, x), new Mul(new Pow(y, i), new Con(i)));
        return t;
    }
    static long deriveTerms() {
        Term t = polynomial();
        for (int k = 0; k < 3; k++) t = simple(derived(t, k % 2 == 0 ? "x" : "y"));
        return size(t);
    }
    static final Term POLYNOMIAL = polynomial();
    static long hashTerms() { return polynomial().hashCode(); }
    static long equalTerms() { return polynomial().equals(POLYNOMIAL) ? 1 : 0; }
    static long printTerms() { return polynomial().toString().length(); }
    static long countTerms() {
        Map<Term, Integer> counts = new HashMap<>();
        Deque<Term> left = new ArrayDeque<>(List.of(POLYNOMIAL));
        while (!left.isEmpty()) {
            Term t = left.poll();
            counts.merge(t, 1, Integer::sum);
            if (t instanceof Add a) left.addAll(List.of(a.a(), a.b()));
            if (t instanceof Mul m) left.addAll(List.of(m.a(), m.b()));
            if (t instanceof Pow p) left.add(p.a());
        }
        return counts.size();
    }

    // ---- recursion ----

    static int queens(int n, int row, int columns, int left, int right) {
        if (row == n) return 1;
        int count = 0;
        for (int free = ~(columns | left | right) & ((1 << n) - 1); free != 0; free &= free - 1) {
            int bit = free & -free;
            count += queens(n, row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1);
        }
        return count;
    }
    static int ackermann(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)); }

    static final class Node {
        Node left, right;
        final int key;

        Node(int key) { this.key = key; }
    }
    static Node insert(Node n, int key) {
        if (n == null) return new Node(key);
        if (key < n.key) n.left = insert(n.left, key);
        else if (key > n.key) n.right = insert(n.right, key);
        return n;
    }
    static int height(Node n) { return n == null ? 0 : 1 + Math.max(height(n.left), height(n.right)); }
    static long searchTree() {
        Node root = null;
        for (int i = 0; i < 1000; i++) root = insert(root, i * 7919 % 10007);
        return height(root);
    }

    static int sum(String s, int[] at) {
        int v = product(s, at);
        while (at[0] < s.length() && (s.charAt(at[0]) == '+' || s.charAt(at[0]) == '-')) v += s.charAt(at[0]++) == '+' ? product(s, at) : -product(s, at);
        return v;
    }
    static int product(String s, int[] at) {
        int v = operand(s, at);
        while (at[0] < s.length() && s.charAt(at[0]) == '*') {
            at[0]++;
            v *= operand(s, at);
        }
        return v;
    }
    static int operand(String s, int[] at) {
        int v = 0;
        if (s.charAt(at[0]) == '(') {
            at[0]++;
            v = sum(s, at);
            at[0]++;
            return v;
        }
        while (at[0] < s.length() && Character.isDigit(s.charAt(at[0]))) v = v * 10 + s.charAt(at[0]++) - '0';
        return v;
    }
    static long expressions() {
        long sum = 0;
        for (int i = 0; i < 100; i++) sum += sum("(1+2*3)*(4-5)+6*(7+8*(9-10))", new int[1]);
        return sum;
    }

    // ---- tables ----

    static long floydWarshall() {
        int n = 40;
        int[][] d = new int[n][n];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) d[i][j] = (i * 31 + j * 17) % 97 + 1;
        for (int k = 0; k < n; k++)
            for (int i = 0; i < n; i++)
                for (int j = 0; j < n; j++) d[i][j] = Math.min(d[i][j], d[i][k] + d[k][j]);
        long sum = 0;
        for (int[] row : d)
            for (int x : row) sum += x;
        return sum;
    }
    static final String ONE = "kitten sitting on the mitten".repeat(4), OTHER = "sitting kitten in the kitchen".repeat(4);
    static long editDistance() {
        int[][] d = new int[ONE.length() + 1][OTHER.length() + 1];
        for (int i = 0; i <= ONE.length(); i++) d[i][0] = i;
        for (int j = 0; j <= OTHER.length(); j++) d[0][j] = j;
        for (int i = 1; i <= ONE.length(); i++)
            for (int j = 1; j <= OTHER.length(); j++) {
                int change = d[i - 1][j - 1] + (ONE.charAt(i - 1) == OTHER.charAt(j - 1) ? 0 : 1);
                d[i][j] = Math.min(Math.min(d[i - 1][j], d[i][j - 1]) + 1, change);
            }
        return d[ONE.length()][OTHER.length()];
    }
    static long bitSet() {
        int n = 5000;
        BitSet primes = new BitSet(n);
        primes.set(2, n);
        for (int i = 2; i * i < n; i++)
            if (primes.get(i))
                for (int k = i * i; k < n; k += i) primes.clear(k);
        return primes.cardinality();
    }

    // ---- collections ----

    static long groupStream() {
        Map<Integer, Integer> sums = IntStream.range(0, 1000).boxed().collect(Collectors.groupingBy(i -> i % 17, TreeMap::new, Collectors.summingInt(i -> i)));
        return sums.values().stream().mapToLong(i -> i).sum();
    }
    static long treeMap() {
        TreeMap<String, Integer> m = new TreeMap<>();
        for (int i = 0; i < 1000; i++) m.merge("k" + i * 7919 % 509, 1, Integer::sum);
        long h = 0;
        for (Map.Entry<String, Integer> e : m.entrySet()) h = h * 31 + e.getKey().hashCode() * e.getValue();
        return h;
    }
    static long priorityQueue() {
        PriorityQueue<long[]> q = new PriorityQueue<>((a, b) -> Long.compare(a[0], b[0]));
        long x = 12345, h = 0;
        for (int i = 0; i < 1000; i++) {
            x = x * 6364136223846793005L + 1442695040888963407L;
            q.add(new long[] {x >>> 33, i});
            if ((i & 3) == 3) h += q.poll()[1];
        }
        return h;
    }
    static long optionals() {
        long sum = 0;
        for (int i = 0; i < 1000; i++) sum += Optional.of(i).filter(x -> x % 3 != 0).map(x -> x * 2).orElse(7);
        return sum;
    }
    enum Op {
        ADD { int of(int a, int b) { return a + b; } },
        SUB { int of(int a, int b) { return a - b; } },
        MUL { int of(int a, int b) { return a * b; } };
        abstract int of(int a, int b);
    }
    static final int[] CODE = {0, 1, 2, 0, 0, 1, 2, 1};
    static long enumMachine() {
        Op[] ops = Op.values();
        int a = 1;
        for (int i = 0; i < 5000; i++) {
            Op o = ops[CODE[i & 7]];
            a = switch (o) {
                case ADD -> o.of(a, i);
                case SUB -> o.of(a, 3);
                default -> o.of(a, 5);
            };
        }
        return a;
    }
    static long enumMap() {
        EnumMap<Op, Integer> m = new EnumMap<>(Op.class);
        for (int i = 0; i < 1000; i++) m.merge(Op.values()[i % 3], i, Integer::sum);
        return m.get(Op.ADD) + m.get(Op.SUB);
    }
    static final String FOX = "the quick brown fox jumps over the lazy dog".repeat(30);
    static long countChars() {
        Map<Character, Integer> m = new HashMap<>();
        for (char c : FOX.toCharArray()) m.merge(c, 1, Integer::sum);
        long h = 0;
        for (Map.Entry<Character, Integer> e : m.entrySet()) h += e.getKey() * e.getValue();
        return h;
    }
    record Person(String name, int age) { }
    static long sortRecords() {
        List<Person> all = new ArrayList<>();
        for (int i = 0; i < 400; i++) all.add(new Person("n" + i * 7919 % 1009, i % 50));
        all.sort(Comparator.comparingInt(Person::age).thenComparing(Person::name));
        return all.get(200).name().hashCode();
    }
}
