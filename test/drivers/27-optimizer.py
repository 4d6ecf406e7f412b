#!/usr/bin/env python3
"""All programs of test/java with methods compiled by the optimizer after a few calls (docs/optimizer.md), compared with HotSpot as in driver 20: by the thread that
counted, at once, and by a thread of its own while the program goes on (docs/tiers.md). A run without a filter takes each program one way: one in six with its graphs
verified after each pass (`./x stress graphs`: all), one in six by the other thread (`./x stress beside`: all), the others at once with their graphs verified after the
last pass, which costs a tenth of the first. Programs whose runs differ in options alone run once."""
import argparse
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "tools"))
import variants  # noqa: E402

OPTIONS = ["--jvm-arg=-XX:ArgusStencilThreshold=2", "--jvm-arg=-XX:ArgusProfileEnough=2"]

AT_ONCE = "--jvm-arg=-XX:-BackgroundCompilation"
EACH_PASS, LAST_PASS = "--jvm-arg=-XX:+ArgusVerifyGraphs", "--jvm-arg=-XX:+ArgusVerifyLast"


def ways(wanted):
    """(prefix, options) of each run of driver 20."""
    if wanted:
        yield "optimizer", [AT_ONCE, EACH_PASS]
        yield "beside", []
        return
    yield "beside", [LAST_PASS, "--alike-once", "--share", "0/6"]
    yield "optimizer", [AT_ONCE, EACH_PASS, "--alike-once", "--share", "1/6"]
    yield "optimizer", [AT_ONCE, LAST_PASS, "--alike-once", "--share", "2-5/6"]


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--build", default=os.path.join(ROOT, "build"))
    p.add_argument("--filter", default="")
    args = p.parse_args()
    if variants.is_variant(args.build):
        print("0 passed, 0 failed")
        return 0
    counts = [variants.run_counted(args.build, prefix, args.filter, OPTIONS + options) for prefix, options in ways(args.filter)]
    print(f"{sum(c[0] for c in counts)} passed, {sum(c[1] for c in counts)} failed")
    return 1 if any(c[1] for c in counts) else 0


if __name__ == "__main__":
    sys.exit(main())
