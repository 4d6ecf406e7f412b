#!/usr/bin/env python3
"""The lens agent: its options, its files, and its counts.

test/lens/Subject.java is a program whose counts follow from its text. They are written down here and must be what lens
reports on HotSpot and on Argus; in addition everything that lens says about the program's own classes must be the same on
both VMs. Hidden classes are left out of the comparison: how a VM implements a lambda is its own affair.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import vmrun  # noqa: E402

SOURCES = os.path.join(ROOT, "test", "lens")
SUBJECT_OUTPUT = b"sum 1773, caught 22\n"

# Class and method: entered, left by exception. All of them are left as often as entered. Derived in Subject.java.
METHODS = {
    "Subject.main": (1, 0), "Subject.fib": (1973 + 4 * 177, 0), "Subject.even": (51, 0), "Subject.odd": (51, 0),
    "Subject.deep": (1001, 0), "Subject.caughtAtOnce": (1, 0), "Subject.throughFrames": (1, 0),
    # 10 at once, 5 through frames, 4 implicit, 2 of the broken class, 1 of the plugin.
    "Subject.count": (22, 0),
    "Subject.outer": (5, 5), "Subject.middle": (5, 5), "Subject.inner": (5, 5), "Subject.tidy": (5, 0),
    "Subject.implicit": (1, 0), "Subject.divide": (1, 1), "Subject.length": (1, 1), "Subject.element": (1, 1),
    "Subject.cast": (1, 1), "Subject.badInit": (1, 0), "Subject.plugin": (1, 0), "Subject.apply": (2, 0),
    "Subject.lambda$main$1": (20, 0), "Subject.next": (30, 0), "Subject.shapes": (1, 0), "Subject.allocate": (1, 0),
    "Subject.threads": (1, 0), "Subject.die": (1, 1), "Subject.lambda$threads$0": (1, 0), "Subject.noted": (1, 0),
    # 10 at once, the static initializer's, the dying thread's.
    "Subject$Boom.<init>": (12, 0), "Subject$Checked.<init>": (5, 0),
    "Subject$BadInit.<clinit>": (1, 1), "Subject$BadInit.fail": (1, 1),
    "Subject$Mine.<init>": (1, 0), "Subject$Mine.findClass": (1, 0),
    "Subject$Plugin.answer": (1, 0), "Subject$Plugin.fail": (1, 1),
    "Subject$Square.<init>": (2, 0), "Subject$Square.side": (24, 0), "Subject$Shape.area": (12, 0),
    "Subject$Pair.<init>": (1, 0), "Subject$Pair.sum": (1, 0), "Subject$Pair.left": (1, 0), "Subject$Pair.right": (1, 0),
    "Subject$Color.<clinit>": (1, 0), "Subject$Color.<init>": (2, 0), "Subject$Color.$values": (1, 0),
    "Subject$Color.valueOf": (1, 0), "Subject$Color.values": (1, 0),
    "Subject$Lazy.<clinit>": (1, 0), "Subject$Lazy.compute": (1, 0), "Subject$Lazy.get": (1, 0),
    "Subject$Worker.<init>": (4, 0), "Subject$Worker.run": (4, 0), "Subject$Worker.step": (0 + 1 + 2 + 3, 0),
}

# MethodExit's was_popped_by_exception of what runs after an exception that nothing caught: the specification asks about the
# frame itself, HotSpot answers true as long as the thread remembers the exception.
HOTSPOT_SAYS_THREW = {"Subject.lambda$threads$0", "Subject.noted"}

# Class: loader. Each is loaded and prepared once.
CLASSES = {name: "app" for name in (
    "Subject", "Subject$Shape", "Subject$Square", "Subject$Pair", "Subject$Color", "Subject$Boom", "Subject$Checked",
    "Subject$Lazy", "Subject$BadInit", "Subject$Mine", "Subject$Worker")} | {"Subject$Plugin": "mine"}

# Exception and method that throws it: times.
THROWS = {
    ("Subject$Boom", "Subject.caughtAtOnce"): 10, ("Subject$Checked", "Subject.inner"): 5,
    ("Subject$Checked", "Subject.middle"): 5,  # what the compiler makes of finally
    ("java.lang.ArithmeticException", "Subject.divide"): 1, ("java.lang.NullPointerException", "Subject.length"): 1,
    ("java.lang.ArrayIndexOutOfBoundsException", "Subject.element"): 1, ("java.lang.ClassCastException", "Subject.cast"): 1,
    ("Subject$Boom", "Subject$BadInit.fail"): 1, ("java.lang.ExceptionInInitializerError", "Subject.badInit"): 1,
    ("java.lang.NoClassDefFoundError", "Subject.badInit"): 1, ("java.lang.IllegalStateException", "Subject$Plugin.fail"): 1,
    ("Subject$Boom", "Subject.die"): 1,
}

# Exception and method that catches it: times.
CATCHES = {
    ("Subject$Boom", "Subject.caughtAtOnce"): 10, ("Subject$Checked", "Subject.middle"): 5,
    ("Subject$Checked", "Subject.throughFrames"): 5, ("java.lang.ArithmeticException", "Subject.implicit"): 1,
    ("java.lang.NullPointerException", "Subject.implicit"): 1,
    ("java.lang.ArrayIndexOutOfBoundsException", "Subject.implicit"): 1, ("java.lang.ClassCastException", "Subject.implicit"): 1,
    ("java.lang.ExceptionInInitializerError", "Subject.badInit"): 1, ("java.lang.NoClassDefFoundError", "Subject.badInit"): 1,
    ("java.lang.reflect.InvocationTargetException", "Subject.plugin"): 1,
}

THREADS = ["dies", "held", "main", "worker-0", "worker-1", "worker-2", "worker-3"]

# Agent string, and what the message must name.
BAD_OPTIONS = {
    "bogus": "'bogus'", "top=20,bogus=1": "'bogus=1'", "top": "'top'", "top=": "'top='", "top=0": "top=0", "top=ten": "top=ten",
    "top=10x": "top=10x", "methods=maybe": "methods=maybe", "clock=sun": "clock=sun", "interval=-1": "interval=-1",
    "filter=a;;b": "filter=a;;b", "min=101": "min=101", "min=nan": "min=nan", "json=/no/such/folder/x": "json=/no/such/folder/x",
    "out=/proc/nothing": "out=/proc/nothing", "progress=/no/such/x": "progress=/no/such/x", "help=yes": "help=yes",
}


class Failed(Exception):
    pass


def expect(what, want, got):
    if want == got:
        return
    if isinstance(want, dict) and isinstance(got, dict):
        lines = [f"{what}: {key}: expected {want.get(key, 'nothing')}, got {got.get(key, 'nothing')}"
                 for key in sorted(set(want) | set(got), key=str) if want.get(key) != got.get(key)]
        raise Failed("; ".join(lines[:5]) + (f"; and {len(lines) - 5} more" if len(lines) > 5 else ""))
    raise Failed(f"{what}: expected {want!r}, got {got!r}")


class Vm:
    """A VM with lens, and the report on Subject that several tests read."""

    def __init__(self, name, jdk, build, scratch):
        self.name, self.jdk, self.build, self.scratch = name, jdk, build, os.path.join(scratch, name)
        self.reports = {}
        os.makedirs(self.scratch)

    def java(self, agent_string, *arguments):
        altjvm = [f"-XXaltjvm={os.path.join(self.build, 'argus')}"] if self.name == "argus" else []
        agent = os.path.join(self.build, "agents", "liblens.so")
        return vmrun.run([os.path.join(self.jdk, "bin", "java"), *altjvm, f"-agentpath:{agent}={agent_string}", *arguments],
                         env=vmrun.clean_env(argus=self.name == "argus"), timeout=120)

    def report(self, agent_string, main="Subject", code=0):
        """Runs `main` under lens and gives the folder of its files; a run with the same options is not repeated."""
        key = (agent_string, main)
        if key not in self.reports:
            folder = os.path.join(self.scratch, str(len(self.reports)))
            times = "" if "times=" in agent_string else "times=exact,"
            result = self.java(f"out={folder},{times}{agent_string}", "-cp", classes_folder(self.scratch), main)
            if result.timed_out or result.code != code:
                problem = "did not end" if result.timed_out else f"exit code {vmrun.code_name(result.code)}"
                raise Failed(f"{main} under lens {problem}\n{vmrun.tail(result.err)}")
            self.reports[key] = folder, result
        return self.reports[key]

    def records(self, agent_string="min=0", **more):
        folder, _ = self.report(agent_string, **more)
        return read_records(os.path.join(folder, "lens.jsonl"))


def classes_folder(scratch):
    return os.path.join(os.path.dirname(scratch), "classes")


def read_records(path):
    records = []
    with open(path, encoding="utf-8") as f:
        for number, line in enumerate(f, 1):
            try:
                record = json.loads(line)
            except ValueError as e:
                raise Failed(f"line {number} of the JSON lines is not JSON: {e}")
            if not isinstance(record, dict) or not isinstance(record.get("type"), str):
                raise Failed(f"line {number} of the JSON lines has no type")
            records.append(record)
    if not records:
        raise Failed("no records")
    return records


def of_type(records, kind):
    return [r for r in records if r["type"] == kind]


def is_subject(name):
    return name is not None and re.match(r"Subject($|\$)", name) and not name.endswith("/hidden")


# --- Tests of one VM ---------------------------------------------------------------------------------------------------

def test_help(vm):
    result = vm.java("help", "NoSuchClass")
    expect("exit code", 0, result.code)
    text = result.out.decode()
    for option in ("out=DIR", "json=FILE", "filter=", "progress="):
        if option not in text:
            raise Failed(f"help does not name {option}")
    expect("standard error", b"", result.err)


def test_bad_options(vm):
    for text, named in BAD_OPTIONS.items():
        result = vm.java(text, "-cp", classes_folder(vm.scratch), "Subject")
        if result.code == 0 or SUBJECT_OUTPUT in result.out:
            raise Failed(f"{text}: the program ran")
        lines = [x for x in result.err.decode().splitlines() if x.startswith("lens: ")]
        if not lines or named not in lines[0]:
            raise Failed(f"{text}: no message that names {named}: {result.err[:200]!r}")


def test_output(vm):
    _, result = vm.report("min=0")
    expect("standard output", SUBJECT_OUTPUT, result.out)
    expect("standard error", b"", result.err)


def test_phases(vm):
    phases = of_type(vm.records(), "phase")
    expect("phases", ["OnLoad", "VMStart", "VMInit", "VMDeath"], [p["name"] for p in phases])
    times = [p["ms"] for p in phases]
    if times != sorted(times):
        raise Failed(f"phases out of order: {times}")


def test_parts(vm):
    expect("parts that are off", [], of_type(vm.records(), "off"))


def test_classes(vm):
    rows = {r["name"]: (r["loader"], r["loaded"], r["prepared"]) for r in of_type(vm.records(), "class") if is_subject(r["name"])}
    expect("classes", {name: (loader, 1, 1) for name, loader in CLASSES.items()}, rows)
    modules = {r["module"] for r in of_type(vm.records(), "class") if r["name"].startswith("java.")}
    expect("module of java.*", {"java.base"}, modules)


def test_methods(vm):
    got = {}
    for r in of_type(vm.records(), "method"):
        name = f"{r['class']}.{r['name']}"
        if is_subject(r["class"]):
            threw = 0 if vm.name == "hotspot" and name in HOTSPOT_SAYS_THREW else r["left_by_exception"]
            got[name] = (r["entered"], r["left"], threw)
            if r["self_us"] < 0 or r["inclusive_us"] < r["self_us"]:
                raise Failed(f"{name}: inclusive time {r['inclusive_us']}, own time {r['self_us']}")
    expect("methods", {name: (n, n, threw) for name, (n, threw) in METHODS.items()}, got)


def test_sampled(vm):
    """Where the VM counts, the counts are the same as those of events; HotSpot has events still."""
    records = vm.records("min=0,tree=on,times=sampled")
    expect("times", {"argus": "sampled", "hotspot": "exact"}[vm.name], of_type(records, "lens")[0]["times"])
    got = {}
    for r in of_type(records, "method"):
        name = f"{r['class']}.{r['name']}"
        if is_subject(r["class"]):
            got[name] = (r["entered"], r["left"], 0 if vm.name == "hotspot" and name in HOTSPOT_SAYS_THREW else r["left_by_exception"])
    expect("methods", {name: (n, n, threw) for name, (n, threw) in METHODS.items()}, got)
    totals = of_type(records, "totals")[0]
    expect("entered, by method", totals["entered"], sum(r["entered"] for r in of_type(records, "method")))
    threads = {r["name"]: r for r in of_type(records, "thread")}
    for name in THREADS:
        if not threads[name]["entered"] or threads[name]["entered"] != threads[name]["left"]:
            raise Failed(f"{name}: entered {threads[name]['entered']}, left {threads[name]['left']}")
    tree = of_type(records, "tree")[0]
    if abs(sum(r["self_us"] for r in of_type(records, "method")) - tree["total_us"]) > 0.001 * tree["nodes"] + 0.01:
        raise Failed("own times of the methods do not add up to the total")


def test_throws(vm):
    got = {}
    for r in of_type(vm.records(), "throw"):
        if is_subject(r["class"]):
            key = (r["exception"], f"{r['class']}.{r['method']}")
            got[key] = got.get(key, 0) + r["count"]
    expect("throws", THROWS, got)
    source = open(os.path.join(SOURCES, "Subject.java"), encoding="utf-8").read().split("\n")
    for r in of_type(vm.records(), "throw"):
        if r["method"] == "die" and 'throw new Boom("nobody catches this")' not in source[r["line"] - 1]:
            raise Failed(f"die throws in line {r['line']}")
        if (r["method"] == "die") and not r["uncaught"]:
            raise Failed("the exception of die has a catch")
        if r["method"] == "inner" and r["catch_method"] != "middle":
            raise Failed(f"the exception of inner is caught in {r['catch_method']}")


def test_catches(vm):
    got = {}
    for r in of_type(vm.records(), "catch"):
        if is_subject(r["class"]):
            key = (r["exception"], f"{r['class']}.{r['method']}")
            got[key] = got.get(key, 0) + r["count"]
    expect("catches", CATCHES, got)


def test_threads(vm):
    rows = {r["name"]: r for r in of_type(vm.records(), "thread")}
    expect("rows", THREADS, sorted(r["name"] for r in of_type(vm.records(), "thread") if r["name"] in THREADS))
    expect("threads started and ended", THREADS, sorted(n for n in rows if n in THREADS and rows[n]["started"] and rows[n]["ended"]))
    for name in THREADS:
        expect(f"{name}: left and entered", rows[name]["entered"], rows[name]["left"])
        if rows[name]["end_ms"] < rows[name]["start_ms"]:
            raise Failed(f"{name} ends before it starts")
    expect("exceptions thrown in dies", 1, rows["dies"]["thrown"])


def test_allocation(vm):
    """400,000 arrays of 100 bytes: an estimate from hundreds of samples is off by a few per cent; a fifth is a fault."""
    rows = {r["class"]: r for r in of_type(vm.records(), "alloc")}
    if "byte[]" not in rows:
        raise Failed("no byte[] was sampled")
    # 100 bytes and a header of 12 or 16.
    if not 0.8 * 400_000 * 112 < rows["byte[]"]["bytes"] < 1.2 * 400_000 * 120 + 4e6:
        raise Failed(f"estimate for byte[] is {rows['byte[]']['bytes']} bytes")


def test_totals(vm):
    records = vm.records()
    totals = of_type(records, "totals")[0]
    expect("records lost", 0, totals["lost"])
    expect("thrown", totals["thrown"], sum(r["count"] for r in of_type(records, "throw")))
    expect("caught", totals["caught"], sum(r["count"] for r in of_type(records, "catch")))
    expect("entered, by method", totals["entered"], sum(r["entered"] for r in of_type(records, "method")))
    expect("entered, by thread", totals["entered"], sum(r["entered"] for r in of_type(records, "thread")))
    expect("classes loaded", totals["classes_loaded"], sum(r["loaded"] for r in of_type(records, "class")))
    expect("classes loaded, by module", totals["classes_loaded"], sum(r["loaded"] for r in of_type(records, "classes")))


def folded_lines(folder):
    lines = {}
    with open(os.path.join(folder, "lens.folded"), encoding="utf-8") as f:
        for line in f:
            stack, _, value = line.rstrip("\n").rpartition(" ")
            if not stack or not value.isdigit():
                raise Failed(f"bad folded line {line!r}")
            lines[stack] = lines.get(stack, 0) + int(value)
    return lines


def test_tree(vm):
    """Folded stacks, the tree in the JSON lines and the methods' own times are one truth."""
    records = vm.records("min=0,tree=on")
    folder, _ = vm.report("min=0,tree=on")
    total = of_type(records, "tree")[0]["total_us"]
    expect("sum of the folded stacks", int(total), sum(folded_lines(folder).values()))
    nodes = {r["id"]: r for r in of_type(records, "node")}
    for r in nodes.values():
        if r["parent"] != 0 and r["parent"] not in nodes:
            raise Failed(f"node {r['id']} has no parent")
    below = {}
    for r in nodes.values():
        below[r["parent"]] = below.get(r["parent"], 0) + r["total_us"]
    for r in nodes.values():
        if abs(r["self_us"] + below.get(r["id"], 0) - r["total_us"]) > 0.01 + len(nodes) * 1e-6:
            raise Failed(f"node {r['id']}: {r['self_us']} own and {below.get(r['id'], 0)} below are not {r['total_us']}")
    # Times are rounded to a nanosecond one by one.
    if abs(sum(r["self_us"] for r in nodes.values()) - total) > 0.001 * len(nodes) + 0.01:
        raise Failed("own times of the nodes do not add up to the total")
    if abs(sum(r["self_us"] for r in of_type(records, "method")) - total) > 0.001 * len(nodes) + 0.01:
        raise Failed("own times of the methods do not add up to the total")
    calls = sum(r["calls"] for r in nodes.values() if r["class"] == "Subject" and r["name"] == "fib")
    expect("calls of fib in the tree", METHODS["Subject.fib"][0], calls)
    workers = [r["name"] for r in nodes.values() if r["class"] is None and r["name"].startswith("worker")]
    expect("roots", THREADS[3:], sorted(workers))


