#!/usr/bin/env python3
"""Tools that attach to a running Argus: jcmd, jstack, jmap, jinfo, com.sun.tools.attach; and signals.

One subject (test/attach/Subject.java) runs on Argus for all cases; the tools run on HotSpot. What they print must contain what
each case says.
"""
# Runs beside other drivers, about 27 s.
import argparse
import os
import re
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
import zlib

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import vmrun  # noqa: E402

SOURCES = os.path.join(ROOT, "test", "attach")

# Name: command with {bin} the JDK's programs, {pid} the subject, {classes} our compiled classes, {jar} the agent; what its output must match, in order.
CASES = {
    "jps": (["{bin}/jps", "-lv"], [r"^\d+ Subject .*-Xmx64m -Dsubject=1"]),
    "jps-on-argus": (["{bin}/jps", "-J-XXaltjvm={build}/argus", "-l"], [r"^\d+ Subject$"]),
    "jstat-snap": (["{bin}/jstat", "-snap", "{pid}"], [r'\A(java\..*\n)+\Z', r'\Z']),
    "jstat-snap-all": (["{bin}/jstat", "-J-Djstat.showUnsupported=true", "-snap", "{pid}"],
                       [r'java\.property\.java\.vm\.name="Argus 64-Bit VM"', r'sun\.ci\.lastMethod="[\w/$]+ [\w$<>]+"', r'sun\.rt\.javaCommand="Subject"']),
    "jstat-compiler": (["{bin}/jstat", "-compiler", "{pid}"], [r"Compiled Failed Invalid   Time   FailedType FailedMethod\n +[1-9]\d* +\d+ +0 +\d+\.\d\d"]),
    "jstat-printcompilation": (["{bin}/jstat", "-printcompilation", "{pid}"], [r"Compiled  Size  Type Method\n +[1-9]\d* +[1-9]\d* +1 +[\w/$]+ [\w$<>]+\n"]),
    # the counters are those of the moment: the method that read the name before it
    "jstat-own": (["{bin}/jstat", "-J-XXaltjvm={build}/argus", "-J-Xcomp", "-printcompilation", "0"], [r"Type Method\n +\d+ +\d+ +1 sun/jvmstat/perfdata/monitor/PerfStringMonitor getValue\n"]),
    "jstat-class": (["{bin}/jstat", "-class", "{pid}"], [r"Loaded +Bytes +Unloaded +Bytes +Time *\n +[1-9]\d\d+ +\d+\.\d +0 +0\.0 +0\.00"]),
    "jstat-gcutil": (["{bin}/jstat", "-gcutil", "{pid}"], [r"S0 +S1 +E +O +M +CCS +YGC .*\n +0\.00 +0\.00( +\d+\.\d\d){4} +\d+ +\d+\.\d{3} +\d+ +\d+\.\d{3} +0 +0\.000 +\d+\.\d{3}"]),
    "jstat-gccapacity": (["{bin}/jstat", "-gccapacity", "{pid}"], [r"NGCMX .*\n +0\.0 +65536\.0 "]),
    "version": (["{bin}/jcmd", "{pid}", "VM.version"], [r"Argus 64-Bit VM version", r"JDK 17"]),
    "help": (["{bin}/jcmd", "{pid}", "help"], [r"GC\.run", r"Thread\.print", r"help <command>"]),
    "help-help": (["{bin}/jcmd", "{pid}", "help", "help"], [r"'help all' will show help for all commands\."]),
    "help-one": (["{bin}/jcmd", "{pid}", "help", "GC.run"], [r"GC\.run\nCall java\.lang\.System\.gc\(\)", r"Impact: Medium"]),
    "unknown-command": (["{bin}/jcmd", "{pid}", "No.such"], [r"Unknown diagnostic command"]),
    "command-line": (["{bin}/jcmd", "{pid}", "VM.command_line"], [r"jvm_args:.*-Dsubject=1", r"java_command: Subject"]),
    "redefinition": (["{bin}/jcmd", "{pid}", "VM.redefinition"], [r"Redefined classes: \d+\n(  .*\n)*Short instances: 0\nRefused: 0\n"]),
    "uptime": (["{bin}/jcmd", "{pid}", "VM.uptime"], [r"\d+\.\d\d\d s"]),
    "flags": (["{bin}/jcmd", "{pid}", "VM.flags"], [r"-XX:MaxHeapSize=67108864"]),
    "threads": (["{bin}/jcmd", "{pid}", "Thread.print"], [r"Full thread dump Argus 64-Bit VM", r'"main" #1 prio=5', r"at Subject\.main", r'"Signal Dispatcher"']),
    "gc": (["{bin}/jcmd", "{pid}", "GC.run"], [r"^\d+:"]),
    "jstat-gccause": (["{bin}/jstat", "-gccause", "{pid}"], [r"LGCC +GCC *\n.* [1-9]\d* +\d+\.\d{3} +0 +0\.000 +\d+\.\d{3} \w.* No GC"]),
    "heap-info": (["{bin}/jcmd", "{pid}", "GC.heap_info"], [r"heap +total \d+K, used \d+K, max 65536K"]),
    "jstack": (["{bin}/jstack", "{pid}"], [r'"main"', r"java\.lang\.Thread\.State: TIMED_WAITING \(sleeping\)", r"at Subject\.main\(Subject\.java:\d+\)"]),
    "jmap-histo": (["{bin}/jmap", "-histo:live", "{pid}"], [r"num +#instances", r"java\.lang\.String \(java\.base\)", r"Total +\d+ +\d+"]),
    "jmap-histo-file": (["{bin}/jmap", "-histo:all,file={classes}/histogram", "{pid}"], [r"Heap inspection file created: .*/histogram"]),
    "vm-info-signals": (["{bin}/jcmd", "{pid}", "VM.info"], [r"\nSignal Handlers:\n +SIGSEGV: \w+ in libjvm\.so, mask=[01]{32}, flags=\S*SA_SIGINFO\S*, unblocked\n(.|\n)* SIGTRAP: SIG_DFL, "]),
    "jmap-clstats": (["{bin}/jmap", "-clstats", "{pid}"], [r"ClassLoader +Parent", r"Total = \d+"]),
    "jmap-finalizerinfo": (["{bin}/jmap", "-finalizerinfo", "{pid}"], [r"No instances waiting for finalization found"]),
    "jstack-locks": (["{bin}/jstack", "-l", "-e", "{pid}"], [r'"main".* allocated=', r"Locked ownable synchronizers:\n\t- None"]),
    "histogram-counts": (["{bin}/jcmd", "{pid}", "GC.class_histogram"], [r" 77 +\d+  Subject\$Counted"]),
    "jinfo": (["{bin}/jinfo", "{pid}"], [r"java\.vm\.name=Argus 64-Bit VM", r"VM Flags:"]),
    "jinfo-flag": (["{bin}/jinfo", "-flag", "MaxHeapSize", "{pid}"], [r"-XX:MaxHeapSize=67108864"]),
    "jinfo-set-flag": (["{bin}/jinfo", "-flag", "+HeapDumpOnOutOfMemoryError", "{pid}"], []),
    "jinfo-flag-set": (["{bin}/jinfo", "-flag", "HeapDumpOnOutOfMemoryError", "{pid}"], [r"-XX:\+HeapDumpOnOutOfMemoryError"]),
    "jinfo-fixed-flag": (["{bin}/jinfo", "-flag", "MaxHeapSize=1", "{pid}"], [r"flag 'MaxHeapSize' cannot be changed"]),
    "agent-load-nothing": (["{bin}/jcmd", "{pid}", "JVMTI.agent_load"], [r"The argument 'library path' is mandatory"]),
    "agent-load-no-file": (["{bin}/jcmd", "{pid}", "JVMTI.agent_load", "/no/such.so"], [r"/no/such\.so was not loaded", r"cannot open shared object file"]),
    "agent-load-no-entry": (["{bin}/jcmd", "{pid}", "JVMTI.agent_load", "{agents}/libno_entry.so"], [r"Agent_OnAttach is not available in .*libno_entry\.so"]),
    "agent-load-linked": (["{bin}/jcmd", "{pid}", "JVMTI.agent_load", "{agents}/liblinked.so", "some,options=1"], [r"^return code: 0"]),
    "agent-load-fails": (["{bin}/jcmd", "{pid}", "JVMTI.agent_load", "{agents}/liblate.so", "fail"], [r"^return code: 12"]),
    "agent-load-late": (["{bin}/jcmd", "{pid}", "JVMTI.agent_load", "{agents}/liblate.so", "wait,a=1"], [r"^return code: 0"]),
    "while-it-waits": (["{bin}/jstack", "{pid}"], [r'"Agent VMInit"']),
    "agent-load-again": (["{bin}/jcmd", "{pid}", "JVMTI.agent_load", "{agents}/liblate.so", "'go'"], [r"^return code: 0"]),
    "no-debugger": (["{bin}/jcmd", "{pid}", "VM.start_java_debugging"], [r"Debugging has not been started: Could not find jdwp agent\."]),
    "jmx-off": (["{bin}/jcmd", "{pid}", "ManagementAgent.status"], [r"Agent: disabled"]),
    "jmx-client": (["{bin}/java", "-cp", "{classes}", "JmxClient", "{pid}"],
                   [r"again the same: true", r"name Argus 64-Bit VM", r"attributes of all beans: true", r"notified of a collection"]),
    "jmx-start": (["{bin}/jcmd", "{pid}", "ManagementAgent.start", "jmxremote.port=0", "jmxremote.ssl=false", "jmxremote.authenticate=false"],
                  [r"Command executed successfully"]),
    "jmx-on": (["{bin}/jcmd", "{pid}", "ManagementAgent.status"], [r"Connection Type: local", r"Connection Type: remote", r"jmxremote\.ssl = false"]),
    "jmx-stop": (["{bin}/jcmd", "{pid}", "ManagementAgent.stop"], [r"Command executed successfully"]),
    "jmx-bad-argument": (["{bin}/jcmd", "{pid}", "ManagementAgent.start", "bogus=1"], [r"IllegalArgumentException: Unknown argument 'bogus' in diagnostic command\."]),
    "jmx-bad-port": (["{bin}/jcmd", "{pid}", "ManagementAgent.start", "jmxremote.port=abc"], [r"RuntimeException: .*NumberFormatException"]),
    "api": (["{bin}/java", "-cp", "{classes}", "Tool", "{pid}", "{jar}"],
            [r"name Argus 64-Bit VM", r"command Subject", r"no library: .*AgentLoadException.*no-such.so was not loaded", r"bad agent: .*AgentLoadException", r"detached"]),
}


