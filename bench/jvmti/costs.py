#!/usr/bin/env python3
"""What JVM TI costs: Argus against HotSpot, the same agent (probe.c) and program (Probe.java) on both. See README.md one folder up.

Each row runs in a VM of its own that holds the capabilities of that row and no others. In every round each row runs once on each VM in turn; the
table shows medians over the rounds. Targets are those that the project has set itself; a row that misses its target says so.
"""
import argparse
import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from run import ROOT, cell, median, usable, vmrun  # noqa: E402

COSTS = [  # row, what one operation is, how many times faster than HotSpot it is meant to be
    ("stack-own", "GetStackTrace, 64 frames, own thread", 5),
    ("stack-other", "GetStackTrace, 64 frames, a parked thread", 5),
    ("stack-all", "GetAllStackTraces, 40 threads of 50 frames", 3),
    ("locals-suspended", "GetLocalInt, depth 3 of a suspended thread", 50),
    ("locals-bare", "the same, class file without variable tables", 50),
    ("locals-running", "GetLocalInt, depth 3 of a running thread (wall)", 50),
    ("framepop", "call, NotifyFramePop, FramePop event", 10),
    ("tags-set", "SetTag of an untagged object", 3),
    ("tags-get", "GetTag", 3),
    ("heap-count", "IterateThroughHeap counting, an object", 2),
    ("heap-count-tagged", "the same, every object tagged", 5),
    ("heap-tag", "IterateThroughHeap tagging, an object", 5),
    ("heap-follow", "FollowReferences counting, a reference", 2),
    ("heap-follow-tagged", "the same, every object tagged", 2),
    ("heap-find", "GetObjectsWithTags, one hit, all tagged at random", 10),
    ("retransform", "RetransformClasses of one class", 3),
    ("methods-switch", "MethodEntry on and off, program running (wall)", 10),
    ("methods-events", "call with MethodEntry and MethodExit", 1),
    ("breakpoint", "call with Breakpoint", 1),
    ("breakpoint-many", "the same among a thousand and more others", 1),
    ("breakpoint-set", "SetBreakpoint and ClearBreakpoint", 1),
    ("access", "FieldAccess", 1),
    ("modification", "FieldModification", 1),
    ("step", "SingleStep", 1),
    ("exception", "throw and catch with Exception", 1),
]
SPEEDS = [  # row, what is set, the row without an agent to compare with (it runs just before, in every round)
    ("breakpoint-elsewhere", "a breakpoint in another method", "plain"),
    ("access-elsewhere", "an access watch on another field", "plain"),
    ("modification-elsewhere", "a modification watch on another field", "plain"),
    ("framepop-below", "below a frame whose FramePop is awaited", "plain"),
    ("methods-elsewhere", "method events in another thread", "plain"),
    ("step-elsewhere", "single step in another thread", "plain"),
    ("methods-switching", "MethodEntry on and off each ms, its events included", "plain"),
    ("methods-after", "after method events were on and off", "plain"),
    ("retransform-after", "just after its class was retransformed", "plain"),
    ("exception-held", "throws, can_generate_exception_events held", "plain-throw"),
]
SLOWDOWN_TARGET = 1.05
NO_TARGET = {"methods-switching"}
WALL_ONLY = {"locals-running", "methods-switch"}  # another thread uses the processor as well


def compile_java(jdk, out):
    sources, stamp = [os.path.join(HERE, name) for name in ("Bare.java", "Probe.java")], os.path.join(out, "stamp")
    os.makedirs(out, exist_ok=True)
    if os.path.exists(stamp) and os.path.getmtime(stamp) >= max(os.path.getmtime(s) for s in sources):
        return
    for option, source in zip(("-g:none", "-g"), sources):
        subprocess.run([os.path.join(jdk, "bin", "javac"), option, "-cp", out, "-d", out, source], check=True)
    open(stamp, "w").close()


def run_row(java, options, row, args):
    """(processor, wall) nanoseconds for one operation; None: it failed."""
    agent = [] if row.startswith("plain") else [f"-agentpath:{args.lib}={row}"]
    command = [java, *options, "-Xmx1g", *agent, f"-Dprobe.lib={args.lib}", f"-Dprobe.row={row}", f"-Dprobe.ms={args.ms}", f"-Dprobe.reps={args.reps}",
               f"-Dprobe.objects={args.objects}", "-cp", args.classes, "Probe"]
    r = vmrun.run(command, env=vmrun.clean_env(argus=True), timeout=args.timeout)
    m = re.match(rb"\S+ (\S+) (\S+)\n", r.out)
    if r.code == 0 and m:
        return float(m[1]), float(m[2])
    why = "time-out" if r.timed_out else f"exit {vmrun.code_name(r.code)}: {r.err.decode(errors='replace').strip()[-300:]}"
    print(f"  {row} failed: {' '.join(command[:3])}: {why}", file=sys.stderr)
    return None


