#!/usr/bin/env python3
"""The programs of test/programs that are marked quick, on both VMs: what `./x programs` runs all of."""
# Runs beside other drivers, about 17 s.
import argparse
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--filter", default="")
    args = p.parse_args()
    command = [sys.executable, "-B", os.path.join(ROOT, "tools", "programs_main.py"), "--quick", "--build", args.build, "--filter", args.filter, "--timeout", "120"]
    return subprocess.run(command, stderr=subprocess.DEVNULL).returncode


if __name__ == "__main__":
    sys.exit(main())
