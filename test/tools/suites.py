"""A group of OpenJDK's tests on a VM by jtreg, and the judgement on what came of it.

test/suites/groups.toml names the groups. test/suites/known.tsv names tests that cannot pass on Argus, one a line, each with a reason of
test/suites/reasons.tsv and a sentence. A reason may have a pattern: tests with it in their description are not run at all.
Answers are kept below build/suites/answers, a file for each group and VM, so that HotSpot is asked once.
"""
import glob
import json
import os
import re
import subprocess
import sys
import time
import tomllib
from dataclasses import dataclass

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDER = os.path.join(ROOT, "test", "suites")
STATUS = {"Passed": "passed", "FAILED": "failed", "Error": "error"}
LINE = re.compile(r"^(Passed|FAILED|Error):\s+(\S+)$")


# --- Data -----------------------------------------------------------------------------------------------------------

@dataclass
class Group:
    name: str
    suite: str
    paths: list
    natives: list
    options: list

    @classmethod
    def all(cls):
        with open(os.path.join(FOLDER, "groups.toml"), "rb") as f:
            return {name: cls(name, g["suite"], g["paths"], g.get("natives", []), g.get("options", [])) for name, g in tomllib.load(f).items()}


def rows(name):
    """Lines of a table in test/suites, without its head."""
    with open(os.path.join(FOLDER, name)) as f:
        return [line.rstrip("\n").split("\t") for line in f if line.strip()][1:]


@dataclass
class Reasons:
    patterns: dict  # reason: pattern in descriptions
    known: dict     # test: (reason, sentence)

    @classmethod
    def read(cls):
        reasons = rows("reasons.tsv")
        known = {test: (reason, why) for test, reason, why in rows("known.tsv")}
        return cls({key: re.compile(pattern, re.M) for key, pattern, _ in reasons if pattern != "-"}, known)

    def of_description(self, text):
        """The reason why a test with this description is not run, or None."""
        return next((key for key, pattern in self.patterns.items() if pattern.search(text)), None)


def description(suite_root, test):
    """The comment with the tags of a test (that with its id, if it has one), and the imports of its file."""
    path, _, ident = test.partition("#")
    with open(os.path.join(suite_root, path), errors="replace") as f:
        text = f.read()
    comments = [c for c in re.findall(r"/\*.*?\*/", text, re.S) if re.search(r"^\W*@test\b", c, re.M)] or [text]
    imports = "\n" + "\n".join(re.findall(r"^import .*", text, re.M))
    named = [c for c in comments if ident and re.search(rf"@test\s+id=\"?{re.escape(ident)}\b", c)]
    if named:
        return named[0] + imports
    place = int(ident[2:]) if re.fullmatch(r"id\d+", ident) else 0
    return comments[place] + imports if place < len(comments) else text


# --- Running --------------------------------------------------------------------------------------------------------

@dataclass
class VM:
    name: str
    home: str
    options: list


class Answers:
    """What came of each test on one VM: test: [status, what jtreg says of it]. Kept in a file."""

    def __init__(self, file):
        self.file = file
        try:
            with open(file) as f:
                self.tests = json.load(f)
        except OSError:
            self.tests = {}

    def put(self, test, status, why):
        self.tests[test] = [status, why]

    def save(self):
        os.makedirs(os.path.dirname(self.file), exist_ok=True)
        with open(self.file + ".new", "w") as f:
            json.dump(self.tests, f, indent=0, sort_keys=True)
        os.replace(self.file + ".new", self.file)


def result_of(jtr):
    """The last line about the result in a .jtr file."""
    try:
        with open(jtr, errors="replace") as f:
            found = re.findall(r"^(?:test result|execStatus)[:=] ?(.*)$", f.read(), re.M)
    except OSError:
        return ""
    return found[-1].replace("\\:", ":").replace("\\=", "=") if found else ""


def jtr_name(test):
    path, _, ident = test.partition("#")
    return os.path.splitext(path)[0] + ("_" + ident if ident else "") + ".jtr"


def in_file(tests):
    """Those whose names jtreg can read from a file: there a '#' begins a comment, and what is left of the name is a file with all its tests."""
    return [t for t in tests if "#" not in t]


def words_of(tests, file):
    """jtreg's words for these tests, of which in_file(tests) are in a file, so that their number does not matter."""
    return (["@" + file] if in_file(tests) else []) + [t for t in tests if "#" in t]


