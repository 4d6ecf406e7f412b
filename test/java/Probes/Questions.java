import java.util.List;
import java.util.function.Supplier;

/** Probes answer the questions of the tests of BTrace (OnMethod…) and Byteman (Test…), which rewrite bytecode. The names are theirs. */
public class Questions extends Client {
    static class Base {
        long field;
        static int made;

        int work(int n) {
            return n;
        }
    }

    static class Sub extends Base {
        @Override int work(int n) {
            return super.work(n) + 1;
        }
    }

    static final class Other {
    }

    String call(String text, int n) {
        return text + n;
    }

    static long lasting(long n) {
        long end = System.nanoTime() + 1_000_000;
        while (System.nanoTime() < end) n++;
        return end > 0 ? 7 : n;
    }

    static int lined(int n) {
        int sum = n; // at before
        sum *= 2; // at line
        return sum;
    }

    static long fields(Base b, int n) {
        b.field = n;
        b.field += b.field;
        return b.field;
    }

    static int thrower(int n) {
        if (n % 3 == 0) throw new IllegalArgumentException();
        if (n % 3 == 1) throw new ArithmeticException();
        return n;
    }

    static int through(int n) {
        return thrower(n) + 1;
    }

    static int locked(Object lock, int n) {
        synchronized (lock) {
            return n + 1;
        }
    }

    static Object fresh(int n) {
        return n % 2 == 0 ? new Other() : new Sub();
    }

    /** Compares the counts and prints of the text during the work with `own`. */
    static void asked(String name, String text, Supplier<Object> work, String... own) throws Exception {
        String id = add(text);
        Object result = work.get();
        check(name + " " + result, id, List.of(own));
        remove(id);
    }

    static void printed(String name, String text, Supplier<Object> work, String own) throws Exception {
        String id = add(text);
        Object result = work.get();
        System.out.println(name + " " + result + ": " + (there ? ask("Probe.read " + id + " -format=output").replaceFirst(".*\n", "").trim() : own));
        remove(id);
    }

    static Object times(int n, java.util.function.IntUnaryOperator of) {
        int s = 0;
        for (int i = 0; i < n; i++) s += of.applyAsInt(i);
        return s;
    }

    static int caught(int n) {
        try {
            return through(n);
        } catch (IllegalArgumentException | ArithmeticException e) {
            return 0;
        }
    }

    static int line(String mark) throws Exception {
        List<String> lines = java.nio.file.Files.readAllLines(java.nio.file.Path.of(System.getProperty("source")));
        for (int i = 0; i < lines.size(); i++)
            if (lines.get(i).endsWith("// at " + mark)) return i + 1;
        throw new AssertionError(mark);
    }

    static void btrace(int n) throws Exception {
        Questions q = new Questions();
        Sub sub = new Sub();
        printed("OnMethodTest", "method:Questions.call:entry { printf(\"%s %s %d\\n\", class(this), arg0, arg1) }", () -> q.call("a", 3), "Questions a 3");
        printed("OnMethodReturnTest", "method:Questions.lasting:return { printf(\"%d %d\\n\", retval, elapsed >= 1000000) }", () -> lasting(1), "7 1");
        asked("OnMethodSubclassTest", "method:Questions$Base+.work:entry { @by[class(this), class] = count() }", () -> times(n, sub::work),
            "@by[Questions$Sub, Questions$Base]: " + n, "@by[Questions$Sub, Questions$Sub]: " + n);
        // levels: what is asked at a higher one comes and goes while the lower one stays
        String low = add("method:Questions.call:entry { @low = count() }");
        q.call("b", 1);
        asked("OnMethodLevelTest", "method:Questions.call:return { @high = count() }", () -> q.call("c", 2), "@high: 1");
        q.call("d", 4);
        check("OnMethodLevelTest", low, List.of("@low: 3"));
        remove(low);
        String argument = "c"; // of the command that made the text
        asked("ProbeArgsTest", "method:Questions.call:entry /arg0 == \"" + argument + "\" && arg1 > " + n / 2 + "/ { @n = count() }",
            () -> times(n, i -> q.call(i % 2 == 0 ? "c" : "d", i).length()), "@n: " + (n - 1 - n / 2) / 2);
        asked("TraceAllTest", "method:Questions*.*:entry, method:Questions*.*:return /method == \"Questions.lined(I)I\"/ { @n[method] = count() }",
            () -> times(n, Questions::lined), "@n[Questions.lined(I)I]: " + 2 * n);
        String beats = add("interval:ms:20 { @beats = count() }");
        long end = System.nanoTime() + 30_000_000_000L;
        while (there && System.nanoTime() < end && read(beats).stream().noneMatch(l -> l.matches("@beats: ([3-9]|\\d\\d+)"))) Thread.sleep(10);
        System.out.println("OnTimerTest " + (!there || System.nanoTime() < end ? "beats" : "" + read(beats)));
        remove(beats);
    }

    static void byteman(int n) throws Exception {
        Base b = new Base();
        fresh(0); // its classes are there
        asked("TestEntry", "method:Questions.lined:entry { @n = count(); @sum = sum(arg0) }", () -> times(n, Questions::lined), "@n: " + n,
            "@sum: " + (long) n * (n - 1) / 2);
        asked("TestExit", "method:Questions.lined:return { @sum = sum(retval) }", () -> times(n, Questions::lined), "@sum: " + (long) n * (n - 1));
        asked("TestLine", "line:Questions:" + line("line") + " { @sum = sum(local(\"sum\")) }", () -> times(n, Questions::lined),
            "@sum: " + (long) n * (n - 1) / 2);
        asked("TestReadWrite", "field:Questions$Base.field:read { @read[method] = count() } field:Questions$Base.field:write "
            + "{ @to = max(value); @from = max(old); @writes = count() }", () -> times(n, i -> (int) fields(b, i)),
            "@read[Questions.fields(LQuestions$Base;I)J]: " + 3 * n, "@to: " + 2 * (n - 1), "@from: " + 2 * (n - 2), "@writes: " + 2 * n);
        int wrong = (n + 2) / 3, other = (n + 1) / 3;
        asked("TestThrow", "throw:java.lang.RuntimeException+ { @thrown[class(ex), method] = count() }", () -> times(n, Questions::caught),
            "@thrown[java.lang.IllegalArgumentException, Questions.thrower(I)I]: " + wrong,
            "@thrown[java.lang.ArithmeticException, Questions.thrower(I)I]: " + other);
        asked("TestExceptionExit", "method:Questions.through:throw { @out[class(ex)] = count() } method:Questions.through:return { @back = count() }",
            () -> times(n, Questions::caught), "@out[java.lang.IllegalArgumentException]: " + wrong,
            "@out[java.lang.ArithmeticException]: " + other, "@back: " + (n - wrong - other));
        Object lock = new Object();
        asked("TestSynch", "bci:Questions.locked:3 { @before = count() } bci:Questions.locked:4 { @after = sum(local(\"n\")) }",
            () -> times(n, i -> locked(lock, i)), "@before: " + n, "@after: " + (long) n * (n - 1) / 2);
        asked("TestAtNew", "alloc:Questions$Other, alloc:Questions$Base+ { @made[class] = count() }",
            () -> times(n, i -> System.identityHashCode(fresh(i)) == 0 ? 1 : 2), "@made[Questions$Other]: " + (n + 1) / 2, "@made[Questions$Sub]: " + n / 2);
    }

    public static void main(String[] args) throws Exception {
        int n = Integer.parseInt(args[0]);
        open();
        btrace(n);
        byteman(n);
        close();
    }
}
