#!/usr/bin/env python3
"""Clients set random probes in a running compiler, read them and take them away, all at once: what it compiles stays what HotSpot gives, no client is
left without an answer, and no probe is left behind.

    67-probe-storm.py [--seconds 10] [--clients 4] [--seed N] [--variants release debug asan tsan]

`./x stress probes` is the long form.
"""
import argparse
import glob
import json
import os
import random
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
sys.path.insert(0, os.path.join(ROOT, "tools"))
import test_main  # noqa: E402
import variants  # noqa: E402
import vmrun  # noqa: E402

SOURCES = sorted(p for d in ("kernels", "fresh") for p in glob.glob(os.path.join(ROOT, "bench", d, "*.java")))
PATTERNS = ["com.sun.tools.javac.util.List.*", "com.sun.tools.javac.parser.*.*", "com.sun.tools.javac.code.Type*.*", "java.util.HashMap.*",
            "java.lang.String.*", "com.sun.tools.javac.jvm.Code.*", "java.util.ArrayList.*"]
CLASSES = ["java.lang.String", "com.sun.tools.javac.util.List", "java.util.*", "*", "java.lang.Throwable+", "com.sun.tools.javac.tree.JCTree+"]

FIELDS = ["com.sun.tools.javac.util.List.*", "com.sun.tools.javac.code.Type*.*", "com.sun.tools.javac.tree.JCTree+.*", "java.util.HashMap.*",
          "com.sun.tools.javac.parser.JavaTokenizer.*"]


class Failure(Exception):
    """The differences from the expected lines."""


def ask(pid, command):
    """The answer to a command, by the protocol of attach."""
    with socket.socket(socket.AF_UNIX) as s:
        s.settimeout(120)
        s.connect(f"/tmp/.java_pid{pid}")
        s.sendall(b"1\0jcmd\0" + command.encode() + b"\0\0\0")
        data = b""
        while True:
            more = s.recv(65536)
            if not more:
                break
            data += more
    code, _, text = data.decode(errors="replace").partition("\n")
    if not code.isdigit():
        raise Failure(f"{command!r} is answered by {data[:200]!r}")
    return text


class Texts:
    """Random texts; most are taken."""

    def __init__(self, rng, methods):
        self.rng, self.methods, self.names = rng, methods, 0

    def key(self, how):
        return self.rng.choice(["class", "method", "tid", "thread", "stack(3)", "stack(20)", "tid % 3", "class(this)", "line"]
                               + (["arg0", "class(arg0)", "str(arg0)", "arg0.length", "arg0.pos & 7", "class(this.tail)", "arg0.table[tid]"]
                                  if how == "entry" else [])
                               + (["retval", "elapsed / 1000000", "class(retval)", "this.size & 7"] if how == "return" else [])
                               + (["class(ex)"] if how in ("throw", "catch") else [])
                               + (["local(1)", "local(2) & 7", "class(local(1))"] if how == "bci" else [])
                               + (["value", "class(value)", "class(obj)"] if how == "field" else []))

    def number(self, how):
        return self.rng.choice(["1", "tid", "nsecs % 7"] + (["elapsed", "elapsed / 1000", "retval"] if how == "return" else [])
                               + (["arg0", "arg0 * 3 - 1", "arg1", "this.size", "arg0.tail.tail.pos", "this.table.length"] if how == "entry" else []) + (["size"] if how == "alloc" else [])
                               + (["local(1)", "local(2) * 3"] if how == "bci" else []) + (["value", "obj.pos"] if how == "field" else []))

    def action(self, how):
        r = self.rng
        self.names += 1
        name = f"m{self.names}"
        if r.random() < 0.08:
            return r.choice(["print(method)", "print(stack(6))", "printf(\"%d %s\\n\", tid, class)", "exit()", "@v = tid"])
        keys = ", ".join(self.key(how) for _ in range(r.choice([0, 0, 0, 1, 1, 2, 3])))
        what = r.choice(["count()", f"sum({self.number(how)})", f"hist({self.number(how)})", f"max({self.number(how)})", f"avg({self.number(how)})",
                         f"lhist({self.number(how)}, -4, 100, 9)"])
        return f"@{name}{len(keys) and '[' + keys + ']' or ''} = {what}"

    def place(self):
        r = self.rng
        kind = r.random()
        if kind < 0.1:
            return f"bci:{r.choice(self.methods)}:0", "bci"
        if kind < 0.15:
            return f"field:{r.choice(FIELDS)}:{r.choice(['read', 'write'])}", "field"
        if kind < 0.75:
            how = r.choice(["entry", "entry", "return", "return", "throw"])
            name = r.choice(self.methods) if r.random() < 0.8 else r.choice(PATTERNS[:4])
            return f"method:{name}:{how}", how
        if kind < 0.9:
            how = r.choice(["alloc", "throw", "catch", "contend", "wait", "park"])
            return f"{how}:{r.choice(CLASSES)}", how
        return r.choice(["gc:young", "gc:full", "class:load", "thread:start", "thread:end", "interval:ms:20", "begin", "end"]), ""

    def rule(self):
        place, how = self.place()
        more = {"return": ["elapsed > 1000"], "entry": ["arg0 > 3", "arg0 != null", "this.size > 3 || arg0.tail.tail != null", "arg0.table.length > 8 && arg0.size != 0"], "bci": ["local(1) > 3"], "field": ["value > 3"]}
        condition = self.rng.choice(["", "", "", "tid % 2 == 0", *more.get(how, [])])
        return f"{place} {condition and '/' + condition + '/ '}{{ {'; '.join(self.action(how) for _ in range(self.rng.choice([1, 1, 2, 3])))} }}"

    def text(self):
        self.names = 0
        return " ".join(self.rule() for _ in range(self.rng.choice([1, 1, 2, 4])))


