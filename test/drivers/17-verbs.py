#!/usr/bin/env python3
"""The verbs of the `argus` command: help, man page and completions of one table; other processes, on Argus and on HotSpot; and all wrong input
that we could think of, each of which has to end in one line that says the way out.

Two subjects run for all cases, the same program on Argus and on HotSpot. Each case has a folder of its own, <build>/test-verbs/<case>/.
"""
# Runs beside other drivers, about 50 s.
import argparse
import contextlib
import os
import pty
import re
import select
import shutil
import socket
import stat
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import vmrun  # noqa: E402

SUBJECT = """
public class Subject {
    static int[][] kept = new int[1000][10];
    static int busy(int n) { return n < 2 ? n : busy(n - 1) + busy(n - 2); }
    public static void main(String[] args) throws Exception {
        System.out.println("up " + System.getProperty("java.vm.name"));
        long end = System.nanoTime() + (args.length > 0 ? Long.parseLong(args[0]) : 3_600_000) * 1_000_000L;
        int sum = 0;
        while (System.nanoTime() < end) { sum += busy(12); Thread.sleep(2); }
        System.out.println("sum " + (sum > 0));
        System.exit(args.length > 1 ? Integer.parseInt(args[1]) : 0);
    }
}
"""
AGENT_JAVA = """
public class Late { public static void agentmain(String words) { System.out.println("agentmain " + words); System.out.flush(); } }
"""


class Failure(Exception):
    """The differences from the expected lines."""


def equal(want, got, what):
    if want != got:
        raise Failure(f"{what}: expected {want!r}, got {got!r}")


def has(text, *patterns):
    for p in patterns:
        if not re.search(p, text, re.M):
            raise Failure(f"no {p!r} in {text!r}")


class Setup:
    """What all cases use."""

    def __init__(self, args):
        self.build, self.timeout, self.jdk = args.build, args.timeout, vmrun.find_jdk()
        self.top = os.path.join(args.build, "test-verbs")
        self.argus, self.vm = os.path.join(args.build, "bin", "argus"), os.path.join(args.build, "argus")
        self.java = os.path.join(self.jdk, "bin", "java")
        self.classes = os.path.join(self.top, "classes")
        shutil.rmtree(self.top, ignore_errors=True)
        os.makedirs(self.classes)
        for name, text in (("Subject", SUBJECT), ("Late", AGENT_JAVA)):
            with open(os.path.join(self.top, name + ".java"), "w", encoding="utf-8") as f:
                f.write(text)
        javac = [os.path.join(self.jdk, "bin", "javac"), "-d", self.classes]
        subprocess.run(javac + [os.path.join(self.top, n + ".java") for n in ("Subject", "Late")], check=True)
        with open(os.path.join(self.top, "manifest"), "w", encoding="utf-8") as f:
            f.write("Agent-Class: Late\n")
        subprocess.run([os.path.join(self.jdk, "bin", "jar"), "cfm", os.path.join(self.top, "late.jar"), os.path.join(self.top, "manifest"), "-C", self.classes, "Late.class"],
                       check=True)
        self.pid = {}

    @contextlib.contextmanager
    def subject(self, *words, argus=True, key=None, wait=True):
        """A running Subject (or, without `wait`, one that starts): its Popen. Its output is in subject.log, which is `out` of the process."""
        log = tempfile.NamedTemporaryFile("w+b", dir=self.top, suffix=".log", delete=False)
        command = [self.java, *(["-XXaltjvm=" + self.vm] if argus else []), *words, "-cp", self.classes, "Subject"]
        p = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, env=vmrun.clean_env(argus=argus), cwd=self.top)
        p.log = log.name
        try:
            end = time.monotonic() + self.timeout
            while wait and b"up " not in self.log_of(p):
                if p.poll() is not None or time.monotonic() > end:
                    raise Failure(f"the subject {words} did not come up: {self.log_of(p)!r}")
                time.sleep(0.02)
            if key:
                self.pid[key] = p
            yield p
        finally:
            p.kill()
            p.wait()
            log.close()

    @staticmethod
    def log_of(p):
        with open(p.log, "rb") as f:
            return f.read()

    def wait_for(self, p, text):
        end = time.monotonic() + self.timeout
        while text not in self.log_of(p).decode(errors="replace"):
            if time.monotonic() > end:
                raise Failure(f"no {text!r} in {self.log_of(p)!r}")
            time.sleep(0.02)