class Subject:
    def __init__(self, jdk, build, classes):
        self.out_path = os.path.join(classes, "subject.out")
        self.out = open(self.out_path, "wb")
        self.child = subprocess.Popen(
            [os.path.join(jdk, "bin", "java"), f"-XXaltjvm={build}/argus", "-Xmx64m", "-Dsubject=1", "-cp", classes, "Subject"],
            stdout=self.out, stderr=subprocess.STDOUT, env=self.environment(build), start_new_session=True)

    @staticmethod
    def environment(build):
        """With an agent that looks as if it were linked into the process; a sanitizer's run-time comes first."""
        linked = f"{build}/test-agents/Agents/liblinked.so"
        env = vmrun.clean_env(argus=True)
        env["LD_PRELOAD"] = ":".join(filter(None, [os.environ.get("ARGUS_LD_PRELOAD"), linked]))
        return env

    def text(self):
        with open(self.out_path, encoding="utf-8", errors="replace") as f:
            return f.read()

    def wait_for(self, pattern, seconds=60):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if re.search(pattern, self.text()):
                return True
            if self.child.poll() is not None:
                break
            time.sleep(0.05)
        return re.search(pattern, self.text()) is not None

    def end(self):
        vmrun.signal_group(self.child.pid, signal.SIGKILL)
        self.child.wait()
        self.out.close()


