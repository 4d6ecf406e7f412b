#!/usr/bin/env python3
"""Random methods in Java (java_methods.py) or in bytecode (bytecode_methods.py) on all tiers of Argus and on HotSpot: each prints the same checksums, or it is named.

Programs of a batch are compiled at once, and stay in the folder that is named when something differs; --keep keeps all.
"""
import argparse
import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(ROOT, "test", "tools"), os.path.dirname(os.path.abspath(__file__))]
import bytecode_methods  # noqa: E402
import java_methods  # noqa: E402
import vmrun  # noqa: E402

# The exceptions' texts count, which compiled code of both VMs leaves out otherwise.
TEXTS = ["-XX:-OmitStackTraceInFastThrow"]
# One at the second of two instructions that its interpreter makes one is told of the first.
ORACLE = [*TEXTS, "-XX:-RewriteFrequentPairs", "-XX:TieredStopAtLevel=1"]
# Its compiled code leaves the loader of a class that it has not resolved out of the text of a ClassCastException: asked where a tier differs from the above.
SECOND_ORACLE = ["-XX:-RewriteFrequentPairs", "-Xint"]
TIERS = {
    "interpreter": ["-Xint"],
    "stencils": ["-XX:-ArgusOptimizer", "-XX:ArgusStencilThreshold=2"],
    "optimizer, at once": ["-Xbatch", "-XX:+ArgusOptimizer", "-XX:ArgusStencilThreshold=2", "-XX:ArgusProfileEnough=2"],
    "optimizer, with profiles": ["-Xbatch", "-XX:+ArgusOptimizer", "-XX:ArgusStencilThreshold=5", "-XX:ArgusProfileEnough=100"],
    "optimizer, beside": ["-XX:+ArgusOptimizer", "-XX:ArgusStencilThreshold=2", "-XX:ArgusProfileEnough=20"],
    "optimizer, given up in the middle": ["-Xbatch", "-XX:+ArgusOptimizer", "-XX:ArgusStencilThreshold=2", "-XX:ArgusProfileEnough=20", "-XX:ArgusOptimizeWork=2000", "-XX:+ArgusVerifyGraphs"],
    "as it comes": [],
}
BATCH = 8


def compile_batch(jdk, folder, names):
    # With names of variables: without them the two VMs tell differently whether one is a parameter.
    r = subprocess.run([os.path.join(jdk, "bin", "javac"), "-J-Xss16m", "-J-XX:TieredStopAtLevel=1", "-g", "-nowarn", "-cp", folder, "-d", folder, *(os.path.join(folder, n + ".java") for n in names)],
                       stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if r.returncode:
        sys.exit(f"compare_tiers: javac refuses what was generated in {folder}:\n{r.stdout[-3000:]}")


def run(jdk, folder, name, options, rounds, argus, timeout):
    return vmrun.run([os.path.join(jdk, "bin", "java"), *options, "-Xss4m", "-XX:-UsePerfData", "-cp", folder, name, str(rounds)], env=vmrun.clean_env(argus=argus), timeout=timeout)


def difference(want, got):
    """What is wrong with the answer of a tier; None: nothing."""
    if got.timed_out:
        return "does not end after:\n" + vmrun.tail(got.out)
    if got.code != want.code:
        return f"ends with {got.code} instead of {want.code}:\n{vmrun.tail(got.err)}"
    if got.out == want.out:
        return None
    lines = [f"{b.decode(errors='replace')} instead of {a.decode(errors='replace').split()[-1]}"
             for a, b in zip(want.out.splitlines(), got.out.splitlines()) if a != b]
    return "; ".join(lines[:5]) + (f" and {len(lines) - 5} more" if len(lines) > 5 else "")


def compare(args, jdk, folder, name):
    """Prints what differs; returns how many tiers do."""
    want = run(jdk, folder, name, ORACLE, args.rounds, False, args.timeout)
    if want.timed_out:
        print(f"FAIL {name}: HotSpot does not end it:\n{vmrun.tail(want.err)}", flush=True)
        return 1
    if want.code != 0:  # a class that it refuses: so must each tier, behind the same output
        print(f"{name}: HotSpot ends it with {want.code}:\n{vmrun.tail(want.err)}", flush=True)
    wrong, second = 0, None
    for tier, options in TIERS.items():
        if args.tiers and not any(t in tier for t in args.tiers):
            continue
        got = run(jdk, folder, name, ["-XXaltjvm=" + os.path.join(os.path.abspath(args.build), "argus"), *TEXTS, *options, *args.jvm_arg], args.rounds, True, args.timeout)
        text = difference(want, got)
        if text and got.code == want.code and not got.timed_out:
            second = second or run(jdk, folder, name, SECOND_ORACLE, args.rounds, False, args.timeout)
            text = difference(second, got) if second.code == want.code else text
        if text:
            wrong += 1
            print(f"FAIL {name} by {tier}: {text}", flush=True)
    return wrong


def write_program(folder, name, seed, args):
    if args.kind == "java":
        text, files = java_methods.program(name, seed, args.methods), {}
    else:
        text, files = bytecode_methods.program(name, seed, args.methods)
    with open(os.path.join(folder, name + ".java"), "w", encoding="utf-8") as f:
        f.write(text)
    for n, data in files.items():
        with open(os.path.join(folder, n + ".class"), "wb") as f:
            f.write(data)


def run_batch(args, jdk, seeds):
    folder = tempfile.mkdtemp(prefix="argus-methods-")
    names = [f"Methods{s}" for s in seeds]
    for name, seed in zip(names, seeds):
        write_program(folder, name, seed, args)
    compile_batch(jdk, folder, names)
    wrong = sum(compare(args, jdk, folder, name) > 0 for name in names)
    if wrong or args.keep:
        print(f"  the programs are in {folder}", flush=True)
    else:
        shutil.rmtree(folder)
    return len(names) - wrong, wrong


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--kind", choices=("java", "bytecode"), default="java")
    p.add_argument("--seed", type=int, default=0, help="of the first program")
    p.add_argument("--programs", type=int, default=8)
    p.add_argument("--methods", type=int, default=250, help="in each program")
    p.add_argument("--rounds", type=int, default=100, help="how often each method is called")
    p.add_argument("--tiers", action="append", default=[], help="only tiers with this in their name (repeatable)")
    p.add_argument("--jvm-arg", action="append", default=[], help="an extra option for Argus (repeatable)")
    p.add_argument("--timeout", type=float, default=120)
    p.add_argument("--keep", action="store_true")
    args = p.parse_args()
    jdk, passed, failed = vmrun.find_jdk(), 0, 0
    for first in range(args.seed, args.seed + args.programs, BATCH):
        good, bad = run_batch(args, jdk, range(first, min(first + BATCH, args.seed + args.programs)))
        passed, failed = passed + good, failed + bad
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
