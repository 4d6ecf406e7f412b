#!/usr/bin/env python3
"""How soon a program is fast: time until a kernel reaches 90% of its steady speed, and what the compilers took, Argus against HotSpot.

Each kernel runs for --ms milliseconds in a VM of its own, on each VM in turn in every round, and says how long each repetition took. Steady is
the median of the last half of them. Warm is the first repetition from which on three in a row take at most a ninth more than that; what was
used up to its end, wall time and processor time of the whole process, is the warm-up, less what so many repetitions take when steady: that
is the price of not being warm from the start. Compilers: -XX:+CITime of a run of all kernels, and Argus' log by size of what was compiled.
"""
import argparse
import json
import os
import re
import statistics
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
sys.path[:0] = [HERE, os.path.join(ROOT, "test", "tools")]
import run as bench  # noqa: E402
import vmrun  # noqa: E402

SIZES = [50, 100, 200, 500, 1000, 2000, 5000, 1 << 30]  # nodes of a graph, below


def steady(times):
    return statistics.median(times[len(times) // 2:])


def warm_up(samples):
    """samples: (wall, cpu) of each repetition, ns. What not being warm cost, of both clocks; None: it never was."""
    best = steady([w for w, _ in samples]), steady([c for _, c in samples])
    fast = [w <= best[0] * 10 / 9 for w, _ in samples]
    at = next((i for i in range(len(fast) - 2) if all(fast[i:i + 3])), None)
    return None if at is None else tuple(max(0, sum(s[k] for s in samples[:at]) - at * best[k]) for k in (0, 1))


def curve(java, options, classes, kernel, args):
    r = vmrun.run([java, *options, "-cp", classes, bench.SETS[args.set], "--curve", str(args.ms), kernel], env=vmrun.clean_env(argus=True), timeout=args.timeout)
    samples = [(int(w), int(c)) for w, c in re.findall(rb"^\S+ (\d+) (\d+)$", r.out, re.M)]
    if r.code != 0 or len(samples) < 10:
        print(f"  {kernel} failed: exit {vmrun.code_name(r.code)}, {len(samples)} repetitions", file=sys.stderr)
        return None
    return warm_up(samples)


def print_kernels(rows):
    print("\nWarm-up: ms until 90% of the steady speed, less what as much work takes when steady (medians)\n")
    print(f"{'kernel':14}{'argus wall':>12}{'hotspot wall':>14}{'argus cpu':>12}{'hotspot cpu':>14}")
    for kernel, row in rows.items():
        cells = [row[vm][k] if row[vm] else None for k in (0, 1) for vm in ("argus", "hotspot")]
        print(f"{kernel:14}" + "".join(bench.cell(c / 1e6 if c is not None else None, w, 1) for c, w in zip(cells, (12, 14, 12, 14))))
    for k, clock in enumerate(("wall", "cpu")):
        both = [(r["argus"][k], r["hotspot"][k]) for r in rows.values() if r["argus"] and r["hotspot"]]
        if both:
            print(f"sum of {clock}: argus {sum(a for a, _ in both) / 1e6:.0f} ms, hotspot {sum(h for _, h in both) / 1e6:.0f} ms")


def compilers(java, options, classes, kernels, args):
    """The lines of -XX:+CITime about compilers, and the whole output."""
    words = [java, *options, "-XX:+CITime", "-cp", classes, bench.SETS[args.set], "--reps", "1", "--warm-ms", "500", *kernels]
    out = vmrun.run(words, env=vmrun.clean_env(argus=True), timeout=args.timeout).out.decode(errors="replace")
    return re.findall(r"^  ((?:Stencils|Optimizer|C1|C2) \{.*\})$|^  (Total compilation time.*)$", out, re.M), out


def print_sizes(out):
    """Of `-Xlog:jit+compilation=debug`: the optimizer's time by nodes."""
    made = [(int(n), int(us)) for n, us in re.findall(r"\d+ optimized .*: (\d+) nodes, .* (\d+) us", out)]
    print("\nThe optimizer by size: nodes below, compilations, median and sum of microseconds, nanoseconds a node")
    low = 0
    for high in SIZES:
        part = [(n, us) for n, us in made if low <= n < high]
        if part:
            total = sum(us for _, us in part)
            print(f"{high if high < 1 << 30 else 'more':>8}{len(part):8}{statistics.median(us for _, us in part):10.0f}{total:10}{1000 * total / sum(n for n, _ in part):10.0f}")
        low = high


def main():
    p = argparse.ArgumentParser(description="how soon Argus and HotSpot are fast")
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--set", choices=sorted(bench.SETS), default="kernels")
    p.add_argument("--kernels", default="", help="a regular expression (default: all)")
    p.add_argument("--rounds", type=int, default=3)
    p.add_argument("--ms", type=int, default=4000, help="how long a kernel runs")
    p.add_argument("--timeout", type=float, default=300)
    p.add_argument("--json", help="where to write the numbers (default: BUILD/bench-warmup.json)")
    args = p.parse_args()
    jdk = vmrun.find_jdk()
    build = os.path.abspath(args.build)
    java, classes = os.path.join(jdk, "bin", "java"), os.path.join(build, "bench-classes")
    bench.compile_java(jdk, classes)
    vms = {"argus": [f"-XXaltjvm={build}/argus"], "hotspot": []}
    names = vmrun.run([java, "-cp", classes, bench.SETS[args.set], "--list"], env=vmrun.clean_env(), timeout=60).out.decode().split()
    names = [n for n in names if re.search(args.kernels, n)]
    samples = {n: {vm: [] for vm in vms} for n in names}
    for i in range(args.rounds):
        print(f"round {i + 1} of {args.rounds}", flush=True)
        for name in names:
            for vm, options in vms.items():
                samples[name][vm].append(curve(java, options, classes, name, args))
    rows = {n: {vm: tuple(statistics.median(c) for c in zip(*filter(None, s))) if any(s) else None for vm, s in row.items()} for n, row in samples.items()}
    print_kernels(rows)
    print("\nCompilers, all these kernels in one VM, half a second of warm-up for each:\n")
    for vm, options in vms.items():
        lines, out = compilers(java, options + (["-Xlog:jit+compilation=debug"] if vm == "argus" else []), classes, names, args)
        print("\n".join(f"{vm:8} {a or b}" for a, b in lines))
        if vm == "argus":
            log = out
    print_sizes(log)
    path = args.json or os.path.join(build, "bench-warmup.json")
    with open(path, "w") as f:
        json.dump(samples, f, indent=1)
    print(f"numbers: {path}")


if __name__ == "__main__":
    main()
