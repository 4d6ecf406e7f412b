#!/usr/bin/env python3
"""Signals as a process inherits them, as a program sets them beside the VM, and as others send them: on both VMs the same. And files that are cut off."""
# Runs beside other drivers, about 8 s.
import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import vmrun  # noqa: E402

# Run as: the signals to block, those to ignore, the command.
START = """import os, signal, sys
names = lambda text: {getattr(signal, n) for n in text.split()}
for s in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}: signal.signal(s, signal.SIG_IGN if s in names(sys.argv[2]) else signal.SIG_DFL)
signal.pthread_sigmask(signal.SIG_SETMASK, names(sys.argv[1]))
os.execv(sys.argv[3], sys.argv[3:])
"""
MANY = "SIGQUIT SIGSEGV SIGBUS SIGFPE SIGILL SIGPIPE SIGXFSZ SIGHUP SIGINT SIGTERM SIGUSR1 SIGUSR2 SIGCHLD SIGALRM SIGPROF SIGTRAP"
REPORT = """
import java.nio.file.*;
import java.util.*;
public class Report {
    static void status(Path folder, String name) throws Exception {
        for (String line : Files.readAllLines(folder.resolve("status"))) if (line.matches("Sig(Blk|Ign|Cgt).*")) System.out.println(name + ": " + line);
    }
    public static void main(String[] args) throws Exception {
        var runs = new java.util.concurrent.CountDownLatch(1);
        Thread t = new Thread(() -> { runs.countDown(); try { Thread.sleep(100_000); } catch (InterruptedException e) { } }, "of-program");
        t.setDaemon(true);
        t.start();
        runs.await(); // before it runs it may have its creator's name still
        for (String wanted : new String[] { "java", "of-program", "Finalizer", "Reference Handl", "Common-Cleaner", "Attach Listener" }) {
            List<Path> threads = new ArrayList<>();
            try (var all = Files.newDirectoryStream(Path.of("/proc/self/task"))) { all.forEach(threads::add); }
            // the process's first thread first; numbers of threads wrap around, and are no order
            String first = Long.toString(ProcessHandle.current().pid());
            threads.sort(Comparator.comparing((Path p) -> !p.endsWith(first)).thenComparing(p -> p));
            for (Path p : threads) if (Files.readString(p.resolve("comm")).trim().equals(wanted)) status(p, wanted);
        }
        new ProcessBuilder("sed", "-n", "/^Sig[BIC]/p", "/proc/self/status").inheritIO().start().waitFor();
        new ProcessBuilder("sh", "-c", "kill -PIPE $$; echo a child ignores SIGPIPE").inheritIO().start().waitFor();
    }
}
"""
HANDLED = """
import sun.misc.*;
public class Handled {
    static void handle(String name) {
        try { System.out.println(name + " was " + Signal.handle(new Signal(name), s -> { }).toString().replaceAll("@.*", "").replaceAll("^sun.*", "a handler")); }
        catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
    }
    static void raise(String name) {
        try { Signal.raise(new Signal(name)); System.out.println("raised " + name); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
    }
    public static void main(String[] args) {
        for (String s : "HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM CHLD STOP XFSZ PROF WINCH SYS NOSUCH IOT".split(" ")) handle(s);
        for (String s : "USR1 USR2 PIPE XFSZ HUP INT TERM QUIT BUS".split(" ")) raise(s);
    }
}
"""
SENT = """
public class Sent {
    public static void main(String[] args) throws Exception {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("shutdown hook")));
        int status = new ProcessBuilder("kill", "-" + args[0], "" + ProcessHandle.current().pid()).start().waitFor();
        synchronized (Sent.class) { if (args.length > 1) Sent.class.wait(); }
        System.out.println("still here, kill said " + status);
    }
}
"""
WAITING = """
public class Waiting { public static void main(String[] args) throws Exception { System.out.println("up"); System.in.read(); System.out.println("released"); } }
"""


# HotSpot's line about the signal with which it stops its threads, when somebody else sends it.
STRAY = re.compile(rb"^\[.*stray SR signal.*\n", re.MULTILINE)

CUT_JAR = """
import java.io.*;
public class CutJar {
    static void load(String name) {
        try { System.out.println(Class.forName(name)); } catch (ClassNotFoundException e) { System.out.println(e); }
    }
    public static void main(String[] args) throws Exception {
        load("Sent");
        try (RandomAccessFile f = new RandomAccessFile(args[0], "rw")) { f.setLength(0); }
        load("Waiting");
        load("Nowhere");
        System.out.println("alive");
    }
}
"""
MEMORY_GONE = "java.lang.InternalError: a fault occurred in a recent unsafe memory access operation in compiled Java code"