def run_tool(command, patterns, values):
    on_argus = any("{build}" in part for part in command)
    result = vmrun.run([part.format(**values) for part in command], env=vmrun.clean_env(argus=on_argus), timeout=60)
    return vmrun.mismatch((result.out + result.err).decode(errors="replace"), patterns)


def sigquit(subject):
    subject.child.send_signal(signal.SIGQUIT)
    return None if subject.wait_for(r"Full thread dump(.|\n)*JNI global refs") else "no thread dump:\n" + subject.text()


def agent_ran(subject):
    return None if subject.wait_for(r"agentmain told: ok, 1 subject class") else "the agent did not run:\n" + subject.text()


def late_agent(subject):
    """What the agent of agent-load-late printed; VMDeath and Agent_OnUnload come at the end (see shutdown)."""
    expected = [r"linked agent attached with some,options=1",
                r"(late: environment, capabilities JVMTI_ERROR_NONE, breakpoints 1, locals 1\n){3}late: loaded with wait,a=1\nlate: start in 1\nlate: start in 2\n"
                r"late: init in 1, on the current thread: 1 JVMTI_ERROR_NONE, frames 0 JVMTI_ERROR_NONE, class 1\nlate: init in 2, .* class 1\nlate: init has waited"]
    return None if subject.wait_for(expected[-1]) and not vmrun.mismatch(subject.text(), expected) else "the agent said:\n" + subject.text()


