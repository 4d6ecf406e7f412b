import java.util.List;

/**
 * Counts at fields, lines and instructions are instructions in compiled code. Probes come and go at places where others stay, which count on:
 * what they count equals what the program counts.
 */
public class InCode extends Client {
    int plain;
    long wide;
    byte small;
    boolean flag;
    static char letter;
    static int turns;
    static long sum, smallest, flags, letters, high, odd;

    /** Reads each field as often as it writes it. */
    static int turn(InCode c, int n) {
        int seen = 0;
        for (int i = 0; i < n; i++) {
            c.plain = c.plain + (i ^ 5); // at write
            c.wide = c.wide * 3 + i;
            c.small = (byte) (c.small + i);
            c.flag = !c.flag;
            letter = (char) (letter - 77);
            sum += c.plain;
            high += c.wide > 1000 ? 1 : 0;
            smallest = Math.min(smallest, c.small);
            flags += c.flag ? 1 : 0;
            letters += letter;
            if ((i & 1) == 1) {
                odd++; // at odd
            }
            turns++;
            seen += inner(i);
        }
        return seen;
    }

    static int inner(int i) {
        return i * 7; // at inner
    }

    static void clear() {
        sum = smallest = flags = letters = high = odd = turns = 0;
    }

    static final String FIELDS = "field:InCode.plain:write { @writes = count(); @sum = sum(value) } field:InCode.plain:read { @reads = count() } "
        + "field:InCode.wide:write /value > 1000/ { @high = count() } field:InCode.small:write { @smallest = min(value) } "
        + "field:InCode.flag:write { @flags = sum(value) } field:InCode.letter:write { @letters = sum(value) } field:InCode.letter:read { @letter = count() }";

    /** The program reads a field that it has written once more. */
    static List<String> fields() {
        return List.of("@writes: " + turns, "@sum: " + sum, "@reads: " + 2 * turns, "@high: " + high, "@smallest: " + smallest, "@flags: " + flags,
            "@letters: " + letters, "@letter: " + 2 * turns);
    }

    static String lines() throws Exception {
        return "line:InCode:" + line("write") + " { @writes = count() } line:InCode:" + line("odd") + " { @odd = count() } line:InCode:" + line("inner")
            + " { @inner = count() } bci:InCode.inner:1 { @second = count() } bci:InCode.inner:3 /1 > 2/ { @never = count() }";
    }
    static List<String> ofLines() {
        return List.of("@writes: " + turns, "@odd: " + odd, "@inner: " + turns, "@second: " + turns, "@never: 0");
    }

    static int line(String mark) throws Exception {
        var all = java.nio.file.Files.readAllLines(java.nio.file.Path.of(System.getProperty("source")));
        for (int i = 0; i < all.size(); i++)
            if (all.get(i).endsWith("// at " + mark)) return i + 1;
        throw new AssertionError(mark);
    }

    public static void main(String[] args) throws Exception {
        int n = Integer.parseInt(args[0]);
        open();
        InCode c = new InCode();
        for (int i = 0; i < 20; i++) turn(c, n / 4);
        String fields = add(FIELDS), lines = add(lines());
        clear();
        String[] others = {"field:InCode.plain:write, field:InCode.plain:read { @ = count() }", "field:InCode.small:write { @[value] = count() }",
            "line:InCode:" + line("inner") + ", bci:InCode.inner:1 { @ = count() }", "line:InCode:" + line("odd") + " { @ = sum(local(\"i\")) }",
            "field:InCode.letter:write /value > 7/ { @ = hist(value) } bci:InCode.inner:3 { @k = count() }", "method:InCode.inner:entry { @ = count() }"};
        int[] hits = {3, 0, 2, 0, 0, 1}; // of a turn, where that is all that a probe tells
        for (int i = 0; i < others.length; i++) {
            for (int k = 0; k < 4; k++) turn(c, n);
            String id = add(others[i]);
            turn(c, n);
            turn(c, n);
            if (hits[i] != 0) check("beside", id, List.of("@: " + 2 * hits[i] * n));
            remove(id);
            turn(c, n);
        }
        check("fields", fields, fields());
        check("lines", lines, ofLines());
        remove(lines);
        turn(c, n);
        check("fields alone", fields, fields());
        lines = add(lines());
        remove(fields);
        clear();
        turn(c, n);
        turn(c, n);
        check("lines alone", lines, ofLines());
        remove(lines);
        for (int i = 0; i < n; i++) Owner.set(i);
        String secret = add("field:Owner.password:write { @ = sum(value); @n = count() }");
        for (int i = 0; i < n; i++) Owner.set(i);
        if (there && read(secret).toString().matches(".*[1-9]{4}.*")) System.out.println(read(secret));
        remove(secret);
        close();
    }
}

class Owner {
    static int password;
    static void set(int i) { password = 1111; }
}
