#!/usr/bin/env python3
"""Benchmark Argus against HotSpot and Zero: kernels, and the start of Hello. See README.md in this folder.

In every round each kernel runs once on each VM in turn, so that a slow minute of the machine touches all of them; the tables
show medians over the rounds.
"""
import argparse
import json
import math
import os
import re
import statistics
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import vmrun  # noqa: E402

VMS = {  # name -> options of the stock launcher for the kernels
    "argus": [],  # these three with -XXaltjvm=, from --build
    "interp": ["-XX:-ArgusStencils"],
    "stencils": ["-XX:-ArgusOptimizer"],
    "hotspot": [],
    "c1": ["-XX:TieredStopAtLevel=1"],
    "xint": ["-Xint"],
    "zero": ["-zero"],
}
ARGUS = ("argus", "interp", "stencils")  # as it comes, and its tiers
START_OPTIONS = {"xint": ["-Xint", "-Xshare:off"]}  # start-up compares with the interpreter alone, without its class archive


SETS = {"kernels": "Bench", "fresh": "Fresh", "judges": "Judges"}  # folder -> class; all share the harness


def compile_java(jdk, out):
    os.makedirs(out, exist_ok=True)
    sources = sorted(os.path.join(HERE, d, f) for d in SETS for f in os.listdir(os.path.join(HERE, d)) if f.endswith(".java"))
    sources += [os.path.join(ROOT, "test", "java", "Hello.java"), os.path.join(HERE, "jvmti", "Again.java")]
    newest = max(os.path.getmtime(f) for f in sources)
    stamp = os.path.join(out, "stamp")
    if os.path.exists(stamp) and os.path.getmtime(stamp) >= newest:
        return
    subprocess.run([os.path.join(jdk, "bin", "javac"), "-d", out, *sources], check=True)
    open(stamp, "w").close()


def usable(java, options):
    """Can this VM run at all? Zero is a package of its own, Argus may not be built."""
    r = vmrun.run([java, *options, "-version"], env=vmrun.clean_env(argus=True), timeout=30)
    return r.code == 0


def run_kernel(java, options, classes, kernel, args):
    command = [java, *options, "-Dbench.clock=" + args.clock, "-cp", classes, SETS[args.set], "--reps", str(args.reps), "--warm-ms", str(args.warm_ms), kernel]
    r = vmrun.run(command, env=vmrun.clean_env(argus=True), timeout=args.timeout)
    m = re.match(rb"\S+ (\d+) (\d+)", r.out)
    if r.code != 0 or not m:
        why = "time-out" if r.timed_out else f"exit {vmrun.code_name(r.code)}: {r.err.decode(errors='replace').strip()[-200:]}"
        print(f"  {kernel} failed: {' '.join(command[:3])}: {why}", file=sys.stderr)
        return None
    return int(m[1])  # the best of the repetitions: noise only adds