class Case:
    """One case: its folder and the commands that it can call."""

    def __init__(self, setup, name):
        self.setup, self.folder = setup, os.path.join(setup.top, name)
        os.makedirs(self.folder)

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    def run(self, *command, env=None, drop=()):
        """(exit code, stdout, stderr) as text."""
        env = {k: v for k, v in vmrun.clean_env(env, argus=True).items() if k not in drop}
        r = vmrun.run(list(command), cwd=self.folder, env=env, timeout=self.setup.timeout)
        if r.timed_out:
            raise Failure(f"{' '.join(command)[-100:]}: no end after {self.setup.timeout} s")
        return r.code, r.out.decode(errors="replace"), r.err.decode(errors="replace")

    def argus(self, *words, **named):
        return self.run(self.setup.argus, *map(str, words), **named)

    def done(self, *words, **named):
        """Standard output of a verb that has to succeed without a word on standard error."""
        code, out, err = self.argus(*words, **named)
        equal((0, ""), (code, err), " ".join(map(str, words)))
        return out

    def refused(self, words, *patterns, code=1, **named):
        """One line on standard error with all of `patterns`, nothing on standard output."""
        return one_line(self.argus(*words, **named), words, patterns, code)


def one_line(result, words, patterns, code=1):
    got, out, err = result
    lines = err.splitlines()
    if got != code or out or len(lines) != 1 or not lines[0].startswith("argus: ") or not all(re.search(p, err) for p in patterns):
        raise Failure(f"{words}: expected one line with {patterns} and exit code {code}, got {result}")


def verb_names(c):
    return re.findall(r"^  ([a-z]+) ", c.done("help"), re.M)


# ---- help ----

def case_help(c):
    names = verb_names(c)
    equal(True, {"run", "lens", "attach", "debug", "threads", "heap", "dump", "ps", "image", "new", "doctor", "version", "help"} <= set(names), f"verbs {names}")
    equal(c.done("help"), c.done("--help"), "--help")
    code, out, err = c.argus()
    equal((2, c.done("help"), ""), (code, out, err), "no words")
    for name in names:
        text = c.done(name, "--help")
        equal(text, c.done("help", name), f"help {name}")
        has(text, rf"^usage: argus {name}\b", "^examples:\n  argus |^examples:\n  source ")
        equal([], [line for line in text.splitlines() if len(line) > 118], f"{name}: long lines")
    equal([], os.listdir(c.folder), "files after help")
    has(c.argus("run", "-help")[2], r"^Usage: java")


def case_man(c):
    text = c.done("help", "--man")
    for name in verb_names(c):
        has(text, rf"^\.SS {name}$")
    has(text, r"^\.SH EXIT STATUS$", r"^\.SH ENVIRONMENT$", r"^\.B \\-\\-seconds")
    with open(c.path("argus.1"), "w", encoding="utf-8") as f:
        f.write(text)
    code, out, err = c.run("man", "--warnings=w", "-l", c.path("argus.1"), env={"MANWIDTH": "100", "MAN_KEEP_FORMATTING": ""})
    equal((0, ""), (code, err), "man")
    has(out, "EXIT STATUS", r"argus lens \[--out DIR\]")


def completion_cases(pid):
    """(words as typed, candidates that must come, candidates that must not)"""
    return (("le", "lens", "heap"), ("d", "debug dump doctor", "lens"), ("lens --s", "--seconds", "--out"), (f"heap {str(pid)[:-1]}", str(pid), ""), ("help im", "image", "lens"),
            (f"heap --all {pid}", str(pid), ""), (f"debug --port 5 {pid}", str(pid), ""), (f"lens --attach {pid}", str(pid), "two"), ("lens --out t", "two", "two.jar"),
            ("attach 4711 tw", "two two.jar", "4711"), ("heap 4711 tw", "", "two"), ("lens --seconds tw", "", "two"), ("new a", "agent", ""), ("new agent t", "two", "two.jar"),
            ("image t", "two", "two.jar"), ("probe 1 -f tw", "two two.jar", ""), ("probe -o folded tw", "", "two"), ("lens -- tw", "two two.jar", ""), ("-jar tw", "two.jar", ""), ("./tw", "./two ./two.jar", ""), ("version t", "", "two"))


