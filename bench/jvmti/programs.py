#!/usr/bin/env python3
"""What a program pays for tools that are there: ten environments that hold every capability over the kernels, a debugger that waits while javac compiles
java.util, and a server under the agents of the market (bench/agents/served.py). Each VM with the tool and without, in turn in every round; processor time (of
the kernel's thread, of javac's whole process, of the server's).
"""
import argparse
import json
import os
import socket
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import run as bench  # noqa: E402
from run import ROOT, cell, geomean, median, vmrun  # noqa: E402

sys.path.insert(0, os.path.join(ROOT, "tools"))
sys.path.insert(0, os.path.join(ROOT, "bench", "agents"))
import run_main  # noqa: E402
import served  # noqa: E402

PARTS = ("held", "debugger", "market")
TARGETS = {"held": 1.02, "debugger": 1.03}  # on Argus


def kernel_times(java, vms, names, classes, args):
    """kernel -> vm -> (without, with) ten environments, medians in ns."""
    samples = {n: {v: ([], []) for v in vms} for n in names}
    for _ in range(args.rounds):
        for n in names:
            for v, options in vms.items():
                for k, more in enumerate(([], [f"-agentpath:{args.lib}=held"])):
                    samples[n][v][k].append(bench.run_kernel(java, [*options, *more], classes, n, args))
    return {n: {v: tuple(median(s) for s in both) for v, both in row.items()} for n, row in samples.items()}


def print_kernels(times, vms):
    print("\nTen environments, each with every capability it can have: time with / without\n")
    print(f"{'kernel':16}" + "".join(f"{v:>10}" for v in vms))
    ratios = {v: [row[v][1] / row[v][0] if all(row[v]) else None for row in times.values()] for v in vms}
    for i, n in enumerate(times):
        print(f"{n:16}" + "".join(cell(ratios[v][i], 10, 2) for v in vms))
    means = {v: geomean(ratios[v]) for v in vms}
    print(f"{'geometric mean':16}" + "".join(cell(means[v], 10, 3) for v in vms))
    return means


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def wait_for_listener(child):
    """The agent says when it listens."""
    for line in child.stdout:
        if line.startswith(b"Listening"):
            return
    raise run_main.Missing("the debuggee ended before it listened")


