#!/usr/bin/env python3
"""Small things that programs do all day, each hot: Argus beside HotSpot, sorted by ratio. See README.md in this folder.

Each thing runs alone in a VM of its own, on each VM in turn, so that no thing spoils another one's profile and a slow minute of
the machine touches both. What a thing returns is compared as well.
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
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import vmrun  # noqa: E402

FOLDER = os.path.join(HERE, "things")


def compile_java(jdk, out):
    os.makedirs(out, exist_ok=True)
    sources = sorted(os.path.join(FOLDER, f) for f in os.listdir(FOLDER) if f.endswith(".java"))
    stamp = os.path.join(out, "stamp")
    if os.path.exists(stamp) and os.path.getmtime(stamp) >= max(os.path.getmtime(f) for f in sources):
        return
    subprocess.run([os.path.join(jdk, "bin", "javac"), "-nowarn", "-XDignore.symbol.file=true", "-d", out, *sources], check=True, stderr=subprocess.DEVNULL)
    open(stamp, "w").close()


def parse(out):
    """(picoseconds, check) from a line of the harness, or None."""
    m = re.match(rb"\S+ (\d+) (\S+)\s*$", out)
    return (int(m[1]), m[2].decode()) if m else None


def run(java, options, classes, name, args):
    clock = ["--cpu"] if args.clock == "cpu" else []
    command = [java, *options, "-cp", classes, "Things", "--warm-ms", str(args.warm_ms), "--chunk-ms", str(args.chunk_ms), *clock, name]
    r = vmrun.run(command, env=vmrun.clean_env(argus=True), timeout=args.timeout)
    found = parse(r.out) if r.code == 0 else None
    if not found:
        why = "time-out" if r.timed_out else f"exit {vmrun.code_name(r.code)}: {r.err.decode(errors='replace').strip()[-200:]}"
        print(f"\n  {name} failed with {' '.join(options) or 'no option'}: {why}", file=sys.stderr)
    return found


def geomean(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else float("nan")


def summary(rows):
    """Mean and counts of the cliffs, of rows with a ratio."""
    ratios = [r["ratio"] for r in rows if r["ratio"]]
    return {"things": len(ratios), "mean": geomean(ratios), "below_half": sum(r < 0.5 for r in ratios), "below_fifth": sum(r < 0.2 for r in ratios)}


def main():
    p = argparse.ArgumentParser(prog="x bench things", description="small things that programs do all day: nanoseconds of each, Argus beside HotSpot")
    p.add_argument("filter", nargs="?", default="", help="only things whose name matches this regular expression")
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--argus-arg", action="append", default=[], help="an option for Argus (repeatable)")
    p.add_argument("--rounds", type=int, default=1, help="runs on each VM, of which the median counts (1)")
    p.add_argument("--warm-ms", type=int, default=700, help="warm-up of each run (700)")
    p.add_argument("--chunk-ms", type=int, default=15, help="length of each of nine timed chunks (15)")
    p.add_argument("--clock", choices=["wall", "cpu"], default="wall", help="wall time, or processor time of the thread for a busy machine (wall)")
    p.add_argument("--jobs", type=int, default=1, help="things at a time (1: figures are only quiet so)")
    p.add_argument("--below", type=float, help="show only rows with a smaller ratio")
    p.add_argument("--old", help="a JSON file of an earlier run: its ratio is shown beside each row")
    p.add_argument("--timeout", type=float, default=60)
    p.add_argument("--list", action="store_true", help="print the names")
    p.add_argument("--json", help="where to write the numbers (default: BUILD/things.json)")
    args = p.parse_args()
    args.build = os.path.abspath(args.build)
    jdk = vmrun.find_jdk()
    java = os.path.join(jdk, "bin", "java")
    classes = os.path.join(args.build, "bench-things")
    os.makedirs(args.build, exist_ok=True)
    compile_java(jdk, classes)
    try:
        wanted = re.compile(args.filter)
    except re.error as e:
        p.error(f"{args.filter}: {e}")
    names = subprocess.run([java, "-cp", classes, "Things", "--list"], capture_output=True, text=True, check=True).stdout.split()
    names = [n for n in names if wanted.search(n)]
    if not names:
        p.error(f"no thing's name matches {args.filter} (--list shows them)")
    if args.list:
        print("\n".join(names))
        return 0
    vms = {"argus": ["-XXaltjvm=" + os.path.join(args.build, "argus"), *args.argus_arg], "hotspot": []}
    old = {r["name"]: r["ratio"] for r in json.load(open(args.old))["rows"]} if args.old else {}
    done, began = 0, time.monotonic()

    def measure(name):
        nonlocal done
        found = {v: [run(java, vms[v], classes, name, args)] for v in vms}
        for _ in range(args.rounds - 1):
            for v in vms:
                found[v].append(run(java, vms[v], classes, name, args) if found[v][0] else None)
        row = {"name": name, "ratio": None, "same": True}
        for v in vms:
            good = [f for f in found[v] if f]
            row[v] = statistics.median(f[0] for f in good) / 1000 if good else None
        if row["argus"] is not None and row["hotspot"] is not None:
            row["ratio"] = max(row["hotspot"], 0.05) / max(row["argus"], 0.05)  # a loop that went away: no cheaper than a twentieth of a nanosecond
            row["same"] = len({f[1] for v in vms for f in found[v] if f}) == 1
        done += 1
        left = (time.monotonic() - began) / done * (len(names) - done)
        print(f"\r{done}/{len(names)}, {left / 60:.1f} min left: {name:36}", end="", file=sys.stderr, flush=True)
        return row

    with ThreadPoolExecutor(max(1, args.jobs)) as pool:
        rows = list(pool.map(measure, names))
    print(file=sys.stderr)
    rows.sort(key=lambda r: (r["ratio"] is not None, r["ratio"] or 0))
    print(f"{'thing':36}{'HotSpot ns':>12}{'Argus ns':>12}{'ratio':>8}" + (f"{'before':>8}" if old else ""))
    for r in rows:
        if args.below and r["ratio"] and r["ratio"] >= args.below:
            continue
        cells = "".join(f"{r[v]:12.2f}" if r[v] is not None else f"{'failed':>12}" for v in ("hotspot", "argus"))
        line = f"{r['name']:36}" + cells + (f"{r['ratio']:8.2f}" if r["ratio"] else f"{'-':>8}")
        if old:
            line += f"{old[r['name']]:8.2f}" if old.get(r["name"]) else f"{'-':>8}"
        print(line + ("" if r["same"] else "  RESULTS DIFFER"))
    s = summary(rows)
    print(f"{s['things']} things: geometric mean {s['mean']:.2f} of HotSpot's speed, {s['below_half']} below 0.5, {s['below_fifth']} below 0.2")
    path = args.json or os.path.join(args.build, "things.json")
    with open(path, "w") as f:
        json.dump({"jdk": vmrun.release_text(jdk), "rows": rows, **s}, f, indent=1)
    print(f"numbers: {path}")
    return 1 if any(r["ratio"] is None or not r["same"] for r in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
