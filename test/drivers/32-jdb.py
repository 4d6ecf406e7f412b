#!/usr/bin/env python3
"""Scripted jdb sessions with the program on Argus through the stock libjdwp, and on HotSpot: equal transcripts.

    session   jdb starts the program (test/jdb/session.txt)
    launch    the same with the long script, test/jdb/work.txt
    attach    jdb attaches to a program that listens (server=y)
    listen    the program connects to a jdb that listens (server=n)
    client    a debugger without a user (test/jdb/Client.java, on JDI) attaches and does what jdb has no command for
    suspended a debugger suspends all threads; the program is looked at with jcmd, jstack and SIGQUIT, told to exit, let go
    steps     a debugger steps through a whole program, by lines and by instructions, into, over and out (test/jdb/Steps.java)
    walks     a debugger walks into objects that the VM fills (test/jdb/Walks.java): lists of loaders, backtraces of throwables
    late      jdb attaches to a program that was started without any option and then told to load libjdwp (jcmd JVMTI.agent_load). HotSpot cannot: its
              transcript is that of a program that listened from the start, with suspend=n

The driver answers prompts, never the clock. jdb may prompt twice for one command, from its thread of commands and from that of events: so after each prompt the
driver sends a word that jdb does not know, and reads until jdb has said so and prompts again. Nothing is under way then.
"""
# Runs beside other drivers, about 35 s.
import argparse
import difflib
import os
import re
import select
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import vmrun  # noqa: E402

PROMPT = rb"(?:> |[\w-]+\[\d+\] )$"
STOPPED = re.compile(rb"(?:Breakpoint hit|Step completed|Exception occurred|Field \()(?:.|\n)* bci=-?\d+\s*\n(?:.|\n)*[\w-]+\[\d+\] $")
STARTED = re.compile(rb"VM Started(?:.|\n)*[\w-]+\[\d+\] $")
ENDED = re.compile(rb"The application exited\s*$|\ndisconnected\s*$|The application has been disconnected\s*$")
LISTENS = re.compile(r"Listening for transport dt_socket at address: (\d+)")
WHO = "java.vm.name"  # each session asks, because a lost option would compare HotSpot with itself
# Ids of objects and threads count what the debugger has seen so far; a VM's own threads and the classes it has loaded differ.
NOISE = [(re.compile(r"id=\d+"), "id=#"), (re.compile(r"\)\d+(\s)"), r")#\1"), (re.compile(r"0x[0-9a-f]+"), "0x#"), (re.compile(r"address: ?\S+"), "address: #"),
         (re.compile(r"@[0-9a-f]{2,}\b"), "@#"), (re.compile(r"\$\$Lambda\$\d+/0x#"), "$$Lambda"), (re.compile(r"(resume|suspend|thread|interrupt|threadlocks|methods) \d+"), r"\1 #")]
OWN_THREADS = ("Notification Thread", "Signal Dispatcher", "Attach Listener", "Service Thread", "Monitor Deflation Thread", "C1 CompilerThread", "C2 CompilerThread", "Sweeper thread",
               "Common-Cleaner", "Reference Handler", "Finalizer")


class Talk:
    """A program that is talked to through pipes."""

    def __init__(self, command, limit, argus, stdin=subprocess.PIPE):
        self.end = time.monotonic() + limit
        self.child = subprocess.Popen(command, stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=vmrun.clean_env(argus=argus), start_new_session=True)

    def read_until(self, *patterns):
        """Everything up to a match at the end of what has come, or up to the end of the program."""
        got = b""
        while not any(p.search(got) for p in patterns):
            left = self.end - time.monotonic()
            if left <= 0 or not select.select([self.child.stdout], [], [], left)[0]:
                raise TimeoutError(got.decode(errors="replace")[-500:])
            piece = os.read(self.child.stdout.fileno(), 65536)
            if not piece:
                break
            got += piece
        return got.decode(errors="replace")

    def close(self):
        vmrun.signal_group(self.child.pid, 9)
        self.child.wait()
        for pipe in (self.child.stdin, self.child.stdout):
            try:
                if pipe:
                    pipe.close()
            except BrokenPipeError:  # what nobody is there to read
                pass


