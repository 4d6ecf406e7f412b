"""conformance_main: `./x conformance`, the table of everything that JVM TI 17 names and the tests that reach it.

Runs the tests of test/jvmti on Argus and on HotSpot with a recorder in between (test/jvmti/Recorder), which notes each function with each answer, each
event delivered and each capability held. For each of the 148 functions, its listed errors, the 32 events and the 44 capabilities the table says which
tests reach it and what came of it on either VM; docs/conformance.md is the same in short.

An error that no agent can provoke stands in test/jvmti/unreachable.tsv (function, error, why).

Exit code 1 if something is without a test or fails on Argus.
"""
import argparse
import array
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tools", "gen"))
import ti_model  # noqa: E402
import ti_record  # noqa: E402

PAGE = os.path.join(ROOT, "docs", "conformance.md")
ABUSE = os.path.join(ROOT, "test", "jvmti", "EntryChecks", "hotspot_abuse.tsv")
UNREACHABLE = os.path.join(ROOT, "test", "jvmti", "unreachable.tsv")
OTHERWISE, NOWHERE = "°", "†"  # marks: not seen on HotSpot; no agent can provoke it


def read_unreachable():
    with open(UNREACHABLE, encoding="utf-8") as f:
        rows = [line.rstrip("\n").split("\t") for line in f.readlines()[1:] if line.strip()]
    return {(function, error): why for function, error, why in rows}


class Record:
    """What one test reached on one VM, from the file that the recorder wrote."""

    def __init__(self, model, path):
        functions, events, capabilities, words = ti_record.layout()
        counts = array.array("Q")
        with open(path, "rb") as f:
            counts.frombytes(f.read(8 * words))
        names = {num: name.removeprefix("JVMTI_ERROR_") for num, name in model.errors}
        self.items = set()
        for f in model.functions:
            at = functions + f.num * ti_record.ANSWERS
            self.items |= {(f.name, names.get(e, f"answer {e}")) for e in range(ti_record.ANSWERS) if counts[at + e]}
        self.items |= {("event", e.name) for e in model.events if counts[events + e.num]}
        self.items |= {("capability", c["name"]) for i, c in enumerate(model.capabilities) if counts[capabilities + i]}


class Results:
    def __init__(self, model, folder):
        self.reached = {"argus": {}, "hotspot": {}}  # item -> sorted tests
        for vm, by_item in self.reached.items():
            place = os.path.join(folder, vm)
            for test in sorted(os.listdir(place)) if os.path.isdir(place) else []:
                for item in Record(model, os.path.join(place, test)).items:
                    by_item.setdefault(item, []).append(test)
        with open(os.path.join(folder, "results.json"), encoding="utf-8") as f:
            outcomes = json.load(f)
        self.failed = {re.match(r"jvmti/(\w+)", name)[1] for name, r in outcomes.items() if r["argus"]}
        self.alone = {re.match(r"jvmti/(\w+)", name)[1]: r["hotspot"] for name, r in outcomes.items() if r["hotspot"]}
        self.unreachable = read_unreachable()

    def tests(self, item, vm="argus"):
        return self.reached[vm].get(item, [])

    def state(self, item):
        """ok, fails, no test, unreachable"""
        tests = self.tests(item)
        if any(t in self.failed for t in tests):
            return "fails"
        if tests:
            return "ok"
        return "unreachable" if item in self.unreachable else "no test"

    def on_hotspot(self, item):
        return "yes" if self.tests(item, "hotspot") else "no"


def items_of(f):
    return [(f.name, e) for e in ["NONE"] + f.listed]


def all_items(model):
    items = [i for f in model.functions for i in items_of(f)]
    return items + [("event", e.name) for e in model.events] + [("capability", c["name"]) for c in model.capabilities]


LAST = {"EntryChecks": 8, "CallsToTheEnd": 1000}


def cover(results, items):
    """A few tests that together reach all of `items`: those named for what they prove before EntryChecks, which reaches almost everything, and before CallsToTheEnd, which calls functions by chance."""
    left = {i for i in items if results.tests(i)}
    tests = sorted({t for i in left for t in results.tests(i)})
    chosen = []
    while left:
        best = max(tests, key=lambda t: (sum(t in results.tests(i) for i in left) / LAST.get(t, 1), [-ord(c) for c in t]))
        chosen.append(best)
        left = {i for i in left if best not in results.tests(i)}
    return sorted(chosen)


