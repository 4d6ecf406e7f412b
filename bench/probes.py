#!/usr/bin/env python3
"""The cost of a probe's hit in compiled code: kernels without and with each probe, in one run of bench/probes/Probed.java.

    bench/probes.py [--build DIR] [--rows REGEX] [--reps N]

Prints a table of differences in nanoseconds a call. A probe's share of a processor is not limited here.
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


def main():
    p = argparse.ArgumentParser(description="what a hit of a probe costs")
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--rows", default=".*", help="only kernels and probes, 'KERNEL PROBE', that match all of this regular expression")
    p.add_argument("--reps", type=int, default=40)
    p.add_argument("--jvm-arg", action="append", default=[])
    args = p.parse_args()
    re.compile(args.rows)
    jdk = vmrun.find_jdk()
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
