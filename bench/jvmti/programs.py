#!/usr/bin/env python3
"""What a program pays for tools that are there and ask nothing: ten environments that hold every capability over the kernels, and a debugger that waits while javac
compiles java.util. Each VM with the tool and without, in turn in every round; processor time (of the kernel's thread, of javac's whole process).
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
import run_main  # noqa: E402

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


def javac(jdk, options, work, files, attached):
    """Processor time of one javac in seconds, or None."""
    port, jdb = free_port(), None
    agent = [f"-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,address=127.0.0.1:{port}"] if attached else []
    command = [os.path.join(jdk, "bin", "java"), *options, *agent, *run_main.JAVAC, "--patch-module", f"java.base={work}/src/java.base", *run_main.JAVAC_FLAGS,
               "-d", os.path.join(work, "out"), *files]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=vmrun.clean_env(argus=True))
    if attached:
        wait_for_listener(child)
        jdb = subprocess.Popen([os.path.join(jdk, "bin", "jdb"), "-connect", f"com.sun.jdi.SocketAttach:hostname=127.0.0.1,port={port}"],
                               stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        jdb.stdin.write(b"resume\n")
        jdb.stdin.flush()
    child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if jdb:
        jdb.stdin.close()
        jdb.wait()
    return usage.ru_utime + usage.ru_stime if child.returncode == 0 else None


def debugger_ratios(jdk, vms, args):
    with tempfile.TemporaryDirectory(prefix="argus-bench-") as work:
        files = run_main.extract(run_main.find_sources(jdk), os.path.join(work, "src"), args.quick)
        seconds = {v: ([], []) for v in vms}
        for _ in range(args.rounds):
            for v, options in vms.items():
                for k in (0, 1):
                    seconds[v][k].append(javac(jdk, options, work, files, k == 1))
    print("\nA debugger (jdb) attached and idle, javac over java.util: processor seconds\n")
    print(f"{'vm':16}{'without':>10}{'with':>10}{'ratio':>10}")
    ratios = {}
    for v in vms:
        a, b = (median(s) for s in seconds[v])
        ratios[v] = b / a if a and b else None
        print(f"{v:16}" + cell(a, 10, 2) + cell(b, 10, 2) + cell(ratios[v], 10, 3))
    return ratios


def main():
    p = argparse.ArgumentParser(description="what programs pay for tools that are there and ask nothing")
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--rounds", type=int, default=5)
    p.add_argument("--vms", default="argus,hotspot")
    p.add_argument("--only", choices=sorted(TARGETS), help="one of the two")
    p.add_argument("--quick", action="store_true", help="one round, few kernels, few files: to see whether anything is broken")
    p.add_argument("--json", help="where to write the numbers (default: BUILD/bench-tools.json)")
    args = p.parse_args()
    args.rounds = 1 if args.quick else args.rounds
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
    if args.only != "debugger":
        names = vmrun.run([java, "-cp", classes, "Bench", "--list"], env=vmrun.clean_env(), timeout=60).out.decode().split()
        results["held"] = print_kernels(kernel_times(java, vms, names[:2] if args.quick else names, classes, args), vms)
    if args.only != "held":
        results["debugger"] = debugger_ratios(jdk, vms, args)
    missed = [k for k, r in results.items() if "argus" in vms and not (r["argus"] and r["argus"] <= TARGETS[k])]
    print(f"\n{len(missed)} missed" + (": " + ", ".join(missed) if missed else ""))
    path = args.json or os.path.join(build, "bench-tools.json")
    with open(path, "w") as f:
        json.dump(results, f, indent=1)
    print(f"numbers: {path}")


if __name__ == "__main__":
    try:
        main()
    except run_main.Missing as e:
        sys.exit(f"bench tools: {e}")