class Session(Talk):
    marks = 0

    def say(self, line):
        """Sends a line; False when jdb is gone."""
        try:
            self.child.stdin.write(line.encode() + b"\n")
            self.child.stdin.flush()
            return True
        except BrokenPipeError:
            return False

    def settle(self):
        """What comes until jdb has answered a command that it does not know and prompts."""
        self.marks += 1
        word = f"mark{self.marks}"
        if not self.say(word):
            return ""
        text = self.read_until(re.compile(rb"'" + word.encode() + rb"'[^\n]*\n(?:.|\n)*?" + PROMPT), ENDED)
        return re.sub(rf"[^\n]*'{word}'[^\n]*\n", "", text)

    def command(self, line):
        """Its reply. `!` in front: the program runs and stops again, or ends. Evaluations prompt from a thread of their own."""
        if not self.say(line.lstrip("!")):
            return ""
        text = self.read_until(STOPPED if line.startswith("!") else re.compile(PROMPT), ENDED)
        return text if ENDED.search(text.encode()) else text + self.settle()

    def thread_id(self, name):
        self.say("threads")
        text = self.read_until(re.compile(PROMPT))
        found = re.search(rf"\(\S+\)(\d+|0x[0-9a-f]+)\s+{name} ", text)
        self.settle()
        return found.group(1) if found else "0"


def transcript(session, script, values, first=None):
    text = []
    line = "(start)"
    try:
        text.append(session.read_until(first or re.compile(rb"(?:^|\n)" + PROMPT)))
        text.append(session.settle())
        for line in script:
            for name in re.findall(r"\{(main|worker)\}", line):
                line = line.replace("{" + name + "}", session.thread_id(name))
            line = line.format(**values) if "{" in line else line
            text.append(f"\n<< {line}\n" + session.command(line))
            if ENDED.search(text[-1].encode()):
                break
        return "".join(text)
    except TimeoutError as e:
        raise TimeoutError("".join(text)[-1500:] + f"\n<< {line}\n{e}") from None
    finally:
        session.close()


def comparable(text):
    """The words of each reply. jdb's prompts come from another of its threads than its reports of events, so they may stand anywhere between them."""
    replies = []
    for block in re.split(r"(?m)^(?=<< )", text):
        command, _, rest = block.partition("\n")
        if command == "<< classes" or WHO in command:  # classes: all that are loaded, and the two VMs load different ones
            continue
        if command == "<< where all":  # a paragraph for each thread; only those of the program
            rest = "\n".join(part for part in re.split(r"(?m)^(?=\S.*:$)", rest) if not part.startswith(OWN_THREADS))
        kept = " ".join(line for line in rest.splitlines() if not any(name in line for name in OWN_THREADS))
        kept = re.sub(r"(?:[\w-]+\[\d+\]|(?<!\S)>)(?=\s|$)", " ", kept)
        for pattern, to in NOISE:
            kept = pattern.sub(to, kept)
            command = pattern.sub(to, command)
        replies += [command, "    " + " ".join(kept.split())]
    return replies