def hprof_counts(path):
    """Reads a heap dump whole: {class name: instances}, checking that records and sub-records fit, that every reference points at a dumped object."""
    data = open(path, "rb").read()
    if not data.startswith(b"JAVA PROFILE 1.0.2\0\0\0\0\x08"):
        raise ValueError("no HPROF header")
    at, names, classes, counts, objects, refs, ended = 31, {}, {}, {}, set(), set(), False
    fields, supers, instances = {}, {}, []
    sizes = {2: 8, 4: 1, 5: 2, 6: 4, 7: 8, 8: 1, 9: 2, 10: 4, 11: 8}
    word = lambda p, n: int.from_bytes(data[p:p + n], "big")  # noqa: E731
    while at < len(data):
        tag, length, body = data[at], word(at + 5, 4), at + 9
        at = body + length
        if at > len(data):
            raise ValueError(f"record {tag:#x} of {length} bytes runs over the end")
        if tag == 0x01:
            names[word(body, 8)] = data[body + 8:at].decode(errors="replace")
        elif tag == 0x02:
            classes[word(body + 4, 8)] = word(body + 16, 8)
        elif tag == 0x2C:
            ended = True
        elif tag == 0x1C:
            p = body
            while p < at:
                sub, p = data[p], p + 1
                if sub in (0x05, 0x07):
                    refs.add(word(p, 8))
                    p += 8
                elif sub in (0x03, 0x08, 0x01):
                    refs.add(word(p, 8))
                    p += 16
                elif sub == 0x20:
                    cls = word(p, 8)
                    objects.add(cls)
                    supers[cls] = word(p + 12, 8)
                    refs.update(word(p + k, 8) for k in (12, 20, 28, 36))
                    p += 8 + 4 + 6 * 8 + 4 + 2
                    for _ in range(word((p := p + 2) - 2, 2)):
                        kind = data[p + 8]
                        if kind == 2:
                            refs.add(word(p + 9, 8))
                        p += 9 + sizes[kind]
                    fields[cls] = [data[p + 2 + 9 * i + 8] for i in range(word(p, 2))]
                    p += 2 + 9 * word(p, 2)
                elif sub == 0x21:
                    cls, n = word(p + 12, 8), word(p + 20, 4)
                    objects.add(word(p, 8))
                    counts[cls] = counts.get(cls, 0) + 1
                    instances.append((cls, p + 24, n))
                    p += 24 + n
                elif sub == 0x22:
                    n = word(p + 12, 4)
                    objects.add(word(p, 8))
                    refs.update(word(p + 24 + 8 * i, 8) for i in range(n))
                    p += 24 + 8 * n
                elif sub == 0x23:
                    objects.add(word(p, 8))
                    p += 17 + word(p + 12, 4) * sizes[data[p + 16]]
                else:
                    raise ValueError(f"unknown sub-record {sub:#x}")
            if p != at:
                raise ValueError("a segment's sub-records do not fill it")
    for cls, p, n in instances:
        end = p + n
        while cls:
            for kind in fields[cls]:
                if kind == 2:
                    refs.add(word(p, 8))
                p += sizes[kind]
            cls = supers[cls]
        if p != end:
            raise ValueError("an instance's fields do not fill it")
    lost = refs - objects - {0}
    if lost or not ended:
        raise ValueError(f"{len(lost)} references to objects that are not in the dump, end record: {ended}")
    return {names[classes[c]]: n for c, n in counts.items()}


def heap_dump(jdk, folder, pid, live):
    path = os.path.join(folder, f"{live}.hprof")
    result = vmrun.run([os.path.join(jdk, "bin", "jmap"), f"-dump:{live},format=b,file={path}", pid], env=vmrun.clean_env())
    if b"Heap dump file created" not in result.out + result.err:
        return "jmap says:\n" + (result.out + result.err).decode(errors="replace")
    try:
        counts = hprof_counts(path)
    except (ValueError, KeyError, IndexError) as e:
        return f"the dump is not well-formed: {type(e).__name__} {e}"
    if counts.get("Subject$Counted") != 77 or counts.get("java/lang/String", 0) < 100:
        return f"{counts.get('Subject$Counted')} instances of Subject$Counted, want 77; {counts.get('java/lang/String')} strings"
    return None