def abuse(model, folder):
    """function -> (calls with something wrong, right on Argus, right on HotSpot, of which it aborts or hangs); None for HotSpot where it was not asked about
    today's cases."""
    with open(os.path.join(folder, "entry.json"), encoding="utf-8") as f:
        counts = json.load(f)
    with open(ABUSE, encoding="utf-8") as f:
        head, *lines = [line.rstrip("\n").split("\t") for line in f]
    unsafe = {name: tuple(map(int, numbers)) for name, *numbers in lines}
    known = all(head[1] == f"cases {c['key']}" for c in counts.values())
    table = {}
    for f in model.functions:
        c = counts[f.name]
        calls, right, aborts, no_end = unsafe.get(f.name, (0, 0, 0, 0))
        table[f.name] = (*c["argus"], c["hotspot"][1] + right if known else None, aborts + no_end if known else None)
    return table


def abuse_page(model, folder):
    table = abuse(model, folder)
    asked = all(row[2] is not None for row in table.values())
    sums = [sum(row[i] for row in table.values()) for i in range(4 if asked else 2)]
    out = ["", "## Argument abuse", "",
           "Each function with one thing wrong at a time, or two (`EntryChecks`): the environment, the thread, the capability, the phase, each argument NULL, of a wrong kind, made up, deleted, cleared,",
           "out of range, in OnLoad, start, live and dead phase and in a heap callback. Right is the error that the tables ask for. Words that HotSpot follows into nowhere are asked there one VM after the other",
           "(`./x conformance --abuse`, some minutes).", "",
           f"All functions: {sums[0]} calls, on Argus {sums[1]} right" + (f"; on HotSpot {sums[2]} right, {sums[3]} end the VM or never return." if asked else "."), "",
           "| function | calls | right on Argus | right on HotSpot | end HotSpot |", "| --- | --- | --- | --- | --- |"]
    return out + ["| " + " | ".join([name] + ["not asked" if n is None else str(n) for n in row]) + " |" for name, row in table.items()]


def mark(results, item):
    name = item[1]
    state = results.state(item)
    if state == "unreachable":
        return name + NOWHERE
    if state != "ok":
        return f"**{name}: {state}**"
    return name + (OTHERWISE if results.on_hotspot(item) == "no" else "")


def totals(model, results):
    lines = []
    for what, items in (("functions", [i for f in model.functions for i in items_of(f)[:1]]), ("listed errors", [i for f in model.functions for i in items_of(f)[1:]]),
                        ("events", [("event", e.name) for e in model.events]), ("capabilities", [("capability", c["name"]) for c in model.capabilities])):
        states = [results.state(i) for i in items]
        hotspot = sum(results.on_hotspot(i) == "yes" for i in items)
        lines.append((what, len(items), states.count("ok"), hotspot, states.count("unreachable"), states.count("no test"), states.count("fails")))
    return lines


