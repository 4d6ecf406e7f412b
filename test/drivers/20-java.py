#!/usr/bin/env python3
"""Java programs whose output and exit code on Argus must equal HotSpot's.

A test is test/java/NAME.java (main class NAME) or a folder test/java/NAME/ (main class Main, every *.java below it compiled
together, or whatever its run.json says). Programs are compiled by the JDK's javac on HotSpot and run once on HotSpot; both
results are kept in <build>/test-java under a hash of everything they depend on.

Directives, in the first comment lines of NAME.java (or of NAME/Main.java):
    // args: a b              arguments of main
    // jvm: -ea -Xmx64m       options of the VM
    // main: Other            main class
    // compile: --add-exports java.base/x=ALL-UNNAMED
    // exit: 1                the exit code that HotSpot must give (default 0)
    // stderr: compare        compare standard error too (default: standard output and exit code)
    // stdout: ignore         compare the exit code only (where the text holds numbers of one VM)
    // stdin: text            standard input (one line)
    // env: NAME=value        an environment variable
    // timeout: 120           seconds, default 60 (180 on a slow build)
    // gcstress: N|off        the smallest collection interval the program can bear, with the time reason
    // needs: why             prose for readers

A run of run.json can also say "asan": "off ...", with the reason: that build's C frames keep words that the collector takes for roots.

run.json, for programs compiled in parts or run several ways ({out} is the folder of the compiled test, {src} its source):
    {"steps": [["javac", "-d", "{out}/a", "{src}/a/A.java"], ["jar", "--create", ...], ["copy", "{src}/x", "{out}/x"],
               ["write", "{out}/bad.jar", "text"], ["cut", "{out}/from", "{out}/to", "<bytes>"], ["rm", "{out}/a/B.class"]],
     "runs": {"name": {"java": ["-cp", "{out}/a", "Main"], "exit": 0, "stderr": "compare", "stdin": "", "env": {}}}}
Where run.json says "alike": "why", the runs differ in options and not in what the program does: `--alike-once` takes the first of them.
"""
import argparse
import concurrent.futures
import glob
import hashlib
import json
import os
import re
import shlex
import shutil
import sys
import time
import zlib

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import compile_daemon  # noqa: E402
import variants  # noqa: E402
import vmrun  # noqa: E402

SOURCES = os.path.join(ROOT, "test", "java")
JAVAC_COMMON = ["-proc:none", "-Xlint:none", "-XDignore.symbol.file", "-encoding", "UTF-8"]
DIRECTIVE = re.compile(r"//\s*(args|stdout|jvm|main|compile|exit|stderr|stdin|env|timeout|gcstress|needs):\s*(.*)$")


class TestError(Exception):
    """The test itself is broken (does not compile, HotSpot disagrees with its directives)."""


class Run:
    """One start of a VM: what 'java' gets and what is compared."""

    def __init__(self, name, java, exit=0, stdout="compare", stderr=None, stdin="", env=None, timeout=None, gcstress=None, asan=None):
        self.name, self.java, self.exit = name, java, int(exit)
        self.stdout, self.stderr = stdout == "compare", stderr == "compare"
        self.stdin, self.env, self.timeout, self.gcstress, self.asan = stdin, env or {}, timeout, gcstress, asan


class Test:
    """A program (or folder): steps that build it into self.out, then one or more runs."""

    def __init__(self, name, programs):
        self.name = name
        self.out = os.path.join(programs, name)
        single = os.path.join(SOURCES, name + ".java")
        self.src = os.path.join(SOURCES, name)
        self.alike = None
        self.files = [single] if os.path.isfile(single) else sorted(
            f for f in glob.glob(os.path.join(self.src, "**"), recursive=True) if os.path.isfile(f))
        spec = os.path.join(self.src, "run.json")
        if spec in self.files:
            with open(spec) as f:
                self.from_json(json.load(f))
        else:
            self.from_directives(single if os.path.isfile(single) else os.path.join(self.src, "Main.java"))

    def from_directives(self, main_file):
        found = {}
        with open(main_file, encoding="utf-8") as f:
            for line in f:
                if not line.startswith("//"):
                    break
                m = DIRECTIVE.match(line)
                if m:
                    found.setdefault(m[1], []).append(m[2].strip())
        words = lambda key: shlex.split(" ".join(found.get(key, [])))  # noqa: E731
        one = lambda key, default: found.get(key, [default])[0]  # noqa: E731
        main = one("main", os.path.basename(main_file)[:-5])
        java_files = [f for f in self.files if f.endswith(".java")]
        self.steps = [["javac", *words("compile"), "-d", "{out}/classes", *java_files]]
        stress = one("gcstress", None)
        self.runs = [Run(self.name, [*words("jvm"), "-cp", "{out}/classes", main, *words("args")], one("exit", 0),
                         one("stdout", "compare"), one("stderr", None), one("stdin", "").replace("\\n", "\n"), dict(e.split("=", 1) for e in found.get("env", [])),
                         int(one("timeout", 0)) or None, stress.split()[0] if stress else None)]

    def from_json(self, spec):
        self.steps, self.alike = spec["steps"], spec.get("alike")
        self.runs = [Run(f"{self.name}.{key}", **run) for key, run in spec["runs"].items()]

    def expand(self, word):
        return word.replace("{out}", self.out).replace("{src}", self.src)

    def hash_inputs(self, jdk):
        h = hashlib.sha256(json.dumps([self.steps, JAVAC_COMMON]).encode())
        h.update(vmrun.release_text(jdk).encode())
        for path in self.files:
            with open(path, "rb") as f:
                h.update(path.encode() + b"\0" + f.read())
        return h.hexdigest()


