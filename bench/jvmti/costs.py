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
EVENTS = [  # row, what one operation is, its events; "plain-" and the row is the same without an agent
    ("event-thread", "a thread starts and ends", "ThreadStart, ThreadEnd"),
    ("event-class", "a class is defined and linked", "ClassFileLoadHook, ClassLoad, ClassPrepare"),
    ("event-monitor", "a contended monitor is entered, both threads", "MonitorContendedEnter, MonitorContendedEntered"),
    ("event-wait", "Object.wait(1)", "MonitorWait, MonitorWaited"),
    ("event-catch", "throw and catch", "Exception, ExceptionCatch"),
    ("event-bind", "RegisterNatives of one method", "NativeMethodBind"),
    ("event-collection", "System.gc(), small heap", "GarbageCollectionStart, GarbageCollectionFinish"),
    ("event-free", "an object dies in System.gc()", "ObjectFree (the object is tagged)"),
    ("event-array", "Array.newInstance of two dimensions", "VMObjectAlloc"),
    ("event-sample", "an object is allocated", "SampledObjectAlloc, interval 0"),
]
SLOWDOWN_TARGET = 1.05
NO_TARGET = {"methods-switching"}
WALL_ONLY = {"locals-running", "methods-switch"}  # another thread uses the processor as well


def compile_java(jdk, out):
    sources, stamp = [os.path.join(HERE, name) for name in ("Bare.java", "Probe.java", "Functions.java")], os.path.join(out, "stamp")
    os.makedirs(out, exist_ok=True)
    if os.path.exists(stamp) and os.path.getmtime(stamp) >= max(os.path.getmtime(s) for s in sources):
        return
    for option, source in zip(("-g:none", "-g", "-g"), sources):
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


def function_labels():
    """{id: label} of functions.def, in its order."""
    with open(os.path.join(HERE, "functions.def"), encoding="utf-8") as f:
        return dict(re.findall(r'^COST\((\w+), "([^"]*)",', f.read(), re.M))


def run_functions(java, options, args):
    """{id: (processor, wall) nanoseconds of one turn}; empty: it failed."""
    lib = os.path.join(os.path.dirname(args.lib), "libfunctions.so")
    command = [java, *options, "-Xmx1g", f"-agentpath:{lib}", f"-Dprobe.lib={lib}", "-cp", args.classes, "Functions", str(args.ms), str(args.reps)]
    r = vmrun.run(command, env=vmrun.clean_env(argus=True), timeout=args.timeout)
    found = {line.split()[0]: tuple(map(float, line.split()[1:])) for line in r.out.decode().splitlines()}
    if r.code == 0 and set(found) == set(function_labels()):
        return found
    why = "time-out" if r.timed_out else f"exit {vmrun.code_name(r.code)}: {r.err.decode(errors='replace').strip()[-300:]}"
    print(f"  functions failed: {' '.join(command[:3])}: {why}", file=sys.stderr)
    return {}


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


def print_events(times, plain_times, vms):
    rows = [e for e in EVENTS if e[0] in times]
    if rows:
        print(f"\n{'operation, ns without and with its events':50}" + "".join(f"{v:>14}{'with':>14}" for v in vms))
    for row, what, _ in rows:
        print(f"{what:50}" + "".join(cell(plain_times[row][v], 14, 1) + cell(times[row][v], 14, 1) for v in vms))


def print_functions(functions, vms):
    if functions:
        print(f"\n{'function, ns':70}" + "".join(f"{v:>14}" for v in vms))
    for name, what in function_labels().items() if functions else ():
        print(f"{what:70}" + "".join(cell(functions[name][v], 14, 1) for v in vms))


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
medians of {rounds} rounds, {clock} time. Commit {commit} of {when}, {machine};
HotSpot {jdk}.

## One operation

| operation | Argus | HotSpot | HotSpot / Argus |
| --- | --- | --- | --- |
{costs}

"call with X" is a call of a method with the event in it, its callback counting. "(wall)": another thread works too, so
wall time counts.

## Every event

Time of an operation without an agent, and with the events on. Events of calls, fields, steps and breakpoints are above.

| operation | events | Argus | with | HotSpot | with |
| --- | --- | --- | --- | --- | --- |
{events}

Not measured, since they come once or seldom: VMStart, VMInit, VMDeath, DataDumpRequest, ResourceExhausted,
CompiledMethodLoad, CompiledMethodUnload, DynamicCodeGenerated.

## Every function

One call, with everything that it gives given back (Deallocate, DeleteLocalRef). The agent holds all capabilities.

| function | Argus | HotSpot | HotSpot / Argus |
| --- | --- | --- | --- |
{functions}

Not measured, since they change the program or the VM for good: PopFrame, ForceEarlyReturn*, StopThread,
InterruptThread, RunAgentThread, RedefineClasses (as RetransformClasses), RawMonitorWait, AddModuleProvides,
AddToBootstrapClassLoaderSearch, AddToSystemClassLoaderSearch, SetJNIFunctionTable, SetSystemProperty, GenerateEvents,
SetExtensionEventCallback, DisposeEnvironment, ForceGarbageCollection (as System.gc()), and the heap functions of JVM TI
1.0.

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