def figure(row, sample, clock):
    return sample and sample[1 if clock == "wall" or row in WALL_ONLY else 0]


def print_costs(times, vms):
    print(f"\n{'operation':50}" + "".join(f"{v + ' ns':>14}" for v in vms) + (f"{'ratio':>9}{'target':>8}" if len(vms) == 2 else ""))
    missed = []
    for row, what, target in COSTS:
        if row not in times:
            continue
        t = times[row]
        line = f"{what:50}" + "".join(cell(t[v], 14, 1) for v in vms)
        if len(vms) == 2:
            ratio = t["hotspot"] / t["argus"] if t["hotspot"] and t["argus"] else None
            ok = ratio is not None and ratio >= target
            line += cell(ratio, 9, 2) + f"{target:>7}x" + ("" if ok else "  missed")
            if not ok:
                missed.append(row)
        print(line)
    return missed


def print_speeds(ratios_of, vms):
    rows = [s for s in SPEEDS if s[0] in ratios_of]
    if not rows:
        return []
    print(f"\n{'time of code that is not asked, with / without':50}" + "".join(f"{v:>14}" for v in vms) + f"{'target':>17}")
    missed = []
    for row, what, _ in rows:
        ratios = ratios_of[row]
        ok = row in NO_TARGET or "argus" not in vms or (ratios["argus"] is not None and ratios["argus"] <= SLOWDOWN_TARGET)
        target = "-" if row in NO_TARGET else SLOWDOWN_TARGET
        print(f"{what:50}" + "".join(cell(ratios[v], 14, 2) for v in vms) + f"{target:>17}" + ("" if ok else "  missed"))
        if not ok:
            missed.append(row)
    return missed


PAGE = """# What JVM TI costs

`./x bench jvmti --page docs/agents/costs.md` wrote this page: the same agent and program on both VMs in turn,
medians of {rounds} rounds, {clock} time. Commit {commit} of {when}, {machine}; HotSpot {jdk}.

## One operation

| operation | Argus | HotSpot | HotSpot / Argus |
| --- | --- | --- | --- |
{costs}

"call with X" is a call of a method with the event in it, its callback counting. "(wall)": another thread works too, so
wall time counts.

## Code that is not asked

How much slower the program runs where a tool is there and does not look: time with the agent / time without it.

| the tool has | Argus | HotSpot |
| --- | --- | --- |
{speeds}

It is measured by `bench/jvmti/costs.py` with `bench/jvmti/probe.c` and `bench/jvmti/Probe.java`;
[bench/jvmti.md](../../bench/jvmti.md) explains how.
"""


def amount(ns):
    """A time as people read it."""
    if ns is None:
        return "-"
    for unit, size in (("ns", 1), ("us", 1e3), ("ms", 1e6)):
        if ns < 1000 * size or unit == "ms":
            return f"{ns / size:.3g} {unit}" if ns < 1000 * size else f"{ns / size:.0f} {unit}"
    return ""


def factor(value):
    return "-" if value is None else f"{value:.2f}" if value < 100 else f"{value:.0f}"


def write_page(path, times, slowdowns, rounds, clock, jdk):
    costs = []
    for row, what, _ in COSTS:
        if row in times:
            argus, hotspot = times[row].get("argus"), times[row].get("hotspot")
            costs.append(f"| {what} | {amount(argus)} | {amount(hotspot)} | {factor(hotspot / argus if argus and hotspot else None)} |")
    speeds = [f"| {what} | {factor(slowdowns[row].get('argus'))} | {factor(slowdowns[row].get('hotspot'))} |" for row, what, _ in SPEEDS if row in slowdowns]
    git = subprocess.run(["git", "-C", ROOT, "log", "-1", "--format=%h%n%cs"], capture_output=True, text=True, check=False).stdout.split()
    commit, when = git if len(git) == 2 else ("unknown", "no date")
    with open("/proc/cpuinfo", encoding="utf-8") as f:
        model = re.search(r"^model name\s*:\s*(.*)$", f.read(), re.M)
    machine = f"{os.cpu_count()} processors ({re.sub(r' +', ' ', model.group(1)) if model else 'unknown'}, shared)"
    jdk = re.search(r'^JAVA_VERSION="(.*)"$', jdk, re.M)
    jdk = jdk.group(1) if jdk else "unknown"
    with open(path, "w", encoding="utf-8") as f:
        f.write(PAGE.format(rounds=rounds, clock="processor" if clock == "cpu" else clock, commit=commit, when=when, machine=machine, jdk=jdk, costs="\n".join(costs),
                            speeds="\n".join(speeds)))