def total(line, name):
    """The sum of what a delta in JSON has for a name without keys."""
    return sum(row["value"] for m in json.loads(line)["maps"] if m["name"] == name for row in m["rows"])


def visit(pid, texts, rng, tally, often=False):
    """A probe comes, is read, and goes. Two names that count the same hits have the same sums, over all deltas. often: at a method that the compiler
    calls all the time."""
    text = texts.text()
    if often or rng.random() < 0.3:
        method = "java.util.HashMap.hash" if often else rng.choice(texts.methods)
        text = f"method:{method}:{rng.choice(['entry', 'return'])} {{ @x = count(); @y = sum(1) }}"
    answer = ask(pid, "Probe.add " + text).strip()
    if not re.fullmatch(r"probe \d+", answer):
        if not answer.startswith("refused: ") and "probes are set already" not in answer:
            raise Failure(f"{text!r} is answered by {answer[:500]!r}")
        tally["refused"] += 1
        return
    tally["set"] += 1
    number = answer.split()[1]
    exact, x, y = "@x = count(); @y = sum(1)" in text, 0, 0
    for _ in range(3 if often else rng.choice([0, 1, 3])):
        time.sleep(rng.random() * 0.2)
        if exact:
            line = ask(pid, f"Probe.read {number} -format=json -delta")
            x, y = x + total(line, "x"), y + total(line, "y")
        else:
            ask(pid, f"Probe.read {number} {rng.choice(['', '-delta', '-format=json', '-format=folded', '-format=output'])}".strip())
    time.sleep(rng.random() * 0.1)
    if exact:
        line = ask(pid, f"Probe.remove {number} -format=json -delta")
        x, y = x + total(line, "x"), y + total(line, "y")
        tally["hits"] += x
        if x != y:
            raise Failure(f"{text!r}: {x} counted, {y} summed up")
    else:
        ask(pid, f"Probe.remove {number}")


def client(pid, seed, methods, until, tally, failures):
    rng = random.Random(seed)
    texts = Texts(rng, methods)
    try:
        visit(pid, texts, rng, tally, often=True)
        while time.monotonic() < until and not failures:
            visit(pid, texts, rng, tally)
    except (Failure, OSError, ValueError, KeyError) as e:
        failures.append(f"{type(e).__name__}: {e}")