def debugging(jdk, build, folder):
    """VM.start_java_debugging with libjdwp that waits for it (onjcmd=y): the replies to the first and the second are HotSpot's."""
    replies = []
    for argus in (False, True):
        child = subprocess.Popen([os.path.join(jdk, "bin", "java"), *([f"-XXaltjvm={build}/argus"] if argus else []),
                                  "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,onjcmd=y,address=127.0.0.1:0", "-cp", folder, "Subject"],
                                 stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=vmrun.clean_env(argus=argus), start_new_session=True)
        try:
            while b"ready" not in (line := child.stdout.readline()):
                if not line:
                    return "the subject did not start"
            text = ""
            for _ in range(2):
                r = vmrun.run([os.path.join(jdk, "bin", "jcmd"), str(child.pid), "VM.start_java_debugging"], env=vmrun.clean_env(), timeout=60)
                text += r.out.decode(errors="replace").partition("\n")[2]
            replies.append(re.sub(r"127\.0\.0\.1:\d+", "#", text))
        finally:
            vmrun.signal_group(child.pid, signal.SIGKILL)
            child.wait()
            child.stdout.close()
    return None if replies[0] == replies[1] and "has been started" in replies[0] else f"HotSpot: {replies[0]}\nArgus: {replies[1]}"


def compressed_dump(jdk, folder, pid):
    """Blocks of the size that the comment tells, each a gzip file of its own."""
    path = os.path.join(folder, "dump.gz")
    vmrun.run([os.path.join(jdk, "bin", "jcmd"), pid, "GC.heap_dump", "-all", "-gz=1", path], env=vmrun.clean_env(), timeout=60)
    with open(path, "rb") as f:
        data = f.read()
    comment = re.match(rb"\x1f\x8b\x08\x10.{6}HPROF BLOCKSIZE=(\d+)\0", data, re.S)
    if not comment:
        return f"the head is {data[:40]}"
    sizes, whole = [], b""
    while data:
        block = zlib.decompressobj(31)
        sizes.append(len(part := block.decompress(data) + block.flush()))
        whole, data = whole + part, block.unused_data
    if set(sizes[:-1]) - {int(comment[1])} or len(sizes) < 2:
        return f"blocks of {sizes} bytes, and of {comment[1]} by the comment"
    with open(path, "wb") as f:
        f.write(whole)
    hprof_counts(path)
    return None


def wrong_compression(jdk, folder, pid):
    """jmap ends with exit code 1 and HotSpot's words, and no file is made."""
    path = os.path.join(folder, "wrong.gz")
    for level, words in (("0", "Compression level out of range (1-9): 0"), ("100", "Compression level out of range (1-9): 100"), ("abc", "Invalid compress level: [abc]")):
        r = vmrun.run([os.path.join(jdk, "bin", "jmap"), f"-dump:live,format=b,file={path},gz={level}", pid], env=vmrun.clean_env(), timeout=60)
        if r.code != 1 or words not in (r.out + r.err).decode() or os.path.exists(path):
            return f"gz={level}: exit code {r.code}, {(r.out + r.err).decode()}"
    return None


def out_of_memory(jdk, build, folder):
    """-XX:+HeapDumpOnOutOfMemoryError writes a dump, once."""
    source = os.path.join(folder, "Full.java")
    with open(source, "w") as f:
        f.write("public class Full { public static void main(String[] a) { Object[] o = null; for (int i = 0; i < 2; i++) try { while (true) { Object[] n = new Object[10000]; "
                "n[0] = o; o = n; } } catch (OutOfMemoryError e) { o = null; System.out.println(e.getMessage()); } } }")
    subprocess.run([os.path.join(jdk, "bin", "javac"), "-d", folder, source], check=True)
    result = vmrun.run([os.path.join(jdk, "bin", "java"), f"-XXaltjvm={build}/argus", "-Xmx16m", "-XX:+HeapDumpOnOutOfMemoryError", "-cp", folder, "Full"], cwd=folder,
                       env=vmrun.clean_env(argus=True))
    reason = vmrun.mismatch(result.out.decode(errors="replace"), [r"java\.lang\.OutOfMemoryError: Java heap space", r"Dumping heap to java_pid\d+\.hprof \.\.\.",
                                                          r"Heap dump file created \[\d+ bytes in \d+\.\d\d\d secs\]", r"^Java heap space$", r"^Java heap space$"])
    dumps = [f for f in os.listdir(folder) if f.startswith("java_pid")]
    if reason or len(dumps) != 1:
        return reason or f"{len(dumps)} dumps"
    try:
        hprof_counts(os.path.join(folder, dumps[0]))
    except (ValueError, KeyError, IndexError) as e:
        return f"the dump is not well-formed: {type(e).__name__} {e}"
    return None