def test_pruned(vm):
    folder, _ = vm.report("min=5")
    records = vm.records("min=5")
    expect("sum of the folded stacks", int(of_type(records, "tree")[0]["total_us"]), sum(folded_lines(folder).values()))
    if len(folded_lines(folder)) > 500:
        raise Failed("min=5 leaves too much")


def test_svg(vm):
    for options in ("min=0", "min=5", "methods=off"):
        folder, _ = vm.report(options)
        path = os.path.join(folder, "lens.svg")
        try:
            root = xml.etree.ElementTree.parse(path).getroot()
        except xml.etree.ElementTree.ParseError as e:
            raise Failed(f"{options}: not well-formed: {e}")
        expect("root element", "{http://www.w3.org/2000/svg}svg", root.tag)
        text = open(path, encoding="utf-8").read()
        # Script and style are inside; nothing is fetched. The only address is that of the name space.
        if set(re.findall(r"https?://[^\"'\s]*", text)) != {"http://www.w3.org/2000/svg"} or "href" in text:
            raise Failed("refers to something outside")
        titles = [t.text for t in root.iter("{http://www.w3.org/2000/svg}title")]
        if options != "methods=off" and not any(t.startswith("Subject.main\n") for t in titles):
            raise Failed(f"{options}: no box for Subject.main")


