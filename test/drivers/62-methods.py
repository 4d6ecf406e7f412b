#!/usr/bin/env python3
"""A few hundred random Java methods on the interpreter, on stencils and with the optimizer, each against HotSpot (test/generate/); `./x stress methods` runs a hundred thousand."""
import argparse
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import variants  # noqa: E402

NAME = "methods/random"


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--filter", default="")
    args = p.parse_args()
    if variants.is_variant(args.build) or not re.search(args.filter, NAME):
        print("0 passed, 0 failed")
        return 0
    r = subprocess.run([sys.executable, "-B", os.path.join(ROOT, "test", "generate", "compare_tiers.py"), "--build", args.build, "--programs", "2", "--methods", "150"],
                       stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    print(f"FAIL {NAME}: {r.stdout.strip()[-3000:]}" if r.returncode else f"PASS {NAME}")
    print("0 passed, 1 failed" if r.returncode else "1 passed, 0 failed")
    return r.returncode


if __name__ == "__main__":
    sys.exit(main())