def shutdown(subject):
    socket = f"/tmp/.java_pid{subject.child.pid}"
    if not os.path.exists(socket):
        return f"no socket {socket} while it runs"
    subject.child.send_signal(signal.SIGTERM)
    try:
        code = subject.child.wait(30)
    except subprocess.TimeoutExpired:
        return "did not end"
    if code != 143 or "hook ran" not in subject.text():
        return f"exit {code}, want 143 after the shutdown hook:\n{subject.text()}"
    if "late: environment" in subject.text() and not re.search(r"late: death in 1\nlate: death in 2\n(.*\n)*late: unloaded\n", subject.text()):
        return "the late agent did not hear the end:\n" + subject.text()
    return f"{socket} is left" if os.path.exists(socket) else None


def stale_socket(jdk, build):
    """A killed process left its socket; a VM that gets its number can be attached to all the same."""
    script = 'touch /tmp/.java_pid$$; exec "$@"'
    child = subprocess.Popen(["sh", "-c", script, "sh", os.path.join(jdk, "bin", "java"), f"-XXaltjvm={build}/argus", "-version"],
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=vmrun.clean_env(argus=True))
    child.wait(60)
    left = f"/tmp/.java_pid{child.pid}"
    if os.path.exists(left):
        os.unlink(left)
        return "it is there still"
    return None


class Attached:
    """A request of the attach protocol, written by hand: the tools look for a VM that is up."""

    def __init__(self, pid, command, *words):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(60)
        self.socket.connect(f"/tmp/.java_pid{pid}")
        self.socket.sendall("".join(w + "\0" for w in ("1", command, *words, "", "", "")[:5]).encode())

    def answers_within(self, seconds):
        return bool(select.select([self.socket], [], [], seconds)[0])

    def answer(self):
        """Everything up to the end of the stream."""
        with self.socket, self.socket.makefile("rb") as f:
            return f.read().decode(errors="replace")


EARLY = {"load": ("load", "instrument", "false", "{jar}=early"), "command": ("jcmd", "JVMTI.agent_load {jar} early"), "recorder": ("jcmd", "JFR.check")}


def early(jdk, build, folder, jar, request, ends):
    """Who asks for an agent while the VM still comes up gets it when that is up; a look at the threads comes at once, and a VM that ends before keeps nobody waiting."""
    child = subprocess.Popen([os.path.join(jdk, "bin", "java"), f"-XXaltjvm={build}/argus", "-XX:+StartAttachListener", "-Djava.system.class.loader=Held", "-cp", folder, "Held"],
                             stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=vmrun.clean_env(argus=True), start_new_session=True)
    try:
        if (line := child.stdout.readline()) != b"held\n":
            return f"the VM said {line}"
        if "at Held.<init>" not in (look := Attached(child.pid, "threaddump").answer()):
            return "no look at a VM that comes up: " + look
        asked = Attached(child.pid, *(w.format(jar=jar) for w in EARLY[request]))
        if asked.answers_within(1):
            return "before the live phase: " + asked.answer()
        child.stdin.write(b"x" if ends else b"\n")
        child.stdin.flush()
        if ends:
            answer, code = asked.answer(), child.wait(60)
            return None if code == 3 and answer in ("", "-1\nThe VM ends\n") else f"exit code {code}, {answer}"
        answer = asked.answer()
        out, _ = child.communicate(b"\n", timeout=60)
        want = ["0\n", r"No available recordings"] if request == "recorder" else [r"^0\nreturn code: 0\n$"]
        told = [] if request == "recorder" else [r"agentmain told: early, 0 subject class"]
        return vmrun.mismatch(answer, want) or vmrun.mismatch(out.decode(errors="replace"), told) or (child.returncode and f"exit code {child.returncode}") or None
    finally:
        vmrun.signal_group(child.pid, signal.SIGKILL)
        child.wait()
        child.stdin.close()
        child.stdout.close()