def build_test(test, jdk):
    """Run the test's steps into test.out unless an earlier run did so from the same inputs. Returns the hash of the inputs."""
    key = test.hash_inputs(jdk)
    stamp = os.path.join(test.out, "built")
    if os.path.exists(stamp) and open(stamp).read() == key:
        return key
    shutil.rmtree(test.out, ignore_errors=True)
    os.makedirs(test.out)
    for step in test.steps:
        tool, *words = [test.expand(w) for w in step]
        words = [f for w in words for f in (sorted(glob.glob(w)) if "*" in w else [w])]
        if tool == "copy":
            os.makedirs(os.path.dirname(words[1]), exist_ok=True)
            (shutil.copytree if os.path.isdir(words[0]) else shutil.copyfile)(words[0], words[1])
        elif tool == "write":
            os.makedirs(os.path.dirname(words[0]), exist_ok=True)
            with open(words[0], "w") as f:
                f.write(words[1])
        elif tool == "cut":
            with open(words[0], "rb") as f, open(words[1], "wb") as g:
                g.write(f.read(int(words[2])))
        elif tool == "rm":
            for path in words:
                shutil.rmtree(path) if os.path.isdir(path) else os.unlink(path)
        else:
            if tool == "javac":
                words = JAVAC_COMMON + words
            code, text = compile_daemon.tool(jdk, [tool, *words])
            if code:
                raise TestError(f"{tool} failed\n" + "\n".join(map(vmrun.clip, text.split("\n"))))
    with open(stamp, "w") as f:
        f.write(key)
    return key


def start(test, run, jdk, vm_args, args, argus=False):
    command = [os.path.join(jdk, "bin", "java"), *vm_args, *map(test.expand, run.java)]
    env = vmrun.clean_env({k: test.expand(v) for k, v in run.env.items()}, argus)
    return vmrun.run(command, cwd=test.out, env=env, stdin=run.stdin.encode(), timeout=run.timeout or args.timeout)


def oracle(test, run, key, jdk, args):
    """HotSpot's result, from the cache if the same bytes were run with the same words before."""
    h = hashlib.sha256(json.dumps([key, run.java, run.exit, run.stdin, run.env]).encode()).hexdigest()[:24]
    path = os.path.join(test.out, f"oracle-{run.name}-{h}.json")
    if os.path.exists(path) and not args.oracle_only:
        with open(path) as f:
            data = json.load(f)
        return vmrun.Result(data["out"].encode("latin-1"), data["err"].encode("latin-1"), data["code"], False)
    r = start(test, run, jdk, [], args)
    check_oracle(run, r)
    with open(path, "w") as f:
        json.dump({"out": r.out.decode("latin-1"), "err": r.err.decode("latin-1"), "code": r.code}, f)
    return r


def check_oracle(run, r):
    if r.timed_out:
        raise TestError("HotSpot did not finish in time")
    if r.code != run.exit:
        raise TestError(f"HotSpot exits with {vmrun.code_name(r.code)}, the test says {run.exit}\n{vmrun.tail(r.err)}")


HASH = re.compile(rb"@[0-9a-f]{4,8}\b")


def without_hashes(text):
    """Identity hash codes differ from VM to VM: `Object@1b2c3d` reads `Object@#`."""
    return HASH.sub(b"@#", text)


def compare(run, want, got, seconds):
    """None if equal, else the reason."""
    problems = []
    if got.timed_out:
        problems.append(f"no end after {seconds} s, killed")
    elif want.code != got.code:
        problems.append(f"exit {vmrun.code_name(got.code)}, want {vmrun.code_name(want.code)}")
    if run.stdout:
        problems.append(vmrun.first_difference("stdout", without_hashes(want.out), without_hashes(got.out)))
    if run.stderr:
        problems.append(vmrun.first_difference("stderr", without_hashes(want.err), without_hashes(got.err)))
    problems = [p for p in problems if p]
    if problems and got.err:
        problems.append("end of stderr:\n" + vmrun.tail(got.err))
    return "\n  ".join(problems) or None