def page(model, results, folder):
    out = ["# Conformance with JVM TI 17", "", "Written by `./x conformance` from what the tests of `test/jvmti` reached on Argus and on HotSpot; not to be edited.", "",
           "| what | in the specification | passes on Argus | seen on HotSpot | out of reach | without test | fails on Argus |", "| --- | --- | --- | --- | --- | --- | --- |"]
    out += ["| " + " | ".join(map(str, line)) + " |" for line in totals(model, results)]
    out += ["", f"An answer without mark was given by both VMs. `{OTHERWISE}`: HotSpot did not give it in any test: it answers otherwise, crashes, or cannot be asked "
            f"(see [differences.md](differences.md)). `{NOWHERE}`: no agent can provoke it; the reasons are below. Bold: something is missing. The last column names",
            "tests that together reach the row. Errors are those that the specification lists for the function, those that follow from its parameters, and of the universal ones those",
            "that can depend on the caller; NONE is the positive call. OUT_OF_MEMORY, INTERNAL and ACCESS_DENIED may come from anywhere and are not rows of their own."]
    section = None
    for f in model.functions:
        if f.category != section:
            section = f.category
            out += ["", f"## {section}", "", "| function | answers | tests |", "| --- | --- | --- |"]
        items = items_of(f)
        out.append(f"| {f.name} | {', '.join(mark(results, i) for i in items)} | {', '.join(cover(results, items))} |")
    for what, names in (("event", [e.name for e in model.events]), ("capability", [c["name"] for c in model.capabilities])):
        title = {"event": "Events", "capability": "Capabilities"}[what]
        out += ["", f"## {title}", "", f"| {what} | tests |", "| --- | --- |"]
        for n in names:
            tests = results.tests((what, n))
            out.append(f"| {mark(results, (what, n))} | {', '.join(tests[:4])}{', …' if len(tests) > 4 else ''} |")
    out += ["", "## Out of reach", "", "| function | error | why |", "| --- | --- | --- |"]
    out += [f"| {f} | {e} | {why} |" for (f, e), why in results.unreachable.items()]
    out += ["", "## Tests in which HotSpot is no oracle", "", "| test | what HotSpot does |", "| --- | --- |"]
    out += [f"| {t} | {what} |" for t, what in sorted(results.alone.items())]
    return "\n".join(out + abuse_page(model, folder)) + "\n"


def by_section(model):
    sections = {}
    for f in model.functions:
        sections.setdefault(f.category, []).append(f)
    return [f for functions in sections.values() for f in functions]


def print_table(model, results, verbose):
    shown = all_items(model)
    width = max(len(" ".join(i)) for i in shown)
    for item in shown:
        state = results.state(item)
        tests = results.tests(item)
        if not verbose and len(tests) > 3:
            tests = tests[:3] + [f"+{len(tests) - 3}"]
        print(f"{' '.join(item):{width}}  Argus {state:11}  HotSpot {results.on_hotspot(item):3}  {' '.join(tests) or results.unreachable.get(item, '')}")


def main():
    p = argparse.ArgumentParser(prog="x conformance", description=__doc__.split(": ", 1)[1],
                                formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("filter", nargs="?", default="", help="run only the tests whose name matches; the others keep what they gave last time")
    p.add_argument("--no-run", action="store_true", help="the table of the last run")
    p.add_argument("-v", "--verbose", action="store_true", help="name all tests of a row")
    p.add_argument("--problems", action="store_true", help="print only what is missing or fails")
    p.add_argument("--abuse", action="store_true", help="ask HotSpot the cases that end it, one VM after the other (some minutes)")
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    args = p.parse_args()
    model = ti_model.Model()
    model.functions = by_section(model)
    folder = os.path.join(args.build, "conformance")
    if not args.no_run:
        os.makedirs(folder, exist_ok=True)
        driver = os.path.join(ROOT, "test", "drivers", "30-jvmti.py")
        subprocess.run([sys.executable, "-B", driver, "--build", args.build, "--record", folder, "--filter", args.filter] + ["--abuse"] * args.abuse, check=False)
    if not os.path.exists(os.path.join(folder, "results.json")):
        sys.exit("no run yet")
    results = Results(model, folder)
    if not args.problems:
        print_table(model, results, args.verbose)
    bad = [i for i in all_items(model) if results.state(i) in ("fails", "no test")]
    stale = [i for i in results.unreachable if results.tests(i) or i not in all_items(model)]
    for item in bad:
        print(f"MISSING {' '.join(item)}: {results.state(item)}")
    for item in stale:
        print(f"MISSING {' '.join(item)}: unreachable.tsv lists it, but {'a test reaches it' if results.tests(item) else 'it is no listed error'}")
    with open(PAGE, "w", encoding="utf-8") as f:
        f.write(page(model, results, folder))
    for what, count, ok, hotspot, out_of_reach, untested, fails in totals(model, results):
        print(f"{what}: {count}, on Argus {ok} pass, {fails} fail, {untested} without test, {out_of_reach} out of reach; on HotSpot {hotspot} seen")
    wrong = [name for name, (calls, right, *_) in abuse(model, folder).items() if calls != right]
    for name in wrong:
        print(f"MISSING {name}: some wrong arguments do not get their error")
    return 1 if bad or stale or wrong else 0


if __name__ == "__main__":
    sys.exit(main())
