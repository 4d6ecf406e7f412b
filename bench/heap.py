#!/usr/bin/env python3
"""Loads for the collector: Argus against HotSpot's Serial, Parallel and G1, in one session. See README.md in this folder.

In every round each row (heap/Heap.java) runs once on each VM in turn, in a VM of its own; the table shows medians over the rounds.
"""
import argparse
import json
import os
import re
import subprocess
import sys

from run import HERE, ROOT, cell, median, usable, vmrun

ROWS = [  # name, what it is, -Xmx, the figure that counts with --clock cpu
    ("full", "5 million live objects, three full collections", "2g", "cpu"),
    ("young", "60 million small objects, 90% garbage", "2g", "cpu"),
    ("list", "0.5 GB in eight linked lists, three full collections", "2g", "cpu"),
    ("alloc", "6 GB of small arrays under -Xmx512m", "512m", "cpu"),
    ("live", "longest stop, 2 GB live", "3g", "longest"),
]
FIGURES = ["cpu", "wall", "stops", "longest"]  # milliseconds each
COLLECTORS = {"serial": "Serial", "parallel": "Parallel", "g1": "G1"}
ARGUS = {"argus": [], "concurrent": ["-XX:+ArgusConcurrentMarking"]}


def compile_java(jdk, out):
    source, made = os.path.join(HERE, "heap", "Heap.java"), os.path.join(out, "Heap.class")
    if not os.path.exists(made) or os.path.getmtime(made) < os.path.getmtime(source):
        subprocess.run([os.path.join(jdk, "bin", "javac"), "-d", out, source], check=True)


def figures_of(text):
    """Of what a run printed: processor and wall time, the sum of the stops and the longest, between its two marks."""
    m = re.search(r"^begin\n(.*)^end (\d+) (\d+)$", text, re.M | re.S)
    if not m:
        return None
    stops = [int(t) for t in re.findall(r"Total: (\d+) ns", m[1])]
    return {"cpu": int(m[2]) / 1e6, "wall": int(m[3]) / 1e6, "stops": sum(stops) / 1e6, "longest": max(stops, default=0) / 1e6}


def run_row(java, options, name, memory, args):
    command = [java, *options, "-Xmx" + memory, "-Xlog:safepoint", "-cp", args.classes, "Heap", name, str(args.percent)]
    r = vmrun.run(command, env=vmrun.clean_env(argus=True), timeout=args.timeout)
    found = figures_of(r.out.decode(errors="replace")) if r.code == 0 else None
    if not found:
        why = "time-out" if r.timed_out else f"exit {vmrun.code_name(r.code)}: {r.err.decode(errors='replace').strip()[-300:]}"
        print(f"  {name} failed: {' '.join(command[:3])}: {why}", file=sys.stderr)
    return found


def print_row(row, medians, clock):
    name, what, memory, counts = row
    counts = counts if clock == "cpu" or counts == "longest" else "wall"
    print(f"\n{name}: {what}, -Xmx{memory}\n{'':12}" + "".join(f"{f + ' ms':>12}" for f in FIGURES) + f"{counts + '/argus':>16}")
    base = medians.get("argus") or next(iter(medians.values()))
    for vm, m in medians.items():
        print(f"{vm:12}" + "".join(cell(m[f], 12, 1) for f in FIGURES) + cell(m[counts] / base[counts] if m[counts] and base[counts] else None, 16, 2))
    best = min((m[counts] for vm, m in medians.items() if vm in COLLECTORS and m[counts]), default=None)
    return best and base[counts] and best / base[counts]


def main():
    p = argparse.ArgumentParser(description="loads for the collector: Argus against HotSpot's collectors")
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--rows", default=",".join(r[0] for r in ROWS), help="comma-separated names")
    p.add_argument("--vms", default="argus," + ",".join(COLLECTORS), help="comma-separated out of " + ", ".join([*ARGUS, *COLLECTORS]))
    p.add_argument("--argus-arg", action="append", default=[], help="an option for Argus (repeatable)")
    p.add_argument("--rounds", type=int, default=5)
    p.add_argument("--clock", choices=("cpu", "wall"), default="cpu", help="what counts, but for the longest stop: processor time of the process, or wall time")
    p.add_argument("--percent", type=int, default=100, help="how large the loads are")
    p.add_argument("--quick", action="store_true", help="one round of a twentieth, to see whether anything is broken")
    p.add_argument("--timeout", type=float, default=600)
    p.add_argument("--json", help="where to write the numbers (default: BUILD/bench-heap.json)")
    args = p.parse_args()
    if args.quick:
        args.rounds, args.percent = 1, 5
    args.build = os.path.abspath(args.build)
    jdk = vmrun.find_jdk()
    java = os.path.join(jdk, "bin", "java")
    options = {v: ["-XXaltjvm=" + os.path.join(args.build, "argus"), *o, *args.argus_arg] for v, o in ARGUS.items()}
    options.update({v: [f"-XX:+Use{name}GC"] for v, name in COLLECTORS.items()})
    vms, rows = args.vms.split(","), [r for r in ROWS if r[0] in args.rows.split(",")]
    for v in vms:
        if v not in options or not usable(java, options[v]):
            p.error(f"{v} does not run; there are {', '.join(options)}")
    args.classes = os.path.join(args.build, "bench-heap")
    compile_java(jdk, args.classes)

    samples = {r[0]: {v: [] for v in vms} for r in rows}
    for round_number in range(args.rounds):
        for name, _, memory, _ in rows:
            for v in vms:
                samples[name][v].append(run_row(java, options[v], name, memory, args))
            if sys.stderr.isatty():
                print(f"\rround {round_number + 1}/{args.rounds}: {name:12}", end="", file=sys.stderr, flush=True)
    medians = {n: {v: {f: median([s and s[f] for s in ss]) for f in FIGURES} for v, ss in row.items()} for n, row in samples.items()}
    print(f"medians of {args.rounds} rounds; the last column: above 1, Argus is better")
    ratios = {r[0]: print_row(r, medians[r[0]], args.clock) for r in rows}
    print("\nbest collector of HotSpot / Argus: " + ", ".join(f"{n} {q:.2f}" for n, q in ratios.items() if q))
    path = args.json or os.path.join(args.build, "bench-heap.json")
    with open(path, "w") as f:
        json.dump({"jdk": vmrun.release_text(jdk), "rounds": args.rounds, "percent": args.percent, "medians_ms": medians, "samples_ms": samples, "best_ratio": ratios}, f, indent=1)
    print(f"numbers: {path}")
    return 1 if any(s is None for row in samples.values() for ss in row.values() for s in ss) else 0


if __name__ == "__main__":
    sys.exit(main())
