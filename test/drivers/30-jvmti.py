#!/usr/bin/env python3
"""JVM TI: the generated checks of the entry layer, and agents whose transcripts on Argus must equal HotSpot's.

A test is a folder test/jvmti/NAME with NAME.java (main class NAME; classes in test/jvmti may be shared) and agents NAME/*.c, which the build has made
<build>/test-agents/NAME/lib*.so. Both VMs run the program with the agents; standard output and exit code must be equal. Agents therefore
print only what the specification fixes. Directives in the first comment lines of NAME.java:
    // agent: AGENT OPTIONS    loads lib<AGENT>.so with these options; may be repeated; default: every agent, no options, sorted by name
    // jvm: -Xmx64m            options of the VM
    // also: OPTIONS           once more, with these options besides; may be repeated
    // args: a b               arguments of main
    // exit: 1                 the exit code that HotSpot must give (default 0)
    // stderr: compare         compare standard error too
    // sort: lines             the order of lines is not fixed
    // timeout: 120            seconds, default 60 (180 on a slow build)
    // argus-only: why         HotSpot cannot serve as oracle; the program itself says PASS as its last line
HotSpot's answers are kept in <build>/test-jvmti under a hash of what they depend on.

--record DIR (for `./x conformance`): both VMs load Recorder's agent first, which writes what the test reaches to DIR/argus/NAME and DIR/hotspot/NAME;
argus-only tests run on HotSpot too, to see what it answers; results.json has the outcome of each test on each VM.

--oracle-only N: no Argus; HotSpot runs each test N times and must answer alike. A test that it does not answer alike compares nothing.

EntryChecks runs its agent once on each VM; every case is compared with what the tables ask for. Where HotSpot answers differently the case
stands in EntryChecks/hotspot.tsv, and docs/differences.md says why.
"""
# Runs beside other drivers, about 400 s.
import argparse
import glob
import hashlib
import json
import os
import re
import shlex
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
sys.path.insert(0, os.path.join(ROOT, "tools", "gen"))
import compile_daemon  # noqa: E402
import ti_model  # noqa: E402
import variants  # noqa: E402
import vmrun  # noqa: E402

SOURCES = os.path.join(ROOT, "test", "jvmti")
DIRECTIVE = re.compile(r"//\s*(agent|jvm|also|args|exit|stderr|sort|timeout|argus-only):\s*(.*)$")