def run_start(java, options, classes):
    """Wall time in seconds and maximum resident memory in MB of one Hello."""
    env = vmrun.clean_env(argus=True)
    began = time.monotonic()
    child = subprocess.Popen([java, *options, "-cp", classes, "Hello"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=env)
    out = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    seconds = time.monotonic() - began
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0 or out.strip() != b"Hello, world":
        return None
    return seconds, usage.ru_maxrss / 1024


def median(values):
    values = [v for v in values if v is not None]
    return statistics.median(values) if values else None


def geomean(values):
    values = [v for v in values if v]
    return math.exp(sum(map(math.log, values)) / len(values)) if values else None


def cell(value, width, digits):
    return f"{value:{width}.{digits}f}" if value is not None else " " * (width - 1) + "-"


def print_kernels(times, vms):
    base = next((v for v in vms if v in ARGUS), vms[0])
    others = [v for v in vms if v != base]
    print("\nKernels: milliseconds (median over rounds of the best repetition); ratios: other VM's time / Argus' time, above 1 Argus is faster\n")
    print(f"{'kernel':12}" + "".join(f"{v:>10}" for v in vms) + "   " + "".join(f"{v + '/' + base:>15}" for v in others))
    ratios = {v: [] for v in others}
    for kernel, row in times.items():
        line = f"{kernel:12}" + "".join(cell(row[v] / 1e6 if row[v] else None, 10, 1) for v in vms) + "   "
        for v in others:
            r = row[v] / row[base] if row[v] and row[base] else None
            ratios[v].append(r)
            line += cell(r, 15, 2)
        print(line)
    if others:
        means = {v: geomean(ratios[v]) for v in others}
        print(f"{'geometric mean':12}" + " " * (10 * len(vms) - 2) + "   " + "".join(cell(means[v], 15, 2) for v in others))
        worst = {v: min((r for r in ratios[v] if r), default=None) for v in others}
        print(f"{'worst':12}" + " " * (10 * len(vms)) + "   " + "".join(cell(worst[v], 15, 2) for v in others))
        return means
    return {}


def print_start(start):
    print("\nStart-up of Hello: wall time and maximum resident memory (medians)\n")
    print(f"{'vm':24}{'ms':>8}{'MB':>8}")
    for name, (seconds, rss) in start.items():
        print(f"{name:24}" + cell(seconds * 1000 if seconds else None, 8, 1) + cell(rss, 8, 1))


def main():
    p = argparse.ArgumentParser(description="Argus against HotSpot and Zero in one session")
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--set", choices=sorted(SETS), default="kernels", help="the kernels; programs that the VM is not tuned on; programs that only judge the end of a piece of work")
    p.add_argument("--kernels", default="", help="comma-separated names or a regular expression (default: all)")
    p.add_argument("--argus-arg", action="append", default=[], help="an option for Argus (repeatable)")
    p.add_argument("--vms", default=",".join(v for v in VMS if v not in ARGUS[1:]), help="comma-separated out of " + ", ".join(VMS))
    p.add_argument("--rounds", type=int, default=5)
    p.add_argument("--reps", type=int, default=3, help="timed repetitions inside one run")
    p.add_argument("--warm-ms", type=int, default=400, help="warm-up inside one run")
    p.add_argument("--quick", action="store_true", help="one round of one repetition, five starts")
    p.add_argument("--starts", type=int, default=15, help="runs of Hello for each VM (0: leave it out)")
    p.add_argument("--clock", choices=("wall", "cpu"), default="wall", help="what a repetition takes: wall time, or processor time of the kernel's thread")
    p.add_argument("--timeout", type=float, default=120)
    p.add_argument("--json", help="where to write the numbers (default: BUILD/bench.json)")
    args = p.parse_args()
    if args.quick:
        args.rounds, args.reps, args.warm_ms, args.starts = 1, 1, 100, min(args.starts, 5)

    args.build = os.path.abspath(args.build)
    jdk = vmrun.find_jdk()
    java = os.path.join(jdk, "bin", "java")
    for name in ARGUS:
        VMS[name] = ["-XXaltjvm=" + os.path.join(args.build, "argus"), *VMS[name], *args.argus_arg]
    classes = os.path.join(args.build, "bench-classes")
    compile_java(jdk, classes)
    wanted = args.vms.split(",")
    if any(v not in VMS for v in wanted):
        p.error(f"--vms: choose from {', '.join(VMS)}")
    vms = [v for v in wanted if usable(java, VMS[v])]
    for v in wanted:
        if v not in vms:
            print(f"{v}: does not run here, left out", file=sys.stderr)
    names = subprocess.run([java, "-cp", classes, SETS[args.set], "--list"], capture_output=True, text=True, check=True).stdout.split()
    if args.kernels:
        chosen = set(args.kernels.split(","))
        names = [n for n in names if n in chosen] or [n for n in names if re.search(args.kernels, n)]

    samples = {k: {v: [] for v in vms} for k in names}
    broken = set()
    for round_number in range(args.rounds):
        for k in names:
            for v in vms:
                if (k, v) in broken:
                    continue
                t = run_kernel(java, VMS[v], classes, k, args)
                samples[k][v].append(t)
                if t is None:
                    broken.add((k, v))
            print(f"\rround {round_number + 1}/{args.rounds}: {k:12}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    times = {k: {v: median(samples[k][v]) for v in vms} for k in names}

    starts = {v: [] for v in vms if v != "c1"}
    for _ in range(args.starts):
        for v in starts:
            starts[v].append(run_start(java, START_OPTIONS.get(v, VMS[v]), classes))
    label = {v: v + ("" if v not in START_OPTIONS else " (" + " ".join(START_OPTIONS[v]) + ")") for v in starts}
    start = {label[v]: (median([s and s[0] for s in starts[v]]), median([s and s[1] for s in starts[v]])) for v in starts}

    means = print_kernels(times, vms) if names else {}
    if args.starts:
        print_start(start)
    path = args.json or os.path.join(args.build, "bench.json")
    with open(path, "w") as f:
        json.dump({"jdk": vmrun.release_text(jdk), "vms": vms, "rounds": args.rounds, "clock": args.clock, "kernels_ns": times, "samples_ns": samples,
                   "geomean_ratio_to_argus": means, "start_seconds_and_mb": start}, f, indent=1)
    print(f"\nnumbers: {path}")
    return 1 if broken or any(s is None for v in starts for s in starts[v]) else 0


if __name__ == "__main__":
    sys.exit(main())