def shell_folder(c):
    os.makedirs(c.path("two"))
    for name in ("two.jar", "with blank"):
        with open(c.path(name), "w", encoding="utf-8"):
            pass
    return {"PATH": os.path.dirname(c.setup.argus) + ":" + os.environ["PATH"]}


def case_completion_bash(c):
    with open(c.path("_argus"), "w", encoding="utf-8") as f:
        f.write(c.done("help", "--bash"))
    env = shell_folder(c)
    for typed, wanted, unwanted in (*completion_cases(c.setup.pid["argus"].pid), ("attach 1 with", "with+blank", "")):
        words = ["argus", *typed.split(" ")]
        script = f'source {c.path("_argus")}; COMP_WORDS=({" ".join(words)}); COMP_CWORD={len(words) - 1}; _argus; for w in "${{COMPREPLY[@]}}"; do echo "${{w// /+}}"; done'
        code, out, err = c.run("bash", "-c", script, env=env)
        equal((0, ""), (code, err), typed)
        equal(set(), set(wanted.split()) - set(out.split()), f"{typed}: {out!r}")
        equal(set(), set(unwanted.split()) & set(out.split()), f"{typed}: {out!r}")


# Writes the candidates of each line of `typed` to a file of its own. _main_complete runs as for a key; compadd is what every completer calls in the end.
ZSH = r"""
fpath=($FOLDER/fpath $fpath); autoload -Uz compinit; compinit -u -d $FOLDER/dump
compadd() {
    local -a found
    if [[ " ${(j: :)@[1,(i)(-|--)]} " == *" -"[OAD]" "* ]]; then builtin compadd "$@"; return; fi # asks for matches, adds none
    builtin compadd -O found "$@"
    print -rl -- $found >>$FOLDER/found
    builtin compadd "$@"
}
complete-words() { : >$FOLDER/found; zle complete-word; print -rl -- - >>$FOLDER/found; exit }
zle -C complete-word complete-word _main_complete
zle -N complete-words
bindkey '^X' complete-words
zstyle ':completion:*' completer _complete
PS1=READY
"""