class Run:
    def __init__(self, build, jdk, record=None, jvm_args=()):
        self.build, self.jdk, self.passed, self.failed = os.path.abspath(build), jdk, 0, 0
        self.java = os.path.join(jdk, "bin", "java")
        self.jvm_args = list(jvm_args)  # for Argus alone
        self.patience = 1
        self.abuse, self.record, self.results, self.at = False, record and os.path.abspath(record), {}, None

    def report(self, name, problem=None, hotspot=None):
        """`hotspot`: what is to be said about HotSpot's side, None when it is the oracle and did what it should."""
        self.results[name] = {"argus": problem, "hotspot": hotspot}
        if problem:
            self.failed += 1
            print(f"FAIL {' '.join([name, *self.jvm_args])}: {problem}", flush=True)
        else:
            self.passed += 1
            print(f"PASS {name}", flush=True)

    def command(self, argus, options):
        if not argus:
            return [self.java, *options]
        at = options.index("-cp") if "-cp" in options else len(options)  # behind the test's own: the last one counts
        return [self.java, f"-XXaltjvm={self.build}/argus", *options[:at], *self.jvm_args, *options[at:]]

    def execute(self, argus, options, timeout):
        more = {}
        if self.record:
            path = self.recorded(argus)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            more["ARGUS_CONFORMANCE_OUT"] = path
            options = [f"-agentpath:{self.build}/test-agents/Recorder/librecorder.so"] + options
        return vmrun.run(self.command(argus, options), cwd=os.path.join(self.build, "test-jvmti"), env=vmrun.clean_env(more, argus=argus), timeout=timeout)

    def recorded(self, argus):
        return os.path.join(self.record, "argus" if argus else "hotspot", self.at)

    def start(self, name):
        """Test `name` begins: forget what an earlier run of it recorded on Argus. HotSpot's record is kept as long as its answer."""
        self.at = name
        if self.record and os.path.exists(self.recorded(True)):
            os.unlink(self.recorded(True))

    def compile(self, name):
        out = os.path.join(self.build, "test-jvmti", name)
        os.makedirs(out, exist_ok=True)
        sources = sorted(glob.glob(os.path.join(SOURCES, name, "*.java")))
        stamp, key = os.path.join(out, "stamp"), self.key(sources + sorted(glob.glob(os.path.join(SOURCES, "*.java"))))
        if not os.path.exists(stamp) or open(stamp).read() != key:
            code, text = compile_daemon.tool(self.jdk, ["javac", "-g", "-proc:none", "-Xlint:none", "-sourcepath", SOURCES, "-d", out, *sources])
            if code:
                raise ValueError("does not compile: " + text.strip().split("\n")[0])
            with open(stamp, "w") as f:
                f.write(key)
        return out

    def key(self, files, extra=""):
        h = hashlib.sha256((extra + vmrun.release_text(self.jdk)).encode())
        for file in files:
            with open(file, "rb") as f:
                h.update(os.path.basename(file).encode() + b"\0" + f.read())
        return h.hexdigest()

    def agents(self, name):
        return sorted(glob.glob(os.path.join(self.build, "test-agents", name, "lib*.so")))

    def oracle(self, name, options, timeout, keep_timeout=False):
        """What HotSpot does, kept from an earlier run if nothing changed. keep_timeout: also that it does not end."""
        files = sorted(glob.glob(os.path.join(SOURCES, name, "*.java"))) + sorted(glob.glob(os.path.join(SOURCES, name, "*.c")))
        files += sorted(glob.glob(os.path.join(SOURCES, "*.h"))) + glob.glob(os.path.join(self.build, "gen", "tests", "ti_negative.h"))
        kept = os.path.join(self.build, "test-jvmti", f"{name}.hotspot")
        key = self.key(files, json.dumps([o.replace(self.build, "") for o in options]))
        if os.path.exists(kept) and (not self.record or os.path.exists(self.recorded(False))):
            with open(kept) as f:
                old = json.load(f)
            if old["key"] == key:
                return old
        if self.record and os.path.exists(self.recorded(False)):
            os.unlink(self.recorded(False))
        r = self.execute(False, options, timeout)
        new = {"key": key, "out": r.out.decode("utf-8", "replace"), "err": r.err.decode("utf-8", "replace"), "code": r.code, "timed_out": r.timed_out}
        if keep_timeout or not r.timed_out:
            with open(kept, "w") as f:
                json.dump(new, f)
        return new


def directives(name):
    found = []
    with open(os.path.join(SOURCES, name, f"{name}.java"), encoding="utf-8") as f:
        for line in f:
            m = DIRECTIVE.match(line.strip())
            if m:
                found.append(m.groups())
            elif not line.strip().startswith(("//", "/*", "*")) and line.strip():
                break
    return found


def first_difference(a, b):
    la, lb = a.splitlines(), b.splitlines()
    for i in range(max(len(la), len(lb))):
        x, y = (la[i] if i < len(la) else "(end)"), (lb[i] if i < len(lb) else "(end)")
        if x != y:
            return f"line {i + 1}: HotSpot {x!r}, Argus {y!r}"
    return "?"


def command_line(run, name, also=""):
    """What `java` gets, and the seconds that it may take."""
    found = directives(name)
    one = dict(found)
    out = run.compile(name)
    chosen = [v.split(" ", 1) for k, v in found if k == "agent"]
    libraries = {os.path.basename(p)[3:-3]: p for p in run.agents(name)}
    if not chosen:
        chosen = [[stem] for stem in libraries]
    options = []
    for c in chosen:
        if c[0] not in libraries:
            raise ValueError(f"no agent {c[0]}")
        options.append(f"-agentpath:{libraries[c[0]]}" + (f"={c[1]}" if len(c) > 1 else ""))
    options += shlex.split(one.get("jvm", "")) + shlex.split(also) + ["-cp", out, name] + shlex.split(one.get("args", ""))
    return options, int(one.get("timeout", variants.SLOW_TIMEOUT if variants.is_variant(run.build) else 60))


def in_order(one, text):
    """The text, its lines sorted where the test says that their order is not fixed."""
    return "\n".join(sorted(text.splitlines())) if "sort" in one else text