class Cases:
    def __init__(self, build, jdk, folder):
        self.jdk, self.folder = jdk, folder
        self.library = os.path.join(build, "test-jni", "Signals", "libsignals.so")
        self.vms = {"HotSpot": [os.path.join(jdk, "bin", "java")], "Argus": [os.path.join(jdk, "bin", "java"), f"-XXaltjvm={build}/argus"]}
        self.sanitized = "-fsanitize=" in open(os.path.join(build, "build.ninja"), encoding="utf-8").read()
        sources = [os.path.join(ROOT, "test", "jni", "Signals", "Signals.java")]
        for name, text in (("Report", REPORT), ("Handled", HANDLED), ("Sent", SENT), ("Waiting", WAITING), ("CutJar", CUT_JAR)):
            sources.append(os.path.join(folder, name + ".java"))
            with open(sources[-1], "w", encoding="utf-8") as f:
                f.write(text)
        subprocess.run([os.path.join(jdk, "bin", "javac"), "-Xlint:none", "-XDignore.symbol.file", "-d", folder, *sources], check=True, stderr=subprocess.DEVNULL)

    def start(self, vm, words, blocked="", ignored=""):
        return [sys.executable, "-c", START, blocked, ignored, *self.vms[vm], "-cp", self.folder, *words]

    def same(self, *words, blocked="", ignored="", env=None):
        """What differs between the VMs."""
        results = []
        for vm in self.vms:
            extra = dict(env or {})
            if vm == "Argus" and "LD_PRELOAD" in extra and os.environ.get("ARGUS_LD_PRELOAD"):
                extra["LD_PRELOAD"] = os.environ["ARGUS_LD_PRELOAD"] + ":" + extra["LD_PRELOAD"]
            results.append(vmrun.run(self.start(vm, words, blocked, ignored), cwd=self.folder, env=vmrun.clean_env(extra, argus=vm == "Argus")))
        want, got = results
        if want.timed_out or got.timed_out:
            return "no end in time on " + ("HotSpot" if want.timed_out else "Argus")
        if want.code != got.code:
            return f"ends with {vmrun.code_name(got.code)}, want {vmrun.code_name(want.code)}\n" + vmrun.tail(got.out + got.err)
        return vmrun.first_difference("stdout", STRAY.sub(b"", want.out), got.out)

    def hosted(self, *words, libraries=(), options=(), env=None):
        preload = ":".join([*libraries, self.library])
        return self.same(*options, "Signals", self.library, *words, env={"LD_PRELOAD": preload, **(env or {})})

    def attachable(self, blocked="", options=()):
        """A tool attaches, and then asks for a thread dump by signal, if that is possible with these options."""
        child = subprocess.Popen(self.start("Argus", [*options, "Waiting"], blocked), cwd=self.folder, env=vmrun.clean_env(argus=True), stdin=subprocess.PIPE,
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
        try:
            if child.stdout.readline() != b"up\n":
                return "did not start"
            tool = vmrun.run([os.path.join(self.jdk, "bin", "jcmd"), str(child.pid), "VM.version"], env=vmrun.clean_env())
            if b"Argus" not in tool.out:
                return "jcmd says:\n" + vmrun.tail(tool.out + tool.err)
            if not options:
                child.send_signal(signal.SIGQUIT)
                for line in child.stdout:
                    if b"JNI global refs" in line:
                        break
            out, _ = child.communicate(b"\n", timeout=30)
            return None if out.endswith(b"released\n") else "the program's end:\n" + vmrun.tail(out)
        finally:
            vmrun.signal_group(child.pid, signal.SIGKILL)
            child.wait()

    def argus(self, words, expected):
        r = vmrun.run([*self.vms["Argus"], *words], cwd=self.folder, env=vmrun.clean_env(argus=True))
        return vmrun.first_difference("stdout", expected.encode(), r.out) or (f"exit {r.code}\n" + vmrun.tail(r.err) if r.code else None)

    def cut_file(self):
        """Where HotSpot 17 ends with a fatal error; the other accesses are in test/java/MappedFileCut."""
        classes, exports = os.path.join(self.folder, "mapped"), ["--add-exports", "java.base/jdk.internal.misc=ALL-UNNAMED"]
        subprocess.run([os.path.join(self.jdk, "bin", "javac"), *exports, "-d", classes, os.path.join(ROOT, "test", "java", "MappedFileCut", "MappedFileCut.java")],
                       check=True, stderr=subprocess.DEVNULL)
        names = ["compareAndSetInt", "compareAndSetLong", "compareAndExchangeInt", "compareAndExchangeLong", "compareAndSetShort", "getAndAddInt", "setMemory",
                 "setMemory, all"]
        return self.argus([*exports, "-cp", classes, "MappedFileCut", "beyond"], 2 * "".join(f"Unsafe.{n}: {MEMORY_GONE}\n" for n in names) + "alive\n")

    def cut_jar(self):
        """A jar of the boot loader that is emptied while it is in use: HotSpot 17 ends with a fatal error, or does not find the classes."""
        jar, classes = os.path.join(self.folder, "cut.jar"), os.path.join(self.folder, "cut-jar")
        subprocess.run([os.path.join(self.jdk, "bin", "jar"), "cf", jar, "-C", self.folder, "Sent.class", "-C", self.folder, "Waiting.class"], check=True)
        os.makedirs(classes)
        shutil.copy(os.path.join(self.folder, "CutJar.class"), classes)
        return self.argus([f"-Xbootclasspath/a:{jar}", "-cp", classes, "CutJar", jar],
                          "class Sent\njava.lang.ClassNotFoundException: Waiting\njava.lang.ClassNotFoundException: Nowhere\nalive\n")

    def all(self):
        jsig = os.path.join(self.jdk, "lib", "server", "libjsig.so")
        cases = {
            "inherited": lambda: self.same("Report"),
            "inherited-blocked": lambda: self.same("Report", blocked=MANY),
            "inherited-ignored": lambda: self.same("Report", ignored=MANY),
            "reduced": lambda: self.same("-Xrs", "Report"),
            "reduced-blocked": lambda: self.same("-Xrs", "Report", blocked=MANY),
            "reduced-ignored": lambda: self.same("-XX:+ReduceSignalUsage", "Report", ignored=MANY),
            "handled": lambda: self.same("Handled"),
            "handled-reduced": lambda: self.same("-Xrs", "Handled"),
            "handled-ignored": lambda: self.same("Handled", ignored="SIGHUP SIGINT SIGTERM"),
            "attach": self.attachable,
            "attach-quit-blocked": lambda: self.attachable(blocked=MANY),
            "attach-reduced": lambda: self.attachable(options=["-Xrs"]),
            "cut-file": self.cut_file,
            "cut-jar": self.cut_jar,
            "host-plain": lambda: self.hosted(),
            "host-jsig-plain": lambda: self.hosted(libraries=[jsig]),
        }
        for name in ("PIPE", "XFSZ", "USR2", "CHLD", "WINCH"):
            cases["sent-" + name] = lambda n=name: self.same("Sent", n)
        for name in ("HUP", "INT", "TERM", "USR1", "ALRM"):
            cases["sent-" + name] = lambda n=name: self.same("Sent", n, "wait")
        for name in ("HUP", "TERM", "QUIT", "PIPE"):
            cases["sent-reduced-" + name] = lambda n=name: self.same("-Xrs", "Sent", n, *([] if n == "PIPE" else ["wait"]))
        cases["sent-HUP-ignored"] = lambda: self.same("Sent", "HUP", ignored="SIGHUP")
        if self.sanitized:  # it has its own handlers of faults, or none
            cases = {n: c for n, c in cases.items() if not n.startswith("inherited") and not re.match("reduced", n)}
        else:
            cases["host-before"] = lambda: self.hosted("faults", env={"HOST_HANDLERS": "all"})
            cases["host-before-kept"] = lambda: self.hosted("sent", env={"HOST_HANDLERS": "writes", "HOST_ASKS": "1"}, options=["-XX:+AllowUserSignalHandlers"])
            cases["host-jsig-after"] = lambda: self.hosted("set", "faults", libraries=[jsig])
            cases["host-jsig-both"] = lambda: self.hosted("faults", "set", "faults", libraries=[jsig], env={"HOST_HANDLERS": "all"})
        return cases


def main():
    p = argparse.ArgumentParser(description="signals on Argus compared with HotSpot")
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--filter", default="", help="only cases whose name matches this regular expression")
    args = p.parse_args()
    with tempfile.TemporaryDirectory(prefix="argus-signals-") as folder:
        cases = Cases(os.path.abspath(args.build), vmrun.find_jdk(), folder).all()
        names = [n for n in cases if re.search(args.filter, "signals/" + n)]
        return vmrun.run_cases("signals", names, lambda n: cases[n](), vmrun.jobs())


if __name__ == "__main__":
    sys.exit(main())