def zsh_completes(c, typed, env):
    """The candidates that zsh offers where `typed` ends, in a terminal of its own."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(["zsh", "-f", "-i", "-o", "no_beep"], stdin=theirs, stdout=theirs, stderr=theirs, cwd=c.folder, start_new_session=True,
                          env={**vmrun.clean_env({**env, "FOLDER": c.folder, "TERM": "dumb"}, argus=True)}) as shell:
        os.close(theirs)
        os.write(ours, f"source {c.path('zshrc')}\n".encode())
        shown = b""
        try:
            while True:
                ready, _, _ = select.select([ours], [], [], c.setup.timeout)
                if not ready:
                    raise Failure(f"zsh does not answer: {shown!r}")
                before, part = b"READY" in shown, os.read(ours, 4096)
                shown += part
                if not before and b"READY" in shown:
                    os.write(ours, f"argus {typed}\x18".encode())
        except OSError:  # the shell has ended
            pass
        finally:
            os.close(ours)
            shell.kill()
    with open(c.path("found"), encoding="utf-8") as f:
        found = f.read().splitlines()
    if not found or found[-1] != "-":
        raise Failure(f"zsh did not complete {typed}: {shown!r}")
    return set(found[:-1])


def case_completion_zsh(c):
    env = shell_folder(c)
    os.makedirs(c.path("fpath"))
    for name, text in (("fpath/_argus", c.done("help", "--zsh")), ("zshrc", ZSH)):
        with open(c.path(name), "w", encoding="utf-8") as f:
            f.write(text)
    for typed, wanted, unwanted in completion_cases(c.setup.pid["argus"].pid):
        found = zsh_completes(c, typed, env)
        equal(set(), {os.path.basename(w) for w in wanted.split()} - found, f"{typed}: {sorted(found)}")
        equal(set(), set(unwanted.split()) & found, f"{typed}: {sorted(found)}")


def case_wrong_words(c):
    for word, near in (("lnes", "lens"), ("thread", "threads"), ("Image", None), ("doctr", "doctor"), ("verison", "version")):
        if near:
            c.refused([word], f"is it `argus {near}`", code=2)
    c.refused(["qqqqqq"], "`argus help` lists them", "argus run qqqqqq", code=2)
    c.refused(["help", "lnes"], "is it lens", code=2)
    c.refused(["heap"], "PID is missing", "argus heap --help", code=2)
    c.refused(["heap", "1", "2"], "2 is one word too many", code=2)
    c.refused(["heap", "--al", "1"], "is it --all", code=2)
    c.refused(["heap", "--all=3", "1"], "--all takes no value", code=2)
    c.refused(["heap", "--zzz", "1"], "argus heap --help", code=2)
    c.refused(["debug", "1", "--port"], "--port N", code=2)
    c.refused(["debug", "1", "--port", "x"], "from 1 to 65535", code=2)
    c.refused(["debug", "1", "--port=70000"], "from 1 to 65535", code=2)
    c.refused(["lens"], "argus lens -- -cp DIR CLASS", code=2)
    c.refused(["lens", "-cp", "x", "Main"], "after --", code=2)
    c.refused(["lens", "--seconds", "3", "--", "Main"], "--attach PID", code=2)
    c.refused(["lens", "--attach", "1", "--seconds", "0"], "--seconds 0", code=2)
    c.refused(["lens", "--attach", "1", "--", "Main"], "Main is one word too many", code=2)
    c.refused(["new", "agnet", "x"], "argus new agent DIR", code=2)
    c.refused(["image", "--help", "x", "y"][:1] + ["-x"], "argus image --help", code=2)
    equal([], os.listdir(c.folder), "files after wrong words")


def case_java_words(c):
    """Words that are java's need no verb."""
    shutil.copy(os.path.join(c.setup.classes, "Subject.class"), c.folder)
    shutil.copy(os.path.join(c.setup.top, "Subject.java"), c.folder)
    want = (5, "up Argus 64-Bit VM\nsum true\n", "")
    for words in (["-cp", ".", "Subject"], ["Subject"], ["run", "Subject"], ["run", "-cp", ".", "Subject"], ["./Subject.java"]):
        equal(want, c.argus(*words, 20, 5), str(words))
    with open(c.path("words"), "w", encoding="utf-8") as f:
        f.write("-cp . Subject")
    equal(want, c.argus("@words", 20, 5), "@file")


# ---- other processes ----

VERBS_OF_PID = (["threads"], ["heap"], ["dump", "f"], ["attach", "x"], ["debug"], ["probe", "begin { exit() }"], ["lens"])


def words_for(verb, pid):
    return ["lens", "--attach", pid] if verb == ["lens"] else [verb[0], pid, *verb[1:]]


def case_wrong_process(c):
    sleeper = subprocess.Popen(["sleep", "1000"])
    gone = subprocess.Popen(["true"])
    gone.wait()
    try:
        for verb in VERBS_OF_PID:
            c.refused(words_for(verb, sleeper.pid), rf"process {sleeper.pid} \(sleep\) is not a Java VM", "argus ps")
            c.refused(words_for(verb, gone.pid), f"there is no process {gone.pid}", "argus ps")
            for word in ("x", "12x", "-1", "0", "99999999999999999999"):
                if not word.startswith("-"):
                    c.refused(words_for(verb, word), f"{word} is not the number of a process", "argus ps")
        equal(None, sleeper.poll(), "the process that is no VM ended")
    finally:
        sleeper.kill()
        sleeper.wait()


def case_other_user(c):
    """As a user that may not look into the process."""
    pid = c.setup.pid["argus"].pid
    with tempfile.TemporaryDirectory() as folder:  # that user cannot enter the build folder, perhaps
        os.chmod(folder, 0o755)
        shutil.copy(c.setup.argus, folder)
        copy = os.path.join(folder, "argus")
        if os.geteuid() == 0:
            command = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", copy]
        else:
            command, pid = [copy], 1
        for verb in VERBS_OF_PID:
            words = words_for(verb, pid)
            r = subprocess.run([*command, *map(str, words)], capture_output=True, text=True, cwd=folder, check=False)
            one_line((r.returncode, r.stdout, r.stderr), words, (rf"process {pid} belongs to root", "as this user or as root"))