def steady(run, name, rounds, also=""):
    """None if HotSpot answers the test alike each time, else the difference."""
    one = dict(directives(name))
    if "argus-only" in one:
        return None
    options, timeout = command_line(run, name, also)
    answers = set()
    for _ in range(rounds):
        r = run.execute(False, options, timeout)
        if r.timed_out:
            return f"HotSpot: no end within {timeout} s"
        answers.add((r.code, in_order(one, r.out.decode("utf-8", "replace")), r.err if one.get("stderr") == "compare" else b""))
    if len(answers) == 1:
        return None
    a, b = list(answers)[:2]
    return f"HotSpot answers in {len(answers)} ways: exit {a[0]} and {b[0]}, " + first_difference(a[1], b[1]).replace("Argus", "again")


def transcript(run, name, alone, also=""):
    """The problem or None. `alone` gets what HotSpot does in a test in which it is no oracle."""
    one = dict(directives(name))
    options, timeout = command_line(run, name, also)
    timeout *= run.patience
    got = run.execute(True, options, timeout)
    text, err = got.out.decode("utf-8", "replace"), got.err.decode("utf-8", "replace")
    if got.timed_out:
        return f"no end within {timeout} s"
    if "argus-only" in one:
        if run.record:
            want = run.oracle(name, options, min(timeout, 60), keep_timeout=True)
            alone.append("the same" if want["out"] == text and want["code"] == got.code else
                         "no end" if want["timed_out"] else f"aborts (exit {want['code']})" if want["code"] < 0 else "answers otherwise")
        passed = text.rstrip().split("\n")[-1] == "PASS" and got.code == int(one.get("exit", 0))
        return None if passed else f"exit {got.code}\n" + vmrun.tail(got.out + got.err)
    want = run.oracle(name, options, timeout)
    if want["timed_out"] or want["code"] != int(one.get("exit", 0)):
        return f"HotSpot itself: exit {want['code']} {want['err'].strip()[:200]}"
    if got.code != want["code"]:
        return f"exit {got.code} instead of {want['code']} {err.strip()[:200]}"
    a, b = in_order(one, want["out"]), in_order(one, text)
    if a != b:
        return first_difference(a, b)
    if one.get("stderr") == "compare" and want["err"] != err:
        return "standard error: " + first_difference(want["err"], err)
    return None


def cases(text):
    return [line.split("|") for line in text.splitlines() if line.count("|") == 4]


def fits(model, row, expected):
    """ANY: an error that the function lists, or none."""
    return row[4] == expected or expected == "ANY" and row[4] in ["NONE"] + model[row[1]].listed


def abuse_of_hotspot(run, out, agent):
    """The unsafe cases on HotSpot, one VM after the other, each going on behind the case that ended the one before. Takes minutes: what came is kept in
    EntryChecks/hotspot_abuse.tsv, one line a function, and asked again only with --abuse."""
    rows, at, vms = [], 0, 0
    options = ["-XX:+SuppressFatalErrorMessage", "-XX:-CreateCoredumpOnCrash", "-Xlog:disable", "-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"]
    while True:
        vms += 1
        r = vmrun.run(run.command(False, options + [f"-agentpath:{agent}=unsafe={at}", "-cp", out, "EntryChecks"]), cwd=out, env=vmrun.clean_env(), timeout=20)
        text = r.out.decode("utf-8", "replace")
        asked = re.findall(r"^(\d+)#(\w+)\|(\w+)\|([^|]*)\|(\w+)\|(.*)$", text, re.M)
        for number, *row in asked:
            rows.append(row if row[4] else row[:4] + ["no end" if r.timed_out else "aborts"])
            at = int(number) + 1
        if not asked or rows[-1][4] not in ("aborts", "no end"):
            break
        if vms % 50 == 0:
            print(f"  HotSpot: {vms} VMs ended, {len(rows)} cases", flush=True)
    with open(os.path.join(run.record, "abuse.json"), "w") as f:  # the whole list, for who wants to look
        json.dump(rows, f, indent=0)
    tables = ti_model.Model()
    model = {f.name: f for f in tables.functions + tables.extensions}
    with open(os.path.join(SOURCES, "EntryChecks", "hotspot_abuse.tsv"), "w") as f:
        f.write(f"function\tcases {abuse_key(run)}\tright\taborts\tno end\n")
        for name in [f.name for f in tables.functions]:
            mine = [r for r in rows if r[1] == name]
            f.write(f"{name}\t{len(mine)}\t{sum(fits(model, r, r[3]) for r in mine)}\t{sum(r[4] == 'aborts' for r in mine)}\t{sum(r[4] == 'no end' for r in mine)}\n")