class Jtreg:
    """jtreg over one suite on one VM, with a folder for its files."""

    def __init__(self, tree, group, vm, args):
        self.tree, self.group, self.vm, self.args = tree, group, vm, args
        self.root = tree.suite(group.suite)
        self.work = os.path.join(tree.folder, "work", vm.name, group.name)

    def words(self):
        a = self.args
        requires = os.path.join(self.tree.folder, f"requires-{self.group.suite}.tsv")
        return [os.path.join(self.tree.jdk, "bin", "java"), "-Xmx512m", "-jar", self.tree.jtreg_jar, "-agentvm", "-automatic", "-ignore:quiet", "-verbose:summary",
                f"-concurrency:{a.jobs}", f"-timeoutFactor:{a.timeout}", "-thtimeout:30", f"-jdk:{self.vm.home}", f"-compilejdk:{self.tree.jdk}",
                f"-nativepath:{os.path.join(self.tree.folder, 'natives', self.group.suite)}", f"-exclude:{os.path.join(self.root, 'ProblemList.txt')}",
                "-keywords:!headful&!printer&!sound", "-noreport", f"-workDir:{self.work}", f"-reportDir:{self.work}.report", f"-dir:{self.root}",
                "-vmoption:-XX:MaxRAMPercentage=4", f"-vmoption:-Dargus.suites.requires={requires}", *[f"-javaoption:{o}" for o in self.vm.options]]  # not for HotSpot's javac

    def list(self):
        """Names of the tests that jtreg chooses in the group's folders."""
        out = subprocess.run([*self.words(), "-listtests", *self.group.paths], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout
        tests = [line.strip() for line in out.splitlines() if re.fullmatch(r"[\w./#-]+\.(java|sh)(#\S+)?", line.strip())]
        if not tests:
            raise ValueError(f"jtreg lists no test of {self.group.name}:\n" + "\n".join(out.splitlines()[-10:]))
        return tests

    def run(self, tests, each):
        """Runs them; each(test, status, why) is called when one has ended."""
        os.makedirs(self.work, exist_ok=True)
        names = self.work + ".tests"
        with open(names, "w") as f:
            f.write("".join(t + "\n" for t in in_file(tests)))
        with open(self.work + ".log", "w") as log, subprocess.Popen([*self.words(), *words_of(tests, names)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                                                     errors="replace", stdin=subprocess.DEVNULL) as child:
            for line in child.stdout:
                log.write(line)
                log.flush()
                m = LINE.match(line.rstrip())
                if m:
                    each(m[2], STATUS[m[1]], "" if m[1] == "Passed" else result_of(os.path.join(self.work, jtr_name(m[2]))))


class Progress:
    """A line on standard error for each test that did not pass, and one now and then for the others."""

    def __init__(self, group, vm, total):
        self.group, self.vm, self.total, self.done, self.failed, self.last = group, vm, total, 0, 0, time.monotonic()

    def step(self, test, status, why):
        self.done += 1
        if status != "passed":
            self.failed += 1
            print(f"  {self.group} on {self.vm}: {status} {test}: {why[:200]}", file=sys.stderr, flush=True)
        if time.monotonic() - self.last > 30:
            self.last = time.monotonic()
            print(f"  {self.group} on {self.vm}: {self.done} of {self.total}, {self.failed} failed", file=sys.stderr, flush=True)


# --- Judgement ------------------------------------------------------------------------------------------------------

COLUMNS = ("passed", "known", "fail on both", "flawed", "not run")


def judge(test, mine, oracle, reasons, unfit):
    """The column of the table for a test: `mine` and `oracle` are (status, why) or None.

    passed        on Argus
    known         named in known.tsv, or of a kind that is not run
    fail on both  HotSpot fails too
    flawed        on Argus alone, without a reason: what has to become none
    not run       has no answer of Argus yet
    """
    if unfit:
        return "known"
    if mine is None:
        return "not run"
    if mine[0] == "passed":
        return "passed"
    if test in reasons.known:
        return "known"
    return "fail on both" if oracle is not None and oracle[0] != "passed" else "flawed"


def table(counted):
    """Lines: a row for each group with the number of tests in each column."""
    lines = [f"{'group':22}" + "".join(f" {c:>13}" for c in ("tests",) + COLUMNS)]
    for name, columns in counted.items():
        lines.append(f"{name:22} {len(columns):13}" + "".join(f" {sum(1 for c in columns.values() if c == column):13}" for column in COLUMNS))
    return "\n".join(lines)


def stale(known, answers):
    """Tests of known.tsv that pass: their lines have to go."""
    return sorted(t for t in known if answers.get(t, [None])[0] == "passed")


def unknown(known, suites):
    """Tests of known.tsv that no suite has."""
    return sorted(t for t in known if not any(glob.glob(os.path.join(s, glob.escape(t.partition("#")[0]))) for s in suites))