def case_does_not_answer(c):
    with c.setup.subject() as p:
        p.send_signal(19)  # SIGSTOP
        with open(f"/proc/{p.pid}/stat", encoding="ascii") as f:
            while f.read().split(") ")[1][0] != "T":
                f.seek(0)
        c.refused(["threads", p.pid], f"process {p.pid} is stopped", f"kill -CONT {p.pid}")
        p.send_signal(18)
        has(c.done("threads", p.pid), '^"main"')
    for argus in (True, False):
        with c.setup.subject("-Xrs", argus=argus) as p:
            code, out, err = c.argus("threads", p.pid)
            if code == 0:  # HotSpot listens from the start then
                has(out, '^"main"')
            else:
                one_line((code, out, err), "-Xrs", ("-Xrs",))
            equal(None, p.poll(), "the VM with -Xrs ended")
        with c.setup.subject("-XX:+DisableAttachMechanism", argus=argus) as p:
            c.refused(["threads", p.pid], "DisableAttachMechanism")
            equal(None, p.poll(), "the VM ended")


def both(c):
    return ((c.setup.pid[name], name) for name in ("argus", "hotspot"))


def case_ps(c):
    text = c.done("ps")
    for p, name in both(c):
        has(text, rf"^ *{p.pid}  {name}\b.*Subject$".replace("argus", "Argus").replace("hotspot", "HotSpot"))
        has(c.done("ps", "--pids"), rf"^{p.pid}$")


def case_threads(c):
    for p, name in both(c):
        text = c.done("threads", p.pid)
        has(text, r"^Full thread dump ", r'^"main" #1 prio=5', r"at Subject\.")
        has(c.done("threads", "--locks", p.pid), r"Locked ownable synchronizers:")


def case_heap(c):
    for p, name in both(c):
        for words in ([], ["--all"]):
            has(c.done("heap", *words, p.pid), r"num +#instances +#bytes", r" 1\d\d\d +\d+  \[I ", r"^Total +\d+ +\d+")


def case_dump(c):
    for p, name in both(c):
        has(c.done("dump", p.pid, name + ".hprof"), rf"^{name}\.hprof: written by process {p.pid}$")
        with open(c.path(name + ".hprof"), "rb") as f:
            equal(b"JAVA PROFILE 1.0.2\0", f.read(19), "the file")
        c.refused(["dump", p.pid, name + ".hprof"], "is there already")
        c.refused(["dump", p.pid, "no/such/folder/f"], "there is no such folder")
        c.refused(["dump", p.pid, "/proc/x.hprof"], f"process {p.pid}: ")
        c.refused(["dump", p.pid, "x" * 200 + "/" + "y" * 900], "no such folder|shorter path")


def case_attach(c):
    late = os.path.join(c.setup.top, "late.jar")
    for p, name in both(c):
        has(c.done("attach", p.pid, late + "=a=b,c"), rf"late\.jar: loaded into process {p.pid}")
        c.setup.wait_for(p, "agentmain a=b,c")
        c.refused(["attach", p.pid, "nosuch"], f"process {p.pid}: nosuch was not loaded")
        c.refused(["attach", p.pid, "./libx.so"], "there is no such file")
        c.refused(["attach", p.pid, "x.jar"], "there is no such file")
        with open(c.path("text.so"), "w", encoding="utf-8") as f:
            f.write("not a library")
        c.refused(["attach", p.pid, "text.so"], f"process {p.pid}: .*text.so was not loaded")
        c.refused(["attach", p.pid, late + "=" + "x" * 2000], "1024 bytes")
    steps = os.path.join(c.setup.build, "agents", "libsteps.so")
    c.refused(["attach", c.setup.pid["argus"].pid, steps], "answered -1 from Agent_OnAttach")


def case_attach_at_once(c):
    """A VM that has only just been started loads the agent when it is up."""
    late = os.path.join(c.setup.top, "late.jar")
    for _ in range(5):
        with c.setup.subject(wait=False) as p:
            has(c.done("attach", p.pid, late + "=early"), rf"late\.jar: loaded into process {p.pid}")
            c.setup.wait_for(p, "agentmain early")


