#!/usr/bin/env python3
"""Probes count the same in every tier as with -Xint: at entries, returns and exits of all methods of a program, at lines, instructions, fields and
exceptions, with arguments, results and variables; and random probes in random methods (test/generate/probe_texts.py), which print the same too. Also where code leaves at every
third of its checks (tier "left"), under breakpoints, watches and steps that come and go (tier "tool"), and against lens, which counts calls in its own way.

    70-probe-counts.py [--all] [--filter REGEX] [--seed N] [--programs N]

A run without --all takes a few programs of test/java that do the same in each run, and some random ones. `./x stress counts` takes all: there only that
counts which -Xint has counted alike in two runs, and programs that fill their stack or heap or have finalizers are left out, since the room differs.
"""
import argparse
import collections
import glob
import importlib.util
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import threading

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(ROOT, "test", "tools"), os.path.join(ROOT, "test", "generate")]
import java_methods  # noqa: E402
import probe_texts  # noqa: E402
import vmrun  # noqa: E402

SAMPLE = ["IntArith", "TryFinally", "InnerLoopEntries", "VirtualDispatch", "WideLocals", "CaughtWhereThrown", "FloatDoubleArith"]
AT_ONCE = ["-Xbatch", "-XX:ArgusStencilThreshold=2", "-XX:ArgusProfileEnough=2"]
TIERS = {
    "stencils": ["-XX:-ArgusOptimizer", "-XX:ArgusStencilThreshold=2"],
    "optimizer": AT_ONCE,
    "left": [*AT_ONCE, "-XX:ArgusLeaveEvery=3"],
    "tool": [*AT_ONCE, "-agentpath:{build}/test-agents/ProbesBeside/libbeside.so"],
    "lens": [*AT_ONCE, "-agentpath:{build}/agents/liblens.so=table=off,alloc=off,exceptions=off,locks=off,gc=off,json={report}"],
    "profiles": ["-Xbatch", "-XX:ArgusStencilThreshold=5", "-XX:ArgusProfileEnough=100"],
    "beside": ["-XX:ArgusStencilThreshold=2", "-XX:ArgusProfileEnough=20"],
}
SHORT = ("stencils", "optimizer", "left", "tool", "lens")
MADE = re.compile(r"\$\$Lambda(?:\$[0-9/x+a-f]*|/hidden)|(?<=/)hidden|\$Proxy\d+|GeneratedConstructorAccessor\d+|GeneratedMethodAccessor\d+|Species_\w+|0x[0-9a-f]+")
METHODS, ROUNDS = 40, 60  # of a random program


class Failure(Exception):
    """The differences from the expected lines."""


def module(name):
    spec = importlib.util.spec_from_file_location("programs", os.path.join(ROOT, "test", "drivers", name))
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def reading(err):
    """{what: number} of the reading at the end of standard error, with the counters of its head; None: there is none."""
    text = err.decode(errors="replace")
    heads = list(re.finditer(r"^probe 1 at \d+ ns, wall clock \d+ ns:(.*)$", text, re.M))
    if not heads:
        return None
    words = heads[-1][1].split(",")[0].split()
    found, row = {f"({w})": int(n) for w, n in zip(words[::2], words[1::2])}, ""
    for line in text[heads[-1].end():].splitlines():
        row = MADE.sub("made", line) if line.startswith("@") else row
        name, _, number = MADE.sub("made", line).rpartition(": ") if line.startswith("@") else ("", "", "")
        bucket = re.match(r"([\[(].*?)\s+(\d+) \|", line)
        average = re.match(r"(@.*): (-?\d+ \(.*\))$", MADE.sub("made", line))
        if average:
            found[average[1]] = average[2]
        elif name and re.fullmatch(r"-?\d+", number):
            found[name] = found.get(name, 0) + int(number)
        elif bucket:
            found[row + bucket[1]] = int(bucket[2])
    return found


def differences(want, again, got):
    """Lines that say what `got` counts otherwise. Two runs with -Xint agree on what is compared."""
    steady = want == again
    for what in sorted(set(want) | set(got)):
        if want.get(what) != again.get(what) or (what.startswith("(") and not steady):
            continue
        if got.get(what) != want.get(what):
            yield f"{what}: {got.get(what)}, with -Xint {want.get(what)}"