def abuse_key(run):
    """Says which cases a list of answers is about."""
    with open(os.path.join(run.build, "gen", "tests", "ti_negative.h"), "rb") as f:
        return hashlib.sha256(f.read()).hexdigest()[:12]


def entry_checks(run):
    out = run.compile("EntryChecks")
    agent = run.agents("EntryChecks")[0]
    with open(os.path.join(SOURCES, "EntryChecks", "hotspot.tsv")) as f:
        differs = {tuple(row.rstrip("\n").split("\t")[:2]): row.rstrip("\n").split("\t")[2] for row in f.readlines()[1:]}

    tables = ti_model.Model()
    model = {f.name: f for f in tables.functions + tables.extensions}
    extensions = {f.name for f in tables.extensions}
    # Watched, the calls go through another function table, which must answer the same.
    for name, options in (("observed on Argus", ["-Xcheck:jvmti", "-Xlog:jvmti=trace:file=EntryChecks.trace"]), ("on Argus", [])):
        got = run.execute(True, options + [f"-agentpath:{agent}=all", "-cp", out, "EntryChecks"], 120)
        rows = cases(got.out.decode("utf-8", "replace"))
        bad = [r for r in rows if (r[1] in extensions if r[4] == "-" else not fits(model, r, r[3]))]
        problem = None
        if got.code or got.timed_out:
            last = got.out.decode("utf-8", "replace").rstrip().split("\n")[-1]
            problem = f"exit {got.code} in {last!r} {got.err.decode('utf-8', 'replace').strip()[:200]}"
        elif bad:
            problem = f"{len(bad)} of {len(rows)} cases, first: {'|'.join(bad[0])}"
        elif {r[0] for r in rows} != {"onload", "primordial", "start", "live", "walk", "dead"}:
            problem = "a phase is missing"
        run.report(f"jvmti/EntryChecks {name}", problem)
    print(f"  {len(rows)} cases, {sum(r[4] == '-' for r in rows)} need a capability that is not there yet")

    want = run.oracle("EntryChecks", [f"-agentpath:{agent}", "-cp", out, "EntryChecks"], 120)
    rows = cases(want["out"])

    def key(r):
        """How hotspot.tsv names the case: it speaks of the phases in which the argument counts, and of heap callbacks."""
        return r[1], ("in a walk: " if r[0] == "walk" else "phase: " if r[3] == "WRONG_PHASE" and r[2] != "wrong phase" else "") + r[2]
    rows = [r for r in rows if r[1] not in extensions or r[4] != "-"]  # HotSpot has one of ours
    wrong = [r for r in rows if not fits(model, r, differs.get(key(r), r[3]))]
    seen = {key(r) for r in rows if r[4] != r[3]}
    if want["code"]:
        run.report("jvmti/EntryChecks on HotSpot", f"exit {want['code']}")
    elif wrong:
        run.report("jvmti/EntryChecks on HotSpot", f"{len(wrong)} of {len(rows)} cases are not in hotspot.tsv, first: {'|'.join(wrong[0])}")
    elif set(differs) - seen:
        run.report("jvmti/EntryChecks on HotSpot", f"hotspot.tsv lists a difference that is none: {sorted(set(differs) - seen)[0]}")
    else:
        run.report("jvmti/EntryChecks on HotSpot")
    if run.record:
        if run.abuse:
            abuse_of_hotspot(run, out, agent)
        counts = {name: {"key": abuse_key(run)} for name in model if name not in extensions}
        for vm, answers in (("argus", cases(got.out.decode("utf-8", "replace"))), ("hotspot", rows)):
            for name in counts:
                mine = [r for r in answers if r[1] == name]
                counts[name][vm] = [len(mine), sum(fits(model, r, r[3]) for r in mine)]
        with open(os.path.join(run.record, "entry.json"), "w") as f:
            json.dump(counts, f)