def main():
    p = argparse.ArgumentParser(description="what JVM TI costs on Argus and on HotSpot")
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--rows", default="", help="comma-separated names or a regular expression (default: all)")
    p.add_argument("--vms", default="argus,hotspot")
    p.add_argument("--rounds", type=int, default=5)
    p.add_argument("--reps", type=int, default=5, help="timed repetitions inside one run; the best counts")
    p.add_argument("--ms", type=int, default=60, help="milliseconds of a repetition")
    p.add_argument("--objects", type=int, default=1_000_000, help="objects in the heap of the walks")
    p.add_argument("--clock", choices=("cpu", "wall"), default="cpu", help="processor time of the whole process, or wall time")
    p.add_argument("--quick", action="store_true", help="one short round, to see whether anything is broken")
    p.add_argument("--timeout", type=float, default=180)
    p.add_argument("--json", help="where to write the numbers (default: BUILD/bench-jvmti.json)")
    p.add_argument("--page", help="write the table as a page (docs/agents/costs.md)")
    args = p.parse_args()
    if args.quick:
        args.rounds, args.reps, args.ms, args.objects = 1, 1, 10, 100_000
    args.build = os.path.abspath(args.build)
    args.lib = os.path.join(args.build, "bench-jvmti", "libprobe.so")
    args.classes = os.path.join(args.build, "bench-jvmti", "classes")
    if not os.path.exists(args.lib):
        p.error(f"{args.lib} does not exist: build first")
    jdk = vmrun.find_jdk()
    java = os.path.join(jdk, "bin", "java")
    options = {"argus": ["-XXaltjvm=" + os.path.join(args.build, "argus")], "hotspot": []}
    vms = args.vms.split(",")
    if any(v not in options for v in vms):
        p.error("--vms: choose from " + ", ".join(options))
    for v in vms:
        if not usable(java, options[v]):
            p.error(f"{v} does not run")
    compile_java(jdk, args.classes)
    names = [r[0] for r in COSTS + SPEEDS]
    if args.rows:
        chosen = set(args.rows.split(","))
        names = [n for n in names if n in chosen] or [n for n in names if re.search(args.rows, n)]
    plain_of = {row: plain for row, _, plain in SPEEDS if row in names}

    samples = {n: {v: [] for v in vms} for n in names}
    plain_samples = {n: {v: [] for v in vms} for n in plain_of}
    failed = False
    for round_number in range(args.rounds):
        for n in names:
            if sys.stderr.isatty():
                print(f"\rround {round_number + 1}/{args.rounds}: {n:24}", end="", file=sys.stderr, flush=True)
            for v in vms:
                if n in plain_of:
                    plain_samples[n][v].append(run_row(java, options[v], plain_of[n], args))
                samples[n][v].append(run_row(java, options[v], n, args))
                failed |= samples[n][v][-1] is None
    if sys.stderr.isatty():
        print(file=sys.stderr)

    def medians(clock):
        return {n: {v: median([figure(n, s, clock) for s in samples[n][v]]) for v in vms} for n in names}
    def slowdown(n, v):
        pairs = zip([figure(n, s, args.clock) for s in samples[n][v]], [figure(n, s, args.clock) for s in plain_samples[n][v]])
        return median([a / b for a, b in pairs if a and b])
    times, slowdowns = medians(args.clock), {n: {v: slowdown(n, v) for v in vms} for n in plain_of}
    print(f"{args.clock} time, medians of {args.rounds} rounds; ratio: HotSpot's time / Argus' time")
    missed = print_costs(times, vms) + print_speeds(slowdowns, vms)
    print(f"\n{len(missed)} missed" + (": " + ", ".join(missed) if missed else ""))
    path = args.json or os.path.join(args.build, "bench-jvmti.json")
    with open(path, "w") as f:
        json.dump({"jdk": vmrun.release_text(jdk), "rounds": args.rounds, "cpu_ns": medians("cpu"), "wall_ns": medians("wall"), "slowdowns": slowdowns, "samples_cpu_wall_ns": samples,
                   "plain_samples_cpu_wall_ns": plain_samples, "missed": missed}, f, indent=1)
    print(f"numbers: {path}")
    if args.page:
        write_page(args.page, times, slowdowns, args.rounds, args.clock, vmrun.release_text(jdk))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