def test_depth(vm):
    """A tree that is too shallow or too small changes no count."""
    for options in ("depth=5", "nodes=1000"):
        records = vm.records(options)
        got = {f"{r['class']}.{r['name']}": (r["entered"], r["left"]) for r in of_type(records, "method") if is_subject(r["class"])}
        expect(options, {name: (n, n) for name, (n, _) in METHODS.items()}, got)
        tree = of_type(records, "tree")[0]
        if tree["calls_without_node"] == 0:
            raise Failed(f"{options}: every call has a node")
        own = sum(r["self_us"] for r in of_type(records, "method"))
        if abs(own - tree["total_us"]) > 0.001 * (tree["nodes"] + len(METHODS)) * 10 + 1:
            raise Failed(f"{options}: own times of the methods are {own} us, the tree's {tree['total_us']} us")
        if options == "depth=5":
            expect("deepest", 6, tree["deepest_shown"])


def test_filter(vm):
    records = vm.records("filter=Subject;-Subject$Worker")
    classes = {r["class"] for r in of_type(records, "method")}
    if any(not c.startswith("Subject") or c.startswith("Subject$Worker") for c in classes):
        raise Failed(f"counts {sorted(classes)[:5]}")
    got = {f"{r['class']}.{r['name']}": r["entered"] for r in of_type(records, "method") if is_subject(r["class"])}
    expect("methods", {name: n for name, (n, _) in METHODS.items() if not name.startswith("Subject$Worker")}, got)


