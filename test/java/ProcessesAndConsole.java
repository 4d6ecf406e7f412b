// stdin: first line\nsecond 42 3.5\nrest
// stderr: compare
// Child processes (exit codes, streams, environment, directory, redirection, destroy, pipelines, handles) and the console streams of this one.
import java.io.*;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.TimeUnit;

public class ProcessesAndConsole {
    static String out(Process p) throws IOException { return new String(p.getInputStream().readAllBytes()).trim(); }

    public static void main(String[] args) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        System.out.println("read " + in.readLine()); Scanner sc = new Scanner(in);
        System.out.println(sc.next() + " " + sc.nextInt() + " " + sc.nextDouble() + " " + sc.next() + " " + sc.hasNext());
        System.out.println(System.in.read() + " " + (System.console() == null));
        System.out.print("no newline;"); System.out.printf("%d%%%n", 5); System.out.write('x');
        System.out.write('\n'); System.out.println(new char[] {'c', 'h'});
        System.out.append("app").append('\n'); System.err.println("to stderr h\u00e9");
        System.out.println("h\u00e9 \u4e16"); ByteArrayOutputStream cap = new ByteArrayOutputStream();
        PrintStream old = System.out; System.setOut(new PrintStream(cap, true));
        System.out.println("captured"); System.setOut(old);
        System.out.println(cap.toString().trim() + " " + System.out.checkError());
        System.setIn(new ByteArrayInputStream("replaced".getBytes()));
        System.out.println(new String(System.in.readAllBytes())); PrintStream olderr = System.err;
        System.setErr(old); System.err.println("err on out"); System.setErr(olderr);
        Process p = new ProcessBuilder("sh", "-c", "echo out; echo err >&2; exit 3").start();
        System.out.println(out(p) + " " + new String(p.getErrorStream().readAllBytes()).trim() + " " + p.waitFor() + " " + p.exitValue()
            + " " + p.isAlive());
        p = new ProcessBuilder("cat").start();
        try (Writer w = new OutputStreamWriter(p.getOutputStream())) { for (int i = 0; i < 2000; i++) w.write("line " + i + "\n"); }
        System.out.println(out(p).split("\n").length + " " + p.waitFor());
        ProcessBuilder pb = new ProcessBuilder("sh", "-c", "echo $T_VAR $HOME_NONE; pwd; echo both >&2");
        pb.environment().put("T_VAR", "t value"); pb.directory(new File("/")); pb.redirectErrorStream(true);
        p = pb.start(); System.out.println(out(p).replace("\n", "|") + " " + p.waitFor());
        System.out.println(pb.command().size() + " " + pb.environment().get("T_VAR") + " " + System.getenv("T_VAR"));
        Path f = Files.createTempFile("argus", ".txt");
        System.out.println(new ProcessBuilder("echo", "into file").redirectOutput(f.toFile()).start().waitFor());
        System.out.print(Files.readString(f));
        new ProcessBuilder("echo", "appended").redirectOutput(ProcessBuilder.Redirect.appendTo(f.toFile())).start().waitFor();
        System.out.println(Files.readAllLines(f) + " " + out(new ProcessBuilder("wc", "-l").redirectInput(f.toFile()).start()));
        Files.delete(f); System.out.flush();
        new ProcessBuilder("echo", "inherited").inheritIO().start().waitFor();
        System.out.println(out(Runtime.getRuntime().exec("echo by exec")) + " "
            + out(Runtime.getRuntime().exec(new String[] {"sh", "-c", "echo $X"}, new String[] {"X=env"})));
        try { new ProcessBuilder("/no/such/program").start(); } catch (IOException e) { System.out.println(e.getMessage()); }
        try {
            new ProcessBuilder("ls").directory(new File("/no/dir")).start();
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
        try { new ProcessBuilder().start(); } catch (IndexOutOfBoundsException e) { System.out.println("empty command"); }
        try { Runtime.getRuntime().exec(""); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        Process sl = new ProcessBuilder("sleep", "100").start();
        System.out.println(sl.isAlive() + " " + sl.waitFor(10, TimeUnit.MILLISECONDS));
        try { sl.exitValue(); } catch (IllegalThreadStateException e) { System.out.println(e.getMessage()); }
        System.out.println(sl.toHandle().isAlive() + " " + (sl.pid() > 0) + " " + (ProcessHandle.current().children().count() >= 1) + " "
            + sl.info().command().map(c -> c.endsWith("sleep")).orElse(true));
        sl.destroy(); System.out.println(sl.waitFor() + " " + sl.isAlive());
        sl = new ProcessBuilder("sleep", "100").start(); sl.destroyForcibly();
        System.out.println(sl.waitFor() + " " + sl.onExit().get().exitValue());
        List<Process> pipe = ProcessBuilder.startPipeline(List.of(new ProcessBuilder("printf", "b\\na\\nc\\n"), new ProcessBuilder("sort"),
            new ProcessBuilder("head", "-2")));
        System.out.println(out(pipe.get(2)).replace("\n", ","));
        System.out.println(ProcessHandle.current().pid() == ProcessHandle.of(ProcessHandle.current().pid()).get().pid());
        Thread waiter = Thread.currentThread(); Process s2 = new ProcessBuilder("sleep", "100").start();
        Thread intr = new Thread(() -> { while (waiter.getState() != Thread.State.WAITING) Thread.onSpinWait(); waiter.interrupt(); });
        intr.start();
        try { s2.waitFor(); } catch (InterruptedException e) { System.out.println("wait interrupted"); }
        s2.destroy(); s2.waitFor();
        for (int i = 0; i < 10; i++) if (new ProcessBuilder("true").start().waitFor() != 0) System.out.println("true failed");
        System.err.println("last on stderr");
    }
}
