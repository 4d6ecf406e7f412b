#!/usr/bin/env python3
"""A short `./x fuzz` with fixed seeds: a thousand damaged class files defined, a thousand put in place of a loaded class, fifty damaged command lines."""
# Runs beside other drivers, about 31 s.
import argparse
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PARTS = (("classes", 1000), ("redefine", 1000), ("options", 50))


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--filter", default="")
    args = p.parse_args()
    variant = os.path.basename(os.path.abspath(args.build))
    passed = failed = 0
    for part, count in PARTS:
        if not re.search(args.filter, f"fuzz/{part}"):
            continue
        r = subprocess.run([sys.executable, "-B", os.path.join(ROOT, "tools", "fuzz_main.py"), part, "--count", str(count), "--variant", "release" if variant == "build" else variant],
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        good = r.returncode == 0
        print(f"PASS fuzz/{part}" if good else f"FAIL fuzz/{part}: {r.stdout.strip()[-3000:]}", flush=True)
        passed, failed = passed + good, failed + (not good)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