def case_debug(c):
    jdb = os.path.join(c.setup.jdk, "bin", "jdb")
    with c.setup.subject() as p, socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        c.refused(["debug", p.pid, "--port", taken.getsockname()[1]], f"port {taken.getsockname()[1]} is taken", "leave --port out")
        text = c.done("debug", p.pid)
        has(text, rf"process {p.pid} listens for a debugger at 127\.0\.0\.1:\d+", r"IDE")
        command = re.search(r"jdb -attach (\S+)", text).group(1)
        r = vmrun.run([jdb, "-attach", command], stdin=b"threads\nquit\n", env=vmrun.clean_env(), timeout=c.setup.timeout)
        has(r.out.decode(), r"Group main:\n +\(java\.lang\.Thread\)\S+ +main +(sleeping|running)")
        c.refused(["debug", p.pid], "is it loaded already")
    c.refused(["debug", c.setup.pid["hotspot"].pid], "HotSpot, which cannot load a debugger late", "start it with argus", "onjcmd=y")
    with c.setup.subject("-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,onjcmd=y,address=127.0.0.1:0", argus=False) as p:
        has(c.done("debug", p.pid), "Debugging has been started")


# ---- lens ----

TABLE = (r"^==== lens: ", r"^-- Threads: ")


def case_lens_run(c):
    words = ["--", "-cp", c.setup.classes, "Subject"]
    code, out, err = c.argus("lens", *words, 100, 3)
    equal((3, "up Argus 64-Bit VM\nsum true\n"), (code, out), "a program under lens")
    has(err, *TABLE, r"Subject\.busy\(int\)$", r"^lens: the page is .*/argus-lens/lens\.(html|svg)$")
    equal((0, ""), c.argus("lens", "--quiet", "--out", "r", *words, 10)[::2], "--quiet")
    equal(True, {"lens.txt", "lens.jsonl", "lens.folded"} <= set(os.listdir(c.path("r"))), "files of the report")
    equal(False, "progress.jsonl" in os.listdir(c.path("r")), "the progress file is left")
    err = c.argus("lens", "--with", "methods=off", *words, 10)[2]
    has(err, *TABLE)
    equal(None, re.search("-- Methods", err), "methods=off")
    has(c.done("lens", "--with", "help"), r"^  filter=PREFIX")
    code, out, err = c.argus("lens", *words, 7000)
    has(err, r"^lens: \d+ s, \d+\.\d million calls, \d+ classes")
    # The program starts no VM: its line, and ours that there is no report, even if an earlier run left one.
    code, out, err = c.argus("lens", "--", "-XX:+NoSuchFlag", "Subject")
    equal(1, code, "a wrong option")
    has(err + out, "NoSuchFlag", "^argus: there is no report")
    code, out, err = c.argus("lens", "--with", "nonsense=1", *words, 10)
    equal(1, code, "a wrong option of lens")
    has(err, "unknown option 'nonsense=1'")


def case_lens_attach(c):
    for p, name in both(c):
        for visit in range(2):  # each visit has numbers of its own
            code, out, err = c.argus("lens", "--attach", p.pid, "--seconds", 1)
            equal((0, ""), (code, out), f"lens --attach on {name}, visit {visit}")
            has(err, *TABLE)
            if name == "argus":
                has(err, r"Subject\.busy\(int\)$")
            else:
                has(err, "off: methods")
        equal([], [f for f in os.listdir(c.path("argus-lens")) if f.endswith(".so")], "copies of the agent")
        equal(None, p.poll(), "the subject ended")


def case_lens_wrong(c):
    words = ["--", "-cp", c.setup.classes, "Subject", "10"]
    with open(c.path("file"), "w", encoding="utf-8"):
        pass
    c.refused(["lens", "--out", "file", *words], "file: File exists", "--out names another")
    c.refused(["lens", "--out", "no/such", *words], "no/such: No such file", "--out names another")
    c.refused(["lens", "--out", "a,b", *words], "comma")


# ---- the rest ----

def in_small_world(c, script, *words, kilobytes=2000):
    """Runs the shell script in a name space of its own, with a full device at c.path('small')."""
    os.makedirs(c.path("small"), exist_ok=True)
    mount = f"mount -t tmpfs -o size={kilobytes}k tmpfs {c.path('small')}; "
    user = [] if os.geteuid() == 0 else ["--map-root-user"]
    return c.run("unshare", "--mount", *user, "sh", "-c", mount + script, "sh", *map(str, words))


