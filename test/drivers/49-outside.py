#!/usr/bin/env python3
"""What the world does to a VM: descriptors closed or used up, files that cannot grow, devices that are full, signals to end. On both VMs the same."""
# Runs beside other drivers, about 2 s.
import argparse
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import vmrun  # noqa: E402

PROGRAM = """
import java.io.*;
import java.nio.file.*;
import java.util.*;
public class Outside {
    static void tell(String[] args, String text) throws IOException { Files.writeString(Path.of(args[1]), text + "\\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND); }
    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "print" -> {
                for (int i = 0; i < 100; i++) System.out.println("line " + i);
                System.err.println("an error");
                tell(args, "out " + System.out.checkError() + " err " + System.err.checkError());
                try { tell(args, "in " + System.in.read()); } catch (IOException e) { tell(args, "in " + e.getMessage()); }
                tell(args, "class " + Class.forName("java.util.concurrent.Phaser").getSimpleName());
                Process p = new ProcessBuilder("true").start();
                tell(args, "child " + p.waitFor());
            }
            case "descriptors" -> {
                List<Closeable> open = new ArrayList<>();
                for (int round = 0; round < 2; round++) {
                    try {
                        while (open.size() < 10_000) open.add(new FileInputStream("/dev/null"));
                        tell(args, "no end");
                    } catch (IOException e) {
                        // nothing can be opened now, and the VM goes on
                        String message = e.getMessage();
                        String loaded;
                        try { loaded = new java.util.concurrent.Phaser().toString().substring(0, 4); } catch (Throwable t) { loaded = t.getClass().getSimpleName(); }
                        System.gc();
                        // No child is started: where its first pipe is refused, the release's Java_java_lang_ProcessImpl_forkAndExec closes numbers that it never set.
                        for (Closeable c : open) c.close();
                        open.clear();
                        tell(args, message + ", class " + loaded);
                    }
                }
                tell(args, "child " + new ProcessBuilder("true").start().waitFor());
            }
            case "full" -> {
                Object[] n = null;
                try { while (true) { Object[] o = new Object[10000]; o[0] = n; n = o; } } catch (OutOfMemoryError e) { n = null; }
                tell(args, "recovered");
            }
            case "gc" -> { for (int i = 0; i < 50; i++) System.gc(); tell(args, "collected"); }
            case "crash" -> {
                var f = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
                f.setAccessible(true);
                ((sun.misc.Unsafe) f.get(null)).putAddress(8, 1);
            }
            case "wait" -> {
                Runtime.getRuntime().addShutdownHook(new Thread(() -> { try { tell(args, "hook"); } catch (IOException e) { } }));
                Thread waiting = new Thread(() -> { synchronized (args) { while (true) try { args.wait(); } catch (InterruptedException e) { } } });
                waiting.start();
                System.out.println("ready");
                waiting.join();
            }
        }
    }
}
"""


def limit(which, value):
    return lambda: resource.setrlimit(which, (value, value))


def close_all():
    for fd in range(3):
        os.close(fd)


# Name: options, the program's argument, where standard output goes, what is done before the VM starts, what of its output counts ({dir} is an empty folder).
CASES = {
    "closed": ([], "print", subprocess.DEVNULL, close_all, None),
    "full-output": ([], "print", "/dev/full", None, None),
    "few-descriptors": ([], "descriptors", subprocess.PIPE, limit(resource.RLIMIT_NOFILE, 64), None),
    "log-to-full-device": (["-Xlog:gc*:file=/dev/full"], "gc", subprocess.PIPE, None, r"Unable to log to file /dev/full with log file rotation: /dev/full is not a regular file"),
    "log-to-full-device-unrotated": (["-Xlog:gc*:file=/dev/full::filecount=0"], "gc", subprocess.PIPE, None, None),
    "log-past-limit": (["-Xlog:gc*=debug,class*=debug:file={dir}/log"], "gc", subprocess.PIPE, limit(resource.RLIMIT_FSIZE, 65536), None),
    "log-without-folder": (["-Xlog:gc:file={dir}/no/log"], "gc", subprocess.PIPE, None, r"Error opening log file|Initialization of output"),
    "dump-past-limit": (["-Xmx16m", "-XX:+HeapDumpOnOutOfMemoryError", "-XX:HeapDumpPath={dir}/dump"], "full", subprocess.PIPE, limit(resource.RLIMIT_FSIZE, 65536), r"Dumping heap to"),
    "dump-without-folder": (["-Xmx16m", "-XX:+HeapDumpOnOutOfMemoryError", "-XX:HeapDumpPath={dir}/no/dump"], "full", subprocess.PIPE, None, r"Unable to create .*: No such file"),
    "report-to-full-device": (["-XX:ErrorFile=/dev/full"], "crash", subprocess.PIPE, None, r"fatal error has been detected"),
    "report-past-limit": (["-XX:ErrorFile={dir}/report"], "crash", subprocess.PIPE, limit(resource.RLIMIT_FSIZE, 4096), r"fatal error has been detected"),
}
SIGNALS = {"SIGTERM": 143, "SIGINT": 130, "SIGHUP": 129}


