#!/usr/bin/env python3
"""The cost of a probe's hit in compiled code: kernels without and with each probe, in one run of bench/probes/Probed.java.

    bench/probes.py [--build DIR] [--rows REGEX] [--reps N]
    bench/probes.py --switch [PLACES]
    bench/probes.py --budget [SECONDS]

Prints a table of differences in nanoseconds a call. A probe's share of a processor is not limited here. With --switch: how fast javac is while a probe of
all its methods (or of PLACES, as in com.sun.tools.javac.*.*) is set and goes (bench/probes/Switched.java). With --budget: the speed of a program that
calls String.charAt all the time while a probe takes a stack at each call, within its share of a processor (bench/probes/Dear.java).
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import vmrun  # noqa: E402

EXPORT = ["--add-exports", "jdk.attach/sun.tools.attach=ALL-UNNAMED"]


def table(lines):
    kernels, rows, cost, base = [], [], {}, {}
    for line in lines:
        kernel, row, without, with_ = line.split("|")
        kernels += [kernel] if kernel not in kernels else []
        rows += [row] if row not in rows else []
        cost[kernel, row] = float(with_) - float(without)
        base.setdefault(kernel, []).append(float(without))
    yield "| kernel | without | " + " | ".join(rows) + " |"
    yield "| --- | ---: |" + " ---: |" * len(rows)
    for k in kernels:
        cells = [f"{cost[k, r]:+.2f}" if (k, r) in cost else "" for r in rows]
        yield f"| {k} | {min(base[k]):.2f} | " + " | ".join(cells) + " |"


def switch(jdk, args):
    export = [*EXPORT, "--add-modules", "jdk.compiler,jdk.attach"]
    with tempfile.TemporaryDirectory(prefix="argus-probes-") as out:
        subprocess.run([os.path.join(jdk, "bin", "javac"), *export, "-d", out, os.path.join(ROOT, "bench", "probes", "Switched.java")], check=True)
        command = [os.path.join(jdk, "bin", "java"), "-XXaltjvm=" + os.path.join(os.path.abspath(args.build), "argus"), *export,
                   "-Djdk.attach.allowAttachSelf=true", *args.jvm_arg, "-cp", out, "Switched", args.switch]
        r = vmrun.run(command, env=vmrun.clean_env(argus=True), timeout=600)
    if r.code:
        sys.exit(r.out.decode() + r.err.decode())
    for line in r.out.decode().splitlines():
        when, mean, worst = line.split("|")
        what = {"set": f"{mean} ms until the command answered", "answer": mean}.get(when, f"{mean} compilations a second, slowest tenth {worst}")
        print(f"{when}: {what}")


def budget(jdk, args):
    with tempfile.TemporaryDirectory(prefix="argus-probes-") as out:
        subprocess.run([os.path.join(jdk, "bin", "javac"), *EXPORT, "-d", out, os.path.join(ROOT, "bench", "probes", "Dear.java")], check=True)
        command = [os.path.join(jdk, "bin", "java"), "-XXaltjvm=" + os.path.join(os.path.abspath(args.build), "argus"), *EXPORT,
                   "-Djdk.attach.allowAttachSelf=true", *args.jvm_arg, "-cp", out, "Dear", str(args.budget)]
        r = vmrun.run(command, env=vmrun.clean_env(argus=True), timeout=600)
    if r.code:
        sys.exit(r.out.decode() + r.err.decode())
    before, with_, then, after, said = r.out.decode().split(maxsplit=4)
    for when, speed in ("from setting", with_), ("then", then), ("after removal", after):
        print(f"{when}, {args.budget:g} seconds: {float(speed) / float(before):.3f} of the speed before")
    print(said.strip())


def main():
    p = argparse.ArgumentParser(description="what a hit of a probe costs")
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--rows", default=".*", help="only kernels and probes, 'KERNEL PROBE', that match all of this regular expression")
    p.add_argument("--reps", type=int, default=40)
    p.add_argument("--jvm-arg", action="append", default=[])
    p.add_argument("--switch", nargs="?", const="com.sun.tools.javac.*.*", help="the speed of javac while a probe of these methods is set and goes")
    p.add_argument("--budget", nargs="?", type=float, const=10.0, help="the speed of a program while a probe at its hottest place is beyond its budget")
    args = p.parse_args()
    re.compile(args.rows)
    jdk = vmrun.find_jdk()
    if args.switch:
        return switch(jdk, args)
    if args.budget:
        return budget(jdk, args)
    with tempfile.TemporaryDirectory(prefix="argus-probes-") as out:
        subprocess.run([os.path.join(jdk, "bin", "javac"), *EXPORT, "-d", out, os.path.join(ROOT, "bench", "probes", "Probed.java")], check=True)
        command = [os.path.join(jdk, "bin", "java"), "-XXaltjvm=" + os.path.join(os.path.abspath(args.build), "argus"), *EXPORT,
                   "-Djdk.attach.allowAttachSelf=true", "-XX:ArgusProbeShare=0", f"-Dreps={args.reps}", *args.jvm_arg, "-cp", out, "Probed", args.rows]
        r = vmrun.run(command, env=vmrun.clean_env(argus=True), timeout=1200)
    if r.code:
        sys.exit(r.out.decode() + r.err.decode())
    print("\n".join(table(r.out.decode().splitlines())))


if __name__ == "__main__":
    main()