class Driver:
    def __init__(self, build, jdk):
        self.build, self.jdk, self.classes = build, jdk, os.path.join(build, "test-jdb")
        self.sources = os.path.join(ROOT, "test", "jdb")
        os.makedirs(os.path.join(self.classes, "changed"), exist_ok=True)
        javac = [self.tool("javac"), "-g", "-d"]
        subprocess.run([*javac, self.classes, *(os.path.join(self.sources, f) for f in ("Dbg.java", "Work.java", "Changed.java", "Client.java", "Crowd.java", "Suspended.java", "Steps.java", "Walks.java", "Shaped.java"))], check=True)
        changed = os.path.join(self.classes, "changed", "Changed.java")
        with open(os.path.join(self.sources, "Changed.java")) as f, open(changed, "w") as out:
            out.write(f.read().replace("int result = 1", "int result = 2"))
        subprocess.run([*javac, os.path.join(self.classes, "changed"), changed], check=True)
        self.shaped_classes = os.path.join(self.classes, "shaped")
        os.makedirs(self.shaped_classes, exist_ok=True)
        with open(os.path.join(self.sources, "Shaped.java")) as f, open(os.path.join(self.shaped_classes, "Shaped.java"), "w") as out:
            out.write(f.read().replace("class Piece {", "class Piece extends Based {").replace('"piece " + size', 'kind() + " " + size'))
        subprocess.run([*javac, self.shaped_classes, os.path.join(self.shaped_classes, "Shaped.java")], check=True)
        self.values = {"redefined": os.path.join(self.classes, "changed", "Changed.class"), "shaped": os.path.join(self.shaped_classes, "Piece.class")}

    def tool(self, name):
        return os.path.join(self.jdk, "bin", name)

    def script(self, name):
        with open(os.path.join(self.sources, name)) as f:
            return [line.strip() for line in f if line.strip() and not line.startswith("#")]

    def vm(self, argus, *options):
        """A program to be debugged, and its class."""
        return [self.tool("java"), *([f"-XXaltjvm={self.build}/argus"] if argus else []), *options, "-cp", self.classes]

    def jdb(self, *options):
        return Session([self.tool("jdb"), "-sourcepath", self.sources, *options], 240, True)

    def launched(self, argus, script, *main):
        options = f"-cp {self.classes}" + (f" -XXaltjvm={self.build}/argus" if argus else "")  # as an argument of jdb it would be jdb that runs on Argus
        s = self.jdb("-connect", f"com.sun.jdi.CommandLineLaunch:main={' '.join(main)},options={options}")
        return transcript(s, script, self.values)

    def shaped(self, argus):
        """A class gets a superclass. HotSpot refuses that: its program has the class from the beginning."""
        script = [line for line in self.script("shaped.txt") if argus or not line.startswith("redefine")]
        options = f"-cp {self.classes} -XXaltjvm={self.build}/argus -XX:+AllowEnhancedClassRedefinition" if argus else f"-cp {self.shaped_classes}"
        text = transcript(self.jdb("-connect", f"com.sun.jdi.CommandLineLaunch:main=Shaped,options={options}"), script, self.values)
        return re.sub(r"(?s)\n<< redefine .*?(?=\n<< )", "", text)

    def attached(self, argus, script, suspend, main):
        subject = Talk(self.vm(argus, f"-agentlib:jdwp=transport=dt_socket,server=y,suspend={suspend},address=127.0.0.1:0") + main, 240, argus, subprocess.DEVNULL)
        try:
            port = LISTENS.search(subject.read_until(re.compile(rb"address: \d+\n"))).group(1)
            return transcript(self.jdb("-attach", f"127.0.0.1:{port}"), script, self.values, STARTED if suspend == "y" else None)
        finally:
            subject.close()

    def listened(self, argus, script, main):
        session = self.jdb("-connect", "com.sun.jdi.SocketListen:localAddress=127.0.0.1,port=0")
        heard = session.read_until(re.compile(rb"Listening at address: \S+:\d+\n"))
        port = re.search(r":(\d+)\n", heard).group(1)
        subject = Talk(self.vm(argus, f"-agentlib:jdwp=transport=dt_socket,server=n,suspend=y,address=127.0.0.1:{port}") + main, 240, argus, subprocess.DEVNULL)
        try:
            return transcript(session, script, self.values, STARTED)
        finally:
            subject.close()

    def late(self, script, main):
        subject = Talk(self.vm(True) + main, 240, True, subprocess.DEVNULL)
        try:
            subject.read_until(re.compile(rb"ready\n"))
            library = os.path.join(self.jdk, "lib", "libjdwp.so")
            options = "transport=dt_socket,server=y,suspend=n,address=127.0.0.1:0"
            told = vmrun.run([self.tool("jcmd"), str(subject.child.pid), "JVMTI.agent_load", library, options], env=vmrun.clean_env(), timeout=60)
            if b"return code: 0" not in told.out:
                return "jcmd: " + (told.out + told.err).decode(errors="replace")
            port = LISTENS.search(subject.read_until(re.compile(rb"address: \d+\n"))).group(1)
            return transcript(self.jdb("-attach", f"127.0.0.1:{port}"), script, self.values)
        finally:
            subject.close()

    def client(self, argus):
        subject = Talk(self.vm(argus, "-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,address=127.0.0.1:0") + ["Work", "go"], 240, argus, subprocess.DEVNULL)
        try:
            port = LISTENS.search(subject.read_until(re.compile(rb"address: \d+\n"))).group(1)
            r = vmrun.run([self.tool("java"), "-cp", self.classes, "Client", port, self.values["redefined"]], env=vmrun.clean_env(), timeout=120)
            return (r.out + r.err).decode(errors="replace")
        finally:
            subject.close()

    def debugger(self, argus, name):
        """A debugger that starts its program itself; its argument is the program's options."""
        options = f"-cp {self.classes}" + (f" -XXaltjvm={self.build}/argus" if argus else "")
        r = vmrun.run([self.tool("java"), "-cp", self.classes, name, options], env=vmrun.clean_env(), timeout=200)
        return (r.out + r.err).decode(errors="replace")

    def sessions(self):
        """Name: (on HotSpot, on Argus)."""
        work, to_start = self.script("work.txt"), ["stop in Work.start", "!cont"]
        launch = ["stop in Work.start", "!run"] + work + ["!cont"]
        uncaught = to_start + work + ["!cont", "where", "!cont"]
        later = ["!stop at Work:113", "where", "clear Work:113", "set Work.go = true", "stop in Work.start", "!cont"] + work + ["!cont"]
        first = self.script("session.txt")
        return {
            "session": lambda argus: self.launched(argus, first, "Dbg"),
            "launch": lambda argus: self.launched(argus, launch, "Work", "go"),
            "attach": lambda argus: self.attached(argus, uncaught, "y", ["Work", "go", "throw"]),
            "listen": lambda argus: self.listened(argus, to_start + work + ["!cont"], ["Work", "go"]),
            "shaped": self.shaped,
            "client": self.client,
            "suspended": lambda argus: self.debugger(argus, "Suspended"),
            "steps": lambda argus: self.debugger(argus, "Steps"),
            "walks": lambda argus: self.debugger(argus, "Walks"),
            "late": lambda argus: self.late(later, ["Work"]) if argus else self.attached(False, later, "n", ["Work"]),
        }