def as_from_a_terminal():
    """In the child: a shell that puts its commands into the background has them ignore some signals, and a VM leaves those alone."""
    for name in [*SIGNALS, "SIGQUIT"]:
        signal.signal(getattr(signal, name), signal.SIG_DFL)


class Test:
    def __init__(self, jdk, build, classes):
        java = os.path.join(jdk, "bin", "java")
        self.vms = {"HotSpot": [java], "Argus": [java, f"-XXaltjvm={build}/argus"]}
        self.classes = classes
        source = os.path.join(classes, "Outside.java")
        with open(source, "w", encoding="utf-8") as f:
            f.write(PROGRAM)
        subprocess.run([os.path.join(jdk, "bin", "javac"), "-XDignore.symbol.file", "-d", classes, source], check=True, stderr=subprocess.DEVNULL)

    def run(self, vm, case):
        options, argument, out, before, counts = case
        with tempfile.TemporaryDirectory(prefix="argus-outside-") as folder:
            told = os.path.join(folder, "told")
            stream = open(out, "wb") if isinstance(out, str) else out
            child = subprocess.Popen([*self.vms[vm], *(o.format(dir=folder) for o in options), "-cp", self.classes, "Outside", argument, told], cwd=folder, stdin=subprocess.DEVNULL,
                                     stdout=stream, stderr=subprocess.STDOUT, env=vmrun.clean_env(argus=True), preexec_fn=before, start_new_session=True)
            try:
                text, _ = child.communicate(timeout=60)
            except subprocess.TimeoutExpired:
                vmrun.signal_group(child.pid, signal.SIGKILL)
                child.communicate()
                return "does not end"
            finally:
                if stream is not out:
                    stream.close()
            lines = open(told, encoding="utf-8").read() if os.path.exists(told) else "nothing told"
            said = bool(counts and re.search(counts, (text or b"").decode(errors="replace")))
            return f"{vmrun.code_name(child.returncode)}, says {counts}: {said}\n{lines}"

    def same(self, case):
        theirs, ours = self.run("HotSpot", case), self.run("Argus", case)
        return vmrun.first_difference("outcome", theirs.encode(), ours.encode())

    def ended(self, name):
        """With its shutdown hooks, and the exit code of the signal."""
        with tempfile.TemporaryDirectory(prefix="argus-outside-") as folder:
            told = os.path.join(folder, "told")
            child = subprocess.Popen([*self.vms["Argus"], "-cp", self.classes, "Outside", "wait", told], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                     env=vmrun.clean_env(argus=True), start_new_session=True, preexec_fn=as_from_a_terminal)
            try:
                child.stdout.readline()
                child.send_signal(signal.SIGQUIT)  # a thread dump first
                child.send_signal(getattr(signal, name))
                code = child.wait(60)
            finally:
                vmrun.signal_group(child.pid, signal.SIGKILL)
                child.wait()
                child.stdout.close()
            hook = os.path.exists(told)
            return None if code == SIGNALS[name] and hook else f"exit {code}, want {SIGNALS[name]}; the hook ran: {hook}"


def main():
    p = argparse.ArgumentParser(description="descriptors, devices and signals from outside")
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--filter", default="", help="only cases whose name matches this regular expression")
    args = p.parse_args()
    with tempfile.TemporaryDirectory(prefix="argus-outside-") as classes:
        test = Test(vmrun.find_jdk(), os.path.abspath(args.build), classes)
        names = [n for n in [*CASES, *SIGNALS] if re.search(args.filter, "outside/" + n)]
        return vmrun.run_cases("outside", names, lambda n: test.ended(n) if n in SIGNALS else test.same(CASES[n]), vmrun.jobs())


if __name__ == "__main__":
    sys.exit(main())