def case_disk_full(c):
    one_line(in_small_world(c, f'exec "$1" image {c.path("small", "jdk")}', c.setup.argus, kilobytes=200), "image", ("No space left", "make room"))
    run = f'"$1" -cp {c.setup.classes} Subject >out 2>&1 & pid=$!; until grep -qs up out; do :; done; '
    code, out, err = in_small_world(c, run + f'"$1" dump $pid {c.path("small", "f")}; code=$?; kill $pid; exit $code', c.setup.argus, kilobytes=200)
    one_line((code, out, err), "dump", ("no space left", "make room"))
    run = f'exec "$1" lens --out {c.path("small", "r")} -- -cp {c.setup.classes} Subject 10'
    code, out, err = in_small_world(c, run, c.setup.argus, kilobytes=4)
    equal(1, code, "lens on a full device")
    has(err, "full|No space left")


def case_new(c):
    c.done("new", "agent", "mine")
    equal(True, {"agent.c", "CMakeLists.txt", "README.md"} <= set(os.listdir(c.path("mine"))), "the template")
    c.refused(["new", "agent", "mine"], "mine: Directory not empty", "not there or is empty")
    c.refused(["new", "agent", "no/such"], "no/such: No such file")
    one_line(in_small_world(c, f'exec "$1" new agent {c.path("small", "x")}', c.setup.argus, kilobytes=8), "new", ("No space left", "make room"))


def case_no_jdk(c):
    """Verbs that start java say so in one line; the others need no JDK."""
    env = {"ARGUS_JDK": c.path("nowhere")}
    for words in (["run", "-version"], ["-version"], ["lens", "--", "Subject"], ["image", "x"]):
        c.refused(words, "ARGUS_JDK=.*nowhere is not a JDK; let it name a JDK 17, or unset it", env=env)
    for p, _ in both(c):
        c.done("threads", p.pid, env=env)
    c.done("ps", env=env)
    c.done("new", "agent", "y", env=env)
    code, out, err = c.argus("version", env=env)
    equal((1, 1), (code, len(err.splitlines())), "version")
    has(out, r"^argus \d")
    equal(["y"], os.listdir(c.folder), "files without a JDK")


def case_lens_open(c):
    """--open hands the page to xdg-open, and says so if there is none."""
    pid = c.setup.pid["argus"].pid
    hide = "for f in /usr/bin/xdg-open /bin/xdg-open; do [ ! -e $f ] || mount --bind /dev/null $f; done; mount -t tmpfs tmpfs /usr/local/bin; "
    make = f"""printf '#!/bin/sh\\necho "$1" >{c.path("opened")}\\n' >/usr/local/bin/xdg-open; chmod 755 /usr/local/bin/xdg-open; """
    run = f'exec "$1" lens --attach {pid} --seconds 1 --quiet --open --out {c.path("r")}'
    one_line(in_small_world(c, hide + run, c.setup.argus), "--open", ("no browser could be started", re.escape(f'open {c.path("r", "lens.html")}')), code=0)
    equal((0, "", ""), in_small_world(c, hide + make + run, c.setup.argus), "--open")
    with open(c.path("opened"), encoding="utf-8") as f:
        equal(c.path("r", "lens.html") + "\n", f.read(), "the page that is opened")


def fake_jdk(c, name, leave_out):
    """A JDK of links without some files."""
    for folder in ("", "bin", "lib", "include"):
        os.makedirs(c.path(name, folder), exist_ok=True)
        for entry in os.listdir(os.path.join(c.setup.jdk, folder)):
            if f"{folder}/{entry}".strip("/") not in (*leave_out, "bin", "lib", "include"):
                os.symlink(os.path.join(c.setup.jdk, folder, entry), c.path(name, folder, entry))
    return c.path(name)


def doctor(c, verdict, *patterns, command=None, **named):
    code, out, err = c.run(*(command or [c.setup.argus, "doctor"]), **named)
    equal(("", 1 if verdict == "WRONG" else 0), (err, code), f"doctor {patterns} says {out!r}")
    has(out, *[rf"^{verdict} +{p}" for p in patterns], rf"^ +-> " if verdict != "ok" else "")
    equal("WRONG" in out, code == 1, "exit code and verdicts")