def vm_of(text):
    found = re.search(re.escape(WHO) + r'[^=]*= "(\w+)', text)
    return found.group(1) if found else "nobody"


def problem_of(run, show):
    try:
        want, got = run(False), run(True)
    except TimeoutError as e:
        return f"no prompt in time; last output: {e}"
    if show:
        print(got)
        print("-------- HotSpot\n" + want)
    if not ENDED.search(want.encode()):
        return "the session on HotSpot did not reach its end:\n" + want[-800:]
    if (vm_of(want), vm_of(got)) != ("OpenJDK", "Argus"):
        return f"the programs ran on {vm_of(want)} and {vm_of(got)}"
    if want.startswith(("capabilities\n", "steps\n", "suspended\n", "walks\n")):  # these clients' words need no sorting out
        comparing = lambda text: [line for line in text.splitlines() if WHO not in line]  # noqa: E731
    else:
        comparing = comparable
    difference = list(difflib.unified_diff(comparing(want), comparing(got), "HotSpot", "Argus", n=2, lineterm=""))
    return "transcripts differ\n    " + "\n    ".join(difference[:60]) if difference else None


def main():
    p = argparse.ArgumentParser(description="jdb sessions on Argus compared with HotSpot")
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--filter", default="")
    p.add_argument("--show", action="store_true", help="print Argus' transcript")
    args = p.parse_args()
    driver = Driver(os.path.abspath(args.build), vmrun.find_jdk())
    passed = failed = 0
    for name, run in driver.sessions().items():
        if not re.search(args.filter, f"jdb/{name}"):
            continue
        problem = problem_of(run, args.show)
        passed, failed = passed + (not problem), failed + bool(problem)
        print(f"FAIL jdb/{name}: {problem}" if problem else f"PASS jdb/{name}", flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