def run_test(test, jdk, args):
    """Yields (name, reason or None) for each run of the test."""
    try:
        key = build_test(test, jdk)
    except (TestError, OSError) as e:
        return [(run.name, str(e) if run is test.runs[0] else "not built, see above") for run in test.runs]
    results = []
    for run in test.runs:
        began = time.monotonic()
        try:
            want = oracle(test, run, key, jdk, args)
            reason = check_argus(test, run, want, jdk, args) if not args.oracle_only else check_steady(test, run, want, jdk, args)
        except TestError as e:
            reason = str(e)
        if args.times:
            print(f"{time.monotonic() - began:8.2f} s  {run.name}", file=sys.stderr)
        if reason != "skip":
            results.append((run.name, reason))
    return results


def check_argus(test, run, want, jdk, args):
    stress = []
    if os.path.basename(args.build) == "asan" and str(run.asan).startswith("off"):
        return "skip"
    if args.gcstress:
        if str(run.gcstress).startswith("off"): # the reason may follow
            return "skip"
        stress = [args.gcstress_flag.format(n=max(args.gcstress, int(run.gcstress or 1)))]
    got = start(test, run, jdk, ["-XXaltjvm=" + os.path.join(args.build, "argus"), *stress, *args.jvm_arg], args, argus=True)
    return compare(run, want, got, run.timeout or args.timeout)


def check_steady(test, run, want, jdk, args):
    """A test is fit to compare VMs only if HotSpot agrees with itself, compiled and interpreted, whatever the identity hashes."""
    for options in ([], ["-Xint", "-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=0"]):
        reason = compare(run, want, start(test, run, jdk, options, args), args.timeout)
        if reason:
            return f"HotSpot {' '.join(options)} disagrees with its first run: {reason}"
    return None


def share(text):
    """K/N or K-L/N: does it have a name?"""
    parts, n = text.split("/")
    first, _, last = parts.partition("-")
    return lambda name: int(first) <= zlib.crc32(name.encode()) % int(n) <= int(last or first)


def main():
    p = argparse.ArgumentParser(description="Java programs on Argus compared with HotSpot")
    p.add_argument("--build", default=os.path.join(ROOT, "build"), help="build folder with argus/libjvm.so")
    p.add_argument("--filter", default="", help="only tests whose name matches this regular expression")
    p.add_argument("--jvm-arg", action="append", default=[], help="an extra option for Argus (repeatable)")
    p.add_argument("--gcstress", type=int, help="collect at every nth allocation; tests marked 'gcstress: off' are left out "
                   "(default: 97 when the build folder is named gcstress, else none)")
    p.add_argument("--gcstress-flag", default="-XX:GCStress={n}", help="how Argus is told so")
    p.add_argument("--prefix", default="java", help="first word of the tests' names")
    p.add_argument("--programs", help="folder for the compiled programs and HotSpot's answers (default: <build>/test-java)")
    p.add_argument("--jobs", type=int, default=vmrun.jobs())
    p.add_argument("--timeout", type=float, help=f"seconds for a program that names none (default: 60, on a slow build {variants.SLOW_TIMEOUT})")
    p.add_argument("--share", type=share, default=share("0/1"), metavar="K/N", help="only the programs whose names' checksum modulo N is K (K-L: from K to L)")
    p.add_argument("--alike-once", action="store_true", help="one run of each program whose runs differ in options alone")
    p.add_argument("--list", action="store_true", help="print the tests and end")
    p.add_argument("--oracle-only", action="store_true", help="no Argus: check that each test is steady on HotSpot (also -Xint)")
    p.add_argument("--times", action="store_true", help="print the time of each test on standard error")
    args = p.parse_args()
    args.build = os.path.abspath(args.build)
    if args.timeout is None:
        args.timeout = variants.SLOW_TIMEOUT if variants.is_variant(args.build) else 60
    if args.gcstress is None and os.path.basename(args.build) == "gcstress":
        args.gcstress = 97
    if args.gcstress:
        args.timeout *= 5

    names = sorted({re.sub(r"\.java$", "", n) for n in os.listdir(SOURCES) if n.endswith(".java") or os.path.isdir(os.path.join(SOURCES, n))})
    names = [n for n in names if args.share(n)]
    tests = [Test(n, os.path.abspath(args.programs or os.path.join(args.build, "test-java"))) for n in names]
    for t in tests:
        if args.alike_once and t.alike:
            del t.runs[1:]
        t.runs = [r for r in t.runs if re.search(args.filter, f"{args.prefix}/{r.name}")]
    tests = [t for t in tests if t.runs]
    if args.list:
        print("\n".join(f"{args.prefix}/{r.name}" for t in tests for r in t.runs))
        return 0
    jdk = vmrun.find_jdk()
    if not args.oracle_only and not os.path.exists(os.path.join(args.build, "argus", "libjvm.so")):
        print(f"FAIL {args.prefix}: no {args.build}/argus/libjvm.so")
        print("0 passed, 1 failed")
        return 1
    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for future in concurrent.futures.as_completed([pool.submit(run_test, t, jdk, args) for t in tests]):
            for name, reason in future.result():
                passed, failed = passed + (not reason), failed + bool(reason)
                print(f"FAIL {args.prefix}/{name}: {reason}" if reason else f"PASS {args.prefix}/{name}", flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
