#!/usr/bin/env python3
"""bench/jvmti: every row runs on Argus and checks what the functions answered. No time is judged."""
import argparse
import os
import re
import sys
from types import SimpleNamespace

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
sys.path.insert(0, os.path.join(ROOT, "bench", "jvmti"))
import vmrun  # noqa: E402
import costs as bench  # noqa: E402


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--build", required=True)
    p.add_argument("--filter", default="")
    args = p.parse_args()
    build, jdk = os.path.abspath(args.build), vmrun.find_jdk()
    out = os.path.join(build, "bench-jvmti")
    bench.compile_java(jdk, os.path.join(out, "classes"))
    quick = SimpleNamespace(lib=os.path.join(out, "libprobe.so"), classes=os.path.join(out, "classes"), ms=5, reps=1, objects=50_000, timeout=300)
    passed = failed = 0
    java, options = os.path.join(jdk, "bin", "java"), ["-XXaltjvm=" + os.path.join(build, "argus")]
    rows = [r[0] for r in bench.COSTS + bench.EVENTS + bench.SPEEDS] + ["plain", "plain-throw"] + ["plain-" + r[0] for r in bench.EVENTS] + ["functions"]
    for row in rows:
        name = "bench-jvmti/" + row
        if not re.search(args.filter, name):
            continue
        ok = bench.run_row(java, options, row, quick) if row != "functions" else bench.run_functions(java, options, quick)
        passed, failed = passed + bool(ok), failed + (not ok)
        print(f"PASS {name}" if ok else f"FAIL {name}: see standard error", flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