def test_parts_off(vm):
    records = vm.records("methods=off,exceptions=off,alloc=off,gc=off,classes=off")
    kinds = {r["type"] for r in records}
    if kinds & {"method", "throw", "catch", "alloc", "class", "classes", "collections", "tree"}:
        raise Failed(f"record types {sorted(kinds)}")


def test_merged_threads(vm):
    records = vm.records("threads=merge,tree=on,min=0")
    roots = [r for r in of_type(records, "node") if r["parent"] == 0]
    if any(r["class"] is None for r in roots):
        raise Failed("threads are apart")
    runs = [r for r in of_type(records, "node") if r["class"] == "Subject$Worker" and r["name"] == "run"]
    expect("nodes of Worker.run", 1, len(runs))
    expect("calls of Worker.run", 4, runs[0]["calls"])


def test_table(vm):
    folder, _ = vm.report("min=0")
    text = open(os.path.join(folder, "lens.txt"), encoding="utf-8").read()
    for heading in ("Phases", "Classes", "Methods entered most", "Objects by class", "Exceptions", "Collections", "Threads", "Files"):
        if f"-- {heading}" not in text:
            raise Failed(f"no part {heading}")
    for where in ("stdout", "stderr"):
        result = vm.java(f"table={where},methods=off", "-cp", classes_folder(vm.scratch), "Subject")
        got = {"stdout": result.out, "stderr": result.err}
        if b"==== lens: Subject" not in got[where] or SUBJECT_OUTPUT not in result.out:
            raise Failed(f"table={where} is not there")


