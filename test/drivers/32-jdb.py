#!/usr/bin/env python3
"""A scripted jdb session (test/jdb/session.txt) with the program on Argus through the stock libjdwp, and on HotSpot: equal transcripts.

The driver answers prompts, never the clock: after a command it reads until jdb asks for the next one.
"""
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

STOPPED = re.compile(rb"main\[\d+\] $|The application exited\s*$|The application has been disconnected\s*$")
PROMPT = re.compile(rb"(?:^|\n)> $|main\[\d+\] $")
# Ids of objects and threads count what the debugger has seen so far; a VM's own threads and the classes it has loaded differ.
NOISE = [(re.compile(r"id=\d+"), "id=#"), (re.compile(r"\)\d+(\s)"), r")#\1"), (re.compile(r"0x[0-9a-f]+"), "0x#")]
OWN_THREADS = ("Notification Thread", "Signal Dispatcher", "Attach Listener")


class Session:
    def __init__(self, command, limit):
        self.limit = time.monotonic() + limit
        self.child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=vmrun.clean_env(argus=True),
                                      start_new_session=True)
        self.out = b""

    def read_until(self, pattern):
        """Everything up to a match at the end of what has come, or up to the end of jdb."""
        got = b""
        while not pattern.search(got):
            left = self.limit - time.monotonic()
            if left <= 0 or not select.select([self.child.stdout], [], [], left)[0]:
                raise TimeoutError(got.decode(errors="replace")[-500:])
            piece = os.read(self.child.stdout.fileno(), 65536)
            if not piece:
                break
            got += piece
        return got.decode(errors="replace")

    def send(self, line):
        try:
            self.child.stdin.write(line.encode() + b"\n")
            self.child.stdin.flush()
            return True
        except BrokenPipeError:
            return False


def transcript(command, script):
    s = Session(command, 240)
    try:
        text = [s.read_until(PROMPT)]
        for line in script:
            runs = line.startswith("!")
            text.append(f"\n<< {line}\n")
            if not s.send(line.lstrip("!")):
                break
            text.append(s.read_until(STOPPED if runs else PROMPT))
            if "The application exited" in text[-1]:
                break
        return "".join(text)
    finally:
        vmrun.signal_group(s.child.pid, 9)
        s.child.wait()


def comparable(text):
    """The words of each reply. jdb's prompts come from another of its threads than its reports of events, so they may stand anywhere between them."""
    replies = []
    for block in re.split(r"(?m)^(?=<< )", text):
        command, _, rest = block.partition("\n")
        if command == "<< classes":  # every class that is loaded: the two VMs load different ones
            continue
        kept = " ".join(line for line in rest.splitlines() if not any(name in line for name in OWN_THREADS))
        kept = re.sub(r"(?:main\[\d+\]|(?<!\S)>)(?=\s|$)", " ", kept)
        for pattern, to in NOISE:
            kept = pattern.sub(to, kept)
        replies += [command, "    " + " ".join(kept.split())]
    return replies


def main():
    p = argparse.ArgumentParser(description="a jdb session on Argus compared with HotSpot")
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--filter", default="")
    p.add_argument("--show", action="store_true", help="print Argus' transcript")
    args = p.parse_args()
    name = "jdb/session"
    if not re.search(args.filter, name):
        print("0 passed, 0 failed")
        return 0
    build, jdk = os.path.abspath(args.build), vmrun.find_jdk()
    classes = os.path.join(build, "test-jdb")
    os.makedirs(classes, exist_ok=True)
    subprocess.run([os.path.join(jdk, "bin", "javac"), "-g", "-d", classes, os.path.join(ROOT, "test", "jdb", "Dbg.java")], check=True)
    with open(os.path.join(ROOT, "test", "jdb", "session.txt")) as f:
        script = [line.strip() for line in f if line.strip() and not line.startswith("#")]
    jdb = [os.path.join(jdk, "bin", "jdb"), "-classpath", classes]
    problem = None
    try:
        want = transcript([*jdb, "Dbg"], script)
        got = transcript([*jdb, f"-XXaltjvm={build}/argus", "Dbg"], script)
        if args.show:
            print(got)
        if "The application exited" not in want or not want.rstrip().endswith("exited") or f"<< {script[-1]}" not in want:
            problem = "the session on HotSpot did not reach its end:\n" + want[-800:]
        difference = list(difflib.unified_diff(comparable(want), comparable(got), "HotSpot", "Argus", n=2, lineterm=""))
        if not problem and difference:
            problem = "transcripts differ\n    " + "\n    ".join(difference[:40])
    except TimeoutError as e:
        problem = f"no prompt in time; last output: {e}"
    print(f"FAIL {name}: {problem}" if problem else f"PASS {name}")
    print("0 passed, 1 failed" if problem else "1 passed, 0 failed")
    return 1 if problem else 0


sys.exit(main())