def beside_waiting(jdk, build, folder):
    """A probe is answered when its code is made; other tools are answered meanwhile, and see that."""
    child = subprocess.Popen([os.path.join(jdk, "bin", "java"), f"-XXaltjvm={build}/argus", "-XX:+StartAttachListener", "-cp", folder, "Hot"],
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=vmrun.clean_env(argus=True), start_new_session=True)
    try:
        if (line := child.stdout.readline()) != b"hot true\n":
            return f"the VM said {line}"
        seen = []
        for turn in range(1, 6):
            add = Attached(child.pid, "jcmd", "Probe.add method:java.util.*.*:entry { @n = count() }")
            while not add.answers_within(0):
                seen.append(Attached(child.pid, "jcmd", "Probe.list").answer())
            if (answer := add.answer()) != f"0\nprobe {turn}\n":
                return f"Probe.add: {answer}"
            if any("code is made for it" in s for s in seen):
                return None
            if (answer := Attached(child.pid, "jcmd", f"Probe.remove {turn}").answer()) != "0\n":
                return f"Probe.remove: {answer}"
        return f"{len(seen)} lists, and none was answered while the probe waited"
    finally:
        vmrun.signal_group(child.pid, signal.SIGKILL)
        child.wait()
        child.stdout.close()


def main():
    p = argparse.ArgumentParser(description="tools that attach to a running Argus")
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--filter", default="", help="only cases whose name matches this regular expression")
    args = p.parse_args()
    jdk, build = vmrun.find_jdk(), os.path.abspath(args.build)
    passed = failed = 0
    with tempfile.TemporaryDirectory(prefix="argus-attach-") as classes:
        tool = lambda name: os.path.join(jdk, "bin", name)  # noqa: E731
        subprocess.run([tool("javac"), "-d", classes, *(os.path.join(SOURCES, f) for f in sorted(os.listdir(SOURCES)))], check=True)
        manifest, jar = os.path.join(classes, "manifest"), os.path.join(classes, "agent.jar")
        with open(manifest, "w") as f:
            f.write("Agent-Class: Agent\n")
        subprocess.run([tool("jar"), "--create", "--file", jar, "--manifest", manifest, "-C", classes, "Agent.class"], check=True)
        subject = Subject(jdk, build, classes)
        try:
            values = {"bin": os.path.join(jdk, "bin"), "pid": str(subject.child.pid), "classes": classes, "jar": jar, "build": build, "agents": f"{build}/test-agents/Agents"}
            steps = {"ready": lambda: None if subject.wait_for("ready") else "the subject did not start:\n" + subject.text(), "sigquit": lambda: sigquit(subject)}
            for name, (command, patterns) in CASES.items():
                steps[name] = lambda c=command, pt=patterns: run_tool(c, pt, values)
            for live in ("live", "all"):
                steps["heap-dump-" + live] = lambda k=live: heap_dump(jdk, classes, values["pid"], k)
            steps["heap-dump-gz"] = lambda: compressed_dump(jdk, classes, values["pid"])
            steps["heap-dump-gz-wrong"] = lambda: wrong_compression(jdk, classes, values["pid"])
            steps["debugging"] = lambda: debugging(jdk, build, classes)
            for request in EARLY:
                for ends in (False, True):
                    steps[f"early-{request}" + ("-ends" if ends else "")] = lambda r=request, e=ends: early(jdk, build, classes, jar, r, e)
            steps["beside-waiting"] = lambda: beside_waiting(jdk, build, classes)
            steps["out-of-memory"] = lambda: out_of_memory(jdk, build, classes)
            steps["stale-socket"] = lambda: stale_socket(jdk, build)
            steps["agent"] = lambda: agent_ran(subject)
            steps["late-agent"] = lambda: late_agent(subject)
            steps["shutdown"] = lambda: shutdown(subject)
            for name, step in steps.items():
                if name not in ("ready", "api", "shutdown", "agent") and not re.search(args.filter, "attach/" + name):
                    continue
                reason = step()
                passed, failed = passed + (not reason), failed + bool(reason)
                print(f"FAIL attach/{name}: {reason}" if reason else f"PASS attach/{name}", flush=True)
                if reason and name == "ready":
                    break
        finally:
            subject.end()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