def test_progress(vm):
    path, report = (os.path.join(vm.scratch, name) for name in ("progress.jsonl", "watched.jsonl"))
    result = vm.java(f"table=off,progress={path},every=1,json={report}", "-cp", classes_folder(vm.scratch), "Subject")
    expect("exit code", 0, result.code)
    records, said = read_records(path), read_records(report)
    expect("the thread of progress", [], [r for r in of_type(said, "thread") if "lens" in r["name"]])
    entered = [r["entered"] for r in records]
    if len(records) < 3 or entered != sorted(entered) or not records[-1]["last"]:
        raise Failed(f"{len(records)} records, entered {entered[:5]}")


def test_death_amid_noise(vm):
    """The VM ends while threads call, throw, start and end: files are whole and the program's exit code is its own."""
    folder, result = vm.report("min=0", main="Noise", code=3)
    expect("standard output", b"done\n", result.out)
    records = read_records(os.path.join(folder, "lens.jsonl"))
    expect("last record", "totals", records[-1]["type"])
    expect("sum of the folded stacks", int(of_type(records, "tree")[0]["total_us"]), sum(folded_lines(folder).values()))
    rows = {f"{r['class']}.{r['name']}": r for r in of_type(records, "method")}
    if rows["Noise.work"]["entered"] < 200 * 1001:
        raise Failed(f"work was entered {rows['Noise.work']['entered']} times")