def calls_of_lens(report):
    """{what: number}: what lens has counted of calls, under the names that probe_texts.at_methods gives them."""
    found = collections.Counter()
    with open(report, encoding="utf-8") as f:
        for row in map(json.loads, f):
            if row["type"] == "method":
                name = MADE.sub("made", f"{row['class']}.{row['name']}{row['descriptor']}]")
                thrown = row["left_by_exception"]
                for how, n in ("entry", row["entered"]), ("return", row["left"] - thrown), ("throw", thrown):
                    found[f"@{how}[{name}"] += n
    return found


def unlike_lens(want, report):
    """The lines that `differences` gives, of calls that lens counts."""
    calls = calls_of_lens(report)
    of_calls = {what: n for what, n in want.items() if re.match(r"@(entry|return|throw)\[", what)}
    return [f"{what}: lens counts {calls[what]}, a probe with -Xint {n}" for what, n in of_calls.items() if calls[what] != n]


def show(differing):
    return f"{len(differing)} differ: " + "; ".join(vmrun.clip(d) for d in differing[:4])


class Program:
    """One of test/java, with a text of each kind."""

    def __init__(self, s, name):
        self.s, self.name = s, name
        self.test = s.java.Test(name, os.path.join(s.build, "test-java"))

    def places(self, run):
        """(patterns of its classes, line numbers)"""
        words = [self.test.expand(w) for w in run.java]
        path = words[words.index("-cp") + 1].split(":") if "-cp" in words else []
        names = set()
        for folder in path:
            for f in glob.glob(os.path.join(folder, "**", "*.class"), recursive=True):
                names.add(re.sub(r"\$.*|\.class$", "", os.path.relpath(f, folder)).replace("/", "."))
        names = sorted(n for n in names if re.fullmatch(r"[\w.]+", n) and "." in n or n[:1].isupper())[:probe_texts.PLACES // 2]
        lines = max(sum(1 for _ in open(f, encoding="utf-8", errors="replace")) for f in self.test.files)
        return [n + "*" for n in names], list(range(1, lines + 1))

    def count(self, run, text, options):
        """(result, reading)"""
        with tempfile.NamedTemporaryFile("w", suffix=".probe") as f:
            f.write("\n".join(text))
            f.flush()
            vm = ["-XXaltjvm=" + os.path.join(self.s.build, "argus"), "-XX:ArgusProbes=" + f.name, "-XX:ArgusProbeShare=0", *self.s.options(options)]
            r = self.s.java.start(self.test, run, self.s.jdk, vm, argparse.Namespace(timeout=240), argus=True)
        return r, reading(r.err)

    def judge_text(self, run, kind, text):
        want, counts = self.count(run, text, ["-Xint"])
        if counts is None:  # it ends abruptly, or takes no such options
            if b"ArgusProbes: refused" in want.err:
                yield f"{run.name} {kind}: {vmrun.tail(want.err)}"
            return
        again = counts if not self.s.all else self.count(run, text, ["-Xint"])[1] or {}
        for tier, options in TIERS.items():
            if not re.search(self.s.tiers, tier) or (tier not in SHORT and not self.s.all):
                continue
            r, got = self.count(run, text, options)
            if got is None or r.code != want.code:
                yield f"{run.name} {kind} {tier}: exit {vmrun.code_name(r.code)}, with -Xint {vmrun.code_name(want.code)}\n{vmrun.tail(r.err)}"
                continue
            wrong = list(differences(counts, again, got))
            if tier == "lens" and kind == "methods":
                wrong += unlike_lens({what: n for what, n in counts.items() if again.get(what) == n}, self.s.report())
            if wrong:
                yield f"{run.name} {kind} {tier}: {show(wrong)}"

    def judge(self):
        self.s.java.build_test(self.test, self.s.jdk)
        faults = []
        for run in self.test.runs:
            patterns, lines = self.places(run)
            for kind, make in probe_texts.KINDS.items() if patterns else ():
                if self.s.kind in kind:
                    faults += self.judge_text(run, kind, make(patterns, lines, random.Random(f"{self.s.seed} {run.name} {kind}")))
        return "\n  ".join(faults) or None


BY_ROOM = re.compile(r"StackOverflow|OutOfMemory|void finalize\(|AllocatedBytes")


def goes_by_room(java, name):
    """Does the program do something else when it has other room, as its sources tell: fills its stack or heap, measures it, has finalizers?"""
    for path in java.Test(name, "").files:
        with open(path, encoding="utf-8", errors="replace") as f:
            if BY_ROOM.search(f.read()):
                return True
    return False


class Methods:
    """A random program with random probes."""

    def __init__(self, s, seed):
        self.s, self.seed, self.name = s, seed, f"Methods{seed}"

    def run(self, folder, options):
        vm = ["-XXaltjvm=" + os.path.join(self.s.build, "argus"), "-XX:ArgusProbes=" + os.path.join(folder, "text"), "-XX:ArgusProbeShare=0", "-Xss4m",
              "-XX:-OmitStackTraceInFastThrow", *self.s.options(options)]
        r = vmrun.run([os.path.join(self.s.jdk, "bin", "java"), *vm, "-cp", folder, self.name, str(ROUNDS)], env=vmrun.clean_env(argus=True), timeout=240)
        counts = reading(r.err)
        if r.code or counts is None:
            raise Failure(f"{options}: exit {vmrun.code_name(r.code)}\n{vmrun.tail(r.err)}")
        return r.out, counts

    def judge(self):
        with tempfile.TemporaryDirectory(prefix="argus-counts-") as folder:
            source = java_methods.program(self.name, self.seed, METHODS)
            for name, text in (self.name + ".java", source), ("text", "\n".join(probe_texts.of_program(self.name, source, self.seed))):
                with open(os.path.join(folder, name), "w", encoding="utf-8") as f:
                    f.write(text)
            subprocess.run([os.path.join(self.s.jdk, "bin", "javac"), "-J-XX:TieredStopAtLevel=1", "-g", "-nowarn", "-d", folder, os.path.join(folder, self.name + ".java")],
                           check=True, stderr=subprocess.DEVNULL)
            out, want = self.run(folder, ["-Xint"])
            faults = []
            for tier, options in TIERS.items():
                if not re.search(self.s.tiers, tier):
                    continue
                other, got = self.run(folder, options)
                wrong = list(differences(want, want, got)) + ([vmrun.first_difference("output", out, other)] if out != other else [])
                if wrong:
                    faults.append(f"{tier}: {show(wrong)}")
            return "\n  ".join(faults) or None


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--filter", default="")
    p.add_argument("--all", action="store_true", help="all programs and all tiers")
    p.add_argument("--kind", default="", help="only texts of this kind: " + ", ".join(probe_texts.KINDS))
    p.add_argument("--tiers", default="", help="only tiers that match this regular expression: " + ", ".join(TIERS))
    p.add_argument("--seed", type=int, default=0, help="of the texts, and of the first random program")
    p.add_argument("--programs", type=int, help="random ones; default 3, with --all 200")
    p.add_argument("--jobs", type=int, default=vmrun.jobs())
    p.add_argument("--jvm-arg", action="append", default=[], help="an extra option for all runs (repeatable)")
    s = p.parse_args()
    s.build, s.java, s.jdk = os.path.abspath(s.build), module("20-java.py"), vmrun.find_jdk()
    folder = tempfile.TemporaryDirectory(prefix="argus-lens-")
    s.report = lambda: os.path.join(folder.name, f"{threading.get_ident()}.jsonl")
    s.options = lambda options: [o.format(build=s.build, report=s.report()) for o in options] + s.jvm_arg
    names = sorted({re.sub(r"\.java$", "", n) for n in os.listdir(s.java.SOURCES) if n.endswith(".java") or os.path.isdir(os.path.join(s.java.SOURCES, n))})
    names = [n for n in names if (not goes_by_room(s.java, n) if s.all else n in SAMPLE)]
    count = s.programs if s.programs is not None else 200 if s.all else 3
    cases = {n: Program(s, n) for n in names} | {f"methods-{n}": Methods(s, n) for n in range(s.seed, s.seed + count)}

    def case(name):
        try:
            return cases[name].judge()
        except (Failure, OSError, subprocess.SubprocessError, s.java.TestError) as e:
            return str(e)
    return vmrun.run_cases("probe-counts", [n for n in cases if re.search(s.filter, f"probe-counts/{n}")], case, s.jobs)


if __name__ == "__main__":
    sys.exit(main())
