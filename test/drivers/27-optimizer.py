#!/usr/bin/env python3
"""All programs of test/java with methods compiled by the optimizer after a few calls (docs/optimizer.md), compared with HotSpot as in driver 20."""
import argparse
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import variants  # noqa: E402

OPTIONS = ["--jvm-arg=-XX:ArgusStencilThreshold=2", "--jvm-arg=-XX:ArgusProfileEnough=2"]


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--filter", default="")
    args = p.parse_args()
    if variants.is_variant(args.build):
        print("0 passed, 0 failed")
        return 0
    return subprocess.run([sys.executable, "-B", variants.JAVA, "--build", args.build, "--prefix", "optimizer", "--filter",
                           args.filter, *OPTIONS], cwd=ROOT).returncode


if __name__ == "__main__":
    sys.exit(main())