# --- The comparison ----------------------------------------------------------------------------------------------------

def same_everywhere(hotspot, argus):
    """What lens says about the program's own classes, with lines and catches, and without times."""
    def facts(vm):
        seen = {}
        for r in vm.records():
            if r["type"] in ("method", "throw", "catch") and is_subject(r["class"]) or r["type"] == "class" and is_subject(r["name"]):
                r = {k: v for k, v in r.items() if not k.endswith("_us")}
                if r["type"] == "method" and f"{r['class']}.{r['name']}" in HOTSPOT_SAYS_THREW:
                    r["left_by_exception"] = 0
                counts = {k: r.pop(k) for k in ("count", "entered", "left", "left_by_exception", "loaded", "prepared") if k in r}
                seen[json.dumps(r, sort_keys=True)] = counts
        return seen
    expect("facts", facts(hotspot), facts(argus))


def main():
    p = argparse.ArgumentParser(description="the lens agent on HotSpot and on Argus")
    p.add_argument("--build", default=os.path.join(ROOT, "build"), help="build folder with argus/libjvm.so and agents/")
    p.add_argument("--filter", default="", help="only tests whose name matches this regular expression")
    p.add_argument("--vm", choices=("hotspot", "argus"), action="append", help="only this VM (repeatable; without both, no comparison)")
    args = p.parse_args()
    jdk, build = vmrun.find_jdk(), os.path.abspath(args.build)
    passed = failed = 0
    with tempfile.TemporaryDirectory(prefix="argus-lens-") as scratch:
        sources = [os.path.join(SOURCES, f) for f in sorted(os.listdir(SOURCES)) if f.endswith(".java")]
        subprocess.run([os.path.join(jdk, "bin", "javac"), "-g", "-d", os.path.join(scratch, "classes"), *sources], check=True)
        vms = {name: Vm(name, jdk, build, scratch) for name in args.vm or ("hotspot", "argus")}
        tests = [(f"lens/{name}/{test.__name__.removeprefix('test_').replace('_', '-')}", test, (vm,))
                 for name, vm in vms.items() for key, test in globals().items() if key.startswith("test_")]
        if len(vms) == 2:
            tests.append(("lens/same-on-both", same_everywhere, (vms["hotspot"], vms["argus"])))
        for name, test, arguments in tests:
            if not re.search(args.filter, name):
                continue
            try:
                test(*arguments)
                passed += 1
                print(f"PASS {name}", flush=True)
            except Failed as e:
                failed += 1
                print(f"FAIL {name}: {e}", flush=True)
            except (KeyError, TypeError, OSError, IndexError) as e:
                failed += 1
                print(f"FAIL {name}: the report is not as documented: {type(e).__name__} {e}", flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
