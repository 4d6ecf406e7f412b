#!/usr/bin/env python3
"""litmus: test/java/MemoryModel.java for long (`./x stress litmus`), in stencil code and in the optimizer's.

No forbidden outcome may come; both loops of every test must have been compiled; and of the outcomes that are allowed and show another order (store buffering) at least one must come,
else the threads did not run side by side and nothing is proved.
"""
import argparse
import os
import re
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import vmrun  # noqa: E402

MODES = {"stencils": ["-XX:-ArgusOptimizer"], "optimizer": [], "optimizer, at once": ["-XX:ArgusStencilThreshold=2", "-XX:ArgusProfileEnough=2"]}
SOURCE = os.path.join(ROOT, "test", "java", "MemoryModel.java")


def compiled(out, optimizer):
    """Which loops of the tests were compiled, as Class.method."""
    pattern = r"optimized MemoryModel\$(\w+)\.(\w+)\(" if optimizer else r"MemoryModel\$(\w+)\.(\w+)\(.*\) ?\S* at 0x"
    return {f"{c}.{m}" for c, m in re.findall(pattern, out)}


def wrong(mode, result):
    """What a run shows to be wrong; None: nothing."""
    out = result.out.decode(errors="replace")
    if result.timed_out or result.code:
        return f"ended with {result.code}\n" + vmrun.tail(result.out) + vmrun.tail(result.err)
    bad = [line for line in out.splitlines() if re.search(r": forbidden outcomes [1-9]", line)]
    if bad:
        return "; ".join(bad)
    with open(SOURCE, encoding="utf-8") as f:
        tests = re.findall(r"static class (\w+) extends Test", f.read())
    missing = {f"{t}.{m}" for t in tests for m in ("one", "two") if t != "Spinning"} - compiled(out, mode != "stencils")
    if missing:
        return "not compiled: " + ", ".join(sorted(missing))
    if not re.search(r": allowed outcomes [1-9]", out):
        return "no store buffering was seen: the threads did not run side by side"
    return None


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--seconds", type=int, default=10, help="for each test of each mode")
    p.add_argument("--mode", action="append", help=", ".join(MODES))
    args = p.parse_args()
    jdk = vmrun.find_jdk()
    with tempfile.TemporaryDirectory(prefix="argus-litmus-") as folder:
        r = vmrun.run([os.path.join(jdk, "bin", "javac"), "-nowarn", "-d", folder, SOURCE], env=vmrun.clean_env())
        if r.code:
            sys.exit("litmus: javac: " + vmrun.tail(r.out + r.err))

        def case(mode):
            command = [os.path.join(jdk, "bin", "java"), "-XXaltjvm=" + os.path.join(os.path.abspath(args.build), "argus"), *MODES[mode], "-Xlog:jit+compilation=debug",
                       f"-Dlitmus.seconds={args.seconds}", "-cp", folder, "MemoryModel"]
            result = vmrun.run(command, env=vmrun.clean_env(argus=True), timeout=40 * args.seconds + 60)
            print("\n".join(f"{mode}: {x}" for x in result.out.decode(errors="replace").splitlines() if "outcomes" in x), flush=True)
            return wrong(mode, result)
        return vmrun.run_cases("litmus", args.mode or list(MODES), case, 1)


if __name__ == "__main__":
    sys.exit(main())
