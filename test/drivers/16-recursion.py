#!/usr/bin/env python3
"""Every cycle of calls in the VM asks how much C stack is left, or tools/recursion.tsv says why it ends (tools/recursion.py)."""
# Runs beside other drivers, about 35 s.
import argparse
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools"))
import recursion  # noqa: E402

NAME = "recursion/cycles"


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--filter")
    args = p.parse_args()
    if args.filter and not re.search(args.filter, NAME):
        print("0 passed, 0 failed")
        return 0
    found = recursion.faults(args.build)
    print(f"FAIL {NAME}: " + "\n    ".join(found) if found else f"PASS {NAME}")
    print("0 passed, 1 failed" if found else "1 passed, 0 failed")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