def page_of_functions(functions):
    def row(name, what):
        argus, hotspot = functions[name].get("argus"), functions[name].get("hotspot")
        return f"| {what} | {amount(argus)} | {amount(hotspot)} | {factor(hotspot / argus if argus and hotspot else None)} |"
    return "\n".join(row(name, what) for name, what in function_labels().items()) if functions else ""


def page_of_events(times, plain_times):
    return "\n".join(f"| {what} | {events} | " + " | ".join(amount(t[row].get(vm)) for vm in ("argus", "hotspot") for t in (plain_times, times)) + " |"
                     for row, what, events in EVENTS if row in times)


def update_readme(page):
    """Gives the rows of README's table of costs the figures of the page."""
    def rows(text):
        return {r[0]: r for r in ([c.strip() for c in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("| ")) if len(r) == 4}
    path = os.path.join(ROOT, "README.md")
    with open(page, encoding="utf-8") as f:
        new = rows(f.read().split("## Every event")[0])
        f.seek(0)
        new |= {f"slower by: {r[0]}": r for r in ([c.strip() for c in line.strip("|").split("|")] for line in f.read().split("## Code that is not asked")[1].splitlines()
                                                  if line.startswith("| ")) if len(r) == 3}
    with open(path, encoding="utf-8") as f:
        lines = f.read().splitlines()
    for i, line in enumerate(lines):
        r = [c.strip() for c in line.strip("|").split("|")]
        if line.startswith("| ") and r[0] in new:
            lines[i] = f"| {r[0]} | {new[r[0]][1]} | {new[r[0]][2]} |"
    with open(path, "w", encoding="utf-8") as f:
        f.write("\n".join(lines) + "\n")


def write_page(path, times, slowdowns, plain_times, functions, rounds, clock, jdk):
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
                            speeds="\n".join(speeds), events=page_of_events(times, plain_times), functions=page_of_functions(functions)))


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
    p.add_argument("--page", help="write the tables as a page; docs/agents/costs.md: README's figures too")
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
    names = [r[0] for r in COSTS + EVENTS + SPEEDS] + ["functions"]
    if args.rows:
        chosen = set(args.rows.split(","))
        names = [n for n in names if n in chosen] or [n for n in names if re.search(args.rows, n)]
    with_functions = "functions" in names
    names = [n for n in names if n != "functions"]
    plain_of = {row: plain for row, _, plain in SPEEDS if row in names} | {row: "plain-" + row for row, _, _ in EVENTS if row in names}
    function_samples = {f: {v: [] for v in vms} for f in function_labels()} if with_functions else {}

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
        for v in vms if with_functions else ():
            found = run_functions(java, options[v], args)
            failed |= not found
            for f in function_samples:
                function_samples[f][v].append(found.get(f))
    if sys.stderr.isatty():
        print(file=sys.stderr)

    def medians(clock):
        return {n: {v: median([figure(n, s, clock) for s in samples[n][v]]) for v in vms} for n in names}
    def slowdown(n, v):
        pairs = zip([figure(n, s, args.clock) for s in samples[n][v]], [figure(n, s, args.clock) for s in plain_samples[n][v]])
        return median([a / b for a, b in pairs if a and b])
    def medians_of(all_samples, clock):
        return {n: {v: median([figure(n, s, clock) for s in all_samples[n][v]]) for v in vms} for n in all_samples}
    times, slowdowns = medians(args.clock), {n: {v: slowdown(n, v) for v in vms} for n in plain_of}
    plain_times, functions = medians_of(plain_samples, args.clock), medians_of(function_samples, args.clock)
    print(f"{args.clock} time, medians of {args.rounds} rounds; ratio: HotSpot's time / Argus' time")
    missed = print_costs(times, vms) + print_speeds({row: r for row, r in slowdowns.items() if row in {s[0] for s in SPEEDS}}, vms)
    print_events(times, plain_times, vms)
    print_functions(functions, vms)
    print(f"\n{len(missed)} missed" + (": " + ", ".join(missed) if missed else ""))
    path = args.json or os.path.join(args.build, "bench-jvmti.json")
    with open(path, "w") as f:
        json.dump({"jdk": vmrun.release_text(jdk), "rounds": args.rounds, "cpu_ns": medians("cpu"), "wall_ns": medians("wall"), "slowdowns": slowdowns, "samples_cpu_wall_ns": samples, "functions": functions,
                   "plain_samples_cpu_wall_ns": plain_samples, "missed": missed}, f, indent=1)
    print(f"numbers: {path}")
    if args.page:
        write_page(args.page, times, slowdowns, plain_times, functions, args.rounds, args.clock, vmrun.release_text(jdk))
        if os.path.realpath(args.page) == os.path.join(ROOT, "docs", "agents", "costs.md"):
            update_readme(args.page)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