def attached_command(command, attached):
    """Runs the command, under a debugger that waits if asked; its output, or None, and the processor time of the whole process in seconds."""
    port, jdb = free_port(), None
    agent = [f"-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,address=127.0.0.1:{port}"] if attached else []
    child = subprocess.Popen([command[0], *agent, *command[1:]], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=vmrun.clean_env(argus=True))
    if attached:
        wait_for_listener(child)
        jdb = subprocess.Popen([os.path.join(os.path.dirname(command[0]), "jdb"), "-connect", f"com.sun.jdi.SocketAttach:hostname=127.0.0.1,port={port}"],
                               stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        jdb.stdin.write(b"resume\n")
        jdb.stdin.flush()
    out = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if jdb:
        jdb.stdin.close()
        jdb.wait()
    return out if child.returncode == 0 else None, usage.ru_utime + usage.ru_stime


def javac_seconds(java, options, arguments, classes, attached, times):
    """(from cold, steady): seconds of a javac's whole process, and of one in the second half of many in one process; None for what failed."""
    out, cold = attached_command([java, *options, *run_main.JAVAC, *arguments], attached)
    again, _ = attached_command([java, *options, "-cp", classes, "Again", str(times), *arguments], attached)
    each = [int(line.split()[1]) / 1e9 for line in (again or b"").splitlines() if line.startswith(b"again ")]
    return cold if out is not None else None, median(each[times // 2:]) if len(each) == times else None


def debugger_ratios(jdk, vms, classes, args):
    java = os.path.join(jdk, "bin", "java")
    with tempfile.TemporaryDirectory(prefix="argus-bench-") as work:
        files = run_main.extract(run_main.find_sources(jdk), os.path.join(work, "src"), args.quick)
        arguments = ["--patch-module", f"java.base={work}/src/java.base", *run_main.JAVAC_FLAGS, "-d", os.path.join(work, "out"), *files]
        seconds = {v: ([], []) for v in vms}
        for _ in range(args.rounds):
            for v, options in vms.items():
                for k in (0, 1):
                    seconds[v][k].append(javac_seconds(java, options, arguments, classes, k == 1, args.times))
    print("\nA debugger (jdb) attached and idle, javac over java.util: processor seconds of a process from cold, and of one compilation when many ran before\n")
    print(f"{'vm':16}" + "".join(f"{h:>10}" for h in ("cold", "with", "ratio", "steady", "with", "ratio")))
    ratios = {}
    for v in vms:
        cells, ratios[v] = "", []
        for k in (0, 1):
            a, b = (median([s[k] for s in with_or_without]) for with_or_without in seconds[v])
            ratios[v].append(b / a if a and b else None)
            cells += cell(a, 10, 2) + cell(b, 10, 2) + cell(ratios[v][-1], 10, 3)
        print(f"{v:16}" + cells)
    return {v: r[1] for v, r in ratios.items()}, {v: r[0] for v, r in ratios.items()}


def main():
    p = argparse.ArgumentParser(description="what programs and a server pay for tools that are there")
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--rounds", type=int, default=5)
    p.add_argument("--vms", default="argus,hotspot")
    p.add_argument("--times", type=int, default=16, help="compilations in one process, the second half of them counts (default: 16)")
    p.add_argument("--only", choices=PARTS, help="one of the three")
    p.add_argument("--quick", action="store_true", help="one round, few kernels, few files: to see whether anything is broken")
    p.add_argument("--json", help="where to write the numbers (default: BUILD/bench-tools.json)")
    args = p.parse_args()
    args.rounds, args.times = (1, 2) if args.quick else (args.rounds, args.times)
    args.set, args.clock, args.reps, args.warm_ms, args.timeout = "kernels", "cpu", 3, 400, 120
    build = os.path.abspath(args.build)
    args.lib = os.path.join(build, "bench-jvmti", "libprobe.so")
    if not os.path.exists(args.lib):
        p.error(f"{args.lib} does not exist: build first")
    jdk = vmrun.find_jdk()
    java, classes = os.path.join(jdk, "bin", "java"), os.path.join(build, "bench-classes")
    every = {"argus": [f"-XXaltjvm={build}/argus"], "hotspot": []}
    vms = {v: every[v] for v in args.vms.split(",")}
    bench.compile_java(jdk, classes)
    results = {}
    if args.only in (None, "held"):
        names = vmrun.run([java, "-cp", classes, "Bench", "--list"], env=vmrun.clean_env(), timeout=60).out.decode().split()
        results["held"] = print_kernels(kernel_times(java, vms, names[:2] if args.quick else names, classes, args), vms)
    if args.only in (None, "debugger"):
        results["debugger"], results["debugger from cold"] = debugger_ratios(jdk, vms, classes, args)
    if args.only in (None, "market"):
        results["market"] = served.table(jdk, build, vms, args.rounds, args.quick)
    missed = [k for k, most in TARGETS.items() if k in results and "argus" in vms and not (results[k]["argus"] and results[k]["argus"] <= most)]
    missed += [f"server, {k}" for k in served.missed(results.get("market", {}))]
    print(f"\n{len(missed)} missed" + (": " + ", ".join(missed) if missed else ""))
    path = args.json or os.path.join(build, "bench-tools.json")
    with open(path, "w") as f:
        json.dump(results, f, indent=1)
    print(f"numbers: {path}")


if __name__ == "__main__":
    try:
        main()
    except (run_main.Missing, served.Missing) as e:
        sys.exit(f"bench tools: {e}")