def agent_messages(run):
    """How agents are found, and what is said when they are not, fail, or end the process."""
    out = run.compile("Agents")
    a = {os.path.basename(p)[3:-3]: p for p in run.agents("Agents")}
    folder = os.path.dirname(a["loader"])
    lines = {
        "library not on the path": (["-agentlib:nosuchagent"], {}),
        "library not on the path, with options": (["-agentlib:nosuchagent=a=b"], {}),
        "no such file": (["-agentpath:/no/such/libagent.so=x"], {}),
        "not a library": ([f"-agentpath:{os.path.join(out, 'AgentsMain.class')}"], {}),
        "no Agent_OnLoad": ([f"-agentpath:{a['no_entry']}"], {}),
        "Agent_OnLoad fails": ([f"-agentpath:{a['loader']}=1"], {}),
        "Agent_OnLoad exits": ([f"-agentpath:{a['loader']}=exit"], {}),
        "by name": (["-agentlib:loader"], {"LD_LIBRARY_PATH": folder}),
        "by name with options": (["-agentlib:loader=0"], {"LD_LIBRARY_PATH": folder}),
        "two, the second fails": ([f"-agentpath:{a['loader']}", f"-agentpath:{a['loader']}=-1"], {}),
        "two": ([f"-agentpath:{a['loader']}", f"-agentpath:{a['loader']}=0"], {}),
        "linked into the process": (["-agentlib:linked=x"], {"LD_PRELOAD": a["linked"]}),
        "from JAVA_TOOL_OPTIONS": ([], {"JAVA_TOOL_OPTIONS": f"-agentpath:{a['loader']}=0"}),
    }
    for name, (options, env) in lines.items():
        results = []
        for argus in (False, True):
            whole = vmrun.clean_env(env, argus=argus)
            if argus and "LD_PRELOAD" in env and "ARGUS_LD_PRELOAD" in os.environ:  # a sanitizer's run-time comes first
                whole["LD_PRELOAD"] = os.environ["ARGUS_LD_PRELOAD"] + ":" + env["LD_PRELOAD"]
            r = vmrun.run(run.command(argus, options + ["-cp", out, "AgentsMain"]), cwd=out, env=whole, timeout=60)
            results.append(f"exit {r.code}\n" + r.out.decode("utf-8", "replace") + r.err.decode("utf-8", "replace"))
        run.report(f"jvmti/Agents {name}", None if results[0] == results[1] else first_difference(*results))


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--build", default="build")
    ap.add_argument("--filter", default="")
    ap.add_argument("--record", metavar="DIR")
    ap.add_argument("--abuse", action="store_true")
    ap.add_argument("--jvm-arg", action="append", default=[], help="an extra option for Argus (repeatable)")
    ap.add_argument("--plain", action="store_true", help="each test once, without its `also`, and three times the time that it may take")
    ap.add_argument("--oracle-only", type=int, metavar="N", help="no Argus: HotSpot runs each test N times and must answer alike")
    args = ap.parse_args()
    run = Run(args.build, vmrun.find_jdk(), args.record, args.jvm_arg)
    run.patience = 3 if args.plain else 1
    run.abuse = args.abuse
    os.makedirs(os.path.join(run.build, "test-jvmti"), exist_ok=True)
    for path in sorted(glob.glob(os.path.join(SOURCES, "*", ""))):
        name = os.path.basename(path.rstrip("/"))
        if not re.search(args.filter, f"jvmti/{name}"):
            continue
        run.start(name)
        if args.oracle_only and name in ("EntryChecks", "Agents"):
            continue
        if name == "EntryChecks":
            entry_checks(run)
        elif name == "Agents":
            agent_messages(run)
        elif os.path.exists(os.path.join(path, f"{name}.java")):
            try:
                if args.oracle_only:
                    for also in [""] + [v for k, v in directives(name) if k == "also"]:
                        run.report(f"jvmti/{name} {also}".rstrip(), steady(run, name, args.oracle_only, also))
                    continue
                alone = []
                problem = transcript(run, name, alone)
                run.report(f"jvmti/{name}", problem, *alone)
                for also in [] if run.record or args.plain else [v for k, v in directives(name) if k == "also"]:
                    run.report(f"jvmti/{name} {also}", transcript(run, name, [], also))
            except (ValueError, OSError) as e:
                run.report(f"jvmti/{name}", str(e))
    if run.record:
        path, results = os.path.join(run.record, "results.json"), {}
        if args.filter and os.path.exists(path):  # the others keep what they gave last time
            with open(path) as f:
                results = json.load(f)
        results.update(run.results)
        with open(path, "w") as f:
            json.dump(results, f, indent=1)
    print(f"{run.passed} passed, {run.failed} failed")
    return 1 if run.failed else 0


if __name__ == "__main__":
    sys.exit(main())