def case_doctor(c):
    doctor(c, "ok", "VM ", "JDK ", "start .*Argus 64-Bit VM", "/tmp", "machine")
    os.makedirs(c.path("empty"))
    doctor(c, "WRONG", "JDK +ARGUS_JDK=.*empty is not a JDK", env={"ARGUS_JDK": c.path("empty")})
    doctor(c, "note", "JDK +passing over JAVA_HOME=.*empty", env={"JAVA_HOME": c.path("empty"), "ARGUS_JDK": ""})
    shutil.copy(c.setup.argus, c.path("argus"))
    doctor(c, "WRONG", "VM +libjvm.so is not beside", command=[c.path("argus"), "doctor"])
    doctor(c, "WRONG", "start .*exit code 1: .*NoSuchFlag|start .*exit code 1", env={"JAVA_TOOL_OPTIONS": "-XX:+NoSuchFlag"})
    doctor(c, "note", "environment +JAVA_TOOL_OPTIONS=-Dp=1", env={"JAVA_TOOL_OPTIONS": "-Dp=1"})
    home = fake_jdk(c, "jre", ("bin/javac", "bin/jdb", "include/jvmti.h"))
    # A launcher that is a link finds the JDK where it really lies: a copy of the two files that say where it is.
    for name in ("bin/java", "lib/libjli.so"):
        os.remove(os.path.join(home, name))
        shutil.copy(os.path.join(c.setup.jdk, name), os.path.join(home, name))
    doctor(c, "note", "JDK's parts +no bin/javac", "JDK's parts +no include/jvmti.h", env={"ARGUS_JDK": home})
    home = fake_jdk(c, "foreign", ("bin/java",))
    with open(os.path.join(home, "bin", "java"), "wb") as f:
        f.write(b"\x7fELF" + b"\2\1\1" + bytes(9) + b"\2\0\xb7\0" + bytes(44))  # for another processor
    os.chmod(f.name, stat.S_IRWXU)
    doctor(c, "WRONG", "start .*Exec format error", env={"ARGUS_JDK": home})
    doctor(c, "note", "ulimit -v +programs may map 3000 MB", command=["sh", "-c", f"ulimit -v 3072000; exec {c.setup.argus} doctor"])
    user = [] if os.geteuid() == 0 else ["--map-root-user"]
    script = f"mount -t tmpfs tmpfs /tmp; mount -o remount,ro /tmp; exec {c.setup.argus} doctor"
    doctor(c, "note", "/tmp +cannot be written: Read-only", command=["unshare", "--mount", *user, "sh", "-c", script])


def case_version(c):
    with open(os.path.join(ROOT, "VERSION"), encoding="ascii") as f:
        version = f.read().strip()
    text = c.done("version")
    has(text, rf"^argus {re.escape(version)} \((unknown|[0-9a-f]{{10}}(-changed)?)\), for JDK 17$", rf"^jdk 17\.\S+, .*{re.escape(c.setup.jdk)}")
    commit = re.search(r"\((\S+)\)", text).group(1)
    has(c.argus("-version")[2], rf"^Argus 64-Bit VM \(build {re.escape(version)}\+17-{commit}, ")


CASES = {k[5:].replace("_", "-"): f for k, f in sorted(globals().items()) if k.startswith("case_")}


def main():
    p = argparse.ArgumentParser(description="the verbs of the argus command")
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--filter", default="", help="only cases whose name matches this regular expression")
    p.add_argument("--jobs", type=int, default=vmrun.jobs())
    p.add_argument("--timeout", type=float, default=180, help="seconds for each command")
    args = p.parse_args()
    args.build = os.path.abspath(args.build)
    names = [n for n in CASES if re.search(args.filter, "verbs/" + n)]
    if not names:
        print("0 passed, 0 failed")
        return 0
    if shutil.which("dpkg-query"):  # these cases alone want them
        subprocess.run([os.path.join(ROOT, "x"), "need", "man-db", "groff-base", "zsh"], check=True)
    setup = Setup(args)

    def run_case(name):
        try:
            CASES[name](Case(setup, name))
        except (Failure, OSError, subprocess.SubprocessError) as e:
            return str(e)
        return None

    with setup.subject(key="argus"), setup.subject(argus=False, key="hotspot"):
        return vmrun.run_cases("verbs", names, run_case, args.jobs)


if __name__ == "__main__":
    sys.exit(main())
