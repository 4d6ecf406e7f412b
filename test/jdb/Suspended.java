import com.sun.jdi.*;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.LaunchingConnector;
import com.sun.jdi.event.*;
import com.sun.jdi.request.ClassPrepareRequest;
import java.io.*;
import java.util.*;
import java.util.concurrent.TimeUnit;

/** A program whose threads are all suspended is looked at from outside, told to exit, let go. Arguments: its options. */
public class Suspended {
    static String options;
    VirtualMachine vm;
    Process process;
    final StringBuffer output = new StringBuffer();
    Thread reader;

    void launch() throws Exception {
        LaunchingConnector c = Bootstrap.virtualMachineManager().defaultConnector();
        Map<String, Connector.Argument> words = c.defaultArguments();
        words.get("options").setValue(options + " -XX:+StartAttachListener");
        words.get("main").setValue("Crowd");
        vm = c.launch(words);
        process = vm.process();
        reader = new Thread(() -> {
            try (BufferedReader in = process.inputReader()) {
                for (String line; (line = in.readLine()) != null; ) output.append(line).append('\n');
            } catch (IOException e) { }
        });
        reader.start();
        ClassPrepareRequest prepare = vm.eventRequestManager().createClassPrepareRequest();
        prepare.addClassFilter("Crowd");
        prepare.enable();
        for (;;) {
            EventSet set = vm.eventQueue().remove();
            for (Event e : set) {
                if (e instanceof ClassPrepareEvent p)
                    vm.eventRequestManager()
                            .createBreakpointRequest(p.referenceType().methodsByName("together").get(0).location())
                            .enable();
                if (e instanceof BreakpointEvent) { vm.suspend(); return; }
            }
            set.resume();
        }
    }

    void threads() {
        TreeMap<String, String> lines = new TreeMap<>();
        for (ThreadReference t : vm.allThreads())
            if (t.name().startsWith("crowd-") || t.name().equals("main")) lines.put(t.name(), t.status() + (t.isSuspended() ? " suspended" : " runs"));
        System.out.println(lines);
    }

    void end() throws Exception {
        try {
            while (true) {
                EventSet set = vm.eventQueue().remove();
                for (Event e : set) System.out.println(e.getClass().getSimpleName().replace("EventImpl", ""));
                set.resume();
            }
        } catch (VMDisconnectedException e) {
            System.out.println("disconnected");
        }
        System.out.println(process.waitFor(30, TimeUnit.SECONDS) ? "exit code " + process.exitValue() : "still runs");
        process.destroyForcibly();
        reader.join();
        output.toString().lines().filter(l -> l.equals("together") || l.equals("hook")).forEach(System.out::println);
    }

    /** Waits until the program has printed it, or ended. */
    boolean printed(String text) throws Exception {
        while (output.indexOf(text) < 0 && reader.isAlive()) reader.join(10);
        return output.indexOf(text) >= 0;
    }

    static String tool(String... command) throws Exception {
        Process p = new ProcessBuilder(command).redirectErrorStream(true).start();
        String text = new String(p.getInputStream().readAllBytes());
        return text.contains("\"crowd-spins\"") && p.waitFor() == 0 ? "shows the threads" : text;
    }

    public static void main(String[] args) throws Exception {
        options = args[0];
        System.out.println("suspended");
        String bin = System.getProperty("java.home") + "/bin/";
        for (String what : List.of("exit", "look", "dispose", "end")) {
            Suspended s = new Suspended();
            System.out.println("-- " + what);
            s.launch();
            s.threads();
            if (what.equals("exit")) s.vm.exit(7);
            if (what.equals("look")) {
                System.out.println("java.vm.name = \"" + s.vm.name() + "\"");
                System.out.println("jcmd " + tool(bin + "jcmd", "" + s.process.pid(), "Thread.print"));
                System.out.println("jstack " + tool(bin + "jstack", "" + s.process.pid()));
                System.out.println("kill " + new ProcessBuilder("kill", "-QUIT", "" + s.process.pid()).start().waitFor());
                System.out.println("SIGQUIT: " + s.printed("\"crowd-spins\""));
                s.vm.exit(8);
            }
            if (what.equals("dispose")) s.vm.dispose();
            if (what.equals("end")) { s.vm.resume(); s.vm.resume(); }
            s.end();
        }
        System.out.println("The application exited");
    }
}
