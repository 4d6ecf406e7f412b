#!/usr/bin/env python3
"""Which loops of test/java/VectorLoops the optimizer runs in vectors (docs/optimizer-passes.md, "Vectors"), by its log. What they compute is compared with HotSpot by driver 20."""
# Runs beside other drivers, about 3 s.
import argparse
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import variants  # noqa: E402
import vmrun  # noqa: E402

IN_LANES = "bits bools bytes chars longs mx neg rows sq st sumAndStore suml two twoStores".split()
# turns that depend on each other, sums whose order counts, elements of several sizes, steps other than 1, values that are needed behind the loop
ONE_BY_ONE = "rec shl counter last mixed inOrder ofBytes steps".split()
PARTS = {"wide": "-XX:UseAVX=3", "half": "-XX:UseAVX=0"}  # vectors of 32 bytes, where the processor has them, and of 16
LINE = re.compile(r"optimized Main\.(\w+)\(.* (\d+) loops by lanes")


def loops(jdk, build, folder, option):
    """Name of a method -> most loops by lanes that it was ever compiled with, with this option. None: the program failed."""
    source = os.path.join(ROOT, "test", "java", "VectorLoops", "Main.java")
    subprocess.run([os.path.join(jdk, "bin", "javac"), "-d", folder, source], check=True)
    r = vmrun.run([os.path.join(jdk, "bin", "java"), f"-XXaltjvm={os.path.abspath(build)}/argus", "-Xbatch", "-XX:-OmitStackTraceInFastThrow", "-Xlog:jit+compilation=debug", option,
                   "-cp", folder, "Main", "3000"], env=vmrun.clean_env(argus=True), timeout=120)
    most = {}
    if r.timed_out or r.code != 0:
        print(f"FAIL lanes/program {option}: exit {r.code}: {vmrun.tail(r.err)}", flush=True)
        return None
    for name, count in LINE.findall(r.out.decode(errors="replace")):
        most[name] = max(most.get(name, 0), int(count))
    return most


def fault(most, name):
    if name not in most:
        return "was not compiled"
    wanted = name in IN_LANES
    return None if (most[name] > 0) == wanted else f"{most[name]} loops by lanes, {'one or more' if wanted else 'none'} wanted"


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--filter", default="")
    args = p.parse_args()
    names = [n for n in IN_LANES + ONE_BY_ONE if not variants.is_variant(args.build)]
    passed = failed = 0
    with tempfile.TemporaryDirectory(prefix="argus-lanes-") as folder:
        for part, option in PARTS.items():
            chosen = [n for n in names if re.search(args.filter, f"lanes/{n}.{part}")]
            most = loops(vmrun.find_jdk(), args.build, folder, option) if chosen else {}
            if most is None:
                print("0 passed, 1 failed")
                return 1
            for name in chosen:
                why = fault(most, name)
                failed += why is not None
                passed += why is None
                print(f"FAIL lanes/{name}.{part}: {why}" if why else f"PASS lanes/{name}.{part}", flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