def methods_of(pid):
    found = []
    for pattern in PATTERNS:
        found += [line.strip().removeprefix("method:") for line in ask(pid, "Probe.places " + pattern).splitlines() if "(" in line]
    if len(found) < 100:
        raise Failure(f"only {found}")
    return found


def storm(jdk, build, classes, args, env):
    java = os.path.join(jdk, "bin", "java")
    once = vmrun.run([java, "-cp", classes, "Storm", "-once", *SOURCES], env=vmrun.clean_env(), timeout=300)
    want = once.out.decode().splitlines()
    if once.code or len(want) != 1:
        raise Failure(f"HotSpot: {once}")
    command = [java, "-XXaltjvm=" + os.path.join(build, "argus"), "-XX:+StartAttachListener", "-Xmx512m", "-cp", classes, "Storm", *SOURCES]
    with tempfile.TemporaryFile() as err:
        p = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=err, env=env, text=True)
        try:
            if p.stdout.readline() != "up\n":
                raise Failure("the program did not come up")
            first = p.stdout.readline().strip()
            if first != want[0]:
                raise Failure(f"without probes: {first!r}, HotSpot: {want[0]!r}")
            methods, failures, tally = methods_of(p.pid), [], {"set": 0, "refused": 0, "hits": 0}
            until = time.monotonic() + args.seconds
            threads = [threading.Thread(target=client, args=(p.pid, f"{args.seed}/{i}", methods, until, tally, failures)) for i in range(args.clients)]
            for t in threads:
                t.start()
            for t in threads:
                t.join()
            left = ask(p.pid, "Probe.list").strip() if not failures else ""
            out, _ = p.communicate("", timeout=300)
        finally:
            p.kill()
            p.wait()
        err.seek(0)
        said = err.read()
    if failures or p.returncode or not re.search(rb"^\d+ rounds$", said, re.M) or vmrun.SANITIZER.search(said.decode(errors="replace")):
        raise Failure(f"exit code {vmrun.code_name(p.returncode)}, {failures[:3]}, {out}\n{vmrun.tail(said)}")
    if out.strip():
        raise Failure(f"it compiled otherwise: {want} and {out}")
    if left != "No probe is set.":
        raise Failure(f"left behind: {left!r}")
    if tally["set"] < 3 or not tally["hits"]:
        raise Failure(f"{tally}")
    return tally


def main():
    p = argparse.ArgumentParser(description="random probes in a compiler at work")
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--filter", default="", help="only variants that match this regular expression")
    p.add_argument("--seconds", type=float, default=10)
    p.add_argument("--clients", type=int, default=4)
    p.add_argument("--seed", default=str(time.time_ns()))
    p.add_argument("--variants", nargs="+", help="builds, made if need be; default: that of --build")
    args = p.parse_args()
    jdk, passed, failed, environment = vmrun.find_jdk(), 0, 0, dict(os.environ)
    with tempfile.TemporaryDirectory(prefix="argus-storm-") as classes:
        subprocess.run([os.path.join(jdk, "bin", "javac"), "-d", classes, os.path.join(ROOT, "test", "probes", "Storm.java")], check=True)
        for variant in args.variants or [None]:
            name = f"storm/{variant or 'javac'}"
            if not re.search(args.filter, name):
                continue
            build = variants.build_variant(variant) if variant else os.path.abspath(args.build)
            os.environ.clear()
            os.environ.update(environment)
            if variant:
                os.environ.update(test_main.sanitizer_env(variant))
            try:
                tally = storm(jdk, build, classes, args, vmrun.clean_env(argus=True))
                passed += 1
                print(f"PASS {name}" + (f" {tally}" if variant else ""), flush=True)
            except (Failure, OSError, subprocess.SubprocessError) as e:
                failed += 1
                print(f"FAIL {name}: seed {args.seed}: {e}", flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
